"""What is drawn over the board in a puzzle: one's own mistake, while a better move is asked for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QPainter

from engine.coach.exercise import Exercise
from ttt_desktop.board.board_view import BoardView
from ttt_desktop.board.ghosts import Place, draw_badge, draw_ghost
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.puzzler import Puzzler

_WRONG = "?"


class PuzzleMarks(QObject):
    """Draws the move that was a mistake, faintly and with a sign."""

    def __init__(self, puzzler: Puzzler, view: BoardView, theme: ThemeManager) -> None:
        super().__init__(view)
        self._puzzler, self._view, self._theme = puzzler, view, theme
        view.overlays.append(self._draw)
        puzzler.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self._view.viewport().update()

    def _draw(self, painter: QPainter, place: Place) -> None:
        attempt = self._puzzler.attempt
        if attempt is None or attempt.solved or not isinstance(attempt.puzzle, Exercise):
            return
        exercise, theme = attempt.puzzle, self._theme
        cell = place(exercise.played)
        draw_ghost(painter, cell, exercise.player, theme)
        ink = theme.theme.colour("danger")
        draw_badge(painter, cell, _WRONG, ink, self._view.font())
