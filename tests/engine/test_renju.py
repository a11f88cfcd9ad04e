"""Renju: X's fouls, and a game in which they lose."""

from __future__ import annotations

import random

import pytest

from engine import EMPTY, PLAYERO, PLAYERX, Board, Game, Termination, _kernel, switch_player
from engine.beginning import legal
from engine.board import Position
from engine.coach.judge import Judge
from engine.coach.reasons import Cause, Slip, reason_of
from engine.coach.review import assess
from engine.coach.sentences import sentences_about
from engine.coach.threats import Threats
from engine.coach.words import result_told, said_of
from engine.course import mc_move, mc_trial
from engine.notation import parse_board
from engine.renju import Foul
from engine.rules import Rule, Rules
from engine.search.force import forced_win
from engine.search.limit import Limit
from engine.search.proofs import Proof, safe_moves
from engine.search.random_games import play_games
from engine.search.tree import TreeSearch
from engine.specs import PlayerSpec
from tests.engine import renju_judge


def board_of(text: str, size: int = 15) -> Board:
    """Return a board with rows of a text in its upper left corner."""
    rows = [[".XO".index(cell) + EMPTY for cell in line.ljust(size, ".")] for line in text.split()]
    rows += [[EMPTY] * size for _ in range(size - len(rows))]
    return Board(size, Rule.RENJU, rows, 5)


def crowded(size: int, chance: random.Random) -> Board:
    """Return a board crowded with marks, more of them X's, and with whatever lines they make."""
    share = chance.uniform(0.05, 0.4)
    rows = [
        [chance.choice((2, 2, 3)) if chance.random() < share else EMPTY for _ in range(size)]
        for _ in range(size)
    ]
    return Board(size, Rule.RENJU, rows, 5)


def judged(board: Board) -> dict[tuple[int, int], str]:
    """Return the fouls that the other judge finds."""
    size, marks = board.size, [mark for row in board.rows for mark in row]
    own, free = (sum(1 << i for i, mark in enumerate(marks) if mark == wanted)
                 for wanted in (PLAYERX, EMPTY))  # fmt: skip
    found = ((i, renju_judge.foul(size, own, free, i)) for i in range(len(marks)) if free >> i & 1)
    return {divmod(i, size): foul for i, foul in found if foul}


def in_words(board: Board) -> dict[tuple[int, int], str]:
    return {square: foul.value for square, foul in board.fouls().items()}


