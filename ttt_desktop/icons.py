"""Line icons that follow the theme's colours."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_SIZES = (16, 20, 24, 32, 48, 64)
_RESOURCES = "ttt_desktop.resources"


def line_icon(name: str, colour: QColor, disabled: QColor, checked: QColor) -> QIcon:
    """Return the drawn icon called ``name``, in one colour a state."""
    text = (files(_RESOURCES) / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    icon = QIcon()
    for mode, state, ink in (
        (QIcon.Mode.Normal, QIcon.State.Off, colour),
        (QIcon.Mode.Disabled, QIcon.State.Off, disabled),
        (QIcon.Mode.Normal, QIcon.State.On, checked),
    ):
        drawing = text.replace("currentColor", ink.name()).encode()
        renderer = QSvgRenderer(QByteArray(drawing))
        for size in _SIZES:
            icon.addPixmap(_draw(renderer, size), mode, state)
    return icon


def app_icon() -> QIcon:
    """Return the application's own icon."""
    drawing = (files(_RESOURCES) / "app.svg").read_bytes()
    renderer = QSvgRenderer(QByteArray(drawing))
    icon = QIcon()
    for size in (*_SIZES, 128, 256):
        icon.addPixmap(_draw(renderer, size))
    return icon


def _draw(renderer: QSvgRenderer, size: int) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return picture
