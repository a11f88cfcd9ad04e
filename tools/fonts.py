"""Cuts the faces that the window is set in out of Inter, and writes their files.

    python -m tools.fonts InterVariable.woff2

Inter is Rasmus Andersson's (SIL Open Font License, no reserved name). The variable file is in the
npm package inter-ui; these faces were cut from its version 4.1.1. This needs fonttools and brotli
beside the program's own packages. The faces have family names of their own: an Inter that is
installed would mix with them.

They are static: Qt's font weights do nothing to a variable file. They hold Latin, Greek and
Cyrillic letters, arrows and signs; other scripts come from the system's fonts.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "fonts"

LETTERS = (
    (0x20, 0x250), (0x300, 0x530), (0x1E00, 0x1F00), (0x2000, 0x2070), (0x20A0, 0x20C0),
    (0x2190, 0x2270), (0x2318, 0x2319), (0x25CF, 0x25D0), (0x2713, 0x2716),
)  # fmt: skip
"""The characters that are kept, in ranges without their ends."""

FEATURES = ("kern", "tnum", "mark", "mkmk", "ccmp", "locl", "calt", "case")
"""What is kept of the font's own rules; "tnum" has all figures of one width."""

_LINE_GAP = 0.2
"""The room between wrapped lines, in ems: labels have no line height of their own."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face to cut.

    Attributes:
        family: its family's name.
        style: what it is called in its family.
        weight: where it is cut on Inter's axis of weights.
        size: the size of text that it is drawn for, in points (the axis "opsz").
        qt_weight: the weight that it has for Qt.
    """

    family: str
    style: str
    weight: int
    size: int
    qt_weight: int

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.family.replace(' ', '')}-{self.style}.ttf"


FACES = (
    Face("Board Sans", "Regular", 400, 14, 400),
    Face("Board Sans", "Medium", 550, 14, 500),
    Face("Board Sans", "SemiBold", 640, 14, 600),
    Face("Board Sans Display", "SemiBold", 660, 28, 600),
)


def cut(source: Path, face: Face) -> None:
    """Write a face's file."""
    font = instancer.instantiateVariableFont(
        TTFont(source, recalcTimestamp=False), {"wght": face.weight, "opsz": face.size}
    )
    font.flavor = None
    _name(font, face)
    font["OS/2"].usWeightClass = face.qt_weight
    regular = 0x40 if face.style == "Regular" else 0
    font["OS/2"].fsSelection = (font["OS/2"].fsSelection & ~0x61) | regular
    font["hhea"].lineGap = font["OS/2"].sTypoLineGap = int(_LINE_GAP * font["head"].unitsPerEm)
    if "STAT" in font:
        del font["STAT"]
    options = subset.Options(
        layout_features=list(FEATURES), hinting=False, name_IDs=["*"], glyph_names=False
    )
    options.recalc_timestamp = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for first, end in LETTERS for code in range(first, end)])
    cutter.subset(font)
    font.save(face.path)


def _name(font: TTFont, face: Face) -> None:
    family = face.family if face.style == "Regular" else f"{face.family} {face.style}"
    names = {
        1: family, 2: "Regular", 4: f"{face.family} {face.style}", 6: face.path.stem,
        16: face.family, 17: face.style,
    }  # fmt: skip
    for number in {record.nameID for record in font["name"].names} & {*names, 21, 22, 25}:
        font["name"].removeNames(number)
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    for wanted in FACES:
        cut(Path(sys.argv[1]), wanted)
        print(wanted.path.name, wanted.path.stat().st_size)
