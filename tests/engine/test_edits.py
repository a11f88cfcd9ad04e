"""Which repairs of a text are tried, and in which order: the likeliest first.

``edits.txt`` has texts, and below each its repairs, one a line: the number of each line that is
another one then, and what stands there; or "3-" for one that is left out.
"""

from difflib import SequenceMatcher
from pathlib import Path

import pytest

from engine.compat.repairs import located

CASES = Path(__file__).with_name("edits.txt").read_text(encoding="utf-8").split("\n======\n")


def tried(source):
    """Return the texts that are tried where none is right, in their order."""
    found = []
    nothing = located(source, ["mc_move"], (), found.append, lambda _: True, lambda: True)
    assert nothing is None
    return found


def differences(old, new):
    """Return how two texts differ, in one line."""
    before, after = old.split("\n"), new.split("\n")
    told = []
    for what, first, last, start, end in SequenceMatcher(None, before, after, False).get_opcodes():
        if what != "equal":
            told += [f"{number + 1}-" for number in range(first + end - start, last)]
            told += [f"{number + 1}: {after[number].lstrip(' ')}" for number in range(start, end)]
    return "  ".join(told)


@pytest.mark.parametrize("case", CASES, ids=[case.split("\n", 1)[0] for case in CASES])
def test_repairs_are_tried_in_the_order_of_their_likelihood(case):
    source, _, expected = case.partition("\n------\n")
    assert [differences(source, text) for text in tried(source)] == expected.strip().split("\n")
