"""Classes as learning platforms export them: every student has a row, and nobody is guessed."""

import json
import zipfile
from io import BytesIO

import pytest

from engine.cli.main import main
from tests.engine.exports import (
    BLACKBOARD,
    CANVAS,
    EXPORTS,
    GRADEBOOK,
    METADATA,
    MOODLE,
    WORKSHEET,
    broken,
    unpacked,
    zipped,
)
from tests.engine.written_files import MOVES_AT_ONCE

pytestmark = pytest.mark.usefixtures("short_checks", "judged_once")


def seen(place, *options):
    """Look at a class; return what was told of it, and its students by name."""
    told = place.parent / "class.json"
    assert main(["class", str(place), "--games", "0", "--json", str(told), *options]) == 0
    data = json.loads(told.read_text())
    return data, {each["student"]: each for each in data["students"]}


def verdicts(students):
    return {name: each["verdict"] for name, each in students.items()}


FOUND = {
    "moodle": {
        "Anna Berg": "faults", "Jan de_la_Cruz": "nothing readable",
        "Jan Meier (1327630)": "nothing is written yet", "Jan Meier (1327631)": "nothing readable",
        "Jörg Müller": "cannot be loaded", "Zoë O'Neil": "nothing readable",
    },
    "canvas": {
        "bergsven": "faults", "doejane": "cannot be loaded", "müllerjörg": "cannot be loaded",
        "studenttest": "cannot be loaded", "zhaowei": "nothing readable",
    },
    "blackboard": {
        "a_smith": "faults", "b_smith": "cannot be loaded", "carl": "nothing readable",
    },
    "gradescope": {
        "Anna Berg": "faults", "Jörg Müller": "faults", "Sean O'Neil": "cannot be loaded",
        "submission_12360": "cannot be loaded",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("platform", "packed"), [*((platform, True) for platform in EXPORTS), ("moodle", False)]
)
def test_every_student_of_an_export_has_a_row(tmp_path, platform, packed):
    make = zipped if packed else unpacked
    data, students = seen(make(tmp_path / "export", EXPORTS[platform]))
    assert data["platform"] == platform
    told = {
        name: "faults" if "fault" in each else each for name, each in verdicts(students).items()
    }
    assert told == FOUND[platform]


def test_the_latest_attempt_counts_and_earlier_ones_are_named(tmp_path):
    _, students = seen(zipped(tmp_path / "canvas.zip", CANVAS))
    assert students["bergsven"]["source"] == "bergsven_51_9009_solution-2.py"
    assert set(students["bergsven"]["earlier"]) == {
        "bergsven_51_9001_solution.py", "bergsven_51_9005_solution-1.py",
    }  # fmt: skip
    assert "handed in late" in students["doejane"]["report"]["notes"]
    assert students["doejane"]["others"] == ["notes.py"]
    _, students = seen(zipped(tmp_path / "blackboard.zip", BLACKBOARD))
    first = students["a_smith"]
    assert "2019-02-02" in first["source"]
    assert [name.rpartition("_")[2] for name in first["earlier"]] == ["name.py"], "no receipts"
    assert all("2019-01-31" in name for name in first["earlier"])


def test_a_page_names_the_file_as_its_student_called_it(tmp_path):
    pages = tmp_path / "pages"
    for name in ("blackboard", "canvas"):
        place = zipped(tmp_path / f"{name}.zip", EXPORTS[name])
        assert main(["class", str(place), "--games", "0", "--pages", str(pages)]) == 0
    told = {path.stem: path.read_text() for path in pages.iterdir()}
    assert "looked at: solution.py; handed in with it: helper.py" in told["b_smith"]
    assert "looked at: name.py; of several attempts, the latest counts" in told["a_smith"]
    assert "looked at: my work.py" in told["doejane"]
    assert "of several attempts" not in told["doejane"]
    assert "no file was handed in" in told["carl"]
    assert "attempt_2019" not in "".join(told.values()), "Blackboard's receipt is no hand-in"


def test_canvas_exports_without_names_and_with_texts_are_read(tmp_path):
    files = {
        "anon_tIbZF_9001_2_solution.py": broken(1),
        "LATE_anon_9xKq2_9002_solution.py": broken(2),
        "of_the_hilljoan_56_9003_solution.py": broken(3),
        "doejane_LATE_52_text.html": "<p>see my mail</p>",
    }
    data, students = seen(zipped(tmp_path / "canvas.zip", files))
    assert data["platform"] == "canvas"
    assert set(students) == {"anon_tIbZF", "anon_9xKq2", "of_the_hilljoan", "doejane"}
    late = {name for name, each in students.items() if "handed in late" in each["report"]["notes"]}
    assert late == {"anon_9xKq2", "doejane"}
    assert students["doejane"]["verdict"] == "nothing readable"


def test_files_of_one_student_import_each_other_under_their_own_names(tmp_path):
    files = {
        "doejane_52_9002_solution-1.py": "import helper\n" + MOVES_AT_ONCE,
        "doejane_52_9003_helper-1.py": "NOTHING = 1\n",
        "roejohn_53_9003_helper.py": broken(),
    }
    _, students = seen(zipped(tmp_path / "canvas.zip", files))
    assert students["doejane"]["no_move"] == ""


def test_files_that_a_student_numbered_are_no_attempts(tmp_path):
    files = {
        "doejane_52_9002_part-1.py": MOVES_AT_ONCE,
        "doejane_52_9003_part-2.py": "NOTHING = 1\n",
        "roejohn_53_9003_part-2.py": broken(),
    }
    _, students = seen(zipped(tmp_path / "canvas.zip", files))
    assert students["doejane"]["earlier"] == []
    assert students["doejane"]["report"]["file"].endswith("part-1.py")
    assert students["doejane"]["others"] == ["part-2.py"]


def test_a_group_is_checked_once_and_each_of_it_has_a_row(tmp_path, capsys):
    place = zipped(tmp_path / "g.zip", EXPORTS["gradescope"])
    told = tmp_path / "class.json"
    assert main(["class", str(place), "--games", "2", "--json", str(told)]) == 0
    data = json.loads(told.read_text())
    students = {each["student"]: each for each in data["students"]}
    assert students["Jörg Müller"]["group"] == "Anna Berg"
    assert students["Anna Berg"]["report"] == students["Jörg Müller"]["report"]
    assert "handed in by a group of 2" in students["Anna Berg"]["report"]["notes"]
    assert {each["first"] for each in data["league"]} == {"Anna Berg"}
    assert students["Jörg Müller"]["in_league"]
    assert students["Sean O'Neil"]["earlier"] == ["submission_12346"]
    elo = [line.split()[-1] for line in capsys.readouterr().out.splitlines() if "faults" in line]
    assert len(elo) == 2
    assert len(set(elo)) == 1


def test_students_of_one_group_that_cannot_be_told_apart_are_numbered(tmp_path):
    listed = METADATA.replace('"J\\u00F6rg M\\xFCller"', "Anna Berg").replace("052", "'051'")
    files = EXPORTS["gradescope"] | {
        "assignment_7_export/submission_metadata.yml": listed.replace("joerg@", "anna@")
    }
    _, students = seen(zipped(tmp_path / "g.zip", files))
    assert {"submission_12345", "submission_12345 [2]"} < {*students}


def test_names_are_read_in_whatever_way_they_are_written(tmp_path):
    names = ["Jörg Ößler_1_assignsubmission_file_/a.py", "Zoë_2_assignsubmission_file_/a.py",
             "Łukasz Żak_3_assignsubmission_file_/a.py"]  # fmt: skip
    files = {
        names[0].encode("cp437"): broken(1),
        names[1].encode("utf-8"): broken(2),
        names[2]: broken(3),
    }
    _, students = seen(zipped(tmp_path / "m.zip", files))
    assert set(students) == {"Jörg Ößler", "Zoë", "Łukasz Żak"}


def test_zips_in_zips_are_read_within_limits(tmp_path):
    def packed(name, content):
        made = BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, content)
        return made.getvalue()

    twice = packed("inner.zip", packed("work/solution.py", MOVES_AT_ONCE))
    deep = packed("a.zip", packed("b.zip", packed("c.zip", packed("solution.py", MOVES_AT_ONCE))))
    bomb = packed("zeros.py", bytes(60 << 20))
    files = {f"student{i}_{i}_{i}_work.zip": each for i, each in enumerate([twice, deep, bomb])}
    _, students = seen(zipped(tmp_path / "canvas.zip", files))
    assert students["student0"]["no_move"] == ""
    assert "lies too deep in other zips" in students["student1"]["no_move"]
    assert "is larger than" in students["student2"]["no_move"]


