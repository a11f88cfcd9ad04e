"""Files that people have: results of long tournaments."""

from __future__ import annotations

from pathlib import Path

from engine.tournament import GameRecord, Pairing, Tournament
from engine.tournament.playing import play_game
from engine.tournament.results import as_lines, header_of

_PLAYED = 100


def long_results(folder: Path, games: int) -> Path:
    """Write a long file of results: some games again and again."""
    pairing = Pairing("random", "random", games)
    some = [play_game(pairing, 0, number, number) for number in range(_PLAYED)]
    records = (
        GameRecord(0, number, each.outcome, each.moves, each.seconds)
        for number, each in ((number, some[number % _PLAYED]) for number in range(games))
    )
    path = folder / "results.json"
    header = header_of(Tournament("pairing", (pairing,), 1))
    path.write_text("".join(as_lines(header, records)), encoding="utf-8")
    return path
