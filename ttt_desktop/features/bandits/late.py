"""A place for a chart that is loaded behind the window when it is first seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.text import breakable, problem, tr
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.turns import ModuleLoader

if TYPE_CHECKING:
    from ttt_desktop.features.bandits.lines import LineChart, Points

_SOON_MS = 40
_LEAST, _LINES = 150, 9
"""The least height of a chart: in pixels, and in lines of text."""


class LateChart(QWidget):
    """Room for a chart.

    Args:
        make: makes the chart, of the module ``ttt_desktop.features.bandits.lines``.
        lines: returns what it shows now, by the lines' names.

    Attributes:
        chart: the chart, or None until it is there.
    """

    def __init__(
        self,
        runner: JobRunner,
        make: Callable[[ModuleType], LineChart],
        lines: Callable[[], Mapping[str, Points]],
    ) -> None:
        super().__init__()
        self._make, self._lines = make, lines
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self.draw)
        self.chart: LineChart | None = None
        self._loader = ModuleLoader("ttt_desktop.features.bandits.lines", runner, self)
        self._loader.loaded.connect(self._show_chart)
        self._loader.failed.connect(self._say_why)
        self._said = QLabel(tr("Loading…"))
        self._said.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._said)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        height = max(_LEAST, _LINES * self.fontMetrics().lineSpacing())
        return QSize(super().minimumSizeHint().width(), height)

    @handler
    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._loader.load()

    @Slot()
    def _show_chart(self) -> None:
        if self.chart is None and self._loader.module is not None:
            self.chart = self._make(self._loader.module)
            self._said.hide()
            self._column.addWidget(self.chart)
            self.draw()

    def draw_soon(self) -> None:
        """Draw a moment later: what else a run shows has been painted by then."""
        if not self._soon.isActive():
            self._soon.start()

    @Slot()
    def draw(self) -> None:
        """Draw the lines as they are now."""
        self._soon.stop()
        if self.chart is not None:
            self.chart.show_lines(self._lines())
            self.chart.setVisible(bool(self.chart.points))  # else its numbers would mean nothing

    @Slot(object)
    def _say_why(self, error: Exception) -> None:
        sentence = tr("The chart could not be loaded: {reason}.", reason=problem(error))
        self._said.setText(breakable(sentence))
