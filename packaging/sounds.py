"""Makes the game's sounds: pencil on paper, by synthesis. ``python packaging/sounds.py``.

Each is noise through a band-pass filter whose middle follows the pencil's speed, with a soft
attack and end; win, loss and tie add two soft notes. Always the same: the noise has a fixed seed.
"""

from __future__ import annotations

import random
import struct
import wave
from math import exp, pi, sin, sqrt
from pathlib import Path

from project import ROOT

RATE = 22_050
LOUDNESS = 10 ** (-18 / 20)
"""The root of the mean square of a sound, of full scale: about -18 LUFS."""

Samples = list[float]


def stroke(seconds: float, low: float, high: float, seed: int) -> Samples:
    """Return one stroke of a pencil whose pitch goes from ``low`` to ``high`` hertz and back."""
    chance = random.Random(seed)
    count = int(seconds * RATE)
    band = speed = 0.0
    out = []
    for i in range(count):
        share = i / count
        middle = low + (high - low) * sin(pi * share)
        f = 2 * sin(pi * middle / RATE)
        grain = 0.75 + 0.25 * chance.random()  # the paper's grain
        noise = chance.uniform(-1, 1) * grain
        speed += f * (noise - speed * 0.7 - band)
        band += f * speed
        envelope = min(1.0, i / (0.008 * RATE)) * min(1.0, (count - i) / (0.03 * RATE))
        out.append(speed * envelope)
    return out


def note(seconds: float, pitch: float) -> Samples:
    """Return a soft note, as of a wooden bar."""
    return [
        (sin(2 * pi * pitch * i / RATE) + 0.25 * sin(6.1 * pi * pitch * i / RATE) * exp(-i / 900))
        * exp(-i / (0.09 * RATE)) * min(1.0, i / 60)
        for i in range(int(seconds * RATE))
    ]  # fmt: skip


def joined(*parts: tuple[float, Samples, float]) -> Samples:
    """Return sounds laid over each other: when each begins in seconds, it, and how loud it is."""
    out = [0.0] * max(int(start * RATE) + len(sound) for start, sound, _ in parts)
    for start, sound, loud in parts:
        for i, value in enumerate(sound, int(start * RATE)):
            out[i] += value * loud
    return out


def sounds() -> dict[str, Samples]:
    """Return all sounds by name; each is shorter than a quarter of a second."""
    paper = stroke(0.1, 900, 2200, 7)
    return {
        "x": joined((0, stroke(0.08, 1400, 3200, 1), 1), (0.1, stroke(0.08, 1200, 2900, 2), 1)),
        "o": stroke(0.19, 900, 2400, 3),
        "win": joined((0, paper, 0.5), (0, note(0.12, 659.3), 1), (0.09, note(0.15, 880), 1)),
        "loss": joined((0, paper, 0.5), (0, note(0.12, 440), 1), (0.09, note(0.15, 329.6), 1)),
        "tie": joined((0, paper, 0.5), (0, note(0.12, 523.3), 1), (0.09, note(0.15, 523.3), 0.8)),
    }


def write(folder: Path) -> None:
    """Write each sound as a WAV file, all equally loud."""
    for name, samples in sounds().items():
        loud = sqrt(sum(value * value for value in samples) / len(samples))
        scale = LOUDNESS / loud
        values = [max(-1.0, min(1.0, value * scale)) for value in samples]
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(b"".join(struct.pack("<h", round(32767 * v)) for v in values))


if __name__ == "__main__":
    write(ROOT / "resources" / "sounds")
