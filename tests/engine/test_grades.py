"""What a class gets back: grades in the teacher's table, private pages, Gradescope's results."""

import csv
import json
import re
import zipfile
from dataclasses import replace
from io import StringIO

import pytest

from engine.classroom import run
from engine.classroom.gradescope import read_list
from engine.classroom.roster import Roster
from engine.classroom.sheet import Sheet
from engine.cli import autograde
from engine.cli.main import main
from engine.compat.checking import Report, check_file
from engine.compat.terms import FAIL, Finding
from tests.engine.course_variants import FILES, KEPT, varied
from tests.engine.exports import (
    CANVAS,
    GRADEBOOK,
    GRADESCOPE,
    METADATA,
    MOODLE,
    WORKSHEET,
    broken,
    zipped,
)
from tests.engine.written_files import MOVES_AT_ONCE, mc_move

pytestmark = pytest.mark.usefixtures("short_checks", "judged_once")

RUBRIC = "[points]\nnames = 2.5\nmc_trial = 7.5\n"
"""A file with an mc_move and nothing else earns nothing; a right one 10."""

RIGHT = (KEPT / "right" / "recursive.py").read_text()


@pytest.fixture
def rubric(tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text(RUBRIC)
    return path


def graded(tmp_path, files, table, rubric, *options):
    """Fill a table in with the points of a class; return what was written, and the exit status."""
    roster, filled = tmp_path / "table.csv", tmp_path / "filled.csv"
    roster.write_bytes(table)
    place = zipped(tmp_path / "export.zip", files)
    given = ["class", str(place), "--games", "0", "--roster", str(roster), "--grades", str(filled)]
    status = main([*given, "--rubric", str(rubric), *options])
    return filled.read_bytes() if filled.exists() else None, status


# --- the teacher's own table --------------------------------------------------------------------


def test_a_worksheet_of_moodle_is_filled_in_and_nothing_else_changes(tmp_path, rubric, capsys):
    files = MOODLE | {"Anna Berg_1327627_assignsubmission_file_/solution.py": RIGHT}
    table = WORKSHEET.encode()
    filled, status = graded(tmp_path, files, table, rubric)  # its titles are German
    assert status == 0
    expected = WORKSHEET.replace(
        '"Anna Berg",a@x.edu,"Zur Bewertung abgegeben",,',
        '"Anna Berg",a@x.edu,"Zur Bewertung abgegeben",10,',
    )
    expected = expected.replace('"3,5"', '"0"')
    expected = expected.replace(
        '"Jan Meier",m@x.edu,Zur Bewertung abgegeben,,',
        '"Jan Meier",m@x.edu,Zur Bewertung abgegeben,0,',
    )
    assert filled.decode() == expected
    told = capsys.readouterr().out
    assert "not found in table.csv, so without a grade there: Zoë O'Neil" in told
    assert "not handed in; the line stays as it was: Ida Los" in told
    assert "nothing that could be read; the line stays as it was: Jan" in told
    assert "other grades stood in Bewertung before, and were replaced: 1 of them" in told


def test_a_worksheet_without_names_calls_its_students_participants(tmp_path, rubric, capsys):
    head = "Identifier,Status,Grade,Maximum Grade,Grade can be changed,Feedback comments\n"
    line = "Participant {},Submitted for grading,{},10.00,Yes,\n"
    files = {"Participant_7_assignsubmission_file_/solution.py": RIGHT}
    table = head + line.format(7, "-") + line.format(8, "")
    filled, _ = graded(tmp_path, files, table.encode(), rubric)
    assert filled.decode() == head + line.format(7, "10") + line.format(8, "")
    told = capsys.readouterr().out
    assert "Participant 7" in told
    assert "the line stays as it was: Participant 8" in told
    assert "replaced" not in told


def test_a_table_of_blackboard_is_filled_in(tmp_path, rubric, capsys):
    title = "HW1 [Total Pts: 12 Score] |778899"
    table = (
        f'"Last Name","First Name","Username","{title}"\r\n"Smith","Anna","a_smith","Needs Gra"\r\n'
    )
    head = "gradebook_CS101_HW1_a_smith_attempt_2019-01-31-02-51-33"
    files = {f"{head}_my.py": RIGHT, f"{head}.txt": "Name: Anna Smith (a_smith)"}
    for options in ([], ["--grade-column", "HW1"]):
        filled, status = graded(tmp_path, files, table.encode("utf-16"), rubric, *options)
        assert status == 0
        assert filled.decode("utf-16") == table.replace("Needs Gra", "10")
        assert "says at most 12 points, and the rubric gives 10" in capsys.readouterr().out
    _, status = graded(tmp_path, files, table.encode(), rubric, "--grade-column", "a")
    assert status == 2
    assert "has no column 'a'" in capsys.readouterr().err


def test_who_teaches_is_not_in_the_class(tmp_path, rubric, capsys):
    table = (
        "First Name,Last Name,SID,Email,Role,Total Score,Max Points\nAnna,Berg,051,,Student,3,10\n"
        "Jörg,Müller,052,,student,,10\nAda,Prof,,ada@x.edu,Instructor,,10\nTed,A,,,TA,,10\n"
    )
    filled, status = graded(tmp_path, GRADESCOPE, table.encode(), rubric)
    assert status == 0
    assert filled.decode() == table.replace("t,3,", "t,0,").replace("t,,", "t,0,")
    told = capsys.readouterr().out
    assert "Prof" not in told
    assert "other grades stood in Total Score before, and were replaced: 1 of them" in told


def test_decimals_are_written_as_the_table_writes_them(tmp_path, rubric):
    rubric.write_text("[points]\nnames = 2.5\n")
    files = {"Anna Berg_1327627_assignsubmission_file_/solution.py": RIGHT}
    filled, _ = graded(tmp_path, files, WORKSHEET.encode(), rubric, "--grade-column=Bewertung")
    assert 'abgegeben","2,5","10,00"' in filled.decode()
    table = b"Identifier,Full name,Grade,Maximum Grade\nParticipant 1327627,Anna Berg,,10.00\n"
    filled, _ = graded(tmp_path, files, table, rubric)
    assert filled == table.replace(b"Berg,,", b"Berg,2.5,")


def test_a_gradebook_of_canvas_is_filled_in(tmp_path, rubric, capsys):
    files = CANVAS | {"bergsven_51_9009_solution-2.py": RIGHT}
    table = GRADEBOOK.encode("utf-16")
    filled, status = graded(tmp_path, files, table, rubric)
    assert (filled, status) == (None, 2)
    assert "there are HW 1 (77), HW 2 (78)" in capsys.readouterr().err
    filled, status = graded(tmp_path, files, table, rubric, "--grade-column", "HW 1 (77)")
    assert status == 0
    expected = GRADEBOOK.replace(
        '"Berg, Sven",51,s51,sberg,A,,3', '"Berg, Sven",51,s51,sberg,A,10,3'
    )
    expected = expected.replace("52,s52,jdoe,A,,4", "52,s52,jdoe,A,0,4")
    expected = expected.replace("53,s53,jm,B,7,", "53,s53,jm,B,0,")
    assert filled.decode("utf-16") == expected
    assert "studenttest" in capsys.readouterr().out


def test_a_maximum_that_differs_is_told(tmp_path, rubric, capsys):
    rubric.write_text("[points]\nnames = 3\n")
    _, status = graded(tmp_path, CANVAS, GRADEBOOK.encode(), rubric, "--grade-column", "HW 2 (78)")
    assert status == 0
    assert "says at most 5 points, and the rubric gives 3" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content",
    ["a,b\n1,2\n", "a;b\r\n1;2\r\n", 'a\tb\n"x\ty"\t2', 'a,b\n"say ""hi""",2\n\n\n3,\n', "a,b\r1,2",
     '\ufeffa,b\n"two\nlines",2\n', "a,b\nonly\n"],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_table_keeps_all_that_is_not_set(tmp_path, content, encoding):
    if encoding != "utf-8":
        content = content.replace("\ufeff", "") + "ü"
    path = tmp_path / "table.csv"
    path.write_bytes(content.encode(encoding))
    sheet = Sheet.read(path)
    assert sheet.filled({}) == path.read_bytes()
    between = next(each for each in ",;\t" if f"a{each}b" in content)
    plain = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    rows = list(csv.reader(StringIO(plain), delimiter=between))
    assert [row for row in sheet.rows if row != [""]] == [row for row in rows if row]
    (tmp_path / "again.csv").write_bytes(sheet.filled({(1, 1): f"x{between}y"}))
    again = Sheet.read(tmp_path / "again.csv")
    assert again.rows[1][1] == f"x{between}y"
    assert [again.rows[0], again.rows[2:]] == [sheet.rows[0], sheet.rows[2:]]


def test_nobody_gets_the_grade_of_another_one(tmp_path, rubric, capsys):
    files = {
        "Jan Meier_1_assignsubmission_file_/a.py": RIGHT,
        "Jan Meier_2_assignsubmission_file_/a.py": broken(1),
        "Eva Klein_3_assignsubmission_file_/a.py": RIGHT + "#\n",
    }
    table = b"name,grade\nJan Meier,\nJan Meier,\nKlein Eva,\nOne Else,\n"
    filled, _ = graded(tmp_path, files, table, rubric)
    assert filled == table.replace(b"Klein Eva,", b"Klein Eva,10")
    told = capsys.readouterr().out
    assert "without a grade there: Jan Meier (1); Jan Meier (2)" in told
    assert "not handed in; the line stays as it was: One Else" in told


def test_who_has_no_first_name_is_called_by_the_other(tmp_path):
    (tmp_path / "list.csv").write_text("First name,Last name,sid\n,Meier,1\nAnna,,2\nA,B,3\n")
    roster = Roster.read(tmp_path / "list.csv")
    assert [each.person.name for each in roster.students] == ["Meier", "Anna", "A B"]


def test_two_numbers_of_one_student_that_disagree_are_no_match(tmp_path):
    (tmp_path / "list.csv").write_text("name,sid,email\nA B,1,a@x\nC D,2,c@x\n")
    roster = Roster.read(tmp_path / "list.csv")
    one, two = roster.students
    mixed = type(one.person)("E F", ("sid:1", "email:c@x"))
    assert roster.match([mixed])[0] == [None]
    assert roster.match([one.person, two.person])[0] == [one, two]


@pytest.mark.parametrize(
    ("options", "told"),
    [(["--grades", "{}/g.csv"], "--grades needs --rubric"),
     (["--grades", "{}/g.csv", "--rubric", "{}/rubric.toml"], "--grades needs --roster"),
     (["--results", "{}/r"], "--results needs --rubric"),
     (["--roster", "{}/rubric.toml", "--csv", "{}/rubric.toml"], "--roster names a file that is"),
     (["--roster", "{}/none.csv"], "none.csv cannot be read"),
     (["--league-minutes", "0"], "--league-minutes must be a number")],
)  # fmt: skip
def test_what_cannot_be_written_is_told_before_anything_is_done(
    tmp_path, rubric, capsys, options, told
):
    place = zipped(tmp_path / "export.zip", MOODLE)
    given = [each.format(tmp_path) for each in options]
    assert main(["class", str(place), *given]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / ".ttt-class").exists()


# --- pages --------------------------------------------------------------------------------------


def test_a_students_page_names_nobody_else(tmp_path, rubric):
    fault = varied([("sign * SCORE_CURRENT", "-sign * SCORE_CURRENT")])
    files = {
        "Anna Berg_1_assignsubmission_file_/a.py": fault,
        "Jörg Müller_2_assignsubmission_file_/a.py": MOVES_AT_ONCE,
        "Con_3_assignsubmission_file_/a.py": broken(1),
        "con_4_assignsubmission_file_/a.py": broken(2),
        "A:B_5_assignsubmission_file_/report.pdf": "x",
    }
    place, pages = zipped(tmp_path / "export.zip", files), tmp_path / "pages"
    given = ["class", str(place), "--games", "2", "--pages", str(pages), "--rubric", str(rubric)]
    assert main([*given, "--html", str(tmp_path / "class.html")]) == 0
    names = {path.name for path in pages.iterdir()}
    assert names == {"Anna Berg.html", "Jörg Müller.html", "_Con.html", "_con (2).html", "A_B.html"}
    page = (pages / "Anna Berg.html").read_text()
    assert "1 fault" in page
    assert "10 of 10 points" in page
    assert "mc:trials=100" in page
    for other in ("Jörg", "Müller", "Con", "1_assignsubmission", "export"):
        assert other not in page.replace("Contents", "")
    assert "Jörg Müller" in (tmp_path / "class.html").read_text()
    unread = (pages / "A_B.html").read_text()
    assert "nothing readable" in unread
    assert "of 10 points" not in unread, "its points are the teacher's to say"


def returned_pages(place):
    with zipfile.ZipFile(place) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_pages_go_back_to_moodle_and_canvas_in_a_zip(tmp_path, capsys):
    out = tmp_path / "back.zip"
    files = MOODLE | {"Weiß_Klein Eva_77_assignsubmission_file_/a.py": broken(7)}
    place = zipped(tmp_path / "moodle.zip", files)
    assert main(["class", str(place), "--games", "0", "--feedback", str(out)]) == 0
    pages = returned_pages(out)
    assert len(pages) == 7
    assert "cannot be loaded" in pages["Weiß Klein Eva_77_assignfeedback_file_feedback.html"]
    asked = [name.split("_", 4) for name in pages]  # as Moodle reads the names of what it is given
    assert {parts[1] for parts in asked} == {"77", *(str(1327627 + i) for i in range(6))}
    assert {tuple(parts[2:]) for parts in asked} == {("assignfeedback", "file", "feedback.html")}
    before = out.read_bytes()
    assert main(["class", str(place), "--games", "0", "--feedback", str(out)]) == 0
    assert out.read_bytes() == before
    files = CANVAS | {"textentry_88_text.html": "<p>see my mail</p>"}
    place = zipped(tmp_path / "canvas.zip", files)
    assert main(["class", str(place), "--games", "0", "--feedback", str(out)]) == 0
    assert "bergsven_51_9009_feedback.html" in returned_pages(out)
    assert "doejane_LATE_52_9002_feedback.html" in returned_pages(out)
    assert "without a page there: textentry" in capsys.readouterr().out
    place = zipped(tmp_path / "gradescope.zip", GRADESCOPE)
    assert main(["class", str(place), "--games", "0", "--feedback", str(out)]) == 2
    assert "only Moodle and Canvas take pages back" in capsys.readouterr().err


def test_a_group_members_page_does_not_name_the_others(tmp_path):
    stumbles = mc_move("if trials == 77:\n    raise ValueError('no idea')\nreturn (0, 0)")
    solution = "assignment_7_export/submission_12345/solution.py"
    place = zipped(tmp_path / "export.zip", GRADESCOPE | {solution: stumbles})
    pages = tmp_path / "pages"
    given = ["class", str(place), "--games", "2", "--trials", "77", "--pages", str(pages)]
    given += ["--workers", "1"]
    assert main(given) == 0
    page = (pages / "Jörg Müller.html").read_text()
    assert "handed in by a group of 2" in page
    assert "Against" in page, "its group's results"
    assert "8 games were spoilt, and count as lost: " in page
    assert "no idea" in page.split("count as lost: ")[1]
    for other in ("Anna", "Sean", "anna@x.edu"):
        assert other not in page


def test_a_cause_is_likely_where_its_line_was_found(tmp_path, rubric, monkeypatch):
    def check(path, *given):
        fault = Finding(FAIL, "a tie scores nothing", "0", "1", cause="no idea", faulty=2)
        return replace(check_file(path, *given), findings={"mc_trial": [fault]})

    monkeypatch.setattr(run, "check_file", check)
    place, pages = zipped(tmp_path / "export.zip", GRADESCOPE), tmp_path / "pages"
    given = ["class", str(place), "--games", "0", "--pages", str(pages), "--rubric", str(rubric)]
    out = tmp_path / "results"
    assert main([*given, "--html", str(tmp_path / "class.html"), "--results", str(out)]) == 0
    given_away = [*pages.glob("*.html"), *out.glob("*/results.json")]
    assert len(given_away) == 4 + 3
    for path in [tmp_path / "class.html", *given_away]:
        text = path.read_text()
        assert re.search(r"likely(: |</dt><dd>)no idea", text)
        assert "a tie scores nothing" in text
        assert "Nothing to find fault with" not in text


# --- tables for spreadsheets --------------------------------------------------------------------


def test_a_table_opens_right_in_spreadsheets_and_runs_nothing(tmp_path):
    names = ["=1+1", "+cmd", "-cmd", "@sum", "Jörg"]
    files = {f"{each}_{i}_assignsubmission_file_/a.py": broken() for i, each in enumerate(names)}
    table = tmp_path / "class.csv"
    place = zipped(tmp_path / "export.zip", files)
    assert main(["class", str(place), "--games", "0", "--csv", str(table)]) == 0
    content = table.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(StringIO(content.decode("utf-8-sig"))))
    assert {row["student"] for row in rows} == {"'=1+1", "'+cmd", "'-cmd", "'@sum", "Jörg"}
    assert not [cell for row in rows for cell in row.values() if cell.startswith(tuple("=+-@\t"))]


