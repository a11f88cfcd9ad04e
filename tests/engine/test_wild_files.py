"""Files as programs of the world write them: read as they are meant, or refused in a sentence."""

import re
import resource
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from engine import PLAYERO, PLAYERX
from engine.cli.main import main
from engine.formats.charsets import guesses
from engine.formats.files import PSQ, SGF, read_bytes, read_game, read_text
from engine.notation import format_board, parse_board, square_name
from engine.record import Participant, Variation
from engine.rules import Rule

WILD = Path(__file__).parent / "wild"
X, O = PLAYERX, PLAYERO  # noqa: E741

READ = {
    # name: moves, rule, names, notes (a word of each), comments
    "01_allinroot.sgf": ("H8 I7 G10 H9 I8", Rule.NORMAL, ("Ann", "Ben"), (), {}),
    "05_endpass.sgf": ("H8 I7 G10", Rule.RENJU, (), ("passes",), {}),
    "07_gm4_5A.sgf": ("H8 H7 J6 I7 I5 K7", Rule.RENJU, ("Ben", "Ann"), ("name: 'RIF'",), {4: "x"}),
    "103_ru_rif.sgf": ("H8 G7", Rule.RENJU, (), (), {}),
    "13_gb.sgf": ("H8 I7", Rule.RENJU, ("祁观", "弈心"), (), {1: "黑棋天元"}),
    "14b_sjis_close.sgf": (
        "H8 I7", Rule.NORMAL, ("Ken",), (), {1: "ゼンの評価", 2: "弓道好転の一手 房 転 閉"},
    ),
    "18_utf16.sgf": ("H8 I7", Rule.NORMAL, ("Müller",), (), {}),
    "42_listmoves.sgf": ("H8 G7 I7", Rule.NORMAL, (), ("in turn",), {}),
    "51_standard_over.psq": (
        "A8 A1 B8 C1 C8 E1 E8 G1 F8 I1 D8 K1 I9", Rule.EXACT, ("A", "B"), (), {},
    ),
    "tie_agreed_names.sgf": ("H8 I7 G10", Rule.NORMAL, ("Ann", "Ben"), (), {}),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_files_of_other_programs_are_read_as_they_are_meant(name):
    moves, rule, names, notes, comments = READ[name]
    record = read_game(WILD / name)
    assert moved(record) == moves
    assert record.game.rules.rule is rule
    assert tuple(record.players[mark].name for mark in (X, O) if mark in record.players) == names
    assert len(record.notes) == len(notes)
    assert all(word in str(note) for word, note in zip(notes, record.notes, strict=True))
    assert dict(record.comments) == comments
    assert record.encodings == ()


def test_an_agreed_tie_is_no_sides():
    assert read_game(WILD / "tie_agreed_names.sgf").ended == "0"


def test_the_courses_own_board_is_a_position():
    record = read_game(WILD / "84_course_print.txt")
    assert format_board(record.game.board) == "X../.O./..."


def test_a_rectangles_corners_are_held_against_the_board_first():
    with pytest.raises(ValueError, match=r"line 1: '漢漢' is no square"):
        read_game(WILD / "rectangle.sgf")


def moved(record):
    return " ".join(map(square_name, record.all_moves))


def sgf(text, **properties):
    return read_text("(;GM[4]" + "".join(f"{k}[{v}]" for k, v in properties.items()) + text + ")")


@pytest.mark.parametrize("name", ["Black", "Blaгk", "Blacë", "Bläck", "B"])
def test_a_name_is_read_up_to_its_bracket_whatever_its_letters(name):
    """Only capitals count, as in old files: damage to a name's other letters loses no move."""
    assert moved(sgf(f";B[hh];W[ii];{name}[gg]", SZ=15)) == "H8 I9 G7"


@pytest.mark.parametrize("name", [b"Bla\xe3k", b"Blac\xeb", b"Bl\xe4ck"])
def test_a_name_with_a_damaged_byte_is_read_whichever_letters_are_guessed(name):
    assert moved(read_bytes(b"(;SZ[15];B[hh];W[ii];" + name + b"[gg])", SGF)) == "H8 I9 G7"


@pytest.mark.parametrize("name", ["5A", "漢", "é", "漢B", "B漢", "BÉ", "X1Y"])
def test_a_name_that_has_a_capital_more_is_no_move(name):
    assert moved(sgf(f";B[hh]{name}[gg];W[ii]", SZ=15)) == "H8 I9"


def test_rectangles_are_filled_and_may_overlap_and_stand_on_their_heads():
    game = sgf("AB[aa:ba][ba]AW[bb:ab]PL[B]", SZ=5).game
    assert format_board(game.board) == "XX.../OO.../...../...../....."


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("連珠", Rule.RENJU), ("连珠", Rule.RENJU), ("有禁手", Rule.RENJU), ("RIF", Rule.RENJU),
        ("Taraguchi-10", Rule.RENJU), ("禁手あり", Rule.RENJU), ("无禁手", Rule.NORMAL),
        ("無禁手", Rule.NORMAL), ("禁手なし", Rule.NORMAL), ("五子棋", Rule.NORMAL),
        ("Freestyle", Rule.NORMAL), ("Standard", Rule.EXACT), ("Caro", Rule.CARO),
        ("", Rule.NORMAL),
    ],
)  # fmt: skip
def test_the_rule_is_known_by_the_words_of_leagues(words, rule):
    assert sgf(";B[hh]", SZ=15, RU=words).game.rules.rule is rule


