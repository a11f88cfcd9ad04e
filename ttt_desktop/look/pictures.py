"""Line icons that follow the theme's colours, and pictures as the content of files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.text import tr

_SIZES = (16, 20, 24, 32, 48, 64)
_RESOURCES = "ttt_desktop.resources"


class _LineEngine(QIconEngine):
    """Draws an icon when it is shown, in the size that is asked for: most sizes never are.

    Args:
        off: the drawing, as SVG with "currentColor" for its ink.
        on: the drawing of a checked action.
        inks: the ink of the usual state, of a disabled and of a checked one.
    """

    def __init__(self, off: str, on: str, inks: tuple[QColor, QColor, QColor]) -> None:
        super().__init__()
        self._off, self._on = off, on
        self._inks = inks
        self._drawn: dict[tuple[int, int, str, QIcon.State], QPixmap] = {}

    @handler
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        drawing = self._on if state == QIcon.State.On else self._off
        drawing = drawing.replace("currentColor", self._ink(mode, state))
        QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(rect))

    @virtual(QPixmap)
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        key = size.width(), size.height(), self._ink(mode, state), state
        if key not in self._drawn:
            picture = QPixmap(size)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            self.paint(painter, picture.rect(), mode, state)
            painter.end()
            self._drawn[key] = picture
        return self._drawn[key]

    @virtual(lambda: _LineEngine("", "", (QColor(), QColor(), QColor())))
    def clone(self) -> _LineEngine:
        return _LineEngine(self._off, self._on, self._inks)

    def _ink(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        usual, disabled, checked = self._inks
        if mode == QIcon.Mode.Disabled:
            return disabled.name()
        return (checked if state == QIcon.State.On else usual).name()


@cache
def _resources() -> Traversable:
    return files(_RESOURCES)


@cache
def _drawing(name: str) -> str:
    return (_resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def line_icon(name: str, name_on: str, colour: QColor, disabled: QColor, checked: QColor) -> QIcon:
    """Return one of Lucide's icons, in one colour a state.

    Args:
        name: its name, which is its file's in ``resources/icons``.
        name_on: the icon of a checked action; empty where it is the same.
    """
    drawings = _drawing(name), _drawing(name_on or name)
    return QIcon(_LineEngine(*drawings, (colour, disabled, checked)))


def icon_picture(name: str, side: int, colour: str, ratio: float) -> QPixmap:
    """Return one of Lucide's icons, drawn for a screen.

    Args:
        name: its name, which is its file's in ``resources/icons``.
        side: its side in pixels, as the window counts them.
        colour: what it is drawn in.
        ratio: the screen's pixels for each of the window's.
    """
    drawing = _drawing(name).replace("currentColor", colour)
    picture = _draw(QSvgRenderer(QByteArray(drawing.encode())), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    return picture


def app_icon() -> QIcon:
    """Return the application's own icon."""
    drawing = (_resources() / "app.svg").read_bytes()
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


_SCREEN_DPI = 96


def svg(size: QSize, title: str, paint: Callable[[QPainter], None]) -> bytes:
    """Return what ``paint`` paints as an SVG document of ``size`` pixels."""
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(_SCREEN_DPI)  # what is drawn was laid out for a screen
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(title)
    painter = QPainter(generator)
    paint(painter)
    painter.end()
    return bytes(kept.data())


def drawn(text: str, scale: int = 1) -> QImage:
    """Return an SVG drawing as a picture, each of its pixels so many wide."""
    renderer = QSvgRenderer(QByteArray(text.encode()))
    picture = QImage(renderer.defaultSize() * scale, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    renderer.render(painter)
    painter.end()
    return picture


def png(picture: QImage) -> bytes:
    """Return a picture as a PNG file's content."""
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # PySide takes the format as text, whatever its stubs say.
    if not picture.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError(0, tr("the picture could not be encoded"))
    return bytes(kept.data())
