"""The sections of the menus, in their order: an action says in which one it stands.

Within a section entries stand in the order of the features (``ttt_desktop.features``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

GAME, MACHINE, VIEW, LEARN, HELP = "&Game", "&Machine", "&View", "&Learn", "H&elp"
MENUS = (GAME, MACHINE, VIEW, LEARN, HELP)


@dataclass(frozen=True, slots=True)
class Section:
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

    def under(self, submenu: str) -> Section:
        """Return the same place, in a submenu of it."""
        return replace(self, submenu=submenu)

    @property
    def path(self) -> str:
        """The menu, and the submenu after a slash."""
        return f"{self.menu}/{self.submenu}" if self.submenu else self.menu


START = Section("games to start", GAME, 1)
LOOK_BACK = Section("games to look through", GAME, 1)
ON_BOARD = Section("what lies on the board besides games", GAME, 1)
FILES = Section("what is opened and kept", GAME, 2)
PICTURES = Section("pictures to export", GAME, 2, "&Export")
CHARTS = Section("charts to export", GAME, 2, "&Export")
REPORTS = Section("reports to export", GAME, 2, "&Export")
KEPT_GAMES = Section("the games that were kept", GAME, 2)
MOVES = Section("going back and on", GAME, 3)
PROGRAM = Section("the program", GAME, 4)
THINKING = Section("what the machine does now", MACHINE, 1)
OPPONENT = Section("who the machine is", MACHINE, 2)
OWN_MACHINES = Section("machines from files", MACHINE, 3)
EXPERIMENTS = Section("machines among themselves", MACHINE, 4)
INSTRUMENTS = Section("docks", VIEW, 1)
SOUND = Section("what is heard", VIEW, 2)
MARKS = Section("what is drawn on the board", VIEW, 2)
SCREEN = Section("the whole window", VIEW, 3)
LAYOUT = Section("layouts", VIEW, 4)
LESSONS = Section("lessons", LEARN, 1)
LESSON_STEPS = Section("the lesson that is on", LEARN, 2)
RUNS = Section("what the instruments play", LEARN, 3)
STUDY = Section("learners and classes", LEARN, 4)
MANUAL = Section("how it is used", HELP, 1)
ABOUT = Section("the program itself", HELP, 2)

_ORDER = (
    START, LOOK_BACK, ON_BOARD, FILES, PICTURES, CHARTS, REPORTS, KEPT_GAMES, MOVES, PROGRAM,
    THINKING, OPPONENT, OWN_MACHINES, EXPERIMENTS, INSTRUMENTS, SOUND, MARKS, SCREEN, LAYOUT,
    LESSONS, LESSON_STEPS, RUNS, STUDY, MANUAL, ABOUT,
)  # fmt: skip
_PLACES = {section.name: place for place, section in enumerate(_ORDER)}


def place_of(section: Section) -> int:
    """Return the number of a section in the order of the menus."""
    return _PLACES[section.name]
