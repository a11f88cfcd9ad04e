"""What there is to say of a learner, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learning.milestones import LATELY, Milestone
from engine.learning.task import EXPLORATIONS, NET
from ttt_desktop.features.selflearning.form import TEACHER_TITLES, learner_title
from ttt_desktop.features.selflearning.study import Study, StudyState
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, listed, rule_text, tr

if TYPE_CHECKING:
    from ttt_desktop.features.selflearning.worker import LearningReport


_NOBODY = QT_TRANSLATE_NOOP("", "Press Start: it plays against itself and gets better while you "
                                "watch. Then beat it, if you can.")  # fmt: skip


def words_on(study: Study) -> str:
    """Return how a learner stands: who it is, what it has done, what was counted last."""
    report = study.report
    if study.state is StudyState.OPENING:
        return tr("Reading the learner…")
    if report is None:
        return tr("It begins…") if study.busy else tr(_NOBODY)
    lines = [listed(_who(report)), listed(_done(study, report))]
    newest = max(
        report.milestones.values(), key=lambda milestone: milestone.generation, default=None
    )
    if newest is not None:
        lines.append(_counted(newest))
    return "\n".join(lines)


def _who(report: LearningReport) -> list[str]:
    """Return what makes a learner what it is."""
    settings = report.settings
    words = [learner_title(report.kind, str(settings.get("shape", ""))), rule_text(report.rules)]
    if report.kind != NET:
        teacher = str(settings.get("teacher"))
        words.append(tr("teacher: {who}", who=tr(TEACHER_TITLES[teacher])))
    if settings.get("exploration") == EXPLORATIONS[1]:
        words.append(tr("without exploration"))
    return [*words, tr("seed {seed}", seed=report.seed)]


def _done(study: Study, report: LearningReport) -> list[str]:
    """Return how much it has learnt."""
    words = [
        tr("Generation {number}", number=f"{report.generation:,}"),
        tr("{count} games", n=report.games, one="1 game", count=f"{report.games:,}"),
        tr("{seconds} s of CPU time", seconds=f"{report.seconds:,.1f}"),
    ]
    if report.lost is not None:
        lost, count = f"{report.lost:,}", f"{min(LATELY, report.games):,}"
        words.insert(2, tr("lost {lost} of the last {count}", lost=lost, count=count))
    if study.rate:
        words.append(tr("{count} games a second", count=f"{study.rate:,.0f}"))
    if study.state is StudyState.PAUSED:
        words.append(tr("paused"))
    return words


def _counted(newest: Milestone) -> str:
    """Return how many mistakes were counted last."""
    if newest.mistakes is None:
        return tr("Mistakes are not counted on this board.")
    number, mistakes = f"{newest.generation:,}", f"{newest.mistakes:,}"
    positions = f"{newest.positions:,}"
    if newest.searched is None:
        return tr("Counted last, at generation {number}: {mistakes} mistakes in {positions} "
                  "positions", number=number, mistakes=mistakes, positions=positions)  # fmt: skip
    return tr("Counted last, at generation {number}: {mistakes} mistakes in {positions} positions "
              "at first sight, {searched} with simulations", number=number, mistakes=mistakes,
              positions=positions, searched=f"{newest.searched:,}")  # fmt: skip
