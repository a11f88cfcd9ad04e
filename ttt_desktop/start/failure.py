"""A start that failed, told where it can be seen: no silent nothing after a double click.

Nothing here needs Qt: it may be Qt that is missing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from ttt_desktop import APP_TITLE
from ttt_desktop.identity import NAME

LOG_PREFIX = f"{NAME}-start-"

# Programs that show a message on a Linux desktop, as they are usually installed.
_LINUX = (
    ("zenity", "--error", "--no-markup", f"--title={APP_TITLE}", "--text={text}"),
    ("kdialog", "--title", APP_TITLE, "--error", "{text}"),
    ("xmessage", "-center", "{text}"),
    ("notify-send", APP_TITLE, "{text}"),
)
_WINDOWS_ERROR_ICON = 0x10


def tell(problem: str, details: str = "") -> None:
    """Say why the program does not start: on standard error, and in a box where that is not seen.

    Args:
        problem: one sentence, with what to do.
        details: more, for whoever is asked for help; it goes into a file that the box names.
    """
    attach()
    if sys.stderr is not None:  # a windowed build has none
        print(f"ttt-desktop: {problem}", file=sys.stderr)
        if details:
            print(details, file=sys.stderr)
    if _is_seen():
        return
    path = _write(f"{problem}\n{details}")
    text = f"The game could not start: {problem}"
    _show(f"{text}\n\nThe file {path} says more." if details and path else text)


def _is_seen() -> bool:
    """Whether somebody reads standard error: in a terminal, or as a program that started us.

    A desktop sends what its programs print to a journal, to a file such as .xsession-errors, or
    to nowhere. A self-test answers to a program, and waits for nobody.
    """
    if "--self-test" in sys.argv:
        return True
    if sys.stderr is None:  # a windowed build started from nowhere
        return False
    try:
        handle = sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return True  # Python code has put something of its own there
    try:
        mode = os.fstat(handle).st_mode
    except OSError:
        return False
    if stat.S_ISREG(mode):
        return is_terminal(0) or is_terminal(1)
    return is_terminal(handle) or stat.S_ISFIFO(mode)


def _write(text: str) -> Path | None:
    """Keep the message in a file, since boxes are closed; return where."""
    with contextlib.suppress(OSError):
        handle, path = tempfile.mkstemp(prefix=LOG_PREFIX, suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{datetime.now():%Y-%m-%d %H:%M:%S}\n{text}\n")
        return Path(path)
    return None


def _show(text: str) -> None:
    """Show a box, Qt's where Qt runs, else the system's, and wait until it is closed."""
    with contextlib.suppress(Exception):
        widgets = sys.modules.get("PySide6.QtWidgets")
        if widgets is not None and widgets.QApplication.instance() is not None:
            widgets.QMessageBox.critical(None, APP_TITLE, text)
        elif sys.platform == "win32":
            import ctypes  # noqa: PLC0415

            ctypes.windll.user32.MessageBoxW(None, text, APP_TITLE, _WINDOWS_ERROR_ICON)
        elif sys.platform == "darwin":
            script = "on run {t, m}\ndisplay alert t message m as critical\nend run"
            _run("osascript", "-e", script, APP_TITLE, text)
        else:
            _show_on_linux(text)


def _show_on_linux(text: str) -> None:
    for program, *arguments in _LINUX:
        if shutil.which(program):
            filled = [argument.replace("{text}", text) for argument in arguments]
            if _run(program, *filled) in (0, 1):
                return


def _run(*command: str) -> int:
    """Run a program to its end; return its exit code."""
    import subprocess  # noqa: PLC0415  (every start would wait for it)

    return subprocess.run(command, check=False).returncode


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
