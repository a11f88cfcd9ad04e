"""Find code that nothing uses: ``python -m tools.unused``."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CALLED_BY_OTHERS = (
    "*Event", "test_*", "pytest_*",
    "run_gui",  # course files
    "create_module", "exec_module", "dont_write_bytecode",  # Python's import system
    "__getattr__", "__dir__",
    "load_packaged_grammar", "process_memory",  # fissix, Windows
    "on_config", "on_files", "nav",  # MkDocs
    "indexOfChild", "focusChild", "childAt", "object", "readOnly", "focusable",  # QAccessible
    "selectable", "selected", "actionNames", "doAction",
    "logTickStrings", "updateAutoSIPrefix",  # pyqtgraph
    "heightForWidth", "itemAt", "loadResource", "expandingDirections",  # QLayout, QTextDocument
    "valueFromText",  # QSpinBox
    "flavor", "usWeightClass", "lineGap", "sTypoLineGap", "recalc_timestamp",  # fonttools
    "S6", "S7", "RAIL", "x_soft", "o_soft", "wrong_soft", "hint_soft",  # the look's tokens
    "raiseExceptions", "mtime", "row_factory",  # logging, tarfile, sqlite3
    "compress_type",  # zipfile
    "tile_hover", "tile_win", "tile_last", "danger", "outline", "accent_text",  # colours
)  # fmt: skip


def main() -> int:
    """Run vulture over the project, and print what it finds; return 1 if there is anything."""
    names = {*CALLED_BY_OTHERS, *_asked_by_templates()}
    command = [sys.executable, "-m", "vulture", "engine", "ttt_desktop", "packaging", "tools",
               "dev.py", "tests", "--exclude", "*/tests/*/course_files/*", "--ignore-decorators",
               "@pytest.*,@given*,@sizes*", "--ignore-names", ",".join(sorted(names))]  # fmt: skip
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    unused = [line for line in lines.stdout.splitlines() if not line.startswith("tests")]
    print(*unused, lines.stderr, sep="\n", end="")
    return int(bool(unused) or lines.returncode not in (0, 3))


def _asked_by_templates() -> Iterator[str]:
    """Yield the names of what the templates of pages ask of what they show."""
    for template in ROOT.glob("engine/*/*.html"):
        yield from re.findall(r"\.([a-z_]+)", template.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main())
