"""Stopping, undoing and closing in the middle of a search; errors in it; its picture."""

import signal
import subprocess
import sys
import time
from threading import Event

import pytest
from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox

from engine import PLAYERO, Decision, Player
from tests.waiting import HANG_S, ran, started, wait_until
from ttt_desktop.session.machines import BUILT_IN, Machine
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import with_machines
from ttt_desktop.work.jobs import JobRunner, Latest

FOREVER = ("--trials", "1000000000")


def searching(user):
    """Wait until a search shows its first scores."""
    user.qtbot.waitUntil(lambda: user.controller.model.analysis is not None)
    assert user.controller.view.thinking is not Thinking.NOTHING


def test_escape_makes_the_machine_play_its_best_so_far(open_window):
    user = open_window("--machine", "X", *FOREVER)
    searching(user)
    assert "Esc" in user.text
    user.press(Qt.Key.Key_Escape)
    user.settled()
    assert user.game.moves == ((1, 1),)
    assert not user.window.action["stop"].isEnabled()


def test_escape_halts_a_machine_that_plays_itself_and_ctrl_m_goes_on(open_window):
    user = open_window("--machine", "both", *FOREVER)
    searching(user)
    user.press(Qt.Key.Key_Escape)
    assert user.controller.view.can_resume
    assert user.game.moves == ()
    assert "Ctrl+M" in user.text
    user.press(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert user.controller.view.thinking is Thinking.MOVE


def test_a_new_game_while_it_thinks_drops_the_search(open_window):
    user = open_window("--machine", "O", *FOREVER)
    user.click((0, 0))
    searching(user)
    user.trigger("again")
    assert user.game.moves == ()
    assert user.controller.view.thinking is Thinking.NOTHING
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)
    assert user.game.moves == (), "the stale answer was dropped"
    assert user.controller.model.analysis is None


def test_undo_while_it_thinks_takes_the_persons_move_back(open_window):
    user = open_window("--machine", "O", *FOREVER)
    user.click((0, 0))
    searching(user)
    user.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)
    assert user.game.moves == ()
    user.trigger("redo")
    assert user.game.moves == ((0, 0),)
    assert user.controller.view.thinking is Thinking.MOVE


def test_undo_takes_back_both_moves_and_redo_makes_both(open_window):
    user = open_window("--machine", "O", "--trials", "100")
    user.click((0, 0))
    user.settled()
    after = user.game.moves
    assert len(after) == 2
    user.trigger("undo")
    assert user.game.moves == ()
    assert not user.window.action["undo"].isEnabled()
    user.trigger("redo")
    assert user.game.moves == after
    assert not user.window.action["redo"].isEnabled()


def test_the_machines_opening_move_cannot_be_taken_back(open_window):
    user = open_window("--machine", "X", "--trials", "100")
    user.settled()
    assert len(user.game.moves) == 1
    assert not user.window.action["undo"].isEnabled()
    user.click(user.game.board.get_empty_squares()[0])
    user.settled()
    user.trigger("undo")
    assert len(user.game.moves) == 1


def test_undo_after_the_end_reopens_the_game(open_window):
    user = open_window("--machine", "O", "--trials", "30")
    user.play_on()
    user.trigger("undo")
    assert user.game.result is None
    assert not user.controller.view.machines_turn
    user.play_on()


def test_a_hint_names_a_square_and_plays_nothing(open_window):
    user = open_window("--machine", "neither", "--trials", "20000")
    for square in ((0, 0), (1, 1), (0, 1)):
        user.click(square)
    with user.qtbot.waitSignal(user.controller.hinted) as hinted:
        user.trigger("hint")
    assert hinted.args == [(0, 2)]
    assert len(user.game.moves) == 3
    assert "Hint for O: C1" in user.feature("play").hint.accessibleName()


def test_a_move_while_a_position_is_scored_ends_that(open_window):
    user = open_window("--machine", "neither", *FOREVER)
    user.trigger("analyse")
    searching(user)
    user.click((0, 0))
    assert user.controller.view.thinking is Thinking.NOTHING
    assert user.game.moves == ((0, 0),)


