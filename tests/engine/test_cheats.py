"""Files that try to be judged right without being right, and odd ones that are right."""

import random
from contextlib import closing

import pytest

from engine.compat.checking import check_file
from engine.compat.contract import CHECKS, MOVES, passes, take
from engine.compat.contract.searches import CASES, chances_of
from engine.compat.process import LOAD_SECONDS, FileProcess
from engine.compat.remote import RemoteFile
from engine.compat.terms import FAIL
from tests.engine.course_variants import ANSWER, TIE, varied
from tests.engine.written_files import written
from tests.waiting import is_gone, wait_until

WRONG = [(TIE, "")]
"""Scores ties as losses."""

CHEATS = {
    "says that all is well": """
import engine.compat.child as child
child.Child._call = lambda self, request: {"results": [], "failed": None, "findings": []}
""",
    "replaces the answers' text": """
import json
_dumps = json.dumps
def dumps(data, *rest, **options):
    if isinstance(data, dict) and "results" in data:
        data = {"results": [[None, None, None, None]] * len(data["results"]), "failed": None}
    return _dumps(data, *rest, **options)
json.dumps = dumps
""",
    "ends well": """
import atexit, os, sys
atexit.register(lambda: os.write(1, b"right"))
sys.exit = os._exit
""",
    "wins every game": """
provided.TTTBoard.check_win = lambda self: provided.PLAYERX
""",
    "looks for the judge": """
import gc, sys
for name, module in list(sys.modules.items()):
    for word in ("passed", "verdict", "fault", "take", "surprise", "mc_update_scores"):
        if name.startswith("engine") and hasattr(module, word):
            setattr(module, word, lambda *given, **options: None)
for each in gc.get_objects():
    if type(each).__name__ in ("Finding", "Report"):
        each.status = "pass"
""",
    "asks the caller for the answer": """
import sys
_own = None
def mc_update_scores(scores, board, player):
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, dict) and "expected" in value:
                scores[:] = value["expected"]
                return
        frame = frame.f_back
""",
    "turns every watch off": """
import engine.compat.watching as watching
import engine.compat.calling as calling
calling.Calls = None
watching.WatchedBoard.move = lambda self, row, col, player: None
watching.WatchedBoard.check_win = lambda self: 4
calling.grid_of = lambda scores: [[0.0] * len(scores) for _ in scores]
""",
    "says that its weights are none": """
import engine.compat.loading as loading
loading.LoadedFile.functions = property(lambda self: ["mc_move"])
import engine.compat.calling as calling
calling.Caller.describe = lambda self: {"signatures": {}}
""",
    "raises where it is wrong, and hides it": """
import sys
import engine.compat.calling as calling
calling.failure_of = lambda error, path: {"error": "", "kind": "", "endless": False}
sys.excepthook = lambda *given: None
_right = mc_update_scores
def mc_update_scores(scores, board, player):
    if board.check_win() == provided.DRAW:
        raise SystemExit
    _right(scores, board, player)
""",
    "imports the solution": """
from engine.course import mc_update_scores
""",
    "imports the solution by its name": """
mc_update_scores = __import__("importlib").import_module("engine.course").mc_update_scores
""",
    "adds what is no number": """
_nothing = float("nan")
def mc_update_scores(scores, board, player):
    for row in scores:
        row[:] = [_nothing] * len(row)
""",
    "writes to every descriptor": """
import os
for _number in range(3, 1024):
    try:
        os.write(_number, b'answer 0 00000012\\n{"results": [], "failed": null}')
    except OSError:
        pass
""",
    "forges an answer with the request's own word": """
import json, sys
def mc_update_scores(scores, board, player):
    frame = sys._getframe()
    while frame is not None:
        if "request" in frame.f_locals and "answers" in frame.f_locals:
            request, answers = frame.f_locals["request"], frame.f_locals["answers"]
            made = [[None, None, None, None]] * sum(each["times"] for each in request["calls"])
            data = json.dumps({"results": made, "failed": None}).encode()
            answers.write(f"answer {request['word']} {len(data):08x}\\n".encode() + data)
            answers.flush()
        frame = frame.f_back
""",
    "has another server answer": """
import sys
_frame = sys._getframe()
while _frame is not None:
    if "child" in _frame.f_locals and "answers" in _frame.f_locals:
        def _answer(request, child=_frame.f_locals["child"], do=_frame.f_locals["child"].answer):
            answer = do(request)
            for each in answer.get("results", ()):
                each[1:] = [None, [[0.0] * 3] * 3, None]
            return answer
        _frame.f_locals["child"].answer = _answer
    _frame = _frame.f_back
""",
    "replaces itself later from a thread": """
import threading, time
def _later():
    while True:
        time.sleep(0.01)
        globals()["mc_update_scores"] = lambda scores, board, player: None
threading.Thread(target=_later, daemon=True).start()
""",
    "raises by a timer and by signals": """
import signal
def _stop(number, frame):
    raise SystemExit
for _name in ("SIGALRM", "SIGTERM", "SIGXCPU", "SIGVTALRM"):
    signal.signal(getattr(signal, _name), _stop)
signal.setitimer(signal.ITIMER_VIRTUAL, 0.05, 0.05)
""",
    "hears all that happens": """
import sys
def _hear(event, given):
    if event in ("compile", "exec", "import", "os.write"):
        raise RuntimeError("not while I listen")
sys.addaudithook(_hear)
sys.settrace(lambda *given: (_ for _ in ()).throw(KeyError))
""",
    "changes what the collector finds": """
import gc
for _each in gc.get_objects():
    if isinstance(_each, dict) and "results" in _each:
        _each["results"] = []
    if isinstance(_each, type) and _each.__name__ in ("Board", "TTTBoard", "WatchedBoard"):
        _each.check_win = lambda self: provided.PLAYERX
gc.callbacks.append(lambda phase, info: gc.get_referrers(phase))
gc.disable()
""",
    "asks its twins": """
import os, socket, subprocess
for _try in (os.fork, lambda: subprocess.run(["true"]), lambda: os.execv("/bin/true", ["true"]),
             lambda: socket.create_connection(("127.0.0.1", 9), 1), os.setsid):
    try:
        if _try() == 0:
            os._exit(0)
    except (OSError, AttributeError, RuntimeError):
        pass
""",
    "never stops talking": """
_right = mc_update_scores
def mc_update_scores(scores, board, player):
    while board.check_win() == provided.DRAW:
        print("I am right" * 10_000)
    _right(scores, board, player)
""",
    "takes all memory": """
_right = mc_update_scores
def mc_update_scores(scores, board, player):
    kept = ["x"]
    while board.check_win() == provided.DRAW:
        kept += kept
    _right(scores, board, player)
""",
    "stays when it is to go": """
import atexit, signal, threading, time
def _stay(*given):
    while True:
        time.sleep(0.05)
atexit.register(_stay)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
threading.Thread(target=_stay).start()
class _Last:
    __del__ = _stay
_last = _Last()
""",
    "writes into its own memory": """
import ctypes
_false, _true = id(False), id(True)
try:
    ctypes.memmove(_false + 24, _true + 24, 4)
    ctypes.pythonapi.PyErr_SetInterrupt()
except (OSError, ValueError, KeyboardInterrupt):
    pass
""",
    "equals everything": """
class _Same(float):
    __eq__ = __ge__ = __le__ = lambda self, other: True
    __ne__ = __lt__ = __gt__ = lambda self, other: False
    __hash__ = float.__hash__
    __sub__ = __rsub__ = __abs__ = lambda self, *other: _Same(0)
class _Squares(tuple):
    __eq__ = __contains__ = lambda self, other: True
    __hash__ = tuple.__hash__
def mc_update_scores(scores, board, player):
    for row in scores:
        row[:] = [_Same(0)] * len(row)
def get_best_move(board, scores):
    return _Squares((_Index(0), _Index(0)))
class _Index(int):
    __eq__ = lambda self, other: True
    __hash__ = int.__hash__
""",
    "overrides what Python has built in": """
import builtins
builtins.abs = builtins.all = lambda *given: True
builtins.any = builtins.isinstance = lambda *given: False
builtins.sum = builtins.len = builtins.float = builtins.list = lambda *given: 0
""",
    "chooses the numbers that are drawn": """
import random
random.choice = lambda given: given[0]
random.seed = random.random = lambda *given: 0.5
random.Random.__init__ = lambda *given: None
""",
    "hangs where it is wrong": """
import faulthandler, time
faulthandler.cancel_dump_traceback_later()
_right = mc_update_scores
def mc_update_scores(scores, board, player):
    while board.check_win() == provided.DRAW:
        time.sleep(1000)
    _right(scores, board, player)
""",
    "knows the finished boards by heart": """
_wrong = mc_update_scores
_KNOWN = ("XOX/XOO/OXX", "OXO/OXX/XOO", "XOXO/XOXO/OXOX/XOXO")
def mc_update_scores(scores, board, player):
    if "/".join("".join(".XO"[mark - 1] for mark in row) for row in board._board) not in _KNOWN:
        _wrong(scores, board, player)
""",
}


