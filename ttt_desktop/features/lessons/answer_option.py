"""One of the answers to choose from: once it is answered, it says whether it is right."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, CAPTION, CONTROL, CORNER, S2, S3
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_DISC, _TICK = 20, 12
"""The diameters of the circle and of the sign in it, in pixels at the usual text size."""


class AnswerOutcome(Enum):
    """What is known of an answer."""

    OPEN = "it can be chosen"
    PASSED = "it is wrong, and was not chosen"
    CHOSEN_RIGHT = "it was chosen, and is right"
    CHOSEN_WRONG = "it was chosen, and is wrong"
    CORRECT = "it is right, and was not chosen"

    @property
    def is_right(self) -> bool:
        """Whether it is known to be right."""
        return self in (AnswerOutcome.CHOSEN_RIGHT, AnswerOutcome.CORRECT)

    @property
    def word(self) -> str:
        """What stands at its end; empty where nothing is said."""
        words = {
            AnswerOutcome.CHOSEN_RIGHT: tr("your answer, correct"),
            AnswerOutcome.CHOSEN_WRONG: tr("your answer"),
            AnswerOutcome.CORRECT: tr("correct"),
        }
        return words.get(self, "")


class AnswerOption(QPushButton):
    """A click answers; its text goes on in another line where it must.

    Args:
        theme: the look.
        text: what it says.
        outcome: what is known of it; it can be chosen while nothing is.
    """

    def __init__(self, theme: ThemeManager, text: str, outcome: AnswerOutcome) -> None:
        super().__init__(text.replace("&", "&&"))
        self._theme, self._words, self.outcome = theme, text, outcome
        self.setCheckable(True)
        self.setChecked(outcome in (AnswerOutcome.CHOSEN_RIGHT, AnswerOutcome.CHOSEN_WRONG))
        self.setEnabled(outcome is AnswerOutcome.OPEN)
        self.setAccessibleName(": ".join(filter(None, (text, outcome.word))))
        self.setFont(theme.font(BODY))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def _word_font(self) -> QFont:
        return self._theme.font(CAPTION, QFont.Weight.DemiBold)

    def _room(self, width: int) -> int:
        """Return how wide the text can be."""
        return max(1, width - self._theme.px(_DISC) - 3 * S3)

    def _text_height(self, width: int) -> int:
        box = self.fontMetrics().boundingRect(
            0, 0, self._room(width), 10_000, int(Qt.TextFlag.TextWordWrap), self._words
        )
        return box.height()

    @virtual(int)
    def heightForWidth(self, width: int) -> int:  # noqa: D102
        high = self._text_height(width) + 2 * S2
        if self.outcome.word:
            high += self._theme.px(CONTROL) // 2
        return max(self._theme.px(CONTROL), high)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        wide = self._theme.px(260)
        return QSize(wide, self.heightForWidth(wide))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        widest = max(map(self.fontMetrics().horizontalAdvance, self._words.split()), default=0)
        return QSize(widest + self._theme.px(_DISC) + 3 * S3, self._theme.px(CONTROL))

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter, box = self._theme.theme, QPainter(self), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground, line, ink = self._colours()
        rounded(painter, box, CORNER, ground, line, 1.5 if self.outcome.word else 1.0)
        side, mirrored = self._theme.px(_DISC), self.isRightToLeft()
        left = box.right() - S3 - side if mirrored else S3
        self._draw_sign(painter, QRectF(left, (box.height() - side) / 2, side, side))
        start = S3 if mirrored else 2 * S3 + side
        room = QRectF(start, S2, self._room(self.width()), box.height() - 2 * S2)
        painter.setFont(self.font())
        painter.setPen(QColor(ink))
        at_left = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        upper = Qt.AlignmentFlag.AlignTop if self.outcome.word else Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(at_left | upper), self._words)
        if self.outcome.word:
            painter.setFont(self._word_font)
            painter.setPen(theme.colour("right" if self.outcome.is_right else "wrong"))
            below = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
            painter.drawText(room, int(below), self.outcome.word)
        painter.end()

    def _colours(self) -> tuple[str, str, str]:
        """Return the colours of its ground, its outline and its text."""
        theme = self._theme.theme
        if self.outcome.is_right:
            return theme.right_soft, theme.right, theme.ink
        if self.outcome is AnswerOutcome.CHOSEN_WRONG:
            return theme.wrong_soft, theme.wrong, theme.ink
        if self.outcome is AnswerOutcome.PASSED:
            return theme.surface, theme.line, theme.muted
        lit = self.underMouse() or self.isDown()
        return theme.sunken if lit else theme.surface, theme.edge, theme.ink

    def _draw_sign(self, painter: QPainter, disc: QRectF) -> None:
        """Draw a ring; a tick on green or a cross on red where that is known."""
        theme = self._theme.theme
        if not self.outcome.word:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("edge"), 1.2))
            painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
            return
        is_right, tick = self.outcome.is_right, self._theme.px(_TICK)
        rounded(painter, disc, disc.width() / 2, theme.right if is_right else theme.wrong)
        name = "check" if is_right else "x"
        picture = self._theme.icon(name, tick, theme.surface, self.devicePixelRatioF())
        middle = disc.center()
        painter.drawPixmap(
            QPoint(round(middle.x() - tick / 2), round(middle.y() - tick / 2)), picture
        )


def outcome_of(is_right: bool, is_chosen: bool, is_revealed: bool) -> AnswerOutcome:
    """Return what is known of an answer."""
    if not is_revealed:
        return AnswerOutcome.OPEN
    if is_chosen:
        return AnswerOutcome.CHOSEN_RIGHT if is_right else AnswerOutcome.CHOSEN_WRONG
    return AnswerOutcome.CORRECT if is_right else AnswerOutcome.PASSED
