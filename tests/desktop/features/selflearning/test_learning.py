"""A machine that teaches itself: started, watched, paused, kept, played against, and killed."""

import subprocess
import sys

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine import Rules
from engine.learning.learner import Training
from engine.learning.learners import load, new_learner
from engine.learning.task import read_task
from tests.desktop.features.selflearning.user import open_learning
from tests.desktop.sights import fits_sideways
from tests.driver.user import click_on, texts
from tests.engine.without_kernel import hide_kernel
from ttt_desktop.features import FEATURES
from ttt_desktop.features.selflearning.study import StudyState
from ttt_desktop.look.parts import FILLED, OUTLINED
from ttt_desktop.start import app
from ttt_desktop.work.storage import LAB_LEARNER_NAME, LEARNER_LOCK_NAME, LEARNER_NAME

TABLE, NET = "td seed=1", "net seed=1"


@pytest.fixture
def learning(user):
    """Somebody in front of the window of a machine that teaches itself."""
    return open_learning(user)


@pytest.fixture
def yes(monkeypatch):
    """Agree to what is asked, and note it down."""
    asked = []

    def agree(*given):
        asked.append(given[2])
        return QMessageBox.StandardButton.Yes

    monkeypatch.setattr(QMessageBox, "question", agree)
    return asked


def uninterrupted(kind, games, **settings):
    """Return a learner that has learnt so much in one go."""
    learner = new_learner(kind, Rules(3, 3), 1, **settings)
    for _ in Training(learner, games=games):
        pass
    return learner


def workers():
    """Return this process's children that learn."""
    return [
        each for each in psutil.Process().children() if "spawn_main" in " ".join(each.cmdline())
    ]


def said(widget):
    return " ".join(texts(widget))


def cells(view):
    return [line.split("\t") for line in view.content("\t").splitlines()]


# --- learning -------------------------------------------------------------------------------------


def test_a_network_learns_and_its_mistakes_thoughts_and_strength_are_seen(learning):
    window, user = learning.window, learning.user
    assert window.state.text().startswith("Press Start: it plays against itself")
    user.wait(learning.drawn)
    learning.learn(NET, 640)
    report = learning.study.report
    assert "A network, plain, 3×3, seed 1\nGeneration " in window.state.text()
    assert "mistakes in 4,520 positions at first sight, " in window.state.text()
    before, after = report.milestones[0], report.milestones[20]
    assert after.mistakes < before.mistakes
    assert after.searched < before.searched
    assert said(window.chart.legend) == (
        "● Mistakes at first sight ● With 25 simulations ╌ No network, 25 simulations: "
        f"{report.without}"
    )
    learning.look_at("Numbers")
    titles, first, *rows = cells(window.numbers)
    assert titles == ["Generation", "Games", "Mistakes at first sight", "With simulations",
                      "Against Easy", "Against Medium", "Against Hard",
                      "Against Expert"]  # fmt: skip
    assert first[:4] == ["0", "0", str(before.mistakes), str(before.searched)]
    assert any(" % (" in row[4] for row in rows)
    assert window.button["review"].isEnabled()
    learning.press("review")
    assert user.game.rules == Rules(3, 3)
    assert user.controller.view.undone == report.last_game


def test_what_a_generation_thinks_of_the_position_on_the_board(learning):
    user, thoughts = learning.user, learning.window.thoughts
    assert "Nobody has learnt anything yet." in said(thoughts)
    learning.learn(NET, 640)
    learning.look_at("Thoughts")
    user.adopt("A1 B2 B1")
    user.wait(lambda: thoughts.picture.sight.truth is not None)
    sight = thoughts.picture.sight
    assert sight.best == [(0, 2)], "C1 blocks"
    late = sight.thoughts.shares[0, 2]
    thoughts.slider.setFocus()
    QTest.keyClick(thoughts.slider, Qt.Key.Key_Home)
    assert f"Generation 0 of {learning.study.report.generation}" in said(thoughts)
    assert thoughts.picture.sight.thoughts.shares[0, 2] < late
    titles, first, *_ = cells(thoughts.table)
    assert titles == ["Square", "Share", "Value", "Truth"]
    assert first[3] in ("tie", "loss")
    assert "C1 " in thoughts.picture.accessibleDescription()
    user.adopt("A1", Rules(4, 4))
    assert "This is the empty board" in said(thoughts)