def test_what_fits_two_platforms_is_not_guessed(tmp_path, capsys):
    files = {f"HW_{i}_{i}7_attempt_2019-01-30-02-51-33_x.py": broken(i) for i in (1, 2)}
    place = zipped(tmp_path / "export.zip", files)
    assert main(["class", str(place), "--games", "0"]) == 2
    assert "the names fit Canvas and Blackboard; say which of them it is" in capsys.readouterr().err
    data, students = seen(place, "--platform", "blackboard")
    assert data["platform"] == "blackboard"
    assert set(students) == {"1_17", "2_27"}
    assert main(["class", str(place), "--games", "0", "--platform", "moodle"]) == 2
    assert "no name here is as Moodle makes them" in capsys.readouterr().err


def test_a_name_of_another_shape_is_a_row_by_itself(tmp_path):
    _, students = seen(zipped(tmp_path / "m.zip", MOODLE | {"late_by_mail.py": broken(9)}))
    assert (
        "its name is not as the platform makes them"
        in (students["late_by_mail"]["report"]["notes"])
    )
    assert len(students) == len(FOUND["moodle"]) + 1


def test_an_export_among_hand_ins_is_no_hand_in(tmp_path, capsys):
    place = tmp_path / "class"
    place.mkdir()
    zipped(place / "export.zip", CANVAS)
    assert main(["class", str(place), "--games", "0"]) == 2
    assert "export.zip is a learning platform's export of a whole class" in capsys.readouterr().err


