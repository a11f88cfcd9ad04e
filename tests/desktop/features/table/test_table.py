"""The table of scores: sorted, copied, and pointed from."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStyleOptionHeader

from engine import (
    PLAYERO,
)
from tests.driver.user import click_on
from tests.engine.course_variants import FILES
from ttt_desktop.features.table.dock import SQUARE
from ttt_desktop.look.tables import SORT


def test_the_table_sorts_copies_and_points_at_squares(open_window):
    user = open_window("--trials", "20000", "--show-truth")
    user.trigger("table")
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: user.controller.model.truth is not None)
    view = user.window.docks["table"].view
    scores = user.controller.model.analysis.tally.scores(PLAYERO)
    ranked = [view.model().index(row, 0).data(SQUARE) for row in range(6)]
    assert ranked == sorted(ranked, key=lambda square: -scores[square[0]][square[1]])
    view.copy()
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines[0][:3] == ["Square", "Total", "Mean"]
    assert len(lines) == 7
    assert {line[-1] for line in lines[1:3]} == {"loss"}
    assert {line[-2] for line in lines[3:]} == {"+0.0444"}
    assert "blind spot" in lines[1][0]
    view.selectRow(2)
    user.qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 2
    assert user.board.pointed == ranked[2]


def test_titles_stand_over_their_numbers_and_the_arrow_shows_the_order(open_window):
    user = open_window("--trials", "2000")
    user.trigger("table")
    user.look_at("A1 B2 C3")
    view = user.window.docks["table"].view
    header, model = view.horizontalHeader(), view.model()

    def painted(section):
        option = QStyleOptionHeader()
        header.initStyleOptionForIndex(option, section)
        return option.text

    for section in range(model.columnCount()):
        side = model.headerData(
            section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole
        )
        assert side == model.index(0, section).data(Qt.ItemDataRole.TextAlignmentRole)
    assert [painted(section) for section in range(3)] == ["Square", "▾ Total", "Mean"]
    place = header.sectionViewportPosition(1) + 20
    click_on(header.viewport(), QPoint(place, 8))
    assert painted(1) == "▴ Total"
    totals = [model.index(row, 1).data(SORT) for row in range(model.rowCount())]
    assert totals == sorted(totals)


def test_what_a_course_file_does_not_say_is_a_dash(open_window):
    user = open_window("--machine", "X", "--trials", "60", start=False)
    user.trigger("table")
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.window.machine.load(FILES / "older_names.py")
    user.settled()
    model = user.window.docks["table"].view.model()
    columns = [model.headerData(i, Qt.Orientation.Horizontal) for i in range(model.columnCount())]
    for row in range(model.rowCount()):
        cells = dict(zip(columns, (model.index(row, i).data() for i in range(10)), strict=True))
        assert cells["Total"] != "–"
        for unknown in (
            "95 % from",
            "95 % to",
            "Decisive",
            "Behind ± 95 %",
            "∞ trials",
            "Perfect play",
        ):
            assert cells[unknown] == "–", unknown
