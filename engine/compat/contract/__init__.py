"""The course's contract, looked at from outside: what was expected, what came, in which line.

A group of checks is a tuple of looks. Each look is taken by itself, so that an error, or a process
that ends, costs this one look only. All of this runs in the parent's process and judges by results;
the file's process only makes the calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.compat.answers import FileError
from engine.compat.contract import choices, looks, moves, scores, searches, trial
from engine.compat.contract.looks import FileLook
from engine.compat.contract.why import reason_of
from engine.compat.process import FileProcess
from engine.compat.remote import RaisedError, RemoteFile
from engine.compat.terms import FAIL, FOUR, PASS, Finding, short
from engine.compat.watching import MOST_CALLS

CHECKS: dict[str, tuple[FileLook, ...]] = {
    "names": looks.NAMES,
    "mc_trial": trial.LOOKS,
    "mc_update_scores": scores.LOOKS,
    "get_best_move": choices.LOOKS,
    "mc_move": moves.LEGAL,
    "moves of mc_move": searches.LOOKS,
    "taking wins": moves.WINS,
    "blocking losses": moves.BLOCKS,
    "other board sizes": moves.SIZES,
}
"""The groups of checks, by name, in the order in which they make sense."""

ENDLESS = "the game does not come to an end"
"""The cause of a finding about a game without an end."""

ONE_SIZE = "it does not work on boards of every size"
"""The cause of errors that come on other sizes than 3x3 only."""

PARTS = ("mc_trial", "mc_update_scores", "get_best_move")
"""Those that look at one part alone: where one of them is wrong, the whole goes wrong too."""

MOVES = "moves of mc_move"
"""The group that compares moves with their chances: it ends with the first that are wrong."""

WHOLE = ("mc_move", "moves of mc_move", "taking wins", "blocking losses", "other board sizes")
"""Those that look at what all parts together do: they fail where any part is wrong."""


def take(look: FileLook, file: RemoteFile) -> Iterator[Finding]:
    """Yield what a look finds; an error that the file raises is a finding too.

    Raises:
        FileError: the file's process ended, took too long, or gave no answer.
    """
    try:
        for finding in look.see(file):
            yield _placed(finding, look, file)
    except RaisedError as error:
        yield _placed(_of_error(error, look, file), look, file)


def _of_error(error: RaisedError, look: FileLook, file: RemoteFile) -> Finding:
    title = look.title.rstrip(",")
    if error.endless:
        got = f"a game without an end: its board was asked {MOST_CALLS:,} times"
        what = f"{title} does not come to an end"
        return Finding(FAIL, what, "an end", got, error.line, ENDLESS)
    got = short(str(error), 400)
    what = f"{title} raises an error"
    sizes = look in CHECKS["other board sizes"] and "raised" not in file.known
    if not sizes:
        file.known["raised"] = True
    # In a function that is known to be wrong, it is most likely one more sign of that.
    known = file.facts.function_at(error.line) in file.known.get("wrong parts", ())
    follows = known and look.function == "mc_move"
    cause = _lacking(error, file) or (ONE_SIZE if sizes and not follows else "")
    return Finding(FAIL, what, "no error", got, error.line, cause, is_error=not follows)


def _lacking(error: RaisedError, file: RemoteFile) -> str:
    """Return which of the four functions an error says is not there; empty where it is another."""
    known = file.known.get("signatures", FOUR)
    lacking = [name for name in FOUR if name not in known and f"'{name}'" in str(error)]
    return looks.missing(lacking[0]) if lacking and error.kind == "NameError" else ""


def _placed(finding: Finding, look: FileLook, file: RemoteFile) -> Finding:
    """Return a finding with the line of the function that it is about, where it has no other."""
    if finding.status == PASS:
        return finding
    if finding.status == FAIL and look.title.startswith("mc_move") and finding.cause != ENDLESS:
        finding = _explained(finding, look, file)
    if finding.line:
        return finding
    return replace(finding, line=file.facts.defined.get(look.function))


def _explained(finding: Finding, look: FileLook, file: RemoteFile) -> Finding:
    """Return a finding about ``mc_move`` with the reason that its calls tell, if they tell one."""
    reason = reason_of(file)
    if reason is None:
        return finding
    seen = look.title.rstrip(",").removeprefix("mc_move ")
    what = f"{reason.what} (seen {seen})"
    return replace(finding, what=what, cause=reason.cause, is_error=False)


def passes(
    process: FileProcess,
    looks: Iterable[FileLook],
    text: bytes | None = None,
    seconds: float = 2.0,
    share: float = 0.25,
) -> bool:
    """Whether no look fails; quick, with few calls where their number is a matter of certainty.

    Args:
        process: where the file runs. An edited text runs in the same process, beside the file.
        looks: which looks to take, such as ``CHECKS["mc_trial"]``; none is taken after one fails.
        text: an edited text to be looked at instead of the file's own.
        seconds: the processor time that all of them may take; where it is over, they fail.
        share: how many calls are made, as a share of the usual number. A right text may then fail
            no more often than usual; a wrong one passes more often.
    """
    file = RemoteFile(process, text=text, share=share)
    file.allow(seconds)
    try:
        return not any(finding.status == FAIL for look in looks for finding in take(look, file))
    except FileError:
        return False
