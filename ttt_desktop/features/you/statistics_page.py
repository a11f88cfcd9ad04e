"""Your wins, ties and losses for each board and opponent, and how you fare over time."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.tournament.statistics import FEWEST, elo, share
from ttt_desktop.archive.games import Count
from ttt_desktop.features.you.games_model import opponent_text, share_text
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, SPACE
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, elo_text, rule_text, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import mute

NEWEST, WINDOW = 400, 20
"""How many games the curve shows, and over how many each point is a mean."""


def rating_text(count: Count) -> str:
    """Return how much stronger you are, or how many games are missing before that can be told."""
    missing = FEWEST - count.games
    if missing > 0:
        return tr("after {count} more games", n=missing, one="after 1 more game", count=missing)
    return elo_text(elo(count.wins, count.ties, count.losses))


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
        lambda count: share_text(share(count.wins, count.games)),
    ),
    (
        QT_TRANSLATE_NOOP("", "Rating against it (Elo)"),
        rating_text,
    ),
    (QT_TRANSLATE_NOOP("", "Best streak"), lambda count: f"{count.streak:,}"),
)


def running_means(scores: list[float], window: int = WINDOW) -> list[float]:
    """Return the mean of each game and those before it, of ``window`` games at most."""
    return [
        sum(scores[max(0, end - window) : end]) / min(window, end)
        for end in range(1, len(scores) + 1)
    ]


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


class StatisticsPage(QWidget):
    """A table of boards and opponents, and the curve."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._empty = QLabel(
            tr("Your games against the machine and with friends are counted here.")
        )
        mute(self._empty)
        self.table = QTableWidget(0, len(_COLUMNS))
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        for column, (title, _) in enumerate(_COLUMNS):
            heading = QTableWidgetItem(tr(title))
            heading.setTextAlignment(_aligned(column))
            self.table.setHorizontalHeaderItem(column, heading)
        # As high as its rows: the curve gets the rest.
        self.table.setSizeAdjustPolicy(QAbstractItemView.SizeAdjustPolicy.AdjustToContents)
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.table.setAccessibleName(tr("Statistics"))
        self.curve = Curve(theme)
        caption = QLabel(tr("Score over your newest games, a mean of {count} each:", count=WINDOW))
        layout = QVBoxLayout(self)
        layout.setSpacing(SPACE)
        layout.addWidget(self._empty)
        layout.addWidget(self.table)
        layout.addWidget(caption)
        layout.addWidget(self.curve, 1)

    def show_counts(self, counts: list[Count], scores: list[float]) -> None:
        """Show counts, and what the newest games count, the oldest one first."""
        self._empty.setVisible(not counts)
        self.table.setRowCount(len(counts))
        for row, count in enumerate(counts):
            for column, (_, text) in enumerate(_COLUMNS):
                item = QTableWidgetItem(text(count))
                item.setTextAlignment(_aligned(column))
                self.table.setItem(row, column, item)
        self.table.updateGeometry()
        self.curve.show_scores(scores)
