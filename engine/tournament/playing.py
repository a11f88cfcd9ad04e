"""Plays single games of a tournament. What goes wrong in one is part of its record."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import random
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from time import perf_counter, process_time
from typing import TypeVar

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.errors import Problem, type_name
from engine.game import Game, Outcome
from engine.players import Player
from engine.players.player import OnWait, ProcessEndedError, UndecidedError, tell_nobody
from engine.players.swapping import by_player, part_of
from engine.specs import PlayerSpec
from engine.swap import FIRST, SECOND, Opening, Swap, SwapChoice, SwapStep
from engine.tournament.description import Pairing

_BITS = 16
_PAGE = 1 << _BITS


_Thing = TypeVar("_Thing")


class ByteMap:
    """Numbers from 0 to 255 by index; 0 until another one is set. Pages of 64 kB come on demand.

    A damaged file may announce thousands of millions of games and hold three.
    """

    def __init__(self) -> None:
        self._pages: dict[int, bytearray] = {}

    def __getitem__(self, index: int) -> int:
        page = self._pages.get(index >> _BITS)
        return page[index & (_PAGE - 1)] if page is not None else 0

    def __setitem__(self, index: int, value: int) -> None:
        number = index >> _BITS
        if number not in self._pages:
            self._pages[number] = bytearray(_PAGE)
        self._pages[number][index & (_PAGE - 1)] = value

    def count(self, value: int, stop: int | None = None) -> int:
        """Return how often a value other than 0 is there.

        Args:
            stop: look at indices below this one only.
        """
        total = 0
        for number, page in self._pages.items():
            room = _PAGE if stop is None else max(0, stop - number * _PAGE)
            inside = page if room >= _PAGE else page[:room]
            total += inside.count(value)
        return total


class WaitingPlayers:
    """Where players wait for their next game: such as can be renewed, the newest ones.

    A course file's process, for instance, waits here, and forgets the last game.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._players: list[tuple[str, Player]] = []

    def take(self, text: str) -> Player:
        """Return a player that knows nothing of earlier games; ValueError where there is none."""
        for number, (name, player) in enumerate(self._players):
            if name == text:
                del self._players[number]
                if player.renew():
                    return player
                _close(player)
                break
        return PlayerSpec.parse(text).make()

    def give_back(self, text: str, player: Player, spoilt: bool) -> None:
        """Keep a player for the next game, or close it.

        Args:
            spoilt: whether its game came to no end: it may be in any state.
        """
        if spoilt or type(player).renew is Player.renew:
            _close(player)
            return
        self._players.append((text, player))
        while len(self._players) > self._most:
            _close(self._players.pop(0)[1])


def _close(player: Player) -> None:
    with contextlib.suppress(BaseException):
        player.close()


_GRACE_SECONDS = 0.5
TOO_LONG = "took too long for a move"

LATE_EXIT = {PLAYERX: 118, PLAYERO: 119}
"""The exit status of a worker's process that a player held up: it can say no more. Where players
chose their sides, it is that of the mark that the player would have had."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game that was played.

    Attributes:
        pairing, game: its numbers, from 0.
        outcome: how it ended; None where a player spoilt it.
        moves: the squares, each as row times side plus column.
        seconds: how long it took.
        problem: what spoilt it, in a sentence; else empty.
        blame: the mark of the player that spoilt it; None where that is not known, or is nobody.
        spent: the processor time that it took, in seconds; 0 where that was not measured.
        x_first: whether the first player had X, where the players chose their sides; None where the
            pairing says it.
    """

    pairing: int
    game: int
    outcome: Outcome | None
    moves: tuple[int, ...]
    seconds: float
    problem: str = ""
    blame: int | None = None
    spent: float = field(default=0.0, compare=False)
    x_first: bool | None = None

    def is_x_first(self, pairing: Pairing) -> bool:
        """Whether the pairing's first player had X."""
        return pairing.x_is_first(self.game, self.x_first)

    def players(self, pairing: Pairing) -> dict[int, str]:
        """Return the text of the player that had each mark."""
        return seated(pairing, self.game, self.x_first)

    def replay(self, pairing: Pairing) -> Game:
        """Return the game, move by move."""
        game = Game(pairing.rules)
        for move in self.moves:
            game.play(divmod(move, pairing.rules.size))
        return game


def seated(pairing: Pairing, game: int, x_first: bool | None = None) -> dict[int, str]:
    """Return the text of the player that has each mark in a game."""
    both = pairing.first, pairing.second
    in_turn = both if pairing.x_is_first(game, x_first) else both[::-1]
    return dict(zip((PLAYERX, PLAYERO), in_turn, strict=True))


def play_game(
    pairing: Pairing, number: int, game: int, seed: int, bench: WaitingPlayers | None = None
) -> GameRecord:
    """Play one game.

    Where the process of a course file ends in it, it is played once more: the system may have
    killed that process. A file that ends it again is to blame.

    Args:
        bench: where players come from that are kept from game to game.

    Raises:
        MemoryError: there was none left for a player of this program, which is not to blame.
    """
    bench = bench or WaitingPlayers(0)
    record, ended = _played(pairing, number, game, seed, bench)
    return _played(pairing, number, game, seed, bench)[0] if ended else record


