"""Runs a tournament through any ``concurrent.futures.Executor``, in any order, to one result."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
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
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Event
from time import perf_counter, sleep
from urllib.parse import urlsplit

from engine.checks import whole_number
from engine.errors import Problem
from engine.sampling import load_kernel
from engine.specs import foreign_modules
from engine.tournament.description import Tournament
from engine.tournament.pages import ByteMap
from engine.tournament.playing import GameRecord, Task, ended_game, play_games

CHUNK_SECONDS = 0.1
"""How long one task should take: long enough for its overhead not to matter, short enough for
cancelling to be prompt and for the last tasks to end together."""

_POLL_SECONDS = 0.1
_END_SECONDS = 2.0
_CONNECT_SECONDS = 5.0
_MAX_CHUNK = 500
_TASKS_A_WORKER = 2

MOST_PROCESSES = 61 if os.name == "nt" else 1024
"""How many processes a pool may have: Windows waits for no more than 63 things at once."""

NO_WORKERS = "no worker's process can be started here"

_SAFE_PATH = "PYTHONSAFEPATH"
_starting = threading.Lock()

MakeExecutor = Callable[[], Executor]


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
        return lambda: ProcessPoolExecutor(count, _Context(), initializer=_start_worker)
    if kind == "threads":
        return lambda: ThreadPoolExecutor(count)
    if kind == "dask":
        return _dask_maker(address)
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


class _Context(SpawnContext):
    Process = _WorkerProcess


class Run:
    """A tournament under way. Iterate over it for the games, a few at a time, as they end.

    Whoever iterates waits; any other thread may cancel, pause and resume.

    Args:
        tournament: what to play.
        make_executor: makes the executor that plays; it is shut down at the end.
        workers: how many games are played at once.
        known: games that were played before and are left out.

    Attributes:
        done: games that are known or played.
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
        self._workers = workers or usual_workers()
        self._played = [ByteMap() for _ in tournament.pairings]
        self.done = 0
        for record in known:
            self._played[record.pairing][record.game] = 1
            self.done += 1
        self._modules = foreign_modules()
        self._cancelled = Event()
        self._paused = Event()
        self._over = [False] * len(tournament.pairings)
        self._next = (0, 0)
        self._under_way: dict[Future[list[GameRecord]], list[Task]] = {}
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
            OSError: no worker can be started.
        """
        executor = self._made()
        under_way = self._under_way
        again: list[list[Task]] = []
        try:
            while not self._cancelled.is_set():
                while len(under_way) < self._workers * _TASKS_A_WORKER:
                    chunk = again.pop() if again else self._next_chunk()
                    if not chunk:
                        break
                    try:
                        under_way[executor.submit(play_games, chunk, self._modules)] = chunk
                    except BrokenExecutor:
                        again.append(chunk)
                        break
                if not under_way and not again:
                    if not self._paused.is_set():
                        return
                    sleep(_POLL_SECONDS)
                    continue
                ended, _ = wait(under_way, _POLL_SECONDS, FIRST_COMPLETED)
                broken = False
                for future in ended:
                    chunk = under_way.pop(future)
                    try:
                        records = future.result()
                    except BrokenExecutor:
                        broken = True
                        under_way[future] = chunk
                        break
                    self._take(records)
                    yield records
                if broken or (again and not under_way):
                    _shut_down(executor)
                    executor = self._made()
                    lost = list(under_way.values())
                    under_way.clear()
                    yield from self._save(lost)
        finally:
            if not getattr(executor, "_processes", None):  # those are ended as they are
                for future in under_way:
                    future.cancel()
            under_way.clear()
            _shut_down(executor)

    def _made(self) -> Executor:
        try:
            return self._make_executor()
        except OSError as error:
            raise OSError(0, f"{NO_WORKERS} ({error.strerror})") from None

    def _next_chunk(self) -> list[Task]:
        """Return the next games that are to be played together; none at the end or in a pause."""
        if self._paused.is_set():
            return []
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

    def _take(self, records: list[GameRecord]) -> None:
        for record in records:
            self._played[record.pairing][record.game] = 1
            self.done += 1
        last = records[-1]
        self._seconds_a_game[last.pairing] = sum(r.seconds for r in records) / len(records)

    def _save(self, lost: list[list[Task]]) -> Iterator[list[GameRecord]]:
        """Find the games that end a worker's process, one at a time, and record them as bad."""
        executor: Executor | None = None
        try:
            for task in [task for chunk in lost for task in chunk]:
                if self._cancelled.is_set():
                    return
                if executor is None:
                    executor = self._made()
                    _check_alive(executor)
                start, workers = perf_counter(), _workers_of(executor)
                try:
                    records = executor.submit(play_games, [task], self._modules).result()
                except BrokenExecutor:
                    _shut_down(executor)
                    executor = None
                    status = [each.exitcode for each in workers]
                    records = [ended_game(task, perf_counter() - start, status)]
                self._take(records)
                yield records
        finally:
            if executor is not None:
                _shut_down(executor)


def _check_alive(executor: Executor) -> None:
    """Raise OSError where not even an idle worker lives: then no game is to blame."""
    try:
        executor.submit(os.getpid).result()
    except BrokenExecutor:
        raise OSError(0, NO_WORKERS) from None


def _workers_of(executor: Executor) -> list[SpawnProcess]:
    """Return an executor's processes; none where it works in others' or in threads."""
    return list((getattr(executor, "_processes", None) or {}).values())


def _shut_down(executor: Executor) -> None:
    """End an executor at once. What its processes work on is no longer needed."""
    workers = _workers_of(executor)
    manager = getattr(executor, "_executor_manager_thread", None)
    executor.shutdown(wait=False)
    client = getattr(executor, "_client", None)
    if client is not None:  # of a cluster; else it tries to reconnect for ever
        client.close()
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(_END_SECONDS)
    if manager is not None:
        # At its end Python wakes this thread, and complains if it is just going (seen in 3.11).
        manager.join(_END_SECONDS)


def _start_worker() -> None:
    """Prepare a worker's process: keep the machine responsive for its user.

    Ctrl+C is the parent's to handle. If the parent is killed, so is this process: it would wait
    for games for ever, since it holds the other end of its own pipe.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_go_with_the_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)
    load_kernel()


def _go_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _dask_maker(address: str) -> MakeExecutor:
    try:
        from distributed import Client  # noqa: PLC0415  (an optional extra)
    except ImportError:
        raise Problem("a cluster needs the package distributed (pip install distributed)") from None
    if not address:
        raise Problem("a cluster needs the address of its scheduler, such as tcp://host:8786")
    missing = Problem("there is no scheduler at {address}", address=address)
    parts = urlsplit(address if "//" in address else f"tcp://{address}")
    try:
        # Asked first: a client that finds no scheduler keeps trying, and complains in its own way.
        socket.create_connection((parts.hostname or "", parts.port or 0), _CONNECT_SECONDS).close()
    except (OSError, ValueError):
        raise missing from None

    def make() -> Executor:
        executor: Executor = Client(address, timeout=_CONNECT_SECONDS).get_executor()
        return executor

    return make
