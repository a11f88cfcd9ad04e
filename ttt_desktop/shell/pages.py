"""The pages of the window: what fills it beside the rail, the board among them.

A page that stands on the rail is a place. Each page is made when it is first opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from ttt_desktop.settings.declarations import PLACES
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.sections import PLACES as PLACES_SECTION


@dataclass(frozen=True, slots=True)
class FeaturePage:
    """A page, as a feature has it.

    Attributes:
        name: what it is called in the code; for a place, its action is called so too.
        title: what stands in its header.
        make: makes it when it is first opened.
        opened: is called whenever it is opened, the page in front.
        icon: its icon on the rail, a file in ``resources/icons``; empty where it is no place.
        within: the place that it belongs to, where it is no place of its own.
        header: the actions that its header offers, by name, the most important one last.
        on_board: those that the header offers while the place's board is seen.
        is_led: whether the page has a filled button of its own, so that its header fills none.
        has_board: tells whether what lies on the board belongs to this place.
        busy: tells whether something goes on there, which the rail marks.
    """

    name: str
    title: str
    make: Callable[[], QWidget]
    opened: Callable[[], object] | None = None
    icon: str = ""
    within: str = ""
    header: Sequence[str] = ()
    on_board: Sequence[str] = ()
    is_led: bool = False
    has_board: Callable[[], bool] | None = None
    busy: Callable[[], bool] | None = None

    @property
    def place(self) -> str:
        """The place that it is, or belongs to."""
        return self.within or self.name


def place_action(
    name: str, text: str, tip: str, keys: str, icon: str, usual_keys: str = ""
) -> Action[Any]:
    """Return the action that goes to a place.

    Args:
        usual_keys: further keys.
    """
    return Action(name, text, tip, PLACES_SECTION, lambda own: own.shell.pages.go(name), keys,
                  more_keys=usual_keys, icon=icon)  # fmt: skip


class Pages(QObject):
    """Opens pages, and knows which place is open.

    Args:
        stack: what the pages lie in.
        desk: the board, with what stands around it.

    Attributes:
        place: the name of the place that is open.
        page: the name of the page that is open; empty while the board is seen.
        clear_board: takes away what lies over the user's own game.

    Signals:
        changed(): another page or place is open.
    """

    changed = Signal()

    def __init__(self, stack: QStackedWidget, desk: QWidget) -> None:
        super().__init__(stack)
        self._stack, self._desk = stack, desk
        self._declared: dict[str, FeaturePage] = {}
        self._opened: dict[str, QWidget] = {}
        self._left: dict[str, str] = {}
        self._held = 0
        self.place = self.page = ""
        self.clear_board: Callable[[], object] = lambda: None

    def add(self, page: FeaturePage) -> None:
        """Take a page in, which can be opened from now on."""
        self._declared[page.name] = page
        if not self.place and page.icon:
            self.place = page.name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all pages."""
        return tuple(self._declared)

    @property
    def places(self) -> tuple[FeaturePage, ...]:
        """The places, in the order of the rail."""
        order = list(PLACES)
        places = (page for page in self._declared.values() if page.icon)
        return tuple(sorted(places, key=lambda page: order.index(page.name)))

    @property
    def opened(self) -> Mapping[str, QWidget]:
        """The pages that were opened so far, by name."""
        return self._opened

    @property
    def current(self) -> FeaturePage | None:
        """The page that is open; the place's own while its board is seen."""
        return self._declared.get(self.page or self.place)

    @property
    def shows_board(self) -> bool:
        """Whether the board is seen."""
        return not self.page

    @property
    def owner(self) -> str:
        """The place that what lies on the board belongs to."""
        asked = (page for page in self.places if page.has_board is not None)
        owner = next((page.name for page in asked if page.has_board and page.has_board()), "")
        return owner or self._first

    @property
    def _first(self) -> str:
        """The place of the user's own game: the first one; empty where there is none."""
        return next((page.name for page in self.places), "")

    def is_busy(self, place: str) -> bool:
        """Whether something goes on in a place, on any of its pages."""
        pages = (page for page in self._declared.values() if page.place == place)
        return any(page.busy() for page in pages if page.busy is not None)

    def __getitem__(self, name: str) -> QWidget:
        """The page of a name, made where it is not there yet."""
        if name not in self._opened:
            self._opened[name] = page = self._declared[name].make()
            self._stack.addWidget(page)
        return self._opened[name]

    def open(self, name: str) -> bool:
        """Open a page; return whether there is one of that name."""
        if name not in self._declared:
            return False
        declared = self._declared[name]
        self._stack.setCurrentWidget(self[name])
        self._now(declared.place, name)
        if declared.opened is not None:
            declared.opened()
        return True

    def open_board(self) -> None:
        """Show the board, in the place that what lies on it belongs to."""
        self._stack.setCurrentWidget(self._desk)
        self._now(self.owner, "")

    def go(self, place: str) -> None:
        """Open a place as it was left; the one that is open shows its home."""
        if place == self.place:
            self.open(place)
            return
        page = self._left.get(place, place)
        if page:
            self.open(page)
        elif place == self.owner:
            self.open_board()
        elif place == self._first:  # the user's own game
            with self.held():
                self.clear_board()
            self.open_board()
        else:
            self.open(place)

    def go_back(self) -> bool:
        """Open the place that the open page belongs to; return whether it belongs to one."""
        page = self._declared.get(self.page)
        return page is not None and bool(page.within) and self.open(page.within)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Leave the page as it is, whatever is put on the board meanwhile."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    def follow_board(self) -> None:
        """Show the board: something else has been put on it."""
        if not self._held:
            self.open_board()

    def _now(self, place: str, page: str) -> None:
        self._left[place] = page
        if (place, page) != (self.place, self.page):
            self.place, self.page = place, page
            self.changed.emit()

    def close(self) -> None:
        """Close what is open."""
        for page in self._opened.values():
            page.close()
