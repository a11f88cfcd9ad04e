"""Who handed in what: a class's folder or zip as rows, one for each student.

What a hand-in holds is read once, within bounds, and through no link. Nobody is left out: a student
whose files cannot be read, or hold no solution, has a row that says so.
"""

from __future__ import annotations

import errno
import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath, PurePosixPath

from engine.classroom import gradescope
from engine.classroom.archives import (
    IS_LINK,
    Contents,
    TopFile,
    is_zip,
    opened,
    place_of,
    source_rank,
    top_names,
    why,
)
from engine.classroom.platforms import PLAIN, Export, Person, Submission, is_students, recognise
from engine.classroom.roster import Roster
from engine.compat.terms import FOUR
from engine.errors import Problem, printable

OWN_KINDS = (".csv", ".toml", ".html", ".json", ".xlsx")
"""How the names of a teacher's own files end, beside hand-ins that come from no platform."""

NO_FILE = "no file was handed in"
"""What is said of an attempt without a file, such as Blackboard lists them."""

_OF_THE_NAME = (
    errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL, errno.ENOTDIR, errno.EISDIR, errno.EEXIST,
)  # fmt: skip
"""What the system says of a path that cannot be, and of no other."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student handed in.

    Attributes:
        student: what the student is called in all reports; no other one is.
        source: the file, zip or folder; for several files, the one with the solution, or the first.
            In a zip it is no real path.
        path: a copy of the file that holds the solution, as it was when it was read, beside copies
            of the others that came with it; None where there is none.
        digest: changes with every change of what was handed in.
        problem: why there is no solution, in a sentence without its end; else empty.
        others: further files with a solution's kind of text that were handed in with it.
        notes: what was left out and why, a sentence without its end each.
        name: where the solution lies in the zip or folder; the file's name where it came alone.
        code: the solution's bytes.
        person: the student as the platform or the roster knows them.
        group: who stands for the student's group in the league; empty for oneself.
        earlier: entries of earlier attempts, which do not count.
        absent: whether nothing was handed in: the student is in the roster only.
        line: the student's line in the roster, from 0; None where it is not certain, or there is
            no roster.
    """

    student: str
    source: Path
    path: Path | None
    digest: str
    problem: str = ""
    others: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    name: str = ""
    code: bytes = b""
    person: Person = field(default_factory=lambda: Person(""))
    group: str = ""
    earlier: tuple[str, ...] = ()
    absent: bool = False
    line: int | None = None

    @property
    def shown(self) -> Path:
        """Where the student knows the solution to be."""
        alone = self.name in ("", self.source.name)
        return self.source if alone else self.source / self.name


@dataclass(frozen=True, slots=True)
class HandIns:
    """All that was handed in.

    Attributes:
        hand_ins: a row for each student, by name.
        platform: where it comes from (see ``platforms.PLATFORMS``).
        left_out: entries that are nobody's hand-in, by name.
    """

    hand_ins: list[HandIn]
    platform: str = PLAIN
    left_out: tuple[str, ...] = ()


