"""Pictures and animations of games, in files and on the clipboard."""

import resource

import pytest
from PIL import Image, ImageSequence
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton

from ttt_desktop.settings.declarations import Settings


def exports_of(user):
    return user.window.features["export"]


def play_a_game(user):
    user.play_on()
    return len(user.game.moves)


def wait_for_export(user):
    user.qtbot.waitUntil(lambda: exports_of(user).progress is None)


def test_a_whole_game_becomes_an_animation(open_window, tmp_path):
    user = open_window("--trials", "200")
    moves = play_a_game(user)
    path = tmp_path / "game.gif"
    exports_of(user).write_gif(path)
    wait_for_export(user)
    assert user.window.notice.text == f"Written to game.gif in {tmp_path}."
    with Image.open(path) as animation:
        durations = []
        for i in range(animation.n_frames):
            animation.seek(i)
            durations.append(animation.info["duration"])
    # Pictures that are alike may be joined, never lost: the time adds up.
    assert sum(durations) == moves * 1000 + 3000
    assert list(tmp_path.glob("*.part")) == []


def test_a_whole_game_becomes_numbered_pictures(open_window, tmp_path):
    user = open_window("--trials", "200")
    moves = play_a_game(user)
    exports_of(user).write_pngs(tmp_path / "game.png")
    wait_for_export(user)
    names = sorted(path.name for path in tmp_path.glob("game-*.png"))
    assert names == [f"game-{i + 1:02}.png" for i in range(moves + 1)]
    first, last = QImage(str(tmp_path / names[0])), QImage(str(tmp_path / names[-1]))
    assert first.size() == last.size()
    assert first != last
    # Not one of them is written over.
    before = (tmp_path / names[0]).read_bytes()
    exports_of(user).write_pngs(tmp_path / "game.png")
    wait_for_export(user)
    assert "game-01.png is there already" in user.window.notice.text
    assert (tmp_path / names[0]).read_bytes() == before


def test_the_frames_show_the_games_own_searches(open_window, tmp_path):
    user = open_window("--machine", "both", "--trials", "77")
    user.settled()
    assert len(user.controller.analyses) == len(user.game.moves)
    assert {found.tally.trials for found in user.controller.analyses.values()} == {77}


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_board_becomes_a_picture(open_window, tmp_path, kind):
    user = open_window("--machine", "neither", "--trials", "200")
    user.click((1, 1))
    path = tmp_path / f"board.{kind}"
    exports_of(user).write_picture(path)
    if kind == "svg":
        assert QSvgRenderer(str(path)).isValid()
    else:
        assert not QImage(str(path)).isNull()


def test_copy_picture(user):
    QGuiApplication.clipboard().clear()
    user.trigger("copy")
    assert not QGuiApplication.clipboard().image().isNull()


@pytest.mark.parametrize(("typed", "written"), [("x", "x.svg"), ("lesson.v1", "lesson.v1.svg")])
def test_a_file_is_not_replaced_without_being_asked(user, tmp_path, monkeypatch, typed, written):
    (tmp_path / written).write_text("mine")
    asked = []

    def answer(_parent, _title, question):
        asked.append(question)
        return QMessageBox.StandardButton.No

    def accept(dialog):
        dialog.selectNameFilter("SVG drawing (*.svg)")
        return True

    monkeypatch.setattr(QMessageBox, "question", answer)
    monkeypatch.setattr(QFileDialog, "exec", accept)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(tmp_path / typed)])
    user.trigger("picture")
    assert asked == [f"{written} is there already. Replace it?"]
    assert (tmp_path / written).read_text() == "mine"


def test_an_export_can_be_cancelled_and_leaves_nothing(open_window, tmp_path):
    user = open_window("--machine", "both", "--size", "8", "--trials", "20")
    user.settled()
    user.controller.analyses.clear()
    user.window.preferences.apply(Settings(x="mc:trials=100_000_000", machine="neither"))
    for write, name in ((exports_of(user).write_gif, "a.gif"),
                        (exports_of(user).write_pngs, "a.png")):  # fmt: skip
        write(tmp_path / "out" / name)
        user.qtbot.waitUntil(lambda: exports_of(user).progress.value() > 0)
        exports_of(user).progress.findChild(QPushButton).click()
        wait_for_export(user)
        assert list(tmp_path.glob("out/*")) == []


def test_a_full_disk_is_said_and_leaves_no_half_file(open_window, tmp_path):
    user = open_window("--trials", "100")
    play_a_game(user)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        for write, name in ((exports_of(user).write_gif, "a.gif"),
                            (exports_of(user).write_pngs, "a.png")):  # fmt: skip
            user.window.notice.dismiss()
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
            write(tmp_path / "out" / name)
            wait_for_export(user)
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert "could not be written: File too large" in user.window.notice.text
            assert list((tmp_path / "out").iterdir()) == []
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_folder_that_cannot_be_written_is_said(open_window, tmp_path):
    user = open_window()
    (tmp_path / "file").write_text("in the way")
    exports_of(user).write_gif(tmp_path / "file" / "game.gif")
    wait_for_export(user)
    assert "could not be written" in user.window.notice.text
    exports_of(user).write_picture(tmp_path / "file" / "game.svg")
    assert "could not be written" in user.window.notice.text


def test_closing_the_window_ends_an_export(open_window, tmp_path):
    user = open_window("--machine", "both", "--size", "8", "--trials", "20")
    user.settled()
    user.controller.analyses.clear()
    user.window.preferences.apply(Settings(x="mc:trials=100_000_000", machine="neither"))
    exports_of(user).write_gif(tmp_path / "a.gif")
    user.qtbot.waitUntil(lambda: exports_of(user).progress.value() > 0)
    user.window.close()
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)
    assert not (tmp_path / "a.gif").exists()


def test_the_whole_game_is_exported_wherever_the_board_is(open_window, tmp_path):
    user = open_window("--machine", "neither", "--trials", "50")
    user.play()
    seconds = []
    for ply, name in ((5, "a.gif"), (2, "b.gif")):
        user.controller.replay.go_to(ply)
        exports_of(user).write_gif(tmp_path / name)
        user.qtbot.waitUntil(lambda name=name: name in user.window.notice.text)
        with Image.open(tmp_path / name) as picture:
            frames = ImageSequence.Iterator(picture)
            seconds.append(sum(each.info["duration"] for each in frames) / 1000)
    assert seconds == [5 + 3, 5 + 3], "a second a move, three for the result"
