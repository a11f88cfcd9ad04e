"""Files of learners: arrays and a description in a zip, as NumPy writes them, without pickle.

A file says of itself what it is: a format, a version, and what kind of learner wrote it. Whatever
is read is checked: names, types, shapes, and that every number is finite.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.decoding import decode_own
from engine.errors import Problem, printable
from engine.files import read_regular, write_whole

FORMAT = "monte-carlo-tic-tac-toe learner"
VERSION = 1

MAX_BYTES = 1 << 26
"""How large a learner's file may be, and what is in it, unpacked."""

Arrays = dict[str, NDArray[Any]]
_ABOUT = "about"
_ENDING = ".npy"
_BROKEN = (
    zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, zlib.error,
)  # fmt: skip
"""What reading a zip raises where it is none, or a damaged one."""

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time that every part of a file bears: the same learner gives the same bytes."""


def write(path: Path, about: Mapping[str, object], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a learner's file, whole or not at all.

    Args:
        about: what describes the learner, for ``read``; format and version are added.

    Raises:
        OSError: it cannot be written; the old file is untouched.
    """
    text = json.dumps({"format": FORMAT, "version": VERSION, **about})
    described = {_ABOUT: np.frombuffer(text.encode(), np.uint8), **arrays}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, array in described.items():
            part = io.BytesIO()
            np.lib.format.write_array(part, np.ascontiguousarray(array), allow_pickle=False)
            info = zipfile.ZipInfo(name + _ENDING, _LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, part.getvalue())
    write_whole(path, content.getvalue())


def read(path: Path) -> tuple[dict[str, Any], Arrays]:
    """Return what describes a learner, and its arrays.

    Raises:
        ValueError: the file cannot be read, is no learner's, is damaged, or was written by a newer
            version of this program.
    """
    name = printable(path.name)
    try:
        content = read_regular(path, MAX_BYTES)
    except OSError as error:
        raise Problem(
            "{name} cannot be read: {reason}", name=name, reason=str(error.strerror)
        ) from None
    texts = _unpacked(content, name)
    arrays = {
        part.removesuffix(_ENDING): _array(text, name)
        for part, text in texts.items() if part.endswith(_ENDING)
    }  # fmt: skip
    text = arrays.pop(_ABOUT, None)
    about = None
    if text is not None:
        about = decode_own(text.tobytes(), dict[str, Any], FORMAT, VERSION, name)
    if about is None:
        raise _foreign(name)
    return about, arrays


def _unpacked(content: bytes, name: str) -> dict[str, bytes]:
    """Return the parts of a zip by their names."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if sum(part.file_size for part in parts) <= MAX_BYTES:
                return {part.filename: packed.read(part) for part in parts}
    except _BROKEN:
        raise _foreign(name) from None
    raise Problem("{name} is too large for a learner's file", name=name)


def _foreign(name: str) -> Problem:
    return Problem("{name} is no file of a learner, or it is damaged", name=name)


def _array(text: bytes, name: str) -> NDArray[Any]:
    """Return an array as a file holds it; its header may claim no more than there is."""
    part = io.BytesIO(text)
    try:
        version = np.lib.format.read_magic(part)
        shape, by_columns, kind = np.lib.format.read_array_header_1_0(part)
        if version == (1, 0) and not by_columns and not kind.hasobject:
            return np.frombuffer(text[part.tell() :], kind).reshape(shape)
    except (ValueError, TypeError, OverflowError):
        pass
    raise _foreign(name)


def checked(
    arrays: Mapping[str, NDArray[Any]], name: str, like: NDArray[Any], file: str
) -> NDArray[Any]:
    """Return a copy of one of a file's arrays that has another one's type and shape.

    Args:
        arrays: what the file holds.
        name: of the array.
        like: what it must be like. Where its first dimension is 0, there may be any number of rows.

    Raises:
        ValueError: it is missing, of another type or shape, or has numbers that are not finite.
    """
    array = arrays.get(name)
    if array is None or array.dtype != like.dtype or array.ndim != like.ndim:
        raise Problem("{file} is damaged: its {name} is missing", file=file, name=name)
    rows = like.shape[:1] != (0,)
    if array.shape[1 - rows :] != like.shape[1 - rows :]:
        raise Problem("{file} is damaged: its {name} has another shape", file=file, name=name)
    if not np.isfinite(array).all():
        raise Problem("{file} is damaged: its {name} has no finite numbers", file=file, name=name)
    return array.copy()
