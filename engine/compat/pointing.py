"""Points at the line of a fault: the line in which a small edit makes all looks pass.

The process that runs the file tries the edits, one after the other. Where edits in several lines
are as likely and as good, none of the lines is named.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.compat.answers import FileError, UnansweredError
from engine.compat.contract import CHECKS, take
from engine.compat.edits import Edit, edited, edits_of
from engine.compat.file_kinds import encoded
from engine.compat.parts import BOARD_METHODS
from engine.compat.process import FileProcess
from engine.compat.remote import RemoteFile
from engine.compat.terms import FAIL, FOUR, PASS, WARN, Finding

SECONDS = 12.0
"""The processor time that pointing at the faults of a file may take."""

MAX_TEXT = 1 << 16
"""Longer texts are not edited: nobody's four functions are."""

MOST_EDITS = 800
"""How many edits of one fault are tried at most."""

CLEAR = 8
"""By how many ranks an edit must be likelier than any in another line."""

_LOOK_SECONDS = 0.2
"""The processor time that a look at an edited text may take, besides twice that of the text itself:
many edits make loops that do not end."""

_FIRST_SECONDS = 3.0
_DEAR_SECONDS = 0.1
_SHARE = 0.5
"""How many calls are made where their number is a matter of certainty, as a share of the usual."""

Findings = dict[str, list[Finding]]
"""Findings, by the group that they belong to."""

Passes = Callable[[str], bool]
"""Whether a text passes some looks."""

Look = tuple[str, int]
"""A look: its group, and its number there."""

_PARTS, _MOVE = FOUR[:3], FOUR[3]
_WHOLE = tuple(name for name in CHECKS if name not in (*_PARTS, "names"))
"""The groups of looks that are about mc_move, and so about everything."""


class Located(NamedTuple):
    """The line of a fault, and the file without it.

    Attributes:
        line: the line; where a statement is missing, the one before it.
        tree: the file's module with the edit that makes the looks pass; its lines have their old
            numbers.
    """

    line: int
    tree: ast.Module


def located(
    tree: ast.Module,
    functions: Collection[str],
    right: Collection[str],
    passes: Passes,
    passes_all: Passes,
    goes_on: Callable[[], bool] = lambda: True,
) -> Located | None:
    """Return the line of a fault, or None where no edit, or none alone, is found.

    Args:
        functions: the functions that the failing looks are about, by the names that the module
            binds; their helpers are found.
        right: names known to be right: nothing that only they reach is edited.
        passes: whether an edited text passes the failing looks, and those of their group. It is
            asked hundreds of times, so it must be short, and end by itself.
        passes_all: whether it passes whatever else the text itself passed. Asked of texts that
            pass, once a line.
        goes_on: whether there is time left for another edit.
    """
    best: Edit | None = None
    try:
        edits = edits_of(tree, functions, right)
        texts = {node: ast.unparse(node) for node in tree.body}
    except (RecursionError, ValueError):
        return None
    tried: set[str | None] = {None, "\n".join(texts.values())}
    for edit in edits:
        if len(tried) > MOST_EDITS or (best is not None and edit.rank >= best.rank + CLEAR):
            break
        if best is not None and best.lines[0] in edit.lines:
            continue  # it speaks for that line, too
        if not goes_on():
            break
        text = _text(tree, edit, texts)
        if text is None or text in tried:
            continue
        tried.add(text)
        if passes(text) and passes_all(text):
            if best is not None:
                return None
            best = edit
    return None if best is None else Located(best.lines[0], edited(tree, best))


def _text(tree: ast.Module, edit: Edit, texts: Mapping[ast.stmt, str]) -> str | None:
    """Return a module with an edit as text, or None where it cannot be written.

    Args:
        texts: the texts of the module's statements, as they are.
    """
    try:
        return "\n".join(texts.get(node) or ast.unparse(node) for node in edited(tree, edit).body)
    except (RecursionError, ValueError):
        return None


def locate(
    process: FileProcess, source: str, findings: Findings, seconds: float = SECONDS
) -> Findings:
    """Return findings that say in which line the fault is, where an edit shows it.

    First the parts, each by itself, then the whole, with the parts put right.

    Args:
        source: its text, as Python 3.
        findings: what was found, by the names of ``CHECKS``.
        seconds: the processor time that it may take.

    Raises:
        FileError: the process was closed.
    """
    failed = [name for name in (*_PARTS, *_WHOLE) if _has(FAIL, findings.get(name, ()))]
    if not failed or len(source) > MAX_TEXT:
        return findings
    tree = ast.parse(source.replace("\r", "\n"))
    try:
        ast.unparse(tree)
    except (RecursionError, ValueError):
        return findings  # it is nested too deeply to be written anew
    warned = [name for name, group in findings.items() if _has(WARN, group)]
    tries = _Tries(process, seconds, warned)
    changed = dict(findings)
    in_parts: list[Located] = []
    for name in _PARTS:
        if name not in failed:
            continue
        place = None if _say_enough(findings[name]) else _of_part(tries, tree, name, failed)
        if place is None:
            return changed  # what the whole does wrong may follow from this
        changed[name] = _pointed(findings[name], place)
        in_parts.append(place)
        tree = place.tree
    if any(name in failed and not _say_enough(findings[name]) for name in _WHOLE):
        is_new, place = _of_whole(tries, tree)
        if not is_new and len(in_parts) == 1:
            place = in_parts[0]  # the whole fails where this part does, and passes with it
        for name in _WHOLE:
            if place is not None and name in failed:
                changed[name] = _pointed(findings[name], place)
    return changed


