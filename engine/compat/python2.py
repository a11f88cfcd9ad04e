"""Python 2 files: converted on loading, with comparisons and divisions as they were."""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import operator
import re
import threading
import tokenize
import warnings
from collections.abc import Callable
from functools import cache, cmp_to_key
from typing import Any

from engine.errors import Problem

_ALONE = threading.Lock()
"""The converter keeps the text that it works on: a class's files are read in several threads."""

_SIGNS = re.compile(
    r"\bxrange\s*\(|\.\s*has_key\s*\(|\braw_input\s*\(|\.\s*iter(items|keys|values)\s*\(|"
    r"\bbasestring\b|\bunicode\s*\(|\.\s*(keys|values|items)\s*\(\s*\)\s*(\.\s*sort|\[)"
)

_WORDS = re.compile(r"xrange|has_key|raw_input|basestring|unicode|keys|values|items")
"""What is in all of these signs."""


def looks_like(source: str) -> bool:
    """Whether a text that Python 3 can read calls what only Python 2 has."""
    if not _WORDS.search(source):
        return False  # most texts: to leave strings and comments out takes long
    return _SIGNS.search(_code_of(source)) is not None


def _code_of(source: str) -> str:
    """Return a text without its strings and comments."""
    parts = []
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type not in (tokenize.STRING, tokenize.COMMENT):
                parts.append(token.string)
    return "".join(part if part.isspace() else f"{part} " for part in parts)


def convert(source: str, name: str) -> str:
    """Return the text in Python 3.

    Args:
        name: the file's name, for messages.

    Raises:
        ValueError: the converter is not installed.
        SyntaxError: it cannot read the text, which is no Python 2.
    """
    with _ALONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tool = converter()
        except ImportError:
            raise Problem(
                "this file is Python 2; the package that converts such files is missing "
                "(pip install fissix)"
            ) from None
        try:
            return str(tool.refactor_string(source.rstrip() + "\n", name))
        except SyntaxError:
            raise
        except Exception as error:
            raise _unreadable(error) from None


def _unreadable(error: Exception) -> SyntaxError:
    """Return what the converter cannot read, with the line where it says so."""
    place = getattr(error, "context", error.args)[-1]  # its kinds of errors keep it in these two
    line = place[0] if isinstance(place, tuple) and type(place[0]) is int else None
    return SyntaxError("invalid syntax", (None, line, None, None))


@cache
def converter() -> Any:
    """Return what converts texts, with all of its parts loaded; ImportError where it is missing."""
    from fissix.pgen2 import driver, pgen  # noqa: PLC0415  (few need it)

    # Its tables are made anew: it would keep them on a disk that a sealed process cannot use.
    driver.load_packaged_grammar = lambda _package, path: pgen.generate_grammar(path)
    from fissix import refactor  # noqa: PLC0415

    return refactor.RefactoringTool(refactor.get_fixers_from_package("fissix.fixes"))


class _AsItWas(ast.NodeTransformer):
    """Turns orderings and divisions into calls that do what Python 2 did.

    Args:
        only: the names whose orderings are turned, and nothing else; None for everything.
    """

    def __init__(self, only: set[str] | None = None) -> None:
        self._only = only

    _ORDERS = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}  # noqa: RUF012

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        kind = type(node.ops[0])
        if len(node.ops) > 1 or kind not in self._ORDERS:
            return node
        sides = {side.id for side in (node.left, *node.comparators) if isinstance(side, ast.Name)}
        if self._only is not None and not sides & self._only:
            return node
        return self._call(f"_py2_{self._ORDERS[kind]}", node, node.left, node.comparators[0])

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div) and self._only is None:
            return self._call("_py2_div", node, node.left, node.right)
        return node

    @staticmethod
    def _call(name: str, node: ast.AST, *arguments: ast.expr) -> ast.AST:
        call = ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
        return ast.fix_missing_locations(ast.copy_location(call, node))


