"""The heat map's colours: diverging palettes from bad over zero to good for the side to move.

The usual palette runs from blue over grey to yellow: blue against yellow is told apart with every
common colour blindness. It is coloured early: a score of a tenth of the scale has a hue that can be
named. In all palettes lightness grows from end to end, so that brighter always means better, in a
grey print too. Colours are mixed in OKLab (Björn Ottosson, 2020), where equal steps look equal.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

from PySide6.QtGui import QColor

RGB = tuple[int, int, int]

BLUE_YELLOW = "blue-yellow"

_ENDS: dict[str, tuple[RGB, RGB, RGB]] = {
    "contrast": ((0, 0, 0), (176, 62, 94), (255, 252, 214)),
    "grey": ((12, 12, 12), (124, 124, 124), (255, 255, 255)),
}
"""The colours of -1, 0 and +1 in the palettes that are mixed from three."""

PALETTES = (BLUE_YELLOW, *_ENDS)
"""The names of all palettes."""

CURVES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""Colours of curves, told apart with every common colour blindness (Okabe and Ito, 2008)."""

_STEPS = 256
_MIDDLE, _UP, _DOWN = 0.62, 0.26, 0.34
"""The usual palette's lightness at 0, and what is added to it up to +1 and taken off down to -1."""
_CHROMA, _EARLY = 0.15, 0.55
"""Its chroma at both ends, and the power by which it grows: below 1, colour comes early."""
_YELLOW, _BLUE = radians(85), radians(262)

_NICE = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12)
_NEAR_BLACK, _BLACK, _WHITE = (24, 26, 30), (0, 0, 0), (255, 255, 255)
_READABLE = 4.5

_LINEAR = [
    share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
    for share in (channel / 255 for channel in range(256))
]
"""The light that each value of a channel stands for, from 0 to 1 (sRGB)."""


def shade(value: float, palette: str = BLUE_YELLOW) -> RGB:
    """Return the colour of a value from -1 (worst) over 0 to +1 (best)."""
    clipped = max(-1.0, min(1.0, value))
    return _ramp(palette)[round((clipped + 1) / 2 * _STEPS)]


def rgb_of(colour: QColor) -> RGB:
    """Return a colour's red, green and blue."""
    return colour.red(), colour.green(), colour.blue()


def blend(first: RGB, second: RGB, share: float) -> RGB:
    """Return the mixture with ``share`` (0 to 1) of the second colour, by eye."""
    return _mix(first, second, share)


def ink_on(colour: RGB) -> RGB:
    """Return what reads best on ``colour``: near-black where that is enough, black or white."""
    if contrast(_NEAR_BLACK, colour) >= _READABLE:
        return _NEAR_BLACK
    return max((_BLACK, _WHITE), key=lambda ink: contrast(ink, colour))


def contrast(one: RGB, two: RGB) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def readable(colour: RGB, ground: RGB) -> RGB:
    """Return a colour's nearest mixture with black or white that reads on ``ground`` (4.5:1)."""
    end = max((_BLACK, _WHITE), key=lambda ink: contrast(ink, ground))
    mixtures = (_mix(colour, end, step / 20) for step in range(21))
    return next((mixture for mixture in mixtures if contrast(mixture, ground) >= _READABLE), end)


def luminance(colour: RGB) -> float:
    """Return the relative luminance of an sRGB colour, from 0 to 1 (WCAG 2)."""
    red, green, blue = colour
    return 0.2126 * _LINEAR[red] + 0.7152 * _LINEAR[green] + 0.0722 * _LINEAR[blue]


def round_limit(value: float) -> float:
    """Return the smallest of some round numbers that is not below ``value``; 1 for 0.

    They are a fifth or a quarter apart, a third at most: the scale fits the scores, rests while a
    search refines, and its legend reads well.
    """
    if value <= 0:
        return 1.0
    power = 10.0 ** (len(f"{value:.0f}") - 1) if value >= 1 else 1.0
    while power > value:
        power /= 10
    return next(power * step for step in _NICE if power * step >= value * (1 - 1e-12))


@cache
def _ramp(palette: str) -> tuple[RGB, ...]:
    half = _STEPS // 2
    if palette == BLUE_YELLOW:
        return tuple(_blue_yellow(step / half - 1) for step in range(_STEPS + 1))
    bad, zero, good = _ENDS[palette]
    low = [_mix(bad, zero, step / half) for step in range(half)]
    high = [_mix(zero, good, step / half) for step in range(half + 1)]
    return (*low, *high)


def _blue_yellow(value: float) -> RGB:
    chroma, hue = _CHROMA * abs(value) ** _EARLY, _YELLOW if value > 0 else _BLUE
    lightness = _MIDDLE + (_UP if value > 0 else _DOWN) * value
    return _from_oklab(lightness, chroma * cos(hue), chroma * sin(hue))


def _mix(first: RGB, second: RGB, share: float) -> RGB:
    one, two = _to_oklab(first), _to_oklab(second)
    lightness, a, b = [x + (y - x) * share for x, y in zip(one, two, strict=True)]
    return _from_oklab(lightness, a, b)


def _to_oklab(colour: RGB) -> tuple[float, float, float]:
    red, green, blue = _LINEAR[colour[0]], _LINEAR[colour[1]], _LINEAR[colour[2]]
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _from_oklab(lightness: float, a: float, b: float) -> RGB:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _byte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _byte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _byte(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _byte(linear: float) -> int:
    share = max(0.0, min(1.0, linear))
    coded = 12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
    return round(coded * 255)
