"""Games one after another: the card that starts one, the card at its end, and what lies between."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtWidgets import QMenu, QWidget

from engine import EMPTY, PLAYERO, PLAYERX, Result
from engine.board import Position
from ttt_desktop.files.dialogs import MachineFiles
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.text import tr
from ttt_desktop.play.confetti import Confetti
from ttt_desktop.play.result_card import ResultCard
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.coach_words import card_sentence, practice_praise
from ttt_desktop.session.seats import MARKS
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.levels import LADDER, LastLevels
from ttt_desktop.settings.solved import SolvedPuzzles
from ttt_desktop.shell.shell import Shell

_NEXT = ("again", "swap", "review")
"""What the card at the end offers."""


class Achievements(NamedTuple):
    """What somebody has come to."""

    levels: LastLevels
    """The level last played on each board."""
    solved: SolvedPuzzles


class Rounds(QObject):
    """Starts games, and shows how they ended.

    Args:
        files: asks for machines from files.
        achievements: the levels that were played, and the puzzles that were solved.
        coach: says where a game was decided.
        spare: what says nothing while the card at the end is there.

    Attributes:
        result: the card at the end of a game.

    Signals:
        reviewed(): a review begins.
        puzzled(): today's puzzle was chosen.
        asked(NewGameCard): the card that starts a game is there.
    """

    reviewed = Signal()
    puzzled = Signal()
    asked = Signal(object)

    def __init__(
        self,
        parts: Shell,
        frame: SquareFrame,
        files: MachineFiles,
        achievements: Achievements,
        coach: Coach,
        spare: QWidget,
    ) -> None:
        super().__init__(parts.window)
        self._window, self._theme, self._board = parts.window, parts.theme, parts.board
        self._controller = controller = parts.controller
        self._actions = actions = parts.actions
        self._machine, self._files = parts.machine, files
        self._frame, self._achievements, self._coach = frame, achievements, coach
        following = [actions[name] for name in _NEXT]
        self.result = ResultCard(controller, self._theme, following, frame, spare)
        self._confetti = Confetti(self._theme, frame)
        controller.game_over.connect(self._show_result)
        controller.follow(self._teach, View.reviewed, View.result, View.game)
        controller.follow(self._keep_level, View.game, View.seats_now)

    @Slot()
    def ask(self) -> None:
        """Ask which game to play, and start it."""
        from ttt_desktop.play.new_game import NewGameCard  # noqa: PLC0415  (not for the start)

        card = self._window.findChild(NewGameCard)
        if card is None:
            card = NewGameCard(self._theme, *self._achievements, self._window)
            card.started.connect(self.begin)
            card.puzzled.connect(self.puzzled)
            card.filed.connect(self._files.ask_try)
            card.finished.connect(self._frame.setFocus)
        moving = self._board.animate()
        card.ask(self._controller.view.own, self._machine.kept, moving)
        self.asked.emit(card)

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
            self._files.ask_load()
        if opponent == GUEST:
            self._files.guests.ask()

    @Slot()
    def _keep_level(self) -> None:
        """Remember how strong the machine is in the user's game, however it was chosen."""
        view = self._controller.view
        mark = MARKS.get(view.settings.machine)
        if mark is None or view.machine_name or not view.scene.is_own:
            return
        spec = view.settings.player(mark)
        if spec.kind is LADDER:
            self._achievements.levels.keep(view.game.rules, spec.level)

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
    def review(self) -> None:
        """Look the game through with the coach."""
        self.result.close_card()
        self._coach.begin()
        self.reviewed.emit()
        self._frame.setFocus()

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
            others.addActions([self._actions["from_file"], self._actions["guest"]])
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
        self.result.show_result(result, moving)
        self._teach()
        people = [mark for mark in (PLAYERX, PLAYERO) if not view.is_machine(mark)]
        if not (moving and people and view.scene.is_own):
            return
        if result.winner in people:
            self._confetti.throw(result.winner)
        else:
            self._board.show_end(people[0] if result.winner else EMPTY)
