"""The signs that a board knows, each on a square of its own, with its name."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import PLAYERX
from ttt_desktop.look.colours import PAPER, STONES
from ttt_desktop.look.grounds import draw_ground
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.measures import CAPTION, S1, S2
from ttt_desktop.look.signs import DRAWINGS, LEGEND, Sign, SignForm, draw_line, draw_sign
from ttt_desktop.look.text import listed, tr
from ttt_desktop.look.theme import Dress

_SQUARE = 40
"""The side of a square, in pixels at the usual text size."""

_COLUMNS = 4

_UNMARKED = (Sign.FOCUS, Sign.HINT, Sign.THREAT)
"""Signs of empty squares."""


class SignLegend(QWidget):
    """Draws what is marked on a board, and says what it means.

    Args:
        dress: the look that it is drawn in.
    """

    def __init__(self, dress: Dress, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dress = dress
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(tr("Marks on the board"))
        self.setAccessibleDescription(listed(tr(sign.value) for sign in LEGEND))

    @Slot()
    def show_look(self) -> None:
        """Draw it in the look that is in force now."""
        self.updateGeometry()
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        width = _COLUMNS * self._cell[0]
        return QSize(width, self.heightForWidth(width))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(*self._cell)

    @virtual(int)
    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return ceil(len(LEGEND) / self._columns(width)) * self._cell[1]

    def _columns(self, width: int) -> int:
        """Return how many signs stand beside each other in so many pixels."""
        return max(1, min(_COLUMNS, width // self._cell[0]))

    @property
    def _cell(self) -> tuple[int, int]:
        """The room for one sign and its name."""
        letters = QFontMetrics(self._dress.font(CAPTION))
        widest = max(letters.horizontalAdvance(tr(sign.value)) for sign in LEGEND)
        side = round(_SQUARE * self._dress.text_scale)
        return max(side, widest) + S2, side + letters.height() + S1 + 2 * S2

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._dress.font(CAPTION))
        height, side = self._cell[1], round(_SQUARE * self._dress.text_scale)
        columns = self._columns(self.width())
        width = self.width() / columns
        for place, sign in enumerate(LEGEND):
            row, column = divmod(place, columns)
            left, top = column * width, row * height + S1
            cell = QRectF(left + (width - side) / 2, top, side, side)
            self._draw(painter, cell, sign)
            painter.setFont(self._dress.font(CAPTION))
            painter.setPen(self._dress.theme.colour("muted"))
            foot = QRectF(left, cell.bottom() + S2, width, height)
            centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(foot, centre, tr(sign.value))
        painter.end()

    def _draw(self, painter: QPainter, cell: QRectF, sign: Sign) -> None:
        theme, is_line = self._dress.theme, DRAWINGS[sign].form is SignForm.STROKE
        draw_ground(painter, cell, 1, theme)
        ink = mark_colour(theme, PLAYERX)
        if is_line and theme.look == PAPER:  # a marker lies under the ink
            self._draw_line(painter, cell)
        if sign not in _UNMARKED:
            draw_mark(painter, cell, PLAYERX, ink, look=theme.look, seed=1)
        if is_line and theme.look != PAPER:
            self._draw_line(painter, cell)
        if not is_line:
            draw_sign(painter, cell, sign, theme, ink if sign is Sign.THREAT else None)

    def _draw_line(self, painter: QPainter, cell: QRectF) -> None:
        """Draw a piece of a line, or the ring around one of its stones."""
        theme = self._dress.theme
        if theme.look == STONES:
            draw_line(painter, (cell, cell), 1, theme)
            return
        away = cell.width() * (0.2 if theme.look == PAPER else 0.45)
        draw_line(painter, (cell.translated(-away, 0), cell.translated(away, 0)), 2, theme)