# --- Gradescope ---------------------------------------------------------------------------------


def test_gradescopes_list_is_read():
    told = read_list(METADATA)
    assert list(told) == ["submission_12345", "submission_12346", "submission_12350"]
    assert [each.name for each in told["submission_12345"]] == ["Anna Berg", "Jörg Müller"]
    assert [each.sid for each in told["submission_12345"]] == ["051", "052"]
    assert told["submission_12346"][0].name == "Sean O'Neil"
    assert told["submission_12346"][0].sid == ""


def test_names_in_gradescopes_list_may_hold_any_sign():
    text = 'submission_1:\n  :submitters:\n  - :name: "J\\u00f6rg \\"Jo\\" \\x41\\\\\\tB"\n'
    assert read_list(text)["submission_1"][0].name == 'Jörg "Jo" A\\\tB'


def test_a_hostile_list_is_refused_in_a_sentence_and_runs_nothing():
    people = "  - :name: a\n" * 500
    lists = {
        "aliases": f"s: &s\n  :submitters:\n{people}" + "".join(f"f{i}: *s\n" for i in range(500)),
        "one name": f"s:\n  :submitters:\n  - &a\n    :name: {'x' * 9000}\n" + "  - *a\n" * 99,
        "itself": "a: &a\n  :submitters: [*a]\n",
        "depth": "[" * 50_000,
        "no YAML": 'a: "b',
        "zeros": "a: \0",
        "no letter": 'a: "\\UFFFFFFFF"',
        "two": "---\na: b\n---\nc: d\n",
    }  # fmt: skip
    for name, text in lists.items():
        with pytest.raises(ValueError, match=r"^submission_metadata\.yml .*; export it again$"):
            print(name, read_list(text))
    for text in ("", "hello", "- a", "a: !!python/object/apply:os.system ['exit 1']\n"):
        with pytest.raises(ValueError, match="names no submitters"):
            read_list(text)


