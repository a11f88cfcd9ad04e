"""The demo: two machines play one game after another, with settings that end with it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict

from PySide6.QtCore import QObject, Slot

from ttt_desktop.menus import Menus
from ttt_desktop.play.demo_bar import DemoBar
from ttt_desktop.play.game import GameController
from ttt_desktop.preferences import Preferences
from ttt_desktop.presenter import Presenter
from ttt_desktop.settings.declarations import Settings, with_values

_BUTTONS = ("new", "undo", "stop", "resume", "step")
_BORROWED = ("machine", "alike", "min_move_time")
_PACE_S = 0.5


class Demo(QObject):
    """Begins and ends machine against machine; the settings before it come back after it.

    Args:
        controller: the game.
        preferences: the settings in force.
        actions: the window's actions.
        presenter: presenter view, which hides its controls.

    Attributes:
        bar: its controls.
    """

    def __init__(
        self,
        controller: GameController,
        preferences: Preferences,
        actions: Menus,
        presenter: Presenter,
    ) -> None:
        super().__init__(presenter.parent())
        self._controller = controller
        self._preferences = preferences
        self._action = actions["demo"]
        self._before: dict[str, object] = {}
        self._lent: dict[str, object] = {}
        self._presenter = presenter
        self.bar = DemoBar([actions[name] for name in _BUTTONS])
        self.bar.hide()
        self.bar.chosen.connect(preferences.choose)
        preferences.borrowed.append(self._borrowed)
        preferences.applied.connect(self._look)

    @property
    def active(self) -> bool:
        """Whether it is on."""
        return self._action.isChecked()

    @Slot()
    def toggle(self) -> None:
        """Begin it, or end it, as its action says."""
        if self.active and self._controller.game.result is not None:
            # The new game will end a lesson, and that a demo.
            self._action.setChecked(False)
            self._controller.making_room()
            self._action.setChecked(True)
        settings = self._preferences.settings
        if not self.active:
            self._preferences.apply(with_values(settings, self._before), store=False)
            return
        self._before = {name: asdict(settings)[name] for name in _BORROWED}
        wanted: dict[str, object] = {"machine": "both", "alike": False}
        if settings.alike:
            wanted["o"] = settings.x
        wanted["min_move_time"] = max(settings.min_move_time, _PACE_S)
        self._lent = wanted
        self._preferences.apply(with_values(settings, wanted), store=False)
        if self._controller.game.result is not None:
            self._controller.new_game()

    def end(self) -> None:
        """End it, if it is on."""
        if self.active:
            self._action.trigger()

    def _borrowed(self, settings: Settings) -> Collection[str]:
        return _BORROWED if self.active and settings.machine == "both" else ()

    @Slot(object)
    def _look(self, settings: Settings) -> None:
        """Show what is chosen by now."""
        if self.active and settings.machine != "both":
            self._action.setChecked(False)  # it is no demo any more
            self._give_back(settings)
            return
        self.bar.show_settings(settings)
        self.show_bar()

    def _give_back(self, settings: Settings) -> None:
        """Undo what the demo changed, but for what was chosen since."""
        values = asdict(settings)
        left = {name: self._before[name] for name in ("alike", "min_move_time")
                if values[name] == self._lent[name]}  # fmt: skip
        self._preferences.apply(with_values(settings, left))

    def show_bar(self) -> None:
        """Show its controls while it is on, but not in presenter view."""
        self.bar.setVisible(self.active and not self._presenter.active)
