"""What every page that the program writes keeps to."""

from html import unescape
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from engine.pages import render

ROOT = Path(__file__).resolve().parents[2]
RUDE = "<b>&\"'\x1b[31m\u202e\ud800"


@pytest.fixture
def page(tmp_path):
    """Return what writes a page with this body."""

    def write(body, **values):
        path = tmp_path / "test.html"
        path.write_text(
            '{% extends "page.html" %}{% macro bold(text) %}<b>{{ text }}</b>{% endmacro %}'
            f"{{% block body %}}{body}{{% endblock %}}"
        )
        return render(path, **values)

    return write


@pytest.mark.parametrize(
    "gap",
    ["{{ name }}", "{{ [name, name]|join(', ') }}", "{{ bold(name) }}", "{{ 'a ' ~ name }}",
     "{{ name|replace('x', 'y') }}", '<a title="{{ name }}">'],
)  # fmt: skip
def test_a_hostile_name_is_text_wherever_it_stands(page, gap):
    text = page(gap, title=RUDE, name=RUDE)
    assert '<b>&"' not in text
    assert "&lt;b&gt;&amp;" in text
    assert "\"'" not in text
    assert unescape(text).count("<b>&\"'\\x1b[31m\\u202e\\ud800") >= 2
    text.encode()


def test_a_gap_that_nothing_fills_is_no_page(page):
    with pytest.raises(UndefinedError, match="name"):
        page("{{ name }}", title="")


def test_only_pictures_are_taken_as_html():
    texts = {path.name: path.read_text() for path in (ROOT / "engine").rglob("*.html")}
    assert len(texts) == 7
    assert {name: text.count("safe") for name, text in texts.items() if "safe" in text} == {
        "report.html": 1
    }
