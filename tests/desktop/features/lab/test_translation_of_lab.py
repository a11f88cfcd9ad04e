"""Every text of the lab can be translated."""

import pytest
from PySide6.QtWidgets import QFileDialog

from engine.specs import kinds
from tests.desktop.texts import check, texts_of
from ttt_desktop.features.lab import form as forms
from ttt_desktop.features.lab.tournaments import LabState

pytestmark = pytest.mark.usefixtures("marked")


@pytest.fixture
def lab(lab, user):
    user.wait(lab.drawn)
    return lab


ALL_KINDS = (forms.PUBLISHED, forms.SELF_PLAY, forms.OPPONENT, forms.PAIRING, forms.ROBIN)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_kind_of_tournament(lab, kind):
    window = lab.window
    check(texts_of(window) | texts_of(lab.page) | texts_of(lab.home))
    lab.run(kind, games=2)
    assert window._games.rowCount() > 0  # noqa: SLF001
    found = texts_of(window) | texts_of(lab.page) | texts_of(lab.home)
    check(found)
    assert {"⟦⟦&What⟧:⟧", "⟦Round robin⟧", "⟦ Elo⟧", "⟦Ties⟧", "⟦Share of games, %⟧", "⟦Result⟧",
            "⟦Double-click to go through this game on the board⟧"} <= found  # fmt: skip
    assert len(window.tabs.pages) == 5


@pytest.mark.uses("export", "files")
def test_the_lab_says_what_goes_wrong_and_what_it_does(lab, user, asked, tmp_path):
    window = lab.window
    texts, _ = asked
    window.files.export(tmp_path / "nothing.csv")
    check([window.notice.text])
    lab.start(seed="x")
    check([lab.told])
    (tmp_path / "bad.json").write_text("{}")
    for name in ("bad.json", "missing.json"):
        window.files.open(tmp_path / name)
        check([window.notice.text])
    lab.start(seed="1", games=100_000)
    user.qtbot.waitUntil(lambda: len(window.lab.games) > 20)
    for _ in range(2):
        lab.press("pause")
        check(texts_of(window))
    window.lab.cancel()
    assert window.lab.state is LabState.IDLE
    window.files.export(tmp_path / "counts.csv")
    check([window._state.text()])  # noqa: SLF001
    window.files.export(tmp_path / "bad.json" / "x.csv")
    check([window.notice.text])
    for name in ("open_results", "export_results"):
        user.trigger(name)
    check(texts)


def test_kinds_of_players_say_what_they_are(lab):
    tip = lab.form.player.written.toolTip()
    assert all((kind.example or kind.word) in tip for kind in kinds())


def test_the_lab_adapts_a_name_to_the_kind_of_file(lab, user, monkeypatch):
    suffixes = []

    def choose(dialog):
        for each in dialog.nameFilters():
            dialog.filterSelected.emit(each)
            suffixes.append(dialog.defaultSuffix())
        return False

    monkeypatch.setattr(QFileDialog, "exec", choose)
    lab.run(forms.PAIRING, games=1)
    user.trigger("export_results")
    assert suffixes == ["png", "svg", "csv", "html", "json"]
