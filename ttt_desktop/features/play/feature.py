"""Playing: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine import Game, Player, Rules, Square, square_name
from engine.players.level import KIND
from engine.rules import Rule
from ttt_desktop.features.play.hint_card import HintCard
from ttt_desktop.features.play.notices import Notices
from ttt_desktop.features.play.offers import Offers
from ttt_desktop.features.play.opponents import Opponents
from ttt_desktop.features.play.pairs import Pairs
from ttt_desktop.features.play.rounds import HOME, NEW_GAME, Rounds
from ttt_desktop.look.text import letter, tr
from ttt_desktop.session.hints import why_good
from ttt_desktop.session.seats import MARKS as SEATS
from ttt_desktop.session.seats import Seating
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import OPTIONS, choosable, with_values
from ttt_desktop.shell.actions import Action, Choices, ListEntry
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.sections import MARKS, MOVES, ON_BOARD, OPPONENT, START, THINKING
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import (
    BeginGame,
    GoThrough,
    PlayAgainst,
    PlayMachine,
    TellAbsent,
    TellComing,
    TellGivenUp,
    TellWaiting,
)

Keys = QKeySequence.StandardKey


class PlayFeature(Feature):
    """Lets people and machines play one game after another, and shows how they ended.

    Attributes:
        rounds: starts games, and shows how they ended.
        opponents: what the menus change about the machine.
        pairs: draws pairs of squares on the board.
        notices: what is said of the game in the panel.
        hint: says which square is best.
        offers: what is offered at the end of a game.
    """

    name = "play"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.controller = controller = shell.controller
        self.opponents = Opponents(controller, shell.preferences, shell.machine, self)
        self.pairs = Pairs(controller, shell.board, self)
        self.notices = Notices(shell, self)
        self.hint = HintCard(controller, shell.theme)
        self.rounds = Rounds(shell, self)
        self.offers = Offers(controller, shell.recorder, self.rounds.result, self)
        self.offers.accepted.connect(self._play_level)
        shell.players.level_chosen.connect(self.opponents.choose_level_of)
        shell.chosen.connect(self._move)
        shell.board.is_machine = self._is_machine
        controller.moved.connect(shell.board.draw_stroke)
        controller.hinted.connect(self._show_hint)
        controller.follow(self._show_settings, View.settings)
        self._show_settings()

    def _is_machine(self, mark: int) -> bool:
        return self.controller.view.is_machine(mark)

    @classmethod
    def actions(cls) -> Sequence[Action[PlayFeature] | Choices[PlayFeature]]:  # noqa: D102
        return (*_GAMES, *_MOVES, *_THINKING, *_OPPONENTS, *_MARKS)

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        rounds = self.rounds
        home = FeaturePage(
            HOME,
            "Play",
            rounds.make_home,
            rounds.show_home,
            icon="grid-3x3",
            header=("open", "setup"),
            on_board=("hint", "undo", "heatmap", "new"),
            is_led=True,
        )
        every_choice = FeaturePage(
            NEW_GAME, "New game", rounds.make_new_game, rounds.ask_all, within=HOME, is_led=True
        )
        return home, every_choice

    def escape(self) -> bool:
        """Go from all choices back to the home, and from there to the game that is on the board."""
        pages = self.shell.pages
        if pages.page == NEW_GAME:
            return pages.open(HOME)
        if pages.page == HOME and self.controller.view.plies:
            pages.open_board()
            return True
        return False

    def panel(self) -> QWidget:  # noqa: D102
        panel = QWidget()
        column = QVBoxLayout(panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)  # one of them is there at a time
        column.addWidget(self.hint)
        column.addWidget(self.rounds.result)
        return panel

    def serve(self, wish: object) -> bool:  # noqa: D102
        if isinstance(wish, BeginGame):
            self.rounds.begin(wish.settings, wish.opponent, wish.start)
        elif isinstance(wish, GoThrough):
            self.go_through(wish.game, wish.seating, wish.key)
        elif isinstance(wish, PlayAgainst):
            self.play_against(wish.player, wish.rules, wish.has_scores, wish.x_only)
        elif isinstance(wish, PlayMachine):
            self.shell.clear()
            self._play_against_machine()
        else:
            return self._tells(wish)
        return True

    def _tells(self, wish: object) -> bool:
        """Say something of the game, if that is what is wished."""
        if isinstance(wish, TellAbsent):
            self.rounds.tell_absent()
        elif isinstance(wish, TellWaiting):
            self.notices.tell_waiting(wish.before)
        elif isinstance(wish, TellGivenUp):
            self.notices.tell_given_up(wish.before)
        elif isinstance(wish, TellComing):
            self.rounds.result.tell_coming(wish.sentence)
        else:
            return False
        return True

    # --- games ------------------------------------------------------------------------

    def go_through(self, game: Game, seating: Seating, key: int) -> None:
        """Go through a game of the past on the board; it does not count."""
        self.shell.clear()
        self.shell.controller.look_at(game, seating, key)
        self.shell.do("review")
        self.notices.tell_past()
        self.shell.come_forward()

    def play_against(self, player: Player, rules: Rules, has_scores: bool, x_only: bool) -> None:
        """Start a game against what has learnt, by the rules that it has learnt."""
        self.shell.clear()
        self.shell.machine.seat(player, has_scores)
        line = 0 if rules.line == rules.size else rules.line
        reverse = "yes" if rules.reverse else "no"
        changed = {"size": str(rules.size), "line": str(line), "reverse": reverse}
        changed["gomoku"] = Rule.NORMAL.word
        self._play_against_machine(**(changed | {"machine": "X"} if x_only else changed))
        self.shell.come_forward()

    def _play_against_machine(self, **changed: str) -> None:
        """Start a game against the machine, which gets a side where it has none.

        Args:
            changed: settings of the game that are to be others than the user's, as texts.
        """
        shell = self.shell
        shell.controller.end_demo()
        settings, notice = shell.controller.view.own, shell.notice.text
        if changed:
            settings = with_values(settings, changed)
        if settings.machine not in SEATS:
            settings = with_values(settings, {"machine": "O"})
        shell.controller.new_game(settings)
        if shell.notice.text != notice:  # a game was given up
            self.notices.tell_given_up(notice)
        shell.board.begin()

    @Slot(str)
    def _play_level(self, level: str) -> None:
        """Start the next game, against another level."""
        self.opponents.choose_level(level)
        self.rounds.again()

    @Slot(object)
    def _move(self, square: Square) -> None:
        """Make a move, or say why that cannot be."""
        controller, refusals = self.controller, self.shell.refusals
        yours = not controller.view.machines_turn
        if yours and refusals.is_foul(square):
            refusals.say_why_not(square)
        elif (why := self.shell.coach.warning(square)) and yours:
            refusals.refuse(square, why)
        elif controller.play(square) or controller.game.result is not None:
            return
        elif yours:
            refusals.say_why_not(square)
        elif controller.view.looks_back:
            last = self.shell.actions["last"].shortcut()
            keys = last.toString(QKeySequence.SequenceFormat.NativeText)
            self.shell.status.say(
                tr("This is an earlier position; {keys} shows the last one", keys=keys)
            )

    # --- the board --------------------------------------------------------------------

    @Slot(object)
    def _show_hint(self, square: Square) -> None:
        controller = self.controller
        self.shell.board.mark_hint(square)
        mark = letter(controller.game.to_move)
        name, analysis = square_name(square), controller.model.analysis
        if analysis is not None and analysis.outcome == -1:
            sentence = tr("Hint for {mark}: {square}, though every move loses against perfect "
                          "play.", mark=mark, square=name)  # fmt: skip
        else:
            sentence = tr("Hint for {mark}: {square}.", mark=mark, square=name)
        game = controller.game
        self.hint.tell(sentence, why_good(game.board, game.to_move, square))

    @Slot()
    def _show_settings(self) -> None:
        settings = self.shell.controller.settings
        self.shell.board.show_scores(settings.board_scores)
        self.shell.board.show_numbers(settings.stone_numbers)

    def toggle_scores(self) -> None:
        """Show or hide the scores on the board."""
        self.shell.preferences.change(board_scores=self.shell.actions["scores"].isChecked())

    def toggle_pairs(self) -> None:
        """Show or hide the pairs of squares that keep a side from losing."""
        self.pairs.show(self.shell.actions["pairs"].isChecked())


def _levels() -> list[ListEntry]:
    return [ListEntry(name, name) for name in KIND.levels]


def _kinds() -> list[ListEntry]:
    return [ListEntry(kind.title, kind.word, kind.help) for kind in choosable() if kind is not KIND]


def _sides() -> list[ListEntry]:
    return [ListEntry(label, side) for side, label in OPTIONS["machine"].choices.items()]


_GAMES: tuple[Action[PlayFeature], ...] = (
    place_action("play", "&Play", "Games against machines and other people", "Ctrl+1",
                 "grid-3x3"),
    Action("new", "&New game", "Choose board, opponent and side, and start a game", START,
           lambda play: play.shell.pages.open(HOME), Keys.New, icon="plus"),
    Action("again", "Play &again", "Start another game by the same rules", START,
           lambda play: play.rounds.again(), "Ctrl+Shift+N"),
    Action("swap", "S&wap sides", "Change marks, and start another game", START,
           lambda play: play.rounds.swap()),
    Action("back", "&Back to the given-up game", "Go on with the game that you left unfinished",
           ON_BOARD, lambda play: play.rounds.back(),
           enabled=lambda play: play.controller.view.can_go_back),
)  # fmt: skip
_MOVES: tuple[Action[PlayFeature], ...] = (
    Action("undo", "&Undo", "Take back the last move; against a machine, yours and its answer",
           MOVES, lambda play: play.controller.undo(), Keys.Undo, icon="undo-2",
           enabled=lambda play: play.controller.view.can_undo),
    Action("redo", "&Redo", "Make the moves again that were taken back", MOVES,
           lambda play: play.controller.redo(), Keys.Redo, icon="redo-2",
           enabled=lambda play: play.controller.view.can_redo),
    Action("first", "&First position", "Show the game from its beginning", MOVES.under("&Moves"),
           lambda play: play.controller.replay.go_first(), "Alt+Home", icon="chevron-first",
           enabled=lambda play: play.controller.view.can_look_back),
    Action("step_back", "&Back", "Show the game one move earlier; nothing is taken back",
           MOVES.under("&Moves"), lambda play: play.controller.replay.step_back(), "Alt+Left",
           icon="chevron-left",
           enabled=lambda play: play.controller.view.can_look_back),
    Action("step_forward", "F&orward", "Show the game one move later", MOVES.under("&Moves"),
           lambda play: play.controller.replay.step_forward(), "Alt+Right", icon="chevron-right",
           enabled=lambda play: play.controller.view.can_redo),
    Action("last", "&Last position", "Show the game after its last move", MOVES.under("&Moves"),
           lambda play: play.controller.replay.go_last(), "Alt+End", icon="chevron-last",
           enabled=lambda play: play.controller.view.can_redo),
)  # fmt: skip
_THINKING: tuple[Action[PlayFeature], ...] = (
    Action("hint", "&Hint", "Mark the best square that the coach finds", THINKING,
           lambda play: play.controller.hint(), "Ctrl+I", icon="lightbulb",
           enabled=lambda play: play.controller.view.can_hint),
    Action("analyse", "S&core the position", "Have the course's machine score every square",
           THINKING, lambda play: play.controller.analyse(), "Ctrl+Shift+I",
           enabled=lambda play: play.controller.view.can_hint),
    Action("stop", "&Stop thinking", "End the search; the machine plays its best so far",
           THINKING, lambda play: play.controller.stop(), "Esc", icon="octagon-x",
           enabled=lambda play: play.controller.view.is_thinking),
    Action("resume", "&Let the machine move", "Let a waiting machine go on", THINKING,
           lambda play: play.controller.resume(), "Ctrl+M", icon="play",
           enabled=lambda play: play.controller.view.can_resume),
    Action("step", "S&tep", "Let the machine make one move, and wait", THINKING,
           lambda play: play.controller.step(), "Ctrl+.", icon="step-forward",
           enabled=lambda play: play.controller.view.machines_turn),
)  # fmt: skip
_OPPONENTS: tuple[Choices[PlayFeature], ...] = (
    Choices("levels", "&Difficulty", OPPONENT, _levels,
            lambda play, value: play.opponents.choose_level(value),
            lambda play: play.opponents.level,
            titled=lambda play, value: play.opponents.level_title(value)),
    Choices("kinds", "Othe&r machines", OPPONENT, _kinds,
            lambda play, value: play.opponents.choose_kind(value), lambda play: play.opponents.kind,
            lambda play, value: play.opponents.can_play(value)),
    Choices("sides", "Machine &plays", OPPONENT, _sides,
            lambda play, value: play.opponents.choose_side(value),
            lambda play: play.controller.settings.machine),
)  # fmt: skip
_MARKS: tuple[Action[PlayFeature], ...] = (
    Action("scores", "&Scores on the board", "Show or hide the scores on the squares", MARKS,
           lambda play: play.toggle_scores(), "Ctrl+B", icon="hash",
           checkable=True, checked=lambda play: play.controller.settings.board_scores),
    Action("pairs", "&Pairs that cannot lose", "Join the squares of pairs: who answers in a "
           "pair's other square never loses", MARKS, lambda play: play.toggle_pairs(),
           checkable=True, enabled=lambda play: play.pairs.found,
           checked=lambda play: play.pairs.shown),
)  # fmt: skip
