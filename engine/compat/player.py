"""A course file as a player."""

from __future__ import annotations

from pathlib import Path

from engine.board import EMPTY, Board, Position
from engine.compat.answers import (
    EndedError,
    FileError,
    UnansweredError,
    scores_of,
    square_of_answer,
)
from engine.compat.process import LOAD_SECONDS, Asking, FileProcess
from engine.compat.terms import FOUR
from engine.errors import Problem
from engine.players.player import Decision, Player, Progress, UndecidedError
from engine.rules import Rules
from engine.search.analysis import Given

MOVE_SECONDS = 60.0
"""The processor time that a move may take, where nothing else is said."""


class FilePlayer(Player):
    """Plays what a file's ``mc_move`` says, each move within a time limit.

    Args:
        function: another function of the file that takes the same arguments.
        move_seconds: the processor time that a move may take.
        file: the process that runs the file, if several players are to share one. It is loaded
            here if it is not yet.
        loads: whether it is loaded here; else by ``meet``.

    Attributes:
        file: the process in which the file runs.
        function: what is asked for moves.
        trials: may be changed between moves.
        follows: whether each move is that of what is in the file by then, if that can be loaded.

    Raises:
        ValueError: the file cannot be loaded, or has no such function.
    """

    def __init__(
        self,
        path: Path,
        trials: int = 100,
        function: str = "mc_move",
        move_seconds: float = MOVE_SECONDS,
        file: FileProcess | None = None,
        loads: bool = True,
    ) -> None:
        self.path = path
        self.name = path.name
        self.trials = trials
        self.function = function
        self.follows = False
        self._seconds = move_seconds
        self._asking = Asking()
        self.file = file or FileProcess(path)
        self._told = 0.0
        if loads:
            self._load()

    def meet(self, rules: Rules) -> None:
        """Load the file, if it is not loaded yet (see ``Player.meet``); ``stop`` ends this."""
        del rules
        self._load()

    def _load(self) -> None:
        """Load the file, which must have what is asked for moves, if it is not loaded yet."""
        if self.file.loaded:
            return
        try:
            self.file.load(self._asking)
        except EndedError:
            self.file.close()
            raise
        except FileError as problem:
            self.file.close()
            raise _told(problem) from None
        try:
            self._check(self.file.functions)
        except Problem:
            self.file.close()
            raise

    def _check(self, functions: list[str]) -> None:
        """Raise a Problem where a file with these of the four functions cannot play."""
        if self.function == "mc_move" and self.function not in functions:
            raise Problem("{name} has no function mc_move(board, player, trials)", name=self.name)

    @property
    def why_no_scores(self) -> str:
        """Why the heat map may stay empty, in a sentence; empty where it should not."""
        missing = [name for name in FOUR if name not in self.file.functions]
        if missing:
            return f"{self.name} has no {missing[0]}, so it has no scores to show."
        return ""

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Ask the file for a move (see ``Player.choose``).

        Raises:
            ValueError: also for whatever the file does wrong, as a sentence.
        """
        Position.of(board, player)
        request = {
            "do": "move", "function": self.function, "dim": board.size,
            "line": board.rules.line, "rule": board.rules.rule, "rows": board.rows,
            "player": player, "trials": self.trials, "seed": seed,
        }  # fmt: skip
        try:
            if self.follows:
                self.file.take_newer(self._check, self._asking)
            answer = self.file.ask(request, self._seconds, self._asking)
            row, col = square_of_answer(answer, self.name)
        except EndedError:
            raise
        except FileError as problem:
            raise _told(problem) from None
        finally:
            self._asking = Asking()
        dim = board.size
        if not (0 <= row < dim and 0 <= col < dim):
            raise Problem(
                "{function} of {name} returned ({row}, {column}), which is off the board",
                function=self.function, name=self.name, row=row, column=col,
            )  # fmt: skip
        if board.square(row, col) != EMPTY:
            raise Problem(
                "{function} of {name} returned ({row}, {column}), which is taken",
                function=self.function, name=self.name, row=row, column=col,
            )  # fmt: skip
        scores, problem_text = scores_of(answer, board.rows)
        helps = "get_best_move" in self.file.functions
        if helps and scores is None and answer.get("chose") is False:
            problem_text = f"its {self.function} does not call a function get_best_move"
        note = f"{self.name} has no scores to show here: {problem_text}." if problem_text else ""
        given = Given(board.clone(), player, self.trials, scores) if scores is not None else None
        return Decision((row, col), given, note)

    def keep_to(self, seconds: float) -> bool:
        """Give each move so much processor time at most."""
        self._seconds = seconds
        return True

    def spent(self) -> float:
        """Return the processor time of the file's process since this was last asked."""
        before, self._told = self._told, self.file.spent
        return self._told - before

    def renew(self) -> bool:
        """Have the file forget the last game: it runs anew, in the same process."""
        if not self.file.alive:
            return False
        try:
            self.file.ask({"do": "renew"}, LOAD_SECONDS)
        except FileError:
            return False
        return True

    def for_a_move(self, trials: int) -> FilePlayer:
        """Return a player of the same process, to be asked once.

        What ends one's request does not end another's.
        """
        player = FilePlayer(self.path, trials, self.function, self._seconds, self.file)
        player.follows = self.follows
        return player

    def take_newer(self) -> None:
        """Have the file's newer text play from now on, if that can be loaded.

        ``file.refused`` says why it cannot; the text of before plays on then. ``stop`` ends this.

        Raises:
            ValueError: it was stopped.
        """
        try:
            self.file.take_newer(self._check, self._asking)
        finally:
            self._asking = Asking()

    def stop(self) -> None:
        """End the move under way, or the next one at once; ``choose`` raises, whichever it is."""
        self._asking.give_up()

    def close(self) -> None:
        """End the file's process for good."""
        self.file.close()


def _told(problem: FileError) -> Problem:
    """Return what a player says of a problem with its file."""
    kind = UndecidedError if isinstance(problem, UnansweredError) else Problem
    return kind("{error}", error=problem)
