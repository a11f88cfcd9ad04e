"""You: how far you have come on each board, and which goals you have reached."""

from __future__ import annotations

from math import inf

from PySide6.QtCore import QDateTime, Qt, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from engine import PLAYERX, Rules
from engine.specs import PlayerSpec
from ttt_desktop.archive.games import OnBoard, Reached
from ttt_desktop.archive.goals import LADDER, Goal, goals, levels
from ttt_desktop.features.you.games_model import when_text
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.tables import Cell, CellTable, sorted_view
from ttt_desktop.look.text import rule_text, tr
from ttt_desktop.settings.levels import level_text
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import EditSettings, TellStanding

_NOTHING = "–"

_AGAIN = "mistakes"
"""The action that asks about mistakes again."""


class YouPage(QWidget):
    """A table of your boards, and one of goals.

    Attributes:
        boards: a row for each board that you have played on.
        goals: a row for each goal, reached or not.
        reached: how many goals you have reached.
        standing: how you stand with what is asked day by day, where anything is.
        again: the button that asks about your mistakes.
        rename: the button that leads to your name.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._boards, self._goals = CellTable(self), CellTable(self)
        self.boards, self.goals = sorted_view(self._boards), sorted_view(self._goals)
        self.boards.setAccessibleName(tr("Your boards"))
        self.goals.setAccessibleName(tr("Goals"))
        self.reached, self.standing = QLabel(), QLabel()
        self.standing.setWordWrap(True)
        self.standing.hide()
        self.again = QPushButton(tr("Your &mistakes again"))
        explain(self.again, tr("Asks about them one after another, on the board"))
        self.again.clicked.connect(self._ask_again)
        self.again.setVisible(shell.has(_AGAIN))
        self.rename = QPushButton(tr("Change your &name…"))
        explain(self.rename, tr("Opens the settings, where your name stands"))
        self.rename.clicked.connect(self._ask_name)
        layout = QVBoxLayout(self)
        layout.setSpacing(SPACE)
        layout.addWidget(self.rename, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.boards, 1)
        layout.addWidget(self.standing)
        layout.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.reached)
        layout.addWidget(self.goals, 2)
        self.show_reached(Reached([], [""] * len(goals())))

    def show_reached(self, you: Reached) -> None:
        """Show what you have reached."""
        titles = [tr("Board"), tr("Games"), tr("Highest level beaten"), tr("Unbeaten now"),
                  tr("Longest unbeaten run")]  # fmt: skip
        rows = [_board_cells(place, board) for place, board in enumerate(you.boards)]
        if self._boards.show(titles, rows):
            boards = (row[0].text for row in rows)
            self.boards.fit_columns({0: max(boards, key=len, default="")}, "100,000")
            self.boards.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        reached = enumerate(zip(goals(), you.reached, strict=True))
        cells = [_goal_cells(place, goal, ended) for place, (goal, ended) in reached]
        if self._goals.show([tr("Goal"), tr("Reached")], cells):
            longest = max((row[0].text for row in cells), key=len)
            self.goals.fit_columns({0: longest}, when_text("2000-12-30T20:00:00+00:00"))
            self.goals.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        count = len(cells) - you.reached.count("")
        self.reached.setText(tr("Goals: {count} of {all} reached.", count=count, all=len(cells)))

    def ask_standing(self) -> None:
        """Show how you stand with what is asked day by day, as it is now."""
        self._shell.serve(TellStanding(self._show_standing))

    def _show_standing(self, sentences: str) -> None:
        self.standing.setText(sentences)
        self.standing.show()

    @Slot()
    def _ask_again(self) -> None:
        self._shell.come_forward()
        self._shell.do(_AGAIN)

    @Slot()
    def _ask_name(self) -> None:
        self._shell.serve(EditSettings("name"))


def _board_cells(place: int, on: OnBoard) -> list[Cell]:
    ladder = levels()
    beaten = [rank for rank, level in enumerate(ladder) if f"{LADDER}/{level}" in on.beaten]
    best = max(beaten, default=-1)
    return [
        Cell(rule_text(on.board), place),
        Cell(f"{on.games:,}", on.games),
        Cell(_titled(ladder[best], on.board) if beaten else _NOTHING, best),
        Cell(f"{on.unbeaten:,}", on.unbeaten),
        Cell(f"{on.longest:,}", on.longest),
    ]


def _goal_cells(place: int, goal: Goal, ended: str) -> list[Cell]:
    if not ended:
        return [Cell(goal_text(goal), place), Cell(tr("not yet"), inf)]
    moment = QDateTime.fromString(ended, Qt.DateFormat.ISODate).toSecsSinceEpoch()
    return [Cell(goal_text(goal), place), Cell(when_text(ended), moment)]


def _titled(level: str, board: Rules) -> str:
    return level_text(PlayerSpec.parse(LADDER).kind, level, board)


def goal_text(goal: Goal) -> str:
    """Return a goal as a sentence."""
    if goal.rules is None:
        level = tr(goal.levels[0])
        return tr("Win a reverse game against {level} or a stronger level.", level=level)
    board = rule_text(goal.rules)
    if goal.tied:
        kind = PlayerSpec.parse(LADDER).kind
        level = tr(kind.level_title(goal.levels[0], goal.rules, PLAYERX))
        return tr("Hold {level} to a tie as O on {board}.", level=level, board=board)
    level = _titled(goal.levels[0], goal.rules)
    return tr("Win against {level} on {board}.", level=level, board=board)
