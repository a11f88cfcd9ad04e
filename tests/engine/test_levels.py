"""The ladder of levels: each beats the one below it, and they err as people do."""

import random
from contextlib import nullcontext
from itertools import pairwise

import pytest

from engine import PLAYERO, PLAYERX, Board, Game, Rules, parse_board, switch_player
from engine.cli.main import main
from engine.players.level import LADDER
from engine.search import solver as solving
from engine.search.windows import completing
from engine.specs import PlayerSpec
from tests.engine.matches import BOARDS, match, neighbours, step_is_sure
from tests.engine.sights import SIGHT_GAMES, sights
from tests.engine.without_kernel import without_kernel

MEDIUM, HARD = LADDER.index("level:medium"), LADDER.index("level:hard")


@pytest.mark.parametrize(("strong", "weak"), [("level:expert", "level:novice")])
@pytest.mark.parametrize("rules", [Rules(3, 3), Rules(7, 5)], ids=str)
def test_far_levels_are_far_apart(strong, weak, rules):
    found = match(strong, weak, rules, 40)
    assert found.low > 0.5


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_each_level_beats_the_one_below(rules):
    for strong, weak, games in neighbours(rules):
        found = match(strong, weak, rules, games)
        assert step_is_sure(rules, found.share, found.low), (strong, weak, found)


def sees(text, rules, games):
    """Return what a level sees in games against itself, each kind's share."""
    found = sights(text, text, rules, games)
    assert all(sight.asked > 5 for sight in found.values()), found
    return [sight.share for sight in found.values()]


@pytest.mark.parametrize(
    ("rules", "games"),
    [
        (Rules(3, 3), 100), (Rules(5, 4), 120), (Rules(10, 5), 24),
        *(pytest.param(*each, marks=pytest.mark.nightly) for each in SIGHT_GAMES.items()),
    ],
    ids=str,
)  # fmt: skip
def test_medium_errs_in_plans_and_not_in_sight(rules, games):
    wins, blocks, doubles = sees("level:medium", rules, games)
    assert wins == 1
    assert blocks >= 0.95
    assert doubles >= 0.75


@pytest.mark.parametrize(("rules", "games"), [(Rules(3, 3), 100), (Rules(5, 4), 80)], ids=str)
def test_the_levels_below_medium_overlook_more_the_lower_they_are(rules, games):
    shares = [sees(text, rules, games) for text in LADDER[: MEDIUM + 1]]
    for lower, higher in pairwise(shares):
        assert all(less < more for less, more in zip(lower[:2], higher[:2], strict=True)), shares
    assert max(shares[0][:2]) < 0.6, "a child misses wins and blocks"
    assert shares[-1][2] > shares[0][2] + 0.2


@pytest.mark.parametrize(
    ("rules", "games", "most"),
    [
        (Rules(3, 3), 200, 0.62), (Rules(5, 4), 100, 0.72),
        pytest.param(Rules(10, 5), 60, 0.8, marks=pytest.mark.nightly),
    ],
    ids=str,
)  # fmt: skip
def test_novice_is_little_better_than_random_moves(rules, games, most):
    assert 0.5 < match("level:novice", "random", rules, games).share <= most


def positions(rules, number):
    """Yield so many positions of random games where somebody lacks one mark of a line."""
    chance = random.Random(f"{rules}")
    while number:
        game, first = Game(rules), None
        while game.result is None:
            board, side = game.board, game.to_move
            if completing(board, PLAYERX) or completing(board, PLAYERO):
                yield board, side
                number -= 1
                if not number:
                    return
            empty = board.get_empty_squares()
            first = first or chance.choice(empty)
            near = [at for at in empty if max(abs(at[0] - first[0]), abs(at[1] - first[1])) < 4]
            game.play(chance.choice(near or empty))


