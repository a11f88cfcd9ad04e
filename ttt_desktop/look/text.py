"""Sentences and numbers as people read them, in their language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from math import isinf
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, QTime

from engine import PLAYERO, PLAYERX, STRMAP, Result, Rules, Termination, switch_player
from engine.coach.sentences import Sentence
from engine.errors import Problem, as_shown
from engine.renju import Foul
from engine.rules import Rule

if TYPE_CHECKING:
    from engine.tournament.statistics import Interval


def QT_TRANSLATE_NOOP(_context: str, text: str, /) -> str:
    """Return a text as it stands, for ``tr`` to translate where it is shown.

    Qt's tools find the texts of constants by this name. Qt's own function has no types.
    """
    return text


_LONGEST_WORD = 40
_LONGEST_TEXT = 1200
_LONG_NAME = 17

_RATES = (
    (1e9, QT_TRANSLATE_NOOP("", "{rate} G trials/s")),
    (1e6, QT_TRANSLATE_NOOP("", "{rate} M trials/s")),
    (1e3, QT_TRANSLATE_NOOP("", "{rate} k trials/s")),
)
_COUNTS = (
    (1e9, QT_TRANSLATE_NOOP("", "{count}G")),
    (1e6, QT_TRANSLATE_NOOP("", "{count}M")),
    (1e3, QT_TRANSLATE_NOOP("", "{count}k")),
)


_MOST = 2**31 - 1
"""The largest number that Qt can choose a plural for."""


def tr(text: str, /, n: int = -1, one: str = "", **values: object) -> str:
    """Return a text in the user's language, with values in the place of their names.

    Texts are collected from calls of this function by Qt's own tools, so they are written as they
    are read, as a literal: ``tr("{name} plays now.", name=name)``. What is declared elsewhere,
    such as the label of a setting, is passed on from there: ``tr(option.label)``.

    Args:
        text: the text in English.
        n: a number that decides between singular and plural; "%n" in the text stands for it.
        one: the text in English where that number is 1.
        values: what stands for the names in braces.
    """
    translated = QCoreApplication.translate("", text, None, min(n, _MOST))
    if one and n == 1 and translated == text.replace("%n", "1"):
        translated = one  # nothing was translated, and a language has its own singular
    return _filled(translated, values)


def _filled(text: str, values: Mapping[str, object]) -> str:
    """Return a text with its gaps filled."""
    shown = {name: as_shown(name, value) for name, value in values.items()}
    return text.format(**shown) if shown else text


def with_minus(number: str) -> str:
    """Return a number with the minus that people write."""
    return number.replace("-", "−")


def signed(value: float, digits: int) -> str:
    """Return a number with its sign: "+0.31", "−1,200.00", "−∞"; "0.00" where nothing is left."""
    if isinf(value):
        return "+∞" if value > 0 else "−∞"
    text = f"{value:+,.{digits}f}"
    return with_minus(text) if text.strip("+-0.") else text[1:]


def elo_text(elo: Interval | None) -> str:
    """Return a strength with its interval, as far as it is known, else "–".

    Such as "+12 (−30 to +54)", "at least +287", or "−99 to +99" where the middle says nothing.
    """
    if elo is None or (isinf(elo.low) and isinf(elo.high)):
        return "–"
    value, low, high = (signed(bound, elo.digits) for bound in (elo.value, elo.low, elo.high))
    if isinf(elo.high):
        return tr("at least {value}", value=low)
    if isinf(elo.low):
        return tr("at most {value}", value=high)
    if not elo.is_known:
        return tr("{low} to {high}", low=low, high=high)
    return tr("{value} ({low} to {high})", value=value, low=low, high=high)


def listed(parts: Iterable[str]) -> str:
    """Return words or names as a list, such as "A1, B2"."""
    return tr(", ").join(parts)


def two_lines(label: str) -> str:
    """Return a label with the code's name in a line of its own beneath it, where it has one."""
    plain, bracket, code = label.rpartition(" (")
    return f"{plain}\n{code.removesuffix(')')}" if bracket else label


def breakable(text: str) -> str:
    """Return a text that a label can wrap anywhere and show: bounded, long words with soft breaks.

    A label is never narrower than its longest word, and a path or a number may be a long one.
    """
    cut = text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…"
    return re.sub(rf"\S{{{_LONGEST_WORD}}}(?=\S)", lambda match: f"{match[0]}\u200b", cut)


def breakable_names(text: str) -> str:
    """Return a text in which a very long word, such as a name, can wrap after each letter."""
    return re.sub(rf"\S{{{_LONG_NAME},}}", lambda match: "\u200b".join(match[0]), text)


