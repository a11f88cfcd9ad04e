"""Whether the line that a check points at is the line of the mistake.

Right files in many styles get one slip each, at random places (``slips``). The line must be named
for most of them, and never another one.
"""

import ast
from collections import Counter

import pytest

from engine.compat.checking import LOADING, check_file
from engine.compat.pointing import MAX_TEXT, locate, located
from engine.compat.terms import FAIL, Finding
from tests.engine.course_variants import FILES, varied
from tests.engine.slips import made

RIGHT, WRONG, RAISED, UNNAMED, UNSEEN = (
    "line named", "another line named", "error raised in that line", "no line named", "not seen"
)  # fmt: skip


def outcome(slip, folder):
    """Return what a check says of a slip, and the report."""
    path = folder / "mine.py"
    path.write_text(slip.text)
    report = check_file(path)
    found = [each for group in report.findings.values() for each in group if each.status == FAIL]
    if not found or LOADING in report.findings:
        return UNSEEN, report
    named = {each.faulty for each in found if each.faulty}
    if named:
        return (RIGHT if named <= slip.lines else WRONG), report
    raised = {each.line for each in found if each.is_error}
    return (RAISED if raised & slip.lines else UNNAMED), report


def measured(seed, count, folder, tell=lambda *_: None):
    """Return how often each came of so many slips that the check sees, and of which kinds."""
    table, seen = Counter(), 0
    for slip in made(seed, 20 * count):
        what, report = outcome(slip, folder)
        tell(slip, what, report)
        if what != UNSEEN:
            table[what, slip.kind] += 1
            seen += 1
        if seen == count:
            break
    return table


def totals(table):
    """Return how often each came, whatever the kind."""
    found = Counter()
    for (what, _), count in table.items():
        found[what] += count
    return found


@pytest.mark.nightly
@pytest.mark.timeout(7200)  # some 400 checks; on a busy machine they take an hour
def test_the_line_is_named_for_most_slips_and_never_another_one(tmp_path):
    found = totals(measured(0, 60, tmp_path))
    print(f"lines: {dict(found)}")
    assert found[WRONG] == 0
    assert found[RIGHT] + found[RAISED] >= 42, "70 % of 60"


def pointed(folder, changes, group="mc_update_scores"):
    """Return the first fault of a group of looks at the plain file with a mistake."""
    path = folder / "mine.py"
    path.write_text(varied(changes))
    report = check_file(path)
    return next(each for each in report.findings[group] if each.status == FAIL), report


@pytest.mark.usefixtures("without_moves")
def test_the_faulty_line_is_quoted(tmp_path):
    wrong = "scores[row][col] += sign * SCORE_OTHER"
    finding, report = pointed(tmp_path, [(wrong.replace("+=", "-="), wrong)])
    assert finding.quoted == wrong
    assert finding.where == f"look at line {finding.line}: `{wrong}`"
    consequence = next(each for each in report.findings["blocking losses"] if each.status == FAIL)
    assert consequence.faulty == finding.line
    assert report.faults == 1


@pytest.mark.nightly
@pytest.mark.usefixtures("without_moves")
def test_the_same_slip_throughout_a_function_is_one_fault(tmp_path):
    finding, _ = pointed(tmp_path, [("range(board.get_dim())", "range(3)")])
    assert finding.quoted == "for row in range(3):"
    assert finding.faulty == finding.line


@pytest.mark.usefixtures("without_moves")
def test_two_mistakes_in_two_functions_have_their_own_lines(tmp_path):
    finding, report = pointed(
        tmp_path, [("winner == player", "winner != player"), ("best = max(", "best = min(")]
    )
    assert finding.quoted == "sign = 1 if winner != player else -1"
    (other, *_) = [each for each in report.findings["get_best_move"] if each.status == FAIL]
    assert other.quoted == "best = min(scores[row][col] for row, col in empty)"


@pytest.mark.usefixtures("without_moves")
def test_an_error_keeps_its_own_line(tmp_path):
    finding, _ = pointed(tmp_path, [("    winner = board.check_win()\n",
                                     "    winner = board.chek_win()\n")])  # fmt: skip
    assert finding.is_error
    assert finding.where == f"line {finding.line}: `winner = board.chek_win()`"


@pytest.mark.usefixtures("without_moves")
def test_what_a_board_is_asked_and_a_list_cannot_answer_has_its_line(tmp_path):
    finding, report = pointed(
        tmp_path,
        [("empty = board.get_empty_squares()", "empty = scores.get_empty_squares()")],
        "get_best_move",
    )
    assert finding.is_error
    assert finding.faulty == finding.line
    (consequence, *_) = [each for each in report.findings["mc_move"] if each.status == FAIL]
    assert not consequence.is_error, "it follows from the first one"
    assert report.faults == 1


@pytest.mark.usefixtures("without_moves")
def test_a_right_file_is_not_edited(monkeypatch):
    monkeypatch.setattr("engine.compat.pointing.located", None)  # calling it raises an error
    assert check_file(FILES / "plain.py").passed


def calls(name, *given):
    """Return what a text's function returns, as a function of the text; None where it raises."""

    def called(text):
        names = {}
        try:
            exec(text, names)
            return names[name](*given)
        except Exception:
            return None

    return called


def line(source, wanted, **others):
    """Return the line of the fault of a function f that should return ``wanted`` for 3."""
    returned = calls("f", 3)
    place = located(
        ast.parse(source), ["f"], others.get("right", ()), lambda text: returned(text) == wanted,
        lambda text: True, others.get("goes_on", lambda: True),
    )  # fmt: skip
    return place and place.line


def test_the_only_line_in_which_an_edit_helps_is_named():
    assert line("def f(a):\n    b = [a]\n    return b[0] - 4\n", 7) == 3


def test_where_the_same_edit_helps_in_two_lines_only_the_first_is_named():
    assert line("def f(a):\n    b = 9\n    c = 9\n    return b, c\n", (3, 3)) == 2


def test_where_two_lines_are_as_likely_none_is_named():
    source = "def f(a):\n    b = 2\n    b -= a\n    b -= a\n    return b\n"
    assert calls("f", 3)(source) == -4
    assert line(source, 2) is None


def test_helpers_and_other_names_are_followed_and_what_is_right_is_left_alone():
    source = "def g(a):\n    return a - 4\n\n\ndef h(a):\n    return g(a)\n\n\nf = h\n"
    assert line(source, 7) == 2
    assert line(source, 7, right=["g"]) is None


def test_what_cannot_be_edited_is_not():
    deep = "def f(a):\n    return a - 4" + " + 0" * 700
    assert line(deep, 7) is None
    assert line("def f(a):\n    return a - 4\n", 7, goes_on=lambda: False) is None


def test_a_long_text_is_not_edited(monkeypatch):
    monkeypatch.setattr("engine.compat.pointing.located", None)  # calling it raises an error
    findings = {"mc_trial": [Finding(FAIL, "a trial")]}
    assert locate(None, "#" * (MAX_TEXT + 1), findings) == findings
