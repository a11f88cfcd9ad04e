"""Gomoku's rules, standard and Caro: what wins, what does not, and who plays by them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from engine import PLAYERO, PLAYERX, Board, Game, parse_board, switch_player
from engine.beginning import legal
from engine.board import DRAW, EMPTY, Position
from engine.coach.judge import Judge
from engine.coach.threats import Threats
from engine.compat.poc_ttt_provided import TTTBoard
from engine.errors import Problem
from engine.formats.plain import read_plain, write_moves, write_position
from engine.formats.psq import write_psq
from engine.formats.sgf import read_sgf, write_record_as_sgf
from engine.native import kernel
from engine.record import Record
from engine.rules import Rule, Rules
from engine.search import kernel_numpy
from engine.search.exact import can_be_solved, exact_tally, perfect_values
from engine.search.force import forced_win
from engine.search.limit import Limit
from engine.search.playouts import Playouts
from engine.search.sampling import Sampler
from engine.search.tree import TreeSearch
from engine.search.windows import completing
from engine.specs import PlayerSpec
from engine.tournament import Plan, Tournament
from engine.tournament.openings import Openings
from tests.engine.oracles.playout_tree import PlainPlayoutTree
from tests.engine.without_kernel import without_kernel

GOMOKU = pytest.mark.parametrize("rule", [Rule.EXACT, Rule.CARO, Rule.RENJU])
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


def row(text: str, size: int = 9, rule: Rule = Rule.EXACT) -> Board:
    """Return a board with one row of marks in its middle."""
    empty, middle = "." * size, size // 2
    rows = [empty] * middle + [text.ljust(size, ".")] + [empty] * (size - middle - 1)
    return parse_board("/".join(rows), rule, 5)


def wins(board: Board, mark: int) -> bool:
    """Whether a side has a line, found by walking along each whole row of its marks."""
    side, other = range(board.size), switch_player(mark)
    for at in ((r, c) for r in side for c in side):
        for down, right in WAYS:
            before = at[0] - down, at[1] - right
            inside = before[0] in side and before[1] in side
            if inside and board.square(*before) == mark:
                continue
            length, (r, c) = 0, at
            while r in side and c in side and board.square(r, c) == mark:
                length, r, c = length + 1, r + down, c + right
            behind = r in side and c in side and board.square(r, c) == other
            closed = behind and inside and board.square(*before) == other
            if board.rules.rule == Rule.EXACT and length == 5:
                return True
            if board.rules.rule == Rule.RENJU and (length == 5 or (length > 5 and mark == PLAYERO)):
                return True
            if board.rules.rule == Rule.CARO and (length > 5 or (length == 5 and not closed)):
                return True
    return False


def crowded(size: int, share: float, chance: random.Random, rule: Rule) -> Board:
    """Return a board of random marks, most of them one side's."""
    marks = [
        [
            chance.choice((PLAYERX, PLAYERX, PLAYERX, PLAYERO))
            if chance.random() < share
            else EMPTY
            for _ in range(size)
        ]
        for _ in range(size)
    ]
    return Board(size, rule, marks, 5)


def open_position(size: int, marks: int, chance: random.Random, rule: Rule) -> Board:
    """Return a position of a game that goes on, its marks near each other."""
    while True:
        board, player = Board(size, rule, win_length=5), PLAYERX
        while board.check_win() is None and size**2 - len(board.get_empty_squares()) < marks:
            square = chance.choice(board.get_empty_squares())
            board.move(*square, player)
            player = switch_player(player)
        if board.check_win() is None:
            return board


# --- the board ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "exact", "caro"),
    [
        ("XXXXX", True, True),
        ("XXXXXX", False, True),
        (".XXXXXX.", False, True),
        ("OXXXXX", True, True),
        (".OXXXXXO", True, False),
        ("OXXXXXO", True, False),
        ("XXXXXO", True, True),  # the edge closes nothing
        ("OXXXXXXO", False, True),
        ("....XXXXX", True, True),
    ],
)
def test_what_stands_at_the_ends_decides(text: str, exact: bool, caro: bool) -> None:
    assert row(text).check_win() == (PLAYERX if exact else None)
    assert row(text, rule=Rule.CARO).check_win() == (PLAYERX if caro else None)
    assert row(text, rule=Rule.NORMAL).check_win() == PLAYERX


