"""Pictures of a review, as SVG: a move's board with what it missed or allowed, and the curve.

They stand alone, in colours that are given, and inside a page that lays its own over these: every
shape has classes such as ``stroke-ink`` and ``fill-bad``, named after the fields of ``Ink``. All
that colours say is said by shapes and signs, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from html import escape

from engine.board import EMPTY, PLAYERX, STRMAP, Board, switch_player
from engine.coach.reasons import Reason
from engine.coach.review import Review, ReviewedMove
from engine.coach.words import SIGNS
from engine.notation import square_name
from engine.rules import Square
from engine.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of a picture.

    Attributes:
        ink: marks and texts.
        dim: what is less important.
        line: lines between squares, and axes.
        page: what is behind the picture.
        bad: the move that was made.
        good: the better one.
        accent: lines that threaten, or could.
    """

    ink: str
    dim: str
    line: str
    page: str
    bad: str
    good: str
    accent: str


LIGHT = Ink("#1b1f24", "#57606a", "#b4bcc6", "#ffffff", "#b3261e", "#1a6f37", "#0a58b5")
DARK = Ink("#e6e9ed", "#a3abb5", "#4a535e", "#14171b", "#ff8a80", "#6fd08c", "#7db8ff")

INKS = tuple(field.name for field in fields(Ink))

_CELL, _EDGE = 40, 28
"""Sides of a square, and of the margin with its letters and numbers, in the picture's units."""

_ROUND = 2
"""Squares that are shown around those that a small picture is about."""

_LEAST = 5
"""Squares along the side that are shown at least, where the board has so many."""

_MOST_BETTER = 3
"""Better moves that are marked, where there are so few; else one."""


class _Pen:
    """Collects shapes in the colours of one ``Ink``."""

    def __init__(self, ink: Ink) -> None:
        self._ink, self.shapes = ink, list[str]()

    def shape(self, tag: str, stroke: str = "", fill: str = "", /, **attributes: object) -> None:
        """Add a shape; a stroke or a fill that is not named is none."""
        given = "".join(
            f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items()
        )
        self.shapes.append(f"<{tag}{self._paint(stroke, fill)}{given}/>")

    def line(self, start: tuple[float, float], end: tuple[float, float], stroke: str,
             width: float, **attributes: object) -> None:  # fmt: skip
        """Add a line."""
        (x1, y1), (x2, y2) = start, end
        self.shape("line", stroke, x1=f"{x1:g}", y1=f"{y1:g}", x2=f"{x2:g}", y2=f"{y2:g}",
                   stroke_width=width, stroke_linecap="round", **attributes)  # fmt: skip

    def text(self, at: tuple[float, float], text: str, size: float, fill: str,
             anchor: str = "middle", weight: int = 400) -> None:  # fmt: skip
        """Add a text; ``at`` is on its base line."""
        self.shapes.append(
            f'<text{self._paint("", fill)} x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}" '
            f'font-weight="{weight}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def _paint(self, stroke: str, fill: str) -> str:
        classes = " ".join(
            f"{kind}-{name}" for kind, name in (("stroke", stroke), ("fill", fill)) if name
        )
        painted = getattr(self._ink, fill) if fill else "none"
        drawn = f' stroke="{getattr(self._ink, stroke)}"' if stroke else ""
        return f' class="{classes}" fill="{painted}"{drawn}'

    def picture(self, width: float, height: float, label: str) -> str:
        """Return all shapes as one picture."""
        title = escape(label)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" aria-label="{title}" '
            f'font-family="sans-serif"><title>{title}</title>{"".join(self.shapes)}</svg>'
        )


# --- a board --------------------------------------------------------------------------


def board_svg(move: ReviewedMove, all_marks: bool = True, ink: Ink = LIGHT) -> str:
    """Return the board before a move, with the move, better ones, and what is threatened.

    The move has a full frame and its sign; better moves a dashed frame and a tick; the moves that
    follow, or could have followed, are thin and numbered; a threat is a line, and the square that
    completes it has a diamond.

    Args:
        all_marks: show all marks of the board; else what is around the move and the threat.
    """
    return _BoardPicture(move, all_marks, ink).drawn()


def position_svg(board: Board, ink: Ink = LIGHT) -> str:
    """Return a position with its letters and numbers, whole."""
    side = range(board.size)
    return _Position(board, (side, side), 14, ink).drawn()


def better_moves(move: ReviewedMove) -> tuple[Square, ...]:
    """Return the moves that a picture marks as better than one that gave something away."""
    reason = move.reason
    if reason is None:
        return ()
    if reason.side == move.player and reason.move is not None and reason.move != move.square:
        return (reason.move,)
    best = tuple(square for square in move.judged.best if square != move.square)
    few = move.proven_before and len(best) <= _MOST_BETTER
    return best if few else best[:1]


