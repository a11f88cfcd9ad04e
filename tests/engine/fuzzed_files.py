"""Files of games by the thousand, from a grammar: as programs write them, nested, large, damaged.

A number says which file it is. What a file means is known where it was not damaged; what it says of
moves is read a second time here, in another way, from any file.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from engine import PLAYERO, PLAYERX, STRMAP, Game, Rules
from engine.coach.review import Verdict
from engine.formats.files import MOVES, OWN, PSQ, SGF, GameFormat
from engine.formats.lines import usual_rules
from engine.notation import format_board, square_name
from engine.record import HUMAN, Participant, Record, Variation
from engine.rules import Line, Rule
from tests.campaign.mutating import JSON, TEXT, damaged

MEGABYTE = 1 << 20

_LEAGUES = {
    Rule.NORMAL: ("", "Freestyle", "无禁手", "五子棋", "5 in a row"),
    Rule.EXACT: ("Standard", "exact"),
    Rule.CARO: ("Caro", "caro rules"),
    Rule.RENJU: ("RIF", "連珠", "Renju", "有禁手", "Taraguchi-10"),
}

_WORDS = {
    "utf-8": "Ann Müller Čapek Сергей 李世石 김철수 ゼン ناصر דוד 🙂 e\u0301",
    "gb18030": "李世石 祁观 弈心 黑棋天元", "cp932": "ゼンの評価 弓道好転の一手 閉 表示 ソ",
    "cp950": "林小明 功夫 許蓋 黑棋", "cp949": "김철수 이세돌 흑 백", "cp1251": "Сергей Петров",
    "cp1252": "Müller Ångström", "cp1250": "Dvořák Łukasz", "euc_jp": "田中一郎 黒",
    "koi8_r": "Сергей Петров",
}  # fmt: skip
_NAMED = {
    "utf-8": ("UTF-8", "utf8"), "gb18030": ("GB2312", "gbk", "GB18030"), "cp932": ("Shift_JIS",),
    "cp950": ("Big5", "BIG5"), "cp949": ("EUC-KR",), "cp1251": ("windows-1251",),
    "cp1252": ("ISO-8859-1", "windows-1252"), "cp1250": ("windows-1250",), "euc_jp": ("EUC-JP",),
    "koi8_r": ("KOI8-R",),
}  # fmt: skip
_BLANKS = ("", "", "", "", "\n", " ", "\r\n", "\t", "\n\n", " \n")
_UNKNOWN = (
    "KM[0]", "5A[hh][gg]", "ST[2]", "TM[300]", "漢[x]", "LB[hh:1][gg:a]", "TB[]", "BL[12.5]",
    "X1Y[a\\]b]", "MN[1]", "VW[]", "é[]", "CR[hh]", "KO[]", "UC[1]",
)  # fmt: skip


@dataclass(frozen=True)
class Fuzzed:
    """A file.

    Attributes:
        kind: by its name's ending; None where that says nothing.
        content: its bytes.
        moves: the moves that it means, where it was not damaged; else None.
    """

    kind: GameFormat | None
    content: bytes
    moves: Line | None


def fuzzed(number: int) -> Fuzzed:
    """Return the file of a number."""
    chance = random.Random(number)
    make, kind, ways = chance.choices(
        ((_sgf, SGF, TEXT), (_psq, PSQ, TEXT), (_list, MOVES, TEXT), (_board, MOVES, TEXT),
         (_own, OWN, JSON)), (50, 12, 14, 12, 12)
    )[0]  # fmt: skip
    content, moves = make(chance)
    way = chance.random()
    if way < 0.45:
        content, moves = damaged(content, ways, chance), None
    elif way < 0.46:
        content, moves = _grown(content, chance), None
    named = kind if chance.random() < 0.8 else None
    return Fuzzed(named, content[:MEGABYTE], moves)


def _grown(content: bytes, chance: random.Random) -> bytes:
    """Repeat a part of a file until it is as large as files may be."""
    first, last = sorted(chance.randrange(len(content) + 1) for _ in range(2))
    part = content[first:last] or b"(;"
    return (
        content[:first] + part * (chance.choice((10_000, MEGABYTE)) // len(part)) + content[last:]
    )


def _played(chance: random.Random, rules: Rules, most: int) -> Game:
    """Return a game of random moves, near the middle, that may be over."""
    game = Game(rules)
    squares = [(row, col) for row in range(rules.size) for col in range(rules.size)]
    chance.shuffle(squares)
    for square in squares[:most]:
        if game.result is not None:
            break
        game.play(square)
    return game


def _length(chance: random.Random) -> int:
    """Return how many moves a game may have; long ones are dear to play, and rare."""
    return chance.choices(
        (0, 1, 2, 5, 9, 20, 40, 100, 625), (10, 10, 20, 20, 20, 20, 10, 3, 1)
    )[0]  # fmt: skip


def _text(chance: random.Random, encoding: str, most: int = 12) -> str:
    plain = ("so", "a]b", "c\\d", "e[f", "(;B[hh])", "g:h", "two\nlines")
    words = (*_WORDS[encoding].split(), *plain)
    return " ".join(chance.choices(words, k=chance.randint(1, most)))


# --- SGF ----------------------------------------------------------------------------------------


def _letters(square: tuple[int, int], chance: random.Random) -> str:
    row, col = square
    text = chr(ord("a") + col) + chr(ord("a") + row)
    return text.upper() if chance.random() < 0.05 else text


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


def _sgf(chance: random.Random) -> tuple[bytes, Line]:
    """Return a game as some program may write it, and its moves."""
    size = chance.choice((15, 15, 15, 15, 19, 20, 13, 9, 3, 5, 1, 25))
    usual = usual_rules(size)
    rule = chance.choice(list(_LEAGUES)) if size > 5 else Rule.NORMAL
    game = _played(chance, Rules(usual.size, usual.line, rule), _length(chance))
    encoding = chance.choice(list(_WORDS))
    if any(not word.isascii() for word in _LEAGUES[rule]):
        encoding = chance.choice(("utf-8", "gb18030"))
    head = [f"SZ[{size}]"]
    head += [] if chance.random() < 0.3 else ["GM[4]"]
    head += [] if chance.random() < 0.3 else [f"CA[{chance.choice(_NAMED[encoding])}]"]
    words = [word for word in _LEAGUES[rule] if _fits(word, encoding)]
    head += [f"RU[{chance.choice(words)}]"] if rule is not Rule.NORMAL else []
    for name in ("PB", "PW", "C", "GN", "EV", "PC", "AP"):
        if chance.random() < 0.4:
            head.append(f"{name}[{_escaped(_text(chance, encoding))}]")
    if chance.random() < 0.3:
        head.append(f"DT[{chance.choice(('2026-03-01', '2019-05-17,18', '1. 3. 26', ''))}]")
    if chance.random() < 0.3:
        head.append(f"RE[{chance.choice(('B+', 'W+R', '0', 'Draw', 'B+Time', '?', ''))}]")
    chance.shuffle(head)
    nodes = _nodes(chance, game, encoding)
    root = ";" + _spread(chance, [*head, *_unknown(chance, encoding)])
    first = "" if chance.random() < 0.9 else "A file of games\n"
    text = f"{first}({root}{''.join(nodes)}" + ")" * (1 + sum(node[0] == "(" for node in nodes))
    text += chance.choice(("", "\n", "\n(;GM[4];B[aa])"))
    return _encoded(chance, text, encoding), game.moves


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _encoded(chance: random.Random, text: str, encoding: str) -> bytes:
    if "CA[" not in text and chance.random() < 0.1:
        return text.encode("utf-16")
    if encoding == "utf-8" and chance.random() < 0.2:
        return text.encode("utf-8-sig")
    return text.encode(encoding)


def _spread(chance: random.Random, properties: list[str]) -> str:
    return "".join(chance.choice(_BLANKS) + text for text in properties)


def _unknown(chance: random.Random, encoding: str) -> list[str]:
    known = [text for text in _UNKNOWN if _fits(text, encoding)]
    return [chance.choice(known)] if chance.random() < 0.2 else []


def _nodes(chance: random.Random, game: Game, encoding: str) -> list[str]:
    """Return the nodes of a game, some of them behind a bracket and before variations."""
    ways = chance.choice((1, 1, 1, 2, 3))  # so many moves a node may have
    nodes: list[str] = []
    moves = [(game.mover(ply), square) for ply, square in enumerate(game.moves, 1)]
    while moves:
        count = chance.randint(1, ways)
        in_node, moves = moves[:count], moves[count:]
        written = [
            f"{chance.choice(('B', 'Black')) if mark == PLAYERX else 'W'}"
            f"[{_letters(square, chance)}]"
            for mark, square in in_node
        ]
        node = (
            chance.choice(_BLANKS) + ";" + _spread(chance, [*written, *_unknown(chance, encoding)])
        )
        if chance.random() < 0.15:
            node += f"C[{_escaped(_text(chance, encoding, 40))}]"
        nodes.append(node)
    if chance.random() < 0.1 and game.moves:
        nodes.append(chance.choice((";W[]", ";B[];W[]", ";C[the end]")))
    deep = chance.choice((0, 0, 1, 3)) if len(nodes) > 1 else 0
    for place in sorted(chance.sample(range(len(nodes)), min(deep, len(nodes))), reverse=True):
        nodes[place] = "(" + nodes[place].lstrip()
        nodes[-1] += ")" + "".join(_branch(chance) for _ in range(chance.randint(1, 3)))
        nodes[-1] = nodes[-1].removesuffix(")")
    return nodes


def _branch(chance: random.Random) -> str:
    depth = chance.choice((1, 1, 2, 5, 300))
    half = "".join(f"(;{chance.choice('BW')}[{chance.choice('abch')}{chance.choice('abch')}]"
                   for _ in range(depth))  # fmt: skip
    return half + ")" * depth


def _main_values(text: str) -> list[str] | None:
    """Return what stands in B and W along the first line of play; None where it is no SGF.

    Another reader than the program's: letter by letter, with what is open on a stack.
    """
    begins = re.search(r"\(\s*;", text)
    if begins is None:
        return None
    place, values = begins.start(), list[str]()
    # (Of the node above what comes next: whether it is in the main line, and has a child.)
    node, opened = [True, False], list[list[bool]]()
    name, fresh = "", True
    while place < len(text):
        letter = text[place]
        place += 1
        if letter == "(":
            opened.append(node)
        elif letter == ")":
            node = opened.pop()
            if not opened:
                return values
        elif letter == ";":
            on_main, node[1] = node[0] and not node[1], True
            node = [on_main, False]
            name, fresh = "", True
        elif letter == "[":
            end = place
            while end < len(text) and text[end] != "]":
                end += 2 if text[end] == "\\" else 1
            value, place, fresh = text[place:end], end + 1, True
            if node[0] and "".join(c for c in name if not c.islower()) in ("B", "W"):
                values.append(re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL).strip().lower())
        elif letter.isspace():
            fresh = True
        else:
            name, fresh = ("" if fresh else name) + letter, False
    return None


def written_in_sgf(text: str, size: int) -> list[str] | None:
    """Return the squares that an SGF's main line names, without passes."""
    values = _main_values(text)
    passes = {"", *(["tt"] if size <= 19 else []), *(["pp"] if size <= 15 else [])}
    return None if values is None else [value for value in values if value not in passes]


