"""How the game stands: everything that views read of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine import Game
from ttt_desktop.jobs import JobRunner
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.play.known import Known
from ttt_desktop.play.machines import Machines
from ttt_desktop.play.seats import Seat, Seating, seat_of
from ttt_desktop.play.session import SessionScore
from ttt_desktop.play.state import End, GameState, GivenUp
from ttt_desktop.play.thinker import Thinker, Thinking
from ttt_desktop.play.trace import Trace
from ttt_desktop.settings.declarations import Settings


class GameStanding(QObject):
    """The game on the board, who plays it, and what can be done.

    Args:
        settings: the settings in force.
        runner: runs the searches.
        parent: the Qt owner.

    Attributes:
        model: the position and what is known of it, for views.
        score: the session's score.

    Signals:
        changed(): the position, whose turn it is, or what the machine does, is different now.
        moved(Square): a move was made (not: made again).
        searched(Analysis): the newest state of a search.
        game_over(Result): the game has just ended.
        hinted(Square): a hint is ready.
        gave_up(): an unfinished game gave way to another one.
        failed(str, str): a search ended with an error: a sentence, and the details.
        stumbled(str): a machine from a file did something wrong: a sentence.
    """

    changed = Signal()
    moved = Signal(object)
    searched = Signal(object)
    game_over = Signal(object)
    hinted = Signal(object)
    gave_up = Signal()
    failed = Signal(str, str)
    stumbled = Signal(str)

    def __init__(
        self, settings: Settings, runner: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.model = BoardModel(self)
        self.score = SessionScore()
        self._settings = settings
        self._state = GameState(Game(settings.rules))
        self._given_up: GivenUp | None = None
        self._machines = Machines()
        self._thinker = Thinker(runner, self)

    # --- the game ---------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game. Read it; moves go through the controller."""
        return self._state.game

    @property
    def analyses(self) -> Known:
        """This game's finished searches, by the moves that led to their positions."""
        return self._state.analyses

    @property
    def only_shown(self) -> bool:
        """Whether the game is looked at, and not to be gone on with: a past one, or one's end."""
        return self._state.only_shown

    @property
    def left_out(self) -> bool:
        """Whether the game is left out of every count: others have played it."""
        return self._state.left_out

    @property
    def end(self) -> End | None:
        """The newest end of the game, taken back or not; None before the first."""
        return self._state.end

    @property
    def looks_back(self) -> bool:
        """Whether an earlier position is shown than the game has come to."""
        return self._state.looks_back

    @property
    def reviewing(self) -> bool:
        """Whether each position that is gone to is searched."""
        return self._state.reviewing

    @property
    def given_up(self) -> Game | None:
        """The unfinished game that the last new game put an end to, or None."""
        return self._given_up.state.game if self._given_up else None

    @property
    def to_keep(self) -> Game:
        """The game that is to be there at the next start.

        A game that came with its moves, such as a ready position, replaces the user's own one
        only once a person moves in it.
        """
        given_up, untouched = self._given_up, self._state.with_person is None and self.has_moves
        waits = given_up is not None and untouched and not given_up.earlier
        return given_up.state.game if given_up is not None and waits else self.game

    @property
    def given_up_to_keep(self) -> Game | None:
        """The game that ``go_back`` is to lead to at the next start, if that is another one."""
        return self.given_up if self.given_up is not self.to_keep else None

    # --- who plays it -----------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._settings

    @property
    def machine_name(self) -> str:
        """What a machine that is not the built-in one is called; else empty."""
        return self._machines.name

    @property
    def seating(self) -> Seating:
        """Who played the game on the board, where it is over or past; else who plays now."""
        return self._state.seating or self.seats_now

    @property
    def seats_now(self) -> Seating:
        """Who plays now."""
        return Seating(self._settings, self._machines.name)

    @property
    def seats_given_up(self) -> Seating:
        """Who played the game that ``go_back`` goes on with."""
        return self._given_up.seating if self._given_up else self.seats_now

    @property
    def changed_hands(self) -> bool:
        """Whether others are to play now than those who played the game on the board."""
        return not self.seating.is_like(self.seats_now)

    def is_machine(self, mark: int) -> bool:
        """Whether the machine plays this mark."""
        return seat_of(self._settings, mark) is Seat.MACHINE

    @property
    def machines_turn(self) -> bool:
        """Whether the game goes on and the machine is to move."""
        return self.game.result is None and self.is_machine(self.game.to_move)

    # --- what is thought about --------------------------------------------------------

    @property
    def thinking(self) -> Thinking:
        """What the machine is busy with."""
        return self._thinker.purpose

    @property
    def is_thinking(self) -> bool:
        """Whether a search is under way."""
        return self.thinking is not Thinking.NOTHING

    @property
    def trace(self) -> Trace:
        """How the newest search converges."""
        return self._thinker.trace

    # --- what can be done -------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back, beyond the machine's own opening move."""
        return self._state.plies_back(self._settings) > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to make again."""
        return bool(self.game.undone)

    @property
    def has_moves(self) -> bool:
        """Whether there are moves to go through, made or taken back."""
        return self._state.plies > 0

    @property
    def can_step_back(self) -> bool:
        """Whether there is an earlier position to show."""
        return bool(self.game.moves)

    @property
    def can_go_back(self) -> bool:
        """Whether there is an unfinished game that ``go_back`` goes on with."""
        return self._given_up is not None

    @property
    def can_hint(self) -> bool:
        """Whether a hint can be asked for: a person is to move, or the machine waits."""
        free = not self.machines_turn or self.can_resume
        return free and self.game.result is None and not self.is_thinking

    @property
    def can_resume(self) -> bool:
        """Whether the machine is to move but waits to be told so."""
        return self.machines_turn and not self.is_thinking

    @property
    def waits_for_new_game(self) -> bool:
        """Whether the settings ask for another board or rule than this game's."""
        return self.game.rules != self._settings.rules
