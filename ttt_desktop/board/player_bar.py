"""The players in the panel: who plays which mark, how strong, the score, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFont, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from engine import PLAYERO, PLAYERX, STRMAP, Analysis
from ttt_desktop.board.badge import MarkBadge
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import CAPTION, LEAD, S1, S2, S3, TITLE
from ttt_desktop.look.parts import PLAIN, Button, Card, Words
from ttt_desktop.look.stepper import Stepper
from ttt_desktop.look.text import breakable_names, letter, listed, rule_text, tr, unmarked
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import ElidedLabel, mute
from ttt_desktop.session.game import GameController
from ttt_desktop.session.seats import Seat, Seating, seat_of
from ttt_desktop.session.view import View
from ttt_desktop.session.words import machine_text, opponent_name
from ttt_desktop.settings.levels import LADDER, ladder_texts

_STEPS = 1000

_STEPS_UP_TO = 1.6
"""Up to which size of text a machine's level can be set on its card; beyond, it is only said."""

_BUTTON_FROM = 172
"""The least width of a card in a row that has room for its button, at the usual text size."""

ACTIVE, WINNER, OVER = "active", "winner", "over"
"""How a side stands: to move, the winner of a game, or another one in a game that is over."""


class PlayerCard(Card):
    """One side: its mark, who plays it, its level, the games it won, and the machine's progress.

    Args:
        mark: PLAYERX or PLAYERO.

    Attributes:
        stepper: sets the machine's level; hidden where no level is to be set.

    Signals:
        chosen(int, QPoint): what can be changed is asked for: its mark, and where.
        level_chosen(int, str): another level of the machine is wanted: its mark, and the level.
    """

    chosen = Signal(int, QPoint)
    level_chosen = Signal(int, str)

    def __init__(self, mark: int, theme: ThemeManager) -> None:
        super().__init__(theme, gap=S1)
        self._mark, self._theme = mark, theme
        self._stacked, self._has_level = True, False
        self._name = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self._short_name, self._short_detail = ElidedLabel(), ElidedLabel()
        mute(self._short_detail)
        self._detail = Words(theme, "", CAPTION, colour="muted", wrap=True)
        self.stepper = Stepper(theme, tr("Level of {mark}", mark=letter(mark)), [""])
        self.stepper.valueChanged.connect(self._choose_level)
        self._gain = Words(theme, "", CAPTION, colour="muted")
        self._wins = Words(theme, "", TITLE, QFont.Weight.Bold)
        self._change = Button(theme, "", "ellipsis", PLAIN)
        self._change.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._change.setAccessibleName(tr("Change {mark}'s player", mark=STRMAP[mark]))
        self._change.setToolTip(tr("Change the player, its difficulty or the side"))
        self._change.clicked.connect(self._choose)
        self._badge = MarkBadge(mark, theme)
        self._progress = _progress_bar(mark)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumWidth(1)  # it shows what there is room for, and widens no panel
        self.box.setContentsMargins(S3, S2, S2, S1)
        self.box.addLayout(self._row())
        self.box.addWidget(self._progress)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _row(self) -> QHBoxLayout:
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addStretch(1)
        for part in (self._name, self._short_name, self._detail, self._short_detail):
            names.addWidget(part)
        names.addWidget(self.stepper, 0, Qt.AlignmentFlag.AlignLeft)
        names.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(S2)
        row.addWidget(self._badge)
        row.addLayout(names, 1)
        for end in (self._gain, self._wins, self._change):
            row.addWidget(end)
        return row

    def show_side(self, name: str, strength: str, wins: int, state: str, doing: str) -> None:
        """Show who plays the mark, and how it stands.

        Args:
            name: what the player is called.
            strength: how strong it is; empty for people, of whom it is shown which side they have.
            wins: the games it has won.
            state: ACTIVE, WINNER, OVER, or empty where it waits for the other one's move.
            doing: what it does, such as "to move", for a screen reader: to the eye, the sentence
                above the cards says it.
        """
        self._name.setText(breakable_names(name))
        self._name.setAccessibleName(name)
        self._short_name.setText(name)
        self._short_name.setToolTip(unmarked(name))
        detail = strength or _side(self._mark)
        self._detail.setText(detail)
        self._short_detail.setText(detail)
        self._gain.setText("+1" if state == WINNER else "")
        self._wins.setText(str(wins))
        player = listed(filter(None, (name, strength)))
        sentences = [tr("{mark}: {player}.", mark=letter(self._mark), player=player)]
        sentences.append(tr("Games won: {count}.", count=wins))
        if doing:
            sentences.append(f"{doing[0].upper()}{doing[1:]}.")
        self.setAccessibleName(" ".join(sentences))
        self.set_edge(state == ACTIVE)
        self._fit()

    def show_levels(self, texts: Sequence[str], level: int) -> None:
        """Offer the machine's levels.

        Args:
            texts: what they are called, the weakest first; empty where none is to be set.
            level: the place of the one that plays.
        """
        self._has_level = bool(texts)
        if texts:
            with QSignalBlocker(self.stepper):
                self.stepper.set_texts(texts)
                self.stepper.setValue(level + self.stepper.minimum())
        self._fit()

    def stack(self, stacked: bool) -> None:
        """Be as high as all of it needs, or be low, where there is little room."""
        self._stacked = stacked
        self._fit()

    def show_progress(self, share: float | None) -> None:
        """Show how far a search has come (0 to 1), or None for no search."""
        self._progress.setVisible(share is not None)
        self._progress.setValue(round((share or 0.0) * _STEPS))

    def _fit(self) -> None:
        """Show what there is room for."""
        # (By the text's size alone: by the width, a scroll bar would come and go with it.)
        steps = self._stacked and self._has_level and self._theme.text_scale <= _STEPS_UP_TO
        self.stepper.setVisible(steps)
        self._name.setVisible(self._stacked)
        self._short_name.setVisible(not self._stacked)
        self._detail.setVisible(self._stacked and not steps and bool(self._detail.text()))
        self._short_detail.setVisible(not self._stacked and bool(self._detail.text()))
        self._gain.setVisible(self._stacked and bool(self._gain.text()))
        has_button = self._stacked or self.width() >= self._theme.px(_BUTTON_FROM)
        self._change.setVisible(has_button)
        # Without its button, the card itself takes the keyboard.
        policy = Qt.FocusPolicy
        self.setFocusPolicy(policy.NoFocus if has_button else policy.TabFocus)

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self._mark, self.mapToGlobal(self.rect().bottomLeft()))

    @Slot(int)
    def _choose_level(self, value: int) -> None:
        self.level_chosen.emit(self._mark, [*LADDER.levels][value - self.stepper.minimum()])

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._fit()

    @handler
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        super().mouseReleaseEvent(event)
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self._choose()

    @handler
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102
        self.chosen.emit(self._mark, event.globalPos())

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _restyle(self) -> None:
        self._short_name.setFont(self._theme.font(LEAD, QFont.Weight.DemiBold))
        self._short_detail.setFont(self._theme.font(CAPTION))
        self._fit()


