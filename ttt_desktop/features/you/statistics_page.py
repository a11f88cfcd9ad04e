"""Your wins, ties and losses for each board and opponent, and how you fare over time."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from PySide6.QtCore import QDateTime, QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from engine.tournament.statistics import FEWEST, elo, share
from ttt_desktop.archive.games import Count, OnBoard, Reached, Totals
from ttt_desktop.archive.goals import LADDER, Goal, goals, levels
from ttt_desktop.features.you.goal_words import goal_text, titled
from ttt_desktop.features.you.words import opponent_text, share_text, when_text
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, LEAD, S2, SPACE
from ttt_desktop.look.pages import ScrollPage
from ttt_desktop.look.parts import Card, Words
from ttt_desktop.look.tables import Cell, CellTable, sorted_view
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, elo_text, problem, rule_text, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import Notice
from ttt_desktop.shell.shell import Shell
from ttt_desktop.work.jobs import Latest

_NOTHING = "–"

_ROWS = 12
"""How many rows of a table are seen at once, at most."""

_GOALS = 320
"""The height of the table of goals, in pixels."""

_UNREADABLE = "unreadable"
"""Topic of the notice."""

NEWEST, WINDOW = 400, 20
"""How many games the curve shows, and over how many each point is a mean."""


def rating_text(count: Count) -> str:
    """Return how much stronger you are, or how many games are missing before that can be told."""
    return _missing_text(count) or elo_text(elo(count.wins, count.ties, count.losses))


def wins_text(count: Count) -> str:
    """Return which share you won, or how many games are missing before that can be told."""
    return _missing_text(count) or share_text(share(count.wins, count.games))


def _missing_text(count: Count) -> str:
    missing = FEWEST - count.games
    if missing <= 0:
        return ""
    return tr("after {count} more games", n=missing, one="after 1 more game", count=missing)


_COLUMNS: tuple[tuple[str, Callable[[Count], str]], ...] = (
    (QT_TRANSLATE_NOOP("", "Board"), lambda count: rule_text(count.board)),
    (
        QT_TRANSLATE_NOOP("", "Opponent"),
        lambda count: count.opponent if count.named else opponent_text(count.opponent, count.board),
    ),
    (QT_TRANSLATE_NOOP("", "Games"), lambda count: f"{count.games:,}"),
    (QT_TRANSLATE_NOOP("", "You won"), lambda count: f"{count.wins:,}"),
    (QT_TRANSLATE_NOOP("", "Tied"), lambda count: f"{count.ties:,}"),
    (QT_TRANSLATE_NOOP("", "You lost"), lambda count: f"{count.losses:,}"),
    (
        QT_TRANSLATE_NOOP("", "You won, with 95 % interval"),
        wins_text,
    ),
    (
        QT_TRANSLATE_NOOP("", "Rating against it (Elo)"),
        rating_text,
    ),
    (QT_TRANSLATE_NOOP("", "Best streak"), lambda count: f"{count.streak:,}"),
)


def running_means(scores: list[float], window: int = WINDOW) -> list[float]:
    """Return the mean of each ``window`` games one after another."""
    return [sum(scores[end - window : end]) / window for end in range(window, len(scores) + 1)]


class Curve(QWidget):
    """Draws how much of the newest games you won, tied ones counting half."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._means: list[float] = []
        self.setMinimumHeight(SPACE * 14)

    def show_scores(self, scores: list[float]) -> None:
        """Show what games counted, the oldest one first."""
        self._means = running_means(scores)
        last = f"{100 * self._means[-1]:.0f}" if self._means else "–"
        self.setAccessibleName(tr("Your score over the newest games: {value} % now", value=last))
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(SPACE * 60, SPACE * 18)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        theme, painter = self._theme.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(CAPTION))
        left = painter.fontMetrics().horizontalAdvance("100 %") + SPACE
        area = QRectF(self.rect()).adjusted(left, SPACE, -SPACE, -SPACE)
        for percent in (0, 50, 100):
            height = area.bottom() - area.height() * percent / 100
            painter.setPen(theme.colour("edge"))
            painter.drawLine(QPointF(area.left(), height), QPointF(area.right(), height))
            painter.setPen(theme.colour("muted"))
            box = QRectF(0, height - SPACE, left - SPACE // 2, 2 * SPACE)
            place = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, place, tr("{percent} %", percent=percent))
        points = [
            QPointF(
                area.left() + area.width() * i / max(1, len(self._means) - 1),
                area.bottom() - area.height() * mean,
            )
            for i, mean in enumerate(self._means)
        ]
        painter.setPen(QPen(theme.colour("accent"), 2))
        if len(points) == 1:
            painter.drawEllipse(points[0], 2, 2)
        painter.drawPolyline(QPolygonF(points))
        painter.end()


