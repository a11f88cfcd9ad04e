"""Course files that misbehave: a table of them, by name.

Each is a whole file. Those in ``SIBLINGS`` lie in a folder beside others that get in the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.campaign.evil_moves import (
    FIRST,
    STR_CLASSES,
    in_moves,
    move,
    printing,
    processes,
    scores,
)


def _at_import() -> Iterator[tuple[str, str]]:
    """Raise, end or hang while being loaded."""
    right = move(FIRST)
    for name, line in {
        "exit": "raise SystemExit", "exit_text": "raise SystemExit('x' * 100_000)",
        "interrupt": "raise KeyboardInterrupt", "memory": "raise MemoryError",
        "recursion": "raise RecursionError", "real_recursion": "f = lambda: f()\nf()",
        "eof": "raise EOFError", "generator_exit": "raise GeneratorExit",
        "base": "class E(BaseException): pass\nraise E('\\n\\nsecond line')",
        "huge": "raise ValueError('x' * 1_000_000)",
        "huge_name": "raise type('E' * 1_000_000, (Exception,), {})('x')",
        "surrogate": "raise ValueError('\\ud800\\udfff')",
        "surrogate_name": "raise type('E\\udc80', (Exception,), {})('x')",
        "controls": "raise ValueError('\\x1b[2J\\x00\\r\\x85\\u2028\\u202e')",
        "blank": "raise ValueError('   \\n ')",
        "unicode": "'\\ud800'.encode()", "stop": "next(iter(()))",
        "group": "raise BaseExceptionGroup('g', [KeyboardInterrupt()])",
        "syntax": "exec('def (')", "syntax_line": "raise SyntaxError('x', ('f', 'a', 'b', [1]))",
        "hang": "while True: pass", "sleep": "import time\ntime.sleep(1000)",
        "os_exit": "import os\nos._exit(0)", "os_abort": "import os\nos.abort()",
        "kill": "import os\nos.kill(os.getpid(), 9)",
        "stop_itself": "import os\nos.kill(os.getpid(), 19)",
        "memory_bomb": "a = []\nwhile True: a.append(' ' * (1 << 24))",
        "input": "input()", "stdin": "import sys\nsys.stdin.read()\nopen(0).read()",
        "argv": "import sys\nsys.argv[:] = []\nsys.path[:] = []\nsys.modules.clear()",
    }.items():  # fmt: skip
        yield f"import_{name}", f"{line}\n{right}"
    for name, line in STR_CLASSES.items():
        yield f"import_str_{name}", f"class E(Exception):\n    {line}\nraise E\n{right}"


def _sources() -> Iterator[tuple[str, str | bytes]]:
    """Texts that are hard to read."""
    right = move(FIRST)
    yield from {
        "syntax": "def (", "tabs": "if 1:\n\tx = 1\n        y = 2\n" + right, "empty": "",
        "nul": right + "\0", "only_nuls": "\0" * 100, "cookie": "# coding: nonsense\n" + right,
        "cookie_utf7": "# coding: utf-7\n" + right, "cookie_hex": "# coding: hex\n" + right,
        "cookie_rot13": "# coding: rot13\n" + right, "latin": b"# \xe9\xff\n" + right.encode(),
        "utf16": right.encode("utf-16"), "bom": b"\xef\xbb\xbf" + right.encode(),
        "surrogate_bytes": b"x = '\xed\xa0\x80'\n" + right.encode(),
        "cr": right.replace("\n", "\r"), "form_feed": "\f\f" + right.replace("\n", "\n\f"),
        "five_mb": "x = 1\n" * 900_000 + right, "five_mb_line": f"x = '{'y' * 5_000_000}'\n{right}",
        "five_mb_list": f"x = [{'1,' * 2_500_000}]\n{right}",
        "five_mb_python2": "print 'x'\n" * 500_000 + right,
        "deep_brackets": "x = " + "(" * 5000 + ")" * 5000 + "\n" + right,
        "deep_minus": "x = " + "-" * 100_000 + "1\n" + right,
        "deep_ors": "x = " + " or ".join(["0"] * 100_000) + "\n" + right,
        "deep_plus": "x = " + "+".join(["0"] * 100_000) + "\n" + right,
        "deep_dots": "def f():\n    return x" + ".y" * 100_000 + "\n" + right,
        "deep_ifs": "".join(f"{' ' * i}if 1:\n" for i in range(99)) + " " * 99 + "x = 1\n" + right,
        "long_number": f"x = {'9' * 100_000}\n{right}", "python2": "print 'hello'\n" + right,
        "python2_broken": "print 'hello'\nexec (\n" + right,
        "backquotes": "x = `1`\n" * 1000 + right,
        "no_move": "x = 1\n", "move_is_number": "mc_move = 5\n",
        "move_is_class": "class mc_move:\n    def __init__(self, *a): pass\n",
        "move_is_generator": "def mc_move(*a):\n    while True: yield 0\n",
        "move_is_async": "async def mc_move(*a): return 0, 0\n",
        "move_of_two": "def mc_move(board, player): return 0, 0\n",
        "dots": "x = '" + "poc_ttt_gui." * 200_000 + "'\n" + right,
        "calls": "import poc_ttt_provided as p\np.play_game("
                 "type('\\ud800', (), {'__name__': '\\udcff'})(), 10 ** 5000, '\\n' * 10 ** 6)\n"
                 + right,
        "many_calls": "import poc_ttt_provided as p\n" + right
                      + "for i in range(10 ** 6): p.play_game(mc_move, i, False)\n",
    }.items()  # fmt: skip


_SHADOWED = (
    "random", "math", "json", "queue", "tokenize", "threading", "engine", "os", "sys", "codecs",
    "contextlib", "traceback", "ast", "operator", "re", "numpy", "fissix", "poc_ttt_provided",
)  # fmt: skip
_SHADOWS = {
    "raises": "raise SystemExit('shadow')\n", "prints": "print('{\"error\": 5}')\n", "empty": "",
    "hangs": "while True: pass\n",
}  # fmt: skip

SIBLINGS: dict[str, str] = {f"beside_{name}": text for name, text in _SHADOWS.items()}
"""Files that lie beside one, under every name in ``_SHADOWED``; by the file's name."""


def _beside() -> Iterator[tuple[str, str]]:
    for name in SIBLINGS:
        imports = "import random, math, json, queue, poc_ttt_provided\n"
        yield name, imports + move("import threading, tokenize\n" + FIRST)


FILES: dict[str, str | bytes] = dict(
    chain(_at_import(), in_moves(), printing(), processes(), scores(), _sources(), _beside())
)
"""All files by name."""


def write_file(name: str, folder: Path) -> Path:
    """Write one of the files into a folder of its own, with what lies beside it."""
    path = folder / name / "mine.py"
    path.parent.mkdir()
    content = FILES[name]
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for shadowed in _SHADOWED if name in SIBLINGS else ():
        (path.parent / f"{shadowed}.py").write_text(SIBLINGS[name])
    return path
