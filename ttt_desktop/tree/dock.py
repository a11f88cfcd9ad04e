"""The tree's dock: a search that grows before one's eyes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QDockWidget, QLabel, QVBoxLayout, QWidget

from engine import square_name
from ttt_desktop.look.theme import SPACE, ThemeManager
from ttt_desktop.look.tool_row import ToolRow
from ttt_desktop.play.game import GameController
from ttt_desktop.text import letter, tr
from ttt_desktop.tree.grower import TreeGrower
from ttt_desktop.tree.picture import TreePicture, told

BUTTONS = ("play", "step", "ten", "hundred", "thousand", "stop", "reset")
"""What can be done here: the actions "tree_play" and so on."""

_TRANSPORT = 2
_PACE_MS = 900
_LOOK_MS = 50


class TreeDock(QDockWidget):
    """A dockable tree of the position on the board: small boards, grown step by step.

    Args:
        controller: whose position is searched.
        theme: colours and fonts.
        actions: what its buttons do, by the names in ``BUTTONS``.
        parent: the main window.

    Attributes:
        grower: the tree.
        picture: its drawing.
        frozen: whether the tree stays when the game goes on.
    """

    def __init__(
        self,
        controller: GameController,
        theme: ThemeManager,
        actions: Mapping[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Search tree"), parent)
        self.setObjectName("search_tree")
        self._controller = controller
        self._actions = actions
        self.grower = TreeGrower(self)
        self.picture = TreePicture(self.grower, theme)
        self.frozen = QCheckBox(tr("&Freeze this position"))
        self.frozen.setToolTip(tr("Keep this tree while the game goes on"))
        self.frozen.toggled.connect(self.look)
        self._sentence = QLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._clock = QTimer(self, interval=_PACE_MS)
        self._clock.timeout.connect(self.grower.step)
        self.setWidget(self._build())
        self._connect()
        self._soon = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._soon.timeout.connect(self.look)
        controller.changed.connect(self._soon.start)
        self.visibilityChanged.connect(self.look)
        self.grower.changed.connect(self._refresh)
        theme.changed.connect(self._leave_room)
        self._leave_room()

    @property
    def sentence(self) -> str:
        """What the last simulation did."""
        return self._sentence.text()

    def _build(self) -> QWidget:
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(SPACE, 0, SPACE, SPACE)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self._sentence)
        layout.addWidget(self.picture, 1)
        legend = QLabel(tr("Below each board: visits, and value + bonus for being hardly tried"))
        legend.setObjectName("muted")
        legend.setWordWrap(True)
        layout.addWidget(legend)
        for names in (BUTTONS[:_TRANSPORT] + BUTTONS[-2:], BUTTONS[_TRANSPORT:-2]):
            layout.addLayout(ToolRow(self._actions[name] for name in names))
        layout.addWidget(self.frozen)
        return content

    def _connect(self) -> None:
        grower = self.grower
        calls: dict[str, Callable[[], None]] = {
            "step": grower.step, "stop": self._halt, "reset": grower.reset,
            "ten": lambda: grower.add(10), "hundred": lambda: grower.add(100),
            "thousand": lambda: grower.add(1000),
        }  # fmt: skip
        for name, call in calls.items():
            self._actions[name].triggered.connect(self._caller(call))
        self._actions["play"].toggled.connect(self._play)

    def _caller(self, call: Callable[[], None]) -> Callable[[], None]:
        """Return what does something with the position that is on the board by now."""

        def do() -> None:
            self.look()
            call()

        return do

    # --- what people do -------------------------------------------------------------------

    @Slot(bool)
    def _play(self, playing: bool) -> None:
        self._actions["play"].setText(tr("&Pause") if playing else tr("&Play"))
        if playing:
            self.look()
            if not self._actions["play"].isChecked():
                return  # the dock is closed
            self.grower.step()
            self._clock.start()
        else:
            self._clock.stop()
        self._refresh()

    def _halt(self) -> None:
        self._actions["play"].setChecked(False)
        self.grower.stop()

    # --- what there is to see ---------------------------------------------------------------

    @Slot()
    def look(self) -> None:
        """Turn to the position on the board, if the dock can be seen and is not frozen."""
        if not self.isVisible():
            self._actions["play"].setChecked(False)
        elif not self.frozen.isChecked():
            game = self._controller.game
            self.grower.look_at(game.board, game.to_move)

    @Slot()
    def _refresh(self) -> None:
        grower = self.grower
        self._sentence.setText(self._said())
        open_ended = grower.possible and not grower.is_proven
        playing = self._actions["play"].isChecked()
        if playing and not open_ended:
            self._actions["play"].setChecked(False)
        idle = open_ended and not grower.running
        for name in ("play", "step", "ten", "hundred", "thousand"):
            self._actions[name].setEnabled(idle)
        self._actions["stop"].setEnabled(grower.running or playing)
        self._actions["reset"].setEnabled(grower.simulations > 0)
        line = [node for node in self.picture.nodes if node.expected and node.move is not None]
        self.picture.setAccessibleDescription(" ".join(told(node) for node in line))

    def _said(self) -> str:
        """Return what the last simulation did: selection, expansion, evaluation, backup."""
        grower = self.grower
        if not grower.possible:
            return tr("The game is over: there is nothing to search.")
        mark, count = letter(grower.player), f"{grower.simulations:,}"
        if grower.is_proven:
            return tr("The position is proven: no simulation adds anything. There were {count}.",
                      count=count)  # fmt: skip
        if not grower.simulations:
            return tr("{mark} to move. Each step is one simulation: a walk down the tree and back.",
                      mark=mark)  # fmt: skip
        if not grower.walk:
            return tr("{count} simulations so far, for {mark}.", n=grower.simulations,
                      one="1 simulation so far, for {mark}.", count=count, mark=mark)  # fmt: skip
        walk = ", ".join(square_name(square) for square in grower.walk)
        return tr("Simulation {count} went to {walk}, looked at the position there, and told every "
                  "board on its way back.", count=count, walk=walk)  # fmt: skip

    @Slot()
    def _leave_room(self) -> None:
        # Room for three lines, so that the tree stays where it is when the text grows.
        self._sentence.setMinimumHeight(3 * self._sentence.fontMetrics().lineSpacing())
