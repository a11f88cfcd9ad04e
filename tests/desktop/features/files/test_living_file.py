"""A course file that is saved while it plays or is tried: what plays, and what is said of it."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine import Game, Rules
from engine.processor_time import processor_seconds
from tests.desktop.machines import load
from tests.driver.user import click_on
from tests.engine.course_variants import FILES
from tests.engine.file_children import living_children, wait_until_all_are_gone
from tests.engine.written_files import held
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.machines.checks import Checks
from ttt_desktop.machines.watch import FileWatch

pytestmark = pytest.mark.usefixtures("short_checks")

RIGHT = (FILES / "plain.py").read_text()
WRONG = (FILES / "tie_is_loss.py").read_text()
TORN = "def mc_move(board, player, trials)\n    nonsense\n"


def plays(place):
    """Return a file whose move is the first or the last empty square."""
    return f"def mc_move(board, player, trials):\n    return board.get_empty_squares()[{place}]\n"


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(plays(0))
    return path


@pytest.fixture
def user(open_window, tmp_path):
    """Somebody against a machine that plays O."""
    made = open_window("--machine", "O", "--trials", "5", folder=tmp_path / "kept")
    made.window.shell.trust.warned = True
    yield made
    for each in (*made.window.features["files"].course_files.reports.values(),):
        each.close()


def says(user, *parts):
    """Wait until the bar says something."""
    user.qtbot.waitUntil(
        lambda: all(part in user.window.features["files"].bar.text for part in parts)
    )


# --- while it plays ---------------------------------------------------------------------------


def test_what_is_saved_plays_from_the_next_move_on(user, mine):
    load(user, mine)
    user.click((1, 1))
    user.settled()
    mine.write_text(plays(-1))
    says(user, "mine.py changed: loaded again at")
    user.click((0, 1))
    user.settled()
    assert user.game.moves == ((1, 1), (0, 0), (0, 1), (2, 2))
    assert user.window.machine.output == ""
    assert user.controller.record.all_moves == user.game.moves, "nothing of the game is lost"


def test_a_save_that_no_watch_sees_plays_too(user, mine, monkeypatch):
    monkeypatch.setattr(FileWatch, "follow", lambda *_given: None)  # as on a network drive
    load(user, mine)
    mine.write_text(plays(-1))
    user.click((1, 1))
    user.settled()
    assert user.game.moves == ((1, 1), (2, 2))
    says(user, "loaded again at")
    mine.write_text(plays(0))
    user.trigger("again")
    user.qtbot.waitUntil(lambda: user.window.machine.content == mine.read_bytes())


def test_what_cannot_be_loaded_leaves_the_version_of_before(user, mine):
    load(user, mine)
    mine.write_text(TORN)
    says(
        user,
        "Saved at",
        "but mine.py cannot be loaded",
        "line 1 is not valid Python",
        "The version of before plays on.",
    )
    user.click((1, 1))
    user.settled()
    assert user.game.moves == ((1, 1), (0, 0))
    mine.write_text(plays(0))
    says(user, "mine.py is again as it plays.")
    mine.unlink()
    says(user, "cannot be read")
    new = mine.with_suffix(".new")
    new.write_text(plays(-1))
    new.replace(mine)
    says(user, "loaded again at")
    user.click((0, 1))
    user.settled()
    assert user.game.moves[-1] == (2, 2)


def test_a_save_disturbs_no_move_that_is_thought_about(user, mine, hold):
    hold.unlink()
    thinks = plays(0).replace(
        "    return", f"    while os.path.exists({str(hold)!r}): pass\n    return"
    )
    mine.write_text("import os\n" + thinks)
    load(user, mine)
    hold.touch()
    pid = user.window.machine.player.file.pid
    begun = processor_seconds(pid)
    user.click((1, 1))
    user.qtbot.waitUntil(lambda: processor_seconds(pid) > begun + 0.1)  # the file itself thinks
    mine.write_text(plays(-1))
    user.linger(0.6)
    assert "changed" not in user.window.features["files"].bar.text
    hold.unlink()
    user.settled()
    assert user.game.moves == ((1, 1), (0, 0))
    says(user, "loaded again at")
    user.click((0, 1))
    user.settled()
    assert user.game.moves[-1] == (2, 2)


def test_a_game_that_waits_goes_on_with_what_is_saved(user, mine):
    mine.write_text("def mc_move(board, player, trials):\n    return (1, 1)\n")
    load(user, mine)
    with user.qtbot.waitSignal(user.controller.stumbled):
        user.click((1, 1))
    assert "which is taken" in user.window.notice.text
    mine.write_text(plays(-1))
    user.qtbot.waitUntil(lambda: len(user.game.moves) == 2)
    assert user.game.moves == ((1, 1), (2, 2))
    assert "which is taken" not in user.window.notice.text


# --- the verdict ------------------------------------------------------------------------------


def test_the_verdict_is_that_of_the_version_that_plays(user, mine):
    mine.write_text(WRONG)
    load(user, mine)
    says(user, "mine.py: 1 fault.")
    click_on(user.window.features["files"].bar.findings)
    (dialog,) = user.window.features["files"].course_files.reports.values()
    assert dialog.windowTitle() == "mine.py: 1 fault"
    mine.write_text(RIGHT)
    says(user, "mine.py: right", "loaded again at")
    assert dialog.windowTitle().startswith("mine.py: right"), "the report is up to date"
    mine.write_text(TORN)
    says(user, "mine.py: right", "The version of before plays on.")
    user.qtbot.waitUntil(dialog.age.isVisible)
    click_on(dialog.again)
    user.qtbot.waitUntil(lambda: dialog.windowTitle() == "mine.py: cannot be loaded")
    assert not dialog.age.isVisible()
    says(user, "mine.py: right")
    click_on(user.window.features["files"].bar.findings)
    assert dialog.windowTitle().startswith("mine.py: right")
    assert dialog.age.isVisible(), "these are the findings of what plays"
    mine.write_text(WRONG)
    says(user, "mine.py: 1 fault.", "loaded again at")
    assert user.window.machine.checks.busy is False, "that version was known"


def test_a_save_during_a_check_is_what_is_checked(user, mine, hold):
    hold.unlink()
    mine.write_text(held(hold, RIGHT))
    load(user, mine)
    hold.touch()  # the check has only just begun: its process is held up
    user.linger()
    assert user.window.features["files"].bar.text == "mine.py is being checked…"
    mine.write_text(WRONG)
    says(user, "mine.py: 1 fault.", "loaded again")
    assert not user.window.machine.checks.busy


def test_a_save_that_is_still_being_loaded_changes_no_verdict(user, mine, hold):
    mine.write_text(WRONG)
    load(user, mine)
    says(user, "mine.py: 1 fault.")
    mine.write_text(held(hold, RIGHT))
    user.linger(0.6)
    assert user.window.features["files"].bar.text == "mine.py: 1 fault.", "of what plays"
    user.click((1, 1))  # its move waits for what was saved, and can be stopped
    user.qtbot.waitUntil(lambda: user.controller.view.is_thinking)
    with user.qtbot.waitSignal(user.controller.stumbled):
        user.trigger("stop")
    assert "was stopped" in user.window.notice.text
    mine.write_text(RIGHT)
    hold.unlink()
    says(user, "mine.py: right", "loaded again")
    user.settled()
    assert len(user.game.moves) == 2, "the game has gone on"


def test_a_check_waits_while_a_machine_thinks(user, mine, hold):
    hold.unlink()
    wait = f"    while os.path.exists({str(hold)!r}): pass\n"
    mine.write_text("import os\n" + plays(0).replace("    return", wait + "    return"))
    load(user, mine)
    says(user, "mine.py: ")
    hold.touch()
    user.click((1, 1))
    user.qtbot.waitUntil(lambda: user.controller.view.is_thinking)
    checks: Checks = user.window.machine.checks
    checks.want(mine, RIGHT.encode())
    user.linger()
    assert checks.is_wanted(mine, RIGHT.encode())
    assert not checks.is_begun(mine, RIGHT.encode())
    checks.check(mine)  # somebody waits for this one
    assert checks.is_begun(mine, mine.read_bytes())
    checks.cancel(mine)
    checks.want(mine, RIGHT.encode())
    hold.unlink()
    user.qtbot.waitUntil(lambda: checks.report(mine, RIGHT.encode()) is not None)


def test_a_check_can_be_stopped_and_asked_for(user, mine):
    mine.write_text(f"import time\n{WRONG}\ntime.sleep(0.5)\n")
    load(user, mine)
    says(user, "mine.py is being checked…")
    click_on(user.window.features["files"].bar.cancel)
    assert user.window.features["files"].bar.text == "mine.py has not been checked yet."
    user.click((1, 1))
    user.settled()
    click_on(user.window.features["files"].bar.check)
    says(user, "mine.py: 1 fault.")


def test_the_verdict_goes_with_its_file(user, mine, hold, tmp_path):
    other = tmp_path / "other.py"
    other.write_text(WRONG)
    hold.unlink()
    mine.write_text(RIGHT + "\n")
    load(user, mine)
    says(user, "mine.py")
    load(user, other)
    says(user, "other.py: 1 fault.")
    assert "mine.py" not in user.window.features["files"].bar.text
    assert not user.window.machine.checks.is_wanted(mine, mine.read_bytes())
    user.trigger("swap")
    user.settled()
    assert user.window.features["files"].bar.text == "other.py: 1 fault."
    user.trigger("built_in")
    assert user.window.features["files"].bar.text == ""
    assert user.window.features["files"].bar.isHidden()
    other.write_text(RIGHT)
    user.linger(0.5)
    assert not user.window.machine.checks.busy, "nobody watches it any more"


def test_closing_the_window_ends_a_check(user, mine):
    mine.write_text(RIGHT + "\nimport time\ntime.sleep(0.3)\n")
    load(user, mine)
    says(user, "being checked…")
    user.window.close()
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)
    wait_until_all_are_gone()
    assert not living_children()


# --- a file that is tried -----------------------------------------------------------------------


def test_a_dropped_file_is_checked_and_can_be_played_against(user, mine):
    mine.write_text(WRONG)
    user.click((1, 1))
    user.settled()
    assert user.drop(mine)
    says(user, "mine.py: 1 fault.")
    bar = user.window.features["files"].bar
    click_on(bar.findings)
    assert [each.windowTitle() for each in user.dialogs()] == ["mine.py: 1 fault"]
    user.dialogs()[0].close()
    assert user.controller.view.machine_name == "", "it does not play by itself"
    with user.qtbot.waitSignal(user.window.features["files"].course_files.played):
        click_on(bar.play)
    assert user.controller.view.machine_name == "mine.py"
    assert user.game.moves == ()
    assert bar.text == "mine.py: 1 fault.", "it is not checked twice"
    assert "mine.py plays now." in user.window.notice.text
    assert "given up" in user.window.notice.text
    assert not bar.play.isVisible()
    user.play_on()
    assert user.game.result is not None


def test_what_was_missing_is_not_said_any_more_once_it_is_there(user, mine):
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.window.machine.load(mine)
    assert "mine.py has no mc_trial" in user.window.notice.text
    mine.write_text("def mc_trial(board, player):\n    pass\n\n\n" + plays(0))
    user.qtbot.waitUntil(lambda: user.window.notice.text == "")
    assert "loaded again" in user.window.features["files"].bar.text


def test_a_file_that_cannot_be_loaded_says_where(user, mine):
    mine.write_text(TORN)
    user.drop(mine)
    says(user, "mine.py cannot be loaded: line 1 is not valid Python")
    bar = user.window.features["files"].bar
    assert not bar.play.isVisible()
    click_on(bar.findings)
    assert [each.windowTitle() for each in user.dialogs()] == ["mine.py: cannot be loaded"]
    mine.write_text(WRONG)
    says(user, "mine.py: 1 fault.")
    assert bar.play.isVisible(), "a file that is tried is watched, too"
    click_on(bar.close_it)
    assert bar.isHidden()


def test_two_people_make_room_for_a_file(user, mine):
    user.change(machine="neither")
    user.drop(mine)
    with user.qtbot.waitSignal(user.window.features["files"].course_files.played):
        click_on(user.window.features["files"].bar.play)
    user.click((1, 1))
    user.settled()
    assert user.game.moves == ((1, 1), (0, 0))


def test_other_files_that_are_dropped(user, mine, tmp_path, monkeypatch):
    game = Game(Rules.of(3))
    game.play((2, 2))
    saved = tmp_path / "saved.tttgame"
    saved.write_text(game.to_json())
    assert user.drop(saved)
    assert user.game.moves[0] == (2, 2)
    assert not user.drop(tmp_path / "picture.png")
    assert not user.drop(tmp_path / "notes.odt")
    assert user.drop(mine, saved)
    assert "one file at a time" in user.window.notice.text
    no = QMessageBox.StandardButton.Cancel
    monkeypatch.setattr(QMessageBox, "warning", lambda *_given: no)
    user.window.shell.trust.warned = False
    assert user.drop(mine)
    assert user.drop(mine.with_suffix(".py.txt"))
    assert user.window.features["files"].bar.isHidden(), "who does not trust a file does not run it"


def test_a_file_that_plays_is_not_tried(user, mine):
    mine.write_text(WRONG)
    load(user, mine)
    says(user, "mine.py: 1 fault.")
    user.drop(mine)
    assert not user.window.features["files"].bar.play.isVisible()
    says(user, "mine.py: 1 fault.")
    assert re.fullmatch("mine.py: 1 fault.", user.window.features["files"].bar.text)


def test_the_page_of_a_new_game_asks_for_a_file(user, mine, monkeypatch):
    mine.write_text(WRONG)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(mine), ""))
    page = user.all_choices()
    click_on(page.course)
    says(user, "mine.py: 1 fault.")
    assert not page.isVisible()
    assert user.controller.view.machine_name == ""


def test_what_the_bar_says_is_read_out_once_and_reached_by_the_keyboard(user, mine, monkeypatch):
    heard = []
    monkeypatch.setattr(Announcer, "say", lambda _announcer, sentence: heard.append(sentence))
    mine.write_text(WRONG)
    user.drop(mine)
    says(user, "mine.py: 1 fault.")
    assert heard.count("mine.py: 1 fault.") == 1
    assert not [each for each in heard if "looks" in each]
    bar = user.window.features["files"].bar
    for button in (bar.play, bar.findings, bar.close_it):
        assert button.focusPolicy() == Qt.FocusPolicy.TabFocus
    bar.play.setFocus()
    with user.qtbot.waitSignal(user.window.features["files"].course_files.played):
        user.press(Qt.Key.Key_Space)
    assert user.board.hasFocus()
    mine.write_text(TORN)
    says(user, "Saved at")
    assert len([each for each in heard if "The version of before plays on." in each]) == 1
    assert heard.count("mine.py: 1 fault.") == 1


def test_a_save_during_a_check_by_hand_takes_its_place(user, mine, hold):
    mine.write_text(held(hold, RIGHT))
    user.drop(mine)
    user.linger()
    assert user.window.features["files"].bar.text == "mine.py is being checked…"
    mine.write_text(WRONG)
    says(user, "mine.py: 1 fault.")
    assert hold.exists(), "the version of before would never have come to an end"


def test_a_check_that_was_stopped_opens_no_report_later(user, mine, hold, monkeypatch):
    mine.write_text(held(hold, WRONG))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(mine), ""))
    user.trigger("check_file")
    user.linger()
    click_on(user.window.features["files"].bar.cancel)
    hold.unlink()
    with user.qtbot.waitSignal(user.window.features["files"].course_files.played):
        click_on(user.window.features["files"].bar.play)
    says(user, "mine.py: 1 fault.")
    assert user.dialogs() == []