def test_what_gradescope_leaves_open_is_read_as_nothing():
    text = "s:\n  :submitters:\n  - :name: &n Ann\n    :sid: ~\n    :email: null\n  - *n\n"
    assert [(each.name, each.key) for each in read_list(text)["s"]] == [
        ("Ann", "Ann"), ("", ""),
    ]  # fmt: skip


def test_results_of_a_class_for_gradescope(tmp_path, rubric):
    place, out = zipped(tmp_path / "export.zip", GRADESCOPE), tmp_path / "results"
    given = ["class", str(place), "--games", "0", "--rubric", str(rubric), "--results", str(out)]
    assert main(given) == 0
    found = {path.parent.name: json.loads(path.read_text()) for path in out.glob("*/results.json")}
    assert set(found) == {"submission_12345", "submission_12350", "submission_12360"}
    assert found["submission_12350"]["score"] == 0
    tests = {each["name"]: each for each in found["submission_12345"]["tests"]}
    assert tests["names"]["status"] == "failed"
    assert (tests["names"]["score"], tests["names"]["max_score"]) == (0, 2.5)
    assert "Fault: " in tests["names"]["output"]


@pytest.mark.parametrize(
    ("files", "score", "told"),
    [({"my.py": RIGHT}, 10, "Verdict: right"),
     ({"my.py": (FILES / "tie_is_loss.py").read_text()}, 10, "Verdict: 1 fault"),
     ({"essay.pdf": "x"}, 0, "Nothing could be checked: submission holds no Python file")],
)  # fmt: skip
def test_one_submission_is_graded_as_gradescope_runs_it(tmp_path, rubric, files, score, told):
    place, out = tmp_path / "submission", tmp_path / "results" / "results.json"
    place.mkdir()
    for name, text in files.items():
        (place / name).write_text(text)
    given = ["autograde", str(place), "--rubric", str(rubric), "--out", str(out)]
    assert main(given) == 0
    data = json.loads(out.read_text())
    assert data["score"] == score
    assert told in data["output"]
    assert data["visibility"] == "visible"
    if "tests" in data:
        assert sum(each.get("score", 0) for each in data["tests"]) == score
        assert {each["status"] for each in data["tests"]} <= {"passed", "failed"}


def test_a_submission_that_cannot_be_judged_has_no_score(tmp_path, rubric, monkeypatch):
    out, path = tmp_path / "results.json", tmp_path / "my.py"
    path.write_text(MOVES_AT_ONCE)
    busy = Report(path, {}, no_move="busy", unjudged="the machine was too busy")
    monkeypatch.setattr(autograde, "check_file", lambda *_given: busy)
    assert main(["autograde", str(path), "--rubric", str(rubric), "--out", str(out)]) == 2
    data = json.loads(out.read_text())
    assert "score" not in data
    assert data["output"] == "This could not be judged: the machine was too busy."


def test_a_submission_that_is_not_there_is_told(tmp_path, rubric, capsys):
    assert main(["autograde", str(tmp_path / "none.py"), "--rubric", str(rubric)]) == 2
    assert "there is no submission" in capsys.readouterr().err
