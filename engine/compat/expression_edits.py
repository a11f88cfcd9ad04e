"""Small edits of expressions: another sign, another name, arguments exchanged."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import combinations

from engine.compat.edits import Edit, Pieces, Scope

COURSE = ("EMPTY", "PLAYERX", "PLAYERO", "DRAW")
"""The marks and results of the course's module."""

LOWEST = "float('-inf')"

_COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Eq: ("!=", ">=", "<=", "in"), ast.NotEq: ("==", "not in"),
    ast.Lt: (">", "<=", ">=", "=="), ast.Gt: ("<", ">=", "<=", "=="),
    ast.LtE: (">=", "<", ">", "=="), ast.GtE: ("<=", ">", "<", "=="),
    ast.Is: ("is not",), ast.IsNot: ("is",), ast.In: ("not in",), ast.NotIn: ("in",),
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], tuple[str, ...]] = {
    ast.Add: ("-", "*"), ast.Sub: ("+", "*"), ast.Mult: ("/", "+"), ast.Div: ("*",),
    ast.FloorDiv: ("/",), ast.Mod: ("//",), ast.Pow: ("*",),
}  # fmt: skip
_WRITTEN: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**",
}  # fmt: skip
_ROW = re.compile(r"r|i|x|.*row.*|.*\[0\]")
_COLUMN = re.compile(r"c|j|y|.*col.*|.*\[1\]")
PLACE = re.compile(f"{_ROW.pattern}|{_COLUMN.pattern}|.*(dim|size|score|square|move|trial).*")
"""Names of what is no player: a row, a column, a number of them."""

_OTHERS = {"min": "max", "max": "min", "any": "all", "all": "any", "randint": "randrange"}


def expression_edits(pieces: Pieces, part: Scope) -> Iterator[Edit]:
    """Yield edits of all expressions of a part."""
    for node in ast.walk(part.node):
        match node:
            case ast.Call() | ast.Constant() | ast.Name() | ast.Attribute():
                yield from _value(pieces, node, part)
            case ast.Compare() | ast.BoolOp() | ast.IfExp() | ast.comprehension():
                yield from _test(pieces, node, part)
            case ast.BinOp():
                yield from _operation(pieces, node)
            case ast.UnaryOp():
                yield pieces.instead(node, pieces.text(node.operand), 8)
                yield from weighted(pieces, node, part)
            case ast.Subscript():
                yield from _subscript(pieces, node)
            case ast.Tuple(elts=[one, two]):
                yield _exchanged(pieces, one, two, 4)
            case ast.ListComp():
                yield from _made_list(pieces, node, part)


def _made_list(pieces: Pieces, node: ast.ListComp, part: Scope) -> Iterator[Edit]:
    for board in part.boards:
        match node:
            case ast.ListComp(generators=[_, _]):
                yield pieces.instead(node, f"{board}.get_empty_squares()", 20)
            case ast.ListComp(elt=ast.List(elts=[_]) as row):
                yield pieces.instead(row, f"{pieces.text(row)} * {board}.get_dim()", 18)


def weighted(pieces: Pieces, node: ast.expr, part: Scope) -> Iterator[Edit]:
    """Yield edits that multiply a value by one of the module's constants."""
    for name in part.names:
        if name.isupper() and name not in ("NTRIALS", "_"):
            yield pieces.instead(node, f"({pieces.text(node)}) * {name}", 24)


def _value(pieces: Pieces, node: ast.expr, part: Scope) -> Iterator[Edit]:
    match node:
        case ast.Call():
            yield from _call(pieces, node, part)
        case ast.Constant():
            yield from _constant(pieces, node, part)
        case ast.Name(ctx=ast.Load()):
            yield from _name(pieces, node, part)
        case ast.Attribute(ctx=ast.Load()) if node.attr in COURSE:
            yield from _course_name(pieces, node, part, pieces.text(node)[: -len(node.attr)])


def _test(pieces: Pieces, node: ast.AST, part: Scope) -> Iterator[Edit]:
    match node:
        case ast.Compare():
            yield from _comparison(pieces, node)
        case ast.BoolOp():
            yield from _condition(pieces, node)
        case ast.IfExp():
            yield from _choice(pieces, node, part)
        case ast.comprehension(ifs=[test]):
            yield pieces.instead(test, f"not ({pieces.text(test)})", 7)
            yield pieces.instead(test, "True", 30)


