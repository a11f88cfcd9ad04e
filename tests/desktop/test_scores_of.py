"""Whose scores are shown after a machine's move, and with what trials and weights."""

from itertools import pairwise

import pytest

from engine import PLAYERO, PLAYERX, Certainty
from engine.specs import kinds
from tests.engine.course_variants import FILES
from ttt_desktop.settings.declarations import Settings, with_values

OTHERS = ["level:medium", "level:master", "tree:simulations=200", "perfect", "random"]


def sampled(user, trials=1000):
    """Whether the scores shown are those of a search of the course's machine."""
    found = user.controller.model.analysis
    assert found is not None
    return found.certainty is Certainty.SAMPLED and found.count == trials


@pytest.mark.parametrize("player", OTHERS)
def test_the_courses_scores_are_shown_whoever_plays(open_window, player):
    user = open_window("--machine", "O", "--x", player)
    user.click((1, 1))
    user.settled()
    assert len(user.game.moves) == 2
    assert sampled(user)
    assert "1,000 trials" in user.window.docks["heatmap"].caption
    found = user.controller.model.analysis
    assert found.board.get_empty_squares() == [
        (row, col) for row in range(3) for col in range(3) if (row, col) != (1, 1)
    ], "the position in which the machine moved"


def test_the_players_own_thoughts_can_be_shown_instead(open_window):
    user = open_window("--machine", "O", "--x", "tree:simulations=200", "--scores-of", "player")
    user.click((0, 0))
    user.settled()
    assert user.controller.model.analysis.certainty is not Certainty.SAMPLED
    user.change(scores_of="course")
    user.click(next(iter(user.game.board.get_empty_squares())))
    user.settled()
    assert sampled(user)


def test_the_move_does_not_depend_on_whose_scores_are_shown(open_window):
    games = []
    for shown in ("course", "player"):
        user = open_window(
            "--machine", "both", "--x", "level:easy", "--scores-of", shown, "--seed", "5"
        )
        user.wait(lambda user=user: user.game.result is not None)
        games.append(user.game.moves)
    assert games[0] == games[1]


def test_weights_are_the_scorers_where_the_machine_has_none(open_window):
    user = open_window("--machine", "O")
    user.click((1, 1))
    user.settled()
    before = user.controller.model.analysis
    slider = user.window.docks["heatmap"].controls.fields["other"].slider
    slider.setValue(slider.value() * 2)
    settings = user.controller.settings
    assert settings.weights(PLAYERO).other == 2.0
    assert settings.course == "mc:trials=1000,other=2"
    assert settings.x == "level:medium"
    assert user.controller.model.analysis is before, "the same playouts, weighed anew"


def test_trials_on_the_command_line_make_the_machine_the_courses(open_window):
    settings = open_window("--trials", "50").controller.settings
    assert {settings.x, settings.o, settings.course} == {"mc:trials=50"}
    settings = open_window("--x", "level:hard", "--trials", "50").controller.settings
    assert (settings.x, settings.course) == ("level:hard", "mc:trials=50")
    assert settings.trials(PLAYERX) == 50
    settings = open_window("--x", "mc:other=2", "--trials", "50").controller.settings
    assert settings.x == "mc:trials=50,other=2"


def test_only_monte_carlo_scores():
    with pytest.raises(ValueError, match="The course's machine must be a player such as mc:"):
        with_values(Settings(), {"course": "level:hard"})


def test_a_level_takes_the_place_of_any_other_machine(open_window):
    user = open_window("--machine", "O", "--x", "mc:trials=20")
    by_name = {each.data(): each for each in user.window.action.choices["levels"].actions()}
    assert not any(each.isChecked() for each in by_name.values())
    by_name["Hard"].trigger()
    assert user.controller.settings.x == "level:hard"
    user.window.machine.load(FILES / "plain.py")
    user.wait(lambda: bool(user.controller.view.machine_name))
    by_name["Easy"].trigger()
    assert not user.controller.view.machine_name
    assert user.controller.settings.x == "level:easy"
    others = [each.data() for each in user.window.action.choices["kinds"].actions()]
    assert others == [kind.word for kind in kinds() if not kind.target and kind.word != "level"]


def test_speed_is_said_where_a_search_has_ended(open_window):
    user = open_window("--machine", "neither", docks=())
    speed = user.window.status._speed  # noqa: SLF001
    assert speed.text() == ""
    user.score()
    assert "1,000 trials" in speed.text()


def test_stones_say_which_move_they_were(open_window):
    user = open_window("--machine", "neither", "--board-look", "stones", "--stone-numbers")
    pictures = []
    for moves in ("A1 B2 A3", "A3 B2 A1"):  # the same marks, put down in another order
        user.adopt(moves)
        pictures.append(user.board.grab().toImage())
    user.change(stone_numbers=False)
    pictures.append(user.board.grab().toImage())
    assert all(one != two for one, two in pairwise(pictures))
