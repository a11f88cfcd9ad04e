"""Where a card may lie beside a board: free of marks, and else with room that the board leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QMargins, QPoint, QRect, QSize

from engine import Square
from ttt_desktop.look.measures import SPACE

_STEPS = 12
"""How many steps from one end of the room to the other are tried for a place."""

_WIDTHS = 8
"""How many widths of a card are tried where the board leaves it room."""

_MARGIN = 1 / 6
"""The share of a square on each side that its mark leaves free."""

_KEPT = 0.7
"""The share of its side that a board keeps at least, where a card could cover empty squares."""

_LEAST = 110
"""The least side of a board that leaves room, in pixels: below that, the card covers marks."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a card lies on. All places are in the pixels of the same widget.

    Attributes:
        room: where it may lie.
        frame: what the board lies in.
        board: where the squares are, while the board leaves no room.
        squares: the board's side in squares.
        line: the squares of the line that ended the game.
        marks: the squares that are taken.
    """

    room: QRect
    frame: QRect
    board: QRect
    squares: int
    line: Sequence[Square]
    marks: Sequence[Square]


class Spot(NamedTuple):
    """A place for a card.

    Attributes:
        rect: where it lies.
        shape: the shape that it has there.
        free: what the board's frame leaves free of the board for it.
    """

    rect: QRect
    shape: int
    free: QMargins


Size = Callable[[int, int], QSize]
"""Returns how large a card is in a shape at a width in pixels; a width of 0 is its usual one."""


def find_spot(ground: Surroundings, shapes: Sequence[int], size: Size) -> Spot:
    """Return where a card lies best: off the board, or on empty squares, never on marks.

    Where there is no such place, the board leaves room for it; where it would become too small
    for that, marks are covered.

    Args:
        ground: what it lies on.
        shapes: how the card can stand, the most wanted first.
    """
    room = ground.room.size()
    fitting = [shape for shape in shapes if _fits(size(shape, 0), room)]
    if not fitting:
        return _over(ground, shapes, lambda *given: size(*given).boundedTo(room))[1]
    shapes = fitting
    cost, over = _over(ground, shapes, size)
    on_line, on_marks, on_board, *_ = cost
    if not on_board:
        return over
    beside = _beside(ground, shapes, size)
    if beside is None:
        return over
    left, spot = beside
    least = _LEAST if on_line or on_marks else _KEPT * ground.board.width()
    return spot if left >= least else over


def _fits(extent: QSize, room: QSize) -> bool:
    return extent.width() <= room.width() and extent.height() <= room.height()


def _over(
    ground: Surroundings, shapes: Sequence[int], size: Size
) -> tuple[tuple[int, int, bool, int, int], Spot]:
    """Return the place that covers least, and what it covers: of the line, of marks, the board.

    Some hundred places are tried, so what is covered is read off sums.
    """
    side, board = ground.squares, ground.board
    cell = board.width() / side
    line, marks = _sums(ground.line, side), _sums(ground.marks, side)
    choices = []
    for place, shape in enumerate(shapes):
        extent = size(shape, 0)
        lefts, tops = _places(ground, extent)
        across = [(x, *_between(x - board.x(), extent.width(), cell, side)) for x in lefts]
        for y in tops:
            top, bottom = _between(y - board.y(), extent.height(), cell, side)
            for x, left, right in across:
                on_line, on_marks = (
                    sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left]
                    for sums in (line, marks)
                )
                rect = QRect(QPoint(x, y), extent)
                away = (rect.center() - board.center()).manhattanLength()
                cost = on_line, on_marks, rect.intersects(board), place, away
                choices.append((cost, (x, y), shape, extent))
    cost, corner, shape, extent = min(choices, key=lambda choice: choice[:2])
    return cost, Spot(QRect(QPoint(*corner), extent), shape, QMargins())


def _places(ground: Surroundings, size: QSize) -> tuple[list[int], list[int]]:
    """Return left and upper edges to choose from: beside the board, in its middle, all over."""
    room, board = ground.room, ground.board
    wide, high = room.width() - size.width(), room.height() - size.height()
    steps = range(_STEPS + 1)
    lefts = {board.right() + 2 * SPACE, board.center().x() - size.width() // 2}
    lefts |= {room.left() + wide * step // _STEPS for step in steps}
    tops = {board.bottom() + 2 * SPACE, board.center().y() - size.height() // 2}
    tops |= {room.top() + high * step // _STEPS for step in steps}
    return (
        [x for x in lefts if room.left() <= x <= room.left() + wide],
        [y for y in tops if room.top() <= y <= room.top() + high],
    )


def _beside(ground: Surroundings, shapes: Sequence[int], size: Size) -> tuple[int, Spot] | None:
    """Return how large a board is left where the card lies beside or below it, and that place.

    None where the card has no such place.
    """
    room, frame = ground.room, ground.frame
    choices = []
    for place, shape in enumerate(shapes):
        usual = size(shape, 0).width()
        for step in range(_WIDTHS + 1):
            extent = size(shape, usual + (room.width() - usual) * step // _WIDTHS)
            if not _fits(extent, room.size()):
                continue
            for way, (rect, free) in enumerate(_sides(ground, extent)):
                left = frame.marginsRemoved(free)
                board = min(left.width(), left.height())
                choices.append(((-board, place, step, way), Spot(rect, shape, free)))
    if not choices:
        return None
    cost, spot = min(choices, key=lambda choice: choice[0])
    return -cost[0], spot


def _sides(ground: Surroundings, size: QSize) -> list[tuple[QRect, QMargins]]:
    """Return where a card lies at the room's four edges, and what the board leaves free then."""
    room, frame = ground.room, ground.frame
    down = room.center().y() - size.height() // 2
    across = room.center().x() - size.width() // 2
    right = QRect(QPoint(room.right() - size.width() + 1, down), size)
    left = QRect(QPoint(room.left(), down), size)
    below = QRect(QPoint(across, room.bottom() - size.height() + 1), size)
    above = QRect(QPoint(across, room.top()), size)
    return [
        (right, QMargins(0, 0, max(0, frame.right() - right.left() + 1), 0)),
        (left, QMargins(max(0, left.right() - frame.left() + 1), 0, 0, 0)),
        (below, QMargins(0, 0, 0, max(0, frame.bottom() - below.top() + 1))),
        (above, QMargins(0, max(0, above.bottom() - frame.top() + 1), 0, 0)),
    ]


def _between(start: int, length: int, cell: float, side: int) -> tuple[int, int]:
    """Return the first row or column whose mark, not its margin, is covered, and the one after.

    Args:
        start: the first pixel, from the board's edge.
        length: how many pixels are covered.
        cell: a square's side in pixels.
        side: the board's side in squares.
    """
    first = ceil(start / cell - 1 + _MARGIN)
    after = ceil((start + length - 1) / cell - _MARGIN)
    return max(0, min(side, first)), max(0, min(side, max(first, after)))


def _sums(squares: Iterable[Square], side: int) -> list[list[int]]:
    """Return how many of some squares lie above and left of each corner of the board's grid."""
    counts = [[0] * (side + 1) for _ in range(side + 1)]
    for row, col in squares:
        counts[row + 1][col + 1] += 1
    for row in range(side):
        for col in range(side):
            above = counts[row][col + 1] - counts[row][col]
            counts[row + 1][col + 1] += counts[row + 1][col] + above
    return counts
