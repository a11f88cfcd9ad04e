"""The tree's dock: a search that grows before one's eyes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QDockWidget, QLabel, QWidget

from engine import Square, square_name
from engine.search.tree import Move
from ttt_desktop.look.text import letter, listed, signed, tr
from ttt_desktop.look.theme import SPACE, ThemeManager
from ttt_desktop.look.widgets import ToolRow, dock_column
from ttt_desktop.play.transport import Transport
from ttt_desktop.session.stage import Stage
from ttt_desktop.tree.grower import TreeGrower
from ttt_desktop.tree.picture import TreePicture, told, worth

BUTTONS = ("play", "step", "ten", "hundred", "thousand", "stop", "reset")
"""What can be done here: the actions "tree_play" and so on."""

_FIRST_ROW = 2
_PACE_MS = 900


class TreeDock(QDockWidget):
    """A dockable tree of the position on the board: small boards, grown step by step.

    Args:
        controller: whose position is searched.
        actions: what its buttons do, by the names in ``BUTTONS``.

    Attributes:
        grower: the tree.
        picture: its drawing.
        frozen: whether the tree stays when the game goes on.
        transport: plays it.
    """

    def __init__(
        self,
        controller: Stage,
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
        self._sentence, self._legend = QLabel(), QLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._build()
        self.transport = self._transport()
        self.frozen.toggled.connect(self.transport.look)
        self.grower.changed.connect(self._refresh)
        self.picture.drawn.connect(self._describe)
        theme.changed.connect(self._leave_room)
        self._leave_room()

    @property
    def sentence(self) -> str:
        """What the last simulation did."""
        return self._sentence.text()

    @property
    def legend(self) -> str:
        """What the numbers are, and how much of the tree there is no room for."""
        return self._legend.text()

    def _build(self) -> None:
        layout = dock_column(self, SPACE // 2)
        layout.addWidget(self._sentence)
        layout.addWidget(self.picture, 1)
        self._legend.setObjectName("muted")
        self._legend.setWordWrap(True)
        layout.addWidget(self._legend)
        for names in (BUTTONS[:_FIRST_ROW] + BUTTONS[-2:], BUTTONS[_FIRST_ROW:-2]):
            layout.addLayout(ToolRow(self._actions[name] for name in names))
        layout.addWidget(self.frozen)

    def _transport(self) -> Transport:
        grower = self.grower
        made = Transport(self, self._controller, self._actions, {
            "step": grower.step, "stop": grower.stop, "reset": grower.reset,
            "ten": lambda: grower.add(10), "hundred": lambda: grower.add(100),
            "thousand": lambda: grower.add(1000),
        })  # fmt: skip
        made.set_pace(_PACE_MS)
        made.looking.connect(self._look)
        made.toggled.connect(self._refresh)
        return made

    # --- what there is to see ---------------------------------------------------------------

    @Slot()
    def _look(self) -> None:
        """Turn to the position on the board, unless this one is frozen."""
        if not self.frozen.isChecked():
            game = self._controller.game
            self.grower.look_at(game.board, game.to_move)

    @Slot()
    def _refresh(self) -> None:
        grower = self.grower
        self._sentence.setText(self._said())
        self.transport.allow(grower.possible and not grower.is_proven, grower.running)
        self._actions["reset"].setEnabled(grower.simulations > 0)

    @Slot()
    def _describe(self) -> None:
        root, *below = self.picture.nodes
        legend = {
            1: tr("Below a board: its visits."),
            2: tr("Below a board: visits and value."),
        }.get(self.picture.lines, tr("Below a board: visits, value, and a bonus for few visits."))
        shown, moves = len(root.children), self.grower.moves
        if shown < moves:
            there_is_more = tr("{shown} of the tree's {moves} moves fit here.",
                               shown=f"{shown:,}", moves=f"{moves:,}")  # fmt: skip
            legend = f"{legend} {there_is_more}"
        self._legend.setText(legend)
        line = [node for node in below if node.expected]
        self.picture.setAccessibleDescription(" ".join(told(node) for node in line))

    def _said(self) -> str:
        """Return what the last simulation did: selection, expansion, evaluation, backup."""
        grower = self.grower
        if not grower.possible:
            return tr("The game is over: there is nothing to search.")
        mark, count = letter(grower.player), f"{grower.simulations:,}"
        if grower.is_proven:
            if not grower.simulations:
                return tr("The position is proven at first sight, without a simulation.")
            return tr(
                "The position is proven after {count} simulations: more add nothing.",
                n=grower.simulations, count=count,
                one="The position is proven after 1 simulation: more add nothing.",
            )  # fmt: skip
        if not grower.simulations:
            return tr("{mark} to move. A step is one simulation: a walk down the tree and back.",
                      mark=mark)  # fmt: skip
        if grower.leaf is None or not grower.walk:
            return tr("{count} simulations so far, for {mark}.", n=grower.simulations,
                      one="1 simulation so far, for {mark}.", count=count, mark=mark)  # fmt: skip
        phases = _phases(grower.walk, grower.leaf, mark)
        return tr("Simulation {count}. {phases}", count=count, phases=phases)

    @Slot()
    def _leave_room(self) -> None:
        # Room for four lines, so that the tree stays where it is when the text grows.
        self._sentence.setMinimumHeight(4 * self._sentence.fontMetrics().lineSpacing())


def _phases(walk: Sequence[Square], leaf: Move, first: str) -> str:
    """Return what a simulation did, phase by phase.

    Args:
        walk: the moves that it went through.
        leaf: the last one of them.
        first: the letter of the side that makes the first one.
    """
    names = [square_name(square) for square in walk]
    mark = first if len(walk) % 2 else {"X": "O", "O": "X"}[first]
    gone = names[:-1] if leaf.visits == 1 else names
    phases = [
        tr("Selection: down to {walk}.", walk=listed(gone)) if gone
        else tr("Selection: no further than the top board.")
    ]  # fmt: skip
    if leaf.visits == 1:
        phases.append(tr("Expansion: {square} is new.", square=names[-1]))
    if leaf.proven is not None:
        said = tr("Evaluation: proven, {worth} for {mark}.", worth=worth(leaf.proven), mark=mark)
    else:
        said = tr("Evaluation: {value} for {mark}.", value=signed(leaf.weighed, 2), mark=mark)
    return " ".join([*phases, said, tr("Backup: every board above is updated.")])
