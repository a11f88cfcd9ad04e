"""What the heat map says of its scores: whose they are, and what was played in spite of them."""

from __future__ import annotations

from engine import Square, square_name
from engine.players import monte_carlo
from ttt_desktop.look.text import tr
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.findings import names
from ttt_desktop.session.seats import Seat, seat_of
from ttt_desktop.settings.declarations import PLAYER, Settings


def is_one(settings: Settings, mark: int, guest: str) -> bool:
    """Whether there is nobody but the course's machine whose scores could be shown.

    Args:
        settings: those in force.
        mark: the side that the scores are of.
        guest: what a machine is called that is not built in; else empty.
    """
    return not guest and settings.player(mark).kind is monte_carlo.KIND


def whose(settings: Settings, mark: int, guest: str) -> str:
    """Return whose scores the map shows, and why the opponent may play another square.

    Args:
        settings: those in force.
        mark: the side that the scores are of.
        guest: what a machine is called that is not built in; else empty.
    """
    plays = seat_of(settings, mark) is Seat.MACHINE
    course = is_one(settings, mark, guest)
    if settings.scores_of == PLAYER and not course:
        if plays:
            return tr("These are the scores of the machine that plays.")
        if settings.player(mark).kind.has_scores:
            return tr("Your opponent's machine scores the position.")
    if not plays:
        return tr("The course's machine scores the position.")
    if course:
        return tr("The course's machine plays, and these are its own scores.")
    return tr("Scores of the course's machine: your opponent may play another square.")


def not_the_best(model: BoardModel) -> Square | None:
    """Return the square that was played though another one has a better score; else None."""
    sheet, chosen = model.sheet, model.chosen
    if sheet is None or chosen is None or not sheet.best:
        return None
    return None if chosen in sheet.best or chosen in sheet.close else chosen


def played_instead(model: BoardModel) -> str:
    """Return a sentence on the square that was played, where it was not the best; else empty."""
    chosen, sheet = not_the_best(model), model.sheet
    if chosen is None or sheet is None:
        return ""
    return tr("{square} was played. {best} has a better score.", square=square_name(chosen),
              best=names(sorted(sheet.best)))  # fmt: skip
