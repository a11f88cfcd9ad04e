"""The lab's form: who plays whom, how often, on what board, and how it is run."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.players.level import LADDER as LEVELS
from engine.rules import Rules
from engine.specs import kinds
from engine.tournament import Plan, Sprt, Tournament, published, running
from engine.tournament.description import PUBLISHED_TRIALS, sweepable
from engine.tournament.openings import MOST
from ttt_desktop.lab.openings import OpeningsPicker
from ttt_desktop.lab.picker import PlayerList, PlayerPicker
from ttt_desktop.look.spoken import explain
from ttt_desktop.text import tr

PUBLISHED, LADDER, SELF_PLAY, OPPONENT, PAIRING, ROBIN = range(6)
"""The kinds of tournaments."""

_VALUES = {
    "trials": ", ".join(map(str, PUBLISHED_TRIALS)),
    "current": "0.5, 1, 2",
    "other": "0, 0.5, 1, 1.2, 2",
    "settled": "0.9, 0.99, 0.999",
    "ratio": "0, 0.5, 1, 1.2, 2",
    "size": "3, 4, 5",
    "reverse": "no, yes",
}
_SHOWN = {
    PUBLISHED: {"games", "seed"},
    SELF_PLAY: {"varied", "values", "player"},
    OPPONENT: {"varied", "values", "player", "opponent", "alternate", "sprt"},
    PAIRING: {"player", "opponent", "alternate", "sprt"},
    ROBIN: {"players", "sprt"},
    LADDER: set(),
}
_GAMES, _SEED = 100, "1"
_ALWAYS = {"kind", "games", "seed", "workers"}
_BOARD = {"size", "line", "reverse", "openings"}


def _kinds() -> dict[int, str]:
    """Return what the kinds of tournaments are called."""
    return {
        PUBLISHED: tr("Published experiment"),
        LADDER: tr("The ladder: all levels"),
        SELF_PLAY: tr("Sweep, self-play"),
        OPPONENT: tr("Sweep against an opponent"),
        PAIRING: tr("Pairing"),
        ROBIN: tr("Round robin"),
    }


def title_of(varied: str) -> str:
    """Return what is called that a sweep varies."""
    more = {
        "ratio": "SCORE_OTHER / SCORE_CURRENT",
        "size": tr("Board size"),
        "reverse": tr("Reverse game (yes, no)"),
    }
    named = (each for kind in kinds() for each in kind.parameters if each.name == varied)
    found = next(named, None)
    return more.get(varied) or (tr(found.label) if found is not None else varied)


class LabForm(QWidget):
    """Fields for a tournament. ``tournament`` reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = QComboBox()
        for kind, label in _kinds().items():
            self.kind.addItem(label, kind)
        self.varied = QComboBox()
        for name in sweepable():
            self.varied.addItem(title_of(name), name)
        self.values = QLineEdit(_VALUES["trials"])
        self.player = PlayerPicker("mc:trials=100", "player", tr("Player"))
        self.opponent = PlayerPicker("perfect", "opponent", tr("Opponent"))
        self.players = PlayerList(("random", "mc:trials=10", "mc:trials=100", "perfect"))
        self.games = _whole(1, 10**6, _GAMES)
        self.side = _whole(3, 25, 3)
        self.line = _whole(2, 25, 2)
        self.line.setSpecialValueText(tr("Whole side"))
        self.reverse_ = QCheckBox(tr("Reverse game"))
        self.alternate = QCheckBox(tr("Take turns with X"))
        self.alternate.setChecked(True)
        self.openings = OpeningsPicker()
        self.sprt = QCheckBox(tr("Stop when decided"))
        self.normalised = QCheckBox(tr("Normalised Elo"))
        self.elo0, self.elo1 = _elo(0), _elo(20)
        self.seed = QLineEdit(_SEED)
        self.workers = _whole(1, min(256, running.MOST_PROCESSES), running.usual_workers())
        self._build()
        self.kind.currentIndexChanged.connect(self._offer)
        self.varied.currentIndexChanged.connect(self._suggest)
        self._offer()

    def ask_for_published(self) -> None:
        """Ask for the published experiment, with its number of games and the seed of the manual."""
        self.kind.setCurrentIndex(self.kind.findData(PUBLISHED))
        self.games.setValue(_GAMES)
        self.seed.setText(_SEED)

    def tournament(self) -> Tournament:
        """Return the tournament that is asked for; ValueError with a sentence where none is."""
        seed, kind = self._seed(), self.kind.currentData()
        if kind == PUBLISHED:
            return published(seed, self.games.value())
        line = self.line.value()
        sweeps = kind in (SELF_PLAY, OPPONENT)
        plan = Plan(
            self._players(kind),
            self.games.value(),
            self.side.value(),
            line if line > self.line.minimum() else None,
            self.reverse_.isChecked(),
            fixed=kind not in (ROBIN, LADDER) and not self.alternate.isChecked(),
            everyone=kind in (ROBIN, LADDER),
            varied=self.varied.currentData() if sweeps else "",
            values=_parts(self.values.text().split(",")),
            sprt=self._sprt() if "sprt" in _SHOWN[kind] else None,
            openings=self.openings.openings,
        )
        return plan.tournament(seed)

    def for_openings(self) -> tuple[Rules, int]:
        """Return the board that is asked for, and how many openings its games need.

        Raises:
            ValueError: there is no such board.
        """
        line = self.line.value()
        rules = Rules.of(
            self.side.value(), line if line > self.line.minimum() else None,
            self.reverse_.isChecked(),
        )  # fmt: skip
        return rules, min(MOST, (self.games.value() + 1) // 2)

    def _players(self, kind: int) -> tuple[str, ...]:
        if kind == LADDER:
            return LEVELS
        if kind == ROBIN:
            return self.players.texts()
        first = self.player.text()
        return (first,) if kind == SELF_PLAY else (first, self.opponent.text())

    def _sprt(self) -> Sprt | None:
        if not self.sprt.isChecked():
            return None
        return Sprt(
            self.elo0.value(), self.elo1.value(), normalised=self.normalised.isChecked()
        )  # fmt: skip

    def _seed(self) -> int:
        try:
            return int(self.seed.text())
        except ValueError:
            sentence = tr(
                "the seed must be a whole number, not {text}", text=repr(self.seed.text())
            )
            raise ValueError(sentence) from None

    def _build(self) -> None:
        tests = QWidget()
        grid = QGridLayout(tests)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.sprt, 0, 0, 1, 2)
        grid.addWidget(self.elo0, 1, 0)
        grid.addWidget(self.elo1, 1, 1)
        grid.addWidget(self.normalised, 2, 0, 1, 2)
        explain(self.normalised, tr(
            "The numbers count as if no game were tied, so that a test takes about as many games "
            "whether most of them are tied or none."
        ))  # fmt: skip
        text = tr(
            "A sequential probability ratio test: a pairing ends once it is decided, at 5 %, "
            "whether the first player is stronger by the first or by the second number."
        )
        explain(self.sprt, text)
        self.elo0.setAccessibleName(tr("Elo by which it is not stronger"))
        self.elo1.setAccessibleName(tr("Elo by which it is stronger"))
        self._rows: dict[str, QWidget] = {
            "kind": self.kind, "varied": self.varied, "values": self.values,
            "player": self.player, "opponent": self.opponent, "players": self.players,
            "games": self.games, "size": self.side, "line": self.line,
            "reverse": self.reverse_, "openings": self.openings,
            "alternate": self.alternate, "sprt": tests, "seed": self.seed, "workers": self.workers,
        }  # fmt: skip
        labels = {
            "kind": tr("&What:"), "varied": tr("&Vary:"), "values": tr("V&alues:"),
            "player": tr("Pla&yer:"),
            "opponent": tr("&Opponent:"), "players": tr("Players:"), "games": tr("&Games a row:"),
            "size": tr("Board si&ze:"), "line": tr("&Line length:"),
            "openings": tr("Openings:"), "seed": tr("See&d:"),
            "workers": tr("At o&nce:"),
        }  # fmt: skip
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._form = QFormLayout()
        column.addLayout(self._form)
        column.addStretch(1)  # or the rows would share the room that is left
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, field in self._rows.items():
            if not isinstance(field, PlayerPicker):  # its text has that name
                field.setObjectName(name)
            self._form.addRow(labels.get(name, ""), field)
        text = tr("How many games are played at once, each in a process of its own.")
        explain(self.workers, text)

    @Slot()
    def _offer(self) -> None:
        """Show the fields that the kind of tournament has."""
        kind = self.kind.currentData()
        shown = _ALWAYS | _SHOWN[kind] | (set() if kind == PUBLISHED else _BOARD)
        for name, field in self._rows.items():
            self._form.setRowVisible(field, name in shown)

    @Slot()
    def _suggest(self) -> None:
        """Suggest values for what is varied."""
        self.values.setText(_VALUES.get(self.varied.currentData(), ""))


def _parts(texts: Iterable[str]) -> tuple[str, ...]:
    """Return what is written, without the spaces around it and what is empty."""
    return tuple(filter(None, (text.strip() for text in texts)))


def _whole(low: int, high: int, value: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(low, high)
    field.setGroupSeparatorShown(True)
    field.setValue(value)
    return field


def _elo(value: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(-1000, 1000)
    field.setDecimals(0)
    field.setValue(value)
    field.setSuffix(tr(" Elo"))
    return field
