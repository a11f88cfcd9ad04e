"""The window's own font, and the system's where somebody wants that."""

import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo, QFontMetrics, QRawFont

from tests.every import every
from ttt_desktop.look.fonts import OWN_FONT, SYSTEM_FONT, text_font
from ttt_desktop.look.measures import BODY, TITLE
from ttt_desktop.settings.declarations import OPTIONS


@every("size", [BODY, TITLE])
def test_text_is_set_in_the_programs_own_font(qapp, size):
    family = "Board Sans" if size < TITLE else "Board Sans Display"
    assert QFontInfo(text_font(OWN_FONT, size, 1.0)).family() == family


def test_numbers_do_not_jump_where_their_figures_change(qapp):
    metrics = QFontMetrics(text_font(OWN_FONT, BODY, 1.0))
    assert len({metrics.horizontalAdvance(figure) for figure in "0123456789"}) == 1


@every("choice", [OWN_FONT, SYSTEM_FONT])
def test_text_grows_from_step_to_step(qapp, choice):
    usual, large = text_font(choice, BODY, 1.0), text_font(choice, TITLE, 2.0)
    assert large.pointSizeF() == pytest.approx(2 * TITLE * usual.pointSizeF())


def test_the_systems_font_is_as_the_system_shows_it(qapp):
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    plain = text_font(SYSTEM_FONT, BODY, 1.0)
    assert (plain.family(), plain.pointSizeF()) == (system.family(), system.pointSizeF())
    assert set(OPTIONS["font"].choices) == {OWN_FONT, SYSTEM_FONT}


def test_the_font_is_changed_in_the_settings(user):
    assert QFontInfo(user.window.font()).family() == "Board Sans"
    user.change(font="system")
    assert QFontInfo(user.window.font()).family() != "Board Sans"
    assert user.app.theme.font().pointSizeF() == pytest.approx(
        QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    )


@every("letters", ["Ä ß é", "Ж Я", "Ω π", "→ ≥ − ×"])
def test_the_font_has_the_letters_that_the_window_needs(qapp, letters):
    own = QRawFont.fromFont(text_font(OWN_FONT, BODY, 1.0))
    assert own.familyName() == "Board Sans"
    assert all(own.supportsCharacter(ord(letter)) for letter in letters)
