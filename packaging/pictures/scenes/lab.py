"""The lab's window: before, during and after each kind of run."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox

from engine.tournament import GameRecord, Pairing, Tournament
from engine.tournament.playing import play_game
from engine.tournament.results import as_lines, header_of
from pictures.scene import Act, Condition, Scene, Steps
from pictures.stage import Stage
from ttt_desktop.lab.lab import LabState
from ttt_desktop.lab.window import LabWindow

PUBLISHED, SELF_PLAY, SWEEP, PAIRING, ROBIN = (
    "Published experiment", "Sweep, self-play", "Sweep against an opponent", "Pairing",
    "Round robin",
)  # fmt: skip
_KINDS = {
    # a part of the scene's name: what the form calls it, and how many rows it has
    "published": (PUBLISHED, 9),
    "self-play": (SELF_PLAY, 9),
    "sweep": (SWEEP, 9),
    "pairing": (PAIRING, 1),
    "robin": (ROBIN, 6),
}
_GAMES, _MANY = 100, 2700
_SHARE = 0.4
_READ, _PLAYED = 40_000, 100


def set_up(stage: Stage, kind: str) -> Steps:
    """Open the lab, choose a kind of tournament, wait for the charts."""
    lab = stage.open_lab()
    choice = lab.findChild(QComboBox, "kind")
    assert choice is not None
    choice.setCurrentText(kind)
    yield lambda: bool(lab.charts)
    return [lab]


def start(stage: Stage, games: int) -> LabWindow:
    """Run what is set up; return the lab's window."""
    lab = stage.window.lab
    assert lab is not None
    number = lab.findChild(QSpinBox, "games")
    assert number is not None
    number.setValue(games)
    lab.button["start"].click()
    return lab


def ended(lab: LabWindow) -> Condition:
    """Return the condition that the lab does nothing."""
    return lambda: lab.lab.state is LabState.IDLE


def before(kind: str) -> Act:
    """Return what sets a run up."""
    return lambda stage: set_up(stage, kind)


def during(kind: str, rows: int) -> Act:
    """Return what looks at a run under way, of so many pairings."""

    def act(stage: Stage) -> Steps:
        yield from set_up(stage, kind)
        lab = start(stage, _MANY // rows)
        yield lambda: lab.lab.progress > _SHARE
        return [lab]

    return act


def after(kind: str, tab: str = "Outcomes", games: int = _GAMES) -> Act:
    """Return what looks at one of the tabs after a run."""

    def act(stage: Stage) -> Steps:
        yield from set_up(stage, kind)
        lab = start(stage, games)
        yield ended(lab)
        titles = [lab.tabs.tabText(i) for i in range(lab.tabs.count())]
        lab.tabs.setCurrentIndex(titles.index(tab))
        return [lab]

    return act


def paused(stage: Stage) -> Steps:
    """Pause a run."""
    (lab,) = (yield from during(PUBLISHED, 9)(stage)) or ()
    assert isinstance(lab, LabWindow)
    lab.button["pause"].click()
    yield lambda: lab.lab.state is LabState.PAUSED
    return [lab]


def refused(stage: Stage) -> Steps:
    """Ask for a player that there is not."""
    yield from set_up(stage, PAIRING)
    lab = stage.window.lab
    assert lab is not None
    player = lab.findChild(QLineEdit, "player")
    assert player is not None
    player.setText("grandmaster")
    lab.button["start"].click()
    return [lab]


def loaded(stage: Stage) -> Steps:
    """Run the experiment, export its games, run another, open the first one's file."""
    yield from after(PUBLISHED)(stage)
    lab = stage.window.lab
    assert lab is not None
    path = stage.folder / "games.json"
    lab.files.export(path)
    yield path.exists
    start(stage, 1)
    yield ended(lab)
    lab.files.open(path)
    yield ended(lab)
    return [lab]


def reading(stage: Stage) -> Steps:
    """Look while a long file is read."""
    yield from set_up(stage, PUBLISHED)
    lab = stage.window.lab
    assert lab is not None
    lab.files.open(long_results(stage.folder))
    yield lambda: lab.lab.state is LabState.READING
    return [lab]


def game_shown(stage: Stage) -> Steps:
    """Go through one of the lab's games on the board."""
    yield from after(PUBLISHED, "Games")(stage)
    lab = stage.window.lab
    assert lab is not None
    lab.games.activated.emit(lab.games.model().index(0, 0))
    for _ in range(4):
        stage.trigger("redo")
    yield stage.idle
    return None


def long_results(folder: Path) -> Path:
    """Write a long file of results: some games again and again."""
    pairing = Pairing("random", "random", _READ)
    some = [play_game(pairing, 0, number, number) for number in range(_PLAYED)]
    records = (
        GameRecord(0, number, each.outcome, each.moves, each.seconds)
        for number, each in ((number, some[number % _PLAYED]) for number in range(_READ))
    )
    path = folder / "results.json"
    header = header_of(Tournament("pairing", (pairing,), 1))
    path.write_text("".join(as_lines(header, records)), encoding="utf-8")
    return path


_LOOKS = {"published": ("fine", "large", "laptop", "laptop-large", "small"), "robin": ("large",)}

SCENES = (
    *(
        scene
        for name, (kind, rows) in _KINDS.items()
        for scene in (
            Scene(f"lab-{name}-before", f"{kind}: set up", before(kind)),
            Scene(f"lab-{name}-during", f"{kind}: under way", during(kind, rows), live=True),
            Scene(f"lab-{name}-after", f"{kind}: played", after(kind), looks=_LOOKS.get(name, ())),
        )
    ),
    Scene("lab-time", "How long the games took", after(PUBLISHED, "Time")),
    Scene("lab-strength", "Strength", after(SWEEP, "Strength")),
    Scene("lab-table", "The tables", after(ROBIN, "Table"), looks=("large",)),
    Scene("lab-games", "The games", after(ROBIN, "Games")),
    Scene("lab-paused", "A run is paused", paused, live=True),
    Scene("lab-refused", "What cannot be run", refused),
    Scene("lab-reading", "A file of results is read", reading, live=True),
    Scene("lab-loaded", "A file of results was opened", loaded),
    Scene("lab-game", "One of the lab's games on the board", game_shown),
)  # fmt: skip
