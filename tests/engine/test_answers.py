"""A class's answers in lessons: read from files that may be anything, counted, and written."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.waiting import commanded

ROOT = Path(__file__).resolve().parents[2]

CLICK = {
    "step": "Guess", "question": "Which <square>?", "board": "X../.O./..X", "right": ["C1", "A3"],
}  # fmt: skip
CHOOSE = {
    "step": "=1+1", "question": "How many?", "options": ["few", "-many", "all"], "right": ["all"],
}  # fmt: skip


def lesson(*answers, key="4-trap", title="The trap", seen=3, digest="d1"):
    """Return a lesson with two questions, as it is exported; "" leaves one without an answer."""
    questions = [
        asked | ({} if answer == "" else {"answer": answer})
        for asked, answer in zip((CLICK, CHOOSE), answers, strict=True)
    ]
    return {
        "key": key, "digest": digest, "title": title, "steps": 3, "seen": seen,
        "questions": questions,
    }  # fmt: skip


def hand_in(path, name, *lessons):
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {
        "format": "monte-carlo-tic-tac-toe answers", "version": 1, "name": name,
        "lessons": list(lessons),
    }  # fmt: skip
    path.write_text(json.dumps(data))


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "class"
    hand_in(made / "anna.tttanswers", "Anna", lesson("C1", "all"))
    hand_in(made / "berta" / "berta.tttanswers", "<b>Berta</b>", lesson("B1", None))
    hand_in(made / "carl.tttanswers", "=Carl", lesson("A3", "-many"))
    hand_in(made / "dora.tttanswers", "Dora", lesson("B1", "", seen=2))
    return made


def answers(*arguments):
    return commanded("answers", *arguments)


def as_json(folder):
    done = answers(folder, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


class Cells(HTMLParser):
    """Collects the texts of a page, with the classes of what they stand in."""

    def __init__(self, text):
        super().__init__()
        self.found, self._kinds, self.tags = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in ("meta", "br"):
            self._kinds.append(dict(attrs).get("class") or "")

    def handle_endtag(self, _tag):
        self._kinds.pop()

    def handle_data(self, data):
        if data.strip():
            self.found.append((data.strip(), " ".join(filter(None, self._kinds))))


def test_who_chose_what_is_counted_and_the_right_answer_marked(folder):
    found = as_json(folder)
    assert [(each["name"], each["lessons_done"], each["right"], each["predictions"], each["told"])
            for each in found["pupils"]] == [
        ("<b>Berta</b>", 1, 0, 1, 1), ("=Carl", 1, 1, 2, 0), ("Anna", 1, 2, 2, 0),
        ("Dora", 0, 0, 1, 0),
    ]  # fmt: skip
    click, choose = found["questions"]
    assert click["answers"] == {"B1": 2, "A3": 1, "C1": 1}
    assert (click["right"], click["told"]) == (["C1", "A3"], 0)
    assert choose["answers"] == {"few": 0, "-many": 1, "all": 1}
    assert (choose["number"], choose["told"]) == ("1.2", 1)
    text = answers(folder).stdout
    assert re.search(r"^Anna +1 +2 +2 +0$", text, re.MULTILINE)
    assert re.search(r"^  \* all +1$", text, re.MULTILINE)
    assert re.search(r"^    -many +1$", text, re.MULTILINE)
    assert re.search(r"^    \(asked to be told\) +1$", text, re.MULTILINE)


def test_the_page_names_everybody_and_escapes_what_pupils_wrote(folder, tmp_path):
    page = tmp_path / "page.html"
    done = answers(folder, "--html", page)
    assert (done.returncode, done.stderr) == (0, "")
    cells = Cells(page.read_text())
    texts = [text for text, _ in cells.found]
    assert {"Anna", "<b>Berta</b>", "=Carl", "Dora"} <= set(texts)
    assert not {"b", "square", "script", "link", "img"} & cells.tags
    assert "What was understood least" in texts
    assert "1 of 3" in texts, "three pupils came to the question, and one had the answer shown"
    within = "lesson question board"
    board = [(text, kind) for text, kind in cells.found if "board" in kind]
    assert board == [
        ("X", within), ("2", f"{within} faults"), ("✓1", f"{within} right"),
        ("O", within), ("✓1", f"{within} right"), ("X", within),
    ]  # fmt: skip
    assert [text for text, kind in cells.found if "answers right" in kind and "✓" in text] == [
        "✓ A3", "✓ C1", "✓ all",
    ]  # fmt: skip


def test_the_table_opens_in_a_spreadsheet_without_a_formula(folder, tmp_path):
    table = tmp_path / "table.csv"
    assert answers(folder, "--csv", table).returncode == 0
    found = rows(table)
    assert [each["pupil"] for each in found] == ["<b>Berta</b>", "'=Carl", "Anna", "Dora"]
    assert [each["1.2 =1+1"] for each in found] == ["(told)", "'-many", "all", ""]
    for line in csv.reader(table.read_text().splitlines()):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in line)


def damaged(change):
    """Return a hand-in with something changed in its first question."""
    data = lesson("C1", "all")
    change(data)
    return data


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (lesson("Z9", "all"), "its part “answer” is wrong: "),
        (lesson("C1", "none"), "its part “answer” is none of the options"),
        (lesson("c1 ", "all"), "its part “answer” is no square's name"),
        (lesson(["C1"], "all"), "“lessons[0].questions[0].answer” must be a text"),
        (lesson("C1", "all", seen=4), "its part “seen” must be from 0 to 3"),
        (lesson("C1", "all", seen=-1), "its part “seen” must be from 0 to 3"),
        (lesson("C1", "all", seen=True), "its part “lessons[0].seen” must be a whole number"),
        (lesson("C1", "all", key=None), "its part “lessons[0].key” must be a text"),
        (damaged(lambda data: data.pop("questions")), "“lessons[0].questions” is missing"),
        (damaged(lambda data: data.update(questions=["?"])), "[0].questions[0]” must be an object"),
        (
            damaged(lambda data: data["questions"].__setitem__(0, CLICK | {"board": "X../.O."})),
            "its part “right” is wrong: ",
        ),
        (
            damaged(lambda data: data["questions"].__setitem__(0, CHOOSE | {"right": []})),
            "its part “right” is empty",
        ),
    ],
)
def test_a_damaged_file_is_a_row_with_a_sentence(folder, data, told):
    hand_in(folder / "emil.tttanswers", "Emil", data)
    (row,) = (each for each in as_json(folder)["pupils"] if not each["read"])
    assert (row["name"], row["file"]) == ("emil", "emil.tttanswers")
    assert told in row["problem"]
    assert f"emil.tttanswers: {row['problem']}." in answers(folder).stdout


def test_nobody_vanishes(folder, tmp_path):
    (folder / "junk.tttanswers").write_bytes(b"\xff\xfe{")
    (folder / "newer.tttanswers").write_text(
        json.dumps({"format": "monte-carlo-tic-tac-toe answers", "version": 9})
    )
    (folder / "huge.tttanswers").write_bytes(b" " * 3_000_000)
    (folder / "folder.tttanswers").mkdir()
    (folder / "nameless.tttanswers").write_text(
        json.dumps({"format": "monte-carlo-tic-tac-toe answers", "version": 1, "name": " ",
                    "lessons": []})
    )  # fmt: skip
    (folder / "berta" / "essay.pdf").write_text("x")
    (folder / "gustav").mkdir()
    (folder / ".hidden").write_text("x")
    (folder / "loop").symlink_to(folder)
    (folder / "gone.tttanswers").symlink_to(tmp_path / "nowhere")
    hand_in(folder / "again.tttanswers", "anna", lesson("C1", "all"))
    table, page = tmp_path / "table.csv", tmp_path / "page.html"
    done = answers(folder, "--csv", table, "--html", page)
    assert (done.returncode, done.stderr) == (0, "")
    told = {each["file"]: each["problem"] for each in rows(table)}
    assert "holds no answers" in told["junk.tttanswers"]
    assert "newer version" in told["newer.tttanswers"]
    assert "larger than" in told["huge.tttanswers"]
    assert "cannot be read" in told["gone.tttanswers"]
    assert told["nameless.tttanswers"] == "the name is missing"
    same = "another file has the same name in it, and both are counted"
    assert told["anna.tttanswers"] == told["again.tttanswers"] == same
    left = "Holds no answers: berta/essay.pdf, folder.tttanswers/, gustav/, loop/."
    assert left in done.stdout
    for text in ("nowhere", ".hidden"):
        assert text not in done.stdout
    assert left in page.read_text()
    assert "5 could not be read" in page.read_text()


def test_a_report_beside_the_answers_is_no_hand_in(folder):
    for _ in range(2):
        done = answers(folder, "--html", folder / "page.html", "--csv", folder / "berta" / "t.csv")
        assert (done.returncode, done.stderr) == (0, "")
        assert "Holds no answers" not in done.stdout
        assert "Holds no answers" not in (folder / "page.html").read_text()
    assert "Holds no answers: berta/t.csv, page.html." in answers(folder).stdout


def test_one_lesson_in_two_texts_counts_a_pupil_once(tmp_path):
    hand_in(tmp_path / "c" / "a.tttanswers", "A", lesson("C1", "", seen=2),
            lesson("B1", "all", digest="d2"))  # fmt: skip
    hand_in(tmp_path / "c" / "b.tttanswers", "B", lesson("B1", "few", digest="d2"))
    hand_in(tmp_path / "c" / "c.tttanswers", "C",
            lesson("C1", "all", key="10-late", title="Late"), lesson("C1", "all"))  # fmt: skip
    found = as_json(tmp_path / "c")
    assert [(each["number"], each["lesson"]) for each in found["questions"]] == [
        ("1.1", "The trap"), ("1.2", "The trap"), ("2.1", "Late"), ("2.2", "Late"),
    ]  # fmt: skip
    assert found["questions"][0]["answers"] == {"C1": 2, "B1": 1, "A3": 0}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nothing"], "there is no folder nothing"),
        (["empty"], "there are no answers in empty; their files end in .tttanswers"),
        (["class", "--html", "a", "--csv", "a"], "--html and --csv need a file each"),
        (["class", "--html", "class/a.tttanswers"], "write to another name"),
        (["class", "--html", "no/where/page.html"], "page.html cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(folder, tmp_path, monkeypatch, arguments, told):
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    done = answers(*arguments)
    assert done.returncode == (1 if "cannot be written" in told else 2)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
