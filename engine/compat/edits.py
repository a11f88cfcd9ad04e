"""Small edits of a program, one at a time: what somebody who made a slip might have meant.

An edit puts something else in one place, or in all places where the same stands. Nothing is run
here, and nothing says that an edit is right: ``engine.compat.pointing`` tries them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

from engine.compat.parts import MARKS, CodePart, Function, parts_of

Loop = ast.For | ast.While
Changes = Mapping[ast.AST, tuple[ast.AST, ...]]
Bound = dict[str, Any]
"""What the names of a pattern stand for: a node, or a list of nodes."""

_ROW = re.compile(r"r|i|x|.*row.*|.*\[0\]")
_COLUMN = re.compile(r"c|j|y|.*col.*|.*\[1\]")
_NO_PLAYER = re.compile(f"{_ROW.pattern}|{_COLUMN.pattern}|.*(dim|size|score|square|move|trial).*")

_COMPARISONS = {
    "==": ("!=", ">=", "<=", "in"), "!=": ("==", "not in"), "<": (">", "<=", ">=", "=="),
    ">": ("<", ">=", "<=", "=="), "<=": (">=", "<", ">", "=="), ">=": ("<=", ">", "<", "=="),
    "is": ("is not",), "is not": ("is",), "in": ("not in",), "not in": ("in",),
}  # fmt: skip
_OPERATORS = {"+": "-*", "-": "+*", "*": "/+", "/": "*", "//": "/", "%": "/", "**": "*"}

_RULES: dict[str, dict[str, int]] = {
    **{
        f"_a {old} _b": {f"_a {new} _b": 3 if number else 1 for number, new in enumerate(others)}
        | {f"_a {old} _b + 1": 25, f"_a {old} _b - 1": 25}
        for old, others in _COMPARISONS.items()
    },
    **{
        f"_a {old} _b": {f"_a {new} _b": 9 + number for number, new in enumerate(others)}
        | {"_a": 12, "_b": 13}
        | ({f"_b {old} _a": 14} if old in ("-", "/", "//", "%") else {})
        | ({f"-(_a {old} _b)": 26} if old in ("+", "-") else {})
        for old, others in _OPERATORS.items()
    },
    "[[*_row]] * _n": {"[[*_row] for _ in range(_n)]": 5},
    "[_row * _m] * _n": {"[_row * _m for _ in range(_n)]": 5},
    "_n * [_row * _m]": {"[_row * _m for _ in range(_n)]": 5},
    "[[_a] for _t in _b]": {"[[_a] * _board.get_dim() for _t in _b]": 18},
    "-_a": {"_a": 8, "-_a * _weight": 24},
    "not _a": {"_a": 8},
    "_a if _t else _b": {"_b if _t else _a": 5, "_a": 28, "_b": 28},
    "_a if _t else _a": {"_a if _t else -_a": 9, "-_a if _t else _a": 9},
    "_a if _b == _c else _d": {"_a if _b == _c else _d if _b != _draw else 0": 22},
    "max(_a, *_others, **_options)": {
        "min(_a, *_others, **_options)": 5, "random.choice(_a)": 27,
    },
    "min(_a, *_others, **_options)": {
        "max(_a, *_others, **_options)": 5, "random.choice(_a)": 27,
    },
    "next(_a, *_others)": {"random.choice(_a)": 27},
    "_a.max(*_given, **_options)": {"_a.min(*_given, **_options)": 5},
    "_a.min(*_given, **_options)": {"_a.max(*_given, **_options)": 5},
    "any(_a)": {"all(_a)": 5},
    "all(_a)": {"any(_a)": 5},
    "_a.randint(_b, _c)": {"_a.randrange(_b, _c)": 5},
    "randint(_a, _b)": {"randrange(_a, _b)": 5},
    "_a.switch_player(_b)": {"_b": 6},
    "switch_player(_a)": {"_a": 6},
    "_a(_b)": {"_b": 16},
    "_a._method(*_given, **_options)": {"_a": 21},
    "range(_a)": {"range(_a + 1)": 7, "range(_a - 1)": 7, "range(_board.get_dim())": 15},
    "range(_a, _b)": {"range(_a, _b + 1)": 7, "range(_a, _b - 1)": 7, "range(_b)": 7},
    "range(_a, _b, _c)": {"range(_a, _b + 1, _c)": 7, "range(_a, _b - 1, _c)": 7},
    "_a[_slice]": {"_a": 17},
    "_a[_index]": {"random.choice(_a)": 18, "_a": 29},
    "_squares": {"_board.get_empty_squares()": 20},
    "True": {"False": 10},
    "False": {"True": 10},
    "None": {"_mark": 19},
    "'inf'": {"'-inf'": 8},
    "_number": {
        "-_number": 8, "float('-inf')": 13, "_mark": 24, "_name": 31, "True": 32,
    },
    "_many": {"_board.get_dim()": 15},
    "_variable": {"_name": 14, "_switch_player(_variable)": 16, "-_variable": 17},
    "_asked": {"_asked.clone()": 9},
    "_result": {"_mark": 10, "_local": 11, "None": 19},
    **{
        f"_a {old} _b": {f"_a {new} _b": 2 if new == "=" else 0 for new in ("+=", "-=", "=")}
        | {f"_a {old} _b * _weight": 24}
        for old in ("+=", "-=", "*=", "/=")
    },
    "_place = _b": {"_place += _b": 2, "_place -= _b": 2, "_place = -_b": 17},
    "_own = _b": {
        "_own = float('-inf')": 18, "_own = _board.clone()": 19,
        "_own = _switch_player(_own)": 20, "_own = []": 23,
        "_own = _board.get_empty_squares()": 23, "_own = _board.check_win()": 29,
    },
    "return _a": {"return -_a": 26},
    "return": {"continue": 13, "break": 13},
    "break": {"continue": 13, "return": 13},
    "continue": {"break": 13, "return": 13},
}  # fmt: skip
"""What may have been meant instead of what is written, and how unlikely that is.

