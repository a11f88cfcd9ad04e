"""Pairs, mirrors, and the players that cannot lose."""

import random

import pytest

from engine import PLAYERO, PLAYERX, Board, Game, Perfect, Player, Rules, parse_board, switch_player
from engine.board import EMPTY, Position
from engine.search.pairs import _Matching, has_pairs, paired, pairing_moves, pairs_against
from engine.search.proofs import SOLVED, Proof, proof_of, safe_moves
from engine.search.solver import solve
from engine.search.windows import windows_of
from engine.specs import PlayerSpec
from tests.engine.matches import played


def lost(rules, machine, opponent, games, seed=0):
    """Return how many games a player, or a text's, lost, taking turns to begin."""
    mine, other = (
        each if isinstance(each, Player) else PlayerSpec.parse(each).make()
        for each in (machine, opponent)
    )
    losses = 0
    for number in range(games):
        side = (PLAYERX, PLAYERO)[number % 2]
        winner = played(rules, {side: mine, switch_player(side): other}, seed + number)
        losses += winner == switch_player(side)
    return losses


def test_pairs_have_squares_of_their_own_in_every_line():
    for size in range(5, 26):
        windows = windows_of(size, size)
        pairs = paired(windows, [True] * size**2)
        assert all(pairs[partner] == square for square, partner in pairs.items())
        of_lines = [
            {frozenset((s, pairs[s])) for s in line if pairs.get(s) in line} for line in windows
        ]
        assert all(of_lines)
    lengths = {size: [line for line in range(3, size + 1) if has_pairs(Rules(size, line))]
               for size in (3, 4, 5, 10, 15, 20, 25)}  # fmt: skip
    assert lengths == {3: [], 4: [], 5: [5], 10: [9, 10], 15: [13, 14, 15],
                       20: [17, 18, 19, 20], 25: [21, 22, 23, 24, 25]}  # fmt: skip


def test_pairs_in_a_position_are_of_the_lines_that_are_left():
    board = parse_board("X.O../.X.../..O../...../.....")
    position = Position.of(board, PLAYERX)
    for attacker in (PLAYERX, PLAYERO):
        pairs = pairs_against(position, attacker)
        for window in windows_of(5, 5):
            marks = {position.marks[square] for square in window}
            if switch_player(attacker) not in marks:
                assert any(pairs.get(square) in window for square in window)


def test_moves_that_leave_pairs_are_those_that_trying_each_move_finds():
    chance, found = random.Random(3), {"none": 0, "some": 0, "all": 0}
    for _ in range(300):
        size = chance.choice((3, 4, 5, 5, 6, 7, 8))
        rules, share = Rules(size, chance.randint(2, size)), chance.choice((1, 3, 9))
        marks = bytes(chance.choices((EMPTY, PLAYERX, PLAYERO), (share, 1, 1), k=size**2))
        empty = [square for square, mark in enumerate(marks) if mark == EMPTY]
        after = {s: marks[:s] + bytes((PLAYERX,)) + marks[s + 1 :] for s in empty}
        wanted = [
            square
            for square in empty
            if pairs_against(Position(rules, PLAYERX, after[square]), PLAYERO) is not None
        ]
        assert pairing_moves(Position(rules, PLAYERX, marks), PLAYERO) == wanted
        found["none" if not wanted else "all" if wanted == empty else "some"] += 1
    assert min(found.values()) > 20, found


@pytest.mark.parametrize(
    ("rules", "share", "most"),
    [
        (Rules(25, 5), 1000, 0),
        (Rules(25, 20), 1000, 0),
        (Rules(10, 6), 4, 1),
        (Rules(25, 16), 30, 2),
    ],
    ids=str,
)
def test_where_no_pairs_can_be_little_is_done(rules, share, most, monkeypatch):
    """Counting lines and squares answers on most boards; else about one matching has to be made."""
    searched = []
    find = _Matching.find
    monkeypatch.setattr(_Matching, "find", lambda *call: searched.append(call) or find(*call))
    chance = random.Random(5)
    marks = bytes(chance.choices((EMPTY, PLAYERX, PLAYERO), (share, 1, 1), k=rules.size**2))
    pairing_moves(Position(rules, PLAYERX, marks), PLAYERO)
    assert len(searched) <= most * len(marks)


@pytest.mark.parametrize(
    ("rules", "x", "o"),
    [
        (Rules(3, 3), Proof.SOLVED, Proof.SOLVED),
        (Rules(3, 3, True), Proof.SOLVED, Proof.SOLVED),
        (Rules(4, 3), Proof.SOLVED, None),
        (Rules(4, 3, True), None, Proof.SOLVED),
        (Rules(5, 4), Proof.SOLVED, Proof.SOLVED),
        (Rules(10, 10), Proof.PAIRED, Proof.PAIRED),
        (Rules(10, 5), None, None),
        (Rules(15, 5), None, None),
        (Rules(6, 4, True), None, Proof.MIRRORED),
        (Rules(7, 7, True), Proof.MIRRORED, None),
        (Rules(7, 5, True), None, None),
        (Rules(8, 5, True), None, Proof.MIRRORED),
        (Rules(9, 9, True), Proof.MIRRORED, None),
    ],
    ids=str,
)
def test_where_a_machine_cannot_lose(rules, x, o):
    assert (proof_of(rules, PLAYERX), proof_of(rules, PLAYERO)) == (x, o)
    level = PlayerSpec.parse("level:master").kind
    titles = [level.level_title("Master", rules, side) for side in (PLAYERX, PLAYERO)]
    assert titles == ["Unbeatable" if proof else "Master" for proof in (x, o)]
    assert level.level_title("Hard", rules, PLAYERX) == "Hard"


