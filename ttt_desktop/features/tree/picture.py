"""Draws a tree as far as there is room for, and lets positions in it be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine import EMPTY, Square
from ttt_desktop.features.tree.drawing import Placed, Sight, draw_branch, draw_node, scale_of
from ttt_desktop.features.tree.grower import DrawnNode, TreeGrower
from ttt_desktop.features.tree.words import described
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_LEAST, _MOST = 30, 96
"""The side of a small board, in pixels."""
_PER_SQUARE = 7
"""The least side of a small board's square, so that marks can be told apart."""
_WHOLE_TO, _AROUND = 7, 1
"""Of larger boards only the part with marks is drawn, with so many squares around it."""
_GAP = 6
_LINES = 3
"""Of numbers below a board, where there is room: visits, value, bonus."""
_SIDE_BY_SIDE = 6
"""Boards that there is always room for beside each other."""
_DEEPEST = 4
_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
_PLAYOUT_MS, _MOST_STEPS = 160, 9
"""How long a move of a random game stands before the next one, and how many such steps there are at
the most: of a longer game several moves come at once."""


class TreePicture(QWidget):
    """The tree as far down as there is room for. A click, or the arrow keys, choose a position.

    Args:
        animates: returns whether things may move.

    Attributes:
        lines: how many numbers stand below a board: visits, then value, its error where there is
            one, then bonus.
        chosen: the moves that lead to the position that was clicked on; None for none.

    Signals:
        drawn(): other nodes than before may be drawn.
        picked(): another position is chosen, or none.
    """

    drawn = Signal()
    picked = Signal()

    def __init__(
        self, grower: TreeGrower, theme: ThemeManager, animates: Callable[[], bool]
    ) -> None:
        super().__init__()
        self._grower, self._theme, self._animates = grower, theme, animates
        self._placed: list[Placed] = []
        self._game: tuple[Square, ...] = ()
        self._played = 0
        self._simulation: object = None
        self._clock = QTimer(self, interval=_PLAYOUT_MS)
        self._clock.timeout.connect(self._play_on)
        self.lines = _LINES
        self.chosen: tuple[Square, ...] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("The tree"))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        grower.changed.connect(self.refresh)
        theme.changed.connect(self.refresh)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(self.minimumSizeHint().width(), _LEAST * 11)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(round(_SIDE_BY_SIDE * self._column(_LEAST) + SPACE), _LEAST * 6)

    @property
    def nodes(self) -> list[DrawnNode]:
        """What is drawn, the root first."""
        return [placed.node for placed in self._placed]

    @property
    def chosen_node(self) -> DrawnNode | None:
        """The position that was clicked on, as the tree knows it now; None where not drawn."""
        return next((node for node in self.nodes if node.line == self.chosen), None)

    def choose(self, line: tuple[Square, ...] | None) -> None:
        """Choose a position, or none."""
        if line != self.chosen:
            self.chosen = line
            self.update()
            self.picked.emit()

    @Slot()
    def refresh(self) -> None:
        """Draw the tree as it is by now."""
        self._placed = list(self._lay_out())
        if self.chosen is not None and self.chosen_node is None:
            self.choose(None)
        self._begin_game()
        self.update()
        self.drawn.emit()

    # --- the random game ------------------------------------------------------------------

    def _begin_game(self) -> None:
        """Show the random game of a new simulation, move by move."""
        last = self._grower.last
        if last is self._simulation:
            return
        self._simulation = last
        self._game = last.playout if last is not None else ()
        self._played = 0 if self._animates() else len(self._game)
        self._clock.stop()
        if self._played < len(self._game):
            self._clock.start()

    @Slot()
    def _play_on(self) -> None:
        self._played += ceil(len(self._game) / _MOST_STEPS)
        if self._played >= len(self._game) or not self.isVisible():
            self._clock.stop()
        self.update()

    @property
    def _shown_game(self) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        """The board on which the random game is shown, and its moves so far.

        It is the board where it begins, or the last one drawn on the way there.
        """
        walk = self._grower.walk
        lines = [placed.node.line for placed in self._placed if placed.node.walked]
        line = max(lines, key=len, default=())
        return line, (*walk[len(line) :], *self._game[: self._played]) if self._game else ()

    # --- where everything is --------------------------------------------------------------

    @property
    def _line(self) -> float:
        """The height of a line below a board."""
        return QFontMetricsF(self._theme.font(CAPTION)).height()

    def _column(self, side: float) -> float:
        """Return the width that a board of some side and its numbers need."""
        number = QFontMetricsF(self._theme.font(CAPTION)).horizontalAdvance("+0.00")
        return max(side, number) + _GAP

    @property
    def _least(self) -> float:
        """The least side of a small board."""
        return max(_LEAST, _PER_SQUARE * min(_WHOLE_TO, self._grower.board.size))

    def _part(self) -> tuple[int, int, int]:
        """Return the first row and column to draw of every board, and how many of them."""
        board = self._grower.board
        if board.size <= _WHOLE_TO:
            return 0, 0, board.size
        marks = [(row, col) for row, marks in enumerate(board.rows)
                 for col, mark in enumerate(marks) if mark != EMPTY]  # fmt: skip
        squares = [*marks, *(square for placed in self._placed for square in placed.node.line)]
        if not squares:
            return 0, 0, board.size
        ends = [(min(coordinates), max(coordinates)) for coordinates in zip(*squares, strict=True)]
        count = max(high - low for low, high in ends) + 1 + 2 * _AROUND
        count = min(board.size, max(_WHOLE_TO, count))
        first = [max(0, min(board.size - count, (low + high + 1 - count) // 2))
                 for low, high in ends]  # fmt: skip
        return first[0], first[1], count

    def _lay_out(self) -> Iterator[Placed]:
        """Yield every node with its place: each level a row, each board above its branches."""
        columns = max(1, int((self.width() - SPACE) // self._column(self._least)))
        line, height = self._line, self.height() - SPACE
        least = self._least + 2 * SPACE
        below_root = height - (least + line)  # below the topmost board stands one number
        most = _LINES if self._grower.leaves is None else _LINES + 1
        levels = 1 + int(below_root // (least + most * line))
        levels = max(2, min(_DEEPEST, levels))
        self.lines = max(1, min(most, int((below_root / (levels - 1) - least) // line)))
        root = self._grower.tree(columns, levels)
        slot = self.width() / max(1, _leaves(root))
        texts = (1 + (levels - 1) * self.lines) * line
        side = max(_LEAST, min(_MOST, (height - texts) / levels - 2 * SPACE, slot - _GAP))
        gap = (height - texts - levels * side) / levels
        yield from self._place(root, QRectF(0.0, SPACE / 2, slot, side), gap, None)

    def _place(
        self, node: DrawnNode, room: QRectF, gap: float, start: QPointF | None
    ) -> Iterator[Placed]:
        """Yield a node, and what is below it, from the left of some room on, a slot a leaf."""
        slot, side, left = room.width(), room.height(), room.left()
        width = slot * max(1, _leaves(node))
        box = QRectF(left + (width - side) / 2, room.top(), side, side)
        yield Placed(node, box, start)
        lines = 1 if start is None else self.lines
        bottom = box.bottom() + lines * self._line
        end = QPointF(box.center().x(), bottom + 2)  # clear of the numbers
        for child in node.children:
            yield from self._place(child, QRectF(left, bottom + gap, slot, side), gap, end)
            left += slot * max(1, _leaves(child))

    # --- what is painted ------------------------------------------------------------------

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.refresh()

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for placed in self._placed:
            draw_branch(painter, placed, self._theme)
        sight = Sight(
            *self._part(), scale_of(self.nodes), self.lines, self.chosen, self._shown_game
        )
        for placed in self._placed:
            draw_node(painter, placed, sight, self._grower, self._theme)
        if self.hasFocus() and self.chosen is None:
            painter.setPen(QPen(self._theme.theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    # --- clicks and keys ------------------------------------------------------------------

    def _at(self, place: QPointF) -> DrawnNode | None:
        nodes = (placed.node for placed in self._placed if placed.box.contains(place))
        return next(nodes, None)

    @handler
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the position below the mouse; a second click on it chooses none."""
        node = self._at(event.position())
        line = node.line if node is not None else None
        self.choose(None if line == self.chosen else line)

    @handler
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Draw the tree from a position on; from the one above, where that is topmost already."""
        node = self._at(event.position())
        if node is not None:
            self._grower.follow(node.line[:-1] if node.line == self._grower.top else node.line)

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from position to position; Enter draws from there on, Backspace goes up.

        Space folds what is below a position, and Escape chooses none.
        """
        key, grower = event.key(), self._grower
        if key in _ARROWS:
            self.choose(self._beside(key))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.chosen is not None:
            grower.follow(self.chosen)
        elif key == Qt.Key.Key_Backspace:
            grower.follow(grower.top[:-1])
        elif key == Qt.Key.Key_Space and self.chosen is not None:
            grower.fold(self.chosen)
        elif key == Qt.Key.Key_Escape and self.chosen is not None:
            self.choose(None)
        else:
            super().keyPressEvent(event)

    def _beside(self, key: int) -> tuple[Square, ...]:
        """Return the position to which an arrow key goes."""
        lines = [node.line for node in self.nodes]
        here = self.chosen
        if here is None:
            return lines[0]
        if key == Qt.Key.Key_Up:
            return here[:-1] if here[:-1] in lines else here
        if key == Qt.Key.Key_Down:
            return next((line for line in lines if line and line[:-1] == here), here)
        level = [line for line in lines if len(line) == len(here)]
        place = level.index(here) + (1 if key == Qt.Key.Key_Right else -1)
        return level[max(0, min(place, len(level) - 1))]

    @virtual(bool)
    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), described(node) if node is not None else "", self)
            return True
        return super().event(event)


def _leaves(node: DrawnNode) -> int:
    return sum(_leaves(child) for child in node.children) or 1
