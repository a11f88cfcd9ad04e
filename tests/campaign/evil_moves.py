"""Course files that misbehave in their moves, and in what they do to the process around them."""

from __future__ import annotations

from collections.abc import Iterator

FIRST = "return board.get_empty_squares()[0]"
_CHOOSER = (
    "import poc_ttt_provided as provided\n"
    "def mc_trial(board, player): pass\n"
    "def mc_update_scores(scores, board, player): pass\n"
    "def get_best_move(board, scores): return board.get_empty_squares()[0]\n"
)
_FDS = "(1, 2, *range(3, 21))"
_ANSWERS = (
    '{"square": [0, 0], "scores": null}', '{"error": 5}', '{"error": ["a"], "line": {}}', "nan",
    "[]", "null", "5", '"text"', "{}", '{"square": null}', '{"square": [0]}',
    '{"square": ["a", "b"], "scores": 5}', '{"square": [0.5, 1e400], "scores": [[NaN]]}',
    '{"functions": 5, "notes": null, "calls": 3}', '{"findings": [1]}', '{"square": [true, 0]}',
    '{"error": "\\\\ud800"}', '{"error": "two\\\\nlines"}', "[" * 3000, "9" * 5000, "\\xff",
)  # fmt: skip
_EVIL_CLASSES = {
    "index": "def __index__(self): raise RuntimeError('index')",
    "index_huge": "def __index__(self): return 10 ** 5000",
    "index_exits": "def __index__(self): raise SystemExit(3)",
    "iter": "def __iter__(self): raise RuntimeError('iter')",
    "iter_exits": "def __iter__(self): raise KeyboardInterrupt",
    "iter_endless": "def __iter__(self):\n        while True: yield 0",
    "getattr": "def __getattribute__(self, name): raise MemoryError(name)",
    "eq": "def __eq__(self, other): raise RuntimeError('eq')",
    "repr": "def __repr__(self): raise RuntimeError('repr')",
    "repr_exits": "def __repr__(self): raise SystemExit(4)",
    "repr_huge": "def __repr__(self): return 'x' * 100_000_000",
    "repr_hangs": "def __repr__(self):\n        while True: pass",
    "repr_surrogate": "def __repr__(self): return '\\ud800'",
    "len": "def __len__(self): return -1",
}
STR_CLASSES = {
    "raises": "def __str__(self): raise RuntimeError('str')",
    "exits": "def __str__(self): raise SystemExit(5)",
    "number": "def __str__(self): return 5",
    "hangs": "def __str__(self):\n        while True: pass",
}


def move(body: str, before: str = "") -> str:
    """Return a file with an ``mc_move`` of these lines."""
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    return f"{before}\ndef mc_move(board, player, trials):\n{indented}"


def in_moves() -> Iterator[tuple[str, str]]:
    """Raise, end or hang in a move, and return what is no move."""
    for name, line in {
        "hang": "while True: pass", "sleep": "import time\ntime.sleep(1000)",
        "hang_in_c": "return 10 ** 10 ** 9", "regex": "import re\nre.match('(a+)+b', 'a' * 100)",
        "exit": "import sys\nsys.exit(3)", "os_exit": "import os\nos._exit(7)",
        "segfault": "import ctypes\nctypes.string_at(0)", "abort": "import os\nos.abort()",
        "interrupt": "raise KeyboardInterrupt",
        "recursion": "return mc_move(board, player, trials)",
        "deep_c": "import sys\nsys.setrecursionlimit(10 ** 9)\nreturn mc_move(board, player, 1)",
        "surrogate": "raise ValueError('\\udcff')", "huge": "raise KeyError('x' * 1_000_000)",
        "memory": "return [0] * 10 ** 12",
        "memory_grows": "a = ''\nwhile True: a += 'x' * (1 << 24)",
        "ignores_terms": "import signal\nfor n in range(1, 32):\n"
                         "    if n not in (9, 19): signal.signal(n, signal.SIG_IGN)\nwhile 1: pass",
        "alarm": "import signal\nsignal.setitimer(0, 0.01)\nwhile 1: pass",
    }.items():  # fmt: skip
        yield f"move_{name}", move(line)
    for name, line in STR_CLASSES.items():
        yield f"move_str_{name}", f"class E(ValueError):\n    {line}\n" + move("raise E")
    for number, value in enumerate(
        ("None", "'text'", "'00'", "b'00'", "10 ** 5000", "(10 ** 5000, 0)", "(-(10 ** 5000), 0)",
         "0.5", "(0.0, 1.0)", "(float('nan'), 0)", "(0, 1, 2)", "(0,)", "()", "{0: 1, 1: 2}",
         "{0, 1}",
         "(-1, 0)", "(0, 99)", "(1 << 63, 0)", "(True, False)", "(None, None)", "('0', '0')",
         "((0, 0), (1, 1))", "board", "mc_move", "type", "NotImplemented", "...", "iter([0, 0])",
         "(i for i in iter(int, 1))", "[0] * 10 ** 7", "'\\ud800'", "'x' * 10 ** 7", "1j")
    ):  # fmt: skip
        yield f"returns_{number:02}", move(f"return {value}")
    yield "returns_taken", move("return 0, 0")
    yield "returns_cycle", move("a = []\na.append(a)\nreturn a")
    for name, line in _EVIL_CLASSES.items():
        evil = f"class Evil:\n    {line}\n"
        yield f"returns_evil_{name}", evil + move("return Evil()")
        yield f"returns_evil_{name}_pair", evil + move("return Evil(), 0")


