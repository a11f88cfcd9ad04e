"""Small edits of statements: another sign, another place, one left out, one added."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations

from engine.compat.edits import Edit, Function, Pieces, Replacement, Scope
from engine.compat.expression_edits import LOWEST, PLACE, weighted

_LOOPS = ast.For | ast.While


def statement_edits(pieces: Pieces, part: Scope) -> Iterator[Edit]:
    """Yield edits of all statements of a part."""
    yield from _statement(pieces, part.node, part)
    for node in ast.walk(part.node):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield from _block(pieces, node, block, part)


def _block(pieces: Pieces, parent: ast.AST, block: list[ast.stmt], part: Scope) -> Iterator[Edit]:
    in_loop = isinstance(parent, _LOOPS)
    for number, statement in enumerate(block):
        yield from _statement(pieces, statement, part)
        if not _is_alone(pieces, statement):
            continue
        text = pieces.text(statement)
        if all(pieces.text(each) != text for each in block[number + 1 :]):
            yield _left_out(pieces, statement)  # of two that are the same, the second one
        step = statement.col_offset - getattr(parent, "col_offset", 0)
        last = block[-1]
        if not isinstance(parent, Function | ast.Module) and number and len(block) - number <= 2:
            yield _shifted(pieces, statement, last, -step)
        before = block[number - 1] if number else None
        if before is not None and isinstance(before, ast.If | _LOOPS):
            inner = before.body[0].col_offset - before.col_offset
            for end in block[number : number + 2]:
                yield _shifted(pieces, statement, end, inner)
        if number + 1 < len(block) and _is_alone(pieces, block[number + 1]):
            yield _turned(pieces, statement, block[number + 1])
        yield from _additions(pieces, statement, part, in_loop)


def _is_alone(pieces: Pieces, statement: ast.stmt) -> bool:
    """Whether nothing else stands on a statement's first line."""
    begin = pieces.at(statement.lineno)
    return not pieces.data[begin : pieces.start(statement)].strip()


def _statement(pieces: Pieces, statement: ast.stmt, part: Scope) -> Iterator[Edit]:
    match statement:
        case ast.AugAssign():
            yield from _added(pieces, statement)
            yield from weighted(pieces, statement.value, part)
            yield from _chosen(pieces, statement.value, part)
        case ast.Assign(targets=[target]):
            yield from _assigned(pieces, target, statement.value, part)
        case ast.If() | ast.While():
            yield from _test(pieces, statement, part)
        case ast.Return(value=ast.expr() as value):
            yield pieces.instead(value, f"-({pieces.text(value)})", 26)
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            text = pieces.text(value)
            told = text[6:-1] if text.startswith("print(") else text
            yield pieces.instead(value, f"return {told}", 11)
        case ast.Return() | ast.Break() | ast.Continue():
            start, old = pieces.start(statement), pieces.text(statement)
            for new in ("continue", "break", "return"):
                if new != old and not (new == "return" and "return" in old):
                    yield pieces.replaced(start, start + len(old), new, 13)


_SIGNS = {ast.Add: "+=", ast.Sub: "-=", ast.Mult: "*=", ast.Div: "/="}


def _added(pieces: Pieces, statement: ast.AugAssign) -> Iterator[Edit]:
    old = _SIGNS.get(type(statement.op))
    if old is None:
        return
    start = pieces.data.find(old.encode(), pieces.end(statement.target))
    for new in ("+=", "-=", "="):
        if new != old:
            yield pieces.replaced(start, start + 2, new, 0 if new != "=" else 2)


def _assigned(pieces: Pieces, target: ast.expr, value: ast.expr, part: Scope) -> Iterator[Edit]:
    start = pieces.data.find(b"=", pieces.end(target))
    if isinstance(target, ast.Name | ast.Subscript):
        for new in ("+=", "-="):
            yield pieces.replaced(start, start + 1, new, 2)
        yield pieces.instead(value, f"-({pieces.text(value)})", 17)
    if isinstance(target, ast.Name) and isinstance(part.node, Function):
        yield pieces.instead(value, LOWEST, 18)
        for board in part.boards:
            yield pieces.instead(value, f"{board}.clone()", 19)
            yield pieces.instead(value, f"{board}.get_empty_squares()", 23)
            yield pieces.instead(value, f"{board}.check_win()", 29)
        yield pieces.instead(value, "[]", 23)
        if not isinstance(value, ast.Call):
            yield pieces.instead(value, f"{part.course}switch_player({target.id})", 20)
        yield from _chosen(pieces, value, part, target.id)


