"""Course files as a kind of players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.players.kind import PlayerKind, PlayerSpec
from engine.players.monte_carlo import TRIALS
from engine.players.player import Player


def _make(spec: PlayerSpec) -> Player:
    from engine.compat.player import FilePlayer  # noqa: PLC0415  (few need it)

    return FilePlayer(Path(spec.target), int(spec.number("trials")))


KIND = PlayerKind(
    "file", "Course file", "a course file's mc_move", _make,
    (replace(TRIALS, help="What its mc_move is called with.", default=100),),
    target="PATH", example="file:PATH",
)  # fmt: skip