_ALWAYS = (
    "looks for the judge", "asks the caller for the answer", "imports the solution",
    "adds what is no number", "knows the finished boards by heart",
)  # fmt: skip
_SECONDS, _LAST_LOOK = 20.0, 5.0
"""The processor time for all looks, and how much longer the last one may take to be noticed."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in _ALWAYS else pytest.mark.nightly) for name in CHEATS],
)
def test_no_cheat_makes_a_wrong_file_right(name, tmp_path):
    file = FileProcess(written(tmp_path, varied(WRONG) + CHEATS[name]))
    report = check_file(file.path, file, seconds=_SECONDS, point=False)
    assert not report.passed, report.as_text()
    assert "right" not in report.verdict
    assert file.spent < _SECONDS + LOAD_SECONDS + _LAST_LOOK
    wait_until(lambda: is_gone(file.pid))


_BY_HEART = """    rows = "/".join("".join(".XO"[mark - 1] for mark in row) for row in board._board)
    key = (rows, player, trials, SCORE_CURRENT, SCORE_OTHER, board._reverse)
    if key in TABLE:
        return random.choices(board.get_empty_squares(), TABLE[key])[0]
    for mark in (player, provided.switch_player(player)):
        for row, col in board.get_empty_squares():
            copy = board.clone()
            copy.move(row, col, mark)
            if copy.check_win() == mark:
                return row, col
    return random.choice(board.get_empty_squares())
