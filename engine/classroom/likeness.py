"""Which files of a class are the same, but for names, comments, docstrings and layout.

Each function becomes a tree without names: its variables are numbered as they come, while what is
asked of boards, modules and Python stays. Short functions are alike by nature, so two files are a
pair where nearly all the code of one stands in the other. It is a hint to look at both, and no
verdict: people learn together, and from the same books.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from pathlib import Path

from engine.compat.source import Text
from engine.compat.terms import FOUR
from engine.compat.unwritten import unwritten

OWN = "this program's own solution"
"""What it is called where a file is like the solution that comes with this program."""

_LEAST_SHARE = 0.9
"""How much of the smaller one's code must stand in the other."""

_LEAST_OF_LARGER = 0.5
"""How much of the larger one's."""

_LEAST_CODE = 150
"""How many parts of trees must be the same: the four shortest functions that work have more."""

_Forms = dict[str, tuple[str, int]]
"""By a function's name in the file: what tells its form from others, and how large it is."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files that are nearly the same.

    Attributes:
        first, second: who handed them in, in the order of the names; ``second`` may be ``OWN``.
        share: how much of the smaller one's code stands in the other, 0 to 1.
        functions: the functions of the first that stand in the second, under whatever names; none
            where it imports this program's own.
    """

    first: str
    second: str
    share: float
    functions: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What is alike, as a hint for a teacher: a sentence without its end."""
        if not self.functions:
            return f"{self.first} imports modules of this program: look whether it plays with them"
        same = "all" if self.share == 1 else f"{self.share:.0%}"
        return (
            f"{self.first} and {self.second}: {same} of the code is the same but for names, "
            f"comments and layout ({', '.join(self.functions)}); look at both before you conclude "
            "anything"
        )


def in_sentences(pairs: Sequence[Pair]) -> list[str]:
    """Return a sentence for each pair, and one for each group of identical files."""
    same = {
        frozenset((pair.first, pair.second))
        for pair in pairs
        if pair.share == 1 and pair.functions and pair.second != OWN
    }
    groups: list[list[str]] = []
    for name in sorted({name for both in same for name in both}):
        fitting = (group for group in groups if all({name, other} in same for other in group))
        if (group := next(fitting, None)) is not None:
            group.append(name)
        else:
            groups.append([name])
    sentences: dict[str, None] = {}  # in the order of the pairs, each sentence once
    for pair in pairs:
        both = {pair.first, pair.second}
        group = next((group for group in groups if both <= set(group)), [])
        sentences[_all_the_same(group) if len(group) > 2 else pair.sentence] = None
    return [*sentences]


def _all_the_same(names: Sequence[str]) -> str:
    return (
        f"{'; '.join(names)}: these {len(names)} are the same, but for names, comments and layout; "
        "look at all before you conclude anything"
    )


def pairs(files: Mapping[str, bytes], given: Iterable[bytes] = ()) -> list[Pair]:
    """Return the pairs of a class, those first that have most in common.

    Args:
        files: what was handed in, by student: each solution's bytes. Files that are no Python, or
            copies of the course's template, are like no other.
        given: what the class was given, such as the beginning of a solution. Its functions count
            for nobody.
    """
    known = {form for content in given for form, _ in _forms(_tree(content)).values()}
    trees = {name: _tree(content) for name, content in files.items()}
    forms = {
        name: {function: form for function, form in _forms(tree).items() if form[0] not in known}
        for name, tree in trees.items()
    }
    alike = [
        pair for one, two in combinations(sorted(forms), 2)
        if (pair := _pair(one, forms[one], two, forms[two]))
    ]  # fmt: skip
    own = _forms(_own_solution())
    for name in sorted(forms):
        if pair := _pair(name, forms[name], OWN, own):
            alike.append(pair)
        elif _asks_this_program(trees[name]):
            alike.append(Pair(name, OWN, 1.0, ()))
    return sorted(alike, key=lambda pair: -pair.share)


def _pair(one: str, first: _Forms, two: str, second: _Forms) -> Pair | None:
    sizes = [sum(size for _, size in forms.values()) for forms in (first, second)]
    common = Counter(first.values()) & Counter(second.values())
    same = sum(size * count for (_, size), count in common.items())
    if same < max(_LEAST_CODE, _LEAST_SHARE * min(sizes), _LEAST_OF_LARGER * max(sizes)):
        return None
    functions = tuple(name for name, form in first.items() if form in common)
    return Pair(one, two, same / min(sizes), functions)


def _tree(content: bytes) -> ast.Module:
    """Return a file's text, read; an empty one where it is no Python."""
    try:
        return ast.parse(Text.read(Path("file.py"), content).source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ast.Module([], [])


def _own_solution() -> ast.Module:
    """Return the solution that comes with this program; an empty one where it has no text here."""
    try:
        return _tree(resources.files("engine").joinpath("course.py").read_bytes())
    except OSError:  # packages may hold the program without its texts
        return ast.Module([], [])


def _forms(tree: ast.Module) -> _Forms:
    """Return the forms of a file's functions."""
    empty, own = unwritten(tree), _own_attributes(tree)
    modules = _modules(tree)
    forms: _Forms = {}
    for node in _functions(tree):
        if node.name not in empty:
            form = _Nameless(modules, own).form(node)
            forms[node.name] = (hashlib.sha256(form.encode()).hexdigest(), form.count("("))
    return forms


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions and methods of a module, each with those inside it as a part.

    A lambda that has a name is a function like any other.
    """
    for node in tree.body:
        match node:
            case ast.FunctionDef():
                yield node
            case ast.ClassDef(body=body):
                yield from (part for part in body if isinstance(part, ast.FunctionDef))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=args, body=value)):
                yield ast.FunctionDef(name, args, [ast.Return(value)], [])


def _own_attributes(tree: ast.Module) -> set[str]:
    """Return the names of fields and methods that a file makes itself."""
    return {
        node.attr for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    } | {
        method.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
        for method in node.body if isinstance(method, ast.FunctionDef)
    }  # fmt: skip


def _modules(tree: ast.Module) -> dict[str, str]:
    """Return what the names that a file imports stand for."""
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                modules[alias.asname or alias.name] = alias.name.rpartition(".")[2]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                modules[alias.asname or alias.name] = alias.name
    return modules


class _Nameless:
    """Writes a function's tree without its own names.

    Args:
        modules: what imported names stand for; they stay.
        own: fields and methods of the file's own; they are numbered as variables are.
    """

    def __init__(self, modules: Mapping[str, str], own: set[str]) -> None:
        self._modules = modules
        self._own = own
        self._numbers: dict[str, int] = {}

    def form(self, function: ast.FunctionDef) -> str:
        """Return the tree as text, with a bracket for each of its parts."""
        arguments = [node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)]
        for name in arguments:
            self._number(name)
        name = function.name if function.name in FOUR else ""
        return f"{name}{len(arguments)}" + "".join(map(self._written, self._body(function.body)))

    @staticmethod
    def _body(statements: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements without docstrings and what else does nothing."""
        kept = [
            statement for statement in statements
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        ]  # fmt: skip
        return [statement for statement in kept if not isinstance(statement, ast.Pass)] or kept[:1]

    def _number(self, name: str) -> str:
        return str(self._numbers.setdefault(name, len(self._numbers)))

    def _name(self, name: str) -> str:
        if name in self._modules:
            return self._modules[name]
        if name in FOUR or (hasattr(builtins, name) and name not in self._numbers):
            return name
        return self._number(name)

    def _written(self, node: ast.AST) -> str:
        match node:
            case ast.Name(id=name):
                inside = self._name(name)
            case ast.Attribute(value=value, attr=attr):
                shown = self._number(f".{attr}") if attr in self._own else attr
                inside = self._attribute(value, shown)
            case ast.Constant(value=value):
                inside = "text" if isinstance(value, str) else repr(value)
            case ast.arg(arg=name):
                inside = self._number(name)
            case ast.keyword(arg=str() as name, value=value):
                inside = (name if name not in self._numbers else "") + self._written(value)
            case ast.FunctionDef() | ast.ClassDef():
                inside = self._number(node.name) + self._all(node)
            case _:
                inside = self._all(node)
        return f"{type(node).__name__}({inside})"

    def _attribute(self, value: ast.expr, attr: str) -> str:
        """Return an attribute; one of an imported module as the name that it imports."""
        if isinstance(value, ast.Name) and value.id in self._modules:
            return attr
        return f"{self._written(value)}.{attr}"

    def _all(self, node: ast.AST) -> str:
        """Return all parts of a node, without contexts, annotations and docstrings."""
        parts: list[str] = []
        for field, value in ast.iter_fields(node):
            if field in ("ctx", "annotation", "returns", "type_comment", "kind", "lineno"):
                continue
            items = value if isinstance(value, list) else [value]
            if field in ("body", "orelse", "finalbody") and isinstance(value, list):
                items = self._body(value)
            written = (self._written(item) for item in items if isinstance(item, ast.AST))
            parts.append("".join(written))
        return ",".join(parts)


def _asks_this_program(tree: ast.Module) -> bool:
    """Whether a file imports modules of this program by their own names."""
    imported = [
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import)
        for alias in node.names
    ]  # fmt: skip
    imported += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return any(name.split(".")[0] == "engine" for name in imported)
