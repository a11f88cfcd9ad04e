"""The Gomocup protocol, both ways: our program under a manager, and others as players."""

import csv
import itertools
import os
import re
import subprocess
import sys
from math import inf

import pytest

from engine import Board, Game, Rules
from engine.board import PLAYERO, PLAYERX, switch_player
from engine.errors import Problem
from engine.gomocup import program
from engine.gomocup.clock import LEAST, Clock
from engine.gomocup.player import ProgramPlayer
from engine.gomocup.thinking import search_until
from engine.gomocup.words import OTHER, OWN, board_of, square_of, stone_of, stones_of
from engine.players.kind import PlayerSpec
from engine.players.player import UndecidedError
from engine.rules import Rule
from engine.search.force import forced_win
from engine.swap import Opening, Swap, SwapChoice
from tests.engine.gomocup_program import READS
from tests.waiting import HANG_S, commanded, is_gone, wait_until
from tools.benchmarks.brain import measure

pytestmark = pytest.mark.skipif(os.name == "nt", reason="programs here are scripts")

BRAIN = [sys.executable, "-m", "engine", "brain"]


class Manager:
    """An independent manager: it knows lines and the protocol, and nothing of the engine."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [*BRAIN, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, *lines):
        self.tell(*lines)
        return self.process.stdout.readline().strip()

    def close(self):
        self.tell("END")
        assert self.process.wait(HANG_S) == 0
        assert self.process.stdout.read() == "", "nothing is said that nobody asked for"
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def one_for_all():
    """A manager whose program several tests ask, one after another."""
    made = Manager("--seed", "1")
    yield made
    made.close()


@pytest.fixture
def asked(one_for_all):
    """A manager of a program that has played: five or more in a row win, and moves are quick."""
    one_for_all.tell("INFO rule 0", "INFO timeout_turn 150")
    return one_for_all


@pytest.fixture
def manager():
    made = Manager("--seed", "1")
    yield made
    if made.process.poll() is None:
        made.close()
    made.process.stdin.close()
    made.process.stdout.close()


def wins(stones, x, y):
    """Whether five or more of these (x, y) stand in a row through one of them."""
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = 1
        for side in (1, -1):
            for step in itertools.count(1):
                if (x + side * step * dx, y + side * step * dy) not in stones:
                    break
                run += 1
        if run >= 5:
            return True
    return False


def played(first, second, size, opening=()):
    """Have two programs play a game; return its moves and the winner: 0, 1, or None for a tie."""
    sides, moves = (first, second), list(opening)
    for each in sides:
        assert each.ask(f"START {size}") == "OK"
        each.tell("INFO timeout_turn 10", "INFO time_left 2147483647", "INFO rule 0")
    begun = [False, False]
    while len(moves) < size * size:
        turn = len(moves) % 2
        mover = sides[turn]
        if not moves:
            answer = mover.ask("BEGIN")
        elif begun[turn]:
            answer = mover.ask("TURN {},{}".format(*moves[-1]))
        else:
            whose = [1 if number % 2 == turn else 2 for number in range(len(moves))]
            told = [f"{x},{y},{owner}" for (x, y), owner in zip(moves, whose, strict=True)]
            answer = mover.ask("BOARD", *told, "DONE")
        begun[turn] = True
        match = re.fullmatch(r"(\d+),(\d+)", answer)
        assert match, answer
        move = int(match[1]), int(match[2])
        assert move not in moves
        assert all(0 <= number < size for number in move)
        moves.append(move)
        if wins(set(moves[turn::2]), *move):
            return moves, turn
    return moves, None


# --- our program under a manager --------------------------------------------------------------


def test_two_of_them_play_a_whole_game_under_a_manager():
    first, second = Manager("--seed", "1"), Manager("--seed", "2")
    moves, winner = played(first, second, 11)
    assert len(moves) >= 9
    again, other = played(second, first, 11, opening=[(5, 5), (0, 0)])
    assert len(again) >= 9
    assert {winner, other} <= {0, 1, None}
    first.close()
    second.close()


@pytest.mark.nightly
def test_a_hundred_whole_games_under_a_manager():
    first, second = Manager("--seed", "3"), Manager("--seed", "4")
    for number in range(100):
        opening = [(number % 7 + 4, number % 5 + 4), (number % 3 + 8, 9)]
        played(first, second, 15, opening)
        first, second = second, first
    first.close()
    second.close()


def test_it_completes_five_and_stops_a_four(asked):
    assert asked.ask("START 15") == "OK"
    four = ["3,3,1", "9,9,2", "4,3,1", "9,8,2", "5,3,1", "9,7,2", "6,3,1", "9,6,2"]
    assert asked.ask("BOARD", *four, "DONE") in ("2,3", "7,3")
    assert asked.ask("RESTART") == "OK"
    closed = ["8,6,1", "3,3,2", "1,14,1", "4,3,2", "14,1,1", "5,3,2", "2,3,1", "6,3,2"]
    assert asked.ask("BOARD", *closed, "DONE") == "7,3"


def test_by_rule_1_it_completes_five_and_not_six(asked):
    assert asked.ask("START 15") == "OK"
    # Its own fours at both ends: at one of them, a fifth mark would stand beside a sixth.
    marks = ["3,3,1", "4,3,1", "5,3,1", "6,3,1", "8,3,1", "2,3,2"]
    rest = ["9,9,2", "9,11,2", "0,9,2", "12,12,2", "3,12,2", "14,0,1"]
    assert asked.ask("BOARD", *marks, *rest, "DONE") == "7,3"
    asked.tell("INFO rule 1")
    assert asked.ask("RESTART") == "OK"
    assert asked.ask("BOARD", *marks, *rest, "DONE") != "7,3"
    asked.tell("INFO rule 3")
    assert asked.ask("RESTART") == "OK"
    assert asked.ask("BOARD", *marks, *rest, "DONE") != "7,3"


def test_by_rule_4_it_makes_no_foul(asked):
    assert asked.ask("START 15") == "OK"
    # Its own open threes meet on 7,7; the other side has nothing.
    marks = ["9,7,1", "0,0,2", "10,7,1", "14,0,2", "7,6,1", "0,14,2", "7,5,1", "14,14,2"]
    assert asked.ask("BOARD", *marks, "DONE") == "7,7"
    asked.tell("INFO rule 4")
    assert asked.ask("RESTART") == "OK"
    assert asked.ask("BOARD", *marks, "DONE") != "7,7"


def test_what_is_taken_back_is_free_again(asked):
    assert asked.ask("START 9") == "OK"
    asked.tell("INFO timeout_turn 20")
    answer = asked.ask("TURN 4,4")
    assert answer != "4,4"
    assert asked.ask(f"TAKEBACK {answer}") == "OK"
    assert asked.ask("TAKEBACK 4,4") == "OK"
    assert re.fullmatch(r"\d,\d", asked.ask("BEGIN"))


def test_swap2_is_offered_and_answered(asked):
    assert asked.ask("START 15") == "OK"
    asked.tell("INFO timeout_turn 400")
    stones = asked.ask("SWAP2BOARD", "DONE").split()
    assert len({*stones}) == 3
    answer = asked.ask("SWAP2BOARD", *stones, "DONE")
    assert answer == "SWAP" or re.fullmatch(r"\d+,\d+", answer)
    # Black's open three, with a white stone far away: nobody stays white.
    assert asked.ask("SWAP2BOARD", "7,7", "0,0", "7,8", "14,0", "7,9", "DONE") == "SWAP"


def test_yixins_words_are_understood(asked):
    assert asked.ask("start 15 15") == "OK"
    four = ["3,3,1", "9,9,2", "4,3,1", "9,8,2", "5,3,1", "9,7,2", "6,3,1", "2,3,2"]
    asked.tell("yxboard", *four, "done")
    assert asked.ask("turn 0,0") == "7,3", "the board is set up, and nothing is said to that"
    assert asked.ask("START 15,15") == "OK"
    assert asked.ask("RECTSTART 15, 15") == "OK"


LOST = {
    "an open four is stopped at one end": (
        ["7,7,2", "0,0,1", "8,7,2", "0,14,1", "9,7,2", "14,0,1", "10,7,2"], {"6,7", "11,7"},
    ),
    "one of three squares is taken": (
        ["7,7,2", "6,7,1", "8,7,2", "0,14,1", "9,7,2", "14,0,1", "10,7,2", "14,14,1", "8,8,2",
         "0,5,1", "8,9,2", "5,0,1", "8,6,2"], {"8,5", "8,10", "11,7"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("position", LOST)
def test_where_every_move_loses_it_plays_the_longest(asked, position):
    assert asked.ask("START 15") == "OK"
    stones, squares = LOST[position]
    assert asked.ask("BOARD", *stones, "DONE") in squares


def test_where_every_move_loses_the_end_is_put_off(asked):
    """X has two open threes, and no move stops both; a four of its own puts the end off."""
    assert asked.ask("START 15") == "OK"
    threes = ["4,7,2", "0,2,1", "5,7,2", "0,3,1", "6,7,2", "0,4,1", "10,3,2", "14,14,1",
              "10,4,2", "14,0,1", "10,5,2"]  # fmt: skip
    board, player = board_of([stone_of(text, 15) for text in threes], 15, Rule.NORMAL)
    after = board.clone()
    row, col = square_of(asked.ask("BOARD", *threes, "DONE"), 15)
    after.move(row, col, player)
    held_out = len(forced_win(after, switch_player(player)) or range(999))
    for square in board.get_empty_squares():
        other = board.clone()
        other.move(*square, player)
        assert len(forced_win(other, switch_player(player)) or range(999)) <= held_out


UNWANTED = {
    "START 4": "ERROR the board's side must be a whole number from 5 to 25, not '4'",
    "START many": "ERROR the board's side must be a whole number from 5 to 25, not 'many'",
    "RECTSTART 10,12": "ERROR only square boards are played on, not '10,12'",
    "TURN 1,1": "ERROR there is no board yet: use START",
    "INFO rule 5": (
        "MESSAGE five or more in a row, exactly five (1), Renju (4) and Caro (8) are played here, "
        "not rule 5"
    ),
    "DANCE": "UNKNOWN 'DANCE' is no command that is known here",
}


def test_what_cannot_be_done_gets_a_sentence(manager):
    answers = {line: manager.ask(line) for line in UNWANTED}
    assert answers == UNWANTED
    assert manager.ask("ABOUT").startswith('name="Monte Carlo Tic-Tac-Toe", version="')


WRONG_SQUARES = {
    ("TURN here",): "ERROR 'here' is no square: it must be two numbers, x,y",
    ("TURN 9,0",): "ERROR 9,0 is off the board, which has 9 squares a side",
    ("TAKEBACK 3,3",): "ERROR there is no stone at 3,3 to take back",
    ("BOARD", "1,1", "DONE"): "ERROR '1,1' is no stone: it must be three numbers, x,y,whose",
    ("BOARD", "1,1,3", "DONE"): "ERROR 3 is nobody's stone: 1 is your own, 2 the opponent's",
    ("BOARD", "1,1,1", "1,1,2", "DONE"): "ERROR there is a stone at 1,1 already",
    ("SWAP2BOARD", "1,1", "DONE"): "ERROR Swap2 knows none, three or five different stones",
}


def test_wrong_squares_get_a_sentence_and_the_game_goes_on(asked):
    assert asked.ask("START 9") == "OK"
    asked.tell("INFO timeout_turn 20", "INFO max_memory lots", "INFO folder here")
    answers = {}
    for lines in WRONG_SQUARES:
        answers[lines] = asked.ask(*lines)
        move = asked.ask("BOARD", "4,4,2", "DONE")
        assert re.fullmatch(r"\d,\d", move), (lines, move)
    assert answers == WRONG_SQUARES


def test_its_end_does_not_wait_for_the_move(manager):
    assert manager.ask("START 15") == "OK"
    manager.tell("INFO timeout_turn 1000000000", "BEGIN", "END")
    assert manager.process.wait(HANG_S) == 0
    assert manager.process.stdout.read() == ""


def test_what_was_asked_before_the_end_is_answered(manager):
    manager.tell("RECTSTART 15,15", "ABOUT", "END")
    assert manager.process.wait(HANG_S) == 0
    first, second = manager.process.stdout.read().splitlines()
    assert first == "OK"
    assert second.startswith('name="Monte Carlo Tic-Tac-Toe"')


@pytest.mark.parametrize("word", ["BOARD", "SWAP2BOARD"])
@pytest.mark.parametrize("end", ["END", None])
def test_it_ends_in_the_middle_of_a_position_too(manager, word, end):
    manager.tell("START 15", "INFO timeout_turn 20", word, *[end] * (end is not None))
    manager.process.stdin.close()
    assert manager.process.wait(HANG_S) == 0


def test_bad_seconds_are_refused():
    done = commanded("brain", "--seconds", "0")
    assert done.returncode == 2
    assert "the seconds must be a number above 0, not 0" in done.stderr


# --- its clock --------------------------------------------------------------------------------


def test_a_move_gets_less_than_its_limits():
    clock = Clock(5.0)
    assert 4 < clock.turn(0) < 5
    clock.learn("timeout_turn", "1000")
    assert 0.8 < clock.turn(0) < 1
    clock.learn("time_left", "6000")
    assert clock.turn(0) < 6 / 30
    assert clock.turn(60) <= 6 / 8
    clock.learn("timeout_turn", "0")
    assert clock.turn(0) == LEAST


@pytest.mark.parametrize("limit", [30, 100, 300, 1000, 30_000])
def test_most_of_a_limit_is_for_the_search(limit):
    clock = Clock(5.0)
    clock.learn("timeout_turn", str(limit))
    assert 0.75 < clock.turn(0) / (limit / 1000) < 1


def test_a_search_by_the_clock_ends_and_knows_something():
    asked = iter([False, False, True])
    board = board_with((4, 4), (5, 5))
    knows = search_until(inf, board, PLAYERX, 10**9, 1, (), lambda: next(asked))
    assert 1 < knows.count < 10, "it was over after some portions"
    assert search_until(-inf, board, PLAYERX, 10**9, 1, (), lambda: False).best
    assert search_until(inf, board, PLAYERX, 50, 1, (), lambda: False).count == 51


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="what the system takes away is not known")
def test_it_uses_most_of_its_limits_and_is_not_late():
    for figures in measure(["--positions", "30"]):
        assert figures["share_used"] >= 0.7, figures
        assert figures["late"] <= 1, figures


def test_time_left_holds_out_for_a_whole_game():
    clock, left = Clock(5.0), 10.0
    for stones in range(0, 225, 2):
        clock.learn("time_left", str(int(left * 1000)))
        seconds = clock.turn(stones)
        left -= seconds
        assert left > 0 or seconds == LEAST
    clock.learn("timeout_match", "0")
    assert clock.turn(0) > 4


def test_memory_limits_simulations():
    clock = Clock(1.0)
    usual = clock.simulations
    clock.learn("max_memory", "40000000")
    assert clock.simulations == 100_000
    clock.learn("max_memory", "0")
    assert clock.simulations == usual
    clock.learn("max_memory", "what?")
    assert clock.simulations == usual


def test_stones_and_boards_tell_the_same():
    board = Board(7, win_length=5)
    for number, square in enumerate([(3, 3), (2, 2), (0, 6)]):
        board.move(*square, PLAYERO if number % 2 else PLAYERX)
    stones = stones_of(board, PLAYERO)
    assert [*stones.values()] == [2, 1, 2], "in turns, whoever moved first"
    game = Game(Rules(7, 5))
    for square in [(3, 3), (6, 6), (0, 6), (1, 1)]:
        game.play(square)
    assert [*stones_of(game.board, PLAYERX)] == [*game.moves], "a game's board knows the order"
    made, player = board_of(stones.items(), 7, Rule.NORMAL)
    assert player == PLAYERO
    assert [list(row) for row in made.rows] == [list(row) for row in board.rows]


# --- others' programs as players ----------------------------------------------------------------

PLACES = {0: "4,4 5,4 4,6", 3: "SWAP", 5: "1,1"}
"""What such a program does in an opening by Swap2."""


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a program whose moves are made by some code.

    It answers SWAP2BOARD with so many stones by what it says to that number.
    """

    def written(move="free()", ready="OK", name="other", swap=None):
        path = tmp_path / name
        log = str(tmp_path / "told")
        code = READS.format(log=log, move=move, ready=ready, swap=swap or PLACES)
        path.write_text(f"#!{sys.executable}\n{code}")
        path.chmod(0o755)
        return path

    return written


