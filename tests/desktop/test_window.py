"""The window itself: its shape, its names for a screen reader, its files, its start."""

import itertools
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt, QVariantAnimation
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from engine import Game, Rules, Termination, __version__
from engine.record import read_record
from engine.search.sampling import load_kernel
from tests.every import every
from tests.waiting import HANG_S, ran
from ttt_desktop.board.player_bar import PlayerCard
from ttt_desktop.look.colormap import luminance
from ttt_desktop.look.colours import DARK, LIGHT
from ttt_desktop.look.fonts import OWN_FONT, text_font
from ttt_desktop.look.grid_view import GridView
from ttt_desktop.look.measures import BODY, LEAD, STROKE_MS
from ttt_desktop.look.text import rate_text
from ttt_desktop.look.widgets import ElidedLabel
from ttt_desktop.session.keeper import GameKeeper
from ttt_desktop.shell.header import Header
from ttt_desktop.start import preflight
from ttt_desktop.work import logs


@every("n", [3, 10, 25])
@every("size", [(600, 560), (900, 600), (1500, 900), (700, 1100)])
def test_the_board_stays_square_fills_the_room_and_shows_every_square(user, n, size):
    user.begin_anew(size=n)
    user.window.resize(QSize(*size))
    frame = user.board.parentWidget()

    def squares():
        return [
            user.board.visualRect(user.controller.model.index(row, col))
            for row in range(n)
            for col in range(n)
        ]

    def fills_the_room():
        room = min(frame.width(), frame.height())
        return n * squares()[0].width() > room - user.board.margin - 40 - n

    user.qtbot.waitUntil(fills_the_room)
    rects = squares()
    assert {rect.width() for rect in rects} == {rect.height() for rect in rects}
    assert len({rect.width() for rect in rects}) == 1
    assert user.board.viewport().rect().contains(rects[0])
    assert user.board.viewport().rect().contains(rects[-1])
    assert frame.rect().contains(user.board.geometry())


def test_every_square_has_a_name_for_a_screen_reader(user):
    user.click((1, 2))
    table = QAccessible.queryAccessibleInterface(user.board)
    names = {
        table.child(number).text(QAccessible.Text.Name) for number in range(table.childCount())
    }
    assert "C2, X, last move" in names
    assert "A1, empty" in names
    assert sum(", " in name for name in names) == 9
    assert table.text(QAccessible.Text.Name) == "Board"


@pytest.mark.uses(
    "moves", "table", "chart", "theatre", "tree", "bandits", "lessons", "you", "sounds"
)
def test_tab_goes_round_all_that_can_be_used(open_window):
    user = open_window()
    user.window.resize(980, 700)
    user.board.setFocus()
    reached = []
    while "Board" not in reached and len(reached) < 40:
        user.press(Qt.Key.Key_Tab)
        widget = user.window.focusWidget()
        text = widget.text() if isinstance(widget, QAbstractButton) else type(widget).__name__
        reached.append(widget.accessibleName() or text)
    assert reached[-1] == "Board"
    parts = ["Play", "Hint", "Own squares (SCORE_CURRENT)", "O: Machine, 4 · Medium. Games won: 0."]
    missing = [name for name in parts if name not in reached]
    assert not missing, reached


@pytest.mark.uses("files")
def test_a_game_that_the_system_hands_over_is_opened(tmp_path):
    game = Game(Rules.of(4))
    game.play((1, 2))
    path = tmp_path / "mine.tttgame"
    path.write_text(game.to_json())
    unfinished = tmp_path / "unfinished-game.json"
    on_the_board = Game(Rules.of(5))
    on_the_board.play((0, 3))
    unfinished.write_text(on_the_board.to_json())
    code = (
        "import sys; from PySide6.QtCore import QUrl, QTimer; from PySide6.QtGui import *;"
        "from ttt_desktop.start import app; from ttt_desktop.start.application import Application\n"
        "def hand_over():\n"
        f"    event = QFileOpenEvent(QUrl.fromLocalFile({str(path)!r}))\n"
        "    Application.instance().sendEvent(Application.instance(), event)\n"
        "    windows = Application.topLevelWidgets()\n"
        "    (window,) = [each for each in windows if isinstance(each, app.MainWindow)]\n"
        "    print(window.board.model().rowCount(), flush=True); window.close()\n"
        "show = app.MainWindow.show\n"
        "app.MainWindow.show = lambda self: (show(self), QTimer.singleShot(0, hand_over))\n"
        "from ttt_desktop.__main__ import main; sys.exit(main())"
    )
    done = ran("-c", code, "--data-dir", tmp_path, "--machine", "neither")
    assert done.stdout == "4\n", done.stderr
    assert read_record(unfinished).game.moves == game.moves
    given_up = read_record(tmp_path / "given-up-game.json")
    assert given_up.game.moves == on_the_board.moves, "it is there, too"


