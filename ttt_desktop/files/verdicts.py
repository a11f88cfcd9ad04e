"""The verdict on a file, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttt_desktop.text import tr

if TYPE_CHECKING:
    from engine.compat.checking import Report


def verdict(report: Report) -> str:
    """Return a report's verdict in the user's language."""
    if report.unjudged:
        return tr("could not be judged")
    if not report.loaded:
        return tr("cannot be loaded")
    if report.faults:
        return tr("%n faults", n=report.faults, one="1 fault")
    return tr("right with warnings") if report.warned else tr("right")
