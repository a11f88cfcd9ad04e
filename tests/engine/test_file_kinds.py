"""What people hand in instead of a plain Python file: read with a note, or named in a sentence."""

import io
import json
import zipfile

import pytest

from engine.cli.main import main
from engine.compat.checking import check_file
from engine.compat.file_kinds import MAGICS, NOTEBOOK, TXT, encoded, program_text
from engine.compat.player import FilePlayer
from engine.compat.source import TABS
from tests.engine.course_variants import KEPT

pytestmark = pytest.mark.usefixtures("short_checks")

PLAIN = (KEPT / "plain.py").read_text()


def notebook(*cells):
    """Return a notebook; texts are code cells, and a title stands before them."""
    title = {"cell_type": "markdown", "source": ["# My *machine*\n"], "metadata": {}}
    code = [
        {"cell_type": "code", "source": cell.splitlines(keepends=True), "outputs": []}
        for cell in cells
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [title, *code]})


def parts():
    """Return the plain file as the cells of a notebook."""
    head, *functions = PLAIN.split("\n\n\ndef ")
    last, calls = functions[-1].split("\n\n\n")
    return [head, *(f"def {each}" for each in [*functions[:-1], last]), calls]


def packed(*names):
    """Return a zip with some empty files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as made:
        for name in names:
            made.writestr(name, "")
    return content.getvalue()


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("name", ["mine.ipynb", "mine.py"])
def test_a_notebook_is_opened_whatever_it_is_called(name, tmp_path):
    path = written(tmp_path, name, notebook("%matplotlib inline\n!pip install numpy", *parts()))
    report = check_file(path)
    assert report.verdict == "right", report.as_text()
    assert report.notes[:2] == [NOTEBOOK, MAGICS]


def test_lines_of_a_notebook_are_counted_over_its_code_cells():
    text, notes = program_text(notebook("one = 1\n", "two = 2\nthree = 3").encode(), "a.ipynb")
    assert [line for line in text.split("\n") if line] == ["one = 1", "two = 2", "three = 3"]
    assert notes == [NOTEBOOK]


def test_what_only_a_notebook_knows_is_left_out_in_its_place():
    cells = "%%bash\nls\n", "if True:\n    %time print(1)\nx = 5 % 3\n"
    text, notes = program_text(notebook(*cells).encode(), "a.ipynb")
    names = {}
    exec(text, names)
    assert names["x"] == 2
    assert "\nls" not in text
    assert notes == [NOTEBOOK, MAGICS]


def test_a_notebook_of_the_old_format_is_opened():
    cell = {"cell_type": "code", "input": ["x = 1\n"], "collapsed": False}
    old = {"nbformat": 3, "worksheets": [{"cells": [cell]}]}
    assert "x = 1" in program_text(json.dumps(old).encode(), "a.ipynb")[0]


def test_a_text_file_with_python_in_it_is_a_python_file(tmp_path):
    report = check_file(written(tmp_path, "mine.py.txt", PLAIN))
    assert (report.verdict, report.notes) == ("right", [TXT])


def test_mixed_tabs_are_read_with_a_note(tmp_path):
    mixed = PLAIN.replace(
        "        square = random", "\tsquare = random"
    )  # 8 columns, as Python 2 took them
    report = check_file(written(tmp_path, "mine.py", mixed))
    assert report.verdict == "right"
    assert TABS in report.notes
    narrow = PLAIN.replace("    dim = board.get_dim()", "\tdim = board.get_dim()")
    assert check_file(written(tmp_path, "narrow.py", narrow)).verdict == "right"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1"])
def test_every_encoding_that_editors_write_is_read(encoding):
    source = "name = 'Zoë'\r\nx = 1\r\n"
    text, notes = program_text(source.encode(encoding), "mine.py")
    assert text == "name = 'Zoë'\nx = 1\n"
    assert bool(notes) == (encoding != "utf-8-sig")
    assert program_text(encoded(text), "mine.py")[0] == text


def test_an_encoding_that_the_file_names_is_kept():
    text = "# -*- coding: cp1252 -*-\nname = 'Zoë €'\n"
    assert program_text(text.encode("cp1252"), "a.py") == (text, [])
    assert program_text(encoded(text), "a.py")[0] == text
    assert program_text(encoded(text.replace("€", "→")), "a.py")[0].endswith("→'\n")


OTHERS = {
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF document"),
    "Word": (packed("[Content_Types].xml", "word/document.xml"), "a word processor"),
    "old Word": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50), "a word processor"),
    "RTF": (b"{\\rtf1\\ansi def mc_trial}", "a text with formats (RTF)"),
    "a zip": (packed("mine.py"), "unpack it"),
    "a page": (b"\n<!DOCTYPE html>\n<html><body>def</body></html>", "a web page"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(50), "a picture"),
    "compiled": (b"\xa7\x0d\x0d\x0a" + bytes(12), "a compiled program"),
    "numbers": (b"\x01\0\x02\0\x03\x09\x04\x09\x05\x09" * 20, "no text"),
    "noise": (b"\x01\x02\x00\xff\xfe\x07" * 40, "no text"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_kind_of_file_is_named_in_one_sentence(name, tmp_path, capsys):
    content, words = OTHERS[name]
    path = written(tmp_path, "mine.py", content)
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert words in told
    assert "cannot be loaded" in told
    assert "Traceback" not in told
    with pytest.raises(ValueError, match=r"cannot be loaded: this is"):
        FilePlayer(path)


def test_a_notebook_plays(tmp_path, capsys):
    path = written(tmp_path, "mine.ipynb", notebook(*parts()))
    command = ["play", "--x", f"file:trials=20:{path}", "--o", "random", "--seed", "1"]
    assert main(command) == 0
    assert capsys.readouterr().out.strip().endswith(("wins!", "Tie!"))