@pytest.fixture
def player(write):
    """Return a function that makes a player of such a program."""
    made = []

    def make(*arguments, seconds=1.0, memory=256, game_seconds=0.0, wait=HANG_S, **options):
        path = write(*arguments, **options)
        made.append(ProgramPlayer(path, seconds, memory, game_seconds, wait))
        return made[-1]

    yield make
    for each in made:
        each.close()


def board_with(*squares):
    game = Game(Rules(9, 5))
    for square in squares:
        game.play(square)
    return game.board


def told(tmp_path):
    return [
        line for line in (tmp_path / "told").read_text().splitlines() if not line.startswith("INFO")
    ]


def test_a_game_is_told_move_by_move(player, tmp_path):
    made = player()
    assert made.choose(board_with(), PLAYERX).square == (0, 0)
    assert made.choose(board_with((0, 0), (4, 2)), PLAYERX).square == (0, 1)
    assert made.choose(board_with((0, 0), (4, 2), (0, 1), (5, 2)), PLAYERX).square == (0, 2)
    assert told(tmp_path) == ["START 9", "BEGIN", "TURN 2,4", "TURN 2,5"]
    assert made.renew()
    assert made.choose(board_with((1, 1)), PLAYERO).square == (0, 0)
    assert told(tmp_path)[4:] == ["RESTART", "BOARD", "1,1,2"]


