"""The looks of the board, and controls that can be seen in every scheme."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QRadioButton, QSlider, QSpinBox

from engine import EMPTY, PLAYERO, PLAYERX
from tests.desktop.sights import contrast
from tests.every import every
from ttt_desktop.look.colours import DARK, LIGHT, PAPER, STONES, TILES, with_board
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.signs import DRAWINGS, SignForm, sign_ink
from ttt_desktop.settings.declarations import AUTO, OPTIONS
from ttt_desktop.work import files
from ttt_desktop.work import files as file_dialogs

LOOKS = tuple(look for look in OPTIONS["board_look"].choices if look != AUTO)


@every("look", [look for look in LOOKS if look != STONES])
@every("scheme", [LIGHT, DARK])
def test_marks_stand_out_on_every_board(scheme, look):
    theme = with_board(scheme, look)
    least = 7 if look == "contrast" else 4.5
    for ink in ("x", "o"):
        assert contrast(theme.colour(ink), theme.colour("tile")) >= least, (look, ink)
        for ground in ("tile_win", "tile_last", "tile_hover"):
            assert contrast(theme.colour(ink), theme.colour(ground)) >= 3, (look, ink, ground)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("mark", [PLAYERX, PLAYERO])
def test_a_stones_edge_stands_out_on_wood(mark):
    theme, side = with_board(LIGHT, STONES), 80
    wood = theme.colour("tile")
    picture = QImage(side, side, QImage.Format.Format_RGB32)
    picture.fill(wood)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_mark(painter, QRectF(0, 0, side, side), mark, mark_colour(theme, mark), look=STONES)
    painter.end()
    edge = [picture.pixelColor(x, side // 2) for x in range(side // 8)]
    assert max(contrast(colour, wood) for colour in edge) >= 3


@every("look", LOOKS)
@every("scheme", [LIGHT, DARK])
def test_signs_stand_out_on_every_board(scheme, look):
    theme = with_board(scheme, look)
    for sign, drawing in DRAWINGS.items():
        if (look, drawing.form) in ((PAPER, SignForm.STROKE), (STONES, SignForm.STROKE)):
            continue  # a marker's light under the ink; a ring with a dark edge
        assert contrast(sign_ink(sign, theme), theme.colour("tile")) >= 3, (look, sign)


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_wood_changes_nothing_beside_the_board(scheme):
    theme = with_board(scheme, STONES)
    for name in ("ink", "muted", "accent", "accent_ink", "hint", "right", "wrong", "gold", "edge"):
        assert theme.colour(name) == scheme.colour(name)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_look_of_the_board_is_another_picture(open_window, theme):
    user = open_window("--machine", "neither", "--theme", theme)
    user.click((0, 0))
    user.click((1, 1))
    seen = []
    for look in LOOKS:
        user.change(board_look=look)
        seen.append(user.board.grab().toImage())
    assert all(one != two for i, one in enumerate(seen) for two in seen[:i])
    user.change(board_look=TILES)
    assert user.board.grab().toImage() == seen[0]
    assert user.game.board.square(2, 2) == EMPTY


@every("theme", ["light", "dark"])
@every("kind", [QCheckBox, QRadioButton, QComboBox, QSpinBox])
def test_controls_stand_out_three_to_one(user, theme, kind):
    user.change(theme=theme)
    control = kind(user.window)
    control.resize(control.sizeHint())
    control.move(0, 0)
    control.show()
    shown = control.grab().toImage()
    ground = user.app.theme.theme.colour("window")
    row = shown.height() // 2
    left = (shown.pixelColor(x, row) for x in range(min(12, shown.width())))
    assert max(contrast(colour, ground) for colour in left) >= 3


def test_a_disabled_slider_is_grey(user):
    slider = QSlider(Qt.Orientation.Horizontal, user.window)
    slider.setValue(60)
    slider.resize(120, 24)
    slider.show()

    def blue():
        shown = slider.grab().toImage()
        colours = (shown.pixelColor(x, y) for x in range(120) for y in range(24))
        return sum(c.blue() - c.red() > 90 for c in colours)

    assert blue() > 50
    slider.setEnabled(False)
    assert blue() == 0


@pytest.mark.uses("files")
def test_dialogs_open_where_one_was_last(open_window, monkeypatch, tmp_path):
    files.remember("")
    place = tmp_path / "games"
    place.mkdir()
    user = open_window("--machine", "neither")
    user.click((0, 0))
    proposed = []

    def accept(dialog):
        proposed.append(Path(dialog.selectedFiles()[0]).name)
        dialog.setDirectory(str(place))
        dialog.selectFile("mine.tttgame")
        dialog.done(QFileDialog.DialogCode.Accepted)
        return True

    monkeypatch.setattr(QFileDialog, "exec", accept)
    user.trigger("save")
    assert (place / "mine.tttgame").exists()
    assert proposed[0].startswith("Game ")
    asked = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda _p, _t, folder, _k: asked.append(folder) or ("", "")
    )
    user.trigger("open")
    user.leave()
    file_dialogs.remember("")
    again = open_window("--machine", "neither")
    again.trigger("open")
    assert asked == [str(place), str(place)]
