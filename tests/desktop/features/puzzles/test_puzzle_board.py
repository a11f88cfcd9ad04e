"""Puzzles at the board: set up over the game, answered by clicks, left without a trace."""

from __future__ import annotations

import itertools
import subprocess
import sys
from datetime import date

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

from engine import EMPTY, PLAYERO, Rules, parse_square, square_name
from engine.coach.puzzles import PuzzleKind, daily, first_puzzles, load
from tests.desktop.features.puzzles.asking import (
    judged,
    puzzle_panel,
    puzzler,
    todays_tile,
    verdict,
)
from tests.driver.user import click_on, texts
from ttt_desktop.board.confetti import Confetti
from ttt_desktop.board.player_bar import PlayerCard


@pytest.fixture
def player(open_window):
    return open_window("--machine", "O", "--x", "level:1", docks=())


def bar(user):
    """Return what the puzzle's card says below its title."""
    return verdict(user)[1]


def answer(user, square):
    """Click on a square, and wait until that is judged."""
    user.click(square)
    judged(user)


def begin(user, kind, size, reverse=False):
    puzzle = next(
        each
        for each in load()
        if each.kind is kind and each.rules.size == size and each.rules.reverse == reverse
    )
    puzzler(user).begin(puzzle)
    return puzzle


def wrong(user):
    attempt = puzzler(user).attempt
    return next(each for each in attempt.board.get_empty_squares() if each != attempt.move)


def test_the_puzzle_of_the_day_lies_over_the_game(player):
    player.click((1, 1))
    player.settled()
    moves = player.game.moves
    player.trigger("puzzle")
    puzzle = daily(date.today())
    assert puzzler(player).attempt.puzzle == puzzle
    assert player.game.board.rows == puzzle.board.rows
    assert player.game.rules == puzzle.rules
    assert bar(player) == str(puzzle.question)
    click_on(puzzle_panel(player).back)
    assert player.game.moves == moves
    assert player.controller.view.scene.is_own
    assert not puzzle_panel(player).isVisible()
    assert player.controller.settings.machine == "O"


def test_a_wrong_square_is_refused_with_the_reason_and_nothing_is_played(player):
    puzzle = begin(player, PuzzleKind.FORK, 3)
    square = wrong(player)
    answer(player, square)
    assert square_name(square) in bar(player)
    assert bar(player).endswith("Try again.")
    assert player.game.board.rows == puzzle.board.rows
    assert puzzler(player).wrong == square


def test_the_right_square_is_played_and_the_puzzle_solved(player):
    puzzle = begin(player, PuzzleKind.FORK, 3)
    answer(player, puzzle.move)
    assert verdict(player)[0] == "Right at the first try!"
    assert player.headline == "Solved!"
    assert player.game.moves[-1] == puzzle.move
    player.click(player.game.board.get_empty_squares()[0])
    assert player.game.moves[-1] == puzzle.move, "nothing more is asked"


def test_each_move_of_a_chain_is_asked_for_and_the_answers_are_played(player):
    puzzle = begin(player, PuzzleKind.CHAIN, 15)
    for place in range(0, len(puzzle.solution), 2):
        answer(player, puzzle.solution[place])
        line = puzzle.solution[: place + 2]
        assert player.game.moves[-len(line) :] == line
    assert player.headline == "Solved!"


@pytest.mark.parametrize("kind", [PuzzleKind.AVOID, PuzzleKind.SQUEEZE, PuzzleKind.HOLD])
def test_puzzles_of_the_reverse_game(player, kind):
    puzzle = begin(player, kind, 3, reverse=True)
    answer(player, wrong(player))
    assert bar(player).endswith("Try again.")
    click_on(puzzle_panel(player).solution)
    judged(player)
    assert bar(player).startswith(f"The answer is {square_name(puzzle.move)}.")
    assert player.game.moves[-1] == puzzle.move


@pytest.mark.parametrize("solved", [0, 9])
@pytest.mark.parametrize(
    ("size", "boards"), [(15, {15}), (10, {10}), (19, {10, 15}), (6, {10, 15})]
)
def test_over_a_game_of_five_in_a_row_puzzles_are_of_that(open_window, size, boards, solved):
    user = open_window("--size", str(size), "--line", "5", "--machine", "neither")
    for _ in range(solved):
        puzzler(user).record.add(None)
    drawn = set()
    for _ in range(40):
        puzzler(user).begin_another()
        puzzle = puzzler(user).attempt.puzzle
        drawn.add(puzzle.rules.size)
        assert puzzle.rules.line == 5
        assert solved or puzzle in first_puzzles(five=True)
        puzzler(user).leave()
    assert drawn == boards


