"""Who is said to play a game that came from a file and is not over."""

import re

import pytest

from engine import PLAYERO, PLAYERX, Game, Rules, parse_square
from engine.record import HUMAN, Participant, Record, read_record
from tests.desktop.machines import cards

THEIRS = "(;GM[4]SZ[15]PB[Ann]PW[Ben];B[hh];W[ii]C[here];B[gg])"


@pytest.fixture
def theirs(tmp_path):
    path = tmp_path / "theirs.sgf"
    path.write_text(THEIRS)
    return path


def names(user):
    return [re.split("[.,]", card)[0] for card in cards(user)]


@pytest.mark.uses("files")
@pytest.mark.parametrize("machine", ["X", "O", "neither", "both"])
def test_the_players_of_an_unfinished_game_are_named_as_its_file_names_them(
    open_window, theirs, machine
):
    user = open_window("--machine", machine)
    user.settled()
    user.window.features["files"].games.open(theirs)
    user.linger()
    assert names(user) == ["X: Ann", "O: Ben"]
    assert user.headline == "Ben to move."
    assert user.controller.view.to_move == PLAYERO
    assert all("Machine" not in card and "You" not in card for card in cards(user))


@pytest.mark.uses("files")
def test_they_are_until_somebody_here_moves(open_window, theirs):
    user = open_window("--machine", "X", "--x", "random")
    user.window.features["files"].games.open(theirs)
    user.trigger("step_back")
    assert names(user) == ["X: Ann", "O: Ben"]
    user.trigger("last")
    user.trigger("undo")
    assert names(user) == ["X: Ann", "O: Ben"], "nobody has moved"
    user.trigger("redo")
    user.click((0, 0))
    user.settled()
    assert names(user) == ["X: Machine", "O: You"]
    assert user.headline == "Your turn."
    record = user.controller.record
    assert record.players[PLAYERO].name == "Ben", "who gave no name goes by that in the file"


@pytest.mark.uses("files")
def test_a_machine_that_is_told_to_move_moves_as_itself(open_window, theirs):
    user = open_window("--machine", "O", "--o", "random")
    user.window.features["files"].games.open(theirs)
    user.trigger("resume")
    user.settled()
    assert len(user.game.moves) == 4
    assert names(user) == ["X: You", "O: Machine"]


@pytest.mark.uses("files")
def test_they_are_still_named_at_the_next_start_and_when_the_game_is_gone_back_to(
    open_window, theirs
):
    user = open_window("--machine", "O")
    user.window.features["files"].games.open(theirs)
    user.window.close()
    user.app.keeper.disown()
    again = open_window("--machine", "O")
    again.linger()
    assert names(again) == ["X: Ann", "O: Ben"]
    again.trigger("again")
    assert names(again) == ["X: You", "O: Machine"]
    again.trigger("back")
    assert names(again) == ["X: Ann", "O: Ben"]


@pytest.mark.uses("files")
def test_what_they_won_is_counted_nowhere(open_window, theirs):
    user = open_window("--machine", "neither")
    user.window.features["files"].games.open(theirs)
    assert user.controller.view.wins == (0, 0, 0)
    assert not user.controller.view.counts


@pytest.mark.uses("files")
@pytest.mark.parametrize(
    ("written", "said"),
    [("0", "A tie was agreed."), ("Draw", "A tie was agreed."), ("B+R", "X won: O resigned."),
     ("W+T", "O won: X ran out of time.")],
)  # fmt: skip
def test_how_a_game_ended_without_a_line_is_said(open_window, theirs, written, said):
    user = open_window("--machine", "O")
    theirs.write_text(THEIRS.replace("PB[", f"RE[{written}]PB["))
    user.window.features["files"].games.open(theirs)
    assert user.headline == said
    assert names(user) == ["X: Ann", "O: Ben"]


@pytest.mark.uses("files")
def test_ones_own_game_comes_back_as_ones_own(open_window, tmp_path):
    user = open_window("--machine", "O", "--size", "3", "--line", "0", "--o", "random")
    path = tmp_path / "own.json"
    user.click((1, 1))
    user.settled()
    assert user.window.features["files"].games.save(path)
    user.trigger("again")
    user.window.features["files"].games.open(path)
    user.settled()
    assert names(user) == ["X: You", "O: Machine"]
    assert user.headline == "Your turn."


def test_a_file_that_names_one_side_alone_leaves_the_other_its_mark(open_window, tmp_path):
    user = open_window("--machine", "O")
    game = Game(Rules(3, 3))
    game.play(parse_square("B2", 3))
    path = tmp_path / "half.json"
    path.write_text(Record(game, {PLAYERX: Participant("Ann", HUMAN)}).to_json())
    assert read_record(path).players[PLAYERX].name == "Ann"
    user.controller.adopt(game, wait=True, record=read_record(path))
    assert names(user) == ["X: Ann", "O: Player O"]
