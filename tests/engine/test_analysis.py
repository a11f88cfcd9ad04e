"""What a player knew when it chose, as windows, tables and notebooks ask for it."""

import math

import pytest

from engine import PLAYERO, PLAYERX, Given, Solved, parse_board
from engine.board import Board, Position
from engine.rules import Rules
from engine.search.analysis import Certainty
from engine.search.best_lines import MOST, best_lines
from engine.search.limit import Limit
from engine.search.pairs import answers, mirrored_move
from engine.search.playouts import Playouts
from engine.search.solver import solve
from engine.search.tree import TreeSearch
from engine.tally import Weights

BOARD = parse_board("X.O/.X./...")


@pytest.fixture
def given():
    scores = [[9.0, 2.0, 9.0], [4.0, 9.0, -2.0], [4.0, 0.0, 1.0]]
    return Given(BOARD, PLAYERO, 10, scores)


@pytest.fixture
def solved():
    worth = {(0, 1): -1, (1, 0): -1, (1, 2): -1, (2, 0): -1, (2, 1): -1, (2, 2): 0}
    return Solved(BOARD, PLAYERO, worth, {(0, 1): 1})


def test_scores_that_were_given_are_means_over_what_was_asked_for(given):
    assert given.means == [[0.9, 0.2, 0.9], [0.4, 0.9, -0.2], [0.4, 0.0, 0.1]]
    assert given.mean((1, 2)) == -0.2
    assert given.best == [(1, 0), (2, 0)]
    assert (given.count, given.unit, given.certainty) == (10, "playouts", Certainty.UNKNOWN)
    assert Given(BOARD, PLAYERO, 0, given.scores).means == given.scores


def test_what_another_program_did_not_say_is_not_known(given):
    assert (given.outcome, given.line, given.progress, given.saved) == (None, (), 1.0, 0)
    assert (given.per_second, given.mostly_ties, given.contenders()) == (0.0, False, [])
    assert (given.done, given.seconds) == (True, 0.0)
    assert given.knows((2, 2)) is True
    square = (2, 2)
    for unknown in (given.prior, given.proven, given.interval, given.samples):
        assert unknown(square) is None
    assert given.difference(square, (0, 1)) is given.intervals() is None
    assert given.reweighed(Weights(2, 3)) is given


def test_a_row_for_each_empty_square(given):
    rows = given.as_rows()
    assert [row["square"] for row in rows] == ["B1", "A2", "C2", "A3", "B3", "C3"]
    assert rows[1] == {
        "square": "A2", "row": 1, "col": 0, "total": 4.0, "mean": 0.4, "low": None, "high": None,
        "samples": None, "best": True, "close": False,
    }  # fmt: skip
    assert [row["best"] for row in rows] == [False, True, False, True, False, False]


def test_arrays_have_numbers_on_empty_squares_alone(given, solved):
    arrays = given.arrays()
    assert [*arrays] == ["total", "mean", "low", "high"]
    assert arrays["total"][1, 0] == 4
    assert arrays["mean"][1, 0] == 0.4
    assert all(math.isnan(arrays["total"][square]) for square in ((0, 0), (0, 2), (1, 1)))
    assert all(math.isnan(number) for number in arrays["low"].flat)
    assert solved.arrays()["low"].shape == (3, 3)


def test_a_line_and_a_table_for_a_notebook(given, solved):
    assert repr(given) == "<Given: O to move on 3x3, 10 playouts, best A2, A3>"
    tied = Given(BOARD, PLAYERX, 1234, [[0.0] * 3] * 3)
    assert repr(tied) == (
        "<Given: X to move on 3x3, 1,234 playouts, best B1, A2, C2, A3 and 2 more>"
    )
    four = Given(parse_board("XO./.X./O.O"), PLAYERX, 1, [[0.0] * 3] * 3)
    assert repr(four).endswith("best C1, A2, C2, B3>")
    html = given._repr_html_()
    assert html.count("<td") == 9
    assert html.count("outline:3px") == 2
    assert "<caption style='text-align:left'>Given: O to move" in html
    assert [part.split("<")[0] for part in html.split("'>")[1:] if part[0] in "+-"] == [
        "+0.200", "+0.400", "-0.200", "+0.400", "+0.000", "+0.100",
    ]  # fmt: skip
    assert "rgb(254, 232, 56);color:#000" in html, "the best squares are the brightest"
    assert "rgb(124, 123, 120);" in html, "0 is in the middle"
    assert "B1" not in solved._repr_html_().split("</caption>")[1]


def test_colours_go_from_the_worst_to_the_best():
    scores = [[0.0, -4.0, 0.0], [-2.0, 0.0, 4.0], [2.0, 0.0, 1.0]]
    html = Given(BOARD, PLAYERO, 1, scores)._repr_html_()
    grounds = [part.split(")")[0] for part in html.split("background:rgb(")[1:]]
    assert grounds == [
        "0, 34, 78", "62, 78, 99", "254, 232, 56", "189, 178, 88", "124, 123, 120", "156, 150, 104",
    ]  # fmt: skip
    inks = [part.split("color:#")[1][:3] for part in html.split("background:rgb(")[1:]]
    assert inks == ["fff", "fff", "000", "000", "000", "000"]