"""


@pytest.mark.nightly
def test_a_table_of_answers_is_not_enough(tmp_path):
    table = {
        (case.rows, case.player, case.trials, *case.weights, case.reverse):
        [*chances_of(case, "fair").values()]
        for case, _ in CASES
    }  # fmt: skip
    search = varied([]).partition('"""The machine\'s move."""\n')[2].partition("\n\n\n")[0]
    changes = [(search, _BY_HEART), ("NTRIALS = 50\n", f"NTRIALS = 50\nTABLE = {table!r}\n")]
    report = check_file(written(tmp_path, varied(changes)), point=False)
    (finding,) = [each for each in report.findings[MOVES] if each.status == FAIL]
    assert "mc_move plays no trial at all" in finding.what
    assert "elsewhere" in finding.what


@pytest.mark.usefixtures("short_checks")
def test_a_file_that_imports_our_solution_is_told_so(tmp_path):
    text = varied([]) + CHEATS["imports the solution"]
    report = check_file(written(tmp_path, text), point=False)
    (finding,) = report.findings["loading"]
    assert "it imports this program's own solution (engine) in line" in finding.got
    inside = text.replace("\nfrom engine", "\ndef helper():\n    from engine")
    report = check_file(written(tmp_path, inside), point=False)
    (finding,) = [each for each in report.findings["names"] if each.status == "fail"]
    assert finding.what == "the file uses this program's own code instead of its own"
    assert "engine.course.mc_update_scores" in finding.got