def test_a_polite_kill_ends_the_app_behind_an_error_too(open_window):
    from PySide6.QtWidgets import QApplication, QMessageBox

    from ttt_desktop.work.logs import error_is_shown, show_error

    user = open_window()
    show_error(None, "Something went wrong.", "details")
    assert error_is_shown()
    user.app.stop()
    assert not error_is_shown()
    assert not any(isinstance(each, QMessageBox) and each.isVisible()
                   for each in QApplication.topLevelWidgets())  # fmt: skip
    assert not user.window.isVisible()


def test_strokes_are_animated_only_where_wanted(open_window):
    user = open_window("--machine", "neither", "--animations", "on")
    user.click((0, 0))
    assert strokes(user.board)
    user.qtbot.waitUntil(lambda: not strokes(user.board))
    for _ in range(20):
        user.trigger("undo")
        user.click((0, 0))
    user.qtbot.waitUntil(lambda: not strokes(user.board))
    user.trigger("again")
    calm = open_window("--machine", "neither", "--animations", "off")
    calm.click((0, 0))
    assert not strokes(calm.board)


def strokes(board):
    """Return the marks that are being drawn, and what is kept of those that were."""
    made = board.findChildren(QVariantAnimation)
    return [each for each in made if each.duration() == STROKE_MS]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_text_and_marks_stand_out_from_their_ground(theme):
    def contrast(one, two):
        values = sorted(
            luminance((c.red(), c.green(), c.blue()))
            for c in (theme.colour(one), theme.colour(two))
        )
        return (values[1] + 0.05) / (values[0] + 0.05)

    for ink, ground in (
        ("ink", "window"), ("ink", "surface"), ("ink", "hint_soft"), ("muted", "window"),
        ("muted", "surface"), ("accent_ink", "accent"), ("x", "tile"), ("o", "tile"),
    ):  # fmt: skip
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    for ink, ground in (
        ("x", "tile_win"),
        ("o", "tile_win"),
        ("x", "tile_last"),
        ("o", "tile_last"),
        ("accent", "tile"),
    ):
        assert contrast(ink, ground) >= 3, (ink, ground)


# --- files ----------------------------------------------------------------------------


@pytest.mark.uses("files")
def test_a_game_is_saved_and_opened(open_window, tmp_path):
    user = open_window("--machine", "neither", "--size", "4")
    for square in ((0, 0), (1, 1), (3, 3)):
        user.click(square)
    path = tmp_path / "mine.tttgame"
    assert user.window.features["files"].games.save(path)
    user.trigger("again")
    assert user.window.features["files"].games.open(path)
    assert user.game.moves == ((0, 0), (1, 1), (3, 3))
    user.trigger("undo")
    assert len(user.game.moves) == 2


@pytest.mark.uses("files")
def test_a_game_of_another_size_opens_over_a_search(open_window, tmp_path):
    game = Game(Rules(6, 4))
    game.play((5, 5))
    path = tmp_path / "six.tttgame"
    path.write_text(game.to_json())
    user = open_window("--machine", "X", "--trials", "1000000000")
    user.window.features["files"].games.open(path)
    assert user.controller.model.dim == 6
    assert user.game.rules.line == 4
    assert not user.controller.view.machines_turn