def _between(pieces: Pieces, left: ast.expr, right: ast.expr, old: str) -> tuple[int, int] | None:
    """Return where an operator stands between its two sides."""
    start, end = pieces.end(left), pieces.start(right)
    place = pieces.data[start:end].find(old.encode())
    return None if place < 0 else (start + place, start + place + len(old))


def _exchanged(pieces: Pieces, one: ast.expr, two: ast.expr, rank: int) -> Edit:
    """Return an edit that has two expressions change places.

    Nobody who means it writes a column before a row.
    """
    start, end = pieces.start(one), pieces.end(two)
    first, second = pieces.text(two), pieces.text(one)
    middle = pieces.data[pieces.end(one) : pieces.start(two)].decode()
    if _ROW.fullmatch(second) and _COLUMN.fullmatch(first):
        rank += 30
    return pieces.replaced(start, end, f"{first}{middle}{second}", rank)


def _comparison(pieces: Pieces, node: ast.Compare) -> Iterator[Edit]:
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        start, end = pieces.end(left), pieces.start(right)
        written = pieces.data[start:end].decode()
        old = written.strip(" ()\n\\")
        place = written.find(old)
        for number, new in enumerate(_COMPARISONS[type(operator)] if old else ()):
            at = start + len(written[:place].encode())
            rank = 1 if number == 0 else 3
            yield pieces.replaced(at, at + len(old.encode()), new, rank)
        if isinstance(right, ast.BinOp | ast.Constant | ast.Name | ast.Call):
            for more in (" + 1", " - 1"):
                yield pieces.instead(right, pieces.text(right) + more, 25)
        left = right


def _operation(pieces: Pieces, node: ast.BinOp) -> Iterator[Edit]:
    old = _WRITTEN.get(type(node.op))
    where = _between(pieces, node.left, node.right, old) if old else None
    if where:
        for number, new in enumerate(_OPERATORS[type(node.op)]):
            yield pieces.replaced(*where, new, 9 + number)
    yield pieces.instead(node, pieces.text(node.left), 12)
    yield pieces.instead(node, pieces.text(node.right), 13)
    if isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod):
        yield _exchanged(pieces, node.left, node.right, 14)
    if isinstance(node.op, ast.Mult):
        for rows, count in ((node.left, node.right), (node.right, node.left)):
            match rows:
                case ast.List(elts=[ast.List() | ast.BinOp() as row]):
                    made = f"[{pieces.text(row)} for _ in range({pieces.text(count)})]"
                    yield pieces.instead(node, made, 5)
    if isinstance(node.op, ast.Add | ast.Sub) and isinstance(node.left, ast.Name):
        yield pieces.instead(node, f"-({pieces.text(node)})", 26)


def _condition(pieces: Pieces, node: ast.BoolOp) -> Iterator[Edit]:
    old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        if where := _between(pieces, left, right, old):
            yield pieces.replaced(*where, new, 6)
    for each in node.values:
        others = [pieces.text(other) for other in node.values if other is not each]
        yield pieces.instead(node, f" {old} ".join(others), 11)


def _choice(pieces: Pieces, node: ast.IfExp, part: Scope) -> Iterator[Edit]:
    test, body, other = (pieces.text(each) for each in (node.test, node.body, node.orelse))
    yield pieces.replaced(pieces.start(node), pieces.end(node), f"{other} if {test} else {body}", 5)
    yield pieces.instead(node, body, 28)
    yield pieces.instead(node, other, 28)
    if body == other:
        for each in (node.orelse, node.body):
            yield pieces.instead(each, f"-({pieces.text(each)})", 9)
    match node.test:
        case ast.Compare(left=left, ops=[ast.Eq()]):
            drawn = f"({other} if {pieces.text(left)} != {part.course}DRAW else 0)"
            yield pieces.instead(node.orelse, drawn, 22, "tie")


