"""Threats that follow a game's moves are those of its position, however it came about."""

import random

import pytest

from engine import PLAYERO, PLAYERX, Rules, parse_board, parse_square, switch_player
from engine.coach.threats import Chain, Threats
from engine.rules import Rule, lines_of


def numbers(text, size):
    return [row * size + col for row, col in (parse_square(name, size) for name in text.split())]


def seen(threats):
    """Return all that is asked of a position."""
    squares = range(len(threats.marks))
    return [
        [
            threats.ends(side),
            [[*map(tuple, threats.lines_at(square, side))] for square in squares],
            [threats.open_at(square, side) for square in squares],
            [threats.new_ends(square, side) for square in threats.empty],
            None if threats.ends(side) else threats.chain(side, 3, 300),
        ]
        for side in (PLAYERX, PLAYERO)
    ]


@pytest.mark.parametrize(
    "rules", [Rules(3, 3), Rules(4, 3), Rules(4, 4), Rules(5, 4), Rules(3, 2)], ids=str
)
def test_marks_that_come_and_go_leave_what_a_position_has(rules):
    chance, threats, made = random.Random(1), Threats(rules, bytes([1] * rules.size**2)), []
    for step in range(60):
        if made and (not threats.empty or chance.random() < 0.4):
            threats.undo(made.pop(chance.randrange(len(made))))
        else:
            made.append(chance.choice(threats.empty))
            threats.make(made[-1], chance.choice((PLAYERX, PLAYERO)))
        if step % 4 == 0:
            assert seen(threats) == seen(Threats(rules, bytes(threats.marks)))


@pytest.mark.parametrize("rules", [Rules(3, 3), Rules(5, 4)], ids=str)
def test_ends_and_open_lines_are_those_that_can_be_counted(rules):
    chance, size = random.Random(2), rules.size
    lines = [[row * size + col for row, col in line] for line in lines_of(size, rules.line)]
    for _ in range(20):
        marks = [chance.choice((1, 1, PLAYERX, PLAYERO)) for _ in range(size * size)]
        threats = Threats(rules, bytes(marks))
        for side in (PLAYERX, PLAYERO):
            short = [
                line for line in lines
                if [marks[at] for at in line].count(side) == rules.line - 1
                and [marks[at] for at in line].count(1) == 1
            ]  # fmt: skip
            assert threats.ends(side) == sorted({at for line in short for at in line} & {
                at for at, mark in enumerate(marks) if mark == 1
            })  # fmt: skip
            for square in range(size * size):
                through = [[marks[at] for at in line] for line in lines if square in line]
                counted = sum(side in line and switch_player(side) not in line for line in through)
                assert threats.open_at(square, side) == counted


def test_a_fork_and_a_chain_are_found_with_their_answers():
    threats = Threats.of(parse_board("X.O/.../..."))
    assert threats.chain(PLAYERX, 1, 100) is None
    chain = threats.chain(PLAYERX, 3, 100)
    assert chain == Chain(*map(tuple, (numbers("A2 B2", 3), numbers("A3", 3), numbers("C2 C3", 3))))
    assert chain.line == tuple(numbers("A2 A3 B2", 3))
    assert chain.plies == 5
    assert threats.chain(PLAYERX, 3, 1) is None, "one move is not enough to find it"
    assert threats.wins(PLAYERX, 3, 100)
    assert not threats.wins(PLAYERX, 1, 100)
    fork = Threats.of(parse_board("X.O/.../..X"))
    assert fork.chain(PLAYERX, 1, 100) is None, "it has an end"


def test_a_chain_holds_where_nothing_stands_in_its_way():
    threats = Threats.of(parse_board("X.O/.../..."))
    chain = threats.chain(PLAYERX, 3, 100)
    assert threats.holds(chain, PLAYERX)
    blocked = ("X.O/O../...", "X.O/.../O..", "X.O/.../..O", "X.O/.O./...", "X.O/..O/...")
    for rows in blocked:
        other = Threats.of(parse_board(rows))
        before = [*other.marks]
        assert not other.holds(chain, PLAYERX), rows
        assert other.marks == before


def test_a_plan_leaves_no_answer():
    open_board = Threats.of(parse_board("X.../.O../..../....", line=3))
    plans = [at for at in open_board.empty if open_board.is_plan(at, PLAYERX, 4, 200)]
    quiet = Threats.of(parse_board("..../.X../..../....", line=3))
    assert [at for at in quiet.empty if quiet.is_plan(at, PLAYERX, 4, 200)]
    blocked = Threats.of(parse_board("OO../.X../..../....", line=3))
    assert not blocked.is_plan(15, PLAYERX, 4, 200), "the other side completes a line first"
    assert all(open_board.marks[at] == 1 for at in plans)
    last = Threats.of(parse_board("XOX/XOO/O.X"))
    assert not last.is_plan(7, PLAYERX, 4, 200), "nothing is left to answer"


@pytest.mark.parametrize(("rule", "holds"), [(Rule.NORMAL, True), (Rule.RENJU, False)])
def test_a_chain_holds_only_where_its_moves_are_no_fouls(rule, holds):
    size, text = 15, "E8 F8 G8 H5 H6 H7"
    marks = [1] * size**2
    for square in numbers(text, size):
        marks[square] = PLAYERX
    fork, *ends = numbers("H8 D8 I8 H4 H9", size)
    threats = Threats(Rules(size, 5, rule), bytes(marks))
    assert threats.holds(Chain((fork,), (), tuple(ends)), PLAYERX) == holds
    assert threats.marks == marks, "nothing is left of the try"
