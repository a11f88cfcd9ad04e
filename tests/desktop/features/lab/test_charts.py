"""What the lab's charts show on screen, read where it is painted and held against the games."""

import math

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from tests.desktop.features.lab.user import open_lab
from tests.desktop.sights import painted_ticks, ticks_right
from tests.driver.user import texts
from ttt_desktop.features.lab import form as forms
from ttt_desktop.look.colours import LIGHT


@pytest.fixture
def painted(monkeypatch):
    """Return a function for the numbers that an axis shows: their places, and their texts."""
    return painted_ticks(monkeypatch)


def test_the_charts_of_the_lab_painted_once_and_then_filled_anew(lab, user, painted):
    user.wait(lab.drawn)
    lab.window.resize(1000, 680)
    for chart in lab.window.charts.values():
        lab.window.tabs.bring_forward(chart)
        assert not chart.plot.isVisible(), "an empty chart has no numbers to show"
        assert any("Nothing has been played yet" in text for text in texts(chart))
    lab.run(forms.PAIRING, games=2)
    for chart in lab.window.charts.values():
        lab.window.tabs.bring_forward(chart)
        user.qtbot.waitUntil(lambda chart=chart: bool(painted(chart.plot, "left")))
    lab.run(forms.PUBLISHED, games=8)
    for name in ("outcomes", "time"):
        lab.window.tabs.bring_forward(lab.window.charts[name])
        plot = lab.window.charts[name].plot
        user.qtbot.waitUntil(lambda plot=plot: ("5000" in
                             [text for _, text in painted(plot, "bottom")]))  # fmt: skip
        user.qtbot.waitUntil(ticks_right(painted, plot, "left"))
    lab.run(forms.OPPONENT)
    lab.window.tabs.bring_forward(lab.window.charts["strength"])
    plot = lab.window.charts["strength"].plot
    user.qtbot.waitUntil(lambda: any("−" in text for _, text in painted(plot, "left")))
    user.qtbot.waitUntil(ticks_right(painted, plot, "left"))


def test_long_names_leave_room_for_their_bars_in_a_narrow_window(lab, user, painted):
    user.wait(lab.drawn)
    lab.window.tabs.bring_forward(lab.window.charts["outcomes"])
    lab.run(
        forms.PAIRING, games=2, player="uct:simulations=9,exploration=1.25,playouts=2,heavy=1",
        opponent="mc:trials=9,current=1.5,other=0.75,heavy=1",
    )  # fmt: skip
    for width in (860, 1400, 860):
        user.window.resize(width, 900)
        plot = lab.window.charts["outcomes"].plot
        whole = plot.plotItem
        user.wait(lambda plot=plot, whole=whole: whole.size().width() == plot.viewport().width())
        user.linger(0.3)
        plot.grab()  # paints it, whether or not the page is scrolled to it
        assert "100" in [text for _, text in painted(plot, "bottom")]
        legend = whole.legend.mapRectToScene(whole.legend.boundingRect())
        assert whole.vb.sceneBoundingRect().contains(legend)
        assert whole.vb.width() > whole.size().width() / 3
        ((_, name),) = painted(plot, "left")
        assert [line[:3] for line in name.split("\n")] == ["uct", "mc "]


def test_each_of_many_rows_has_its_name_in_a_low_chart(lab, user, painted):
    user.wait(lab.drawn)
    lab.window.tabs.bring_forward(lab.window.charts["outcomes"])
    lab.ask(forms.ROBIN, games=2)
    lab.form.players.show_texts(
        [f"mc:trials={trials},current=1.5,other=0.75,heavy=1" for trials in range(1, 8)]
    )
    user.window.resize(1000, 800)
    lab.run(games=2)
    plot = lab.window.charts["outcomes"].plot
    user.wait(lambda: plot.plotItem.size().width() == plot.viewport().width())
    user.linger(0.3)
    plot.grab()  # paints it, whether or not the page is scrolled to it
    names = [name for _, name in painted(plot, "left")]
    assert len(names) == 21
    assert len({name[:4] for name in names}) == 6, names
    assert all(" – mc " in name for name in names), names


@pytest.fixture
def robin(lab, user, painted):
    """The lab after a round robin whose players differ much, with its strongest first."""
    user.wait(lab.drawn)
    lab.run(forms.ROBIN, games=60)
    return lab


def bars(plot):
    """Return the widths of a chart's lying bars, by the legend's name and the row's number."""
    from ttt_desktop.look.plot import pg

    found = {}
    for item in plot.plotItem.items:
        if isinstance(item, pg.BarGraphItem):
            widths = zip(item.opts["y"], item.opts["width"], strict=True)
            found[item.name()] = {int(row): width for row, width in widths}
    return found


