"""The playout theatre's dock: one random game, move by move, and what it adds to the scores."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QDockWidget,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine import square_name
from ttt_desktop.look.grid_view import GridView, SquareFrame
from ttt_desktop.look.theme import SMALL, SPACE, ThemeManager
from ttt_desktop.play.game import GameController
from ttt_desktop.play.heat_delegate import HeatDelegate
from ttt_desktop.text import QT_TRANSLATE_NOOP, listed, tr
from ttt_desktop.theatre.stage_delegate import StageDelegate
from ttt_desktop.theatre.theatre import Stage, Theatre

_SLOWEST_MS, _FASTEST_MS = 2000, 40
_LOOK_MS = 50


class TheatreDock(QDockWidget):
    """A dockable theatre for playouts of the current position.

    Args:
        controller: whose position is played out.
        theatre: plays.
        theme: colours and fonts.
        parent: the main window.

    Attributes:
        button: the buttons, by name.
        speed: the slider for the pace of playing by itself.
    """

    def __init__(
        self,
        controller: GameController,
        theatre: Theatre,
        theme: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Playout theatre"), parent)
        self.setObjectName("playout_theatre")
        self._controller = controller
        self.theatre = theatre
        self._theme = theme
        self._stage = self._grid(tr("The playout"), StageDelegate(theme))
        self._stage.setModel(theatre.stage)
        self._totals = self._grid(tr("Running totals"), HeatDelegate(theme))
        self._totals.setModel(theatre.totals)
        self._sentence = QLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._count = QLabel()
        self._count.setWordWrap(True)
        self.button: dict[str, QPushButton] = {}
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(0, 100)
        self.speed.setValue(45)
        self.speed.setAccessibleName(tr("Speed"))
        self.speed.setToolTip(tr("How fast “Play” goes from move to move"))
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)
        self.speed.valueChanged.connect(self._set_pace)
        self._set_pace()
        self.setWidget(self._build())
        # A moment later: on a large board, painting the move itself takes long enough.
        self._soon = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._soon.timeout.connect(self._look)
        controller.changed.connect(self._soon.start)
        self.visibilityChanged.connect(self._look)
        theatre.changed.connect(self._refresh)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def sentence(self) -> str:
        """What is going on."""
        return self._sentence.text()

    def _grid(self, name: str, delegate: StageDelegate | HeatDelegate) -> GridView:
        view = GridView(self._theme)
        delegate.setParent(view)
        view.setItemDelegate(delegate)
        view.setAccessibleName(name)
        view.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return view

    def _build(self) -> QWidget:
        boards = QGridLayout()
        boards.setSpacing(SPACE // 2)
        for column, (title, view) in enumerate(
            ((tr("This playout"), self._stage), (tr("Running totals"), self._totals))
        ):
            label = QLabel(title)
            label.setObjectName("muted")
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            boards.addWidget(label, 0, column)
            boards.addWidget(SquareFrame(view, 110), 1, column)
        boards.setRowStretch(1, 1)
        buttons = QGridLayout()
        buttons.setSpacing(SPACE // 2)
        for place, (name, text, tip) in enumerate(_BUTTONS):
            button = QPushButton(tr(text))
            button.setToolTip(tr(tip))
            self.button[name] = button
            buttons.addWidget(button, place // 4, place % 4)
        pace = QHBoxLayout()
        label = QLabel(tr("Sp&eed:"))
        label.setBuddy(self.speed)
        pace.addWidget(label)
        pace.addWidget(self.speed, 1)
        self._connect()
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(SPACE, 0, SPACE, SPACE)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self._sentence)
        layout.addLayout(boards, 1)
        layout.addWidget(self._count)
        layout.addLayout(buttons)
        layout.addLayout(pace)
        return content

    def _connect(self) -> None:
        theatre = self.theatre
        self.button["play"].setCheckable(True)
        self.button["play"].toggled.connect(self._play)
        self.button["step"].clicked.connect(theatre.step)
        self.button["next"].clicked.connect(theatre.next_playout)
        self.button["ten"].clicked.connect(self._run_ten)
        self.button["thousand"].clicked.connect(self._run_thousand)
        self.button["end"].clicked.connect(theatre.run_to_end)
        self.button["stop"].clicked.connect(self._stop)
        self.button["reset"].clicked.connect(theatre.reset)

    # --- what people do -------------------------------------------------------------------

    @Slot(bool)
    def _play(self, playing: bool) -> None:
        self.button["play"].setText(tr("Pause") if playing else tr("Play"))
        if playing:
            self.theatre.step()
            self._clock.start()
        else:
            self._clock.stop()

    @Slot()
    def _tick(self) -> None:
        self.theatre.step()

    @Slot()
    def _run_ten(self) -> None:
        self.theatre.run(10)

    @Slot()
    def _run_thousand(self) -> None:
        self.theatre.run(1000)

    @Slot()
    def _stop(self) -> None:
        self.button["play"].setChecked(False)
        self.theatre.stop()

    @Slot()
    def _set_pace(self) -> None:
        share = self.speed.value() / self.speed.maximum()
        self._clock.setInterval(round(_SLOWEST_MS * (_FASTEST_MS / _SLOWEST_MS) ** share))

    # --- what there is to see ---------------------------------------------------------------

    @Slot()
    def _look(self) -> None:
        """Turn to the position on the board, if the dock can be seen."""
        if not self.isVisible():
            self.button["play"].setChecked(False)
            return
        game = self._controller.game
        settings, mark = self._controller.settings, game.to_move
        self.theatre.look_at(game.board, mark, settings.weights(mark), settings.trials(mark))

    @Slot()
    def _refresh(self) -> None:
        theatre = self.theatre
        self._sentence.setText(theatre.sentence)
        played = theatre.tally.trials
        count, target = f"{played:,}", f"{theatre.target:,}"
        lines = [
            tr("{count} playouts added; the machine plays {target}.", count=count, target=target)
        ]
        if played and theatre.possible:
            best = listed(square_name(square) for square in theatre.best[:4])
            lines.append(tr("Greatest total: {squares}.", squares=best))
        self._count.setText(" ".join(lines))
        idle = theatre.possible and not theatre.running
        for name in ("play", "step", "next", "ten", "thousand"):
            self.button[name].setEnabled(idle)
        self.button["end"].setEnabled(idle and played < theatre.target)
        self.button["stop"].setEnabled(theatre.running or self.button["play"].isChecked())
        self.button["reset"].setEnabled(played > 0 or theatre.state is not Stage.READY)
        if not theatre.possible:
            self.button["play"].setChecked(False)

    @Slot()
    def _restyle(self) -> None:
        # Room for three lines, so that the boards stay where they are when the text grows.
        self._sentence.setMinimumHeight(3 * self._sentence.fontMetrics().lineSpacing())
        self._count.setFont(self._theme.font(SMALL))


_BUTTONS = (
    ("play", QT_TRANSLATE_NOOP("", "Play"),
     QT_TRANSLATE_NOOP("", "Go on by itself, at the speed below")),
    ("step", QT_TRANSLATE_NOOP("", "Step"),
     QT_TRANSLATE_NOOP("", "The next move; then the scores; then the sum")),
    ("next", QT_TRANSLATE_NOOP("", "Next"),
     QT_TRANSLATE_NOOP("", "Finish this playout, or play one more")),
    ("ten", QT_TRANSLATE_NOOP("", "Run 10"),
     QT_TRANSLATE_NOOP("", "Play ten playouts")),
    ("thousand", QT_TRANSLATE_NOOP("", "Run 1,000"),
     QT_TRANSLATE_NOOP("", "Play a thousand playouts in the background")),
    ("end", QT_TRANSLATE_NOOP("", "To the end"),
     QT_TRANSLATE_NOOP("", "Play as many as the machine would before its move")),
    ("stop", QT_TRANSLATE_NOOP("", "Stop"),
     QT_TRANSLATE_NOOP("", "End the run; what was played counts")),
    ("reset", QT_TRANSLATE_NOOP("", "Reset"),
     QT_TRANSLATE_NOOP("", "Forget the playouts of this position")),
)  # fmt: skip
