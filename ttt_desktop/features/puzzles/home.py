"""The home of puzzles: today's, your mistakes that are due, your week, and collections."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine.coach.puzzles import daily, load
from ttt_desktop.features.puzzles.collection_tile import CollectionTile
from ttt_desktop.features.puzzles.collections import COLLECTIONS, difficulty
from ttt_desktop.features.puzzles.home_parts import DifficultyBar, MistakeRow, PuzzleBoard
from ttt_desktop.features.puzzles.puzzler import Puzzler
from ttt_desktop.features.puzzles.week import WeekRow
from ttt_desktop.look.flow import Columns
from ttt_desktop.look.measures import CAPTION, DISPLAY, LEAD, S2, S4
from ttt_desktop.look.pages import ScrollPage, Two
from ttt_desktop.look.parts import FILLED, OUTLINED, Button, Card, Words
from ttt_desktop.look.text import rule_text, tr, worded
from ttt_desktop.look.theme import ThemeManager

if TYPE_CHECKING:
    from ttt_desktop.features.puzzles.practice import Overview

_COLUMN, _HALF = 180, 280
"""The least widths of a collection's card, and of the halves of today's card, in pixels."""

_LABEL = 84
"""The width of what names a fact on today's card, in pixels at the usual text size."""


class PuzzlesHome(ScrollPage):
    """Offers puzzles; a click starts one.

    Args:
        puzzler: sets puzzles, and remembers which are solved.
        look_over: has a function called with how the user stands.

    Attributes:
        today: starts today's puzzle.
        practise: starts the mistakes that are due.
        tiles: the collections' cards, by the collections' names.

    Signals:
        today_wanted(): today's puzzle is to be set up.
        mistakes_wanted(): the mistakes are.
        collection_wanted(Collection): the next puzzle of a collection is.
    """

    today_wanted = Signal()
    mistakes_wanted = Signal()
    collection_wanted = Signal(object)

    def __init__(
        self,
        theme: ThemeManager,
        puzzler: Puzzler,
        look_over: Callable[[Callable[[Overview], object]], object],
    ) -> None:
        super().__init__(theme)
        self._theme, self._puzzler, self._look_over = theme, puzzler, look_over
        self.today = Button(theme, tr("Solve today's puzzle"), "play", FILLED)
        self.today.clicked.connect(self.today_wanted)
        self.practise = Button(theme, "", "rotate-ccw", OUTLINED)
        self.practise.clicked.connect(self.mistakes_wanted)
        self.tiles = {entry.name: CollectionTile(theme, entry) for entry in COLLECTIONS}
        for entry in COLLECTIONS:
            tile = self.tiles[entry.name]
            tile.clicked.connect(partial(self.collection_wanted.emit, entry))
        self._board = PuzzleBoard(theme, load()[0].rules)
        self._day = Words(theme, "", colour="muted")
        self._question = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self._about = Words(theme, "", colour="muted", wrap=True)
        self._rules = Words(theme, "", weight=QFont.Weight.DemiBold, wrap=True)
        self._difficulty = DifficultyBar(theme)
        self._streak = Words(theme, "", weight=QFont.Weight.DemiBold, wrap=True)
        self._solved = Words(theme, "", colour="muted")
        self._due = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self._due_about = Words(theme, "", CAPTION, colour="muted", wrap=True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(S2)
        self._later = Words(theme, "", CAPTION, colour="muted")
        self._week = WeekRow(theme)
        self._best = Words(theme, "", CAPTION, colour="muted")
        main = (self._today_card(), self._heading(), self._collections(), _rest())
        aside = (self._mistakes_card(), self._week_card(), _rest())
        for card in aside[:-1]:
            card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.box.addWidget(Two(theme, main, aside), 1)

    # --- what it is made of -------------------------------------------------------------

    def _today_card(self) -> Card:
        card, theme = Card(self._theme), self._theme
        card.box.setContentsMargins(S4, S4, S4, S4)
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S2)
        column.addWidget(self._day)
        column.addWidget(Words(theme, tr("Today's puzzle"), DISPLAY, QFont.Weight.DemiBold))
        for part in (self._question, self._about):
            column.addWidget(part)
        column.addSpacing(S2)
        for name, value in ((tr("Board"), self._rules), (tr("Difficulty"), self._difficulty),
                            (tr("Streak"), self._streak)):  # fmt: skip
            row = QHBoxLayout()
            label = Words(theme, name, colour="muted")
            label.setMinimumWidth(theme.px(_LABEL))
            row.addWidget(label)
            row.addWidget(value, 1)
            column.addLayout(row)
        column.addStretch(1)
        column.addWidget(self.today)
        halves = Columns(theme, _HALF, most=2)
        halves.addWidget(self._board)
        halves.addWidget(words)
        card.box.addLayout(halves)
        return card

    def _heading(self) -> QWidget:
        heading = QWidget()
        row = QHBoxLayout(heading)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(Words(self._theme, tr("Collections"), LEAD, QFont.Weight.DemiBold), 1)
        row.addWidget(self._solved)
        return heading

    def _collections(self) -> QWidget:
        grid = QWidget()
        columns = Columns(self._theme, _COLUMN, most=4)
        grid.setLayout(columns)
        for tile in self.tiles.values():
            columns.addWidget(tile)
        return grid

    def _mistakes_card(self) -> Card:
        card = Card(self._theme)
        card.box.addWidget(self._due)
        card.box.addWidget(self._due_about)
        card.box.addLayout(self._rows)
        card.box.addWidget(self._later)
        card.box.addSpacing(S2)
        card.box.addWidget(self.practise)
        return card

    def _week_card(self) -> Card:
        card, theme = Card(self._theme), self._theme
        row = QHBoxLayout()
        row.addWidget(Words(theme, tr("This week"), LEAD, QFont.Weight.DemiBold), 1)
        row.addWidget(self._best)
        card.box.addLayout(row)
        card.box.addWidget(self._week)
        note = tr("Easy on Monday, hard on Sunday, the same for everybody.")
        card.box.addWidget(Words(theme, note, CAPTION, colour="muted", wrap=True))
        return card

    # --- what it shows ------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """Show how things stand by now."""
        today = self._puzzler.today()
        puzzle = daily(today)
        locale = QLocale()
        day = locale.dayName(today.isoweekday(), QLocale.FormatType.LongFormat)
        month = locale.monthName(today.month, QLocale.FormatType.LongFormat)
        self._day.setText(tr("{weekday}, {day} {month}", weekday=day, day=today.day, month=month))
        self._board.show_game(puzzle.rules, puzzle.game.moves)
        self._board.setAccessibleName(tr("The position of today's puzzle"))
        self._question.setText(worded(puzzle.title))
        self._about.setText(worded(puzzle.question))
        rules = rule_text(puzzle.rules)
        self._rules.setText(rules[:1].upper() + rules[1:])
        self._difficulty.show_level(difficulty(puzzle))
        ids = self._puzzler.record.ids
        for tile in self.tiles.values():
            tile.show_solved(ids)
        count = sum(len(entry.puzzles) for entry in COLLECTIONS)
        solved = sum(entry.solved(ids) for entry in COLLECTIONS)
        self._solved.setText(tr("{solved} of {count} solved", solved=solved, count=f"{count:,}"))
        self._look_over(self._show)

    @property
    def _is_solved(self) -> bool:
        """Whether today's puzzle is solved."""
        return self._puzzler.record.has(self._puzzler.today())

    def _show(self, overview: Overview) -> None:
        self._show_today(overview)
        self._show_mistakes(overview)

    def _show_today(self, overview: Overview) -> None:
        standing, is_solved = overview.practice, self._is_solved
        days = tr("{count} days", n=standing.days, one="1 day", count=standing.days)
        if not standing.days:
            days = tr("None yet: one puzzle begins it")
        elif not standing.today:
            days = tr("{days}, today makes {more}", days=days, more=standing.days + 1)
        self._streak.setText(days)
        self._best.setText(
            tr("best streak: {count} days", n=standing.longest, one="best streak: 1 day",
               count=standing.longest) if standing.longest else ""
        )  # fmt: skip
        self._week.show_days(self._puzzler.today(), overview.week)
        again = tr("Solved! Solve it again")
        self.today.setText(again if is_solved else tr("Solve today's puzzle"))
        self.today.set_icon("check" if is_solved else "play")
        self.today.kind = OUTLINED if is_solved else FILLED
        self.practise.kind = FILLED if is_solved and standing.due else OUTLINED
        self.today.update()
        self.practise.update()

    def _show_mistakes(self, overview: Overview) -> None:
        standing = overview.practice
        while (item := self._rows.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()
        total = standing.due + standing.waiting + standing.learnt
        if standing.due:
            self._due.setText(tr("Your mistakes due: {count}", count=standing.due))
            about = tr("Positions from your own games. Find the better square.")
        elif total:
            self._due.setText(tr("No mistakes due today"))
            about = tr("Your mistakes come back as puzzles until you have mastered them.")
        else:
            self._due.setText(tr("Your mistakes"))
            about = tr("After a game against the machine, your proven mistakes come back here as "
                       "puzzles. Play a game to begin.")  # fmt: skip
        self._due_about.setText(about)
        today = self._puzzler.today()
        for due in overview.due:
            self._rows.addWidget(MistakeRow.of(self._theme, due, today))
        if not total:
            self._rows.addWidget(MistakeRow.example(self._theme))
        self._later.setText(tr("Coming up {waiting}   Mastered {learnt}",
                               waiting=standing.waiting, learnt=standing.learnt))  # fmt: skip
        self._later.setVisible(total > 0)
        self.practise.setText(
            tr("Practise {count} mistakes", n=standing.due, one="Practise 1 mistake",
               count=standing.due) if standing.due else tr("Practise one early")
        )  # fmt: skip
        self.practise.setVisible(standing.due + standing.waiting > 0)


def _rest() -> QWidget:
    """Return what takes the room below the last card."""
    rest = QWidget()
    rest.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return rest
