"""Hooks of MkDocs: the manual's contents, and the pages that the program writes about itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ttt_desktop.reference import pages
from ttt_desktop.reference.api import api_directives
from ttt_desktop.reference.generated import ActionEntry, generate


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take the contents from where the window takes them, with what is for paper among them."""
    names = papers()
    config.nav = [
        {
            group: [
                f"{name}{pages.SUFFIX}"
                for page in group_pages
                for name in (page, *after(page, names))
            ]
        }
        for group, group_pages in pages.CONTENTS
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
    for name, text in papers().items():
        files.append(File.generated(config, f"{name}{pages.SUFFIX}", content=text))
    return files


def papers() -> dict[str, str]:
    """Return the pages for paper by their names: the web site alone has them."""
    from ttt_desktop.features import FEATURES
    from ttt_desktop.shell.declared import entries_of

    texts = {action.name: action.text for _, action in entries_of(FEATURES)}
    titles = {name: text.replace("&", "").removesuffix("…") for name, text in texts.items()}
    return {name: text for feature in FEATURES for name, text in feature.papers(titles).items()}


def after(page: str, papers: Iterable[str]) -> Iterator[str]:
    """Yield the pages for paper that come after a page: its name, and a word more."""
    return (name for name in papers if name.rpartition("-")[0] == page)


def declared_actions() -> Sequence[ActionEntry]:
    """Return the window's actions; the one place here that knows how they are made."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication, QMainWindow

    from ttt_desktop.features import FEATURES
    from ttt_desktop.look.theme import ThemeManager
    from ttt_desktop.shell.declared import entries_of
    from ttt_desktop.shell.menus import Menus, actions_of

    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication([])
    window = QMainWindow()
    Menus(window, ThemeManager(application), entries_of(FEATURES), lambda _: window)
    return actions_of(window)
