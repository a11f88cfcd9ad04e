"""What an analysis says, in sentences: how much was searched, what is best, and each square."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, log10

from engine import Analysis, Certainty, Square, square_name
from engine.search.confidence import MIN_TRIALS
from engine.search.exact import WORTH
from engine.search.tree import TreeAnalysis
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, letter, listed, tr, with_minus
from ttt_desktop.session.sheet import ScoreSheet

_MOST_NAMED = 4
_EVERY = {
    1: QT_TRANSLATE_NOOP("", "Every move wins in perfect play."),
    0: QT_TRANSLATE_NOOP("", "Every move ties in perfect play."),
    -1: QT_TRANSLATE_NOOP("", "Every move loses in perfect play."),
}
"""What is said where all moves are worth the same."""


def searched(analysis: Analysis, moves_since: int = 0) -> str:
    """Return a sentence on how much was searched for which side.

    Args:
        moves_since: the moves made since: 1 after each of the machine's.
    """
    mark = letter(analysis.player)
    if moves_since > 1:
        who = tr("{mark} was to move %n moves ago", n=moves_since, mark=mark)
    elif moves_since:
        who = tr("{mark} was to move", mark=mark)
    else:
        who = tr("{mark} to move", mark=mark)
    return tr("{who}, {effort}.", who=who, effort=_effort(analysis))


def _effort(analysis: Analysis) -> str:
    number, count = analysis.count, f"{analysis.count:,}"
    if analysis.certainty is Certainty.EXACT:
        return tr("solved to the end")
    if analysis.certainty is Certainty.ESTIMATED:
        one = "1 simulation of a tree"
        text = tr("{count} simulations of a tree", n=number, one=one, count=count)
        if (
            isinstance(analysis, TreeAnalysis)
            and analysis.leaves is not None
            and analysis.leaves.count > 1
        ):
            text = tr("{simulations}, {games} games each", simulations=text,
                      games=f"{analysis.leaves.count:,}")  # fmt: skip
        return text if number else tr("proven before the first simulation")
    if not analysis.saved:
        return tr("{count} trials", n=number, one="1 trial", count=count)
    return tr("{count} trials ({saved} saved)", count=count, saved=f"{analysis.saved:,}")


def verdict(sheet: ScoreSheet) -> str:
    """Return a sentence on the best square, and on whether it is sure."""
    analysis = sheet.analysis
    if analysis.certainty is Certainty.EXACT:
        return _solved_verdict(analysis)
    if analysis.certainty is Certainty.ESTIMATED:
        return _expected(analysis)
    if analysis.certainty is Certainty.SAMPLED:
        return _sampled_verdict(sheet)
    if not sheet.best:
        return tr("The file's own totals are all equal.")
    best = names(sorted(sheet.best))
    return tr("By the file's own totals, best square: {squares}.", squares=best)


def explained(sheet: ScoreSheet, square: Square) -> str:
    """Return sentences on a square: score, interval, samples, and how it stands."""
    row, col = square
    total = sheet.analysis.totals[row][col]
    certainty, name = sheet.analysis.certainty, square_name(square)
    if certainty is Certainty.EXACT:
        worth = tr(WORTH[int(total)])
        sentences = [tr("{square}: {worth} in perfect play.", square=name, worth=worth)]
    elif certainty is Certainty.ESTIMATED:
        sentences = _estimated(sheet, square)
    elif certainty is Certainty.UNKNOWN:
        shown = f"{total:+,.6g}"
        text = tr("{square}: total {total} by the file's own count.", square=name, total=shown)
        sentences = [text, tr("How far that may be off, the file does not say.")]
    else:
        sentences = _measured(sheet, square, total)
    if square in sheet.best:
        sentences.append(tr("The best square."))
    elif square in sheet.close:
        sentences.append(tr("Too close to the best square to call."))
    return " ".join(sentences)


def names(squares: list[Square]) -> str:
    """Return some squares by name, and how many more there are."""
    named = listed(square_name(square) for square in squares[:_MOST_NAMED])
    more = len(squares) - _MOST_NAMED
    return tr("{squares} and %n more", n=more, squares=named) if more > 0 else named


def _solved_verdict(analysis: Analysis) -> str:
    empty, best = analysis.board.get_empty_squares(), analysis.best
    every = len({analysis.proven(square) for square in empty}) == 1 and len(empty) > 1
    if not every:
        return tr("Best in perfect play: {squares}.", squares=names(best))
    every_square = tr(_EVERY[analysis.proven(best[0]) or 0])
    if len(best) == len(empty) or not analysis.proven(best[0]):
        return every_square
    if analysis.outcome == -1:
        return " ".join([every_square, tr("Longest: {squares}.", squares=names(best))])
    return " ".join([every_square, tr("Soonest: {squares}.", squares=names(best))])


def _expected(analysis: Analysis) -> str:
    line = ", ".join(square_name(square) for square in analysis.line)
    sentences = [tr("Expected moves: {moves}.", moves=line)] if line else []
    if analysis.outcome is not None:
        worth = tr(WORTH[analysis.outcome])
        sentences.insert(0, tr("Proven: a {worth} for {mark}.", worth=worth,
                               mark=letter(analysis.player)))  # fmt: skip
    return " ".join(sentences)


def _estimated(sheet: ScoreSheet, square: Square) -> list[str]:
    analysis, name = sheet.analysis, square_name(square)
    worth = analysis.proven(square)
    if worth is not None:
        return [tr("{square}: a proven {worth}.", square=name, worth=tr(WORTH[worth]))]
    return [
        tr("{square}: value {value} from −1 to 1.", square=name,
           value=with_minus(f"{sheet.means[square[0]][square[1]]:+.3f}")),
        tr("{count} of {all} simulations.", count=f"{analysis.samples(square):,}",
           all=f"{analysis.count:,}"),
    ]  # fmt: skip


def ends_text(low: float, high: float) -> str:
    """Return the ends of an interval, in as many digits as tell them apart: "+0.12 to +0.31"."""
    digits = 0 if high <= low else max(0, 1 - floor(log10(high - low)))
    shown = [with_minus(f"{end + 0.0:+,.{digits}f}") for end in (low, high)]
    return tr("{low} to {high}", low=shown[0], high=shown[1])


def _measured(sheet: ScoreSheet, square: Square, total: float) -> list[str]:
    row, col = square
    low, high = sheet.interval(square) or (0.0, 0.0)
    return [
        tr(
            "{square}: total {total}, mean {mean}.",
            square=square_name(square),
            total=f"{total:+,.6g}",
            mean=f"{sheet.means[row][col]:+.4f}",
        ),
        tr(
            "95 % intervals: {totals} and {means}.",
            totals=ends_text(low * sheet.trials, high * sheet.trials),
            means=ends_text(low, high),
        ),
        tr(
            "{count} of {trials} trials decisive here.",
            count=f"{sheet.decisive(square):,}",
            trials=f"{sheet.trials:,}",
        ),
    ]


def _sampled_verdict(sheet: ScoreSheet) -> str:
    best = names(_ranked(sheet, sheet.best))
    if not sheet.trials:
        return tr("No trials yet.")
    if len(sheet.analysis.board.get_empty_squares()) == 1:
        return tr("The only square: {square}.", square=best)
    if not best:
        return tr("All squares are equal so far.")
    if sheet.trials < MIN_TRIALS:
        return tr("Best so far: {squares}; too few trials to be sure.", squares=best)
    return _call(sheet, best)


def _call(sheet: ScoreSheet, best: str) -> str:
    """Return a sentence on which squares are the best, after enough trials for a verdict."""
    if len(sheet.close) > len(sheet.marked_close) and sheet.analysis.mostly_ties:
        return tr("Too few decisive trials to tell; best so far: {squares}.", squares=best)
    if sheet.close - sheet.best or len(sheet.best) > 1:
        near = names(_ranked(sheet, sheet.best | sheet.close))
        return tr("Too close to call: {squares}.", squares=near)
    return tr("Best square: {square} (95 % sure).", square=best)


def _ranked(sheet: ScoreSheet, squares: Iterable[Square]) -> list[Square]:
    """Return squares, those of the greatest score first."""
    means = sheet.means
    return [square for _, square in sorted((-means[row][col], (row, col)) for row, col in squares)]
