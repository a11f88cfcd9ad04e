"""Games of other programs in the window: opened, dropped, saved, copied and pasted."""

import threading

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMessageBox

from engine import PLAYERO, PLAYERX, Game, Rules, parse_board, parse_square
from engine.formats.files import read_game
from engine.notation import format_board
from engine.record import Participant, Record
from tests.desktop.machines import cards
from tests.driver.user import X_WINS, User
from tests.engine.test_wild_files import READ, WILD
from tests.every import every
from tests.waiting import HANG_S

PEOPLE = ("--machine", "neither")
SGF = (
    "(;GM[4]SZ[15]PB[Ann]PW[Ben]C[Begun];B[hh];W[ii]C[here]"
    "(;B[gg];W[gi])(;B[ih]N[sharp];W[ig]C[so]))"
)
FIVE = Rules(15, 5)
CTRL = Qt.KeyboardModifier.ControlModifier


def line(names):
    return tuple(parse_square(name, 15) for name in names.split())


def clipboard():
    return QGuiApplication.clipboard()


@pytest.mark.uses("moves")
def test_an_sgf_comes_with_comments_variations_and_names(open_window, tmp_path):
    user = open_window(*PEOPLE)
    user.show_docks("moves")
    path = tmp_path / "one.sgf"
    path.write_text(SGF)
    assert user.window.features["files"].games.open(path)
    user.settled()
    assert (user.game.rules, user.game.moves) == (FIVE, line("H8 I9 G7 G9"))
    dock = user.window.docks["moves"]
    assert [dock.variations.item(i).text() for i in range(dock.variations.count())] == ["sharp"]
    assert "H9" not in dock.variations.item(0).text()
    assert dock.variations.item(0).toolTip() == "I8\nI7: so"
    user.trigger("step_back")
    user.trigger("step_back")
    assert dock.comment.toPlainText() == "here"
    again = tmp_path / "again.sgf"
    assert user.window.features["files"].games.save(again)
    back = read_game(again)
    assert back.players[PLAYERX].name == "Ann"
    assert back.variations[0].comments == {2: "so"}


def test_a_finished_game_is_its_own_players(open_window, tmp_path):
    user = open_window(*PEOPLE)
    user.play(X_WINS)
    assert "Games won: 1" in cards(user)[0]
    path = tmp_path / "won.sgf"
    path.write_text(
        "(;GM[4]SZ[15]PB[Ann]PW[Ben, whose name is longer than any card has room for];"
        "B[hh];W[aa];B[hi];W[ab];B[hj];W[ac];B[hk];W[ad];B[hl])"
    )
    assert user.window.features["files"].games.open(path)
    user.settled()
    x, o = cards(user)
    assert x.startswith("X: Ann. Games won: 0.")
    assert "Ben, whose name" in o
    assert user.ending.startswith("Ann wins"), user.ending
    assert user.controller.record.players[PLAYERO].name.endswith("has room for"), "kept as it came"
    user.trigger("again")
    assert cards(user)[1].startswith("O: Player O.")
    path = tmp_path / "machines.json"
    players = {PLAYERX: Participant("", "level:hard", "Hard"), PLAYERO: Participant("bot", "file")}
    path.write_text(Record(Game.of(Rules(3, 3), X_WINS), players).to_json())
    assert user.window.features["files"].games.open(path)
    user.settled()
    x, o = cards(user)
    assert "Hard" in x
    assert "bot" in o
    assert "Hard" not in o


def test_how_a_game_ended_without_a_line_is_said_and_kept(open_window, tmp_path):
    user = open_window("--machine", "O")
    path, copy = tmp_path / "one.sgf", tmp_path / "copy.sgf"
    for written, said in (
        ("B+R", "X won: O resigned."),
        ("W+Time", "O won: X ran out of time."),
        ("W+", "O won this game."),
        ("0", "A tie was agreed."),
    ):
        path.write_text(SGF.replace("C[Begun]", f"RE[{written}]"))
        assert user.window.features["files"].games.open(path)
        assert user.headline == said
        user.trigger("first")
        assert user.headline != said, "an earlier position is shown"
        user.trigger("last")
        assert user.headline == said
        user.window.features["files"].games.save(copy)
        assert f"RE[{written}]" in copy.read_text()
    user.leave()
    user = open_window("--machine", "O")
    assert user.headline == "A tie was agreed.", "the last one is there"
    assert user.game.moves == line("H8 I9 G7 G9")
    user.click((0, 0))
    user.settled()
    user.window.features["files"].games.save(copy)
    assert "RE[" not in copy.read_text(), "it has gone on"
    assert user.headline == "Your turn."


