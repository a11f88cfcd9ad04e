"""From one game to the next: what starts one, how it ends, looks of the board, history."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import QTabWidget

from engine import Rules, parse_square
from engine.coach.exercise import Exercise
from engine.coach.puzzles import puzzle_of
from engine.game import Outcome
from engine.rules import Rule
from pictures.scene import Act, Scene, Steps
from pictures.scenes.playing import ending, game
from tests.driver.user import User
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.waiting import SaveGames
from ttt_desktop.session.seats import Seat

_WIN, _TIE = ("A1 A3 B1 B3", "C1"), ("B2 A1 C1 A3 A2 C2 B1", "C3")
_LOST = "C1 B1 C3 C2 B2 A1", "A3"
_FIVE = "H8 G7 I8 K6 J9 F10 J8 I10 K8 L8", "G8"
_REVERSE, _CHAIN, _FIRST = "18cc1be2", "0ddf47de", "E7"
_LOOKS = ("fine", "4k", "4k-plain", "small", "large", "laptop", "laptop-large")
_GAMES = (
    (3, 3, "B2 A1 C1 A3 A2 C2 B1 B3 C3", "tie"), (3, 3, "A1 B2 C3 B3 B1 C1 A3 A2 C2", "tie"),
    (15, 5, "H8 I9 H9 H7 H10 H11 G8 F7 I10 J11 G9 F8 F9 E9 I9", "X"),
    (3, 3, "A1 B2 B3 A2 C2 C1 A3", "O"), (4, 4, "A1 B2 A2 B3 A3 C2 A4", "X"),
)  # fmt: skip
_EVERY = 19
"""Hours between two games of the history."""


def new_game(all_choices: bool = False) -> Act:
    """Return what opens the home, or the page with all that a new game can be."""

    def act(user: User) -> Steps:
        user.app.begin()
        user.trigger("new")
        if all_choices:
            user.page("play").more.click()
        yield user.at_rest
        return None

    return act


def ended(moves: str, last: str) -> Act:
    """Return what ends a game, and waits for the card at its end."""

    def act(user: User) -> Steps:
        yield from ending(moves, last)(user)
        yield user.feature("play").rounds.result.isVisible
        return None

    return act


def review(moves: str, last: str, answered: bool = False) -> Act:
    """Return what goes through a game that was lost, to the move that lost it.

    Args:
        moves: the game's moves but its last one.
        last: that one.
        answered: whether the answer is shown.
    """

    def act(user: User) -> Steps:
        yield from ending(moves, last)(user)
        yield user.feature("play").rounds.result.isVisible
        user.trigger("review")
        coach = user.window.coach
        yield lambda: coach.asks
        if answered:
            coach.show_solution()
        yield user.idle
        return None

    return act


def puzzle(name: str, *squares: str) -> Act:
    """Return what sets a puzzle up, and answers it.

    Args:
        name: the puzzle's id.
        squares: the answers, wrong and right ones.
    """

    def act(user: User) -> Steps:
        user.app.begin()
        user.feature("puzzles").puzzler.begin(puzzle_of(name))
        for square in squares:
            user.click(parse_square(square, user.game.rules.size))
            yield lambda: not user.feature("puzzles").puzzler.busy
        return None

    return act


def mistake(moves: str, played: str, answer: str) -> Act:
    """Return what asks about a mistake of the user's own, and answers.

    Args:
        moves: the moves that led there, on 3x3.
        played: the mistake.
        answer: the answer; empty for none yet.
    """

    def act(user: User) -> Steps:
        user.app.begin()
        line = tuple(parse_square(name, 3) for name in moves.split())
        exercise = Exercise(Rules(3, 3), line, parse_square(played, 3), 0)
        user.feature("puzzles").puzzler.begin_exercise(exercise, "3 mistakes wait.")
        if answer:
            user.click(parse_square(answer, 3))
            yield lambda: not user.feature("puzzles").puzzler.busy
        return None

    return act


def commented(text: str) -> Act:
    """Return what reviews a lost game, with a comment on the position shown."""
    looked = review(*_LOST)

    def act(user: User) -> Steps:
        yield from looked(user)
        user.controller.notes.comment(text)
        return None

    return act


def history(statistics: bool) -> Act:
    """Return what opens the history of some weeks."""

    def act(user: User) -> Steps:
        user.app.begin()
        archive, now = user.window.recorder.archive, datetime(2026, 5, 3, 20, 15, tzinfo=UTC)
        games = []
        for number in range(40, 0, -1):
            size, line, moves, outcome = _GAMES[number * number % len(_GAMES)]
            games.append(
                PastGame(
                    (now - timedelta(hours=_EVERY * number)).isoformat(timespec="seconds"),
                    20.0 + 7 * (number % 9), size, line, Rule.NORMAL, moves, Seat.YOU,
                    Seat.MACHINE, "Ada", "Machine", "",
                    f"level:{('easy', 'medium', 'hard')[number % 3]}",
                    f"level/{('Easy', 'Medium', 'Hard')[number % 3]}", Outcome(outcome),
                )
            )  # fmt: skip
        archive.make(SaveGames(tuple(games)))
        yield lambda: not archive.busy
        user.trigger("history")
        yield lambda: not archive.busy
        window = user.window.shell.pages["history"]
        assert window is not None
        pages = window.findChild(QTabWidget)
        assert pages is not None
        pages.setCurrentIndex(int(statistics))
        yield user.at_rest
        return [window]

    return act


_ALL = (
    Scene("new-game", "A new game", new_game(), looks=("fine", "large", "laptop-large")),
    Scene("new-game-paper", "A new game: paper and pencil", new_game(),
          "--board-look paper"),
    Scene("new-game-own", "A new game on a board of one's own", new_game(all_choices=True),
          looks=("large", "laptop-large")),
    Scene("end-win", "You have won", ended(*_WIN), looks=_LOOKS),
    Scene("end-tie", "A tie", ended(*_TIE)),
    Scene("review", "A lost game is gone through: a better move is asked for",
          review(*_LOST), "--machine neither", looks=("large", "small")),
    Scene("review-answer", "The same, with the answer", review(*_LOST, answered=True),
          "--machine neither", looks=("small",)),
    Scene("review-15x15", "A lost game of five in a row", review(*_FIVE),
          "--machine neither --size 15 --line 5"),
    Scene("puzzle", "A puzzle: not this square", puzzle(_REVERSE, "A1"),
          looks=("small", "large")),
    Scene("mistake", "A mistake of one's own, asked about again",
          mistake("A1 B2 C3", "A3", ""), looks=("small", "large")),
    Scene("mistake-solved", "A mistake of one's own: solved", mistake("A1 B2 C3", "A3", "B1")),
    Scene("review-comment", "A review with a comment on the position",
          commented("Here I only looked at my own line."), "--machine neither",
          looks=("small",)),
    Scene("puzzle-15x15", "A puzzle of threats, its first move made",
          puzzle(_CHAIN, _FIRST)),
    Scene("paper", "Paper and pencil", game("B2 A1 C1"), "--board-look paper"),
    Scene("paper-end", "Paper and pencil: you have won", ended(*_WIN),
          "--board-look paper"),
    Scene("contrast", "High contrast", game("B2 A1 C1"), "--board-look contrast"),
    Scene("history", "The list of past games", history(statistics=False), looks=("large",)),
    Scene("statistics", "What the past games add up to", history(statistics=True)),
)  # fmt: skip

SCENES = tuple(replace(scene, docks=()) for scene in _ALL)
"""The scenes, the board alone."""
