"""What the chosen look is like: a small board and a sentence, before anything is applied."""

from __future__ import annotations

from itertools import cycle

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import EMPTY, PLAYERO, PLAYERX, Square
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.small_board import draw_dressed_board
from ttt_desktop.look.squares import SquareLook, SquarePainter
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import BODY, SPACE, TITLE, Theme, ThemeManager, dressed

_SIZE, _MOVES = 4, ((1, 1), (2, 1), (1, 2), (1, 0), (2, 2))
"""The board, and the moves on it."""

_MARKS = dict(zip(_MOVES, cycle((PLAYERX, PLAYERO)), strict=False))

_SIDE = 168
"""The board's side, in pixels."""


class _Dress:
    """Colours and fonts that are not in force."""

    def __init__(self, manager: ThemeManager) -> None:
        self._manager = manager
        self.theme: Theme = manager.theme
        self.palette = manager.palette
        self.revision, self.text_scale = 0, manager.text_scale

    def font(self, size: float = BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the interface's font in the chosen size."""
        return self._manager.font(size * self.text_scale / self._manager.text_scale, weight)


class LookPreview(QWidget):
    """Draws a board and a sentence in a look that is chosen, but not applied yet.

    Args:
        theme: what is in force.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._dress = _Dress(theme)
        self._squares = SquarePainter(self._dress)
        self._numbers = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("How this looks"))

    def show_look(self, scheme: str, board: str, numbers: bool, text_scale: int) -> None:
        """Show another look.

        Args:
            scheme: "system", "light" or "dark".
            board: the look of the board.
            numbers: whether stones say which move each one was.
            text_scale: the size of text, in percent of the system's.
        """
        _, self._dress.theme = dressed(scheme, board)
        self._dress.text_scale = text_scale / 100
        self._dress.revision += 1
        self._numbers = numbers
        self.updateGeometry()
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        sentence = self._dress.font(TITLE, QFont.Weight.DemiBold).pointSizeF() * 2.4
        return QSize(_SIDE, round(_SIDE + sentence + 3 * SPACE))

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        theme, room = self._dress.theme, QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("edge"))
        painter.setBrush(theme.colour("window"))
        painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), SPACE, SPACE)
        board = QRectF((room.width() - _SIDE) / 2, room.bottom() - _SIDE - SPACE, _SIDE, _SIDE)
        painter.setPen(theme.colour("text"))
        painter.setFont(self._dress.font(TITLE, QFont.Weight.DemiBold))
        above = QRectF(0, SPACE, room.width(), board.top() - 2 * SPACE)
        painter.drawText(above, Qt.AlignmentFlag.AlignCenter, tr("Your turn."))
        draw_dressed_board(painter, board, theme, self._squares, _SIZE, self._look)
        painter.end()

    def _look(self, square: Square) -> SquareLook:
        number = _MOVES.index(square) + 1 if square in _MARKS and self._numbers else 0
        return SquareLook(
            _MARKS.get(square, EMPTY), last=square == _MOVES[-1], number=number, seed=hash(square)
        )