def test_a_rule_in_the_games_name_counts_if_it_can_be_that():
    assert sgf(";B[hh]", SZ=15, GN="Ann-Ben(B) : RIF rule").game.rules.rule is Rule.RENJU
    assert sgf(";B[hh]", SZ=15, GN="Standard rules apply").game.rules.rule is Rule.EXACT
    assert sgf(";B[hh]", SZ=15, GN="RIF rule", RU="Caro").game.rules.rule is Rule.CARO
    assert sgf(";B[hh]", SZ=15, GN="Renju World Cup").game.rules.rule is Rule.NORMAL
    assert sgf(";B[aa]", SZ=3, GN="RIF rule").game.rules.rule is Rule.NORMAL
    six = "".join(f";B[{col}h];W[{row}a]" for col, row in zip("abcef", "acegi", strict=True))
    record = sgf(f"{six};B[dh]", SZ=15, GN="X : RIF rule", RE="B+")
    assert record.game.rules.rule is Rule.RENJU, "an overline ends the game"
    record = sgf(f"{six};B[dh];W[ka]", SZ=15, GN="X : exact rule")
    assert record.game.rules.rule is Rule.EXACT
    over = "".join(f";B[{col}h];W[{row}a]" for col, row in zip("abcde", "acegi", strict=True))
    with pytest.raises(ValueError, match="the game is over"):
        sgf(over, SZ=15, GN="RIF rule")


@pytest.mark.parametrize(
    ("league", "rule"),
    [("1,Standard1", Rule.EXACT), ("0,Freestyle", Rule.NORMAL), ("2,Renju", Rule.RENJU),
     ("3,Caro20", Rule.CARO), ("", Rule.NORMAL)],
)  # fmt: skip
def test_a_piskvork_files_last_line_names_the_rule(league, rule):
    record = read_text(f"Piskvorky 15x15, 11:11, 0\n8,8,0\na.zip\nb.zip\n-1\n{league}\n")
    assert record.game.rules.rule is rule
    assert [record.players[mark].name for mark in (X, O)] == ["a", "b"]


def test_a_game_that_goes_on_says_by_which_rule_it_would():
    six = "".join(f";B[{col}h];W[{row}a]" for col, row in zip("abcef", "acegi", strict=True))
    with pytest.raises(ValueError, match=r"line 1: move 12, 'ka', .*exact"):
        sgf(f"{six};B[dh];W[ka]", SZ=15)
    assert len(sgf(f"{six};B[dh];W[ka]", SZ=15, RU="exact").game.moves) == 12
    five = "".join(f";B[{col}h];W[{row}a]" for col, row in zip("abcde", "acegi", strict=True))
    with pytest.raises(ValueError, match="the game is over"):
        sgf(five, SZ=15)


def test_passes_are_called_passes():
    assert len(sgf(";B[hh];W[tt];B[]", SZ=19).game.moves) == 1
    assert len(sgf(";B[hh];W[pp]", SZ=15).game.moves) == 1
    assert len(sgf(";B[hh];W[pp]", SZ=19).game.moves) == 2, "a square of that board"
    with pytest.raises(ValueError, match="line 1: a side passes"):
        sgf(";B[hh];W[tt];B[ii]", SZ=15)