def test_files_of_all_kinds_are_rows(tmp_path):
    place = unpacked(
        tmp_path / "class",
        {"anna.py.txt": MOVES_AT_ONCE, "berta.txt": MOVES_AT_ONCE, "carl.txt": "Sorry!",
         "dora.pdf": b"%PDF", "emil/readme.docx": b"PK", "fay": None,
         "gil.ipynb": '{"cells": [{"source": ["def mc_move(board, player, trials):\\n"]}]}',
         "grades.csv": "x"},
    )  # fmt: skip
    data, students = seen(place)
    assert list(students) == ["anna", "berta", "carl", "dora", "emil", "fay", "gil"]
    assert data["left_out"] == ["grades.csv"]
    assert students["dora"]["no_move"] == "dora.pdf is no Python file"
    assert students["emil"]["no_move"] == "emil holds no Python file; readme.docx is no Python file"
    assert students["carl"]["verdict"] == "nothing readable"
    assert students["gil"]["report"]["file"].endswith("gil.ipynb")
    assert students["gil"]["verdict"] != "nothing readable"
    assert students["anna"]["report"]["file"].endswith("anna.py.txt")


@pytest.mark.parametrize(
    ("platform", "name", "text", "absent"),
    [("moodle", "worksheet.csv", WORKSHEET, {"Ida Los"}),
     ("canvas", "gradebook.csv", GRADEBOOK, {"Ole, Niels"}),
     ("gradescope", "list.csv", "Name;SID\nAnna Berg;051\nX Y;052\nNew One;099\n", {"New One"}),
     ("blackboard", "list.txt", "carl\ndora\n", {"dora"})],
)  # fmt: skip
def test_who_handed_in_nothing_has_a_row_where_there_is_a_roster(
    tmp_path, platform, name, text, absent
):
    (tmp_path / name).write_bytes(text.encode())
    place = zipped(tmp_path / "export.zip", EXPORTS[platform])
    _, students = seen(place, "--roster", str(tmp_path / name))
    assert {each for each, row in students.items() if row["absent"]} == absent
    assert {students[each]["verdict"] for each in absent} == {"not handed in"}
    assert len(students) == len(FOUND[platform]) + len(absent)


def test_a_zip_that_is_none_is_told(tmp_path, capsys):
    (tmp_path / "export.zip").write_text("no zip")
    assert main(["class", str(tmp_path / "export.zip")]) == 2
    assert "export.zip is no zip that can be read" in capsys.readouterr().err
