"""What is to be learnt, in one line: read, and what is wrong with it said in a sentence."""

import pytest

from engine import Rules
from engine.learning.learners import LEARNERS, new_learner
from engine.learning.task import KINDS, TAKES, LearningTask, read_task


def test_a_line_says_all_that_a_learner_is_made_with():
    assert read_task("menace teacher=perfect sides=X seed=7 games=320 pace=slow") == LearningTask(
        "menace", seed=7, settings={"teacher": "perfect", "sides": "X"}, games=320, slow=True
    )  # fmt: skip
    assert read_task("net size=5 line=4 shape=lines exploration=off reverse=yes") == LearningTask(
        "net", Rules(5, 4, True), settings={"shape": "lines", "exploration": "off"}
    )
    assert read_task("td") == LearningTask("td")


def test_each_kind_takes_what_its_learner_is_made_with():
    assert tuple(LEARNERS) == KINDS
    for kind, takes in TAKES.items():
        settings = {name: choices[0] for name, choices in takes.items()}
        made = new_learner(kind, Rules(3, 3), 1, **settings)
        assert made.settings == settings


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is no learner ''; choose menace, td or net"),
        ("nn", "there is no learner 'nn'"),
        ("td size=4", "learn on 3x3 only, not on 4x4"),
        ("net size=9", "size must be a whole number from 3 to 8, not 9"),
        ("net size=x", "size must be a whole number"),
        ("net shape=round", "shape must be plain or lines, not 'round'"),
        ("net teacher=random", "teacher is not known of the learner net; there are size"),
        ("td teacher", 'teacher needs a value, such as "teacher=…"'),
        ("td seed=1 seed=2", "seed is said twice"),
        ("td pace=late", "pace must be fast or slow"),
        ("net line=2", "line must be a whole number from 3 to 8"),
        ("net size=4 line=5", "line length must be a whole number from 1 to 4"),
        ("menace sides=X", "boxes for X alone cannot play against themselves"),
        ("net games=0", "games must be a whole number from 1"),
    ],
)
def test_what_is_wrong_is_a_sentence(text, told):
    with pytest.raises(ValueError, match=told):
        read_task(text)
