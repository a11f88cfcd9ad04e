"""The ladder of levels: how far up you have come on each board, and the rung to play next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QHBoxLayout, QSizePolicy, QStyle, QWidget

from engine import Game, Rules
from ttt_desktop.archive.games import OnBoard
from ttt_desktop.archive.goals import BOARDS, LADDER, can_be_beaten, levels
from ttt_desktop.features.you.pictures import PastPicture
from ttt_desktop.features.you.words import level_on
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, CAPTION, CONTROL, CORNER, LEAD, S1, S2, S3
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.parts import Card, Words
from ttt_desktop.look.text import rule_text, tr
from ttt_desktop.look.theme import ThemeManager

_BESIDE_FROM = 560
"""From this width on a board's name stands beside its rungs, in pixels at the usual text size."""

_NAME = 150
"""The width of a board's name beside its rungs, in pixels at the usual text size."""

_PICTURE = 28


class State(Enum):
    """What a rung is to you."""

    BEATEN = "beaten"
    BEST = "the highest one beaten"
    NEXT = "to be played next"
    AHEAD = "still ahead"
    NEVER = "unbeatable"


def rungs(beaten: frozenset[str], board: Rules) -> list[State]:
    """Return what each level is to you on a board, the weakest first.

    Who has beaten a level has beaten those below it.

    Args:
        beaten: the levels that you have won against, as the history calls them.
    """
    ladder = levels()
    best = max((rank for rank, level in enumerate(ladder) if f"{LADDER}/{level}" in beaten),
               default=-1)  # fmt: skip
    states = []
    for rank, level in enumerate(ladder):
        if rank <= best:
            state = State.BEST if rank == best else State.BEATEN
        elif not can_be_beaten(level, board):
            state = State.NEVER
        else:
            state = State.NEXT if rank == best + 1 else State.AHEAD
        states.append(state)
    return states


