"""The sentence above the board: whose turn it is; how the game ended, once its card is closed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine import EMPTY, Game, Line, Square, square_name
from ttt_desktop.board.badge import MarkBadge
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import BODY, DISPLAY, SPACE, TITLE
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import letter, listed, rule_text, tr, unmarked
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import ElidedLabel
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.session.words import end_sentence, place_sentence, turn_mark, turn_sentence


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
    """Says in display size whose turn it is or how the game ended, the side's mark before it.

    An end is read out with its game's last move; to the eye, the card at the end says it first.
    """

    def __init__(self, controller: GameController, theme: ThemeManager) -> None:
        super().__init__()
        self._controller = controller
        self._theme = theme
        self._badge = MarkBadge(EMPTY, theme, 1.7)
        self._sentence = ElidedLabel()
        self._read = ""
        self._end_elsewhere = False
        self._hint: tuple[str, Game, Line] | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE // 2)
        row.addStretch(1)
        row.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._sentence, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
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
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    @property
    def text(self) -> str:
        """The sentence shown; empty while the card at the end says it."""
        return self._sentence.text()

    def show_hint(self, sentence: str) -> None:
        """Show a hint until another position is on the board; elsewhere it is read out."""
        view = self._controller.view
        self._hint = sentence, view.game, view.moves
        self.refresh()

    @Slot(bool)
    def leave_end(self, elsewhere: bool) -> None:
        """Show nothing of a game's end while that is to be seen elsewhere."""
        self._end_elsewhere = elsewhere
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Say how things stand, to the eye and to a screen reader."""
        view = self._controller.view
        result = view.result
        ended = result is not None and view.task is None
        if result is None or not ended:
            sentence, mark = turn_sentence(view), turn_mark(view)
        else:
            sentence = end_sentence(view, result)
            mark = EMPTY if result.winner is None else result.winner
        if sentence != self._read:
            self._read = sentence
            self._announcer.say(sentence)
        if ended and self._end_elsewhere:
            sentence, mark = "", EMPTY
        if self._hint is not None and not ended:
            hint, *hint_at = self._hint
            if hint_at == [view.game, view.moves] and not view.is_thinking:
                sentence = hint
        self._badge.show_mark(mark)
        self._sentence.setText(sentence)
        self._sentence.setAccessibleName(sentence)
        self._sentence.setToolTip(unmarked(sentence))
        self._fit()

    def _fit(self) -> None:
        """Write as large as the whole sentence has room for."""
        room = self.width() - self._badge.sizeHint().width() - SPACE
        for size in (DISPLAY, TITLE, BODY):
            font = self._theme.font(size, QFont.Weight.DemiBold)
            if QFontMetrics(font).horizontalAdvance(self._sentence.text()) <= room:
                break
        if font != self._sentence.font():
            self._sentence.setFont(font)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _restyle(self) -> None:
        self._fit()
        # The row stays as high where it shows no mark: the board must not move.
        self.setMinimumHeight(self._badge.sizeHint().height())
