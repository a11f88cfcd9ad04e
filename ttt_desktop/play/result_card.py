"""The card over the board at the end of a game: who won, the score, and what to do next."""

from __future__ import annotations

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPropertyAnimation,
    Qt,
    QTimer,
    Slot,
)
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from engine import EMPTY, Result
from ttt_desktop.guard import virtual
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.theme import CARD_MS, LINE_MS, LINE_PAUSE_MS, SPACE, TITLE, ThemeManager
from ttt_desktop.play.badge import MarkBadge
from ttt_desktop.play.standing import GameStanding
from ttt_desktop.play.words import end_sentence, score_text, why_text
from ttt_desktop.text import tr

_RISE = 8


class ResultCard(QFrame):
    """Lies beside the board, or over it where there is no room; a click on the board closes it.

    Args:
        controller: the game.
        theme: colours and fonts.
        actions: what can be done next, the most wanted one first.
        over: what the board lies in.
    """

    def __init__(
        self,
        controller: GameStanding,
        theme: ThemeManager,
        actions: list[QAction],
        over: SquareFrame,
    ) -> None:
        super().__init__(over)
        self.setObjectName("overlay")
        self._controller = controller
        self._theme = theme
        self._over = over
        self._badge = MarkBadge(EMPTY, theme)
        self._title, self._why, self._score = QLabel(), QLabel(), QLabel()
        for label in (self._title, self._why, self._score):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._why.setObjectName("muted")
        self._score.setObjectName("muted")
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(self._appear)
        self._motion: list[QPropertyAnimation] = []
        self._moves = False
        self._build(actions)
        over.installEventFilter(self)
        theme.changed.connect(self._restyle)
        controller.changed.connect(self._check)
        self._restyle()
        self.hide()

    def _build(self, actions: list[QAction]) -> None:
        words = QVBoxLayout()
        words.setSpacing(SPACE // 2)
        for label in (self._title, self._why, self._score):
            words.addWidget(label)
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        top.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        close = QToolButton()
        close.setText("×")
        close.setAutoRaise(True)
        close.setAccessibleName(tr("Close"))
        close.setToolTip(tr("Look at the board (Esc)"))
        close.clicked.connect(self.close_card)
        top.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(SPACE)
        for place, action in enumerate(actions):
            button = QPushButton(action.text().replace("&", ""))  # the menus have these letters
            button.setToolTip(action.toolTip())
            button.clicked.connect(action.trigger)
            button.setObjectName("" if place else "accent")
            row.addWidget(button)
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(int(SPACE * 1.5))
        layout.addLayout(top)
        layout.addLayout(row)

    def show_result(self, result: Result, moving: bool) -> None:
        """Say how the game ended.

        Args:
            result: the end.
            moving: whether the card waits for the line to be drawn, and fades in.
        """
        self._title.setText(end_sentence(self._controller, result))
        why = why_text(result)
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self._score.setText(score_text(self._controller))
        self._score.setVisible(not self._controller.left_out)
        self._badge.show_mark(EMPTY if result.winner is None else result.winner)
        self.setAccessibleName(self._title.text())
        self._moves = moving
        self._delay.start(LINE_PAUSE_MS + LINE_MS if moving else 0)

    @Slot()
    def close_card(self) -> None:
        """Take the card away."""
        self._delay.stop()
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            self._over.setFocus()
        self.hide()

    @Slot()
    def _check(self) -> None:
        """Go when the game goes on, another one begins, or others take the seats."""
        if self._controller.game.result is None or self._controller.changed_hands:
            self.close_card()

    @Slot()
    def _appear(self) -> None:
        if self._controller.game.result is None:
            return
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
            each.deleteLater()
        self._motion = []

    def _place(self) -> None:
        """Lie right of the board, or on its half without the line that ended the game."""
        room = self._over.rect().adjusted(SPACE, SPACE, -SPACE, -SPACE)
        beside = room.right() - self._over.board.right() - 2 * SPACE
        for direction in (QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom):
            if self._least_width(direction) <= beside:
                self._take(min(beside, self.sizeHint().width()), room.height())
                left = self._over.board.right() + 2 * SPACE
                self.move(left, room.center().y() - self.height() // 2)
                return
        least = self._least_width(QBoxLayout.Direction.LeftToRight)
        self._take(min(room.width(), max(least, self.sizeHint().width())), room.height())
        result = self._controller.game.result
        middle = (self._controller.game.rules.size - 1) / 2
        # The line that ended the game stays in sight.
        low = result is not None and sum(row - middle for row, _ in result.line) > 0
        top = room.top() + 4 * SPACE if low else room.bottom() - self.height() - SPACE
        self.move(room.center().x() - self.width() // 2, top)

    def _least_width(self, direction: QBoxLayout.Direction) -> int:
        """Stand the buttons beside or below each other; return the width that this needs."""
        self._row.setDirection(direction)
        self._layout.invalidate()
        return self.minimumSizeHint().width()

    def _take(self, width: int, most: int) -> None:
        """Be so wide, and as high as that needs, if there is room."""
        height = self.heightForWidth(width) if self.hasHeightForWidth() else 0
        self.resize(width, min(most, max(height, self.minimumSizeHint().height())))

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if watched is self._over and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    @Slot()
    def _restyle(self) -> None:
        self._title.setFont(self._theme.font(TITLE, QFont.Weight.DemiBold))
        if self.isVisible():
            self._place()