class Rung(QAbstractButton):
    """One level on one board; the next one to play is a button.

    Args:
        rank: its place on the ladder, from 0 on.
        title: what it is called on that board, such as "4 · Medium".
    """

    def __init__(self, theme: ThemeManager, rank: int, title: str, state: State) -> None:
        super().__init__()
        self._theme, self.state = theme, state
        is_next = state is State.NEXT
        self._long = tr("Play {number}", number=rank + 1) if is_next else ""
        self._short = str(rank + 1)
        said = {
            State.BEATEN: tr("{level}: beaten", level=title),
            State.BEST: tr("{level}: beaten, your best", level=title),
            State.NEXT: tr("Play against {level}", level=title),
            State.AHEAD: tr("{level}: not beaten yet", level=title),
            State.NEVER: tr("{level}: proven never to lose", level=title),
        }[state]
        self.setText(said)
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.setEnabled(is_next)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_next else Qt.FocusPolicy.NoFocus)
        if is_next:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(self._theme.px(2 * CONTROL), self._theme.px(CONTROL))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(S3, self._theme.px(CONTROL))

    def ring(self) -> QRect:
        """Return what the keyboard's ring goes around."""
        return self.rect()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, box, painter = self._theme.theme, QRectF(self.rect()), QPainter(self)
        state, lit = self.state, self.underMouse() or self.isDown()
        weight = QFont.Weight.Normal if state is State.AHEAD else QFont.Weight.DemiBold
        font = self._theme.font(CAPTION if state is State.NEVER else BODY, weight)
        painter.setFont(font)
        room = box.width() - 2 * S1
        if state is State.NEVER:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.edge), 1, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), CORNER, CORNER)
            self._write(painter, box, theme.muted, _fitting(font, room, tr("unbeatable"), "–"))
        elif state is State.NEXT:
            fill = theme.accent if lit else theme.accent_soft
            rounded(painter, box, CORNER, fill, theme.accent)
            ink = theme.accent_ink if lit else theme.accent
            self._write(painter, box, ink, _fitting(font, room, self._long, self._short))
        elif state is State.AHEAD:
            rounded(painter, box, CORNER, theme.surface, theme.line)
            self._write(painter, box, theme.muted, self._short)
        else:
            best = state is State.BEST
            rounded(painter, box, CORNER, theme.right if best else theme.right_soft)
            self._tick(painter, box, theme.surface if best else theme.right, self._short * best)
        painter.end()

    @staticmethod
    def _write(painter: QPainter, box: QRectF, ink: str, text: str) -> None:
        painter.setPen(QColor(ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _tick(self, painter: QPainter, box: QRectF, ink: str, text: str) -> None:
        """Draw a tick, and a number behind it where there is room for both."""
        side = self._theme.px(14)
        wide = painter.fontMetrics().horizontalAdvance(text) + S1 if text else 0
        if side + wide > box.width() - S1:
            wide, text = 0, ""
        left = box.center().x() - (side + wide) / 2
        at = QRectF(left, box.center().y() - side / 2, side, side)
        painter.drawPixmap(
            at.topLeft(), self._theme.icon("check", side, ink, self.devicePixelRatioF())
        )
        self._write(painter, QRectF(at.right() + S1, box.top(), wide, box.height()), ink, text)


def _fitting(font: QFont, room: float, *texts: str) -> str:
    """Return the first of some texts that has room, else the last one."""
    metrics = QFontMetricsF(font)
    return next((text for text in texts if metrics.horizontalAdvance(text) <= room), texts[-1])


def _stands_beside(width: int, theme: ThemeManager) -> bool:
    return width >= theme.px(_BESIDE_FROM)


class BoardRow(QWidget):
    """A board's name, and its rungs beside or below it.

    Attributes:
        rungs: the levels, the weakest first.
    """

    def __init__(
        self,
        theme: ThemeManager,
        board: Rules,
        states: Sequence[State],
        play: Callable[[int], object],
    ) -> None:
        super().__init__()
        self._theme = theme
        best = max((at for at, state in enumerate(states) if state is State.BEST), default=None)
        self._name = QWidget()
        name = QHBoxLayout(self._name)
        name.setContentsMargins(0, 0, 0, 0)
        name.setSpacing(S2)
        words = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        words.setSpacing(0)
        words.addWidget(Words(theme, rule_text(board), BODY, QFont.Weight.DemiBold, wrap=True))
        reached = tr("no level yet") if best is None else level_on(best, board)
        words.addWidget(Words(theme, reached, CAPTION, colour="muted", wrap=True))
        name.addWidget(
            PastPicture(theme, Game.of(board, ()).board, _PICTURE), 0, Qt.AlignmentFlag.AlignTop
        )
        name.addLayout(words, 1)
        self.rungs = [Rung(theme, rank, level_on(rank, board), state)
                      for rank, state in enumerate(states)]  # fmt: skip
        ladder = QHBoxLayout()
        ladder.setSpacing(S1)
        for rank, rung in enumerate(self.rungs):
            ladder.addWidget(rung, 1)
            rung.clicked.connect(partial(play, rank))
        self._row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(S2)
        self._row.addWidget(self._name)
        self._row.addLayout(ladder, 1)
        theme.changed.connect(self._bend)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        self._bend()
        super().resizeEvent(event)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        least = max(self._name.minimumSizeHint().width(), len(self.rungs) * (S3 + S1))
        return QSize(least, super().minimumSizeHint().height())

    @Slot()
    def _bend(self) -> None:
        beside = _stands_beside(self.width(), self._theme)
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self._name.setMaximumWidth(self._theme.px(_NAME) if beside else self.maximumWidth())
        self._name.setMinimumWidth(self._theme.px(_NAME) if beside else 0)


class _Titles(QWidget):
    """The levels' names, above their rungs."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        largest = max(BOARDS, key=lambda board: board.size)  # where no level has another name
        self._titles = [level_on(rank, largest) for rank in range(len(levels()))]
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    @virtual(QSize)
    def sizeHint(self) -> QSize:
        return QSize(0, QFontMetrics(self._theme.font(CAPTION)).height())

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, font = QPainter(self), self._theme.font(CAPTION)
        painter.setFont(font)
        painter.setPen(self._theme.theme.colour("muted"))
        first = self._theme.px(_NAME) + S2
        step = (self.width() - first + S1) / len(self._titles)
        for rank, title in enumerate(self._titles):
            box = QRect(round(first + rank * step), 0, round(step - S1), self.height())
            shown = QStyle.visualRect(self.layoutDirection(), self.rect(), box)
            text = _fitting(font, box.width(), title, str(rank + 1))
            painter.drawText(shown, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()


class LadderCard(Card):
    """A row for each board: those that have goals, and others on which you have beaten a level.

    Args:
        play: starts a game on a board against the level of a rank.

    Attributes:
        rows: the boards' rows.
    """

    def __init__(self, theme: ThemeManager, play: Callable[[Rules, int], object]) -> None:
        super().__init__(theme, gap=S3)
        self._play = play
        self.rows: dict[Rules, BoardRow] = {}
        self._shown: dict[Rules, list[State]] = {}
        self.box.addWidget(Words(theme, tr("Level ladder"), LEAD, QFont.Weight.DemiBold))
        about = tr("The highest level you have beaten on each board, and the next one to play.")
        self.box.addWidget(Words(theme, about, CAPTION, colour="muted", wrap=True))
        self._titles = _Titles(theme)
        self.box.addWidget(self._titles)
        theme.changed.connect(self._name_levels)
        self.show_boards([])

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._name_levels()

    @Slot()
    def _name_levels(self) -> None:
        """Name the levels above their rungs where these stand beside the boards."""
        margins = self.box.contentsMargins()
        wide = self.width() - margins.left() - margins.right()
        self._titles.setVisible(_stands_beside(wide, self._theme))

    def show_boards(self, boards: Sequence[OnBoard]) -> None:
        """Show how far you have come on each board."""
        beaten = {on.board: on.beaten for on in boards}
        others = [board for board, levels_beaten in beaten.items()
                  if levels_beaten and board not in BOARDS]  # fmt: skip
        shown = {board: rungs(beaten.get(board, frozenset()), board)
                 for board in (*BOARDS, *others)}  # fmt: skip
        if shown == self._shown:
            return
        self._shown = shown
        for row in self.rows.values():
            row.hide()
            row.deleteLater()
        self.rows = {}
        for board, states in shown.items():
            row = BoardRow(self._theme, board, states, partial(self._begin, board))
            self.rows[board] = row
            self.box.addWidget(row)

    def _begin(self, board: Rules, rank: int, _checked: bool = False) -> None:
        self._play(board, rank)
