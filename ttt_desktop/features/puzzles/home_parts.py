"""What the home of puzzles is made of: a large board, a difficulty, and mistakes in rows."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from PySide6.QtCore import QLocale, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine import Rules, parse_square
from engine.specs import PlayerSpec
from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.features.puzzles.collections import HARDEST
from ttt_desktop.features.puzzles.practice import DueMistake
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, S1, S2, S3, S4
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.parts import Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.settings.levels import level_text

_LARGEST, _LEAST = 380, 120
"""The largest and the least side of the board of today's puzzle, in pixels."""

_SMALL = 76
"""The side of the board of a mistake, in pixels."""

_FADED = 0.4
"""How much there is of an example of what will be there."""

_WEEK = 7


class PuzzleBoard(BoardPreview):
    """A board as high as it is wide, up to some size."""

    def __init__(self, theme: ThemeManager, rules: Rules) -> None:
        super().__init__(theme, rules, _LEAST)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @virtual(int)
    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return min(width, _LARGEST)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(_LARGEST, _LARGEST)


class DifficultyBar(QWidget):
    """Shows how hard a puzzle is: so many of five bars are filled."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme, self._level = theme, 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(S4)

    def show_level(self, level: int) -> None:
        """Show a difficulty, from 1 to ``HARDEST``."""
        self._level = level
        name = tr("Difficulty: {level} of {most}", level=level, most=HARDEST)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.update()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter = self._theme.theme, QPainter(self)
        wide = min(22.0, self.width() / HARDEST - S1)
        for place in range(HARDEST):
            x = place * (wide + S1)
            if self.isRightToLeft():
                x = self.width() - x - wide
            box = QRectF(x, (self.height() - S2) / 2, wide, S2)
            is_filled = place < self._level
            rounded(painter, box, S1, theme.accent if is_filled else theme.board)
        painter.end()


class MistakeRow(QWidget):
    """A mistake of yours: its board, what it was, and whom you played against.

    Args:
        board: the position.
        what: what happened.
        where: in which game.
    """

    def __init__(self, theme: ThemeManager, board: BoardPreview, what: str, where: str) -> None:
        super().__init__()
        board.setFixedSize(_SMALL, _SMALL)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, S1, 0, S1)
        row.setSpacing(S3)
        row.addWidget(board)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(Words(theme, what, wrap=True))
        column.addWidget(Words(theme, where, CAPTION, colour="muted", wrap=True))
        column.addStretch(1)
        row.addLayout(column, 1)

    @classmethod
    def of(cls, theme: ThemeManager, due: DueMistake, today: date) -> MistakeRow:
        """Return the row of a mistake that is due."""
        exercise = due.mistake.exercise
        board = BoardPreview(theme, exercise.rules, _SMALL)
        board.show_game(exercise.rules, exercise.moves)
        what = {1: tr("You missed a win"), 0: tr("You gave a tie away")}
        lost = tr("Your move lost the game")
        when = when_text(due.ended, today)
        against = _opponent_text(due.opponent, exercise.rules)
        where = tr("against {opponent}, {when}", opponent=against, when=when) if against else when
        value = exercise.value
        return cls(theme, board, lost if value is None else what[value], where)

    @classmethod
    def example(cls, theme: ThemeManager) -> MistakeRow:
        """Return a faint example of a row, for somebody who has none yet."""
        rules = Rules(3, 3)
        board = BoardPreview(theme, rules, _SMALL)
        board.show_game(rules, [parse_square(name, 3) for name in ("A1", "C1", "B2", "C2")])
        row = cls(theme, board, tr("You missed a win"), tr("An example"))
        effect = QGraphicsOpacityEffect(row)
        effect.setOpacity(_FADED)
        row.setGraphicsEffect(effect)
        return row


def when_text(ended: str, today: date) -> str:
    """Return when a game ended, as people say it: "today 05:02", "Thursday", "25 Nov".

    Args:
        ended: UTC, as ISO 8601 has it.
    """
    moment = datetime.fromisoformat(ended).astimezone()
    day, locale, short = moment.date(), QLocale(), QLocale.FormatType.ShortFormat
    if day == today:
        return tr("today {time}", time=moment.strftime("%H:%M"))
    if day == today - timedelta(days=1):
        return tr("yesterday")
    if today - timedelta(days=_WEEK) < day < today:
        return locale.dayName(day.isoweekday())
    month = locale.monthName(day.month, short)
    return tr("{day} {month}", day=day.day, month=month)


def _opponent_text(opponent: str, rules: Rules) -> str:
    """Return whom you played against: a level with its number, or a machine's or person's name."""
    try:
        spec = PlayerSpec.parse(opponent.replace("/", ":", 1))
    except ValueError:  # a person, or a file
        return opponent
    return level_text(spec.kind, spec.level, rules) if spec.level else tr(spec.kind.title)
