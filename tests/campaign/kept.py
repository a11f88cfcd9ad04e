"""The readers of files that are kept from start to start, or handed in, but for games and settings.

Each has a whole file, and does with what it reads what the program does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from engine import PLAYERX, Board, Rules
from engine.board import Position
from engine.classroom.answers import Asked, LessonAnswers, read_answers
from engine.classroom.sheet import Sheet
from engine.game import Outcome
from engine.learning.learner import Training
from engine.learning.learners import LEARNERS, load, new_learner
from engine.rules import Rule
from engine.tournament.openings import Openings, as_text, read_openings
from tests.campaign.mutating import JSON, TEXT
from tests.campaign.readers import HAS_LESSONS, KINDS, NAMES, Kind, is_sentence
from ttt_desktop.archive.annotations import OWN_TABLES
from ttt_desktop.archive.games import Filter
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.archive.waiting import SaveGames, Waiting
from ttt_desktop.features import FEATURES
from ttt_desktop.session.seats import Seat
from ttt_desktop.shell.declared import tables_of
from ttt_desktop.start.start_mark import StartMark
from ttt_desktop.work.locks import WindowLock
from ttt_desktop.work.storage import (
    HISTORY_NAME,
    LEARNER_NAME,
    LESSONS_NAME,
    LOCK_NAME,
    START_NAME,
    WAITING_NAMES,
)

TABLES = (*OWN_TABLES, *tables_of(FEATURES))


def whole_progress() -> bytes:
    """Return what somebody answered in a lesson."""
    from ttt_desktop.features.lessons.progress import LessonsFile

    asked = Asked("Where?", "Where does X win?", ("B2", "C3"), (), "XX./OO./...")
    other = Asked("How often?", "How often?", ("twice",), ("once", "twice"))
    lesson = LessonAnswers("2-scores", "a1b2", "Scores", 4, 3, (asked, other), {0: "B2"})
    named = (lesson.key, lesson.digest)
    return (
        LessonsFile("Ann Müller", {named: lesson}, {named: "/home/ann/2-scores.txt"})
        .as_text()
        .encode()
    )


def whole_answers() -> bytes:
    """Return what that somebody hands in."""
    from ttt_desktop.features.lessons.progress import Progress

    with TemporaryDirectory() as folder:
        (Path(folder) / LESSONS_NAME).write_bytes(whole_progress())
        return Progress(Path(folder), print).answers.as_text().encode()


def whole_waiting() -> bytes:
    """Return a game that waits to get into the history."""
    return msgspec.json.encode(SaveGames((past_game(1),)))


def past_game(number: int) -> PastGame:
    """Return a game of the history, by its number."""
    return PastGame(
        "2026-05-01T10:00:00+00:00", 12.5, 3, 3, Rule.NORMAL, "A1 A2 B1 B2 C1", Seat.YOU,
        Seat.MACHINE, f"Ada {number}", "Machine", "", "level:easy", "level/Easy",
        [*Outcome][number % 3], key=number,
    )  # fmt: skip


def whole_mistake() -> bytes:
    """Return a mistake that waits to be asked about."""
    from ttt_desktop.features.puzzles.practice import AddMistakes, Mistake

    mistake = Mistake(3, 3, Rule.NORMAL, "X.O/.../...", "A1 C1", "B1", 1, 1, 0, date(2026, 5, 2))
    return msgspec.json.encode(AddMistakes((mistake,)))


def whole_learner(kind: str) -> bytes:
    """Return a learner that has learnt a little."""
    with TemporaryDirectory() as folder:
        learner = new_learner(kind, Rules(3, 3), 1)
        for _ in Training(learner, games=3):
            pass
        learner.save(Path(folder) / "learner.zip")
        return (Path(folder) / "learner.zip").read_bytes()


def whole_history() -> bytes:
    """Return a small history."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "history.db"
        with closing(HistoryStore(path)) as store:
            store.add_all(map(past_game, range(1, 21)))
        return path.read_bytes()


def whole_openings() -> bytes:
    """Return some openings."""
    return as_text(Openings(Rules(15, 5), ((112, 96),)), {}).encode()


def whole_lock() -> bytes:
    """Return the lock of a program that runs no more, on another computer."""
    return b"1234567\npython\nelsewhere\n"


def whole_sheet() -> bytes:
    """Return the list of a class."""
    return 'Name;Matrikel;Punkte\r\n"Müller; Ann";123;\r\nBen;124;5\r\n'.encode("cp1252")