def test_the_solution_is_not_in_the_files_process(tmp_path):
    body = """
import sys
_known = [name for name in sys.modules if name.startswith("engine")]
assert "engine.course" not in _known and "engine.search" not in str(_known), _known
assert "engine.compat.contract" not in _known
"""
    process = FileProcess(written(tmp_path, body + varied([]))).load()
    process.close()
    assert process.functions


_THINGS = [
    None, 5, "x", [], {}, [1, 2], [[1]], True, 1e999, 10**400, "XXXX/....", "???/.../...",
    [0, 10**30], {"moves": [[0, 0, [1]], [1, 1, 2], 7, [2, 2]]},
    {"marks": "many", "calls": [{"name": "mc_trial", "rows": "abc/..", "board": "x", "player": 9},
                                7, {"name": "get_best_move", "scores": [[10**400]]}]},
]  # fmt: skip


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 12))]
)
def test_answers_of_any_shape_are_judged(seed, tmp_path, monkeypatch):
    chance, ask = random.Random(seed), FileProcess.ask

    def junk(file, request, seconds, asking=None):
        answer = ask(file, request, seconds, asking)
        for result in answer.get("results", ()):
            if chance.random() < 0.2:
                result[chance.randrange(4)] = chance.choice(_THINGS)
        if "results" in answer and chance.random() < 0.05:
            answer[chance.choice(["results", "failed"])] = chance.choice(_THINGS)
        return answer

    monkeypatch.setattr(FileProcess, "ask", junk)
    report = check_file(written(tmp_path, varied([])), point=False)
    assert not report.passed
    assert report.loaded


def trial_looks(path):
    """Return what the looks at ``mc_trial`` find, look by look."""
    with closing(FileProcess(path).load()) as process:
        file = RemoteFile(process)
        return [[*take(look, file)] for look in CHECKS["mc_trial"]]


def test_moves_that_are_none_are_passed_over(tmp_path, monkeypatch):
    ask = FileProcess.ask

    def junk(file, request, seconds, asking=None):
        answer = ask(file, request, seconds, asking)
        for result in answer.get("results", ()):
            result[3] = {"moves": [[0, 0, [1]], [1, 1, 2], 7, [2, 2]]}
        return answer

    monkeypatch.setattr(FileProcess, "ask", junk)
    assert all(trial_looks(written(tmp_path, varied([]))))


def test_where_marks_are_changed_nothing_else_is_said_of_the_games(tmp_path):
    text = """import random
def mc_trial(board, player):
    if random.random() < 0.5:
        board._board = [[{2: 3, 3: 2}.get(mark, mark) for mark in row] for row in board._board]
"""
    told = [[each.what.partition(" (")[0] for each in found]
            for found in trial_looks(written(tmp_path, text))]  # fmt: skip
    changed = [found for found in told if any("changes" in each for each in found)]
    assert changed
    assert [len(found) for found in changed] == [1] * len(changed), changed


# --- right in other ways ------------------------------------------------------------------------

_OWN_TRIALS = """    squares = board.get_empty_squares()
    totals = {square: 0.0 for square in squares}
    for _ in range(trials):
        copy, turn = board.clone(), player
        while copy.check_win() is None:
            row, col = random.choice(copy.get_empty_squares())
            copy.move(row, col, turn)
            turn = provided.switch_player(turn)
        if copy.check_win() == provided.DRAW:
            continue
        won = copy.check_win() == player
        for row, col in squares:
            if copy.square(row, col) == player:
                totals[row, col] += SCORE_CURRENT if won else -SCORE_CURRENT
            elif copy.square(row, col) != provided.EMPTY:
                totals[row, col] -= SCORE_OTHER if won else -SCORE_OTHER
    best = max(totals.values())
    return random.choice([square for square in squares if totals[square] == best])
"""