def test_matchboxes_show_their_boxes(learning):
    learning.learn("menace sides=X teacher=perfect seed=1", 64)
    learning.look_at("Boxes")
    boxes = learning.window.boxes.boxes
    assert boxes[0].board.get_empty_squares() == [*boxes[0].beads]
    assert len(boxes) == sum(i % 2 == 0 for i in range(len(learning.study.report.last_game) - 1))
    assert "played" in learning.window.boxes.accessibleDescription()
    learning.user.adopt("A1")
    assert "matchboxes play X only" in said(learning.window.thoughts)
    learning.press("play")
    learning.user.settled()
    assert len(learning.user.game.moves) == 1, "it has X"
    assert "Boxes" in learning.window.tabs.pages


def test_it_is_paused_goes_on_and_is_stopped(learning):
    user, study = learning.user, learning.study
    learning.ask(TABLE + " pace=slow")
    learning.press("start")
    user.wait(lambda: study.report is not None and study.report.generation >= 1)
    learning.press("pause")
    assert study.state is StudyState.PAUSED
    user.linger(0.2)
    before = study.report.generation
    assert learning.window.button["pause"].text().replace("&", "") == "Go on"
    user.linger(0.3)
    assert study.report.generation == before
    click_on(learning.window.pace.chips[False])
    learning.press("pause")
    user.wait(lambda: study.report.generation > before + 20)
    learning.press("stop")
    user.wait(learning.at_rest)
    assert not workers()
    kept = load(study.path)
    assert kept.generation == study.report.generation, "nothing is lost"
    assert kept.fingerprint() == uninterrupted("td", kept.games).fingerprint()


def test_another_learner_takes_its_place_only_if_that_is_agreed_to(learning, monkeypatch, yes):
    learning.learn(TABLE, 64)
    games = f"{learning.study.report.games:,}"
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.No)
    learning.ask(NET)
    learning.press("start")
    learning.press("throw")
    assert learning.study.report.kind == "td"
    monkeypatch.undo()
    monkeypatch.setattr(QMessageBox, "question", lambda *given: yes.append(given[2]) or (
        QMessageBox.StandardButton.Yes))  # fmt: skip
    learning.press("throw")
    assert yes == [f"The learner has learnt from {games} games. Throw it away?"]
    assert learning.study.state is StudyState.EMPTY
    assert not learning.study.path.exists()


def test_a_lesson_that_names_no_setting_asks_for_the_usual_one(learning):
    for asked, exploration in (("td games=32 exploration=off", "off"), ("td games=32", "on")):
        learning.window.learn(read_task(asked), True)
        learning.user.wait(lambda: learning.study.report is not None and learning.at_rest())
        assert learning.study.report.settings["exploration"] == exploration


def test_without_the_kernel_a_network_cannot_learn_and_says_so(learning, monkeypatch, tmp_path):
    for name, value in hide_kernel(tmp_path).items():
        monkeypatch.setenv(name, value)  # the learner has a process of its own
    learning.ask(NET)
    learning.press("start")
    learning.user.wait(lambda: learning.window.notice.text != "")
    assert "this needs the native kernel" in learning.window.notice.text
    assert learning.study.state is StudyState.EMPTY


def test_what_cannot_be_learnt_is_a_sentence(learning):
    learning.ask("menace")
    click_on(learning.window.form.fields["sides"].chips["X"])
    learning.press("start")
    assert learning.window.notice.text == (
        "This cannot be learnt: boxes for X alone cannot play against themselves; name another "
        "teacher."
    )
    learning.window.form.fields["seed"].setText("one")
    learning.press("start")
    assert "the seed must be a whole number, not 'one'" in learning.window.notice.text


# --- files ----------------------------------------------------------------------------------------


def test_it_goes_on_after_a_restart(open_window, tmp_path):
    user = open_window("--machine", "neither")
    learning = open_learning(user)
    learning.ask(TABLE)
    learning.press("start")
    user.wait(lambda: learning.study.report is not None and learning.study.report.games > 320)
    user.window.close()
    user.wait(lambda: not user.app.runner.busy)
    learning.leave()
    kept = load(tmp_path / LEARNER_NAME)
    assert kept.games > 320
    assert kept.fingerprint() == uninterrupted("td", kept.games).fingerprint()
    again = open_learning(open_window("--machine", "neither"))
    again.user.wait(lambda: again.study.report is not None and again.at_rest())
    assert again.study.report.games == kept.games
    assert 5 in again.study.minds
    again.press("pause")
    again.user.wait(lambda: again.study.report.games > kept.games)
    again.press("stop")
    again.user.wait(again.at_rest)