A name with an underscore before it stands for anything, or for what ``_KINDS`` says of it. One that
the pattern does not have stands for each of its ``CodePart.choices`` in turn.
"""

_KINDS: dict[str, Any] = {
    "_slice": lambda node, _: isinstance(node, ast.Slice),
    "_index": lambda node, _: isinstance(node, ast.Constant | ast.UnaryOp),
    "_squares": lambda node, _: isinstance(node, ast.ListComp) and len(node.generators) == 2,
    "_number": lambda node, _: _is_number(node),
    "_many": lambda node, _: _is_number(node) and node.value not in (0, 1),
    "_variable": lambda node, part: _is_read(node) and node.id in part.names,
    "_asked": lambda node, part: _is_read(node) and node.id in part.boards,
    "_result": lambda node, _: _is_mark(node),
    "_place": lambda node, _: isinstance(node, ast.Name | ast.Subscript),
    "_own": lambda node, part: isinstance(node, ast.Name) and isinstance(part.node, Function),
}


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_read(node: ast.AST) -> bool:
    is_name = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    return is_name and not _is_mark(node)


def _is_mark(node: ast.AST) -> bool:
    name = getattr(node, "id", getattr(node, "attr", ""))
    return name in MARKS and isinstance(getattr(node, "ctx", None), ast.Load)


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit.

    Attributes:
        lines: the lines that it changes, or after which it adds one, in their order.
        changes: what it puts in the place of which nodes; they may contain each other.
        rank: how unlikely it is, 0 first.
        kind: what it has in common with edits of other places; None where it has nothing.
    """

    lines: tuple[int, ...]
    changes: Changes
    rank: int
    kind: object = None


def edits_of(
    tree: ast.Module, functions: Collection[str], right: Collection[str] = ()
) -> list[Edit]:
    """Return the edits of what some functions of a module reach, the likeliest first.

    Args:
        right: names that are known to be right: what only they reach is left out.
    """
    edits: list[Edit] = []
    for part in parts_of(tree, functions, right):
        single = [*_by_rules(part), *_of_expressions(part), *_of_statements(part)]
        edits += [*single, *_everywhere(single)]
    return sorted(edits, key=lambda edit: edit.rank)


def _everywhere(edits: list[Edit]) -> Iterator[Edit]:
    """Yield edits that change the same thing in all its places: a slip may be made throughout."""
    alike: dict[object, list[Edit]] = {}
    for edit in edits:
        alike.setdefault(edit.kind, []).append(edit)
    alike.pop(None, None)
    for same in alike.values():
        changes = {node: new for edit in same for node, new in edit.changes.items()}
        if len(changes) == sum(len(edit.changes) for edit in same) > len(same[0].changes):
            lines = sorted({line for edit in same for line in edit.lines})
            yield Edit(tuple(lines), changes, same[0].rank + 1)


def edited(tree: ast.Module, edit: Edit) -> ast.Module:
    """Return a module with an edit.

    What is new in it has the lines of its place; statements without a change are the same ones.
    """
    lines = {getattr(node, "lineno", 0) for node in edit.changes}
    body: list[ast.stmt] = []
    for node in tree.body:
        is_same = not any(_first_line(node) <= line <= (node.end_lineno or 0) for line in lines)
        body += [node] if is_same else _changed(node, edit.changes, node)
    return ast.Module(body, [])