def _call(pieces: Pieces, node: ast.Call, part: Scope) -> Iterator[Edit]:
    called = node.func.attr if isinstance(node.func, ast.Attribute) else pieces.text(node.func)
    for one, two in combinations(node.args, 2):
        yield _exchanged(pieces, one, two, 4)
    if called in _OTHERS:
        end = pieces.end(node.func)
        yield pieces.replaced(end - len(called), end, _OTHERS[called], 5)
    if len(node.args) == 1:
        yield pieces.instead(node, pieces.text(node.args[0]), 6 if "switch" in called else 16)
    if called == "range":
        yield from _range(pieces, node, part)
    if called in ("min", "max", "next") and node.args:
        yield pieces.instead(node, f"random.choice({pieces.text(node.args[0])})", 27)
    if isinstance(node.func, ast.Attribute):
        yield pieces.instead(node, pieces.text(node.func.value), 21)
    for each in node.keywords:
        if isinstance(each.value, ast.Constant) and isinstance(each.value.value, bool):
            yield pieces.instead(each.value, str(not each.value.value), 6)


def _range(pieces: Pieces, node: ast.Call, part: Scope) -> Iterator[Edit]:
    texts = [pieces.text(each) for each in node.args]
    last = node.args[-1] if len(node.args) < 3 else node.args[1]
    for more in (" + 1", " - 1"):
        yield pieces.instead(last, pieces.text(last) + more, 7)
    if len(texts) == 2:
        yield pieces.replaced(pieces.start(node.args[0]), pieces.end(node.args[1]), texts[1], 7)
    if len(texts) == 1:
        for board in part.boards:
            yield pieces.instead(last, f"{board}.get_dim()", 15)


def _subscript(pieces: Pieces, node: ast.Subscript) -> Iterator[Edit]:
    if isinstance(node.value, ast.Subscript):
        inner, outer = node.value.slice, node.slice
        if not isinstance(inner, ast.Slice) and not isinstance(outer, ast.Slice):
            yield _exchanged(pieces, inner, outer, 3)
    if isinstance(node.ctx, ast.Load):
        if isinstance(node.slice, ast.Slice):
            yield pieces.instead(node, pieces.text(node.value), 17)
        elif isinstance(node.slice, ast.Constant | ast.UnaryOp):
            yield pieces.instead(node, f"random.choice({pieces.text(node.value)})", 18)
            yield pieces.instead(node, pieces.text(node.value), 29)


def _constant(pieces: Pieces, node: ast.Constant, part: Scope) -> Iterator[Edit]:
    value = node.value
    if isinstance(value, bool):
        yield pieces.instead(node, str(not value), 10)
    elif isinstance(value, int | float):
        for new in dict.fromkeys((value + 1, value - 1, 0, 1, -1)):
            if new != value:
                yield pieces.instead(node, repr(new), 12)
        for name in part.names:
            yield pieces.instead(node, name, 31)
        yield pieces.instead(node, f"-{value!r}", 8)
        yield pieces.instead(node, "True", 32)
        yield pieces.instead(node, LOWEST, 13)
        for board in part.boards:
            if value not in (0, 1):
                yield pieces.instead(node, f"{board}.get_dim()", 15)
        for mark in COURSE:
            yield pieces.instead(node, part.course + mark, 24)
    elif value == "inf":
        yield pieces.instead(node, "'-inf'", 8)
    elif value is None:
        for mark in COURSE:
            yield pieces.instead(node, part.course + mark, 19)


def _course_name(pieces: Pieces, node: ast.expr, part: Scope, before: str) -> Iterator[Edit]:
    text = pieces.text(node)
    for mark in COURSE:
        if before + mark != text:
            yield pieces.instead(node, before + mark, 10)
    for name in part.names:
        if name != text and not name.isupper():
            yield pieces.instead(node, name, 11)
    yield pieces.instead(node, "None", 19)


def _name(pieces: Pieces, node: ast.Name, part: Scope) -> Iterator[Edit]:
    if node.id in COURSE:
        yield from _course_name(pieces, node, part, "")
        return
    if node.id not in part.names:
        return
    for name in part.names:
        if name != node.id:
            yield pieces.instead(node, name, 14 if name.isupper() == node.id.isupper() else 15)
    if node.id in part.boards:
        yield pieces.instead(node, f"{node.id}.clone()", 9)
    yield pieces.instead(node, f"{part.course}switch_player({node.id})", 16)
    yield pieces.instead(node, f"-{node.id}", 17)
