"""Games in other programs' files: they come back as they were, and a wrong file gets its line."""

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import PLAYERO, PLAYERX, Game, Rules, parse_board, parse_square
from engine.beginning import legal
from engine.cli import main as cli
from engine.formats.files import MOVES, OWN, POSITION, PSQ, SGF, read_game, read_text
from engine.record import Participant, Record, Variation
from engine.verdict import Verdict
from tests.engine.positions import games

FIVE = Rules(15, 5)


def line(names, size=15):
    return tuple(parse_square(name, size) for name in names.split())


def noted():
    """Return a game of which everything is noted."""
    return Record(
        Game.of(FIVE, line("H8 I9 G7 G9")),
        {PLAYERX: Participant("Ann [1]"), PLAYERO: Participant("Böse\\")},
        date(2026, 3, 1),
        {0: "The beginning", 2: "Two lines:\nand a ] bracket, a \\ backslash"},
        (
            Variation(2, line("I8 I7"), "sharper", {1: "threat", 2: "answer"}),
            Variation(2, line("I8 G9"), comments={2: "or so"}),
            Variation(0, line("A1")),
        ),
        {2: Verdict.INACCURACY, 3: Verdict.MISTAKE, 4: Verdict.BLUNDER},
    )


def known(record):
    return (
        record.game.rules, record.game.start, record.all_moves, dict(record.players), record.day,
        dict(record.comments), record.variations, dict(record.verdicts),
    )  # fmt: skip


# --- SGF --------------------------------------------------------------------------------


def test_sgf_brings_everything_back():
    back = read_text(SGF.write(noted()))
    want = noted()
    plain = Variation(2, want.variations[1].moves, "sharper", {1: "threat", 2: "or so"})
    variations = {(each.ply, each.moves): each for each in back.variations}
    assert known(back)[:6] == known(want)[:6]
    assert dict(back.verdicts) == want.verdicts
    assert variations[2, want.variations[0].moves] == want.variations[0]
    assert variations[2, plain.moves] == plain, "what two variations begin with has one comment"
    assert (0, line("A1")) in variations


def test_sgf_of_another_program():
    text = """(;GM[4]FF[4]SZ[15]
      PB[Black one]PW[White]DT[2019-05-17,18]RE[W+R]XX[what is this]
      C[Hello](;B[hh];W[ii]N[first]
        (;B[gg]C[main])
        (;B[hi]
          (;W[hj])(;W[gh]C[deep]))))"""
    found = read_text(text)
    assert found.game.moves == line("H8 I9 G7")
    assert found.day == date(2019, 5, 17)
    assert found.ended == "W+R"
    assert Record.from_json(found.to_json()).ended == "W+R"
    assert found.players[PLAYERX].name == "Black one"
    assert dict(found.comments) == {0: "Hello", 3: "main"}
    assert [each.moves for each in found.variations] == [line("H9 H10"), line("H9 G8")]
    assert found.variations[1].comments == {2: "deep"}


@given(games())
def test_sgf_holds_every_game_of_ours(game):
    back = read_text(SGF.write(Record(game)))
    assert back.game.rules == game.rules
    assert back.game.moves == (*game.moves, *game.undone)


@pytest.mark.parametrize("mark", [PLAYERX, PLAYERO])
def test_sgf_sets_a_position_up(mark):
    position = legal(parse_board("XO./.../..."), mark)
    game = Game(position.rules, position)
    game.play((1, 1))
    text = SGF.write(Record(game))
    assert "AB[aa]AW[ba]" in text
    assert known(read_text(text)) == known(Record(game))


def test_sgf_of_setups_in_rectangles_with_a_side_and_of_white_first():
    found = read_text("(;GM[4]SZ[5]AB[aa:ba]AW[ab:bb]AE[cc]PL[W];W[cb])")
    assert found.game.start.board.rows[0][:2] == [PLAYERX, PLAYERX]
    assert found.game.first == PLAYERO
    assert read_text("(;SZ[15];W[hh])").game.first == PLAYERO


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(no game", 'line 1: this is not SGF: a game begins with "\\(;"'),
        ("(;GM[1]SZ[19])", "line 1: this is a game of another kind"),
        ("(;GM[4]\nSZ[15:19])", "line 1: SZ.15:19. is no size"),
        ("(;SZ[99])", "line 1: the board's side"),
        ("(;SZ[15]\n;B[hh]\n;W[hh])", "line 3: move 2, 'hh', cannot be made: row 8, column 8 is"),
        ("(;SZ[15]\n;B[hh]\n\n;B[ii])", "line 4: Black moves twice"),
        ("(;SZ[15]\n;B[zz])", "line 2: 'zz' is no square: .* from aa to oo"),
        ("(;SZ[15]\n;B[]\n;W[hh])", "line 2: a side passes"),
        ("(;SZ[15];B[hh];AW[ii])", "line 1: marks are set up in the middle"),
        ("(;SZ[15]AB[hh][ii]\n)", "line 1: X has 2 marks and O has 0"),
        ("(;SZ[15]\n;B[hh", "line 2: a value has no end"),
        ("(;SZ[15]\n;B[hh]\n", "line 3: the file ends before"),
        ("(;SZ[15]\n;B[hh]?)", "line 2: '\\?' does not belong here"),
        ("(;[15])", "line 1: a value stands before"),
        ("(;GM[4]SZ[5]" + "".join(f";B[a{r}];W[b{r}]" for r in "abcd") + ";B[ae];W[be])",
         "line 1: move 10, 'be', cannot be made: the game is over"),
    ],
)  # fmt: skip
def test_wrong_sgf_gets_its_line(text, words):
    with pytest.raises(ValueError, match=words):
        read_text(text)