@pytest.mark.parametrize(("size", "line", "reverse"), [(5, 5, "off"), (7, 7, "off"), (10, 5, "on")])
def test_over_another_game_with_lines_of_five_they_are_as_for_anybody(
    open_window, size, line, reverse
):
    user = open_window(
        "--size", str(size), "--line", str(line), "--reverse", reverse, "--machine", "neither"
    )
    puzzler(user).begin_another()
    assert puzzler(user).attempt.puzzle in first_puzzles()


def test_no_puzzle_comes_twice_while_there_are_others(open_window):
    user = open_window("--size", "15", "--line", "5", "--machine", "neither")
    few = [each for each in first_puzzles(five=True) if each.rules.size == 15]
    drawn = []
    for _ in range(len(few) + 3):
        puzzler(user).begin_another()
        drawn.append(puzzler(user).attempt.puzzle.id)
    assert len({*drawn}) == len(few)
    assert len({*drawn[: len(few)]}) == len(few)
    assert all(one != two for one, two in itertools.pairwise(drawn))


def test_another_puzzle_is_on_the_same_board(player):
    puzzle = begin(player, PuzzleKind.FORK, 5)
    click_on(puzzle_panel(player).another)
    other = puzzler(player).attempt.puzzle
    assert other.rules == puzzle.rules
    assert other != puzzle


@pytest.mark.uses("review")
def test_no_machine_plays_in_a_puzzle_and_nothing_is_taken_back(player):
    puzzle = next(each for each in load() if each.player == PLAYERO)
    puzzler(player).begin(puzzle)
    player.settled()
    assert player.game.board.rows == puzzle.board.rows
    assert player.headline == "O to move."
    for name in ("undo", "redo", "first", "step_back", "resume", "review"):
        assert not player.window.action[name].isEnabled(), name


@pytest.mark.parametrize("leave", ["again", pytest.param("demo", marks=pytest.mark.uses("demo"))])
def test_what_comes_next_ends_the_puzzle(player, leave):
    begin(player, PuzzleKind.FORK, 3)
    player.trigger(leave)
    assert not puzzler(player).active
    assert player.controller.view.scene.is_own
    assert player.game.moves == ()
    assert player.game.rules == Rules(3, 3)


@pytest.mark.uses("lessons")
def test_a_lesson_ends_the_puzzle(player):
    begin(player, PuzzleKind.FORK, 3)
    player.window.features["lessons"].guide.open_own("1-playout")
    assert not puzzler(player).active
    player.window.features["lessons"].guide.put_away()
    assert player.controller.view.scene.is_own


def test_closing_in_a_puzzle_keeps_the_game(player):
    player.click((1, 1))
    player.settled()
    moves = player.game.moves
    begin(player, PuzzleKind.FORK, 3)
    player.window.close()
    kept, _ = player.app.keeper.load()
    assert kept is not None
    assert kept.game.moves == moves


def test_every_position_can_be_set_up():
    for puzzle in load()[::40]:
        assert puzzle.game.board.rows == puzzle.board.rows
        assert puzzle.game.to_move == puzzle.player
        assert parse_square("A1", puzzle.rules.size) == (0, 0)


@pytest.mark.uses("export")
@pytest.mark.parametrize("kind", [PuzzleKind.CHAIN, PuzzleKind.HOLD])
def test_a_puzzle_is_shared_as_a_picture_and_its_solution_as_an_animation(player, kind, tmp_path):
    puzzle = begin(player, kind, 5)
    export = player.window.features["export"]
    for name in ("one.png", "one.gif"):
        export.write_puzzle(tmp_path / name)
        player.wait(lambda: export.progress is None)
    with Image.open(tmp_path / "one.png") as still, Image.open(tmp_path / "one.gif") as moving:
        assert still.size == tuple(2 * side for side in moving.size)
        frames = moving.n_frames
    assert frames == 1 + (len(puzzle.solution) + 1) // 2, "as asked, and each right move"
    assert puzzler(player).asks, "nothing was answered by that"


@pytest.mark.parametrize("first", [True, False])
def test_a_solved_puzzle_is_shared_without_its_answer(player, first):
    puzzle = begin(player, PuzzleKind.FORK, 3)
    asked = str(puzzle.question)
    panel = puzzle_panel(player)
    assert not panel.share.isVisible()
    if not first:
        answer(player, wrong(player))
    answer(player, puzzle.move)
    assert panel.share.isVisible()
    assert not panel.solution.isVisible()
    click_on(panel.share)
    content = QApplication.clipboard().mimeData()
    assert not content.imageData().isNull()
    said = content.text()
    assert asked in said
    rows = said.splitlines()[2:5]
    assert ["".join(row.split()).replace("·", ".") for row in rows] == puzzle.rows.split("/")
    assert square_name(puzzle.move) not in said
    assert ("at the first try" in said) is first


