"""Badges: the highest goals that you have reached, and the next ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ttt_desktop.archive.goals import Goal, goals, levels
from ttt_desktop.features.you.goal_words import badge_text, goal_text
from ttt_desktop.features.you.pictures import Medal
from ttt_desktop.features.you.words import when_text
from ttt_desktop.look.flow import Columns
from ttt_desktop.look.measures import CAPTION, LEAD, S1, S2, S3
from ttt_desktop.look.parts import Card, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_MOST = 8
"""How many badges are shown."""


def chosen(ended: Sequence[str]) -> list[tuple[Goal, str]]:
    """Return the goals to show: the highest reached on each board, then the next ones.

    Args:
        ended: for each goal, when the game ended that reached it; empty where none has.
    """
    highest, ahead = dict[object, tuple[Goal, str]](), dict[object, tuple[Goal, str]]()
    later = list[tuple[Goal, str]]()
    for goal, when in zip(goals(), ended, strict=True):
        kind = goal.rules, goal.tied
        if when:
            highest[kind] = goal, when  # goals of one board follow each other from the weakest on
        elif kind in ahead:
            later.append((goal, when))
        else:
            ahead[kind] = goal, when
    reached = sorted(highest.values(), key=lambda pair: pair[1], reverse=True)
    return [*reached, *ahead.values(), *later][:_MOST]


class Badge(QWidget):
    """One goal: its medal and a few words."""

    def __init__(self, theme: ThemeManager, goal: Goal, ended: str) -> None:
        super().__init__()
        top = goal.levels[0] == levels()[-1]
        fill = ("gold" if top else "right" if goal.rules is None else "accent") if ended else ""
        icon = "rotate-ccw" if goal.rules is None else "target" if goal.tied else "trophy"
        words = Words(theme, badge_text(goal), CAPTION, QFont.Weight.Medium,
                      "ink" if ended else "muted", wrap=True)  # fmt: skip
        words.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S1)
        column.addWidget(Medal(theme, icon, fill))
        column.addWidget(words)
        column.addStretch(1)
        when = tr("Reached {when}.", when=when_text(ended)) if ended else tr("Not reached yet.")
        self.setToolTip(f"{goal_text(goal)} {when}")
        self.setAccessibleName(f"{goal_text(goal)} {when}")


class BadgesCard(Card):
    """Some goals as badges.

    Attributes:
        reached: says how many goals of all are reached.
        badges: those that are shown.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__(theme, gap=S3)
        self.reached = Words(theme, "", CAPTION, colour="muted")
        self.badges: list[Badge] = []
        self._shown: list[tuple[Goal, str]] = []
        self._columns = Columns(theme, 86, _MOST, S2)
        self.box.addWidget(Words(theme, tr("Badges"), LEAD, QFont.Weight.DemiBold))
        self.box.addWidget(self.reached)
        self.box.addLayout(self._columns)
        self.show_reached([""] * len(goals()))

    def show_reached(self, ended: Sequence[str]) -> None:
        """Show what is reached: for each goal, when; empty where it is not."""
        count = len(ended) - [*ended].count("")
        self.reached.setText(tr("{count} of {all} goals reached", count=count, all=len(ended)))
        shown = chosen(ended)
        if shown == self._shown:
            return
        self._shown = shown
        for badge in self.badges:
            self._columns.removeWidget(badge)
            badge.hide()
            badge.deleteLater()
        self.badges = [Badge(self._theme, goal, when) for goal, when in shown]
        for badge in self.badges:
            self._columns.addWidget(badge)