def test_what_is_solved_is_right(solved):
    assert (solved.outcome, solved.count, solved.unit) == (0, 1, "moves")
    assert (solved.done, solved.seconds, solved.certainty) == (True, 0.0, Certainty.EXACT)
    assert solved.best == [(2, 2)]
    assert solved.means == [[0, -1, 0], [-1, 0, -1], [-1, -1, 0]]
    assert solved.intervals()[0] == [(0, 0), (-1, -1), (0, 0)]
    assert (solved.proven((2, 2)), solved.proven((0, 1)), solved.proven((0, 0))) == (0, -1, None)
    assert solved.plies == {(0, 1): 1}
    chosen = Solved(BOARD, PLAYERO, solved.worth, chosen=[(2, 1), (0, 1)])
    assert chosen.best == [(0, 1), (2, 1)]


# --- the best lines of a tree -------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree():
    search = TreeSearch(Board(5, win_length=4), PLAYERX, Limit(1500), seed=3)
    search.result()
    return search


def test_the_best_lines_are_ranked_and_their_shares_are_of_all(tree):
    moves, found = tree.moves(), best_lines(tree)
    total = sum(move.visits for move in moves)
    assert len(found) == MOST == 5
    ranks = [line.move.rank for line in found]
    assert ranks == sorted((move.rank for move in moves), reverse=True)[:5]
    assert [line.share for line in found] == [line.move.visits / total for line in found]
    assert [line.square for line in found] == [line.line[0] for line in found]
    assert len(best_lines(tree, 2)) == 2
    assert len(best_lines(tree, 99)) == sum(move.visits > 0 for move in moves)
    assert best_lines(TreeSearch(Board(3), PLAYERX, Limit(10), seed=1)) == ()


def test_a_line_goes_on_as_long_as_the_tree_knows_enough(tree):
    lengths = set()
    for found in best_lines(tree, 25):
        numbers = {move.square: number for number, move in enumerate(tree.moves())}
        path = [numbers[found.square]]
        for square in found.line[1:]:
            following = tree.moves(path)
            best = max(following, key=lambda move: move.rank)
            assert best.square == square
            assert best.low == 1 or best.visits >= max(8, found.move.visits // 40)
            path.append(following.index(best))
        if len(found.line) < 10 and (following := tree.moves(path)):
            best = max(following, key=lambda move: move.rank)
            assert best.low < 1
            assert best.visits < max(8, found.move.visits // 40)
        lengths.add(len(found.line))
    assert max(lengths) > 1


def test_playouts_have_bounds_and_usual_values():
    usual = Playouts()
    assert (usual.count, usual.exploration, usual.heavy, usual.proofs) == (1, 1.4, False, True)
    assert Playouts(1000, 100.0).count == 1000
    assert Playouts(1, 0).exploration == 0
    for count, exploration in ((0, 1), (1001, 1), (1, -0.1), (1, 100.1), (1, math.nan)):
        with pytest.raises(ValueError, match=r"playouts must be|exploration must be"):
            Playouts(count, exploration)


# --- mirrors of the reverse game ----------------------------------------------------------------


def positions(rules, most):
    """Yield unfinished positions of a game, with the side to move, up to so many marks."""
    seen, left = set(), [(Board.empty(rules), PLAYERX)]
    while left:
        board, player = left.pop()
        if str(board) in seen or board.check_win() is not None:
            continue
        seen.add(str(board))
        yield board, player
        if rules.size**2 - len(board.get_empty_squares()) < most:
            for square in board.get_empty_squares():
                then = board.clone()
                then.move(*square, player)
                left.append((then, PLAYERX + PLAYERO - player))


@pytest.mark.parametrize("rules", [Rules(3, 3, True), Rules(4, 4, True)], ids=str)
def test_a_mirrored_move_answers_the_one_mark_that_has_no_answer(rules):
    last, mirrored = rules.size**2 - 1, 0
    for board, player in positions(rules, 5 if rules.size == 3 else 1):
        position = Position.of(board, player)
        move, other = mirrored_move(position), PLAYERX + PLAYERO - player
        marks = position.marks
        middle = last / 2
        alone = [
            at for at, mark in enumerate(marks)
            if mark != 1 and at != middle and marks[last - at] == 1
        ]  # fmt: skip
        clash = any(mark != 1 and mark == marks[last - at] and at != middle
                    for at, mark in enumerate(marks))  # fmt: skip
        if move is None:
            continue
        if len(marks) - marks.count(1) == 0:
            assert move == middle
            continue
        assert (alone, clash, marks[alone[0]]) == ([last - move], False, other)
        if rules.size == 3:
            assert solve(board, player).values[divmod(move, rules.size)] >= 0
        mirrored += 1
    assert mirrored > 5


def test_who_mirrors_is_answered_by_opposite_squares():
    for rows, attacker, known in (
        ("X.../..../..../...O", PLAYERX, True), ("X.../..../..../...X", PLAYERX, False),
        ("X.../..../..../...O", PLAYERO, False), ("..../..../..../....", PLAYERX, True),
    ):  # fmt: skip
        found = answers(Position.of(parse_board(rows, True), PLAYERX), attacker)
        assert (found is not None) == known, rows
        if found is not None:
            free = [at for at in range(16) if rows.replace("/", "")[at] == "."]
            assert found == {at: 15 - at for at in free}