class _Grid:
    """A board, or a part of it, with its letters and numbers: what pictures are drawn on.

    Args:
        shown: the rows and the columns that are shown.
        letters: how large letters and numbers are.
    """

    def __init__(self, board: Board, shown: tuple[range, range], letters: int, ink: Ink) -> None:
        self._board, self._pen, self._letters = board, _Pen(ink), letters
        self._rows, self._cols = shown

    def _picture(self, label: str) -> str:
        width, height = (_EDGE + _CELL * len(side) + 4 for side in (self._cols, self._rows))
        return self._pen.picture(width, height, label)

    def _marks(self) -> None:
        for row in self._rows:
            for col in self._cols:
                if self._board.square(row, col) != EMPTY:
                    self._mark((row, col), self._board.square(row, col), "ink", 3.5)

    def _corner(self, square: Square) -> tuple[float, float]:
        return _EDGE + _CELL * (square[1] - self._cols[0]), _EDGE + _CELL * (
            square[0] - self._rows[0]
        )

    def _middle(self, square: Square) -> tuple[float, float]:
        x, y = self._corner(square)
        return x + _CELL / 2, y + _CELL / 2

    def _grid(self) -> None:
        size = self._board.size
        right, bottom = (_EDGE + _CELL * len(side) for side in (self._cols, self._rows))
        for i, col in enumerate([*self._cols, self._cols[-1] + 1]):
            x = float(_EDGE + _CELL * i)
            thick = 2.5 if col in (0, size) else 1  # a thick line is the board's edge
            self._pen.line((x, _EDGE), (x, bottom), "line", thick)
        for i, row in enumerate([*self._rows, self._rows[-1] + 1]):
            y = float(_EDGE + _CELL * i)
            thick = 2.5 if row in (0, size) else 1
            self._pen.line((_EDGE, y), (right, y), "line", thick)
        for col in self._cols:
            name = square_name((0, col)).rstrip("0123456789")
            x, _ = self._middle((self._rows[0], col))
            self._pen.text((x, 16), name, self._letters, "dim")
        for row in self._rows:
            y = self._middle((row, self._cols[0]))[1] + 6
            self._pen.text((_EDGE - 5, y), str(row + 1), self._letters, "dim", "end")

    def _mark(self, square: Square, mark: int, stroke: str, width: float, number: int = 0) -> None:
        """Draw a mark; one with a number is smaller, and leaves a corner for that."""
        (x, y), reach = self._middle(square), 11
        if number:
            x, y, reach = x + 2, y - 2, 8
            self._pen.text((x - 12, y + 15), str(number), 13, stroke, weight=700)
        if mark == PLAYERX:
            self._pen.line((x - reach, y - reach), (x + reach, y + reach), stroke, width)
            self._pen.line((x - reach, y + reach), (x + reach, y - reach), stroke, width)
        else:
            self._pen.shape("circle", stroke, cx=f"{x:g}", cy=f"{y:g}", r=reach + 0.5,
                            stroke_width=width)  # fmt: skip


class _Position(_Grid):
    """A whole position."""

    def drawn(self) -> str:
        self._grid()
        self._marks()
        return self._picture(f"A board: {_marks_told(self._board)}.")


