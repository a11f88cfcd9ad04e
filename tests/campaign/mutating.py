"""Damage: what becomes of files on bad disks, in bad editors, and in the hands of the curious.

Every function takes bytes and a source of chance and returns other bytes, so that a seed and a
number say which case it was.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path

_NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_STRING = re.compile(rb'"[^"\n]*"')
_VALUE = re.compile(rb"(?<==)[^\n]*")
_ANY = re.compile(rb'"[^"\n]*"|-?\d+(?:\.\d+)?|true|false|null')

_DEEP = 2000
_JUNK = (
    b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b"\xf8\x88\x80\x80\x80", b"\xef\xbb\xbf", b"\x1b[2J",
    b"\r", b"\n", b"\x0c", b"\x85", "\u2028".encode(), b"\\", b'"', b"{", b"]", b"=", b"%", b";",
)  # fmt: skip

NUMBERS = (
    b"9" * 310, b"-" + b"9" * 310, b"7" * 5000, b"1e308", b"-1e308", b"1e309", b"1e-400", b"-1",
    b"-0", b"0", b"0.5", b"NaN", b"Infinity", b"-Infinity", b"true", b"null", b"999999999",
    b"1000000000", b"2147483648", b"9223372036854775808", b"18446744073709551616", b"1e2", b"3.0",
    b"26", b"[]", b"{}", b'""', b'"3"', b"[" * _DEEP + b"]" * _DEEP, b'{"a":' * _DEEP,
    "\u0663".encode(),
)  # fmt: skip
"""What a number is replaced by."""

STRINGS = (
    b"[]", b"{}", b"null", b"1", b"true", b'""', b'"\\ud800"', b'"\\u0000"', b'"\\n"', b'"\xff"',
    b'["a"]', b'[["a"]]', b'"' + b"x" * 100_000 + b'"', b'"' + b"ab " * 3000 + b'"',
    b'"file:/dev/zero"', b'"mc:trials=' + b"9" * 400 + b'"', b'"\\r\\nx"', b"[" * _DEEP,
    '"\u2028\u202e"'.encode(),
)  # fmt: skip
"""What a string is replaced by."""

VALUES = (
    b"", b"@Invalid()", b"@ByteArray(\\0)", b"@Variant(\\0\\0\\0\\x7f)", b"@Variant(", b"@Size(",
    b"9" * 310, b"7" * 5000, b"1e308", b"-1", b"NaN", b"inf", b"null", b"a, b, c", b"1, 2",
    b"\\xd800", b"\\x0", b'"unfinished', b"\xff\xfe", b"x" * 100_000, b"a b " * 3000, b"1_0",
    b"@Rect(1 2 3 4)", b"@Point(1", b"1e400", b"True", b"\\", "\u0663".encode(), b'"\\n\\r\\n"',
)  # fmt: skip
"""What the value of an INI file's line is replaced by."""


def _flip(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 3, 30))):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randint(0, len(content))]


def _lose(content: bytes, chance: random.Random) -> bytes:
    first, last = sorted(chance.randint(0, len(content)) for _ in range(2))
    return content[:first] + content[last:]


def _nuls(content: bytes, chance: random.Random) -> bytes:
    place = chance.choice((len(content), chance.randint(0, len(content))))
    return content[:place] + b"\0" * chance.choice((1, 4, 512, 4096)) + content[place:]


def _zeroed(content: bytes, chance: random.Random) -> bytes:
    """Keep the length, as a file system does that had no time to write the blocks."""
    place = chance.randint(0, len(content))
    return content[:place] + b"\0" * (len(content) - place)


def _double(content: bytes, chance: random.Random) -> bytes:
    first, last = sorted(chance.randint(0, len(content)) for _ in range(2))
    times = chance.choice((2, 2, 3, 50))
    return content[:first] + content[first:last] * times + content[last:]


def _double_line(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True) or [b""]
    lines.insert(chance.randint(0, len(lines)), chance.choice(lines))
    return b"".join(lines)


def _insert(content: bytes, chance: random.Random) -> bytes:
    place = chance.randint(0, len(content))
    junk = chance.choice(_JUNK)
    return content[:place] + junk + content[place:]


def _long_line(content: bytes, chance: random.Random) -> bytes:
    place = chance.randint(0, len(content))
    filling = chance.choice((b"x", b" ", b"9", b"(", b"[", b'"', b"a b", b"\\x", b","))
    return content[:place] + filling * chance.choice((1000, 100_000, 300_000)) + content[place:]


def _replacer(what: re.Pattern[bytes], by: tuple[bytes, ...]) -> Callable[..., bytes]:
    def replace(content: bytes, chance: random.Random) -> bytes:
        found = list(what.finditer(content))
        if not found:
            return _flip(content, chance)
        place = chance.choice(found)
        return content[: place.start()] + chance.choice(by) + content[place.end() :]

    return replace


_numbers = _replacer(_NUMBER, NUMBERS)
_strings = _replacer(_STRING, STRINGS)
_values = _replacer(_VALUE, VALUES)
_anything = _replacer(_ANY, NUMBERS + STRINGS)

BYTES = (_flip, _cut, _lose, _nuls, _zeroed, _double, _double_line, _insert)
_RARE = (_long_line,)
JSON = (*BYTES, *(_numbers,) * 5, *(_strings,) * 3, *(_anything,) * 2, *_RARE)
INI = (*BYTES, *(_values,) * 8, _numbers, *_RARE)
TEXT = (*BYTES, _numbers, _strings, *_RARE)


def damaged(content: bytes, ways: tuple[Callable[..., bytes], ...], chance: random.Random) -> bytes:
    """Return the content damaged in one way, or in up to three of them."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        content = chance.choice(ways)(content, chance)
    return content


# --- what can lie in a folder under a file's name ---------------------------------------------

ENDLESS = 64 << 30
"""The length of a file that has no end for practical purposes, in bytes."""

DECOYS = (
    "damaged", "damaged", "damaged", "empty", "huge", "fifo", "endless", "folder", "unreadable",
    "dangling", "loop", "right",
)  # fmt: skip


def _endless(path: Path) -> Path:
    """Return a file that is longer than memory, for a link to it; it takes no room on the disk.

    Never a link to /dev/zero: QSettings writes through a link by replacing what it leads to, and
    where the tests run as root that ends the device for the whole machine.
    """
    target = path.parent.parent / f"{path.parent.name}-{path.name}-endless"
    with target.open("wb") as file:
        file.truncate(ENDLESS)
    return target


def put_decoy(path: Path, kind: str, content: bytes, chance: random.Random) -> bytes | None:
    """Put something under a file's name; return its bytes where it is a file that may be kept."""
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
        (path / "inside").write_bytes(b"x")
    elif kind in ("endless", "dangling", "loop"):
        targets = {"endless": _endless(path), "dangling": path.parent / "nowhere" / "at all"}
        path.symlink_to(targets.get(kind, path))
    else:
        ways = INI if path.suffix == ".ini" else JSON
        if kind == "damaged":
            content = damaged(content, ways, chance)
        elif kind == "empty":
            content = b""
        elif kind == "huge":
            content = content.replace(b"1000", b"7" * 5_000_000, 1)
        path.write_bytes(content)
        if kind == "unreadable":
            path.chmod(0)  # (which does not keep the superuser from reading it)
        return content
    return None
