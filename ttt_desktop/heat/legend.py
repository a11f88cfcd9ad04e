"""The heat map's legend: what its colours mean, in numbers."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ttt_desktop.guard import handler, virtual
from ttt_desktop.look.colormap import shade
from ttt_desktop.look.theme import RADIUS, SMALL, SPACE, ThemeManager
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.play.sheet import score_text
from ttt_desktop.text import tr

_STOPS = 32


class Legend(QWidget):
    """A colour bar from the worst score to the best, with zero in the middle.

    Args:
        model: where the scale's end comes from.
        theme: colours and fonts.
        parent: the Qt owner.
    """

    def __init__(
        self, model: BoardModel, theme: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Legend of the heat map"))
        self._ends = ("", "")
        model.dataChanged.connect(self._refresh)
        theme.changed.connect(self._restyle)
        self._restyle()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(160, 2 * SPACE + 2 * self.fontMetrics().height() + SPACE)

    @Slot()
    def _restyle(self) -> None:
        self.setFont(self._theme.font(SMALL))
        self.updateGeometry()
        self.update()
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        ends = self._scale()
        if ends != self._ends:
            self._ends = low, high = ends
            text = tr("From {low}, worse, over 0 to {high}, better", low=low, high=high)
            self.setAccessibleDescription(text)
            self.update()

    def _scale(self) -> tuple[str, str]:
        """Return what stands at the ends of the bar."""
        sheet = self._model.sheet
        if sheet is None:
            return "–", "+"
        if sheet.valued:
            return tr("lost"), tr("won")
        limit, as_mean = sheet.limit, sheet.as_mean
        return score_text(-limit, as_mean), score_text(limit, as_mean)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        line = self.fontMetrics().height()
        bar = QRectF(SPACE, line + 2, self.width() - 2 * SPACE, SPACE * 1.5)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for stop in range(_STOPS + 1):
            share = stop / _STOPS
            gradient.setColorAt(share, QColor(*shade(2 * share - 1, self._theme.palette)))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gradient)
        painter.drawRoundedRect(bar, RADIUS / 2, RADIUS / 2)
        above = QRectF(bar.left(), 0, bar.width(), line)
        below = QRectF(bar.left(), bar.bottom() + 2, bar.width(), line)
        painter.setPen(self._theme.theme.colour("muted"))
        _write(painter, above, tr("worse"), "", tr("better"))
        painter.setPen(self._theme.theme.colour("text"))
        low, high = self._ends
        _write(painter, below, low, "0", high)
        painter.end()


def _write(painter: QPainter, room: QRectF, left: str, middle: str, right: str) -> None:
    """Write texts into a line; where they would touch, the middle goes, and then the left one."""
    width = painter.fontMetrics().horizontalAdvance
    ends = 2 * (max(width(left), width(right)) + SPACE)
    if middle and width(middle) + ends <= room.width():
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter, middle)
    if width(left) + width(right) + SPACE <= room.width():
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft, left)
    painter.drawText(room, Qt.AlignmentFlag.AlignRight, right)
