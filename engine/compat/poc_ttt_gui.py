"""The course's module ``poc_ttt_gui``: a game against a machine, in our window."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from engine.board import PLAYERX
from engine.compat.poc_ttt_provided import RECORDER


def run_gui(
    board_size: int,
    ai_player: int,
    ai_function: Callable[..., object],
    ntrials: int,
    reverse: bool = False,
) -> None:
    """Open the window with this machine player; return when it is closed.

    While a file is loaded, nothing is opened. The file is the one that ``ai_function`` is from; the
    window runs it in a process of its own.
    """
    if RECORDER.recording:
        RECORDER.record("run_gui", ai_function, (board_size, ai_player, ntrials, reverse))
        return
    RECORDER.games += 1
    import subprocess  # noqa: PLC0415  (files that play need none)
    from importlib.util import find_spec  # noqa: PLC0415

    code = getattr(ai_function, "__code__", None)
    if code is None:
        print("run_gui: the machine player must be a function of this file")
        return
    if getattr(sys, "frozen", False):
        window = [str(Path(sys.executable).with_name("ttt-desktop"))]
    elif find_spec("ttt_desktop") is None:
        print("run_gui: the desktop app is not installed here; ttt-engine play works without it")
        return
    else:
        window = [sys.executable, "-m", "ttt_desktop"]
    command = [
        *window,
        "--player", code.co_filename, "--function", ai_function.__name__,
        "--size", str(board_size), "--line", "0", "--trials", str(ntrials),
        "--machine", "X" if ai_player == PLAYERX else "O",
        "--reverse" if reverse else "--no-reverse",
    ]  # fmt: skip
    subprocess.run(command, check=False)
