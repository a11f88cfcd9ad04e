"""What the lessons on playout trees say: held against the engine, the manual, and the window."""

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from engine import (
    DRAW,
    PLAYERO,
    PLAYERX,
    Limit,
    Result,
    Truth,
    exact_tally,
    parse_square,
    square_name,
    switch_player,
)
from engine.search.playouts import EXPLORATION, Playouts
from engine.search.tree import PATTERNS, WINDOWS, TreeSearch
from tests.desktop.features.lessons.own import lesson_of, step_of, words_of
from tests.desktop.pupil import Pupil
from tests.driver.user import advance
from tests.engine.matches import wrong_moves
from ttt_desktop.features.lessons import library

BANDITS, TRAP = "5c-bandit-tree", "5c2-out-of-the-trap"
LEAVES, FAIR = "6b-leaves", "6b2-chance-or-knowledge"
BIAS, BETTER = "6c-bias", "6c2-better-games"
MANUAL = Path(__file__).parents[4] / "docs"


def playouts_of(part):
    """Return by what games the search tree's dock values leaves in a part of a lesson."""
    given = dict(part.setup.settings)
    if given["tree_leaves"] == "windows":
        return None
    return Playouts(exploration=float(given["tree_exploration"]),
                    heavy=given["tree_leaves"] == "heavy")  # fmt: skip


def tree_of(part, more=0, **given):
    """Return the tree that the dock grows by the steps of a part, and by some more."""
    game = part.setup.game()
    leaves = Playouts(**given) if given else playouts_of(part)
    search = TreeSearch(game.board, game.to_move, Limit(trials=1), seed=0, leaves=leaves or WINDOWS)
    search.grow(part.do.count("tree_step") + more)
    return search


def moves_of(search, *path):
    return {square_name(move.square): move for move in search.moves(path)}


def visits_of(search):
    return {name: move.visits for name, move in moves_of(search).items()}


def most_visited(search):
    visits = visits_of(search)
    return max(visits, key=visits.__getitem__)


def truth_of(part):
    game = part.setup.game()
    return {square_name(square): worth for square, worth in
            Truth.of(game.board, game.to_move).values.items()}  # fmt: skip


def _rows_of(page, header, first):
    """Return the cells of the rows that begin with a cell, in the table under a header."""
    table = (MANUAL / page).read_text(encoding="utf-8").split(header)[1].split("\n\n")[0]
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
    return [row for row in rows if row[0] == first]


def row_of(page, header, first):
    (row,) = _rows_of(page, header, first)
    return row


@pytest.fixture
def pupil(open_window):
    return Pupil(open_window("--animations", "off"))


def go_to(pupil, key, title):
    pupil.open(key)
    place = [step.title for step in lesson_of(key).steps].index(title)
    pupil.window.features["lessons"].guide._go(place)  # noqa: SLF001
    pupil.settled()


@pytest.mark.uses("tree")
def test_a_lesson_begins_with_the_same_search_tree_whatever_the_users_is(open_window):
    pupil = Pupil(open_window("--tree-leaves", "heavy", "--tree-exploration", "0.5"))
    go_to(pupil, "6-tree", "Four phases")
    assert pupil.window.docks["tree"].grower.leaves is None
    pupil.window.features["lessons"].guide.put_away()
    pupil.click(pupil.panel.lessons[BANDITS])
    assert pupil.window.docks["tree"].grower.leaves == Playouts(exploration=EXPLORATION)
    pupil.window.features["lessons"].guide.put_away()
    settings = pupil.user.controller.settings
    assert (settings.tree_leaves, settings.tree_exploration) == ("heavy", 0.5)


def test_a_line_that_begins_with_a_number_does_not_become_a_list():
    for key in library.own_keys():
        for text in lesson_of(key).texts():
            numbered = re.findall(r"^\d+[.)]", text, re.M)
            assert numbered == [f"{place}." for place in range(1, len(numbered) + 1)], (key, text)


# --- a tree of bandits ------------------------------------------------------------------------


@pytest.mark.uses("tree")
def test_the_first_six_simulations_try_each_move_and_the_seventh_goes_deeper(pupil):
    go_to(pupil, BANDITS, "One pull at a time")
    dock, walks = pupil.window.docks["tree"], []
    for _ in range(7):
        pupil.user.trigger("tree_step")
        walks.append(dock.grower.walk)
        assert "Playout: " in dock.sentence
    empty = pupil.user.game.board.get_empty_squares()
    assert sorted(walks[:6]) == sorted((square,) for square in empty)
    assert len(walks[6]) == 2