def _progress_bar(mark: int) -> QProgressBar:
    """Return the bar that shows how far a search has come; its room stays where it is hidden."""
    bar = QProgressBar()
    bar.setRange(0, _STEPS)
    bar.setTextVisible(False)
    bar.setFixedHeight(S1)
    bar.setAccessibleName(tr("Progress of {mark}'s search", mark=letter(mark)))
    keep = bar.sizePolicy()
    keep.setRetainSizeWhenHidden(True)
    bar.setSizePolicy(keep)
    bar.hide()
    return bar


class PlayerBar(QWidget):
    """Both sides with their score, and the ties between them.

    Signals:
        chosen(int, QPoint): what can be changed about a player is asked for: its mark, and where.
        level_chosen(int, str): another level is wanted for a machine: its mark, and the level.
    """

    chosen = Signal(int, QPoint)
    level_chosen = Signal(int, str)

    def __init__(self, controller: GameController, theme: ThemeManager) -> None:
        super().__init__()
        self._controller = controller
        self._cards = {mark: PlayerCard(mark, theme) for mark in (PLAYERX, PLAYERO)}
        for card in self._cards.values():
            card.chosen.connect(self.chosen)
            card.level_chosen.connect(self.level_chosen)
        self._ties = Words(theme, "", colour="muted")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(S2)
        self.be_low(False)
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
        self.refresh()

    def be_low(self, is_low: bool) -> None:
        """Put the cards into one row, where there is little height, or below each other."""
        stacked = not is_low
        spots = ((0, 0), (1, 0), (2, 0)) if stacked else ((0, 0), (0, 1), (1, 0))
        parts = (self._cards[PLAYERX], self._cards[PLAYERO], self._ties)
        for part, (row, column) in zip(parts, spots, strict=True):
            self._grid.addWidget(part, row, column)
        for column in (0, 1):
            self._grid.setColumnStretch(column, int(not stacked or not column))
        for card in self._cards.values():
            card.stack(stacked)
        self._ties.setVisible(stacked)

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
            if state == WINNER and not view.counts:
                state = OVER
            texts, level = _levels(view, seating, mark)
            strength = ""
            if seat_of(settings, mark) is Seat.MACHINE:
                strength = _machines_strength(view, seating, mark)
                if state == ACTIVE and view.can_resume:
                    doing = tr("waits")
            card.show_levels(texts, level)
            card.show_side(seating.name(mark), strength, wins, state, doing)
            searching = state == ACTIVE and view.is_thinking
            card.show_progress(0.0 if searching else None)
        self._name_score(view)

    def _name_score(self, view: View) -> None:
        """Say below the cards how many games were ties, and which games all numbers count."""
        against, board = opponent_name(view), rule_text(view.game.rules)
        self._ties.setText(tr("Ties {count} · this session", count=view.wins[-1]))
        who = tr("Score against {opponent} on {board}.", opponent=against, board=board)
        if not against:
            who = tr("Score on {board}.", board=board)
        why = tr("Each opponent has a score of its own on each board.")
        self._ties.setToolTip(unmarked(f"{who} {why}"))

    @Slot(object)
    def _show_search(self, analysis: Analysis) -> None:
        self._cards[analysis.player].show_progress(analysis.progress)


