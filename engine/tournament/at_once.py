"""A whole tournament in one call, for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from engine.sampling import check_seed
from engine.tournament.description import Tournament
from engine.tournament.plan import FileCheck, Plan
from engine.tournament.played import Played
from engine.tournament.playing import GameRecord
from engine.tournament.results import ResultFile, header_of
from engine.tournament.running import Run, executor_maker
from engine.tournament.summary import Summary


def play_tournament(
    players: Tournament | Sequence[str],
    games: int = 100,
    seed: int | None = None,
    size: int = 3,
    line: int | None = None,
    reverse: bool = False,
    out: Path | str | None = None,
    workers: int | None = None,
    kind: str = "processes",
) -> Played:
    """Play a tournament to its end, and return its games.

    Args:
        players: a tournament (then only ``out``, ``workers`` and ``kind`` count), or the players'
            texts, such as "mc:trials=100" and "random": one for self-play, two for a pairing, more
            for a round robin.
        games: games a pairing.
        seed: repeats the games; None draws one, which the result's tournament then holds.
        size: the board's side.
        line: how long a line is; by default the whole side.
        reverse: whether lines lose.
        out: a file that keeps every game. One that holds games of the same tournament is
            continued.
        workers: how many games are played at once; by default one a core.
        kind: "processes" or "threads".

    Raises:
        ValueError: players, games or a board that cannot be, or a file that holds something else.
        OSError: the file cannot be written, or no worker can be started.
    """
    if isinstance(players, Tournament):
        tournament = players
    else:
        names = (players,) if isinstance(players, str) else tuple(players)
        plan = Plan(names, games, size, line, reverse)
        tournament = plan.tournament(check_seed(seed))
    FileCheck(tournament).run()
    header, records = header_of(tournament), list[GameRecord]()
    with ExitStack() as stack:
        file = None
        if out is not None:
            file = stack.enter_context(ResultFile(Path(out), tournament))
            header, records = file.header, list(file.known)
        run = Run(tournament, executor_maker(kind, workers), workers, records)
        summary = Summary(tournament)
        for pairing in summary.add(records):
            run.finish(pairing)
        for some in run:
            if file is not None:
                file.add(some)
            records += some
            for pairing in summary.add(some):
                run.finish(pairing)
    return Played(header, tournament, records)
