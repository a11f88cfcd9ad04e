"""The dock with the chart of convergence, which is loaded when it is first seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QPushButton, QWidget

from engine import Analysis, Certainty
from engine.tally import EQUAL
from ttt_desktop.features.chart.curves import Curves
from ttt_desktop.look.pictures import png
from ttt_desktop.look.text import breakable, letter, problem, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import dock_column
from ttt_desktop.session.game import GameController
from ttt_desktop.session.trace import Trace
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.turns import ModuleLoader

if TYPE_CHECKING:
    from ttt_desktop.features.chart.convergence import ConvergenceChart

_REFRESH_MS = 200
_MINIMUM = 210


class ChartDock(QDockWidget):
    """A dockable chart: each leading square's mean score against the number of trials.

    Args:
        controller: whose newest search is shown.

    Attributes:
        chart: the chart, or None before it was first seen.
        save: the button that exports the chart.

    Signals:
        pointed(object): the square whose curve the mouse is near, or None.
    """

    pointed = Signal(object)

    def __init__(
        self,
        controller: GameController,
        runner: JobRunner,
        theme: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Convergence"), parent)
        self.setObjectName("convergence")
        self._controller = controller
        self._theme = theme
        self.chart: ConvergenceChart | None = None
        self._loader = ModuleLoader("ttt_desktop.features.chart.convergence", runner, self)
        self._loader.loaded.connect(self._refresh)
        self._loader.failed.connect(self._say_why)
        self._caption = QLabel()
        self._caption.setWordWrap(True)
        self.save = QPushButton(tr("&Save chart…"))
        row = QHBoxLayout()
        row.addWidget(self._caption, 1)
        row.addWidget(self.save)
        self._layout = dock_column(self)
        self.widget().setMinimumSize(_MINIMUM, _MINIMUM)
        self._layout.addLayout(row)
        self._layout.addStretch()  # the chart takes it, where there is one
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        controller.searched.connect(self._soon)
        controller.model.dataChanged.connect(self._soon)
        controller.model.modelReset.connect(self._soon)
        self.visibilityChanged.connect(self._soon)

    @property
    def curves(self) -> Curves:
        """The curves of the newest search, with the weights in force."""
        model = self._controller.model
        states = self._controller.trace.states
        here = model.analysis is not None and states and _position(states[-1])
        if model.analysis is None or here != _position(model.analysis):
            return Curves.of(Trace(), EQUAL)  # they are of another position
        weights = model.weights(model.analysis.player)
        return Curves.of(self._controller.trace, weights, model.truth)

    def content(self, suffix: str) -> bytes:
        """Return the chart as the content of a file, after its ending: .svg, .csv, or else PNG.

        Raises:
            ValueError: there is no chart; a sentence.
        """
        curves = self.curves
        if not curves.states:
            raise ValueError(tr("There is no chart yet: let the machine search a position first."))
        if suffix == ".csv":
            return curves.as_csv().encode()
        if self.chart is None:
            raise ValueError(tr("The chart has not been drawn yet: open it first, with Ctrl+G."))
        self._draw(self.chart, curves)  # the dock may be closed, or draw a moment later
        return self.chart.svg() if suffix == ".svg" else png(self.chart.image())

    @Slot()
    def _soon(self) -> None:
        """Draw anew in a moment: once for all that happens meanwhile."""
        if not self.isVisible():
            return
        if self._loader.module is None:
            self._caption.setText(tr("Loading…"))
            self._loader.load()
        elif not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _refresh(self) -> None:
        if not self.isVisible() or self._loader.module is None:
            return
        if self.chart is None:
            self.chart = self._loader.module.ConvergenceChart(self._theme)
            self.chart.pointed.connect(self.pointed)
            room = self.chart.sizePolicy()
            room.setRetainSizeWhenHidden(True)  # it comes up while a search wants all the time
            self.chart.setSizePolicy(room)
            self._layout.addWidget(self.chart, 1)
        curves = self.curves
        self._draw(self.chart, curves)
        self._caption.setText(_caption(curves, self._controller.model.analysis))

    @staticmethod
    def _draw(chart: ConvergenceChart, curves: Curves) -> None:
        chart.setVisible(bool(curves.states))  # without curves its numbers mean nothing
        chart.show_curves(curves)

    @Slot(object)
    def _say_why(self, error: Exception) -> None:
        sentence = tr("The chart could not be loaded: {reason}.", reason=problem(error))
        self._caption.setText(breakable(sentence))


def _position(analysis: Analysis) -> tuple[object, int]:
    return analysis.board.rows, analysis.player


def _caption(curves: Curves, shown: Analysis | None) -> str:
    if shown is None:
        return tr("No search yet. Curves appear while the machine thinks.")
    if not curves.states:
        return tr("Curves are kept of the newest search only, and that was of another position.")
    last = curves.states[-1]
    mark, count = letter(last.player), f"{last.count:,}"
    if last.certainty is Certainty.EXACT:
        return tr("{mark} to move: solved, so that nothing converges.", mark=mark)
    if not curves.sampled:
        return tr("{mark} to move: values of the leading squares, {count} simulations",
                  n=last.count, one="{mark} to move: values of the leading squares, 1 simulation",
                  mark=mark, count=count)  # fmt: skip
    return tr(
        "{mark} to move: mean score of the leading squares with 95 % intervals, {count} trials",
        n=last.count,
        one="{mark} to move: mean score of the leading squares with 95 % intervals, 1 trial",
        mark=mark,
        count=count,
    )
