"""Games one after another: the card that starts one, the card at its end, and what lies between."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtWidgets import QMainWindow, QMenu

from engine import Result
from ttt_desktop.files.dialogs import MachineFiles
from ttt_desktop.files.machine import FileMachine
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.menus import Menus
from ttt_desktop.play.confetti import Confetti
from ttt_desktop.play.game import GameController
from ttt_desktop.play.result_card import ResultCard
from ttt_desktop.play.seats import swapped
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.text import tr

_NEXT = ("again", "swap", "review")
"""What the card at the end offers."""


class Rounds(QObject):
    """Starts games, and shows how they ended.

    Args:
        window: the main window.
        controller: the game.
        theme: colours and fonts.
        actions: the window's actions.
        frame: what the board lies in.
        machine: the machine from a file, if there is one.
        files: asks for machines from files.

    Attributes:
        apply: takes settings into force.
        own_settings: returns the user's settings, those that a lesson keeps for later among them.
        animates: asked whether things move.
        result: the card at the end of a game.

    Signals:
        reviewed(): a review begins.
    """

    reviewed = Signal()

    def __init__(
        self,
        window: QMainWindow,
        controller: GameController,
        theme: ThemeManager,
        actions: Menus,
        frame: SquareFrame,
        machine: FileMachine,
        files: MachineFiles,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._theme = theme
        self._actions = actions
        self._frame = frame
        self._machine = machine
        self._files = files
        self.apply: Callable[[Settings], None] = lambda _settings: None
        self.own_settings: Callable[[], Settings] = lambda: controller.settings
        self.animates: Callable[[], bool] = lambda: False
        self.result = ResultCard(controller, theme, [actions[name] for name in _NEXT], frame)
        self._confetti = Confetti(theme, frame)
        controller.game_over.connect(self._show_result)

    @Slot()
    def ask(self) -> None:
        """Ask which game to play, and start it."""
        from ttt_desktop.play.new_game import NewGameCard  # noqa: PLC0415  (not for the start)

        card = self._window.findChild(NewGameCard)
        if card is None:
            card = NewGameCard(self._theme, self._window)
            card.started.connect(self._start)
            card.finished.connect(self._frame.setFocus)
        file = self._machine.player
        card.ask(self.own_settings(), file.name if file is not None else "")

    @Slot(object, str)
    def _start(self, settings: Settings, opponent: str) -> None:
        from ttt_desktop.play.opponent import FILE, PERSON  # noqa: PLC0415

        if opponent not in (FILE, PERSON):
            self._machine.drop()
        self._begin(lambda _own: settings)
        if opponent == FILE and self._machine.player is None:
            self._files.ask_load()

    @Slot()
    def again(self) -> None:
        """Start another game; the sides change first where they alternate."""
        self._begin(self._alternated)

    @Slot()
    def swap(self) -> None:
        """Change marks, and start another game."""
        self._begin(swapped)

    def _alternated(self, settings: Settings) -> Settings:
        """Return the settings of the game after this one."""
        ended = self._controller.game.result is not None and not self._controller.left_out
        return swapped(settings) if settings.alternate and ended else settings

    def _begin(self, change: Callable[[Settings], Settings]) -> None:
        """Start a game with settings that may give the marks to others.

        Args:
            change: makes them of the user's own, once a lesson has given those back.
        """
        self._controller.making_room()
        before = self._controller.seats_now
        self.apply(change(self._controller.settings))
        self._controller.new_game(left_by=before)
        self._frame.setFocus()

    @Slot()
    def back(self) -> None:
        """Go on with the game that was given up, with those who played it."""
        controller = self._controller
        controller.making_room()
        before, then = controller.seats_now, controller.seats_given_up
        self.apply(then.seated(controller.settings))
        controller.go_back(left_by=before)
        if then.machine not in ("", controller.machine_name):
            said = tr("{file} played this game before: load it again for it to go on.",
                      file=then.machine)  # fmt: skip
            self._machine.told.emit(said)

    @Slot()
    def review(self) -> None:
        """Go through the game from its beginning, with what the machine says of each position."""
        self.result.close_card()
        self.reviewed.emit()
        self._controller.review()
        self._frame.setFocus()

    @Slot(int, QPoint)
    def offer(self, mark: int, place: QPoint) -> None:
        """Offer what can be changed about a player, where its card was clicked."""
        menu = QMenu(self._window)
        menu.aboutToHide.connect(menu.deleteLater)
        groups = self._actions.choices
        if self._controller.is_machine(mark):
            menu.addSection(tr("Difficulty"))
            menu.addActions([each for each in groups["levels"].actions() if each.isEnabled()])
            menu.addMenu(tr("Player")).addActions(groups["kinds"].actions())
        menu.addMenu(tr("Machine plays")).addActions(groups["sides"].actions())
        menu.addSeparator()
        menu.addActions([self._actions["swap"], self._actions["new"]])
        menu.popup(place)

    @Slot(object)
    def _show_result(self, result: Result) -> None:
        """Show how the game ended; a win of a person is celebrated."""
        moving = self.animates()
        self.result.show_result(result, moving)
        winner, counts = result.winner, not self._controller.left_out
        if moving and counts and winner and not self._controller.is_machine(winner):
            self._confetti.throw(winner)
