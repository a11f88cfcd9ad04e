"""What is known of a learner as tables: its thoughts square by square, and what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine import square_name
from engine.learning.milestones import LATELY, Milestone
from engine.search.exact import WORTH
from engine.specs import PlayerSpec
from engine.tournament.statistics import Scores
from ttt_desktop.features.selflearning.pictures import Insight
from ttt_desktop.look.tables import Cell
from ttt_desktop.look.text import signed, tr

_NOTHING = Cell("–", -2.0)


def thought_cells(sight: Insight) -> tuple[list[str], list[list[Cell]]]:
    """Return titles and cells: a row for each empty square."""
    thoughts = sight.thoughts
    if thoughts is None:
        return [tr("Square")], []
    titles = [tr("Square"), tr("Share"), tr("Value"), tr("Truth")]
    if thoughts.beads:
        titles[2] = tr("Beads")
    size, rows = sight.board.size, []
    for square, share in thoughts.shares.items():
        value = thoughts.values.get(square)
        number = _NOTHING if value is None else Cell(signed(value, 2), value)
        if thoughts.beads:
            beads = thoughts.beads.get(square, 0)
            number = Cell(f"{beads:,}", beads)
        worth = None if sight.truth is None else sight.truth.get(square)
        rows.append([
            Cell(square_name(square), square[0] * size + square[1]),
            Cell(f"{100 * share:.1f} %", share),
            number,
            _NOTHING if worth is None else Cell(tr(WORTH[worth]), worth),
        ])  # fmt: skip
    return titles, rows


def milestone_cells(
    milestones: Iterable[Milestone], levels: Iterable[str]
) -> tuple[list[str], list[list[Cell]]]:
    """Return titles and cells: a row for each generation, with a column for each level.

    Simulations and lost games have columns where there are any. Of a level it has
    the points in percent, where a tie is half a point, and their 95 % interval.
    """
    named = {text: tr(PlayerSpec.parse(text).level) for text in levels}
    milestones = [*milestones]
    titles = [tr("Generation"), tr("Games")]
    columns: list[Callable[[Milestone], int | None]] = [lambda milestone: milestone.mistakes]
    if any(milestone.searched is not None for milestone in milestones):
        titles += [tr("Mistakes at first sight"), tr("With simulations")]
        columns.append(lambda milestone: milestone.searched)
    else:
        titles.append(tr("Mistakes"))
    if any(milestone.lost is not None for milestone in milestones):
        titles.append(tr("Lost of the last {count}", count=LATELY))
        columns.append(lambda milestone: milestone.lost)
    titles += [tr("Against {level}", level=name) for name in named.values()]
    rows = [
        [
            Cell(f"{milestone.generation:,}", milestone.generation),
            Cell(f"{milestone.games:,}", milestone.games),
            *(_count(column(milestone)) for column in columns),
            *(_points(milestone.against.get(text)) for text in named),
        ]
        for milestone in milestones
    ]  # fmt: skip
    return titles, rows


def _count(count: int | None) -> Cell:
    return _NOTHING if count is None else Cell(f"{count:,}", count)


def _points(counts: tuple[int, int, int] | None) -> Cell:
    if counts is None:
        return _NOTHING
    interval = Scores(counts).interval()
    value, low, high = (f"{100 * end:.0f}" for end in (interval.value, interval.low, interval.high))
    return Cell(tr("{value} % ({low} to {high})", value=value, low=low, high=high), interval.value)