@pytest.mark.parametrize("rules", [Rules(3, 3), Rules(5, 4), Rules(10, 5), Rules(15, 5)], ids=str)
def test_wins_are_seen_from_medium_up_and_blocks_from_hard_up(rules):
    wins = blocks = 0
    for number, (board, side) in enumerate(positions(rules, 60)):
        own, other = completing(board, side), completing(board, switch_player(side))
        for text in LADDER[MEDIUM if own else HARD : -1]:
            square = PlayerSpec.parse(text).make().choose(board, side, seed=number).square
            assert square in (own or other), (text, board)
        wins, blocks = wins + bool(own), blocks + (not own)
    assert min(wins, blocks) > 8


@pytest.mark.parametrize(
    "rules", [Rules(3, 3, True), Rules(5, 4, True), Rules(10, 5, True)], ids=str
)
def test_no_losing_line_is_completed_from_medium_up_while_there_is_another_move(rules):
    asked = 0
    for number, (board, side) in enumerate(positions(rules, 50)):
        losing = completing(board, side)
        if losing and len(losing) < len(board.get_empty_squares()):
            asked += 1
            for text in LADDER[MEDIUM:-1]:
                square = PlayerSpec.parse(text).make().choose(board, side, seed=number).square
                assert square not in losing, (text, board)
    assert asked > 10


@pytest.mark.parametrize("text", LADDER[: HARD + 1])
def test_low_levels_overlook_blocks_and_far_ones_more_often(text):
    def missed(last):
        board = Board(10, win_length=5)
        for square in ((1, 2), (1, 3), (1, 4), (1, 5), last):
            board.move(*square, PLAYERX)
        for square in ((1, 1), (5, 5), (8, 1), (6, 8)):
            board.move(*square, PLAYERO)
        board.last = last
        choose = PlayerSpec.parse(text).make().choose
        return sum(choose(board, PLAYERO, seed).square != (1, 6) for seed in range(100))

    near, far = missed((0, 6)), missed((8, 8))
    if text == LADDER[HARD]:
        assert near == far == 0
    else:
        assert near < far - (0 if text == LADDER[MEDIUM] else 10)


def test_medium_misses_more_than_hard_and_less_than_easy():
    board = parse_board("XX......./.O......./........./........./........./........./....O..../"
                        "X......../X........", line=3)  # fmt: skip
    board.last = 0, 1
    choose = [PlayerSpec.parse(text).make().choose for text in LADDER[: HARD + 1]]
    found = [sum(each(board, PLAYERO, i).square in {(0, 2), (6, 0)} for i in range(200))
             for each in choose]  # fmt: skip
    assert found == sorted(found)
    assert found[0] < found[1] < found[2] < found[3] <= found[4] == 200


@pytest.mark.parametrize(
    ("rows", "line", "missing"),
    [("XX./O../...", 3, (0, 2)), ("XXX../O..../..O../...../.....", 4, (0, 3)),
     ("XXXX....../O........./....O...../...O....../" + "/".join(["." * 10] * 6), 5, (0, 4))],
)  # fmt: skip
def test_each_level_notices_more_than_the_one_below_until_all_is_noticed(rows, line, missing):
    for text, side, sure in ((rows, PLAYERO, HARD), (rows, PLAYERX, MEDIUM)):
        board = parse_board(text, line=line)
        board.last = (missing[0], missing[1] - 1)
        choose = [PlayerSpec.parse(text).make().choose for text in LADDER[: sure + 1]]
        found = [sum(each(board, side, i).square == missing for i in range(200)) for each in choose]
        assert found[:-1] == sorted({*found[:-1]})
        assert found[-2] < 200
        assert found[-1] == 200


