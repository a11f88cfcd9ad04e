"""SGF of games in a row (Gomoku and Renju, GM[4]): read as a record, and written from one.

Black is X and White is O. A square is the letter of its column and that of its row, both from the
top left. Rules other than five in a row are written into ``RU``, which is free text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from engine._version import __version__
from engine.beginning import legal
from engine.board import EMPTY, PLAYERO, PLAYERX, Board, Position, switch_player
from engine.errors import Problem, printable, shown
from engine.formats.lines import at_line, encodable, play_at, rule_called, usual_rules
from engine.formats.sgf_text import SgfNode, parse_sgf, square_of, squares, write_sgf
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
from engine.verdict import Verdict

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
_RULE_IN_NAME = re.compile(r"(\S{1,30})\s+rules?\b", re.IGNORECASE)
"""What servers write behind the players in ``GN``, the game's name: "Ann-Ben : RIF rule"."""
_ROW = re.compile(r"(\d{1,2})\s+in a row", re.IGNORECASE)
_PASSES = {"tt": 19, "pp": 15}
"""How passes are written beside ``[]``, and the largest boards on which that is no square."""

_MEANT = {"1": "Go", "11": "Hex"}
"""Games by whose number some programs write games in a row."""

_SHOWN = 30

_LONG_WITHOUT_FIVE = 150
"""More moves than a game of five in a row takes that nobody wins."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ANNOTATED: Mapping[Verdict, tuple[str, str]] = {
    Verdict.BLUNDER: ("BM", "2"), Verdict.MISTAKE: ("BM", "1"), Verdict.INACCURACY: ("DO", ""),
}  # fmt: skip


# --- reading ------------------------------------------------------------------------------------


def read_sgf(text: str) -> Record:
    """Return the first game of an SGF file.

    Moves that the main line could have taken instead are its variations, each to its end. What was
    left out, or read by a guess, is in the record's notes.

    Raises:
        ValueError: text that is no SGF, another game, or moves that cannot be made; with the line.
    """
    root = parse_sgf(text)
    named = _RULE_IN_NAME.search(root.text("GN"))
    if named is not None and rule_called(named[1]) and not root.text("RU"):
        with suppress(ValueError):  # or its name speaks of another rule
            return _read(root, named[1])
    if root.text("GM") not in _MEANT:
        return _read(root)
    try:
        return _read(root)
    except ValueError:  # it is what it calls itself
        raise at_line(root.line, _another_kind(root.text("GM"))) from None


def _read(root: SgfNode, rule: str = "") -> Record:
    """Return the game of a file.

    Args:
        rule: what its name calls its rule, where nothing else does.
    """
    notes: list[Problem] = []
    rules = _rules_of(root, notes, rule or root.text("RU"))
    if rule:
        notes.append(Problem("its rule was taken from the game's name: {rule}", rule=shown(rule)))
    main = [root]
    while main[-1].children:
        main.append(main[-1].children[0])
    main_moves = _in_turn(main, rules, notes)
    game, first = _begun(rules, main, main_moves)
    comments: dict[int, list[str]] = {}
    verdicts: dict[int, Verdict] = {}
    for number, (node, moves) in enumerate(zip(main, main_moves, strict=True)):
        if number > first and any(name in node.properties for name in _SETUP):
            raise at_line(node.line, Problem("marks are set up in the middle of the game"))
        for move in moves:
            if move.mark != game.to_move:
                raise at_line(node.line, _out_of_turn(move.mark))
            play_at(game, move.square, node.line, move.written)
        ply = len(game.moves)
        if comment := node.text("C"):
            comments.setdefault(ply, []).append(comment)
        if moves and (verdict := _verdict_of(node)) is not None:
            verdicts[ply] = verdict
    _refuse_go(root, game)
    players = {
        mark: Participant.of_label(root.text(name))
        for mark, name in _NAMES.items()
        if root.text(name)
    }
    counts = [len(moves) for moves in main_moves]
    variations = tuple(_variations(main, counts, rules, game, notes))
    record = Record(
        game, players, _day_of(root),
        {ply: "\n\n".join(texts) for ply, texts in comments.items()},
        variations, verdicts, ended=known_ending(root.text("RE").strip()), notes=tuple(notes),
    ).fitting()  # fmt: skip
    if len(record.variations) == len(variations):
        return record
    left_out = Problem("variations with moves that cannot be made were left out")
    return replace(record, notes=(*record.notes, left_out))


@dataclass(frozen=True, slots=True)
class _Move:
    """Who moves where, and how the file writes that."""

    mark: int
    square: Square
    written: str


def _out_of_turn(mark: int) -> Problem:
    if mark == PLAYERX:
        return Problem("Black moves twice in a row; the sides take turns")
    return Problem("White moves twice in a row; the sides take turns")


def _another_kind(number: str) -> Problem:
    return Problem(
        "this is a game of another kind (GM[{number}]); games in a row have GM[4]",
        number=_brief(number),
    )


def _brief(value: str) -> str:
    """Return the beginning of a property's value, for a sentence."""
    return printable(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")


def _rules_of(root: SgfNode, notes: list[Problem], words: str) -> Rules:
    """Return the rules that the first node names; Problem where they are not ours.

    Args:
        words: how the file calls its rule.
    """
    number = root.text("GM")
    if number not in ("", GAME, *_MEANT):
        raise at_line(root.line, _another_kind(number))
    if number in _MEANT:
        notes.append(Problem(
            "the file calls this a game of {game}; it was read as five in a row",
            game=_MEANT[number],
        ))  # fmt: skip
    sides = root.text("SZ").split(":") if root.text("SZ") else [str(_SIZE_WITHOUT)]
    sides = [side.strip() for side in sides]
    if len(set(sides)) != 1 or not (sides[0].isdecimal() and len(sides[0]) < 4):
        raise at_line(root.line, Problem(
            "SZ[{size}] is no size of a board here: boards are square, such as SZ[15]",
            size=_brief(root.text("SZ")),
        ))  # fmt: skip
    in_a_row = _ROW.search(words)
    try:
        usual = usual_rules(int(sides[0]))
        line = int(in_a_row[1]) if in_a_row else usual.line
        rule = rule_called(words)
        known = not rule.ends_matter or is_gomoku(usual.size, line)
        return Rules(usual.size, line, rule if known else Rule.NORMAL)
    except ValueError as error:
        raise at_line(root.line, error) from None


def _refuse_go(root: SgfNode, game: Game) -> None:
    """Refuse a game that only says that it is Go: in one, lines of five end nothing."""
    count = len(game.moves)
    in_a_row = game.result is not None or 0 < count <= _LONG_WITHOUT_FIVE
    if root.text("GM") in _MEANT and not in_a_row:
        raise at_line(root.line, _another_kind(root.text("GM")))


def _in_turn(main: list[SgfNode], rules: Rules, notes: list[Problem]) -> list[list[_Move]]:
    """Return the moves of each node, as written; passes at the end are left out, with a note.

    Where one side has a list of moves, the sides are taken to move in turn from there on: the file
    names moves, and not who makes them.
    """
    last = max((i for i, node in enumerate(main) if _has_move(node, rules)), default=-1)
    in_turn: list[list[_Move]] = []
    mover = 0
    for number, node in enumerate(main):
        try:
            moves = _moves_of(node, rules, passes=number <= last)
        except ValueError as error:
            raise at_line(node.line, error) from None
        if not mover and any(one.mark == other.mark for one, other in pairwise(moves)):
            earlier = [move for others in in_turn for move in others]
            mover = switch_player(earlier[-1].mark) if earlier else moves[0].mark
            notes.append(at_line(node.line, Problem(
                "several moves stand under one side; they were played in turn"
            )))  # fmt: skip
        if mover:
            turned = []
            for move in moves:
                turned.append(_Move(mover, move.square, move.written))
                mover = switch_player(mover)
            moves = turned
        in_turn.append(moves)
    if any(
        _is_pass(value, rules) for node in main[last + 1 :] for name, value in node.written
        if name in _COLOURS
    ):  # fmt: skip
        notes.append(Problem("passes at the end of the game were left out"))
    return in_turn


def _moves_of(node: SgfNode, rules: Rules, passes: bool = False) -> list[_Move]:
    """Return the moves of a node in the order of the file.

    Args:
        passes: whether a pass is a Problem, as moves come after it; else it is left out.
    """
    moves: list[_Move] = []
    for name, value in node.written:
        if name not in _COLOURS:
            continue
        if _is_pass(value, rules):
            if passes:
                raise Problem("a side passes; in these games every turn is a move")
            continue
        if len(moves) == rules.size**2:
            raise Problem("there are more moves than squares")
        moves.append(_Move(_COLOURS[name], square_of(value, rules.size), value.strip()))
    return moves


def _has_move(node: SgfNode, rules: Rules) -> bool:
    """Whether somebody moves in a node, and does not only pass."""
    return any(name in _COLOURS and not _is_pass(value, rules) for name, value in node.written)


def _is_pass(written: str, rules: Rules) -> bool:
    """Whether a move is written as none: empty, or as a square beyond the board."""
    letters = written.strip().lower()
    return not letters or any(
        letters == beyond and rules.size <= size for beyond, size in _PASSES.items()
    )


def _begun(rules: Rules, main: list[SgfNode], moves: list[list[_Move]]) -> tuple[Game, int]:
    """Return the game as it begins, and the number of the first node with a move."""
    first = next((i for i, in_node in enumerate(moves) if in_node), len(main))
    board, line, side = Board.empty(rules), 0, 0
    for node in main[: first + 1]:
        for name, mark in _SETUP.items():
            if not (values := node.properties.get(name)):
                continue
            try:
                for row, col in squares(values, rules.size):
                    board.set_up(row, col, mark)
            except ValueError as error:
                raise at_line(node.line, error) from None
            line = node.line
        side = _SIDES.get(node.text("PL").upper(), side)
    player = moves[first][0].mark if first < len(main) else side or next_player(board)
    if not line and player == PLAYERX:
        return Game(rules), first
    try:
        return Game(rules, legal(board, player)), first
    except ValueError as error:
        raise at_line(line or main[0].line, error) from None


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


def _variations(
    main: list[SgfNode], counts: list[int], rules: Rules, game: Game, notes: list[Problem]
) -> Iterator[Variation]:
    """Yield each way to leave the main line, to its end; of too many, the first ones.

    Args:
        counts: how many moves each node of the main line has.
        notes: takes a sentence on each thing that is left out.
    """
    cut: list[Problem] = []
    left = MOST_MOVES
    ply, count = 0, 0
    mover = game.first
    for node, moves_made in zip(main, counts, strict=True):
        ply += moves_made
        mover = game.mover(ply + 1)
        for child in node.children[1:]:
            for nodes in _leaves(child):
                left, count = left - len(nodes), count + 1
                if left < 0 or count > MOST_VARIATIONS:  # nor is more looked at than is kept
                    notes.append(Problem(
                        "the file has more variations than are kept; the first ones were read"
                    ))  # fmt: skip
                    return
                variation = _variation(ply, nodes, rules, mover, cut)
                if variation is not None:
                    yield variation
    if cut:
        notes.append(Problem("{problem}: a variation was read up to there", problem=cut[0]))


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


def _variation(
    ply: int, nodes: list[SgfNode], rules: Rules, mover: int, cut: list[Problem]
) -> Variation | None:
    """Return a variation, up to what is no move in turn; None where it has none.

    Args:
        cut: takes what is no move.
    """
    moves: list[Square] = []
    comments: dict[int, str] = {}
    for node in nodes:
        try:
            in_node = _moves_of(node, rules, passes=True)
        except ValueError as error:
            cut.append(at_line(node.line, error))
            break
        for move in in_node:
            if move.mark != mover:
                cut.append(at_line(node.line, _out_of_turn(move.mark)))
                break
            moves.append(move.square)
            mover = switch_player(mover)
        else:
            if (comment := node.text("C")) and moves:
                comments[len(moves)] = comment
            continue
        break
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
    if main[-1].children:  # the first one would go on with the game itself
        main[-1].children.insert(0, SgfNode())
    return encodable(write_sgf(root))


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
