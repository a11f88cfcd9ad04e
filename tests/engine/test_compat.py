"""Course files as they are: loaded, played, checked; and files that do their worst."""

import contextlib
import gc
import json
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psutil
import pytest

from engine import PLAYERO, PLAYERX, Board, Game, Rules, parse_board
from engine.cli.main import main
from engine.compat import poc_simpletest, python2
from engine.compat import poc_ttt_provided as provided
from engine.compat.answers import FileError, square_of_answer
from engine.compat.checking import check_file
from engine.compat.child_process import OUTPUT_KEPT
from engine.compat.player import FilePlayer
from engine.compat.process import FileProcess
from engine.compat.source import Text
from engine.specs import PlayerSpec
from tests.engine.course_variants import FILES, KEPT, varied
from tests.engine.unsealed import unsealed
from tests.engine.written_files import MOVES_AT_ONCE, mc_move, written
from tests.waiting import is_gone, ran, started, wait_until, wait_until_it_computes

__all__ = ["unsealed"]

RIGHT = (
    "plain", "older_names", "other_path", "no_imports", "returns_list", "returns_board", "noisy",
    "private_fields", "web_modules", "own_loop", "python2",
)  # fmt: skip
RIGHT_BY_DAY = {"plain", "older_names", "returns_board", "own_loop", "python2"}


def stray():
    """Return the processes of files that are still there."""
    return [
        child.pid for child in psutil.Process().children()
        if "engine.compat.child" in " ".join(command_of(child))
    ]  # fmt: skip


def command_of(process):
    with contextlib.suppress(psutil.Error):
        if process.status() != psutil.STATUS_ZOMBIE:
            return process.cmdline()
    return []


@pytest.fixture(autouse=True)
def no_strays():
    yield
    gc.collect()  # an earlier test's file may wait in a cycle
    wait_until(lambda: not stray(), "no file's process outlives its test")


# --- the course's modules -----------------------------------------------------------------------


def test_the_courses_board_checks_nothing_that_the_course_does_not():
    board = provided.TTTBoard(3)
    board.move(-1, -1, 7)
    assert board.square(2, 2) == 7
    board.move(2, 2, PLAYERX)
    assert board.square(2, 2) == 7
    assert board.move(0, 0, PLAYERX) is None
    assert provided.switch_player(17) == PLAYERX
    assert provided.switch_player(PLAYERX) == PLAYERO
    copy = provided.TTTBoard(3, True, [[2, 2, 2], [1, 1, 1], [1, 1, 1]]).clone()
    assert isinstance(copy, provided.TTTBoard)
    assert (copy.get_dim(), copy.rules.reverse, copy.check_win()) == (3, True, PLAYERO)
    assert str(provided.TTTBoard(2)) == "  |  \n-----\n  |  \n"


def test_play_game_prints_as_the_course_does(capsys):
    moves = iter([(0, 0), (0, 0), (1, 1), (2, 0), (2, 2)])
    provided.play_game(lambda *_: next(moves), 1)
    shown = capsys.readouterr().out
    # O's move onto X's square loses the turn.
    assert shown.endswith("X wins!\n")
    assert shown.count("---------") == 10
    assert shown.startswith(str(provided.TTTBoard(3, False, [[2, 1, 1], [1] * 3, [1] * 3])) + "\n")


def test_simpletest_counts_and_prints(capsys):
    suite = poc_simpletest.TestSuite()
    suite.run_test(1, 1, "same")
    suite.run_test(1, 2, "differ:")
    suite.report_results()
    assert (suite.total_tests, suite.failures) == (2, 1)
    assert capsys.readouterr().out == (
        "differ: Computed: 1 Expected: 2\nRan 2 tests. 1 failures.\n"
    )


# --- right files run as they are ----------------------------------------------------------------


@pytest.mark.usefixtures("short_checks")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in RIGHT_BY_DAY else pytest.mark.nightly)
     for name in RIGHT],
)  # fmt: skip
def test_right_files_play_whole_games_and_pass_the_check(name):
    with closing(FilePlayer(FILES / f"{name}.py", 20)) as player:
        for size in (3, 4):
            game = Game(Rules.of(size))
            while game.result is None:
                game.play(player.choose(game.board, game.to_move, len(game.moves)).square)
    report = check_file(FILES / f"{name}.py")
    assert report.passed, report.as_text()