@pytest.mark.parametrize("text", LADDER[:-1])
@pytest.mark.parametrize("size", [3, 5, pytest.param(8, marks=pytest.mark.nightly)])
def test_a_seed_decides_with_the_native_kernel_and_without(text, size):
    board, choose = Board(size, win_length=min(size, 4)), PlayerSpec.parse(text).make().choose
    board.move(size // 2, size // 2, PLAYERX)
    seeds = range(1 if text == "level:expert" else 3)
    native = [choose(board, PLAYERO, seed) for seed in seeds]
    assert [choose(board, PLAYERO, seed).square for seed in seeds] == [
        each.square for each in native
    ]
    with without_kernel():
        for seed in seeds:
            plain = choose(board, PLAYERO, seed)
            assert plain.square == native[seed].square
            assert plain.analysis.moves == native[seed].analysis.moves


def test_a_number_names_a_level():
    assert [str(PlayerSpec.parse(f"level:{number}")) for number in range(1, 8)] == list(LADDER)
    assert str(PlayerSpec.parse("level:rank=1")) == "level:novice"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("level:8", "the level must be a whole number from 1 to 7, not 8"),
     ("level:0", "the level must be a whole number from 1 to 7, not 0"),
     ("level:2.5", "the level must be a whole number, not '2.5'"),
     ("level:--3", "the level must be a number, not '--3'"),
     ("mc:3", "mc has no setting '3'")],
)  # fmt: skip
def test_a_number_that_names_none_is_said(text, sentence):
    with pytest.raises(ValueError, match="^" + sentence):
        PlayerSpec.parse(text)


def test_the_console_takes_a_levels_number(capsys):
    assert main(["play", "--x", "level:1", "--o", "level:7", "--seed", "1"]) == 0
    assert "O wins" in capsys.readouterr().out
    assert main(["play", "--x", "level:9"]) == 2
    assert "the level must be a whole number from 1 to 7, not 9" in capsys.readouterr().err


@pytest.mark.parametrize("text", LADDER)
def test_a_game_that_is_over_has_no_move(text):
    for board in (parse_board("XXX/OO./..."), parse_board("XOX/XOO/OXX")):
        with pytest.raises(ValueError, match="the game is over"):
            PlayerSpec.parse(text).make().choose(board, PLAYERO, seed=1)


@pytest.mark.parametrize("text", LADDER)
@pytest.mark.parametrize("size", [3, 10, 25])
def test_every_level_plays_on_every_board(text, size):
    board = Board(size, win_length=min(size, 5))
    square = PlayerSpec.parse(text).make().choose(board, PLAYERX, seed=1).square
    assert square in board.get_empty_squares()


def test_a_careful_person_can_beat_all_levels_but_the_best():
    for text in LADDER[:-1]:
        assert match("perfect", text, Rules(3, 3), 40).won > 0, text
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


@pytest.fixture(params=[True, False], ids=["native", "plain"])
def solvers(request, monkeypatch):
    """Return the list of the solvers that are made from now on."""
    solvers = []

    def noted(position):
        solvers.append(questions_about(position))
        return solvers[-1]

    questions_about = solving.questions_about
    monkeypatch.setattr(solving, "questions_about", noted)
    with nullcontext() if request.param else without_kernel():
        yield solvers


def test_how_long_master_tries_to_solve_is_a_matter_of_positions(solvers):
    board = Board(7, win_length=5)
    board.move(3, 3, PLAYERX)
    PlayerSpec.parse("level:master").make().choose(board, PLAYERO, seed=1)
    most = solving.affordable(250_000)
    assert [most <= solver.nodes < most + 1000 for solver in solvers] == [True]


def test_a_win_that_is_seen_at_once_is_played_at_once(solvers):
    board = parse_board("......./.X.X.../......./..XO.../...O.../......./.......", line=4)
    decision = PlayerSpec.parse("level:master").make().choose(board, PLAYERX, seed=1)
    assert decision.analysis.outcome == 1
    assert decision.analysis.proven(decision.square) == 1
    assert solvers == []


@pytest.mark.parametrize(
    ("size", "line", "middle"),
    [(15, 5, {(7, 7)}), (10, 5, {(4, 4), (4, 5), (5, 4), (5, 5)}), (15, 15, None)],
)
def test_master_begins_in_the_middle_where_threats_decide(size, line, middle, monkeypatch):
    monkeypatch.setattr("engine.players.level._SECONDS", None)
    monkeypatch.setattr("engine.players.level._SIMULATIONS", 200)
    board = Board(size, win_length=line)
    squares = {PlayerSpec.parse("level:master").make().choose(board, PLAYERX, seed).square
               for seed in range(4)}  # fmt: skip
    if middle is None:
        assert squares, "elsewhere it is the tree's to say"
    else:
        assert squares <= middle
