"""What the lab and the history write is what is seen, where it was asked for, and whole."""

import importlib
import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine.tournament import read_results
from tests.desktop.past import add, history, record
from tests.engine.course_variants import FILES
from ttt_desktop.features.lab import form as forms
from ttt_desktop.features.lab.rows import short_names
from ttt_desktop.features.lab.tournaments import LabState
from ttt_desktop.look.text import signed


def choose_file(monkeypatch, path, kind):
    """Let the next dialog end with a path, and the kind whose label is chosen in its list."""
    monkeypatch.setattr(QFileDialog, "exec", lambda _: 1)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(path)])
    monkeypatch.setattr(
        QFileDialog, "selectedNameFilter",
        lambda dialog: next(each for each in dialog.nameFilters() if each.startswith(kind)),
    )  # fmt: skip


def test_cells_of_a_table_that_is_hidden_are_not_copied(lab):
    window = lab.window
    lab.run(forms.ROBIN, games=2)
    tables = window.tables
    tables.players.selectColumn(1)
    assert tables.chosen is tables.players
    tables.pairings.selectColumn(0)
    assert tables.chosen is tables.pairings, "the one chosen last"
    tables.players.selectColumn(1)
    lab.run(forms.PAIRING)
    tables.button["copy"].click()
    assert "Elo, 0 on average" not in QGuiApplication.clipboard().text()
    assert "Elo of the first" in QGuiApplication.clipboard().text()


def test_no_results_are_opened_over_a_run(lab, user):
    window = lab.window
    lab.start(forms.PAIRING, games=100_000)
    user.qtbot.waitUntil(lambda: window.lab.state is LabState.RUNNING)
    assert not user.window.action["open_results"].isEnabled()
    lab.press("cancel")
    user.wait(lab.idle)
    assert user.window.action["open_results"].isEnabled()


def test_a_name_with_a_dot_gets_the_chosen_kinds_ending(lab, user, monkeypatch, tmp_path):
    window = lab.window
    lab.run(forms.PAIRING, games=2)
    choose_file(monkeypatch, tmp_path / "ratio 0.5", "All games")
    window.files.ask_export()
    user.qtbot.waitUntil((tmp_path / "ratio 0.5.json").exists)
    assert [each.name for each in tmp_path.glob("ratio*")] == ["ratio 0.5.json"]


