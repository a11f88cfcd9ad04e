"""How far a tally is from what it should be."""

from __future__ import annotations

from scipy import stats

from engine import PLAYERO, PLAYERX, Tally, course

MARKS = {"X": PLAYERX, "O": PLAYERO}


def p_value_of_outcomes(tally, exact):
    """Chi-square over X wins, O wins and ties, leaving out what cannot happen."""
    seen = (tally.x_wins, tally.o_wins, tally.ties)
    chances = (exact["X"], exact["O"], exact["tie"])
    assert all(count == 0 for count, chance in zip(seen, chances, strict=True) if chance == 0)
    pairs = [(count, chance) for count, chance in zip(seen, chances, strict=True) if chance > 0]
    if len(pairs) < 2:
        return 1.0
    counts, shares = zip(*pairs, strict=True)
    return stats.chisquare(counts, [share * tally.trials for share in shares]).pvalue


def worst_z(tally, player, exact):
    """The largest distance of a square's mean from the exact one, in standard deviations."""
    means = [value for row in tally.mean(player) for value in row]
    worst = 0.0
    for mean, truth, variance in zip(means, exact["mean"], exact["variance"], strict=True):
        if variance <= 0:
            assert abs(mean - truth) < 1e-9
        else:
            worst = max(worst, abs(mean - truth) / (variance / tally.trials) ** 0.5)
    return worst


def course_tally(board, player, trials):
    """Count games that the course's own function plays."""
    tally = Tally.zero(board.get_dim())
    for _ in range(trials):
        playout = board.clone()
        course.mc_trial(playout, player)
        tally += Tally.of_finished(playout)
    return tally


def assert_alike(ours, theirs, player):
    """Two tallies of one position must not differ by more than chance allows."""
    for attribute in ("x_wins", "o_wins", "ties"):
        table = [
            [getattr(tally, attribute), tally.trials - getattr(tally, attribute)]
            for tally in (theirs, ours)
        ]
        if 0 < sum(row[0] for row in table) < theirs.trials + ours.trials:
            assert stats.fisher_exact(table).pvalue > 1e-4, attribute
    means = [tally.mean(player) for tally in (ours, theirs)]
    errors = [tally.standard_error(player) for tally in (ours, theirs)]
    for row in range(ours.dim):
        for col in range(ours.dim):
            difference = means[0][row][col] - means[1][row][col]
            error = sum(grid[row][col] ** 2 for grid in errors) ** 0.5
            assert abs(difference) <= 4.8 * error + 1e-12, (row, col)


def assert_sums_agree(tally, reverse, win_length):
    """What holds for every tally, whatever chance did."""
    assert 0 <= tally.x_wins + tally.o_wins <= tally.trials
    for winner, wins in ((PLAYERX, tally.x_wins), (PLAYERO, tally.o_wins)):
        own = tally.marks(winner, winner)
        theirs = tally.marks(winner, PLAYERX + PLAYERO - winner)
        assert all(a + b <= wins for a, b in zip(own, theirs, strict=True))
        assert sum(theirs if reverse else own) >= wins * win_length
