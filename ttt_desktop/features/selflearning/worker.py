"""What the process does that a learner learns in. No Qt in here.

Learners are Python in part: in a thread they would keep the interpreter from the window. Between
two calls the learner waits in its process. All it knows is in its file too, so that another process
can go on where this one was ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, process_time

from engine.learning.learner import Learner, Mind, is_kept
from engine.learning.learners import load, new_learner
from engine.learning.milestones import LEVELS, Milestone
from engine.learning.networks import NetLearner
from engine.learning.player import player_of
from engine.learning.task import SIDES, LearningTask
from engine.learning.truth import measure, simulations_for, without_network
from engine.rules import Rules, Square
from engine.specs import PlayerSpec, kinds
from engine.tournament.sparring import spar

GAMES = 20
"""Games against each of them."""

_FIRST = 5
"""The first generation whose strength is measured; the ones before lose to everybody."""

_SPARRING_SECONDS = 0.2
_SAVE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class LearningReport:
    """What there is to say of a learner at some moment.

    Attributes:
        kind: the word for its kind.
        rules: what it learns to play.
        seed: fixes what it learns.
        settings: what else it was made with.
        generation: how many there were so far.
        games: how many games it has learnt from.
        seconds: the processor time that this took, in s.
        last_game: the moves of the last game that it learnt from.
        lost: how many of its last 100 games it lost, or of all where there are fewer; None where
            it plays against itself.
        minds: what it knew, by generations: those that are new since the last report.
        milestones: what was measured so far, by generations.
        without: how many positions of the yardstick a search without any network gets wrong; None
            where the learner is no network, or there is no yardstick.
    """

    kind: str
    rules: Rules
    seed: int
    settings: Mapping[str, str | int]
    generation: int
    games: int
    seconds: float
    last_game: tuple[Square, ...]
    lost: int | None
    minds: Mapping[int, Mind]
    milestones: Mapping[int, Milestone]
    without: int | None


def report_on(learner: Learner, minds: Mapping[int, Mind] | None = None) -> LearningReport:
    """Return what there is to say of a learner.

    Args:
        minds: those that are new; None for all that are kept, and the one of now.
    """
    if minds is None:
        minds = {generation: learner.mind_of(generation) for generation in learner.generations}
    return LearningReport(
        learner.kind, learner.rules, learner.seed, learner.settings, learner.generation,
        learner.games, learner.seconds, learner.last_game, learner.lost, minds,
        dict(learner.milestones),
        without_network(learner.rules) if isinstance(learner, NetLearner) else None,
    )  # fmt: skip


class _Learning:
    """The learner of this process, where it is kept, and when that was last done."""

    learner: Learner
    path: Path
    saved = 0.0


def begin(task: LearningTask, path: Path, threads: int) -> LearningReport:
    """Make a learner that knows nothing yet, and its file.

    Raises:
        ValueError: it cannot learn here.
        OSError: the file cannot be written.
    """
    learner = new_learner(task.kind, task.rules, task.seed, **task.settings)
    measure(learner)
    _take(learner, path, threads)
    save()
    return report_on(learner)


def resume(path: Path, threads: int) -> LearningReport:
    """Go on with the learner of a file; ValueError where it holds none."""
    learner = load(path)
    _take(learner, path, threads)
    return report_on(learner)


def look(path: Path, own: Path) -> LearningReport:
    """Return what there is to say of a file's learner, which becomes the program's own.

    Raises:
        ValueError: the file holds no learner.
        OSError: it cannot be kept.
    """
    learner = load(path)
    if path != own:
        learner.save(own)
    return report_on(learner)


def _take(learner: Learner, path: Path, threads: int) -> None:
    if isinstance(learner, NetLearner):
        learner.threads = threads
    _Learning.learner, _Learning.path, _Learning.saved = learner, path, monotonic()


def learn(one: bool, seconds: float, games: int | None) -> LearningReport:
    """Make generations, count mistakes at those that are kept, and save the learner now and then.

    Args:
        one: whether to make one only.
        seconds: else no further one after so much processor time; at least one is made.
        games: no further one once the learner has learnt from so many games; None for no limit.
    """
    learner, end, minds = _Learning.learner, process_time() + seconds, dict[int, Mind]()
    while games is None or learner.games < games:
        learner.step()
        if is_kept(learner.generation):
            measure(learner)
            minds[learner.generation] = learner.mind
        if one or process_time() >= end:
            break
    if monotonic() - _Learning.saved >= _SAVE_SECONDS or one:
        save()
    minds[learner.generation] = learner.mind
    return report_on(learner, minds)


def save() -> None:
    """Write the learner to its file; OSError where that cannot be."""
    _Learning.learner.save(_Learning.path)
    _Learning.saved = monotonic()


def measure_strength() -> LearningReport | None:
    """Play some games of the newest kept generation against levels; None where all are played."""
    learner, end = _Learning.learner, process_time() + _SPARRING_SECONDS
    kept = [number for number in learner.milestones if number >= _FIRST]
    if not kept:
        return None
    generation = max(kept)
    if all(_played(learner, generation, level) >= GAMES for level in LEVELS):
        return None
    while process_time() < end:
        level = min(LEVELS, key=lambda name: _played(learner, generation, name))
        if _played(learner, generation, level) >= GAMES:
            break
        _play(learner, generation, level)
    return report_on(learner, {})


def _played(learner: Learner, generation: int, level: str) -> int:
    return sum(learner.milestones[generation].against.get(level, ()))


def _play(learner: Learner, generation: int, level: str) -> None:
    """Play one game against a level, and note down how it ended."""
    kind = next(known for known in kinds() if known.word == learner.kind)
    player = player_of(kind, learner.mind_of(generation), simulations_for(learner.rules))
    number = _played(learner, generation, level)
    if learner.settings.get("sides") == SIDES[1]:
        number *= 2  # it has X in the games of even numbers
    result = spar(player, PlayerSpec.parse(level).make(), learner.rules, [number])
    milestone = learner.milestones[generation]
    lost, tied, won = milestone.against.get(level, (0, 0, 0))
    counts = lost + result[0], tied + result[1], won + result[2]
    learner.milestones[generation] = replace(
        milestone, against={**milestone.against, level: counts}
    )  # fmt: skip