@pytest.mark.uses("files")
def test_a_learner_is_saved_and_opened(learning, tmp_path, monkeypatch, yes):
    learning.learn(TABLE, 160)
    path = tmp_path / "mine.td"
    learning.window.files.save(path)
    assert learning.window.notice.text == "Written to mine.td"
    games = load(path).games
    learning.press("throw")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    learning.press("open")
    learning.user.wait(lambda: learning.study.report is not None)
    assert learning.study.report.games == games
    assert load(learning.study.path).fingerprint() == load(path).fingerprint()
    (tmp_path / "other.net").write_text("nothing")
    learning.window.files.open(tmp_path / "other.net")
    learning.user.wait(lambda: learning.window.notice.text.startswith("This cannot"))
    assert learning.window.notice.text == (
        "This cannot be opened: other.net is no file of a learner, or it is damaged."
    )
    assert learning.study.report.games == games, "the learner is still there"


def test_a_damaged_learner_is_set_aside_with_a_sentence(open_window, tmp_path):
    (tmp_path / LEARNER_NAME).write_bytes(b"PK\3\4 and nothing more")
    learning = open_learning(open_window("--machine", "neither"))
    learning.user.wait(lambda: learning.window.notice.text != "")
    said = learning.window.notice.text
    assert said.startswith("The learner of before cannot be read: learner.zip is no file")
    assert "the file is kept as learner.zip.damaged-" in said
    assert learning.study.state is StudyState.EMPTY


# --- playing --------------------------------------------------------------------------------------


def test_a_generation_is_played_against(learning):
    user = learning.user
    learning.learn("net seed=1 size=4 line=4 shape=lines", 160)
    learning.window.thoughts.slider.setValue(1)
    learning.press("play")
    assert user.game.rules == Rules(4, 4)
    assert user.controller.view.machine_name == "Network, generation 1, 50 simulations"
    user.click((0, 0))
    user.settled()
    assert len(user.game.moves) == 2
    assert user.controller.model.analysis is not None, "heat map and table have something to show"


@pytest.mark.uses("lab")
def test_a_generation_is_measured_in_the_lab(learning):
    user = learning.user
    learning.learn("net seed=1 size=4 line=4 shape=lines", 160)
    learning.window.thoughts.slider.setValue(1)
    learning.press("lab")
    lab = user.feature("lab").form_page
    path = user.folder / LAB_LEARNER_NAME
    assert lab.form.player.value() == f"net:simulations=50,generation=1:{path}"
    assert lab.form.opponent.value() == "level:hard"
    (pairing,) = lab.form.tournament().pairings
    assert pairing.rules == Rules(4, 4)


@pytest.mark.uses("lab")
def test_matchboxes_of_x_have_x_in_every_game_of_the_lab(learning):
    learning.learn("menace sides=X teacher=perfect seed=1", 64)
    learning.press("lab")
    assert learning.user.feature("lab").form_page.form.tournament().pairings[0].x_is_first(1), (
        "always"
    )


def test_without_a_lab_no_button_leads_there(open_window, monkeypatch):
    monkeypatch.setattr(app, "FEATURES", [kind for kind in FEATURES if kind.name != "lab"])
    learning = open_learning(open_window("--machine", "neither"))
    assert learning.window.button["lab"].isHidden()


# --- ends -----------------------------------------------------------------------------------------


def test_the_end_of_its_process_is_a_sentence_and_nothing_is_lost(learning):
    user, study = learning.user, learning.study
    learning.ask(NET)
    learning.press("start")
    user.wait(lambda: study.report is not None and study.report.generation > 0)
    for each in workers():
        each.kill()
    user.wait(learning.at_rest)
    assert learning.window.notice.text.startswith("The process that learns was ended.")
    learning.press("pause")
    games = study.report.games + 32
    user.wait(lambda: study.report.games >= games)
    learning.press("stop")
    user.wait(learning.at_rest)
    kept = load(study.path)
    assert kept.fingerprint() == uninterrupted("net", kept.games).fingerprint()


OTHER = (
    "import sys; from pathlib import Path; from ttt_desktop.work.locks import WindowLock; "
    "lock = WindowLock(Path(sys.argv[1])); print(lock.take().holder.name, flush=True); input()"
)