def find(
    folder: Path,
    scratch: Path,
    taken: Collection[str] = (),
    platform: str = "",
    reports: Collection[Path] = (),
    roster: Roster | None = None,
) -> HandIns:
    """Return all that was handed in, by students' names.

    Each hand-in is read once. What was read is what its digest is taken from, and what lies in
    ``scratch`` to be run.

    Args:
        folder: a learning platform's export, as a zip or unpacked; or Python files, zips and
            folders, one for each student.
        scratch: an empty folder of this run's own.
        taken: names already in use, such as those of the machines.
        platform: where it comes from, where that is to be said; else its names tell.
        reports: files that are no hand-ins.
        roster: who belongs to the class; it gives names, and rows to those who are absent.

    Raises:
        ValueError: the folder cannot be read, holds nothing of the kind, or its names tell of
            several platforms.
        OSError: ``scratch`` cannot be written.
    """
    own = {path.resolve() for path in reports}
    with opened(folder, is_students) as tops:
        places = [
            place for place in tops if not _is_own((folder / place.name).resolve(), own, scratch)
        ]
        by_name = {place.name: place for place in places}
        export = recognise(list(by_name), _listed(by_name.get(gradescope.LIST)), platform)
        reader = _HandInReader(folder, scratch)
        if export is None:
            left_out = [place.name for place in places if _is_teachers(place)]
            hand_ins = [reader.alone(place) for place in places if place.name not in left_out]
        else:
            left_out = list(export.aside)
            hand_ins = [*reader.of_export(export, by_name)]
    if not hand_ins:
        raise Problem("{folder} holds no Python file, zip or student's folder", folder=folder)
    if roster is not None:
        hand_ins = _on_roster(hand_ins, roster, folder)
    hand_ins.sort(key=lambda hand_in: (hand_in.student.casefold(), hand_in.student))
    named = _with_names_of_their_own(hand_ins, taken)
    return HandIns(named, export.platform if export else PLAIN, tuple(left_out))


def one(place: Path, scratch: Path) -> HandIn:
    """Return what a single student handed in: a Python file, a zip or a folder.

    Raises:
        ValueError: it is a whole class's.
        OSError: ``scratch`` cannot be written.
    """
    return _HandInReader(place.parent, scratch).alone(place_of(place))


def _on_roster(hand_ins: list[HandIn], roster: Roster, folder: Path) -> list[HandIn]:
    """Return rows with their lines and names in the roster, and rows of all others in it."""
    people = [hand_in.person for hand_in in hand_ins]
    lines, touched = roster.match(people)
    rows = [
        hand_in if line is None
        else replace(hand_in, student=printable(line.person.name), line=line.row)
        for hand_in, line in zip(hand_ins, lines, strict=True)
    ]  # fmt: skip
    for line in roster.students:
        if line.row not in touched:
            name = printable(line.person.name)
            rows.append(
                HandIn(
                    name, folder / name, None, digest_of({}), "nothing was handed in",
                    person=line.person, absent=True, line=line.row,
                )
            )  # fmt: skip
    return rows


def _is_own(place: Path, own: Collection[Path], scratch: Path) -> bool:
    """Whether a place is this run's own, or holds what is kept."""
    return place in own or scratch.resolve().is_relative_to(place)


def _is_teachers(place: TopFile) -> bool:
    return not place.folder and place.name.lower().endswith(OWN_KINDS)


def _listed(place: TopFile | None) -> str | None:
    """Return the text of Gradescope's list, or None where there is none."""
    if place is None or place.folder or place.link:
        return None
    (item,) = place.items()
    try:
        return item.read().decode("utf-8", "replace")
    except Exception as error:  # whatever a damaged zip leads to
        raise Problem("{name} cannot be read: {why}", name=place.name, why=why(error)) from None


