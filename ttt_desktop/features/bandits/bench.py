"""The bench: one set of arms, a person and five policies at it, and what each has lost."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engine import PLAYERX, Board, Rules, square_name
from engine.search.arms import Arms, Chances, HiddenArms, SquareArms, drawn_chances, square_chances
from engine.search.bandits import POLICIES, UCB, UCB1, YOU, ArmCounts, Competitor, Policy, regret
from ttt_desktop.work.jobs import JobRunner, Latest
from ttt_desktop.work.turns import Turns

MOST_SQUARES = 25
"""The most empty squares that are compared: there is no room for more of them side by side."""

_REPORT_SECONDS = 0.1
"""Between two pictures of a run: curves of many points take long to paint."""

_SEED_BITS = 64

Draw = Callable[[int], int]
"""Returns a number of so many random bits."""

Curve = list[tuple[int, float]]
"""Regret after numbers of pulls."""


@dataclass(frozen=True)
class BenchSubject:
    """What the arms are.

    Attributes:
        count: how many hidden arms; 0 where they are the squares of a position.
        rules, rows, player: the position.
    """

    count: int
    rules: Rules | None = None
    rows: tuple[tuple[int, ...], ...] = ()
    player: int = 0

    @classmethod
    def of_squares(cls, board: Board, player: int) -> BenchSubject:
        """Return the subject of a position's squares."""
        return cls(0, board.rules, tuple(tuple(row) for row in board.rows), player)


@dataclass
class _Kept:
    """The curve of a competitor as far as its trail has led, and what it was worked out from."""

    who: Competitor
    values: tuple[float, ...]
    curve: Curve


