"""The heat map as a lesson: uncertainty, truth, weights, table and convergence."""

import itertools
import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStyleOptionHeader

from engine import (
    PLAYERO,
    PLAYERX,
    Game,
    Rules,
    contenders,
    exact_tally,
    intervals,
    parse_board,
)
from engine.search.sampling import Sampler
from tests.desktop.sights import names_in, open_chart
from tests.driver.user import choose, click_on
from tests.engine.course_variants import FILES
from ttt_desktop.features.table.dock import SQUARE
from ttt_desktop.look import colormap
from ttt_desktop.look.tables import SORT


def data(user, square, role):
    return user.controller.model.index(*square).data(role)


# --- uncertainty ---------------------------------------------------------------------------


def test_hovering_a_square_tells_its_interval_and_its_samples(open_window):
    user = open_window("--trials", "2000")
    user.look_at("A1 B2 C3")
    tally = user.controller.model.analysis.tally
    low, high = intervals(tally, PLAYERO, (1.0, 1.0))[0][1]
    tip = data(user, (0, 1), Qt.ItemDataRole.ToolTipRole)
    total, mean = (
        f"{low * size:+,.{digits}f} to {high * size:+,.{digits}f}".replace("-", "−")
        for size, digits in ((2000, 0), (1, 3))
    )
    assert f"95 % intervals: {total} and {mean}." in tip
    assert f"{tally.decisive()[1]:,} of 2,000 trials decisive" in tip


def test_each_kind_of_number_can_be_shown(open_window):
    user = open_window("--trials", "2000")
    user.look_at("A1 B2 C3")
    numbers = user.window.docks["heatmap"].controls.fields["heat_values"]
    shown = {}
    for kind in ("total", "mean", "interval", "none"):
        choose(numbers, kind)
        assert user.controller.settings.heat_values == kind
        shown[kind] = user.controller.model.score_text((0, 1))
    assert shown["none"] == ""
    low, high = intervals(user.controller.model.analysis.tally, PLAYERO, (1.0, 1.0))[0][1]
    assert shown["interval"] == shown["mean"] + f"\n{low:.3f}…{high:.3f}".replace("-", "−")
    choose(numbers, "interval")
    mean = float(shown["mean"].replace("−", "-"))
    small = user.controller.model.score_text((0, 1), compact=True)
    assert small.endswith(f"\n±{max(mean - low, high - mean):.2f}"), "no room for both ends"
    assert float(shown["total"]) == pytest.approx(2000 * float(shown["mean"]), abs=2)


def test_few_samples_make_a_square_fainter(open_window):
    user = open_window("--trials", "5")
    user.look_at("A1 B2 C3")
    assert user.controller.model.heat((0, 1)).strength < 0.2
    user.window.preferences.apply(user.controller.settings.__class__(x="mc:trials=5000"))
    user.look_at("A1 B2 C3")
    assert user.controller.model.heat((0, 1)).strength == 1.0


def test_too_close_to_call_is_said_and_marked(open_window):
    user = open_window("--trials", "400")
    user.look_at("A1 B2 C3")
    snapshot = user.controller.model.analysis
    close = contenders(snapshot.board, PLAYERO, snapshot.tally, (1.0, 1.0))
    assert close
    assert user.window.docks["heatmap"].caption.count("Too close to call") == 1
    for square in snapshot.board.get_empty_squares():
        assert user.controller.model.heat(square).close == (square in close)
    user.look_at("A1 A2 B1 B2")
    assert "Best square: C1 (95 % sure)." in user.window.docks["heatmap"].caption


def test_the_machine_stops_when_settled_and_says_what_it_saved(open_window):
    user = open_window("--trials", "1000000", "--settle")
    user.look_at("A1 A2 B1 B2")
    snapshot = user.controller.model.analysis
    assert snapshot.settled
    assert snapshot.tally.trials < 100_000
    assert f"({1_000_000 - snapshot.tally.trials:,} saved)" in user.window.docks["heatmap"].caption


# --- the table -----------------------------------------------------------------------------


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


# --- convergence ---------------------------------------------------------------------------


