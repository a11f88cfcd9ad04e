"""Every text of exports, and in exported pictures, can be translated."""

import pytest
from PySide6.QtWidgets import QFileDialog

from engine import Game, Rules
from tests.desktop.texts import check, texts_of
from ttt_desktop.features.export.pictures import frame_now, frames_of

pytestmark = pytest.mark.usefixtures("marked")


def test_exports(open_window, asked, tmp_path):
    texts, answers = asked
    user = open_window("--machine", "neither", "--trials", "20")
    window, exports = user.window, user.window.features["export"]
    user.click((1, 1))
    for name in ("gif", "pngs", "picture"):
        user.trigger(name)
    (tmp_path / "there.png").write_text("mine")
    answers["save"] = str(tmp_path / "there")
    user.trigger("picture")
    assert (tmp_path / "there.png").read_text() == "mine"
    assert "⟦there.png is there already. Replace it?⟧" in texts
    check(texts)
    assert any("(*.svg)" in text for text in texts)
    done = []
    window.shell.writer.done.connect(done.append)
    user.trigger("copy")
    check(done)
    exports.write_gif(tmp_path / "game.gif")
    check(texts_of(exports.progress))
    exports.write_gif(tmp_path / "game.gif")
    check([window.notice.text])
    user.qtbot.waitUntil(lambda: exports.progress is None)
    check([*texts_of(window.notice), *done])
    for _ in range(2):  # the second time the files are there
        exports.write_pngs(tmp_path / "game.png")
        user.qtbot.waitUntil(lambda: exports.progress is None)
        check([window.notice.text])
    assert len(done) == 3
    check(done)


def test_captions(open_window):
    user = open_window("--machine", "neither", "--trials", "20")
    check([frame_now(user.controller.model, user.game).caption])
    user.trigger("hint")
    user.settled()
    check([frame_now(user.controller.model, user.game).caption])
    game = Game(Rules.of(3))
    for square in ((0, 0), (1, 1)):
        game.play(square)
    settings = user.controller.settings
    check([frame.caption for frame in frames_of(game, {}, settings, None)])


def test_a_kind_of_file_is_chosen_in_any_language(user, monkeypatch, tmp_path):

    def accept(dialog):
        dialog.selectNameFilter(dialog.nameFilters()[1])
        return True

    monkeypatch.setattr(QFileDialog, "exec", accept)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(tmp_path / "board")])
    user.trigger("picture")
    assert (tmp_path / "board.svg").exists()
