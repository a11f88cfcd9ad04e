"""How one square of the board is painted."""

from __future__ import annotations

from collections.abc import Callable, Set

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine import EMPTY, Square
from ttt_desktop.board.motion import Motion
from ttt_desktop.look.signs import Sign, draw_sign
from ttt_desktop.look.squares import SquareLook, SquarePainter
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.board_model import BoardModel


class BoardSquares:
    """Paints the squares of the game's own board.

    Args:
        motion: what moves.
        ghost: asked which mark a click would make; EMPTY for none.

    Attributes:
        show_scores: whether scores and their colours are shown.
        show_numbers: whether stones say which move they were.
        cursor_visible: whether the keyboard's square is framed.
        hint: the square that is recommended, or None.
        pointed: the square that is pointed at elsewhere, in a chart or table, or None.
        refused: the square that was just refused, or None.
        hovered: the square under the mouse, or None.
    """

    def __init__(
        self,
        model: BoardModel,
        theme: ThemeManager,
        motion: Motion,
        ghost: Callable[[], int],
    ) -> None:
        self._model, self._theme, self._ghost = model, theme, ghost
        self._motion = motion
        self._painter = SquarePainter(theme)
        self.show_scores = self.show_numbers = False
        self.cursor_visible = False
        self.hint: Square | None = None
        self.pointed: Square | None = None
        self.refused: Square | None = None
        self.hovered: Square | None = None

    def draw(self, painter: QPainter, rect: QRectF, square: Square) -> None:
        """Paint a square; antialiasing is on.

        Args:
            painter: paints the board.
            rect: all of the square, where it is at rest.
            square: its row and column.
        """
        look, theme = self._look(square), self._theme.theme
        shift = self._motion.swayed.get(square)
        if shift is not None:
            shift = shift * rect.width()
        self._painter.draw(painter, rect, look, shift)
        if self.hint == square:
            draw_sign(painter, rect, Sign.HINT, theme)
        if self.pointed == square:
            draw_sign(painter, rect, Sign.FOCUS, theme)
        if self.refused == square:
            moved = rect if shift is None else rect.translated(shift / 2)
            draw_sign(painter, moved, Sign.WRONG, theme)

    def with_content(self, squares: Set[Square]) -> Set[Square]:
        """Return those of some squares on which there is more than the empty board."""
        if self.show_scores:
            return squares
        special = {self.hint, self.pointed, self.refused, self.hovered, self._model.last}
        return {
            square
            for square in squares
            if square not in self._model.free
            or square in special
            or self._model.foul(square) is not None
        }

    def draw_cursor(self, painter: QPainter, rect: QRectF) -> None:
        """Frame the square that the keyboard is on."""
        draw_sign(painter, rect, Sign.FOCUS, self._theme.theme)

    def _look(self, square: Square) -> SquareLook:
        model, (row, col) = self._model, square
        hovered = square == self.hovered
        foul = model.foul(square) is not None
        look = SquareLook(
            model.mark(square),
            last=square == model.last,
            hovered=hovered,
            ghost=self._ghost() if hovered and not foul else EMPTY,
            number=model.number(square) if self.show_numbers else 0,
            progress=self._motion.progress.get(square, 1.0),
            seed=row * model.dim + col,
            foul=foul,
        )
        heat = model.heat(square) if self.show_scores else None
        if heat is None and self.hint == square:
            look.ghost = self._ghost()  # what is recommended is to be seen, not only where
        if heat is not None:
            look.heat, look.strength, look.best, look.close = heat[:4]
            look.text = lambda compact: model.score_text(square, compact)
        return look
