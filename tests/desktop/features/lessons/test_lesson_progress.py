"""What was answered in lessons: shown in the list, kept, exported, and counted for a teacher."""

import json

import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog

from engine import parse_square
from tests.desktop.features.lessons.own import KEYS, lesson_of, with_all
from tests.desktop.pupil import Pupil
from tests.driver.user import advance
from ttt_desktop.features.lessons.progress import Progress
from ttt_desktop.work.storage import LESSONS_NAME

BLIND = "4-blind-spot"
MINE = """# Salt & pepper
Two steps.

## One
@position A1
O is to move.
@ask Where?
@answer B2
@reveal
There.

## Two
The end.
"""


@pytest.fixture
def pupil(open_window, tmp_path):
    return Pupil(open_window("--machine", "O", "--trials", "50", folder=tmp_path))


def walk(pupil, key, wrong=(), told=()):
    """Go through a lesson by clicks: the questions of these numbers wrong, or told."""
    pupil.open(key)
    number = 0
    steps = lesson_of(key).steps
    for place, step in enumerate(steps, start=1):
        if step.question is not None:
            number += 1
            if number in told:
                pupil.click(pupil.panel.button["tell"])
            else:
                pupil.answer(step.question, right=number not in wrong)
        pupil.settled()
        if place < len(steps):
            pupil.next()
    pupil.click(pupil.panel.button["contents"])


def said(button):
    return " ".join(button.text().replace("&&", "&").split())


def stored(folder):
    return json.loads((folder / LESSONS_NAME).read_text())


@with_all
def test_the_list_says_what_is_done_and_how_many_predictions_were_right(pupil):
    walk(pupil, BLIND, wrong=[1], told=[3])
    assert said(pupil.panel.lessons[BLIND]) == (
        f"{KEYS.index(BLIND) + 1}. The blind spot Done · 2 of 4 predictions right"
    )
    pupil.click(pupil.panel.lessons["2-scores"])
    pupil.next()
    pupil.click(pupil.panel.button["contents"])
    assert said(pupil.panel.lessons["2-scores"]) == "2. From playouts to scores 2 of 5 steps"
    assert said(pupil.panel.lessons["1-playout"]) == "1. What is a playout?"
    assert set(pupil.panel.anew) == {BLIND}, "where nothing was answered, nothing can be forgotten"


def test_only_first_answers_count_until_they_are_forgotten(pupil):
    walk(pupil, BLIND, wrong=[1, 2, 3], told=[4])
    walk_again = pupil.panel.lessons[BLIND]
    assert said(walk_again).endswith("Done · 0 of 4 predictions right")
    pupil.click(walk_again)
    pupil.answer(lesson_of(BLIND).steps[0].question)
    assert "Right: C1, A3." in pupil.reads
    pupil.settled()
    pupil.click(pupil.panel.button["contents"])
    assert said(pupil.panel.lessons[BLIND]).endswith("Done · 0 of 4 predictions right")
    anew = pupil.panel.anew[BLIND]
    assert said(anew) == "Begin anew, and forget my 4 answers"
    pupil.click(anew)
    assert "A position to think about" in pupil.reads, "it begins"
    pupil.answer(lesson_of(BLIND).steps[0].question)
    pupil.settled()
    pupil.click(pupil.panel.button["contents"])
    assert said(pupil.panel.lessons[BLIND]).endswith("1 of 6 steps")
    assert said(pupil.panel.anew[BLIND]) == "Begin anew, and forget my answer"


def test_answers_outlast_the_program(pupil, open_window, tmp_path):
    walk(pupil, BLIND, wrong=[2])
    pupil.window.close()
    later = Pupil(open_window("--machine", "O", folder=tmp_path))
    later.open()
    assert said(later.panel.lessons[BLIND]).endswith("Done · 3 of 4 predictions right")


