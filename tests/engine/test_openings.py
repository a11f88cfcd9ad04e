"""Openings: drawn without repeats, fair, kept in files, and played from both sides."""

import csv
import json

import pytest

from engine import PLAYERX, Board, Game, Outcome, Rules, parse_board, perfect_values
from engine.cli.main import main
from engine.tournament import GameRecord, Pairing, ResultFile, Sprt, Tournament, read_results
from engine.tournament.columns import as_csv, as_html
from engine.tournament.columns import as_text as as_tables
from engine.tournament.comparing import compare_rows
from engine.tournament.description import sweep
from engine.tournament.drawing import OpeningsWanted, draw_openings, is_fair, usual_plies
from engine.tournament.openings import Openings, as_text, read_openings
from engine.tournament.playing import play_game
from engine.tournament.summary import summarise

FOUR = Rules.of(4, 4)
SOME = Openings(FOUR, ((0, 5), (1, 2), (6, 9, 3)))


def turned(line, size):
    """Return the eight forms of a position, as sets of squares by mark."""
    forms = []
    for mirrored in (False, True):
        cells = [divmod(move, size) for move in line]
        cells = [(col, row) for row, col in cells] if mirrored else cells
        for _ in range(4):
            cells = [(col, size - 1 - row) for row, col in cells]
            forms.append((frozenset(cells[::2]), frozenset(cells[1::2])))
    return forms


def test_drawn_openings_are_fair_and_none_is_another_one_turned():
    made = draw_openings(OpeningsWanted(Rules.of(), 2, 500, 1))
    fair, forms = 0, set()
    for x in range(9):
        for o in set(range(9)) - {x}:
            game = Game()
            game.play(divmod(x, 3))
            game.play(divmod(o, 3))
            if max(perfect_values(game.board, game.to_move).values()) == 0:
                forms.add(min(map(repr, map(_sorted, turned((x, o), 3)))))
                fair += 1
    assert fair
    found = [min(map(repr, map(_sorted, turned(line, 3)))) for line in made.lines]
    assert len(set(found)) == len(found)
    assert set(found) == forms, "all of them, since that is fewer than were asked for"
    unfair = draw_openings(OpeningsWanted(Rules.of(), 2, 500, 1, fair=False))
    assert len(unfair.lines) > len(made.lines)


def _sorted(form):
    return [sorted(side) for side in form]


def test_the_same_seed_draws_the_same_openings():
    wanted = OpeningsWanted(FOUR, 3, 8, 7)
    assert draw_openings(wanted) == draw_openings(wanted)
    assert draw_openings(wanted) != draw_openings(OpeningsWanted(FOUR, 3, 8, 8))
    big = draw_openings(OpeningsWanted(Rules.of(15, 5), 4, 5, 1, fair=False))
    assert all(5 <= each <= 9 for line in big.lines for move in line for each in divmod(move, 15))


def test_where_nobody_can_solve_it_an_opening_is_fair_if_a_search_sees_no_lead():
    rows = ["." * 8] * 8
    rows[2], rows[3] = "...X....", "....X..."
    assert not is_fair(parse_board("/".join(rows), line=5), PLAYERX)
    assert is_fair(Board(8, win_length=6), PLAYERX)


