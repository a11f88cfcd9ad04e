"""The bar above a puzzle: what is asked, what an answer was worth, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton

from ttt_desktop.features.puzzles.puzzler import Puzzler
from ttt_desktop.look.measures import TITLE
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import BoardBar


class PuzzleBar(BoardBar):
    """Asks, and answers.

    Args:
        shares: whether a picture of a solved puzzle can be had.

    Attributes:
        solution, another, back, mistakes: its buttons.

    Signals:
        shared(): a picture of the puzzle is wanted.
    """

    shared = Signal()

    def __init__(self, puzzler: Puzzler, theme: ThemeManager, shares: bool) -> None:
        super().__init__()
        self._shares = shares
        self.puzzler, self._theme = puzzler, theme
        self._title, self._text = self.sentence(), self.sentence()
        self._announcer = Announcer(self)
        self.solution = QPushButton(tr("Show the answer"))
        self.solution.clicked.connect(self._use_first)
        self.another = QPushButton(tr("Another puzzle"))
        self.another.clicked.connect(puzzler.begin_another)
        self.back = QPushButton(tr("Back to the game"))
        self.back.clicked.connect(puzzler.leave)
        self.mistakes = QPushButton()
        self.mistakes.clicked.connect(puzzler.more)
        self.mistakes.hide()
        row = self.row((self.solution, self.another, self.back, self.mistakes))
        self.column.addWidget(self._title)
        self.column.addWidget(self._text)
        self.column.addLayout(row)
        puzzler.changed.connect(self.refresh)
        theme.changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def refresh(self) -> None:
        """Say what there is to say."""
        puzzler = self.puzzler
        self.setVisible(puzzler.active)
        if not puzzler.active:
            return
        self._title.setText(puzzler.title)
        text = puzzler.text
        if text != self._text.text():
            self._text.setText(text)
            self._text.setAccessibleName(text)
            self._announcer.say(text)
        own = puzzler.own_mistake
        self.another.setText(tr("Next mistake") if own else tr("Another puzzle"))
        self.mistakes.setText(tr("Your mistakes ({count})", count=puzzler.waiting))
        self.mistakes.setVisible(puzzler.waiting > 0 and not own)
        # It stays and does something else: the others must not move to its place.
        self.solution.setText(tr("Share…") if self._can_be_shared else tr("Show the answer"))
        self.solution.setEnabled(puzzler.asks or self._can_be_shared)

    @property
    def _can_be_shared(self) -> bool:
        attempt = self.puzzler.attempt
        return self._shares and attempt is not None and attempt.solved and not self.puzzler.busy

    @Slot()
    def _use_first(self) -> None:
        """Show the answer; share the puzzle once it is solved."""
        if self._can_be_shared:
            self.shared.emit()
        else:
            self.puzzler.show_solution()

    @Slot()
    def _restyle(self) -> None:
        self._title.setFont(self._theme.font(TITLE, QFont.Weight.DemiBold))
        # Room for two lines, so that the board stays where it is when the text grows.
        self._text.setMinimumHeight(2 * self._text.fontMetrics().lineSpacing())
