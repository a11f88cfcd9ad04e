"""A course file as the machine: in the window, with its scores, its output and its check."""

import re

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine import Game, Rules
from engine.compat.checking import Report
from engine.compat.terms import FAIL, Finding
from tests.desktop.machines import load, mine
from tests.driver.user import click_on
from tests.engine.course_variants import FILES
from ttt_desktop.features.files.report_dialog import ReportDialog
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.work.trust import COURSE_FILES

pytestmark = pytest.mark.usefixtures("short_checks")


@pytest.fixture
def answered(monkeypatch):
    """Answer the dialogs: the warning with OK, the file dialog with what is set here."""
    chosen, warnings = {}, []
    ok = QMessageBox.StandardButton.Ok
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: warnings.append(given[2]) or ok)
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda *_given: (str(chosen.get("path", "")), "")
    )
    return chosen, warnings


def test_a_file_is_the_machine_after_a_warning_that_comes_once(open_window, answered, tmp_path):
    chosen, warnings = answered
    chosen["path"] = FILES / "plain.py"
    user = open_window("--trials", "50", folder=tmp_path)
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.trigger("from_file")
    assert warnings == [COURSE_FILES]
    assert "plain.py plays now." in user.window.notice.text
    assert "run_gui(mc_move, 3, 2, 50, False)" in user.window.notice.text
    user.play_on()
    assert user.game.result is not None
    assert user.window.action["built_in"].isEnabled()
    user.trigger("built_in")
    assert user.controller.view.machine_name == ""
    user.window.close()
    again = open_window(folder=tmp_path)
    with again.qtbot.waitSignal(again.window.machine.announced):
        again.trigger("from_file")
    assert len(warnings) == 1


def test_the_heat_map_shows_the_files_own_totals(open_window):
    user = open_window("--machine", "X", "--trials", "60", start=False)
    load(user, FILES / "older_names.py")
    user.settled()
    model = user.controller.model
    scores = [[model.score((r, c)) for c in range(3)] for r in range(3)]
    assert all(value is not None for row in scores for value in row)
    best = max(max(row) for row in scores)
    row, col = user.game.moves[0]
    assert scores[row][col] == best
    assert "By the file's own totals" in user.window.docks["heatmap"].caption


def test_a_file_without_the_four_functions_has_no_scores_and_says_why(open_window, tmp_path):
    user = open_window("--machine", "O")
    load(user, mine(tmp_path, "return board.get_empty_squares()[0]"))
    user.click((1, 1))
    user.settled()
    assert user.game.moves == ((1, 1), (0, 0))
    assert "has no mc_trial" in user.window.docks["heatmap"].caption


@pytest.mark.parametrize(
    ("body", "told"),
    [("return (1, 1)", "which is taken"), ("import os; os._exit(1)", "ended its own process"),
     ("raise KeyError(7)", "KeyError: 7 (line 2 of mine.py)")],
)  # fmt: skip
def test_what_the_file_does_wrong_is_said_and_the_game_goes_on(open_window, tmp_path, body, told):
    user = open_window("--machine", "O")
    load(user, mine(tmp_path, body))
    with user.qtbot.waitSignal(user.controller.stumbled):
        user.click((1, 1))
    assert told in user.window.notice.text
    assert "Ctrl+M asks again" in user.window.notice.text
    assert user.controller.view.can_resume
    user.trigger("built_in")
    user.trigger("resume")
    user.settled()
    assert len(user.game.moves) == 2


def test_a_file_that_hangs_is_stopped_with_esc_and_by_closing(open_window, tmp_path):
    user = open_window("--machine", "O")
    load(user, mine(tmp_path, "while True: pass"))
    process = user.window.machine.player.file
    user.click((1, 1))
    user.qtbot.waitUntil(lambda: user.controller.view.thinking is Thinking.MOVE)
    with user.qtbot.waitSignal(user.controller.stumbled):
        user.trigger("stop")
    assert "was stopped" in user.window.notice.text
    user.trigger("resume")
    user.qtbot.waitUntil(lambda: user.controller.view.thinking is Thinking.MOVE and process.alive)
    user.window.close()
    user.qtbot.waitUntil(lambda: not process.alive)


def test_the_output_is_shown_in_its_dock(open_window):
    user = open_window("--machine", "X", "--trials", "2", start=False)
    user.trigger("log")
    load(user, FILES / "noisy.py")
    user.settled()
    dock = user.window.docks["log"]
    left_out = "bytes before this were left out"  # once enough has come
    user.qtbot.waitUntil(lambda: left_out in dock.text.toPlainText())
    assert "thinking thinking" in dock.text.toPlainText()


def test_a_file_is_checked_in_the_window(open_window, answered):
    chosen, _ = answered
    chosen["path"] = FILES / "tie_is_loss.py"
    user = open_window()
    with user.qtbot.waitSignal(user.window.machine.checks.checked):
        user.trigger("check_file")
    (dialog,) = user.window.features["files"].course_files.reports.values()
    assert dialog.windowTitle() == "tie_is_loss.py: 1 fault"
    click_on(dialog.copy)
    copied = QGuiApplication.clipboard().text()
    assert copied.endswith(dialog.windowTitle()), "the same as in the console"
    assert "FAIL mc_update_scores" in copied
    said = dialog.text.toPlainText()
    source = chosen["path"].read_text().splitlines()
    quoted = [line for line in said.splitlines() if re.match(r"\d+:  ", line)]
    for line in quoted:
        number, _, text = line.partition(":  ")
        assert text == source[int(number) - 1].strip(), "the student's own line, by its number"
    assert quoted
    assert "Expected" in said
    assert "Your file" in said
    dialog.close()


