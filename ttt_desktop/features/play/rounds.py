"""Games one after another: what starts one, how it ends, and what lies between."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtWidgets import QMenu, QWidget

from engine import EMPTY, PLAYERO, PLAYERX, Result
from engine.board import Position
from ttt_desktop.board.confetti import Confetti
from ttt_desktop.features.play.home import PlayHome, unfinished
from ttt_desktop.features.play.result_card import AGAIN, REVIEW, SWAP, ResultCard
from ttt_desktop.look.text import tr
from ttt_desktop.session.coach_words import card_sentence, practice_praise
from ttt_desktop.session.seats import MARKS
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.levels import LADDER, LastLevels
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import TryFile

if TYPE_CHECKING:
    from ttt_desktop.features.play.new_game import NewGamePage


HOME, NEW_GAME = "play", "new_game"
"""The names of the pages that games are started from."""


class Rounds(QObject):
    """Starts games, and shows how they ended.

    Attributes:
        result: the card at the end of a game.
    """

    def __init__(
        self,
        shell: Shell,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shell, self._frame = shell, shell.frame
        self._window, self._theme, self._board = shell.window, shell.theme, shell.board
        self._controller = controller = shell.controller
        self._actions = actions = shell.actions
        self._machine, self._levels = shell.machine, LastLevels(shell.store.levels())
        following = {name: actions[name] for name in (AGAIN, SWAP, REVIEW) if shell.has(name)}
        self.result = ResultCard(controller, self._theme, following)
        shell.players.chosen.connect(self.offer)
        self._confetti = Confetti(self._theme, shell.desk, self._frame)
        controller.game_over.connect(self._show_result)
        controller.follow(self._teach, View.reviewed, View.result, View.game)
        controller.follow(self._keep_level, View.game, View.seats_now)

    # --- the pages that games are started from --------------------------------------------

    def make_home(self) -> QWidget:
        """Make Play's home."""
        home = PlayHome(self._shell, self._levels)
        home.started.connect(self.begin)
        home.resumed.connect(self.resume)
        home.asked.connect(lambda: self._shell.pages.open(NEW_GAME))
        return home

    def make_new_game(self) -> QWidget:
        """Make the page that asks for everything that a game needs."""
        from ttt_desktop.features.play.new_game import NewGamePage  # noqa: PLC0415  (not for the start)

        page = NewGamePage(self._theme)
        page.started.connect(self.begin)
        page.filed.connect(self._try_file)
        return page

    def show_home(self) -> None:
        """Show on Play's home what is true now."""
        cast("PlayHome", self._shell.pages[HOME]).refresh(self._machine.kept)

    def ask_all(self) -> None:
        """Show on the other page what was chosen the last time."""
        page = cast("NewGamePage", self._shell.pages[NEW_GAME])
        page.ask(self._controller.view.own, self._machine.kept)

    @Slot()
    def resume(self) -> None:
        """Go on with the unfinished game: the one on the board, else the one that was given up."""
        if unfinished(self._controller.view) is None:
            self.back()
        self._shell.pages.open_board()
        self._board.begin()

    @Slot(object, str)
    @Slot(object, str, object)
    def begin(self, settings: Settings, opponent: str, start: Position | None = None) -> None:
        """Start a game.

        Args:
            settings: those that it is played with.
            opponent: who plays against the user (see ``OpponentField.opponent``).
            start: the position that it begins from; None for an empty board.
        """
        from ttt_desktop.settings.opponent_field import ASKED, FILE, GUEST  # noqa: PLC0415

        # (Before the machine goes: it played the game that this puts an end to.)
        self._controller.new_game(settings, start)
        if opponent not in ASKED:
            self._machine.drop()
        self._board.begin()
        if opponent == FILE and not self._machine.kept:
            self._shell.do("from_file")
        if opponent == GUEST:
            self._shell.do("guest")

    @Slot()
    def _try_file(self) -> None:
        """Have a course file tried, which plays then."""
        self._shell.pages.open_board()
        self._shell.serve(TryFile())

    @Slot()
    def _keep_level(self) -> None:
        """Remember how strong the machine is in the user's game, however it was chosen."""
        view = self._controller.view
        mark = MARKS.get(view.settings.machine)
        if mark is None or view.machine_name or not view.scene.is_own:
            return
        spec = view.settings.player(mark)
        if spec.kind is LADDER:
            self._levels.keep(view.game.rules, spec.level)

    @Slot()
    def again(self) -> None:
        """Start another game; the sides change first where they alternate."""
        self._controller.again()
        self._board.begin()

    @Slot()
    def swap(self) -> None:
        """Change marks, and start another game."""
        self._controller.swap()
        self._board.begin()

    @Slot()
    def back(self) -> None:
        """Go on with the game that was given up, with those who played it."""
        self._controller.go_back()
        self.tell_absent()

    def tell_absent(self) -> None:
        """Say which machine played the game on the board before, if it is not here."""
        if name := self._controller.view.absent:
            sentence = tr("{file} played this game before: load it again for it to go on, or have "
                      "another machine move (Ctrl+M).", file=name)  # fmt: skip
            self._machine.announced.emit(sentence)

    @Slot()
    def _teach(self) -> None:
        """Say on the card where the game was decided, once that is known."""
        view = self._controller.view
        lesson = card_sentence(view, view.reviewed) if view.reviewed and view.result else ""
        if view.result and view.scene.is_try:
            lesson = practice_praise(self._controller) or lesson
        self.result.teach(
            lesson,
            shows=view.reviewed is not None and view.reviewed.decisive is not None,
        )

    @Slot(int, QPoint)
    def offer(self, mark: int, place: QPoint) -> None:
        """Offer what can be changed about a player, where its card was clicked."""
        menu = QMenu(self._window)
        menu.aboutToHide.connect(menu.deleteLater)
        groups = self._actions.choices
        if self._controller.view.is_machine(mark):
            menu.addAction(tr("Difficulty")).setEnabled(False)  # a section's title would be cut
            menu.addSeparator()
            menu.addActions(groups["levels"].actions())
            others = menu.addMenu(tr("Other machines"))
            others.addActions(groups["kinds"].actions())
            others.addSeparator()
            files = ("from_file", "guest")
            others.addActions([self._actions[name] for name in files if self._shell.has(name)])
        menu.addMenu(tr("Machine plays")).addActions(groups["sides"].actions())
        menu.addSeparator()
        menu.addActions([self._actions["swap"], self._actions["new"]])
        menu.popup(place)
        if self._board.by_key():
            able = [entry for entry in menu.actions() if entry.isEnabled()]
            menu.setActiveAction(next((entry for entry in able if entry.isChecked()), able[0]))

    @Slot(object)
    def _show_result(self, result: Result) -> None:
        """Show how the game ended; a win of a person is celebrated, a loss or tie is felt."""
        moving, view = self._board.animate(), self._controller.view
        if not (view.scene.is_own or view.scene.is_try or view.scene.is_lesson):
            return  # others have played it
        self.result.show_result(result, moving)
        self._teach()
        people = [mark for mark in (PLAYERX, PLAYERO) if not view.is_machine(mark)]
        if not (moving and people and view.scene.is_own):
            return
        if result.winner in people:
            self._confetti.throw(result.winner)
        else:
            self._board.show_end(people[0] if result.winner else EMPTY)
