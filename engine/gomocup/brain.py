"""The answering side of the Gomocup protocol: what a manager starts, and asks for moves."""

from __future__ import annotations

import queue
import random
import re
from collections.abc import Callable, Iterable
from threading import Thread
from time import perf_counter

from engine._version import __version__
from engine.board import PLAYERO, Board
from engine.errors import Problem, shown
from engine.gomocup.clock import LEAST, Clock
from engine.gomocup.thinking import longest, search_until
from engine.gomocup.words import (
    LARGEST,
    LINE,
    OTHER,
    OWN,
    SMALLEST,
    board_of,
    rule_of,
    square_of,
    stone_of,
    written,
)
from engine.players.player import Decision
from engine.players.swapping import OPENINGS, even_opening, opened, side_of, value_of
from engine.players.tree_player import middle_of
from engine.rules import Rules, Square
from engine.swap import SwapChoice

ABOUT = f'name="Monte Carlo Tic-Tac-Toe", version="{__version__}"'


class Brain:
    """Plays five in a row for a manager, by a tree search.

    Args:
        say: takes a line of the answer; it reaches the manager at once.
        clock: how long a move may take.
        seed: the same commands get the same answers, as far as simulations limit them; None may
            differ every time.
    """

    def __init__(self, say: Callable[[str], None], clock: Clock, seed: int | None = None) -> None:
        self._say, self._clock = say, clock
        self._chance = random.Random(seed)
        self._size: int | None = None
        self._stones: dict[Square, int] = {}
        self._rule = 0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._ended = False

    def run(self, lines: Iterable[str]) -> None:
        """Answer commands until ``END``, or until there are no more of them.

        They are read in a thread of their own, so that ``END`` also stops a search; its move is not
        said. Commands that came before ``END`` and ask for no move are still answered.
        """
        Thread(target=self._read, args=(lines,), daemon=True).start()
        while (line := self._next()) is not None:
            word, _, rest = line.strip().partition(" ")
            try:
                self._do(word.upper(), rest.strip())
            except ValueError as error:
                self._say(f"ERROR {error}")

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            if line.strip().upper() == "END":
                break
            self._lines.put(line)
        else:
            self._lines.put(None)
            return
        self._ended = True
        self._lines.put(None)

    def _next(self) -> str | None:
        line = self._lines.get()
        if line is None:
            self._lines.put(None)  # whoever asks next must see the end, too
        return line

    def _do(self, word: str, rest: str) -> None:
        match word:
            case "":
                return
            case "ABOUT":
                self._say(ABOUT)
            case "INFO":
                try:
                    self._learn(*rest.partition(" ")[::2])
                except Problem as problem:  # a manager waits for no answer to it
                    self._say(f"MESSAGE {problem}")
            case "START":
                self._start(rest)
            case "RECTSTART":
                self._start(rest)
            case "RESTART" | "BEGIN" | "TURN" | "BOARD" | "SWAP2BOARD" | "TAKEBACK" | "YXBOARD":
                self._play(word, rest)
            case _:
                self._say(f"UNKNOWN {shown(word)} is no command that is known here")

    def _start(self, rest: str) -> None:
        """Begin a board: of one side, or of two, which must be equal (Yixin tells two)."""
        side, *others = re.split(r"[\s,]+", rest)
        if any(other != side for other in others) or len(others) > 1:
            raise Problem("only square boards are played on, not {size}", size=shown(rest))
        size = int(side) if side.isdecimal() and len(side) < 4 else 0
        if not SMALLEST <= size <= LARGEST:
            raise Problem(
                "the board's side must be a whole number from {low} to {high}, not {value}",
                low=SMALLEST, high=LARGEST, value=shown(rest),
            )  # fmt: skip
        self._size, self._stones = size, {}
        board, player = board_of((), size, rule_of(self._rule, size))
        self._think(board, player, LEAST)  # what is loaded for it takes no time of the first move
        self._say("OK")

    def _learn(self, key: str, value: str) -> None:
        """Take in what the manager tells of time, memory and rule; the rest is no fault."""
        if key == "rule":
            number = int(value) if value.strip().isdecimal() and len(value) < 4 else -1
            rule_of(number, LARGEST)
            self._rule = number
        else:
            self._clock.learn(key, value)

    def _play(self, word: str, rest: str) -> None:
        """Do what needs a board."""
        block = self._block() if word in ("BOARD", "YXBOARD", "SWAP2BOARD") else []
        begun, size = perf_counter(), self._size
        if size is None:
            raise Problem("there is no board yet: use START")
        match word:
            case "RESTART":
                self._stones = {}
                self._say("OK")
                return
            case "TAKEBACK":
                if (square := square_of(rest, size)) not in self._stones:
                    raise Problem("there is no stone at {square} to take back", square=rest)
                del self._stones[square]
                self._say("OK")
                return
            case "SWAP2BOARD":
                self._swap(block, size, begun)
                return
            case "TURN":
                self._put(square_of(rest, size), OTHER)
            case "BOARD" | "YXBOARD":
                stones = [stone_of(line, size) for line in block]
                self._stones = {}
                for square, whose in stones:
                    self._put(square, whose)
                if word == "YXBOARD":  # it is set up, and no move is asked for
                    return
            case "BEGIN":
                if self._stones:
                    raise Problem("the game has begun: there are stones on the board")
        board, player = board_of(self._stones.items(), size, rule_of(self._rule, size))
        seconds = self._clock.turn(len(self._stones))
        self._answer(self._moved(self._think(board, player, seconds, begun)))

    def _put(self, square: Square, whose: int) -> None:
        if square in self._stones:
            raise Problem("there is a stone at {square} already", square=written(square))
        self._stones[square] = whose

    def _moved(self, decision: Decision) -> str:
        self._stones[decision.square] = OWN
        return written(decision.square)

    def _answer(self, line: str) -> None:
        """Say a move, unless nobody waits for it any more."""
        if not self._ended:
            self._say(line)

    def _block(self) -> list[str]:
        """Return the lines up to ``DONE``."""
        lines: list[str] = []
        while (line := self._next()) is not None and line.strip().upper() != "DONE":
            lines.append(line.strip())
        return lines

    def _think(
        self, board: Board, player: int, seconds: float, begun: float | None = None
    ) -> Decision:
        """Choose a move within so many seconds, from ``begun`` on by the clock, or from now on."""
        deadline = (perf_counter() if begun is None else begun) + seconds
        analysis = search_until(
            deadline, board, player, self._clock.simulations, self._chance.getrandbits(63) + 1,
            middle_of(board), lambda: self._ended,
        )  # fmt: skip
        if analysis.outcome == -1:
            return Decision(longest(analysis, deadline), analysis)
        return Decision(self._chance.choice(analysis.best), analysis)

    # --- the opening Swap2 ------------------------------------------------------------------------

    def _swap(self, block: list[str], size: int, begun: float) -> None:
        """Offer three stones, or choose a side where some lie there: black, white, black ….

        Who is offered stones may also put two more. This program never does: it takes the side
        that its search likes better.
        """
        squares = [square_of(line, size) for line in block]
        if len(set(squares)) != len(squares) or len(squares) not in (0, 3, 5):
            raise Problem("Swap2 knows none, three or five different stones")
        seconds = self._clock.turn(len(squares))
        rules = Rules(size, LINE, rule_of(self._rule, size))
        if not squares:
            share = seconds / OPENINGS

            def value(board: Board, player: int) -> float:
                return value_of(self._think(board, player, share))

            self._answer(" ".join(map(written, even_opening(rules, self._chance, value))))
            return
        # (O moves next, after three stones as after five: stones lie in turns, X first.)
        decision = self._think(opened(squares, rules), PLAYERO, seconds, begun)
        swaps = side_of(value_of(decision)) is SwapChoice.X
        self._answer("SWAP" if swaps else written(decision.square))
