"""Machine against machine: how a demo is begun, paced and left."""

import pytest
from PySide6.QtWidgets import QLabel, QToolButton

from engine import PLAYERO, PLAYERX
from ttt_desktop.session.thinker import Thinking


def bar_of(user):
    return user.window.features["demo"].bar


def start_demo(user):
    user.trigger("demo")
    bar_of(user).fields["x trials"].setValue(50)
    bar_of(user).fields["o trials"].setValue(3000)
    bar_of(user).fields["o other"].setValue(0.5)


def test_a_demo_has_two_machines_with_their_own_settings(open_window):
    user = open_window("--machine", "O", "--trials", "1000")
    searched = {}
    user.controller.searched.connect(
        lambda found: searched.setdefault(found.player, []).append(found)
    )
    start_demo(user)
    bar_of(user).pace.setValue(0)
    user.settled()
    user.trigger("again")
    searched.clear()
    user.settled()
    assert searched[PLAYERX][-1].tally.trials == 50
    assert searched[PLAYERO][-1].tally.trials == 3000
    assert user.controller.settings.weights(PLAYERO) == (1.0, 0.5)
    assert user.controller.settings.weights(PLAYERX) == (1.0, 1.0)
    user.trigger("demo")
    assert user.controller.settings.machine == "O"
    assert bar_of(user).isHidden()


def test_a_demo_pauses_steps_and_goes_back(open_window):
    user = open_window("--machine", "O")
    user.trigger("demo")
    bar_of(user).pace.setValue(30)
    user.trigger("stop")
    assert user.controller.view.can_resume
    bar_of(user).pace.setValue(0)
    made = len(user.game.moves)
    for step in (1, 2):
        user.trigger("step")
        user.qtbot.waitUntil(lambda step=step: len(user.game.moves) == made + step)
        user.linger()
        assert len(user.game.moves) == made + step, "one move a step"
        assert user.controller.view.thinking is Thinking.NOTHING
    user.trigger("undo")
    assert len(user.game.moves) == made + 1
    user.linger()
    assert len(user.game.moves) == made + 1, "it waits after going back"
    user.trigger("resume")
    user.settled()
    assert user.game.result is not None


def test_the_settings_before_the_demo_come_back_at_the_next_start_too(open_window, tmp_path):
    user = open_window("--trials", "10", folder=tmp_path)
    user.trigger("demo")
    user.window.close()
    again = open_window(folder=tmp_path)
    assert again.controller.settings.machine == "O"
    assert again.controller.settings.alike


def test_demo_settings_are_not_stored_but_those_of_the_machines_are(open_window, tmp_path):
    user = open_window("--machine", "neither", "--trials", "1000", folder=tmp_path)
    user.trigger("demo")
    bar_of(user).pace.setValue(20)
    bar_of(user).fields["o trials"].setValue(77)
    user.trigger("demo")
    assert user.controller.settings.machine == "neither"
    user.window.close()
    stored = (tmp_path / "settings.ini").read_text()
    assert 'o="mc:trials=77"' in stored
    assert "machine=" not in stored
    assert "min_move_time=" not in stored


def test_choosing_a_side_ends_the_demo(open_window):
    user = open_window("--machine", "O")
    user.trigger("demo")
    next(a for a in user.window.action.choices["sides"].actions() if a.data() == "X").trigger()
    assert not user.window.action["demo"].isChecked()
    assert bar_of(user).isHidden()
    assert user.controller.settings.machine == "X"
    assert user.controller.settings.alike


@pytest.mark.uses("presenter")
def test_demo_and_presenter_view_go_together_in_any_order(user):
    for name in ("presenter", "demo", "presenter"):
        user.trigger(name)
    assert bar_of(user).isVisible()
    for name in ("presenter", "demo"):
        user.trigger(name)
        assert bar_of(user).isHidden()
    user.trigger("presenter")
    assert bar_of(user).isHidden()


def test_a_demo_that_settings_end_gives_its_pace_back(open_window):
    user = open_window("--machine", "neither", "--alike")
    user.change(min_move_time=0.1)
    user.trigger("demo")
    assert user.controller.settings.min_move_time == 0.5
    user.change(machine="O")
    settings = user.controller.settings
    assert (settings.machine, settings.min_move_time, settings.alike) == ("O", 0.1, True)
    user.trigger("demo")
    user.change(machine="X", min_move_time=0.7)
    assert user.controller.settings.min_move_time == 0.7, "chosen since"


@pytest.mark.parametrize("scale", ["100", "200"])
def test_the_demo_bar_is_whole_in_a_small_window(open_window, scale):
    user = open_window("--text-scale", scale)
    user.window.resize(1024, 600)
    user.trigger("demo")
    user.linger()
    bar = bar_of(user)
    titles, buttons = bar.findChildren(QLabel), bar.findChildren(QToolButton)
    for each in (*titles, *buttons):
        needed = each.minimumSizeHint()
        assert each.height() >= needed.height()
        assert each.width() >= needed.width()
        if each in buttons:
            assert each.iconSize().height() == max(20, each.fontMetrics().height())
    user.trigger("demo")


def test_a_number_of_a_player_has_a_plain_name_and_the_codes_name_beneath(user):
    labels = {label.text().replace("\u200b", "") for label in bar_of(user).findChildren(QLabel)}
    assert {"Own squares\nSCORE_CURRENT", "Opponent's squares\nSCORE_OTHER"} <= labels


def test_a_new_kind_of_player_is_offered(last, user):
    assert bar_of(user).fields["o"].findText("Last square") >= 0
