"""In which letters a foreign file is written: what it says of itself, or a guess from a sample.

SGF names its letters in ``CA`` (FF[4], www.red-bean.com/sgf); programs of East Asia write GB2312,
Shift_JIS, Big5 or EUC-KR there and mean the wider sets that contain these, which are read.
"""

from __future__ import annotations

import codecs
import locale
import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from engine.errors import Problem, shown

_SAMPLE = 1 << 13
"""So many bytes are looked at for a guess: it costs the same for every file."""

_JUDGED = 400
"""So many letters of the sample are judged, one by one."""

_NAMED = re.compile(rb"CA\s*\[([A-Za-z0-9_.:\s-]{1,60})\]")
_NAMED_WITHIN = 4096

_WIDER = {
    "gb2312": "gb18030", "gbk": "gb18030", "hz": "gb18030", "shift_jis": "cp932", "big5": "cp950",
    "euc_kr": "cp949", "iso8859-1": "cp1252", "ascii": "utf-8", "tis-620": "cp874",
}  # fmt: skip
"""Sets of letters by their names in Python, and the wider ones that hold them."""

_BY_LANGUAGE = {
    "ja": ("cp932", "euc_jp"), "zh_TW": ("cp950",), "zh_HK": ("cp950",), "zh": ("gb18030", "cp950"),
    "ko": ("cp949",), "ru": ("cp1251", "koi8_r"), "uk": ("cp1251", "koi8_u"), "bg": ("cp1251",),
    "el": ("cp1253",), "tr": ("cp1254",), "he": ("cp1255",), "ar": ("cp1256",), "th": ("cp874",),
    "vi": ("cp1258",), "et": ("cp1257",), "lv": ("cp1257",), "lt": ("cp1257",),
    "pl": ("cp1250",), "cs": ("cp1250",), "hu": ("cp1250",), "ro": ("cp1250",),
}  # fmt: skip
"""What files without a name are written in, by the system's language."""

OTHERS = (
    "gb18030", "cp932", "cp950", "cp949", "euc_jp", "cp1252", "cp1250", "cp1251", "koi8_r",
    "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874",
)  # fmt: skip
"""All that is guessed, the commonest in files of games in a row first."""

_MOST_LIKELY = 6


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text.

    Attributes:
        likely: where the letters were guessed, the sets that the file may be in, the one that was
            taken first; empty where the file says it, or where there is no doubt.
    """

    text: str
    likely: tuple[str, ...] = ()


def decoded(content: bytes, named: bool = False, encoding: str = "") -> Decoded:
    """Return a file's text.

    Args:
        named: whether the file may name its letters, as SGF does.
        encoding: the letters that somebody says it has; empty for what it says or looks like.

    Raises:
        Problem: it is no text, or not in the letters that were asked for.
    """
    if encoding or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Decoded(_asked(content, encoding or "utf-16"))
    own = _named(content) if named and not content.startswith(codecs.BOM_UTF8) else None
    expected = (own, "utf-8") if own else ("utf-8",)
    for codec in expected:
        with suppress(UnicodeDecodeError):
            return Decoded(_text(content, codec))
    if b"\0" in content:
        raise Problem("this is no text")
    likely = guesses(content)
    for codec in expected:
        if (text := _mostly(content, codec)) is not None:
            return Decoded(text, (codec, *(other for other in likely if other != codec)))
    return Decoded(content.decode(likely[0], errors="replace"), likely)


def _named(content: bytes) -> str | None:
    """Return the set of letters that an SGF names, if it is one, and can be its own."""
    name = _NAMED.search(content[:_NAMED_WITHIN])
    codec = known(name[1].decode().strip()) if name is not None else None
    # (What could be found so is not written in two or four bytes a letter.)
    return None if codec is None or codec.startswith(("utf-16", "utf-32")) else codec


def _text(content: bytes, codec: str, errors: str = "strict") -> str:
    return content.decode("utf-8-sig" if codec == "utf-8" else codec, errors)


def _mostly(content: bytes, codec: str) -> str | None:
    """Return the text of a file that is damaged here and there; None where it is another set's.

    Of the letters beyond ASCII, one in ten may be unreadable.
    """
    text = _text(content, codec, errors="replace")
    beyond = len(text) - len(text.encode("ascii", errors="ignore"))
    return text if text.count("\ufffd") * 10 <= beyond else None


def known(name: str) -> str | None:
    """Return the set of letters that a name means, as Python calls it; None for no such set."""
    try:
        codec = codecs.lookup(name.replace(" ", "-")).name
    except (LookupError, ValueError):
        return None
    codec = _WIDER.get(codec, codec)
    return codec if codec in OTHERS or _is_letters(codec) else None


def _is_letters(codec: str) -> bool:
    """Whether a codec is a set of letters, and not one of Python's other ways to write bytes."""
    return codec.startswith(
        ("utf-", "iso8859", "iso2022", "cp", "koi8", "mac-", "euc", "johab", "big5", "shift_jis")
    )