def read_progress(path: Path) -> str:
    """Read how far somebody came in lessons; then a name can be saved, and nothing is lost."""
    from ttt_desktop.features.lessons.progress import Progress

    content = path.read_bytes()
    sentences: list[str] = []
    progress = Progress(path.parent, sentences.append)
    assert progress.answers.as_text().encode()
    progress.save_name("Ada")
    assert Progress(path.parent, sentences.append).file.name == "Ada"
    assert all(map(is_sentence, sentences)), str(sentences)[:200]
    if not sentences:
        return "read"
    assert len(sentences) == 1
    assert content in [other.read_bytes() for other in path.parent.iterdir()], (
        "the old file is lost"
    )
    return "set aside"


def read_waiting(path: Path) -> str:
    """Read what waits for the history, and make it; what is damaged is set aside."""
    content = path.read_bytes()
    changes = Waiting(path.parent, TABLES).oldest(2)
    if not changes:
        kept = [other.read_bytes() for other in path.parent.iterdir()]
        assert kept == [content], "the old file is lost"
        return "set aside"
    with closing(HistoryStore(path.parent.parent / "history.db", tables=TABLES)) as store:
        store.make(changes.values())
        store.look(Filter(), 100)
    return "read"


def read_learner(path: Path) -> str:
    """Read a learner; it plays, and can be saved as it is."""
    learner = load(path)
    position = Position.of(Board.empty(learner.rules), PLAYERX)
    assert set(learner.thoughts(position).best) <= set(position.board.get_empty_squares())
    again = path.with_name("again.zip")
    learner.save(again)
    assert load(again).fingerprint() == learner.fingerprint()
    return "read"


def read_history(path: Path) -> str:
    """Read a history, and save another game in it."""
    sentences: list[str] = []
    with closing(HistoryStore(path, sentences.append)) as store:
        store.look(Filter(), 100)
        store.make([SaveGames((past_game(99),))])
        assert len(store.find(Filter(text="ada 99"), 0, 10)) == 1
    assert all(map(is_sentence, sentences)), str(sentences)[:200]
    if not sentences:
        return "read"
    # (Where the damage shows late, there is more in the old file by then.)
    assert [*path.parent.glob(f"{path.name}.damaged-*")], "the old file is lost"
    return "salvaged"


def read_handed_in(path: Path) -> str:
    """Read what a pupil hands in."""
    answers = read_answers(path)
    path.write_text(answers.as_text(), encoding="utf-8")
    assert read_answers(path) == answers
    return "read"


def read_opening_file(path: Path) -> str:
    """Read openings; games can begin with them."""
    openings = read_openings(path)
    path.write_text(as_text(openings, {}), encoding="utf-8")
    assert read_openings(path) == openings
    return "read"


def read_sheet(path: Path) -> str:
    """Read a class's list; with no change, it is as it was."""
    sheet = Sheet.read(path)
    assert sheet.filled({}) == path.read_bytes()
    return "read"


def read_lock(path: Path) -> str:
    """Ask for a lock that is there already."""
    lock = WindowLock(path)
    holder = lock.take().holder
    lock.give_back()
    return holder.name.lower()


def read_start_mark(path: Path) -> str:
    """Begin where a start was remembered as one that failed."""
    mark = StartMark(path.parent)
    mark.take_away()
    assert not path.exists()
    return "failed" if mark.failed else "read"


_WAITING = WAITING_NAMES.replace("*", f"{1:020}-1")


def _kinds() -> Iterator[Kind]:
    if HAS_LESSONS:
        yield Kind(LESSONS_NAME, whole_progress, JSON, read_progress, 0, is_silent=True)
        yield Kind("ann.tttanswers", whole_answers, JSON, read_handed_in, 0)
    yield Kind(_WAITING, whole_waiting, JSON, read_waiting, 0, is_silent=True)
    if "puzzles" in NAMES:
        yield Kind(_WAITING, whole_mistake, JSON, read_waiting, 0, is_silent=True)
    for kind in LEARNERS:
        yield Kind(LEARNER_NAME, partial(whole_learner, kind), TEXT, read_learner, 0, most=2000)
    yield Kind(HISTORY_NAME, whole_history, TEXT, read_history, 0, is_silent=True, most=2000)
    yield Kind("openings.json", whole_openings, JSON, read_opening_file, 0)
    yield Kind("class.csv", whole_sheet, TEXT, read_sheet, 0)
    yield Kind(LOCK_NAME, whole_lock, TEXT, read_lock, 0, is_silent=True)
    yield Kind(START_NAME, lambda: b"4242\n", TEXT, read_start_mark, 0, is_silent=True)


KEPT = {**KINDS, **{f"{kind.read.__name__}{i or ''}": kind for i, kind in enumerate(_kinds())}}
"""All files that are kept or handed in, each single byte of which is changed."""