def unmarked(text: str) -> str:
    """Return a text for what takes some texts for HTML, as tooltips do: it is shown as it is.

    Else a name in a file could have a picture loaded, from wherever it says.
    """
    if not any(sign in text for sign in "<&"):
        return text
    return f"<qt>{escape(text)}</qt>".replace("\n", "<br>")


class _Sides:
    """What the two sides are called.

    Attributes:
        are_stones: whether they are Black and White.
    """

    are_stones = False


def call_sides_by_stones(stones: bool) -> None:
    """Have ``letter`` say Black and White from now on, or X and O."""
    _Sides.are_stones = stones


def letter(mark: int) -> str:
    """Return what a side is called: "X" or "O", or with stones, "Black" or "White"."""
    if _Sides.are_stones:
        return tr("Black") if mark == PLAYERX else tr("White")
    return STRMAP[mark]


def problem(error: Exception) -> str:
    """Return what went wrong, in the user's language where it is one of the engine's sentences.

    An OSError loses the number in front of its text.
    """
    if isinstance(error, Problem):
        values = {name: _worded(name, value) for name, value in error.values.items()}
        return _filled(tr(error.text), values)
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def worded(sentence: Sentence) -> str:
    """Return one of the coach's sentences in the user's language."""
    values = {name: _worded(name, value) for name, value in sentence.values.items()}
    return _filled(tr(sentence.text), values)


def _worded(name: str, value: object) -> object:
    """Return what fills a gap: errors and sentences are worded, and so is a text called "what"."""
    if isinstance(value, Exception):
        return problem(value)
    if isinstance(value, Sentence):
        return worded(value)
    if value in _MARKS:
        return letter(_MARKS[value])
    return tr(value) if name == "what" and isinstance(value, str) else value


_MARKS: Mapping[object, int] = {STRMAP[mark]: mark for mark in (PLAYERX, PLAYERO)}


def rule_text(rules: Rules) -> str:
    """Return a board and its rule, such as "5×5, 4 in a row, reverse"."""
    words = [f"{rules.size}×{rules.size}"]
    if rules.rule == Rule.EXACT:
        words.append(tr("exactly {count} in a row", count=rules.line))
    elif rules.rule == Rule.CARO:
        words.append(tr("{count} in a row, Caro", count=rules.line))
    elif rules.rule == Rule.RENJU:
        words.append(tr("{count} in a row, Renju", count=rules.line))
    elif rules.line != rules.size:
        words.append(tr("{count} in a row", count=rules.line))
    if rules.reverse:
        words.append(tr("reverse: a line loses"))
    return listed(words)


def rate_text(per_second: float) -> str:
    """Return a rate such as "3.2 M trials/s"."""
    for size, text in _RATES:
        if per_second >= size * 0.9995:
            scaled = per_second / size
            digits = 2 if scaled < 9.995 else 1 if scaled < 99.95 else 0
            return tr(text, rate=f"{scaled:.{digits}f}")
    return tr("{rate} trials/s", rate=f"{per_second:.0f}")


def count_text(count: float) -> str:
    """Return a round number in few letters, such as "500", "20k" or "5M"."""
    for size, text in _COUNTS:
        if count >= size * 0.9995:
            return tr(text, count=f"{count / size:.3g}")
    return f"{count:.3g}"


def result_sentence(result: Result, names: dict[int, str]) -> str:
    """Return how a game ended: "X (you) wins.", for instance.

    Args:
        names: who plays each mark ("you", "machine"), translated; empty names leave that out.
    """
    if result.winner is None:
        return tr("Tie: the board is full.")
    mark, other = letter(result.winner), letter(switch_player(result.winner))
    owner = names.get(result.winner, "")
    winner = tr("{mark} ({player})", mark=mark, player=owner) if owner else mark
    if result.reason is Termination.REVERSE_LINE:
        return tr(
            "{winner} wins: {other} completed a line, and in the reverse game that loses.",
            winner=winner,
            other=other,
        )
    if result.foul is not None:
        foul = foul_text(result.foul)
        return tr(
            "{winner} wins: {other} made a foul, {foul}.", winner=winner, other=other, foul=foul
        )
    return tr("{winner} wins.", winner=winner)


def foul_text(foul: Foul) -> str:
    """Return what is wrong with a move that is a foul, such as "two open threes at once"."""
    if foul is Foul.OVERLINE:
        return tr("six or more in a row")
    if foul is Foul.DOUBLE_FOUR:
        return tr("two fours at once")
    return tr("two open threes at once")


def time_text() -> str:
    """Return the time of day by now, as people write it, such as "14:05"."""
    now = QTime.currentTime()
    if QLocale().language() == QLocale.Language.C:  # its short form has seconds
        return now.toString("HH:mm")
    return QLocale().toString(now, QLocale.FormatType.ShortFormat)
