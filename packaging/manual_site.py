"""Hooks of MkDocs: the manual's contents, and the pages that the program writes about itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ttt_desktop.reference import pages
from ttt_desktop.reference.api import api_directives
from ttt_desktop.reference.generated import ActionEntry, generate

BOOKLET = "lessons-booklet"
"""The page that the web site alone has: it is for paper."""

_AFTER = {"lessons": (BOOKLET,)}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take the contents from where the window takes them, with the booklet after the lessons."""
    config.nav = [
        {
            group: [
                f"{name}{pages.SUFFIX}" for page in names for name in (page, *_AFTER.get(page, ()))
            ]
        }
        for group, names in pages.CONTENTS
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
        text = api_directives() if api else generate(page, actions)
        files.append(File.generated(config, f"{page}{pages.SUFFIX}", content=text))
    files.append(File.generated(config, f"{BOOKLET}{pages.SUFFIX}", content=lessons_booklet()))
    return files


def lessons_booklet() -> str:
    """Return the page with all lessons, to print."""
    from ttt_desktop.features import FEATURES
    from ttt_desktop.lessons.booklet import booklet
    from ttt_desktop.lessons.library import own_keys, own_lesson
    from ttt_desktop.shell.own_actions import all_entries, lesson_words

    texts = {action.name: action.text for _, action in all_entries(FEATURES)}
    titles = {name: text.replace("&", "").removesuffix("…") for name, text in texts.items()}
    words = lesson_words(FEATURES)
    return booklet([own_lesson(key, words) for key in own_keys()], titles.__getitem__)


def declared_actions() -> Sequence[ActionEntry]:
    """Return the window's actions; the one place here that knows how they are made."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication, QMainWindow

    from ttt_desktop.features import FEATURES
    from ttt_desktop.look.theme import ThemeManager
    from ttt_desktop.shell.menus import Menus, actions_of
    from ttt_desktop.shell.own_actions import all_entries

    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication([])
    window = QMainWindow()
    Menus(window, ThemeManager(application), all_entries(FEATURES), lambda _: window)
    return actions_of(window)
