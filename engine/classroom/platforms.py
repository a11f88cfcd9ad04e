"""Learning platforms' exports: who handed in which of their files, read from the files' names.

Each platform names files in a shape of its own, and Gradescope lists them in a file beside them. An
export is recognised by these names alone. Where they fit two platforms, nothing is guessed: the
teacher says which it is. The shapes are those of public exports; they say nothing of what a
student called the file, which is kept apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.classroom import gradescope
from engine.errors import Problem

PLAIN = "plain"
"""What a folder is called that comes from no platform."""


KINDS = ("moodle", "canvas", "login", "sid", "email")
"""What kinds of numbers and logins there are: two of different kinds may be equal by chance."""


@dataclass(frozen=True, slots=True)
class Person:
    """A student, as a platform's names tell.

    Attributes:
        name: the student's name, or the login where names tell no more.
        ids: the numbers, logins and addresses that are the student's alone, each after its kind,
            such as ``canvas:1234`` (see ``KINDS``).
        number: what tells two students of one name apart.
    """

    name: str
    ids: tuple[str, ...] = ()
    number: str = ""


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student, or one group, handed in.

    Attributes:
        people: who did; several for a group.
        files: the entries that count, and what the student called each; empty for a folder, whose
            files keep their own names; None for what the platform wrote itself.
        earlier: entries of earlier attempts, which do not count.
        late: whether the platform says that it came late.
    """

    people: tuple[Person, ...]
    files: dict[str, str | None]
    earlier: tuple[str, ...] = ()
    late: bool = False


@dataclass(frozen=True, slots=True)
class Export:
    """A class's export.

    Attributes:
        platform: its name.
        submissions: what was handed in, by students' names.
        others: entries whose names are not of this platform's shape.
        aside: entries that the platform wrote itself, about the others.
    """

    platform: str
    submissions: list[Submission]
    others: list[str]
    aside: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Named:
    """What an entry's name says.

    Attributes:
        key: whose it is.
        person: who that is.
        attempt: its attempt; the greatest is the latest.
        called: what the student called it, without what tells an attempt apart; empty for a folder,
            None for what the platform wrote itself.
        full: the same with it.
        late: whether it came late.
    """

    key: str
    person: Person
    attempt: tuple[int | str, ...]
    called: str | None
    full: str = ""
    late: bool = False


_MOODLE = re.compile(
    r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_(?P<what>[a-z]+)(?:_(?P<called>.*))?"
)
_CANVAS = re.compile(
    r"(?:(?P<too_late>LATE_)?anon_(?P<nameless>[^\W_]+)|(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+))"
    r"_(?:(?P<file>\d+)_(?P<called>.+)|(?P<page>(?:text|link)\.html))"
)
_AGAIN = re.compile(r"(?P<stem>.+)-(?P<again>\d+)(?P<end>(?:\.py)?\.[^.]+)")
_BLACKBOARD = re.compile(
    r"(?P<head>.+_[^_]+)_attempt_(?P<when>\d{4}(?:-\d\d){5})"
    r"(?:_(?P<called>.+)|\.txt)?"
)
_GRADESCOPE = re.compile(r"submission_(?P<number>\d+)")


def _moodle(name: str) -> _Named | None:
    if (match := _MOODLE.fullmatch(name)) is None:
        return None
    number = match["number"]
    person = Person(match["name"], (f"moodle:{number}",), number)
    return _Named(number, person, (), match["called"] or "")


def _canvas(name: str) -> _Named | None:
    if (match := _CANVAS.fullmatch(name)) is None:
        return None
    user, full = match["user"] or match["nameless"], match["called"] or match["page"]
    again = _AGAIN.fullmatch(full)
    called = again["stem"] + again["end"] if again else full
    attempt = int(again["again"]) if again else 0, int(match["file"] or 0)
    person = Person(match["name"] or f"anon_{user}", (f"canvas:{user}",), user)
    return _Named(user, person, attempt, called, full, bool(match["late"] or match["too_late"]))


def _blackboard(name: str) -> _Named | None:
    if (match := _BLACKBOARD.fullmatch(name)) is None:
        return None
    return _Named(match["head"], Person(""), (match["when"],), match["called"])


_SHAPES: dict[str, Callable[[str], _Named | None]] = {
    "moodle": _moodle,
    "canvas": _canvas,
    "blackboard": _blackboard,
}
PLATFORMS = (*_SHAPES, "gradescope", PLAIN)
"""What a class may come from, by the words that the console takes."""

TITLES = {
    "moodle": "Moodle", "canvas": "Canvas", "blackboard": "Blackboard",
    "gradescope": "Gradescope", PLAIN: "a folder",
}  # fmt: skip


def is_students(name: str) -> bool:
    """Whether some platform gives such a name to a student's files."""
    return bool(_GRADESCOPE.fullmatch(name)) or any(shape(name) for shape in _SHAPES.values())


TAKE_BACK = ("moodle", "canvas")
"""Platforms that take files for students back, many at once in a zip."""


def returned(platform: str, person: Person, entry: str) -> str:
    """Return how the name of a file begins that a platform takes back for a student.

    Moodle asks for the number that stands between the first two underscores, Canvas for the name
    under which it gave a file out. Empty where it would not know whose it is.

    Args:
        platform: one of ``TAKE_BACK``.
        entry: the name of the entry that was looked at.
    """
    if platform == "moodle":
        name = re.sub(r"[_/\\]+", " ", person.name).strip(". ~")
        return f"{name}_{person.number}_assignfeedback_file_" if person.number else ""
    match = _CANVAS.fullmatch(entry)
    return entry[: match.start("called")] if match and match["file"] else ""


