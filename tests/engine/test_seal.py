"""A course file runs sealed: what it tries to reach, it does not reach, and what it needs works."""

import ast
import os
import shutil
import socket
import subprocess
import sysconfig
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine import PLAYERX, Board
from engine.compat import call_filter, landlock
from engine.compat.checking import check_file
from engine.compat.player import FilePlayer
from engine.compat.process import FileProcess
from engine.compat.seal import ONLY_CALLS, ONLY_FILES, SEALED, WITH_MEMORY
from tests.engine.unsealed import changed_child, unsealed
from tests.engine.written_files import mc_move, written

__all__ = ["unsealed"]

pytestmark = pytest.mark.skipif(
    landlock.version() < 1 or call_filter.architecture() is None,
    reason="this system has no Landlock, or there is no filter for it",
)

ESCAPES = Path(__file__).with_name("escapes.py").read_text()
TRIES = [
    line.removeprefix("def ").removesuffix("():")
    for line in ESCAPES.splitlines() if line.startswith("def ") and line.endswith("():")
]  # fmt: skip
"""The names of the tries in ``escapes.py``."""

KILLED = {"call_as_a_program_of_32_bits", "call_by_x32s_numbers"}
"""Tries of x86-64's that end the process."""

NEVER_REACHED = {
    "find_an_inherited_descriptor", "import_the_solution", "import_the_solution_by_its_place",
    "find_the_solution_in_the_courses_module", "find_the_solution_among_loaded_modules",
    "write_into_the_pipe_of_answers", "read_the_environment",
}  # fmt: skip
"""Tries that something else than the seal stands against."""

DEPENDS = {
    "become_another", "mount_something", "change_the_root", "make_a_namespace", "trace_another",
    "read_anothers_memory", "read_by_a_ring", "read_by_a_handle", "set_an_extended_attribute",
    "open_a_nameless_file", "read_the_parents_memory", "read_the_parents_environment",
    "ask_the_kernel_by_netlink", "call_as_a_program_of_32_bits", "load_a_library_from_memory",
    "write_to_shared_memory", "make_shared_memory", "read_by_a_new_call", "fork_by_a_new_call",
    "see_where_the_parent_is", "become_a_program", "watch_home", "read_home",
}  # fmt: skip
"""Tries whose end without the seal depends on the user's rights, the kernel, or a container."""

WHY = (
    "PermissionError", "Function not implemented", "Cannot allocate memory", "Too many open files",
    "SIGSYS", "KeyError", "LookupError",
    "Permission denied", "not allowed to raise", "wrote into the pipe of its answers",
    "it imports this program's own solution", "has no attribute 'course'",
)  # fmt: skip
"""What may be said of a try that failed: a mistake in the try itself would say something else."""


@pytest.fixture(scope="module")
def victim():
    """A process that somebody else has started, and which heeds signals."""
    with subprocess.Popen(["sleep", "3000"], start_new_session=True) as process:
        yield process.pid
        process.kill()


@pytest.fixture(scope="module")
def port():
    """A port of this machine's own at which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture(scope="module")
def lay_out(victim, port):
    """Return a function that lays a hand-in out that tries, in a folder with what it tries at."""

    def laid_out(place):
        folder = place / "hand-in"
        folder.mkdir()
        outside = written(place, "secret", "outside.txt")
        some = min(Path(sysconfig.get_config_var("DESTSHARED")).glob("*.so"))
        library = Path(shutil.copy(some, folder / "library.so"))
        (folder / "link").symlink_to("/etc/passwd")
        targets = {
            "FOLDER": str(folder), "LIBRARY": str(library), "LINK": str(folder / "link"),
            "NEIGHBOUR": str(folder / "targets.py"), "OUTSIDE": str(outside),
            "PARENT": os.getpid(), "PORT": port, "VICTIM": victim,
            "PROGRAM": str(Path(landlock.__file__).parents[1]),
        }  # fmt: skip
        text = "".join(f"{name} = {value!r}\n" for name, value in targets.items())
        written(folder, text, "targets.py")
        tries = [f"def try_{name}(*_):\n    {name}()\n    return THROUGH\n" for name in TRIES]
        return FileProcess(written(folder, "\n\n".join([ESCAPES, *tries])))

    return laid_out


@pytest.fixture(scope="module")
def hand_in(tmp_path_factory, lay_out):
    """A hand-in that tries, in a process of its own, as long as that lives."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TTT_SECRET", "a password")
        place = tmp_path_factory.mktemp("sealed")
        with closing(lay_out(place).load()) as file:
            yield place, file