@pytest.mark.uses("tree")
def test_thirteen_simulations_show_what_the_two_numbers_do(pupil):
    go_to(pupil, BANDITS, "Mean and bonus again")
    dock, step = pupil.window.docks["tree"], step_of(BANDITS, "Mean and bonus again")
    assert dock.grower.simulations == 13
    moves = moves_of(tree_of(step.begin))
    drawn = {square_name(node.line[0]): node for node in dock.picture.nodes if len(node.line) == 1}
    assert {name: node.move for name, node in drawn.items()} == moves
    assert [name for name, node in drawn.items() if node.next] == ["C1"], "the triangle"
    best = max(move.value for move in moves.values())
    assert {name for name, move in moves.items() if move.value == best} == {"A3", "B1", "A2"}
    assert f"{best:.2f}. C1 has {moves['C1'].value:.2f}." in words_of(step.begin)
    others = {f"{moves[name].bonus:.2f}" for name in ("A3", "B1", "A2")}
    assert (moves["C1"].visits, {moves[name].visits for name in ("A3", "B1", "A2")}) == (1, {3})
    told = re.findall(r"\d\.\d\d", words_of(step.reveal))
    assert {told[0]} == {f"{moves['C1'].bonus:.2f}"}
    assert {told[1]} == others
    assert told[2:] == ["0.00", told[0], f"{best:.2f}", told[1]]
    pupil.user.trigger("tree_step")
    assert square_name(dock.grower.walk[0]) == "C1"


@pytest.mark.uses("tree")
def test_an_unlucky_move_is_tried_again():
    step = step_of(BANDITS, "An unlucky move")
    before, after = moves_of(tree_of(step.begin)), visits_of(tree_of(step.begin, 100))
    assert (before["C2"].visits, before["C2"].value) == (1, -1)
    assert truth_of(step.begin)["C2"] == 0 == max(truth_of(step.begin).values())
    assert f"C2 has {after['C2']} visits" in words_of(step.reveal)
    assert sum(visits > after["C2"] for visits in after.values()) == 1


@pytest.mark.uses("tree")
def test_without_the_bonus_it_is_not_and_with_too_much_all_moves_are():
    step = step_of(TRAP, "Without the bonus")
    assert playouts_of(step.begin).exploration == 0
    visits = visits_of(tree_of(step.begin, 100))
    assert visits["C2"] == 1
    assert moves_of(tree_of(step.begin, 100))["C2"].value == -1
    assert f"B1 got {visits['B1']}:" in words_of(step.reveal)
    assert truth_of(step.begin)["B1"] == 0
    spread = visits_of(tree_of(step.begin, 100, exploration=3.0))
    good = [visits for name, visits in spread.items() if truth_of(step.begin)[name] == 0]
    assert sum(good) / len(good) <= 1.1 * sum(spread.values()) / len(spread), spread
    evenly = spread.values()
    assert f"gets {min(evenly)} to {max(evenly)} visits" in words_of(step.reveal)


@pytest.mark.uses("tree")
def test_the_slider_goes_as_far_as_the_lesson_says(pupil):
    go_to(pupil, TRAP, "Without the bonus")
    slider = pupil.window.docks["tree"].fields["tree_exploration"].slider
    slider.setValue(slider.maximum())
    assert pupil.user.controller.settings.tree_exploration == pytest.approx(3)
    advance(pupil.window.features["lessons"].guide)
    assert pupil.user.controller.settings.tree_exploration == 0, "an answer sets it again"


@pytest.mark.nightly
def test_wrong_moves_without_the_bonus_are_counted():
    told = words_of(step_of(TRAP, "Without the bonus").reveal)
    wrong = wrong_moves(1000, 1, Playouts(exploration=0.0))
    assert f"with 1,000 simulations, it led to {wrong} wrong moves" in told
    assert row_of("playout-tree.md", "| simulations | plain |", "1,000")[1] == "0"


@pytest.mark.uses("tree")
def test_the_small_tree_likes_the_corner_and_the_grown_one_has_proven_that_it_loses():
    step = step_of(TRAP, "The trap")
    small, search = tree_of(step.begin), tree_of(step.begin)
    values = {name: move.value for name, move in moves_of(small).items()}
    assert [name for name, value in values.items() if value == max(values.values())] == ["C1"]
    assert f"{values['C1']:.2f}" in words_of(step.begin)
    small.grow(100)
    fallen = moves_of(small)["C1"].value
    assert f"C1's mean has fallen to {fallen:.2f}." in words_of(step.reveal)
    count = search.grow(1000)
    assert f"After {count} simulations everything is proven" in words_of(step.reveal)
    worth = {name: move.proven for name, move in moves_of(search).items()}
    assert worth == {"A3": -1, "C1": -1, "B1": 0, "A2": 0, "C2": 0, "B3": 0}
    place = list(moves_of(search)).index("C1")
    replies = {name: move.visits for name, move in moves_of(search, place).items()}
    assert max(replies, key=replies.__getitem__) == "A3"
    assert moves_of(search)["C1"].value < 0


