"""Damaged files: every reader gives a right value, or one sentence, soon and in little memory."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import random
import re
import selectors
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic, process_time

import pytest

from engine import Game
from tests.campaign.kept import KEPT
from tests.campaign.mutating import DECOYS, damaged, put_decoy
from tests.campaign.readers import (
    KINDS,
    Kind,
    is_sentence,
    peak_mb,
    whole_game,
    whole_settings,
)
from tests.campaign.sizes import sizes
from tests.waiting import HANG_S, started
from ttt_desktop.settings.declarations import names
from ttt_desktop.settings.store import SettingsStore

ROOT = Path(__file__).resolve().parents[2]

SLOWEST_S = 2.0
MEMORY_MB = 200
UP_S = 10.0

_CHUNK = 2000


@dataclass
class Chunk:
    """What came of some cases.

    Attributes:
        outcomes: how often each happened.
        faults: what must not happen, with a case's number each.
        slowest: the most processor time of one case, in seconds, and its number.
        memory: the most memory that was taken on, in MB.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[str]] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")
    memory: float = 0.0

    def blame(self, what: str, case: str) -> None:
        """Note a fault, with a few of its cases; those that differ in numbers only are one."""
        what = re.sub(r"\d[\d,.]*", "#", what)
        self.faults.setdefault(what, [])
        if len(self.faults[what]) < 5:
            self.faults[what].append(case)
        self.outcomes["fault"] += 1

    def add(self, other: Chunk) -> None:
        """Take another one in."""
        self.outcomes += other.outcomes
        self.slowest = max(self.slowest, other.slowest)
        self.memory = max(self.memory, other.memory)
        for what, cases in other.faults.items():
            self.faults.setdefault(what, []).extend(cases)


def make_case(reader: str, number: int, seed: int) -> bytes:
    """Return the content of a case: for ``test_mutations``, and for looking at one by hand."""
    kind = KINDS[reader]
    return damaged(_whole(reader), kind.ways, random.Random(f"{seed} {kind.name} {number}"))


_wholes: dict[str, bytes] = {}


def _whole(reader: str) -> bytes:
    if reader not in _wholes:
        _wholes[reader] = KINDS[reader].whole()
    return _wholes[reader]


def run_chunk(reader: str, first: int, last: int, seed: int, folder: Path) -> Chunk:
    """Run some cases of one reader, each in an empty folder."""
    chunk = Chunk()
    _whole(reader)
    logging.disable()  # (a line a case)
    for number in range(first, last):
        case = f"{reader}:{number}"
        _run_case(KINDS[reader], case, make_case(reader, number, seed), folder, chunk)
    logging.disable(logging.NOTSET)
    return chunk


def _run_case(kind: Kind, case: str, content: bytes, folder: Path, chunk: Chunk) -> None:
    """Have a reader read some content; what comes of it goes into the chunk."""
    reader = kind.read.__name__
    path = folder / case.replace(":", "-") / kind.name
    path.parent.mkdir()
    path.write_bytes(content)
    before, start = peak_mb(start_anew=True), process_time()
    try:
        chunk.outcomes[kind.read(path)] += 1
    except (ValueError, OSError) as error:
        told = f"{error.strerror}" if isinstance(error, OSError) else str(error)
        if kind.is_silent:
            chunk.blame(f"{reader}: {type(error).__name__}: {told[:40]}", case)
        elif not is_sentence(told):
            chunk.blame(f"{reader}: told {len(told):,} characters: {told[:24]!r}…", case)
        else:
            chunk.outcomes["refused"] += 1
    except Exception as error:
        chunk.blame(f"{reader}: {type(error).__name__}: {str(error)[:40]}", case)
    seconds = process_time() - start
    chunk.slowest = max(chunk.slowest, (seconds, case))
    if seconds > SLOWEST_S:
        chunk.blame(f"{reader}: took {SLOWEST_S:g} s and more", case)
    grown = peak_mb() - before
    chunk.memory = max(chunk.memory, grown)
    if grown > MEMORY_MB:
        chunk.blame(f"{reader}: took on {grown:.0f} MB", case)
    shutil.rmtree(path.parent)


