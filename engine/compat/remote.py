"""A course file as the judge sees it: calls that are made in the file's process, and their results.

What comes back is plain data, looked at before it is used. The judge compares it with what is
right; it never runs the file, and takes no word of it for a verdict.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from engine.board import Board
from engine.compat.answers import FileError, LateError, problem_of, sentence
from engine.compat.facts import Facts, Weights
from engine.compat.process import FileProcess
from engine.compat.terms import FAR
from engine.errors import Problem
from engine.rules import Square

Scores = list[list[float]]

UNKNOWN = "?"
"""What stands for a board that holds something else than marks."""

_MOST = 10**300
"""A greater whole number is no number that can be worked with."""


class RaisedError(Problem):
    """A call ended with an error of the file's own.

    Attributes:
        kind: the error's type.
        line: the line of the file that it came from, or None.
        endless: whether a game had no end.
    """

    kind = ""
    line: int | None = None
    endless = False


@dataclass(frozen=True, slots=True)
class Call:
    """One call, or the same one several times.

    Attributes:
        board: the position; the file gets a copy of its own each time.
        player: the side, for the functions that take one.
        trials: for ``mc_move``.
        scores: for ``mc_update_scores`` and ``get_best_move``: a grid, copied each time.
        times: how often it is made.
    """

    board: Board
    player: int = 0
    trials: int = 0
    scores: Scores | None = None
    times: int = 1

    def as_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "rows": self.board.rows, "line": self.board.rules.line,
            "reverse": self.board.rules.reverse, "player": self.player, "trials": self.trials,
            "scores": self.scores, "times": self.times,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of one call.

    Attributes:
        square: what was returned, as a pair of whole numbers; None where it is none.
        text: what was returned, as text.
        rows: the board's marks afterwards, such as ``X.O/.X./..O``; None where it did not change,
            ``UNKNOWN`` where it holds something else.
        grid: the scores afterwards; None where they are no grid of numbers, or there are none.
        evidence: what was seen inside the file's process; {} where nothing was.
    """

    square: Square | None
    text: str
    rows: str | None
    grid: Scores | None
    evidence: dict[str, Any] = field(default_factory=dict)


class Results(list[Reply]):
    """The results of calls, in their order.

    Attributes:
        error: what ended the calls early; None where all were made.
    """

    error: RaisedError | None = None

    def finish(self) -> None:
        """Raise the error that ended the calls early, if one did."""
        if self.error is not None:
            raise self.error


