"""The bar above the board: who plays which mark, the score, whose turn it is, and thinking."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERO, PLAYERX, STRMAP, Analysis
from ttt_desktop.board.badge import MarkBadge
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import CAPTION, CARD_CORNER, CONTROL, DISPLAY, SPACE, TITLE
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.text import letter, listed, rule_text, tr, unmarked
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import ElidedLabel, mute
from ttt_desktop.session.game import GameController
from ttt_desktop.session.seats import Seat, Seating, seat_of
from ttt_desktop.session.view import View
from ttt_desktop.session.words import machine_text, opponent_name

_STEPS = 1000
_NAMED_FROM = 3.5
"""The least width of a name, in lines of text; a narrower card shows none."""

_BETWEEN_FROM = 26.0
"""The least width of the bar, in lines of text, in which the score says what it counts."""

ACTIVE, WINNER, OVER = "active", "winner", "over"
"""How a side stands: to move, the winner of a game, or another one in a game that is over."""


class PlayerCard(QFrame):
    """One side: its mark, who plays it, the games it won, and the machine's progress.

    Args:
        mark: PLAYERX or PLAYERO.

    Signals:
        chosen(int, QPoint): the card was clicked, or its button pressed: its mark, and where.
    """

    chosen = Signal(int, QPoint)

    def __init__(self, mark: int, theme: ThemeManager) -> None:
        super().__init__()
        self._mark = mark
        self._theme, self._state = theme, ""
        self._name = ElidedLabel()
        self._detail = ElidedLabel()
        mute(self._detail)
        self._wins = QLabel()
        self._progress = QProgressBar()
        self._progress.setRange(0, _STEPS)
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(SPACE // 2)
        self._progress.setAccessibleName(tr("Progress of {mark}'s search", mark=STRMAP[mark]))
        keep = self._progress.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self._progress.setSizePolicy(keep)
        self._progress.hide()
        self._names = QWidget()
        names = QVBoxLayout(self._names)
        names.setContentsMargins(0, 0, 0, 0)
        names.setSpacing(0)
        names.addWidget(self._name)
        names.addWidget(self._detail)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        self._badge = MarkBadge(mark, theme)
        row.addWidget(self._badge)
        row.addWidget(self._names, 1)
        row.addWidget(self._wins)
        self._change = QToolButton()
        self._change.setArrowType(Qt.ArrowType.DownArrow)
        self._change.setAutoRaise(True)
        self._change.setMinimumSize(CONTROL, CONTROL)
        self._change.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._change.setAccessibleName(tr("Change {mark}'s player", mark=STRMAP[mark]))
        self._change.setToolTip(tr("Change the player, its difficulty or the side"))
        self._change.clicked.connect(self._choose)
        row.addWidget(self._change)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE, SPACE, int(SPACE * 1.5), SPACE // 2)
        layout.setSpacing(SPACE // 2)
        layout.addLayout(row)
        layout.addWidget(self._progress)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_side(self, name: str, detail: str, wins: int, state: str, doing: str) -> None:
        """Show who plays the mark, and how it stands.

        Args:
            name: what the player is called.
            detail: its strength, if it has one.
            wins: the games it has won.
            state: ACTIVE, WINNER, OVER, or empty where it waits for the other one's move.
            doing: what it does, such as "to move"; of an end, another place says it.
        """
        self._name.setText(name)
        waits = "" if state in (WINNER, OVER) else tr("waits")
        detailed = " · ".join(filter(None, (detail, doing))) or waits
        self._detail.setText(detailed)
        self._detail.setVisible(bool(detailed))  # else the name stands in the middle
        self._wins.setText(str(wins))
        player = listed(filter(None, (name, detail)))
        sentences = [tr("{mark}: {player}.", mark=letter(self._mark), player=player)]
        sentences.append(tr("Games won: {count}.", count=wins))
        if doing:
            sentences.append(f"{doing[0].upper()}{doing[1:]}.")
        self.setAccessibleName(" ".join(sentences))
        if state != self._state:
            self._state = state
            self.update()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter, theme = QPainter(self), self._theme.theme
        ground = theme.tile_win if self._state == WINNER else theme.surface
        lines = {ACTIVE: theme.accent, WINNER: theme.gold}
        rounded(painter, QRectF(self.rect()), CARD_CORNER, ground,
                lines.get(self._state, theme.line), 2)  # fmt: skip
        painter.end()

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self._mark, self.mapToGlobal(self.rect().bottomLeft()))

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        # Two dots of a name say less than the mark alone, and look broken.
        beside = sum(part.sizeHint().width() for part in (self._badge, self._wins, self._change))
        named = (
            event.size().width() - beside - 6 * SPACE >= _NAMED_FROM * self.fontMetrics().height()
        )
        self._names.setVisible(named)

    @handler
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        super().mouseReleaseEvent(event)
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self._choose()

    def show_progress(self, share: float | None) -> None:
        """Show how far a search has come (0 to 1), or None for no search."""
        self._progress.setVisible(share is not None)
        self._progress.setValue(round((share or 0.0) * _STEPS))

    @Slot()
    def _restyle(self) -> None:
        self._name.setFont(self._theme.font(TITLE, QFont.Weight.DemiBold))
        self._detail.setFont(self._theme.font(CAPTION))
        self._wins.setFont(self._theme.font(DISPLAY, QFont.Weight.DemiBold))
        # As high with a name alone: the board must not move.
        self._names.setMinimumHeight(
            self._name.sizeHint().height() + self._detail.sizeHint().height()
        )


class PlayerBar(QWidget):
    """Both sides with their score, and the ties between them.

    Signals:
        chosen(int, QPoint): a player's card was clicked: its mark, and where.
    """

    chosen = Signal(int, QPoint)

    def __init__(self, controller: GameController, theme: ThemeManager) -> None:
        super().__init__()
        self._controller = controller
        self._theme = theme
        self._cards = {mark: PlayerCard(mark, theme) for mark in (PLAYERX, PLAYERO)}
        for card in self._cards.values():
            card.chosen.connect(self.chosen)
        self._between = QWidget()
        self._against, self._board, self._ties = ElidedLabel(), ElidedLabel(), ElidedLabel()
        between = QVBoxLayout(self._between)
        between.setContentsMargins(0, 0, 0, 0)
        between.setSpacing(0)
        between.addStretch(1)
        for label in (self._against, self._board, self._ties):
            mute(label)
            between.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        between.addStretch(1)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, SPACE // 2, 0, 0)
        layout.setHorizontalSpacing(SPACE)
        layout.addWidget(self._cards[PLAYERX], 0, 0)
        layout.addWidget(self._between, 0, 1)
        layout.addWidget(self._cards[PLAYERO], 0, 2)
        layout.setColumnStretch(0, 1)
        layout.setColumnStretch(2, 1)
        controller.follow(
            self.refresh,
            View.game,
            View.moves,
            View.thinking,
            View.rest,
            View.swap,
            View.seating,
            View.seats_now,
            View.wins,
        )
        controller.searched.connect(self._show_search)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show who plays, how they stand, and what they have won."""
        view = self._controller.view
        past = not view.scene.is_own
        seating = view.seating if past else view.seats_now
        settings = seating.settings
        for (mark, card), wins in zip(self._cards.items(), view.wins, strict=False):
            state, doing = _standing(view, mark)
            if view.result is not None and view.changed_hands and not past:
                state, doing = "", ""  # others play the next game
            detail = ""
            if seat_of(settings, mark) is Seat.MACHINE:
                detail = _machines_detail(view, seating, mark)
                if state == ACTIVE and view.can_resume:
                    doing = tr("waits")
            card.show_side(seating.name(mark), detail, wins, state, doing)
            searching = state == ACTIVE and view.is_thinking
            card.show_progress(0.0 if searching else None)
        self._name_score(view)

    def _name_score(self, view: View) -> None:
        """Say between the cards which games their numbers count."""
        against, board = opponent_name(view), rule_text(view.game.rules)
        self._against.setText(tr("Against {opponent}", opponent=against) if against else "")
        self._board.setText(board)
        self._ties.setText(tr("Ties {count}", count=view.wins[-1]))
        who = tr("Score against {opponent} on {board}.", opponent=against, board=board)
        if not against:
            who = tr("Score on {board}.", board=board)
        why = tr("Each opponent has a score of its own on each board.")
        self._between.setToolTip(unmarked(f"{who} {why}"))
        self._make_room()

    def _make_room(self) -> None:
        """Leave the players their names where there is no room for more words between them."""
        named = self.width() >= _BETWEEN_FROM * self.fontMetrics().height()
        self._against.setVisible(named and bool(self._against.text()))
        self._board.setVisible(named)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._make_room()

    @Slot(object)
    def _show_search(self, analysis: Analysis) -> None:
        self._cards[analysis.player].show_progress(analysis.progress)

    @Slot()
    def _restyle(self) -> None:
        for label in (self._against, self._board, self._ties):
            label.setFont(self._theme.font(CAPTION))


def _machines_detail(view: View, seating: Seating, mark: int) -> str:
    """Describe a machine; one that is not built in, by how many trials it is asked to play."""
    if not seating.guest(mark):
        return machine_text(seating.settings.player(mark), view.game.rules, mark)
    if seating is not view.seats_now or not view.machine.takes_trials:
        return ""
    count = seating.settings.trials(mark)
    return tr("{count} trials", n=count, one="1 trial", count=f"{count:,}")


def _standing(view: View, mark: int) -> tuple[str, str]:
    """Return a side's state, as a style sheet knows it, and in words."""
    result = view.result
    if view.ended and not view.is_thinking:
        return OVER, ""  # by resigning, time or agreement, as its file says
    if result is None:
        return (ACTIVE, tr("to move")) if view.actor == mark else ("", "")
    return (WINNER if result.winner == mark else OVER), ""
