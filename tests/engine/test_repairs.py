"""Whether the line that a check points at is the line of the mistake.

Right files in many styles get one slip each, at random places (``slips``). The line must be named
for most of them, and never another one.
"""

from collections import Counter

import pytest

from engine.compat.checking import LOADING, check_file
from engine.compat.terms import FAIL
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
@pytest.mark.parametrize("seed", range(6))
def test_the_line_is_named_for_most_slips_and_never_another_one(seed, tmp_path):
    found = totals(measured(seed, 10, tmp_path))
    assert found[WRONG] == 0
    assert found[RIGHT] + found[RAISED] >= 5, "70 % of 60; fewer of 10 may come by chance"
