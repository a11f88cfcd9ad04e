"""The sections of the menus, in their order: an action says in which one it stands.

Within a section entries stand in the order of the features (``ttt_desktop.features``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

FILE, GAME, PUZZLES, LEARN = "&File", "&Game", "&Puzzles", "&Learn"
LAB, CLASS, YOU, MACHINE, VIEW, HELP = "L&ab", "&Class", "&You", "&Machine", "&View", "H&elp"

MENUS: Mapping[str, tuple[str, ...]] = {
    FILE: (),
    GAME: ("play", "puzzles"),
    PUZZLES: ("puzzles",),
    LEARN: ("learn",),
    LAB: ("lab",),
    CLASS: ("class",),
    YOU: ("you",),
    MACHINE: ("play", "learn"),
    VIEW: (),
    HELP: (),
}
"""The menus in their order, and the places in which each is shown; none: in all."""


@dataclass(frozen=True, slots=True)
class MenuSection:
    """A place in the menus.

    Attributes:
        name: what it holds.
        menu: the menu that it belongs to.
        part: its part of the menu; a line separates two parts.
        submenu: the submenu in it where its entries stand; empty for the menu itself.
    """

    name: str
    menu: str
    part: int
    submenu: str = ""

    def under(self, submenu: str) -> MenuSection:
        """Return the same place, in a submenu of it."""
        return replace(self, submenu=submenu)

    @property
    def path(self) -> str:
        """The menu, and the submenu after a slash."""
        return f"{self.menu}/{self.submenu}" if self.submenu else self.menu


FILES = MenuSection("what is opened and kept", FILE, 1)
PICTURES = MenuSection("pictures to export", FILE, 1, "&Export")
CHARTS = MenuSection("charts to export", FILE, 1, "&Export")
REPORTS = MenuSection("reports to export", FILE, 1, "&Export")
PROGRAM = MenuSection("the program", FILE, 2)
START = MenuSection("games to start", GAME, 1)
LOOK_BACK = MenuSection("games to look through", GAME, 1)
ON_BOARD = MenuSection("what lies on the board besides games", GAME, 1)
MOVES = MenuSection("going back and on", GAME, 2)
TASKS = MenuSection("puzzles to solve", PUZZLES, 1)
LESSONS = MenuSection("lessons", LEARN, 1)
LESSON_STEPS = MenuSection("the lesson that is on", LEARN, 2)
RUNS = MenuSection("what the instruments play", LEARN, 3)
STUDY = MenuSection("machines that learn", LEARN, 4)
EXPERIMENTS = MenuSection("experiments", LAB, 1)
CLASSES = MenuSection("a class's files and answers", CLASS, 1)
KEPT_GAMES = MenuSection("the games that were kept", YOU, 1)
THINKING = MenuSection("what the machine does now", MACHINE, 1)
OPPONENT = MenuSection("who the machine is", MACHINE, 2)
OWN_MACHINES = MenuSection("machines from files", MACHINE, 3, "Your own &program")
MATCHES = MenuSection("machines against each other", MACHINE, 4)
PLACES = MenuSection("the places of the window", VIEW, 1, "&Go to")
INSTRUMENTS = MenuSection("docks", VIEW, 1, "&Instruments")
SOUND = MenuSection("what is heard", VIEW, 2)
MARKS = MenuSection("what is drawn on the board", VIEW, 2)
SCREEN = MenuSection("the whole window", VIEW, 3)
PARTS = MenuSection("the window's parts", VIEW, 3, "Parts of the &window")
LAYOUT = MenuSection("where docks lie", VIEW, 4)
MANUAL = MenuSection("how it is used", HELP, 1)
ABOUT = MenuSection("the program itself", HELP, 2)

_ORDER = (
    FILES, PICTURES, CHARTS, REPORTS, PROGRAM, START, LOOK_BACK, ON_BOARD, MOVES, TASKS, LESSONS,
    LESSON_STEPS, RUNS, STUDY, EXPERIMENTS, CLASSES, KEPT_GAMES, THINKING, OPPONENT, OWN_MACHINES,
    MATCHES, PLACES, INSTRUMENTS, SOUND, MARKS, SCREEN, PARTS, LAYOUT, MANUAL, ABOUT,
)  # fmt: skip
_PLACES = {section.name: place for place, section in enumerate(_ORDER)}


def place_of(section: MenuSection) -> int:
    """Return the number of a section in the order of the menus."""
    return _PLACES[section.name]
