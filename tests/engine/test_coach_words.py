"""What the coach says, word for word: of mistakes of every kind, of moments, sides and puzzles.

``coach_sentences.txt`` has the mistakes: a board and the moves up to one; then its verdict, the
moves that follow from the reason, the squares on which a line is completed, and the lines that are
drawn; then what is said. That it is true is another test's matter (``test_coach``).
"""

from functools import cache
from pathlib import Path

import pytest

from engine import PLAYERO, PLAYERX, Board, Rules, parse_square, square_name
from engine.coach.judge import Judge
from engine.coach.puzzles import Puzzle, PuzzleKind, as_text, read_puzzles
from engine.coach.review import Accuracy, Moment, assess, review
from engine.coach.sentences import names
from engine.coach.words import (
    accuracy_told,
    moment_told,
    move_told,
    result_told,
    rules_told,
    said_of,
)

CASES = [
    each.split("\n")
    for each in Path(__file__).with_name("coach_sentences.txt").read_text().strip().split("\n\n")
]


@cache
def board(name):
    """Return rules by the name of their board, and a judge of them."""
    sides, _, rule = name.partition(" ")
    size, line = sides.split("x")[0], sides.split("/")[1]
    rules = Rules(int(size), int(line), bool(rule))
    return rules, Judge(rules)


def squares(text, rules):
    return tuple(parse_square(name, rules.size) for name in text.split())


def test_every_mistake_is_told_as_the_file_of_sentences_says():
    assert len(CASES) > 80
    assert [wrong for case in CASES for wrong in differences(case)] == []


def differences(case):
    """Return what is said otherwise of a mistake than the file says: its name, and the two."""
    name, _, played = case[0].partition(": ")
    verdict, follows, ends, lines = (part.strip() for part in case[1].split("|"))
    rules, judge = board(name)
    move = assess(rules, squares(played, rules), judge=judge)
    sentences, reason = [line.strip() for line in case[2:]], move.reason
    pairs = (
        ([*map(str, move.sentences)], sentences),
        (said_of(move), " ".join(sentences)),
        (move.verdict.value, verdict),
        (reason.line, squares(follows, rules)),
        (reason.ends, squares(ends, rules)),
        (
            [" ".join(map(square_name, line)) for line in reason.lines],
            [line for line in lines.split(", ") if line],
        ),
    )
    return [(case[0], actual, expected) for actual, expected in pairs if actual != expected]


def test_squares_are_named_in_a_row():
    assert str(names([(0, 0)])) == "A1"
    assert str(names([(0, 0), (1, 1)])) == "A1 and B2"
    assert str(names([(0, 0), (1, 1), (2, 2)])) == "A1, B2 and C3"


@pytest.mark.parametrize(
    ("name", "played", "result", "moment"),
    [
        ("3x3/3", "C1 B1 C3 C2 B2 A1 A3", "X won after 7 moves with a line.",
         "Move 2 decided the game: with B1, O lost it."),
        ("3x3/3", "A1 B1 C2 B2 B3 C3 A3 A2 C1", "The game is a tie after 9 moves.",
         "Move 3 decided the game: with C2, X gave a win away."),
        ("3x3/3", "B2 A1 C3 C1 B1 B3 A2 C2 A3", "The game is a tie after 9 moves.",
         "No mistake decided this game."),
        ("3x3/3", "A1 B1", "The game is not over after 2 moves.",
         "Move 2 is the one that gave most away: O played B1."),
        ("3x3/3 reverse", "A1 A3 B3 A2 C1 B2 C3 C2",
         "X won after 8 moves: O completed a line, and that loses.",
         "Move 8 decided the game: with C2, O lost it."),
    ],
)  # fmt: skip
def test_results_and_moments_are_told(name, played, result, moment):
    rules, judge = board(name)
    found = review(rules, squares(played, rules), judge=judge)
    assert str(result_told(found.result, len(found.moves))) == result
    assert str(moment_told(found)) == moment


