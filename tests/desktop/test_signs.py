"""The signs on boards: one table, in which shape and colour tell them apart in every look."""

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from engine import PLAYERO, PLAYERX, Board
from tests.every import every
from ttt_desktop.board.sign_legend import SignLegend
from ttt_desktop.look.colours import DARK, LIGHT, PAPER, STONES, with_board
from ttt_desktop.look.grounds import draw_ground
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.signs import DRAWINGS, LEGEND, Sign, SignForm, draw_line, draw_sign
from ttt_desktop.look.small_board import draw_small_board
from ttt_desktop.settings.declarations import AUTO, OPTIONS

pytestmark = pytest.mark.usefixtures("qapp")

LOOKS = tuple(look for look in OPTIONS["board_look"].choices if look != AUTO)
OF_SQUARES = [sign for sign in Sign if DRAWINGS[sign].form is not SignForm.STROKE]


def painted(paint, side=120):
    picture = QImage(side, side, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter)
    painter.end()
    return picture


def inked(picture):
    """Return the pixels on which something is painted."""
    side = range(picture.width())
    return {(x, y) for x in side for y in side if picture.pixelColor(x, y).alpha()}


def reach(theme, sign, side):
    """Return the pixels of a sign on a square that is a third of a picture, in its middle."""
    cell = QRectF(side, side, side, side)
    return inked(painted(lambda painter: draw_sign(painter, cell, sign, theme), 3 * side))


@every("look", LOOKS)
@every("sign", OF_SQUARES)
@every("side", [16, 40, 90])
def test_a_sign_stays_on_its_square(look, sign, side):
    seen = reach(with_board(LIGHT, look), sign, side)
    assert seen
    assert all(side <= x < 2 * side and side <= y < 2 * side for x, y in seen), (look, sign, side)


@every("look", LOOKS)
@every("scheme", [LIGHT, DARK])
def test_signs_differ_in_shape_and_not_in_colour_alone(look, scheme):
    theme = with_board(scheme, look)
    names = {DRAWINGS[sign].colour for sign in LEGEND} - {"", "accent_ink"}
    alike = replace(theme, **dict.fromkeys(names, theme.ink))
    cell = QRectF(0, 0, 90, 90)
    shapes = {
        sign: painted(lambda painter, s=sign: draw_sign(painter, cell, s, alike), 90)
        for sign in LEGEND
        if sign in OF_SQUARES
    }
    for (sign, shape), (other, its) in itertools.combinations(shapes.items(), 2):
        pixels = itertools.product(range(90), repeat=2)
        assert sum(shape.pixel(x, y) != its.pixel(x, y) for x, y in pixels) > 40, (sign, other)


def test_the_last_stone_has_a_ring_and_the_last_mark_a_flag():
    shapes = []
    for look in ("tiles", STONES):
        theme, cell = with_board(LIGHT, look), QRectF(0, 0, 120, 120)
        shapes.append(inked(painted(lambda p, c=cell, t=theme: draw_sign(p, c, Sign.LAST, t))))
    flag, ring = shapes
    assert all(x + y < 60 for x, y in flag)
    assert all(19 < abs(complex(x - 59.5, y - 59.5)) < 31 for x, y in ring)


@pytest.mark.parametrize("loses", [False, True])
def test_a_line_is_gold_where_it_won_and_broken_red_where_it_lost(loses):
    theme, first, last = with_board(LIGHT, "tiles"), QRectF(0, 40, 40, 40), QRectF(80, 40, 40, 40)
    seen = painted(lambda painter: draw_line(painter, (first, last), 3, theme, loses))
    row = [seen.pixelColor(x, 60) for x in range(20, 100)]
    gaps = sum(colour.alpha() == 0 for colour in row)
    assert (gaps > 10) == loses
    assert {c.name() for c in row if c.alpha() == 255} == {theme.wrong if loses else theme.gold}


def test_what_a_hand_drew_looks_the_same_again_and_each_mark_like_no_other():
    theme = with_board(LIGHT, PAPER)

    def mark(seed, which=PLAYERX):
        return painted(lambda painter: draw_mark(
            painter, QRectF(0, 0, 120, 120), which, mark_colour(theme, which), look=PAPER,
            seed=seed))  # fmt: skip

    for which in (PLAYERX, PLAYERO):
        assert mark(1, which) == mark(1, which)
        assert len({bytes(mark(seed, which).constBits()) for seed in range(6)}) == 6
    sheets = [painted(lambda painter: draw_ground(painter, QRectF(10, 10, 100, 100), 5, theme))
              for _ in range(2)]  # fmt: skip
    assert sheets[0] == sheets[1]


@every("look", LOOKS)
def test_a_small_board_of_a_reverse_game_shows_a_line_that_lost(look):
    theme, marks = with_board(DARK, look), ((0, 0), (0, 1), (0, 2))

    def board(reverse):
        shown = Board(3, reverse=reverse)
        for square in marks:
            shown.move(*square, PLAYERX)
        return painted(lambda painter: draw_small_board(
            painter, QRectF(10, 10, 100, 100), theme, shown))  # fmt: skip

    assert board(True) != board(False)


def test_the_legend_draws_every_sign_and_names_it(user):
    legend = SignLegend(user.app.theme, user.window)
    legend.resize(legend.sizeHint())
    pictures = []
    for look in LOOKS:
        user.change(board_look=look)
        legend.show_look()
        pictures.append(legend.grab().toImage())
    assert all(one != two for i, one in enumerate(pictures) for two in pictures[:i])
    assert all(sign.value in legend.accessibleDescription() for sign in LEGEND)