def test_five_one_way_win_beside_six_another_way() -> None:
    board = row("XXXXXX")
    for down in range(1, 5):
        board.move(4 - down, 2, PLAYERX)
    assert board.check_win() == PLAYERX
    assert board.winning_line() == tuple((4 - down, 2) for down in range(4, -1, -1))


@GOMOKU
def test_check_win_is_what_walking_along_each_row_finds(rule: Rule) -> None:
    chance, won = random.Random(1), 0
    for size in (6, 7, 9, 12):
        for _ in range(60):
            board = crowded(size, chance.choice((0.3, 0.6, 1.0)), chance, rule)
            sides = {mark for mark in (PLAYERX, PLAYERO) if wins(board, mark)}
            result = board.check_win()
            won += bool(sides)
            if sides:
                assert result in sides
            else:
                full = not board.get_empty_squares()
                assert result == (DRAW if full else None)
            assert board.clone().check_win() == result
    assert won > 50


def test_only_five_on_larger_boards_have_these_rules() -> None:
    for size, line in ((5, 5), (7, 4), (9, 6), (3, 3)):
        for rule in (Rule.EXACT, Rule.CARO):
            with pytest.raises(ValueError, match="lines of 5, on boards from 6x6 on"):
                Rules(size, line, rule)


# --- files ----------------------------------------------------------------------------


def game() -> Game:
    """Return a game in which X made six in a row, and later five, which won."""
    names = [(0, c) for c in (0, 1, 2, 4, 5)] + [(0, 3)]
    other = [(8, c) for c in (0, 2, 4, 6, 7, 5)]
    more = [(2, c) for c in range(5)]
    rest = [(6, c) for c in (0, 2, 4, 6)]
    moves = [square for pair in zip(names, other, strict=True) for square in pair]
    later = [square for pair in zip(more, [*rest, None], strict=True) for square in pair if square]
    return Game.of(Rules(9, 5, Rule.EXACT), [*moves, *later])


def test_a_game_goes_on_after_six_and_is_kept_whole_in_files() -> None:
    played = game()
    assert len(played.moves) == 21
    assert played.result is not None
    assert played.result.winner == PLAYERX
    again = Game.from_json(played.to_json())
    assert again.rules == played.rules
    assert again.moves == played.moves
    record = Record(played)
    assert read_sgf(write_record_as_sgf(record)).game.has_moves_of(played)
    assert read_plain(write_moves(record)).game.has_moves_of(played)
    before = played.anew(played.moves[:-1])
    told = read_plain(write_position(Record(before))).game
    assert told.rules == played.rules
    with pytest.raises(Problem, match="five or more in a row only"):
        write_psq(record)


def test_a_saved_rule_that_is_none_is_refused() -> None:
    text = game().to_json()
    with pytest.raises(ValueError, match="normal or reverse or exact or caro or renju"):
        Game.from_json(text.replace('"exact"', '"pente"'))


# --- random games ---------------------------------------------------------------------


@GOMOKU
@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("positions", [1, pytest.param(4, marks=pytest.mark.nightly)])
def test_games_in_c_are_those_in_plain_python(heavy: bool, rule: Rule, positions: int) -> None:
    chance = random.Random(3)
    for size, marks in ((6, 12), (7, 0), (8, 30), (9, 5)):
        for _ in range(positions):
            position = Position.of(open_position(size, marks, chance, rule), chance.choice((2, 3)))
            native = kernel.play(position, 5, 0, 150, heavy)
            assert native == kernel_numpy.play(position, 5, 0, 150, heavy)