def test_a_tree_of_many_variations_is_read_as_far_as_there_is_room():
    below = "".join(f"(;B[{a}{b}];W[oo])" for a in "abcdefghijklmn" for b in "abcdefghijklmn")
    found = read_text(f"(;SZ[15];B[oa];W[ob](;B[oc];W[od]{below}){below})")
    assert len(found.variations) > 300
    deep = "".join(f"(;B[{a}a];W[{a}c]" for a in "acegikm")
    assert len(read_text(f"(;SZ[15]{deep}{')' * 8}").game.moves) == 14


def test_a_large_file_of_nothing_but_branches_is_read_at_once():
    comb = "(;C[a](;C[b])" * 40_000 + ")" * 40_000
    found = read_text(f"(;SZ[15];B[hh](;W[ii]){comb})")
    assert found.game.moves == line("H8 I9")
    assert found.variations == ()


# --- Piskvork -----------------------------------------------------------------------------

PISKVORK = """Piskvorky 20x20, 11:11, 1
10,10,0
11,10,406
9,11,1204
C:\\brains\\pbrain-one.exe
pbrain-two.zip
-1
1,Freestyle
"""


def test_a_file_of_piskvork():
    found = read_text(PISKVORK)
    assert found.game.rules == Rules(20, 5)
    assert found.game.moves == line("J10 K10 I11", 20)
    assert found.players[PLAYERX].name == "pbrain-two", "the second one moved first"
    assert found.players[PLAYERO].name == "pbrain-one"


def test_piskvorks_files_come_back():
    back = read_text(PSQ.write(noted()))
    assert back.all_moves == noted().all_moves
    assert back.players[PLAYERX].name == "Ann [1]"
    assert read_text("Piskvorky 15x15, 0:0, 0").game.moves == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Piskvorky 15x19, 0:0, 0", "line 1: the board is 15x19"),
        ("Piskvorky 99x99, 0:0, 0", "line 1: the board's side"),
        ("Piskvorky", "line 1: a Piskvork file begins with"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,x,0", "line 3: '8,x,0' is no move"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0", "line 3: move 2, '8,8,0', cannot be made"),
        ("Piskvorky 15x15, 0:0, 0\n16,1,0", "line 2: move 1, '16,1,0', cannot be made: the column"),
    ],
)
def test_a_wrong_file_of_piskvork_gets_its_line(text, words):
    with pytest.raises(ValueError, match=words):
        read_text(text)


def test_piskvork_is_told_no_games_that_it_does_not_know():
    with pytest.raises(ValueError, match="five or more in a row only"):
        PSQ.write(Record(Game(Rules(3, 3))))
    position = legal(parse_board("X..../...../...../...../....."), PLAYERO)
    with pytest.raises(ValueError, match="empty board only"):
        PSQ.write(Record(Game(position.rules, position)))


# --- plain text ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["H8 I9 G7", "1. H8 I9\n2. G7", "h8, i9; g7", "1)h8 2)i9 3)g7", "# a note\n15x15\nH8\nI9\nG7",
     "15 X 15 / 5\nH8 I9 G7", "h8i9g7", "1...H8 I9 G7"],
)  # fmt: skip
def test_lists_of_moves_in_all_the_ways_that_people_write_them(text):
    found = read_text(text).game
    assert (found.rules, found.moves) == (FIVE, line("H8 I9 G7"))


def test_moves_without_a_size_are_played_on_the_board_that_is_wanted_if_they_fit():
    assert read_text("A1 B2", Rules(3, 3)).game.rules == Rules(3, 3)
    assert read_text("A1 H8", Rules(3, 3)).game.rules == FIVE
    assert read_text("A1 T19").game.rules == Rules(20, 5)


@pytest.mark.parametrize(
    ("text", "board", "mark"),
    [
        ("X.O/.X./..O", "X.O/.X./..O", PLAYERX),
        ("X.O/.X./..O O to move", "X.O/.X./..O", PLAYERO),
        ("X.O\n.X.\n..O\no to move", "X.O/.X./..O", PLAYERO),
        ("  A B C\n1 X . O\n2 . X .\n3 . . O", "X.O/.X./..O", PLAYERX),
        ("3x3/3\nX.O/.X./...", "X.O/.X./...", PLAYERO),
    ],
)
def test_boards(text, board, mark):
    game = read_text(text).game
    assert game.board.rows == parse_board(board).rows
    assert game.to_move == mark


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "neither a list of moves, such as H8 I9, nor a board"),
        ("what is this?", "line 1: 'what' is neither a square"),
        ("15x15\nH8 H8", "line 2: move 2, 'H8', cannot be made: row 8, column 8 is taken"),
        ("15x15\n\nP1", "line 3: 'P1' names no square"),
        ("15x14\nH8", "line 1: the board is 15x14"),
        ("4x4/5\nA1", "line 1: the line length"),
        ("4x4\nX.O/.X./..O", "line 2: the board has another size"),
        ("\nXX./.../...", "line 2: X has 2 marks and O has 0"),
        ("X.O/.X/..O", "line 1: row 2 of the board has 2 squares"),
    ],
)
def test_wrong_text_gets_its_line(text, words):
    with pytest.raises(ValueError, match=words):
        read_text(text)


