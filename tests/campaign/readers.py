"""The readers of every file that the programs read, each with a whole file to damage.

A reader is given a path. It returns a word for how it went, and raises ``AssertionError`` where
what it was given back is wrong.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QByteArray

from engine import PLAYERO, PLAYERX, Game, Rules
from engine.classroom.rubric import Rubric
from engine.compat import loading
from engine.compat.source import read_source
from engine.record import HUMAN, Participant, Record, Variation, read_record
from engine.tournament import Tournament, read_results, sweep
from engine.tournament.columns import as_csv
from engine.tournament.columns import as_text as as_tables
from engine.tournament.description import Pairing
from engine.tournament.playing import play_game
from engine.tournament.results import ResultFile, as_lines, header_of
from engine.tournament.summary import Summary
from engine.verdict import Verdict
from tests.campaign.mutating import INI, JSON, TEXT
from ttt_desktop.features import FEATURES
from ttt_desktop.session.keeper import GameKeeper
from ttt_desktop.settings.declarations import Settings, names
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.work.storage import (
    SETTINGS_NAME,
    claim,
)

FILES = Path(__file__).resolve().parents[1] / "engine" / "course_files"
NAMES = {feature.name for feature in FEATURES}
HAS_LESSONS = "lessons" in NAMES
LESSONS = Path(__file__).resolve().parents[2] / "resources" / "lessons"

LONGEST_SENTENCE = 500


def whole_game() -> bytes:
    """Return a saved game with moves, some taken back, and with all that is noted beside them."""
    game = Game(Rules(5, 4))
    for square in ((2, 2), (1, 1), (0, 3), (4, 4), (3, 1), (0, 0)):
        game.play(square)
    game.undo()
    record = Record(
        game, {PLAYERX: Participant("Ann", HUMAN), PLAYERO: Participant("", "level:easy", "Easy")},
        date(2026, 3, 1), {2: "Here"}, (Variation(1, ((0, 0), (1, 0)), "Or so"),),
        {3: Verdict.MISTAKE},
    )  # fmt: skip
    return record.to_json().encode()


def whole_tournament() -> Tournament:
    """Return a small tournament."""
    return sweep("trials", ["1", "3"], Pairing("mc", "random", 20), 7)


def whole_results() -> bytes:
    """Return the results of the first half of it, a spoilt game included."""
    tournament = whole_tournament()
    records = [
        play_game(pairing, number, game, tournament.game_seed(number, game))
        for number, pairing in enumerate(tournament.pairings)
        for game in range(0, pairing.games, 2)
    ]
    text = "".join(as_lines(header_of(tournament), records))
    return text.encode() + b'{"p":0,"g":1,"r":"bad","m":[4],"s":0.1,"e":"O: it raised an error"}\n'


LAYOUT = bytes(range(256))


def whole_settings() -> bytes:
    """Return every setting, and a layout."""
    with TemporaryDirectory() as folder:
        store = SettingsStore(Path(folder))
        store.save_layout("geometry", QByteArray(LAYOUT))
        store.save_warning_read()
        store.flush()
        assert store.save(Settings(), names()) == ""
        return (Path(folder) / SETTINGS_NAME).read_bytes()


def whole_lesson() -> bytes:
    """Return one of the program's lessons."""
    return (LESSONS / "2-scores.txt").read_bytes()


def whole_rubric() -> bytes:
    """Return points for some groups of checks."""
    return b'[points]\nmc_trial = 4\n"taking wins" = 2\n\n[share]\nwarnings = 0.5\n'


def is_sentence(text: str, longest: int = LONGEST_SENTENCE) -> bool:
    """Whether it is one line that can be shown anywhere."""
    with suppress(UnicodeEncodeError):  # (a lone surrogate)
        text.encode()
        return 0 < len(text) <= longest and len(text.splitlines()) == 1
    return False


def peak_mb(start_anew: bool = False) -> float:
    """Return the most memory this process has held, since the last time it was started anew."""
    if start_anew:
        Path("/proc/self/clear_refs").write_text("5")
    line = Path("/proc/self/status").read_text().partition("VmHWM:")[2]
    return int(line.split()[0]) / 1024


# --- the readers ------------------------------------------------------------------------------


def assert_kept(content: bytes, folder: Path) -> None:
    """Make sure that what was in a file is in one of a folder's, whatever its name."""
    assert content in [path.read_bytes() for path in folder.iterdir()], "the old file is lost"


def read_saved(path: Path) -> str:
    """Read a saved game; what is read must be a game that can be saved and read again."""
    record = read_record(path)
    game, again = record.game, Game.from_json(record.to_json())
    assert (again.moves, again.undone, again.rules.size) == (
        game.moves,
        game.undone,
        game.rules.size,
    )
    assert all(type(number) is int for square in game.moves for number in square)
    return "read"


def read_text(path: Path) -> str:
    """Read a game from text as an editor may hand it over, lone surrogates included."""
    game = Game.from_json(path.read_bytes().decode("utf-8", "surrogateescape"))
    assert Game.from_json(game.to_json()).moves == game.moves
    return "read"


