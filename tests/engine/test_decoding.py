"""JSON that may be damaged: it is read as it is meant, or a sentence names what is wrong."""

import json
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decoding import convert, decode, decode_own
from engine.errors import Problem
from engine.game import Outcome
from engine.rules import Rules

NINES = "9" * 100_000


@dataclass
class Part:
    name: str = ""
    rules: Rules | None = None


@dataclass
class Whole:
    size: int
    seconds: float = 0.0
    moves: list[tuple[int, int]] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    outcome: Outcome = Outcome.TIE
    part: Part = field(default_factory=Part)
    either: int | None = None


def with_part(text):
    return '{"size": 3, ' + text + "}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{}", "its part “size” is missing"),
        ("[]", "it must be an object, not a list"),
        ('{"size": 3.0}', "its part “size” must be a whole number, not a number with a point"),
        ('{"size": true}', "its part “size” must be a whole number, not true or false"),
        ('{"size": "3"}', "its part “size” must be a whole number, not a text"),
        ('{"size": NaN}', "its part “size” must be a whole number, not null"),
        (f'{{"size": {NINES}}}', "its part “size” is too large a number"),
        (with_part('"seconds": 1e999'), "its part “seconds” is too large a number"),
        (with_part('"moves": [[0, 1], [2]]'), "its part “moves[1]” must be a list of length 2"),
        (
            with_part('"notes": {"one": ""}'),
            "its part “notes[…]” must be a whole number, not a text",
        ),
        (with_part('"outcome": "Z"'), "its part “outcome” cannot be 'Z'"),
        (
            with_part('"part": {"name": 5}'),
            "its part “part.name” must be a text, not a whole number",
        ),
        (with_part('"part": {"rules": {"size": 3}}'), "its part “part.rules.line” is missing"),
        (with_part('"either": []'), "its part “either” must be a whole number or null, not a list"),
        (
            with_part('"part": {"rules": {"size": 3, "line": 9}}'),
            "the line length must be a whole number from 1 to 3, not 9",
        ),
    ],
)
def test_what_is_wrong_is_named(text, sentence):
    with pytest.raises(Problem) as caught:
        decode(text, Whole)
    assert str(caught.value) == sentence


def test_plain_data_gets_the_same_sentence():
    with pytest.raises(Problem, match=r"its part “moves\[1\]” must be a list of length 2$"):
        convert({"size": 3, "moves": [[0, 1], [2]]}, Whole)
    with pytest.raises(Problem, match=r"its part “size” must be a whole number, not a text$"):
        convert({"size": "3"}, Whole)
    assert convert({"size": 3, "notes": {"2": "x"}}, Whole) == Whole(3, notes={2: "x"})


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"size": 3} x', "\ufeff{}", None,
     b"\xff\xfe", b'{"size": 3, "unknown": "\xff"}', '{"size": 3, "unknown": "\n"}'],
)  # fmt: skip
def test_what_is_no_json_is_said(text):
    with pytest.raises(Problem, match="it is no JSON"):
        decode(text, Whole)


@pytest.mark.parametrize("text", ['{"size": 3, "unknown": %s', "[" * 50 + "%s"])
def test_depth_without_end_is_refused(text):
    with pytest.raises(Problem, match=r"nested too deeply|must be an object"):
        decode(text % ("[" * 100_000), Whole)


def test_parts_that_nobody_knows_are_left_out_whatever_they_hold():
    text = with_part(f'"unknown": [{NINES}, {{"a": 1e99}}, "\\ud800", NaN]')
    assert decode(with_part(f'"unknown": {NINES}'), Whole) == Whole(3)
    assert decode(text, Whole) == Whole(3)


@given(st.text(st.characters(codec=None)))
def test_halves_of_letters_come_back(name):
    text = json.dumps({"size": 3, "part": {"name": name}, "notes": {"2": name}})
    back = decode(text, Whole)
    assert back.part.name == json.loads(json.dumps(name))
    assert back.notes == {2: back.part.name}


def test_the_last_of_two_parts_of_one_name_counts():
    assert decode('{"size": 3, "size": 4}', Whole) == Whole(4)


def test_a_long_wrong_value_is_cut_and_stays_on_its_line():
    value = json.dumps("\x1b[2J\n" + "x" * 100_000)
    with pytest.raises(Problem) as caught:
        decode(with_part(f'"outcome": {value}'), Whole)
    assert len(str(caught.value)) < 120
    assert str(caught.value).isprintable()


# --- own files ----------------------------------------------------------------------------


def own(**parts):
    return json.dumps({"format": "some format"} | parts).encode()


def test_a_file_of_another_format_is_none():
    for text in (b"", b"[]", b"{}", own(format="another"), own(format=5)):
        assert decode_own(text, Whole, "some format", 1, "a.json") is None


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({}, "a.json is damaged: its version is missing"),
        ({"version": "1"}, "a.json is damaged: its version is missing"),
        ({"version": True}, "a.json is damaged: its version is missing"),
        ({"version": 0}, "a.json is damaged: its version is missing"),
        ({"version": 7}, "a.json was written by a newer version of this program (format 7; this "
                         "one reads up to 1)"),
        ({"version": 1}, "a.json is damaged: its part “size” is missing"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_named(parts, sentence):
    with pytest.raises(Problem) as caught:
        decode_own(own(**parts), Whole, "some format", 1, "a.json")
    assert str(caught.value) == sentence


def test_a_sound_file_is_read():
    assert decode_own(own(version=1, size=3), Whole, "some format", 1, "a.json") == Whole(3)