@GOMOKU
@pytest.mark.parametrize("trials", [100, pytest.param(4000, marks=pytest.mark.nightly)])
def test_random_games_end_as_the_board_says(rule: Rule, trials: int) -> None:
    """The shares are those of games that the board itself ends."""
    marks = "XOXO.O/OXOXO./......"  # few squares are left: lines hardly stand elsewhere
    rows = [*marks.split("/"), "XXXX.X", "OXOXOO", "XOXOXX"]
    board = parse_board("/".join(rows), rule, 5)
    ended = random.Random(2)
    won = {PLAYERX: 0, PLAYERO: 0, DRAW: 0}
    for _ in range(trials):
        left, player = board.clone(), PLAYERX
        while left.check_win() is None:
            left.move(*ended.choice(left.moves_for(player)), player)
            player = switch_player(player)
        won[left.check_win() or DRAW] += 1
    tally = Sampler(board, PLAYERX, 7).draw(0, trials)
    for wins, mark in ((tally.x_wins, PLAYERX), (tally.o_wins, PLAYERO)):
        assert abs(wins - won[mark]) < 4 * (trials / 2) ** 0.5
    assert tally.x_wins > 0


@GOMOKU
def test_the_exact_tally_is_that_of_all_orders(rule: Rule) -> None:
    chance = random.Random(5)
    if rule == Rule.RENJU:
        with pytest.raises(ValueError, match="Renju are not counted out"):
            exact_tally(open_position(6, 30, chance, rule), PLAYERX)
        return
    for _ in range(3):
        board = open_position(6, 30, chance, rule)
        tally = exact_tally(board, PLAYERX)
        won = {PLAYERX: 0, PLAYERO: 0}
        for order in permutations(board.get_empty_squares()):
            left, player = board.clone(), PLAYERX
            for square in order:
                left.move(*square, player)
                player = switch_player(player)
                if (winner := left.check_win()) in won:
                    won[winner] += 1
                    break
        assert (tally.x_wins, tally.o_wins) == (won[PLAYERX], won[PLAYERO])


# --- searches -------------------------------------------------------------------------


@GOMOKU
def test_the_solver_leaves_these_rules_alone_and_says_so(rule: Rule) -> None:
    board = open_position(6, 20, random.Random(1), rule)
    assert not can_be_solved(board)
    with pytest.raises(ValueError, match="a line's ends matter are not solved"):
        perfect_values(board, PLAYERX)


@pytest.mark.parametrize("player", [PLAYERX, PLAYERO])
def test_a_tree_neither_completes_six_nor_blocks_them(player: int) -> None:
    """X threatens six in a row, which is nothing, and O has an open three of its own."""
    board = row("XXXX.X..", 9)
    for c in (3, 4, 5):
        board.move(7, c, PLAYERO)
    found = TreeSearch(board, player, Limit(2000), seed=1).result()
    assert (4, 4) not in found.best
    if player == PLAYERO:
        assert found.outcome == 1


def test_six_on_the_board_are_no_line_for_a_tree_either() -> None:
    board = row("XXXXXX.", 9)
    for c in (0, 1, 2, 4, 6, 8):
        board.move(6, c, PLAYERO)
    found = TreeSearch(board, PLAYERX, Limit(300), seed=1).result()
    assert (found.outcome, found.best) == (None, [(6, 3)])


@GOMOKU
def test_a_tree_finds_the_moves_that_stop_lines(rule: Rule) -> None:
    """In Caro those are not only the squares that complete one, and one move may stop two."""
    chance, lost, beside = random.Random(21), 0, 0
    for _ in range(200):
        board = crowded(8, 0.4, chance, rule)
        threatened = completing(board, PLAYERX)
        if board.check_win() is not None or not threatened or completing(board, PLAYERO):
            continue
        saving = []
        for square in board.get_empty_squares():
            after = board.clone()
            after.move(*square, PLAYERO)
            if not completing(after, PLAYERX):
                saving.append(square)
        found = TreeSearch(board, PLAYERO, Limit(200), seed=0).result()
        beside += bool({*saving} - {*threatened})
        if saving:
            assert {move.square for move in found.moves} <= {*saving}
        else:
            assert found.outcome == -1
            lost += 1
    assert lost > 5
    assert (beside > 1) == (rule == Rule.CARO)


