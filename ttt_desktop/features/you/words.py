"""What is said of past games: when they were, who played, how they ended."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt

from engine import PLAYERO, PLAYERX, Rules
from engine.game import Outcome
from engine.specs import PlayerSpec
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.look.text import tr
from ttt_desktop.session.seats import Seat
from ttt_desktop.settings.levels import LADDER, level_text

if TYPE_CHECKING:
    from engine.tournament.statistics import Interval

_WEEK = 7
"""Within so many days a day is called by its name."""


def when_text(ended: str) -> str:
    """Return when a game ended, in local time, as people say it.

    Such as "today 05:02", "yesterday 17:20", "Thursday 09:14" within a week, else the date.

    Args:
        ended: UTC, as ISO 8601 has it.
    """
    return _moment_text(ended, has_time=True)


def day_text(ended: str) -> str:
    """Return the same, with the time of day for today alone."""
    return _moment_text(ended, has_time=False)


def _moment_text(ended: str, *, has_time: bool) -> str:
    moment = QDateTime.fromString(ended, Qt.DateFormat.ISODate).toLocalTime()
    days = moment.date().daysTo(QDateTime.currentDateTime().date())
    time = _time_text(moment)
    if days == 0:
        return tr("today {time}", time=time)
    if not 0 < days < _WEEK:
        if has_time:
            return _date_text(moment, "yyyy-MM-dd HH:mm")
        return _date_text(moment.date(), "yyyy-MM-dd")
    name = QLocale().standaloneDayName(moment.date().dayOfWeek())
    day = tr("yesterday") if days == 1 else name
    return tr("{day} {time}", day=day, time=time) if has_time else day


def _time_text(moment: QDateTime) -> str:
    if QLocale().language() == QLocale.Language.C:  # its short form has seconds
        return moment.toString("HH:mm")
    return QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)


def _date_text(moment: QDateTime | QDate, plain: str) -> str:
    if QLocale().language() == QLocale.Language.C:  # its short form has no separators
        return moment.toString(plain)
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def players_text(game: PastGame) -> str:
    """Return who played whom, X first."""
    first = _with_level(game.x_name, game.x_player, game.rules, (PLAYERX,))
    second = _with_level(game.o_name, game.o_player, game.rules, (PLAYERO,))
    return tr("{first} – {second}", first=first, second=second)


def result_text(game: PastGame) -> str:
    """Return who won a game; by the mark, where you did not play."""
    if game.outcome is Outcome.TIE:
        return tr("Tied")
    if not game.you:
        return tr("{mark} won", mark=game.outcome.value)
    return tr("{player} won", player=game.x_name if game.outcome is Outcome.X else game.o_name)


def duration_text(seconds: float) -> str:
    """Return how long a game took, as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def opponent_text(opponent: str, rules: Rules) -> str:
    """Return which machine you played against: its kind and level, as it is called on a board."""
    # A level is kept as "level/Hard", and a person or a file may have any name.
    return _with_level(opponent, opponent.replace("/", ":", 1), rules, (PLAYERX, PLAYERO))


def opponents_level(opponent: str, board: Rules) -> str:
    """Return what a level of the ladder is called on a board, by what the history calls it."""
    level = opponent.partition("/")[2]
    return level_text(LADDER, level, board) if level in LADDER.levels else level


def against_text(game: PastGame) -> str:
    """Return whom you played against, as shortly as it can be said; both, where you did not."""
    if not game.you:
        return players_text(game)
    marks = (PLAYERO,) if game.you == "X" else (PLAYERX,)
    kind, _, level = game.opponent.partition("/")
    is_machine = Seat.MACHINE in (game.x_seat, game.o_seat)
    if is_machine and kind == LADDER.word and level in LADDER.levels:
        return level_text(LADDER, level, game.rules, marks)
    if is_machine and (game.x_player or game.o_player):
        return opponent_text(game.opponent, game.rules)
    return game.opponent or (game.o_name if game.you == "X" else game.x_name)


def level_on(rank: int, board: Rules) -> str:
    """Return what the level of a rank, from 0 on, is called on a board."""
    return level_text(LADDER, [*LADDER.levels][rank], board)


def ending_text(game: PastGame) -> str:
    """Return how a game ended for you; as ``result_text`` does where you did not play."""
    if not game.you:
        return result_text(game)
    return {1.0: tr("You won!"), 0.5: tr("Tie"), 0.0: tr("Lost")}[game.score or 0.0]


def share_text(share: Interval) -> str:
    """Return a share with its interval, in percent."""
    low, high = f"{100 * share.low:.0f}", f"{100 * share.high:.0f}"
    return tr("{value} % ({low} to {high})", value=f"{100 * share.value:.0f}", low=low, high=high)


def _with_level(name: str, text: str, rules: Rules, marks: Collection[int]) -> str:
    """Return a machine's kind and level; its name where the text has no level.

    Args:
        text: it as a text (see ``engine.specs``).
        marks: the sides that it played.
    """
    if not text:
        return name
    try:
        spec = PlayerSpec.parse(text)
    except ValueError:  # a kind that this program no longer has
        return name or text
    parts = [tr(spec.kind.title)]
    if spec.level:
        parts.append(level_text(spec.kind, spec.level, rules, marks))
    elif spec.kind.has("trials"):
        trials = int(spec.number("trials"))
        parts.append(tr("{count} trials", n=trials, one="1 trial", count=f"{trials:,}"))
    return ", ".join(parts)
