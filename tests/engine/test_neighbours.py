"""The modules beside a course file: read once, from outside, and imported from memory."""

import os
import shutil
from contextlib import closing

import pytest

from engine import PLAYERX, Board
from engine.classroom.run import ClassPlan, look_at
from engine.cli.main import main
from engine.compat import neighbours
from engine.compat.answers import FileError
from engine.compat.bundle import named_in
from engine.compat.neighbours import read_neighbours
from engine.compat.player import FilePlayer
from engine.compat.process import FileProcess
from tests.engine.course_variants import varied
from tests.engine.written_files import MOVES_AT_ONCE, mc_move, written


def read(folder, text, follow=True):
    """Return what is read beside a file with this text."""
    found = read_neighbours(written(folder, text), text.encode(), follow)
    return {each.path: each.problem or each.content.decode() for each in found}


def square_of(folder, text):
    """Return where a file with this text moves."""
    with closing(FilePlayer(written(folder, text), 1)) as player:
        return player.choose(Board(3), PLAYERX).square


def test_what_a_text_names_is_read_with_what_that_names_and_nothing_else(tmp_path):
    written(tmp_path, "import second\n", "first.py")
    written(tmp_path, "AN = 'ünïcode'\n", "second.py")
    written(tmp_path, "import first\n", "unnamed.py")
    written(tmp_path, "secret", "first.txt")
    written(tmp_path, "raise OSError\n", "random.py")
    assert read(tmp_path, "import first, random  # first.txt\n") == {
        "first.py": "import second\n", "second.py": "AN = 'ünïcode'\n",
    }  # fmt: skip


def test_packages_are_read_whole_and_imported(tmp_path):
    inner = tmp_path / "game" / "inner"
    inner.mkdir(parents=True)
    written(tmp_path / "game", "from .board import ROW\nfrom game.inner.deep import COL\n",
            "__init__.py")  # fmt: skip
    written(tmp_path / "game", "ROW = 1\n", "board.py")
    written(inner, "COL = 2\n", "deep.py")
    text = "import game, game.inner\n" + mc_move("return game.ROW, game.COL")
    assert set(read(tmp_path, text)) == {"game/__init__.py", "game/board.py", "game/inner/deep.py"}
    assert square_of(tmp_path, text) == (1, 2)
    assert read(tmp_path, "game = 3\n") == {}, "nothing imports it"


def test_the_folder_is_read_once(tmp_path):
    helper = written(tmp_path, "SQUARE = (0, 1)\n", "helper.py")
    path = written(tmp_path, mc_move("import helper\nreturn helper.SQUARE"))
    with closing(FilePlayer(path, 1)) as player:
        helper.write_text("SQUARE = (2, 2)\n")
        assert player.choose(Board(3), PLAYERX).square == (0, 1)
        os.kill(player.file.pid, 9)
        while player.file.alive:
            pass
        assert player.choose(Board(3), PLAYERX).square == (0, 1)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_followed_but_not_those_of_a_hand_in(tmp_path):
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "helper.py").symlink_to(written(tmp_path, "SQUARE = (0, 1)\n", "other.py"))
    text = "import helper\n" + mc_move("return helper.SQUARE")
    assert square_of(folder, text) == (0, 1)
    with pytest.raises(FileError, match=r"in helper\.py, which it imports: helper\.py cannot"):
        FileProcess(folder / "mine.py", follow=False).load()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "helper.py")
    assert read(tmp_path, "import helper\n") == {
        "helper.py": "helper.py cannot be read: not a regular file"
    }


def test_there_are_bounds(tmp_path, monkeypatch):
    monkeypatch.setattr(neighbours, "MOST", 2)
    monkeypatch.setattr(neighbours, "MAX_SOURCE", 100)
    for name in ("a1", "b2", "c3"):
        written(tmp_path, "x = 1  # " + "y" * 60, f"{name}.py")
    found = read(tmp_path, "import a1, b2, c3\n")
    assert list(found) == ["a1.py", "b2.py"]
    assert "more than 100 bytes together" in found["b2.py"]


def test_tracebacks_show_the_lines_of_neighbours(tmp_path):
    written(tmp_path, "def fail():\n    return 1 / 0  # told\n", "helper.py")
    body = (
        "import traceback, helper\ntry:\n    helper.fail()\nexcept ZeroDivisionError:\n"
        "    assert '# told' in traceback.format_exc()\nreturn (2, 0)"
    )
    assert square_of(tmp_path, mc_move(body)) == (2, 0)


def test_a_neighbour_called_engine_is_the_students_own(tmp_path):
    written(tmp_path, "SQUARE = (1, 0)\n", "engine.py")
    assert square_of(tmp_path, "import engine\n" + mc_move("return engine.SQUARE")) == (1, 0)


def test_this_programs_solution_is_no_module_for_files(tmp_path):
    text = "import random\n\nfrom engine.course import mc_move\n"
    with pytest.raises(FileError) as caught:
        FileProcess(written(tmp_path, text)).load()
    assert str(caught.value) == (
        "mine.py cannot be loaded: it imports this program's own solution (engine) in line 3"
    )


def test_a_script_may_import_what_it_likes(tmp_path, capsys):
    written(tmp_path, "NUMBER = 41\n", "helper.py")
    script = "import helper\nname = 'late' + 'ly'\nprint(helper.NUMBER + __import__(name).ONE)\n"
    written(tmp_path, "ONE = 1\n", "lately.py")
    assert main(["run", str(written(tmp_path, script))]) == 0
    assert "42" in capsys.readouterr().out


@pytest.mark.usefixtures("short_checks")
def test_a_class_folder_of_two_files_works_and_keeps_the_guard(tmp_path):
    folder = tmp_path / "anna"
    folder.mkdir()
    written(folder, "SQUARE = 0\n", "helper.py")
    written(folder, "import helper\n" + varied([]))
    written(tmp_path, MOVES_AT_ONCE, "berta.py")
    first = look_at(tmp_path, ClassPlan(games=0, workers=1), lambda *_: None)
    again = look_at(tmp_path, ClassPlan(games=0, workers=1), lambda *_: None)
    assert [each.report.verdict == "right" for each in first.entries] == [True, False]
    guards = [[each.report.guard for each in done.entries] for done in (first, again)]
    assert guards[0] == guards[1]
    assert all(guards[0])
    shutil.rmtree(tmp_path / ".ttt-class")


def test_a_bundle_imports_what_a_file_names_before_it_is_sealed():
    text = b"import json\nimport numpy as np, this\nstring = 'fractions'\n"
    assert named_in(text, []) == ["fractions", "json", "numpy", "string"]
    parts = b"from concurrent.futures import wait\nimport os.path as p, json\nimport this.that\n"
    assert named_in(parts, []) == ["concurrent", "concurrent.futures", "json", "os", "os.path"]
    beside = [neighbours.Neighbour("helper.py", b"import random\nprint 'old'\n")]
    assert named_in(b"import helper", beside)[:1] == ["random"]
    assert "fissix" in named_in(b"import helper", beside)
