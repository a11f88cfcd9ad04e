"""What is said of a puzzle beside the board: what is asked, and what an answer was worth."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.coach.puzzles import Puzzle
from ttt_desktop.features.puzzles.collections import collection_of
from ttt_desktop.features.puzzles.puzzler import Puzzler
from ttt_desktop.features.puzzles.verdict_card import VerdictCard
from ttt_desktop.features.puzzles.week import WeekRow
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.gauge import Gauge
from ttt_desktop.look.measures import CAPTION, LEAD, S2, S3
from ttt_desktop.look.parts import FILLED, OUTLINED, PLAIN, Button, Card, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager


class PuzzlePanel(QWidget):
    """Asks, and answers; it is hidden while no puzzle is on the board.

    Attributes:
        verdict: what is asked, or what an answer was worth.
        streak: the days in a row, once today's puzzle is solved.
        standing: how much of its collection is solved.
        solution, share, another, back, mistakes: its buttons.

    Signals:
        shared(): picture and text of the puzzle are wanted.
    """

    shared = Signal()

    def __init__(self, puzzler: Puzzler, theme: ThemeManager) -> None:
        super().__init__()
        self.puzzler, self._theme = puzzler, theme
        self.verdict = VerdictCard(theme)
        self._days = Words(theme, "", LEAD, QFont.Weight.DemiBold)
        self._best = Words(theme, "", CAPTION, colour="muted")
        self._week = WeekRow(theme)
        self._collection = Words(theme, "", LEAD, QFont.Weight.DemiBold)
        self._count = Words(theme, "", CAPTION, colour="muted")
        self._gauge = Gauge(theme, tr("Solved"))
        self.streak, self.standing = self._streak_card(), self._standing_card()
        self.solution = self._button(tr("Show the answer"), "lightbulb", puzzler.show_solution)
        self.share = self._button(tr("Share"), "share-2", self.shared.emit)
        self.share.setToolTip(tr("Copy a picture and a text that do not show the answer"))
        self.another = self._button(tr("Another puzzle"), "step-forward", puzzler.begin_another)
        self.back = self._button(tr("Back to the game"), "", puzzler.leave, PLAIN)
        self.mistakes = self._button("", "rotate-ccw", puzzler.more.emit, PLAIN)
        row = FlowRow(S2)
        for button in (self.another, self.solution, self.share, self.mistakes, self.back):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S3)
        column.addWidget(self.verdict)
        column.addLayout(row)  # here, where a low panel still shows it
        for card in (self.streak, self.standing):
            column.addWidget(card)
        puzzler.changed.connect(self.refresh)
        self.refresh()

    def _button(self, text: str, icon: str, act: object, kind: str = OUTLINED) -> Button:
        button = Button(self._theme, text, icon, kind)
        button.clicked.connect(act)
        return button

    def _streak_card(self) -> Card:
        card = Card(self._theme)
        row = QHBoxLayout()
        row.addWidget(self._days, 1)
        row.addWidget(self._best)
        card.box.addLayout(row)
        card.box.addWidget(self._week)
        return card

    def _standing_card(self) -> Card:
        card = Card(self._theme)
        for part in (self._collection, self._count, self._gauge):
            card.box.addWidget(part)
        return card

    @Slot()
    def refresh(self) -> None:
        """Say what there is to say."""
        puzzler = self.puzzler
        self.setVisible(puzzler.active)
        if puzzler.attempt is None:
            return
        self.verdict.tell(puzzler)
        self._show_streak()
        self._show_standing()
        own, is_over = puzzler.own_mistake, puzzler.attempt.solved
        onward = tr("Next puzzle") if is_over else tr("Another puzzle")
        self.another.setText(tr("Next mistake") if own else onward)
        self.another.kind = FILLED if is_over else OUTLINED
        self.another.update()
        self.mistakes.setText(tr("Your mistakes ({count})", count=puzzler.waiting))
        self.mistakes.setVisible(puzzler.waiting > 0 and not own)
        self.share.setVisible(puzzler.is_solved)
        self.solution.setVisible(not is_over)
        self.solution.setEnabled(puzzler.asks)

    def _show_streak(self) -> None:
        overview = self.puzzler.streak
        self.streak.setVisible(overview is not None)
        if overview is None:
            return
        standing = overview.practice
        count = standing.days
        self._days.setText(tr("{count} days in a row!", n=count, one="Day 1 of a streak!",
                              count=count))  # fmt: skip
        self._best.setText(tr("best: {count}", count=standing.longest))
        self._week.show_days(self.puzzler.today(), overview.week)

    def _show_standing(self) -> None:
        puzzler = self.puzzler
        puzzle = puzzler.attempt.puzzle if puzzler.attempt is not None else None
        collection = collection_of(puzzle) if isinstance(puzzle, Puzzle) else None
        self.standing.setVisible(collection is not None and puzzler.is_solved)
        if collection is None:
            return
        solved, count = collection.solved(puzzler.record.ids), len(collection.puzzles)
        self._collection.setText(tr(collection.title))
        self._count.setText(tr("{solved} of {count} solved in this collection",
                               solved=solved, count=count))  # fmt: skip
        self._gauge.show_share(solved, count)
