"""The curve of a game: what it was worth after each move, and which moves were mistakes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import PLAYERO, PLAYERX
from engine.coach.pictures import BAND
from engine.coach.review import Review, ReviewedMove
from engine.verdict import Verdict
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.marks import mark_colour
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.coach_words import heading

_MARGIN = 14.0


class ValueCurve(QWidget):
    """Draws what a game was worth for X: at the top won, at the bottom lost.

    Signals:
        chosen(int): the position after so many moves is to be shown.
    """

    chosen = Signal(int)

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._review: Review | None = None
        self._ply = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Curve of the game"))
        self.setToolTip(tr("What the game was worth for X after each move; a click goes there."))
        theme.changed.connect(self.update)
        self.hide()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(160, 6 * self.fontMetrics().lineSpacing())

    @Slot(object, int)
    def show_review(self, review: Review | None, ply: int) -> None:
        """Show a game's curve, and the position after so many moves in it."""
        self._review, self._ply = review, ply
        self.setVisible(review is not None and bool(review.moves))
        if review is not None and 0 < ply <= len(review.moves):
            self.setAccessibleDescription(heading(review.moves[ply - 1], signed=False))
        self.update()

    # --- choosing ---------------------------------------------------------------------

    @handler
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if self._review is not None and event.button() == Qt.MouseButton.LeftButton:
            plies = len(self._review.moves)
            share = (event.position().x() - _MARGIN) / max(1.0, self.width() - 2 * _MARGIN)
            self.chosen.emit(max(0, min(plies, round(share * plies))))

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if self._review is not None and event.key() in steps:
            ply = self._ply + steps[Qt.Key(event.key())]
            self.chosen.emit(max(0, min(len(self._review.moves), ply)))
        else:
            super().keyPressEvent(event)

    # --- painting ---------------------------------------------------------------------

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        if self._review is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme.theme
        self._draw_ground(painter)
        values = _values(self._review)
        points = [self._point(ply, value) for ply, (value, _) in enumerate(values)]
        self._draw_band(painter, values)
        painter.setPen(QPen(theme.colour("ink"), 2.0))
        painter.drawPolyline(QPolygonF(points))
        for move, point in zip(self._review.moves, points[1:], strict=True):
            if move.verdict.is_slip:
                self._draw_slip(painter, point, move)
        here = self._point(self._ply, 0).x()
        painter.setPen(QPen(theme.colour("accent"), 2.0))
        painter.drawLine(QPointF(here, 2), QPointF(here, self.height() - 2))
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _draw_ground(self, painter: QPainter) -> None:
        """Draw the lines of a win, a tie and a loss, and say which is which."""
        theme = self._theme.theme
        painter.fillRect(self.rect(), theme.colour("surface"))
        for value, mark, text in ((1, PLAYERX, "X"), (0, 0, "="), (-1, PLAYERO, "O")):
            y = self._point(0, value).y()
            painter.setPen(QPen(theme.colour("edge"), 1.0, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(_MARGIN, y), QPointF(self.width() - 2, y))
            painter.setPen(mark_colour(theme, mark) if mark else theme.colour("muted"))
            box = QRectF(0, y - 10, _MARGIN, 20)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_band(self, painter: QPainter, values: list[tuple[float, bool]]) -> None:
        """Draw how far estimates may be off; none where all is proven."""
        if all(proven for _, proven in values):
            return
        upper = [min(1.0, value + BAND * (not proven)) for value, proven in values]
        lower = [max(-1.0, value - BAND * (not proven)) for value, proven in values]
        ring = [self._point(ply, value) for ply, value in enumerate(upper)]
        ring += [self._point(ply, value) for ply, value in reversed([*enumerate(lower)])]
        ground = QColor(self._theme.theme.colour("accent"))
        ground.setAlphaF(0.25)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawPolygon(QPolygonF(ring))

    def _draw_slip(self, painter: QPainter, point: QPointF, move: ReviewedMove) -> None:
        """Mark a mistake: a disc, and a square for a blunder, in the colour of who made it."""
        painter.setPen(QPen(self._theme.theme.colour("surface"), 1.0))
        painter.setBrush(mark_colour(self._theme.theme, move.player))
        if move.verdict is Verdict.BLUNDER:
            painter.drawRect(QRectF(point.x() - 4, point.y() - 4, 8, 8))
        else:
            painter.drawEllipse(point, 4.0, 4.0)

    def _point(self, ply: int, value: float) -> QPointF:
        plies = max(1, len(self._review.moves) if self._review is not None else 1)
        x = _MARGIN + (self.width() - 2 * _MARGIN) * ply / plies
        height = self.height() - 2 * _MARGIN
        return QPointF(x, _MARGIN + height * (1 - value) / 2)


def _values(review: Review) -> list[tuple[float, bool]]:
    """Return what each position was worth for X, from the first on, and whether that is proven."""
    values: list[tuple[float, bool]] = []
    for move in review.moves:
        sign = 1 if move.player == PLAYERX else -1
        if not values:
            values.append((sign * move.before, move.proven_before))
        values.append((sign * move.after, move.proven_after))
    return values
