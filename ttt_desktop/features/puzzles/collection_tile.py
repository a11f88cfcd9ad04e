"""A collection of puzzles as a card: the next one's board, and how many are solved."""

from __future__ import annotations

from collections.abc import Collection as SetOf
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.features.puzzles.collections import Collection
from ttt_desktop.look.gauge import Gauge
from ttt_desktop.look.measures import CAPTION, S2
from ttt_desktop.look.parts import TileButton, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_BOARD = 96
"""The side of its board, in pixels."""


class CollectionTile(TileButton):
    """A click sets up the next puzzle of the collection that is not solved.

    Args:
        theme: the look.
        collection: whose card it is.
    """

    def __init__(self, theme: ThemeManager, collection: Collection) -> None:
        first = collection.puzzles[0]
        self._board = BoardPreview(theme, first.rules, _BOARD)
        self._board.setFixedSize(_BOARD, _BOARD)
        super().__init__(theme, tr(collection.title), tr(collection.about), self._board)
        self._collection = collection
        self._count = Words(theme, "", CAPTION, colour="muted")
        self._verb = Words(theme, "", CAPTION, QFont.Weight.DemiBold, "accent")
        self._gauge = Gauge(theme, tr("Solved"))
        row = QHBoxLayout()
        row.addWidget(self._count, 1)
        row.addWidget(self._verb)
        column = cast("QVBoxLayout", self.layout())
        column.addSpacing(S2)
        column.addLayout(row)
        column.addWidget(self._gauge)
        for part in (self._count, self._verb, self._gauge):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def standing(self) -> str:
        """What it says of how many are solved."""
        return self._count.text()

    def show_solved(self, ids: SetOf[str]) -> None:
        """Show how many are solved, and the board of the next one.

        Args:
            ids: the ids of the puzzles that are solved.
        """
        collection = self._collection
        solved, count = collection.solved(ids), len(collection.puzzles)
        coming = collection.next(ids)
        self._board.show_game(coming.rules, coming.game.moves)
        if solved == count:
            standing, verb = tr("All {count} solved", count=count), tr("Again")
        else:
            standing = tr("{solved} of {count}", solved=solved, count=count)
            verb = tr("Continue") if solved else tr("Start")
        self._count.setText(standing)
        self._verb.setText(verb)
        self._gauge.show_share(solved, count)
        self.setAccessibleDescription(f"{tr(collection.about)}. {standing}")
