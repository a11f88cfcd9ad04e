"""Whom to try next: five policies for a bandit, and what each has lost by its choices.

A bandit has arms whose chances nobody knows (Robbins, "Some aspects of the sequential design of
experiments", 1952). Each pull brings a reward and tells a little about one arm. Who only exploits
what is known may never find the best arm; who only explores never profits from it.

What a choice costs is its **regret**: the best arm's chance less that of the arm pulled, in
expectation, so that luck plays no part in it:

    R(t) = sum over arms of  pulls(arm) * (best chance - chance(arm)).

A uniform choice loses the same at every pull: R grows in a straight line, t times the mean gap. No
policy that is good for all arms can do better than a logarithm: in the long run R(t) >= c ln t,
where c is the sum of gap / KL(chance, best chance) over the worse arms (Lai and Robbins,
"Asymptotically efficient adaptive allocation rules", 1985). UCB1 and Thompson sampling grow so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import NamedTuple, Protocol

from engine.errors import Problem
from engine.search.arms import Arms

UCB_CONSTANT = sqrt(2)
"""The constant with which UCB1 was published."""

EPSILON = 0.1
"""The share of pulls for which epsilon-greedy takes any arm."""

_DENSE, _APART = 100, 1.04
"""A trail keeps every state up to so many pulls, and then one for each so many times more."""


class Pull(NamedTuple):
    """One pull, and what was known of its arm before it.

    Attributes:
        arm: which one.
        reward: what it brought.
        mean: the arm's mean reward before; None where it had never been pulled.
        bonus: what UCB1 added to that; infinite for an arm that had never been pulled.
        draw: what Thompson sampling drew for the arm; None for other policies.
        explored: whether the choice was left to chance.
    """

    arm: int
    reward: float
    mean: float | None
    bonus: float
    draw: float | None
    explored: bool


class ArmCounts:
    """What somebody has found out about arms: counts alone, all else follows from them.

    Attributes:
        pulls: of each arm.
        totals: the sum of each arm's rewards.
        count: all pulls.
    """

    def __init__(self, arms: int) -> None:
        self.pulls = [0] * arms
        self.totals = [0.0] * arms
        self.count = 0

    def mean(self, arm: int) -> float | None:
        """Return an arm's mean reward; None where it was never pulled."""
        return self.totals[arm] / self.pulls[arm] if self.pulls[arm] else None

    def bonus(self, arm: int, constant: float = UCB_CONSTANT) -> float:
        """Return what UCB1 adds to an arm's mean: c sqrt(ln t / n), infinite for n = 0.

        t counts all pulls, n the arm's own (Auer, Cesa-Bianchi and Fischer, "Finite-time analysis
        of the multiarmed bandit problem", 2002, where c is the root of 2).
        """
        pulls = self.pulls[arm]
        return constant * sqrt(log(self.count) / pulls) if pulls else inf


class PolicyChoice(NamedTuple):
    """What a policy chooses.

    Attributes:
        arm: which arm.
        explored: whether the choice was left to chance.
        draws: what was drawn for each arm, where something was.
    """

    arm: int
    explored: bool = False
    draws: tuple[float, ...] = ()


class Policy(Protocol):
    """Chooses the next arm by what is known."""

    def choose(self, known: ArmCounts, chance: random.Random) -> PolicyChoice:
        """Return the arm to pull."""


class Uniform:
    """Any arm, whatever is known of it: so a flat Monte Carlo search spreads its playouts."""

    def choose(self, known: ArmCounts, chance: random.Random) -> PolicyChoice:
        """Return any arm."""
        return PolicyChoice(chance.randrange(len(known.pulls)), explored=True)


class Greedy:
    """Each arm once; then the greatest mean, one of them at random where several are greatest.

    Args:
        epsilon: the chance with which any arm is taken instead.
    """

    def __init__(self, epsilon: float = 0.0) -> None:
        self._epsilon = epsilon

    def choose(self, known: ArmCounts, chance: random.Random) -> PolicyChoice:
        """Return an untried arm, else any arm once in a while, else the best so far."""
        if (arm := _untried(known)) is not None:
            return PolicyChoice(arm)
        if self._epsilon and chance.random() < self._epsilon:
            return PolicyChoice(chance.randrange(len(known.pulls)), explored=True)
        means = [total / pulls for total, pulls in zip(known.totals, known.pulls, strict=True)]
        return PolicyChoice(_greatest(means, chance))