def test_a_second_export_waits_for_the_first(lab, user, tmp_path):
    window = lab.window
    lab.run(forms.PAIRING, games=40)
    with user.qtbot.waitSignal(window.files.written):
        window.files.export(tmp_path / "one.json")
        window.files.export(tmp_path / "two.json")
        assert "still being written" in window.notice.text
    assert not (tmp_path / "two.json").exists()
    with user.qtbot.waitSignal(window.files.written):
        window.files.export(tmp_path / "two.json")
    assert (tmp_path / "one.json").read_text() == (tmp_path / "two.json").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_a_full_disk_leaves_the_old_file_and_is_said(lab, user, tmp_path):
    resource = importlib.import_module("resource")
    window = lab.window
    lab.run(forms.PAIRING, games=200)
    path = tmp_path / "r.json"
    path.write_text("what was there")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, limits[1]))
    try:
        with user.qtbot.waitSignal(window.lab.failed):
            window.files.export(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert window.notice.text.endswith(f"r.json could not be written: {os.strerror(27)}.")
    assert [each.name for each in tmp_path.iterdir() if "r.json" in each.name] == ["r.json"]
    assert path.read_text() == "what was there"
    with user.qtbot.waitSignal(window.files.written):
        window.files.export(path)
    assert len(read_results(path)[2]) == 200


@pytest.mark.uses("you")
@pytest.mark.parametrize("answer", ["Yes", "No"])
def test_a_table_of_the_history_replaces_no_file_unasked(user, monkeypatch, tmp_path, answer):
    add(user, record())
    window = history(user)
    there = tmp_path / "History.csv"
    there.write_text("mine")
    choose_file(monkeypatch, tmp_path / "History.json", "CSV")
    asked = []
    monkeypatch.setattr(
        QMessageBox, "question",
        lambda *what: asked.append(what[2]) or QMessageBox.StandardButton[answer],
    )  # fmt: skip
    window.button["export"].click()
    assert asked == ["History.csv is there already. Replace it?"]
    if answer == "Yes":
        user.qtbot.waitUntil(lambda: there.read_text() != "mine")
    else:
        user.linger()
        assert there.read_text() == "mine"


def test_a_difference_of_nothing_has_no_sign():
    assert [signed(value, 0) for value in (-0.2, 0.2, -1234.5, float("-inf"))] == [
        "0", "0", "−1,234", "−∞",
    ]  # fmt: skip


@pytest.mark.parametrize("scale", [100, 200])
def test_the_legend_lies_on_no_bar(lab, user, scale):
    window = lab.window
    user.change(text_scale=scale)
    lab.ask(forms.ROBIN)
    for trials in (1, 2):  # six players, 15 pairings
        lab.form.players.add.click()
        lab.form.players.picker.set_value(f"mc:trials={trials}")
    lab.run(games=2)
    user.qtbot.waitUntil(lambda: "outcomes" in window.charts)  # charts are loaded in turns
    plot = window.charts["outcomes"].plot
    window.tabs.bring_forward(window.charts["outcomes"])

    def free():
        legend = plot.plotItem.legend
        foot = legend.mapRectToScene(legend.boundingRect()).bottom()
        return foot <= plot.plotItem.vb.mapViewToScene(QPointF(0, -0.35)).y() + 1

    user.qtbot.waitUntil(free)
    user.window.resize(user.window.width(), 520)
    user.qtbot.waitUntil(free)


def test_columns_are_wide_enough_for_another_tournaments_names(lab):
    window = lab.window
    lab.ask(forms.PAIRING, games=1)
    names = []
    for player in ("random", "mc:trials=12345,current=1234.5"):
        lab.run(player=player)
        view = window.tables.pairings
        names.append(view.model().index(0, 0).data())
        assert view.columnWidth(0) > view.fontMetrics().horizontalAdvance(names[-1])
    assert len(names[1]) > len(names[0])


def test_files_of_one_name_are_told_apart_by_their_folders(lab, tmp_path):
    window = lab.window
    players = []
    for folder in ("ada", "ben"):
        path = tmp_path / folder / "mine.py"
        path.parent.mkdir()
        path.write_bytes((FILES / "plain.py").read_bytes())
        players.append(f"file:trials=5:{path}")
    lab.ask(forms.ROBIN)
    listed = lab.form.players
    for row, player in enumerate(players):
        listed.list.setCurrentRow(row)
        listed.picker.set_value(player)
    while listed.list.count() > len(players):
        listed.list.setCurrentRow(len(players))
        listed.remove.click()
    shown = [listed.list.item(row).text() for row in range(listed.list.count())]
    ada, ben = (str(Path(each, "mine.py")) for each in ("ada", "ben"))
    assert shown == [f"{ada} 5", f"{ben} 5"]
    lab.run(games=1)
    ranking = window.tables.players.model()
    assert {ranking.index(row, 0).data() for row in range(2)} == set(shown)
    assert window.tables.pairings.model().index(0, 0).data() == f"{ada} 5 – {ben} 5"


def test_files_deep_in_folders_of_one_name_are_told_apart_too():
    paths = [str(Path(each, "work", "mine.py")) for each in ("ada", "ben")]
    names = short_names([f"file:{path}" for path in (*paths, "other.py")])
    assert [name.split(" ")[0] for name in names.values()] == [*paths, "other.py"]


@pytest.mark.uses("moves")
def test_rows_are_as_high_as_their_letters(lab, user):
    window = lab.window
    user.trigger("moves")
    user.click((1, 1))
    window.tabs.bring_forward(window.tabs.pages["Games"])
    moves, heights = user.window.docks["moves"].view, {}
    for scale in (100, 200, 100):
        user.change(text_scale=scale)
        for name, table in (("moves", moves), ("games", window.games)):
            height = table.verticalHeader().defaultSectionSize()
            assert height > table.fontMetrics().height()
            heights.setdefault(name, []).append(height)
    for small, large, small_again in heights.values():
        assert small == small_again < large
    assert not moves.verticalHeader().isHidden(), "it numbers the moves"
