"""The sections of the menus, in their order: an action says in which one it stands.

Within a section entries stand in the order of the features (``ttt_desktop.features``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

GAME, MACHINE, VIEW, LEARN, HELP = "&Game", "&Machine", "&View", "&Learn", "H&elp"
MENUS = (GAME, MACHINE, VIEW, LEARN, HELP)


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


START = MenuSection("games to start", GAME, 1)
LOOK_BACK = MenuSection("games to look through", GAME, 1)
ON_BOARD = MenuSection("what lies on the board besides games", GAME, 1)
FILES = MenuSection("what is opened and kept", GAME, 2)
PICTURES = MenuSection("pictures to export", GAME, 2, "&Export")
CHARTS = MenuSection("charts to export", GAME, 2, "&Export")
REPORTS = MenuSection("reports to export", GAME, 2, "&Export")
KEPT_GAMES = MenuSection("the games that were kept", GAME, 2)
MOVES = MenuSection("going back and on", GAME, 3)
PROGRAM = MenuSection("the program", GAME, 4)
THINKING = MenuSection("what the machine does now", MACHINE, 1)
OPPONENT = MenuSection("who the machine is", MACHINE, 2)
OWN_MACHINES = MenuSection("machines from files", MACHINE, 3)
EXPERIMENTS = MenuSection("machines among themselves", MACHINE, 4)
INSTRUMENTS = MenuSection("docks", VIEW, 1)
SOUND = MenuSection("what is heard", VIEW, 2)
MARKS = MenuSection("what is drawn on the board", VIEW, 2)
SCREEN = MenuSection("the whole window", VIEW, 3)
LAYOUT = MenuSection("layouts", VIEW, 4)
LESSONS = MenuSection("lessons", LEARN, 1)
LESSON_STEPS = MenuSection("the lesson that is on", LEARN, 2)
RUNS = MenuSection("what the instruments play", LEARN, 3)
STUDY = MenuSection("learners and classes", LEARN, 4)
MANUAL = MenuSection("how it is used", HELP, 1)
ABOUT = MenuSection("the program itself", HELP, 2)

_ORDER = (
    START, LOOK_BACK, ON_BOARD, FILES, PICTURES, CHARTS, REPORTS, KEPT_GAMES, MOVES, PROGRAM,
    THINKING, OPPONENT, OWN_MACHINES, EXPERIMENTS, INSTRUMENTS, SOUND, MARKS, SCREEN, LAYOUT,
    LESSONS, LESSON_STEPS, RUNS, STUDY, MANUAL, ABOUT,
)  # fmt: skip
_PLACES = {section.name: place for place, section in enumerate(_ORDER)}


def place_of(section: MenuSection) -> int:
    """Return the number of a section in the order of the menus."""
    return _PLACES[section.name]