def test_in_a_foreign_game_the_machine_waits_to_be_told(open_window, tmp_path):
    user = open_window("--machine", "O", "--o", "random")
    path = tmp_path / "one.txt"
    path.write_text("3x3\nA1 B2 C3")
    user.window.features["files"].games.open(path)
    user.linger()
    assert len(user.game.moves) == 3
    assert user.window.action["resume"].isEnabled()


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("one.sgf", "(;SZ[15]\n;B[hh]\n;W[hh])", "one.sgf: line 3: move 2"),
        ("one.psq", "Piskvorky 15x19, 0:0, 0", "one.psq: line 1: the board is 15x19"),
        ("one.txt", "Dear reader,", "one.txt: line 1: 'Dear' is neither"),
    ],
)
def test_a_wrong_file_gets_its_line_and_changes_nothing(open_window, tmp_path, name, text, words):
    user = open_window(*PEOPLE)
    user.click((1, 1))
    path = tmp_path / name
    path.write_text(text)
    assert not user.window.features["files"].games.open(path)
    assert words in user.window.notice.text
    assert user.game.moves == ((1, 1),)


def test_a_file_of_another_program_can_be_dropped(open_window, tmp_path):
    user = open_window(*PEOPLE)
    path = tmp_path / "one.psq"
    path.write_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n")
    assert user.drop(path)
    assert user.game.moves == line("H8 I9")


def test_what_a_kind_cannot_hold_is_said_and_not_written(open_window, tmp_path):
    user = open_window(*PEOPLE)
    path = tmp_path / "one.psq"
    assert not user.window.features["files"].games.save(path)
    assert "five or more in a row only" in user.window.notice.text
    assert not path.exists()


def test_a_position_is_copied_and_comes_back(open_window):
    user = open_window(*PEOPLE)
    user.play(X_WINS[:3])
    user.board.setFocus()
    user.press(Qt.Key.Key_C, CTRL)
    assert clipboard().text() == "XX./O../...\n"
    user.trigger("again")
    user.press(Qt.Key.Key_V, CTRL)
    assert user.game.board.rows == parse_board("XX./O../...").rows
    assert user.game.to_move == PLAYERO
    assert user.game.moves == ()
    assert not user.window.action["undo"].isEnabled()


def test_a_game_is_copied_as_moves_and_comes_back_with_them(open_window):
    user = open_window(*PEOPLE)
    user.play(X_WINS)
    user.trigger("copy_game")
    assert clipboard().text() == "3x3/3\nA1 A2 B1 B2 C1\n"
    user.trigger("again")
    user.trigger("paste")
    assert user.game.moves == X_WINS
    assert user.controller.view.wins[0] == 1, "it counts no second time"


def test_moves_without_a_size_are_played_on_the_board_of_the_settings(open_window):
    user = open_window(*PEOPLE, "--size", "6", "--line", "4")
    clipboard().setText("b2 c3")
    user.trigger("paste")
    assert user.game.rules == Rules(6, 4)
    clipboard().setText(SGF)
    user.trigger("paste")
    assert user.game.rules == FIVE
    assert user.controller.view.comment == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "There is no text on the clipboard"), ("Hello", "cannot be opened: line 1: 'Hello'")],
)
def test_a_clipboard_without_a_game_gets_a_sentence(open_window, text, words):
    user = open_window(*PEOPLE)
    user.click((1, 1))
    clipboard().setText(text)
    user.trigger("paste")
    assert words in user.window.notice.text
    assert user.game.moves == ((1, 1),)