def recognise(names: Sequence[str], listed: str | None, asked: str = "") -> Export | None:
    """Return the export that these names are; None where they are of no platform.

    Args:
        names: the entries at the top.
        listed: the text of Gradescope's list; None where there is no such file.
        asked: the platform, where the teacher says it.

    Raises:
        ValueError: the names fit several platforms, or not the one that was asked for.
    """
    if asked == PLAIN:
        return None
    if asked == "gradescope" or (not asked and listed is not None):
        return _of_gradescope(names, listed)
    fitting = {
        word: entries
        for word, shape in _SHAPES.items()
        if (entries := {name: entry for name in names if (entry := shape(name))})
    }
    if fitting.get("blackboard"):
        fitting["blackboard"] = _with_logins(fitting["blackboard"])
    if asked:
        if asked not in fitting:
            raise Problem("no name here is as {platform} makes them", platform=TITLES[asked])
        return _export(asked, names, fitting[asked])
    fitting = {word: entries for word, entries in fitting.items() if 2 * len(entries) > len(names)}
    if len(fitting) > 1:
        raise Problem(
            "the names fit {platforms}; say which of them it is",
            platforms=" and ".join(TITLES[word] for word in fitting),
        )  # fmt: skip
    for word, entries in fitting.items():
        return _export(word, names, entries)
    return None


def _with_logins(entries: Mapping[str, _Named]) -> dict[str, _Named]:
    """Return Blackboard's names with what may be the students' logins, the likeliest as name.

    A login may have the sign in it that ends the assignment. But the assignment is the same for
    all, so a login begins no later than where the names begin to differ.
    """
    heads = [entry.key for entry in entries.values()]
    first, last = min(heads), max(heads)
    end = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    same = first[:end]
    same = same[: same.rfind("_") + 1]
    with_logins = {}
    for name, entry in entries.items():
        starts = [i + 1 for i, letter in enumerate(same) if letter == "_"]
        logins = [entry.key[start:] for start in reversed(starts)]
        ids = tuple(f"{kind}:{login}" for login in logins for kind in ("login", "sid"))
        with_logins[name] = replace(entry, person=Person(logins[0], ids, entry.key))
    return with_logins


def _export(word: str, names: Sequence[str], entries: Mapping[str, _Named]) -> Export:
    students: dict[str, dict[str, _Named]] = {}
    for name, entry in entries.items():
        students.setdefault(entry.key, {})[name] = entry
    chosen = _per_file if word == "canvas" else _newest
    submissions = []
    for own in students.values():
        counting = chosen(own)
        earlier = tuple(
            name for name, entry in own.items() if name not in counting and entry.called is not None
        )
        late = any(own[name].late for name in counting)
        person = next(iter(own.values())).person
        submissions.append(Submission((person,), counting, earlier, late))
    others = [name for name in names if name not in entries]
    return Export(word, submissions, others)


def _newest(own: Mapping[str, _Named]) -> dict[str, str | None]:
    """Return the files of the latest attempt, and what the student called each."""
    latest = max(entry.attempt for entry in own.values())
    return {name: entry.called for name, entry in own.items() if entry.attempt == latest}


def _per_file(own: Mapping[str, _Named]) -> dict[str, str | None]:
    """Return the same where each file is numbered by itself: as Canvas does.

    A first attempt has no number. So ``part-1.py`` and ``part-2.py`` without a ``part.py`` are two
    files that the student called so.
    """
    files: dict[str | None, list[str]] = {}
    for name, entry in own.items():
        files.setdefault(entry.called, []).append(name)
    counting: dict[str, str | None] = {}
    for called, names in files.items():
        if len(names) > 1 and all(own[name].full != called for name in names):
            counting |= {name: own[name].full for name in names}
        else:
            counting[max(names, key=lambda name: own[name].attempt)] = called
    return counting


def _of_gradescope(names: Sequence[str], listed: str | None) -> Export:
    """Return the export that Gradescope's list describes; folders it does not name are others."""
    if listed is None:
        raise Problem("Gradescope's list {name} is missing", name=gradescope.LIST)
    submitters = gradescope.read_list(listed)
    folders = [name for name in names if name != gradescope.LIST]
    known = [name for name in sorted(submitters, key=_number) if name in folders]
    newest: dict[tuple[str, ...], str] = {}
    earlier: dict[str, tuple[str, ...]] = {}
    for name in known:
        key = tuple(sorted(submitter.key for submitter in submitters[name]))
        before = newest.get(key) if key else None
        earlier[name] = (*earlier[before], before) if before else ()
        newest[key or (name,)] = name
    submissions = [
        Submission(_people(submitters[name]), {name: ""}, earlier[name])
        for name in sorted(newest.values(), key=_number)
        if submitters[name]
    ]
    nobodys = [name for name in folders if name not in known or not submitters[name]]
    return Export("gradescope", submissions, nobodys, [gradescope.LIST])


def _people(listed: Iterable[gradescope.Submitter]) -> tuple[Person, ...]:
    return tuple(
        Person(
            submitter.name or submitter.key,
            tuple(
                f"{kind}:{text}"
                for kind, text in (("sid", submitter.sid), ("email", submitter.email))
                if text
            ),
            submitter.key,
        )
        for submitter in listed
    )


def _number(name: str) -> tuple[int, str]:
    match = _GRADESCOPE.fullmatch(name)
    return (int(match["number"]) if match else -1), name
