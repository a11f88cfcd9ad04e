"""The lab's openings, and what its window says of rows that differ."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from engine.tournament import columns
from engine.tournament.columns import Column, Kind
from engine.tournament.openings import read_openings
from engine.tournament.tables import as_csv, as_html, as_text
from tests.desktop.conftest import texts
from tests.desktop.test_lab import ask_for, lab, run_to_end, table
from ttt_desktop.lab import form as forms

__all__ = ["lab"]


def press(user, window, name):
    user.qtbot.mouseClick(window.form.openings.button[name], Qt.MouseButton.LeftButton)


def test_openings_are_made_kept_and_played_from_both_sides(lab, tmp_path, monkeypatch):
    user, window = lab
    path, form = tmp_path / "o.json", window.form
    ask_for(form, forms.PAIRING)
    form.player.set_text("random")
    form.opponent.set_text("mc:trials=3")
    form.side.setValue(4)
    form.games.setValue(10)
    form.openings.plies.setValue(2)
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: dialog.selectFile(str(path)) or 1)
    with user.qtbot.waitSignal(window.openings.made):
        press(user, window, "make")
    assert "5 openings" in texts(window)
    lines = read_openings(path).lines
    run_to_end(user, window)
    for kept in window.lab.games:
        assert kept.record().moves[:2] == lines[kept.game // 2]
    press(user, window, "none")
    assert form.tournament().openings is None
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    press(user, window, "file")
    assert form.tournament().openings == read_openings(path)
    form.side.setValue(5)
    user.qtbot.mouseClick(window.button["start"], Qt.MouseButton.LeftButton)
    assert "the openings are for 4x4" in window.notice.text
    path.write_text("{}")
    press(user, window, "file")
    assert "o.json is no file of openings" in window.notice.text


def test_the_window_says_in_words_which_rows_differ(lab):
    user, window = lab
    ask_for(window.form, forms.SELF_PLAY)
    window.form.values.setText("2,60,70")
    window.form.games.setValue(150)
    run_to_end(user, window)
    told = window.tables.said.toPlainText().splitlines()
    assert len(told) == 2
    assert told[0].startswith("At trials 60, ties are ")
    assert "when all 2 comparisons of this table are counted." in told[0]
    assert told[1].startswith("The games ")
    titles, *rows = table(window)
    assert [row[titles.index("Compared with")] for row in rows] == ["", "2", "60"]
    shown = window.lab.summary.standings
    different = [int(row[titles.index("Different games")]) for row in rows]
    assert different == [round(each.different) for each in shown]
    ask_for(window.form, forms.PAIRING)
    run_to_end(user, window)
    assert window.tables.said.isHidden()


@pytest.mark.parametrize("kind", [forms.SELF_PLAY, forms.PAIRING])
def test_a_column_that_is_added_stands_everywhere(lab, monkeypatch, kind):
    new = Column("ply", "Plies asked", Kind.COUNT, lambda row: 4321 + row.standing.games)
    monkeypatch.setattr(columns, "PAIRINGS", (*columns.PAIRINGS, new))
    user, window = lab
    ask_for(window.form, kind)
    window.form.games.setValue(4)
    run_to_end(user, window)
    titles, *rows = table(window)
    assert {row[titles.index("Plies asked")] for row in rows} == {"4325"}
    summary = window.lab.summary
    for text, title, value in (
        (as_text(summary), "Plies asked", "4,325"), (as_csv(summary), ",ply\n", "4325"),
        (as_html(summary, ""), "<th>Plies asked</th>", "<td>4,325</td>"),
    ):  # fmt: skip
        assert title in text
        assert text.count(value) == len(rows)
