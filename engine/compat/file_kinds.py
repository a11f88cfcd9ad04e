"""What kind of file somebody hands in: Python's text out of it, or one sentence what it is instead.

A notebook's code cells and texts in other encodings are read all the same, with a note.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import re
import tokenize
from typing import Any

from engine.errors import Problem

ENDINGS = (".py", ".ipynb", ".txt")
"""How the names of files end that may hold a program, in small letters; the usual one first."""

NOTEBOOK = (
    "this is a notebook: its code cells are read as one file, and lines counted over them all"
)
MAGICS = "this notebook has lines that only a notebook knows (% or !); they were left out"
TXT = "its name ends in .txt; a Python file's name ends in .py"

_PDF, _WORD = "a PDF document", "a document of a word processor"
_PICTURE, _PACKED = "a picture", "a packed file"
_BEGINNINGS = (
    (b"%PDF-", _PDF),
    (b"\xd0\xcf\x11\xe0", _WORD),
    (b"{\\rtf", "a text with formats (RTF)"),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"\x1f\x8b", _PACKED),
    (b"7z\xbc\xaf", _PACKED),
    (b"Rar!", _PACKED),
    (b"\x7fELF", "a program for a processor"),
    (b"MZ\x90", "a program for a processor"),
    (b"SQLite format 3", "a database"),
)
_IN_ZIPS = (
    (b"word/", _WORD),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", _WORD),
    (b"xl/", "a spreadsheet"),
    (b"ppt/", "a presentation"),
)
_COMPILED = re.compile(rb"..\r\n", re.DOTALL)
_PAGE = re.compile(r"\s*(<\?xml.*?>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)\b",
                   re.IGNORECASE | re.DOTALL)  # fmt: skip
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_HEAD = 1 << 16
_NO_CODE = ("%%bash", "%%sh", "%%html", "%%javascript", "%%js", "%%latex", "%%markdown", "%%svg",
            "%%writefile", "%%file", "%%script", "%%perl", "%%ruby", "%%cmd")  # fmt: skip


def program_text(content: bytes, name: str) -> tuple[str, list[str]]:
    """Return a file's program as text, its lines ended by line feeds, and notes on how it was read.

    Raises:
        ValueError: it is of another kind; one sentence says which, and what to do.
    """
    _refuse_other_kinds(content)
    text, notes = _decoded(content)
    if _PAGE.match(text[:_HEAD]):
        raise Problem(
            "this is a web page, not a Python file: copy the program out of it into a file of "
            "its own"
        )
    cells = _code_cells(text)
    if cells is not None:
        text, of_cells = _joined(cells)
        notes += of_cells
    elif name.lower().endswith(".txt"):
        notes.append(TXT)
    return text, notes


def _refuse_other_kinds(content: bytes) -> None:
    """Raise a Problem for what is no text: it says what it is, and what to do."""
    for beginning, kind in _BEGINNINGS:
        if content.startswith(beginning):
            if kind == _PACKED:
                raise _packed()
            raise _another(kind)
    if content.startswith(b"PK\x03\x04"):
        for part, kind in _IN_ZIPS:
            if part in content:
                raise _another(kind)
        raise _packed()
    if _COMPILED.match(content) and b"\0" in content[:16]:
        raise Problem(
            "this is a compiled program (.pyc), not its text: choose the .py file it was made of"
        )


def _packed() -> Problem:
    return Problem("this is a packed file, not a Python file: unpack it, and choose the .py in it")


def _another(kind: str) -> Problem:
    return Problem(
        "this is {what}, not a Python file: save the program as plain text with the ending .py",
        what=kind,
    )


def _decoded(content: bytes) -> tuple[str, list[str]]:
    """Return bytes as text; Python's own rule for encodings comes first."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _as(content, encoding)
    if b"\0" in content:
        for encoding, zeros in (("utf-16-le", content[1:200:2]), ("utf-16-be", content[:200:2])):
            if zeros.count(0) > len(zeros) // 2:
                return _as(content, encoding)
        raise Problem("this is no text, so it is no Python file: choose the program's .py file")
    with contextlib.suppress(SyntaxError, UnicodeDecodeError, LookupError):
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return _lines(content.decode(encoding)), []
    return _lines(content.decode("latin-1")), ["it is not saved as UTF-8; it was read as Latin-1"]


def _as(content: bytes, encoding: str) -> tuple[str, list[str]]:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise Problem("its letters cannot be read: save it again, as UTF-8") from None
    name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
    return _lines(text.removeprefix("\ufeff")), [f"it is saved as {name}; Python wants UTF-8"]


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encoded(text: str) -> bytes:
    """Return a program's text as bytes that ``program_text`` reads as the same text."""
    with contextlib.suppress(SyntaxError, UnicodeEncodeError, LookupError):
        encoding, _ = tokenize.detect_encoding(io.BytesIO(text.encode()).readline)
        return text.encode(encoding)
    return text.encode("utf-16")


def _code_cells(text: str) -> list[str] | None:
    """Return the code cells of a notebook in their order, or None where a text is no notebook."""
    if not text.lstrip().startswith("{") or '"nbformat"' not in text:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    sheets = data.get("worksheets")
    cells: Any = data.get("cells")
    if cells is None and isinstance(sheets, list):
        cells = [
            cell for sheet in sheets if isinstance(sheet, dict)
            for cell in sheet.get("cells") or []
        ]  # fmt: skip
    if not isinstance(cells, list):
        return None
    return [
        _cell_text(cell) for cell in cells
        if isinstance(cell, dict) and cell.get("cell_type") == "code"
    ]  # fmt: skip


def _cell_text(cell: dict[str, Any]) -> str:
    source = cell.get("source", cell.get("input", ""))
    lines = source if isinstance(source, list) else [source]
    return _lines("".join(line for line in lines if isinstance(line, str)))


def _joined(cells: list[str]) -> tuple[str, list[str]]:
    """Return code cells as one text; lines for the notebook alone become comments."""
    kept: list[str] = []
    magic = False
    for cell in cells:
        lines = cell.rstrip("\n").split("\n")
        foreign = lines[0].lstrip().split(" ")[0] in _NO_CODE
        for line in lines:
            if foreign or re.match(r"\s*[%!]", line):
                magic = True
                indent = line[: len(line) - len(line.lstrip())]
                kept.append(f"{indent}pass  # {line.strip()}" if indent else f"# {line.strip()}")
            else:
                kept.append(line)
        kept += ["", ""]
    return "\n".join(kept), [NOTEBOOK, MAGICS] if magic else [NOTEBOOK]
