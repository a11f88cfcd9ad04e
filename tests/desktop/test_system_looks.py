"""What the system's settings say: the colour that stands out, contrast, and a session's end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor

from tests.every import every
from tests.waiting import HANG_S, ran
from ttt_desktop.look import colours
from ttt_desktop.look import theme as looks
from ttt_desktop.look.colormap import contrast

SYSTEM_PYTHON = Path("/usr/bin/python3")
GI = Path("/usr/lib/python3/dist-packages/gi")

PORTAL = """\
import sys
from gi.repository import Gio, GLib
XML = '''<node><interface name="org.freedesktop.portal.Settings"><method name="ReadOne">
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
</method></interface></node>'''
ANSWERS = {"accent-color": GLib.Variant("(ddd)", (0.8, 0.1, 0.5)),
           "contrast": GLib.Variant("u", 1), "enable-animations": GLib.Variant("b", False)}
def called(bus, sender, path, interface, method, given, invocation):
    invocation.return_value(GLib.Variant("(v)", (ANSWERS[given[1]],)))
def ready(bus, name):
    info = Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0]
    bus.register_object("/org/freedesktop/portal/desktop", info, called, None, None)
Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.portal.Desktop", 0, ready,
                 lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
"""
ASK = (
    "from PySide6.QtWidgets import QApplication; q = QApplication(['x'])\n"
    "from ttt_desktop.look.system import *\n"
    "accent = system_accent()\n"
    "print(accent and accent.name(), system_wants_contrast(), system_wants_motion())\n"
)


def colour(text):
    made = QColor(text)
    return made.red(), made.green(), made.blue()


@every("choice", ["light", "dark"])
@every("accent", ["#e01b24", "#f6d32d", "#ffffff", "#101010", "#3584e4"])
def test_the_systems_accent_is_taken_as_it_can_be_read(qapp, monkeypatch, choice, accent):
    monkeypatch.setattr(colours, "system_accent", lambda: QColor(accent))
    theme = looks.ThemeManager(qapp, choice).theme
    assert contrast(colour(theme.accent), colour(theme.window)) >= 4.5
    assert contrast(colour(theme.accent_ink), colour(theme.accent)) >= 4.5


def test_a_system_that_asks_for_contrast_gets_the_strongest_colours(qapp, monkeypatch):
    monkeypatch.setattr(colours, "system_wants_contrast", lambda: True)
    theme = looks.ThemeManager(qapp, "dark").theme
    assert (theme.ink, theme.window) == ("#ffffff", "#000000")


@pytest.mark.skipif(
    not (shutil.which("dbus-daemon") and GI.exists()), reason="no dbus-daemon or no python3-gi here"
)
def test_the_desktops_portal_is_asked(tmp_path):
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    environment = {"DBUS_SESSION_BUS_ADDRESS": daemon.stdout.readline().strip()}
    portal = subprocess.Popen(
        [SYSTEM_PYTHON, "-c", PORTAL], stdout=subprocess.PIPE, text=True,
        env={**os.environ, **environment},
    )  # fmt: skip
    try:
        assert portal.stdout.readline() == "ready\n"
        done = ran("-c", ASK, env=environment, check=True)
        assert done.stdout.split() == ["#cc1a80", "True", "False"]
    finally:
        for process in (portal, daemon):
            process.kill()
            process.communicate(timeout=HANG_S)
    alone = ran("-c", ASK, env={"DBUS_SESSION_BUS_ADDRESS": f"unix:path={tmp_path}/none"})
    assert alone.stdout.split() == ["None", "False", "True"]


@pytest.mark.parametrize(
    ("options", "kept"),
    [((), []), (("--data-dir", "mine"), ["--data-dir", "mine"]),
     (("--data-dir=mine", "game.tttgame", "--size", "5"), ["--data-dir", "mine"])],
)  # fmt: skip
def test_a_session_starts_the_program_again_without_what_was_for_once(options, kept):
    code = (
        "import sys\nfrom ttt_desktop.start.application import Application\n"
        f"sys.argv = ['ttt-desktop', *{options!r}]\n"
        "class Session:\n    def setRestartCommand(self, words): print('\\n'.join(words))\n"
        "Application(['x']).remember_start(Session())\n"
    )
    done = ran("-c", code, check=True)
    assert done.stdout.splitlines() == [sys.executable, "-m", "ttt_desktop", *kept]