def _asked(content: bytes, encoding: str) -> str:
    """Return a file's text in some letters; Problem where it is not written so."""
    codec = known(encoding)
    if codec is None:
        raise Problem(
            "{name} is not a character encoding, such as utf-8 or gb18030", name=shown(encoding)
        )
    text = _mostly(content, codec)
    if text is None:
        raise Problem("it is not written in {name}", name=encoding)
    return text


def guesses(content: bytes) -> tuple[str, ...]:
    """Return the sets of letters that bytes may be written in, the likeliest first.

    The system's language says most. Beyond it, those come first in which the letters are such as
    are often used: common characters, or letters of an alphabet.
    """
    first = next((i for i, byte in enumerate(content) if byte > 127), 0)
    sample = content[max(0, first - 1) :][:_SAMPLE]
    texts = {codec: text for codec in OTHERS if (text := _read(sample, codec)) is not None}
    usual = [codec for codec in _usual() if codec in texts]
    others = sorted(
        (codec for codec in texts if codec not in usual),
        key=lambda codec: -_plausible(texts[codec], codec),
    )
    return tuple([*usual, *others][:_MOST_LIKELY]) or ("cp1252",)


def _usual() -> tuple[str, ...]:
    """Return what files are written in where the system's language is spoken."""
    language = locale.getlocale()[0] or ""
    return _BY_LANGUAGE.get(language[:5], _BY_LANGUAGE.get(language[:2], ()))


def _read(sample: bytes, codec: str) -> str | None:
    """Return a sample's text; None where it is not written so."""
    try:
        # (A letter of several bytes may be cut at the sample's end.)
        text = codecs.getincrementaldecoder(codec)().decode(sample, final=len(sample) < _SAMPLE)
    except UnicodeDecodeError:
        return None
    return text if all(map(_is_shown, text)) else None


def _is_shown(letter: str) -> bool:
    code = ord(letter)
    return not (0x7F <= code < 0xA0 or 0xE000 <= code < 0xF900 or code >= 0xFFF0)


_COMMON_LEADS = {
    "gb18030": (range(0xB0, 0xD8),), "cp950": (range(0xA4, 0xC7),), "cp949": (range(0xB0, 0xC9),),
    "cp932": (range(0x82, 0x84), range(0x88, 0x98)),
    "euc_jp": (range(0xA4, 0xA6), range(0xB0, 0xD0)),
}  # fmt: skip
"""The first bytes of the characters in daily use, which these sets put before the rare ones."""

_ALPHABETS = (
    (0x0410, 0x044F, 0.8), (0x0391, 0x03CE, 0.7), (0x05D0, 0x05EA, 0.7), (0x0621, 0x064A, 0.7),
    (0x0E01, 0x0E2E, 0.7), (0x00C0, 0x017F, 0.6),
)  # fmt: skip
"""Ranges of letters, and how much one of them speaks for a set of single bytes."""
_LATIN = range(0x00C0, 0x0180)


def _plausible(text: str, codec: str) -> float:
    """Return how much a text looks like one in a set of letters, from 0 to 1."""
    worths = [
        _worth(text[place], text[max(0, place - 1) : place + 2], codec)
        for place in islice((i for i, letter in enumerate(text) if ord(letter) > 127), _JUDGED)
    ]
    return sum(worths) / len(worths) if worths else 0.0


def _worth(letter: str, around: str, codec: str) -> float:
    """Return how much a letter speaks for a set, by itself and by its neighbours."""
    code = ord(letter)
    in_latin_word = any(other.isascii() and other.isalpha() for other in around)
    if (leads := _COMMON_LEADS.get(codec)) is not None:
        common = any(letter.encode(codec)[0] in lead for lead in leads)
        return (1.0 if common else 0.0) * (0.4 if in_latin_word else 1.0)
    if in_latin_word:
        return 0.9 if code in _LATIN and letter.isalpha() else 0.0
    if around[0].islower() and letter.isupper():  # as of KOI8-R read as Windows-1251
        return 0.0
    return next((weight for low, high, weight in _ALPHABETS if low <= code <= high), 0.0)
