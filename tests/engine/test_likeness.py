"""Which files of a class are the same but for names, comments and layout."""

import html
import json
import re
from importlib import resources

import pytest

from engine.classroom.likeness import OWN, in_sentences, pairs
from engine.cli.main import main
from tests.engine.course_variants import KEPT, varied

pytestmark = pytest.mark.usefixtures("short_checks")

RIGHT = {path.stem: path.read_bytes() for path in sorted((KEPT / "right").glob("*.py"))}
PLAIN = (KEPT / "plain.py").read_text()
RENAMED = {
    "sign": "factor", "row": "i", "col": "j", "empty": "free", "best": "top", "copy": "game",
    "scores": "grid", "winner": "result", "dim": "size", "board": "position", "player": "who",
    "trials": "times", "square": "place", "SCORE_CURRENT": "MINE", "SCORE_OTHER": "THEIRS",
    "provided": "ttt", "random": "dice",
}  # fmt: skip
TEMPLATE = '''
import random

def mc_trial(board, player):
    """Play a game."""
    pass

def mc_update_scores(scores, board, player):
    """Score it."""
    pass

def get_best_move(board, scores):
    """Choose."""
    return (0, 0)

def mc_move(board, player, trials):
    """Move."""
    return (0, 0)
'''


def disguised(source):
    """Return a text with other names, comments, layout and order of functions."""
    for old, new in RENAMED.items():
        source = re.sub(rf"(?<![.\w]){old}\b", new, source)
    source = source.replace("import dice", "import random as dice")
    head, *functions = source.split("\n\n\ndef ")
    last, calls = functions.pop().split("\n\n\n")
    parts = [head, *(f"def {each}" for each in [last, *reversed(functions)]), calls]
    parts = [re.sub(r'\n    """.*"""\n', "\n", part) for part in parts]
    return "\n# my own work\n".join(parts).replace("    ", "  ").encode()


def test_a_disguised_copy_is_found():
    files = RIGHT | {"anna": PLAIN.encode(), "berta": disguised(PLAIN)}
    (pair,) = pairs(files)
    assert (pair.first, pair.second, pair.share) == ("anna", "berta", 1)
    assert set(pair.functions) == {"mc_trial", "mc_update_scores", "get_best_move", "mc_move"}
    assert "look at both" in pair.sentence


def test_a_copy_with_another_function_beside_it_is_found():
    more = PLAIN.replace("\n\nprovided.play_game", "\n\ndef unused(x):\n    return x + 1\n\n\n#")
    assert [each.second for each in pairs({"anna": PLAIN.encode(), "berta": more.encode()})] == [
        "berta"
    ]


def test_files_written_by_themselves_are_no_pairs():
    assert pairs(RIGHT) == []


@pytest.mark.parametrize(
    "change",
    [
        ("    sign = 1 if winner == player else -1\n",
         "    sign = -1\n    if winner == player:\n        sign = 1\n"),
        ("scores[row][col] -= sign * SCORE_OTHER",
         "scores[row][col] = scores[row][col] - SCORE_OTHER * sign"),
    ],
)  # fmt: skip
def test_what_is_written_otherwise_counts_as_otherwise(change):
    files = {"anna": PLAIN.encode(), "berta": varied([change]).encode()}
    assert pairs(files) == []


def test_templates_and_what_was_given_make_no_pairs():
    assert pairs({"anna": TEMPLATE.encode(), "berta": TEMPLATE.encode()}) == []
    files = {"anna": PLAIN.encode(), "berta": disguised(PLAIN)}
    assert pairs(files, given=[PLAIN.encode()]) == []


def test_files_that_are_no_python_are_like_none():
    files = {"anna": b"def (", "berta": b"def (", "carl": b"%PDF-1.7", "dora": b""}
    assert pairs(files) == []


def test_this_programs_own_solution_is_known():
    own = resources.files("engine").joinpath("course.py").read_text()
    copied = own.replace("from engine", "from other").replace("winner", "who_won")
    assert copied != own
    files = RIGHT | {"anna": copied.encode(), "berta": b"from engine.course import *\n"}
    assert {each.first: each.second for each in pairs(files)} == {"anna": OWN, "berta": OWN}
    assert "imports modules of this program" in pairs({"b": files["berta"]})[0].sentence


def test_copies_in_a_whole_class_are_found_each_with_each():
    styles = {name: text for name, text in RIGHT.items() if not name.startswith("python2")}
    del styles["with_a_neighbour"]  # what it has of its own is too short to be told from others'
    files = {f"{name}{number}": text for number in range(2) for name, text in styles.items()}
    found = pairs(files)
    assert len(found) == len(styles), "each with its copy"
    assert all(each.first[:-1] == each.second[:-1] for each in found)


def test_several_that_are_all_the_same_are_told_once():
    more = PLAIN.replace("\n\nprovided.play_game", "\n\ndef unused(x):\n    return x + 1\n\n\n#")
    own = resources.files("engine").joinpath("course.py").read_bytes()
    files = {name: PLAIN.encode() for name in ("anna", "bert", "carl", "dora")} | {
        "finn": more.encode(), "gina": own,
    }  # fmt: skip
    told = in_sentences(pairs(files))
    (together,) = [each for each in told if "anna" in each]
    assert together.startswith("anna; bert; carl; dora; finn: these 5 are the same")
    assert [each for each in told if "gina" in each] == [pairs({"gina": own})[0].sentence]
    assert in_sentences(pairs({"anna": PLAIN.encode(), "bert": PLAIN.encode()})) == [
        pairs({"anna": PLAIN.encode(), "bert": PLAIN.encode()})[0].sentence
    ]


@pytest.mark.usefixtures("short_checks", "judged_once")
def test_a_class_report_lists_them_and_no_student_reads_it(tmp_path):
    folder, text = tmp_path / "class", (KEPT / "plain.py").read_text()
    folder.mkdir()
    (folder / "anna.py").write_text(text)
    (folder / "bert.py").write_text(text.replace("winner", "who"))
    (folder / "carl.py").write_text("def (")
    page, plain, pages = tmp_path / "all.html", tmp_path / "all.json", tmp_path / "pages"
    out = ["--html", str(page), "--json", str(plain), "--pages", str(pages)]
    assert main(["class", str(folder), "--games", "0", *out]) == 0
    (pair,) = json.loads(plain.read_text())["alike"]
    assert (pair["first"], pair["second"], pair["share"]) == ("anna", "bert", 1)
    assert pair["told"] in html.unescape(page.read_text())
    assert all("alike" not in each.read_text() for each in pages.iterdir())