def test_moves_boards_and_accuracies_are_told():
    rules, judge = board("3x3/3")
    found = review(rules, squares("A1 B1 C3 B2 B3 A2 C2 C1 A3", rules), judge=judge)
    assert [move_told(move) for move in found.moves] == [
        "A1✓", "B1??", "C3?", "B2✓", "B3✓", "A2??", "C2", "C1", "A3✓",
    ]  # fmt: skip
    assert str(rules_told(rules)) == "3x3, 3 in a row wins"
    assert str(rules_told(Rules(5, 4, True))) == "5x5, 4 in a row loses"
    assert str(accuracy_told(Accuracy(None, None, None))) == "no move was found to matter"
    assert str(accuracy_told(Accuracy(87.6, None, None))) == "accuracy 88 %"
    assert str(accuracy_told(Accuracy(0.0, 0, 1))) == "0 of 1 move found to matter was right"
    assert str(accuracy_told(Accuracy(50.0, 1, 2))) == "1 of 2 moves found to matter were right"
    assert [str(accuracy_told(found.accuracy(side))) for side in (PLAYERX, PLAYERO)] == [
        "2 of 3 moves found to matter were right",
        "1 of 3 moves found to matter were right",
    ]


def test_the_decisive_move_of_a_tie_is_the_last_that_let_off():
    rules, judge = board("3x3/3")
    found = review(rules, squares("A1 B1 C2 B2 B3 C3 A3 A2 C1", rules), judge=judge)
    assert found.decisive[1] is Moment.LET_OFF
    assert found.squares == squares("A1 B1 C2 B2 B3 C3 A3 A2 C1", rules)
    assert [move.ply for move in found.slips] == [2, 3]


ASKED = {
    PuzzleKind.FORK: ("Find the fork", "O to move: which square makes two threats at once?"),
    PuzzleKind.CHAIN: ("Win by threats in 3 moves", "O wins in 3 moves by threats that leave X "
                       "one answer each. Which square comes first?"),
    PuzzleKind.FORCE: ("Win by fours and open threes", "O wins by fours and open threes, whatever "
                       "X answers. Which square comes first?"),
    PuzzleKind.QUIET: ("Find the quiet move that wins", "O wins in 3 moves at most, but the first "
                       "one is no threat. Which square is it?"),
    PuzzleKind.WIN: ("Win in 3 moves", "O wins in 3 moves at most, whatever X does. Which square "
                     "comes first?"),
    PuzzleKind.HOLD: ("Find the only move that does not lose", "O to move: every square but one "
                      "loses. Which one does not?"),
    PuzzleKind.SQUEEZE: ("Leave only losing squares", "O to move: after which square can X only "
                         "complete a line, and lose?"),
    PuzzleKind.AVOID: ("Do not complete a line", "O to move: some squares complete a line, and all "
                       "but one lose. Which one does not?"),
}  # fmt: skip


@pytest.mark.parametrize("kind", PuzzleKind)
def test_a_puzzle_is_asked(kind):
    text = f"# 4x4/3\nX.../..../..../.... {kind.value} 3 2.5 B2 C3\n"
    head = as_text([]).strip()
    (puzzle,) = read_puzzles(f"{head}\n{text}")
    assert isinstance(puzzle, Puzzle)
    assert (str(puzzle.title), str(puzzle.question)) == ASKED[kind]
    assert str(puzzle.riddle) == str(puzzle.question)
    assert (puzzle.player, puzzle.move, puzzle.length, puzzle.grade) == (PLAYERO, (1, 1), 3, 2.5)
    assert [puzzle.check(square) for square in ((1, 1), (2, 2))] == [True, False]
    assert as_text([puzzle]) == f"{head}\n{text}"


def test_in_a_tie_that_takes_long_moves_are_looked_at_as_far_as_that_is_soon_done():
    rules, asked = Rules(5, 4), []
    empty = Judge(rules).judge(Board.empty(rules), PLAYERX, lambda: asked.append(None))
    assert (empty.proven, len(empty.best)) == (0, 7)
    assert len(asked) < 70, "with 20,000 positions for each of the others it is 77 times"
