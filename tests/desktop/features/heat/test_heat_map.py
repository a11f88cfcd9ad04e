"""Scores on the heat map and the board: the numbers, the colours, and what they cost."""

import itertools

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QTableView

from engine import EMPTY, PLAYERO, PLAYERX, Limit, Search, Weights, parse_board, square_name
from tests.driver.user import click_on
from tests.every import every
from ttt_desktop.features.heat.dock import Legend
from ttt_desktop.look import colormap
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.sheet import score_text
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
        if searched.mark(square) == EMPTY:
            assert searched.score(square) == scores[row][col]
            assert -1 <= searched.heat(square).shade <= 1
        else:
            assert searched.score(square) is None
            assert searched.heat(square) is None
    empty = searched.analysis.board.get_empty_squares()
    assert [square for square in empty if searched.heat(square).best] == [(1, 2)]


def test_weights_and_means_need_no_other_search(searched):
    tally = searched.analysis.tally
    searched.set_scoring({PLAYERX: Weights(2.0, 0.25), PLAYERO: Weights()}, "mean", False)
    assert searched.analysis.tally is tally
    assert searched.score((1, 2)) == tally.mean(PLAYERX, 2.0, 0.25)[1][2]
    assert searched.sheet.limit < 10


def test_changing_weights_in_the_window_starts_no_search(open_window):
    user = open_window("--machine", "neither", "--trials", "5000")
    user.score()
    asked = []
    user.controller.searched.connect(asked.append)
    before = [user.controller.model.score((0, col)) for col in range(3)]
    tally = user.controller.model.analysis.tally
    user.window.preferences.apply(
        with_machines(user.controller.settings, {"current": "3", "other": "0"})
    )
    after = [user.controller.model.score((0, col)) for col in range(3)]
    assert after == tally.scores(PLAYERX, 3.0, 0.0)[0]
    assert after != before
    user.linger()
    assert asked == []


def test_the_map_is_live_while_the_machine_thinks(open_window):
    user = open_window("--machine", "X", "--trials", "1000000000")
    counts = []
    user.controller.searched.connect(lambda snapshot: counts.append(snapshot.tally.trials))
    user.qtbot.waitUntil(lambda: len(counts) > 10)
    assert counts == sorted(counts)
    assert "trials" in user.window.docks["heatmap"].caption


def picture(widget):
    return widget.grab().toImage()


