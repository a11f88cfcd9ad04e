"""Games on a cluster of Dask: an executor that says so when its scheduler does not answer."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from engine.errors import Problem, type_name
from engine.tournament.ends import RunError

ANSWER_SECONDS = 10.0
"""How long a scheduler may take to answer."""

_WATCH_SECONDS = 1.0
_CLOSE_SECONDS = 2.0
_LOGGERS = (
    "distributed", "distributed.client", "distributed.core", "distributed.comm", "tornado",
    "tornado.application", "asyncio",
)  # fmt: skip


def cluster_maker(address: str) -> Callable[[], Executor]:
    """Return a function that connects to a cluster.

    Args:
        address: its scheduler's, such as ``tcp://host:8786``.

    Raises:
        ValueError: the address is missing, the package distributed is, or nobody listens there.
    """
    if not address:
        raise Problem("a cluster needs the address of its scheduler, such as tcp://host:8786")
    try:
        import distributed  # noqa: F401, PLC0415  (an optional extra)
    except ImportError:
        raise Problem("a cluster needs the package distributed (pip install distributed)") from None
    url = address if "//" in address else f"tcp://{address}"
    try:
        # A client that is refused goes on trying until its time is up.
        parts = urlsplit(url)
        socket.create_connection((parts.hostname or "", parts.port or 0), ANSWER_SECONDS).close()
    except (OSError, ValueError):
        raise Problem("there is no scheduler at {address}", address=address) from None
    for name in _LOGGERS:  # what there is to say, a RunError says, in one sentence
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return lambda: _Cluster(url)


class _Cluster(Executor):
    """A connection to a cluster.

    A client of Dask by itself waits for ever where a scheduler accepts and then says nothing, and
    tries to find a lost one again. So the scheduler is asked for a sign of life first, and then
    again and again; when none comes, every game under way ends with a RunError.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._under_way: set[Future[Any]] = set()
        self._lost: RunError | None = None
        self._closed = threading.Event()
        self._ask_for_life()
        from distributed import Client  # noqa: PLC0415

        try:
            self._client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
        except Exception as error:  # nothing that it may say instead is to be trusted
            raise self._failure(error) from None
        # Not "pure": a game that is played again is to be played, not remembered.
        self._cluster: Executor = self._client.get_executor(pure=False)
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Have a worker of the cluster do something (see ``concurrent.futures``).

        The future raises BrokenExecutor where workers ended again and again over it, and RunError
        where the scheduler is gone or a worker cannot play.
        """
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        with self._lock:
            if self._lost is not None:
                raise self._lost
            self._under_way.add(future)
        try:
            asked = self._cluster.submit(work, *args, **named)
        except Exception:
            raise self._gone() from None
        asked.add_done_callback(lambda asked: self._pass_on(asked, future))
        return future

    def shutdown(self, wait: bool = True, **_more: Any) -> None:
        """Leave the cluster; what is under way is dropped."""
        if self._closed.is_set():
            return
        self._closed.set()
        with suppress(Exception):  # whatever it says of a scheduler that is not there
            self._client.close(_CLOSE_SECONDS)

    def _pass_on(self, asked: Future[Any], future: Future[Any]) -> None:
        """Take what a worker answered, in a thread of the client."""
        with self._lock:
            self._under_way.discard(future)
        with suppress(InvalidStateError):  # said already: the scheduler is gone
            error: BaseException | None
            if self._closed.is_set():
                error = BrokenExecutor()  # it was dropped, and can be played elsewhere
            elif asked.cancelled():
                error = self._gone()
            else:
                error = self._as_run_error(asked.exception())
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(asked.result())

    def _as_run_error(self, error: BaseException | None) -> BaseException | None:
        """Return what an error of the cluster is to a run."""
        from distributed import KilledWorker  # noqa: PLC0415

        if isinstance(error, KilledWorker):
            return BrokenExecutor(str(error))
        if error is None or isinstance(error, MemoryError):
            return error
        return RunError(
            "a worker of the cluster cannot play: {kind}: {error}",
            kind=type_name(error), error=_line(error),
        )  # fmt: skip

    def _watch(self) -> None:
        """Ask for a sign of life until there is none, or nobody works for too long."""
        idle = 0.0
        while not self._closed.wait(_WATCH_SECONDS):
            try:
                idle = 0.0 if self._ask_for_life() else idle + _WATCH_SECONDS
            except RunError as error:
                self._lose(error)
                return
            if idle >= ANSWER_SECONDS:
                self._lose(
                    RunError("the scheduler at {address} has no workers", address=self._address)
                )
                return

    def _lose(self, error: RunError) -> None:
        """End all that is under way with an error, and all that is still asked for."""
        with self._lock:
            self._lost = error
            left, self._under_way = self._under_way, set()
        for future in left:
            with suppress(InvalidStateError):
                future.set_exception(error)

    def _ask_for_life(self) -> int:
        """Have the scheduler say how many workers it has; RunError where it does not answer."""
        try:
            return asyncio.run(asyncio.wait_for(_workers_of(self._address), ANSWER_SECONDS))
        except TimeoutError:
            raise RunError(
                "the scheduler at {address} did not answer within {seconds} s",
                address=self._address, seconds=f"{ANSWER_SECONDS:g}",
            ) from None  # fmt: skip
        except OSError:
            raise self._gone() from None
        except Exception as error:  # whatever else it may be that listens there
            raise self._failure(error) from None

    def _failure(self, error: Exception) -> RunError:
        return RunError(
            "the scheduler at {address} cannot be used: {kind}: {error}",
            address=self._address, kind=type_name(error), error=_line(error),
        )  # fmt: skip

    def _gone(self) -> RunError:
        return RunError("the scheduler at {address} is gone", address=self._address)


def _line(error: BaseException) -> str:
    """Return what an error says, in one line."""
    return " ".join(str(error).split())


async def _workers_of(address: str) -> int:
    """Return how many workers a scheduler has."""
    from distributed import Security, rpc  # noqa: PLC0415

    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=ANSWER_SECONDS, connection_args=arguments) as scheduler:
        return len((await scheduler.identity())["workers"])
