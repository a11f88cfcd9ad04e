"""The lab's window: before, during and after each kind of run."""

from __future__ import annotations

from pictures.scene import Act, Scene, Steps
from tests.desktop.features.lab.user import LabUser, open_lab
from tests.driver.files import long_results
from tests.driver.user import User
from ttt_desktop.features.lab.form import OPPONENT, PAIRING, PUBLISHED, ROBIN, SELF_PLAY
from ttt_desktop.features.lab.tournaments import LabState

_KINDS = {
    # a part of the scene's name: what the form calls it, and how many rows it has
    "published": (PUBLISHED, "Published experiment", 9),
    "self-play": (SELF_PLAY, "Sweep, self-play", 9),
    "sweep": (OPPONENT, "Sweep against an opponent", 9),
    "pairing": (PAIRING, "Pairing", 1),
    "robin": (ROBIN, "Round robin", 6),
}
_GAMES, _MANY = 100, 2700
_SHARE = 0.4
_READ = 40_000


def set_up(user: User, kind: int) -> Steps:
    """Open the lab, choose a kind of tournament, wait for the charts."""
    lab = open_lab(user)
    lab.ask(kind)
    yield lab.drawn
    return [lab.window]


def before(kind: int) -> Act:
    """Return what sets a run up."""
    return lambda user: set_up(user, kind)


def during(kind: int, rows: int) -> Act:
    """Return what looks at a run under way, of so many pairings."""

    def act(user: User) -> Steps:
        yield from set_up(user, kind)
        lab = LabUser(user)
        lab.start(games=_MANY // rows)
        yield lambda: lab.window.lab.progress > _SHARE
        return [lab.window]

    return act


def after(kind: int, tab: str = "Outcomes", games: int = _GAMES) -> Act:
    """Return what looks at one of the tabs after a run."""

    def act(user: User) -> Steps:
        yield from set_up(user, kind)
        lab = LabUser(user)
        lab.start(games=games)
        yield lab.idle
        tabs = lab.window.tabs
        tabs.bring_forward(tabs.pages[tab])
        return [lab.window]

    return act


def paused(user: User) -> Steps:
    """Pause a run."""
    yield from during(PUBLISHED, 9)(user)
    lab = LabUser(user)
    lab.press("pause")
    yield lambda: lab.window.lab.state is LabState.PAUSED
    return [lab.window]


def refused(user: User) -> Steps:
    """Ask for a player that there is not."""
    yield from set_up(user, PAIRING)
    lab = LabUser(user)
    lab.start(player="grandmaster")
    return [lab.window]


def loaded(user: User) -> Steps:
    """Run the experiment, export its games, run another, open the first one's file."""
    yield from after(PUBLISHED)(user)
    lab = LabUser(user)
    path = user.folder / "games.json"
    lab.window.files.export(path)
    yield path.exists
    lab.start(games=1)
    yield lab.idle
    lab.window.files.open(path)
    yield lab.idle
    return [lab.window]


def reading(user: User) -> Steps:
    """Look while a long file is read."""
    yield from set_up(user, PUBLISHED)
    lab = LabUser(user).window
    lab.files.open(long_results(user.folder, _READ))
    yield lambda: lab.lab.state is LabState.READING
    return [lab]


def game_shown(user: User) -> Steps:
    """Go through one of the lab's games on the board."""
    yield from after(PUBLISHED, "Games")(user)
    games = LabUser(user).window.games
    games.activated.emit(games.model().index(0, 0))
    for _ in range(4):
        user.trigger("redo")
    yield user.idle
    return None


_LOOKS = {"published": ("fine", "large", "laptop", "laptop-large", "small"), "robin": ("large",)}

SCENES = (
    *(
        scene
        for name, (kind, title, rows) in _KINDS.items()
        for scene in (
            Scene(f"lab-{name}-before", f"{title}: set up", before(kind)),
            Scene(f"lab-{name}-during", f"{title}: under way", during(kind, rows), live=True),
            Scene(f"lab-{name}-after", f"{title}: played", after(kind), looks=_LOOKS.get(name, ())),
        )
    ),
    Scene("lab-time", "How long the games took", after(PUBLISHED, "Time")),
    Scene("lab-strength", "Strength", after(OPPONENT, "Strength")),
    Scene("lab-table", "The tables", after(ROBIN, "Table"), looks=("large",)),
    Scene("lab-games", "The games", after(ROBIN, "Games")),
    Scene("lab-paused", "A run is paused", paused, live=True),
    Scene("lab-refused", "What cannot be run", refused),
    Scene("lab-reading", "A file of results is read", reading, live=True),
    Scene("lab-loaded", "A file of results was opened", loaded),
    Scene("lab-game", "One of the lab's games on the board", game_shown),
)  # fmt: skip
