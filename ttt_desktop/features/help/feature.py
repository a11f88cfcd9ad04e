"""Help: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from ttt_desktop.reference.pages import INDEX, all_pages
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature, Wait
from ttt_desktop.shell.sections import ABOUT, MANUAL

if TYPE_CHECKING:
    from ttt_desktop.features.help.manual import ManualWindow

_KEYS = "reference-actions"
"""The page of keys."""


class HelpFeature(Feature):
    """Opens the manual, and says what the program is made of."""

    name = "help"

    @classmethod
    def actions(cls) -> Sequence[Action[HelpFeature]]:  # noqa: D102
        return (
            Action("manual", "&Manual", "How to play, teach and experiment with this program",
                   MANUAL, HelpFeature.open_manual, "F1", everywhere=True),
            Action("keys", "&Keyboard shortcuts", "Every key of the program, from its menus, and "
                   "those of the board", MANUAL, HelpFeature.open_keys, "Ctrl+F1"),
            Action("about", "&About", "Version and licence", ABOUT, HelpFeature.open_about,
                   icon="info",
                   role=QAction.MenuRole.AboutRole),
        )  # fmt: skip

    def open_manual(self, page: str = INDEX) -> ManualWindow:
        """Open the manual at a page."""
        from ttt_desktop.features.help.manual import show_manual  # noqa: PLC0415  (not for the start)

        return show_manual(self.shell.window, page)

    def open_keys(self) -> None:
        """Open the manual at the page of keys."""
        self.open_manual(_KEYS)

    def open_about(self) -> None:
        """Say what this program is, and what it is made of."""
        from ttt_desktop.features.help.about import show_about  # noqa: PLC0415  (not for the start)

        show_about(self.shell.window)

    def try_out(self, _wait: Wait) -> str:
        """Open every page of the manual."""
        manual = self.open_manual()
        for page in all_pages():
            manual.follow(page)
            if manual.browser.document().isEmpty() or manual.missing:
                return f"the manual's page {page} is missing"
        manual.close()
        return ""