def test_calls_at_the_bottom_are_recorded_and_not_run():
    with closing(FileProcess(FILES / "plain.py").load()) as process:
        assert process.calls == [
            "play_game(mc_move, 50, False)",
            "run_gui(mc_move, 3, 2, 50, False)",
        ]
        assert "wins" not in process.output


def test_notes_tell_what_was_changed():
    for name, told in (("python2", "it was converted"), ("web_modules", "web site only")):
        process = FileProcess(FILES / f"{name}.py").load()
        process.close()
        assert any(told in note for note in process.notes)


def test_a_file_that_asks_or_ends_at_its_bottom_plays_and_is_told_so(tmp_path):
    for end in ("input()", "raise SystemExit"):
        with closing(FileProcess(written(tmp_path, MOVES_AT_ONCE + end)).load()) as process:
            told = "what it asks for or ends with at its bottom was left out"
            assert told in process.notes


def test_games_that_a_move_plays_are_played(tmp_path):
    text = "import poc_ttt_provided as provided\n" + mc_move(
        "if trials > 1:\n    provided.play_game(mc_move, 1, False)\n"
        "return board.get_empty_squares()[0]"
    )
    with closing(FilePlayer(written(tmp_path, text), trials=2)) as player:
        assert "wins" not in player.file.output
        player.choose(Board(3), PLAYERX, 1)
        wait_until(lambda: "wins" in player.file.output)  # a pipe of its own carries it


def test_a_move_without_get_best_move_has_no_scores_and_says_why(tmp_path):
    alone = mc_move("return board.get_empty_squares()[0]\n")
    text = alone + "def get_best_move(board, scores):\n    return 0, 0\n"
    with closing(FilePlayer(written(tmp_path, text))) as player:
        decision = player.choose(Board(3), PLAYERX, 1)
    assert decision.analysis is None
    assert decision.note.endswith("its mc_move does not call a function get_best_move.")


def test_an_argument_that_may_be_none_is_less_than_any_number(tmp_path):
    least = "def least(best=None):\n    return best < 0\n"
    text = least + mc_move("return board.get_empty_squares()[4 if least() else 0]")
    with closing(FilePlayer(written(tmp_path, text))) as player:
        assert player.choose(Board(3), PLAYERX, 1).square == (1, 1)


def test_python_2_needs_its_converter(monkeypatch):
    monkeypatch.setitem(sys.modules, "fissix", None)
    monkeypatch.setattr(python2, "converter", python2.converter.__wrapped__)  # as at the beginning
    with pytest.raises(ValueError, match="pip install fissix"):
        python2.convert("print 1", "x.py")


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [("print('x')\nif a = 3:\n    pass\n", "line 2", "invalid syntax. Maybe you meant '=='"),
     ("print('x')\nprint('y'\nz = 1\n", "line 2", "'(' was never closed"),
     ("print 'x'\n\nif a = 3:\n    pass\n", "line 3", "invalid syntax"),
     ("print 'x'\nif a:\n    print 1\n  print 2\n", "line 4", "unindent does not match")],
)  # fmt: skip
def test_what_neither_edition_of_python_reads_is_told_with_its_line(tmp_path, text, line, why):
    with pytest.raises(ValueError, match=re.escape(f"{line} is not valid Python ({why}")):
        Text.read(written(tmp_path, text))


@pytest.mark.parametrize(
    "text",
    ["f = lambda (a, b): a + b\n", "def f(a, (b, c)):\n    return b\n", "x = 0777 + 10L\n",
     "try:\n    pass\nexcept ValueError, error:\n    pass\n"],
)  # fmt: skip
def test_python_2_is_known_by_any_of_its_words(tmp_path, text):
    assert Text.read(written(tmp_path, text)).old


def test_several_python_2_files_are_read_at_once():
    paths = sorted((KEPT / "right").glob("python2_*.py")) * 2
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            texts = [*threads.map(Text.read, paths)]
    finally:
        sys.setswitchinterval(usual)
    assert all(text.old for text in texts)