def _chunks(count: int) -> list[tuple[str, int, int]]:
    """Share the cases among the readers, in chunks."""
    chunks = []
    for reader, kind in KINDS.items():
        cases = max(1, count * kind.share // 100)
        for first in range(0, cases, _CHUNK):
            chunks.append((reader, first, min(cases, first + _CHUNK)))
    return chunks


@sizes(600, 1_000_000, minutes=120)
@pytest.mark.qt_log_ignore("QVariant::load: unknown user type")
def test_mutations(count, chance, figures, tmp_path):
    seed, all_of_it = chance.getrandbits(32), Chunk()
    if count <= _CHUNK * 2:
        for chunk in _chunks(count):
            all_of_it.add(run_chunk(*chunk, seed, tmp_path))
    else:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            waiting = [pool.submit(run_chunk, *chunk, seed, tmp_path) for chunk in _chunks(count)]
            for each in waiting:
                all_of_it.add(each.result())
    slowest, case = all_of_it.slowest
    outcomes = {name.replace(" ", "_"): number for name, number in all_of_it.outcomes.items()}
    figures(cases=sum(outcomes.values()), **outcomes, slowest_s=f"{slowest:.3f}({case})",
            memory_mb=round(all_of_it.memory), different_faults=len(all_of_it.faults))  # fmt: skip
    told = [f"{what}  (cases {', '.join(cases[:3])})" for what, cases in all_of_it.faults.items()]
    assert not told, f"make_case(reader, number, {seed}) gives these:\n" + "\n".join(sorted(told))


# --- single bytes ---------------------------------------------------------------------------


def changed_bytes(content: bytes, most: int, chance: random.Random) -> Iterator[tuple[int, int]]:
    """Yield places of bytes, and what these are changed by: all that there are, or a sample."""
    if len(content) * 8 <= most:
        yield from ((place, 1 << bit) for place in range(len(content)) for bit in range(8))
        return
    for number in range(most):
        place = number if number < len(content) <= most else chance.randrange(len(content))
        yield place, chance.randint(1, 255)


@pytest.mark.parametrize(
    "few", [pytest.param(True, id="few"), pytest.param(False, id="many", marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("reader", KEPT)
@pytest.mark.qt_log_ignore("QVariant::load: unknown user type")
def test_single_bytes(reader, few, chance, figures, tmp_path):
    """Each byte of a small file is changed in each of its bits, those of others at least once."""
    kind, chunk = KEPT[reader], Chunk()
    content = kind.whole()
    logging.disable()  # (a line a case)
    for place, bits in changed_bytes(content, 25 if few else kind.most, chance):
        other = content[:place] + bytes([content[place] ^ bits]) + content[place + 1 :]
        _run_case(kind, f"{place}:{bits}", other, tmp_path, chunk)
    logging.disable(logging.NOTSET)
    seconds, case = chunk.slowest
    figures(bytes=len(content), **chunk.outcomes, slowest_s=f"{seconds:.3f}({case})",
            memory_mb=round(chunk.memory))  # fmt: skip
    told = [f"{what}  (place:bits {', '.join(cases[:3])})" for what, cases in chunk.faults.items()]
    assert not told, "\n".join(sorted(told))


# --- whole starts over damaged folders ----------------------------------------------------------

_DRIVER = """
import os, resource, sys
# An endless file must eat neither the memory of the machine nor its disk.
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
resource.setrlimit(resource.RLIMIT_FSIZE, (200 << 20, 200 << 20))
from PySide6.QtCore import QTimer
from ttt_desktop.start import app
build = app.build
def built(*given):
    made = build(*given)
    QTimer.singleShot(300, lambda: print("stands", flush=True))
    return made
app.build = built
from ttt_desktop.__main__ import main
sys.exit(main(["--data-dir", sys.argv[1], "--trials", "20", "--animations", "off"]))
"""
_KEPT = ("settings.ini", "unfinished-game.json")
_IN_FOLDER = (*_KEPT, "unfinished-game.lock", "log.txt", "crash.txt")


def _furnish(folder: Path, chance: random.Random) -> tuple[dict[str, str], dict[str, bytes | None]]:
    """Fill a folder; return what lies under each name, and the bytes of those that are files."""
    folder.mkdir()
    right = {"settings.ini": whole_settings(), "unfinished-game.json": whole_game()}
    kinds = dict.fromkeys(_IN_FOLDER, "nothing")
    for name in chance.sample(_IN_FOLDER, chance.choice((1, 1, 2, 3, 5))):
        kinds[name] = chance.choice(DECOYS)
    contents = {
        name: put_decoy(folder / name, kind, right.get(name, b"1000\n1\nhost\n"), chance)
        for name, kind in kinds.items()
        if kind != "nothing"
    }
    return kinds, contents


def _start_and_end(
    folder: Path, up_s: float, before: Sequence[str] = ()
) -> tuple[str, int, str, float]:
    """Start the app over a folder, and end it politely once it stands.

    Args:
        before: what the command begins with.

    Returns:
        What it printed, its exit status, its error stream, and after how many seconds it stood.
    """
    begun = monotonic()
    with TemporaryFile("w+", encoding="utf-8") as errors:
        app = subprocess.Popen(
            [*before, sys.executable, "-c", _DRIVER, str(folder)],
            stdout=subprocess.PIPE, stderr=errors, stdin=subprocess.DEVNULL, text=True, cwd=ROOT,
        )  # fmt: skip
        assert app.stdout is not None
        ended = False
        try:
            with app.stdout:
                # A process that will not stand is killed by the timer, which ends the wait.
                ended = _wait_readable(app, up_s)
                said = app.stdout.readline() if ended else ""
                seconds = monotonic() - begun
                if said:
                    app.send_signal(signal.SIGTERM)
                app.wait(HANG_S if ended else 0.1)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if app.poll() is None:
                app.kill()
                app.wait()
        errors.seek(0)
        return said.strip(), app.returncode, errors.read(), seconds


def _wait_readable(app: subprocess.Popen[str], seconds: float) -> bool:
    """Wait until a process says something or ends; return whether it did."""
    with selectors.DefaultSelector() as selector:
        selector.register(app.stdout, selectors.EVENT_READ)
        return bool(selector.select(seconds))


def _lost(folder: Path, contents: dict[str, bytes | None], scratch: Path) -> list[str]:
    """Return what was lost of the settings and the game that lay in a folder."""
    files = [path for path in folder.iterdir() if path.is_file() and not path.is_symlink()]
    for path in files:
        path.chmod(0o600)  # (one may be unreadable, which stops all but root)
    there = [path.read_bytes() for path in files]
    lost = []
    for name in _KEPT:
        content = contents.get(name)
        if content is None or content in there or _is_right(name, content, scratch):
            continue  # what could be read is the app's to write anew
        lost.append(f"the old bytes of {name} are nowhere")
    return lost


def _is_right(name: str, content: bytes, scratch: Path) -> bool:
    """Whether the app could use all of a file, or had nothing to use in it."""
    if not content:
        return True
    if name == "settings.ini":
        scratch.mkdir()
        (scratch / name).write_bytes(content)
        return not SettingsStore(scratch).load()[1]
    try:
        Game.from_json(content.decode())
    except ValueError:
        return False
    return True


_WILD = (
    "", "@ByteArray(\\0\\0\\0\\xff\\x7f\\xff\\xff\\xff)", "1 0 AAAA", "@Rect(0 0 9999999 9999999)",
    "@Size(-1 -1)", "9" * 400, "nan", "a, b, c", "x" * 70_000, "\\x202e\\n", "/" + "y" * 5000,
    "/proc/1/root/none", "/dev/null/none", "999999 9999-99-99", "3 /dev/zero", "\\0",
)  # fmt: skip
_REMEMBERED = (
    "geometry", "state", "state_open", "last_folder", "lesson",
    "levels", "solved", "file_warning_read",
)  # fmt: skip


_OTHERS = 200
"""So many bytes of the settings beside the layouts are changed, each before a start of its own."""


def _remembered(content: bytes, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield what may be in the settings at a start: in a few words, and as bytes.

    Each byte of a layout is another one, and some of the others are; each key has each wild value
    among others, and one of them alone.
    """
    matches = re.finditer(rb"(?m)^(?:geometry|state\w*)=(.+)$", content)
    layouts = {place for match in matches for place in range(*match.span(1))}
    assert len(layouts) > 300, "the window has kept its places"
    others = [place for place in range(len(content)) if place not in layouts]
    for place in [*sorted(layouts), *chance.choices(others, k=_OTHERS)]:
        changed = bytes([content[place] ^ (1 << chance.randrange(8))])
        yield f"byte {place}", content[:place] + changed + content[place + 1 :]
    keys = [("layout", name) for name in _REMEMBERED] + [("settings", name) for name in names()]
    for turn in range(len(_WILD)):
        lines = {"layout": "[layout]", "settings": "[settings]"}
        for number, (section, name) in enumerate(keys):
            lines[section] += f"\n{name}={_WILD[(turn + number) % len(_WILD)]}"
        yield f"all keys, {turn}", "\n".join([*lines.values(), ""]).encode()
    for section, name in keys:
        value = chance.choice(_WILD)
        yield f"{name}={value[:40]}", f"[{section}]\n{name}={value}\n".encode()


@contextmanager
def _starter(up_s: float) -> Iterator[Callable[[Path], tuple[str, float]]]:
    """Give a function that starts the app over a folder.

    It returns what was wrong, or nothing, and after how many seconds the window stood.
    """
    command = [sys.executable, "-m", "tests.campaign.starts", str(up_s)]
    with started(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as starts:

        def start(folder: Path) -> tuple[str, float]:
            starts.stdin.write(f"{folder}\n")
            starts.stdin.flush()
            stood, status, errors, seconds = json.loads(starts.stdout.readline())
            if stood and status == 0 and "Traceback" not in errors:
                return "", seconds
            return f"stood: {stood}, {seconds:.1f} s, status {status}, {errors[-200:]}", seconds

        yield start
        starts.communicate()


@sizes(2, 10_000, minutes=120)
def test_starts_over_what_is_remembered(count, chance, figures, within, tmp_path):
    """Whatever the settings say, and whichever byte of a layout is another one, a window stands."""
    faults, slowest = [], 0.0
    whole = tmp_path / "whole"
    whole.mkdir()
    with _starter(within(UP_S)) as start:
        assert start(whole)[0] == ""
        cases = [*_remembered((whole / "settings.ini").read_bytes(), chance)]
        cases = chance.sample(cases, min(count, len(cases)))
        for number, (what, content) in enumerate(cases):
            folder = tmp_path / f"start-{number}"
            folder.mkdir()
            (folder / "settings.ini").write_bytes(content)
            wrong, seconds = start(folder)
            slowest = max(slowest, seconds)
            faults += [f"{what}: {wrong}"] if wrong else []
    figures(starts=len(cases), faults=len(faults), slowest_s=round(slowest, 1))
    assert not faults, "\n".join(faults)


def _no_rights(place: Path) -> None:
    place.mkdir()
    place.chmod(0)


def _looping(place: Path) -> None:
    place.symlink_to(place)


_UNREADABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "may not be entered": (_no_rights, ""),
    "in one that may not be entered": (_no_rights, "inside"),
    "can only be read": (lambda place: (place.mkdir(), place.chmod(0o500)), ""),
    "in one that can only be read": (lambda place: (place.mkdir(), place.chmod(0o500)), "inside"),
    "can only be written": (lambda place: (place.mkdir(), place.chmod(0o300)), ""),
    "a file": (lambda place: place.write_text("x"), ""),
    "in a file": (lambda place: place.write_text("x"), "inside"),
    "a pipe": (os.mkfifo, ""),
    "a link that leads nowhere": (lambda place: place.symlink_to(place.parent / "gone"), ""),
    "a link that leads into nothing": (lambda place: place.symlink_to("/dev/null/a/b"), ""),
    "a link to itself": (_looping, ""),
    "a name too long": (lambda _place: None, "x" * 300),
    "a path too long": (lambda _place: None, "/".join(["y" * 200] * 25)),
    "of the system's": (lambda place: place.symlink_to("/proc/1"), ""),
}
"""Folders in which nothing can be kept: how they are made, and what in them is given."""

_ORDINARY = ("setpriv", "--bounding-set=-dac_override,-dac_read_search",
             "--inh-caps=-dac_override,-dac_read_search")  # fmt: skip
"""What starts a program for which permissions count even if it is the superuser's."""


@sizes(2, len(_UNREADABLE))
@pytest.mark.skipif(sys.platform != "linux", reason="permissions and links as Linux has them")
def test_starts_over_folders_that_cannot_be_used(count, chance, figures, within, tmp_path):
    before = _ORDINARY if os.geteuid() == 0 else ()
    if before and shutil.which(before[0]) is None:
        pytest.skip("the superuser may enter every folder")
    faults = []
    for number, name in enumerate(chance.sample(sorted(_UNREADABLE), count)):
        make, inside = _UNREADABLE[name]
        place = tmp_path / f"folder-{number}"
        make(place)
        said, status, errors, seconds = _start_and_end(place / inside, within(UP_S), before)
        if not place.is_symlink() and place.is_dir():
            place.chmod(0o700)
        if (said, status) != ("stands", 0) or "Traceback" in errors:
            faults.append(f"{name}: {said!r}, {seconds:.1f} s, status {status}, {errors[-200:]}")
    figures(starts=count, faults=len(faults))
    assert not faults, "\n".join(faults)


@sizes(2, 200, minutes=90)
def test_damaged_folders(count, chance, figures, within, tmp_path):
    faults, slowest, up_s = [], 0.0, within(UP_S)
    for number in range(count):
        folder = tmp_path / f"start-{number}"
        kinds, contents = _furnish(folder, chance)
        said, status, errors, seconds = _start_and_end(folder, up_s)
        slowest = max(slowest, seconds)
        wrong = []
        if said != "stands":
            wrong.append(f"not up after {seconds:.0f} s" if seconds >= up_s else f"said {said!r}")
        if status != 0:
            wrong.append(f"exit status {status}")
        if "Traceback" in errors:
            wrong.append(errors.strip().splitlines()[-1][:200])
        wrong += _lost(folder, contents, tmp_path / f"scratch-{number}")
        if wrong:
            what = ", ".join(f"{name}: {kind}" for name, kind in kinds.items() if kind != "nothing")
            faults.append(f"start {number} ({what}): {'; '.join(wrong)}")
    figures(starts=count, faults=len(faults), slowest_s=round(slowest, 1))
    assert not faults, "\n".join(faults)