def test_the_shortest_time_is_kept_and_escape_cuts_it_short(open_window):
    user = open_window("--machine", "O", "--trials", "10", "--min-move-time", "10")
    user.click((0, 0))
    user.qtbot.waitUntil(
        lambda: user.controller.model.analysis is not None and user.controller.model.analysis.done
    )
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)
    assert user.controller.view.thinking is Thinking.MOVE
    assert len(user.game.moves) == 1, "the answer is held back"
    user.press(Qt.Key.Key_Escape)
    user.settled()
    assert len(user.game.moves) == 2


class Broken(Player):
    name = "Broken"

    def choose(self, board, player, seed=None, on_progress=None):
        raise RuntimeError("no idea")

    def stop(self):
        pass


def test_an_error_in_a_search_is_shown_and_the_game_goes_on(open_window):
    user = open_window("--machine", "O", "--trials", "50")
    user.controller.use_machine(Machine(lambda settings, mark: Broken()))
    with user.qtbot.waitSignal(user.controller.failed):
        user.click((0, 0))
    box = user.window.findChild(QMessageBox, "error")
    assert "the game can go on" in box.text()
    assert "RuntimeError: no idea" in box.detailedText()
    box.close()
    user.controller.use_machine(BUILT_IN)
    user.trigger("resume")
    user.settled()
    user.play_on()


def test_scores_that_fail_do_not_halt_the_machine(open_window):
    user = open_window("--machine", "O", "--trials", "50")
    user.controller.use_machine(Machine(lambda settings, mark: Broken()))
    with user.qtbot.waitSignal(user.controller.failed):
        user.trigger("analyse")
    user.controller.use_machine(BUILT_IN)
    user.click((0, 0))
    user.settled()
    assert len(user.game.moves) == 2


def test_weights_changed_while_the_answer_is_held_back_still_count(open_window):
    given = ("--size", "4", "--trials", "1000000", "--min-move-time", "10")
    user = open_window("--machine", "O", *given)
    user.click((1, 1))
    model = user.controller.model
    user.qtbot.waitUntil(lambda: model.analysis is not None and model.analysis.done)
    before = model.sheet.best
    user.window.preferences.apply(with_machines(user.controller.settings, {"other": "0"}))
    best = model.sheet.best
    assert not best & before
    user.press(Qt.Key.Key_Escape)
    user.settled()
    assert user.game.moves[-1] in best


class Scripted(Player):
    """Answers when told to, whether anybody still listens or not."""

    name = "Scripted"

    def __init__(self):
        self.go = False

    def choose(self, board, player, seed=None, on_progress=None):
        while not self.go:
            time.sleep(0.001)
        return Decision((2, 2))

    def stop(self):
        pass


def test_an_answer_to_a_position_that_is_gone_is_dropped(open_window):
    user = open_window("--machine", "O")
    late = Scripted()
    user.controller.use_machine(Machine(lambda settings, mark: late))
    user.click((0, 0))
    user.trigger("undo")
    late.go = True
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)
    assert user.game.moves == ()
    user.click((1, 1))
    user.settled()
    assert user.game.moves == ((1, 1), (2, 2))
    assert user.game.board.square(2, 2) == PLAYERO


@pytest.mark.parametrize("round_number", range(0, 20, 5))
def test_closing_in_mid_search_ends_it(open_window, round_number):
    user = open_window("--machine", "both", "--size", str(3 + round_number), *FOREVER)
    user.qtbot.wait(round_number * 3)
    user.window.close()
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)


CLOSE_MID_SEARCH = """
import sys
from PySide6.QtCore import QTimer
from ttt_desktop.start import app, arguments
build = app.build
def build_and_close(*given):
    made = build(*given)
    QTimer.singleShot(int(sys.argv[2]), made.window.close)
    return made
app.build = build_and_close
options = ["--data-dir", sys.argv[1], "--machine", "both", "--trials", "1000000000"]
sys.exit(app.run(arguments.parse(options)))
"""


@pytest.mark.parametrize(
    "delay", [0, 150, *(pytest.param(delay, marks=pytest.mark.nightly) for delay in (40, 400))]
)
def test_a_process_closed_in_mid_search_exits_cleanly(tmp_path, delay):
    done = ran("-c", CLOSE_MID_SEARCH, tmp_path, delay)
    assert (done.returncode, done.stderr.replace(PLATFORM_NOISE, "")) == (0, "")