@pytest.mark.uses("moves", "table")
def test_a_field_and_a_table_keep_the_keys_that_copy(open_window):
    user = open_window(*PEOPLE)
    user.show_docks("moves", "table")
    user.click((1, 1))
    field = user.window.docks["moves"].comment
    field.setFocus()
    QTest.keyClicks(field, "centre")
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_C, CTRL)
    assert clipboard().text() == "centre"
    user.score()
    table = user.window.docks["table"].view
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_C, CTRL)
    assert "\t" in clipboard().text()


def test_the_dialog_saves_as_the_kind_that_is_chosen(open_window, tmp_path, monkeypatch):
    from ttt_desktop.features.files import game_files

    asked = []

    def answer(_parent, _title, kinds, name):
        asked.extend(kind.suffix for kind in kinds)
        assert name.endswith(".tttgame")
        return tmp_path / "mine.sgf"

    monkeypatch.setattr(game_files, "ask_save", answer)
    user = open_window(*PEOPLE, "--size", "3")
    user.play(X_WINS)
    user.trigger("save")
    assert asked == [".tttgame", ".sgf", ".psq", ".txt"]
    assert read_game(tmp_path / "mine.sgf").game.moves == X_WINS
    assert "mine.sgf" in user.window.statusBar().currentMessage()


def test_guessed_letters_can_be_chosen_and_are_not_saved_over_unasked(user, monkeypatch):
    content = "(;GM[4]SZ[15]PB[李世石]PW[王小明];B[hh];W[ig])".encode("gb18030")
    path = user.folder / "wild.sgf"
    path.write_bytes(content)
    monkeypatch.setattr("engine.formats.charsets._usual", lambda: ("cp949",))
    assert user.window.features["files"].games.open(path)
    record = user.controller.record
    assert record.players[PLAYERX].name != "李世石"
    assert "cp949" in user.window.notice.text
    asked = []

    def choose(_parent, _title, _label, choices, *_rest):
        asked.extend(choices)
        return next(choice for choice in choices if "gb18030" in choice), True

    monkeypatch.setattr("ttt_desktop.features.files.game_files.QInputDialog.getItem", choose)
    no = QMessageBox.StandardButton.No
    monkeypatch.setattr("ttt_desktop.features.files.game_files.QMessageBox.question", lambda *_: no)
    assert not user.window.features["files"].games.save(path), "it is asked, and the answer was no"
    assert path.read_bytes() == content
    user.button(user.window.notice, "Other letters").click()
    assert any("李世石 – 王小明" in choice for choice in asked)
    assert user.controller.record.players[PLAYERX].name == "李世石"
    assert user.window.features["files"].games.save(path), "nothing is guessed any more"
    assert "李世石" in path.read_text(encoding="utf-8")


def test_what_was_left_out_of_a_file_is_said(user):
    path = user.folder / "passes.sgf"
    path.write_text("(;GM[4]SZ[15];B[hh];W[ig];B[])")
    assert user.window.features["files"].games.open(path)
    assert "Passes" in user.window.notice.text


# --- large files ------------------------------------------------------------------------------

LARGE = f"(;GM[4]SZ[15]PB[Ann]C[{'so ' * 9000}];B[hh];W[ii])"


@pytest.fixture
def held(monkeypatch):
    """Hold back whatever is read in the background, until this is set."""
    from ttt_desktop.features.files import game_files

    go_on = threading.Event()

    def wait_and(read):
        def later(*given):
            if threading.current_thread() is not threading.main_thread():
                assert go_on.wait(HANG_S)
            return read(*given)

        return later

    for name in ("read_game", "read_text"):
        monkeypatch.setattr(game_files, name, wait_and(getattr(game_files, name)))
    yield go_on
    go_on.set()


def test_while_a_large_file_is_read_the_window_goes_on(user, held):
    path, other = user.folder / "large.sgf", user.folder / "other.sgf"
    path.write_text(LARGE)
    other.write_text(SGF)
    assert user.window.features["files"].games.open(path)
    user.click((1, 1))
    assert user.game.moves == ((1, 1),)
    held.set()
    user.wait(lambda: user.game.moves == line("H8 I9"))
    assert user.controller.record.players[PLAYERX].name == "Ann"
    assert "given up" in user.window.notice.text
    held.clear()
    user.window.features["files"].games.open(path)
    user.window.features["files"].games.open(other)
    assert user.game.moves == line("H8 I9 G7 G9")
    held.set()
    user.wait(user.at_rest)
    assert user.game.moves == line("H8 I9 G7 G9"), "the one that was opened last"
    held.clear()
    user.window.features["files"].games.open(path)
    user.window.close()
    held.set()
    user.wait(user.at_rest)
    assert user.game.moves == line("H8 I9 G7 G9"), "closed, nothing comes any more"