def test_two_windows_do_not_take_each_others_answers(pupil, open_window, tmp_path):
    other = Pupil(open_window("--machine", "O", folder=tmp_path))
    for each, key in ((pupil, "2-scores"), (other, BLIND)):
        each.window.features["lessons"].guide.open_own(key)
        advance(each.window.features["lessons"].guide)
        each.settled()
    advance(other.window.features["lessons"].guide)
    lessons = {each["key"]: each for each in stored(tmp_path)["lessons"]}
    assert lessons["2-scores"]["seen"] == 2
    assert lessons[BLIND]["seen"] == 2
    assert lessons[BLIND]["questions"][0]["answer"] is None


def test_a_teachers_file_counts_by_its_text_wherever_it_lies(pupil, tmp_path):
    first, second = tmp_path / "one" / "mine.txt", tmp_path / "two" / "mine.txt"
    for path in (first, second):
        path.parent.mkdir()
        path.write_text(MINE)
    pupil.window.features["lessons"].files.open(first)
    pupil.user.click(parse_square("B2", 3))
    pupil.next()
    pupil.click(pupil.panel.button["contents"])
    assert said(pupil.panel.lessons[str(first)]) == ("Salt & pepper Done · 1 of 1 prediction right")
    second.write_text(MINE.replace("The end.", "The very end."))
    pupil.window.features["lessons"].files.open(second)
    pupil.click(pupil.panel.button["contents"])
    assert said(pupil.panel.lessons[str(second)]) == "Salt & pepper 1 of 2 steps"
    pupil.click(pupil.panel.lessons[str(first)])
    assert "Salt & pepper (1 of 2)" in pupil.reads
    pupil.click(pupil.panel.button["contents"])
    first.unlink()
    pupil.click(pupil.panel.lessons[str(first)])
    assert "mine.txt: No such file" in pupil.window.notice.text


def test_answers_to_an_earlier_text_are_shown_as_such(pupil, open_window, tmp_path):
    walk(pupil, BLIND)
    pupil.window.close()
    data = stored(tmp_path)
    data["lessons"][0]["digest"] = "of another text"
    (tmp_path / LESSONS_NAME).write_text(json.dumps(data))
    later = Pupil(open_window("--machine", "O", folder=tmp_path))
    later.open()
    assert said(later.panel.lessons[BLIND]).endswith(
        "Done · 4 of 4 predictions right (its text has changed since)"
    )
    later.click(later.panel.lessons[BLIND])
    assert len(stored(tmp_path)["lessons"]) == 2, "neither takes the other's place"


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "nonsense",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"version": 1', '"version": 0'),
        lambda text: text.replace('"seen": 2', '"seen": 7'),
        lambda text: text.replace('"answer": "C1"', '"answer": "Z9"'),
        lambda text: text.replace('"right"', '"wrong"'),
    ],
)
def test_a_damaged_file_is_set_aside_and_said_so(open_window, tmp_path, damage):
    before = Pupil(open_window("--machine", "O", folder=tmp_path))
    before.window.features["lessons"].guide.open_own(BLIND)
    before.user.click(parse_square("C1", 3))
    before.settled()
    before.next()
    before.window.close()
    path = tmp_path / LESSONS_NAME
    text = path.read_text()
    assert damage(text) != text
    path.write_text(damage(text))
    after = Pupil(open_window("--machine", "O", folder=tmp_path))
    after.window.features["lessons"].guide.open_own(BLIND)
    (kept,) = tmp_path.glob(f"{LESSONS_NAME}.damaged-*")
    assert kept.read_text() == damage(text)
    assert after.window.notice.text == (
        f"Your answers in lessons could not be read; the file is kept as {kept.name}."
    )
    assert stored(tmp_path)["lessons"][0]["seen"] == 1


def test_a_newer_programs_answers_are_kept_aside_and_said(tmp_path):
    messages = []
    progress = Progress(tmp_path, messages.append)
    progress.save_name("Anna")
    path = tmp_path / LESSONS_NAME
    content = path.read_text().replace('"version": 1', '"version": 2')
    path.write_text(content)
    assert Progress(tmp_path, messages.append).file.name == ""
    (aside,) = tmp_path.glob(f"{LESSONS_NAME}.newer-*")
    assert aside.read_text() == content
    (message,) = messages
    assert "newer version" in message
    assert aside.name in message