def test_moves_in_one_node_are_played_in_their_order():
    assert len(sgf(";B[hh]W[ig]B[gj];W[hi]", SZ=15).game.moves) == 4
    record = sgf(";B[hh];W[ig][gj][ii];W[hi]", SZ=15)
    assert [square_name(square) for square in record.all_moves] == ["H8", "I7", "G10", "I9", "H9"]
    assert any("in turn" in str(note) for note in record.notes)
    assert sgf(";B[hh];W[ig];B[gj];W[hi]", SZ=15).notes == ()


def test_games_that_call_themselves_go_are_read_as_five_in_a_row_if_they_can_be():
    record = read_text("(;GM[1]SZ[15];B[hh];W[ig])")
    assert len(record.game.moves) == 2
    assert "Go" in str(record.notes[0])
    with pytest.raises(ValueError, match="another kind"):
        read_text("(;GM[1]SZ[19]AB[dd][pp])")
    with pytest.raises(ValueError, match=r"GM\[x\\x1b\\ny\]"):
        read_text("(;GM[x\x1b\ny])")


BOARDS = [
    "X.O/.X./..O", "X.O\n.X.\n..O", "X |   | O\n---------\n  | X |  \n---------\n  |   | O",
    [[2, 1, 3], [1, 2, 1], [1, 1, 3]], [["X", " ", "O"], [" ", "X", " "], [" ", " ", "O"]],
    "[[2, 1, 3], [1, 2, 1], [1, 1, 3]]", "[[2 1 3]\n [1 2 1]\n [1 1 3]]",
    "[['X', ' ', 'O'], [' ', 'X', ' '], [' ', ' ', 'O']]",
    "[[provided.PLAYERX, provided.EMPTY, 3], [1, 2, 1], [1, 1, 3]]",
]  # fmt: skip


def test_a_board_is_taken_in_every_form_that_the_course_has(capsys):
    numpy = pytest.importorskip("numpy")
    array = numpy.array(BOARDS[3])
    for board in (*BOARDS, array, str(array), repr(array)):
        assert format_board(parse_board(board)) == BOARDS[0], board
    for board in BOARDS:
        if isinstance(board, str):
            assert format_board(read_text(board).game.board) == BOARDS[0], board
            assert main(["analyse", "--board", board, "--to-move", "X", "--seed", "1"]) == 0
    assert capsys.readouterr().out.count("C2") == len([b for b in BOARDS if isinstance(b, str)])


@pytest.mark.parametrize("board", [board for board in BOARDS if isinstance(board, str)])
def test_what_stands_around_a_board_counts(board):
    record = read_text(f"# of the course | my own\n3x3\n{board}\nO to move\nB3 C2\nA2\n")
    assert format_board(record.game.start.board) == BOARDS[0]
    assert record.game.start.player == O
    assert moved(record) == "B3 C2 A2"


@pytest.mark.parametrize("end", [" X to0move", "\nX to0move", " and so on", ", B4?", "\n[[1]]"])
@pytest.mark.parametrize("board", ["[['.']]", "array([[1]])", "array([[1]], dtype=int8)"])
def test_what_stands_below_a_board_and_is_no_move_is_refused_with_its_line(board, end):
    line = 1 + end.count("\n")
    with pytest.raises(ValueError, match=f"^line {line}: .* is neither a square"):
        read_text(board + end)
    with pytest.raises(ValueError, match="stands beside the board and is no part of it"):
        parse_board(board + end)
    with pytest.raises(ValueError, match=r"line 1: '\[\[1\[\[1\]\]' is neither a square"):
        read_text("[[1[[1]]\nA1")
    with pytest.raises(ValueError, match="line 2: a board stands below moves"):
        read_text(f"A1\n{board}")


@pytest.mark.parametrize("board", [5, None, [1, 2], [[2, 1], [1]], "[[1, 2], [9]]", "|||", ""])
def test_what_is_no_board_gets_a_sentence(board):
    with pytest.raises(ValueError, match=r"board|size"):
        parse_board(board)


@pytest.mark.parametrize("text", ["A1" + " " * 300_000 + "?", "A1" + "\t," * 100_000 + "O"])
def test_blanks_by_the_thousand_cost_nothing(text):
    start = process_time()
    with pytest.raises(ValueError, match=r"line 1: '(\?|O)' is neither a square"):
        read_text(text)
    assert process_time() - start < 1


def test_a_name_of_a_thousand_brackets_costs_nothing():
    start = process_time()
    assert len(sgf(";B[hh]", SZ=15, PB=" (a" * 300_000).players[X].name) == 100
    assert process_time() - start < 5


