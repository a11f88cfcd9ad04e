"""Terminals, as far as systems differ in them. Nothing here needs Qt."""

from __future__ import annotations

import os
import sys

_PARENT = -1


def is_terminal(descriptor: int) -> bool:
    """Whether an open file is a terminal.

    In Windows the device NUL says that it is one too; only a console has a console's mode
    (learn.microsoft.com, GetConsoleMode).
    """
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415
        import msvcrt  # noqa: PLC0415

        handle, mode = ctypes.c_void_p(msvcrt.get_osfhandle(descriptor)), ctypes.c_ulong()
        return bool(ctypes.windll.kernel32.GetConsoleMode(handle, ctypes.byref(mode)))
    return os.isatty(descriptor)


def attach() -> None:
    """Write to the console that a windowed program was started from, if there is one.

    Windows gives such a program no output of its own. To be called by what prints and then ends:
    whoever closes a console ends all programs that are attached to it.
    """
    if sys.platform == "win32" and sys.stdout is None:
        import ctypes  # noqa: PLC0415

        if ctypes.windll.kernel32.AttachConsole(_PARENT):
            console = open("CONOUT$", "w", encoding="utf-8")  # noqa: PTH123, SIM115
            sys.stdout = sys.stderr = console