def converted(source: str, path: str, original: str) -> ast.Module:
    """Return a converted text, read, so that it computes as it did before."""
    tree = ast.parse(source, path)
    divides = not re.search(r"from\s+__future__\s+import\s+.*\bdivision\b", original)
    transformer = _AsItWas()
    if not divides:
        transformer.visit_BinOp = transformer.generic_visit  # type: ignore[method-assign]
    return _fixed(transformer.visit(tree))


def _fixed(tree: Any) -> ast.Module:
    assert isinstance(tree, ast.Module)
    return ast.fix_missing_locations(tree)


def plain(source: str, path: str) -> ast.Module:
    """Return a text of Python 3, read, with one kindness of Python 2 kept.

    What may be None can be ordered: files that begin with ``best = None`` and compare it with
    scores need no other change to run. Nothing else is touched.
    """
    tree = ast.parse(source, path)
    maybe = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target, value in _assigned(node)
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and value.value is None
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            last = node.args.args[len(node.args.args) - len(node.args.defaults) :]
            for argument, default in zip(last, node.args.defaults, strict=True):
                if isinstance(default, ast.Constant) and default.value is None:
                    maybe.add(argument.arg)
    if maybe:
        return _fixed(_AsItWas(maybe).visit(tree))
    return tree


def _assigned(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Return the targets of an assignment with their values, those of tuples one by one."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs += zip(target.elts, node.value.elts, strict=False)
        else:
            pairs.append((target, node.value))
    return pairs


def orders() -> dict[str, Any]:
    """Return the names that a file of Python 3 needs for what may be None."""
    comparisons = {name: value for name, value in names().items() if name.startswith("_py2_")}
    return comparisons | {
        "max": _or_as_it_was(builtins.max),
        "min": _or_as_it_was(builtins.min),
        "sorted": _or_as_it_was(builtins.sorted),
    }


def _or_as_it_was(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that falls back to Python 2's order where Python 3 has none."""

    def called(*given: Any, **options: Any) -> Any:
        if len(given) == 1:
            given = (list(given[0]),)  # it may be gone through twice
        try:
            return function(*given, **options)
        except TypeError:
            return function(*given, **_by_order(options))

    return called


def names() -> dict[str, Any]:
    """Return the names that a converted file needs."""
    return {
        "_py2_lt": _order(operator.lt),
        "_py2_le": _order(operator.le),
        "_py2_gt": _order(operator.gt),
        "_py2_ge": _order(operator.ge),
        "_py2_div": _divided,
        "max": lambda *given, **options: _extreme(builtins.max, given, options),
        "min": lambda *given, **options: _extreme(builtins.min, given, options),
        "sorted": lambda given, **options: builtins.sorted(given, **_by_order(options)),
        "cmp": _ordered,
    }


def _order(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return a comparison that falls back to Python 2's order where Python 3 has none."""

    def ordered(a: Any, b: Any) -> Any:
        try:
            return compare(a, b)
        except TypeError:
            return compare(_ordered(a, b), 0)

    return ordered


def _ordered(a: Any, b: Any) -> int:
    """Compare as Python 2 did: None before numbers, numbers before the rest, then by type."""
    try:
        return int(a > b) - int(a < b)
    except TypeError:
        one, two = _rank(a), _rank(b)
        return int(one > two) - int(one < two)


def _rank(value: Any) -> tuple[int, str]:
    if value is None:
        return 0, ""
    if isinstance(value, (int, float)):
        return 1, ""
    return 2, type(value).__name__


def _divided(a: Any, b: Any) -> Any:
    return a // b if isinstance(a, int) and isinstance(b, int) else a / b


def _by_order(options: dict[str, Any]) -> dict[str, Any]:
    key = options.pop("key", None)
    order = cmp_to_key(_ordered)
    return {**options, "key": (lambda value: order(key(value))) if key else order}


def _extreme(choose: Any, given: tuple[Any, ...], options: dict[str, Any]) -> Any:
    return choose(*given, **_by_order(options))
