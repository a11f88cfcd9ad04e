"""Runs the manual's notebook, without Jupyter, and writes what its cells show into it.

``python packaging/notebook.py`` brings ``docs/notebook.ipynb`` up to date. A cell with the tag
"pandas" is left as it is where pandas is not installed. A test compares.
"""

from __future__ import annotations

import ast
import json
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "notebook.ipynb"

Cell = dict[str, Any]


def cells(file: Path = FILE) -> list[Cell]:
    """Return the notebook's cells of code."""
    return [cell for cell in _read(file)["cells"] if cell["cell_type"] == "code"]


def runs_here(cell: Cell) -> bool:
    """Whether what a cell needs is installed."""
    return "pandas" not in cell["metadata"].get("tags", ()) or find_spec("pandas") is not None


def outputs_of(cell: Cell, names: dict[str, Any], number: int) -> list[Cell]:
    """Run a cell, and return its outputs as notebooks keep them.

    Args:
        cell: the cell.
        names: what the cells before it have defined; added to.
        number: counts the cells that were run, from 1.
    """
    tree, printed, value = ast.parse("".join(cell["source"])), StringIO(), None
    last = tree.body[-1]
    with redirect_stdout(printed):
        if isinstance(last, ast.Expr):
            tree.body.pop()
            exec(compile(tree, FILE.name, "exec"), names)
            value = eval(compile(ast.Expression(last.value), FILE.name, "eval"), names)
        else:
            exec(compile(tree, FILE.name, "exec"), names)
    outputs: list[Cell] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream",
                        "text": printed.getvalue().splitlines(keepends=True)})  # fmt: skip
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_().splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": number, "metadata": {},
                        "output_type": "execute_result"})  # fmt: skip
    return outputs


def _read(file: Path) -> Cell:
    read: Cell = json.loads(file.read_text(encoding="utf-8"))
    return read


def main() -> None:
    """Write the outputs anew."""
    sys.path.insert(0, str(ROOT))
    notebook, names, number = _read(FILE), {"__name__": "__main__"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        number += 1
        if runs_here(cell):
            cell["execution_count"] = number
            cell["outputs"] = outputs_of(cell, names, number)
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    FILE.write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
