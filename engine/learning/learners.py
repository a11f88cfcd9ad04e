"""The learners by name, and those in files."""

from __future__ import annotations

from pathlib import Path

from engine.errors import Problem, printable, shown
from engine.learning import keeping
from engine.learning.learner import Learner
from engine.learning.matchboxes import Matchboxes
from engine.learning.networks import NetLearner
from engine.learning.values import ValueTable
from engine.rules import Rules

LEARNERS: dict[str, type[Learner]] = {
    learner.kind: learner for learner in (Matchboxes, ValueTable, NetLearner)
}  # fmt: skip
"""The kinds of learners by their words, in the order of their history."""


def new_learner(kind: str, rules: Rules, seed: int | None = None, **settings: str | int) -> Learner:
    """Return a learner that has learnt nothing yet.

    Args:
        kind: one of ``LEARNERS``.
        seed: the same seed learns the same; None draws one.
        settings: what its kind takes beside these, such as ``teacher="random"``.

    Raises:
        ValueError: there is no such kind, or it cannot learn these rules or have these settings.
    """
    if kind not in LEARNERS:
        *others, last = LEARNERS
        raise Problem(
            "there is no learner {kind}; choose {others} or {last}",
            kind=shown(kind), others=", ".join(others), last=last,
        )  # fmt: skip
    try:
        return LEARNERS[kind](rules, seed, **settings)
    except TypeError:
        raise Problem(
            "{kind} has no such setting: {settings}",
            kind=kind, settings=", ".join(settings),
        ) from None  # fmt: skip


def load(path: Path, kind: str | None = None) -> Learner:
    """Return the learner that a file holds; it goes on exactly where it was saved.

    Args:
        kind: which one it must be; None for any.

    Raises:
        ValueError: the file cannot be read, is no learner's or another kind's, or is damaged.
    """
    about, arrays = keeping.read(path)
    name = printable(path.name)
    file_kind, settings = about.get("kind"), about.get("settings")
    if file_kind not in LEARNERS or not isinstance(settings, dict):
        raise Problem("{file} is damaged: its kind or settings are missing", file=name)
    if kind not in (None, file_kind):
        raise Problem(
            "{file} holds a learner of the kind {found}, not {kind}",
            file=name, found=file_kind, kind=kind,
        )  # fmt: skip
    try:
        rules = Rules(about.get("size"), about.get("line"), about.get("reverse") is True)  # type: ignore[arg-type]
        learner = new_learner(file_kind, rules, about.get("seed"), **settings)
    except ValueError as error:
        raise Problem("{file} is damaged: {error}", file=name, error=error) from None
    learner.restore(about, arrays, name)
    return learner