def test_a_large_text_is_pasted_behind_the_window(user, held):
    clipboard().setText(LARGE)
    user.trigger("paste")
    assert user.game.moves == ()
    held.set()
    user.wait(lambda: user.game.moves == line("H8 I9"))
    clipboard().setText(LARGE.replace("W[ii]", "W[hh]"))
    user.trigger("paste")
    user.wait(lambda: "move 2" in user.window.notice.text)


def test_the_window_comes_with_a_large_file_or_says_why_not(open_window, tmp_path, held):
    path = tmp_path / "large.sgf"
    path.write_text(LARGE)
    user = open_window(*PEOPLE, file=str(path))
    user.click((0, 0))
    held.set()
    user.wait(lambda: user.game.moves == line("H8 I9"))
    user.leave()
    path.write_text(LARGE.replace("W[ii]", "W[hh]"))
    user = open_window(*PEOPLE, file=str(path))
    user.wait(lambda: "move 2" in user.window.notice.text)
    user.click((0, 0))
    assert len(user.game.moves) == 3, "the unfinished game goes on"


def test_the_letters_of_a_large_file_are_chosen_likewise(user, held, monkeypatch):
    monkeypatch.setattr("engine.formats.charsets._usual", lambda: ("cp949",))
    path = user.folder / "large.sgf"
    path.write_bytes(LARGE.replace("Ann", "李世石").encode("gb18030"))
    monkeypatch.setattr(
        "ttt_desktop.features.files.game_files.QInputDialog.getItem",
        lambda *given: (next(choice for choice in given[3] if "李世石 (gb18030)" in choice), True),
    )
    held.set()
    user.window.features["files"].games.open(path)
    user.wait(lambda: bool(user.controller.record.encodings))
    path.unlink()
    user.button(user.window.notice, "Other letters").click()
    user.wait(lambda: user.controller.record.players[PLAYERX].name == "李世石")


# --- files of the world, in every way they come ----------------------------------------------

LETTERS = {
    "13_gb.sgf": "gb18030",
    "14b_sjis_close.sgf": "cp932",
    "18_utf16.sgf": "utf-16",
}  # in which the text of these is shown where it is copied


def opened(user, path):
    """Open a file by the window's dialog, its name typed."""

    def fill():
        [dialog] = user.dialogs()
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        field.setText(str(path))
        QTest.keyClick(field, Qt.Key.Key_Return)

    QTimer.singleShot(0, fill)
    user.trigger("open")
    with user.qtbot.waitActive(user.window):
        user.window.activateWindow()


def pasted(user, path):
    """Copy a file's text where it is shown, and paste it."""
    clipboard().setText(path.read_bytes().decode(LETTERS.get(path.name, "utf-8")))
    user.board.setFocus()
    user.press(Qt.Key.Key_V, CTRL)


@every("name", sorted(path.name for path in WILD.iterdir()))
@every("come", [opened, User.drop, pasted])
def test_a_file_of_the_world_comes_as_it_is_meant(user, name, come):
    user.window.notice.dismiss()
    user.begin_anew(size=3)
    user.click((2, 0))
    come(user, WILD / name)
    game, said = user.game, user.window.notice.text
    if name == "rectangle.sgf":
        assert "'漢漢' is no square" in said
        assert game.moves == ((2, 0),), "nothing has changed"
        return
    if name == "84_course_print.txt":
        assert format_board(game.board) == "X../.O./..."
        return
    moves, rule, names, words, comments = READ[name]
    record = user.controller.record
    assert " ".join(map(user.name, record.all_moves)) == moves
    assert game.rules.rule is rule
    marks = [mark for mark in (PLAYERX, PLAYERO) if mark in record.players]
    assert tuple(record.players[mark].name for mark in marks) == names
    assert all(word.lower() in said.lower() for word in words)
    assert dict(record.comments) == comments
