"""The bar above the board: who plays which mark, the score, whose turn it is, and thinking."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERO, PLAYERX, Analysis
from engine.specs import PlayerSpec
from ttt_desktop.guard import handler, virtual
from ttt_desktop.look.elided_label import ElidedLabel
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.theme import BODY, DISPLAY, SMALL, SPACE, TITLE, ThemeManager
from ttt_desktop.play.game import GameController
from ttt_desktop.play.thinker import Thinking
from ttt_desktop.settings.declarations import CUSTOM
from ttt_desktop.text import letter, listed, tr

_STEPS = 1000


class MarkBadge(QWidget):
    """A small drawn X or O."""

    def __init__(self, mark: int, theme: ThemeManager) -> None:
        super().__init__()
        self._mark = mark
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        side = round(self.fontMetrics().height() * 1.9)
        return QSize(side, side)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inset = -self.width() * 0.12
        cell = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        draw_mark(painter, cell, self._mark, mark_colour(self._theme.theme, self._mark))
        painter.end()

    @Slot()
    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()


class PlayerCard(QFrame):
    """One side: its mark, who plays it, the games it won, and the machine's progress.

    Args:
        mark: PLAYERX or PLAYERO.
        theme: colours and fonts.
    """

    def __init__(self, mark: int, theme: ThemeManager) -> None:
        super().__init__()
        self.setObjectName("card")
        self._mark = mark
        self._theme = theme
        self._name = ElidedLabel()
        self._detail = ElidedLabel()
        self._detail.setObjectName("muted")
        self._wins = QLabel()
        self._progress = QProgressBar()
        self._progress.setRange(0, _STEPS)
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(SPACE // 2)
        self._progress.setAccessibleName(tr("Progress of {mark}'s search", mark=letter(mark)))
        keep = self._progress.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self._progress.setSizePolicy(keep)
        self._progress.hide()
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self._name)
        names.addWidget(self._detail)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(MarkBadge(mark, theme))
        row.addLayout(names, 1)
        row.addWidget(self._wins)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE, SPACE, int(SPACE * 1.5), SPACE // 2)
        layout.setSpacing(SPACE // 2)
        layout.addLayout(row)
        layout.addWidget(self._progress)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_side(self, name: str, detail: str, wins: int, active: bool) -> None:
        """Show who plays the mark, with what strength if any, and whether it is its turn."""
        turn = tr("to move") if active else ""
        self._name.setText(name)
        self._detail.setText(detail or turn)
        self._wins.setText(str(wins))
        player = listed(filter(None, (name, detail)))
        sentences = [tr("{mark}: {player}.", mark=letter(self._mark), player=player)]
        sentences.append(tr("Games won: {count}.", count=wins))
        if active:
            sentences.append(tr("To move."))
        self.setAccessibleName(" ".join(sentences))
        if self.property("active") != active:
            self.setProperty("active", active)
            self.style().unpolish(self)
            self.style().polish(self)

    def show_progress(self, share: float | None) -> None:
        """Show how far a search has come (0 to 1), or None for no search."""
        self._progress.setVisible(share is not None)
        self._progress.setValue(round((share or 0.0) * _STEPS))

    @Slot()
    def _restyle(self) -> None:
        self._name.setFont(self._theme.font(TITLE, QFont.Weight.DemiBold))
        self._detail.setFont(self._theme.font(SMALL))
        self._wins.setFont(self._theme.font(DISPLAY, QFont.Weight.DemiBold))


class PlayerBar(QWidget):
    """Both sides with their score, and the ties between them.

    Args:
        controller: where everything shown comes from.
        theme: colours and fonts.
    """

    def __init__(self, controller: GameController, theme: ThemeManager) -> None:
        super().__init__()
        self._controller = controller
        self._theme = theme
        self._cards = {mark: PlayerCard(mark, theme) for mark in (PLAYERX, PLAYERO)}
        self._ties = QLabel()
        self._ties.setObjectName("muted")
        self._ties.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QGridLayout(self)
        layout.setContentsMargins(SPACE, SPACE // 2, SPACE, 0)
        layout.setHorizontalSpacing(SPACE)
        layout.addWidget(self._cards[PLAYERX], 0, 0)
        layout.addWidget(self._ties, 0, 1)
        layout.addWidget(self._cards[PLAYERO], 0, 2)
        layout.setColumnStretch(0, 1)
        layout.setColumnStretch(2, 1)
        controller.changed.connect(self.refresh)
        controller.searched.connect(self._show_search)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show the controller's state."""
        controller = self._controller
        game, settings = controller.game, controller.settings
        over = game.result is not None
        for mark, card in self._cards.items():
            active = not over and game.to_move == mark
            if controller.is_machine(mark):
                name, detail = tr("Machine"), _described(settings.player(mark))
                if controller.machine_name:
                    name = controller.machine_name
                    detail = tr("{count} trials", count=f"{settings.trials(mark):,}")
                if active and controller.can_resume:
                    detail = tr("waits")
            else:
                mixed = settings.machine in ("X", "O")
                name = tr("You") if mixed else tr("Player {mark}", mark=letter(mark))
                detail = ""
            card.show_side(name, detail, controller.score.wins(mark, settings.machine), active)
            searching = active and controller.thinking is not Thinking.NOTHING
            card.show_progress(0.0 if searching else None)
        ties = controller.score.ties(settings.machine)
        self._ties.setText(tr("Ties\n{count}", count=ties))

    @Slot(object)
    def _show_search(self, found: Analysis) -> None:
        self._cards[found.player].show_progress(found.progress)

    @Slot()
    def _restyle(self) -> None:
        self._ties.setFont(self._theme.font(BODY))


def _described(spec: PlayerSpec) -> str:
    """Return what plays, in a few words, such as "Hard, 1,000 trials"."""
    if not spec.kind.has("trials"):
        return tr(spec.kind.title)
    count = f"{int(spec.number('trials')):,}"
    return tr("{level}, {count} trials", level=tr(spec.level or CUSTOM), count=count)
