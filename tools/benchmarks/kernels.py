"""Hold the native kernel against another one: how fast, and whether both play alike.

    git worktree add ../before COMMIT
    python -m tools.benchmarks.kernels ../before/engine/native            # speed, one line a board
    python -m tools.benchmarks.kernels ../before/engine/native --agree 100 --playouts 10_000_000

Both run in one process and take turns. Speed counts the processor's time, so that other work on the
machine matters little.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sysconfig
import tempfile
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from math import sqrt
from pathlib import Path
from time import process_time
from types import ModuleType

from engine import _kernel
from engine.board import PLAYERO, PLAYERX, Board, Position
from engine.cli.bench import BOARDS
from engine.rules import Rules

ROUNDS, SECONDS = 80, 0.08
SIZES = (1, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 10, 12, 15, 19, 25)


def built(folder: Path) -> ModuleType:
    """Build the kernel in a folder, and load it beside the one that is installed."""
    target = Path(tempfile.mkdtemp()) / "_kernel.abi3.so"
    include = sysconfig.get_paths()["include"]
    sources = sorted(folder.glob("*.c"))
    flags = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-shared", f"-I{include}"]
    subprocess.run(["gcc", *flags, *sources, "-o", target, "-lm"], check=True)
    loader = ExtensionFileLoader("engine._kernel", str(target))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def rates(kernels: Sequence[ModuleType], size: int, line: int) -> list[float]:
    """Return each kernel's playouts a second of the processor's time, from the empty board.

    They take turns, and the fastest turn of each counts: what else the machine does, and how fast
    it runs while it does so, can only slow a turn down.
    """
    marks = b"\1" * size**2

    def seconds(kernel: ModuleType, trials: int) -> float:
        start = process_time()
        kernel.play(marks, size, line, PLAYERX, 1, 0, trials)
        return process_time() - start

    trials = [4096] * len(kernels)
    for i, kernel in enumerate(kernels):
        while seconds(kernel, trials[i]) < SECONDS:
            trials[i] *= 2
    rounds = [list(map(seconds, kernels, trials)) for _ in range(ROUNDS)]
    fastest = map(min, zip(*rounds, strict=True))
    return [count / spent for count, spent in zip(trials, fastest, strict=True)]


def position(chance: random.Random) -> Position:
    """Return any position with a move to make, of any size and line length."""
    while True:
        size = chance.choice(SIZES)
        lines = (size, min(size, 3), min(size, 4), min(size, 5), chance.randint(1, size))
        board = Board.empty(Rules(size, chance.choice(lines)))
        for _ in range(chance.randint(0, size**2 // 3)):
            square = chance.randrange(size), chance.randrange(size)
            board.move(*square, chance.choice((PLAYERX, PLAYERO)))
        if board.check_win() is None:
            return Position.of(board, chance.choice((PLAYERX, PLAYERO)))


def distances(kernels: tuple[ModuleType, ModuleType], at: Position, trials: int) -> list[float]:
    """Return how far both kernels' counts are apart, in standard errors.

    Raises:
        AssertionError: one of them counts what the other one never sees.
    """
    (rules, player, marks), apart = at, []
    both = []
    for seed, kernel in enumerate(kernels):
        x, o, *grids = kernel.play(marks, rules.size, rules.line, player, seed, 0, trials)
        both.append([x, o, *(count for grid in grids for count in grid)])
    for one, other in zip(*both, strict=True):
        share = (one + other) / (2 * trials)
        spread = sqrt(2 * trials * share * (1 - share))
        assert min(one, other) > 0 or max(one, other) < 50, (at, one, other)
        if spread > 5:
            apart.append((one - other) / spread)
    return apart


def main() -> None:
    """Compare with the kernel in another folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the other kernel's folder, with its kernel.c")
    parser.add_argument("--agree", type=int, metavar="POSITIONS", help="compare what they count")
    parser.add_argument("--playouts", type=int, default=10**6, help="in each position")
    options = parser.parse_args()
    kernels = built(options.folder), _kernel
    if options.agree:
        chance, all_found = random.Random(1), []
        for _ in range(options.agree):
            all_found += distances(kernels, position(chance), options.playouts)
        print(json.dumps({
            "positions": options.agree, "statistics": len(all_found),
            "mean_z2": round(sum(z * z for z in all_found) / len(all_found), 3),
            "largest_z": round(max(map(abs, all_found)), 2),
        }))  # fmt: skip
        return
    for isa in _kernel.isas():
        for size, line in BOARDS:
            for kernel in kernels:
                kernel.use(isa)
            before, now = rates(kernels, size, line)
            print(json.dumps({"isa": isa, "board": size, "line": line, "before": round(before),
                              "now": round(now), "ratio": round(now / before, 2)}))  # fmt: skip


if __name__ == "__main__":
    main()
