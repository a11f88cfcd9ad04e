"""The manual's figures: what is measured stands in the pages, and a wrong digit is found."""

import re

import pytest

from tools.figures import kept
from tools.figures.declared import FIGURES
from tools.figures.figure import Claim, Figure, Kind, Measured, Sentence, Table, read_pages

PAGE = """# A page

| trials | ties |
| --- | --- |
| 5 | 25 |
| 5,000 | 100 |

Of all games 25 to 100 were
ties, in 0.3 s. More trials give more ties.
"""
TABLE = Table("page", "| trials | ties |", "| {trials} | {ties} |")
SENTENCE = Sentence("page", "all games {few} to {many} were ties, in {~seconds} s.")
CLAIM = Claim("page", "More trials give more ties.", lambda facts: facts["few"] < facts["many"])


def measured(ties=("25", "100"), seconds="0.3", facts=(25, 100)):
    rows = [
        {"trials": trials, "ties": each} for trials, each in zip(("5", "5,000"), ties, strict=True)
    ]
    texts = {"few": ties[0], "many": ties[1], "seconds": seconds}
    return Measured(texts, rows, dict(zip(("few", "many"), facts, strict=True)))


def problems(found, page=PAGE):
    figure = Figure("ties", "", "", lambda: found, (TABLE, SENTENCE), (CLAIM,))
    return [*figure.problems(found, {"page": page})]


def test_what_was_measured_stands_there():
    assert problems(measured()) == []


def test_a_speed_may_be_another_one():
    assert problems(measured(seconds="7.1")) == []


def test_a_changed_digit_is_found_in_table_and_sentence():
    table, sentence = problems(measured(("26", "100")))
    assert table == "page says “| 5 | 25 |”, measured is “| 5 | 26 |”"
    assert sentence.startswith("page says 25, measured is 26 (“all games 25 to 100")


def test_a_conclusion_that_does_not_hold_is_found():
    (problem,) = problems(measured(facts=(100, 25)))
    assert problem.startswith("page says “More trials give more ties.”, and that is not so")


@pytest.mark.parametrize("gone", ["| trials | ties |", "Of all games", "More trials give"])
def test_a_place_that_is_gone_is_found(gone):
    assert len(problems(measured(), PAGE.replace(gone, "Once"))) == 1


def test_writing_puts_in_what_was_measured_and_nothing_else():
    found = measured(("31", "98"), "0.5")
    text = SENTENCE.written(TABLE.written(PAGE, found), found)
    assert text == re.sub("25", "31", PAGE).replace(" 100 ", " 98 ").replace("0.3", "0.5")
    assert problems(found, text) == []


def test_every_figure_has_its_places_in_the_pages():
    for figure in FIGURES:
        pages = read_pages(figure.pages)
        for each in figure.places:
            assert each.is_found(pages[each.page]), (figure.name, each)


def test_the_quick_ones_are_right_where_they_take_no_time():
    for name in ("random", "trap", "blocks", "levels"):
        (figure,) = (each for each in FIGURES if each.name == name)
        assert [*figure.problems(figure.measure(), read_pages(figure.pages))] == []


def test_what_takes_long_is_kept_as_it_stands_in_the_pages():
    for figure in FIGURES:
        if figure.kind is not Kind.QUICK:
            entry = kept.read(figure.name)
            assert entry is not None, figure.name
            assert {"version", "date", "machine"} <= entry.measured.texts.keys()
            assert [*figure.problems(entry.measured, read_pages(figure.pages))] == [], figure.name
