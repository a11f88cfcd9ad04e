"""Lessons that set the lab up: what is described is what the form asks for, and what is run."""

import pytest
from PySide6.QtWidgets import QPushButton

from engine.tournament import published
from engine.tournament.experiment import read_experiment
from tests.desktop.features.lessons.own import GOOD, lesson_of
from tests.desktop.pupil import Pupil
from tests.engine.course_variants import KEPT
from tests.every import every

pytestmark = pytest.mark.uses("lab")

LESSON = """# Measure
## Do it
{command}
Press the button.
"""


@pytest.fixture
def pupil(open_window):
    return Pupil(open_window("--machine", "O", "--trials", "50"))


def in_lab(pupil):
    """Return the same person in front of the lab."""
    from tests.desktop.features.lab.user import LabUser

    return LabUser(pupil.user)


@pytest.fixture
def offered(pupil, tmp_path):
    """Return a function that opens a lesson with a command, and returns its button."""

    def offer(command):
        path = tmp_path / "mine.txt"
        path.write_text(LESSON.format(command=command))
        pupil.window.features["lessons"].files.open(path)
        (button,) = pupil.panel.page.findChildren(QPushButton)
        return button

    return offer


def said(button):
    return " ".join(button.text().split())


@pytest.mark.uses("lab")
@every(
    "text",
    [
        "published games=20 seed=3",
        "ladder size=4 games=7",
        "sweep trials=5,20,80 games=30",
        "sweep trials=5,20 player=mc:trials=1,other=2 opponent=perfect fixed=yes reverse=yes",
        "sweep size=3,4,5 player=mc:trials=20 line=3 seed=18446744073709551615",
        "sweep reverse=no,yes opponent=random",
        "pairing player=random opponent=mc:trials=5 size=9 line=5 rule=exact games=10",
        "pairing player=tree:simulations=50 opponent=mc:trials=10 size=5 line=4",
        "robin player=random player=mc:trials=10,other=2 games=4 player=level:hard",
        "pairing player=random size=5 line=4 opening=D5,C2,D4 games=10",
        "robin player=random player=perfect",
    ],
)
def test_the_form_asks_for_what_the_lesson_describes(user, text):
    from tests.desktop.features.lab.user import open_lab

    lab, experiment = open_lab(user), read_experiment(text)
    lab.ask(sprt=True)
    lab.form.ask_for(
        read_experiment("robin player=perfect player=random player=mc:trials=3 size=4 reverse=yes")
    )
    lab.form.ask_for(experiment)
    assert lab.form.tournament() == experiment.tournament()


@pytest.mark.uses("lab")
def test_a_button_fills_the_form_in_and_waits(pupil, offered):
    button = offered("@lab sweep trials=5,20,80 games=30 opponent=random")
    assert said(button) == "Open the lab, filled in: a sweep, 30 games a row"
    pupil.click(button)
    lab = in_lab(pupil)
    assert lab.page.isVisible()
    assert lab.form.tournament() == read_experiment(
        "sweep trials=5,20,80 games=30 opponent=random"
    ).tournament()  # fmt: skip
    assert lab.window.lab.state.name == "IDLE"
    assert lab.window.lab.summary is None
    assert pupil.window.features["lessons"].guide.active


def test_a_pairings_button_names_its_opponent(offered):
    button = offered("@lab pairing opponent=level:hard games=30")
    assert said(button) == "Open the lab, filled in: a pairing against Hard, 30 games a row"
    button = offered("@lab run pairing opponent=random games=30 opening=B2")
    assert said(button) == (
        "Run in the lab: a pairing against Random moves, from an opening, 30 games a row"
    )


@pytest.mark.uses("lab")
def test_results_of_before_are_not_taken_for_those_of_a_new_form(pupil, offered):
    pupil.click(offered("@lab run pairing player=random opponent=random games=2"))
    pupil.settled()
    button = offered("@lab pairing opponent=level:hard games=30")
    pupil.window.shell.pages.open_board()
    pupil.click(button)
    lab = in_lab(pupil)
    assert lab.page.isVisible()
    assert not lab.window.isVisible(), "they have a page of their own"


@pytest.mark.uses("lab")
def test_a_button_runs_an_experiment_once(pupil, offered):
    button = offered("@lab run sweep trials=2,3 games=6")
    assert said(button) == "Run in the lab: a sweep, 6 games a row"
    pupil.click(button)
    lab = in_lab(pupil)
    assert lab.window.lab.state.name == "RUNNING"
    pupil.window.shell.pages.open_board()
    pupil.click(button)
    assert lab.told == "", "it is under way"
    pupil.settled()
    assert len(lab.window.lab.games) == 12
    games = list(lab.window.lab.games)
    pupil.window.shell.pages.open_board()
    pupil.click(button)
    assert lab.window.lab.state.name == "IDLE"
    assert all(map(lambda one, two: one is two, games, lab.window.lab.games)), "it is shown already"


