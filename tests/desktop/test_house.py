"""How the window's program is built, where that can be counted."""

import ast
from pathlib import Path

import ttt_desktop
from ttt_desktop.session.view import View

PROGRAM = Path(ttt_desktop.__file__).parent
SCENES = "ttt_desktop.session.scene"


def modules():
    """Yield the name and the syntax of every module."""
    for path in sorted(PROGRAM.rglob("*.py")):
        name = ".".join(path.relative_to(PROGRAM.parent).with_suffix("").parts)
        yield name, ast.parse(path.read_text(encoding="utf-8"))


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
