"""The course's template, untouched or half written: said in one sentence."""

import ast

import pytest

from engine.cli.main import main
from engine.compat.checking import check_file
from engine.compat.terms import FAIL
from engine.compat.unwritten import NOTHING, is_unwritten, unwritten
from tests.engine.course_variants import KEPT, varied
from tests.engine.test_likeness import TEMPLATE

pytestmark = pytest.mark.usefixtures("short_checks")

PLAIN = (KEPT / "plain.py").read_text()
CALLS = "\nNTRIALS = 1\n# provided.play_game(mc_move, NTRIALS, False)\n"


def written(folder, text):
    path = folder / "mine.py"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "text",
    [
        TEMPLATE,
        TEMPLATE.replace("pass", "return None") + CALLS,
        TEMPLATE.replace("pass", "raise NotImplementedError('to do')"),
        TEMPLATE.replace("    pass\n", ""),
        '"""Mini-project."""\nimport random\n',
        "",
    ],
)
def test_an_untouched_template_is_told_in_one_sentence(text, tmp_path, capsys):
    path = written(tmp_path, text)
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == f"mine.py: {NOTHING}"
    assert len([line for line in told if "FAIL" in line]) == 1
    report = check_file(path)
    assert not report.passed
    (finding,) = report.findings["written"]
    assert finding.got == ("an empty file" if not text else NOTHING)


def test_a_function_that_is_not_written_is_one_fault_and_the_others_are_looked_at(tmp_path):
    body = PLAIN[PLAIN.index("    empty = ") : PLAIN.index("\n\ndef mc_move")]
    report = check_file(written(tmp_path, varied([(body, "    pass\n")])))
    (finding,) = report.findings["get_best_move"]
    assert (finding.status, finding.cause) == (FAIL, "get_best_move is as the course hands it out")
    assert len(report.findings["mc_update_scores"]) > 1
    assert all(each.status != FAIL for each in report.findings["mc_update_scores"])


def test_a_function_under_nearly_its_name_is_told(tmp_path, capsys):
    other = varied([]).replace("mc_move", "mcMove").replace("mc_trial", "play_one_game")
    assert main(["check", str(written(tmp_path, other))]) == 1
    told = capsys.readouterr().out
    assert "no such function, but one called mcMove" in told
    assert told.count("but one called") == 1, "nothing is like mc_trial"


def test_mc_move_alone_not_written_leaves_its_looks_out(tmp_path):
    body = PLAIN[PLAIN.index("    dim = ") : PLAIN.index("\n\nprovided.play_game")]
    report = check_file(written(tmp_path, varied([(body, "    return (0, 0)\n")])))
    assert report.verdict == "1 fault"
    assert "taking wins" not in report.findings


def test_what_works_in_another_way_is_written():
    for path in (KEPT / "right").glob("*.py"):
        try:
            tree = ast.parse(path.read_bytes())
        except SyntaxError:
            continue  # Python 2
        assert not unwritten(tree), path.name
    later = TEMPLATE + "\nfrom other import solve\nmc_trial = solve\n"
    assert "mc_trial" not in unwritten(ast.parse(later))
    assert not is_unwritten(ast.parse(TEMPLATE + "\ndef helper():\n    return [1] * 3\n"))
