"""A program of somebody else's as a player: ``engine:PATH``."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from threading import Lock

from engine.board import EMPTY, Board, Position
from engine.errors import Problem, printable
from engine.gomocup.program import (
    GRACE_SECONDS,
    START_SECONDS,
    WAIT_SECONDS,
    Program,
    RefusedError,
)
from engine.gomocup.words import LINE, OTHER, OWN, number_of, square_of, stones_of, written
from engine.players.kind import Parameter, PlayerKind, PlayerSpec
from engine.players.player import Decision, Player, Progress
from engine.rules import Rule, Rules, Square
from engine.swap import Opening, Swap, SwapChoice, SwapStep

_NO_LIMIT = 2_147_483_647
"""What the protocol tells of time where a whole game has no limit, in milliseconds."""

_PROGRAM_PLAYS = 1
"""The protocol's kind of game: the opponent is a program."""


class ProgramPlayer(Player):
    """Plays what a program answers. Its process starts with its first move, and plays all games.

    Where a position follows from the one before by two moves, it is told the opponent's alone, as
    in a game that goes on; else the whole board.

    Args:
        seconds: what it is told that a move may take.
        memory: the megabytes that it may use.
        game_seconds: what all its moves of a game may take together, by its own processor time; 0
            for no limit. It begins anew with a position that does not follow from the one before,
            and with an opening by Swap2, which counts.
        wait: how many seconds an answer is waited for by the clock, or twice a move's time, if that
            is more.
    """

    def __init__(
        self, path: Path, seconds: float, memory: int, game_seconds: float = 0.0,
        wait: float = WAIT_SECONDS,
    ) -> None:  # fmt: skip
        self.path, self._seconds, self._memory = path, seconds, memory
        self._game_seconds, self._used, self._wait = game_seconds, 0.0, wait
        self.name = printable(path.name)
        self._program: Program | None = None
        self._size, self._rule = 0, Rule.NORMAL
        self._known: dict[Square, int] = {}
        self._opening, self._two = False, list[Square]()
        self._unknown: set[tuple[SwapStep, Rule]] = set()
        self._is_warm = False
        self._asking = Lock()

    def meet(self, rules: Rules) -> None:
        """Start the program for games by some rules (see ``Player.meet``)."""
        self._check(rules)
        with self._asking:
            try:
                self._ready(rules.size, rules.rule)
            except ValueError:
                self.close()
                raise

    def _check(self, rules: Rules) -> None:
        if needs := _needs(rules):
            raise Problem("{name} {needs}", name=self.name, needs=needs)

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Ask the program for a move (see ``Player.choose``); it draws as it likes.

        Raises:
            ValueError: also for whatever the program does wrong, as a sentence.
        """
        Position.of(board, player)
        self._check(board.rules)
        with self._asking:  # one that was stopped in another thread may not have ended yet
            try:
                program = self._ready(board.size, board.rules.rule)
                answer = self._asked(program, stones_of(board, player))
                square = self._square(answer, board)
            except ValueError:
                self.close()  # whatever it is at, it is not where this game is
                raise
            self._known = stones_of(board, player) | {square: OWN}
            self._is_warm = True
            remark = program.remarks[-1] if program.remarks else ""
        return Decision(square, note=f"{self.name}: {remark}" if remark else "")

    def open_game(self, swap: Swap, board: Board) -> list[Square] | SwapChoice | None:
        """Ask the program what it does in an opening by Swap2 (see ``Player.open_game``).

        Of Swap the protocol knows nothing, and not every program knows of Swap2, or of all of it:
        Rapfi 0.43 wants to be told whose each stone is, too. None where it is one of these.

        Raises:
            ValueError: for whatever the program does wrong, as a sentence.
        """
        with self._asking:
            return self._part(swap, board)

    def _part(self, swap: Swap, board: Board) -> list[Square] | SwapChoice | None:
        if swap.step is SwapStep.PLACE and swap.more:
            return self._two or None
        rule = board.rules.rule
        if swap.kind is not Opening.SWAP2 or (swap.step, rule) in self._unknown:
            return None
        try:
            program = self._ready(board.size, rule)
            if not swap.more:  # it is asked for the first time in this game
                self._clear(program)
                self._used, self._two = 0.0, []
            stones = map(written, board.played)
            answer = self._timed(program, "SWAP2BOARD", *stones, "DONE")
            return self._opened(answer, swap, board)
        except RefusedError:
            self.close()  # it may be about to say more
            self._unknown.add((swap.step, rule))
        except ValueError:
            self.close()
            raise
        return None

    def _opened(self, answer: str, swap: Swap, board: Board) -> list[Square] | SwapChoice:
        """Return what an answer means: squares, or that it changes to X, who has moved first."""
        self._opening = self._is_warm = True
        if answer.upper() == "SWAP" and swap.step is SwapStep.CHOOSE:
            return SwapChoice.X
        squares = [self._square(name, board) for name in answer.split()]
        if swap.step is SwapStep.PLACE and len({*squares}) == len(squares) == swap.wanted:
            return squares
        # (A single square is also its first move as O. It is asked for that again.)
        if swap.step is SwapStep.CHOOSE and len(squares) == 1:
            return SwapChoice.O
        if SwapChoice.MORE in swap.choices and len({*squares}) == len(squares) == 2:
            self._two = squares
            return SwapChoice.MORE
        raise Problem(
            "{name} answered {answer} to SWAP2BOARD with {count} stones",
            name=self.name, answer=repr(answer), count=len(board.played),
        )  # fmt: skip

    def _ready(self, size: int, rule: Rule) -> Program:
        """Return the program, with a board of this side and this rule."""
        if self._program is None or not self._program.alive:
            self.close()
            wait = max(self._wait, 2 * (self._seconds + GRACE_SECONDS))
            self._program = Program(self.path, self._memory, wait, self._say_of_wait)
        else:
            self._program.attend()
        program = self._program
        if (self._size, self._rule) != (size, rule):
            answer = program.ask(f"START {size}", seconds=START_SECONDS)
            if not answer.upper().startswith("OK"):
                raise Problem(
                    "{name} answered {answer} to START, where OK is expected",
                    name=self.name, answer=repr(answer),
                )  # fmt: skip
            self._size, self._rule, self._known, self._is_warm = size, rule, {}, False
            program.tell(
                f"INFO timeout_turn {round(self._seconds * 1000)}",
                f"INFO timeout_match {round(self._game_seconds * 1000)}",
                f"INFO time_left {round(self._game_seconds * 1000) or _NO_LIMIT}",
                f"INFO max_memory {self._memory << 20}",
                f"INFO game_type {_PROGRAM_PLAYS}",
                f"INFO rule {number_of(rule)}",
                f"INFO folder {tempfile.gettempdir()}",
            )
        return program

    def _say_of_wait(self, sentence: Problem | None) -> None:
        self.on_wait(sentence)

    def _asked(self, program: Program, stones: dict[Square, int]) -> str:
        """Return the answer to the shortest words that tell of a position."""
        new = {square: whose for square, whose in stones.items() if square not in self._known}
        follows = all(stones.get(square) == whose for square, whose in self._known.items())
        # (The time of the opening counts towards this game, and so does that of a refused move.)
        used, self._opening = self._used if self._opening else 0.0, False
        if self._known and follows and [*new.values()] == [OTHER]:
            (square,) = new
            with contextlib.suppress(RefusedError):  # it has lost track: send the whole position
                return self._timed(program, f"TURN {written(square)}")
            used = self._used
        self._clear(program)
        self._used = used
        if not stones:
            return self._timed(program, "BEGIN")
        lines = [f"{written(square)},{whose}" for square, whose in stones.items()]
        return self._timed(program, "BOARD", *lines, "DONE")

    def _clear(self, program: Program) -> None:
        """Have its board empty."""
        if self._known and not program.ask("RESTART", seconds=START_SECONDS).startswith("OK"):
            raise Problem("{name} does not answer OK to RESTART", name=self.name)
        self._known = {}

    def _timed(self, program: Program, *lines: str) -> str:
        """Return the answer to what asks for a move, and count the time that it took."""
        seconds = self._seconds
        if self._game_seconds:
            left = self._game_seconds - self._used
            if left <= 0:
                raise Problem(
                    "{name} took more than its {seconds} s for the whole game",
                    name=self.name, seconds=f"{self._game_seconds:g}",
                )  # fmt: skip
            program.tell(f"INFO time_left {round(left * 1000)}")
            seconds = min(seconds, left)
        # The first move makes tables: in one program's it took 1.4 s where 0.3 s were told.
        may_take = seconds if self._is_warm else max(seconds, START_SECONDS)
        answer = program.ask(*lines, seconds=may_take)
        self._used += program.used if self._is_warm else min(program.used, seconds)
        return answer

    def _square(self, answer: str, board: Board) -> Square:
        try:
            row, col = square_of(answer, board.size)
        except Problem as problem:
            raise Problem(
                "{name} answered what is no move: {why}", name=self.name, why=str(problem)
            ) from None
        if board.square(row, col) != EMPTY:
            raise Problem(
                "{name} moved to {square}, which is taken",
                name=self.name, square=written((row, col)),
            )  # fmt: skip
        return row, col

    def keep_to(self, seconds: float) -> bool:
        """Tell it that a move may take so many seconds at most, where that is less."""
        self._seconds = min(self._seconds, seconds)
        return True

    def stop(self) -> None:
        """End the program: the protocol has no word that makes it move at once."""
        if self._program is not None:
            self._program.kill()

    def renew(self) -> bool:
        """Be as a new player is: the next position is told whole."""
        self._opening = False
        return self._program is None or self._program.alive

    def close(self) -> None:
        """Have the program end, without waiting for that; another move starts it anew."""
        program, self._program = self._program, None
        self._size, self._known = 0, {}
        if program is not None:
            program.close()


def _needs(rules: Rules) -> str:
    """Return what a game by some rules lacks for such programs; empty where they play it."""
    if rules.line != LINE or rules.reverse:
        return "plays five in a row only, not reversed"
    return ""


def _make(spec: PlayerSpec) -> Player:
    path = Path(spec.target)
    with contextlib.suppress(RuntimeError):  # of somebody who is not known here
        path = path.expanduser()
    if not path.is_file():
        raise Problem("there is no program {path}", path=repr(spec.target))
    return ProgramPlayer(
        path, spec.number("seconds"), int(spec.number("memory")), spec.number("game"),
        spec.number("wait"),
    )  # fmt: skip


KIND = PlayerKind(
    "engine", "Other program", "a program that speaks the Gomocup protocol", _make,
    (
        Parameter(
            "seconds", "Seconds a move", "The time that the program is told it may take.",
            1.0, 0.01, 3600.0, always=True,
        ),
        Parameter(
            "game", "Seconds a game", "The time that it may take for all moves of a game; 0 is no "
            "limit.", 0.0, 0.0, 86_400.0,
        ),
        Parameter(
            "memory", "Memory in MB", "The memory that the program may use.", 1024, 16, 1 << 20,
            usual=(64, 16_384),
        ),
        Parameter(
            "wait", "Seconds of waiting", "How long an answer is waited for by the clock, whether "
            "the program computes or not; twice a move's time, if that is more.", WAIT_SECONDS,
            1.0, 86_400.0,
        ),
    ),
    target="PATH", example="engine:seconds=1:PATH", needs=_needs, tryout=_make,
)  # fmt: skip
