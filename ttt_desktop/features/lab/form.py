"""The lab's form: who plays whom, how often, on what board, and how it is run."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFormLayout, QVBoxLayout, QWidget

from engine.players.level import LADDER as LEVELS
from engine.rules import Rule, Rules, is_gomoku
from engine.specs import Field, kinds
from engine.swap import SMALLEST, Opening
from engine.tournament import Plan, Sprt, Tournament, published, running
from engine.tournament import experiment as experiments
from engine.tournament.description import PUBLISHED_TRIALS, sweepable
from engine.tournament.experiment import Experiment
from engine.tournament.openings import MOST
from ttt_desktop.features.lab.openings import OpeningsPicker
from ttt_desktop.features.lab.picker import PlayerList, PlayerPicker
from ttt_desktop.fields.form import Form
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import narrow
from ttt_desktop.settings.declarations import GOMOKU, OPTIONS

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
_KINDS = {
    PUBLISHED: "Published experiment",
    LADDER: "The ladder: all levels",
    SELF_PLAY: "Sweep, self-play",
    OPPONENT: "Sweep against an opponent",
    PAIRING: "Pairing",
    ROBIN: "Round robin",
}
_SHOWN = {
    PUBLISHED: {"games", "seed"},
    SELF_PLAY: {"varied", "values", "player"},
    OPPONENT: {"varied", "values", "player", "opponent", "alternate", "sprt"},
    PAIRING: {"player", "opponent", "alternate", "sprt"},
    ROBIN: {"players", "sprt"},
    LADDER: set(),
}
_ROWS = (
    "kind", "varied", "values", "player", "opponent", "players", "games", "size", "line", "reverse",
    "gomoku", "opening", "openings", "alternate", "sprt", "seed", "workers",
)  # fmt: skip
_EXPERIMENTS = {
    experiments.PUBLISHED: PUBLISHED,
    experiments.LEVELS: LADDER,
    experiments.PAIRING: PAIRING,
    experiments.ROBIN: ROBIN,
}
_LETTERS = 12
"""How many letters of a choice are seen at least."""
_ALWAYS = {"kind", "games", "seed", "workers"}
_BOARD = {"size", "line", "reverse", "openings"}


def fields() -> list[Field]:
    """Return what is asked for, but for what has a widget of its own."""
    most, usual = min(256, running.MOST_PROCESSES), running.usual_workers()
    return [
        Field("kind", "&What", "", PUBLISHED, choices=_KINDS),
        Field("varied", "&Vary", "", "trials",
              choices={name: title_of(name) for name in sweepable()}),
        Field("values", "V&alues", "", _VALUES["trials"]),
        Field("games", "&Games a row", "", 100, 1, 10**6),
        Field("size", "Board si&ze", "", 3, 3, 25),
        Field("line", "&Line length", "", 2, 2, 25),
        Field("reverse", "Reverse game", "", False),
        Field("gomoku", OPTIONS["gomoku"].label, OPTIONS["gomoku"].help, Rule.NORMAL.word,
              choices=GOMOKU),
        Field("opening", OPTIONS["opening"].label, OPTIONS["opening"].help, Opening.NONE.value,
              choices=OPTIONS["opening"].choices),
        Field("alternate", "Take turns with X", "", True),
        Field("sprt", "Stop when decided",
              "A sequential probability ratio test: a pairing ends once it is decided, at 5 %, "
              "whether the first player is stronger by the first or by the second number.", False),
        Field("elo0", "Elo by which it is not stronger", "", 0, -1000, 1000, suffix=" Elo"),
        Field("elo1", "Elo by which it is stronger", "", 20, -1000, 1000, suffix=" Elo"),
        Field("normalised", "Normalised Elo",
              "The numbers count as if no game were tied, so that a test takes about as many games "
              "whether most of them are tied or none.", False),
        Field("seed", "See&d", "", "1"),
        Field("workers", "At o&nce",
              "How many games are played at once, each in a process of its own.", usual, 1, most),
    ]  # fmt: skip


def title_of(varied: str) -> str:
    """Return what is called that a sweep varies."""
    more = {
        "ratio": "SCORE_OTHER / SCORE_CURRENT",
        "size": tr("Board size"),
        "reverse": tr("Reverse game (yes, no)"),
    }
    named = (
        parameter for kind in kinds() for parameter in kind.parameters if parameter.name == varied
    )
    parameter_named = next(named, None)
    return more.get(varied) or (
        tr(parameter_named.label) if parameter_named is not None else varied
    )


class LabForm(QWidget):
    """Asks for a tournament. ``tournament`` reads what is asked for.

    Attributes:
        fields: what is asked for, by name, without what has a widget of its own.
        player, opponent, players, openings: what has one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fields = Form(self, fields())
        self.fields["line"].setSpecialValueText(tr("Whole side"))
        self.player = PlayerPicker("mc:trials=100", "player", tr("Player"))
        self.opponent = PlayerPicker("perfect", "opponent", tr("Opponent"))
        self.players = PlayerList(("random", "mc:trials=10", "mc:trials=100", "perfect"))
        self.openings = OpeningsPicker()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._rows = QFormLayout()
        self._rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column.addLayout(self._rows)
        column.addStretch(1)  # or the rows would share the room that is left
        self._add_rows()
        self.fields.chosen.connect(self._changed)
        self._offer()

    def ask_for(self, experiment: Experiment) -> None:
        """Ask for an experiment; a course file that it does not name is left to be chosen."""
        plan, kind = experiment.plan, _kind_of(experiment)
        shown = {
            "kind": kind, "games": plan.games, "seed": str(experiment.seed), "size": plan.size,
            "line": plan.line or self.fields.declared["line"].low,
            "reverse": plan.rule == Rule.REVERSE,
            "gomoku": plan.rule.of_five.word, "opening": plan.opening.value,
            "alternate": not plan.fixed, "sprt": False,
        }  # fmt: skip
        if plan.varied:
            shown |= {"varied": plan.varied, "values": ", ".join(plan.values)}
        self.fields.show(shown)
        if kind == ROBIN:
            self.players.show_texts(plan.players)
        elif kind not in (PUBLISHED, LADDER):
            self.player.set_value(plan.players[0])
            self.opponent.set_value(plan.players[-1])
        self.openings.take(plan.openings)
        self._offer()

    def tournament(self) -> Tournament:
        """Return the tournament that is asked for; ValueError with a sentence where none is."""
        asked = self.fields.values()
        seed, kind = _seed(asked["seed"]), asked["kind"]
        if kind == PUBLISHED:
            return published(seed, asked["games"])
        plan = Plan(
            self._players(kind),
            asked["games"],
            asked["size"],
            self._line(),
            self._rule(),
            fixed=kind not in (ROBIN, LADDER) and not asked["alternate"],
            everyone=kind in (ROBIN, LADDER),
            varied=asked["varied"] if "varied" in _SHOWN[kind] else "",
            values=tuple(filter(None, (value.strip() for value in asked["values"].split(",")))),
            sprt=self._sprt() if "sprt" in _SHOWN[kind] else None,
            openings=self.openings.openings,
            opening=Opening(asked["opening"] if self._can_be_opened() else Opening.NONE),
        )
        return plan.tournament(seed)

    def for_openings(self) -> tuple[Rules, int]:
        """Return the board that is asked for, and how many openings its games need.

        Raises:
            ValueError: there is no such board.
        """
        asked = self.fields.values()
        rules = Rules.of(asked["size"], self._line(), self._rule())
        return rules, min(MOST, (asked["games"] + 1) // 2)

    def _line(self) -> int | None:
        """Return the length of a line; None for the whole side."""
        line: int = self.fields.value("line")
        return line if line > self.fields.declared["line"].low else None

    def _rule(self) -> Rule:
        """Return the rule: Gomoku's where it is five in a row that wins."""
        asked = self.fields.values()
        return Rule.of_word(asked["gomoku"]) if self._is_gomoku() else Rule(asked["reverse"])

    def _is_gomoku(self) -> bool:
        asked = self.fields.values()
        five = is_gomoku(asked["size"], self._line() or asked["size"])
        return five and not asked["reverse"]

    def _can_be_opened(self) -> bool:
        """Whether games on the board that is asked for may be opened by Swap or Swap2."""
        return self._is_gomoku() and self.fields.value("size") >= SMALLEST

    def _players(self, kind: int) -> tuple[str, ...]:
        if kind == LADDER:
            return LEVELS
        if kind == ROBIN:
            return self.players.texts()
        first = self.player.value()
        return (first,) if kind == SELF_PLAY else (first, self.opponent.value())

    def _sprt(self) -> Sprt | None:
        asked = self.fields.values()
        if not asked["sprt"]:
            return None
        low, high = float(asked["elo0"]), float(asked["elo1"])
        return Sprt(low, high, normalised=asked["normalised"])

    def _add_rows(self) -> None:
        tests = QWidget()
        column = QVBoxLayout(tests)
        column.setContentsMargins(0, 0, 0, 0)
        for name in ("sprt", "elo0", "elo1", "normalised"):
            column.addWidget(self.fields[name])
        own: dict[str, tuple[str, QWidget]] = {
            "player": (tr("Pla&yer:"), self.player),
            "opponent": (tr("&Opponent:"), self.opponent),
            "players": (tr("Players:"), self.players),
            "openings": (tr("Openings:"), self.openings),
            "sprt": ("", tests),
        }
        for name in ("kind", "varied", "gomoku", "opening"):
            narrow(self.fields[name], _LETTERS)
        for name in _ROWS:
            if name in own:
                self._rows.addRow(*own[name])
            else:
                self.fields.add_row(self._rows, name)

    @Slot(str)
    def _changed(self, name: str) -> None:
        """Show the fields that a kind of tournament has; suggest values for what is varied."""
        if name in ("kind", "size", "line", "reverse"):
            self._offer()
        elif name == "varied":
            self.fields.show({"values": _VALUES.get(self.fields.value("varied"), "")})

    def _offer(self) -> None:
        kind = self.fields.value("kind")
        shown = _ALWAYS | _SHOWN[kind] | (set() if kind == PUBLISHED else _BOARD)
        if kind != PUBLISHED and self._is_gomoku():
            shown = shown | {"gomoku"} | ({"opening"} if self._can_be_opened() else set())
        for row, name in enumerate(_ROWS):
            self._rows.setRowVisible(row, name in shown)


def _kind_of(experiment: Experiment) -> int:
    """Return the kind of tournaments that an experiment is called here."""
    if experiment.kind == experiments.SWEEP:
        return SELF_PLAY if len(experiment.plan.players) == 1 else OPPONENT
    return _EXPERIMENTS[experiment.kind]


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        sentence = tr("the seed must be a whole number, not {text}", text=repr(text))
        raise ValueError(sentence) from None