def test_a_round_robin_shows_who_wins_and_not_which_mark(robin, user, painted):
    chart = robin.window.charts["outcomes"]
    robin.window.tabs.bring_forward(chart)
    user.qtbot.waitUntil(lambda: any("random" in text for _, text in painted(chart.plot, "left")))
    drawn = bars(chart.plot)
    assert list(drawn) == ["First wins", "Ties", "Second wins"]
    for row, standing in enumerate(robin.window.lab.summary.standings):
        assert drawn["First wins"][row] == pytest.approx(100 * standing.wins / standing.games)
        assert drawn["Second wins"][row] == pytest.approx(100 * standing.losses / standing.games)
        assert drawn["Ties"][row] == pytest.approx(100 * standing.ties / standing.games)
    assert drawn["First wins"][0] < 20, "random hardly ever beats mc 10"
    rows = [text for _, text in painted(chart.plot, "left")]
    assert rows == [
        "random – mc 10", "random – mc 100", "random – perfect", "mc 10 – mc 100",
        "mc 10 – perfect", "mc 100 – perfect",
    ]  # fmt: skip
    user.qtbot.waitUntil(ticks_right(painted, chart.plot, "bottom"))
    for at, _ in painted(chart.plot, "left"):
        assert at.x() > 0, "a label lies within the chart"


def test_players_of_a_round_robin_are_ranked_with_their_intervals(robin, user, painted):
    from ttt_desktop.look.plot import pg

    chart = robin.window.charts["strength"]
    robin.window.tabs.bring_forward(chart)
    user.qtbot.waitUntil(lambda: bool(painted(chart.plot, "left")))
    rated = robin.window.lab.summary.ratings()
    names = sorted(rated, key=lambda name: -rated[name].value)
    short = [name.replace("mc:trials=", "mc ") for name in names]
    assert [text for _, text in painted(chart.plot, "left")] == short
    errors = [item for item in chart.plot.plotItem.items if isinstance(item, pg.ErrorBarItem)]
    for row, name in enumerate(names):
        opts = errors[row].opts
        assert opts["y"][0] == row
        assert opts["x"][0] == pytest.approx(rated[name].value)
        assert opts["x"][0] + opts["right"][0] == pytest.approx(rated[name].high)
        assert opts["x"][0] - opts["left"][0] == pytest.approx(rated[name].low)
    user.qtbot.waitUntil(ticks_right(painted, chart.plot, "bottom"))


@pytest.mark.parametrize("opponent", ["mc:trials=100", "perfect"])
def test_no_strength_lies_off_the_chart(lab, user, opponent):
    from ttt_desktop.look.plot import pg

    user.wait(lab.drawn)
    lab.run(forms.OPPONENT, player="random", opponent=opponent, varied="size", values="3", games=12)
    plot = lab.window.charts["strength"].plot
    (low, high) = plot.plotItem.vb.viewRange()[1]
    dots = [item for item in plot.plotItem.items if isinstance(item, pg.PlotDataItem)]
    assert dots
    for item in dots:
        for value in item.getData()[1]:
            assert low < value < high
    elo = lab.window.lab.summary.standing(0).elo
    if math.isinf(elo.low):
        assert any(item.opts["symbol"] == "t" for item in dots), "an arrow points downwards"


def test_marks_keep_their_colours_and_values_show_under_the_mouse(open_window):
    from ttt_desktop.look.plot import pg

    user = open_window("--machine", "neither", "--theme", "light")
    lab = open_lab(user)
    user.wait(lab.drawn)
    lab.run(games=20)
    chart = lab.window.charts["outcomes"]
    lab.window.tabs.bring_forward(chart)
    colours = {item.name(): item.opts["brush"].color().name() for item in chart.plot.plotItem.items
               if isinstance(item, pg.BarGraphItem)}  # fmt: skip
    assert colours["X wins"] == LIGHT.x
    assert colours["O wins"] == LIGHT.o
    first = lab.window.lab.summary.standing(0)
    place = chart.plot.plotItem.vb.mapViewToScene(QPointF(0, 50))
    chart.plot.scene().sigMouseMoved.emit(place)
    user.qtbot.waitUntil(QToolTip.isVisible)
    told = QToolTip.text()
    assert told.startswith("5: X wins ")
    assert f"({first.x_wins})" in told
    assert "20 games" in told
    viewport = chart.plot.viewport()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, QPoint(9, 9), QPoint(9, 9)))
    user.linger(0.5)
    assert QToolTip.isVisible(), "it stays where the mouse rests"


def test_the_lab_says_that_its_charts_are_being_loaded(lab, user):
    assert "Loading…" in texts(lab.window)
    user.wait(lab.drawn)
    assert list(lab.window.tabs.pages) == ["Outcomes", "Strength", "Time", "Table", "Games"]