def test_long_comments_are_cut_with_a_note():
    record = sgf(f";B[hh]C[{'b' * 30_000}]", SZ=15, C="a" * 20_000)
    assert {ply: len(text) for ply, text in record.comments.items()} == {0: 20_000, 1: 20_000}
    assert [str(note) for note in record.notes] == [
        "the comments have more than 40,000 letters; what comes after these was cut off"
    ]
    assert read_text(SGF.write(record)).notes == ()


@pytest.mark.parametrize(
    ("branches", "words", "kept"),
    [
        ("(;W[ii])(;W[hh];B[ij])", "cannot be made", 0),
        ("(;W[ii])(;W[ij]\n;B[zz])", "line 2: 'zz' is no square.*: a variation was read up to", 1),
        ("(;W[ii])(;W[ij]\n;W[aa])", "line 2: White moves twice.*: a variation was read up to", 1),
        ("(;W[ii])(;C[here])", None, 0),
    ],
)
def test_what_is_left_out_of_variations_is_noted(branches, words, kept):
    record = sgf(f";B[hh]{branches}", SZ=15)
    assert len(record.variations) == kept
    assert [bool(re.search(words, str(note))) for note in record.notes] == [True] * bool(words)


def test_a_piskvork_file_with_blank_lines_loses_no_move():
    head = "Piskvorky 15x15, 11:11, 0\n"
    assert len(read_text(f"{head}8,8,0\n\n9,9,0\n \n7,7,0\nAnn\nBen\n-1\n").all_moves) == 3
    with pytest.raises(ValueError, match="line 4: a move stands below 'Ann', which is none"):
        read_text(f"{head}8,8,0\nAnn\n9,9,0\n")


@pytest.mark.parametrize("name", ["8,8,0", "12;x", "-1", "1,x"])
def test_a_name_that_looks_like_a_move_makes_none(name):
    record = sgf(";B[hh];W[ii]", SZ=15, PB=name, PW="Ben")
    back = read_text(PSQ.write(record))
    assert back.all_moves == record.all_moves
    assert [back.players[mark].name for mark in (X, O)] == ["X", "Ben"]


def test_a_variation_at_the_end_of_a_game_stays_one():
    record = sgf(";B[hh];W[ii]", SZ=15)
    variations = (Variation(2, ((6, 6),), "or so"), Variation(2, ((9, 9),), comments={1: "a"}))
    back = read_text(SGF.write(replace(record, variations=variations)))
    assert back.all_moves == record.all_moves
    assert back.variations == variations
    along = Variation(1, ((8, 8), (6, 6)), "on along the game's own moves")
    back = read_text(SGF.write(replace(record, variations=(along,))))
    assert back.all_moves == record.all_moves
    assert [(line.ply, line.moves) for line in back.variations] == [(2, ((6, 6),))]


def test_half_a_letter_in_a_saved_game_can_be_written():
    record = sgf(";B[hh]", SZ=15)
    players = {X: Participant("A\ud800")}
    for kind in (SGF, PSQ):
        back = read_text(kind.write(replace(record, players=players)))
        assert back.players[X].name == "A?"


def test_a_wrong_guess_of_letters_refuses_no_file():
    """Read as GB18030, the comment would hide the bracket at its end."""
    content = "(;GM[4]SZ[15]C[黒)田中一郎黒田];B[hh])".encode("euc_jp")
    content = content.replace(b")", b"\x8f\xb0\xa1", 1)
    record = read_bytes(content, SGF)
    assert len(record.all_moves) == 1


@pytest.mark.parametrize(("encoding", "named"), [("utf-8", ""), ("gb18030", "CA[GB2312]")])
def test_one_damaged_byte_does_not_spoil_all_other_letters(encoding, named):
    name = "李世石五子棋黑棋天元祁观弈心"
    content = f"(;GM[4]{named}PB[{name}]PW[Ann];B[hh])".encode(encoding)
    content = content.replace(b"]PW[", b"\xff]PW[")
    for record in (read_bytes(content, SGF), read_bytes(content, SGF, encoding=encoding)):
        assert record.players[X].name == f"{name}\ufffd"
    assert read_bytes(content, SGF).encodings[0] == encoding
    assert read_bytes(b"(;GM[4]CA[UTF-16];B[hh])", SGF).encodings == (), "it is in single bytes"
    with pytest.raises(ValueError, match="not written in euc-kr"):
        read_bytes("(;GM[4]PB[Müller])".encode("cp1252"), SGF, encoding="euc-kr")


