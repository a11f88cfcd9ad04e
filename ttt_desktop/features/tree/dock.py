"""The tree's dock: a search that grows before one's eyes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QCheckBox, QDockWidget, QFormLayout, QLabel, QWidget

from engine.search.playouts import Playouts
from ttt_desktop.board.ghosts import Place, draw_steps
from ttt_desktop.features.tree.grower import TreeGrower
from ttt_desktop.features.tree.picture import TreePicture
from ttt_desktop.features.tree.words import described, legend, said_of
from ttt_desktop.fields.form import Form, LinearSlider
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import ToolRow, dock_column, mute
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import HEAVY, OPTIONS, WINDOWS, Settings
from ttt_desktop.shell.transport import Transport

BUTTONS = (
    "play", "step", "ten", "hundred", "thousand", "follow", "fold", "up", "stop", "reset",
)  # fmt: skip
"""What can be done here: the actions "tree_play" and so on."""

_ROWS = (("play", "step", "stop", "reset", "follow", "fold", "up"), ("ten", "hundred", "thousand"))

_SETTINGS = ("tree_leaves", "tree_exploration")
_MOST_EXPLORATION = 3.0
_PACE_MS = 900


class TreeDock(QDockWidget):
    """A dockable tree of the position on the board: small boards, grown step by step.

    Args:
        controller: whose position is searched.
        actions: what its buttons do, by the names in ``BUTTONS``.
        animates: returns whether things may move.

    Attributes:
        grower: the tree.
        picture: its drawing.
        fields: what its leaves are valued by, and the constant.
        frozen: whether the tree stays when the game goes on.
        transport: plays it.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
        pointed(): another line is to be drawn on the board.
    """

    chosen = Signal(str, object)
    pointed = Signal()

    def __init__(
        self,
        controller: GameController,
        theme: ThemeManager,
        actions: Mapping[str, QAction],
        animates: Callable[[], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Search tree"), parent)
        self.setObjectName("search_tree")
        self._controller, self._theme = controller, theme
        self._actions = actions
        self.grower = TreeGrower(self)
        self.picture = TreePicture(self.grower, theme, animates)
        self.frozen = QCheckBox(tr("&Freeze this position"))
        self.frozen.setToolTip(tr("Keep this tree while the game goes on"))
        self._sentence, self._legend = QLabel(), QLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.fields = Form(self, [OPTIONS["tree_leaves"]])
        exploration = OPTIONS["tree_exploration"]
        self.fields.add(exploration, LinearSlider(exploration, _MOST_EXPLORATION))
        self.fields.chosen.connect(self.chosen)
        self._build()
        self.transport = self._transport()
        self.frozen.toggled.connect(self.transport.look)
        self.picture.drawn.connect(self._describe)
        self.picture.picked.connect(self._refresh)
        self.picture.picked.connect(self.pointed)
        self.visibilityChanged.connect(self.pointed)
        controller.follow(self._show_settings, View.settings)
        theme.changed.connect(self._leave_room)
        self._leave_room()
        self._show_settings()

    @property
    def sentence(self) -> str:
        """What the last simulation did, or what is known of the chosen position."""
        return self._sentence.text()

    @property
    def legend(self) -> str:
        """What the numbers are, and how much of the tree there is no room for."""
        return self._legend.text()

    def draw_line(self, painter: QPainter, place: Place) -> None:
        """Draw the moves that lead to the chosen position over the board, if it is its board."""
        line, grower = self.picture.chosen, self.grower
        board = self._controller.game.board
        on_board = (board.rules, board.rows) == (grower.board.rules, grower.board.rows)
        if line and on_board and self.isVisible():
            draw_steps(painter, place, line, grower.player, self._theme, self.font())

    def _build(self) -> None:
        layout = dock_column(self, SPACE // 2)
        self._form = form = QFormLayout()
        form.setSpacing(SPACE // 2)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(tr("Le&aves:"), self.fields["tree_leaves"])
        form.addRow(tr("E&xploration:"), self.fields["tree_exploration"])
        layout.addLayout(form)
        layout.addWidget(self._sentence)
        layout.addWidget(self.picture, 1)
        mute(self._legend)
        self._legend.setWordWrap(True)
        layout.addWidget(self._legend)
        for names in _ROWS:
            layout.addLayout(ToolRow(self._actions[name] for name in names))
        layout.addWidget(self.frozen)

    def _transport(self) -> Transport:
        grower = self.grower
        transport = Transport(self, self._controller, self._actions, {
            "step": grower.step, "stop": grower.stop, "reset": grower.reset,
            "ten": lambda: grower.add(10), "hundred": lambda: grower.add(100),
            "thousand": lambda: grower.add(1000), "follow": self._follow, "fold": self._fold,
            "up": lambda: grower.follow(grower.top[:-1]),
        })  # fmt: skip
        transport.set_pace(_PACE_MS)
        transport.looking.connect(self._look)
        transport.toggled.connect(self._refresh)
        return transport

    # --- what there is to see ---------------------------------------------------------------

    @Slot()
    def _look(self) -> None:
        """Turn to the position on the board, unless this one is frozen."""
        if not self.frozen.isChecked():
            game = self._controller.game
            self.grower.look_at(game.board, game.to_move)

    @Slot()
    def _show_settings(self) -> None:
        settings = self._controller.view.settings
        self.fields.show({name: getattr(settings, name) for name in _SETTINGS})
        self._form.setRowVisible(self.fields["tree_exploration"], settings.tree_leaves != WINDOWS)
        self.grower.value_by(_leaves(settings))
        self.grower.show_truth(settings.show_truth)

    @Slot()
    def _refresh(self) -> None:
        grower, node = self.grower, self.picture.chosen_node
        self._sentence.setText(described(node) if node is not None else said_of(grower))
        self.transport.allow(grower.possible and not grower.is_proven, grower.running)
        self._actions["reset"].setEnabled(grower.simulations > 0)
        chosen = self.picture.chosen
        self._actions["follow"].setEnabled(chosen is not None and chosen != grower.top)
        self._actions["fold"].setEnabled(chosen is not None)
        self._actions["up"].setEnabled(bool(grower.top))

    @Slot()
    def _describe(self) -> None:
        root, *below = self.picture.nodes
        self._legend.setText(legend(self.grower, self.picture.lines, len(root.children)))
        line = [node for node in below if node.expected]
        self.picture.setAccessibleDescription(" ".join(described(node) for node in line))
        self._refresh()

    def _follow(self) -> None:
        if self.picture.chosen is not None:
            self.grower.follow(self.picture.chosen)

    def _fold(self) -> None:
        if self.picture.chosen is not None:
            self.grower.fold(self.picture.chosen)

    @Slot()
    def _leave_room(self) -> None:
        # Room for four lines, so that the tree stays where it is when the text grows.
        self._sentence.setMinimumHeight(4 * self._sentence.fontMetrics().lineSpacing())


def _leaves(settings: Settings) -> Playouts | None:
    """Return by what games the leaves are valued."""
    if settings.tree_leaves == WINDOWS:
        return None
    return Playouts(exploration=settings.tree_exploration, heavy=settings.tree_leaves == HEAVY)
