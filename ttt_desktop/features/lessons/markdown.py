"""Markdown from files, shown without loading anything but a few pictures that lie beside them.

Qt would read whatever a text names: a device without an end, a pipe, a computer of the network.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QImageReader, QTextCursor, QTextDocument, QTextFragment
from PySide6.QtWidgets import QLabel

from engine.files import read_regular
from ttt_desktop.look.guard import nothing, virtual

MOST_PICTURES = 6
"""How many pictures a page shows."""

_MOST_BYTES, _MOST_PIXELS = 1 << 20, 4_000_000
_KINDS = ("png", "jpeg", "jpg", "gif", "bmp", "webp")
"""The kinds of pictures that are shown; drawings (SVG) can name further files."""

_WIDEST = 600
_MOST = {"|": 100, "![": 40}
"""How many columns' ends and pictures a text may have; one with more would take long to lay out."""

_FEATURE = QTextDocument.MarkdownFeature


class Pictures:
    """Gives out the pictures of a page.

    Args:
        folder: where they lie; None for a text that has none.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._left = MOST_PICTURES

    def address(self, name: str) -> str:
        """Return an address with all of a picture in it; empty for one that is not shown."""
        name = unquote(name)
        if self._folder is None or not self._left or any(sign in name for sign in '/\\:\0"'):
            return ""
        self._left -= 1
        try:
            content = read_regular(self._folder / name, _MOST_BYTES, follow=False)
        except (OSError, ValueError):
            return ""
        return _as_address(content)


def _as_address(content: bytes) -> str:
    """Return the address that is a picture itself; empty where it is none that is shown."""
    source = QBuffer()
    source.setData(QByteArray(content))
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source)
    size = reader.size()
    known = bytes(reader.format().data()).decode() in _KINDS
    if not known or not 0 < size.width() * size.height() <= _MOST_PIXELS:
        return ""
    if size.width() > _WIDEST:
        reader.setScaledSize(size.scaled(QSize(_WIDEST, size.height()), _KEEP))
    image = reader.read()
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    if image.isNull() or not image.save(target, "PNG"):  # type: ignore[call-overload]
        return ""
    return f"data:image/png;base64,{base64.b64encode(target.data().data()).decode()}"


_KEEP = Qt.AspectRatioMode.KeepAspectRatio


class _Unloaded(QTextDocument):
    """A document that loads nothing."""

    @virtual(nothing)
    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        return QImage()


def show_markdown(label: QLabel, text: str, pictures: Pictures) -> None:
    """Have a label show a text in Markdown, in which HTML is nothing but text."""
    wild = any(text.count(sign) > most for sign, most in _MOST.items())
    if wild or not ("![" in text or "<" in text):  # nothing in it could be loaded
        label.setTextFormat(Qt.TextFormat.PlainText if wild else Qt.TextFormat.MarkdownText)
        label.setText(text)
        return
    document = _Unloaded()
    document.setDefaultFont(label.font())
    document.setMarkdown(text, _FEATURE.MarkdownDialectGitHub | _FEATURE.MarkdownNoHTML)
    for fragment in reversed(list(_images(document))):
        _replace(document, fragment, pictures)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setText(document.toHtml())


def _images(document: QTextDocument) -> Iterator[QTextFragment]:
    """Yield the parts of a document that are pictures."""
    block = document.begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            if parts.fragment().charFormat().isImageFormat():
                yield parts.fragment()
            parts += 1
        block = block.next()


def _replace(document: QTextDocument, fragment: QTextFragment, pictures: Pictures) -> None:
    """Put a picture itself in the place of its name, or else the words that stand for it."""
    image = fragment.charFormat().toImageFormat()
    cursor = QTextCursor(document)
    cursor.setPosition(fragment.position())
    end = fragment.position() + fragment.length()
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    if address := pictures.address(image.name()):
        image.setName(address)
        cursor.setCharFormat(image)
    else:
        cursor.insertText(f"[{image.property(image.Property.ImageAltText) or image.name()}]")
