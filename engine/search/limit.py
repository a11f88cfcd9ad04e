"""When a search ends, and how much it does between two looks at the clock."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Problem, real_number, whole_number
from engine.search.sampling import MAX_TRIALS

MAX_SECONDS = 1e9


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: whatever comes first.

    Attributes:
        trials: after so many playouts, or simulations of a tree.
        seconds: after so many seconds.
        settled: when the best square is settled with this confidence, such as 0.99 (see
            ``confidence.is_settled``). Two squares may be equally good for ever, so one of the
            others must be given too.

    Raises:
        ValueError: neither trials nor seconds are given, trials below 1, seconds that are not
            above 0, or a confidence that is not from 0.5 to below 1.
    """

    trials: int | None = None
    seconds: float | None = None
    settled: float | None = None

    def __post_init__(self) -> None:
        if self.settled is not None and not 0.5 <= (real_number(self.settled, 0, 1) or 0) < 1:
            raise Problem(
                "the confidence must be a number from 0.5 to below 1, not {value}",
                value=repr(self.settled),
            )
        if self.trials is None and self.seconds is None:
            raise Problem("a search needs a limit: a number of trials, or of seconds")
        if self.trials is not None:
            trials = whole_number(self.trials, "the number of trials", 1, MAX_TRIALS)
            object.__setattr__(self, "trials", trials)
        if self.seconds is not None and not real_number(self.seconds, 0, MAX_SECONDS):
            raise Problem(
                "the seconds must be a number above 0, not {value}", value=repr(self.seconds)
            )

    def is_over(self, count: int, seconds: float) -> bool:
        """Whether so many playouts or simulations, or so many seconds, reach the limit."""
        return (self.trials is not None and count >= self.trials) or (
            self.seconds is not None and seconds >= self.seconds
        )

    def progress(self, count: int, seconds: float) -> float:
        """Return how far a search has come, from 0 to 1."""
        shares = [0.0]
        if self.trials is not None:
            shares.append(count / self.trials)
        if self.seconds is not None:
            shares.append(seconds / self.seconds)
        return min(1.0, max(shares))


PORTION_SECONDS = 0.012
"""How long a portion should take: short enough for "stop" to feel immediate and for a picture to
refresh 60 times a second, long enough for its overhead not to matter."""


def next_portion(size: int, seconds: float) -> int:
    """Return how large the next portion should be, growing by two at the most."""
    if seconds <= 0:
        return size * 2
    return max(1, min(size * 2, int(size * PORTION_SECONDS / seconds)))
