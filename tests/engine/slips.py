"""Slips: right files with one mistake each, made at random places, and the lines that it is in."""

import ast
import random
from bisect import bisect_right
from dataclasses import dataclass

from tests.engine.course_variants import KEPT

_SKIPPED = (
    "python2_comparing", "python2_keys", "python2_print", "python2_statements",
    "morpion", "tabs", "windows_lines", "with_a_neighbour",
)  # fmt: skip
"""Files that the slips below cannot read or write as they are, or that do not stand alone."""

RIGHT = {
    path.stem: path.read_text()
    for path in [KEPT / "plain.py", *sorted((KEPT / "right").glob("*.py"))]
    if path.stem not in _SKIPPED
}


class Pieces:
    """A text by lines and offsets in bytes, as its tree speaks of them."""

    def __init__(self, source):
        self.data = source.encode()
        self.tree = ast.parse(source)
        self._starts = [0]
        for line in self.data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def start(self, node):
        return self.at(node.lineno, node.col_offset)

    def end(self, node):
        return self.at(node.end_lineno, node.end_col_offset)

    def at(self, line, column=0):
        return self._starts[line - 1] + column

    def line(self, offset):
        return bisect_right(self._starts, offset)

    def text(self, node):
        return self.data[self.start(node) : self.end(node)].decode()


@dataclass(frozen=True)
class Slip:
    """A wrong file: what was done to which right one, and the lines that the mistake is in."""

    file: str
    kind: str
    text: str
    lines: frozenset[int]