@pytest.mark.parametrize("size", [6, 9, 15])
def test_fouls_are_those_that_another_judge_finds(size: int) -> None:
    chance = random.Random(size)
    seen = set()
    for _ in range(500 // size):
        board = crowded(size, chance)
        fouls = in_words(board)
        assert fouls == judged(board), board
        seen |= {*fouls.values()}
    assert seen == {each.value for each in Foul} or size == 6


@pytest.mark.parametrize(
    "positions",
    [800, pytest.param(1_000_000, marks=[pytest.mark.nightly, pytest.mark.timeout(0)])],
)
def test_c_finds_the_same_fouls(positions: int) -> None:
    kinds = ["", *(each.value for each in Foul)]
    chance = random.Random(3)
    for number in range(positions):
        board = crowded(15 if number % 40 == 0 else 9, chance)
        marks = bytes(mark for row in board.rows for mark in row)
        found = enumerate(_kernel.fouls(marks, board.size))
        assert {divmod(i, board.size): kinds[kind] for i, kind in found if kind} == judged(board)


@pytest.mark.parametrize(
    ("text", "square", "foul"),
    [
        ("....X ....X ..XX.", (2, 4), None),  # the column's three is at the edge
        (". ....X ....X ..XX.", (3, 4), Foul.DOUBLE_THREE),
        (". ....X ....X O.XX.", (3, 4), Foul.DOUBLE_THREE),
        (". ....X ....X OXXX.", (3, 4), None),  # a four and a three
        ("X ....X ....X OXXX. ......... ....X", (3, 4), Foul.DOUBLE_FOUR),
        (". X.X.X.X", (1, 3), Foul.DOUBLE_FOUR),  # two of one line
        (". XXX.XX", (1, 3), Foul.OVERLINE),
        ("...X ...X XXX.XX ...X ...X", (2, 3), None),  # five down the column
        (". .OXX..X", (1, 4), None),
    ],
)
def test_fouls_by_hand(text: str, square: tuple[int, int], foul: Foul | None) -> None:
    board = board_of(text)
    assert board.foul_at(square) is foul
    assert in_words(board) == judged(board)


# --- games ------------------------------------------------------------------------------------


MOVES = (7, 9), (0, 0), (7, 10), (0, 14), (6, 7), (14, 0), (5, 7), (14, 14)
"""X stands so that (7, 7) makes two open threes."""

RENJU = Rules(15, 5, Rule.RENJU)


def test_a_foul_loses_and_is_kept_in_files() -> None:
    game = Game.of(RENJU, [*MOVES, (7, 7)])
    result = game.result
    assert result is not None
    assert (result.winner, result.reason) == (PLAYERO, Termination.FOUL)
    assert (result.line, result.foul, result.line_loses) == (((7, 7),), Foul.DOUBLE_THREE, True)
    again = Game.from_json(game.to_json())
    assert (again.rules, again.moves, again.result) == (RENJU, game.moves, result)
    game.undo()
    assert game.result is None
    assert game.board.foul is None
    game.play((0, 7))
    game.play((7, 7))
    assert game.result is None, "O knows no fouls"


def test_five_at_once_with_a_foul_wins() -> None:
    board = board_of("...X ...X XXX.XX ...X ...X")
    board.move(2, 3, PLAYERX)
    assert (board.check_win(), board.foul) == (PLAYERX, None)
    board = board_of("...O ...O OOO.OO ...O")
    board.move(2, 3, PLAYERO)
    assert board.check_win() == PLAYERO, "six win for O"


def test_moves_leave_fouls_out_for_x_alone() -> None:
    board = Game.of(RENJU, MOVES).board
    assert set(board.get_empty_squares()) - set(board.moves_for(PLAYERX)) == {(7, 7)}
    assert board.moves_for(PLAYERO) == board.get_empty_squares()


# --- machines ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["random", "mc:trials=30", "uct:simulations=60", "tree:simulations=60"]
)
def test_no_machine_commits_a_foul(text: str) -> None:
    chance = random.Random(4)
    for number in range(3):
        players = PlayerSpec.parse(text).make(), PlayerSpec.parse("random").make()
        game = Game(Rules(9, 5, Rule.RENJU))
        while game.result is None:
            mover = players[(len(game.moves) + number) % 2]
            game.play(mover.choose(game.board, game.to_move, chance.getrandbits(60)).square)
        assert game.result.reason is not Termination.FOUL


def test_the_courses_own_machine_makes_no_foul_either() -> None:
    board = Game.of(RENJU, MOVES).board
    random.seed(1)
    for _ in range(5):
        played = board.clone()
        mc_trial(played, PLAYERX)
        assert played.foul is None
    crossed = board_of(". ...X ...X . .XX ....O .....O ......O .......O ........X")
    assert mc_move(crossed, PLAYERX, 3) != (4, 3)


def test_games_in_c_are_those_in_plain_python() -> None:
    chance, fouled = random.Random(5), 0
    for number in range(25):
        board = crowded(7, chance)
        player = chance.choice((PLAYERX, PLAYERO))
        if board.check_win() is not None:
            continue
        position = Position.of(board, player)
        fouled += bool(board.fouls())
        for heavy in (False, True):
            told = _kernel.play_games(position.marks, 7, 5, 4, player, heavy, number, 0, 8, 12)
            assert tuple(told) == play_games(position, heavy, number, 0, 8, 12)
    assert fouled > 0


@pytest.mark.parametrize("count", [12, pytest.param(150, marks=pytest.mark.nightly)])
def test_a_win_by_threats_is_one_whatever_is_answered(count: int) -> None:
    """X attacks without fouls, and O by them, too."""
    chance, checked, by_foul = random.Random(11), {PLAYERX: 0, PLAYERO: 0}, 0
    while min(checked.values()) < count:
        board = crowded(9, chance)
        player = PLAYERX if checked[PLAYERX] < count else PLAYERO
        moves = None if board.check_win() is not None else forced_win(board, player, 2000)
        if moves is None or len(moves) < 3:
            continue
        checked[player] += 1
        board.move(*moves[0], player)
        assert board.foul is None
        other = switch_player(player)
        for answer in board.get_empty_squares():
            after = board.clone()
            after.move(*answer, other)
            if after.foul is not None:
                by_foul += 1
                continue
            assert after.check_win() is None
            assert forced_win(after, player, 20_000) is not None, (board, answer)
    assert by_foul > 0


