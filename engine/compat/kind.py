"""Course files as a kind of players: ``file:PATH``. What runs one is loaded when one is made."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.players import monte_carlo
from engine.players.kind import PlayerKind, PlayerSpec
from engine.players.player import Player


def _make(spec: PlayerSpec, loads: bool = True) -> Player:
    from engine.compat.player import FilePlayer  # noqa: PLC0415  (few need it)

    return FilePlayer(Path(spec.target), int(spec.number("trials")), loads=loads)


KIND = PlayerKind(
    "file", "Course file", "a course file's mc_move", _make,
    (replace(monte_carlo.TRIALS, help="What its mc_move is called with.", default=100),),
    target="PATH", example="file:PATH", tryout=partial(_make, loads=False),
)  # fmt: skip
