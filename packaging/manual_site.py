"""Hooks of MkDocs: the manual's contents, and the pages that the program writes about itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ttt_desktop.help import pages, reference
from ttt_desktop.help.api import api_directives
from ttt_desktop.help.reference import ActionEntry


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take the contents from where the window takes them."""
    config.nav = [
        {group: [f"{page}{pages.SUFFIX}" for page in names]} for group, names in pages.CONTENTS
    ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that have no file."""
    actions = declared_actions()
    from ttt_desktop.start import arguments

    pages.programs["ttt-desktop"] = arguments.build_parser
    for page in pages.GENERATED:
        # Here mkdocstrings reads the docstrings, with links between the names.
        api = page == "reference-api"
        text = api_directives() if api else reference.generate(page, actions)
        files.append(File.generated(config, f"{page}{pages.SUFFIX}", content=text))
    return files


def declared_actions() -> Sequence[ActionEntry]:
    """Return the window's actions; the one place here that knows how they are made."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication, QMainWindow

    from ttt_desktop.docks import declared_actions as declared
    from ttt_desktop.help.manual import actions_of
    from ttt_desktop.look.theme import ThemeManager
    from ttt_desktop.menus import Menus

    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication([])
    window = QMainWindow()
    Menus(window, ThemeManager(application), declared())
    return actions_of(window)