def test_two_windows_never_learn_into_one_file(open_window, tmp_path):
    path = tmp_path / LEARNER_LOCK_NAME
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    ) as other:  # fmt: skip
        assert other.stdout.readline() == "SELF\n"
        learning = open_learning(open_window("--machine", "neither"))
        learning.ask(TABLE)
        learning.press("start")
        assert learning.window.notice.text == (
            f"Another window of this program (process {other.pid}) has the machine that learns: "
            "let it learn there, or close that window."
        )
        assert learning.study.state is StudyState.EMPTY
        uninterrupted("td", 64).save(learning.study.path)  # as the other one would
        other.communicate("\n")
    learning.press("start")
    learning.user.wait(lambda: learning.study.report is not None and learning.at_rest())
    assert learning.study.report.games == 64, "nothing is lost"
    assert "has let go" in learning.window.notice.text


def test_a_lessons_next_learner_is_never_ignored(learning, yes):
    window, study = learning.window, learning.study
    window.learn(read_task("td games=640 pace=slow"), True)
    learning.user.wait(lambda: study.report is not None)
    window.learn(read_task("td games=672"), True)
    assert window.notice.text == "This machine is learning already, and goes on."
    learning.user.wait(lambda: learning.at_rest() and study.report.games == 672)
    window.learn(read_task("td exploration=off pace=slow"), True)
    learning.user.wait(lambda: study.busy and study.report.settings["exploration"] == "off")
    window.learn(read_task("menace games=64"), True)
    assert window.notice.text == "The machine of before ends; then the next one begins."
    learning.user.wait(lambda: study.report.kind == "menace" and learning.at_rest())
    assert study.report.games == 64
    learning.ask(TABLE)
    window.learn(read_task("td seed=2 games=32"), False)
    learning.press("start")
    learning.user.wait(lambda: study.busy and study.report.seed == 2)
    window.learn(read_task("menace games=64"), True)
    assert window.notice.text.startswith("A machine that you started is learning: press Stop")
    learning.press("stop")
    learning.user.wait(learning.at_rest)


def test_lost_games_are_shown_of_a_learner_with_a_teacher(learning):
    window = learning.window
    learning.user.wait(learning.drawn)
    click_on(window.form.cards.tiles["menace"])
    assert "Boxes" in window.tabs.pages, "where there will be boxes"
    window.learn(read_task("menace sides=X teacher=perfect games=320"), True)
    learning.user.wait(lambda: learning.study.report is not None and learning.at_rest())
    assert "320 games, lost 0 of the last 100" in window.state.text()
    assert "Lost of the last 100" in said(window.chart.legend)
    titles, *rows = cells(window.numbers)
    at = titles.index("Lost of the last 100")
    assert [row[at] for row in rows] == ["", "19", "35", "10", "0"]


# --- the page -------------------------------------------------------------------------------------


def test_start_is_the_filled_button_before_and_playing_after(learning):
    button = learning.window.button
    assert button["start"].kind == FILLED
    assert button["play"].isHidden()
    assert "It knows only the rules." in texts(learning.window)
    learning.learn(TABLE, 32)
    assert button["start"].kind == OUTLINED
    assert button["start"].text().replace("&", "") == "Start again"
    assert button["play"].isVisible()
    assert f"Generation {learning.study.report.generation:,}" in texts(learning.window)


def test_three_cards_choose_the_learner(learning):
    form = learning.window.form
    for card, kind in (("menace", "menace"), ("td", "td"), ("network", "net")):
        click_on(form.cards.tiles[card])
        assert form.task(slow=False).kind == kind
    click_on(form.cards.shapes.chips["lines"])
    assert form.task(slow=False).settings["shape"] == "lines"


def test_it_learns_on_while_another_place_is_open_and_the_rail_marks_it(learning):
    user, study = learning.user, learning.study
    learning.ask(TABLE + " pace=fast")
    learning.press("start")
    user.wait(lambda: study.report is not None)
    user.press(Qt.Key.Key_Escape)
    user.trigger("play")
    games = study.report.games
    user.wait(lambda: study.report.games > games)
    assert user.window.rail.buttons["learn"].busy
    learning.press("stop")
    user.wait(learning.at_rest)
    assert not user.window.rail.buttons["learn"].busy


SIZES = ((360, 480, 100), (420, 740, 100), (640, 700, 200), (1280, 800, 200))


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_the_page_is_no_wider_than_its_window(learning, width, height, scale):
    user = learning.user
    user.change(text_scale=scale)
    user.window.resize(width, height)
    for card in learning.window.form.cards.tiles.values():
        click_on(card)
        user.linger(0.1)
        assert fits_sideways(learning.window)
