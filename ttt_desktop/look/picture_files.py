"""Pictures as the content of PNG and SVG files."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from ttt_desktop.text import tr

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


def png(picture: QImage) -> bytes:
    """Return a picture as a PNG file's content."""
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # PySide takes the format as text, whatever its stubs say.
    if not picture.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError(0, tr("the picture could not be encoded"))
    return bytes(kept.data())
