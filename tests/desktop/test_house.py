"""How the window's program is built, where that can be counted, and what it can do without."""

import ast
import re
import shutil
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ttt_desktop
from tests.waiting import ran
from ttt_desktop.features import FEATURES
from ttt_desktop.session.view import View
from ttt_desktop.settings.dialog import SettingsDialog
from ttt_desktop.start import app

PROGRAM = Path(ttt_desktop.__file__).parent
SHELL = PROGRAM / "shell"
SCENES = "ttt_desktop.session.scene"


@cache
def modules():
    """Return the name and the syntax of every module."""
    return tuple(
        (".".join(path.relative_to(PROGRAM.parent).with_suffix("").parts),
         ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(PROGRAM.rglob("*.py"))
    )  # fmt: skip


def constructors():
    """Yield each class with a constructor of its own: its name, and that one's parameters."""
    for module, tree in modules():
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef):
                continue
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                    given = method.args
                    names = [*given.posonlyargs, *given.args, *given.kwonlyargs][1:]
                    yield f"{module}.{node.name}", [name.arg for name in names]


def test_no_constructor_has_more_than_six_parameters():
    taken = dict(constructors())
    assert len(taken) > 100
    assert {name: given for name, given in taken.items() if len(given) > 6} == {}


def test_a_view_has_sixteen_fields_at_most():
    assert len(View._fields) <= 16


def test_whose_game_a_scene_shows_is_asked_nowhere_but_in_its_module():
    """Others ask what may be done with it."""
    private = [
        (module, alias.name)
        for module, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == SCENES
        for alias in node.names
        if alias.name.startswith("_")
    ]
    made = [
        module
        for module, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Permissions"
    ]
    assert private == []
    assert set(made) == {SCENES}


def test_the_controller_is_cut_into_no_pieces():
    """What it does, its parts do; nothing in the session inherits from anything of it."""
    room = {name: tree for name, tree in modules() if name.startswith("ttt_desktop.session.")}
    classes = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for tree in room.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    assert classes["GameController"] == ["QObject"]
    assert {name for name, bases in classes.items() if set(bases) & set(classes)} == set()


# --- without a feature ----------------------------------------------------------------------

SPARE = [feature.name for feature in FEATURES if feature.name not in ("play", "heat")]
"""The features that can be taken away: without the others there is nothing to do, or to see."""


@pytest.mark.parametrize("name", SPARE)
def test_the_window_does_without_a_feature(open_window, monkeypatch, name):
    others = tuple(feature for feature in FEATURES if feature.name != name)
    monkeypatch.setattr(app, "FEATURES", others)
    user = open_window("--machine", "O", "--x", "mc:trials=20")
    assert list(user.window.features) == [feature.name for feature in others]
    user.trigger("hint")
    user.settled()
    user.play_on()
    user.ended()
    user.trigger("again")
    user.trigger("settings")
    user.window.findChild(SettingsDialog).accept()
    assert user.window.notice.text == ""


@pytest.mark.parametrize("machine", ["neither", "X"])
def test_without_what_leads_openings_games_begin_as_usual(open_window, monkeypatch, machine):
    others = tuple(feature for feature in FEATURES if feature.name != "swap")
    monkeypatch.setattr(app, "FEATURES", others)
    user = open_window("--machine", machine, "--opening", "swap", "--size", "15", "--line", "5",
                       "--x", "level:1")  # fmt: skip
    user.settled()
    before = len(user.game.moves)
    assert before == (machine == "X")
    user.click((0, 0))
    assert len(user.game.moves) > before
    user.trigger("again")
    assert not user.controller.view.swapping


def test_nothing_but_the_list_and_its_own_tests_imports_a_feature():
    root = PROGRAM.parent
    tops = ("ttt_desktop", "tests/desktop", "tests/driver", "tools")
    strangers = []
    for path in (path for top in tops for path in (root / top).rglob("*.py")):
        text, place = path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()
        for name in re.findall(
            r"^from (?:ttt_desktop|tests\.desktop)\.features\.(\w+)", text, re.M
        ):
            own = f"features/{name}/" in place or place == "ttt_desktop/features/__init__.py"
            if name in SPARE and not own:
                strangers.append((place, name))
    assert strangers == []


NAMED = re.compile(r'(?:trigger|later|page|dock|docks|action|actions|choices|features)[(\[]"(\w+)"')
"""What a test reaches by a name that a feature declares."""


