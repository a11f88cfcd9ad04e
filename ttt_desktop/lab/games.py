"""The lab's games as a table that grows while they are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Slot

from engine import Outcome
from engine.tournament import Summary
from ttt_desktop.look.table_model import TableModel
from ttt_desktop.text import QT_TRANSLATE_NOOP, tr

_TITLES = (
    QT_TRANSLATE_NOOP("", "Row"), QT_TRANSLATE_NOOP("", "X"), QT_TRANSLATE_NOOP("", "O"),
    QT_TRANSLATE_NOOP("", "Game"), QT_TRANSLATE_NOOP("", "Result"), QT_TRANSLATE_NOOP("", "Moves"),
    QT_TRANSLATE_NOOP("", "ms"),
)  # fmt: skip


def _result(outcome: Outcome | None) -> str:
    return {
        Outcome.X: tr("X wins"),
        Outcome.O: tr("O wins"),
        Outcome.TIE: tr("tie"),
        None: tr("spoilt"),
    }[outcome]


class _Kept(Protocol):
    """What the table needs to know of a game."""

    @property
    def pairing(self) -> int: ...
    @property
    def game(self) -> int: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def seconds(self) -> float: ...
    @property
    def problem(self) -> str: ...
    @property
    def length(self) -> int: ...


class LabGames(TableModel):
    """Rows of games, in the order in which they ended.

    Args:
        parent: the Qt owner.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._summary: Summary | None = None
        self._games: Sequence[_Kept] = ()
        self._rows = 0

    def show(self, summary: Summary | None, games: Sequence[_Kept]) -> None:
        """Show another tournament's games; the sequence may grow (see ``grow``)."""
        self.beginResetModel()
        self._summary, self._games, self._rows = summary, games, len(games)
        self.endResetModel()

    @Slot(int, int)
    def grow(self, first: int, count: int) -> None:
        """Show games that were added to the sequence."""
        self.beginInsertRows(self.index(-1, -1), first, first + count - 1)
        self._rows = first + count
        self.endInsertRows()

    def rows(self) -> int:  # noqa: D102
        return self._rows

    def columns(self) -> int:  # noqa: D102
        return len(_TITLES)

    def title(self, column: int) -> str:  # noqa: D102
        return tr(_TITLES[column])

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        if self._summary is None:
            return None
        kept = self._games[row]
        if role == Qt.ItemDataRole.ToolTipRole:
            return kept.problem or tr("Double-click to go through this game on the board")
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        pairing = self._summary.tournament.pairings[kept.pairing]
        names = pairing.first, pairing.second
        if not pairing.x_is_first(kept.game):
            names = names[::-1]
        result = _result(kept.outcome)
        label = pairing.value or str(kept.pairing + 1)
        cells = (label, *names, str(kept.game + 1), result, str(kept.length))
        return (*cells, f"{kept.seconds * 1000:.3g}")[column]
