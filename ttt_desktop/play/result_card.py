"""The card over the board at a game's end: who won, the score, what to do next, and an offer."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPropertyAnimation,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGraphicsOpacityEffect,
    QGridLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine import EMPTY, Result, Square
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.guard import virtual
from ttt_desktop.look.spoken import Herald
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import CARD_MS, LINE_MS, LINE_PAUSE_MS, SPACE, TITLE, ThemeManager
from ttt_desktop.look.widgets import CloseButton
from ttt_desktop.play.badge import MarkBadge
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.words import end_sentence, score_text, why_text

_RISE = 8
_LEAST = 12
"""The least width of the card, in lines of its title."""

_SHAPES = _USUAL, _FLAT, _NARROW = range(3)
"""How the card can stand: the title may wrap; it is whole; all stands below each other."""

_STEPS = 12
"""How many steps from one end of the room to the other are tried for a place."""

_MARGIN = 1 / 6
"""The share of a square on each side that its mark leaves free."""


class ResultCard(QFrame):
    """Lies beside the board, or where it covers no marks; a click on the board closes it.

    Args:
        controller: the game.
        theme: colours and fonts.
        actions: what can be done next, the most wanted one first; the last one is a review.
        over: what the board lies in.

    Signals:
        told(bool): whether the end is said here from now on, or no longer.
        taken(): the offer is accepted.
    """

    told = Signal(bool)
    taken = Signal()

    def __init__(
        self,
        controller: Stage,
        theme: ThemeManager,
        actions: list[QAction],
        over: SquareFrame,
    ) -> None:
        around = over.parentWidget() or over
        super().__init__(around)
        self._around = around
        self.setObjectName("overlay")
        self._controller = controller
        self._game = controller.game
        self._theme = theme
        self._over = over
        self._badge = MarkBadge(EMPTY, theme)
        self._words, self._top = QWidget(), QGridLayout()
        self._title, self._why, self._score = QLabel(), QLabel(), QLabel()
        self._offered, self._accept = QLabel(), QPushButton()
        self._lesson = QLabel()
        for label in (self._title, self._why, self._score, self._offered, self._lesson):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._why.setObjectName("muted")
        self._score.setObjectName("muted")
        self._lesson.setObjectName("lesson")
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(self._appear)
        self._motion: list[QPropertyAnimation] = []
        self._moves = False
        self._herald = Herald(self)
        # The board fits itself into its frame after the frame was told of its new size.
        self._follows = QTimer(self, singleShot=True, interval=0)
        self._follows.timeout.connect(self._follow)
        self._build(actions)
        over.installEventFilter(self)
        theme.changed.connect(self._restyle)
        controller.follow(self._check, "game", "result", "seating", "seats_now")
        self._restyle()
        self.hide()

    def _build(self, actions: list[QAction]) -> None:
        words = QVBoxLayout(self._words)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(SPACE // 2)
        for label in (self._title, self._why, self._score):
            words.addWidget(label)
        self._top.setSpacing(SPACE)
        self._top.setColumnStretch(1, 1)
        self._top.addWidget(self._badge, 0, 0, Qt.AlignmentFlag.AlignTop)
        close = CloseButton(tr("Close"), tr("Look at the board (Esc)"))
        close.clicked.connect(self.close_card)
        self._top.addWidget(close, 0, 2, Qt.AlignmentFlag.AlignTop)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(SPACE)
        for place, action in enumerate(actions):
            button = QPushButton(action.text().replace("&", ""))  # the menus have these letters
            button.setToolTip(action.toolTip())
            button.clicked.connect(action.trigger)
            button.setObjectName("" if place else "accent")
            row.addWidget(button)
        self._review, self._reviews = button, button.text()
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(int(SPACE * 1.5))
        layout.addLayout(self._top)
        self._lesson.hide()
        layout.addWidget(self._lesson)
        layout.addLayout(self._offer_row())
        layout.addLayout(row)

    def _offer_row(self) -> QBoxLayout:
        """Return what is offered, and the button beside or below it."""
        self._accept.clicked.connect(self.taken)
        self._offering = row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(SPACE)
        row.addWidget(self._offered, 1)
        row.addWidget(self._accept)
        self._offered.hide()
        self._accept.hide()
        return row

    def show_result(self, result: Result, moving: bool) -> None:
        """Say how the game ended.

        Args:
            result: the end.
            moving: whether the card waits for the line to be drawn, and fades in.
        """
        view = self._controller.view
        self._title.setText(end_sentence(view, result))
        why = why_text(result)
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self._score.setText(score_text(view))
        self._score.setVisible(view.counts)
        self._badge.show_mark(EMPTY if result.winner is None else result.winner)
        self.setAccessibleName(self._title.text())
        self.offer()
        self._moves = moving
        self._game = view.game
        self._delay.start(LINE_PAUSE_MS + LINE_MS if moving else 0)
        self.told.emit(True)

    def teach(self, sentence: str = "", shows: bool = False) -> None:
        """Say where the game was decided, and why; or nothing.

        Args:
            sentence: what the coach says; empty for nothing.
            shows: whether there is a decisive move to show.
        """
        if sentence == self._lesson.text():
            return
        self._lesson.setText(sentence)
        self._lesson.setVisible(bool(sentence))
        # A review begins with the decisive move.
        self._review.setText(tr("Show me") if shows else self._reviews)
        if sentence and (self._delay.isActive() or not self.isHidden()):
            self._herald.say(sentence)
        self._follows.start()

    def offer(self, why: str = "", what: str = "") -> None:
        """Offer another game than the same again, or take the offer away.

        Args:
            why: a sentence; empty for no offer.
            what: what the button says.
        """
        if why == self._offered.text() and what == self._accept.text():
            return
        self._offered.setText(why)
        self._accept.setText(what)
        for part in (self._offered, self._accept):
            part.setVisible(bool(why))
        if why and (self._delay.isActive() or not self.isHidden()):
            self._herald.say(tr("{why} {what}", why=why, what=what))
        self._follows.start()

    @Slot()
    def close_card(self) -> None:
        """Take the card away that is there; one that waits for the line still comes."""
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            self._over.setFocus()
        self.hide()
        self.told.emit(self._delay.isActive())

    def turn(self) -> None:
        """Go where the card is there; come back where it has gone and its game is still over."""
        if self.isVisible():
            self.close_card()
            return
        view = self._controller.view
        if view.result is not None and view.game is self._game and not view.changed_hands:
            self._moves = False
            self._delay.start(0)
            self.told.emit(True)

    @Slot()
    def _check(self) -> None:
        """Go when another position comes, even that of another end, or others take the seats."""
        view = self._controller.view
        if view.result is None or view.game is not self._game or view.changed_hands:
            self._delay.stop()
            self.close_card()

    @Slot()
    def _appear(self) -> None:
        self._place()
        self.show()
        self.raise_()
        if not self._moves:
            return
        effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(effect)
        end = self.pos()
        fade = QPropertyAnimation(effect, b"opacity", self)
        fade.setStartValue(0.0)
        fade.setEndValue(1.0)
        rise = QPropertyAnimation(self, b"pos", self)
        rise.setStartValue(end + QPoint(0, _RISE))
        rise.setEndValue(end)
        fade.finished.connect(self._settled)
        for each in (fade, rise):
            each.setDuration(CARD_MS)
            each.setEasingCurve(QEasingCurve.Type.OutCubic)
            each.start()
        self._motion = [fade, rise]

    @Slot()
    def _settled(self) -> None:
        """Draw the card without an effect again, which would make every repaint dear."""
        self.setGraphicsEffect(None)  # type: ignore[arg-type]  # Qt takes none for "no effect"
        for each in self._motion:
            each.stop()
            each.deleteLater()
        self._motion = []

    def _place(self) -> None:
        """Find a place; where the coach's sentence takes the room for that, leave it to the bar."""
        self._lesson.setVisible(bool(self._lesson.text()))
        if self._find_place() and not self._lesson.isHidden():
            self._lesson.hide()
            self._find_place()

    def _find_place(self) -> bool:
        """Lie where the card covers the least, and there as near to the board as can be.

        What matters most comes first: the line that ended the game, marks, the bars above the
        board, the board. (Some hundred places are tried, so what is covered is read off sums.)

        Returns:
            Whether marks are covered all the same.
        """
        view, board = self._controller.view, self._board
        side = view.game.rules.size
        cell = board.width() / side
        line = _sums(view.result.line if view.result else (), side)
        marks = _sums(view.moves, side)
        bars, found = self._over.y(), []  # who plays, and how it ended, stand above there
        for shape in _SHAPES:
            size = self._shape(shape)
            lefts, tops = self._places(size)
            across = [(x, *_between(x - board.x(), size.width(), cell, side)) for x in lefts]
            for y in tops:
                top, bottom = _between(y - board.y(), size.height(), cell, side)
                for x, left, right in across:
                    on_line = line[bottom][right] - line[top][right] - line[bottom][left]
                    on_line += line[top][left]
                    on_marks = marks[bottom][right] - marks[top][right] - marks[bottom][left]
                    on_marks += marks[top][left]
                    place = QRect(QPoint(x, y), size)
                    away = (place.center() - board.center()).manhattanLength()
                    cost = on_line, on_marks, y < bars, place.intersects(board), shape, away
                    found.append((cost, (x, y)))
        (on_line, on_marks, *_, shape, _), corner = min(found)
        self.setGeometry(QRect(QPoint(*corner), self._shape(shape)))
        return bool(on_line or on_marks)

    @property
    def _board(self) -> QRect:
        """Where the squares are."""
        return self._over.board.translated(self._over.pos())

    @property
    def _room(self) -> QRect:
        """Where the card may lie."""
        return self._around.rect().adjusted(SPACE, SPACE, -SPACE, -SPACE)

    def _shape(self, shape: int) -> QSize:
        """Arrange what is on the card in one of the shapes; return the size that it then has."""
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if shape == _NARROW else across)
        self._offering.setDirection(across if shape == _FLAT else down)
        self._top.removeWidget(self._words)
        self._top.addWidget(self._words, *((1, 0, 1, 3) if shape == _NARROW else (0, 1, 1, 1)))
        self._layout.invalidate()
        title = self._title.fontMetrics()
        width = max(self.minimumSizeHint().width(), _LEAST * title.lineSpacing())
        if shape == _USUAL:
            width = max(width, self.sizeHint().width())
        elif shape == _FLAT:
            width += title.horizontalAdvance(self._title.text())
        width = min(width, self._room.width())
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        return QSize(width, min(height, self._room.height()))

    def _places(self, size: QSize) -> tuple[list[int], list[int]]:
        """Return left and upper edges to choose from: beside the board, in its middle, all over."""
        room, board = self._room, self._board
        wide, high = room.width() - size.width(), room.height() - size.height()
        steps = range(_STEPS + 1)
        lefts = {board.right() + 2 * SPACE, board.center().x() - size.width() // 2}
        lefts |= {room.left() + wide * step // _STEPS for step in steps}
        tops = {board.bottom() + 2 * SPACE, board.center().y() - size.height() // 2}
        tops |= {room.top() + high * step // _STEPS for step in steps}
        return (
            [x for x in lefts if room.left() <= x <= room.left() + wide],
            [y for y in tops if room.top() <= y <= room.top() + high],
        )

    @Slot()
    def _follow(self) -> None:
        """Go to where the board has gone."""
        if self.isVisible():
            self._settled()
            self._place()

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if watched is self._over and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._follows.start()
        return super().eventFilter(watched, event)

    @Slot()
    def _restyle(self) -> None:
        self._title.setFont(self._theme.font(TITLE, QFont.Weight.DemiBold))
        self._follows.start()


def _between(start: int, length: int, cell: float, side: int) -> tuple[int, int]:
    """Return the first row or column whose mark, not its margin, is covered, and the one after.

    Args:
        start: the first pixel, from the board's edge.
        length: how many pixels are covered.
        cell: a square's side in pixels.
        side: the board's side in squares.
    """
    first = ceil(start / cell - 1 + _MARGIN)
    after = ceil((start + length - 1) / cell - _MARGIN)
    return max(0, min(side, first)), max(0, min(side, max(first, after)))


def _sums(squares: Iterable[Square], side: int) -> list[list[int]]:
    """Return how many of some squares lie above and left of each corner of the board's grid."""
    counts = [[0] * (side + 1) for _ in range(side + 1)]
    for row, col in squares:
        counts[row + 1][col + 1] += 1
    for row in range(side):
        for col in range(side):
            above = counts[row][col + 1] - counts[row][col]
            counts[row + 1][col + 1] += counts[row + 1][col] + above
    return counts