def test_one_that_refuses_a_mark_is_told_all_of_them(player, tmp_path):
    made = player('say("ERROR Unknown command: 2,4") if word == "TURN" else free()')
    assert made.choose(board_with(), PLAYERX).square == (0, 0)
    assert made.choose(board_with((0, 0), (4, 2)), PLAYERX).square == (0, 1)
    assert told(tmp_path)[1:] == ["BEGIN", "TURN 2,4", "RESTART", "BOARD", "0,0,1", "2,4,2"]


def test_one_that_refuses_a_mark_gets_no_more_time_for_its_game(player, tmp_path):
    slow = "t = time.process_time()\n    while time.process_time() - t < 0.1: pass"
    made = player(f'{slow}\n    say("ERROR no") if word == "TURN" else free()', game_seconds=5.0)
    made.choose(board_with(), PLAYERX)
    made.choose(board_with((0, 0), (4, 2)), PLAYERX)
    lines = (tmp_path / "told").read_text().splitlines()
    after = lines[lines.index("RESTART") :]
    (left,) = [int(line.split()[-1]) for line in after if line.startswith("INFO time_left")]
    assert 0 < left <= 4920


def test_the_rule_is_told(player, tmp_path):
    made = player()
    made.choose(board_with(), PLAYERX)
    made.choose(Board(9, Rule.EXACT, win_length=5), PLAYERX)
    written = (tmp_path / "told").read_text().splitlines()
    assert [line for line in written if line.startswith("INFO rule")] == [
        "INFO rule 0",
        "INFO rule 1",
    ]