def _has(status: str, findings: Sequence[Finding]) -> bool:
    return any(finding.status == status for finding in findings)


_PLAIN = ("NameError:", "UnboundLocalError:", "AttributeError:", "ImportError:")
_ASKED_OF_ANOTHER = tuple(f"has no attribute '{name}'" for name in BOARD_METHODS)


def _say_enough(findings: Sequence[Finding]) -> bool:
    """Whether all faults are errors whose own lines say what is wrong: a name is not there.

    A board's method that something else does not have is no such name: another line made it that.
    """
    failed = [finding for finding in findings if finding.status == FAIL]
    return all(
        finding.is_error
        and finding.got.startswith(_PLAIN)
        and not any(words in finding.got for words in _ASKED_OF_ANOTHER)
        for finding in failed
    )


def _of_part(tries: _Tries, tree: ast.Module, name: str, failed: Collection[str]) -> Located | None:
    """Return where the fault of a part is, or None."""
    looks = tries.failing_first(ast.unparse(tree), _looks(name))
    if not looks:
        return None  # it fails now and then, or not in this way: passing says nothing
    right = [part for part in _PARTS if part != name]
    is_alone = not any(part in failed for part in right)
    groups = CHECKS if is_alone else _PARTS  # another part's fault may make the whole pass by luck
    others = _looks(*(group for group in groups if group != name and group not in failed))
    return located(
        tree, [name], right,
        lambda text: tries.pass_all(text, looks), lambda text: tries.pass_all(text, others),
        tries.go_on,
    )  # fmt: skip


def _of_whole(tries: _Tries, tree: ast.Module) -> tuple[bool, Located | None]:
    """Return whether the whole fails by itself, and where its fault is, or None."""
    looks = tries.failing_first(ast.unparse(tree), _looks(*_WHOLE))
    if not looks:
        return False, None
    others = _looks(*_PARTS)
    return True, located(
        tree, [_MOVE], _PARTS,
        lambda text: tries.pass_all(text, looks), lambda text: tries.pass_all(text, others),
        tries.go_on,
    )  # fmt: skip


def _looks(*groups: str) -> list[Look]:
    return [(group, number) for group in groups for number in range(len(CHECKS[group]))]


def _pointed(findings: Sequence[Finding], place: Located) -> list[Finding]:
    """Return findings with the line of the fault."""
    return [
        replace(
            finding, faulty=place.line, line=finding.line if finding.is_error else place.line
        )
        if finding.status == FAIL else finding
        for finding in findings
    ]  # fmt: skip


class _Tries:
    """Looks at edited texts, one after another, in the process of the file.

    Args:
        seconds: the processor time for all of them.
        warned: the groups in which a warning is no worse than before.
    """

    def __init__(self, process: FileProcess, seconds: float, warned: Collection[str]) -> None:
        self._process = process
        self._seed = RemoteFile(process).seed
        self._end = process.spent + seconds
        self._warned = frozenset(warned)
        self._limits: dict[Look, float] = {}

    def go_on(self) -> bool:
        """Whether there is time for another."""
        return self._process.spent < self._end

    def failing_first(self, text: str, looks: list[Look]) -> list[Look]:
        """Return looks, those first that a text fails; none where it fails none of them.

        Before dear ones comes a cheap one: it ends sooner what an edit made endless.
        """
        file, failing, spent = self._edited(text), [], {}
        for look in looks:
            before = self._process.spent
            if not self._passes(file, look, _FIRST_SECONDS):
                failing.append(look)
            spent[look] = self._process.spent - before
        if not failing:
            return []
        self._limits.update({look: _LOOK_SECONDS + 2 * spent[look] for look in looks})
        ordered = failing + [look for look in looks if look not in failing]
        cheap = min(looks, key=lambda look: spent[look])
        return [cheap, *ordered] if spent[ordered[0]] > _DEAR_SECONDS else ordered

    def pass_all(self, text: str, looks: list[Look]) -> bool:
        """Whether a text passes looks; the one that it fails comes earlier for the next text."""
        file = self._edited(text)
        for number, look in enumerate(looks):
            if not self._passes(file, look, self._limits.get(look, _FIRST_SECONDS)):
                looks.insert(min(number, 1), looks.pop(number))
                return False
        return True

    def _edited(self, text: str) -> RemoteFile:
        return RemoteFile(self._process, self._seed, encoded(text), _SHARE)

    def _passes(self, file: RemoteFile, look: Look, seconds: float) -> bool:
        name, number = look
        passing = (PASS, WARN) if name in self._warned else (PASS,)
        file.allow(seconds)
        try:
            return all(finding.status in passing for finding in take(CHECKS[name][number], file))
        except UnansweredError:
            self._end = 0.0  # by the clock it took too long: so would the next ones
        except FileError:
            if self._process.closed:
                raise
        return False
