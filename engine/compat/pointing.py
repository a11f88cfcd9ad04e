"""Has the faults that a check found pointed at, line by line, by the process that runs the file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.compat.answers import FileError, UnansweredError
from engine.compat.contract import CHECKS, take
from engine.compat.edits import BOARD_METHODS
from engine.compat.file_kinds import encoded
from engine.compat.process import FileProcess
from engine.compat.remote import RemoteFile
from engine.compat.repairs import Located, located
from engine.compat.terms import FAIL, FOUR, PASS, WARN, Finding

SECONDS = 12.0
"""The processor time that pointing at the faults of a file may take."""

_LOOK_SECONDS = 0.2
"""The processor time that a look at an edited text may take, besides twice that of the text itself:
many edits make loops that do not end."""

_FIRST_SECONDS = 3.0
_DEAR_SECONDS = 0.1
_SHARE = 0.5
"""How many calls are made where their number is a matter of certainty, as a share of the usual."""

Found = dict[str, list[Finding]]
"""Findings, by the group that they belong to."""

Look = tuple[str, int]
"""A look: its group, and its number there."""

_PARTS, _MOVE = FOUR[:3], FOUR[3]
_WHOLE = tuple(name for name in CHECKS if name not in (*_PARTS, "names"))
"""The groups of looks that are about mc_move, and so about everything."""


def locate(process: FileProcess, source: str, findings: Found, seconds: float = SECONDS) -> Found:
    """Return findings that say in which line the fault is, where a repair shows it.

    First the parts, each by itself, then the whole, with the parts repaired.

    Args:
        process: runs the file.
        source: its text, as Python 3.
        findings: what was found, by the names of ``CHECKS``.
        seconds: the processor time that it may take.

    Raises:
        FileError: the process was closed.
    """
    changed = dict(findings)
    failed = [name for name in (*_PARTS, *_WHOLE) if _has(FAIL, findings.get(name, ()))]
    warned = [name for name, found in findings.items() if _has(WARN, found)]
    tries = _Tries(process, seconds, warned)
    repaired: list[Located] = []
    for name in _PARTS:
        if name not in failed:
            continue
        found = None if _say_enough(findings[name]) else _of_part(tries, source, name, failed)
        if found is None:
            return changed  # what the whole does wrong may follow from this
        changed[name] = _told(findings[name], found, failed in ([name], [name, *_WHOLE]), name)
        repaired.append(found)
        if found.text.count("\n") != source.count("\n"):
            return changed  # further lines have other numbers in it
        source = found.text
    if any(name in failed and not _say_enough(findings[name]) for name in _WHOLE):
        is_new, found = _of_whole(tries, source)
        if not is_new and len(repaired) == 1:
            found = repaired[0]  # the whole fails where this part does, and passes with it
        for name in _WHOLE:
            if found is not None and name in failed:
                changed[name] = _told(findings[name], found, True, name)
    return changed


def _has(status: str, findings: Sequence[Finding]) -> bool:
    return any(each.status == status for each in findings)


_PLAIN = ("NameError:", "UnboundLocalError:", "AttributeError:", "ImportError:")
_ASKED_OF_ANOTHER = tuple(f"has no attribute '{name}'" for name in BOARD_METHODS)


def _say_enough(findings: Sequence[Finding]) -> bool:
    """Whether all faults are errors whose own lines say what is wrong: a name is not there.

    A board's method that something else does not have is no such name: another line made it that.
    """
    failed = [each for each in findings if each.status == FAIL]
    return all(
        each.is_error
        and each.got.startswith(_PLAIN)
        and not any(words in each.got for words in _ASKED_OF_ANOTHER)
        for each in failed
    )


def _of_part(tries: _Tries, source: str, name: str, failed: Collection[str]) -> Located | None:
    """Return where the fault of a part is, or None."""
    looks = tries.failing_first(source, _looks(name))
    if not looks:
        return None  # it fails now and then, or not in this way: passing says nothing
    is_alone = not any(each in failed for each in _PARTS if each != name)
    groups = CHECKS if is_alone else _PARTS  # another part's fault may make the whole pass by luck
    others = _looks(*(each for each in groups if each != name and each not in failed))
    right = [each for each in _PARTS if each != name]
    return located(
        source, [name], right,
        lambda text: tries.pass_all(text, looks), lambda text: tries.pass_all(text, others),
        tries.go_on,
    )  # fmt: skip


def _of_whole(tries: _Tries, source: str) -> tuple[bool, Located | None]:
    """Return whether the whole fails by itself, and where its fault is, or None."""
    looks = tries.failing_first(source, _looks(*_WHOLE))
    if not looks:
        return False, None
    others = _looks(*_PARTS)
    return True, located(
        source, [_MOVE], _PARTS,
        lambda text: tries.pass_all(text, looks), lambda text: tries.pass_all(text, others),
        tries.go_on,
    )  # fmt: skip


def _looks(*groups: str) -> list[Look]:
    return [(group, number) for group in groups for number in range(len(CHECKS[group]))]


def _told(findings: Sequence[Finding], found: Located, of_all: bool, name: str) -> list[Finding]:
    """Return findings with the line that was found."""
    where = "all looks pass" if of_all else f"all looks at {name} pass"
    repair = f"line {found.line}: {found.told}, {where}"
    return [
        replace(
            each, faulty=found.line, repair=repair, line=each.line if each.is_error else found.line
        )
        if each.status == FAIL else each
        for each in findings
    ]  # fmt: skip


class _Tries:
    """Looks at edited texts, one after another, in the process of the file.

    Args:
        process: the process.
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
            return all(each.status in passing for each in take(CHECKS[name][number], file))
        except UnansweredError:
            self._end = 0.0  # by the clock it took too long: so would the next ones
        except FileError:
            if self._process.closed:
                raise
        return False