class _HandInReader:
    """Reads places into hand-ins, each with a folder of its own below the scratch folder."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self._folder, self._scratch = folder, scratch
        self._count = 0

    def alone(self, place: TopFile) -> HandIn:
        """Return the hand-in that a place is by itself, named by it."""
        name = printable(_name_of(place))
        hand_in = self._read(place, name)
        return replace(hand_in, person=Person(name, (f"login:{name}", f"sid:{name}")))

    def _read(self, place: TopFile, name: str) -> HandIn:
        if place.link:
            return self._without(name, place.name, f"{printable(place.name)} {IS_LINK}")
        packed = not place.folder and is_zip(place.name)
        contents = Contents()
        try:
            if packed:
                (item,) = place.items()
                content = item.read()
                _check_is_one(place.name, content)
                contents.unpack(content, PurePosixPath())
            else:
                _take(contents, place, "")
        except NotOneError:
            raise
        except Exception as error:  # whatever a damaged zip leads to, it is this hand-in's own
            cannot = "unpacked" if packed else "read"
            return self._without(
                name, place.name, f"{printable(place.name)} cannot be {cannot}: {why(error)}"
            )
        return self._of(name, place.name, contents)

    def of_export(self, export: Export, places: Mapping[str, TopFile]) -> Iterator[HandIn]:
        """Yield the hand-ins of an export; entries of another shape are hand-ins by themselves."""
        for submission in export.submissions:
            yield from self._submitted(submission, places)
        for name in export.others:
            hand_in = self.alone(places[name])
            note = "its name is not as the platform makes them"
            yield replace(hand_in, notes=(note, *hand_in.notes))

    def _submitted(self, submission: Submission, places: Mapping[str, TopFile]) -> Iterator[HandIn]:
        """Yield a row for each of those who handed something in together."""
        own = {entry: called for entry, called in submission.files.items() if called is not None}
        first, contents = next(iter(own or submission.files)), Contents()
        name = printable(submission.people[0].name)
        try:
            for entry, called in own.items():
                _take(contents, places[entry], called)
        except Exception as error:  # whatever a damaged zip leads to, it is this hand-in's own
            hand_in = self._without(name, first, f"{first} cannot be read: {why(error)}")
        else:
            hand_in = (
                self._of(name, first, contents) if own else self._without(name, first, NO_FILE)
            )
        entry = next((entry for entry, called in own.items() if called == hand_in.name), first)
        hand_in = replace(hand_in, source=self._folder / entry)
        notes = hand_in.notes
        if submission.earlier:
            notes = ("of several attempts, the latest counts", *notes)
        if submission.late:
            notes = ("handed in late", *notes)
        if len(submission.people) > 1:
            notes = (f"handed in by a group of {len(submission.people)}", *notes)
        hand_in = replace(hand_in, notes=notes, earlier=submission.earlier)
        for person in submission.people:
            yield replace(hand_in, student=printable(person.name), person=person)

    def _without(self, student: str, entry: str, problem: str, notes: Sequence[str] = ()) -> HandIn:
        """Return a hand-in without a solution."""
        content = {PurePosixPath(entry): problem.encode("utf-8", "surrogateescape")}
        place = self._folder / entry
        return HandIn(student, place, None, digest_of(content), problem, notes=tuple(notes))

    def _of(self, student: str, entry: str, contents: Contents) -> HandIn:
        """Return a hand-in of several files: the one with the most of the four functions counts."""
        ranked = sorted(filter(None, (_ranked(*file) for file in contents.files.items())))
        if not ranked:
            return self._without(student, entry, _why_none(entry, contents), contents.first_notes)
        self._count += 1
        target = self._scratch / str(self._count)
        try:
            _lay_out(contents.files, target)
        except OSError as error:
            if error.errno in _OF_THE_NAME:
                problem = f"{entry} cannot be unpacked: {error.strerror}"
                return self._without(student, entry, problem)
            raise
        main = ranked[0][-1]
        others = tuple(rank[-1].name for rank in ranked[1:])
        return HandIn(
            student, self._folder / entry, target / main, digest_of(contents.files), "", others,
            contents.first_notes, str(main), contents.files[main],
        )  # fmt: skip


def _why_none(entry: str, contents: Contents) -> str:
    """Return why a hand-in has no solution."""
    entry = printable(entry)
    for note in contents.notes:
        return note if note.startswith(entry) else f"{entry} holds no Python file; {note}"
    for path in contents.files:
        name = printable(str(path))
        return f"{entry} holds no Python file; {name} has none of the four functions"
    return f"{entry} holds no Python file"


class NotOneError(Problem):
    """What should be one student's is a whole class's."""


def _check_is_one(name: str, packed: bytes) -> None:
    """Raise a Problem where a student's zip is a platform's export: nobody may vanish in it."""
    names = top_names(packed)
    students = [name for name in names if is_students(name)]
    if len(students) > 1 and 2 * len(students) > len(names):
        raise NotOneError(
            "{name} is a learning platform's export of a whole class; name that file itself",
            name=name,
        )


def _name_of(place: TopFile) -> str:
    """Return a place's name, without its end where it is a file."""
    if place.folder:
        return place.name
    lower = place.name.lower()
    return place.name[: -len(".py.txt")] if lower.endswith(".py.txt") else PurePath(place.name).stem


