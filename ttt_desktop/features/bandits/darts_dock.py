"""The darts' dock: a number measured by chance, how sure it is, and how the error falls."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, sqrt
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QPen
from PySide6.QtWidgets import QDockWidget, QLabel, QToolButton, QWidget

from engine.search.darts import MOST, THROWERS, Measured
from ttt_desktop.features.bandits.late import LateChart
from ttt_desktop.features.bandits.target import Target
from ttt_desktop.features.bandits.throwing import FIRST, PI, Thrower
from ttt_desktop.look.measures import SPACE, TITLE
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import ToolRow, dock_column, mute
from ttt_desktop.work.jobs import JobRunner

if TYPE_CHECKING:
    from ttt_desktop.features.bandits.lines import LineChart, Points

BUTTONS = ("pi", "first", "one", "hundred", "fourfold", "stop", "reset")
"""What can be done here: the actions "darts_pi" and so on."""

_ROWS = (BUTTONS[:2], ("one", "hundred", "stop", "reset"), ("fourfold",))
_MEASURED, _EXPECTED = "measured", "expected"


class DartsDock(QDockWidget):
    """A dockable target: a hundred throwers estimate a number, the first one before one's eyes.

    Args:
        actions: what its buttons do, by the names in ``BUTTONS``.

    Attributes:
        thrower: who throws.
        target: what the first one throws at.
        button: the buttons, by name.
        place: where the chart is.
    """

    def __init__(
        self,
        runner: JobRunner,
        theme: ThemeManager,
        actions: Mapping[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Darts"), parent)
        self.setObjectName("darts")
        self._theme = theme
        self._actions = actions
        self.thrower = Thrower(runner, self)
        self.target = Target(self.thrower, theme)
        self.place = LateChart(runner, self._make_chart, self._curves)
        self._estimate, self._facts, self._gain = QLabel(), QLabel(), QLabel()
        self._legend = QLabel()
        self._lines = QLabel(tr("● measured, – – falls as 1 over the root of n"))
        for label in (self._legend, self._lines):
            mute(label)
            label.setWordWrap(True)
        self.button: dict[str, QToolButton] = {}
        self._build()
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def sentences(self) -> str:
        """What has been measured."""
        return " ".join(label.text() for label in (self._estimate, self._facts, self._gain))

    def _build(self) -> None:
        layout = dock_column(self, SPACE // 2)
        rows = []
        for names in _ROWS:
            row = ToolRow(self._actions[name] for name in names)
            self.button |= dict(zip(names, row.buttons, strict=True))
            rows.append(row)
        layout.addLayout(rows[0])
        for label in (self._estimate, self._facts, self._gain):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(self._estimate)
        layout.addWidget(self._facts)
        layout.addWidget(self.target, 1)
        layout.addWidget(self._legend)
        for row in rows[1:]:
            layout.addLayout(row)
        layout.addWidget(self._gain)
        layout.addWidget(self._lines)
        layout.addWidget(self.place, 1)

    def _connect(self) -> None:
        thrower = self.thrower
        for name, call in (
            ("pi", lambda: thrower.measure(PI)), ("first", lambda: thrower.measure(FIRST)),
            ("one", lambda: thrower.run(1)), ("hundred", lambda: thrower.run(100)),
            ("fourfold", thrower.run_fourfold), ("stop", thrower.stop), ("reset", thrower.reset),
        ):  # fmt: skip
            self._actions[name].triggered.connect(call)
        thrower.changed.connect(self._refresh)
        self.visibilityChanged.connect(self._seen)

    def _make_chart(self, module: ModuleType) -> LineChart:
        chart: LineChart = module.LineChart(
            self._theme, tr("Typical error"), (tr("Throws (n)"), tr("Typical error")),
            self._pen, powers=True, dotted=(_MEASURED,),
        )  # fmt: skip
        return chart

    def _pen(self, name: str, pixel: float) -> QPen:
        theme = self._theme.theme
        ink = theme.colour("accent" if name == _MEASURED else "ink")
        pen = QPen(ink, 1.5 * pixel, Qt.PenStyle.DashLine)
        pen.setCosmetic(True)
        return pen

    # --- what there is to see -------------------------------------------------------------

    @Slot(bool)
    def _seen(self, visible: bool) -> None:
        if visible:
            self.thrower.load()
        else:
            self.thrower.stop()

    @Slot()
    def _refresh(self) -> None:
        thrower, measured = self.thrower, self.thrower.measured
        self._estimate.setText(self._estimated(measured))
        self._facts.setText(self._told(measured))
        self._gain.setText(_gained(measured))
        self._legend.setText(tr("● inside, × outside the quarter") if thrower.what == PI
                             else tr("● X won, × X did not win"))  # fmt: skip
        more = thrower.goal < MOST
        for name in ("one", "hundred", "fourfold"):
            self._actions[name].setEnabled(more)
        self._actions["stop"].setEnabled(thrower.running)
        self._actions["reset"].setEnabled(measured.count > 0)
        (self.place.draw_soon if thrower.running else self.place.draw)()

    def _curves(self) -> dict[str, Points]:
        """Return the errors that were measured, and those that there should be."""
        measured, typical = self.thrower.measured, self.thrower.throwing.typical
        ends = (1, max(100, measured.count))
        return {
            _MEASURED: [(count, error) for count, error in measured.errors.items() if error],
            _EXPECTED: [(n, typical / sqrt(n)) for n in ends],
        }

    def _estimated(self, measured: Measured) -> str:
        """Return the estimate, large."""
        if not measured.count:
            return tr("What is π?") if self.thrower.what == PI else tr("How often does X win?")
        if self.thrower.what == PI:
            return tr("π is about {estimate}", estimate=f"{measured.estimate:.4f}")
        return tr("X wins about {share} % of random games", share=f"{100 * measured.estimate:.2f}")

    def _told(self, measured: Measured) -> str:
        """Return what the estimate rests on, how sure it is, and how far off."""
        if not measured.count:
            if self.thrower.what == PI:
                return tr("Darts fall anywhere in the square. The quarter of a circle fills π/4 of "
                          "it, so π is about 4 times the share of hits.")  # fmt: skip
            return tr("Both sides play at random on the empty 3×3 board, and X moves first.")
        low, high = measured.ends
        if self.thrower.what == PI:
            return tr(
                "{hits} hits of {count}; 95 % interval {low} to {high}; off by {error}.",
                hits=f"{measured.hits:,}", count=f"{measured.count:,}", low=f"{low:.4f}",
                high=f"{high:.4f}", error=f"{abs(measured.estimate - pi):.4f}",
            )  # fmt: skip
        truth = self.thrower.throwing.subject.chance
        return tr(
            "{hits} wins of {count}; 95 % interval {low} % to {high} %; exactly {truth} %.",
            hits=f"{measured.hits:,}", count=f"{measured.count:,}", low=f"{100 * low:.2f}",
            high=f"{100 * high:.2f}", truth=f"{100 * truth:.2f}",
        )  # fmt: skip

    @Slot()
    def _restyle(self) -> None:
        self._estimate.setFont(self._theme.font(TITLE))
        # Room for lines to come, so that the target stays where it is when the text grows.
        for label, lines in ((self._facts, 3), (self._gain, 2)):
            label.setMinimumHeight(lines * label.fontMetrics().lineSpacing())
        self._refresh()


def _gained(measured: Measured) -> str:
    """Return the typical error of all throwers, and what four times the throws have gained."""
    if not measured.count:
        return tr("{others} others throw as often as the one you see.", others=THROWERS - 1)
    typical = tr("Typical error of all {all} throwers after {count}: {error}.", all=THROWERS,
                 count=f"{measured.count:,}", error=f"{measured.error:.4f}")  # fmt: skip
    if measured.gain is None:
        return typical
    fewer, before, now = measured.gain
    gained = tr("After {fewer} it was {error}: {times} times as large.", fewer=f"{fewer:,}",
                error=f"{before:.4f}", times=f"{before / now:.1f}")  # fmt: skip
    return f"{typical} {gained}"
