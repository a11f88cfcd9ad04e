"""Draws the icon in the sizes and formats that systems ask for.

Run with the build's Python:

    python icons.py png SIZE FILE.png [SIZE FILE.png ...]
    python icons.py ico FILE.ico          Windows: 16 to 256 pixels
    python icons.py banner FILE.bmp       Windows: beside the installer's first and last page
    python icons.py icns FILE.icns        macOS: 16 to 1024 pixels

It needs PySide6 and Pillow.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).resolve().parent.parent / "resources" / "app.svg"
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
ICNS_SIZES = (16, 32, 64, 128, 256, 512, 1024)


def draw(size: int) -> Image.Image:
    """Return the icon as a square picture of that many pixels, drawn at that size."""
    picture = QImage(size, size, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    QSvgRenderer(str(DRAWING)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]  # its stubs want bytes, it wants str
    return Image.open(io.BytesIO(buffer.data().data())).convert("RGBA")


def draw_banner() -> Image.Image:
    """Return the icon on its own dark ground, as high as NSIS asks for (164 x 314 pixels)."""
    banner = Image.new("RGB", (164, 314), "#1b2a41")
    icon = draw(128)
    banner.paste(icon, (18, 93), icon)
    return banner


def main(arguments: list[str]) -> None:
    """Write what was asked for."""
    match arguments:
        case ["png", *wanted]:
            for size, path in zip(wanted[::2], wanted[1::2], strict=True):
                draw(int(size)).save(path)
        case ["ico", path]:
            _save(path, "ICO", ICO_SIZES)
        case ["banner", path]:
            draw_banner().save(path)
        case ["icns", path]:
            _save(path, "ICNS", ICNS_SIZES)
        case _:
            sys.exit(__doc__)


def _save(path: str, kind: str, sizes: tuple[int, ...]) -> None:
    """Write all sizes into one file, each drawn for itself instead of scaled."""
    *smaller, largest = [draw(size) for size in sizes]
    named = {"sizes": [(size, size) for size in sizes]} if kind == "ICO" else {}
    largest.save(path, kind, append_images=smaller, **named)


if __name__ == "__main__":
    main(sys.argv[1:])