@pytest.mark.uses("files")
def test_a_file_that_the_program_was_started_with_is_no_reason_for_another_board(
    open_window, tmp_path
):
    path = tmp_path / "large.tttgame"
    path.write_text(Game.of(Rules(15, 5), [(7, 7)]).to_json())
    user = open_window("--machine", "neither", file=str(path))
    assert user.game.rules == Rules(15, 5)
    assert user.window.notice.text == ""


@pytest.mark.uses("files")
def test_a_file_that_is_no_game_changes_nothing_and_is_named(user, tmp_path):
    user.click((0, 0))
    contents = {"a.tttgame": b"\xff\xfe", "b.tttgame": b"[]"}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    for name in (*contents, "missing.tttgame"):
        assert not user.window.features["files"].games.open(tmp_path / name)
        assert name in user.window.notice.text
        assert user.game.moves == ((0, 0),)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.tttgame")} == contents


@pytest.mark.uses("files")
def test_saving_where_it_cannot_be_done_is_said(open_window, tmp_path):
    user = open_window()
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert not user.window.features["files"].games.save(blocked / "game.tttgame")
    assert "could not be saved" in user.window.notice.text
    assert blocked.read_text() == "in the way"
    assert not list(tmp_path.glob("*.part"))


def test_the_unfinished_game_is_there_again(open_window, tmp_path):
    user = open_window("--machine", "neither", "--size", "5")
    user.click((0, 0))
    user.click((4, 4))
    user.leave()
    again = open_window("--machine", "neither")
    assert again.game.moves == ((0, 0), (4, 4))
    assert again.game.rules.size == 5


def test_a_finished_game_is_not_kept(open_window, tmp_path):
    user = open_window("--machine", "O", "--trials", "20")
    user.play_on()
    user.window.close()
    assert not (tmp_path / "unfinished-game.json").exists()


@pytest.mark.uses("files")
def test_a_game_named_at_the_start_puts_the_unfinished_one_by(open_window, tmp_path):
    first = open_window("--machine", "neither")
    first.click((0, 0))
    first.window.close()
    kept = (tmp_path / "unfinished-game.json").read_text()
    first.app.keeper.disown()
    other = Game(Rules.of(4))
    other.play((3, 3))
    path = tmp_path / "other.tttgame"
    path.write_text("no game")
    second = open_window("--machine", "neither", file=str(path))
    assert second.game.moves == ((0, 0),), "a file that cannot be read replaces nothing"
    second.leave()
    path.write_text(other.to_json())
    third = open_window("--machine", "neither", file=str(path))
    assert third.game.moves == ((3, 3),)
    assert "given up" in third.window.notice.text
    third.click((0, 1))
    third.window.close()
    assert (tmp_path / "given-up-game.json").read_text() == kept
    third.app.keeper.disown()
    fourth = open_window("--machine", "neither")
    assert fourth.game.moves == ((3, 3), (0, 1))
    fourth.trigger("back")
    assert fourth.game.moves == ((0, 0),)
    fourth.trigger("back")
    assert fourth.game.moves == ((3, 3), (0, 1))
    assert {path.name for path in tmp_path.glob("*game.json*")} == {
        "unfinished-game.json", "given-up-game.json",
    }  # fmt: skip


def test_a_game_given_up_can_be_gone_back_to(user, tmp_path):
    user.click((0, 0))
    user.trigger("again")
    assert "given up" in user.window.notice.text
    user.window.action["back"].trigger()
    assert user.game.moves == ((0, 0),)
    assert user.window.notice.text == ""
    user.trigger("again")
    user.click((1, 1))
    assert user.window.notice.text == "", "the next move closes the matter"


def test_a_game_given_up_survives_more_new_games(open_window):
    user = open_window("--machine", "X", "--trials", "50")
    user.settled()
    user.click(user.game.board.get_empty_squares()[0])
    user.settled()
    before = user.game.moves
    for _ in range(3):
        user.trigger("again")
        user.settled()
    user.window.action["back"].trigger()
    assert user.game.moves == before
    assert not user.window.action["back"].isEnabled()


