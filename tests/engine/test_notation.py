"""Positions and squares as text."""

import pytest

from engine import Board, format_board, parse_board, parse_square, square_name
from engine.notation import board_html, draw_board


def test_boards_go_to_text_and_back():
    for rows in ("X.O/.X./..O", ".", "X./.O"):
        assert format_board(parse_board(rows)) == rows
    assert format_board(parse_board("x_o/-x-/  o")) == "X.O/.X./..O"


def test_squares_go_to_text_and_back():
    assert square_name((0, 0)) == "A1"
    assert square_name((24, 24)) == "Y25"
    for dim in (1, 3, 25):
        for row in range(dim):
            for col in range(dim):
                assert parse_square(square_name((row, col)), dim) == (row, col)
    assert parse_square(" b 2 ", 3) == (1, 1)


@pytest.mark.parametrize("text", ["", "B", "2", "D1", "A4", "A0", "AA", "1A", "A1B", "Ä1", "A²"])
def test_what_is_no_square_is_refused(text):
    with pytest.raises(ValueError, match="A1 to C3"):
        parse_square(text, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XO/.", "row 2 of the board has 1 squares"),
        ("X?/..", r"unknown mark '\?' in row 1"),
        ("", "row 1 of the board has 0 squares"),
        ("/".join(["." * 26] * 26), "from 1 to 25"),
    ],
)
def test_what_is_no_board_is_refused(text, words):
    with pytest.raises(ValueError, match=words):
        parse_board(text)


def test_a_board_is_drawn_with_its_letters_and_numbers():
    assert draw_board(parse_board("X./.O")) == "  A B\n1 X .\n2 . O"
    assert draw_board(Board(10)).splitlines()[-1].startswith("10 .")


def test_a_board_in_colours_is_as_bright_as_its_squares_are_good():
    shades = {(0, 0): -1.0, (0, 1): 0.0, (1, 1): 1.0}
    texts = {(0, 0): "bad", (0, 1): "<", (1, 1): "good"}
    found = board_html(parse_board("../X."), shades, texts, [(1, 1)], "Said & done")
    cell = "<td style='min-width:3em;height:3em;text-align:center;"
    assert found == (
        "<table style='border-collapse:separate;border-spacing:2px'>"
        "<caption style='text-align:left'>Said &amp; done</caption><tr>"
        f"{cell}background:rgb(0, 34, 78);color:#fff;'>bad</td>"
        f"{cell}background:rgb(124, 123, 120);color:#000;'>&lt;</td></tr><tr>"
        f"{cell}background:#eee;color:#000;font-size:150%'>X</td>"
        f"{cell}background:rgb(254, 232, 56);color:#000;outline:3px solid #d55e00;'>good</td></tr>"
        "</table>"
    )
    assert board_html(Board(1), {}, {}, (), "").count(f"{cell}background:#eee'></td>") == 1
