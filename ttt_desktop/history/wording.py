"""What the history says of a game: the board, the players, the result, in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, Qt

from engine import Rules
from engine.specs import PlayerSpec, kinds
from engine.tournament.statistics import Interval
from ttt_desktop.history.record import Record
from ttt_desktop.history.store import Board
from ttt_desktop.text import rule_text, tr


def when_text(record: Record) -> str:
    """Return when a game ended, in local time, as short as this system writes it."""
    moment = QDateTime.fromString(record.ended, Qt.DateFormat.ISODate).toLocalTime()
    if QLocale().language() == QLocale.Language.C:  # its short form has no separators
        return moment.toString("yyyy-MM-dd HH:mm")
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def board_text(board: Board) -> str:
    """Return a board and its rule, such as "15×15, 5 in a row"."""
    return rule_text(Rules(*board))


def players_text(record: Record) -> str:
    """Return who played whom, X first."""
    sides = ((record.x_name, record.x_player), (record.o_name, record.o_player))
    first, second = (_with_level(name, text) for name, text in sides)
    return tr("{first} – {second}", first=first, second=second)


def result_text(record: Record) -> str:
    """Return how a game ended, for you where you played."""
    if record.outcome == "tie":
        return tr("Tied")
    if not record.you:
        return tr("{mark} won", mark=record.outcome)
    return tr("Won") if record.outcome == record.you else tr("Lost")


def duration_text(seconds: float) -> str:
    """Return how long a game took, as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def opponent_text(opponent: str) -> str:
    """Return which machine you played against: its kind and level."""
    word, _, level = opponent.partition("/")
    for kind in kinds():
        if kind.word == word and level in kind.levels:
            return tr("{player}, {level}", player=tr(kind.title), level=tr(level))
    return _with_level("", opponent) or opponent


def share_text(share: Interval) -> str:
    """Return a share with its interval, in percent."""
    low, high = f"{100 * share.low:.0f}", f"{100 * share.high:.0f}"
    return tr("{value} % ({low} to {high})", value=f"{100 * share.value:.0f}", low=low, high=high)


def _with_level(name: str, text: str) -> str:
    """Return a player's name and, for a machine, its kind and level."""
    if not text:
        return name
    try:
        spec = PlayerSpec.parse(text)
    except ValueError:  # a kind that this program no longer has
        return name or text
    parts = [tr(spec.kind.title)]
    if spec.level:
        parts.append(tr(spec.level))
    elif spec.kind.has("trials"):
        trials = int(spec.number("trials"))
        parts.append(tr("{count} trials", n=trials, one="1 trial", count=f"{trials:,}"))
    return ", ".join(parts)