def gives_nothing_away(rules, games, seed=0):
    """Play Perfect against random moves, and hold each move against what was there before."""
    chance, machine = random.Random(seed), Perfect()
    for number in range(games):
        game, side = Game(rules), (PLAYERX, PLAYERO)[number % 2]
        while game.result is None:
            if game.to_move != side:
                game.play(chance.choice(game.board.get_empty_squares()))
                continue
            before = safe_moves(game.board, side).solution.value
            game.play(machine.choose(game.board, side, chance.getrandbits(60)).square)
            if game.result is None:
                after = -solve(game.board, game.to_move).value
            else:
                after = {side: 1, None: 0}.get(game.result.winner, -1)
            assert after == before, game.moves


BOARDS = [Rules(3, 3), Rules(3, 3, True), Rules(4, 3), Rules(4, 3, True), Rules(4, 4),
          Rules(4, 4, True), Rules(5, 4)]  # fmt: skip


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_perfect_gives_no_value_away(rules):
    gives_nothing_away(rules, 6 if rules.size == 3 else 2)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_perfect_gives_no_value_away_in_many_games(rules):
    gives_nothing_away(rules, 2000, seed=1)


OPPONENTS = ["random", "mc:trials=25", "mc:trials=200", "mc:trials=5000", "level:novice",
             "level:beginner", "level:easy", "level:medium", "level:hard",
             "level:expert"]  # fmt: skip


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_unbeatable_is_not_beaten_on_3x3(opponent):
    assert lost(Rules(3, 3), "level:master", opponent, 60) == 0


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_unbeatable_is_not_beaten_on_3x3_in_many_games(opponent):
    assert lost(Rules(3, 3), "level:master", opponent, 100_000, seed=1000) == 0


@pytest.mark.parametrize("size", [5, 8, pytest.param(13, marks=pytest.mark.nightly)])
def test_pairs_are_not_beaten_by_a_tree(size):
    assert lost(Rules(size, size), "perfect", "tree:simulations=100", 4) == 0


@pytest.mark.nightly
@pytest.mark.timeout(14400)
@pytest.mark.parametrize("size", range(5, 26))
def test_pairs_are_not_beaten_by_a_tree_in_many_games(size):
    # Which of the safe moves it plays cannot matter: the opponent searches as much as it does.
    assert lost(Rules(size, size), Perfect(50), "tree:simulations=50", 1000) == 0


@pytest.mark.parametrize(
    ("size", "line"),
    [(4, 3), (5, 5), *(pytest.param(n, m, marks=pytest.mark.nightly) for n, m in ((6, 4), (7, 7)))],
)
def test_the_mirror_is_not_beaten(size, line):
    rules = Rules(size, line, True)
    side = PLAYERO if size % 2 == 0 else PLAYERX
    machine = PlayerSpec.parse("level:master").make()
    for text in ("random", "tree:simulations=200"):
        other = PlayerSpec.parse(text).make()
        for seed in range(3):
            players = {side: machine, switch_player(side): other}
            assert played(rules, players, seed) != switch_player(side)


def test_a_win_that_can_be_had_is_taken_where_pairs_would_only_tie():
    board = parse_board("XXXX./OOOO./...../...../.....")
    safe = safe_moves(board, PLAYERX)
    assert (safe.moves, safe.proof) == ([(0, 4)], Proof.SOLVED)


def test_an_only_safe_move_needs_no_search():
    told = []
    for rows, square in (("XX./OO./...", (0, 2)), ("X.X/O../..O", (0, 1))):
        board = parse_board(rows)
        assert Perfect().choose(board, PLAYERX, 1, told.append).square == square
    assert told == []
    Perfect().choose(Board(3), PLAYERX, 1, told.append)
    assert told


def test_where_nothing_is_proven():
    assert safe_moves(Board(10, win_length=5), PLAYERX) is None


def test_a_proven_tie_still_tries_to_win():
    rules, opponent = Rules(3, 3), PlayerSpec.parse("mc:trials=25").make()
    wins = {}
    for text in ("perfect", "tree:simulations=1000"):
        machine = PlayerSpec.parse(text).make()
        wins[text] = sum(
            played(rules, {PLAYERX: machine, PLAYERO: opponent}, seed) == PLAYERX
            for seed in range(60)
        )
    assert wins["perfect"] >= wins["tree:simulations=1000"] > 0


@pytest.mark.parametrize("rules", [each for each in SOLVED if each.size < 5], ids=str)
def test_small_empty_boards_are_worth_what_is_written(rules):
    assert solve(Board.empty(rules), PLAYERX).value == SOLVED[rules]
    assert (proof_of(rules, PLAYERX) is Proof.SOLVED) == (SOLVED[rules] >= 0)


def test_all_boards_up_to_4x4_are_solved_and_two_of_5x5():
    small = {
        Rules(size, line, reverse)
        for size in range(1, 5) for line in range(1, size + 1) for reverse in (False, True)
    }  # fmt: skip
    assert {*SOLVED} == small | {Rules(5, 3), Rules(5, 4)}
    assert (SOLVED[Rules(5, 3)], SOLVED[Rules(5, 4)]) == (1, 0), "solved at night"
