"""SGF of games in a row (Gomoku and Renju, GM[4]): read as a record, and written from one.

Black is X and White is O. A square is the letter of its column and that of its row, both from the
top left. Rules other than five in a row are written into ``RU``, which is free text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from engine._version import __version__
from engine.beginning import legal
from engine.board import EMPTY, PLAYERO, PLAYERX, Board, Position
from engine.coach.review import Verdict
from engine.errors import Problem, shown
from engine.formats.lines import at_line, play_at, usual_rules
from engine.formats.sgf_text import SgfNode, parse_sgf, points, write_sgf
from engine.game import Game, Outcome
from engine.notation import next_player
from engine.record import (
    MOST_MOVES,
    MOST_VARIATIONS,
    Participant,
    Record,
    Variation,
    known_ending,
)
from engine.rules import Rule, Rules, Square, is_gomoku

GAME = "4"
"""The number by which SGF knows Gomoku and Renju."""

_SIZE_WITHOUT = 15
_COLOURS = {"B": PLAYERX, "W": PLAYERO}
_LETTER = {mark: colour for colour, mark in _COLOURS.items()}
_SETUP = {"AB": PLAYERX, "AW": PLAYERO, "AE": EMPTY}
_NAMES = {PLAYERX: "PB", PLAYERO: "PW"}
_SIDES = {
    "B": PLAYERX,
    "BLACK": PLAYERX,
    "1": PLAYERX,
    "W": PLAYERO,
    "WHITE": PLAYERO,
    "2": PLAYERO,
}
_ROW = re.compile(r"(\d{1,2})\s+in a row", re.IGNORECASE)
_RULE_WORDS = {
    Rule.REVERSE: re.compile(r"reverse|mis[eè]re", re.IGNORECASE),
    Rule.EXACT: re.compile(r"\b(exact|standard)\b", re.IGNORECASE),
    Rule.CARO: re.compile(r"\bcaro\b", re.IGNORECASE),
    Rule.RENJU: re.compile(r"\brenju\b", re.IGNORECASE),
}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ANNOTATED: Mapping[Verdict, tuple[str, str]] = {
    Verdict.BLUNDER: ("BM", "2"), Verdict.MISTAKE: ("BM", "1"), Verdict.INACCURACY: ("DO", ""),
}  # fmt: skip


# --- reading ------------------------------------------------------------------------------------


def read_sgf(text: str) -> Record:
    """Return the first game of an SGF file.

    Moves that the main line could have taken instead are its variations, each to its end.

    Raises:
        ValueError: text that is no SGF, another game, or moves that cannot be made; with the line.
    """
    root = parse_sgf(text)
    rules = _rules_of(root)
    main = [root]
    while main[-1].children:
        main.append(main[-1].children[0])
    game, first = _begun(rules, main)
    comments: dict[int, str] = {}
    verdicts: dict[int, Verdict] = {}
    for number, node in enumerate(main):
        move = _move_of(node, rules)
        if number >= first and any(name in node.properties for name in _SETUP):
            raise at_line(node.line, Problem("marks are set up in the middle of the game"))
        if move is not None:
            mark, square, written = move
            if mark != game.to_move:
                raise at_line(node.line, _out_of_turn(mark))
            play_at(game, square, node.line, written)
        ply = len(game.moves)
        if comment := node.text("C"):
            comments[ply] = "\n\n".join(filter(None, (comments.get(ply, ""), comment)))
        if move is not None and (verdict := _verdict_of(node)) is not None:
            verdicts[ply] = verdict
    players = {
        mark: Participant.of_label(root.text(name))
        for mark, name in _NAMES.items()
        if root.text(name)
    }
    variations = tuple(_variations(main, rules, game))
    ended = known_ending(root.text("RE").strip())
    day = _day_of(root)
    return Record(game, players, day, comments, variations, verdicts, ended=ended).fitting()


def _out_of_turn(mark: int) -> Problem:
    if mark == PLAYERX:
        return Problem("Black moves twice in a row; the sides take turns")
    return Problem("White moves twice in a row; the sides take turns")


def _rules_of(root: SgfNode) -> Rules:
    """Return the rules that the first node names; Problem where they are not ours."""
    if (number := root.text("GM")) not in ("", GAME):
        raise at_line(root.line, Problem(
            "this is a game of another kind (GM[{number}]); games in a row have GM[4]",
            number=number,
        ))  # fmt: skip
    sides = root.text("SZ").split(":") if root.text("SZ") else [str(_SIZE_WITHOUT)]
    if len(set(sides)) != 1 or not (sides[0].isdecimal() and len(sides[0]) < 4):
        raise at_line(root.line, Problem(
            "SZ[{size}] is no size of a board here: boards are square, such as SZ[15]",
            size=root.text("SZ"),
        ))  # fmt: skip
    rules_text = root.text("RU")
    in_a_row = _ROW.search(rules_text)
    try:
        usual = usual_rules(int(sides[0]))
        line = int(in_a_row[1]) if in_a_row else usual.line
        rule = next(
            (rule for rule, words in _RULE_WORDS.items() if words.search(rules_text)), Rule.NORMAL
        )
        known = not rule.ends_matter or is_gomoku(usual.size, line)
        return Rules(usual.size, line, rule if known else Rule.NORMAL)
    except ValueError as error:
        raise at_line(root.line, error) from None


def _begun(rules: Rules, main: list[SgfNode]) -> tuple[Game, int]:
    """Return the game as it begins, and the number of the first node with a move."""
    moves = [_move_of(node, rules) for node in main]
    first = next((i for i, move in enumerate(moves) if move is not None), len(main))
    mover = moves[first] if first < len(main) else None
    board, line, side = Board.empty(rules), 0, 0
    for node in main[:first]:
        for name, mark in _SETUP.items():
            for written in points(node.properties.get(name, [])):
                row, col = _square(written, rules, node.line)
                board.set_up(row, col, mark)
                line = node.line
        side = _SIDES.get(node.text("PL").upper(), side)
    player = mover[0] if mover else side or next_player(board)
    if not line and player == PLAYERX:
        return Game(rules), first
    try:
        return Game(rules, legal(board, player)), first
    except ValueError as error:
        raise at_line(line or main[0].line, error) from None


def _move_of(node: SgfNode, rules: Rules) -> tuple[int, Square, str] | None:
    """Return who moves in a node, where, and how that is written; None where nobody does."""
    for colour, mark in _COLOURS.items():
        if (values := node.properties.get(colour)) is not None:
            written = values[0].strip() if values else ""
            return mark, _square(written, rules, node.line), written
    return None


def _square(written: str, rules: Rules, line: int) -> Square:
    """Return the (row, column) of two letters; Problem where they are none."""
    if not written:
        raise at_line(line, Problem("a side passes; in these games every turn is a move"))
    col, row = (
        (ord(letter) - ord("a") for letter in written.lower()) if len(written) == 2 else (-1, -1)
    )
    if not (0 <= row < rules.size and 0 <= col < rules.size):
        last = chr(ord("a") + rules.size - 1)
        raise at_line(line, Problem(
            "{written} is no square: it must be two letters, column and row, from aa to {last}",
            written=shown(written), last=last * 2,
        ))  # fmt: skip
    return row, col


def _verdict_of(node: SgfNode) -> Verdict | None:
    for verdict, (name, value) in _ANNOTATED.items():
        if name in node.properties and (not value or node.text(name) == value):
            return verdict
    return None


def _day_of(root: SgfNode) -> date | None:
    day = _DAY.match(root.text("DT"))
    try:
        return date.fromisoformat(day[0]) if day else None
    except ValueError:
        return None


def _variations(main: list[SgfNode], rules: Rules, game: Game) -> Iterator[Variation]:
    """Yield each way to leave the main line, to its end; of too many, the first ones."""
    left = MOST_MOVES
    ply, count = 0, 0
    mover = game.first
    for node in main:
        if any(colour in node.properties for colour in _COLOURS):
            ply += 1
            mover = game.mover(ply + 1)
        for child in node.children[1:]:
            for nodes in _leaves(child):
                left, count = left - len(nodes), count + 1
                if left < 0 or count > MOST_VARIATIONS:  # nor is more looked at than is kept
                    return
                variation = _variation(ply, nodes, rules, mover)
                if variation is not None:
                    yield variation


def _leaves(node: SgfNode) -> Iterator[list[SgfNode]]:
    """Yield the nodes from one to each end below it."""
    path: list[SgfNode] = []
    waiting = [(node, 0)]
    while waiting:
        node, depth = waiting.pop()
        path[depth:] = [node]
        if not node.children:
            yield [*path]
        waiting += [(child, depth + 1) for child in reversed(node.children)]


def _variation(ply: int, nodes: list[SgfNode], rules: Rules, mover: int) -> Variation | None:
    """Return a variation, up to what is no move in turn; None where it has none."""
    moves: list[Square] = []
    comments: dict[int, str] = {}
    for node in nodes:
        try:
            move = _move_of(node, rules)
        except ValueError:
            break
        if move is not None:
            if move[0] != mover:
                break
            moves.append(move[1])
            mover = PLAYERO if mover == PLAYERX else PLAYERX
        if (comment := node.text("C")) and moves:
            comments[len(moves)] = comment
    name = nodes[0].text("N")
    return Variation(ply, tuple(moves), name, comments) if moves else None


# --- writing ------------------------------------------------------------------------------------


def write_record_as_sgf(record: Record) -> str:
    """Return a game with what is noted beside it as SGF, with moves that were gone back from."""
    noted, game = record.fitting(), record.game
    root = SgfNode(properties=_about(noted))
    main = [root]
    for ply, square in enumerate(record.all_moves, start=1):
        node = _child(main[-1], _LETTER[game.mover(ply)], square)
        verdict = noted.verdicts.get(ply)
        if verdict is not None and verdict in _ANNOTATED:
            name, value = _ANNOTATED[verdict]
            node.properties[name] = [value]
        main.append(node)
    for ply, comment in noted.comments.items():
        main[ply].properties["C"] = [comment]
    for variation in noted.variations:
        _add_variation(main[variation.ply], variation, game)
    return write_sgf(root)


def _about(record: Record) -> dict[str, list[str]]:
    """Return the properties of the first node."""
    game, outcome = record.game, record.outcome
    rules = game.rules
    properties = {
        "FF": "4", "GM": GAME, "CA": "UTF-8", "AP": f"Monte Carlo Tic-Tac-Toe:{__version__}",
        "SZ": str(rules.size), "RU": _rules_text(rules),
        **{_NAMES[mark]: player.label for mark, player in record.players.items()},
        "DT": record.day.isoformat() if record.day else "",
        "RE": {None: record.ended, Outcome.X: "B+", Outcome.O: "W+", Outcome.TIE: "0"}[outcome],
    }  # fmt: skip
    start = {} if game.start is None else _set_up(game.start)
    return {name: [value] for name, value in properties.items() if value} | start


def _rules_text(rules: Rules) -> str:
    """Return the rules in words that ``read_sgf`` knows; empty for the usual ones."""
    if rules == usual_rules(rules.size):
        return ""
    return f"{rules.line} in a row" + (f", {rules.rule.word}" if rules.rule else "")


def _set_up(start: Position) -> dict[str, list[str]]:
    board, side = start.board, range(start.rules.size)
    squares = [(row, col) for row in side for col in side]
    properties = {
        name: [_letters(square) for square in squares if board.square(*square) == mark]
        for name, mark in _SETUP.items() if mark != EMPTY
    }  # fmt: skip
    return {name: values for name, values in properties.items() if values} | {
        "PL": [_LETTER[start.player]]
    }


def _add_variation(node: SgfNode, variation: Variation, game: Game) -> None:
    """Add a variation's moves below a node; moves that are there already are gone along."""
    first = True
    for number, square in enumerate(variation.moves, start=1):
        colour = _LETTER[game.mover(variation.ply + number)]
        known = [
            child for child in node.children if child.properties.get(colour) == [_letters(square)]
        ]
        node = known[0] if known else _child(node, colour, square)
        if first and variation.name and "N" not in node.properties:
            node.properties["N"] = [variation.name]
        if (comment := variation.comments.get(number)) and "C" not in node.properties:
            node.properties["C"] = [comment]
        first = False


def _child(node: SgfNode, colour: str, square: Square) -> SgfNode:
    child = SgfNode(properties={colour: [_letters(square)]})
    node.children.append(child)
    return child


def _letters(square: Square) -> str:
    row, col = square
    return chr(ord("a") + col) + chr(ord("a") + row)
