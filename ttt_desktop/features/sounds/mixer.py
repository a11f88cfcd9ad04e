"""The sounds, added up for the system's device."""

from __future__ import annotations

import os
import sys
import wave
from array import array
from collections.abc import Generator
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

_RATE = 22_050
_BUFFER_MS = 10
_RESOURCES = "ttt_desktop.resources"
_LOUDEST = 32_767


class Device(Protocol):
    """What sounds are sent to."""

    def start(self, source: Generator[bytes, int, None]) -> None:
        """Begin to ask ``source`` for frames."""

    def close(self) -> None:
        """Fall silent for good."""


def may_have_sound() -> bool:
    """Whether the system may have a device; on Linux, asking one that is not there is noisy."""
    if not sys.platform.startswith("linux"):
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    servers = (runtime / "pulse" / "native", runtime / "pipewire-0")
    return (
        "PULSE_SERVER" in os.environ
        or any(server.exists() for server in servers)
        or any(Path("/dev/snd").glob("pcm*p"))
    )


def open_device() -> Device | None:
    """Open the system's device; None where it has none. It may take a while: not for the window.

    Raises:
        ValueError: the device cannot be used.
    """
    if not may_have_sound():
        return None
    import miniaudio  # noqa: PLC0415  (not for the start)

    try:
        device: Any = miniaudio.PlaybackDevice(
            miniaudio.SampleFormat.SIGNED16, 1, _RATE, buffersize_msec=_BUFFER_MS
        )
    except miniaudio.MiniaudioError as error:
        raise ValueError(str(error)) from None
    opened: Device = device
    return opened


class Mixer:
    """Adds up the sounds that are being played; a device pulls from it in its own thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._playing: list[tuple[array[int], int, float]] = []
        self._sounds: dict[str, array[int]] = {}

    def load(self, name: str) -> None:
        """Read a sound."""
        with (
            (files(_RESOURCES) / "sounds" / f"{name}.wav").open("rb") as file,
            wave.open(file, "rb") as sound,
        ):
            samples = array("h", sound.readframes(sound.getnframes()))
        if sys.byteorder == "big":
            samples.byteswap()
        self._sounds[name] = samples

    def play(self, name: str, volume: float) -> None:
        """Have a sound played from now on, at a volume from 0 to 1."""
        with self._lock:
            self._playing.append((self._sounds[name], 0, volume))

    def frames(self) -> Generator[bytes, int, None]:
        """Yield as many frames as are asked for, as a device wants them: 16 bits each."""
        count = yield b""
        while True:
            count = yield self._mixed(count)

    def _mixed(self, count: int) -> bytes:
        mixed = [0.0] * count
        with self._lock:
            going_on = []
            for samples, place, volume in self._playing:
                part = samples[place : place + count]
                for i, value in enumerate(part):
                    mixed[i] += value * volume
                if place + count < len(samples):
                    going_on.append((samples, place + count, volume))
            self._playing = going_on
        return array("h", (round(max(-_LOUDEST, min(_LOUDEST, v))) for v in mixed)).tobytes()