@pytest.mark.parametrize("options", [(), ("--size", "25"), ("--text-scale", "130")])
def test_the_window_can_be_small(open_window, options):
    user = open_window("--machine", "X", "--trials", "1000000000", *options)
    user.qtbot.waitUntil(lambda: user.controller.model.analysis is not None)
    user.trigger("heatmap")
    user.window.notice.tell("A sentence that is rather long, to see whether it makes way.")
    user.qtbot.waitUntil(lambda: user.window.minimumSize().width() <= 420)
    user.window.resize(420, 600)
    user.linger(0.1)  # now the rail lies at the bottom, and asks for less height
    user.window.resize(420, 420)
    user.linger(0.1)  # it must not grow again
    assert (user.window.width(), user.window.height()) == (420, 420)
    assert user.board.width() > 100


def title(user):
    """Return what the header calls what is seen."""
    (label,) = user.window.findChild(Header).findChildren(ElidedLabel)
    return label.text()


def test_a_kept_game_on_another_board_than_the_settings_says_so(open_window):
    first = open_window("--machine", "neither")
    first.click((0, 0))
    first.leave()
    second = open_window("--machine", "neither", "--size", "5", "--line", "4", "--reverse")
    assert second.game.rules.size == 3
    assert "next new game" in second.window.notice.text
    assert title(second) == "3×3"
    second.trigger("again")
    assert title(second) == "5×5, 4 in a row, reverse: a line loses"


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed")
def test_the_self_test_on_a_real_x_screen(tmp_path):
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp",
         "-noreset"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        os.close(write)
        with os.fdopen(read) as pipe:
            display = f":{pipe.readline().strip()}"
        done = run("--self-test", "--shot", str(tmp_path / "x.png"), DISPLAY=display)
    finally:
        screen.terminate()
        screen.wait(timeout=HANG_S)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["platform"] == "xcb"
    assert (tmp_path / "x.png").stat().st_size > 1000


@pytest.mark.parametrize("n", [3, 25])
def test_large_text_is_large_from_the_start(open_window, n):
    user = open_window("--text-scale", "200", "--size", str(n), "--machine", "neither")
    normal = text_font(OWN_FONT, BODY, 1.0).pointSizeF()
    (card, *_) = user.window.findChildren(PlayerCard)
    (name,) = (label for label in card.findChildren(QLabel)
               if label.text() == "Player X" and label.isVisible())  # fmt: skip
    assert name.font().pointSizeF() == pytest.approx(2 * normal * LEAD)
    heat = user.window.docks["heatmap"]
    heat.setFloating(True)  # in the panel's column, 25 rows are a few pixels high
    heat.resize(900, 1000)
    user.wait(lambda: heat.height() == 1000)
    user.linger(0.05)
    for grid in (user.board, heat.findChild(GridView)):
        header, cell = grid.verticalHeader(), grid.verticalHeader().sectionSize(0)
        shown = header.grab().toImage()
        inked = [
            any(shown.pixel(x, y) != shown.pixel(0, 0) for x in range(shown.width()))
            for y in range(shown.height())
        ]
        gaps = sum(after and not before for before, after in itertools.pairwise(inked))
        assert gaps == n, f"the {n} numbers stand apart from each other, {cell} pixels a row"


def test_a_second_window_leaves_the_firsts_game_alone(open_window, tmp_path):
    first = open_window("--machine", "neither")
    first.click((0, 0))
    second = open_window("--machine", "neither")
    assert second.game.moves == ()
    assert "Another window" in second.window.notice.text
    second.click((1, 1))
    second.window.close()
    kept = json.loads((tmp_path / "unfinished-game.json").read_text())
    assert kept["moves"] == [[0, 0]]


@hypothesis_settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(position=st.integers(0, 150), junk=st.binary(max_size=20), cut=st.integers(0, 150))
def test_any_damage_to_the_unfinished_game_is_survived(tmp_path, qapp, position, junk, cut):
    game = Game(Rules.of(4))
    for square in ((0, 0), (1, 1), (3, 3)):
        game.play(square)
    text = game.to_json().encode()
    content = text[:position] + junk + text[cut:]
    folder = Path(tempfile.mkdtemp(dir=tmp_path))
    path = folder / "unfinished-game.json"
    path.write_bytes(content)
    keeper = GameKeeper(folder)
    loaded, sentence = keeper.load()
    if loaded is None:
        (aside,) = folder.glob("unfinished-game.json.*-*")  # damaged, or of version 10
        assert aside.read_bytes() == content
        assert aside.name in sentence
        assert not path.exists()
    else:
        assert sentence == ""