def test_each_opening_is_played_from_both_sides():
    pairing = Pairing("random", "mc:trials=2", 8, FOUR, openings=SOME)
    games = [play_game(pairing, 0, game, 9 + game) for game in range(8)]
    for game, record in enumerate(games):
        opening = SOME.lines[game // 2 % 3]
        assert record.moves[: len(opening)] == opening
        assert pairing.x_is_first(game) == (game % 2 == 0)
        assert record.replay(pairing).result.outcome is record.outcome
    fixed = Pairing("random", "mc:trials=2", 8, FOUR, alternate=False, openings=SOME)
    assert [fixed.opening_of(game) for game in range(4)] == [*SOME.lines, SOME.lines[0]]


def test_a_file_of_openings_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "o.json"
    path.write_text(as_text(SOME, {"plies": 2}))
    assert read_openings(path) == SOME
    data = json.loads(path.read_text())
    for told, changed in (
        ("no file of openings", {"format": "else"}), ("newer version", {"version": 9}),
        ("version is missing", {"version": "x"}), ("must be a whole number", {"openings": [["a"]]}),
        ("illegal move", {"openings": [[0, 0]]}), ("illegal move", {"openings": [[99]]}),
        ("comes twice", {"openings": [[0], [0]]}), ("from 1 to", {"openings": []}),
        ("finished game", {"openings": [[0, 4, 1, 5, 2, 6, 3]]}), ("true or false", {"reverse": 1}),
    ):  # fmt: skip
        path.write_text(json.dumps(data | changed))
        with pytest.raises(ValueError, match=told):
            read_openings(path)


def test_a_result_file_holds_its_openings(tmp_path):
    pairing = Pairing("random", "mc:trials=2", 6, FOUR, openings=SOME)
    tournament = Tournament("pairing", (pairing,), 3, "", Sprt(0, 50, normalised=True))
    with ResultFile(tmp_path / "r.json", tournament) as file:
        file.add([play_game(pairing, 0, 0, 1)])
    _, read, records = read_results(tmp_path / "r.json")
    assert read == tournament
    assert read.openings == SOME
    assert len(records) == 1
    with ResultFile(tmp_path / "r.json", tournament) as file:
        assert len(file.known) == 1
    plain = Tournament("pairing", (Pairing("random", "mc:trials=2", 6, FOUR),), 3, "", Sprt(0, 50))
    with pytest.raises(ValueError, match="another tournament"):
        ResultFile(tmp_path / "r.json", plain)


def test_openings_for_another_board_are_refused():
    with pytest.raises(ValueError, match="the openings are for 4x4, 4 in a row, and the games"):
        Pairing("random", "mc", 2, openings=SOME)


def test_the_console_makes_openings_and_begins_with_them(tmp_path, capsys):
    path, out = str(tmp_path / "o.json"), str(tmp_path / "r.json")
    given = [
        "openings",
        "--size",
        "4",
        "--plies",
        "2",
        "--count",
        "6",
        "--seed",
        "1",
        "--out",
        path,
    ]
    assert main(given) == 0
    assert "6 openings" in capsys.readouterr().out
    assert main(given) == 2, "nothing is written over"
    assert "already" in capsys.readouterr().err
    run = ["tournament", "--players", "random", "mc:trials=3", "--size", "4", "--games", "12",
           "--seed", "2", "--in", "threads", "--openings", path, "--out", out]  # fmt: skip
    assert main(run) == 0
    name = read_openings(tmp_path / "o.json").name
    assert f"seed 2, 12 games from {name}" in capsys.readouterr().out
    lines = read_openings(tmp_path / "o.json").lines
    for record in read_results(tmp_path / "r.json")[2]:
        assert record.moves[:2] == lines[record.game // 2]
    for wrong, told in ((["--size", "5"], "the openings are for 4x4"),
                        (["--openings", out], "need two files"),
                        (["--openings", str(tmp_path / "none")], "cannot be read")):  # fmt: skip
        assert main([*run, *wrong]) == 2
        assert told in capsys.readouterr().err


# --- what rows say --------------------------------------------------------------------------------


def record(pairing, game, outcome, moves):
    return GameRecord(pairing, game, outcome, moves, 0.01)


def test_games_count_in_pairs_and_a_spoilt_one_drops_its_pair():
    tournament = Tournament("pairing", (Pairing("random", "mc", 12),), 1)
    x, o, tie = Outcome.X, Outcome.O, Outcome.TIE
    ended = [x, o, x, tie, tie, tie, o, x, None, x, x]  # the last one has no other half yet
    records = [record(0, i, outcome, (i,)) for i, outcome in enumerate(ended)]
    for order in (records, records[::-1]):
        standing = summarise(tournament, order).standing(0)
        assert standing.scores.counts == (1, 0, 1, 1, 1)
        assert (standing.wins, standing.ties, standing.losses, standing.bad) == (4, 3, 3, 1)


def test_no_interval_claims_more_games_than_are_different():
    tournament = Tournament("pairing", (Pairing("random", "mc", 400, alternate=False),), 1)
    wins = [Outcome.X] * 12 + [Outcome.TIE] * 5 + [Outcome.O] * 3
    once = summarise(tournament, (record(0, i, won, (i,)) for i, won in enumerate(wins)))
    copied = summarise(
        tournament, (record(0, i, wins[i % 20], (i % 20,)) for i in range(400))
    ).standing(0)  # fmt: skip
    one = once.standing(0)
    assert (one.different, round(copied.different)) == (20, 21)
    assert copied.games == 400
    for found, expected in ((copied.elo, one.elo), (copied.share_of(100), one.share_of(5))):
        assert found.low == pytest.approx(expected.low, abs=0.05 * (expected.high - expected.low))
        assert found.high == pytest.approx(expected.high, abs=0.05 * (expected.high - expected.low))


def counted(ties):
    """Return a sweep of self-play with so many ties of 100 in its rows, no game like another."""
    base = Pairing("mc", "mc", 100, alternate=False)
    made = sweep("trials", [str(i + 1) for i in range(len(ties))], base, 1)
    return summarise(made, (
        record(row, i, Outcome.TIE if i < count else Outcome.X, (i,))
        for row, count in enumerate(ties) for i in range(100)
    ))  # fmt: skip


def test_rows_are_compared_in_words_that_count_all_comparisons(tmp_path):
    two = counted([51, 67])
    told = "ties are 16.0 points more frequent than at 1 (95 % interval 2.4 to 28.8)."
    assert told in as_tables(two)
    assert told in as_csv(two)
    assert told in as_html(two, "Title")
    row = list(csv.DictReader(as_csv(two).splitlines()))[1]
    ends = [float(row[f"difference{end}"]) for end in ("", "_low", "_high")]
    assert ends == pytest.approx([16, 2.4, 28.8], abs=0.1)
    many = counted([51, 67, 67, 68, 20])
    found = compare_rows(many)
    assert [each.holds for each in found.values()] == [False, False, False, True]
    text = as_tables(many)
    assert "between trials 2 and 1 would hold; when all 4 comparisons of this table" in text
    assert "The games cannot tell trials 3 from 2: the difference may be −12.9 to +12.9" in text
    assert "At trials 5, ties are 48.0 points rarer than at 4" in text
    first = compare_rows(many, 0)
    assert [each.other for each in first.values()] == [0] * 4
    assert compare_rows(summarise(Tournament("pairing", (Pairing("mc", "random"),), 1), [])) == {}


@pytest.mark.parametrize(
    ("wins", "told"),
    [((20, 60), "scores 40.0 points more than at 1"), ((60, 20), "scores 40.0 points less than")],
)
def test_rows_of_two_players_are_compared_by_their_scores(wins, told):
    made = sweep("trials", ["1", "2"], Pairing("mc", "random", 100, alternate=False), 1)
    records = (record(row, i, Outcome.X if i < count else Outcome.O, (i,))
               for row, count in enumerate(wins) for i in range(100))  # fmt: skip
    assert told in as_tables(summarise(made, records))


def test_the_console_compares_with_a_base(capsys):
    given = [
        "tournament",
        "--trials",
        "5,50,500",
        "--games",
        "20",
        "--seed",
        "1",
        "--in",
        "threads",
    ]
    assert main([*given, "--base", "50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    compared = lines[lines.index(next(each for each in lines if "Compared with" in each)) :]
    assert [line.split()[1] for line in compared[1:4]] == ["50", "–", "50"]
    assert main([*given, "--base", "7"]) == 2
    assert "there is no row '7'" in capsys.readouterr().err


def test_openings_leave_a_move_and_boards_have_their_usual_plies():
    assert OpeningsWanted(Rules.of(), 8, 1, 0).plies == 8
    for plies in (0, 9):
        with pytest.raises(ValueError, match="plies must be a whole number from 1 to 8"):
            OpeningsWanted(Rules.of(), plies, 1, 0)
    sizes = (2, 3, 4, 5, 6, 25)
    assert [usual_plies(Rules.of(size)) for size in sizes] == [2, 2, 3, 3, 4, 4]
