"""Mistakes that come back as exercises: which ones, what is asked, what is said of an answer."""

from datetime import date

import pytest

from engine import PLAYERO, PLAYERX, Rules, parse_square
from engine.coach.attempt import Attempt
from engine.coach.exercise import DISTANCES, Exercise, ExerciseAttempt, exercises, next_time
from engine.coach.judge import Judge
from engine.coach.puzzles import PuzzleKind, load
from engine.coach.review import loses, review
from engine.coach.threats import Threats

RULES = Rules(3, 3)


def squares(text):
    return tuple(parse_square(name, 3) for name in text.split())


def of(moves, players=(PLAYERX, PLAYERO), rules=RULES):
    return exercises(review(rules, squares(moves)), players)


@pytest.fixture
def lost():
    """O may hold the tie, and played B1."""
    return of("A1 B1", [PLAYERO])[0]


@pytest.fixture
def won():
    """X may win, and played C2."""
    return of("A1 B1 C2 B2", [PLAYERX])[0]


def test_what_was_given_away_for_certain_comes_back(lost, won):
    assert lost == Exercise(RULES, squares("A1"), (0, 1), 0)
    assert won == Exercise(RULES, squares("A1 B1"), (1, 2), 1)
    assert (lost.player, won.player) == (PLAYERO, PLAYERX)
    assert (lost.position, won.position) == ("X../.../...", "XO./.../...")
    assert lost.board.rows == [[2, 1, 1], [1, 1, 1], [1, 1, 1]]
    assert of("A1 B1", [PLAYERX]) == []
    assert of("B2 A1 C3 C1 B1 B3 A2 C2 A3") == []


def test_it_is_asked_as_what_it_was(lost, won):
    assert str(lost.title) == str(won.title) == "A mistake of yours"
    assert str(lost.question) == (
        "You played B1 here as O, and from then on X could win. Find a square that does not lose; "
        "any one will do."
    )
    assert str(won.question) == "X can win here. You played C2. Find a square that wins."
    assert str(lost.riddle) == "O to move. Which square does not lose?"
    assert str(won.riddle) == "X to move, and to win. Which square is it?"
    unknown = Exercise(RULES, squares("A1"), (0, 1), None)
    assert str(unknown.riddle) == "O to move. Which square would you play?"
    assert str(unknown.question).endswith("Find a better square.")


@pytest.mark.parametrize(
    ("move", "right", "said"),
    [
        ("B2", True, "B2 holds the tie."),
        ("B1", False, "B1 lets X "),
        ("C3", False, "C3 lets X win"),
    ],
)
def test_the_tie_is_held_or_not(lost, move, right, said):
    attempt = ExerciseAttempt(lost)
    answer = attempt.play(parse_square(move, 3))
    assert (answer.right, answer.solved, attempt.solved) == (right, right, right)
    assert str(answer.sentences[0]).startswith(said) or not right
    assert len(attempt.board.get_empty_squares()) == (7 if right else 8)


def test_a_win_is_found_missed_or_found_later(won):
    attempt = ExerciseAttempt(won)
    again = attempt.play(won.played)
    assert (again.right, str(again.sentences[0])) == (False, "C2 only ties.")
    with pytest.raises(ValueError, match="A1 is taken; choose an empty square"):
        attempt.play((0, 0))
    answer = attempt.play(parse_square("A3", 3))
    assert (answer.right, [*map(str, answer.sentences)]) == (True, ["A3 wins."])
    assert attempt.solved
    with pytest.raises(ValueError, match="this puzzle is solved"):
        attempt.play((2, 2))
    assert not attempt.afresh().solved


def test_a_win_that_could_be_had_at_once_is_told():
    at_hand = Exercise(RULES, squares("A1 A3 B1 C2"), (2, 2), 1)
    assert str(ExerciseAttempt(at_hand).play((0, 2)).sentences[0]) == "C1 wins."
    later = [
        str(answer.sentences[0])
        for square in at_hand.board.get_empty_squares()
        if (answer := ExerciseAttempt(at_hand).play(square)).right and square != (0, 2)
    ]
    assert all("wins, too, but C1 completes a line at once." in said for said in later)


def test_whether_a_move_loses_is_answered_at_once(lost):
    judge = Judge(RULES)
    losing = {
        square for square in lost.board.get_empty_squares()
        if loses(lost.board, PLAYERO, square, judge)
    }  # fmt: skip
    assert losing == {*lost.board.get_empty_squares()} - {(1, 1)}
    hopeless = Exercise(RULES, squares("A1 B1 A3"), (0, 1), None)
    assert not loses(hopeless.board, PLAYERO, (2, 2), judge), "it was lost before"


def test_it_comes_back_after_longer_and_longer_until_it_is_learnt():
    day, stage, waits = date(2026, 3, 1), 0, []
    while True:
        stage, then = next_time(stage, True, day)
        if then is None:
            break
        waits.append((then - day).days)
    assert waits == [*DISTANCES[1:]]
    assert sorted(waits) == waits
    assert stage == len(DISTANCES)
    assert next_time(3, False, day) == (0, date(2026, 3, 2))


def test_a_wrong_move_on_a_large_board_is_told_by_whether_it_threatens():
    puzzle = next(
        each for each in load() if each.rules == Rules(10, 5) and each.kind is PuzzleKind.CHAIN
    )
    far = next(
        square for square in puzzle.board.get_empty_squares()
        if square != puzzle.move and square in {(0, 0), (0, 9), (9, 0), (9, 9)}
    )  # fmt: skip
    attempt = Attempt(puzzle)
    answer = attempt.play(far)
    assert (answer.right, answer.solved, attempt.solved) == (False, False, False)
    assert "is no threat: " in str(answer.sentences[0])
    assert attempt.asked == 1


def test_a_threat_that_leads_to_nothing_is_told_with_its_answer():
    puzzle = next(
        each for each in load() if each.rules == Rules(10, 5) and each.kind is PuzzleKind.CHAIN
    )
    told = []
    for square in puzzle.board.get_empty_squares():
        threats = Threats.of(puzzle.board)
        number = square[0] * 10 + square[1]
        if not threats.new_ends(number, puzzle.player) or square == puzzle.move:
            continue
        attempt = Attempt(puzzle)
        answer = attempt.play(square)
        if not answer.right:
            assert (answer.solved, attempt.solved, attempt.asked) == (False, False, 1)
            assert "is a threat, but after " in str(answer.sentences[0])
            assert answer.reply is not None
            told.append(square)
            break
    assert told


def test_a_move_that_loses_where_all_is_known_is_not_told_as_a_guess():
    told = []
    for puzzle in [each for each in load() if each.rules == Rules(4, 4, True)][:12]:
        for square in puzzle.board.get_empty_squares():
            if square != puzzle.move:
                told += [str(said) for said in Attempt(puzzle).play(square).sentences]
    assert len(told) > 20
    assert not [said for said in told if said.startswith("The machine thinks")]