def test_python_2_computes_as_it_did(tmp_path):
    body = (
        "import random\nprint 'hello'\nA = 7 / 2\nB = max([None, 1.0, -3])\n"
        "C = None < 1.0 and sorted([3, None, 1])[0] is None\n"
        "D = cmp({1: 2}, {1: 2}), cmp({}, []), cmp([], {})\n"
        + mc_move(
            "assert A == 3 and B == 1.0 and C and D == (0, -1, 1)\n"
            "return board.get_empty_squares()[7 / 3]"
        )
    )
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (0, 2)
        # It comes by another way than the answer.
        wait_until(lambda: "hello" in player.file.output)


def test_a_file_that_only_compares_with_none_runs_as_it_is(tmp_path):
    body = mc_move(
        "best, found = None, None\nfor square in board.get_empty_squares():\n"
        "    if square[0] > best:\n        best, found = square[0], square\nreturn found"
    )
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (2, 0)


def test_tabs_and_spaces_may_be_mixed_as_in_python_2(tmp_path):
    body = "def mc_move(board, player, trials):\n\tif True:\n        \treturn (0, 1)\n"
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (0, 1)


def test_the_same_seed_gives_the_same_move():
    with closing(FilePlayer(FILES / "plain.py", 5)) as player:
        moves = [player.choose(Board(3), PLAYERX, 3).square for _ in range(5)]
        others = {player.choose(Board(3), PLAYERX, seed).square for seed in range(20)}
    assert len(set(moves)) == 1
    assert len(others) > 1


def test_the_heat_maps_scores_are_the_files_own_totals(tmp_path):
    with closing(FilePlayer(FILES / "older_names.py", 50)) as player:
        board = parse_board("X../.O./..X")
        decision = player.choose(board, PLAYERO, 1)
    empty = board.get_empty_squares()
    best = max(decision.analysis.totals[row][col] for row, col in empty)
    assert decision.analysis.totals[decision.square[0]][decision.square[1]] == best
    assert any(value != 0 for row in decision.analysis.totals for value in row)
    with closing(
        FilePlayer(written(tmp_path, mc_move("return board.get_empty_squares()[0]")), 1)
    ) as alone:
        assert alone.choose(board, PLAYERO).analysis is None
        assert "has no mc_trial" in alone.why_no_scores


@pytest.mark.parametrize("answer", ["(1, 2)", "[1, 2]", "tuple(numpy.array([1, 2]))",
                                    "numpy.array([1, 2])", "(True, 2)"])  # fmt: skip
def test_any_pair_of_whole_numbers_is_a_move(tmp_path, answer):
    body = "import numpy\n" + mc_move(f"return {answer}")
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (1, 2)


@pytest.mark.parametrize(
    ("answer", "told"),
    [("None", "returned None instead"), ("'ab'", "returned 'ab' instead"),
     ("(1.5, 2)", "instead of a (row, column)"), ("(9, 0)", "off the board"),
     ("(-1, 0)", "off the board"), ("(0, 0)", "taken"), ("5", "returned 5 instead"),
     ("1 / 0", "ZeroDivisionError: division by zero (line 2 of mine.py)")],
)  # fmt: skip
def test_any_other_answer_is_told(tmp_path, answer, told):
    with (
        closing(FilePlayer(written(tmp_path, mc_move(f"return {answer}")), 1)) as player,
        pytest.raises(ValueError, match=re.escape(told)),
    ):
        player.choose(parse_board("X../.../..."), PLAYERO)


# --- files that do their worst ------------------------------------------------------------------


@pytest.mark.parametrize(
    "square", [None, 5, [1], [1, 2, 3], [0, "a"], ["a", 0], [True, 0], [0.0, 1], [0, 10**9]]
)
def test_an_answer_without_a_move_is_told(square):
    assert square_of_answer({"square": [2, 0]}, "mine") == (2, 0)
    with pytest.raises(FileError, match=r"^mine sent an invalid move$"):
        square_of_answer({"square": square}, "mine")


