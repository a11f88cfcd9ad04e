"""Runs a tournament through any ``concurrent.futures.Executor``, in any order, to one result."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Event
from time import perf_counter, sleep

from engine.errors import Problem, whole_number
from engine.players.player import OnWait, tell_nobody
from engine.search.sampling import load_kernel
from engine.specs import foreign_modules
from engine.tournament.cluster import cluster_maker
from engine.tournament.description import Tournament
from engine.tournament.ends import MOST_ENDS, not_started, verdict, worn_out
from engine.tournament.playing import ByteMap, GameRecord, Task, play_games, tell_of_waits

CHUNK_SECONDS = 0.1
"""How long one task should take: long enough for its overhead not to matter, short enough for
cancelling to be prompt and for the last tasks to end together."""

_POLL_SECONDS = 0.1
_END_SECONDS = 2.0
_MAX_CHUNK = 500
_TASKS_A_WORKER = 2

MOST_PROCESSES = 61 if os.name == "nt" else 1024
"""How many processes a pool may have: Windows waits for no more than 63 things at once."""

_SAFE_PATH = "PYTHONSAFEPATH"
_starting = threading.Lock()

MakeExecutor = Callable[[int | None], Executor]
"""Makes an executor with a number of workers; with its usual number where that is None."""


def executor_maker(kind: str, workers: int | None = None, address: str = "") -> MakeExecutor:
    """Return a function that makes executors.

    Args:
        kind: "processes", "threads", or "dask" for a cluster.
        workers: how many work at once; None for one a core.
        address: the scheduler of the cluster.

    Raises:
        ValueError: there is no such kind, what it needs is not installed or not there, or more
            processes are asked for than this system can have.
    """
    count = workers or usual_workers()
    if kind == "processes":
        whole_number(count, "the number of processes", 1, MOST_PROCESSES)
        load_kernel()  # what is to be said of it is said here, and not by every worker
        return lambda few: _Processes(few or count)
    if kind == "threads":
        return lambda few: ThreadPoolExecutor(few or count)
    if kind == "dask":
        connect = cluster_maker(address)
        return lambda _few: connect()
    raise Problem("games run in processes, threads or dask, not in {kind}", kind=repr(kind))


def usual_workers() -> int:
    """Return how many games are played at once: one a core, where so many processes may be."""
    return min(os.cpu_count() or 1, MOST_PROCESSES)


class _WorkerProcess(SpawnProcess):
    """A fresh process: one that is copied from a program with threads may hang."""

    def start(self) -> None:
        # It must not import from the folder it is started in: a student's random.py may lie there.
        with _starting:
            before = os.environ.get(_SAFE_PATH)
            os.environ[_SAFE_PATH] = "1"
            try:
                super().start()
            finally:
                if before is None:
                    del os.environ[_SAFE_PATH]
                else:
                    os.environ[_SAFE_PATH] = before


@contextmanager
def _held_back() -> Iterator[None]:
    """Let an interrupt wait: a worker that is half started would end with a traceback."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    before = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in before:
        signal.signal(number, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


class _Context(SpawnContext):
    Process = _WorkerProcess


class _Processes(ProcessPoolExecutor):
    """Workers that tell us of players for whom they wait.

    Attributes:
        waits: where that comes from.
    """

    def __init__(self, workers: int) -> None:
        context = _Context()
        self.waits, self._tell = context.Pipe(duplex=False)
        super().__init__(workers, context, _start_worker, (self._tell,))

    def close_pipe(self) -> None:
        """Hear no more of them."""
        self.waits.close()
        self._tell.close()


class Run:
    """A tournament under way. Iterate over it for the games, a few at a time, as they end.

    Whoever iterates waits; any other thread may cancel, pause and resume.

    A worker may be ended from outside: by the system where memory runs out, or by anybody. The
    games that it had are played again from their seeds, one at a time with nothing beside them,
    until they are finished or a player that is not of this program is to blame (see ``ends``).

    Args:
        make_executor: makes the executor that plays; it is shut down at the end.
        workers: how many games are played at once.
        known: games that were played before and are left out.

    Attributes:
        done: games that are known or played.
        replayed: games that were played again, since they lost their worker.
        on_wait: called while a player keeps others waiting, by the code that iterates.
    """

    def __init__(
        self,
        tournament: Tournament,
        make_executor: MakeExecutor,
        workers: int | None = None,
        known: Iterable[GameRecord] = (),
    ) -> None:
        self.tournament = tournament
        self._make_executor = make_executor
        self.on_wait: OnWait = tell_nobody
        self._workers = workers or usual_workers()
        self._played = [ByteMap() for _ in tournament.pairings]
        self.done = self.replayed = 0
        for record in known:
            self._played[record.pairing][record.game] = 1
            self.done += 1
        self._modules = foreign_modules()
        self._cancelled = Event()
        self._paused = Event()
        self._over = [False] * len(tournament.pairings)
        self._next = (0, 0)
        self._under_way: dict[Future[list[GameRecord]], list[Task]] = {}
        self._again: deque[Task] = deque()
        self._tries = 0  # of the first of these
        self._ends = 0  # of workers, since a game was finished
        self._alone_since = 0.0
        self._seconds_a_game = [CHUNK_SECONDS] * len(tournament.pairings)

    def cancel(self) -> None:
        """End soon; games under way are dropped."""
        self._cancelled.set()

    def pause(self) -> None:
        """Begin no more games; those under way are played to their end."""
        self._paused.set()

    def resume(self) -> None:
        """Go on after ``pause``."""
        self._paused.clear()

    def begin_no_more(self) -> None:
        """Begin no more pairings; those that are begun are played to their end."""
        number, game = self._next
        first = number + bool(game)
        self._over[first:] = [True] * (len(self._over) - first)

    @property
    def busy(self) -> bool:
        """Whether any game is being played."""
        return bool(self._under_way)

    def finish(self, pairing: int) -> None:
        """Begin no more games of a pairing: what it is to show is shown."""
        self._over[pairing] = True

    def __iter__(self) -> Iterator[list[GameRecord]]:
        """Play, and yield records.

        Raises:
            RunError: no worker can be started, workers end again and again, or the scheduler of
                the cluster is gone. All games that were yielded are sound.
        """
        tell_of_waits(self.on_wait)  # of players in threads
        executor, under_way = self._new_executor(), self._under_way
        try:
            while not self._cancelled.is_set():
                paused = self._paused.is_set()
                broken = not paused and not self._hand_out(executor)
                if not under_way and not broken:
                    if not paused:
                        return
                    sleep(_POLL_SECONDS)
                    continue
                ended, _ = wait(under_way, _POLL_SECONDS, FIRST_COMPLETED)
                self._hear_of_waits(executor)
                for future in ended:
                    if not _has_lost_its_worker(future):
                        yield from self._take(future)
                broken = broken or any(future in under_way for future in ended)
                if broken:
                    yield from self._recover(executor)
                if broken or (self._alone and not self._again):
                    end_executor(executor)
                    executor = self._new_executor()
        finally:
            if not _workers_of(executor):  # those are ended as they are
                for future in under_way:
                    future.cancel()
            under_way.clear()
            end_executor(executor)

    def _hear_of_waits(self, executor: Executor) -> None:
        while isinstance(executor, _Processes) and executor.waits.poll():
            self.on_wait(executor.waits.recv())

    def _new_executor(self) -> Executor:
        self._alone = bool(self._again)  # it is there to play these, one by one
        self._alive = False  # whether its workers have done anything
        try:
            return self._make_executor(1 if self._alone else None)
        except OSError as error:
            raise not_started(error) from None

    def _hand_out(self, executor: Executor) -> bool:
        """Have the executor play as much as it should; return whether it still can."""
        if self._alone:
            if self._under_way:
                return True
            # Nothing first: a worker that is ended as it starts says nothing of a game.
            self._alone_since = perf_counter()
            return self._submit(executor, [self._again[0]] if self._alive else [])
        while len(self._under_way) < self._workers * _TASKS_A_WORKER:
            chunk = self._next_chunk()
            if not chunk:
                break
            if not self._submit(executor, chunk):
                self._again.extend(chunk)
                return False
        return True

    def _submit(self, executor: Executor, chunk: list[Task]) -> bool:
        """Have games played; return False where the executor cannot any more."""
        try:
            with _held_back():
                future = executor.submit(play_games, chunk, self._modules if chunk else ())
        except BrokenExecutor:
            return False
        except OSError as error:
            raise not_started(error) from None
        self._under_way[future] = chunk
        return True

    def _next_chunk(self) -> list[Task]:
        """Return the next games that are to be played together; none at the end."""
        number, game = self._next
        pairings = self.tournament.pairings
        while number < len(pairings):
            pairing, played = pairings[number], self._played[number]
            size = int(CHUNK_SECONDS / max(self._seconds_a_game[number], 1e-9))
            size = max(1, min(_MAX_CHUNK, size))
            chunk: list[Task] = []
            while game < pairing.games and len(chunk) < size and not self._over[number]:
                if not played[game]:
                    seed = self.tournament.game_seed(number, game)
                    chunk.append((pairing, number, game, seed))
                game += 1
            if chunk:
                self._next = number, game
                return chunk
            number, game = number + 1, 0
        self._next = number, 0
        return []

    def _take(self, future: Future[list[GameRecord]]) -> Iterator[list[GameRecord]]:
        """Count and yield the games of a future; RunError where it has a better reason."""
        records = future.result()
        del self._under_way[future]
        self._alive = True
        if records:
            yield self._counted(records)

    def _counted(self, records: list[GameRecord]) -> list[GameRecord]:
        if self._alone:
            self._again.popleft()
            self.replayed += 1
        self._ends = self._tries = 0
        for record in records:
            self._played[record.pairing][record.game] = 1
            self.done += 1
        last = records[-1]
        self._seconds_a_game[last.pairing] = sum(r.seconds for r in records) / len(records)
        return records

    def _recover(self, executor: Executor) -> Iterator[list[GameRecord]]:
        """Go on after the end of a worker: save what is known, and see what is to be done again.

        Raises:
            RunError: so many have ended by now that there is no use in others.
        """
        workers = _workers_of(executor)
        end_executor(executor)
        status = [worker.exitcode for worker in workers]
        for future in [future for future in self._under_way if future.done()]:
            if not _has_lost_its_worker(future):
                yield from self._take(future)
        lost = [task for chunk in self._under_way.values() for task in chunk]
        self._under_way.clear()
        self._ends += 1
        if not self._alone:
            self._again.extend(lost)
        elif lost:
            self._tries += 1
            seconds = perf_counter() - self._alone_since
            record = verdict(lost[0], seconds, self._tries, status)
            if record is not None:
                yield self._counted([record])
        if self._ends >= MOST_ENDS:
            raise worn_out(self._alive, status)


def _has_lost_its_worker(future: Future[list[GameRecord]]) -> bool:
    """Whether a future that is done has no games since its worker has ended, or has no memory."""
    return not future.cancelled() and isinstance(future.exception(), BrokenExecutor | MemoryError)


def _workers_of(executor: Executor) -> list[SpawnProcess]:
    """Return an executor's processes; none where it works in others' or in threads."""
    return list((getattr(executor, "_processes", None) or {}).values())


def end_executor(executor: Executor) -> None:
    """End an executor at once. What its processes work on is no longer needed."""
    workers = _workers_of(executor)
    manager = getattr(executor, "_executor_manager_thread", None)
    executor.shutdown(wait=False)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(_END_SECONDS)
    if manager is not None:
        # At its end Python wakes this thread, and complains if it is just going (seen in 3.11).
        manager.join(_END_SECONDS)
    if isinstance(executor, _Processes):
        executor.close_pipe()


def _start_worker(waits: Connection) -> None:
    """Prepare a worker's process: keep the machine responsive for its user.

    Ctrl+C is the parent's to handle. If the parent is killed, so is this process: it would wait
    for games for ever, since it holds the other end of its own pipe.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_go_with_the_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)
    tell_of_waits(waits.send)
    logging.getLogger("engine.native.loading").setLevel(logging.ERROR)
    load_kernel()


def _go_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
