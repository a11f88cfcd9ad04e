"""What is written on squares is whole, apart from what else is there, and in an ink that reads."""

import itertools

import pytest

from tests.desktop.sights import contrast, record_texts
from ttt_desktop.board import heat_view
from ttt_desktop.features.heat import dock
from ttt_desktop.features.heat import dock as legend
from ttt_desktop.look import grid_view, squares
from ttt_desktop.session.sheet import score_text


def test_the_texts_of_a_narrow_legend_are_apart(open_window, monkeypatch):
    """At 200 % in a small window it once read "wobetter"."""
    written = record_texts(monkeypatch, dock)
    user = open_window("--trials", "1000", "--text-scale", "200")
    user.look_at("A1 B2 C3")
    (bar,) = user.window.docks["heatmap"].findChildren(legend.Legend)
    shown = {}
    for width in (60, 100, 140, 180, 220, 400):
        written.clear()
        bar.resize(width, bar.height())
        bar.grab()
        for one, other in itertools.combinations(written, 2):
            assert not one[1].intersects(other[1]), (width, written)
        shown[width] = [text for text, *_ in written]
    assert shown[400][:3] == ["worse", "better", "0"]
    assert len(shown[400]) == 5
    assert shown[60][0] == "better"
    assert len(shown[60]) == 2


@pytest.mark.parametrize("scale", ["100", "200"])
@pytest.mark.parametrize("weights", ["current=100,other=-50", "current=1e7", "current=1e60"])
def test_numbers_on_the_heat_map_are_whole_or_left_out(open_window, monkeypatch, weights, scale):
    written = record_texts(monkeypatch, grid_view)
    player = f"mc:trials=500,{weights}"
    user = open_window("--x", player, "--o", player, "--no-alike", "--text-scale", scale,
                       "--heat-values", "mean", "--show-truth")  # fmt: skip
    user.look_at("A1 C1 B1", reverse=True)
    user.qtbot.waitUntil(lambda: user.controller.model.truth is not None)
    view = user.window.docks["heatmap"].view
    some = 0
    for side in range(60, 600, 60):
        view.parentWidget().resize(side, side)
        written.clear()
        view.grab()
        for text, place, room in written:
            if text != "!":
                assert place.width() <= room.width() + 1, (side, text)
                some += 1
    assert some > 50


def test_a_proof_covers_nothing_of_the_truth(open_window, monkeypatch):
    written = record_texts(monkeypatch, grid_view)
    user = open_window("--x", "tree:simulations=500", "--scores-of", "player", "--show-truth")
    user.look_at("A1 B1")
    model, view = user.controller.model, user.window.docks["heatmap"].view
    user.qtbot.waitUntil(lambda: model.truth is not None)
    badges = []
    draw = heat_view.draw_proof

    def draw_and_note(painter, tile, *signs):
        badges.append(heat_view.proof_circle(tile))
        draw(painter, tile, *signs)

    monkeypatch.setattr(heat_view, "draw_proof", draw_and_note)
    for side in (240, 300, 450, 600):
        view.parentWidget().resize(side, side)
        written.clear()
        badges.clear()
        view.grab()
        assert any(text.startswith("∞") for text, *_ in written), side
        assert any(badges)
        for (text, place, _), badge in itertools.product(written, filter(None, badges)):
            assert not place.intersects(badge), (side, text)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_truth_in_a_corner_reads_on_its_ground(open_window, monkeypatch, theme):
    inks = []
    write = squares.SquareText.write

    def record(self, painter, side, box, place, text, ink):
        inks.append((text(False), ink))
        write(self, painter, side, box, place, text, ink)

    monkeypatch.setattr(squares.SquareText, "write", record)
    user = open_window(
        "--x", "tree:simulations=3000", "--scores-of", "player", "--show-truth", "--theme", theme
    )
    user.look_at("")
    model = user.controller.model
    user.qtbot.waitUntil(lambda: model.truth is not None)
    small = [each for each in itertools.product(range(3), repeat=2) if model.heat(each).size < 1]
    inks.clear()
    user.window.docks["heatmap"].view.grab()
    plain = user.app.theme.theme.colour("tile")
    exact = [ink for text, ink in inks if text.startswith("∞")]
    assert len(small) >= 4
    assert sum(contrast(ink, plain) >= 4.5 for ink in exact) >= len(small)


@pytest.mark.parametrize("docks", [("heatmap",), ()])
@pytest.mark.parametrize(("given", "shown"), [("1e9", 1e9), ("-50", -50.0), ("1e7", 1e7)])
def test_any_weight_opens_the_heat_map_and_is_shown_as_it_is(open_window, docks, given, shown):
    user = open_window(f"--score-current={given}", docks=docks)
    if not docks:
        user.trigger("heatmap")
    weight = user.window.docks["heatmap"].controls.fields["current"]
    assert weight.box.value() == shown
    assert weight.slider.value() == (weight.slider.maximum() if shown > 0 else 0)


def test_large_means_are_written_like_large_totals():
    assert score_text(2_546_666.6, as_mean=True) == "2.55M"
    assert score_text(-2_546_666.6, as_mean=True, compact=True) == "−2.5M"
    assert score_text(999.9996, as_mean=True) == "1000.000"
    assert score_text(1e60, as_mean=False) == "+1e+60"