# --- other kinds --------------------------------------------------------------------------------


def _psq(chance: random.Random) -> tuple[bytes, Line]:
    size = chance.choice((15, 20, 20, 19, 5))
    rule = chance.choice(list(_LEAGUES)) if size > 5 else Rule.NORMAL
    game = _played(chance, Rules(size, 5, rule), _length(chance))
    league = f"1,{chance.choice(_LEAGUES[rule][:2] if rule is Rule.NORMAL else _LEAGUES[rule][:1])}"
    league = "" if league == "1," else league
    encoding = chance.choice(list(_WORDS))
    names = [_text(chance, encoding, 3).replace("\n", " ") for _ in range(2)]
    blank = chance.choice(("", "", " "))
    lines = [
        f"Piskvorky {size}x{size}, 11:11, {chance.choice('01')}",
        *(f"{col + 1},{blank}{row + 1},{chance.randint(0, 9999)}" for row, col in game.moves),
        *names, "-1", *([league] if league else []),
    ]  # fmt: skip
    if chance.random() < 0.1 and game.moves:
        lines.insert(chance.randint(1, len(game.moves)), "")
    text = chance.choice(("\n", "\r\n")).join(lines) + "\n"
    return text.encode(encoding), game.moves


def _list(chance: random.Random) -> tuple[bytes, Line]:
    size = chance.choice((3, 5, 15, 15, 19, 25))
    rules = usual_rules(size)
    if size > 5:
        rules = Rules(size, 5, chance.choice(list(_LEAGUES)))
    game = _played(chance, rules, max(1, _length(chance)))
    names = [square_name(square) for square in game.moves]
    numbered = chance.choice((lambda i: "", lambda i: f"{i}.", lambda i: f"{i}) "))
    names = [f"{numbered(i)}{name}" for i, name in enumerate(names, 1)]
    names = [name.lower() for name in names] if chance.random() < 0.3 else names
    body = chance.choice((" ", "\n", ", ", "; ")).join(names)
    head = f"{size}{chance.choice('x×X')}{size}/{rules.line} {rules.rule.word}".strip()
    head = head.removesuffix(" normal") if rules.rule is Rule.NORMAL else head
    note = chance.choice(("", "# a note of A1 and B2\n"))
    text = f"{note}{head.strip()}\n{body}\n"
    return text.encode(chance.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16"))), game.moves


def _board(chance: random.Random) -> tuple[bytes, Line | None]:
    """Return a position in one of the ways that people and Python write it, and moves from it."""
    size = chance.choice((1, 3, 3, 4, 15, 25))
    rules = usual_rules(size)
    game = _played(chance, rules, _length(chance))
    moves = game.moves[chance.randint(0, len(game.moves)) :] if chance.random() < 0.4 else ()
    began = Game.of(rules, game.moves[: len(game.moves) - len(moves)])
    rows = format_board(began.board).split("/")
    numbers = [[" .XO".index(mark) for mark in row] for row in rows]
    ways: list[Callable[[], str]] = [
        lambda: "/".join(rows), lambda: "\n".join(rows), lambda: str(numbers),
        lambda: "\n---------\n".join(" | ".join(row).replace(".", " ") for row in rows),
        lambda: str([list(row) for row in rows]),
        lambda: "array([" + ",\n".join(map(str, numbers)) + "])",
        lambda: str(numbers).replace(",", "").replace("] [", "]\n ["),
        lambda: "  " + " ".join("ABCDEFGHIJKLMNOPQRSTUVWXY"[:size]) + "\n"
        + "\n".join(f"{i} {' '.join(row)}" for i, row in enumerate(rows, 1)),
    ]  # fmt: skip
    way = chance.randrange(len(ways))
    is_ruled = way == 3
    side = f"{STRMAP[began.to_move]} to move"
    mark = chance.choice(("", "", "", f"\n{side}" if is_ruled else f" {side}"))
    head = chance.choice(("", "", f"{size}x{size}\n"))
    below = "".join(f"\n{square_name(square)}" for square in moves)
    # (Of a single empty square between no lines, nothing is left.)
    known = began.result is None and not (is_ruled and size == 1)
    return f"{head}{ways[way]()}{mark}{below}\n".encode(), moves if known else None


def _own(chance: random.Random) -> tuple[bytes, Line]:
    size = chance.choice((3, 3, 5, 8, 15, 19))
    game = _played(chance, Rules.of(size, reverse=chance.random() < 0.2), _length(chance))
    moves = game.moves
    for _ in range(chance.randint(0, min(3, len(moves)))):
        game.undo()
    comments = {
        chance.randint(0, len(moves)): _text(chance, "utf-8", 30)
        for _ in range(chance.choice((0, 2)))
    }
    record = Record(
        game, {PLAYERX: Participant(_text(chance, "utf-8"), HUMAN),
               PLAYERO: Participant("", "level:easy", "Easy")},
        None, comments, (Variation(0, ((0, 0),), "Or so", {1: "here"}),),
        {1: Verdict.MISTAKE} if moves else {},
    )  # fmt: skip
    return record.to_json().encode(), moves


def _written_in_psq(lines: list[str]) -> list[str]:
    """Return the moves of Piskvork's lines: without a time, they stand above the names only."""
    squares, above = [], True
    for line in lines:
        match = re.fullmatch(r"\s*(\d+)\s*,\s*(\d+)\s*(,\s*-?\d+\s*)?", line)
        if match and (match[3] or above):
            squares.append(square_name((int(match[2]) - 1, int(match[1]) - 1)))
        elif line.strip():
            above = False
    return squares


def written_in(text: str, kind: GameFormat, size: int) -> list[str] | None:
    """Return the names of all squares that a text plays, in their order; None where unknown."""
    if kind is SGF:
        letters = written_in_sgf(text, size)
        if letters is None or not all(map(re.compile("[a-y]{2}").fullmatch, letters)):
            return letters
        return [square_name((ord(row) - 97, ord(col) - 97)) for col, row in letters]
    if kind is PSQ:
        return _written_in_psq(text.splitlines()[1:])
    if kind is OWN:
        data = json.loads(text, parse_int=lambda digits: int(digits[:20]))
        return [square_name(tuple(square)) for square in data["moves"] + data["undone"]]
    lines = [line for line in text.splitlines() if not line.strip().startswith("#")]
    words = re.sub(r"(?m)^\s*\d+\s*[x×X]\s*\d+[^\n]*|\d{1,4}[.)]", " ", "\n".join(lines))
    return [
        f"{letter.upper()}{int(row)}" for letter, row in re.findall(r"([A-Za-z])(\d{1,2})", words)
    ]
