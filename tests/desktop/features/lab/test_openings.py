"""The lab's openings, and what its window says of rows that differ."""

from functools import partial

import pytest
from PySide6.QtWidgets import QFileDialog

from engine.tournament import columns
from engine.tournament.columns import Column, Kind, as_csv, as_html, as_text
from engine.tournament.openings import read_openings
from tests.desktop.sights import table
from tests.driver.user import click_on, texts
from ttt_desktop.features.lab import form as forms


def test_openings_are_made_kept_and_played_from_both_sides(lab, user, tmp_path, monkeypatch):
    window = lab.window
    path, form = tmp_path / "o.json", lab.form
    press = {name: partial(click_on, each) for name, each in form.openings.button.items()}
    lab.ask(forms.PAIRING, player="random", opponent="mc:trials=3", size=4, games=10)
    form.openings.fields["plies"].setValue(2)
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: dialog.selectFile(str(path)) or 1)
    with user.qtbot.waitSignal(lab.page.openings.created):
        press["make"]()
    assert "5 openings" in texts(lab.page)
    lines = read_openings(path).lines
    lab.run()
    for kept in window.lab.games:
        assert kept.record().moves[:2] == lines[kept.game // 2]
    user.trigger("new_experiment")
    press["none"]()
    assert form.tournament().openings is None
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    press["file"]()
    assert form.tournament().openings == read_openings(path)
    form.fields["size"].setValue(5)
    lab.start()
    assert "the openings are for 4x4" in lab.told
    path.write_text("{}")
    press["file"]()
    assert "o.json is no file of openings" in lab.told


def test_the_window_says_in_words_which_rows_differ(lab):
    window = lab.window
    lab.run(forms.SELF_PLAY, values="2,60,70", games=150)
    told = window.tables.differences.toPlainText().splitlines()
    assert len(told) == 2
    assert told[0].startswith("At trials 60, ties are ")
    assert "when all 2 comparisons of this table are counted." in told[0]
    assert told[1].startswith("The games ")
    titles, *rows = table(window)
    assert [row[titles.index("Compared with")] for row in rows] == ["", "2", "60"]
    shown = window.lab.summary.standings
    different = [int(row[titles.index("Different games")]) for row in rows]
    assert different == [round(each.different) for each in shown]
    lab.run(forms.PAIRING)
    assert window.tables.differences.isHidden()


@pytest.mark.parametrize("kind", [forms.SELF_PLAY, forms.PAIRING])
def test_a_column_that_is_added_stands_everywhere(lab, monkeypatch, kind):
    new = Column("ply", "Plies asked", Kind.COUNT, lambda row: 4321 + row.standing.games)
    monkeypatch.setattr(columns, "PAIRINGS", (*columns.PAIRINGS, new))
    window = lab.window
    lab.run(kind, games=4)
    titles, *rows = table(window)
    assert {row[titles.index("Plies asked")] for row in rows} == {"4325"}
    summary = window.lab.summary
    for text, title, value in (
        (as_text(summary), "Plies asked", "4,325"), (as_csv(summary), ",ply\n", "4325"),
        (as_html(summary, ""), "<th>Plies asked</th>", "<td>4,325</td>"),
    ):  # fmt: skip
        assert title in text
        assert text.count(value) == len(rows)