class UCB1:
    """Each arm once; then the greatest sum of mean and bonus (Auer and others, 2002).

    "Optimism in the face of uncertainty": an arm counts as what it may well be worth. The bonus
    shrinks where an arm is pulled, and grows slowly where it is not, so that none is given up.

    Args:
        constant: how much the bonus counts; 0 is greedy.
    """

    def __init__(self, constant: float = UCB_CONSTANT) -> None:
        self.constant = constant

    def choose(self, known: ArmCounts, chance: random.Random) -> PolicyChoice:
        """Return an untried arm, else the one with the greatest sum."""
        if (arm := _untried(known)) is not None:
            return PolicyChoice(arm)
        reach = self.constant * sqrt(log(known.count))
        sums = [total / pulls + reach / sqrt(pulls)
                for total, pulls in zip(known.totals, known.pulls, strict=True)]  # fmt: skip
        return PolicyChoice(_greatest(sums, chance))


class Thompson:
    """Draws a chance for each arm from what may still be true, and takes the greatest draw.

    After rewards that add up to w in n pulls, an arm's chance is drawn from the distribution
    Beta(1 + w, 1 + n - w): what one believes of it who held all chances for equally likely at first
    (Thompson, "On the likelihood that one unknown probability exceeds another in view of the
    evidence of two samples", 1933). A tie counts half a win and half a loss.
    """

    def choose(self, known: ArmCounts, chance: random.Random) -> PolicyChoice:
        """Return the arm with the greatest draw."""
        draws = tuple(
            chance.betavariate(1 + total, 1 + pulls - total)
            for total, pulls in zip(known.totals, known.pulls, strict=True)
        )
        return PolicyChoice(max(range(len(draws)), key=draws.__getitem__), draws=draws)


YOU, UNIFORM, GREEDY, EPSILON_GREEDY = "you", "uniform", "greedy", "epsilon"
UCB, THOMPSON = "ucb1", "thompson"

POLICIES: dict[str, Callable[[], Policy]] = {
    UNIFORM: Uniform,
    GREEDY: Greedy,
    EPSILON_GREEDY: lambda: Greedy(EPSILON),
    UCB: UCB1,
    THOMPSON: Thompson,
}
"""The five policies, by name: each makes a new one."""


@dataclass
class Trail:
    """How somebody's pulls came about: states, the more of them the earlier.

    Attributes:
        states: the number of all pulls, and each arm's, at growing numbers.
    """

    states: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    def note(self, known: ArmCounts) -> None:
        """Keep a state if it is time for one."""
        last = self.states[-1][0] if self.states else 0
        if known.count <= _DENSE or known.count >= last * _APART:
            self.states.append((known.count, tuple(known.pulls)))


class Competitor:
    """Somebody at the arms: a person, or a policy.

    Args:
        policy: what chooses; None for a person, who pulls.
        seed: of the policy's own chance.

    Attributes:
        known: what has been found out.
        trail: how that came about.
        last: the last pull, or None.
        draws: what Thompson sampling drew for each arm at its last pull.
    """

    def __init__(self, arms: Arms, policy: Policy | None = None, seed: int = 0) -> None:
        self._arms = arms
        self.policy = policy
        self._chance = random.Random(seed)
        self.known = ArmCounts(arms.count)
        self.trail = Trail()
        self.last: Pull | None = None
        self.draws: tuple[float, ...] = ()

    @property
    def constant(self) -> float:
        """UCB1's constant: this policy's where it is one, else the published one."""
        return self.policy.constant if isinstance(self.policy, UCB1) else UCB_CONSTANT

    def step(self) -> Pull:
        """Have the policy pull once.

        Raises:
            ValueError: there is none: a person pulls.
        """
        if self.policy is None:
            raise Problem("a person chooses for themselves")
        return self._pull(self.policy.choose(self.known, self._chance))

    def pull(self, arm: int) -> Pull:
        """Pull an arm that somebody chose."""
        return self._pull(PolicyChoice(arm))

    def _pull(self, choice: PolicyChoice) -> Pull:
        known, arm = self.known, choice.arm
        mean, bonus = known.mean(arm), known.bonus(arm, self.constant)
        reward = self._arms.reward(arm, known.pulls[arm])
        known.pulls[arm] += 1
        known.totals[arm] += reward
        known.count += 1
        self.trail.note(known)
        self.draws = choice.draws
        draw = choice.draws[arm] if choice.draws else None
        self.last = Pull(arm, reward, mean, bonus, draw, choice.explored)
        return self.last


def regret(pulls: Sequence[int], chances: Sequence[float]) -> float:
    """Return the expected regret of so many pulls of each arm (see above)."""
    best = max(chances)
    return sum(count * (best - chance) for count, chance in zip(pulls, chances, strict=True))


def _untried(known: ArmCounts) -> int | None:
    """Return the first arm that was never pulled, or None."""
    return known.pulls.index(0) if 0 in known.pulls else None


def _greatest(values: list[float], chance: random.Random) -> int:
    """Return the number of the greatest value; one of them at random where there are several."""
    most = max(values)
    if values.count(most) == 1:
        return values.index(most)
    return chance.choice([number for number, value in enumerate(values) if value == most])
