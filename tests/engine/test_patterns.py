"""Line patterns in C, beside the definition."""

from random import Random

import pytest

from engine import _kernel
from engine.board import Board
from engine.rules import Rule
from tests.engine.line_types import (
    B3,
    B4,
    DEAD,
    F2,
    F3,
    F4,
    F5,
    FORKED,
    LONG,
    line_type,
    types_at,
)  # fmt: skip


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("#x.xxx.x#", F4),  # two squares complete it, a split row each
        ("..xxxx...", F4),
        (".#xxxx.#.", B4),
        (".xxxxx...", F5),
        ("..xxx....", F3),
        ("##.xxx.##", B3),
        ("#..xxx.##", F3),
        ("...xx....", F2),
        ("##.xx.###", DEAD),
    ],
)
def test_types_by_hand(around: str, expected: int) -> None:
    assert line_type(5, around) == expected


def _position(chance: Random, size: int, share: float) -> bytes:
    return bytes(
        chance.choice((2, 3)) if chance.random() < share else 1 for _ in range(size * size)
    )


@pytest.mark.parametrize(
    ("size", "line", "rule"),
    [
        *((size, line, Rule.NORMAL) for size, line in ((4, 4), (5, 4), (5, 5), (7, 4), (10, 5))),
        *((size, line, Rule.NORMAL) for size, line in ((15, 5), (12, 6), (25, 5))),
        *((size, 5, rule) for size in (6, 9, 15, 25) for rule in Rule if rule.ends_matter),
    ],
)
def test_every_type_is_the_definitions(size: int, line: int, rule: Rule) -> None:
    chance = Random(size * line)
    for share in (0.1, 0.3, 0.6):
        marks = _position(chance, size, share)
        types = _kernel.patterns(marks, size, line, rule, 2, b"", 0)[0]
        for square, mark in enumerate(marks):
            told = types[4 * square : 4 * square + 4]
            if mark != 1:
                assert told == b"\0\0\0\0"
                continue
            assert [both & 15 for both in told] == types_at(marks, size, line, square, 2, rule)
            assert [both >> 4 for both in told] == types_at(marks, size, line, square, 3, rule)


@pytest.mark.parametrize(
    ("size", "line", "rule"),
    [(5, 4, 0), (10, 5, 0), (15, 6, 0), (25, 5, 0), (15, 5, 2), (15, 5, 3), (9, 5, 4), (15, 5, 4)],
)
def test_moves_that_are_made_and_taken_back_leave_all_as_it_is(
    size: int, line: int, rule: int
) -> None:
    chance = Random(size)
    for _ in range(40):
        marks = bytearray(_position(chance, size, chance.choice((0.0, 0.2, 0.5))))
        player = chance.choice((2, 3))
        free = [square for square, mark in enumerate(marks) if mark == 1]
        made = chance.sample(free, min(60, len(free)))
        moves = b"".join(square.to_bytes(2, "big") for square in made)
        before = _kernel.patterns(bytes(marks), size, line, rule, player, b"", 0)
        assert _kernel.patterns(bytes(marks), size, line, rule, player, moves, 0) == before
        kept = chance.randrange(len(made) + 1)
        told = _kernel.patterns(bytes(marks), size, line, rule, player, moves, kept)
        for number, square in enumerate(made[:kept]):
            marks[square] = player if number % 2 == 0 else 5 - player
        fresh = _kernel.patterns(bytes(marks), size, line, rule, player, b"", 0)
        assert (*told[:5], told[6]) == (*fresh[:5], fresh[6])


@pytest.mark.parametrize(
    ("size", "line", "rule"),
    [(7, 4, 0), (15, 5, 0), (12, 6, 0), (15, 5, 2), (15, 5, 3), (15, 5, 4)],
)
def test_moves_that_are_tried_show_the_types_that_are_wanted(
    size: int, line: int, rule: int
) -> None:
    chance, seen = Random(size), 0
    for _ in range(60):
        marks = _position(chance, size, chance.choice((0.05, 0.15, 0.3)))
        player, least = (
            chance.choice((2, 3)),
            (chance.choice((F3, B4, F4)), chance.choice((F3, B4))),
        )
        free = [square for square, mark in enumerate(marks) if mark == 1]
        moves = b"".join(square.to_bytes(2, "big") for square in chance.sample(free, 24))
        position = marks, size, line, rule, player
        before = _kernel.patterns(*position, b"", 0)
        assert _kernel.patterns(*position, moves, 0, bytes(least)) == before
        for kept in (1, 7, 24):
            tried = _kernel.patterns(*position, moves, kept, bytes(least))[1]
            true = _kernel.patterns(*position, moves, kept)[1]
            for number, (one, other) in enumerate(zip(tried, true, strict=True)):
                best, true_best = one // 10, other // 10
                assert best == true_best or max(best, true_best) < least[number % 2]
                seen += true_best >= least[number % 2]
    assert seen > 500
    for wrong in (b"\6", bytes((F2, F3)), bytes((F3, F5))):
        with pytest.raises(ValueError, match="two types"):
            _kernel.patterns(*position, moves, 0, wrong)


@pytest.mark.parametrize("player", [2, 3])
def test_a_foul_has_the_class_of_a_dead_square(player: int) -> None:
    """In Renju, for X; any other one has that of its two best types."""
    chance, seen = Random(5), 0
    for _ in range(60):
        marks = bytes(chance.choice((2, 2, 3)) if chance.random() < 0.25 else 1 for _ in range(81))
        rows = [list(marks[at : at + 9]) for at in range(0, 81, 9)]
        fouls = Board(9, Rule.RENJU, rows, 5).fouls()
        _types, classes, *_ = _kernel.patterns(marks, 9, 5, 4, player, b"", 0)
        for square, mark in enumerate(marks):
            for side in (2, 3) if mark == 1 else ():
                types = [
                    {FORKED: B4, LONG: DEAD}.get(each, each)
                    for each in types_at(marks, 9, 5, square, side, Rule.RENJU)
                ]
                second, best = sorted(types)[-2:]
                if side == 2 and divmod(square, 9) in fouls:
                    second = best = DEAD
                    seen += 1
                assert classes[2 * square + (side != player)] == 10 * best + second
    assert seen > 20


def test_both_sides_are_told_alike() -> None:
    marks = _position(Random(1), 15, 0.3)
    swapped = bytes({1: 1, 2: 3, 3: 2}[mark] for mark in marks)
    assert (
        _kernel.patterns(marks, 15, 5, 0, 2, b"", 0)[:5]
        == _kernel.patterns(swapped, 15, 5, 0, 3, b"", 0)[:5]
    )


@pytest.mark.parametrize(
    "wrong",
    [
        (b"\1" * 9, 3, 3, 0, 2),
        (b"\1" * 49, 7, 7, 0, 2),
        (b"\1" * 24, 5, 5, 0, 2),
        (b"\1" * 25, 5, 5, 0, 1),
        (b"\5" * 25, 5, 5, 0, 2),
        (b"\1" * 25, 5, 5, 1, 2),
        (b"\1" * 49, 7, 6, 2, 2),
        (b"\1" * 25, 5, 4, 4, 2),
        (b"\1" * 25, 5, 5, 5, 2),
    ],
)
def test_what_has_no_patterns_is_refused(wrong: tuple[bytes, int, int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"no such board|unknown mark"):
        _kernel.patterns(*wrong, b"", 0)
