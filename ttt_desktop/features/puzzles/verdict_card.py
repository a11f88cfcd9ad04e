"""The card of a puzzle: what is asked; green with a tick if right, red with a cross if wrong."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ttt_desktop.features.puzzles.puzzler import Puzzler
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import LEAD, S1, S3
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.parts import Card, Words
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_SIGN, _INNER = 32, 20
"""The diameters of the sign, and of what is on it, in pixels at the usual text size."""


class _Sign(QWidget):
    """A tick on green or a cross on red."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme, self._is_right = theme, True

    def show_right(self, is_right: bool) -> None:
        self._is_right = is_right
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:
        side = self._theme.px(_SIGN)
        return QSize(side, side)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter, side = self._theme.theme, QPainter(self), self._theme.px(_SIGN)
        disc = QRectF((self.width() - side) / 2, 0, side, side)
        rounded(painter, disc, side / 2, theme.right if self._is_right else theme.wrong)
        inner = self._theme.px(_INNER)
        name = "check" if self._is_right else "x"
        picture = self._theme.icon(name, inner, theme.surface, self.devicePixelRatioF())
        corner = disc.center() - QRectF(0, 0, inner, inner).center()
        painter.drawPixmap(QPoint(round(corner.x()), round(corner.y())), picture)
        painter.end()


class VerdictCard(Card):
    """Says what is asked, or what the newest answer was worth."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__(theme)
        self._announcer = Announcer(self)
        self._sign = _Sign(theme)
        self._title = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self._text = Words(theme, "", wrap=True)
        column = QVBoxLayout()
        column.setSpacing(S1)
        column.addWidget(self._title)
        column.addWidget(self._text)
        row = QHBoxLayout()
        row.setSpacing(S3)
        row.addWidget(self._sign)
        row.addLayout(column, 1)
        self.box.addLayout(row)

    @property
    def title(self) -> str:
        """What kind of puzzle it is."""
        return self._title.text()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def tell(self, puzzler: Puzzler) -> None:
        """Say how a puzzle stands."""
        is_wrong, is_right = puzzler.wrong is not None, puzzler.is_right
        self.refill("right_soft" if is_right else "wrong_soft" if is_wrong else "surface")
        self._title.recolour("right" if is_right else "wrong" if is_wrong else "ink")
        self._sign.setVisible(is_right or is_wrong)
        self._sign.show_right(is_right)
        self._title.setText(_title(puzzler))
        text = puzzler.text
        if text != self._text.text():
            self._text.setText(text)
            self._text.setAccessibleName(text)
            self._announcer.say(text)


def _title(puzzler: Puzzler) -> str:
    """Return what stands above the card's text."""
    if puzzler.wrong is not None:
        return tr("Not this square")
    if puzzler.is_right:
        return tr("Right at the first try!") if puzzler.first_try else tr("Right!")
    return puzzler.title
