"""Draws a tree: positions as small boards, visits as the width of a branch, values as colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine import EMPTY, Board, square_name, switch_player
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.squares import heat_colours
from ttt_desktop.look.text import letter, signed, tr
from ttt_desktop.look.theme import SMALL, SPACE, ThemeManager
from ttt_desktop.tree.grower import Node, TreeGrower

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
_WIDEST_BRANCH = 9.0
_MARKS_FROM = 5.0
"""Squares smaller than this, in pixels, show a mark as a dot."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node, where it is drawn, and where the branch to it begins."""

    node: Node
    box: QRectF
    start: QPointF | None


class TreePicture(QWidget):
    """The tree as far down as there is room for.

    Args:
        grower: the tree.

    Attributes:
        lines: how many numbers stand below a board: visits, then value, then bonus.

    Signals:
        drawn(): other nodes than before may be drawn.
    """

    drawn = Signal()

    def __init__(self, grower: TreeGrower, theme: ThemeManager) -> None:
        super().__init__()
        self._grower = grower
        self._theme = theme
        self._placed: list[_Placed] = []
        self.lines = _LINES
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("The tree"))
        self.setMouseTracking(True)
        grower.changed.connect(self.refresh)
        theme.changed.connect(self.refresh)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(self.minimumSizeHint().width(), _LEAST * 11)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(round(_SIDE_BY_SIDE * self._column(_LEAST) + SPACE), _LEAST * 6)

    @property
    def nodes(self) -> list[Node]:
        """What is drawn, the root first."""
        return [each.node for each in self._placed]

    def refresh(self) -> None:
        """Draw the tree as it is by now."""
        self._placed = list(self._lay_out())
        self.update()
        self.drawn.emit()

    # --- where everything is --------------------------------------------------------------

    @property
    def _line(self) -> float:
        """The height of a line below a board."""
        return QFontMetricsF(self._theme.font(SMALL)).height()

    def _column(self, side: float) -> float:
        """Return the width that a board of some side and its numbers need."""
        number = QFontMetricsF(self._theme.font(SMALL)).horizontalAdvance("+0.00")
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
        squares = [*marks, *(square for each in self._placed for square in each.node.line)]
        if not squares:
            return 0, 0, board.size
        ends = [(min(each), max(each)) for each in zip(*squares, strict=True)]
        count = max(high - low for low, high in ends) + 1 + 2 * _AROUND
        count = min(board.size, max(_WHOLE_TO, count))
        first = [max(0, min(board.size - count, (low + high + 1 - count) // 2))
                 for low, high in ends]  # fmt: skip
        return first[0], first[1], count

    def _lay_out(self) -> Iterator[_Placed]:
        """Yield every node with its place: each level a row, each board above its branches."""
        columns = max(1, int((self.width() - SPACE) // self._column(self._least)))
        line, height = self._line, self.height() - SPACE
        least = self._least + 2 * SPACE
        below_root = height - (least + line)  # below the topmost board stands one number
        levels = 1 + int(below_root // (least + _LINES * line))
        levels = max(2, min(_DEEPEST, levels))
        self.lines = max(1, min(_LINES, int((below_root / (levels - 1) - least) // line)))
        root = self._grower.tree(columns, levels)
        slot = self.width() / max(1, _leaves(root))
        texts = (1 + (levels - 1) * self.lines) * line
        side = max(_LEAST, min(_MOST, (height - texts) / levels - 2 * SPACE, slot - _GAP))
        gap = (height - texts - levels * side) / levels
        yield from self._place(root, QRectF(0.0, SPACE / 2, slot, side), gap, None)

    def _place(
        self, node: Node, room: QRectF, gap: float, start: QPointF | None
    ) -> Iterator[_Placed]:
        """Yield a node, and what is below it, from the left of some room on, a slot a leaf."""
        slot, side, left = room.width(), room.height(), room.left()
        width = slot * max(1, _leaves(node))
        box = QRectF(left + (width - side) / 2, room.top(), side, side)
        yield _Placed(node, box, start)
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
        for each in self._placed:
            if each.start is not None:
                self._draw_branch(painter, each.node, each.start, each.box)
        part = self._part()
        for each in self._placed:
            self._draw_board(painter, each, part)
        painter.end()

    def _draw_branch(self, painter: QPainter, node: Node, start: QPointF, box: QRectF) -> None:
        theme = self._theme.theme
        ink = theme.colour("accent" if node.walked else "text" if node.expected else "edge")
        pen = QPen(ink, 1 + (_WIDEST_BRANCH - 1) * sqrt(min(1.0, node.share)))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if node.move is not None and not node.move.visits:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawLine(start, QPointF(box.center().x(), box.top()))

    def _draw_board(self, painter: QPainter, each: _Placed, part: tuple[int, int, int]) -> None:
        node, box, theme = each.node, each.box, self._theme.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("board"))
        painter.drawRoundedRect(box, 3, 3)
        board = _after(self._grower.board, node, self._grower.player)
        top, left, count = part
        cell = (box.width() - 4) / count
        last = node.line[-1] if node.line else None
        for row in range(top, top + count):
            for col in range(left, left + count):
                mark = board.square(row, col)
                across, down = (col - left) * cell, (row - top) * cell
                rect = QRectF(box.x() + 2 + across, box.y() + 2 + down, cell, cell)
                tile = rect.adjusted(0.5, 0.5, -0.5, -0.5)
                ground, ink = theme.colour("tile"), mark_colour(theme, mark)
                if (row, col) == last and node.move is not None and node.move.value is not None:
                    ground, ink = heat_colours(self._theme, node.move.value)
                painter.fillRect(tile, ground)
                if mark != EMPTY:
                    _draw_mark(painter, rect, mark, ink)
        if node.walked or node.expected:
            ink = theme.colour("accent" if node.walked else "text")
            painter.setPen(QPen(ink, 2.0 if node.expected else 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 3, 3)
        self._write(painter, each)

    def _write(self, painter: QPainter, each: _Placed) -> None:
        """Write a board's numbers below it."""
        node, theme = each.node, self._theme.theme
        font = self._theme.font(SMALL)
        line = QFontMetricsF(font).height()
        painter.setFont(font)
        wide = each.box.adjusted(-60, 0, 60, 0)
        for place, text in enumerate(_numbers(node, self._grower.simulations)[: self.lines]):
            painter.setPen(theme.colour("muted" if place else "text"))
            top = each.box.bottom() + place * line
            box = QRectF(wide.left(), top, wide.width(), line)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, text)

    # --- words ----------------------------------------------------------------------------

    @virtual(bool)
    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = [each.node for each in self._placed if each.box.contains(event.pos())]
            QToolTip.showText(event.globalPos(), told(found[0]) if found else "", self)
            return True
        return super().event(event)


def _numbers(node: Node, simulations: int) -> list[str]:
    """Return what stands below a board: visits, then value and bonus, or what is proven."""
    move = node.move
    if move is None:
        return [f"{simulations:,}"]
    if move.proven is not None:
        proven = {1: tr("won"), 0: tr("tie"), -1: tr("lost")}
        return [f"{move.visits:,}", proven[move.proven]]
    return [f"{move.visits:,}", signed(move.weighed, 2), signed(move.bonus, 2)]


def _draw_mark(painter: QPainter, rect: QRectF, mark: int, ink: QColor) -> None:
    if rect.width() >= _MARKS_FROM:
        draw_mark(painter, rect, mark, ink)
    else:
        painter.fillRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), ink)


def worth(proven: int) -> str:
    """Return what a proof says."""
    return {1: tr("a win"), 0: tr("a tie"), -1: tr("a loss")}[proven]


def told(node: Node) -> str:
    """Return what there is to say of a node."""
    if node.move is None:
        return tr("The position that is searched.")
    move, mark = node.move, letter(node.player)
    sentences = [
        tr("{moves}: {count} simulations.", n=move.visits, one="{moves}: 1 simulation.",
           moves=", ".join(square_name(square) for square in node.line), count=f"{move.visits:,}")
    ]  # fmt: skip
    if move.proven is not None:
        sentences.append(tr("Proven: {worth} for {mark}.", worth=worth(move.proven), mark=mark))
        return " ".join(sentences)
    value = signed(move.weighed, 2)
    if move.visits:
        sentences.append(tr("Value {value} for {mark}.", value=value, mark=mark))
    else:
        sentences.append(
            tr("Not tried yet: it counts {value} for {mark}, a little less than the board above.",
               value=value, mark=mark)
        )  # fmt: skip
    bonus = signed(move.bonus, 2)
    if move.prior is None:
        sentences.append(tr("Bonus {bonus} for few visits.", bonus=bonus))
    else:
        sentences.append(
            tr("Bonus {bonus} for few visits; first sight {prior} %.",
               bonus=bonus, prior=f"{100 * move.prior:.0f}")
        )  # fmt: skip
    return " ".join(sentences)


def _leaves(node: Node) -> int:
    return sum(_leaves(child) for child in node.children) or 1


def _after(board: Board, node: Node, player: int) -> Board:
    """Return a board with the moves that lead to a node."""
    after = board.clone()
    for square in node.line:
        after.move(*square, player)
        player = switch_player(player)
    return after
