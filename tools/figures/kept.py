"""What long measurements found: kept with the version, the machine and the day they belong to."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import platform
import random
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine import Game, Rules
from engine._version import __version__
from engine.specs import PlayerSpec
from tools.figures.figure import Measured

_FILE = Path(__file__).with_name("kept.json")


@dataclass(frozen=True)
class Kept:
    """A measurement that was kept.

    Attributes:
        measured: what was measured; its texts hold ``version``, ``machine`` and ``date`` too.
        stamp: of the players that it was found with.
    """

    measured: Measured
    stamp: str


def read(name: str) -> Kept | None:
    """Return what was kept of a figure, or None."""
    entry = _entries().get(name)
    if entry is None:
        return None
    return Kept(Measured(entry["texts"], entry["rows"], entry["facts"]), entry["stamp"])


def keep(name: str, measured: Measured, stamp: str) -> Kept:
    """Keep what was just found, with version, machine and day; return it."""
    texts = dict(measured.texts) | today()
    kept = Kept(Measured(texts, list(measured.rows), measured.facts), stamp)
    entries = _entries() | {name: asdict(kept.measured) | {"stamp": stamp}}
    text = json.dumps(entries, indent=1, sort_keys=True, ensure_ascii=False)
    _FILE.write_text(f"{text}\n", encoding="utf-8")
    return kept


def _entries() -> dict[str, dict[str, Any]]:
    entries: dict[str, dict[str, Any]] = (
        json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else {}
    )
    return entries


def today() -> dict[str, str]:
    """Return the texts for what a measurement of now belongs to."""
    return {
        "version": __version__,
        "machine": machine(),
        "date": datetime.date.today().isoformat(),
    }


def machine() -> str:
    """Return what kind of machine this is, in a few words."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = (line.partition(":") for line in cpuinfo.read_text().split("\n\n")[0].splitlines())
        facts = {name.strip(): value.strip() for name, colon, value in lines if colon}
        vendor = {"AuthenticAMD": "AMD", "GenuineIntel": "Intel"}.get(facts.get("vendor_id", ""))
        if vendor:
            model = f"{vendor}, family {facts['cpu family']}, model {facts['model']}"
    return f"{os.cpu_count()} cores ({model}), {platform.system()}"


def stamp_of(players: Iterable[str], boards: Iterable[Rules], plies: int) -> str:
    """Return a digest of how players begin: another one tells that a player plays otherwise.

    Args:
        boards: where they play themselves, each with a seed of its own.
        plies: how many moves of a game count.
    """
    digest = hashlib.sha256()
    for rules in boards:
        board = f"Rules(size={rules.size}, line={rules.line}, reverse={rules.reverse})"
        for text in players:
            chance, game, player = random.Random(f"{board}{text}"), Game(rules), None
            player = PlayerSpec.parse(text).make()
            while game.result is None and len(game.moves) < plies:
                game.play(player.choose(game.board, game.to_move, chance.getrandbits(60)).square)
            digest.update(f"{board} {text} {game.moves}\n".encode())
    return digest.hexdigest()[:16]
