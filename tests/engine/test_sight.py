"""First sight of the native kernel, against the same in plain Python."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from engine import _kernel
from engine.board import Board
from engine.rules import Rule
from tests.engine.line_types import FORKED, LONG
from tools.weights.sight import FEATURES, HEADER, HIDDEN, FirstSight

LINE, NEAR, MIX = 3, 6, 8
"""Bits behind the point."""


def whole(values: object, one: int) -> Any:
    """Return weights as the header has them."""
    return np.rint(np.asarray(values) * one).astype(int).tolist()


def limited(numbers: list[int], bits: int) -> list[int]:
    """Return rounded features, none below 0 or above 4."""
    return [min(max((each + (1 << bits >> 1)) >> bits, 0), 124) for each in numbers]


def seen(
    marks: bytes, size: int, types: bytes, fouls: set[int], player: int
) -> tuple[float, list[float]]:
    """Return what a position is worth to the player, and its squares' numbers."""
    sight = FirstSight.read(HEADER.read_text(encoding="utf-8"))
    line, square = whole(sight.line, 31 << LINE), whole(sight.square, 31 << LINE)
    near, mix = whole(sight.near, 1 << NEAR), whole(sight.mix, 1 << MIX)
    area, promise = whole(sight.area, 31 << (NEAR + MIX)), whole(sight.promise, 256)
    plain = {FORKED: 7, LONG: 0}
    layers: list[dict[int, list[int]]] = [{}, {}]
    for at, mark in enumerate(marks):
        if mark != 1:
            layers[0][at] = whole(sight.mark[int(mark != player)], 31)
            continue
        total = list(square)
        for both in types[4 * at : 4 * at + 4]:
            sides = [plain.get(each, each) for each in (both & 15, both >> 4)]
            if at in fouls:
                sides[int(player != 2)] = 0
            total = [a + b for a, b in zip(total, line[sides[0]][sides[1]], strict=True)]
        layers[0][at] = limited(total, LINE)
    for at, mark in enumerate(marks):
        if mark != 1:
            continue
        row, col = divmod(at, size)
        sums = [0] * FEATURES
        for number in range(9):
            y, x = row + number // 3 - 1, col + number % 3 - 1
            if 0 <= y < size and 0 <= x < size:
                beside = layers[0][y * size + x]
                sums = [s + b * w for s, b, w in zip(sums, beside, near[number], strict=True)]
        mixed = [
            area[to] + sum(s * mix[i][to] for i, s in enumerate(sums)) for to in range(FEATURES)
        ]
        layers[1][at] = limited(mixed, NEAR + MIX)
    numbers, all_sums = [0.0] * len(marks), [0] * (2 * FEATURES)
    for at in layers[1]:
        row, col = divmod(at, size)
        both = layers[0][at] + layers[1][at]
        all_sums = [a + b for a, b in zip(all_sums, both, strict=True)]
        far = (abs(2 * row + 1 - size) + abs(2 * col + 1 - size)) / size
        number = sum(a * b for a, b in zip(both, promise[0] + promise[1], strict=True)) / (31 * 256)
        numbers[at] = number - round(float(sight.centre[0]), 5) * far
    direct, into = (
        np.round(np.asarray(each, float) * 0.1, 5) for each in (sight.direct, sight.into)
    )
    hidden = [round(float(each), 5) for each in sight.hidden]
    x: float = round(float(sight.bias[0]), 5)
    for i, each in enumerate(all_sums):
        x += each / 31 * direct[i]
        hidden = [h + each / 31 * into[i][unit] for unit, h in enumerate(hidden)]
    for unit in range(HIDDEN):
        x += min(max(hidden[unit], 0), 8) * round(float(sight.out[unit]), 5)
    return x / sqrt(1 + x * x), numbers


MADE = 5
"""Moves after which a position is looked at: far from them nothing is worked out anew."""


def looked_at(
    marks: bytes, size: int, line: int, rule: int, player: int, moves: list[int]
) -> tuple[bytes, float, list[float]]:
    """Return the lines' types and what the kernel sees after some moves, with all instruction sets.

    Twice as many moves are made, and the others taken back.
    """
    made = b"".join(move.to_bytes(2, "big") for move in moves)
    before, found = _kernel.isa(), []
    try:
        for isa in _kernel.isas():
            _kernel.use(isa)
            types, _classes, worth, numbers, *_ = _kernel.patterns(
                marks, size, line, rule, player, made, MADE
            )
            found.append((types, worth, numbers))
    finally:
        _kernel.use(before)
    assert all(each == found[0] for each in found)
    return found[0]


@pytest.mark.parametrize(
    ("size", "line", "rule"),
    [(15, 5, 0), (7, 4, 0), (25, 5, 0), (12, 6, 0), (15, 5, 2), (15, 5, 3), (9, 5, 4)],
)
@pytest.mark.parametrize("player", [2, 3])
def test_first_sight_is_the_definitions(size: int, line: int, rule: int, player: int) -> None:
    chance = Random(size * line + rule)
    for share in (0.05, 0.25):
        marks = bytes(
            chance.choice((2, 3)) if chance.random() < share else 1 for _ in range(size**2)
        )
        empty = [at for at, mark in enumerate(marks) if mark == 1]
        moves = chance.sample(empty, 2 * MADE)
        types, worth, numbers = looked_at(marks, size, line, rule, player, moves)
        held = bytearray(marks)
        for number, move in enumerate(moves[:MADE]):
            held[move] = player if number % 2 == 0 else 5 - player
        marks = bytes(held)
        fouls = set()
        if rule == Rule.RENJU:
            rows = [list(marks[at : at + size]) for at in range(0, size**2, size)]
            fouls = {row * size + col for row, col in Board(size, Rule.RENJU, rows, 5).fouls()}
        expected, all_numbers = seen(marks, size, types, fouls, player)
        assert worth == pytest.approx(expected, abs=1e-9)
        assert numbers == pytest.approx(all_numbers, abs=1e-9)