def printing() -> Iterator[tuple[str, str]]:
    """Print floods, and write into every pipe there is."""
    giga = "for _ in range(1 << 10):"
    for name, start, line in (
        ("stdout", "import sys", "sys.stdout.write('x' * (1 << 20) + '\\n')"),
        ("stdout_one_line", "import sys", "sys.stdout.write('x' * (1 << 20))"),
        ("stderr", "import sys", "sys.stderr.write('\\ud7ff' * (1 << 19))"),
    ):
        yield f"floods_{name}", move(f"{giga} {line}\n{FIRST}", start)
    write = (
        f"import os\ndef pipe(data):\n    for fd in {_FDS}:\n        try: os.write(fd, data)\n"
        "        except OSError: pass\n"
    )
    for number, unit in enumerate(("b'x' * 65536", "b'x\\n' * 32768", "bytes(range(256)) * 256")):
        yield f"floods_fds_{number}", move(f"{giga} pipe({unit})\n{FIRST}", write)
    for number, text in enumerate(_ANSWERS):
        line = f"b'{text}\\n'"
        yield f"answers_{number:02}", move(f"pipe({line})\n{FIRST}", write)
        if number < 8:
            yield f"answers_import_{number:02}", write + f"pipe({line})\n" + move(FIRST)
    yield "answers_half", move("pipe(b'{\"squ')\n" + FIRST, write)
    yield "answers_twice", move("pipe(b'{}\\n{}\\n{}\\n')\n" + FIRST, write)
    yield (
        "answers_late",
        move(
            "threading.Timer(0.02, pipe, (b'{\"error\": 5}\\n',)).start()\n" + FIRST,
            f"import threading\n{write}",
        ),
    )
    closing = f"import os\nfor fd in (0, *{_FDS}):\n    try: os.close(fd)\n    except OSError: pass"
    yield "closes_all_in_move", move(f"{closing}\n{FIRST}")
    yield "closes_all_at_import", f"{closing}\n" + move(FIRST)
    yield (
        "closes_streams",
        "import sys\nsys.stdout.close()\nsys.stderr.close()\n" + move("print(1)\n" + FIRST),
    )
    yield (
        "redirects_fds",
        move(
            f"import os\nfor fd in {_FDS}:\n    try: os.dup2(os.open('/dev/null', 2), fd)\n"
            f"    except OSError: pass\n{FIRST}"
        ),
    )