def test_a_tree_knows_that_x_cannot_answer_with_a_foul() -> None:
    """O threatens to complete five on D5, where X's mark would make two open threes."""
    text = ". ...X ...X . .XX ....O .....O ......O .......O ........X"
    for rule, outcome in ((Rule.RENJU, -1), (Rule.EXACT, 1)):
        board = Board(15, rule, board_of(text).rows, 5)
        found = TreeSearch(board, PLAYERX, Limit(600), seed=1).result()
        assert found.outcome == outcome
        assert (found.best == [(4, 3)]) == (rule == Rule.EXACT)


@pytest.mark.parametrize(
    "rows",
    [
        ".OXXXOO/XOXXOOO/OOOXXOX/XOX..X./XXOXOX./XOXXOOX/.XOOXOO",
        "XO.X.OX/OXOO.XX/OOOXX.O/XOOOXXX/XOXXX../OXXXOXO/XOOXOOO",
    ],
)
def test_no_pairs_keep_x_from_losing_by_a_foul(rows: str) -> None:
    board = parse_board(rows, Rule.RENJU, 5)
    safe = safe_moves(board, PLAYERX, 1000)
    assert safe is None or safe.proof is not Proof.PAIRED
    chosen = PlayerSpec.parse("level:master").make().choose(board, PLAYERX, 1).square
    assert board.foul_at(chosen) is None


def test_a_win_by_force_ends_where_a_foul_ends_the_game() -> None:
    rows = "..X......../......O.X../........X../........X../.X......O.O/.....X.O.O./...O......O/"
    rows += ".........../X.....XO.../......X..../..........."
    board = parse_board(rows, Rule.RENJU, 5)
    line = forced_win(board, PLAYERO)
    assert line is not None
    player = PLAYERO
    for square in line:
        assert board.check_win() is None
        board.move(*square, player)
        player = switch_player(player)
    assert board.check_win() == PLAYERO


def test_what_is_set_up_is_no_foul() -> None:
    board = Board.empty(RENJU)
    for number, square in enumerate((*MOVES, (7, 7))):
        board.set_up(*square, PLAYERO if number % 2 else PLAYERX)
    assert (board.foul, board.check_win()) == (None, None)
    assert legal(board, PLAYERO).player == PLAYERO
    board = Game.of(RENJU, MOVES).board
    board.move(7, 7, PLAYERX)
    board.move(0, 7, PLAYERO)
    assert board.check_win() == PLAYERO, "a foul ends a game for good"
    with pytest.raises(ValueError, match="X has made a foul"):
        legal(board, PLAYERX)


# --- the coach --------------------------------------------------------------------------------


def test_the_coach_says_that_a_foul_lost() -> None:
    game = Game.of(RENJU, [*MOVES, (7, 7)])
    last = assess(RENJU, game.moves, judge=Judge(RENJU, 300))
    assert last.reason is not None
    assert last.reason.cause is Cause.FOUL
    assert said_of(last).startswith("H8 is a foul (double three), and X loses by it.")
    assert str(result_told(game.result, 9)) == (
        "O won after 9 moves: X made a foul (double three)."
    )


def test_the_coach_tells_a_threat_that_only_a_foul_would_answer() -> None:
    """O has three in a row, and X could stop the four on D5 alone, which is a foul."""
    text = ". ...X ...X . .XX ....O .....O ......O . ........X"
    board = board_of(text)
    chain = Threats.of(board).chain(PLAYERO, 3, 400)
    assert chain is not None
    assert (chain.moves, chain.ends) == ((3 * 15 + 2,), (4 * 15 + 3,))
    slip = Slip(board, PLAYERO, (0, 10), 1, 0, True, False, ((3, 2),), (), over=False)
    reason = reason_of(slip)
    assert reason.cause is Cause.MISSED_FORK
    assert str(sentences_about(reason, slip, None)[0]) == (
        "C4 threatens a line on D5, where a mark of X is a foul: O would have won."
    )
