"""What is heard of a game: the sounds, the device that plays them, and what the shell asks."""

from __future__ import annotations

import logging
import os
import sys
import wave
from array import array
from collections.abc import Generator, Sequence
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from PySide6.QtCore import QTimer, Slot

from engine import PLAYERX, Result, Square
from ttt_desktop.look.measures import LINE_PAUSE_MS, MACHINE_STROKE_MS, STROKE_MS
from ttt_desktop.session.view import View
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import SOUND
from ttt_desktop.shell.shell import Shell
from ttt_desktop.work.jobs import Job

log = logging.getLogger(__name__)

NAMES = ("x", "o", "win", "loss", "tie")
"""The sounds."""

_OPEN_AFTER_MS = 800
"""The device is opened when the window has been up for a while."""

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


class SoundsFeature(Feature):
    """Plays the game's sounds where the settings want them and the system has a device.

    A sound that could not begin at once is left out: none is ever late, and none is waited for.
    """

    name = "sounds"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._controller = controller = shell.controller
        self._mixer = Mixer()
        self._device: Device | None = None
        self._job: Job | None = None
        self._closed = False
        self._soon = QTimer(self, singleShot=True, interval=_OPEN_AFTER_MS)
        self._soon.timeout.connect(self._open)
        self._end = QTimer(self, singleShot=True)
        self._end.timeout.connect(self._play_end)
        controller.moved.connect(self._play_stroke)
        controller.game_over.connect(self._end_soon)
        controller.follow(self._obey, View.settings)
        shell.board.sound_wanted.connect(shell.actions["sound"].trigger)
        self._obey()

    @classmethod
    def actions(cls) -> Sequence[Action[SoundsFeature]]:  # noqa: D102
        return (
            Action("sound", "So&unds", "Hear the game, or make it quiet", SOUND,
                   SoundsFeature.toggle,
                   "M", icon="volume-x", icon_on="volume-2",
                   checkable=True, checked=lambda sounds: sounds.shell.controller.settings.sound),
        )  # fmt: skip

    def toggle(self) -> None:
        """Make the game heard, or quiet."""
        self.shell.preferences.change(sound=not self._controller.settings.sound)

    @Slot()
    def _obey(self) -> None:
        """Obey the settings: the device is opened when sounds are first wanted."""
        settings = self._controller.settings
        wanted = settings.sound and settings.volume > 0
        if wanted and self._device is None and self._job is None and not self._closed:
            self._soon.start()
        elif not wanted:
            self._soon.stop()

    def close(self) -> None:  # noqa: D102
        self._closed = True
        self._soon.stop()
        if self._device is not None:
            self._device.close()
            self._device = None

    def play(self, name: str) -> None:
        """Play a sound now, or not at all."""
        settings = self._controller.settings
        if self._device is not None and settings.sound:
            self._mixer.play(name, settings.volume / 100)

    @Slot()
    def _open(self) -> None:
        mixer = self._mixer

        def work(_job: Job) -> Device | None:
            device = open_device()
            if device is not None:
                for name in NAMES:
                    mixer.load(name)
            return device

        self._job = self.shell.runner.start(work)
        self._job.finished.connect(self._take_device)
        self._job.failed.connect(self._log_failure)

    @Slot(object)
    def _take_device(self, device: Device | None) -> None:
        if device is None:
            return
        if self._closed:
            device.close()
            return
        self._device = device
        frames = self._mixer.frames()
        next(frames)
        device.start(frames)

    @Slot(object)
    def _log_failure(self, error: Exception) -> None:
        log.info("there is no sound: %s", error)

    @Slot(object)
    def _play_stroke(self, square: Square) -> None:
        mark = self._controller.game.board.square(*square)
        self.play("x" if mark == PLAYERX else "o")

    @Slot(object)
    def _end_soon(self, _result: Result) -> None:
        view = self._controller.view
        by_machine = bool(view.moves) and view.is_machine(view.game.board.square(*view.moves[-1]))
        self._end.start((MACHINE_STROKE_MS if by_machine else STROKE_MS) + LINE_PAUSE_MS)

    @Slot()
    def _play_end(self) -> None:
        controller = self._controller
        result = controller.game.result
        if result is None:
            return
        if result.winner is None:
            self.play("tie")
            return
        lost = controller.settings.machine in ("X", "O") and controller.view.is_machine(
            result.winner
        )
        self.play("loss" if lost else "win")
