"""A course file that is saved while it plays: the newer text plays, or the one of before does."""

import threading

import pytest

from engine import PLAYERX, Board
from engine.compat import process
from engine.compat.player import FilePlayer
from tests.engine.file_children import living_children, wait_until_all_are_gone
from tests.waiting import HANG_S, wait_until


def plays(place):
    """Return a file whose move is the first or the last empty square."""
    return f"def mc_move(board, player, trials):\n    return board.get_empty_squares()[{place}]\n"


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "mine.py"
    made.write_text(plays(0))
    return made


@pytest.fixture
def player(path):
    made = FilePlayer(path)
    made.follows = True
    yield made
    made.close()
    wait_until_all_are_gone()


def move(player):
    return player.for_a_move(1).choose(Board(3), PLAYERX).square


def test_the_next_move_is_that_of_the_newer_text(player, path):
    assert move(player) == (0, 0)
    path.write_text(plays(-1))
    assert move(player) == (2, 2)
    assert player.file.content == path.read_bytes()
    wait_until(lambda: len(living_children()) == 1, "the process of before has ended")
    other = path.with_suffix(".new")
    other.write_text(plays(1))
    other.replace(path)
    assert move(player) == (0, 1), "editors write another file and give it the name"


def test_a_player_that_does_not_follow_keeps_the_text_it_began_with(player, path):
    player.follows = False
    path.write_text(plays(-1))
    assert move(player) == (0, 0)
    player.follows = True
    assert move(player) == (2, 2)


@pytest.mark.parametrize(
    ("text", "told"),
    [("def mc_move(board)\n", "line 1 is not valid Python"), ("x = 1\ny = x.z\n", "in line 2"),
     ("def other(): pass\n", "has no function mc_move"),
     ("import os\nos._exit(3)\n", "exit status 3")],
)  # fmt: skip
def test_what_cannot_play_leaves_the_text_of_before(player, path, text, told):
    before = path.read_bytes()
    path.write_text(text)
    assert move(player) == (0, 0)
    assert told in str(player.file.refused)
    assert player.file.content == before
    first = player.file.refused
    assert move(player) == (0, 0)
    assert player.file.refused is first, "it is not tried again"
    wait_until(lambda: len(living_children()) == 1)
    path.write_text(plays(-1))
    assert move(player) == (2, 2)
    assert player.file.refused is None


def test_a_file_that_is_gone_plays_on_and_may_come_back(player, path):
    text = path.read_text()
    path.unlink()
    assert move(player) == (0, 0)
    assert "cannot be read" in str(player.file.refused)
    path.write_text(text)
    assert move(player) == (0, 0)
    assert player.file.refused is None


def test_what_the_newer_text_has_is_known(player, path):
    assert "no mc_trial" in player.why_no_scores
    trial = "def mc_trial(board, player): pass\n"
    bottom = "import poc_ttt_gui\npoc_ttt_gui.run_gui(3, 2, mc_move, 9)\n"
    path.write_text(plays(0) + trial + bottom)
    move(player)
    assert "no mc_update_scores" in player.why_no_scores
    assert len(player.file.calls) == 1


@pytest.mark.parametrize("closes", [False, True])
def test_loading_can_be_given_up(player, path, monkeypatch, closes):
    monkeypatch.setattr(process, "LOAD_SECONDS", HANG_S)
    path.write_text("while True: pass\n")
    asked = player.for_a_move(1)
    told = []

    def ask():
        try:
            asked.choose(Board(3), PLAYERX)
        except ValueError as error:
            told.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    wait_until(lambda: len(living_children()) == 2, "the newer text is being loaded")
    (player.close if closes else asked.stop)()
    thread.join()
    (why,) = told
    assert why.startswith("mine.py was stopped")
    assert player.file.refused is None, "it may well be loaded another time"
    if not closes:
        path.write_text(plays(-1))
        assert move(player) == (2, 2)