@given(games(), st.booleans())
def test_plain_text_comes_back(game, whole):
    record = Record(game)
    if whole and record.all_moves:
        back = read_text(MOVES.write(record)).game
        assert (back.rules, back.moves) == (game.rules, record.all_moves)
    elif not whole and game.result is None:
        back = read_text(POSITION.write(record)).game
        assert (back.rules, back.board.rows) == (game.rules, game.board.rows)
        assert back.to_move == game.to_move


def test_a_list_of_moves_from_a_position():
    position = legal(parse_board("XO./.../..."), PLAYERO)
    game = Game(position.rules, position)
    game.play((1, 1))
    text = MOVES.write(Record(game))
    assert text == "3x3/3\nXO./.../... O to move\nB2\n"
    assert read_text(text).game.has_moves_of(game)


# --- files and the console ----------------------------------------------------------------


def test_a_file_is_read_by_its_ending_and_else_by_what_it_holds(tmp_path):
    for name, text in (("a.psq", PISKVORK), ("b", PISKVORK), ("c.txt", "H8"), ("d", "(;SZ[15])")):
        (tmp_path / name).write_text(text)
        assert read_game(tmp_path / name).game.rules.line == 5
    (tmp_path / "e.sgf").write_text("H8 I9")
    with pytest.raises(ValueError, match=r"e.sgf: line 1: this is not SGF.*\.$"):
        read_game(tmp_path / "e.sgf")
    (tmp_path / "f.sgf").write_bytes("(;GM[4]SZ[15]PB[Jörg];B[hh])".encode("latin-1"))
    assert read_game(tmp_path / "f.sgf").players[PLAYERX].name == "Jörg"
    for name in ("g.txt", "h.tttgame"):
        (tmp_path / name).write_bytes(b"\xff\0\xfe")
        with pytest.raises(ValueError, match=r"this is no text|this is not a saved game"):
            read_game(tmp_path / name)
    with pytest.raises(ValueError, match=r"gone.sgf cannot be read"):
        read_game(tmp_path / "gone.sgf")


@example("(;C)")
@example("(;SZ;B[hh](;W[ii]N;B[gg]C)(;W[gg]))")
@given(st.text(alphabet="(;)[]BWCab\\ \n:XO./H819,Piskvorky", max_size=80))
def test_whatever_a_text_holds_the_answer_is_a_game_or_a_sentence(text):
    for kind in (SGF, PSQ, MOVES, OWN):
        try:
            found = kind.read(text, None)
        except ValueError as error:
            assert str(error)
        else:
            assert found.game.rules.size >= 1


def test_convert_goes_from_kind_to_kind(tmp_path, capsys, monkeypatch):
    sgf, own, psq = (tmp_path / f"one.{end}" for end in ("sgf", "tttgame", "psq"))
    sgf.write_text(SGF.write(noted()))
    assert cli.main(["convert", str(sgf), str(own)]) == 0
    assert cli.main(["convert", str(own), str(psq)]) == 0
    assert read_game(psq).all_moves == noted().all_moves
    assert cli.main(["convert", str(psq), "-", "--to", "moves"]) == 0
    assert capsys.readouterr().out == "15x15/5\nH8 I9 G7 G9\n"
    assert cli.main(["convert", str(psq), "-", "--to", "board"]) == 0
    assert capsys.readouterr().out.count("/") == 14


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a.sgf", "-"), "--to sgf"),
        (("a.sgf", "out"), "end it in .tttgame, .sgf, .psq, .txt"),
        (("a.sgf", "./a.sgf"), "would be lost"),
        (("a.sgf", "b.psq", "--line", "4"), "need --size"),
        (("c.txt", "b.psq", "--size", "3"), "five or more in a row only"),
        (("gone.sgf", "b.psq"), "gone.sgf cannot be read"),
    ],
)
def test_convert_says_in_one_line_what_is_wrong(tmp_path, capsys, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sgf").write_text("(;SZ[15];B[hh])")
    (tmp_path / "c.txt").write_text("A1 B2")
    assert cli.main(["convert", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert (tmp_path / "a.sgf").read_text() == "(;SZ[15];B[hh])"


def test_a_foreign_game_is_reviewed(tmp_path, capsys):
    path = tmp_path / "one.sgf"
    path.write_text("(;GM[4]SZ[3];B[aa];W[ba];B[bb];W[ca];B[cc])")
    assert cli.main(["review", str(path)]) == 0
    assert "X won" in capsys.readouterr().out