def _first_line(node: ast.stmt) -> int:
    above: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in above)])


def _changed(node: Any, changes: Changes, place: ast.AST) -> Iterator[Any]:
    """Yield what comes in the place of a node, or of another part of one."""
    if not isinstance(node, ast.AST):
        yield node
        return
    place = node if hasattr(node, "lineno") else place
    if node not in changes:
        yield _copied(node, changes, place)
        return
    others = {old: new for old, new in changes.items() if old is not node}  # it may contain itself
    for new in changes[node]:
        yield _copied(new, others, place)


def _copied(node: ast.AST, changes: Changes, place: ast.AST) -> ast.AST:
    """Return a node in which what it contains is changed."""
    result = type(node)()
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(result, name, [new for part in value for new in _changed(part, changes, place)])
        else:
            setattr(result, name, next(_changed(value, changes, place)))
    return ast.copy_location(result, node if hasattr(node, "lineno") else place)


# --- by rules -----------------------------------------------------------------------------------


@cache
def _read(code: str) -> ast.AST:
    """Return the node of a statement, or of an expression."""
    (statement,) = ast.parse(code).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def _by_rules(part: CodePart) -> Iterator[Edit]:
    for node in ast.walk(part.node):
        if isinstance(node, ast.expr | ast.stmt | ast.Slice):
            for pattern, others in _RULES.items():
                bound: Bound = {}
                if _matches(_read(pattern), node, part, bound):
                    for text, rank in others.items():
                        yield from _filled_in(node, pattern, text, bound, part, rank)


def _matches(pattern: Any, node: Any, part: CodePart, bound: Bound) -> bool:
    """Whether a node is as a pattern says; adds what the pattern's names stand for then."""
    if isinstance(pattern, ast.Name) and pattern.id.startswith("_"):
        name = pattern.id
        if name in bound:
            return ast.dump(bound[name]) == ast.dump(node)
        bound[name] = node
        return isinstance(node, ast.expr) and (name not in _KINDS or _KINDS[name](node, part))
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, list):
        if pattern and (rest := _rest(pattern[-1])):
            *pattern, _ = pattern
            bound[rest], node = node[len(pattern) :], node[: len(pattern)]
        both = zip(pattern, node, strict=False)
        return len(pattern) == len(node) and all(_matches(a, b, part, bound) for a, b in both)
    if isinstance(pattern, ast.AST):
        return all(
            _matches(value, getattr(node, name), part, bound)
            for name, value in ast.iter_fields(pattern)
            if name not in ("ctx", "type_comment", "kind")
        )
    return pattern == node or str(pattern).startswith("_")


def _rest(pattern: ast.AST) -> str:
    """Return the name of a pattern that stands for all further nodes of a list; else empty."""
    match pattern:
        case ast.Starred(value=ast.Name(id=name)) | ast.keyword(arg=None, value=ast.Name(id=name)):
            return name
    return ""


def _filled_in(
    node: Any, pattern: str, text: str, bound: Bound, part: CodePart, rank: int
) -> Iterator[Edit]:
    """Yield the edits that put a rule's other text in the place of a node."""
    new, shape = _read(text), re.findall(r"\b_\w+", text)
    names = [name for name in dict.fromkeys(shape) if name not in bound]
    about = ""  # an operator is meant throughout, whatever is beside it; a number as this number
    if len(shape) < 2 or shape != re.findall(r"\b_\w+", pattern):
        about = ast.unparse(node)
    for words in product(*(part.choices(name) for name in names)):
        nodes = {name: _new(word) for name, word in zip(names, words, strict=True)}
        yield _instead(node, _filled(new, bound | nodes), rank, (pattern, text, words, about))


def _filled(node: Any, bound: Bound) -> Any:
    """Return a rule's text with what its names stand for; what is new has no lines yet."""
    if isinstance(node, ast.Name) and node.id in bound:
        return bound[node.id]
    if not isinstance(node, ast.AST):
        return node
    result = type(node)()
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            parts = [bound.get(_rest(part), [_filled(part, bound)]) for part in value]
            setattr(result, name, [new for part in parts for new in part])
        else:
            setattr(result, name, _filled(value, bound))
    return result


def _new(code: str, **bound: Any) -> Any:
    """Return the node of some code, with nodes in the place of its names."""
    return _filled(_read(code), bound)