@GOMOKU
def test_a_win_by_threats_is_a_win_whatever_is_answered(rule: Rule) -> None:
    chance, checked = random.Random(9), 0
    while checked < 4:
        board = open_position(9, 26, chance, rule)
        moves = forced_win(board, PLAYERX, 2000)
        if moves is None or len(moves) < 3:
            continue
        checked += 1
        begun = board.clone()
        begun.move(*moves[0], PLAYERX)
        for answer in begun.get_empty_squares():
            reply = begun.clone()
            reply.move(*answer, PLAYERO)
            assert reply.check_win() is None
            assert forced_win(reply, PLAYERX, 100_000) is not None, (board, moves, answer)


@GOMOKU
def test_squares_that_complete_a_line_are_those_that_do(rule: Rule) -> None:
    chance = random.Random(11)
    for _ in range(50):
        board = crowded(8, 0.5, chance, rule)
        if board.check_win() is not None:
            continue
        threats = Threats.of(board)
        for side in (PLAYERX, PLAYERO):
            found = []
            for square in board.get_empty_squares():
                after = board.clone()
                after.move(*square, side)
                if after.check_win() == side:
                    found.append(square)
            assert completing(board, side) == found
            assert [divmod(at, 8) for at in threats.ends(side)] == found


@GOMOKU
def test_threats_follow_moves_and_take_them_back(rule: Rule) -> None:
    chance = random.Random(13)
    board = open_position(8, 20, chance, rule)
    threats, made = Threats.of(board), []
    before = {side: threats.ends(side) for side in (PLAYERX, PLAYERO)}
    for _ in range(25):
        square, side = chance.choice(threats.empty), chance.choice((PLAYERX, PLAYERO))
        threats.make(square, side)
        made.append(square)
        fresh = Threats(board.rules, bytes(threats.marks))
        assert all(threats.ends(each) == fresh.ends(each) for each in (PLAYERX, PLAYERO))
    for square in reversed(made):
        threats.undo(square)
    assert before == {side: threats.ends(side) for side in (PLAYERX, PLAYERO)}


@GOMOKU
def test_a_playout_tree_in_c_is_the_one_in_plain_python(rule: Rule) -> None:
    chance = random.Random(4)
    for heavy in (False, True):
        for size, marks in ((6, 14), (7, 20)):
            position = Position.of(open_position(size, marks, chance, rule), PLAYERX)
            args = (position, 3, (), Playouts(1, 1.4, heavy))
            native, plain = kernel.NativePlayoutTree(*args), PlainPlayoutTree(*args)
            assert native.grow(300) == plain.grow(300)
            assert native.children(()) == plain.children(())


def test_without_the_kernel_no_tree_grows_where_it_would_play_games() -> None:
    with without_kernel(), pytest.raises(ValueError, match="this needs the native kernel"):
        TreeSearch(row("XXXX", 6), PLAYERO, Limit(60), seed=1)


# --- the coach --------------------------------------------------------------------------


def nearly_full(text: str, rule: Rule) -> Board:
    """Return a 7x7 board with few empty squares and no line, whose middle row is given."""
    rows = ["XXOOXXO", "OOXXOOX", "XXOOXXO", text, "OOXXOOX", "XXOOX..", "OOXXO.."]
    return parse_board("/".join(rows), rule, 5)


@pytest.mark.parametrize(
    ("text", "rule", "wins"),
    [
        ("XXX.XX.", Rule.EXACT, False),
        ("XXX.XX.", Rule.NORMAL, True),
        ("OXXXX.O", Rule.CARO, False),
        ("OXXXX.O", Rule.NORMAL, True),
        (".XXXX.O", Rule.CARO, True),
    ],
)
def test_a_judge_knows_what_ends_a_game(text: str, rule: Rule, wins: bool) -> None:
    board = nearly_full(text, rule)
    judged = Judge(board.rules).judge(board, PLAYERX)
    hole = 3, text.index(".")
    assert (judged.proven == 1 and hole in judged.best) == wins


@pytest.mark.parametrize(("text", "rule"), [("XXXXXX.", Rule.EXACT), ("OXXXXXO", Rule.CARO)])
def test_a_judge_goes_on_where_a_row_stands_that_is_no_line(text: str, rule: Rule) -> None:
    board = nearly_full(text, rule)
    assert board.check_win() is None
    assert Judge(board.rules).judge(board, PLAYERO).proven == 0


