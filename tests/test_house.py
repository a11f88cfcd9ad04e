"""The house keeps its own rules: one thing, one name."""

import re
from collections import defaultdict
from pathlib import Path

from tools.mutations.faults import lines_of, no_faults

HOUSE = Path(__file__).parents[1]


def classes(*rooms):
    """Yield each class of some folders: its name, and the file that it stands in."""
    for room in rooms:
        for path in sorted((HOUSE / room).rglob("*.py")):
            for name in re.findall(r"^ *class (\w+)[:(]", path.read_text(encoding="utf-8"), re.M):
                yield name, path.relative_to(HOUSE).as_posix()


def test_no_two_classes_have_one_name():
    places = defaultdict(list)
    for name, place in classes("engine", "ttt_desktop"):
        places[name].append(place)
    assert len(places) > 500
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_what_is_said_of_a_line_is_said_of_one_that_is_there():
    """``python -m tools.mutations`` tells also where a line has got another change."""
    listed = no_faults()
    assert [each for each in listed if each.line not in lines_of(each.module)] == []
    assert [each for each, why in listed.items() if not why or not each.after] == []