@pytest.mark.parametrize(
    ("body", "told"),
    [("while True: pass", "took longer than 1 s"), ("import os; os._exit(1)", "exit status 1"),
     ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
     ("raise SystemExit", "SystemExit"),
     ("x = bytearray(10 << 30)", "more memory than it may"),
     ("import os\nos.kill(os.getpid(), 9)", "SIGKILL"),
     ("import sys\nsys.stdout.close()\nimport os\nos.close(1)\nwhile True: pass", "longer than")],
)  # fmt: skip
def test_moves_that_do_their_worst_end_with_a_sentence(tmp_path, body, told):
    with (
        closing(FilePlayer(written(tmp_path, mc_move(body)), 1, move_seconds=1)) as player,
        pytest.raises(ValueError, match=re.escape(told)) as caught,
    ):
        player.choose(Board(3), PLAYERX)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("body", "told"),
    [("while True: pass", "took longer than"), ("def (", "line 1 is not valid Python"),
     ("import nothing_of_that_name", "No module named"), ("import os; os._exit(3)", "status 3"),
     ("1 / 0", "ZeroDivisionError: division by zero in line 1"), ("x = 1", "no function mc_move"),
     ("", "no function mc_move")],
)  # fmt: skip
def test_files_that_cannot_be_loaded_are_told(tmp_path, monkeypatch, body, told):
    monkeypatch.setattr("engine.compat.process.LOAD_SECONDS", 1.5)
    with pytest.raises(ValueError, match=re.escape(told)):
        FilePlayer(written(tmp_path, body), 1)


def test_random_bytes_and_missing_files_are_told(tmp_path):
    path = tmp_path / "bytes.py"
    path.write_bytes(random.Random(1).randbytes(10_000))
    with pytest.raises(FileError, match="no Python file"):
        FileProcess(path).load()
    with pytest.raises(FileError, match="cannot be read: No such file"):
        FileProcess(tmp_path / "missing.py").load()


def test_a_gigabyte_of_output_is_capped(tmp_path):
    body = mc_move("line = 'x' * (1 << 20)\nfor _ in range(1000): print(line)\nreturn (0, 0)")
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (0, 0)
        wait_until(lambda: "bytes before this were left out" in player.file.output)
        assert len(player.file.output) < OUTPUT_KEPT + 200


def test_a_file_that_was_ended_plays_again(tmp_path):
    body = "import os\n" + mc_move("if trials == 1: os._exit(0)\nreturn (0, 0)")
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        with pytest.raises(ValueError, match="ended its own process"):
            player.choose(Board(3), PLAYERX)
        player.trials = 2
        assert player.choose(Board(3), PLAYERX).square == (0, 0)


def test_what_a_file_starts_without_the_seal_ends_with_it(tmp_path, unsealed):
    body = (
        "import subprocess, sys\n"
        "started = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)'])\n"
        + mc_move("print(started.pid)\nreturn (0, 0)")
    )
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        player.choose(Board(3), PLAYERX)
        wait_until(lambda: player.file.output.endswith("\n"))
        pid = int(player.file.output)
    wait_until(lambda: is_gone(pid))