def _inner(tree):
    """Return the nodes inside of functions."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [node for each in functions for part in each.body for node in ast.walk(part)]


def _sites(pieces):
    """Yield (kind, start, end, new text, lines or None)."""

    def put(kind, node, new):
        return kind, pieces.start(node), pieces.end(node), new, None

    for node in _inner(pieces.tree):
        for slips in (_in_tests, _in_sums, _in_calls, _in_values, _in_statements):
            yield from slips(pieces, node, put)
    for function in ast.walk(pieces.tree):
        if isinstance(function, ast.FunctionDef):
            names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
            own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            own |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
            for node in names:
                if isinstance(node.ctx, ast.Load) and node.id in own:
                    for new in sorted(own - {node.id}):
                        yield put("name", node, new)
    yield from _blocks(pieces)


def _in_tests(pieces, node, put):
    text = pieces.text
    match node:
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            for new in ("==", "!=", "<", ">", "<=", ">=", "is", "in"):
                yield put("comparison", node, f"{text(left)} {new} {text(right)}")
            yield put("condition turned", node, f"not {text(node)}")
        case ast.BoolOp(values=values):
            for new in (" and ", " or "):
                yield put("and or", node, new.join(map(text, values)))
            for each in values:
                yield put("part of a condition", node, text(each))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield put("branches", node, f"{text(orelse)} if {text(test)} else {text(body)}")
            yield put("one branch", node, text(body))
        case ast.comprehension(ifs=[test]):
            yield put("filter", test, "True")


def _in_sums(pieces, node, put):
    text = pieces.text
    match node:
        case ast.UnaryOp(operand=operand):
            yield put("not or minus lost", node, text(operand))
        case ast.BinOp(left=left, right=right):
            for new in ("+", "-", "*", "//", "%"):
                yield put("operator", node, f"{text(left)} {new} {text(right)}")
            yield put("operand lost", node, text(left))
        case ast.Subscript(value=ast.Subscript(value=value, slice=inner), slice=outer):
            yield put("row and column", node, f"{text(value)}[{text(outer)}][{text(inner)}]")
            yield put("one index", node, f"{text(value)}[{text(inner)}][{text(inner)}]")


def _in_calls(pieces, node, put):
    if not isinstance(node, ast.Call):
        return
    func, given = pieces.text(node.func), [pieces.text(each) for each in node.args]
    if len(given) > 1 and not any(isinstance(each, ast.Starred) for each in node.args):
        yield put("arguments", node, f"{func}({', '.join(reversed(given))})")
    if len(given) == 1 and not isinstance(node.args[0], ast.GeneratorExp):
        yield put("call lost", node, given[0])
        yield put("off by one", node, f"{func}({given[0]} + 1)")
        yield put("off by one", node, f"{func}({given[0]} - 1)")
    if isinstance(node.func, ast.Attribute) and not given:
        yield put("copy lost", node, pieces.text(node.func.value))
    if func in ("max", "min"):
        yield put("min max", node.func, "min" if func == "max" else "max")
    if func.endswith("get_dim"):
        yield put("three", node, "3")
    if func.endswith("choice"):
        yield put("first", node, f"{given[0]}[0]")


def _in_values(pieces, node, put):
    match node:
        case ast.Constant(value=bool() as value):
            yield put("true false", node, repr(not value))
        case ast.Constant(value=int() | float() as value):
            for new in (value + 1, value - 1, -value, value * 10, 100):
                if new != value:
                    yield put("number", node, repr(new))
        case ast.Constant(value=str() as value) if "inf" in value:
            yield put("start value", node, "'inf'")
        case ast.Attribute(attr="DRAW" | "EMPTY" | "PLAYERX" | "PLAYERO" as attr):
            for new in ("DRAW", "EMPTY", "PLAYERX", "PLAYERO"):
                if new != attr:
                    yield put("constant", node, pieces.text(node)[: -len(attr)] + new)


def _in_statements(pieces, node, put):
    text = pieces.text
    match node:
        case ast.AugAssign(target=target, value=value):
            for new in ("+=", "-=", "="):
                yield put("sign of +=", node, f"{text(target)} {new} {text(value)}")
            yield put("sign of value", node, f"{text(target)} += -({text(value)})")
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield put("= for +=", node, f"{name} = {text(value)} + 1")
            for new in ("0", "-1", "1", "-100", "[]"):
                yield put("start value", value, new)
        case ast.Return(value=ast.expr() as value):
            yield put("return lost", node, text(value))
        case ast.If():
            word = "elif" if pieces.data[pieces.start(node) :].startswith(b"elif") else "if"
            start = pieces.start(node)
            new = "if" if word == "elif" else "while"
            yield f"{word} {new}", start, start + len(word), new, None
        case ast.Break():
            yield put("break", node, "continue")


def _blocks(pieces):
    for parent in ast.walk(pieces.tree):
        for field in ("body", "orelse"):
            block = getattr(parent, field, None)
            if isinstance(block, list) and not isinstance(parent, ast.Module):
                for number, each in enumerate(block):
                    begin = pieces.at(each.lineno)
                    told = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
                    if not told and not pieces.data[begin : pieces.start(each)].strip():
                        yield from _in_block(pieces, parent, block, number)


def _in_block(pieces, parent, block, number):
    """Yield slips with one of the statements of a block."""
    each = block[number]
    begin, end = pieces.at(each.lineno), pieces.at(each.end_lineno + 1)
    indent, rows = " " * each.col_offset, pieces.data[begin:end].decode()
    lines = rows.splitlines(keepends=True)
    if len(block) == 1:
        yield "statement lost", begin, end, f"{indent}pass\n", {each.lineno}
    else:
        yield "statement lost", begin, end, "", {each.lineno - 1, each.lineno}
    loops = (ast.For, ast.While)
    if number + 1 == len(block) > 1 and isinstance(parent, (*loops, ast.If)):
        step = each.col_offset - parent.col_offset
        yield "out of the loop", begin, end, "".join(row[step:] for row in lines), None
    if number and isinstance(block[number - 1], (*loops, ast.If)):
        yield "into the loop", begin, end, "".join("    " + row for row in lines), None
    if number + 1 < len(block):
        after = block[number + 1]
        stop = pieces.at(after.end_lineno + 1)
        both = pieces.data[pieces.at(after.lineno) : stop].decode() + rows
        yield "order of two", begin, stop, both, {*range(each.lineno, after.end_lineno + 1)}
    yield "twice", begin, end, rows + rows, {each.lineno, each.end_lineno + 1}
    if isinstance(parent, loops):
        place = {each.end_lineno, each.end_lineno + 1}
        yield "left too early", begin, end, rows + indent + "break\n", place


def made(seed, count):
    """Return so many slips; whether a check sees them is another matter."""
    draw = random.Random(seed)
    found, sites = [], {}
    while len(found) < count:
        name = draw.choice(sorted(RIGHT))
        pieces = Pieces(RIGHT[name])
        if name not in sites:
            sites[name] = {}
            for site in _sites(pieces):
                sites[name].setdefault(site[0], []).append(site)
        kind = draw.choice(sorted(sites[name]))
        _, start, end, new, lines = draw.choice(sites[name][kind])
        data = pieces.data[:start] + new.encode() + pieces.data[end:]
        if data == pieces.data:
            continue
        first = pieces.line(start)
        lines = lines or range(first, first + new.count("\n") + 1)
        try:
            if ast.dump(ast.parse(data)) == ast.dump(pieces.tree):
                continue
        except SyntaxError:
            continue
        found.append(Slip(name, kind, data.decode(), frozenset(lines)))
    return found
