"""The ladder of levels: each beats the one below it, and answers in time to be played with."""

import pytest

from engine import PLAYERO, PLAYERX, Board, Rules, parse_board
from engine.native import kernel
from engine.players import level
from engine.players.level import LADDER
from engine.search import solver as solving
from engine.search import without_c
from engine.specs import PlayerSpec
from tests.engine.matches import BOARDS, match, neighbours


@pytest.mark.parametrize(("strong", "weak"), [("level:expert", "level:beginner")])
@pytest.mark.parametrize("rules", [Rules(3, 3), Rules(7, 5)], ids=str)
def test_far_levels_are_far_apart(strong, weak, rules):
    found = match(strong, weak, rules, 40)
    assert found.low > 0.5


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_neighbouring_levels_are_apart(rules):
    for strong, weak, games in neighbours(rules):
        found = match(strong, weak, rules, games)
        assert found.low > 0.5, (strong, weak, found)


@pytest.mark.parametrize("text", LADDER)
@pytest.mark.parametrize("size", [3, 10, 25])
def test_every_level_plays_on_every_board(text, size):
    board = Board(size, win_length=min(size, 5))
    square = PlayerSpec.parse(text).make().choose(board, PLAYERX, seed=1).square
    assert square in board.get_empty_squares()


def test_a_careful_person_can_beat_all_levels_but_the_best():
    for text in LADDER[:-1]:
        assert match("perfect", text, Rules(3, 3), 200).won > 0, text
    assert match("perfect", LADDER[-1], Rules(3, 3), 20).tied == 20


def test_a_stop_ends_one_move_only():
    master = PlayerSpec.parse(LADDER[-1]).make()
    open_board, solved = Board(10, win_length=5), parse_board("XO./.X./..O")

    def simulations():
        return master.choose(open_board, PLAYERX, seed=1).analysis.count

    master.stop()
    stopped = simulations()
    master.stop()
    master.choose(solved, PLAYERX)
    assert simulations() > 10 * stopped


@pytest.fixture(params=[kernel, without_c])
def solvers(request, monkeypatch):
    """Return the list of the solvers that are made from now on."""
    made = []

    class Noted(request.param.new_solver):
        def __init__(self, position):
            super().__init__(position)
            made.append(self)

    kept = type("Kept", (), {"new_solver": Noted, "SPEED": request.param.SPEED})
    for module in (solving, level):
        monkeypatch.setattr(module, "searcher", lambda: kept)
    return made


def test_how_long_master_tries_to_solve_is_a_matter_of_positions(solvers):
    board = Board(7, win_length=5)
    board.move(3, 3, PLAYERX)
    PlayerSpec.parse("level:master").make().choose(board, PLAYERO, seed=1)
    most = 250_000 * level.searcher().SPEED
    assert [most <= solver.nodes < most + 1000 for solver in solvers] == [True]


def test_a_win_that_is_seen_at_once_is_played_at_once(solvers):
    board = parse_board("......./.X.X.../......./..XO.../...O.../......./.......", line=4)
    decision = PlayerSpec.parse("level:master").make().choose(board, PLAYERX, seed=1)
    assert decision.analysis.outcome == 1
    assert decision.analysis.proven(decision.square) == 1
    assert solvers == []
