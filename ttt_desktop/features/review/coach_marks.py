"""What the coach draws on the board: the move that was played, what it allowed, what was better."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPen

from engine import Line, Result, Square, switch_player
from engine.coach.reasons import Reason
from engine.coach.review import ReviewedMove
from engine.coach.words import sign_of
from ttt_desktop.board.board_view import BoardView
from ttt_desktop.board.ghosts import Place, draw_ghost, draw_steps
from ttt_desktop.look.marks import mark_colour
from ttt_desktop.look.signs import Sign, draw_sign
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.coach_words import may_be_told

_MOST_BETTER = 4
"""Better moves that are marked."""


class CoachMarks(QObject):
    """Draws over the board what the coach's sentence is about. Signs say what colours say."""

    def __init__(self, coach: Coach, view: BoardView, theme: ThemeManager) -> None:
        super().__init__(view)
        self._coach, self._view, self._theme = coach, view, theme
        self._drawn = False
        view.overlays.append(self._draw)
        coach.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        """Have the board painted where there are marks to draw, or marks to go."""
        draws = self._coach.active and self._coach.subject is not None
        if draws or self._drawn:
            self._view.viewport().update()

    def _draw(self, painter: QPainter, place: Place) -> None:
        coach, move = self._coach, self._coach.subject
        self._drawn = coach.active and move is not None
        if not coach.active or move is None:
            return
        tried = coach.tried
        if coach.steps:
            self._draw_steps(painter, place, move)
            if tried is not None:
                self._sign(painter, place(tried.square), Sign.PLAYED)
            return
        if tried is not None and tried.verdict.is_slip:
            self._draw_wrong(painter, place, tried)
            return
        if tried is not None:
            self._draw_ghost(painter, place(tried.square), tried.player)
            self._sign(painter, place(tried.square), Sign.RIGHT)
            return
        reason = move.reason
        better = [square for square in move.judged.best[:_MOST_BETTER] if square != move.square]
        may_tell = coach.shown or not coach.ahead
        if reason is not None and (may_tell or may_be_told(move)):
            self._draw_reason(painter, place, reason, better if may_tell else [])
        if coach.ahead:
            self._draw_ghost(painter, place(move.square), move.player)
        slip = move.verdict.is_slip
        sign = Sign.WRONG if slip else Sign.PLAYED
        self._sign(painter, place(move.square), sign, sign_of(move))
        for square in better if may_tell and slip else []:
            self._draw_ghost(painter, place(square), move.player)
            self._sign(painter, place(square), Sign.RIGHT)

    def _draw_wrong(self, painter: QPainter, place: Place, tried: ReviewedMove) -> None:
        reason = tried.reason
        if reason is not None and reason.side != tried.player:
            self._draw_reason(painter, place, reason, [])
        self._draw_ghost(painter, place(tried.square), tried.player)
        self._sign(painter, place(tried.square), Sign.WRONG)

    def _draw_reason(
        self, painter: QPainter, place: Place, reason: Reason, taken: Sequence[Square]
    ) -> None:
        """Draw the lines that are threatened, their ends, and the move that makes them.

        Args:
            reason: what is drawn.
            taken: squares that show something else.
        """
        colour = QColor(mark_colour(self._theme.theme, reason.side))
        for line in reason.lines:
            self._draw_through(painter, place, line, colour)
        for end in reason.ends:
            if end not in taken:
                self._draw_end(painter, place(end), colour)
        if reason.move is not None and reason.move not in taken:
            self._draw_ghost(painter, place(reason.move), reason.side)

    def _draw_steps(self, painter: QPainter, place: Place, move: ReviewedMove) -> None:
        """Draw the moves that follow, with their numbers."""
        moves = self._coach.line[: self._coach.steps]
        board, player = move.board.clone(), move.player
        for square in moves:
            board.move(*square, player)
            player = switch_player(player)
        end = Result.of(board)
        if end is not None and end.line:
            colour = QColor(mark_colour(self._theme.theme, board.square(*end.line[0])))
            self._draw_through(painter, place, end.line, colour)
        draw_steps(painter, place, moves, move.player, self._theme, self._view.font())

    def _draw_ghost(self, painter: QPainter, cell: QRectF, mark: int) -> None:
        draw_ghost(painter, cell, mark, self._theme)

    def _draw_through(self, painter: QPainter, place: Place, line: Line, colour: QColor) -> None:
        """Draw a broad band through the squares of a line."""
        ink = QColor(colour)
        ink.setAlphaF(0.3)
        side = place(line[0]).width()
        pen = QPen(ink, side * 0.24)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(place(line[0]).center(), place(line[-1]).center())

    def _draw_end(self, painter: QPainter, cell: QRectF, colour: QColor) -> None:
        """Mark a square that completes a line."""
        draw_sign(painter, cell, Sign.THREAT, self._theme.theme, colour)

    def _sign(self, painter: QPainter, cell: QRectF, sign: Sign, badge: str | None = None) -> None:
        draw_sign(painter, cell, sign, self._theme.theme, badge=badge)