def _played(
    pairing: Pairing, number: int, game: int, seed: int, bench: WaitingPlayers
) -> tuple[GameRecord, bool]:
    """Play a game once; return its record, and whether a file's process ended in it."""
    start, spent = perf_counter(), process_time()
    seeds = random.Random(seed)
    played = Game(pairing.rules)
    names = seated(pairing, game)
    players: dict[int, Player] = {}
    seats = PLAYERX, PLAYERO  # the marks that who begins and the other one would have
    x_first: bool | None = None
    outcome: Outcome | None = None
    problem, mark, blame, late = "", PLAYERX, None, threading.Event()
    ended = False
    try:
        for mark, name in names.items():
            players[mark] = bench.take(name)
            players[mark].on_wait = _waits.tell
        for move in pairing.opening_of(game):
            played.play(divmod(move, pairing.rules.size))
        if pairing.opening is not Opening.NONE:
            swap = Swap(pairing.opening)
            while swap.step is not SwapStep.DONE:
                mark = seats[swap.player]
                with _limit(players[mark], mark, pairing.move_seconds, late):
                    swap = _opened(swap, played, players[mark], seeds)
            if swap.x == SECOND:
                seats, names, players = seats[::-1], _turned(names), _turned(players)
            x_first = pairing.x_is_first(game) == (swap.x == FIRST)
        while (result := played.result) is None:
            mark = played.to_move
            seat = seats[mark == PLAYERO]
            with _limit(players[mark], seat, pairing.move_seconds, late):
                chosen = players[mark].choose(played.board, mark, seeds.getrandbits(64))
            played.play(chosen.square)
        outcome = result.outcome
    except UndecidedError as error:
        problem = f"undecided: {error}"
    except BaseException as error:  # whatever a player raises, even to end the program
        reason = TOO_LONG if late.is_set() else _reason(error)
        blame, problem = mark, f"{STRMAP[mark]} ({names[mark]}): {reason}"
        ended = isinstance(error, ProcessEndedError)
        if isinstance(error, MemoryError) and PlayerSpec.parse(names[mark]).kind.built_in:
            raise
    finally:
        spent -= sum(player.spent() for player in players.values())
        for mark, player in players.items():
            bench.give_back(names[mark], player, spoilt=bool(problem))
    # Whole numbers of any kind are legal, but only plain ones can be written down.
    moves = tuple(int(row) * pairing.rules.size + int(col) for row, col in played.moves)
    seconds = perf_counter() - start
    spent = process_time() - spent
    record = GameRecord(number, game, outcome, moves, seconds, problem, blame, spent, x_first)
    return record, ended


def _turned(by_marks: dict[int, _Thing]) -> dict[int, _Thing]:
    """Return what players have by their marks once they have changed these."""
    return {PLAYERX: by_marks[PLAYERO], PLAYERO: by_marks[PLAYERX]}


def _opened(swap: Swap, game: Game, player: Player, seeds: random.Random) -> Swap:
    """Return an opening after what a player does in it; its marks are made in the game."""
    chance = random.Random(seeds.getrandbits(64))
    search = by_player(player, chance)
    answer = part_of(player, swap, game.board, game.to_move, chance, search)
    if isinstance(answer, SwapChoice):
        return swap.choose(answer)
    for square in answer:
        game.play(square)
        swap = swap.place()
    return swap


Task = tuple[Pairing, int, int, int]
"""The arguments of ``play_game``."""


def play_games(tasks: Iterable[Task], modules: Iterable[str] = ()) -> list[GameRecord]:
    """Play several games one after another: what an executor is asked to do at a time.

    Args:
        modules: those that declare kinds of players, for a process that does not know them yet.
    """
    for module in modules:
        import_module(module)
    return [play_game(*task, _own.bench) for task in tasks]


class _Waits:
    """Called while a player of this process keeps others waiting."""

    tell: OnWait = staticmethod(tell_nobody)


_waits = _Waits()


def tell_of_waits(on_wait: OnWait) -> None:
    """Have somebody told where a player of this process lets everybody wait."""
    _waits.tell = on_wait


class _Own(threading.local):
    """What each thread that plays has for itself."""

    def __init__(self) -> None:
        self.bench = WaitingPlayers(2)


_own = _Own()


def _reason(error: BaseException) -> str:
    try:
        text = str(error).strip().splitlines()
    except BaseException:
        text = []
    if text and isinstance(error, Problem):  # the program's own sentence
        return text[0]
    return f"{type_name(error)}: {text[0]}" if text else type_name(error)


class _TooSlow(BaseException):
    """Raised inside a player that took too long; no "except Exception" of its own stops it."""


@contextlib.contextmanager
def _limit(
    player: Player, mark: int, seconds: float | None, late: threading.Event
) -> Iterator[None]:
    """Stop a player after so many seconds, and set ``late``; one that goes on is interrupted.

    A player that can sees to its limit itself.

    The interruption works wherever Python code runs. Where it does not, a worker's process is
    ended; a thread cannot be, so players that are not trusted are played in processes.
    """
    if seconds is None or player.keep_to(seconds):
        yield
        return
    over = threading.Event()
    thread = ctypes.c_ulong(threading.get_ident())

    def watch() -> None:
        if over.wait(seconds):
            return
        late.set()
        with contextlib.suppress(BaseException):
            player.stop()
        if over.wait(_GRACE_SECONDS):
            return
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(_TooSlow))
        if not over.wait(_GRACE_SECONDS) and multiprocessing.parent_process() is not None:
            os._exit(LATE_EXIT[mark])  # a worker's process: the run reads this status

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
