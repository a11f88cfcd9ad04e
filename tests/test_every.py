"""A test that goes through many cases shows all that fail."""

import pytest

from tests.every import every


def test_all_cases_that_fail_are_shown_and_others_go_on():
    seen = []

    @every("number", [1, 2, 3, 4])
    @every("letter", "ab")
    def through(seen, number, letter):
        seen.append((number, letter))
        assert (number, letter) not in {(2, "b"), (3, "a")}, "not this one"

    with pytest.raises(pytest.fail.Exception) as failed:
        through(seen=seen)
    said = str(failed.value)
    assert len(seen) == 8
    assert "2 of 4 cases failed" in said
    assert said.count("AssertionError: not this one") == 2
    assert "in the case 'b'" in said
    assert "in the case 3" in said
