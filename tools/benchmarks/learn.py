"""What learners come to in a given time of one processor, from five seeds each.

Mistakes are counted in all 4,520 positions of 3x3, and in samples of solved positions of larger
boards (``engine.learning.truth``). Games against a level begin after two random marks, each opening
played from both sides; a score is wins and half the ties, in percent.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine import PLAYERX, Player, Rules
from engine.board import Position
from engine.learning.learner import Learner, Training
from engine.learning.learners import new_learner
from engine.learning.networks import NetLearner, NetMind
from engine.learning.player import NetPlayer
from engine.learning.small import Atlas, SmallPosition, atlas
from engine.learning.teachers import teacher_of
from engine.learning.truth import bare, mistakes, questions, searching
from engine.search.stream import Stream
from engine.specs import PlayerSpec
from engine.tournament.sparring import spar

SEEDS = range(1, 6)
GAMES = 120
NETWORKS = (
    (Rules(3, 3), "plain", 25, (1, 5, 10)), (Rules(3, 3), "lines", 25, (0.2, 0.4, 1)),
    (Rules(4, 4), "lines", 50, (1, 2, 3)), (Rules(4, 3), "lines", 50, (2, 8)),
    (Rules(5, 4), "lines", 100, (2, 10)),
)  # fmt: skip
"""Rules, shape, simulations of a measured move, and after how many seconds to measure."""

LEVELS = ("hard", "expert")
OLDER = (
    ("menace", (0, 1000, 10_000, 50_000, 100_000, 200_000)),
    ("td", (0, 500, 2000, 10_000, 100_000)),
)  # fmt: skip
TEST_GAMES = 1000


def measure() -> Iterator[dict[str, object]]:
    """Yield networks by time: mistakes, scores against levels; and the older learners' curves."""
    for rules, shape, simulations, times in NETWORKS:
        for seed in SEEDS:
            yield from _network(rules, shape, simulations, times, seed)
    for kind, games in OLDER:
        for teacher in ("itself", "random", "perfect"):
            yield from _older(kind, teacher, games)


def _mind_of(learner: NetLearner) -> NetMind:
    mind = learner.mind
    assert isinstance(mind, NetMind)
    return mind


def _after(learner: Learner, seconds: float) -> None:
    for _ in Training(learner, seconds=max(0.0, seconds - learner.seconds)):
        pass


def _network(
    rules: Rules, shape: str, simulations: int, times: tuple[float, ...], seed: int
) -> Iterator[dict[str, object]]:
    learner = NetLearner(rules, seed, shape)
    asked = questions(rules)
    for seconds in times:
        _after(learner, seconds)
        mind = _mind_of(learner)
        yield {
            "board": rules.size, "line": rules.line, "shape": shape, "seed": seed,
            "processor_seconds": round(learner.seconds, 2), "games": learner.games,
            "mistakes_bare": mistakes(asked, bare(mind)),
            f"mistakes_with_{simulations}": mistakes(asked, searching(mind, simulations)),
            "positions": len(asked),
        }  # fmt: skip
    if rules.size < 5:
        return
    for level in LEVELS:
        yield {
            "board": rules.size, "line": rules.line, "shape": shape, "seed": seed,
            "processor_seconds": round(learner.seconds, 2), "against": level,
            "games_against_it": GAMES,
            "percent": round(_score(NetPlayer(_mind_of(learner), simulations), level, rules), 1),
        }  # fmt: skip


def _score(player: Player, level: str, rules: Rules) -> float:
    """Return the share of the points that a player gets against a level, in percent."""
    other = PlayerSpec.parse(f"level:{level}").make()
    _, tied, won = spar(player, other, rules, range(GAMES))
    return 100 * (won + tied / 2) / GAMES


# --- the older learners ---------------------------------------------------------------------------


def _older(kind: str, teacher: str, games: tuple[int, ...]) -> Iterator[dict[str, object]]:
    rules = Rules(3, 3)
    learner = new_learner(kind, rules, 1, teacher=teacher)
    for count in games:
        for _ in Training(learner, games=count):
            pass
        yield {
            "learner": kind, "teacher": teacher, "games": learner.games,
            "processor_seconds": round(learner.seconds, 2),
            "mistakes": mistakes(questions(rules), bare(learner.mind)),
            "percent_lost_to_random": _lost(learner, "random"),
            "percent_lost_to_perfect": _lost(learner, "perfect"),
        }  # fmt: skip


def _lost(learner: Learner, opponent: str) -> float:
    """Return how many games, in percent, a learner loses, playing both sides in turn."""
    positions, stream, lost = atlas(learner.rules), Stream(1), 0
    chance, draws = random.Random(1), learner.kind == "menace"
    other = teacher_of(opponent, positions)
    assert other is not None
    for number in range(TEST_GAMES):
        place = positions.first
        while place.result is None:
            own = place.player - PLAYERX == number % 2
            which = (
                _choice(learner, positions, place, chance, draws) if own else other(place, stream)
            )
            place = positions.places[place.after[which]]
        lost += place.result == (1 if place.player - PLAYERX != number % 2 else -1)
    return round(100 * lost / TEST_GAMES, 1)


def _choice(
    learner: Learner, positions: Atlas, place: SmallPosition, chance: random.Random, draws: bool
) -> int:
    thoughts = learner.mind.thoughts(Position(positions.rules, place.player, place.marks))
    if draws:
        square = chance.choices([*thoughts.shares], [*thoughts.shares.values()])[0]
    else:
        square = chance.choice(thoughts.best)
    return place.moves.index(square[0] * positions.rules.size + square[1])