def test_the_chart_shows_how_the_means_converge(open_window):
    user = open_window("--trials", "50000")
    dock = open_chart(user)
    user.look_at("A1 B2 C3")
    curves = dock.curves
    assert curves.trials[0] == 100
    assert curves.trials[-1] == 50_000
    tally = user.controller.model.analysis.tally
    for row, col in curves.squares:
        mean, *ends = curves.of_square((row, col))[-1]
        assert mean == pytest.approx(tally.mean(PLAYERO)[row][col])
        assert ends == pytest.approx(intervals(tally, PLAYERO, (1.0, 1.0))[row][col])
    first, last = (curves.of_square(curves.squares[0])[i] for i in (0, -1))
    assert last[2] - last[1] < (first[2] - first[1]) / 10
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)


def test_the_chart_is_live_while_the_search_runs(open_window):
    user = open_window("--machine", "X", "--trials", "1000000000", start=False)
    dock = open_chart(user)
    user.controller.start()
    lengths = []
    user.controller.searched.connect(lambda _snapshot: lengths.append(len(dock.curves.trials)))
    user.qtbot.waitUntil(lambda: bool(lengths) and lengths[-1] > lengths[0])


def test_hovering_a_curve_marks_its_square_on_the_board(open_window):
    user = open_window("--trials", "50000")
    dock = open_chart(user)
    user.look_at("A1 A2 B1 B2")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 5)
    chart = dock.chart
    best = dock.curves.squares[0]
    view = chart.plot.viewport()

    def pointed_at(place):
        # Moves that follow each other within 10 ms are left out by the chart.
        user.qtbot.mouseMove(view, place + QPoint(1, 1))
        user.qtbot.wait(30)
        user.qtbot.mouseMove(view, place)
        user.qtbot.wait(30)
        return user.board.pointed

    def end_of_curve():
        mean, *_ends = dock.curves.of_square(best)[-1]
        point = QPointF(math.log10(dock.curves.trials[-1]), mean)
        return chart.plot.mapFromScene(chart.plot.plotItem.vb.mapViewToScene(point))

    user.qtbot.waitUntil(lambda: pointed_at(end_of_curve()) == best)
    user.qtbot.waitUntil(lambda: pointed_at(QPoint(4, view.height() // 2)) is None)


def test_the_charts_numbers_stay_when_theme_and_text_size_change(open_window):
    user = open_window("--trials", "50000")
    dock = open_chart(user)
    user.look_at("A1 A2 B1 B2")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 5)
    room = dock.chart.plot.plotItem.vb
    before = room.height()
    user.change(theme="dark", text_scale=150)
    user.qtbot.waitUntil(lambda: room.height() < before)  # larger numbers took of it
    left = dock.chart.plot.getAxis("left")
    assert left.scale == left.autoSIPrefixScale == 1
    low, high = room.viewRange()[1]
    for place in names_in(dock.chart).values():
        assert low <= place.y() <= high, "no name is pushed out of the chart"


def test_squares_that_are_all_equal_are_not_marked_as_close(open_window):
    user = open_window("--trials", "500", "--score-current", "0", "--score-other", "0")
    user.look_at("A1 B2 C3")
    assert "All squares are equal" in user.window.docks["heatmap"].caption
    model, empty = user.controller.model, user.game.board.get_empty_squares()
    assert not any(model.heat(square).close for square in empty)


def test_the_chart_is_not_loaded_before_it_is_opened(open_window):
    user = open_window()
    assert user.window.docks["chart"].chart is None


# --- the truth -----------------------------------------------------------------------------


def test_the_truth_is_shown_with_the_methods_blind_spots(open_window):
    user = open_window("--trials", "5000")
    user.window.docks["heatmap"].controls.fields["show_truth"].click()
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: user.controller.model.truth is not None)
    exact = exact_tally(parse_board("X../.O./..X"), PLAYERO).mean(PLAYERO)
    for row, col in user.game.board.get_empty_squares():
        corner = (row + col) % 2 == 0
        assert user.controller.model.worth((row, col)) == (-1 if corner else 0)
        assert ((row, col) in user.controller.model.blind_spots) == corner
        assert float(user.controller.model.truth_text((row, col))) == pytest.approx(
            exact[row][col], abs=5e-4
        )
    assert "Blind spot of the method" in user.window.docks["heatmap"].caption
    user.window.docks["heatmap"].controls.fields["show_truth"].click()
    assert user.controller.model.worth((0, 2)) is None


def test_the_truth_follows_the_position_and_stays_away_from_large_ones(open_window):
    user = open_window("--machine", "neither", "--show-truth")
    user.qtbot.waitUntil(lambda: user.controller.model.truth is not None)
    assert user.controller.model.truth_text((1, 1)) == "0.280"
    assert user.controller.model.truth_text((0, 0)) == "0.113"
    user.click((1, 1))
    user.qtbot.waitUntil(
        lambda: (
            user.controller.model.truth is not None
            and user.controller.model.truth.board.square(1, 1) == PLAYERX
        )
    )
    user.controller.adopt(Game(Rules.of(4)))
    assert user.controller.model.truth is None


# --- weights, palettes, scale -----------------------------------------------------------------


def test_weight_sliders_recolour_without_another_trial(open_window, monkeypatch):
    user = open_window("--trials", "5000")
    user.look_at("A1 B2 C3")
    tally = user.controller.model.analysis.tally
    monkeypatch.setattr(Sampler, "draw", lambda *_: pytest.fail("trials were run again"))
    before = user.window.docks["heatmap"].grab().toImage()
    controls = user.window.docks["heatmap"].controls
    controls.fields["other"].slider.setValue(0)
    controls.fields["current"].slider.setValue(40)
    assert user.controller.settings.weights(PLAYERO).other == 0.0
    assert user.controller.settings.weights(PLAYERO).current == pytest.approx(2.0)
    assert user.controller.model.score((0, 1)) == tally.scores(PLAYERO, 2.0, 0.0)[0][1]
    assert user.window.docks["heatmap"].grab().toImage() != before
    assert user.controller.model.analysis.tally is tally


@pytest.mark.parametrize("palette", colormap.PALETTES)
def test_in_every_palette_brighter_is_better_and_ink_reads(palette):
    lights = []
    for step in range(-50, 51):
        ground = colormap.shade(step / 50, palette)
        lights.append(colormap.luminance(ground))
        assert colormap.contrast(ground, colormap.ink_on(ground)) >= 4.5
    assert lights == sorted(lights)


def test_the_palette_is_chosen_beside_the_map(open_window):
    user = open_window("--trials", "2000")
    user.look_at("A1 B2 C3")
    pictures = []
    for palette in colormap.PALETTES:
        choose(user.window.docks["heatmap"].controls.fields["palette"], palette)
        pictures.append(user.window.docks["heatmap"].grab().toImage())
    assert all(one != two for one, two in itertools.pairwise(pictures))


def test_a_locked_scale_stays_through_a_game_until_it_is_fitted(open_window):
    user = open_window("--machine", "neither", "--trials", "20000")
    controls = user.window.docks["heatmap"].controls
    controls.fields["lock_scale"].click()
    user.look_at("")
    locked = user.controller.model.sheet.limit
    for square in ((0, 0), (1, 0), (0, 1), (1, 1)):
        user.click(square)
    user.score()
    assert user.controller.model.sheet.limit == locked
    controls.fit.click()
    fitted = user.controller.model.sheet.limit
    assert fitted > locked
    user.trigger("again")
    user.score()
    assert user.controller.model.sheet.limit == locked, "another game, another scale"


def test_a_single_trial_has_a_wide_interval_and_a_curve(open_window):
    user = open_window("--trials", "1", "--heat-values", "interval")
    dock = open_chart(user)
    user.look_at("A1 B2 C3")
    low, high = user.controller.model.sheet.interval((0, 1))
    assert high - low > 1.5
    assert user.controller.model.score_text((0, 1)).endswith(
        f"{low:.3f}…{high:.3f}".replace("-", "−")
    )
    assert "too few trials" in user.window.docks["heatmap"].caption
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)


def test_where_every_trial_tied_the_interval_has_a_width(open_window):
    user = open_window("--machine", "neither", "--size", "20", "--trials", "100")
    user.trigger("table")
    user.look_at("", size=20)
    assert user.controller.model.analysis.tally.ties == 100
    tip = data(user, (3, 4), Qt.ItemDataRole.ToolTipRole)
    assert "95 % intervals: −3.7 to +3.7 and −0.037 to +0.037." in tip
    table = user.window.docks["table"].view.model()
    titles = [table.headerData(i, Qt.Orientation.Horizontal) for i in range(table.columnCount())]
    cells = dict(zip(titles, (table.index(7, i).data() for i in range(10)), strict=True))
    assert (cells["95 % from"], cells["95 % to"]) == ("−0.0370", "+0.0370")


def test_where_nearly_all_trials_tied_no_square_is_called_the_best(open_window):
    user = open_window("--machine", "neither", "--size", "10", "--trials", "1000")
    user.look_at("", size=10)
    assert "Too few decisive trials to tell; best so far:" in user.window.docks["heatmap"].caption
