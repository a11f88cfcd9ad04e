"""Trains the networks that this program brings along, and writes their files.

    python -m tools.networks

The same weights, bit for bit, on every machine. It takes a minute or two of processor time.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from engine.learning import keeping
from engine.learning.learner import Training
from engine.learning.networks import NetLearner, NetMind
from engine.learning.shipped import FOLDER, KIND, NETWORKS
from engine.learning.task import LINES, PLAIN
from engine.rules import Rules

SEED = 1


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How a network is trained.

    Attributes:
        rules: what it learns.
        shape: its shape.
        games: how many it plays against itself.
    """

    rules: Rules
    shape: str
    games: int


PLANS = (
    TrainingPlan(Rules(3, 3), PLAIN, 20_480),
    TrainingPlan(Rules(5, 4), LINES, 10_240),
    TrainingPlan(Rules(7, 4), LINES, 10_240),
)


def trained(plan: TrainingPlan) -> NetMind:
    """Train a network; the same one every time."""
    learner = NetLearner(plan.rules, SEED, plan.shape)
    for _ in Training(learner, games=plan.games):
        pass
    mind = learner.mind
    assert isinstance(mind, NetMind)
    return mind


def main(folder: Path = FOLDER) -> None:
    """Train all and write them."""
    folder.mkdir(exist_ok=True)
    for plan in PLANS:
        mind = trained(plan)
        about = {
            "kind": KIND, "shape": plan.shape, "size": plan.rules.size, "line": plan.rules.line,
            "seed": SEED, "games": plan.games, "generation": mind.generation,
        }  # fmt: skip
        keeping.write(folder / NETWORKS[plan.rules], about, {"weights": mind.weights})
        print(f"{plan.rules}, {plan.shape}: {plan.games:,} games", file=sys.stderr)


if __name__ == "__main__":
    main()