def test_the_corners_chosen_are_those_of_the_manual():
    step = step_of(TRAP, "A hundred trees")
    told = words_of(step.begin), words_of(step.reveal)
    rows = {count: row_of("playout-tree.md", "| playouts, or simulations |", count)[1:]
            for count in ("10", "100", "1,000")}  # fmt: skip
    for count, phrase in (
        ("10", "With 10 games each, flat Monte Carlo chose a corner {} times and the tree {}"),
        ("100", "With 100, it was {} times and {} times;"),
        ("1,000", "with 1,000, it was {} times and {} times."),
    ):
        assert phrase.format(*rows[count]) in told[1]
    flat, tree = rows["100"]
    assert f"chose a corner {flat} times" in told[0]
    assert f"the tree did so {tree} times" in told[0]
    assert rows["1,000"] == ["100", "0"]


# --- what replaces playouts -------------------------------------------------------------------


@pytest.mark.uses("tree")
def test_a_hundred_random_games_try_each_square_once_or_twice():
    step = step_of(LEAVES, "A hundred random games")
    moves = moves_of(tree_of(step.begin, 100))
    often = [move.visits for move in moves.values()]
    assert set(often) == {1, 2}
    assert f"There are {len(often)} empty squares" in words_of(step.reveal)
    assert (f"{often.count(1)} moves have one visit and {often.count(2)} have two"
            in words_of(step.reveal))  # fmt: skip
    assert (moves["H5"].visits, moves["H5"].value) == (1, -1)
    assert (moves["D5"].visits, moves["D5"].value) == (2, 1)


def test_only_two_squares_stop_three_in_a_row():
    setup = step_of(LEAVES, "A hundred random games").begin.setup
    holding = set()
    for square in setup.game().board.get_empty_squares():
        game = setup.game()
        game.play(square)
        found = TreeSearch(game.board, game.to_move, Limit(trials=100), seed=0).result()
        if found.outcome != 1:
            holding.add(square_name(square))
    assert holding == {"D5", "H5"}


@pytest.mark.uses("tree")
def test_windows_look_where_it_matters():
    step = step_of(LEAVES, "A look at the lines")
    moves = moves_of(tree_of(step.begin, 100))
    both = moves.pop("D5").visits + moves.pop("H5").visits
    assert f"They get {both}. The {len(moves)} other squares" in words_of(step.reveal)
    assert f"only the {len(moves) + 2} most promising" in words_of(step.begin)
    assert {(move.visits, move.proven) for move in moves.values()} == {(1, -1)}
    assert both > 80


@pytest.mark.uses("lab")
def test_the_lab_shows_what_the_lesson_measured(pupil):
    go_to(pupil, LEAVES, "Who wins?")
    pupil.answer(step_of(LEAVES, "Who wins?").question)
    buttons = pupil.panel.page.findChildren(QPushButton)
    (button,) = (each for each in buttons if "lab" in each.text())
    pupil.click(button)
    from tests.desktop.features.lab.user import LabUser

    lab = LabUser(pupil.user)
    assert lab.page.isVisible(), "the page on which it is filled in"
    lab.run()
    (standing,) = lab.window.lab.summary.standings
    told = words_of(step_of(LEAVES, "Who wins?").reveal)
    assert standing.losses == 0
    assert (f"With seed {lab.form.fields['seed'].text()}, Look-ahead won {standing.wins} "
            f"games, tied {standing.ties} and lost none." in told)  # fmt: skip


def test_the_figures_at_equal_time_are_those_of_the_manual():
    step = step_of(FAIR, "At equal time")
    told = words_of(step.begin) + words_of(step.reveal)
    header = "| board | won | tied | lost | the "
    for page, small, large in (
        ("unbeatable.md", "Look-ahead took {} of the points", "Look-ahead took {}, the playout"),
        ("playout-tree.md", "and the playout tree {}.", "the playout tree {}. In brackets"),
    ):
        share = row_of(page, header, "5×5, 4 in a row")[4].partition(" (")[0]
        assert small.format(share) in told
        assert large.format(row_of(page, header, "15×15, 5 in a row")[4]) in told
    won = row_of("playout-tree.md", header, "10×10, 5 in a row")[1]
    first = words_of(step_of(LEAVES, "A hundred random games").reveal)
    assert f"The tree won {won} of 100 games" in first
    page = (MANUAL / "playout-tree.md").read_text(encoding="utf-8")
    (won,) = re.findall(r"won (\d+) of 40 games on 10×10", page)
    assert f"with 3,000 random games a move for both, it won {won} of 40." in first