def test_the_child_goes_when_its_parent_is_killed(tmp_path):
    path = written(tmp_path, mc_move("while True: pass"))
    code = (
        "import sys, threading, time\nfrom pathlib import Path\n"
        "from engine import Board\nfrom engine.compat.player import FilePlayer\n"
        f"p = FilePlayer(Path({str(path)!r}), 1)\n"
        "threading.Thread(target=lambda: p.choose(Board(3), 2), daemon=True).start()\n"
        "print(p.file.pid, flush=True)\ntime.sleep(60)\n"
    )
    with started([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        wait_until_it_computes(child)
        parent.kill()
    wait_until(lambda: not psutil.pid_exists(child))


# --- the check ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "status", "told"),
    [("tie_is_loss", "fail", "scores a tie for X on 3x3: XOX/XOO/OXX"),
     ("wrong_sign", "fail", "adds wrong scores for X, won on 3x3: XXX/OO./..."),
     ("by_order", "warn", "does not choose among equals at random"),
     ("taken_squares", "fail", "greatest score of the EMPTY squares"),
     ("small_boards_only", "fail", "mc_move on 2x2 raises an error")],
)  # fmt: skip
@pytest.mark.usefixtures("short_checks")
def test_what_is_wrong_is_found(name, status, told):
    report = check_file(FILES / f"{name}.py", point=False)
    found = [f for findings in report.findings.values() for f in findings if f.status == status]
    assert any(told in finding.what for finding in found)
    assert report.passed == (status == "warn")
    assert all(finding.expected and finding.got for finding in found)


SUBTLE = [
    ("while board.check_win() is None:", "while board.get_empty_squares():",
     "plays on after the game's end"),
    ("sign * SCORE_CURRENT", "sign * SCORE_OTHER",
     "with SCORE_CURRENT = 2 and SCORE_OTHER = 3"),
    ("sign * SCORE_", "sign * 1.0 # ", "does not use SCORE_CURRENT and SCORE_OTHER"),
    ("best = max(scores[row][col] for row, col in empty)",
     "best = max([-2] + [scores[r][c] for r, c in empty])", "get_best_move"),
    ("        player = provided.switch_player(player)\n", "",
     "does not let the sides take turns"),
    ("    return get_best_move(board, scores)\n",
     "    row, col = get_best_move(board, scores)\n    return row * 1.0, col * 1.0\n",
     "does not return an empty square"),
    ("    return get_best_move(board, scores)\n",
     "    move = get_best_move(board, scores)\n    board.move(move[0], move[1], player)\n"
     "    return move\n", "changes the board given"),
]  # fmt: skip
SEEN_IN_MOVES = [
    ("mc_trial(copy, player)", "mc_trial(copy, provided.switch_player(player))",
     "calls mc_trial for the other side"),
    ("mc_update_scores(scores, copy, player)",
     "mc_update_scores(scores, copy, provided.PLAYERX)",
     "calls mc_update_scores for the other side"),
    ("copy = board.clone()", "copy = provided.TTTBoard(board._dim, False, board._board)",
     "by the wrong rule"),
]  # fmt: skip


def what_is_found(folder, old, new):
    """Return what is wrong with the plain file with a mistake."""
    report = check_file(written(folder, varied([(old, new)])), point=False)
    return [f.what for each in report.findings.values() for f in each if f.status != "pass"]


@pytest.mark.parametrize(("old", "new", "told"), SUBTLE)
@pytest.mark.usefixtures("short_checks")
def test_subtle_mistakes_are_found(tmp_path, old, new, told):
    assert told in "\n".join(what_is_found(tmp_path, old, new))


@pytest.mark.parametrize(("old", "new", "told"), SEEN_IN_MOVES)
@pytest.mark.usefixtures("fewer_moves")
def test_subtle_mistakes_are_found_in_moves(tmp_path, old, new, told):
    assert told in "\n".join(what_is_found(tmp_path, old, new))


UNUSUAL = [
    ('"""A right file', '"""print the board. xrange(3). A right file'),
    ("import random\n", "import random\nimport SimpleGUICS2Pygame.simpleguics2pygame as gui\n"
     "KEY = gui.KEY_MAP['left']\n"),
    ("        copy = board.clone()\n",
     "        copy = provided.TTTBoard(board.get_dim(), board._reverse, board._board)\n"),
    ("SCORE_OTHER = 1.0", "SCORE_OTHER = 3"),
    ("        square = random.choice(board.get_empty_squares())\n"
     "        board.move(square[0], square[1], player)\n"
     "        player = provided.switch_player(player)",
     "        row = random.randrange(board.get_dim())\n"
     "        col = random.randrange(board.get_dim())\n"
     "        free = board.square(row, col) == provided.EMPTY\n"
     "        board.move(row, col, player)\n"
     "        if free:\n            player = provided.switch_player(player)"),
]  # fmt: skip
AT_THE_BOTTOM = [
    ("provided.play_game(mc_move, NTRIALS, False)", end)
    for end in ("import sys\nsys.exit(0)", "input('trials? ')")
]


@pytest.mark.parametrize(
    "changes",
    [[*UNUSUAL, AT_THE_BOTTOM[0]], AT_THE_BOTTOM[1:],
     *(pytest.param([change], marks=pytest.mark.nightly) for change in UNUSUAL)],
    ids=range(2 + len(UNUSUAL)),
)  # fmt: skip
@pytest.mark.usefixtures("short_checks")
def test_unusual_but_right_files_pass(tmp_path, changes):
    (tmp_path / "poc_ttt_provided.py").write_text("print 'a copy in Python 2'\n")
    report = check_file(written(tmp_path, varied(changes)), point=False)
    assert report.passed, report.as_text()


def test_division_stays_true_where_the_file_asks_for_it(tmp_path):
    body = (
        "from __future__ import division\nprint 'x'\n"
        + mc_move("assert 1 / 2 == 0.5\nreturn (0, 0)")
    )  # fmt: skip
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (0, 0)


def test_long_errors_and_answers_are_cut(tmp_path):
    for body in ("raise ValueError('x' * 10_000_000)", "return 'x' * 10_000_000"):
        with (
            closing(FilePlayer(written(tmp_path, mc_move(body)), 1)) as player,
            pytest.raises(ValueError, match="xxx") as caught,
        ):
            player.choose(Board(3), PLAYERX)
        assert len(str(caught.value)) < 700


@pytest.mark.usefixtures("short_checks")
def test_a_raised_error_is_found_with_its_line():
    report = check_file(FILES / "small_boards_only.py")
    finding = report.findings["other board sizes"][-1]
    lines = (FILES / "small_boards_only.py").read_text().splitlines()
    assert "assert board.get_dim() == 3" in lines[finding.line - 1]
    assert finding.quoted == lines[finding.line - 1].strip()
    assert f"where:    line {finding.line}: `assert board" in report.as_text()


@pytest.mark.usefixtures("short_checks")
def test_the_console_checks_and_says_so_by_its_status(capsys, tmp_path):
    assert main(["check", str(FILES / "plain.py")]) == 0
    assert capsys.readouterr().out.endswith("plain.py: right\n")
    assert main(["check", str(FILES / "tie_is_loss.py"), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["passed"] is False
    assert set(data["findings"][0]) == {
        "check", "status", "what", "expected", "got", "line", "cause", "board", "is_error", "more",
        "quoted", "faulty",
    }  # fmt: skip
    assert main(["check", str(tmp_path / "missing.py")]) == 2


def test_a_file_runs_as_a_script(tmp_path):
    path = written(
        tmp_path, (FILES / "plain.py").read_text().replace("poc_ttt_gui.run_gui(3", "#(")
    )
    for command in (["-m", "engine.compat"], ["-m", "engine.cli.main", "run"]):
        done = ran(*command, path, check=True)
        assert done.stdout.rstrip().endswith(("wins!", "Tie!"))


def test_a_script_that_raises_is_told_in_one_line(tmp_path, capsys):
    path = written(tmp_path, "x = 1\n1 / 0\n")
    assert main(["run", str(path)]) == 1
    assert capsys.readouterr().err == ("mine.py, line 2: ZeroDivisionError: division by zero\n")


def test_a_file_is_a_player_in_the_console_and_the_lab(capsys):
    spec = f"file:trials=20:{FILES / 'plain.py'}"
    assert str(PlayerSpec.parse(spec)) == spec
    given = ["play", "--x", f"file:{FILES / 'plain.py'}", "--o", "random", "--trials", "50"]
    assert main([*given, "--seed", "1"]) == 0
    assert capsys.readouterr().out.strip().endswith(("wins!", "Tie!"))
    tournament = ["tournament", "--players", spec, "random", "--games", "4", "--seed", "1"]
    assert main([*tournament, "--in", "threads"]) == 0
    shown = capsys.readouterr().out
    assert " 0  " in shown


def test_a_move_may_name_the_arguments_of_its_own_functions():
    file = KEPT / "right" / "new_boards.py"
    with closing(FilePlayer(file, 20)) as player:
        decision = player.choose(Board(3), PLAYERX, 1)
    assert decision.square in Board(3).get_empty_squares()
    assert decision.analysis is not None, "its scores are seen, too"