class _BoardPicture(_Grid):
    """The board of a move, with what it missed or allowed."""

    def __init__(self, move: ReviewedMove, all_marks: bool, ink: Ink) -> None:
        self._move = move
        self._better = better_moves(move)
        reason = move.reason
        self._lines = reason.lines if reason is not None else ()
        self._ends = reason.ends if reason is not None else ()
        self._follow = _followers(move, reason)
        letters = 14 if all_marks else 19  # the small picture is read from as far away
        super().__init__(move.board, self._shown(all_marks), letters, ink)

    def drawn(self) -> str:
        self._grid()
        self._threats()
        self._marks()
        for number, (square, mark) in enumerate(self._follow, 1):
            if square != self._move.square:
                self._mark(square, mark, "dim", 1.5, number)
        for square in self._ends:
            self._diamond(square)
        for square in self._better:
            self._frame(square, "good", stroke_dasharray="5 4")
            self._tick(square)
        self._played()
        return self._picture(board_told(self._move))

    def _shown(self, all_marks: bool) -> tuple[range, range]:
        """Return the rows and columns that are shown."""
        move, board = self._move, self._move.board
        about = [move.square, *self._better, *self._ends, *(square for square, _ in self._follow)]
        about += [square for line in self._lines for square in line]
        around = _ROUND
        if all_marks:
            side = range(board.size)
            about += [(r, c) for r in side for c in side if board.square(r, c) != EMPTY]
            around = 1
        rows, cols = ([square[axis] for square in about] for axis in (0, 1))
        return _stretch(rows, board.size, around), _stretch(cols, board.size, around)

    def _threats(self) -> None:
        for line in self._lines:
            squares = sorted(line)
            self._pen.line(self._middle(squares[0]), self._middle(squares[-1]), "accent", 9,
                           stroke_opacity=0.35)  # fmt: skip

    def _frame(self, square: Square, stroke: str, **attributes: object) -> None:
        x, y = self._corner(square)
        self._pen.shape("rect", stroke, x=f"{x + 3:g}", y=f"{y + 3:g}", width=_CELL - 6,
                        height=_CELL - 6, rx=4, stroke_width=2.5, **attributes)  # fmt: skip

    def _tick(self, square: Square) -> None:
        x, y = self._corner(square)
        points = f"{x + 23:g},{y + 10:g} {x + 27:g},{y + 15:g} {x + 35:g},{y + 5:g}"
        self._pen.shape("polyline", "good", points=points, stroke_width=3,
                        stroke_linecap="round", stroke_linejoin="round")  # fmt: skip

    def _diamond(self, square: Square) -> None:
        x, y = self._middle(square)
        points = f"{x:g},{y - 7:g} {x + 7:g},{y:g} {x:g},{y + 7:g} {x - 7:g},{y:g}"
        self._pen.shape("polygon", "accent", "page", points=points, stroke_width=2.5)

    def _played(self) -> None:
        move = self._move
        self._frame(move.square, "bad")
        self._mark(move.square, move.player, "bad", 4)
        if sign := SIGNS[move.verdict]:
            x, y = self._corner(move.square)
            wide = 9 * len(sign)
            self._pen.shape("rect", "", "bad", x=f"{x + _CELL - wide - 1:g}", y=f"{y - 5:g}",
                            width=wide + 4, height=16, rx=4)  # fmt: skip
            at = x + _CELL + 1 - wide / 2, y + 8
            self._pen.text(at, sign, 14, "page", weight=700)


def _followers(move: ReviewedMove, reason: Reason | None) -> list[tuple[Square, int]]:
    """Return the moves of a reason's line with their marks."""
    if reason is None:
        return []
    if reason.menace is not None:  # what the side would do next, whatever the other one does
        return [(square, reason.side) for square in reason.line]
    other = switch_player(reason.side)
    return [(square, other if i % 2 else reason.side) for i, square in enumerate(reason.line)]


