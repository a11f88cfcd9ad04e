"""Files of games from a grammar: read or refused in a sentence, cheaply, and no move is lost."""

import sys
from dataclasses import dataclass
from time import process_time

import pytest

from engine.errors import Problem
from engine.formats.charsets import decoded
from engine.formats.files import FORMATS, OWN, POSITION, SGF, guessed, read_bytes
from engine.formats.lines import encodable
from engine.notation import square_name
from tests.campaign.readers import is_sentence, peak_mb
from tests.engine.fuzzed_files import fuzzed, written_in

SECONDS, MEMORY_MB, LONGEST = 1.0, 200, 300
FILES, PART, BY_DAY = 100_000, 10_000, 200


def notes_of(record):
    """Return what is beside the moves, but for what names itself in other words elsewhere."""
    return (
        dict(record.players), record.day, dict(record.comments), record.variations,
        dict(record.verdicts), record.ended,
    )  # fmt: skip


def lost(record):
    """Say what does not come back when a game is written in each way and read again."""
    game, faults = record.game, []
    for kind in FORMATS:
        if kind is POSITION and game.result is not None:
            continue  # no game begins from there
        try:
            text = kind.write(record)
        except Problem:
            continue  # such files hold no games of that kind
        try:
            back = read_bytes(text.encode(), kind)
        except ValueError as error:
            faults.append(f"{kind.word}: {error}")
            continue
        position = kind is POSITION
        moves = back.game.board.rows if position else back.all_moves
        right = game.board.rows if position else record.all_moves
        if (back.game.rules, moves) != (game.rules, right):
            faults.append(f"{kind.word}: other moves or rules come back")
        if kind is OWN and notes_of(back) != notes_of(record.fitting()):
            faults.append(f"{kind.word}: other notes come back")
        if kind is SGF and any(
            back.comments.get(ply, "") != encodable(comment).strip()
            for ply, comment in record.comments.items()
        ):
            faults.append(f"{kind.word}: other comments come back")
    return faults


@dataclass
class Costs:
    """What the dearest file took: processor time in seconds, memory in MB, each with its number."""

    seconds: tuple[float, int] = (0.0, 0)
    memory: tuple[float, int] = (0.0, 0)


def read(number, costs):
    """Return the file of a number and the game in it, or why there is none; note the costs."""
    file = fuzzed(number)
    before, start = peak_mb(start_anew=True), process_time()
    try:
        return file, read_bytes(file.content, file.kind)
    except ValueError as error:
        return file, error
    finally:
        costs.seconds = max(costs.seconds, (process_time() - start, number))
        costs.memory = max(costs.memory, (peak_mb() - before, number))


def faults_of(number, costs):
    """Return what is wrong with how the file of a number is read."""
    file, record = read(number, costs)
    if isinstance(record, ValueError):
        if not isinstance(record, Problem):
            return [f"{type(record).__name__}: {record}"]
        if not is_sentence(str(record), LONGEST):
            return [f"no sentence: {str(record)[:80]!a}, {len(str(record))} letters"]
        return [] if file.moves is None else [f"refused: {record}"]
    if record.encodings:
        text = file.content.decode(record.encodings[0], errors="replace")
    else:
        text = decoded(file.content, named=b"CA" in file.content).text
    written = written_in(text, file.kind or guessed(text), record.game.rules.size)
    names = [*map(square_name, record.all_moves)]
    faults = [f"a note is no sentence: {note}" for note in record.notes
              if not is_sentence(str(note), LONGEST)]  # fmt: skip
    if file.moves is not None and file.moves != record.all_moves:
        faults.append("other moves than were meant")
    if record.game.start is None and sorted(written or names) != sorted(names):
        faults.append(f"lost: {len(written)} moves are written, {len(names)} read")
    return faults + lost(record)


def run(first, count):
    """Return what is wrong with some files, and what the dearest one took."""
    faults, costs = [], Costs()
    for number in range(first, first + count):
        try:
            faults += [f"file {number}: {fault}" for fault in faults_of(number, costs)]
        except Exception as error:
            faults.append(f"file {number}: {type(error).__name__}: {error}"[:300])
    return faults, costs


@pytest.mark.skipif(sys.platform != "linux", reason="its way to see how much memory is taken")
@pytest.mark.parametrize(
    ("first", "count"),
    [
        pytest.param(0, BY_DAY, id="by day"),
        *(pytest.param(first, PART, id=f"{first}", marks=pytest.mark.nightly)
          for first in range(0, FILES, PART)),
    ],
)  # fmt: skip
def test_every_file_is_read_or_refused_in_a_sentence_and_no_move_is_lost(
    first, count, record_property
):
    faults, costs = run(first, count)
    told = f"{count} files from {first}: {len(faults)} faults, the dearest {costs}"
    record_property("figures", told)
    assert not faults, "\n".join([told, *faults[:20]])
    assert costs.seconds[0] <= SECONDS, told
    assert costs.memory[0] <= MEMORY_MB, told