@pytest.mark.uses("lab")
def test_a_run_under_way_is_not_disturbed(pupil, offered):
    pupil.click(offered("@lab run sweep trials=2,3 games=100000"))
    lab = in_lab(pupil)
    button = offered("@lab run pairing games=2")
    pupil.window.shell.pages.open_board()
    pupil.click(button)
    assert lab.told == "The lab is at work; ask again when that has ended"
    assert lab.form.tournament().games == 200_000
    lab.window.lab.cancel()
    pupil.settled()


@pytest.mark.uses("files", "lab")
def test_the_readers_own_file_is_the_player(pupil, offered, tmp_path):
    command = "@lab pairing player=file:trials=7 opponent=mc:trials=7 games=2"
    pupil.click(offered(command))
    lab = in_lab(pupil)
    assert lab.told == "Choose your course file as the player, then press Start"
    assert lab.form.opponent.value() == "mc:trials=7"
    path = KEPT / "right" / "recursive.py"
    with pupil.user.qtbot.waitSignal(pupil.window.machine.announced):
        pupil.window.machine.load(path)
    button = offered(command)
    pupil.window.shell.pages.open_board()
    pupil.click(button)
    assert lab.told == ""
    assert lab.form.player.value() == f"file:trials=7:{path}"
    assert lab.window.lab.summary is None, "a file is never started by a lesson"
    pupil.user.trigger("built_in")
    lab.form.player.set_value("mc")
    button = offered(command)
    pupil.window.shell.pages.open_board()
    pupil.click(button)
    assert lab.form.player.value() == f"file:trials=7:{path}", "it was compared with another"


@pytest.mark.uses("lab")
def test_a_start_without_a_file_says_what_is_missing(pupil, offered):
    pupil.click(offered("@lab pairing player=file:trials=7 opponent=mc:trials=7 games=2"))
    lab = in_lab(pupil)
    lab.press("start")
    assert lab.told == (
        "This cannot be run: file:trials=7 names no course file; choose one, or write its path "
        "after it, as in file:trials=7:my_player.py."
    )
    assert lab.window.lab.state.name == "IDLE"


@pytest.mark.uses("lab")
def test_the_programs_own_lessons_set_the_lab_up(pupil):
    lesson = lesson_of("7b-perfect")
    (labs,) = (step.reveal.labs for step in lesson.steps if step.reveal and step.reveal.labs)
    pupil.open("7b-perfect")
    pupil.click(pupil.panel.button["tell"])
    (button,) = (each for each in pupil.panel.page.findChildren(QPushButton)
                 if said(each).startswith("Run in the lab"))  # fmt: skip
    assert said(button) == "Run in the lab: a sweep, 500 games a row"
    pupil.click(button)
    lab = in_lab(pupil)
    assert lab.window.lab.state.name == "RUNNING"
    lab.window.lab.cancel()
    pupil.settled()
    tournament = lab.form.tournament()
    assert tournament == labs[0].experiment.tournament()
    assert [each.value for each in tournament.pairings] == [
        each.value for each in published(1).pairings
    ]
    assert {each.second for each in tournament.pairings} == {"perfect"}
    pupil.user.trigger("published")
    pupil.settled()
    assert lab.window.lab.summary.tournament == published(1)
    (own,) = (step.begin.labs for step in lesson_of("8-own-machine").steps if step.begin.labs)
    assert own[0].experiment.wants_file


@every(
    ("command", "told"),
    [
        ("@lab", "an experiment begins with one of published, ladder, sweep, pairing, robin"),
        ("@lab swoop trials=5", "not 'swoop'"),
        ("@lab run", "not ''"),
        ("@lab sweep games=5", 'after "sweep" comes what is varied'),
        ("@lab sweep trials=5,few", "trials must be a number, not 'few'"),
        ("@lab sweep trials=5 trails=6", "trails is not known of the experiment sweep; there are"),
        ("@lab pairing games", 'games needs a value, such as "games=…"'),
        ("@lab pairing games=2 games=3", "games is said twice"),
        ("@lab pairing games=0", "games must be a whole number from 1 to 1000000, not 0"),
        ("@lab pairing size=2", "size must be a whole number from 3 to 25, not 2"),
        ("@lab pairing line=5", "the line length must be a whole number from 1 to 3, not 5"),
        ("@lab pairing seed=x", "seed must be a whole number from 0 to"),
        ("@lab pairing reverse=maybe", "reverse is yes or no, not 'maybe'"),
        ("@lab pairing player=nobody", "'nobody' is no player"),
        ("@lab pairing player=perfect size=9 line=5", "cannot play this game"),
        ("@lab robin player=random", "robin needs two players or more"),
        ("@lab published size=5", "size is not known of the experiment published"),
        ("@lab pairing player=file:/x.py", "a file cannot be named here, as file:/x.py does"),
        ("@lab pairing opponent=import:os:x", "a file cannot be named here"),
        ("@lab run pairing player=file", "a course file is started by its reader"),
    ],
)
def test_a_bad_description_is_said_with_its_line(pupil, tmp_path, command, told):
    path = tmp_path / "mine.txt"
    path.write_text(GOOD.replace("@do hint", command))
    pupil.window.notice.tell("")
    pupil.window.features["lessons"].files.open(path)
    text = pupil.window.notice.text
    assert "mine.txt, line 15: " in text
    assert told in text
    assert not pupil.window.features["lessons"].guide.active