LEFT_ON_CLIPBOARD = (
    "from PySide6.QtGui import QImage\n"
    "from PySide6.QtWidgets import QApplication\n"
    "from ttt_desktop.features.puzzles.sharing import content_of\n"
    "app = QApplication([])\n"
    "picture = QImage(9, 9, QImage.Format.Format_RGB32)\n"
    "app.clipboard().setMimeData(content_of('asked', picture))\n"
    "print(app.clipboard().text(), app.clipboard().image().width())\n"
)


def test_the_program_ends_well_with_a_puzzle_on_the_clipboard():
    ended = subprocess.run(
        [sys.executable, "-c", LEFT_ON_CLIPBOARD], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "asked 9\n")


def test_a_shown_answer_cannot_be_shared(player):
    begin(player, PuzzleKind.FORK, 3)
    click_on(puzzle_panel(player).solution)
    judged(player)
    assert not puzzle_panel(player).share.isVisible()


def test_a_right_answer_is_green_and_a_wrong_one_red(player):
    puzzle = begin(player, PuzzleKind.FORK, 3)
    card = puzzle_panel(player).verdict
    assert card.fill == "surface"
    answer(player, wrong(player))
    assert card.fill == "wrong_soft"
    assert verdict(player)[0] == "Not this square"
    assert puzzler(player).right is None
    answer(player, puzzle.move)
    assert card.fill == "right_soft"
    assert verdict(player)[0] == "Right!"
    assert puzzler(player).right == puzzle.move


def test_paper_falls_where_motion_is_wanted(open_window):
    user = open_window("--machine", "neither", "--animations", "on")
    answer(user, begin(user, PuzzleKind.FORK, 3).move)
    paper = user.window.findChildren(Confetti)
    assert any(each.isVisible() for each in paper)
    user.qtbot.waitUntil(lambda: all(each.isHidden() for each in paper))
    calm = open_window("--machine", "neither", "--animations", "off")
    answer(calm, begin(calm, PuzzleKind.FORK, 3).move)
    assert all(each.isHidden() for each in calm.window.findChildren(Confetti))


# --- for somebody who solves a first one ---------------------------------------------------


def test_first_puzzles_are_easy_ones_of_the_normal_game_until_some_are_solved(player):
    begin(player, PuzzleKind.SQUEEZE, 3, reverse=True)
    for _ in range(5):
        click_on(puzzle_panel(player).another)
        puzzle = puzzler(player).attempt.puzzle
        assert puzzle in first_puzzles()
        answer(player, puzzle.move)
        assert player.headline == "Solved!"
    begin(player, PuzzleKind.SQUEEZE, 3, reverse=True)
    click_on(puzzle_panel(player).another)
    assert puzzler(player).attempt.puzzle.rules == Rules(3, 3, True)


def test_a_solved_puzzle_asks_for_nothing_more(player):
    puzzle = begin(player, PuzzleKind.FORK, 3)
    assert player.headline == f"{'XO'[puzzle.player == PLAYERO]} to move."
    answer(player, puzzle.move)
    assert player.headline == "Solved!"
    assert player.board.ghost() == EMPTY
    assert not player.window.action["hint"].isEnabled()
    player.click(player.game.board.get_empty_squares()[0])
    assert player.text == "Nothing more is asked here; “Next puzzle” goes on"


def test_a_shown_answer_is_not_called_solved_and_says_why(player):
    puzzle = begin(player, PuzzleKind.HOLD, 3)
    click_on(puzzle_panel(player).solution)
    judged(player)
    assert player.headline == "That is the answer."
    said = f"The answer is {square_name(puzzle.move)}. Every other square loses. "
    assert bar(player).startswith(said)
    assert len(bar(player)) > len(said), "a reason follows"


def test_nobodys_score_stands_above_a_puzzle(player):
    cards = player.window.findChildren(PlayerCard)
    assert all(card.isVisible() for card in cards)
    begin(player, PuzzleKind.FORK, 3)
    assert not any(card.isVisible() for card in cards)
    click_on(puzzle_panel(player).back)
    assert all(card.isVisible() for card in cards)


def test_the_tile_has_a_tick_once_todays_puzzle_is_solved(player):
    def tile():
        found = todays_tile(player)
        return texts(found)[0], found.accessibleName().startswith("Today's puzzle, solved")

    assert tile() == ("Today's puzzle", False)
    player.trigger("puzzle")
    while puzzler(player).asks:
        answer(player, puzzler(player).attempt.move)
    assert tile() == ("✓ Today's puzzle", True)
    puzzler(player).leave()
    player.trigger("puzzle")
    click_on(puzzle_panel(player).solution)
    judged(player)
    assert tile() == ("✓ Today's puzzle", True), "it was solved before"