def test_what_it_says_is_told(player):
    made = player('say("MESSAGE depth 8"); free()')
    assert made.choose(board_with(), PLAYERX).note == "other: depth 8"


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("sys.exit(3)", "other ended itself with status 3, without an answer"),
        ("os.kill(os.getpid(), 11)", "other was ended by signal 11, without an answer"),
        ('say("1,1,1")', "other answered what is no move: '1,1,1' is no square: it must be two "
         "numbers, x,y"),
        ('say("9,1")', "other answered what is no move: 9,1 is off the board, which has 9 squares "
         "a side"),
        ('say("3,4")', "other moved to 3,4, which is taken"),
        ('say("ERROR no idea")', "other refuses 'BOARD': no idea"),
        ('say("x" * 9000)', "other wrote a line of more than 4096 letters"),
        ("while True: say('DEBUG', time.time())", "other wrote 10000 lines, and no move"),
        ("held = bytearray(4 << 30); free()", "other ended itself with status 1, without an "
         "answer"),
    ],
)  # fmt: skip
def test_what_a_program_does_wrong_is_said(player, move, problem):
    made = player(move, seconds=30.0)
    with pytest.raises(Problem, match=f"^{re.escape(problem)}$"):
        made.choose(board_with((4, 3)), PLAYERO)