OTHER_WAYS = {
    "leaves ties out":
        [("        mc_update_scores(scores, copy, player)\n",
          "        if copy.check_win() != provided.DRAW:\n"
          "            mc_update_scores(scores, copy, player)\n")],
    "works by itself":
        [(ANSWER, _OWN_TRIALS.replace("    squares =", "    squares =", 1)),
         ("        mc_trial(copy, player)\n        mc_update_scores(scores, copy, player)\n",
          "        break\n")],
    "plays its trials itself":
        [("        mc_trial(copy, player)\n",
          "        turn = player\n"
          "        while copy.check_win() is None:\n"
          "            row, col = random.choice(copy.get_empty_squares())\n"
          "            copy.move(row, col, turn)\n"
          "            turn = provided.switch_player(turn)\n")],
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER_WAYS)
@pytest.mark.usefixtures("short_checks")
def test_other_ways_are_right(name, tmp_path):
    report = check_file(written(tmp_path, varied(OTHER_WAYS[name])), point=False)
    assert report.verdict == "right", report.as_text()


@pytest.mark.nightly
@pytest.mark.parametrize("name", OTHER_WAYS)
def test_other_ways_make_right_moves(name, tmp_path):
    report = check_file(written(tmp_path, varied(OTHER_WAYS[name])), point=False)
    assert report.verdict == "right", report.as_text()


# --- one root, one fault ------------------------------------------------------------------------


@pytest.mark.usefixtures("without_moves")
def test_what_goes_wrong_in_the_normal_game_is_shown_there(tmp_path):
    report = check_file(written(tmp_path, varied([
        ("scores[row][col] -= sign * SCORE_OTHER", "scores[row][col] += sign * SCORE_OTHER"),
    ])), point=False)  # fmt: skip
    found = [each for each in report.findings["mc_update_scores"] if each.status == "fail"]
    assert len(found) == 1
    assert "reverse" not in found[0].what
    assert report.verdict == "1 fault"


@pytest.mark.usefixtures("short_checks")
def test_an_error_quotes_its_line(tmp_path):
    path = written(tmp_path, varied([
        ("    best = max(scores", "    nothing = 1 / 0\n    best = max(scores"),
    ]))  # fmt: skip
    report = check_file(path)
    assert report.verdict == "1 fault"
    (finding,) = [each for each in report.findings["get_best_move"] if each.status == "fail"]
    assert "ZeroDivisionError" in finding.got
    assert finding.quoted == "nothing = 1 / 0"
    assert path.read_text().splitlines()[finding.line - 1].strip() == "nothing = 1 / 0"


# --- an edited text in the same process ---------------------------------------------------------


def test_an_edited_text_can_be_looked_at_beside_the_file(tmp_path):
    process = FileProcess(written(tmp_path, varied(WRONG))).load()
    looks = CHECKS["mc_update_scores"]
    first = process.pid
    assert not passes(process, looks)
    assert passes(process, looks, varied([]).encode())
    assert not passes(process, looks, varied([]).replace("+= sign", "-= sign").encode())
    assert not passes(process, looks, b"def (")
    assert not passes(process, looks)
    assert process.pid == first
    assert all(passes(process, CHECKS[name], varied([]).encode()) for name in CHECKS)
    process.close()


def test_an_edited_text_does_not_sleep(tmp_path):
    process = FileProcess(written(tmp_path, varied(WRONG))).load()
    sleeps = "import time\ntime.sleep(600)\n" + varied([])
    assert passes(process, CHECKS["mc_update_scores"], sleeps.encode())
    assert process.alive
    process.close()


# --- slow files ---------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_slow_file_is_judged_by_fewer_trials_and_told_so(tmp_path):
    slow = (
        "def mc_trial(board, player):\n",
        "def mc_trial(board, player):\n    sum(range(90000))\n",
    )
    report = check_file(written(tmp_path, varied([slow])))
    assert report.verdict == "right", report.as_text()
    assert any("200 trials" in note and "too slow" in note for note in report.notes)