@pytest.mark.nightly
@pytest.mark.parametrize("reverse", [False, True])
def test_wrong_moves_with_windows_are_counted(reverse):
    step = step_of(FAIR, "Where windows fit less well")
    windows = wrong_moves(100, 0, PATTERNS, reverse)
    plain = row_of("playout-tree.md", "| simulations | plain |", "100")[3 if reverse else 1]
    if reverse:
        assert f"The playout tree led to {plain} wrong moves" in words_of(step.reveal)
        assert f"and Look-ahead to {windows}." in words_of(step.reveal)
        more = wrong_moves(1000, 0, PATTERNS, reverse)
        plain = row_of("playout-tree.md", "| simulations | plain |", "1,000")[3]
        told = words_of(step.reveal)
        assert (f"With 1,000 simulations, the playout tree led to {plain} wrong moves and "
                f"Look-ahead to {more}." in told)  # fmt: skip
        few, many = (wrong_moves(10, 0, leaves, reverse) for leaves in (PATTERNS, Playouts()))
        assert f"{many} for the playout tree, {few} for Look-ahead." in told
    else:
        assert f"Look-ahead led to {windows} wrong moves, and the playout" in words_of(step.begin)
        assert f"the playout tree to {plain}." in words_of(step.begin)


# --- bias and variance ------------------------------------------------------------------------


def test_a_hundred_times_the_playouts_are_a_tenth_of_the_width(pupil):
    go_to(pupil, BIAS, "Two kinds of error")
    wide, narrow = [], []
    for widths in (wide, narrow):
        model = pupil.user.controller.model
        found = model.sheet.analysis
        for square in found.board.get_empty_squares():
            widths.append(float(model.score_text(square, compact=True).partition("±")[2]))
        if widths is wide:
            pupil.answer(step_of(BIAS, "Two kinds of error").question)
            pupil.settled()
    for before, after in zip(wide, narrow, strict=True):
        assert after == pytest.approx(before / 10, abs=0.006), "two digits are shown"
    assert {square_name(square) for square in found.best} <= {"A3", "C1"}
    truth = truth_of(step_of(BIAS, "Two kinds of error").begin)
    assert {name for name, worth in truth.items() if worth == -1} == {"A3", "C1"}


@pytest.mark.uses("tree")
def test_heavy_playouts_see_the_trap():
    step = step_of(BIAS, "A playout that sees lines")
    moves = moves_of(tree_of(step.reveal))
    assert {name: move.value for name, move in moves.items()} == {
        "A3": -1, "C1": -1, "B1": 0, "A2": 0, "C2": 0, "B3": 0,
    }  # fmt: skip
    many = moves_of(tree_of(step.reveal, count=1000, heavy=True))
    assert {name for name, move in many.items() if move.value == -1} == {"A3", "C1"}
    means = {}
    for name in ("C1", "A3", "B1", "A2", "C2", "B3"):
        game = step.begin.setup.game()
        game.play(parse_square(name, 3))
        rates = exact_tally(game.board, PLAYERX).rates(PLAYERO)
        means[name] = f"{rates.win - rates.loss:.2f}"
    corner, edge = means["C1"], means["B1"]
    assert means == {"C1": corner, "A3": corner} | dict.fromkeys(("B1", "A2", "C2", "B3"), edge)
    scores = exact_tally(step.begin.setup.game().board, PLAYERO).mean(PLAYERO)
    assert f"heat map's {scores[0][1]:.3f} was another number" in words_of(step.reveal)
    told = f"O's mean is {corner}; of those that begin with an edge, {edge}."
    assert told in words_of(step.reveal)


@pytest.mark.uses("tree")
def test_a_heavy_playout_is_not_called_random(pupil):
    go_to(pupil, BIAS, "A playout that sees lines")
    pupil.answer(step_of(BIAS, "A playout that sees lines").question)
    dock = pupil.window.docks["tree"]
    assert dock.grower.simulations == 6
    assert re.search(r"Playout: \d moves\. ", dock.sentence)


