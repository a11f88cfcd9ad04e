"""The sentence on top of the panel: whose turn it is, or how the game ended."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine import Game, Square, square_name
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import BODY, DISPLAY, LEAD, TITLE
from ttt_desktop.look.parts import Words
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import breakable_names, letter, listed, rule_text, tr, unmarked
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.session.words import end_sentence, place_sentence, turn_sentence


class SpokenGame(QObject):
    """Says what the eye sees on the board.

    Args:
        announcer: reads sentences out.
    """

    def __init__(self, controller: GameController, announcer: Announcer) -> None:
        super().__init__(announcer)
        self._controller = controller
        self._announcer = announcer
        self._game = controller.game
        self._moves = tuple(controller.game.moves)
        self._looked_back = False
        controller.moved.connect(self._say_move)
        controller.follow(self._say_change, View.game, View.moves, View.rest)

    @Slot(object)
    def _say_move(self, square: Square) -> None:
        if self._controller.game is not self._game:
            self._say_change()
        self._moves = tuple(self._controller.game.moves)
        mark = letter(self._controller.game.board.square(*square))
        self._announcer.say(tr("{mark} plays {square}", mark=mark, square=square_name(square)))

    @Slot()
    def _say_change(self) -> None:
        game, before = self._controller.game, self._moves
        now = self._moves = tuple(game.moves)
        looked_back, self._looked_back = self._looked_back, self._controller.view.looks_back
        task = self._controller.view.task
        if task is not None and not task.asks and not now:
            self._game = game  # the bar says what was changed
        elif game is not self._game:
            self._game = game
            what = tr("Another game: {rule}") if now else tr("New game: {rule}")
            self._announcer.say(what.format(rule=rule_text(game.rules)))
        elif self._looked_back:
            return  # the headline says where
        elif looked_back and len(now) > len(before):
            self._announcer.say(place_sentence(self._controller.view))
        elif len(now) < len(before):
            gone = _named(game, before, len(now))
            self._announcer.say(tr("Taken back: {moves}", moves=listed(reversed(gone))))
        elif len(now) > len(before):
            replayed = _named(game, now, len(before))
            self._announcer.say(tr("Made again: {moves}", moves=listed(replayed)))


def _named(game: Game, moves: tuple[Square, ...], first: int) -> list[str]:
    """Return moves of a game from the ``first`` on, such as "X C3"."""
    plies = range(first, len(moves))
    return [f"{letter(game.mover(ply + 1))} {square_name(moves[ply])}" for ply in plies]


class Headline(QWidget):
    """Says in display size whose turn it is or how the game ended; it wraps to two lines.

    The room of two lines is kept, so that nothing below it moves. An end is read out with its
    game's last move.
    """

    def __init__(self, controller: GameController, theme: ThemeManager) -> None:
        super().__init__()
        self._controller = controller
        self._theme = theme
        self._sentence = Words(theme, "", DISPLAY, QFont.Weight.Bold, wrap=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignBottom)
        self._text, self._is_low = "", False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._sentence)
        self._announcer = Announcer(self)
        self._spoken = SpokenGame(controller, self._announcer)  # the move, then whose turn it is
        controller.follow(
            self.refresh,
            View.game,
            View.moves,
            View.undone,
            View.ahead,
            View.thinking,
            View.rest,
            View.swap,
            View.task,
            View.seating,
            View.seats_now,
            View.ended,
            View.look,
        )
        theme.changed.connect(self._fit)
        self.refresh()

    @property
    def text(self) -> str:
        """The sentence shown."""
        return self._text

    def be_low(self, is_low: bool) -> None:
        """Keep the room of two lines of plain text alone, where there is little height."""
        self._is_low = is_low
        self._fit()

    @Slot()
    def refresh(self) -> None:
        """Say how things stand, to the eye and to a screen reader."""
        view = self._controller.view
        ended = view.result is not None and view.task is None
        if view.result is not None and ended:
            sentence = end_sentence(view, view.result)
        else:
            sentence = turn_sentence(view)
        if sentence == self._text:
            return
        self._text = sentence
        self._announcer.say(sentence)
        self._sentence.setText(breakable_names(sentence))
        self._sentence.setAccessibleName(sentence)
        self._sentence.setToolTip(unmarked(sentence))
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """Write as large as the sentence has room for in the lines that are kept."""
        sizes = (TITLE, LEAD, BODY) if self._is_low else (DISPLAY, TITLE, LEAD, BODY)
        kept = 2 * self._metrics(BODY if self._is_low else DISPLAY).lineSpacing()
        size = next((size for size in sizes if self._height(size) <= kept), sizes[-1])
        self._sentence.setFont(self._theme.font(size, QFont.Weight.Bold))
        self.setMinimumHeight(kept)

    def _metrics(self, size: float) -> QFontMetrics:
        return QFontMetrics(self._theme.font(size, QFont.Weight.Bold))

    def _height(self, size: float) -> int:
        """Return how high the sentence is at a step of the type scale, in pixels."""
        room, wrap = QRect(0, 0, max(1, self.width()), 10_000), Qt.TextFlag.TextWordWrap
        return self._metrics(size).boundingRect(room, wrap, self._sentence.text()).height()

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._fit()
