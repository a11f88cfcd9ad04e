"""The program's own lessons, and what is in them."""

import pytest

from ttt_desktop.features import FEATURES
from ttt_desktop.features.lessons import library
from ttt_desktop.features.lessons.feature import words_of
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.declared import docks_of, entries_of

WORDS = words_of(
    [entry for _, entry in entries_of(FEATURES) if isinstance(entry, Action)],
    [dock.action.name for _, dock in docks_of(FEATURES)],
)
"""What lessons can name."""

INSTRUMENTS = (
    "bandits", "chart", "files", "heat", "lab", "moves", "puzzles", "table", "theatre", "tree",
)  # fmt: skip
with_all = pytest.mark.uses(*INSTRUMENTS)
"""For tests that go through all of the program's lessons."""

KEYS = library.own_keys()


def lesson_of(key):
    return library.own_lesson(key)


GOOD = """# Forks
Two threats at once.

## See one
@board 4 line=3
@position A1 D4
@show heatmap
@set trials=200 heat_values=mean
Look at **this**,
and at that.

@ask Where?
@answer B2 C3
@reveal
@do hint
There.
"""


def step_of(key, title):
    (found,) = (step for step in lesson_of(key).steps if step.title == title)
    return found


def words_of(part):
    return " ".join(part.text)