def test_one_that_computes_too_long_is_late_but_not_with_its_first_move(player, monkeypatch):
    monkeypatch.setattr(program, "GRACE_SECONDS", 0.1)
    slow = "t = time.process_time(); free()"
    endless = "exec('while time.process_time() - t < 0.4 or len(stones) > 2: pass')"
    made = player(slow.replace("free()", f"{endless}; free()"), seconds=0.1)
    assert made.choose(board_with((4, 3)), PLAYERO).square == (0, 0)
    with pytest.raises(Problem, match=r"^other took more than its 0\.1 s$"):
        made.choose(board_with((4, 3), (0, 0), (5, 5)), PLAYERO)


def test_a_games_time_is_told_counted_and_begins_anew(player, tmp_path):
    slow = "t = time.process_time()\n    while time.process_time() - t < 0.3: pass\n    free()"
    made = player(slow, seconds=5.0, game_seconds=0.5)
    squares = [(4, 3)]
    made.choose(board_with(*squares), PLAYERO)
    for number, theirs in enumerate(((0, 0), (0, 1)), start=1):
        squares += [theirs, (5, 4 + number)]
        if number == 1:
            made.choose(board_with(*squares), PLAYERO)
        else:
            with pytest.raises(
                Problem, match=r"^other took more than its 0\.5 s for the whole game$"
            ):
                made.choose(board_with(*squares), PLAYERO)
    made.choose(board_with((4, 3)), PLAYERO)
    told = [line.split() for line in (tmp_path / "told").read_text().splitlines()]
    assert ["INFO", "timeout_match", "500"] in told
    left = [int(words[2]) for words in told if words[:2] == ["INFO", "time_left"]]
    assert left[0] == left[1] == 500
    assert 100 <= left[2] <= 220, "0.3 s less"
    assert left[3:] == [500, 500], "its process began anew, and a game with it"
    spec = PlayerSpec.parse(f"engine:seconds=1,game=60:{made.path}")
    assert spec.number("game") == 60
    spec.make().close()


