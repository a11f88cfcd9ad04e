"""A small picture of a board: of a position, or of a rule, with a line drawn as the rule has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import EMPTY, PLAYERO, PLAYERX, Rules, Square
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.small_board import draw_dressed_board, squares_in
from ttt_desktop.look.squares import SquareLook, SquarePainter
from ttt_desktop.look.theme import ThemeManager

_SIDE = 190
"""The usual side, in pixels."""


class BoardPreview(QWidget):
    """Draws a small board in the look that boards have.

    Args:
        rules: what the game will be played by.
        least: the least side, in pixels.
    """

    def __init__(self, theme: ThemeManager, rules: Rules, least: int) -> None:
        super().__init__()
        self._theme = theme
        self._least = least
        self._squares = SquarePainter(theme)
        self._rules, self._line = rules, list[Square]()
        self._marks: Mapping[Square, int] = {}
        self.show_rules(rules)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def show_rules(self, rules: Rules) -> None:
        """Show a board and what its rule does: X's line, and O's marks beside it but for one."""
        self._rules, self._line = rules, _example(rules)
        beside = {(row + 1, col): PLAYERO for row, col in self._line[:-1]}
        self._marks = beside | dict.fromkeys(self._line, PLAYERX)
        self.update()

    def show_game(self, rules: Rules, moves: Iterable[Square]) -> None:
        """Show the position after some moves, X's first."""
        self._rules, self._line = rules, []
        self._marks = dict(zip(moves, cycle((PLAYERX, PLAYERO)), strict=False))
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(_SIDE, _SIDE)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(self._least, self._least)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        side = min(self.width(), self.height())
        board = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_dressed_board(
            painter, squares_in(board), self._theme.theme, self._squares, self._rules.size,
            self._look, tuple(self._line), self._rules.reverse,
        )  # fmt: skip
        painter.end()

    def _look(self, square: Square) -> SquareLook:
        row, col = square
        return SquareLook(self._marks.get(square, EMPTY), seed=row * self._rules.size + col)


def _example(rules: Rules) -> list[Square]:
    """Return the squares of a line: the diagonal, or the middle of a row on a larger board."""
    size, length = rules.size, rules.line
    start = (size - length) // 2
    if length == size:
        return [(i, i) for i in range(length)]
    return [(size // 2, start + i) for i in range(length)]