def caro(text: str) -> Threats:
    """Return the threats of a row on 9x9 in Caro."""
    return Threats.of(row(text, rule=Rule.CARO))


def test_in_caro_one_answer_may_close_two_ends() -> None:
    threats, five = caro("O.XXXX..."), 4 * 9
    assert threats.ends(PLAYERX) == [five + 1, five + 6]
    assert threats.answers(PLAYERX) == [five + 6]
    assert not threats.forks(PLAYERX)
    assert caro("..XXXX...").forks(PLAYERX)
    assert caro("OXXXX....").answers(PLAYERX) == [five + 5, five + 6]
    assert caro("O.XXX....").chain(PLAYERX, 1, 100) is None
    assert caro("..XXX....").chain(PLAYERX, 1, 100) is not None


@GOMOKU
def test_answers_and_chains_are_what_trying_each_move_finds(rule: Rule) -> None:
    chance, forks, found = random.Random(17), 0, 0
    for _ in range(100):
        board = crowded(7, 0.35, chance, rule)
        if board.check_win() is not None:
            continue
        threats = Threats.of(board)
        tried = []
        for square in board.get_empty_squares():
            after = board.clone()
            after.move(*square, PLAYERO)
            if not completing(after, PLAYERX):
                tried.append(square[0] * 7 + square[1])
        if completing(board, PLAYERX):
            assert threats.answers(PLAYERX) == tried
            forks += threats.forks(PLAYERX)
        chain = threats.chain(PLAYERX, 2, 300)
        if chain is not None:
            found += 1
            assert forced_win(board, PLAYERX, 5000) is not None
    assert forks > 2
    assert found > 2


# --- what is kept -----------------------------------------------------------------------


@GOMOKU
def test_tournaments_and_openings_keep_the_rule(rule: Rule) -> None:
    rules = Rules(9, 5, rule)
    openings = Openings(rules, ((40, 41, 39),))
    made = Plan(("random", "mc:trials=2"), 4, 9, 5, rule).tournament(1)
    begun = replace(made, pairings=(replace(made.pairings[0], openings=openings),))
    for tournament in (made, begun):
        again = Tournament.from_json(json.loads(json.dumps(tournament.to_json())))
        assert again == tournament
        assert again.pairings[0].rules == rules
    swept = Plan(("random",), 4, 9, 5, rule, varied="reverse", values=("no", "yes")).tournament(1)
    assert [each.rules.rule for each in swept.pairings] == [rule, Rule.REVERSE]


@GOMOKU
def test_a_game_from_a_position_keeps_rule_and_beginning(rule: Rule) -> None:
    board = row("XXX......", rule=rule)
    for col in range(3):
        board.move(0, 2 * col, PLAYERO)
    played = Game(board.rules, legal(board, PLAYERX))
    played.play((4, 3))
    again = Game.from_json(played.to_json())
    assert again.has_moves_of(played)
    assert again.start == played.start


@GOMOKU
def test_a_course_file_is_told_the_rule(rule: Rule, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "def mc_move(board, player, trials):\n"
        "    for square in board.get_empty_squares():\n"
        "        copy = board.clone()\n"
        "        copy.move(square[0], square[1], player)\n"
        "        if copy.check_win() == player:\n"
        "            return square\n"
        "    return (0, 0)\n"
    )
    player = PlayerSpec.parse(f"file:trials=1:{path}").make()
    try:
        wins = row("XXXX.X...", rule=rule), row("OXXXX.O..", rule=rule)
        found = [player.choose(board, PLAYERX, 1).square for board in wins]
    finally:
        player.close()
    assert found == ([(4, 4), (0, 0)] if rule == Rule.CARO else [(0, 0), (4, 5)])


def test_what_is_true_is_the_reverse_game_as_ever() -> None:
    for value, rule in (
        (None, Rule.NORMAL),
        ([], Rule.NORMAL),
        ("yes", Rule.REVERSE),
        (2, Rule.REVERSE),
    ):
        assert Board(3, value).rules.rule == rule  # type: ignore[arg-type]
        assert TTTBoard(3, value).rules.rule == rule  # type: ignore[arg-type]