@pytest.mark.parametrize("name", ["unfinished-game.json", "given-up-game.json"])
def test_a_newer_programs_game_is_kept_aside_and_said(tmp_path, name):
    game = Game()
    game.play((1, 1))
    content = game.to_json().replace('"version": 1', '"version": 2')
    (tmp_path / name).write_text(content)
    keeper = GameKeeper(tmp_path)
    load = keeper.load if name == "unfinished-game.json" else keeper.load_given_up
    loaded, sentence = load()
    assert loaded is None
    (aside,) = tmp_path.glob(f"{name}.newer-*")
    assert aside.read_text() == content
    assert "newer version" in sentence
    assert aside.name in sentence


def test_a_damaged_unfinished_game_is_reported_in_the_window(open_window, tmp_path):
    (tmp_path / "unfinished-game.json").write_text("{")
    user = open_window("--machine", "neither")
    assert "The unfinished game could not be read" in user.window.notice.text
    user.click((0, 0))
    assert user.game.moves == ((0, 0),)


# --- the start ------------------------------------------------------------------------


def run(*arguments, **environment):
    variables = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        variables.pop(name, None)
    return subprocess.run(
        [sys.executable, "-m", "ttt_desktop", *arguments],
        capture_output=True, text=True, timeout=HANG_S, check=False, env=variables | environment,
    )  # fmt: skip


def games_kept(folder):
    """Return how many games the history in a folder has."""
    path = folder / "history.db"
    if not path.exists():
        return 0
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("options", "scale"),
    [
        pytest.param(("--theme", "light"), "1", marks=pytest.mark.nightly),
        (("--theme", "dark", "--size", "10", "--trials", "50"), "2"),
    ],
)
def test_the_self_test_plays_a_game_and_takes_a_picture(tmp_path, options, scale):
    shot, kept = tmp_path / "shot.png", tmp_path / "kept"
    game = Game()
    game.play((0, 0))
    kept.mkdir()
    (kept / "unfinished-game.json").write_text(game.to_json())
    # A display that is named and not there is not needed.
    done = run("--self-test", "--shot", str(shot), "--data-dir", str(kept), *options,
               QT_SCALE_FACTOR=scale, DISPLAY=":4242")  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["ok"]
    assert report["moves"] >= 5
    assert report["trials"] > 0
    assert report["platform"] == "offscreen"
    assert report["version"] == __version__
    assert report["kernel"].startswith(load_kernel().NAME)
    assert (kept / "unfinished-game.json").read_text() == game.to_json()
    assert games_kept(kept) == 0, "its game is no game of the user's"
    from PySide6.QtGui import QImage

    picture = QImage(str(shot))
    assert picture.width() <= 1600, "the window is no wider than the screen"
    colours = {
        picture.pixel(x, y)
        for x in range(0, picture.width(), 9)
        for y in range(0, picture.height(), 9)
    }
    assert len(colours) > 10


def test_a_self_test_that_cannot_write_its_picture_fails(tmp_path):
    done = run("--self-test", "--shot", str(tmp_path / "no" / "such" / "folder.png"))
    assert done.returncode == 1
    assert "could not be written" in json.loads(done.stdout)["problem"]


def test_without_a_display_one_line_says_what_to_do():
    done = run()
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "no display" in done.stderr
    assert "--self-test" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="X11 is Linux' own")
def test_a_display_that_does_not_answer_gives_one_line_too():
    done = run(DISPLAY=":4242")
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="X11 is Linux' own")
@pytest.mark.parametrize("platform", ["xcb", "wayland", "xcb;wayland"])
def test_a_platform_asked_for_that_is_not_there_gives_one_line(platform):
    done = run(QT_QPA_PLATFORM=platform)
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "no display" in done.stderr