PLATFORM_NOISE = "This plugin does not support propagateSizeHints()\n"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    ("name", "times"),
    [
        ("SIGINT", 1), ("SIGTERM", 4), ("SIGHUP", 1),
        pytest.param("SIGINT", 4, marks=pytest.mark.nightly),
        pytest.param("SIGTERM", 1, marks=pytest.mark.nightly),
        pytest.param("SIGHUP", 4, marks=pytest.mark.nightly),
    ],
)  # fmt: skip
def test_an_interrupt_closes_the_window_in_good_order(tmp_path, name, times):
    options = ["--machine", "both", "--size", "25", "--trials", "300", "--min-move-time", "0"]
    command = [sys.executable, "-m", "ttt_desktop", "--data-dir", str(tmp_path), *options]
    kept = tmp_path / "unfinished-game.json"
    with started(command, stderr=subprocess.PIPE, text=True) as process:
        wait_until(kept.exists)
        for _ in range(times):
            process.send_signal(getattr(signal, name))
        _, errors = process.communicate(timeout=HANG_S)
    assert (process.returncode, errors.replace(PLATFORM_NOISE, "")) == (0, "")
    assert kept.exists()
    assert "geometry" in (tmp_path / "settings.ini").read_text()


class Receiver(QObject):
    wanted = Signal(bool, object)

    def __init__(self):
        super().__init__()
        self.count = 0
        self.wanted.connect(self.take)

    @Slot(bool, object)
    def take(self, truth, value):
        self.count += truth


def test_thousands_of_emits_from_a_worker_all_arrive(qapp, qtbot):
    # PySide6 6.12.0 aborts after some 550 emits of True on Python 3.11.
    receiver, runner = Receiver(), JobRunner()
    job = runner.start(
        lambda job: [receiver.wanted.emit(True, number) for number in range(5000)], lambda: None
    )
    with qtbot.waitSignal(job.ended):
        pass
    qtbot.waitUntil(lambda: receiver.count == 5000)
    assert runner.shut_down()


@pytest.mark.parametrize(("seconds", "ends"), [(0, [299]), (float("inf"), [0])])
def test_progress_keeps_the_newest_value_and_what_comes_too_fast_is_left_out(
    qapp, qtbot, seconds, ends
):
    runner, seen = JobRunner(), []
    job = runner.start(
        lambda job: [job.report(number) for number in range(300)], lambda: None, seconds
    )
    job.progressed.connect(seen.append)
    with qtbot.waitSignal(job.ended):
        pass
    assert seen == sorted(set(seen))
    assert seen[-1:] == ends
    assert runner.shut_down()


def test_a_cancelled_job_says_nothing_more(qapp, qtbot):
    runner = JobRunner()
    said = []
    job = runner.start(lambda job: time.sleep(0.05) or 7, lambda: said.append("told"))
    job.finished.connect(said.append)
    with qtbot.waitSignal(job.ended):
        job.cancel()
    assert said == ["told"]
    assert not runner.busy
    assert runner.shut_down()


def test_of_several_jobs_the_newest_alone_is_heard(qapp, qtbot):
    runner, said, goes_on = JobRunner(), [], Event()
    latest = Latest(runner.start, runner)
    latest.start(lambda _job: goes_on.wait(HANG_S), said.append, said.append)
    latest.start(lambda job: job.report("half") or "whole", said.append, None, said.append)
    goes_on.set()
    qtbot.waitUntil(lambda: not runner.busy)
    assert said == ["half", "whole"]
    assert not latest.busy
    latest.start(lambda _job: int("none"), said.append, lambda error: said.append(latest.busy))
    qtbot.waitUntil(lambda: not runner.busy)
    assert said[2:] == [False], "it is over by the time its error is told"
    assert not latest.cancel()
    assert runner.shut_down()
    latest.start(lambda _job: 1, said.append)
    assert not latest.busy, "nothing is begun while the program ends"


def test_even_an_exit_in_a_worker_reaches_failed(qapp, qtbot):
    runner = JobRunner()
    job = runner.start(lambda job: sys.exit(3), lambda: None)
    with qtbot.waitSignal(job.failed) as failed:
        pass
    assert isinstance(failed.args[0], SystemExit)
    assert runner.shut_down()