def _instead(node: ast.expr | ast.stmt, new: ast.AST, rank: int, kind: object = None) -> Edit:
    return Edit((node.lineno,), {node: (new,)}, rank, kind)


# --- others -------------------------------------------------------------------------------------


def _exchanged(one: ast.expr, two: ast.expr, rank: int) -> Edit:
    """Return an edit that has two expressions change places."""
    first, second = ast.unparse(one), ast.unparse(two)
    if _ROW.fullmatch(first) and _COLUMN.fullmatch(second):
        rank += 30  # nobody who means it writes a column before a row
    return Edit((one.lineno,), {one: (two,), two: (one,)}, rank, (rank, first, second))


def _of_expressions(part: CodePart) -> Iterator[Edit]:
    for node in ast.walk(part.node):
        match node:
            case ast.Constant(value=int() | float() as old) if not isinstance(old, bool):
                for new in dict.fromkeys((old + 1, old - 1, 0, 1, -1)):
                    yield _instead(node, _new(repr(new)), 12, (old, new))
            case ast.Call(args=[_, _, *_]):
                for one, two in combinations(node.args, 2):
                    yield _exchanged(one, two, 4)
            case ast.Tuple(elts=[one, two]):
                yield _exchanged(one, two, 4)
            case ast.Subscript(value=ast.Subscript(slice=one), slice=two):
                if not isinstance(one, ast.Slice) and not isinstance(two, ast.Slice):
                    yield _exchanged(one, two, 3)
            case ast.comprehension(ifs=[test]):
                yield _instead(test, _new("not _a", _a=test), 7)
                yield _instead(test, _new("True"), 30)
            case ast.BoolOp(values=values):
                yield from _of_condition(node)
                for value in values:
                    yield Edit((node.lineno,), {value: ()}, 11)


def _of_condition(node: ast.BoolOp) -> Iterator[Edit]:
    """Yield edits that write ``or`` instead of an ``and``, or the other way round."""
    values = node.values
    for number in range(1, len(values)):
        if isinstance(node.op, ast.And):
            sides = [_all(values[:number]), _all(values[number:])]
        else:
            both = _all(values[number - 1 : number + 1])
            sides = [*values[: number - 1], both, *values[number + 1 :]]
        new = sides[0] if len(sides) == 1 else ast.BoolOp(ast.Or(), sides)
        yield _instead(node, new, 6, type(node.op))


def _all(values: list[ast.expr]) -> ast.expr:
    return values[0] if len(values) == 1 else ast.BoolOp(ast.And(), values)