def _side(mark: int) -> str:
    """Return which side a mark is, in a few words."""
    if mark == PLAYERX:
        return tr("{mark} · moves first", mark=letter(mark))
    return tr("{mark} · moves second", mark=letter(mark))


def _levels(view: View, seating: Seating, mark: int) -> tuple[list[str], int]:
    """Return the levels that can be set for a side's machine, and the place of its own."""
    settings = seating.settings
    if seating is not view.seats_now or seating.guest(mark):
        return [], 0
    if seat_of(settings, mark) is not Seat.MACHINE or settings.player(mark).kind is not LADDER:
        return [], 0
    level = settings.player(mark).level
    return ladder_texts(view.game.rules, (mark,)), [*LADDER.levels].index(level)


def _machines_strength(view: View, seating: Seating, mark: int) -> str:
    """Describe a machine; one that is not built in, by how many trials it is asked to play."""
    if not seating.guest(mark):
        return machine_text(seating.settings.player(mark), view.game.rules, mark)
    if seating is not view.seats_now or not view.machine.takes_trials:
        return ""
    count = seating.settings.trials(mark)
    return tr("{count} trials", n=count, one="1 trial", count=f"{count:,}")


def _standing(view: View, mark: int) -> tuple[str, str]:
    """Return a side's state, and what it does in words."""
    result = view.result
    if view.ended and not view.is_thinking:
        return OVER, ""  # by resigning, time or agreement, as its file says
    if result is None:
        return (ACTIVE, tr("to move")) if view.actor == mark else ("", "")
    return (WINNER if result.winner == mark else OVER), ""