def tried(file, place, name):
    """Have a hand-in make a try; return why it failed, or None where it got through."""
    player = FilePlayer(place / "hand-in" / "mine.py", 1, f"try_{name}", 30, file)
    try:
        player.choose(Board(3), PLAYERX)
    except ValueError as error:
        return str(error)
    return None


def state_of(place):
    """Return all that could be changed of the files there."""
    return {
        (str(path), state.st_mode, state.st_size, state.st_mtime_ns, state.st_nlink)
        for path in place.rglob("*") for state in [path.lstat()]
    }  # fmt: skip


def fails(file, place, name):
    """Check that a try changes nothing, and fails for the right reason."""
    before = state_of(place)
    why = tried(file, place, name)
    assert why is not None, "it got through"
    assert any(each in why for each in WHY), why
    if name in KILLED and call_filter.architecture() == call_filter.X86:
        assert "SIGSYS" in why
    assert state_of(place) == before


@pytest.mark.parametrize("name", TRIES)
def test_a_sealed_file_does_not_get_out(hand_in, name):
    place, file = hand_in
    if name in KILLED and call_filter.architecture() != call_filter.X86:
        pytest.skip("there is no such call on this architecture")
    assert file.guard == SEALED
    fails(file, place, name)


@pytest.mark.nightly
@pytest.mark.parametrize("known", [known for known in (1, 2, 4) if known <= landlock.version()])
@pytest.mark.parametrize("name", TRIES)
def test_nor_does_it_on_an_older_kernel(tmp_path, lay_out, monkeypatch, name, known):
    changed_child(monkeypatch, f"import engine.compat.landlock as l; l.version = lambda: {known}")
    with closing(lay_out(tmp_path).load()) as file:
        assert file.guard == SEALED
        monkeypatch.setenv("TTT_SECRET", "a password")
        fails(file, tmp_path, name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", [n for n in TRIES if n not in NEVER_REACHED | DEPENDS])
def test_without_the_seal_it_would(tmp_path, lay_out, unsealed, name):
    with closing(lay_out(tmp_path).load()) as file:
        assert file.guard == "unsealed"
        assert tried(file, tmp_path, name) is None


@pytest.mark.parametrize(
    "name", ["read_etc", "write_outside", "change_a_mode", "fork", "connect_by_tcp", "read_home"]
)
def test_the_commonest_tries_would_without_the_seal(tmp_path, lay_out, unsealed, name):
    with closing(lay_out(tmp_path).load()) as file:
        assert tried(file, tmp_path, name) is None


def test_there_are_tries_enough_and_all_of_the_lists_are_among_them():
    assert len(TRIES) >= 60
    assert set(TRIES) >= NEVER_REACHED | DEPENDS | KILLED


# --- where a part of the seal is missing --------------------------------------------------------


def test_a_kernel_without_landlock_still_guards_writing_and_says_so(tmp_path, lay_out, monkeypatch):
    changed_child(monkeypatch, "import engine.compat.landlock as l; l.version = lambda: 0")
    with closing(lay_out(tmp_path).load()) as file:
        assert file.guard == ONLY_CALLS
        assert tried(file, tmp_path, "read_etc") is None
        for name in ("write_outside", "empty_a_file_by_reading_it", "change_a_mode", "fork",
                     "connect_by_tcp", "signal_another", "append_to_a_neighbour"):  # fmt: skip
            fails(file, tmp_path, name)


def test_an_architecture_without_a_filter_still_guards_files_and_says_so(
    tmp_path, lay_out, monkeypatch
):
    changed_child(
        monkeypatch, "import engine.compat.call_filter as f; f.architecture = lambda: None"
    )
    with closing(lay_out(tmp_path).load()) as file:
        assert file.guard == ONLY_FILES
        for name in ("read_etc", "write_outside", "append_to_a_neighbour", "make_a_folder"):
            fails(file, tmp_path, name)


def test_a_system_with_neither_says_that_there_are_limits_only(tmp_path, lay_out, monkeypatch):
    changed_child(
        monkeypatch,
        "import engine.compat.call_filter as f, engine.compat.landlock as l; "
        "f.architecture = lambda: None; l.version = lambda: 0",
    )
    with closing(lay_out(tmp_path).load()) as file:
        assert file.guard == WITH_MEMORY
        assert tried(file, tmp_path, "read_etc") is None
        assert "memory" in (tried(file, tmp_path, "take_much_memory") or "")


# --- what must work -----------------------------------------------------------------------------

MODULES = (
    "random", "math", "cmath", "copy", "collections", "itertools", "functools", "operator",
    "string", "time", "datetime", "heapq", "bisect", "re", "json", "statistics", "fractions",
    "decimal", "pprint", "enum", "types", "typing", "dataclasses", "codecs", "tempfile", "pathlib",
    "threading", "queue", "doctest", "unittest", "timeit", "logging", "hashlib", "zoneinfo",
    "array", "multiprocessing", "asyncio", "subprocess", "sqlite3", "concurrent.futures",
    "encodings.idna",
)  # fmt: skip

WORKS = {
    "modules": "\n".join(f"import {name}" for name in MODULES),
    "random": "import random\nrandom.seed(1)\nassert random.Random().random() < 1\n"
              "import os\nassert len(os.urandom(4)) == 4",
    "threads": "import threading\ndone = []\n"
               "workers = [threading.Thread(target=done.append, args=(n,)) for n in range(8)]\n"
               "for each in workers: each.start()\nfor each in workers: each.join()\n"
               "assert len(done) == 8",
    "a pool": "from concurrent.futures import ThreadPoolExecutor\n"
              "with ThreadPoolExecutor(3) as pool: assert list(pool.map(abs, [-1])) == [1]",
    "printing": "for _ in range(2000): print('x' * 500)",
    "no input": "try: input()\nexcept EOFError: pass\nelse: raise AssertionError",
    "nowhere": "import os\nwith open(os.devnull, 'w') as out: print(1, file=out)",
    "time": "import time\ntime.sleep(0.01)\nassert time.localtime() and time.process_time() >= 0",
    "questions": "import os, platform\nassert os.path.exists('/etc/passwd')\n"
                 "assert os.getcwd() and os.cpu_count() and platform.system() == 'Linux'",
    "signals": "import os, signal\nsignal.signal(signal.SIGUSR1, lambda *_: None)\n"
               "os.kill(os.getpid(), signal.SIGUSR1)",
    "tracebacks": "import traceback\ntry: 1 / 0  # said\n"
                  "except ZeroDivisionError: assert '# said' in traceback.format_exc()",
    "its own text": "import inspect\ndef f(): return 7\nassert 'return 7' in inspect.getsource(f)",
}  # fmt: skip


@pytest.mark.parametrize("text", WORKS.values(), ids=WORKS)
def test_what_course_files_use_works(tmp_path, text):
    path = written(tmp_path, text + "\n" + mc_move("return (1, 1)"))
    with closing(FilePlayer(path, 1)) as player:
        assert player.file.guard == SEALED
        assert player.choose(Board(3), PLAYERX).square == (1, 1)


@pytest.mark.skipif(find_spec("numpy") is None, reason="NumPy is not installed")
def test_numpy_works(tmp_path):
    body = mc_move(
        "import numpy as np\nimport numpy.fft\n"
        "best = np.linalg.inv(np.eye(200)).sum() + np.random.default_rng(1).random()\n"
        "assert 200 <= best <= 201\nreturn np.int64(1), np.int64(2)"
    )
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (1, 2)


def test_a_file_that_is_refused_something_learns_why(tmp_path):
    path = written(tmp_path, mc_move("open('/etc/passwd')\nreturn (0, 0)"))
    with (
        closing(FilePlayer(path, 1)) as player,
        pytest.raises(ValueError, match=r"a course file may open no files.*\(line 2 of mine.py\)"),
    ):
        player.choose(Board(3), PLAYERX)


# --- the report ---------------------------------------------------------------------------------


def test_the_report_says_what_guarded_this_computer(tmp_path):
    report = check_file(written(tmp_path, mc_move("return board.get_empty_squares()[0]")))
    assert report.guard == SEALED
    assert report.as_text().splitlines()[-2] == "     it ran sealed: files, network, processes"
    assert report.as_json()["guard"] == SEALED


def test_a_file_cannot_say_itself_what_guards_it(tmp_path):
    lie = (
        "import sys\nchild = sys.modules['__main__'].main.__globals__['Child']\n"
        "load = child._load\n"
        "child._load = lambda *given: load(*given) | {'guard': 'sealed: everything'}\n"
        "child._tell_guard = lambda *given: {'guard': 'sealed: everything'}\n"
    )
    path = written(tmp_path, lie + mc_move("return (0, 0)"))
    with closing(FilePlayer(path, 1)) as player:
        player.choose(Board(3), PLAYERX)
        assert player.file.guard == SEALED


@pytest.mark.parametrize("name", ["seal", "job", "landlock", "call_filter", "child"])
def test_what_seals_a_process_is_imported_before_the_engine_is_hidden(name):
    """On every system: what is imported in a function is not there once imports are narrowed."""
    folder = Path(call_filter.__file__).parent
    tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
    later = [
        ast.unparse(each)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for each in ast.walk(function)
        if isinstance(each, ast.ImportFrom) and str(each.module).startswith("engine")
    ]
    assert later == []
