"""Sentences as people read them: the engine's errors, in the user's language."""

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QLabel

from engine import Game
from engine.errors import Problem
from ttt_desktop.look.text import problem, two_lines


class Turned(QTranslator):
    """A language in which a few texts are known."""

    TEXTS = {  # noqa: RUF012
        "{name} is damaged: {error}": "{name} kaputt, denn {error}",
        "the saved game": "Partie",
        "{what} must be a whole number from {low} to {high}, not {value}": (
            "nicht {value}, sondern {low}-{high}: {what}"
        ),
        "the board's side": "Seite",
    }

    def translate(self, _context, text, _disambiguation=None, _n=-1):
        return self.TEXTS.get(text, "")


def damaged_game():
    with pytest.raises(Problem) as caught:
        Game.from_json(Game().to_json().replace('"size": 3', '"size": 99'))
    return caught.value


def test_a_problem_is_worded_whole_in_the_users_language(qapp):
    error = damaged_game()
    assert problem(error) == str(error)
    language = Turned()
    QCoreApplication.installTranslator(language)
    try:
        assert problem(error) == "Partie kaputt, denn nicht 99, sondern 1-25: Seite"
    finally:
        QCoreApplication.removeTranslator(language)


def test_another_error_is_told_without_its_number():
    assert problem(OSError(28, "No space left on device", "file")) == "No space left on device"
    assert problem(OSError("no number")) == "no number"
    assert problem(RuntimeError("too deep")) == "too deep"
    assert problem(Problem("{error} again", error=OSError(28, "full"))) == "full again"


def test_a_number_of_a_player_has_a_plain_name_and_the_codes_name_beside_it(open_window):
    dock = open_window().window.docks["heatmap"]
    labels = {label.text().replace("\u200b", "") for label in dock.findChildren(QLabel)}
    assert {"Own squares (SCORE_CURRENT)", "Opponent's squares (SCORE_OTHER)"} <= labels
    assert two_lines("Stop when settled") == "Stop when settled"