def test_a_file_is_checked_again_on_demand_and_whenever_it_is_saved(
    open_window, answered, tmp_path
):
    chosen, _ = answered
    path = chosen["path"] = tmp_path / "mine.py"
    path.write_text((FILES / "tie_is_loss.py").read_text())
    user = open_window()
    with user.qtbot.waitSignal(user.window.machine.checks.checked):
        user.trigger("check_file")
    (dialog,) = user.window.features["files"].course_files.reports.values()
    assert dialog.windowTitle() == "mine.py: 1 fault"
    path.write_text((FILES / "plain.py").read_text())
    with user.qtbot.waitSignal(user.window.machine.checks.checked):
        click_on(dialog.again)
    assert dialog.windowTitle().startswith("mine.py: right")
    dialog.watch.click()
    with user.qtbot.waitSignal(user.window.machine.checks.checked):
        path.write_text((FILES / "tie_is_loss.py").read_text())
    assert dialog.windowTitle() == "mine.py: 1 fault"
    assert user.window.features["files"].course_files.reports[path] is dialog, "in the same window"
    dialog.close()
    assert user.window.features["files"].course_files.reports == {}


def test_boards_stand_side_by_side(open_window):
    found = Finding(
        FAIL, "a win is taken", expected="(0, 2)", got="(2, 2)", board="XX./OO./...", line=2,
        cause="the scores are subtracted", quoted="import random", faulty=2,
    )  # fmt: skip
    path = FILES / "plain.py"
    report = Report(path, {"mc_move": [found]}, code=path.read_bytes())
    user = open_window()
    dialog = ReportDialog(report, user.window)
    html, said = dialog.text.toHtml(), dialog.text.toPlainText()
    assert len(re.findall(r"<td[^>]*#e6a817", html)) == 2, "each board shows its square"
    assert said.count("X") >= 4, "two boards of two X"
    assert "Likely: the scores are subtracted." in said
    assert "Look at this line:\n2:  import random" in said
    scores = Finding(
        FAIL, "scores", expected="[[0.0, 1.0], [0.0, 0.0]]", got="[[0.0, -1.0], [0.0, 0.0]]",
        board="XO/..",
    )  # fmt: skip
    dialog.show_report(Report(FILES / "plain.py", {"mc_update_scores": [scores]}))
    marked = re.findall(r"<td[^>]*#e6a817.*?</td>", dialog.text.toHtml(), re.DOTALL)
    shown = [re.sub(r"<[^>]*>", "", each).strip() for each in marked]
    assert shown == ["O 1", "O −1"], "where the two differ"
    shapes = Finding(FAIL, "x", expected="[[0, 1], [0, 0]]", got="[[0, 1, 2], [0]]", board="XO/..")
    dialog.show_report(Report(FILES / "plain.py", {"mc_update_scores": [shapes]}))
    assert "[[0, 1, 2], [0]]" in dialog.text.toPlainText(), "as it is"
    dialog.show_report(report)
    dialog.close()


def test_a_file_that_cannot_be_loaded_leaves_the_machine_as_it_was(open_window, tmp_path):
    user = open_window()
    (tmp_path / "bad.py").write_text("def (")
    load(user, tmp_path / "bad.py")
    assert "bad.py cannot be loaded" in user.window.notice.text
    user.play_on()
    assert user.game.result is not None


def test_the_game_waits_for_the_file_that_is_to_play_it(open_window, tmp_path):
    # It takes its time to load, and would have been too late for the first move.
    path = mine(tmp_path, "return board.get_empty_squares()[-1]")
    path.write_text("import time\ntime.sleep(1)\n" + path.read_text())
    user = open_window("--machine", "X", "--trials", "5", start=False)
    user.app.begin_with(path, "mc_move")
    user.qtbot.waitUntil(lambda: len(user.game.moves) == 1)
    assert user.game.moves == ((2, 2),)


@pytest.mark.parametrize(("size", "goes_on"), [(5, False), (4, True)])
def test_what_the_file_asks_for_wins_over_an_unfinished_game(open_window, tmp_path, size, goes_on):
    folder = tmp_path / "kept"
    folder.mkdir()
    game = Game(Rules.of(size))
    game.play((0, 0))
    (folder / "unfinished-game.json").write_text(game.to_json())
    path = mine(tmp_path, "return board.get_empty_squares()[-1]")
    user = open_window("--size", "4", "--machine", "O", start=False, folder=folder)
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.app.begin_with(path, "mc_move")
    assert user.game.rules.size == 4
    assert "plays now" in user.window.notice.text
    assert ("The unfinished game was given up" in user.window.notice.text) != goes_on
    assert user.game.moves[:1] == (((0, 0),) if goes_on else ())
    assert user.window.action["back"].isEnabled() != goes_on
    if not goes_on:
        user.trigger("back")
        assert user.game.moves[0] == (0, 0)


def test_a_file_that_cannot_be_loaded_leaves_a_game_to_play(open_window, tmp_path):
    (tmp_path / "bad.py").write_text("def (")
    user = open_window("--machine", "O", start=False)
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.app.begin_with(tmp_path / "bad.py", "mc_move")
    assert "cannot be loaded" in user.window.notice.text
    user.click((1, 1))
    user.settled()
    assert len(user.game.moves) == 2
