"""The boards that are offered to be played on, and what is seen on their pictures."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Rules, Square, parse_square
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr

AGAINST_MACHINES = (Rules(3, 3), Rules(5, 4), Rules(15, 5), Rules.of(3, reverse=True))
"""The boards that have a tile of their own, against a machine of the ladder."""

FOR_TWO = (Rules(3, 3), Rules(4, 4), Rules(5, 4), Rules(15, 5))
"""Those that two people choose from."""

FURTHER = (Rules(4, 4), Rules(9, 5))
"""Those that one click plays beside them, against the level that was last played there."""

_GAMES = {
    Rules(3, 3): "B2 C1 A1 A3",
    Rules(5, 4): "C3 C2 B3 D3 C4",
    Rules(4, 4): "A1 C2 B2 B3 C3 D4",
    Rules(15, 5): "H8 I9 H9 H7 H10 H11 G8 F7 I10 J11 G9 F8",
    Rules.of(3, reverse=True): "A2 A1 C1 B2 C3",
}
_ANY_GAME = "B2 A1 C2 A2"
"""What has been played in the pictures; in the middle of any other board."""

_COUNTS = {
    3: QT_TRANSLATE_NOOP("", "Three in a row"),
    4: QT_TRANSLATE_NOOP("", "Four in a row"),
    5: QT_TRANSLATE_NOOP("", "Five in a row"),
}
_LOSING = {
    3: QT_TRANSLATE_NOOP("", "Three in a row loses"),
    4: QT_TRANSLATE_NOOP("", "Four in a row loses"),
    5: QT_TRANSLATE_NOOP("", "Five in a row loses"),
}


def board_title(rules: Rules) -> str:
    """Return what a board is called on a tile: "5 × 5", "3 × 3, reverse"."""
    title = tr("{size} × {size}", size=rules.size)
    return tr("{board}, reverse", board=title) if rules.reverse else title


def aim_text(rules: Rules) -> str:
    """Return what wins there, or loses."""
    words = _LOSING if rules.reverse else _COUNTS
    if rules.line in words:
        return tr(words[rules.line])
    text = tr("{count} in a row loses") if rules.reverse else tr("{count} in a row")
    return text.format(count=rules.line)


def pictured(rules: Rules) -> Sequence[Square]:
    """Return the moves of a short game to be seen on a board."""
    game = _GAMES.get(rules)
    shift = 0 if game else (rules.size - 2) // 2
    squares = (parse_square(name, rules.size) for name in (game or _ANY_GAME).split())
    return [(row + shift, col + shift) for row, col in squares]
