"""The card over the board at a game's end: who won, the score, what to do next, and an offer."""

from __future__ import annotations

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QMargins,
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
from PySide6.QtGui import QAction, QFont, QPaintEvent
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

from engine import EMPTY, Result
from ttt_desktop.board.badge import MarkBadge
from ttt_desktop.features.play.card_place import Surroundings, find_spot
from ttt_desktop.look.controls import fill
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CARD_MS, LINE_MS, LINE_PAUSE_MS, SPACE, TITLE
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import CloseButton, mute, paint_card
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.session.words import end_sentence, score_text, why_text

_RISE = 8
_LEAST = 12
"""The least width of the card, in lines of its title."""

_SHAPES = _USUAL, _FLAT, _NARROW = range(3)
"""How the card can stand: the title may wrap; it is whole; all stands below each other."""


class ResultCard(QFrame):
    """Lies beside the board, or where it covers no marks; its button and Escape close it.

    A click on the board brings it back, and leaves it where it is there.

    Args:
        actions: what can be done next, the most wanted one first; the last one is a review.
        over: what the board lies in.
        spare: what says nothing while the card is there, and so may be covered.

    Signals:
        announced(bool): whether the end is said here from now on, or no longer.
        taken(): the offer is accepted.
    """

    announced = Signal(bool)
    taken = Signal()

    def __init__(
        self,
        controller: GameController,
        theme: ThemeManager,
        actions: list[QAction],
        over: SquareFrame,
        spare: QWidget,
    ) -> None:
        around = over.parentWidget() or over
        super().__init__(around)
        self._around = around
        self._controller = controller
        self._game = controller.game
        self._theme = theme
        self._over, self._spare = over, spare
        self._arranged = -1
        self._badge = MarkBadge(EMPTY, theme)
        self._words, self._top = QWidget(), QGridLayout()
        self._title, self._why, self._score = QLabel(), QLabel(), QLabel()
        self._offered, self._accept = QLabel(), QPushButton()
        self._lesson = QLabel()
        for label in (self._title, self._why, self._score, self._offered, self._lesson):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        mute(self._why)
        mute(self._score)
        self._lesson.setObjectName("lesson")
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(self._appear)
        self._motion: list[QPropertyAnimation] = []
        self._moves = False
        self._announcer = Announcer(self)
        # The board fits itself into its frame after the frame was told of its new size.
        self._follows = QTimer(self, singleShot=True, interval=0)
        self._follows.timeout.connect(self._follow)
        self._build(actions)
        over.installEventFilter(self)
        theme.changed.connect(self._restyle)
        controller.follow(self._check, View.game, View.result)
        self._restyle()
        self.hide()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        paint_card(self)

    def _build(self, actions: list[QAction]) -> None:
        words = QVBoxLayout(self._words)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(SPACE // 2)
        for label in (self._title, self._why, self._score):
            words.addWidget(label)
        self._top.setSpacing(SPACE)
        self._top.setColumnStretch(1, 1)
        self._top.addWidget(self._badge, 0, 0, Qt.AlignmentFlag.AlignTop)
        close = CloseButton(
            tr("Close"), tr("Look at the board (Esc); a click on it brings this back")
        )
        close.clicked.connect(self.close_card)
        self._top.addWidget(close, 0, 2, Qt.AlignmentFlag.AlignTop)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(SPACE)
        for place, action in enumerate(actions):
            button = QPushButton(action.text().replace("&", ""))  # the menus have these letters
            button.setToolTip(action.toolTip())
            button.clicked.connect(action.trigger)
            fill(button, not place)
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
            moving: whether the card waits for the line to be drawn, and fades in.
        """
        view = self._controller.view
        self._title.setText(end_sentence(view, result))
        why = why_text(result)
        self._why.setText(why)
        practice = view.scene.is_try
        self._why.setVisible(bool(why) and not practice)
        self._score.setText(tr("Practice: this does not count.") if practice else score_text(view))
        self._score.setVisible(view.counts or practice)
        self._badge.show_mark(EMPTY if result.winner is None else result.winner)
        self.setAccessibleName(self._title.text())
        self.offer()
        self._moves = moving
        self._game = view.game
        self._delay.start(LINE_PAUSE_MS + LINE_MS if moving else 0)
        self.announced.emit(True)

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
            self._announcer.say(sentence)
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
            self._announcer.say(tr("{why} {what}", why=why, what=what))
        self._follows.start()

    @Slot()
    def close_card(self) -> None:
        """Take the card away that is there; one that waits for the line still comes."""
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            self._over.setFocus()
        self.hide()
        self._over.keep_free(QMargins())
        self.announced.emit(self._delay.isActive())

    def bring_back(self) -> None:
        """Come back where the card was closed and its game is still over."""
        view, comes = self._controller.view, self._delay.isActive() or self.isVisible()
        if view.result is not None and view.game is self._game and not comes:
            self._moves = False
            self._delay.start(0)
            self.announced.emit(True)

    @Slot()
    def _check(self) -> None:
        """Go when another position comes, even that of another end."""
        view = self._controller.view
        if view.result is None or view.game is not self._game:
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
        for motion in (fade, rise):
            motion.setDuration(CARD_MS)
            motion.setEasingCurve(QEasingCurve.Type.OutCubic)
            motion.start()
        self._motion = [fade, rise]

    @Slot()
    def _settled(self) -> None:
        """Draw the card without an effect again, which would make every repaint dear."""
        self.setGraphicsEffect(None)  # type: ignore[arg-type]  # Qt takes none for "no effect"
        for motion in self._motion:
            motion.stop()
            motion.deleteLater()
        self._motion = []

    def _place(self) -> None:
        """Find a place in which the whole card covers no mark; the board leaves room for it."""
        view = self._controller.view
        self._over.keep_free(QMargins())
        line = view.result.line if view.result else ()
        room, side = self._find_room(), view.game.rules.size
        ground = Surroundings(room, self._over.geometry(), self._board, side, line, view.moves)
        spot = find_spot(ground, _SHAPES, self._size)
        self._arrange(spot.shape)
        self._over.keep_free(spot.free)
        place = QRect(spot.rect)
        if spot.free.left() or spot.free.right():  # it lies beside the board, not far from it
            board, width = self._board, place.width()
            beside = board.left() - width - 3 * SPACE if spot.free.left() else (
                board.right() + 2 * SPACE
            )  # fmt: skip
            place.moveLeft(max(room.left(), min(beside, room.right() - width + 1)))
        self.setGeometry(place)

    @property
    def _board(self) -> QRect:
        """Where the squares are."""
        return self._over.board.translated(self._over.pos())

    def _find_room(self) -> QRect:
        """Return where the card may lie: below all that says something above the board."""
        frame = self._around.rect().adjusted(SPACE, SPACE, -SPACE, -SPACE)
        bottoms = [
            widget.geometry().bottom()
            for widget in self._around.children()
            if isinstance(widget, QWidget)
            and widget.isVisible()
            and widget not in (self, self._over, self._spare)
            and widget.geometry().bottom() < self._over.y()
        ]
        room = QRect(frame)
        room.setTop(max([frame.top(), *(bottom + SPACE // 2 for bottom in bottoms)]))
        sizes = [self._size(shape, 0) for shape in _SHAPES]
        fits = any(room.width() >= size.width() and room.height() >= size.height()
                   for size in sizes)  # fmt: skip
        return room if fits else frame

    def _size(self, shape: int, width: int) -> QSize:
        """Return how large the card is in a shape; a width of 0 is the one that it has by itself.

        It is as wide as its longest word and as high as its text, whatever room there is.
        """
        self._arrange(shape)
        title, most = self._title.fontMetrics(), self._around.width() - 2 * SPACE
        least = max(self.minimumSizeHint().width(), _LEAST * title.lineSpacing())
        usual = least
        if shape == _USUAL:
            usual = max(least, self.sizeHint().width())
        elif shape == _FLAT:
            lesson = self._lesson.fontMetrics().horizontalAdvance(self._lesson.text())
            usual = least + max(title.horizontalAdvance(self._title.text()), lesson // 2)
        wide = max(least, min(width or usual, most))
        return QSize(wide, max(self.heightForWidth(wide), self.minimumSizeHint().height()))

    def _arrange(self, shape: int) -> None:
        """Arrange what is on the card in one of the shapes."""
        if shape == self._arranged:
            return
        self._arranged = shape
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if shape == _NARROW else across)
        self._offering.setDirection(across if shape == _FLAT else down)
        self._top.removeWidget(self._words)
        self._top.addWidget(self._words, *((1, 0, 1, 3) if shape == _NARROW else (0, 1, 1, 1)))
        self._layout.invalidate()

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
