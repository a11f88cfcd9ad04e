"""The program is killed at any moment: what it kept can be continued, and no process stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from engine.learning.learner import Training
from engine.learning.learners import load, new_learner
from engine.record import read_record
from engine.tournament import read_results
from tests.campaign.processes import Ended, Program, deal, play, report, run_all
from tests.campaign.sizes import sizes
from ttt_desktop.work.storage import LEARNER_NAME

ORPHAN_SECONDS = 3.0
LATEST_SECONDS = 1.5

GAMES = ("machines", "file plays", "file thinks long", "lab in processes")
TOURNAMENT, LEARNING = "tournament", "learning"
# A second or two of games, so that most kills come in the middle of them.
COMMAND = (
    "engine.cli.main", "tournament", "--players", "mc:trials=3000", "random", "--size", "7",
    "--games", "400", "--seed", "1", "--workers", "2", "--out",
)  # fmt: skip


@dataclass(frozen=True)
class Attempt:
    """One program to be killed so long after its window stood, or its start.

    Attributes:
        within: makes an idle machine's limit this run's.
    """

    what: str
    seconds: float
    within: Callable[[float], float]

    def __str__(self) -> str:
        return f"{self.what}, killed after {self.seconds:.2f} s"


def kill_game(attempt: Attempt, folder: Path) -> Ended:
    """Kill the window at its game, and start it again."""
    killed = Ended(attempt)
    program = play(attempt.what, "wait", 0, folder)
    try:
        program.answer("ready")
        sleep(attempt.seconds)
        _kill(program, killed, attempt)
    finally:
        program.kill()
    killed.litter = [path.name for path in program.data.glob("*.part")]
    kept = program.data / "unfinished-game.json"
    moves = ()
    if kept.exists():
        moves = read_record(kept).game.moves
    killed.kept = len(moves)
    again = play("look", "look", 0, folder)
    try:
        notice = again.answer("notice")["notice"]
        if again.wait() != 0:
            killed.wrong.append(f"the next start ended with {again.process.returncode}")
    finally:
        again.kill()
    if notice:
        killed.wrong.append(f"the next start said: {notice}")
    killed.blame("it said:", again.complaints())
    after = read_record(kept).game.moves if kept.exists() else ()
    if after != moves:
        killed.wrong.append(f"the next start made {len(after)} moves of {len(moves)}")
    return killed


def kill_tournament(attempt: Attempt, folder: Path, expected: dict) -> Ended:
    """Kill a tournament, and give the same command again."""
    killed = Ended(attempt)
    out = folder / "results.json"
    program = Program([*COMMAND, str(out)], folder)
    try:
        sleep(attempt.seconds)
        _kill(program, killed, attempt)
    finally:
        program.kill()
    if out.exists():
        killed.kept = max(0, out.read_bytes().count(b"\n") - 1)
    again = Program([*COMMAND, str(out)], folder)
    try:
        status = again.wait()
    finally:
        again.kill()
    if status != 0:
        killed.wrong.append(f"the same command again ended with {status}: {again.errors}")
    elif games_in(out) != expected:
        killed.wrong.append("its games are others than those of a run that is left alone")
    return killed


def kill_learner(attempt: Attempt, folder: Path) -> Ended:
    """Kill the window while a network learns; its file is that of one that was never killed."""
    killed = Ended(attempt)
    program = play(LEARNING, "wait", 0, folder)
    try:
        program.answer("ready")
        sleep(attempt.seconds)
        _kill(program, killed, attempt)
    finally:
        program.kill()
    killed.blame("it said:", program.complaints())
    kept = load(program.data / LEARNER_NAME)
    killed.kept = kept.generation
    alone = new_learner(kept.kind, kept.rules, kept.seed)
    for _ in Training(alone, games=kept.games):
        pass
    if kept.fingerprint() != alone.fingerprint():
        killed.wrong.append(f"generation {kept.generation} is not that of a learner left alone")
    return killed


def _kill(program: Program, killed: Ended, attempt: Attempt) -> None:
    status = program.process.poll()
    if status is not None:
        killed.late = True
        if status != 0 or attempt.what != TOURNAMENT:
            killed.wrong.append(f"it had ended by itself with {status}: {program.errors}")
        return
    program.process.kill()
    program.process.wait()
    killed.children = program.orphans(attempt.within(ORPHAN_SECONDS))
    killed.blame("its child lived on:", killed.children)


def games_in(path: Path) -> dict:
    """Return outcome and moves of each game in a file of results; a game that is there twice is
    an error already when it is read."""
    _, _, records = read_results(path)
    return {(each.pairing, each.game): (each.outcome, each.moves) for each in records}


@sizes(2, 200, nightly=True)
def test_after_a_kill_all_goes_on(count, chance, figures, within, tmp_path):
    left_alone = tmp_path / "left alone"
    left_alone.mkdir()
    start = monotonic()
    whole = Program([*COMMAND, str(left_alone / "results.json")], left_alone)
    assert whole.wait() == 0, whole.errors
    seconds = monotonic() - start
    expected = games_in(left_alone / "results.json")
    assert len(expected) == 400

    def attempt(given: Attempt, folder: Path) -> Ended:
        if given.what == TOURNAMENT:
            return kill_tournament(given, folder, expected)
        return kill_game(given, folder)

    attempts = [
        Attempt(what, chance.uniform(0, seconds if what == TOURNAMENT else LATEST_SECONDS), within)
        for pair in zip(deal(chance, GAMES, count // 2), [TOURNAMENT] * (count // 2), strict=True)
        for what in pair
    ]
    report(figures, run_all(attempts, attempt, tmp_path))


@sizes(2, 10, nightly=True)
def test_a_learner_goes_on_from_kill_to_kill(count, chance, figures, within, tmp_path):
    ends = []
    for _ in range(count):
        attempt = Attempt(LEARNING, chance.uniform(0, LATEST_SECONDS), within)
        ends.append(kill_learner(attempt, tmp_path))
    kept = [each.kept for each in ends]
    assert kept == sorted(kept), "it always goes on from where it was"
    report(figures, ends)