class RemoteFile:
    """A file, or that file with another text, as looks ask for it.

    Args:
        seed: for what is random; that of the file's content where it is None, so that the same
            file gives the same findings, and no file knows its questions in advance.
        text: run this text instead of the file's own, in the same process.
        share: how many calls are made where the number is a matter of certainty, as a share of the
            usual number.

    Attributes:
        facts: what the text says.
        share: as given.
        known: what one look found out and another one may use.
        seconds: the processor time that the calls may take from now on, all together; see
            ``allow``.
        whole: the processor time for all looks together, in seconds.
    """

    def __init__(
        self,
        process: FileProcess,
        seed: int | None = None,
        text: bytes | None = None,
        share: float = 1.0,
    ) -> None:
        content = (process.content or b"") if text is None else text
        self._process = process
        self._text = None if text is None else text.decode("latin-1")
        digest = int.from_bytes(hashlib.sha256(content).digest()[:6])
        self.seed = digest if seed is None else seed
        self._asked = 0
        self.facts = Facts.of(content, process.path)
        self.share = share
        self.known: dict[str, Any] = {}
        self.seconds: float | None = None
        self.whole = 120.0
        self._until = 0.0

    @property
    def name(self) -> str:
        """The file's name."""
        return self._process.name

    @property
    def spent(self) -> float:
        """The processor time that the file's answers have taken so far, in seconds."""
        return self._process.spent

    @property
    def left(self) -> float:
        """The seconds of processor time that are left for calls; see ``allow``."""
        return float("inf") if self.seconds is None else self._until - self.spent

    def allow(self, seconds: float) -> None:
        """Let the calls from now on take so much processor time, all together."""
        self.seconds = seconds
        self._until = self.spent + seconds

    def weights(self) -> Weights:
        """Return the weights that the file has.

        Where its text does not tell, what it gives on a plain win is taken for them, and must hold
        everywhere. What is no finite number is no weight: such a file is measured by the course's.
        """
        if self.facts.weights is not None:
            return self.facts.weights
        if "weights" not in self.known:
            won = Board(3, board=[[2, 2, 2], [3, 3, 1], [1, 1, 1]])
            scores = [[0.0] * 3 for _ in range(3)]
            results = self.calls("mc_update_scores", [Call(won, 2, scores=scores)])
            grid = results[0].grid if results else None  # the function may be missing
            fits = grid is not None and [len(row) for row in grid] == [3, 3, 3]
            added = (grid[0][0], -grid[1][0]) if grid and fits else (1.0, 1.0)
            self.known["weights"] = added if all(map(isfinite, added)) else (1.0, 1.0)
        weights: Weights = self.known["weights"]
        return weights

    def signatures(self) -> dict[str, dict[str, Any]]:
        """Return, for each of the four functions that is there, its parameters, and if they fit."""
        given = self._ask({"do": "describe"}).get("signatures")
        return {
            sentence(name): {
                "text": sentence(str(signature.get("text"))),
                "fits": bool(signature.get("fits")),
            }
            for name, signature in (given.items() if isinstance(given, dict) else ())
            if isinstance(signature, dict)
        }

    def calls(
        self,
        function: str,
        calls: Iterable[Call],
        weights: Weights | None = None,
        watched: bool = False,
    ) -> Results:
        """Have calls made, one after the other, until one raises an error.

        Args:
            weights: run the file with these, from the line on in which it sets its own; nothing
                where it names none.
            watched: ask for evidence, too.

        Raises:
            FileError: the process ended, took too long, or answered with what is no answer.
        """
        asked = list(calls)
        self._asked += 1
        constants: dict[str, float] = {}
        if weights is not None and self.facts.weight_names is not None:
            constants = dict(zip(self.facts.weight_names, weights, strict=True))
        answer = self._ask({
            "do": "call", "function": function, "calls": [call.as_json() for call in asked],
            "seed": self.seed * 1_000 + self._asked, "constants": constants, "text": self._text,
            "watched": watched,
        })  # fmt: skip
        return self._read(answer, asked)

    @property
    def is_tried(self) -> bool:
        """Whether an edited text is tried: it is enough to know that something is wrong."""
        return self._text is not None

    def times(self, usual: int) -> int:
        """Return how often to make calls whose number is a matter of certainty."""
        return max(1, round(usual * self.share))

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self.seconds is None:
            return self._process.ask(request, None)
        left = self.left
        if left <= 0:
            raise LateError(
                "{name} took longer than {seconds} s of processor time for an answer and was ended",
                name=self.name, seconds=f"{self.seconds:g}",
            )  # fmt: skip
        return self._process.ask(request, left)

    def _read(self, answer: dict[str, Any], asked: Sequence[Call]) -> Results:
        """Return an answer's results; FileError where they are none."""
        boards = [call.board for call in asked for _ in range(call.times)]
        given, failed = answer.get("results"), answer.get("failed")
        is_complete = isinstance(given, list) and (
            len(given) == len(boards) if failed is None else len(given) < len(boards)
        )
        if not is_complete or not isinstance(given, list):
            raise FileError("{name} sent an invalid answer", name=self.name)
        results = Results(
            self._result(result, board) for result, board in zip(given, boards, strict=False)
        )
        if isinstance(failed, dict):
            problem, line, place = problem_of({"error": ""} | failed, self.name)
            error = RaisedError("{problem}", problem=problem)
            error.kind = sentence(str(failed.get("kind")))
            error.endless = failed.get("endless") is True
            error.line = line if place == self.name else None
            results.error = error
        elif failed is not None:
            raise FileError("{name} sent an invalid answer", name=self.name)
        return results

    def _result(self, data: Any, board: Board) -> Reply:
        if not isinstance(data, list) or len(data) != 4:
            raise FileError("{name} sent an invalid answer", name=self.name)
        returned, rows, grid, evidence = data
        square = None
        if isinstance(returned, list) and len(returned) == 2:
            row, col = returned
            if all(type(part) is int and abs(part) < FAR for part in returned):
                square = row, col
        text = returned.get("told") if isinstance(returned, dict) else returned
        return Reply(
            square, sentence(str(square or text)), _rows(rows, board.size), _grid(grid),
            evidence if isinstance(evidence, dict) else {},
        )  # fmt: skip


def _rows(data: Any, dim: int) -> str | None:
    """Return a board's marks as text, "?" where they are none, or None where nothing changed."""
    if data is None:
        return None
    known = isinstance(data, str) and set(data) <= set(".XO/")
    return data if known and [len(row) for row in data.split("/")] == [dim] * dim else UNKNOWN


def _grid(data: Any) -> Scores | None:
    """Return a grid of numbers, or None where it is none."""
    if not isinstance(data, list) or not all(isinstance(row, list) for row in data):
        return None
    if not all(type(value) in (int, float) for row in data for value in row):
        return None
    if any(type(value) is int and abs(value) > _MOST for row in data for value in row):
        return None
    return [[float(value) for value in row] for row in data]
