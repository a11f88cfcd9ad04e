"""What is to be seen in pictures, charts and tables."""

import math

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QScrollArea

from ttt_desktop.look.colormap import luminance


def contrast(one, two):
    values = sorted(luminance((c.red(), c.green(), c.blue())) for c in (one, two))
    return (values[1] + 0.05) / (values[0] + 0.05)


def colours(widget):
    """Return how many colours are seen in a widget: one where nothing is painted."""
    picture = widget.grab().toImage()
    return len({picture.pixel(x, y) for x in range(0, picture.width(), 5)
                for y in range(0, picture.height(), 5)})  # fmt: skip


def record_texts(monkeypatch, module):
    """Return the list that takes each text that a module paints: text, place, and its room."""
    written = []

    class Painter(QPainter):
        def drawText(self, room, where, text):
            if text:
                written.append((text, self.boundingRect(QRectF(room), where, text), QRectF(room)))
            super().drawText(room, where, text)

    monkeypatch.setattr(module, "QPainter", Painter)
    return written


def open_chart(user):
    user.trigger("chart")
    user.qtbot.waitUntil(lambda: user.window.docks["chart"].chart is not None)
    return user.window.docks["chart"]


def names_in(chart):
    """Return the names of the squares whose curves are drawn, and where each stands."""
    from pyqtgraph import TextItem

    items = [item for item in chart.plot.plotItem.items if isinstance(item, TextItem)]
    return {item.textItem.toPlainText(): item.pos() for item in items if item.isVisible()}


def table(window):
    """Return the rows of the table of pairings as they are copied, titles first."""
    return [line.split("\t") for line in window.tables.pairings.content("\t").splitlines()]


def painted_ticks(monkeypatch):
    """Return a function for the numbers that an axis shows: their places, and their texts.

    They are those of the last painting, which the axis shows again until it paints anew.
    """
    from ttt_desktop.look.plot import pg

    shown = {}
    draw = pg.AxisItem.drawPicture

    def recorded(axis, painter, line, ticks, labels):
        shown[id(axis)] = [(rect.center(), text) for rect, _flags, text in labels if text]
        draw(axis, painter, line, ticks, labels)

    monkeypatch.setattr(pg.AxisItem, "drawPicture", recorded)
    return lambda plot, side: shown.get(id(plot.getAxis(side)), [])


def number(text):
    """Return the number that a tick's text stands for."""
    plain = text.replace("−", "-")
    return float(plain[:-1]) * {"k": 1e3, "M": 1e6}[plain[-1]] if plain[-1] in "kM" else (
        float(plain)
    )  # fmt: skip


def in_view(plot, side, at):
    """Return the value that lies at a place on the axis, by the view that the curves are in."""
    axis = plot.getAxis(side)
    there = plot.plotItem.vb.mapSceneToView(axis.mapToScene(QPointF(at)))
    return there.y() if side == "left" else there.x()


def ticks_right(painted, plot, side, logarithmic=False):
    """Return what asserts that each number stands where its value is drawn."""

    def check():
        found = painted(plot, side)
        assert len(found) >= 3
        low, high = plot.plotItem.vb.viewRange()[1 if side == "left" else 0]
        for at, text in found:
            value = math.log10(number(text)) if logarithmic else number(text)
            assert in_view(plot, side, at) == pytest.approx(value, abs=(high - low) / 50), text

    return check


def fits_sideways(page):
    """Whether nothing on a page that scrolls is wider than what of the page is seen."""
    for area in page.findChildren(QScrollArea):
        within = area.widget()
        if within is not None and area.isVisible() and within.width() > area.viewport().width():
            return False
    return page.minimumSizeHint().width() <= page.width()
