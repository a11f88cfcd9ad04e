"""How answers travel from a file's process to ours: framed, and marked with a word of our own.

The file may write to any descriptor that it can guess. Whatever does not begin with the word that
came with the request is none of our answers, and is noticed at its first wrong byte.
"""

from __future__ import annotations

import secrets

MAX_ANSWER = 1 << 22
"""The most bytes that an answer may have."""

_WORD_BYTES = 12


class GarbledError(Exception):
    """What came is not a frame, or not the one that is awaited."""


def new_word() -> str:
    """Return a word that marks the answer to one request."""
    return secrets.token_hex(_WORD_BYTES)


def pack(word: str, answer: bytes) -> bytes:
    """Return an answer in its frame: the word, its length in hexadecimal, a line end, itself."""
    return _head(word) + b"%08x\n" % len(answer) + answer


def _head(word: str) -> bytes:
    return f"answer {word} ".encode()


class Unpacker:
    """Takes the bytes that come apart, however they are cut into pieces.

    Attributes:
        word: marks the one answer that is awaited; None where none is.
    """

    def __init__(self) -> None:
        self.word: str | None = None
        self._bytes = bytearray()

    def feed(self, data: bytes) -> bytes | None:
        """Take bytes in; return the answer once it is whole.

        Raises:
            GarbledError: the bytes are not what is awaited.
        """
        self._bytes += data
        if self.word is None:
            raise GarbledError
        head = _head(self.word)
        if not self._bytes.startswith(head[: len(self._bytes)]):
            raise GarbledError
        start = len(head) + 9
        if len(self._bytes) < start:
            return None
        try:
            length = int(self._bytes[len(head) : start], 16)
        except ValueError:
            raise GarbledError from None
        if not 0 <= length <= MAX_ANSWER or len(self._bytes) > start + length:
            raise GarbledError
        if len(self._bytes) < start + length:
            return None
        answer = bytes(self._bytes[start:])
        self._bytes.clear()
        self.word = None
        return answer
