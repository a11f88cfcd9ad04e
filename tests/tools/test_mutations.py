"""Faults that are put into the program: what they change, and which tests are run first."""

import ast
import json

import pytest

from tools.mutations.faults import drawn, faults_of, lines_of, path_of
from tools.mutations.lines import Runs, in_turns

RULES = faults_of("engine/rules")


def test_a_fault_changes_one_thing_of_its_module():
    plain = ast.unparse(ast.parse(path_of("engine/rules").read_text(encoding="utf-8")))
    assert len(RULES) > 40
    for fault in RULES[::40]:
        lines = fault.source.split("\n")
        changed = [line for line, was in zip(lines, plain.split("\n"), strict=True) if line != was]
        assert len(changed) == 1, fault
        assert fault.after in changed[0]
        assert fault.before in lines_of("engine/rules")[fault.line - 1]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_draws_the_same_faults(seed):
    few = drawn(RULES, 5, seed)
    assert drawn(reversed(RULES), 5, seed) == few
    assert drawn(RULES, 10, seed)[:5] == few
    assert drawn(RULES, 5, seed + 2) != few


def test_the_quickest_test_of_each_file_comes_first():
    seconds = {"a::slow": 3.0, "a::quick": 1.0, "b::only": 2.0, "a::middle": 2.5}
    assert [*in_turns(seconds, seconds)] == ["a::quick", "b::only", "a::middle", "a::slow"]


def test_which_tests_run_a_line_is_kept_as_it_was_noted():
    runs = Runs({"one": 1.0, "two": 2.0}, {"engine/rules": {3: 0b10, 4: 0b11, 5: 0}})
    assert Runs.of_json(json.loads(json.dumps(runs.as_json()))) == runs
    assert [runs.of("engine/rules", line) for line in (3, 4, 5, 6)] == [
        {"two"}, {"one", "two"}, set(), set()
    ]  # fmt: skip
    assert runs.of_module("engine/rules") == {"one", "two"}
    assert runs.of_module("engine/board") == set()