def owners():
    """Return the features that can be taken away, by what they declare and by their own names."""
    names = {}
    for feature in FEATURES:
        declared = (*feature.actions(), *(dock.action for dock in feature.docks()))
        names |= {each.name: feature.name for each in declared}
        names.setdefault(feature.name, feature.name)
    return {name: owner for name, owner in names.items() if owner in SPARE}


def used_by(node):
    """Return the features that a mark on a test, or on a module's tests, says are used."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    marks = [call for call in calls if getattr(call.func, "attr", "") == "uses"]
    return {ast.literal_eval(name) for mark in marks for name in mark.args}


def test_a_test_says_which_features_it_uses():
    whose, silent = owners(), {}
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        tree, lines = ast.parse(text), text.splitlines()
        named, known = {}, {path.parent.name}
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        for node in functions:
            names = NAMED.findall("\n".join(lines[node.lineno : node.end_lineno]))
            named[node.name] = {whose[name] for name in names if name in whose}
        for node in tree.body:
            if isinstance(node, ast.Assign):  # the marks of all tests of a module
                known |= used_by(node)
        for node in functions:
            if node.name.startswith("test_"):
                calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
                helpers = {call.id for call in calls if isinstance(call, ast.Name)}
                needed = named[node.name].union(*(named.get(name, ()) for name in helpers))
                if missing := needed - known - used_by(node):
                    silent[f"{path.name}: {node.name}"] = missing
    assert silent == {}


def without(name, folder):
    """Copy the tree without a feature: its folder, its tests and its two lines in the list."""
    tree = folder / "tree"
    ignored = shutil.ignore_patterns(".git", ".venv", ".*_cache", "build", "__pycache__")
    shutil.copytree(PROGRAM.parent, tree, ignore=ignored, symlinks=True)
    for top in ("ttt_desktop", "tests/desktop"):
        shutil.rmtree(tree / top / "features" / name, ignore_errors=True)  # not all have own tests
    listed = tree / "ttt_desktop" / "features" / "__init__.py"
    lines = listed.read_text(encoding="utf-8").splitlines(keepends=True)
    (imported,) = [line for line in lines if f".features.{name}.feature import" in line]
    kept = [line for line in lines if line not in (imported, f"    {imported.split()[-1]},\n")]
    assert len(kept) == len(lines) - 2
    listed.write_text("".join(kept), encoding="utf-8")
    return tree


@pytest.mark.nightly
@pytest.mark.parametrize("name", SPARE)
def test_the_program_does_without_a_features_folder(tmp_path, name):
    tree = without(name, tmp_path)
    done = ran("-m", "ttt_desktop", "--self-test", cwd=tree)
    assert done.returncode == 0, done.stdout + done.stderr
    done = ran("-m", "pytest", "--collect-only", "-q", "-n0", "tests/desktop", cwd=tree)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.campaign
@pytest.mark.parametrize("name", SPARE)
def test_all_other_tests_pass_without_a_features_folder(tmp_path, name):
    """It takes as long as all tests of the window, for each of the features."""
    no_limit = {"timeout": None}
    done = ran("-m", "pytest", "-q", "tests/desktop", cwd=without(name, tmp_path), **no_limit)
    assert done.returncode == 0, done.stdout


def imports(tree):
    """Return the modules that are imported, wherever and for whatever: types count, too."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


def test_no_modules_import_each_other_in_a_circle():
    trees = dict(modules())
    known = {name: imports(tree) & trees.keys() - {name} for name, tree in trees.items()}
    tuple(TopologicalSorter(known).static_order())  # it names a circle


def test_the_shell_is_small_and_what_a_feature_is_fits_a_page():
    lines = {path.name: len(path.read_text().splitlines()) for path in SHELL.glob("*.py")}
    assert lines["window.py"] < 300
    assert lines["feature.py"] <= 125


def test_the_path_of_a_newcomer_is_there_and_no_longer_than_an_evening():
    """The manual's page names it file by file."""
    page = Path("docs/architecture.md").read_text()
    path = page.partition("## What to read first")[2].partition("\n## ")[0]
    files = [Path(name) for name in re.findall(r"`([a-z_/]+\.py)`", path)]
    assert len(files) > 30
    assert sum(len(file.read_text().splitlines()) for file in files) <= 12_000


def test_a_click_goes_through_ten_files_at_most():
    """The manual's page names them; each of them is reached from one before it, or tells of it."""
    page = Path("docs/architecture.md").read_text()
    way = page.partition("## The way of a click")[2].partition("\n\nA game's end")[0]
    files = re.findall(r"^\d+\. `([a-z_/]+\.py)`", way, flags=re.MULTILINE)
    assert 5 < len(files) <= 10
    assert all((PROGRAM / file).is_file() for file in files)
