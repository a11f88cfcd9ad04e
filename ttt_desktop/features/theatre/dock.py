"""The theatre's dock: one random game, move by move, and what it adds to the scores."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.players.monte_carlo import HEAVY
from ttt_desktop.board.heat_view import HeatView
from ttt_desktop.features.theatre.stage import StageView
from ttt_desktop.features.theatre.theatre import Phase, Theatre
from ttt_desktop.fields.form import Form
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import ToolRow, dock_column, mute, narrow
from ttt_desktop.session.findings import ends_text, names
from ttt_desktop.session.game import GameController
from ttt_desktop.shell.transport import Transport

BUTTONS = ("play", "step", "next", "stop", "reset", "ten", "thousand", "all")
"""What can be done here: the actions "theatre_play" and so on. The first row has icons."""

_FIRST_ROW = 5
_LETTERS = 6
_SLOWEST_MS, _FASTEST_MS = 2000, 40


class _Pair(QWidget):
    """Two boards beside each other, or one above the other: the way that makes them larger."""

    def __init__(self, boards: list[QWidget]) -> None:
        super().__init__()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE // 2)
        self._boards = boards
        for board in boards:
            self._row.addWidget(board, 1)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:
        boards = [board.minimumSizeHint() for board in self._boards]
        width = sum(size.width() for size in boards) + self._row.spacing()
        return QSize(width, max(size.height() for size in boards))  # whichever way they lie now

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = event.size()
        title = self.fontMetrics().height()
        beside = min(size.width() / 2, size.height() - title)
        above = min(size.width(), size.height() / 2 - title)
        ways = QBoxLayout.Direction
        self._row.setDirection(ways.LeftToRight if beside >= above else ways.TopToBottom)


class TheatreDock(QDockWidget):
    """A dockable theatre for playouts of the current position.

    Args:
        controller: whose position is played out.
        theatre: plays.
        actions: what its buttons do, by the names in ``BUTTONS``.

    Attributes:
        button: the buttons, by name.
        speed: the slider for the pace of playing by itself.
        fields: what the playouts' moves are.
        transport: plays by itself, and looks at the board.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
    """

    chosen = Signal(str, object)

    def __init__(
        self,
        controller: GameController,
        theatre: Theatre,
        theme: ThemeManager,
        actions: Mapping[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Theatre"), parent)
        self.setObjectName("playout_theatre")
        self._controller = controller
        self.theatre = theatre
        self._theme = theme
        self._actions = actions
        self._stage = StageView(theatre.stage, theme)
        self._totals = HeatView(theatre.totals, theme)
        for view, name in ((self._stage, tr("The playout")), (self._totals, tr("Running totals"))):
            view.setAccessibleName(name)
            view.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._sentence = QLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._count = QLabel()
        self._count.setWordWrap(True)
        self.button: dict[str, QToolButton] = {}
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(0, 100)
        self.speed.setValue(45)
        self.speed.setAccessibleName(tr("Speed"))
        self.speed.setToolTip(tr("How fast “Play” goes from move to move"))
        self.fields = Form(self, [HEAVY])
        self.fields.chosen.connect(self._choose)
        self._build()
        self.transport = self._transport()
        self.speed.valueChanged.connect(self._set_pace)
        self._set_pace()
        theatre.changed.connect(self._refresh)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def sentence(self) -> str:
        """What is going on."""
        return self._sentence.text()

    def _build(self) -> None:
        pace = QHBoxLayout()
        label = QLabel(tr("Spee&d:"))
        label.setBuddy(self.speed)
        pace.addWidget(label)
        pace.addWidget(self.speed, 1)
        moves = QLabel(tr("&Moves:"))
        moves.setBuddy(self.fields["heavy"])
        narrow(self.fields["heavy"], _LETTERS)
        pace.addWidget(moves)
        pace.addWidget(self.fields["heavy"], 1)
        layout = dock_column(self, SPACE // 2)
        layout.addWidget(self._sentence)
        layout.addWidget(self._boards(), 1)
        layout.addWidget(self._count)
        layout.addLayout(self._buttons())
        layout.addLayout(pace)

    def _boards(self) -> _Pair:
        """Return both boards, each with its title right above it."""
        halves = []
        for title, view in (
            (tr("This playout"), self._stage),
            (tr("Running totals"), self._totals),
        ):
            half = QWidget()
            column = QVBoxLayout(half)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            label = QLabel(title)
            mute(label)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
            column.addWidget(label)
            column.addWidget(SquareFrame(view, 110), 1)
            halves.append(half)
        return _Pair(halves)

    def _buttons(self) -> QVBoxLayout:
        """Return the buttons: a row as players of music have it, and a row that adds many."""
        rows = QVBoxLayout()
        rows.setSpacing(SPACE // 2)
        for those in (BUTTONS[:_FIRST_ROW], BUTTONS[_FIRST_ROW:]):
            row = ToolRow(self._actions[name] for name in those)
            self.button |= dict(zip(those, row.buttons, strict=True))
            rows.addLayout(row)
        return rows

    def _transport(self) -> Transport:
        theatre = self.theatre
        transport = Transport(self, self._controller, self._actions, {
            "step": theatre.step, "next": theatre.next_playout, "stop": theatre.stop,
            "reset": theatre.reset, "ten": lambda: theatre.run(10),
            "thousand": lambda: theatre.run(1000), "all": theatre.run_to_end,
        })  # fmt: skip
        transport.looking.connect(self._look)
        transport.toggled.connect(self._refresh)
        return transport

    @Slot()
    def _set_pace(self) -> None:
        share = self.speed.value() / self.speed.maximum()
        self.transport.set_pace(round(_SLOWEST_MS * (_FASTEST_MS / _SLOWEST_MS) ** share))

    # --- what there is to see ---------------------------------------------------------------

    @Slot()
    def _look(self) -> None:
        game = self._controller.game
        settings, mark = self._controller.settings, game.to_move
        heavy = settings.heavy(mark)
        self.fields.show({"heavy": int(heavy)})
        self.theatre.look_at(game.board, mark, settings.weights(mark), settings.trials(mark), heavy)

    @Slot(str, object)
    def _choose(self, name: str, value: int) -> None:
        """Say what was chosen: a part of what scores the positions of the side to move."""
        settings, mark = self._controller.settings, self._controller.game.to_move
        self.chosen.emit(*settings.scored_with(mark, name, value))

    @Slot()
    def _refresh(self) -> None:
        theatre = self.theatre
        self._sentence.setText(theatre.sentence)
        tally = theatre.tally
        played = tally.trials
        lines = [tr("Playouts added: {count}.", count=f"{played:,}")]
        if played:
            lines.append(tr("X won {x}, O won {o}; ties: {ties}.", x=f"{tally.x_wins:,}",
                            o=f"{tally.o_wins:,}", ties=f"{tally.ties:,}"))  # fmt: skip
        settings, mark = self._controller.settings, self._controller.game.to_move
        if settings.player(mark).kind.has("trials"):
            target = f"{theatre.target:,}"
            lines.append(tr("The machine plays {count} of its own before a move.", count=target))
        if played and theatre.possible:
            lines.append(tr("Greatest total: {squares}.", squares=names(theatre.best)))
            if len(theatre.best) == 1:
                ends = ends_text(*theatre.interval(theatre.best[0]))
                lines.append(tr("Its 95 % interval: {ends}.", ends=ends))
        self._count.setText(" ".join(lines))
        self.transport.allow(theatre.possible, theatre.running)
        if played >= theatre.target:
            self._actions["all"].setEnabled(False)
        self._actions["reset"].setEnabled(played > 0 or theatre.state is not Phase.READY)

    @Slot()
    def _restyle(self) -> None:
        # Room for three lines, so that the boards stay where they are when the text grows.
        self._sentence.setMinimumHeight(3 * self._sentence.fontMetrics().lineSpacing())
        self._count.setFont(self._theme.font(CAPTION))