def _take(contents: Contents, place: TopFile, called: str) -> None:
    """Take in what lies in a place, under the name that the student gave it."""
    for item in place.items():
        path = PurePosixPath(called) if called and not place.folder else item.path
        if place.link:
            contents.leave_out(path, IS_LINK)
        else:
            contents.take(item, path)


def _ranked(path: PurePosixPath, content: bytes) -> tuple[int, int, int, str, PurePosixPath] | None:
    """Return how likely a file holds the solution, the likeliest first; None where it cannot."""
    kind, functions = source_rank(path), _functions_in(content)
    if kind is None or path.name.startswith("__") or (path.suffix == ".txt" and not functions):
        return None
    return -functions, kind, len(path.parts), path.name, path


def _lay_out(files: Mapping[PurePosixPath, bytes], target: Path) -> None:
    """Write a hand-in's files where they are run."""
    for path, content in files.items():
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _functions_in(content: bytes) -> int:
    """Return how many of the four functions a file, or a notebook, seems to define."""
    text = content.decode("latin-1")
    return sum(
        bool(re.search(rf'^(?:\s*")?def\s+{name}\b|\b{name}\s*=', text, re.MULTILINE))
        for name in FOUR
    )


def digest_of(files: Mapping[PurePosixPath, bytes]) -> str:
    """Return a number for just these bytes under these names."""
    digest = hashlib.sha256()
    for path in sorted(files):
        head = f"\0{path}\0{len(files[path])}\0"
        digest.update(head.encode("utf-8", "surrogateescape") + files[path])
    return digest.hexdigest()[:32]


# --- names --------------------------------------------------------------------------------------


def _with_names_of_their_own(hand_ins: list[HandIn], taken: Collection[str]) -> list[HandIn]:
    """Tell hand-ins of the same name apart: by the platform's number, or their whole file name."""
    named = hand_ins
    for rename in (_with_number, _whole_name):
        while True:
            names = Counter([*(hand_in.student for hand_in in named), *taken])
            again = [
                replace(hand_in, student=rename(hand_in, taken))
                if names[hand_in.student] > 1
                else hand_in
                for hand_in in named
            ]
            if again == named:
                break
            named = again
    return _with_groups([*_numbered(named)])


def _with_number(hand_in: HandIn, _taken: Collection[str]) -> str:
    number = hand_in.person.number
    if not number or hand_in.student.endswith(f" ({number})"):
        return hand_in.student
    return f"{hand_in.student} ({number})"


def _whole_name(hand_in: HandIn, taken: Collection[str]) -> str:
    name = printable(hand_in.source.name)
    return f"{name}/" if name in taken else name  # a folder, as it has no other end


def _numbered(hand_ins: Sequence[HandIn]) -> Iterator[HandIn]:
    """Number those that are still called alike, such as two of one group with one address."""
    seen: Counter[str] = Counter()
    for hand_in in hand_ins:
        seen[hand_in.student] += 1
        again = seen[hand_in.student]
        yield replace(hand_in, student=f"{hand_in.student} [{again}]") if again > 1 else hand_in


def _with_groups(hand_ins: list[HandIn]) -> list[HandIn]:
    """Name who stands for each group, whose rows have one source: the one whose row comes first."""
    first: dict[tuple[str, Path], str] = {}
    return [
        replace(hand_in, group="" if stands == hand_in.student else stands)
        for hand_in in hand_ins
        for stands in [first.setdefault((hand_in.digest, hand_in.source), hand_in.student)]
    ]