def test_a_disk_that_takes_nothing_is_said_once_and_answers_are_written_later(
    pupil, monkeypatch, tmp_path
):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    pupil.open(BLIND)
    with monkeypatch.context() as patched:
        patched.setattr("ttt_desktop.features.lessons.progress.write_whole", refuse)
        pupil.answer(lesson_of(BLIND).steps[0].question)
        pupil.settled()
        assert "Your answers could not be kept (No space left on device)" in (
            pupil.window.notice.text
        )
        pupil.window.notice.dismiss()
        pupil.next()
        assert pupil.window.notice.text == ""
    assert "answer" not in stored(tmp_path)["lessons"][0]["questions"][0]
    pupil.click(pupil.panel.button["tell"])
    pupil.settled()
    questions = stored(tmp_path)["lessons"][0]["questions"]
    assert [each["answer"] for each in questions[:2]] == ["C1", None]


# --- handed in ------------------------------------------------------------------------------


@pytest.fixture
def chooses(monkeypatch):
    """Return a function that answers every dialog that asks for a file or a folder."""

    def choose(path):
        monkeypatch.setattr(QFileDialog, "exec", lambda _: True)
        monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(path)])
        monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(path))

    return choose


def named(monkeypatch, *names):
    """Have the dialog that asks for a name answered by these names, one after another."""
    given = list(names)
    monkeypatch.setattr(
        QInputDialog, "getText", lambda *_, **__: (given.pop(0), True) if given else ("", False)
    )
    return given


def test_answers_are_exported_under_a_name_that_is_asked_for_once(
    pupil, chooses, monkeypatch, tmp_path
):
    pupil.user.trigger("export_answers")
    assert "There are no answers yet" in pupil.window.notice.text
    walk(pupil, BLIND, wrong=[1])
    left = named(monkeypatch, "  ", "Anna  Müller", "Berta")
    pupil.user.trigger("export_answers")
    assert pupil.window.notice.text == "Your name was not kept: the name is missing."
    chooses(tmp_path / "Anna Müller.tttanswers")
    for _ in range(2):
        pupil.user.trigger("export_answers")
        assert "Anna Müller.tttanswers" in pupil.window.statusBar().currentMessage()
        assert left == ["Berta"], "it is asked for once"
    data = json.loads((tmp_path / "Anna Müller.tttanswers").read_text())
    assert (data["format"], data["version"]) == ("monte-carlo-tic-tac-toe answers", 1)
    assert data["name"] == "Anna Müller"
    assert [each["key"] for each in data["lessons"]] == [BLIND]
    assert str(tmp_path) not in json.dumps(data), "no path leaves this computer"
    assert "Your answers are exported in the name of Anna Müller." in pupil.reads
    pupil.click(pupil.panel.rename)
    assert "Your answers are exported in the name of Berta." in pupil.reads


@pytest.mark.uses("classroom")
def test_a_teacher_gets_a_page_and_a_table_of_a_class(pupil, chooses, monkeypatch, tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    walk(pupil, BLIND, wrong=[1], told=[3])
    named(monkeypatch, "Anna")
    chooses(folder / "Anna.tttanswers")
    pupil.user.trigger("export_answers")
    (folder / "Berta.tttanswers").write_text("{}")
    for name, told in (("page.html", "<h2>The class</h2>"), ("table.csv", "Anna,Anna.ttt")):
        monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
        monkeypatch.setattr(
            QFileDialog, "selectedFiles", lambda _, path=tmp_path / name: [str(path)]
        )
        with pupil.user.qtbot.waitSignal(pupil.window.features["classroom"].answers.saved):
            pupil.user.trigger("class_answers")
        assert told in (tmp_path / name).read_text()
        assert (
            pupil.user.page("class").notice.text == f"{name}: Could not be read: Berta.tttanswers."
        )
    chooses(tmp_path / "one")
    (tmp_path / "one").mkdir()
    pupil.user.trigger("class_answers")
    refused = "The page was not written: there are no answers in"
    pupil.user.qtbot.waitUntil(lambda: refused in pupil.user.page("class").notice.text)