def test_one_that_waits_is_waited_for_and_not_to_blame(player, monkeypatch):
    monkeypatch.setattr(program, "TELL_SECONDS", 0.0)
    monkeypatch.setattr(program, "TELL_AGAIN_SECONDS", 0.0)
    sentences, made = [], player("time.sleep(1000)", seconds=0.1, wait=2.5)
    made.on_wait = sentences.append
    with pytest.raises(UndecidedError, match=r"^other gave no answer in 2\.5 s: it waits for"):
        made.choose(board_with((4, 3)), PLAYERO)
    assert re.fullmatch(
        r"other has given no answer for \d s; it is waited for \d s more at most",
        str(sentences[0]),
    )
    assert sentences[-1] is None, "nobody is waited for any more"


def test_how_long_an_answer_is_waited_for_is_a_setting(write):
    assert PlayerSpec.parse(f"engine:seconds=1:{write()}").number("wait") == 60
    assert PlayerSpec.parse(f"engine:wait=5:{write()}").number("wait") == 5


def test_one_that_stumbled_plays_the_next_game(player, tmp_path):
    once = "sys.exit(1) if len(stones) == 3 else free()"
    made = player(once)
    made.choose(board_with((4, 3)), PLAYERO)
    with pytest.raises(Problem):
        made.choose(board_with((4, 3), (0, 0), (5, 5)), PLAYERO)
    assert made.choose(board_with((4, 3)), PLAYERO).square == (0, 0)


THREE = [(4, 4), (4, 5), (6, 4)]
PLACED = Swap(Opening.SWAP2, 3)