def test_a_game_is_found_below_a_sentence():
    assert read_text("Look at this:\n(;GM[4]SZ[15];B[hh])").all_moves == ((7, 7),)
    assert read_text("15x15/5").game.rules.size == 15, "a game that has not begun"


@pytest.mark.parametrize("value", ["9" * 500, "[" * 500])
def test_a_long_value_is_cut_in_a_sentence(value):
    for name in ("GM", "SZ"):
        with pytest.raises(ValueError, match="…") as raised:
            read_text(f"(;{name}[{value}];B[hh])")
        assert len(str(raised.value)) < 200


NAMES = {
    "gb18030": "李世石 五子棋", "cp950": "林小明", "cp932": "ゼンの評価", "cp1251": "Сергей Петров",
    "cp1252": "Müller", "cp949": "김철수", "euc_jp": "田中一郎", "cp1250": "Dvořák",
}  # fmt: skip


@pytest.mark.parametrize("encoding", NAMES)
def test_letters_without_a_name_are_guessed_and_others_are_offered(encoding, tmp_path):
    name = NAMES[encoding]
    content = f"(;GM[4]SZ[15]PB[{name}];B[hh])".encode(encoding)
    assert encoding in guesses(content)
    record = read_bytes(content, SGF)
    assert record.encodings == guesses(content)
    assert "letters" in str(record.notes[-1])
    assert read_bytes(content, SGF, encoding=encoding).players[X].name == name
    path = tmp_path / "a.sgf"
    path.write_bytes(content)
    out = tmp_path / "b.sgf"
    assert main(["convert", str(path), str(out), "--encoding", encoding]) == 0
    assert read_game(out).players[X].name == name
    assert path.read_bytes() == content, "the file's own bytes stay"


def test_the_systems_language_decides_between_sets_of_letters(monkeypatch):
    content = "(;GM[4]PB[이세돌])".encode("cp949")
    monkeypatch.setattr("locale.getlocale", lambda *_: ("ko_KR", "UTF-8"))
    assert guesses(content)[0] == "cp949"


@pytest.mark.parametrize("name", ["zlib", "rot13", "punycode", "no-such-letters", "x" * 40])
def test_a_set_of_letters_that_is_none_is_refused(name):
    with pytest.raises(ValueError, match="not a character encoding"):
        read_bytes(b"(;GM[4];B[hh])", SGF, encoding=name)
    assert read_bytes(f"(;GM[4]CA[{name}];B[hh])".encode(), SGF).encodings == ()


MEGABYTE = 1 << 20
DEAR = {
    "rectangles": b"(;GM[4]SZ[15]AB" + b"[aa:zz]" * 100_000 + b";W[hh])",
    "rectangles that fit": b"(;GM[4]SZ[25]AB" + b"[aa:yy][ab:xy]" * 70_000 + b";W[hh])",
    "nodes": b"(;GM[4]" + b";" * (MEGABYTE - 10) + b")",
    "comments": b"(;GM[4]" + b";C[a]" * 200_000 + b")",
    "branches": b"(;GM[4]" + b"(;B[hh])" * 130_000 + b")",
    "depth": b"(;GM[4]" + b"(;B[hh]" * 120_000 + b")" * 120_000 + b")",
    "escapes": b"(;GM[4]C[" + b"\\]" * 500_000 + b"];B[hh])",
    "moves": b"(;GM[4]SZ[25];B" + b"[hh]" * 260_000 + b")",
    "no end": b"(;CA[" + b" " * MEGABYTE,
    "letters": b"(;GM[4]PB[" + ("黑棋" * 250_000).encode("gb18030") + b"];B[hh])",
    "names": b"Piskvorky 15x15, 11:11, 0\n" + b"a\n" * 500_000,
    "squares": b"A1 " * 340_000,
    "rows": b"X.O\n" * 260_000,
    "cells": b"|" * MEGABYTE,
    "lists": b"[[" + b"1," * 500_000 + b"]]",
}


DEAR_BY_DAY = ("rectangles", "branches", "depth", "comments", "squares", "lists")


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=() if name in DEAR_BY_DAY else pytest.mark.nightly) for name in DEAR
])  # fmt: skip
def test_no_file_of_a_megabyte_costs_much(name):
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, process_time()
    try:
        read_bytes(DEAR[name][:MEGABYTE], None)
    except ValueError as error:
        assert len(str(error)) < 300
    assert process_time() - start < 5, "a second on a machine that does nothing else"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 * 1024
