"""The sounds as they are made: short, equally loud, and the same as those in the resources."""

import wave
from array import array
from math import log10, sqrt
from pathlib import Path

import pytest

import sounds
from tests.every import every

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "sounds"
NAMES = sorted(path.stem for path in FOLDER.glob("*.wav"))


def test_the_resources_are_what_the_script_makes(tmp_path):
    sounds.write(tmp_path)
    assert sorted(path.stem for path in tmp_path.glob("*.wav")) == NAMES
    for name in NAMES:
        assert (tmp_path / f"{name}.wav").read_bytes() == (FOLDER / f"{name}.wav").read_bytes()


@every("name", NAMES)
def test_each_is_short_and_as_loud_as_the_others(name):
    with wave.open(str(FOLDER / f"{name}.wav"), "rb") as file:
        seconds = file.getnframes() / file.getframerate()
        samples = array("h", file.readframes(file.getnframes()))
    assert seconds < 0.25
    loud = 20 * log10(sqrt(sum(value**2 for value in samples) / len(samples)) / 32768)
    assert loud == pytest.approx(-18, abs=1)
    assert abs(samples[0]) < 2000, "it begins without a click"