def test_swap2_is_asked_of_it(player, tmp_path):
    made = player()
    assert made.open_game(Swap(Opening.SWAP2), board_with()) == THREE
    assert made.open_game(PLACED, board_with(*THREE)) is SwapChoice.X
    five = [*THREE, (0, 0), (8, 8)]
    assert made.open_game(Swap(Opening.SWAP2, 5, True), board_with(*five)) is SwapChoice.O
    stones = ["4,4", "5,4", "4,6"]
    assert told(tmp_path) == [
        "START 9", "SWAP2BOARD", "SWAP2BOARD", *stones, "SWAP2BOARD", *stones, "0,0", "8,8",
    ]  # fmt: skip
    made.choose(board_with(*THREE), PLAYERO)
    assert told(tmp_path)[12:] == ["BOARD", "4,4,2", "5,4,1", "4,6,2"]


def test_an_opening_is_of_its_own_game(player, tmp_path):
    """The board is cleared; the time of the game before counts no more, and the opening's does."""
    slow = "while time.process_time() < {}: pass"
    made = player(
        f"{slow.format(0.3)}\n    free()", game_seconds=9.0,
        swap=f"(exec({slow.format(0.7)!r}), {PLACES!r})[1]",
    )  # fmt: skip
    made.choose(board_with(), PLAYERX)
    assert made.open_game(PLACED, board_with(*THREE)) is SwapChoice.X
    made.choose(board_with(*THREE, (0, 0)), PLAYERX)
    assert told(tmp_path) == [
        "START 9", "BEGIN", "RESTART", "SWAP2BOARD", "4,4", "5,4", "4,6",
        "BOARD", "4,4,1", "5,4,2", "4,6,1", "0,0,2",
    ]  # fmt: skip
    lines = (tmp_path / "told").read_text().splitlines()
    left = [int(line.split()[-1]) for line in lines if line.startswith("INFO time_left")]
    assert left[-2] == 9000, "another game, other time"
    assert 8400 < left[-1] < 8800


def test_it_may_place_two_more(player):
    made = player(swap={3: "1,2 3,4"})
    assert made.open_game(PLACED, board_with(*THREE)) is SwapChoice.MORE
    more = PLACED.choose(SwapChoice.MORE)
    assert made.open_game(more, board_with(*THREE)) == [(2, 1), (4, 3)]
    one = player(swap={0: "UNKNOWN command", 3: "1,2 3,4"}, name="one")
    assert one.open_game(Swap(Opening.SWAP2), board_with()) is None
    assert one.open_game(PLACED, board_with(*THREE)) is SwapChoice.MORE
    assert one.open_game(more, board_with(*THREE)) == [(2, 1), (4, 3)]


def test_what_it_does_not_know_of_is_left_to_a_search(player, tmp_path):
    made = player(swap={0: "UNKNOWN command", 3: "ERROR color?" + chr(10) + "ERROR color?"})
    for _ in range(2):
        assert made.open_game(Swap(Opening.SWAP2), board_with()) is None
    assert made.open_game(Swap(Opening.SWAP), board_with()) is None, "the protocol has no word"
    wait_until(lambda: told(tmp_path) == ["START 9", "SWAP2BOARD", "END"])
    assert made.open_game(PLACED, board_with(*THREE)) is None
    assert made.choose(board_with(*THREE), PLAYERO).square == (0, 0), "its second line is no move"


@pytest.mark.parametrize(
    ("step", "answer", "said"),
    [
        (Swap(Opening.SWAP2), "SWAP", "what is no move"),
        (Swap(Opening.SWAP2), "1,1 2,2", "'1,1 2,2' to SWAP2BOARD with 0 stones"),
        (Swap(Opening.SWAP2), "1,1 2,2 1,1", "'1,1 2,2 1,1' to SWAP2BOARD with 0 stones"),
        (PLACED, "1,1 2,2 3,3", "'1,1 2,2 3,3' to SWAP2BOARD with 3 stones"),
        (PLACED, "1,1 1,1", "'1,1 1,1' to SWAP2BOARD with 3 stones"),
        (PLACED, "4,4", "moved to 4,4, which is taken"),
        (Swap(Opening.SWAP2, 5, True), "1,1 2,2", "'1,1 2,2' to SWAP2BOARD with 5 stones"),
    ],
)
def test_a_wrong_opening_is_said(player, step, answer, said):
    squares = [*THREE, (0, 0), (8, 8)][: step.placed]
    made = player(swap={step.placed: answer})
    with pytest.raises(Problem, match=f"other .*{re.escape(said)}"):
        made.open_game(step, board_with(*squares))