def test_scores_on_the_board_are_painted_when_asked_for(open_window):
    user = open_window("--machine", "neither", "--trials", "2000")
    user.score()
    plain = picture(user.board)
    user.trigger("scores")
    assert picture(user.board) != plain
    tile = user.board.visualRect(user.controller.model.index(1, 1))
    below = tile.center() + QPoint(0, tile.height() // 3)  # the number stands in the middle
    shown = picture(user.board.viewport()).pixelColor(below)
    shade = colormap.shade(user.controller.model.heat((1, 1)).shade)
    assert (shown.red(), shown.green(), shown.blue()) == shade


def test_the_dock_can_be_closed_floated_and_moved(open_window):
    user = open_window()
    dock, action = user.window.docks["heatmap"], user.window.action["heatmap"]
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
    for area in ("Left", "Bottom", "Right"):
        user.window.shell.desk.addDockWidget(
            getattr(Qt.DockWidgetArea, f"{area}DockWidgetArea"), dock
        )
        assert dock.isVisible()


def test_h_on_a_large_board_is_a_column_or_the_heat_map(open_window):
    user = open_window("--size", "9", "--machine", "neither")
    user.type("h3")
    assert user.game.moves == ((2, 7),)
    assert user.window.docks["heatmap"].isVisible()
    user.type("h")
    user.qtbot.waitUntil(user.window.docks["heatmap"].isHidden)


def test_brightness_grows_with_the_value_and_zero_is_grey():
    shades = [colormap.luminance(colormap.shade(step / 50)) for step in range(-50, 51)]
    assert all(a < b for a, b in itertools.pairwise(shades))
    red, green, blue = colormap.shade(0.0)
    assert max(red, green, blue) - min(red, green, blue) < 16
    assert colormap.shade(-7) == colormap.shade(-1)


@pytest.mark.parametrize("palette", colormap.PALETTES)
def test_ink_reads_on_every_shade(palette):
    for step in range(-256, 257):
        ground = colormap.shade(step / 256, palette)
        assert colormap.contrast(ground, colormap.ink_on(ground)) >= 4.5, step


BLINDNESS = {
    # Viénot, Brettel and Mollon (1999) for the first two, Machado and others (2009) for the last:
    # what is left of red, green and blue, in linear light
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


@pytest.mark.parametrize("kind", BLINDNESS)
def test_brighter_stays_better_with_every_colour_blindness(kind):
    def seen(value):
        shade = [(channel / 255) ** 2.2 for channel in colormap.shade(value)]
        red, green, blue = (
            max(0.0, sum(share * channel for share, channel in zip(row, shade, strict=True)))
            for row in BLINDNESS[kind]
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lights = [seen(step / 20) for step in range(-20, 21)]
    assert all(one < two for one, two in itertools.pairwise(lights))


def test_a_small_score_has_a_hue_that_can_be_named():
    for value, channel in ((0.15, 2), (-0.15, 0)):  # little blue makes yellow, little red blue
        shade = colormap.shade(value)
        assert shade[channel] == min(shade)
        assert max(shade) - min(shade) > 40


@every(
    ("value", "limit"),
    [(0, 1), (0.3, 0.3), (0.5, 0.5), (0.51, 0.6), (1, 1), (3, 3), (130, 150), (5001, 6000),
     (0.0123, 0.015), (10, 10), (99.9, 100), (105, 120)],
)  # fmt: skip
def test_the_scale_ends_on_round_numbers_and_fits(value, limit):
    assert colormap.round_limit(value) == pytest.approx(limit)
    assert value == 0 or value <= limit <= 1.34 * value


def test_scores_of_a_large_board_are_shown_on_the_board(open_window):
    user = open_window("--size", "10", "--line", "5", "--machine", "neither", "--trials", "300")
    heat = user.window.docks["heatmap"]
    maps = [each for each in heat.findChildren(QTableView) if each.isVisible()]
    assert len(maps) == 1
    click_on(heat.onto_board)
    assert user.controller.settings.board_scores
    assert not maps[0].isVisible()
    click_on(heat.onto_board)
    assert maps[0].isVisible(), "the way there is the way back"
    user.change(size=9)
    user.trigger("new")
    assert not heat.onto_board.isVisible()


@every(
    ("score", "as_mean", "text"),
    [(0, False, "0"), (12, False, "+12"), (-1234, False, "−1234"), (0.5, False, "+0.5"),
     (12_345, False, "+12.3k"), (-999_999, False, "−1000k"), (1_234_567, False, "+1.23M"),
     (56e9, False, "+56G"), (0.2834, True, "0.283"), (-0.9999, True, "−1.000"),
     (2.5, True, "2.500"), (-0.0004, True, "0")],
)  # fmt: skip
def test_scores_are_short(score, as_mean, text):
    assert score_text(score, as_mean) == text
    assert len(text) <= 7


@every(
    ("score", "as_mean", "text"),
    [(0, False, "0"), (-918, False, "−918"), (9547, False, "+9.5k"), (28_111, False, "+28k"),
     (-999_999, False, "−1000k"), (280_000, False, "+280k"), (0.2834, True, "0.28"),
     (-0.999, True, "−1.00"), (-0.001, True, "0")],
)  # fmt: skip
def test_scores_on_small_squares_are_shorter(score, as_mean, text):
    assert score_text(score, as_mean, compact=True) == text


def opponent(open_window, *options):
    return open_window("--machine", "O", "--x", "level:medium", "--trials", "2000", *options)


def test_a_switch_says_whose_scores_are_shown_and_changes_that(open_window):
    user = opponent(open_window)
    dock = user.window.docks["heatmap"]
    user.click((1, 1))
    user.wait(lambda: len(user.game.moves) == 2)
    assert "may play another square" in dock.whose
    switch = dock.controls.fields["scores_of"]
    user.qtbot.mouseClick(switch.segments["player"], Qt.MouseButton.LeftButton)
    assert user.controller.settings.scores_of == "player"
    assert "of the machine that plays" in dock.whose
    user.qtbot.mouseClick(switch.segments["course"], Qt.MouseButton.LeftButton)
    assert user.controller.settings.scores_of == "course"
    user.change(x="mc:trials=2000")
    assert "its own scores" in dock.whose
    assert not switch.isEnabled(), "there is nobody else"


def test_a_square_that_was_played_though_another_is_better_is_marked(open_window):
    user = open_window("--machine", "O", "--x", "random", "--trials", "20000", "--size", "4")
    dock, worse = user.window.docks["heatmap"], 0
    for square in ((0, 0), (1, 2), (3, 3), (2, 1), (0, 3)):
        if user.game.board.square(*square) == EMPTY and user.game.result is None:
            count = len(user.game.moves)
            user.click(square)
            user.wait(lambda count=count: len(user.game.moves) in (count + 1, count + 2))
            user.wait(lambda: not user.controller.view.is_thinking)
            sheet, played = user.controller.model.sheet, user.game.moves[-1]
            fine = played in sheet.best | sheet.close
            worse += not fine
            assert dock.view.marked == (None if fine else played)
            assert (f"{square_name(played)} was played." in dock.caption) != fine
    assert worse


@pytest.mark.uses("presenter")
@pytest.mark.parametrize(("scale", "presents"), [("100", False), ("125", False), ("100", True)])
def test_weights_and_legend_are_seen_without_scrolling(open_window, scale, presents):
    user = opponent(open_window, "--text-scale", scale)
    user.window.resize(1366, 768)
    user.click((1, 1))
    user.wait(lambda: len(user.game.moves) == 2)
    if presents:
        user.trigger("presenter")
    dock = user.window.docks["heatmap"]
    fields = dock.controls.fields
    parts = (*dock.findChildren(Legend), fields["current"], fields["other"])
    assert len(parts) == 3
    for part in parts:
        user.wait(lambda part=part: part.visibleRegion().boundingRect() == part.rect())
        place = part.rect().translated(part.mapTo(dock, QPoint(0, 0)))
        assert part.isVisible()
        assert dock.rect().contains(place), part
    assert dock.view.width() > 90