def _of_statements(part: CodePart) -> Iterator[Edit]:
    outer: dict[ast.AST, ast.stmt] = {}  # to what an ``elif`` belongs
    for node in [part.node, *ast.walk(part.node)]:
        match node:
            case ast.AugAssign(value=value):
                yield from _chosen(value, part)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if isinstance(part.node, Function):
                    yield from _chosen(value, part, name)
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value])):
                yield _instead(node, ast.Return(value), 11)
            case ast.Expr(value=value) if not isinstance(value, ast.Constant):
                yield _instead(node, ast.Return(value), 11)
            case ast.If() | ast.While():
                yield from _of_test(node, part)
        if isinstance(node, ast.If):
            for branch in _branches(node)[1:]:
                outer.setdefault(branch, node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield from _of_block(node, block, part)
                if isinstance(node, ast.If | Loop) and block is (node.orelse or node.body):
                    yield from _moved_out(outer.get(node, node), block)


def _branches(node: ast.AST) -> list[ast.If]:
    """Return an ``if`` and each ``elif`` that belongs to it."""
    branches: list[ast.If] = []
    while isinstance(node, ast.If):
        branches.append(node)
        match node.orelse:
            case [ast.If() as other] if other.col_offset == node.col_offset:
                node = other
            case _:
                break
    return branches


def _chosen(value: ast.expr, part: CodePart, target: str = "") -> Iterator[Edit]:
    """Yield edits that make a value depend on whose square, or whose win, it is."""
    if isinstance(value, ast.Call | ast.List | ast.ListComp | ast.Tuple | ast.IfExp):
        return
    text = ast.unparse(value)
    others = [f"-({text})"]
    if isinstance(value, ast.Name) and text.isupper():
        others += [name for name in part.choices("_weight") if name != text]
    players = [
        name for name in part.choices("_local")
        if name not in (*part.boards, target, text) and not _NO_PLAYER.fullmatch(name)
    ]  # fmt: skip
    for (one, two), other in product(combinations(players, 2), others):
        new = _new(f"_a if {one} == {two} else {other}", _a=value)
        yield _instead(value, new, 33, (text, one, two, other))


def _of_test(node: ast.If | ast.While, part: CodePart) -> Iterator[Edit]:
    yield _instead(node.test, _new("not _a", _a=node.test), 7)
    for board in part.boards:
        yield _instead(node.test, _new(f"{board}.check_win() is None"), 24)
    if isinstance(node, ast.While):
        yield _instead(node, ast.If(node.test, node.body, node.orelse), 14)
        return
    if not node.orelse:
        yield _instead(node, ast.While(node.test, node.body, []), 12)
    for branch in _branches(node)[1:2]:
        separate = ast.If(node.test, node.body, [])
        yield Edit((branch.lineno,), {node: (separate, branch)}, 10)
    match node:
        case ast.If(test=ast.Compare(left=left, ops=[ast.Eq()]), orelse=[_, *_]):
            if len(_branches(node)) == 1:
                test = _new(f"_a != {part.course}DRAW", _a=left)
                tied = ast.If(node.test, node.body, [ast.If(test, node.orelse, [])])
                line = (node.body[-1].end_lineno or node.lineno) + 1
                yield Edit((line,), {node: (tied,)}, 20)


def _of_block(parent: ast.AST, block: list[ast.stmt], part: CodePart) -> Iterator[Edit]:
    """Yield edits of the order of statements, and those that leave one out or add one."""
    texts = [ast.unparse(statement) for statement in block]
    for number, statement in enumerate(block):
        if texts[number] not in texts[number + 1 :]:  # of two that are the same, the second one
            yield _instead(statement, ast.Pass(), 20)
        if number + 1 < len(block):
            after = block[number + 1]
            changes: Changes = {statement: (after,), after: (statement,)}
            yield Edit((statement.lineno, after.lineno), changes, 15)
        before = block[number - 1] if number else None
        if isinstance(before, ast.If | Loop):
            yield from _moved_in(before, block[number : number + 2])
        for text, rank in _additions(parent, statement, part):
            line = statement.end_lineno or statement.lineno
            added = _filled(ast.parse(text).body[0], {})
            yield Edit((line,), {statement: (statement, added)}, rank)


def _moved_in(into: ast.If | ast.For | ast.While, after: list[ast.stmt]) -> Iterator[Edit]:
    """Yield edits that have one or two statements belong to what stands before them."""
    into = _branches(into)[-1] if isinstance(into, ast.If) else into
    last = (into.orelse or into.body)[-1]
    for count in range(1, len(after) + 1):
        yield _moved(after[:count], last)
    match into, after[0]:
        case ast.If(orelse=[]), ast.If() as other:
            branch = ast.If(other.test, other.body, other.orelse)
            joined = ast.If(into.test, into.body, [branch])
            yield Edit((other.lineno,), {into: (joined,), other: ()}, 10)


def _moved_out(parent: ast.stmt, block: list[ast.stmt]) -> Iterator[Edit]:
    """Yield edits that have the last one or two statements of a block stand after it."""
    for number in range(max(1, len(block) - 2), len(block)):
        yield _moved(block[number:], parent)


def _moved(statements: list[ast.stmt], behind: ast.stmt) -> Edit:
    changes: Changes = {**dict.fromkeys(statements, ()), behind: (behind, *statements)}
    return Edit((statements[0].lineno,), changes, 6)


def _additions(parent: ast.AST, statement: ast.stmt, part: CodePart) -> Iterator[tuple[str, int]]:
    """Yield statements that may be missing after one, and how unlikely they are."""
    in_loop = isinstance(parent, Loop)
    if in_loop:
        for name in dict.fromkeys(given[2] for given in _calls(part, "move", 3)):
            if name.isidentifier():
                yield f"{name} = {part.course}switch_player({name})", 15
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        yield "break", 21
    if in_loop and isinstance(statement, ast.Assign):
        for _, board, player in _calls(part, "mc_update_scores", 3):
            yield f"mc_trial({board}, {player})", 16
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="mc_trial"), args=[given, side])):
            for _, scores in _calls(part, "get_best_move", 2):
                yield f"mc_update_scores({scores}, {ast.unparse(given)}, {ast.unparse(side)})", 16


def _calls(part: CodePart, name: str, count: int) -> list[list[str]]:
    """Return what a part calls a function, or a method, with."""
    return [
        [ast.unparse(given) for given in node.args]
        for node in ast.walk(part.node)
        if isinstance(node, ast.Call)
        and name == getattr(node.func, "id", getattr(node.func, "attr", ""))
        and len(node.args) == count
    ]