def _chosen(pieces: Pieces, value: ast.expr, part: Scope, target: str = "") -> Iterator[Edit]:
    """Yield edits that make a value depend on whose square, or whose win, it is."""
    if isinstance(value, ast.Call | ast.List | ast.ListComp | ast.Tuple | ast.IfExp):
        return
    text = pieces.text(value)
    others = [f"-({text})"]
    if isinstance(value, ast.Name) and text.isupper():
        others += [name for name in part.names if name.isupper() and name not in (text, "NTRIALS")]
    players = [
        name for name in part.names
        if not name.isupper() and name not in (*part.boards, target, text)
        and not PLACE.fullmatch(name)
    ]  # fmt: skip
    for one, two in combinations(players, 2):
        for other in others:
            yield pieces.instead(value, f"{text} if {one} == {two} else {other}", 33)


def _test(pieces: Pieces, statement: ast.If | ast.While, part: Scope) -> Iterator[Edit]:
    start, text = pieces.start(statement), pieces.text(statement.test)
    word = pieces.data[start : start + 5].decode("utf-8", "replace")
    yield pieces.instead(statement.test, f"not ({text})", 7)
    if word.startswith("elif"):
        yield pieces.replaced(start, start + 4, "if", 10)
    elif word.startswith("if"):
        yield pieces.replaced(start, start + 2, "elif", 10)
        yield pieces.replaced(start, start + 2, "while", 12)
    elif word.startswith("while"):
        yield pieces.replaced(start, start + 5, "if", 14)
    for board in part.boards:
        yield pieces.instead(statement.test, f"{board}.check_win() is None", 24)
    match statement:
        case ast.If(test=ast.Compare(left=left, ops=[ast.Eq()]), orelse=[first, *_]):
            end = pieces.end(statement.body[-1])
            place = pieces.data.find(b"else:", end, pieces.start(first))
            if place >= 0:
                tied = f"elif {pieces.text(left)} != {part.course}DRAW:"
                yield pieces.replaced(place, place + 5, tied, 20)


def _left_out(pieces: Pieces, statement: ast.stmt) -> Edit:
    change = Replacement(pieces.start(statement), pieces.end(statement), b"pass")
    return Edit((statement.lineno,), (change,), "without it", 20, "left out")


def _shifted(pieces: Pieces, first: ast.stmt, last: ast.stmt, by: int) -> Edit:
    """Return an edit that indents some statements otherwise."""
    assert last.end_lineno is not None
    changes = []
    for line in range(first.lineno, last.end_lineno + 1):
        start = pieces.at(line)
        text = pieces.data[start : pieces.at(line + 1) - 1]
        if by > 0 and text.strip():
            changes.append(Replacement(start, start, b" " * by))
        elif by < 0 and not text[:-by].strip():
            changes.append(Replacement(start, start + min(-by, len(text)), b""))
    told = "indented one step more" if by > 0 else "indented one step less"
    return Edit((first.lineno,), tuple(changes), told, 6, f"shifted {first.lineno}")


def _turned(pieces: Pieces, one: ast.stmt, two: ast.stmt) -> Edit:
    """Return an edit that has two statements change places."""
    changes = (
        Replacement(pieces.start(one), pieces.end(one), pieces.text(two).encode()),
        Replacement(pieces.start(two), pieces.end(two), pieces.text(one).encode()),
    )
    lines = (one.lineno, two.lineno)
    return Edit(lines, changes, "with the two in the other order", 15, f"turned {one.lineno}")


def _additions(pieces: Pieces, statement: ast.stmt, part: Scope, in_loop: bool) -> Iterator[Edit]:
    """Yield edits that add a statement after one."""
    if in_loop:
        for name in _turns(part):
            made = f"{name} = {part.course}switch_player({name})"
            yield _added_after(pieces, statement, made, 15)
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        yield _added_after(pieces, statement, "break", 21)
    if in_loop and isinstance(statement, ast.Assign):
        for _, board, player in _arguments(pieces, part, "mc_update_scores", 3):
            yield _added_after(pieces, statement, f"mc_trial({board}, {player})", 16)
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="mc_trial"), args=[given, side])):
            board, player = pieces.text(given), pieces.text(side)
            for _, scores in _arguments(pieces, part, "get_best_move", 2):
                made = f"mc_update_scores({scores}, {board}, {player})"
                yield _added_after(pieces, statement, made, 16)


def _turns(part: Scope) -> dict[str, None]:
    """Return the names that hold whose turn it is: what a board's move is called with."""
    return {
        node.args[2].id: None
        for node in ast.walk(part.node)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "move"
        and len(node.args) == 3
        and isinstance(node.args[2], ast.Name)
    }


def _arguments(pieces: Pieces, part: Scope, name: str, count: int) -> list[list[str]]:
    """Return what a part calls one of the four functions with."""
    return [
        [pieces.text(each) for each in node.args]
        for node in ast.walk(part.node)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == name
        and len(node.args) == count
    ]


def _added_after(pieces: Pieces, statement: ast.stmt, text: str, rank: int) -> Edit:
    end = pieces.end(statement)
    new = f"\n{' ' * statement.col_offset}{text}".encode()
    line = statement.end_lineno or statement.lineno
    return Edit((line,), (Replacement(end, end, new),), f"with `{text}` after it", rank, text, True)