class Bench(QObject):
    """Arms, and who pulls them: every policy as often as the others, the person at will.

    Attributes:
        competitors: the person and the policies, by name; empty where there are no arms.
        names: what the arms are called.
        player: the side to move, where the arms are squares.
        chances: their true chances; None while these are being found out.
        revealed: whether the chances are to be seen.

    Signals:
        changed(): something to be seen is different now.
    """

    changed = Signal()

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turns = Turns(self)
        self._turns.report_seconds = _REPORT_SECONDS
        self._turns.turned.connect(self.changed)
        self._turns.ended.connect(self.changed)
        self._truth = Latest(runner.start, self)
        self._subject: BenchSubject | None = None
        self._board, self.player = Board(3), PLAYERX
        self._constant = UCB1().constant
        self._own_chance = random.Random().getrandbits
        self._seed = 0
        self._target = 0
        self._arms: Arms | None = None
        self.competitors: dict[str, Competitor] = {}
        self._kept: dict[str, _Kept] = {}
        self.names: list[str] = []
        self.chances: Chances | None = None
        self.revealed = False

    # --- what is shown of it ------------------------------------------------------------

    @property
    def possible(self) -> bool:
        """Whether there are arms to pull."""
        return self._arms is not None

    @property
    def of_squares(self) -> bool:
        """Whether the arms are the squares of a position."""
        return self._subject is not None and self._subject.rules is not None

    @property
    def crowded(self) -> bool:
        """Whether the position goes on, and has more empty squares than can be compared."""
        return not self.possible and self._board.check_win() is None

    @property
    def running(self) -> bool:
        """Whether many pulls are being made."""
        return self._turns.running

    @property
    def pulls(self) -> int:
        """How often each policy has pulled."""
        return max((competitor.known.count for _, competitor in self._policies()), default=0)

    def known(self, name: str) -> ArmCounts:
        """Return what a competitor has found out."""
        return self.competitors[name].known

    def regret(self, name: str) -> float | None:
        """Return what a competitor has lost in expectation; None where that is not to be told.

        The person's own would tell which arm is the best, and waits until that is revealed.
        """
        if self.chances is None or (name == YOU and not self.revealed):
            return None
        return regret(self.known(name).pulls, self.chances.values)

    def curve(self, name: str) -> Curve:
        """Return how a competitor's regret has grown; empty where it is not to be told."""
        if self.chances is None or (name == YOU and not self.revealed):
            return []
        values, who = self.chances.values, self.competitors[name]
        kept = self._kept.get(name)
        if kept is None or kept.who is not who or kept.values is not values:
            kept = self._kept[name] = _Kept(who, values, [(0, 0.0)])
        # What is there already is not worked out anew: while a run is shown, this is asked often.
        states = who.trail.states[len(kept.curve) - 1 :]
        kept.curve += [(count, regret(pulls, values)) for count, pulls in states]
        known = who.known
        if kept.curve[-1][0] == known.count:
            return list(kept.curve)
        return [*kept.curve, (known.count, regret(known.pulls, values))]

    # --- what is asked of it ------------------------------------------------------------

    def look_at(self, subject: BenchSubject, board: Board, player: int, constant: float) -> None:
        """Turn to arms, and to UCB1's constant; pulls of the same arms stay.

        Args:
            subject: what the arms are.
            board: the position on the board.
            constant: UCB1's; where it is another one, UCB1 pulls anew as often as before.
        """
        if constant != self._constant:
            self._constant = constant
            if self.possible:
                self.competitors[UCB] = self._competitor(UCB)
                self._go()
                self.changed.emit()
        if subject != self._subject:
            self._subject, self._board, self.player = subject, board.clone(), player
            self._begin(self._own_chance)

    def new_arms(self) -> None:
        """Begin with other hidden arms; with squares, anew."""
        self._begin(random.getrandbits)

    def reset(self) -> None:
        """Forget all pulls; the next ones of the same arms have another luck."""
        self._forget(random.getrandbits)

    def reveal(self) -> None:
        """Show the true chances."""
        self.revealed = True
        self.changed.emit()

    def pull(self, arm: int) -> None:
        """Pull an arm for the person."""
        self.competitors[YOU].pull(arm)
        self.changed.emit()

    def step(self) -> None:
        """Have each policy pull once."""
        self.run(1)

    def run(self, steps: int) -> None:
        """Have each policy pull so often, in short turns where that takes long."""
        if self.running or not self.possible:
            return
        self._target = self.pulls + steps
        self._go()
        self.changed.emit()

    def stop(self) -> None:
        """End the run under way; what was pulled counts."""
        self._turns.stop()
        self._target = self.pulls
        self.changed.emit()

    # --- how it is done -----------------------------------------------------------------

    def _begin(self, draw: Draw) -> None:
        """Begin with arms of the subject.

        Args:
            draw: where seeds come from. What was asked for takes the program's own chance, which
                lessons fix; what follows from something else leaves that alone.
        """
        assert self._subject is not None
        self._truth.cancel()
        self.revealed, self.chances = False, None
        if not self.of_squares:
            self.chances = drawn_chances(self._subject.count, draw(_SEED_BITS))
        self._forget(draw)
        if self.of_squares and self.possible:
            board, player = self._board, self.player
            self._truth.start(lambda job: square_chances(board, player, job.check), self._take)

    def _forget(self, draw: Draw) -> None:
        self._turns.stop()
        self._seed, self._target = draw(_SEED_BITS), 0
        self._arms, self.names = self._make_arms()
        self.competitors = {}
        if self.possible:
            self.competitors = {name: self._competitor(name) for name in (YOU, *POLICIES)}
        self.changed.emit()

    def _policies(self) -> list[tuple[str, Competitor]]:
        return [(name, competitor) for name, competitor in self.competitors.items() if name != YOU]

    def _make_arms(self) -> tuple[Arms | None, list[str]]:
        assert self._subject is not None
        if not self.of_squares:
            assert self.chances is not None
            names = [chr(ord("A") + arm) for arm in range(self._subject.count)]
            return HiddenArms(self.chances.values, self._seed), names
        empty = len(self._board.get_empty_squares())
        if self._board.check_win() is not None or empty > MOST_SQUARES:
            return None, []
        arms = SquareArms(self._board, self.player, self._seed)
        return arms, [square_name(square) for square in arms.squares]

    def _competitor(self, name: str) -> Competitor:
        """Return a competitor who has not pulled yet; each has a chance of its own."""
        assert self._arms is not None
        policy: Policy | None = UCB1(self._constant) if name == UCB else None
        if policy is None and name != YOU:
            policy = POLICIES[name]()
        seed = random.Random(f"{self._seed} {name}").getrandbits(_SEED_BITS)
        return Competitor(self._arms, policy, seed)

    def _go(self) -> None:
        """Have those who lag behind the target pull: a single step at once."""
        steps = self._steps()
        least = min(competitor.known.count for _, competitor in self._policies())
        if self._target - least > 1:
            self._turns.start(steps)
        else:
            for _ in steps:
                pass

    def _steps(self) -> Iterator[None]:
        """Have each policy pull until all are where they are to be, the last ones first."""
        while True:
            policies = [competitor for _, competitor in self._policies()]
            least = min(competitor.known.count for competitor in policies)
            if least >= self._target:
                return
            for competitor in policies:
                if competitor.known.count == least:
                    competitor.step()
            yield

    def _take(self, chances: Chances) -> None:
        self.chances = chances
        self.changed.emit()