def processes() -> Iterator[tuple[str, str]]:
    """Start what stays, and change what others rely on."""
    stay = (
        "import os, time\nif os.fork() == 0:\n    {first}\n    time.sleep(1000)\n    os._exit(0)\n"
    )
    for name, first in {"plain": "pass", "own_group": "os.setpgid(0, 0)",
                        "own_session": "os.setsid()"}.items():  # fmt: skip
        yield f"forks_{name}", stay.format(first=first) + move(FIRST)
        yield f"forks_{name}_in_move", move(stay.format(first=first) + FIRST)
    yield "forks_and_dies", move(stay.format(first="pass") + "os._exit(0)")
    yield (
        "forks_many",
        move(
            "import os, time\nfor _ in range(20):\n"
            "    if os.fork() == 0: time.sleep(1000); os._exit(0)\n" + FIRST
        ),
    )
    yield "fork_answers", move("import os\nos.fork()\n" + FIRST)
    yield (
        "popen",
        move(
            "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; "
            "time.sleep(1000)'], start_new_session=True)\n" + FIRST
        ),
    )
    for name, code in {
        "threads": "import threading, time\nfor _ in range(20):\n"
                   "    threading.Thread(target=time.sleep, args=(1000,)).start()",
        "busy_threads": "import threading\ndef spin():\n    while True: pass\n"
                        "for _ in range(5): threading.Thread(target=spin).start()",
        "recursion_limit": "import sys\nsys.setrecursionlimit(50)",
        "atexit": "import atexit, time\natexit.register(time.sleep, 1000)",
        "ignores_sigterm": "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "signals": "import signal\nsignal.signal(signal.SIGALRM, lambda *a: 1 / 0)\n"
                   "signal.setitimer(0, 0.05, 0.01)",
        "gc": "import gc\ngc.set_threshold(1)\n"
              "gc.callbacks.append(lambda *a: print(1 / 0))",
        "trace": "import sys\nsys.settrace(lambda *a: 1 / 0)",
        "profile": "import sys\nsys.setprofile(lambda *a: 1 / 0)",
        "audit": "import sys\nsys.addaudithook(lambda *a: 1 / 0)",
        "builtins": "import builtins\nfor n in ('getattr', 'isinstance', 'len', 'str', 'repr',"
                    " 'callable', 'list', 'float', 'open'): setattr(builtins, n, lambda *a: 1 / 0)",
        "json": "import json\njson.dumps = lambda *a, **b: '{\"error\": 5}'\n"
                "json.loads = lambda *a, **b: 7",
        "random": "import random\nrandom.seed = random.choice = lambda *a: 1 / 0",
        "streams": "import sys\nsys.stdout = sys.stderr = sys.stdin = None",
        "streams_evil": "import sys\nclass S:\n    def write(self, t): raise SystemExit\n"
                        "    def flush(self): raise SystemExit\nsys.stdout = sys.stderr = S()",
        "modules": "import sys\nfor n in list(sys.modules): sys.modules[n] = None",
        "queue": "import queue\nqueue.Queue.get = lambda *a, **b: '{}'",
        "threading": "import threading\nfor t in threading.enumerate(): t._stop = None",
        "finder": "import sys\nclass F:\n    def find_spec(self, *a): raise SystemExit\n"
                  "sys.meta_path.insert(0, F())",
        "rlimit": "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))\n"
                  "resource.setrlimit(resource.RLIMIT_CPU, (1, 1))",
        "file_size": "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))",
        "chdir": "import os, tempfile\nd = tempfile.mkdtemp()\nos.chdir(d)\nos.rmdir(d)",
        "removes_itself": "import os\nos.remove(__file__)",
        "replaces_itself": "open(__file__, 'w').write('def (')",
        "renames_functions": "mc_trial = get_best_move = 5",
        "excepthook": "import sys, threading\nsys.excepthook = threading.excepthook = None",
        "contract": "import engine.compat.loading as l\nl.square_of = lambda m: 1 / 0\n"
                    "import engine.compat.child as c\nc.Child.answer = lambda *a: 5",
    }.items():  # fmt: skip
        yield f"changes_{name}", f"{code}\n" + move("print('here')\n" + FIRST)
        if name in ("streams", "builtins", "json", "recursion_limit", "chdir", "trace"):
            yield f"changes_{name}_in_move", move(f"{code}\n{FIRST}")


def scores() -> Iterator[tuple[str, str]]:
    """Hand get_best_move scores that are none, and change the board in place."""
    for number, value in enumerate(
        ("float('nan')", "float('inf')", "-float('inf')", "1e308", "10 ** 400", "'1'", "None", "1j",
         "'\\ud800'", "[1]", "True", "10 ** 5000", "-1e308 * (player - 2.5)")
    ):  # fmt: skip
        yield (
            f"scores_{number:02}",
            _CHOOSER
            + move(f"return get_best_move(board, [[{value}] * board.get_dim()] * board.get_dim())"),
        )
    for number, value in enumerate(
        ("None", "5", "[]", "[[1]]", "[[1, 2], [3]]", "'abc'", "{}", "[[0] * 10 ** 6] * 3",
         "iter([])", "(x for x in iter(int, 1))", "[[0, 1, 2]] * 2 + [[0, 1]]")
    ):  # fmt: skip
        yield f"shape_{number:02}", _CHOOSER + move(f"return get_best_move(board, {value})")
    yield (
        "scores_mixed",
        _CHOOSER
        + move("return get_best_move(board, [[float('nan'), 1, float('inf')]] * board.get_dim())"),
    )
    yield "board_filled", move("for s in board.get_empty_squares(): board.move(*s, player)")
    yield "board_private", move("board._board[0][0] = 'x'\nboard._dim = 99\nreturn 0, 0")
    yield "board_class", move("type(board).check_win = lambda s: 1 / 0\n" + FIRST)
    yield "board_slots", move("board.__dict__.clear()\nreturn board")
