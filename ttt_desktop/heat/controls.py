"""What can be set beside the heat map: weights, numbers, palette, scale, truth."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERO, PLAYERX
from engine.players.monte_carlo import KIND
from ttt_desktop.fields.form import Form, LinearSlider
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.text import letter, tr, two_lines
from ttt_desktop.look.theme import SPACE
from ttt_desktop.look.widgets import narrow
from ttt_desktop.settings.declarations import OPTIONS, Settings

_WEIGHTS = ("current", "other")
_SETTINGS = ("scores_of", "heat_values", "palette", "lock_scale", "show_truth")
_SLIDER_TOP = 3.0


class HeatControls(QWidget):
    """The controls under the heat map. Each is a setting, shown where it is needed.

    Attributes:
        fields: the settings of the map, and the machine's weights.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
        fit_wanted(): the colour scale is to be fitted to the scores.
    """

    chosen = Signal(str, object)
    fit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._settings, self._mark = Settings(), PLAYERX
        self.fields = Form(self, [OPTIONS[name] for name in _SETTINGS])
        for name in _WEIGHTS:
            self.fields.add(KIND.parameter(name), LinearSlider(KIND.parameter(name), _SLIDER_TOP))
        self.fields.chosen.connect(self._choose)
        self.fit = QPushButton(tr("&Fit"))
        self.fit.setToolTip(tr("Fit the colour scale to the scores shown now"))
        self.fit.clicked.connect(self.fit_wanted)
        self._side = QLabel()
        self._side.setObjectName("muted")
        self._build()

    def _build(self) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(SPACE // 2)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)  # where it is narrow
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows = (
            *((two_lines(tr(KIND.parameter(name).label)), self.fields[name]) for name in _WEIGHTS),
            (tr("Scores &of:"), self.fields["scores_of"]),
            (tr("&Numbers:"), self.fields["heat_values"]),
            (tr("&Colours:"), self.fields["palette"]),
        )
        for text, field in rows:
            label = QLabel(text)
            label.setBuddy(field)
            form.addRow(label, field)
            if isinstance(field, QComboBox):
                narrow(field, 8)
        scale = FlowRow(SPACE // 2)
        scale.addWidget(self.fields["lock_scale"])
        scale.addWidget(self.fit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self._side)
        layout.addLayout(form)
        layout.addLayout(scale)
        layout.addWidget(self.fields["show_truth"])
        layout.addStretch(1)

    def show_settings(self, settings: Settings, mark: int) -> None:
        """Show the settings in force, and the weights of the side that is searched for."""
        self._settings, self._mark = settings, mark
        self._side.setVisible(settings.scorer_name(PLAYERX) != settings.scorer_name(PLAYERO))
        self._side.setText(tr("Weights of {mark}'s machine", mark=letter(mark)))
        self.fields.show(settings.weights(mark)._asdict())
        self.fields.show({name: getattr(settings, name) for name in _SETTINGS})

    @Slot(str, object)
    def _choose(self, name: str, value: Any) -> None:
        """Say what was chosen; a weight is a part of what scores its side's positions."""
        if name in _WEIGHTS:
            name, value = self._settings.scored_with(self._mark, name, value)
        self.chosen.emit(name, value)