def test_missing_libraries_are_named_by_their_packages(monkeypatch):
    monkeypatch.setattr(preflight, "_loads", lambda name: name not in ("libxcb-cursor.so.0",))
    problem = preflight.display_problem({"DISPLAY": ":0"})
    if sys.platform == "linux":
        assert problem.endswith("sudo apt-get install libxcb-cursor0")
    monkeypatch.setattr(preflight, "_loads", lambda name: name != "libEGL.so.1")
    error = ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    assert preflight.import_problem(error).endswith("sudo apt-get install libegl1")


def test_the_window_needs_neither_numpy_nor_pyqtgraph(tmp_path):
    code = (
        "import sys; from pathlib import Path; from PySide6.QtWidgets import QApplication;"
        "from ttt_desktop.start import app, arguments; application = QApplication([]);"
        "from ttt_desktop.work.places import Places;"
        f"made = app.build(application, Places.together(Path({str(tmp_path)!r})),"
        "arguments.parse([]), []);"
        "made.window.show(); application.processEvents();"
        "print([m for m in ('numpy', 'pyqtgraph') if m in sys.modules])"
    )
    done = ran("-c", code, check=True)
    assert done.stdout.strip() == "[]"


def test_an_uncaught_error_reaches_the_log_and_a_dialog(qtbot, tmp_path, monkeypatch):
    import logging
    import threading

    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    shown = []
    errors = logs.UncaughtErrors(lambda *what: shown.append((*what, threading.current_thread())))
    errors.install()
    handler = logging.FileHandler(tmp_path / "log.txt", encoding="utf-8")
    logging.getLogger().addHandler(handler)
    try:
        worker = threading.Thread(target=lambda: 1 / 0)
        worker.start()
        worker.join()
        qtbot.waitUntil(lambda: bool(shown))
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
    sentence, details, thread = shown[0]
    assert "You can go on" in sentence
    assert "ZeroDivisionError" in details
    assert thread is threading.main_thread()
    assert "ZeroDivisionError" in (tmp_path / "log.txt").read_text()


def test_results_are_typed_for_the_line_that_is_drawn(user):
    for square in ((0, 0), (1, 0), (1, 1), (2, 0), (2, 2)):
        user.click(square)
    assert user.game.result.reason is Termination.LINE

    model = user.controller.model
    assert all(model.in_line((i, i)) for i in range(3))
    assert model.last == (2, 2)
    assert "part of the line" in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


@every(
    ("rate", "text"),
    [(0, "0"), (999.4, "999"), (999.9, "1.00 k"), (999_600, "1.00 M"), (12_345_678, "12.3 M"),
     (123_456, "123 k"), (2.5e9, "2.50 G")],
)  # fmt: skip
def test_rates_are_short(rate, text):
    assert rate_text(rate) == f"{text} trials/s"


def test_one_error_box_at_a_time_and_it_stays_without_a_parent(qtbot):
    from PySide6.QtWidgets import QApplication

    from ttt_desktop.start import app

    tell = app._show_error  # noqa: SLF001  (a started program hands it to the uncaught errors)
    for _ in range(5):
        tell("Something went wrong.", "details")
    (box,) = [box for box in QApplication.topLevelWidgets() if box.objectName() == "error"]
    assert box.isVisible()
    assert box.detailedText() == "details"
    box.close()
    tell("Again.", "more")
    (box,) = [
        box
        for box in QApplication.topLevelWidgets()
        if box.objectName() == "error" and box.isVisible()
    ]
    assert box.text() == "Again."
    box.close()


@pytest.mark.parametrize("keys", ["g r", "m p", "g"])
def test_the_board_has_the_keyboard_again_after_menus_left_by_escape(user, keys):
    user.board.setFocus()
    letters = keys.split()
    user.qtbot.keyClick(user.window, letters[0], Qt.KeyboardModifier.AltModifier)
    for letter in letters[1:]:
        user.qtbot.keyClick(QApplication.activePopupWidget(), letter)
    while popup := QApplication.activePopupWidget():
        user.qtbot.keyClick(popup, Qt.Key.Key_Escape)
    user.qtbot.waitUntil(lambda: user.window.focusWidget() is user.board)
