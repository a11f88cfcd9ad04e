"""What moves on the board: marks that are drawn, a line that ends the game, marks that are shaken.

None of it holds up the game, and where less motion is wanted, nobody starts it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sin, tau
from typing import NamedTuple

from PySide6.QtCore import (
    QEasingCurve,
    QObject,
    QPauseAnimation,
    QPointF,
    QSequentialAnimationGroup,
    QVariantAnimation,
    Signal,
    Slot,
)

from engine import Square
from ttt_desktop.look.measures import (
    END_MS,
    LINE_MS,
    LINE_PAUSE_MS,
    MACHINE_STROKE_MS,
    SHAKE_MS,
    STROKE_MS,
)


class Sway(NamedTuple):
    """How marks leave their places for a moment.

    Attributes:
        way: how far, as a share of their square's side.
        swings: how often to and fro; with a half they go and come back.
        ms: how long it takes, in milliseconds.
        pause: how long it waits before.
    """

    way: QPointF
    swings: float
    ms: int
    pause: int = 0


REFUSED = Sway(QPointF(0.06, 0), 3, SHAKE_MS)
TIED = Sway(QPointF(0.03, 0), 2, END_MS, STROKE_MS)
LOST = Sway(QPointF(0, 0.04), 0.5, END_MS, STROKE_MS)
"""A mark that cannot be made is shaken; marks rock after a tie, and sink after a loss.

So little that none leaves its square.
"""


class Motion(QObject):
    """Keeps how far everything on a board has moved.

    Attributes:
        progress: how much of a mark is drawn, per square that is being drawn.
        swayed: how far marks are out of their places, as a share of a square's side.
        line_drawn: how much of the line that ended the game is drawn, from 0 to 1.

    Signals:
        moved(list): these squares look different now.
        all_moved(): squares anywhere may look different.
    """

    moved = Signal(object)
    all_moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.progress: dict[Square, float] = {}
        self.swayed: dict[Square, QPointF] = {}
        self.line_drawn = 1.0
        self._strokes: dict[Square, QVariantAnimation] = {}
        self._line: QSequentialAnimationGroup | None = None
        self._sway, self._way = QVariantAnimation(self, startValue=0.0, endValue=1.0), REFUSED
        self._sway.valueChanged.connect(self._sway_on)
        self._sway.finished.connect(self.stop_swaying)

    # --- marks ------------------------------------------------------------------------

    def draw_mark(self, square: Square, by_machine: bool) -> None:
        """Have a mark drawn: a machine's takes longer, so that it is seen."""
        self.forget_mark(square)
        stroke = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        stroke.setDuration(MACHINE_STROKE_MS if by_machine else STROKE_MS)
        stroke.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.progress[square], self._strokes[square] = 0.0, stroke
        stroke.valueChanged.connect(self._stroke_grows)
        stroke.finished.connect(self._stroke_ends)
        stroke.start()

    @Slot(object)
    def _stroke_grows(self, _value: object) -> None:
        for square, stroke in self._strokes.items():
            self.progress[square] = stroke.currentValue()
        self.moved.emit(list(self._strokes))

    @Slot()
    def _stroke_ends(self) -> None:
        for square, stroke in list(self._strokes.items()):
            if stroke.state() == QVariantAnimation.State.Stopped:
                self.forget_mark(square)
                self.moved.emit([square])

    def forget_mark(self, square: Square) -> None:
        """Have a mark there at once, if it is being drawn."""
        stroke = self._strokes.pop(square, None)
        self.progress.pop(square, None)
        if stroke is not None:
            stroke.stop()
            stroke.deleteLater()

    @Slot()
    def forget_marks(self) -> None:
        """Have all marks there at once."""
        for square in list(self._strokes):
            self.forget_mark(square)

    # --- the line that ends a game ------------------------------------------------------

    def draw_line(self, by_machine: bool) -> None:
        """Have the line that ended the game drawn, after its last mark and a pause."""
        self.forget_line()
        self.line_drawn = 0.0
        self._line = line = QSequentialAnimationGroup(self)
        last_mark = MACHINE_STROKE_MS if by_machine else STROKE_MS
        line.addAnimation(QPauseAnimation(last_mark + LINE_PAUSE_MS, line))
        stroke = QVariantAnimation(line, duration=LINE_MS, startValue=0.0, endValue=1.0)
        stroke.setEasingCurve(QEasingCurve.Type.OutCubic)
        stroke.valueChanged.connect(self._line_grows)
        line.addAnimation(stroke)
        line.finished.connect(self.forget_line)
        line.start()

    @Slot(object)
    def _line_grows(self, value: float) -> None:
        self.line_drawn = value
        self.all_moved.emit()

    @Slot()
    def forget_line(self) -> None:
        """Have the line there at once, if it is being drawn."""
        line, self._line, self.line_drawn = self._line, None, 1.0
        if line is not None:
            line.stop()
            line.deleteLater()
            self.all_moved.emit()

    # --- marks that leave their places ----------------------------------------------------

    def sway(self, squares: Iterable[Square], way: Sway) -> None:
        """Have marks leave their places for a moment."""
        self.stop_swaying()
        self._way = way
        self.swayed.update(dict.fromkeys(squares, QPointF()))
        self._sway.setDuration(way.pause + way.ms)
        self._sway.start()

    @Slot(object)
    def _sway_on(self, share: float) -> None:
        way = self._way
        share = max(0.0, (share * (way.pause + way.ms) - way.pause) / way.ms)
        place = way.way * sin(share * way.swings * tau) * (1 - share)
        self.swayed.update(dict.fromkeys(self.swayed, place))
        self.all_moved.emit()

    @Slot()
    def stop_swaying(self) -> None:
        """Have all marks in their places."""
        self._sway.stop()
        if self.swayed:
            self.swayed.clear()
            self.all_moved.emit()