def test_the_shares_of_heavy_playouts_are_those_of_the_manual():
    step = step_of(BIAS, "So heavy is better?")
    quoted = re.findall(r"^- (.+): (.+)$", "\n".join((*step.begin.text, *step.reveal.text)), re.M)
    assert len(quoted) == 6
    for board, share in quoted:
        assert row_of("playout-tree.md", "| at 1,000 simulations |", board)[4] == share
    low, high = (re.findall(r"to (\d+\.\d)\)", words_of(step.reveal))[place] for place in (1, 2))
    assert float(low) < 50 < float(high)
    end = words_of(step_of(BIAS, "Two more measurements").begin)
    at_once = row_of("playout-tree.md", "| at 1,000 simulations |", "5×5, 4 in a row")[4]
    in_time = row_of("playout-tree.md", "| at equal time |", "5×5, 4 in a row")[4]
    assert f"their share was {at_once.partition(' (')[0]} with as many simulations." in end
    assert f"it was {in_time}." in end


@pytest.mark.uses("heat")
def test_in_one_position_random_games_are_right_and_careful_ones_wrong(pupil):
    title = "One position"
    step = step_of(BETTER, title)
    assert {name for name, worth in truth_of(step.begin).items() if worth > -1} == {"C1"}
    go_to(pupil, BETTER, title)
    found = [pupil.user.controller.model.sheet.analysis]
    pupil.answer(step.question)
    pupil.settled()
    found.append(pupil.user.controller.model.sheet.analysis)
    pupil.next()
    pupil.settled()
    found.append(pupil.user.controller.model.sheet.analysis)
    assert [each.leaves for each in found] == [Playouts(count=1000, heavy=heavy)
                                               for heavy in (False, True, True)]  # fmt: skip
    means = [{square_name(each.square): each.value for each in one.moves} for one in found]
    assert [max(each, key=each.__getitem__) for each in means] == ["C1", "B3", "B3"]
    assert [[square_name(square) for square in one.line] for one in found] == [
        ["C1"], ["B3"], ["B3"]
    ]  # fmt: skip
    assert "7 simulations of a tree, 1,000 games each." in pupil.window.docks["heatmap"].caption
    assert "Expected moves: B3." in pupil.window.docks["heatmap"].caption
    assert all(means[1][name] < means[0][name] for name in means[0])
    assert means[0]["C1"] - means[1]["C1"] > means[0]["B3"] - means[1]["B3"]
    assert {each.visits for one in found for each in one.moves} == {1}


def expected(board, player, heavy, known):
    """Return the mean of all games that go on at random, or carefully, for X.

    Args:
        board: where they go on.
        player: the side to move.
        heavy: whether a side completes no line while it has another move.
        known: the means so far.
    """
    result = Result.of(board)
    if result is not None:
        return {PLAYERX: 1, PLAYERO: -1}.get(result.winner, 0)
    key = str(board.rows)
    if key not in known:
        following = [after(board, square, player) for square in board.get_empty_squares()]
        if heavy:
            safe = [each for each in following if each.check_win() in (None, DRAW)]
            following = safe or following
        means = [expected(each, switch_player(player), heavy, known) for each in following]
        known[key] = sum(means) / len(means)
    return known[key]


def after(board, square, player):
    there = board.clone()
    there.move(*square, player)
    return there


def test_infinitely_many_games_have_the_means_that_the_lesson_says():
    step = step_of(BETTER, "More of them?")
    board, known = step.begin.setup.game().board, {False: {}, True: {}}
    mean = {}
    for name in ("C1", "B3"):
        there = after(board, parse_square(name, 3), PLAYERX)
        for heavy, values in known.items():
            mean[name, heavy] = f"{expected(there, PLAYERO, heavy, values):.2f}"
    told = words_of(step.reveal).replace("−", "-")
    assert f"of C1 is {mean['C1', True]} and that of B3 {mean['B3', True]}." in told
    assert f"C1 has {mean['C1', False]}, and B3 {mean['B3', False]}." in told
    assert float(mean["B3", True]) > float(mean["C1", True])


@pytest.mark.uses("tree")
def test_a_grown_tree_gets_over_its_playouts():
    step = step_of(BETTER, "What takes bias away")
    assert playouts_of(step.begin) == Playouts(heavy=True)
    small, large = tree_of(step.begin, 100), tree_of(step.begin, 1000)
    assert most_visited(small) == "C3"
    assert truth_of(step.begin)["C3"] == -1
    assert truth_of(step.begin)["C1"] == 0
    assert most_visited(large) == "C1"
    visits = visits_of(large)
    first, second = sorted(visits.values(), reverse=True)[:2]
    assert f"the most visits: {first} of {sum(visits.values()):,}," in words_of(step.reveal)
    assert f"C3, which loses, has {second}." in words_of(step.reveal)
    assert visits["C3"] == second
    early = {count: most_visited(tree_of(step.begin, count)) for count in range(10, 101, 10)}
    assert "C1" not in early.values(), early
