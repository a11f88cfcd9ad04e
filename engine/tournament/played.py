"""A tournament that was played: its description, its games, and tables of both."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any, NamedTuple

from engine.game import Outcome
from engine.notation import square_name
from engine.showing import frame_of
from engine.tournament.description import Tournament
from engine.tournament.playing import GameRecord
from engine.tournament.summary import Summary, summarise

_WORDS = {Outcome.X: "X", Outcome.O: "O", Outcome.TIE: "tie", None: "bad"}


class Played(NamedTuple):
    """What a result file holds, or a run has brought.

    Attributes:
        header: where it comes from, as a result file says it in its first line: "program" is the
            version, "kernel" what played the random games, "started" when.
        tournament: what was played.
        records: the games, in the order in which they ended.
    """

    header: dict[str, Any]
    tournament: Tournament
    records: list[GameRecord]

    def __repr__(self) -> str:
        """Return one line."""
        kind, seed = self.tournament.kind, self.tournament.seed
        return f"<Played: {len(self.records):,} games of a {kind}, seed {seed}>"

    @property
    def summary(self) -> Summary:
        """The games, counted by pairing."""
        return summarise(self.tournament, self.records)

    def games(self) -> list[dict[str, object]]:
        """Return a row for each game, in the order of pairings and games.

        ``pairing`` and ``game`` count from 0; ``x`` and ``o`` are the players; ``points`` is what
        the pairing's first player took: 1, 0.5, 0, or None where a player spoilt the game;
        ``seed`` repeats the game, ``run_seed`` the tournament.
        """
        ordered = sorted(self.records, key=lambda each: (each.pairing, each.game))
        return [self._row(record) for record in ordered]

    def games_csv(self) -> str:
        """Return ``games`` as a CSV text with a header, which pandas reads as it is."""
        text, rows = StringIO(), self.games()
        writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def to_frame(self) -> Any:
        """Return ``games`` as a pandas data frame; ValueError where pandas is not installed."""
        return frame_of(self.games())

    def _row(self, record: GameRecord) -> dict[str, object]:
        pairing = self.tournament.pairings[record.pairing]
        rules, x_is_first = pairing.rules, pairing.x_is_first(record.game)
        players = (pairing.first, pairing.second)[:: 1 if x_is_first else -1]
        points: float | None = None
        if record.outcome is not None:
            won = {Outcome.TIE: 0.5, Outcome.X: 1.0, Outcome.O: 0.0}[record.outcome]
            points = won if x_is_first else 1 - won
        moves = (square_name(divmod(move, rules.size)) for move in record.moves)
        return {
            "pairing": record.pairing, "game": record.game, "value": pairing.value,
            "first": pairing.first, "second": pairing.second, "x": players[0], "o": players[1],
            "size": rules.size, "line": rules.line, "reverse": rules.reverse,
            "outcome": _WORDS[record.outcome], "points": points,
            "plies": len(record.moves), "moves": " ".join(moves),
            "seconds": record.seconds, "problem": record.problem,
            "seed": self.tournament.game_seed(record.pairing, record.game),
            "run_seed": self.tournament.seed, "version": self.header.get("program", ""),
        }  # fmt: skip
