"""The heat map as a lesson: uncertainty, truth and weights."""

import itertools

import pytest
from PySide6.QtCore import Qt

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
from tests.driver.user import choose
from ttt_desktop.look import colormap


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


def test_squares_that_are_all_equal_are_not_marked_as_close(open_window):
    user = open_window("--trials", "500", "--score-current", "0", "--score-other", "0")
    user.look_at("A1 B2 C3")
    assert "All squares are equal" in user.window.docks["heatmap"].caption
    model, empty = user.controller.model, user.game.board.get_empty_squares()
    assert not any(model.heat(square).close for square in empty)


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


@pytest.mark.uses("chart")
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


@pytest.mark.uses("table")
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