def read_kept(path: Path) -> str:
    """Read the unfinished game at a start; what was damaged is kept, byte by byte."""
    content = path.read_bytes()
    (path.parent / "unfinished-game.lock").unlink(missing_ok=True)
    keeper = GameKeeper(path.parent)
    game, sentence = keeper.load()
    keeper.disown()
    if game is not None:
        assert not sentence
        return "read"
    assert is_sentence(sentence), f"told {sentence[:80]!r}"
    assert_kept(content, path.parent)
    return "set aside"


def read_settings(path: Path) -> str:
    """Read the settings at a start; the next start finds nothing to complain of."""
    content = path.read_bytes()
    moved = claim(path.parent)  # a file far too large is not read at all
    store = SettingsStore(path.parent)
    settings, found = store.load()
    sentences = moved + found
    assert store.layout("geometry").data() in (b"", LAYOUT), "a damaged layout is given to Qt"
    assert isinstance(settings, Settings)
    assert all(map(is_sentence, sentences)), f"told {max(map(len, sentences)):,} characters"
    if not sentences:
        return "read"
    kept = [each for each in path.parent.iterdir() if each.name.startswith(f"{path.name}.")]
    assert content in [each.read_bytes() for each in kept], "the old file is lost"
    again, more = SettingsStore(path.parent).load()
    assert (again, more) == (settings, []), "the next start complains again"
    return "repaired"


def read_lesson_file(path: Path) -> str:
    """Read a teacher's lesson, to its last step."""
    from tests.desktop.features.lessons.own import WORDS
    from ttt_desktop.features.lessons.library import lesson_in

    try:
        lesson = lesson_in(path, WORDS)
    except ValueError as error:
        assert is_sentence(str(error), 2500), str(error)[:200]  # some list all names that there are
        return "refused"
    assert all(step.begin.text for step in lesson.steps)
    return "read"


def read_rubric(path: Path) -> str:
    """Read a rubric; what is read gives points."""
    assert Rubric.read(path).most > 0
    return "read"


def read_lab(path: Path) -> str:
    """Read results as the lab does, down to its tables and its list of games."""
    from ttt_desktop.features.lab.games import KeptGame

    header, tournament, records = read_results(path)
    summary = Summary(tournament)
    summary.add(records)
    as_tables(summary).encode()
    as_csv(summary).encode()
    for record in records:
        kept = KeptGame.of(record).record()
        assert (kept.moves, kept.blame) == (record.moves, record.blame)
        with suppress(ValueError):  # the lab says so when such a game is opened
            record.replay(tournament.pairings[record.pairing])
    json.loads(next(as_lines(header, records)))
    return "read"


def continue_results(path: Path) -> str:
    """Go on with results, which must leave a file that can be read."""
    content = path.read_bytes()
    try:
        with ResultFile(path, whole_tournament()) as file:
            known = len(file.known)
    except (ValueError, OSError):
        assert path.read_bytes() == content, "a refused file was changed"
        raise
    assert len(read_results(path)[2]) == known
    return "continued"


def parse_course_file(path: Path) -> str:
    """Read and compile a course file; it is not run."""
    kept = list(sys.meta_path), list(sys.path), sys.modules.get(loading.NAME)
    loading.exec = lambda code, names: None  # in the place of the builtin
    try:
        loading.load(path, read_source(path))
    except SyntaxError as error:  # is told like a ValueError
        raise ValueError(error.msg) from None
    finally:
        del loading.exec
        sys.meta_path[:], sys.path[:] = kept[:2]
        sys.modules.pop(loading.NAME, None)
    return "compiled"


@dataclass(frozen=True)
class Kind:
    """A file that is read: its name, what it holds when it is whole, its reader, its share."""

    name: str
    whole: Callable[[], bytes]
    ways: tuple[Callable[..., bytes], ...]
    read: Callable[[Path], str]
    share: int
    is_silent: bool = False  # raises nothing at all: a start must go on
    most: int = 6000  # changes of single bytes, where there are more


KINDS = {
    kind.read.__name__: kind
    for kind in (
        Kind("game.tttgame", whole_game, JSON, read_saved, 20),
        Kind("game.txt", whole_game, JSON, read_text, 10),
        Kind("unfinished-game.json", whole_game, JSON, read_kept, 10, is_silent=True),
        Kind("settings.ini", whole_settings, INI, read_settings, 20, is_silent=True),
        *([Kind("results.json", whole_results, JSON, read_lab, 24)] if "lab" in NAMES else ()),
        Kind("results.json", whole_results, JSON, continue_results, 10),
        *([Kind("lesson.txt", whole_lesson, TEXT, read_lesson_file, 3)] if HAS_LESSONS else ()),
        Kind("rubric.toml", whole_rubric, TEXT, read_rubric, 2),
        # Few of them: converting Python 2 takes a tenth of a second.
        Kind("mine.py", (FILES / "plain.py").read_bytes, TEXT, parse_course_file, 1, most=300),
    )
}
"""Those that are damaged in every way, by the reader's name."""
