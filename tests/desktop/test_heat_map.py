"""Scores on the heat map and the board: the numbers, the colours, and what they cost."""

import itertools

import pytest

from engine import EMPTY, PLAYERO, PLAYERX, Limit, MonteCarlo, Search, Weights, parse_board
from ttt_desktop.look import colormap
from ttt_desktop.play.board_model import BoardModel, Role
from ttt_desktop.play.sheet import score_text
from ttt_desktop.settings.declarations import with_machines


def data(model, square, role):
    return model.index(*square).data(role)


@pytest.fixture
def searched(qapp):
    """A model over a searched position: X.O/.X./..O, X to move."""
    board = parse_board("X.O/.X./..O")
    model = BoardModel()
    model.set_position(board, (2, 2), None)
    model.set_analysis(Search(board, PLAYERX, Limit(trials=20_000), seed=1).result())
    return model


def test_scores_are_the_tallys_and_taken_squares_have_none(searched):
    scores = searched.analysis.tally.scores(PLAYERX)
    for row, col in itertools.product(range(3), repeat=2):
        square = row, col
        if data(searched, square, Role.MARK) == EMPTY:
            assert data(searched, square, Role.SCORE) == scores[row][col]
            assert -1 <= data(searched, square, Role.SHADE) <= 1
        else:
            assert data(searched, square, Role.SCORE) is None
            assert data(searched, square, Role.SHADE) is None
    assert [s for s in itertools.product(range(3), repeat=2) if data(searched, s, Role.BEST)] == [
        (1, 2)
    ]


def test_weights_and_means_need_no_other_search(searched):
    tally = searched.analysis.tally
    searched.set_scoring({PLAYERX: Weights(2.0, 0.25), PLAYERO: Weights()}, "mean", False)
    assert searched.analysis.tally is tally
    assert data(searched, (1, 2), Role.SCORE) == tally.mean(PLAYERX, 2.0, 0.25)[1][2]
    assert searched.sheet.limit < 10


def test_changing_weights_in_the_window_starts_no_search(open_window):
    user = open_window("--machine", "neither", "--trials", "5000")
    with user.qtbot.waitSignal(user.controller.hinted, timeout=10_000):
        user.trigger("hint")
    asked = []
    user.controller.make_player = lambda settings, mark: asked.append(settings) or MonteCarlo(1)
    before = [data(user.controller.model, (0, col), Role.SCORE) for col in range(3)]
    tally = user.controller.model.analysis.tally
    user.window.apply_settings(
        with_machines(user.controller.settings, {"current": "3", "other": "0"})
    )
    after = [data(user.controller.model, (0, col), Role.SCORE) for col in range(3)]
    assert after == tally.scores(PLAYERX, 3.0, 0.0)[0]
    assert after != before
    assert asked == []


def test_the_map_is_live_while_the_machine_thinks(open_window):
    user = open_window("--machine", "X", "--trials", "1000000000")
    counts = []
    user.controller.searched.connect(lambda snapshot: counts.append(snapshot.tally.trials))
    user.qtbot.waitUntil(lambda: len(counts) > 10, timeout=10_000)
    assert counts == sorted(counts)
    assert "trials" in user.window.heat.caption


def picture(widget):
    return widget.grab().toImage()


def test_scores_on_the_board_are_painted_when_asked_for(open_window):
    user = open_window("--machine", "neither", "--trials", "2000")
    with user.qtbot.waitSignal(user.controller.hinted, timeout=10_000):
        user.trigger("hint")
    plain = picture(user.board)
    user.trigger("scores")
    assert picture(user.board) != plain
    middle = user.board.visualRect(user.controller.model.index(1, 1))
    shown = picture(user.board.viewport()).pixelColor(middle.center())
    shade = colormap.shade(data(user.controller.model, (1, 1), Role.SHADE))
    assert (shown.red(), shown.green(), shown.blue()) == shade


def test_the_dock_can_be_closed_floated_and_moved(open_window):
    user = open_window()
    dock, action = user.window.heat, user.window.action["heatmap"]
    assert action.isChecked()
    user.type("h")
    assert dock.isHidden()
    assert not action.isChecked()
    user.type("h")
    assert not dock.isHidden()
    dock.close()
    assert not action.isChecked()
    action.trigger()
    dock.setFloating(True)
    user.qtbot.waitUntil(dock.isWindow)
    dock.setFloating(False)
    from PySide6.QtCore import Qt

    for area in ("Left", "Bottom", "Right"):
        user.window.addDockWidget(getattr(Qt.DockWidgetArea, f"{area}DockWidgetArea"), dock)
        assert dock.isVisible()


def test_h_on_a_large_board_is_a_column_or_the_heat_map(open_window):
    user = open_window("--size", "9", "--machine", "neither")
    user.type("h3")
    assert user.game.moves == ((2, 7),)
    assert user.window.heat.isVisible()
    user.type("h")
    user.qtbot.waitUntil(user.window.heat.isHidden, timeout=5000)


def test_brightness_grows_with_the_value_and_zero_is_grey():
    shades = [colormap.luminance(colormap.shade(step / 50)) for step in range(-50, 51)]
    assert all(a < b for a, b in itertools.pairwise(shades))
    red, green, blue = colormap.shade(0.0)
    assert max(red, green, blue) - min(red, green, blue) < 16
    assert colormap.shade(-7) == colormap.shade(-1)


def test_ink_reads_on_every_shade():
    for step in range(-100, 101):
        ground = colormap.shade(step / 100)
        one, two = colormap.luminance(ground), colormap.luminance(colormap.ink_on(ground))
        contrast = (max(one, two) + 0.05) / (min(one, two) + 0.05)
        assert contrast >= 4.5 or abs(step) < 60, step
        assert contrast >= 4.0, step


@pytest.mark.parametrize(
    ("value", "limit"),
    [(0, 1), (0.3, 0.5), (0.5, 0.5), (0.51, 1), (1, 1), (3, 5), (130, 200), (5001, 10_000),
     (0.0123, 0.02), (10, 10), (99.9, 100)],
)  # fmt: skip
def test_the_scale_ends_on_round_numbers(value, limit):
    assert colormap.round_limit(value) == pytest.approx(limit)


@pytest.mark.parametrize(
    ("score", "as_mean", "text"),
    [(0, False, "0"), (12, False, "+12"), (-1234, False, "-1234"), (0.5, False, "+0.5"),
     (12_345, False, "+12.3k"), (-999_999, False, "-1000k"), (1_234_567, False, "+1.23M"),
     (56e9, False, "+56G"), (0.2834, True, "+.283"), (-0.9999, True, "-1.000"),
     (2.5, True, "+2.500")],
)  # fmt: skip
def test_scores_are_short(score, as_mean, text):
    assert score_text(score, as_mean) == text
    assert len(text) <= 7


@pytest.mark.parametrize(
    ("score", "as_mean", "text"),
    [(0, False, "0"), (-918, False, "-918"), (9547, False, "+9.5k"), (28_111, False, "+28k"),
     (-999_999, False, "-1000k"), (280_000, False, "+280k"), (0.2834, True, "+.28"),
     (-0.999, True, "-1.00"), (-0.001, True, "-.00")],
)  # fmt: skip
def test_scores_on_small_squares_are_shorter(score, as_mean, text):
    assert score_text(score, as_mean, compact=True) == text
