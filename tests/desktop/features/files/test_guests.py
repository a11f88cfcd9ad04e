"""Networks and programs as the machine: chosen, tried, played against, and dropped again."""

import os
import signal
import sys

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox

from engine import PLAYERO, PLAYERX, Rules
from engine.gomocup import program
from engine.learning.learners import new_learner
from tests.desktop.machines import cards
from tests.driver.user import choose as choose_in
from tests.driver.user import click_on
from tests.engine.gomocup_program import READS
from tests.waiting import HANG_S, is_gone
from ttt_desktop.look.text import tr
from ttt_desktop.work.trust import WARNING


@pytest.fixture
def answered(monkeypatch):
    """Answer the dialogs: the warning with what is set here, the file dialog with the path."""
    given = {"answer": QMessageBox.StandardButton.Ok, "warnings": []}

    def warn(*asked):
        given["warnings"].append(asked[2])
        return given["answer"]

    monkeypatch.setattr(QMessageBox, "warning", warn)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(given["path"]), ""))
    return given


@pytest.fixture
def boxes(tmp_path):
    path = tmp_path / "boxes.menace"
    new_learner("menace", Rules(3, 3), 1).save(path)
    return path


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a program whose moves are made by some code."""
    if os.name == "nt":
        pytest.skip("programs here are scripts")

    def written(move="free()", swap=None):
        path = tmp_path / "pbrain-other"
        code = READS.format(log=str(tmp_path / "told"), move=move, ready="OK", swap=swap or {})
        path.write_text(f"#!{sys.executable}\n{code}")
        path.chmod(0o755)
        return path

    return written


def choose(user):
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.trigger("guest")


def says(user, *parts):
    user.qtbot.waitUntil(lambda: all(part in user.window.notice.text for part in parts))


def test_what_has_learnt_is_the_machine_without_a_warning(open_window, answered, boxes):
    answered["path"] = boxes
    user = open_window("--machine", "O")
    choose(user)
    assert "Matchboxes, generation 0 plays now." in user.window.notice.text
    assert answered["warnings"] == []
    user.click((1, 1))
    user.settled()
    assert len(user.game.moves) == 2
    assert user.controller.view.machine_name == "Matchboxes, generation 0"
    user.trigger("built_in")
    assert user.controller.view.machine_name == ""


def test_its_numbers_are_in_the_heat_map(open_window, answered, boxes):
    answered["path"] = boxes
    user = open_window("--machine", "X")
    choose(user)
    user.controller.new_game()
    user.qtbot.waitUntil(lambda: len(user.game.moves) == 1)
    given = user.controller.view.analysis
    assert given is not None
    assert max(max(row) for row in given.totals) == 4, "beads of an empty board's box"


def test_a_dropped_one_plays(open_window, boxes):
    user = open_window("--machine", "O")
    with user.qtbot.waitSignal(user.window.machine.announced):
        assert user.drop(boxes)
    assert user.controller.view.machine_name == "Matchboxes, generation 0"


def test_a_program_is_tried_and_plays_a_game(open_window, answered, write, tmp_path):
    answered["path"] = path = write()
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    choose(user)
    assert answered["warnings"] == [tr(WARNING, name="pbrain-other")]
    assert "pbrain-other plays now." in user.window.notice.text
    assert not any("trials" in said for said in cards(user)), "it is not asked to play any"
    user.click((4, 4))
    user.settled()
    assert user.game.moves == ((4, 4), (0, 0))
    user.click((4, 5))
    user.settled()
    assert user.game.moves[3] == (0, 1)
    assert "TURN 5,4" in (tmp_path / "told").read_text()
    choose(user)
    assert len(answered["warnings"]) == 1, "trusted from then on"
    levels = user.window.action.choices["levels"]
    assert levels.checkedAction() is None, "another machine plays than any level"
    user.trigger("built_in")
    assert levels.checkedAction() is not None
    assert user.controller.view.machine_name == ""
    assert path.exists()


def test_the_card_of_a_new_game_asks_for_a_program_and_keeps_it(open_window, answered, write):
    answered["path"] = write()
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    card = user.all_choices()
    choose_in(card.opponent.who, "A network or program…")
    with user.qtbot.waitSignal(user.window.machine.announced):
        click_on(card.start)
    assert user.controller.view.machine_name == "pbrain-other"
    user.all_choices()
    assert card.opponent.who.currentText() == "pbrain-other"
    click_on(card.start)
    user.click((4, 4))
    user.settled()
    assert user.controller.view.machine_name == "pbrain-other"
    assert user.game.moves == ((4, 4), (0, 0))
    assert len(answered["warnings"]) == 1


def test_a_program_that_is_not_trusted_is_not_started(open_window, answered, write, tmp_path):
    answered["path"], answered["answer"] = write(), QMessageBox.StandardButton.Cancel
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    user.trigger("guest")
    user.linger(0.1)
    assert user.controller.view.machine_name == ""
    assert not (tmp_path / "told").exists()


def test_on_another_board_it_is_told_what_it_needs(open_window, answered, write):
    answered["path"] = write()
    user = open_window("--machine", "O")
    user.trigger("guest")
    says(user, "pbrain-other plays five in a row only, not reversed: choose another board.")


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("sys.exit(2)", "pbrain-other ended itself with status 2, without an answer."),
        ('say("what?")', "pbrain-other answered what is no move: 'what?' is no square"),
    ],
)
def test_one_that_cannot_be_played_against_stays_away(open_window, answered, write, move, problem):
    answered["path"] = write(move)
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    user.trigger("guest")
    says(user, problem)
    assert user.controller.view.machine_name == ""


def test_the_window_says_whom_it_waits_for(open_window, answered, write, tmp_path, monkeypatch):
    monkeypatch.setattr(program, "TELL_SECONDS", 0.0)
    go_on = tmp_path / "go on"
    waits = f"while len(stones) > 0 and not os.path.exists({str(go_on)!r}): time.sleep(0.01)"
    answered["path"] = write(f"exec({waits!r}, globals()); free()")
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    choose(user)
    user.click((4, 4))
    says(user, "pbrain-other has given no answer for ", " it is waited for ", " more at most.")
    go_on.touch()
    user.settled()
    user.wait(lambda: user.window.notice.text == "")
    assert len(user.game.moves) == 2


def test_nobody_waits_for_a_program_that_does_not_end(
    open_window, answered, write, tmp_path, monkeypatch
):
    """Another machine takes its place at once, while it still lives."""
    monkeypatch.setattr(program, "END_SECONDS", HANG_S)
    pid = tmp_path / "pid"
    remember = f"open({str(pid)!r}, 'w').write(str(os.getpid()))"
    answered["path"] = write(f"{remember}; free(); time.sleep(10**6)")
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    choose(user)
    user.trigger("built_in")
    assert user.controller.view.machine_name == ""
    number = int(pid.read_text())
    assert not is_gone(number)
    os.kill(number, signal.SIGKILL)


@pytest.mark.uses("lab")
def test_the_lab_says_whom_it_waits_for(open_window, answered, tmp_path, monkeypatch):
    from tests.desktop.features.lab.user import PAIRING, open_lab

    monkeypatch.setattr(program, "TELL_SECONDS", 0.0)
    path = tmp_path / "dumb"
    path.write_text(f"#!{sys.executable}\nimport sys\nfor line in sys.stdin: pass\n")
    path.chmod(0o755)
    user = open_window("--machine", "neither")
    lab = open_lab(user)
    given = f"engine:wait={HANG_S}:{path}"
    lab.start(PAIRING, games=1, player=given, opponent="random", size=5, line=5)

    def waits():
        texts = [label.text() for label in lab.window.findChildren(QLabel)]
        return any("dumb has given no answer" in text for text in texts)

    user.wait(waits)
    lab.press("cancel")
    user.wait(lab.idle)
    assert not waits()


def test_what_is_neither_is_said(open_window, answered, tmp_path):
    answered["path"] = path = tmp_path / "net.net"
    user = open_window("--machine", "O")
    path.write_bytes(b"PK but no zip")
    user.trigger("guest")
    says(user, "net.net is no file of a learner, or it is damaged.")
    path.write_text("no program")
    user.trigger("guest")
    says(user, "net.net cannot be started: ")


def test_one_that_stumbles_later_waits_for_help(open_window, answered, write):
    answered["path"] = write("sys.exit(4) if len(stones) > 0 else free()")
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    choose(user)
    with user.qtbot.waitSignal(user.controller.stumbled):
        user.click((4, 4))
    assert "pbrain-other ended itself with status 4" in user.window.notice.text
    user.trigger("built_in")
    user.settled()
    assert len(user.game.moves) == 2


SWAP2 = ("--size", "9", "--line", "5", "--opening", "swap2")


def test_a_program_does_its_own_part_of_an_opening(open_window, answered, write, tmp_path):
    answered["path"] = write(swap={0: "1,2 3,4 5,6", 3: "SWAP"})
    user = open_window("--machine", "O", *SWAP2)
    choose(user)
    user.play([(4, 4), (4, 5), (4, 6)])
    user.wait(lambda: not user.controller.view.swapping)
    assert user.controller.view.is_machine(PLAYERX), "it said SWAP"
    assert "SWAP2BOARD\n4,4\n5,4\n6,4" in (tmp_path / "told").read_text()
    user.trigger("swap")
    user.wait(lambda: len(user.game.moves) == 3)
    assert user.game.moves == ((2, 1), (4, 3), (6, 5))
    assert user.headline == "Choose a side; O moves next."


def test_one_that_stumbles_in_an_opening_waits_for_help(open_window, answered, write):
    answered["path"] = write(swap={3: "1,1 1,1"})
    user = open_window("--machine", "O", *SWAP2)
    choose(user)
    with user.qtbot.waitSignal(user.controller.stumbled):
        user.play([(4, 4), (4, 5), (4, 6)])
    assert "pbrain-other answered '1,1 1,1' to SWAP2BOARD with 3 stones" in user.window.notice.text
    assert user.headline == "The machine waits."
    with user.qtbot.waitSignal(user.controller.stumbled):
        user.trigger("resume")
    assert user.controller.view.swapping
    user.trigger("built_in")
    user.wait(lambda: not user.controller.view.swapping)


def test_an_opening_that_was_halted_goes_on(open_window):
    user = open_window("--machine", "neither", *SWAP2)
    user.change(machine="X")
    user.trigger("step")  # before what it has worked out can come
    assert user.headline == "The machine waits."
    assert user.game.moves == ()
    user.trigger("resume")
    user.wait(lambda: len(user.game.moves) == 3)


@pytest.mark.uses("lab")
def test_a_game_of_a_programs_from_the_lab_has_its_name_on_its_own_card(
    open_window, answered, write
):
    from tests.desktop.features.lab.user import PAIRING, open_lab

    user = open_window("--machine", "neither")
    lab = open_lab(user)
    lab.run(
        PAIRING, games=1, player=f"engine:{write()}", opponent="level:medium", size=5, line=5,
        alternate=False, workers=1,
    )  # fmt: skip
    lab.window.review(0)
    x, o = cards(user)
    assert "pbrain-other" in x
    assert "Medium" not in x
    assert "Medium" in o
    assert "pbrain-other" not in o
    kept = user.controller.record.players
    assert (kept[PLAYERX].name, kept[PLAYERX].kind) == ("pbrain-other", "file")
    assert kept[PLAYERO].level == "Medium"


@pytest.mark.uses("lab")
def test_the_lab_asks_before_it_starts_a_program(open_window, answered, write, tmp_path):
    from tests.desktop.features.lab.user import PAIRING, open_lab

    user = open_window("--machine", "neither")
    lab, given = open_lab(user), f"engine:{write()}"
    answered["answer"] = QMessageBox.StandardButton.Cancel
    lab.start(PAIRING, games=1, player=given, opponent="random", size=5, line=5)
    assert answered["warnings"] == [tr(WARNING, name="pbrain-other")]
    assert lab.window.lab.summary is None
    assert not (tmp_path / "told").exists()
    answered["answer"] = QMessageBox.StandardButton.Ok
    for _ in range(2):
        lab.press("start")
        user.wait(lab.idle)
    assert len(answered["warnings"]) == 2, "trusted from then on"
    assert lab.window.lab.progress == 1


def test_the_next_start_says_that_a_program_played_and_the_machine_waits(
    open_window, answered, write
):
    answered["path"] = write()
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    choose(user)
    user.click((4, 4))
    user.settled()
    user.click((4, 5))
    user.leave()
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    assert user.window.notice.text == (
        "pbrain-other played this game before: load it again for it to go on, or have another "
        "machine move (Ctrl+M)."
    )
    assert "pbrain-other" in cards(user)[1]
    assert user.game.moves[:3] == ((4, 4), (0, 0), (4, 5))
    user.linger(0.1)
    assert len(user.game.moves) == 3, "nobody plays in its place unasked"
    choose(user)
    user.trigger("resume")
    user.settled()
    assert len(user.game.moves) == 4
    assert user.controller.view.machine_name == "pbrain-other"


def test_nobody_moves_for_a_program_of_an_earlier_start_unasked(
    open_window, answered, write, tmp_path
):
    answered["path"] = write()
    options = ("--machine", "O", "--size", "9", "--line", "5")
    user = open_window(*options)
    choose(user)
    user.click((4, 4))
    user.settled()
    user.leave()
    user = open_window(*options)
    user.click((4, 5))
    assert user.headline == "The machine waits."
    for action in ("first", "last", "step_back", "step_forward"):
        user.trigger(action)
    user.linger(0.1)
    assert len(user.game.moves) == 3
    assert user.headline == "The machine waits."
    assert user.controller.record.players[PLAYERO].name == "pbrain-other"
    user.leave()
    user = open_window(*options)
    assert "pbrain-other played this game before" in user.window.notice.text, "still"
    user.trigger("resume")
    user.settled()
    assert len(user.game.moves) == 4
    assert user.controller.record.players[PLAYERO].level == "Medium"
    assert user.controller.view.machine_name == ""


def test_back_leads_to_a_programs_game_and_the_program_is_waited_for(open_window, answered, write):
    answered["path"] = write()
    user = open_window("--machine", "O", "--size", "9", "--line", "5")
    choose(user)
    user.click((4, 4))
    user.settled()
    card = user.all_choices()
    choose_in(card.opponent.who, "level")
    click_on(card.start)
    assert user.controller.view.machine_name == ""
    user.trigger("back")
    assert user.game.moves == ((4, 4), (0, 0))
    user.click((4, 5))
    assert user.headline == "The machine waits."
    choose(user)
    user.settled()
    assert user.game.moves[3] == (0, 1)