def _stretch(numbers: Sequence[int], size: int, around: int) -> range:
    """Return the rows or columns that show some, with others around them."""
    low, high = max(0, min(numbers) - around), min(size, max(numbers) + around + 1)
    lacking = max(0, min(size, _LEAST) - (high - low))
    low = max(0, min(low - lacking // 2, size - (high - low) - lacking))
    return range(low, max(high, min(size, low + _LEAST)))


def board_told(move: ReviewedMove) -> str:
    """Return in words what the picture of a move shows."""
    sentence = f"The board before move {move.ply}: {_marks_told(move.board)}. "
    sentence += f"{STRMAP[move.player]} played {square_name(move.square)}, {_named(move.verdict)}."
    if better := better_moves(move):
        sentence += f" Better: {' or '.join(map(square_name, better))}."
    if move.reason is not None and move.reason.ends:
        sentence += f" A line is completed on {' or '.join(map(square_name, move.reason.ends))}."
    return sentence


def _marks_told(board: Board) -> str:
    """Return where the marks of a board are, in words."""
    side = range(board.size)
    marks = []
    for mark in (PLAYERX, switch_player(PLAYERX)):
        squares = [(r, c) for r in side for c in side if board.square(r, c) == mark]
        named = ", ".join(map(square_name, squares))
        marks.append(f"{STRMAP[mark]} on {named or 'no square'}")
    return "; ".join(marks)


def _named(verdict: Verdict) -> str:
    if verdict is Verdict.BEST:
        return "the best move"
    return f"{'an' if verdict is Verdict.INACCURACY else 'a'} {verdict.value}" + (
        " move" if verdict is Verdict.GOOD else ""
    )


# --- the curve ------------------------------------------------------------------------


BAND = 0.3
"""How far an estimate may be off, either way: of true ties, nine in ten lie within it."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a position of a game was worth to X.

    Attributes:
        value: from -1 to 1.
        error: how far it may be off, either way; 0 where it is proven.
        proven: whether it is proven.
    """

    value: float
    error: float
    proven: bool


def points_of(review: Review) -> list[Point]:
    """Return what each position was worth to X, from the empty board on.

    There is one more than moves; none where there is no move.
    """
    points = [_point(move.before, move.proven_before, move) for move in review.moves]
    if review.moves:
        last = review.moves[-1]
        points.append(_point(last.after, last.proven_after, last))
    return points


def _point(value: float, proven: bool, move: ReviewedMove) -> Point:
    worth = value if move.player == PLAYERX else 0.0 - value
    return Point(worth, 0.0 if proven else BAND, proven)


_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 24, 52
"""The margins of the curve."""

_MOST_TICKS = 15

_SIGN = 15
"""Height of a slip's sign; less where a side slips at every move."""


def curve_svg(review: Review, width: int = 720, height: int = 240, ink: Ink = LIGHT) -> str:
    """Return the curve of what each position was worth to X, slips marked by their signs.

    Args:
        width, height: of the picture, in pixels.
    """
    pen, points = _Pen(ink), points_of(review)
    steps = max(1, len(points) - 1)
    places = [
        (_LEFT + (width - _LEFT - _RIGHT) * i / steps, _level(point.value, height))
        for i, point in enumerate(points)
    ]
    _axes(pen, places, width, height)
    decisive = review.decisive
    if decisive is not None:
        x = places[decisive[0].ply][0]
        pen.line((x, _TOP), (x, height - _BOTTOM), "bad", 1.5, stroke_dasharray="2 5")
    _band(pen, points, places, height)
    path = " ".join(f"{x:g},{y:g}" for x, y in places)
    if path:
        pen.shape("polyline", "ink", points=path, stroke_width=2, stroke_linejoin="round")
    small = min(3.5, (width - _LEFT - _RIGHT) / steps / 3)
    for point, (x, y) in zip(points, places, strict=True):
        filled = "ink" if point.proven else "page"
        pen.shape("circle", "ink", filled, cx=f"{x:g}", cy=f"{y:g}", r=f"{small:g}",
                  stroke_width=1.5)  # fmt: skip
    size = min(_SIGN, max(_SIGN / 2, 2 * _SIGN * (width - _LEFT - _RIGHT) / steps / 18))
    for move in review.slips:
        _sign(pen, move, places[move.ply], size)
    return pen.picture(width, height, curve_told(review))


def _level(value: float, height: float) -> float:
    """Return how far from the top a value is drawn."""
    return _TOP + (height - _TOP - _BOTTOM) * (1 - value) / 2


def _axes(pen: _Pen, places: Sequence[tuple[float, float]], width: int, height: int) -> None:
    for value, name in ((1, "X wins"), (0, "tie"), (-1, "O wins")):
        y = _level(value, height)
        pen.line((_LEFT, y), (width - _RIGHT, y), "line", 1)
        pen.text((_LEFT - 10, y + 4), name, 13, "dim", "end")
    every = max(1, -(-(len(places) - 1) // _MOST_TICKS))
    for ply in range(0, len(places), every):
        pen.text((places[ply][0], height - _BOTTOM + 38), str(ply), 13, "dim")
    pen.text((_LEFT - 10, height - _BOTTOM + 38), "move", 13, "dim", "end")


def _band(
    pen: _Pen, points: Sequence[Point], places: Sequence[tuple[float, float]], height: int
) -> None:
    """Draw how uncertain estimates are."""
    if all(point.proven for point in points):
        return
    upper, lower = (
        [
            f"{x:g},{_level(max(-1.0, min(1.0, point.value + side * point.error)), height):g}"
            for point, (x, _) in zip(points, places, strict=True)
        ]
        for side in (1, -1)
    )
    pen.shape("polygon", "", "accent", points=" ".join([*upper, *reversed(lower)]),
              fill_opacity=0.25)  # fmt: skip


def _sign(pen: _Pen, move: ReviewedMove, at: tuple[float, float], size: float) -> None:
    """Write a slip's sign beyond the point: the curve comes from the other side."""
    beyond = 5 + 0.85 * size if move.player == PLAYERX else -8
    pen.text((at[0], at[1] + beyond), SIGNS[move.verdict], size, "bad", weight=700)


def curve_told(review: Review) -> str:
    """Return in words what the curve shows."""
    sentence = f"What the position was worth to X, from 1 to -1, over {len(review.moves)} moves."
    slips = [f"{move.ply} ({square_name(move.square)}, {move.verdict.value})"
             for move in review.slips]  # fmt: skip
    return f"{sentence} {'Slips: move ' + ', '.join(slips) + '.' if slips else 'No slips.'}"
