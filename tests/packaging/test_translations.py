"""The texts for translators: all of them are collected, and what is translated is what is shown."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QTranslator

import translations
from project import ROOT
from tests.waiting import HANG_S
from ttt_desktop.look.text import tr

pytestmark = pytest.mark.xdist_group("translations")  # collecting the texts takes its time


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """A file for translators into German, made by the command."""
    path = tmp_path_factory.mktemp("texts") / "ttt_de.ts"
    command = [sys.executable, "packaging/translations.py", path]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=HANG_S
    )
    if lacks := re.search(r"loading shared libraries: (\S+):", done.stderr):
        pytest.skip(f"Qt's program for translators needs {lacks[1]}")
    assert done.returncode == 0, done.stderr
    return path


def messages(path):
    contexts = ElementTree.parse(path).getroot().findall("context")
    assert [context.findtext("name") for context in contexts] == [""]
    return {each.findtext("source"): each for each in contexts[0].findall("message")}


OF_EACH_SOURCE = (
    "{player} to move.",  # a call of tr()
    "Best so far: {squares}; too few trials to be sure.",  # ... with values
    "No search yet. Scores appear while the machine thinks.",  # a constant
    "Board size",  # a setting
    "Grey",  # one of a setting's choices
    "Machine",  # a page of settings
    "Custom",  # a strength without a name
    "Opponent's squares (SCORE_OTHER)",  # a player's setting
    "Hard",  # a level
    "Blocks",  # a ready position
    "&Heat map",  # a dock's action
    "Every square's numbers, to sort and copy",  # its tip
    "Take back the last move; against a machine, yours and its answer",
    "&Export",  # a submenu
    "&Difficulty",  # a list of choices
    "{what} must be a whole number from {low} to {high}, not {value}",  # an error
    "the number of rows",  # what an error is about
    "perfect play is known on boards up to 4x4, for 5x5 with 3 or 4 in a row, and for full "
    "lines from 5x5 on",  # what a player needs
    "tie",  # a word for what a move is worth
)


def test_every_source_of_texts_is_collected(collected):
    assert {*OF_EACH_SOURCE} - {*messages(collected)} == set()


def test_a_text_with_a_number_has_as_many_forms_as_the_language(collected):
    found = messages(collected)
    counted = [text for text, each in found.items() if each.get("numerus") == "yes"]
    assert counted == list(dict.fromkeys(translations.counted()))
    assert "{squares} and %n more" in counted
    assert len(found[counted[0]].findall("translation/numerusform")) == 2


def test_no_text_in_the_code_is_missed_and_none_is_put_together_before_it_is_translated(collected):
    found = messages(collected)
    for path in translations.sources():
        for call in translations.calls(path):
            where = f"{path.relative_to(ROOT)}:{call.lineno}"
            text = translations.literal(call)
            if text is not None:
                assert text in found, f"{where}: lupdate does not see this call"
            else:
                made = (ast.JoinedStr, ast.BinOp, ast.IfExp)
                parts = ast.walk(call.args[0])
                assert not any(isinstance(part, made) for part in parts), f"{where}: put together"


def test_what_was_translated_stays_and_is_what_tr_returns(collected, qapp, tmp_path):
    path = tmp_path / "ttt_de.ts"
    tree = ElementTree.parse(collected)
    for message in tree.iter("message"):
        translation = message.find("translation")
        if message.findtext("source") == "{player} to move.":
            translation.text = "{player} ist am Zug"
            del translation.attrib["type"]
        elif message.findtext("source") == "{squares} and %n more":
            one, more = translation
            one.text, more.text = "{squares} und ein weiteres", "{squares} und %n weitere"
            del translation.attrib["type"]
    tree.write(path, encoding="utf-8", xml_declaration=True)
    translations.collect(path)
    compiled = path.with_suffix(".qm")
    subprocess.run(
        [translations.qt_tool("lrelease"), path, "-qm", compiled],
        check=True, capture_output=True, timeout=HANG_S,
    )  # fmt: skip
    translator = QTranslator()
    assert translator.load(str(compiled))
    assert tr("{player} to move.", player="Ada") == "Ada to move."
    qapp.installTranslator(translator)
    try:
        assert tr("{player} to move.", player="Ada") == "Ada ist am Zug"
        assert tr("{squares} and %n more", n=1, squares="A1") == "A1 und ein weiteres"
        assert tr("{squares} and %n more", n=3, squares="A1") == "A1 und 3 weitere"
        assert tr("{mark} to move", mark="X") == "X to move", "what is not translated is English"
    finally:
        qapp.removeTranslator(translator)