def test_in_a_tournament_it_opens_games_as_it_likes(write, tmp_path):
    spec, out = f"engine:seconds=1:{write()}", tmp_path / "games.csv"
    done = commanded(
        "tournament", "--players", spec, "random", "--size", "9", "--line", "5", "--games", "4",
        "--seed", "5", "--workers", "1", "--opening", "swap2", "--games-csv", str(out),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with out.open(newline="") as file:
        games = list(csv.DictReader(file))
    begun = [game for game in games if game["moves"].startswith("E5 F5 E7")]
    assert len(begun) == 2, "it began every second game, and placed its three marks"
    others = [game for game in games if game not in begun]
    assert {game["x"] for game in others} == {spec}, "it took X in the others"


def test_a_column_comes_before_its_row():
    assert square_of("3,1", 7) == (1, 3)
    assert stone_of("3,1,1", 7) == ((1, 3), OWN)
    assert stone_of("0,6,2", 7) == ((6, 0), OTHER)


def test_what_is_no_program_is_said(tmp_path, player):
    with pytest.raises(Problem, match=r"^there is no program '.*nothing'$"):
        PlayerSpec.parse(f"engine:{tmp_path / 'nothing'}").make()
    (tmp_path / "text").write_text("just a text")
    with pytest.raises(Problem, match=r"^text cannot be started: "):
        ProgramPlayer(tmp_path / "text", 1.0, 64).choose(board_with(), PLAYERX)
    with pytest.raises(Problem, match="answered 'no' to START, where OK is expected"):
        player(ready="no").choose(board_with(), PLAYERX)
    with pytest.raises(Problem, match="plays five in a row only, not reversed"):
        player().choose(Board(3), PLAYERX)


def test_it_plays_in_a_tournament(write, tmp_path):
    spec, out = f"engine:seconds=1:{write()}", tmp_path / "games.csv"
    done = commanded(
        "tournament", "--players", spec, "random", "--size", "7", "--line", "5", "--games", "2",
        "--seed", "5", "--workers", "1", "--games-csv", str(out),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(out.read_text().splitlines()) == 3
    assert "spoilt" not in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot tie processes together")
def test_a_program_ends_with_whoever_started_it_even_by_force(tmp_path):
    path = tmp_path / "sleeps"
    path.write_text(f"#!{sys.executable}\nimport os, time\n"
                    f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
                    "time.sleep(10**6)\n")  # fmt: skip
    path.chmod(0o755)
    code = (
        "from pathlib import Path; from engine.gomocup.program import Program; "
        f"Program(Path({str(path)!r}), 64).ask('START 9', seconds=10**5)"
    )
    owner = subprocess.Popen([sys.executable, "-c", code])
    pid = tmp_path / "pid"
    wait_until(lambda: pid.exists() and pid.read_text())
    assert not is_gone(int(pid.read_text()))
    owner.kill()
    owner.wait()
    wait_until(lambda: is_gone(int(pid.read_text())))


def a_tournament_of(path):
    return commanded(
        "tournament", "--players", "random", f"engine:seconds=1:{path}", "--size", "9",
        "--line", "5", "--games", "2", "--seed", "5", "--workers", "1",
    )  # fmt: skip


def test_a_tournament_with_a_program_that_cannot_start_does_not_begin(write, tmp_path):
    missing = a_tournament_of(tmp_path / "missing")
    assert missing.returncode == 1
    assert "there is no program" in missing.stderr
    done = a_tournament_of(write(ready="no"))
    assert done.returncode == 1
    assert "other answered 'no' to START" in done.stderr
    assert "Spoilt" not in done.stdout


def test_a_tournament_says_what_spoilt_its_games(write):
    path = write("sys.exit(3)")
    done = a_tournament_of(path)
    assert done.returncode == 0
    for mark in "XO":
        assert (
            f"1 game was spoilt: {mark} (engine:seconds=1:{path}): other ended itself with status "
            "3, without an answer"
        ) in " ".join(done.stdout.split())