_NUMBERS_FROM = 2
"""From this column on all stand at the right: beside each other they would read as one number."""


def _aligned(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column >= _NUMBERS_FROM else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class StatisticsPage(ScrollPage):
    """Tables of your boards, of opponents and of goals, and the curve.

    Attributes:
        boards: a row for each board that you have played on.
        table: a row for each board and opponent.
        curve: your average result.
        goals: a row for each goal, reached or not.
        reached: how many goals you have reached.
        notice: says why there are no figures.
    """

    def __init__(self, shell: Shell) -> None:
        theme = shell.theme
        super().__init__(theme)
        self._asking = Latest(shell.recorder.archive.ask, self)
        self.notice = Notice()
        self._boards, self._goals = CellTable(self), CellTable(self)
        self.boards, self.goals = sorted_view(self._boards), sorted_view(self._goals)
        self.boards.setAccessibleName(tr("Your boards"))
        self.goals.setAccessibleName(tr("Goals"))
        self.goals.setMinimumHeight(_GOALS)
        for view in (self.boards, self.goals):  # no name is cut while there is room
            to_contents = QHeaderView.ResizeMode.ResizeToContents
            view.horizontalHeader().setSectionResizeMode(to_contents)
        self._empty = Words(
            theme, tr("Your games against the machine and with friends are counted here."),
            colour="muted", wrap=True,
        )  # fmt: skip
        self.table = _opponents_table()
        self.curve = Curve(theme)
        self._caption = Words(theme, colour="muted", wrap=True)
        self.reached = Words(theme, colour="muted", wrap=True)
        self.box.addWidget(self.notice)
        self._cards: list[Card] = []
        for title, parts in (
            (tr("Your boards"), (self._empty, self.boards)),
            (tr("Against each opponent"), (self.table,)),
            (tr("Average result"), (self._caption, self.curve)),
            (tr("Goals"), (self.reached, self.goals)),
        ):
            card = Card(theme, gap=S2)
            card.box.addWidget(Words(theme, title, LEAD, QFont.Weight.DemiBold, wrap=True))
            for part in parts:
                card.box.addWidget(part)
            self.box.addWidget(card)
            self._cards.append(card)
        self.box.addStretch(1)
        self.show_counts([], [])
        self.show_reached(Reached([], [""] * len(goals())))
        shell.recorder.archive.changed.connect(self._follow)

    @Slot()
    def refresh(self) -> None:
        """Show everything as it is now."""
        self._asking.start(
            lambda store, _job: (store.summary(NEWEST), store.you(goals())),
            self._show,
            self._say_unreadable,
        )

    @Slot()
    def _follow(self) -> None:
        if self.isVisible():
            self.refresh()

    def _show(self, summary: tuple[Totals, Reached]) -> None:
        totals, reached = summary
        self.notice.retract(_UNREADABLE)
        self.show_counts(totals.counts, totals.scores)
        self.show_reached(reached)

    @Slot(object)
    def _say_unreadable(self, error: Exception) -> None:
        self.notice.tell(problem(error), topic=_UNREADABLE)

    def show_counts(self, counts: list[Count], scores: list[float]) -> None:
        """Show counts, and what the newest games count, the oldest one first."""
        self._empty.setVisible(not counts)
        self.table.setRowCount(len(counts))
        for row, count in enumerate(counts):
            for column, (_, text) in enumerate(_COLUMNS):
                item = QTableWidgetItem(text(count))
                item.setTextAlignment(_aligned(column))
                self.table.setItem(row, column, item)
        _fit_rows(self.table, len(counts))
        self._cards[1].setVisible(bool(counts))
        missing = WINDOW - len(scores)
        self.curve.setVisible(missing <= 0)
        self.curve.show_scores(scores)
        if missing > 0:
            self._caption.setText(
                tr("{count} more games, and your average result stands here.", n=missing,
                   one="1 more game, and your average result stands here.", count=missing)
            )  # fmt: skip
        else:
            self._caption.setText(
                tr("Your average result, game by game, each over the last {count} games; a tie "
                   "counts half.", count=WINDOW)
            )  # fmt: skip

    def show_reached(self, you: Reached) -> None:
        """Show what you have reached."""
        titles = [tr("Board"), tr("Games"), tr("Highest level beaten"), tr("Unbeaten now"),
                  tr("Longest unbeaten run")]  # fmt: skip
        rows = [_board_cells(place, board) for place, board in enumerate(you.boards)]
        if self._boards.show(titles, rows):
            boards = (row[0].text for row in rows)
            self.boards.fit_columns({0: max(boards, key=len, default="")}, "100,000")
            self.boards.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.boards.setVisible(bool(rows))
        _fit_rows(self.boards, len(rows))
        reached = enumerate(zip(goals(), you.reached, strict=True))
        cells = [_goal_cells(place, goal, ended) for place, (goal, ended) in reached]
        if self._goals.show([tr("Goal"), tr("Reached")], cells):
            longest = max((row[0].text for row in cells), key=len)
            self.goals.fit_columns({0: longest}, when_text("2000-12-30T20:00:00+00:00"))
            self.goals.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        count = len(cells) - you.reached.count("")
        self.reached.setText(tr("{count} of {all} goals reached", count=count, all=len(cells)))


def _opponents_table() -> QTableWidget:
    table = QTableWidget(0, len(_COLUMNS))
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setAlternatingRowColors(True)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setStretchLastSection(True)
    for column, (title, _) in enumerate(_COLUMNS):
        heading = QTableWidgetItem(tr(title))
        heading.setTextAlignment(_aligned(column))
        table.setHorizontalHeaderItem(column, heading)
    table.setAccessibleName(tr("Statistics"))
    return table


def _fit_rows(table: QTableView, rows: int) -> None:
    """Make a table as high as its rows, up to a few: the page scrolls, not the table."""
    header, bar = table.horizontalHeader(), table.horizontalScrollBar()
    each = table.verticalHeader().defaultSectionSize()
    high = header.sizeHint().height() + bar.sizeHint().height() + min(rows, _ROWS) * each
    table.setFixedHeight(high + 2 * table.frameWidth())


def _board_cells(place: int, on: OnBoard) -> list[Cell]:
    ladder = levels()
    beaten = [rank for rank, level in enumerate(ladder) if f"{LADDER}/{level}" in on.beaten]
    best = max(beaten, default=-1)
    return [
        Cell(rule_text(on.board), place),
        Cell(f"{on.games:,}", on.games),
        Cell(titled(ladder[best], on.board) if beaten else _NOTHING, best),
        Cell(f"{on.unbeaten:,}", on.unbeaten),
        Cell(f"{on.longest:,}", on.longest),
    ]


def _goal_cells(place: int, goal: Goal, ended: str) -> list[Cell]:
    if not ended:
        return [Cell(goal_text(goal), place), Cell(tr("not yet"), inf)]
    moment = QDateTime.fromString(ended, Qt.DateFormat.ISODate).toSecsSinceEpoch()
    return [Cell(goal_text(goal), place), Cell(when_text(ended), moment)]
