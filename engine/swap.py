"""The openings Swap and Swap2: one player places the first marks, the other chooses a side.

Whoever begins places three marks, X, O and X. In Swap the other one then chooses a side. In Swap2
that player may instead place two more, O and X, and have the first one choose. O moves next anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.decoding import sound
from engine.errors import Problem
from engine.rules import Rules

SMALLEST, LINE = 9, 5
"""The least side of a board that is opened so, and the line that wins there."""

FIRST, SECOND = 0, 1
"""The two players: who begins, and the other one."""

_FEW, _MANY = 3, 5
"""Marks that are placed at first, and those with two more."""


class Opening(Enum):
    """How a game is opened. The values are what settings and files hold."""

    NONE = "none"
    SWAP = "swap"
    SWAP2 = "swap2"


class SwapStep(Enum):
    """What is to be done next."""

    PLACE = "place"
    """Marks are placed, one after another."""
    CHOOSE = "choose"
    """A side is chosen; where that is allowed, two more marks instead."""
    DONE = "done"
    """The sides are chosen: the game goes on as usual."""


class SwapChoice(Enum):
    """What may be chosen."""

    X = "X"
    O = "O"  # noqa: E741  (the mark's own name)
    MORE = "more"
    """Place two more marks, and have the other player choose."""


def can_be_opened(rules: Rules) -> bool:
    """Whether games by these rules may be opened by Swap or Swap2."""
    return rules.size >= SMALLEST and rules.line == LINE and not rules.reverse


@dataclass(frozen=True, slots=True)
class Swap:
    """How far such an opening has come.

    Attributes:
        kind: which one it is; never ``NONE``.
        placed: how many marks have been placed, 0 to 5.
        more: whether two more are placed than the three.
        x: who plays X, FIRST or SECOND; None before that is chosen.
    """

    kind: Opening
    placed: int = 0
    more: bool = False
    x: int | None = None

    @property
    def wanted(self) -> int:
        """How many marks are placed in all, as far as that is known."""
        return _MANY if self.more else _FEW

    @property
    def step(self) -> SwapStep:
        """What is to be done next."""
        if self.x is not None:
            return SwapStep.DONE
        return SwapStep.PLACE if self.placed < self.wanted else SwapStep.CHOOSE

    @property
    def player(self) -> int:
        """Who does it, FIRST or SECOND."""
        if self.step is SwapStep.CHOOSE:
            return self.chooser
        return SECOND if self.step is SwapStep.PLACE and self.more else FIRST

    @property
    def choices(self) -> tuple[SwapChoice, ...]:
        """What may be chosen now."""
        if self.step is not SwapStep.CHOOSE:
            return ()
        may_place = self.kind is Opening.SWAP2 and not self.more
        return (SwapChoice.X, SwapChoice.O, *((SwapChoice.MORE,) if may_place else ()))

    def place(self) -> Swap:
        """Return the opening after one more mark; ValueError where none is placed now."""
        if self.step is not SwapStep.PLACE:
            raise Problem("no mark is placed now: a side is to be chosen")
        return replace(self, placed=self.placed + 1)

    @property
    def can_take_back(self) -> bool:
        """Whether the player who is placing marks has already placed one."""
        return self.step is SwapStep.PLACE and self.placed > (_FEW if self.more else 0)

    def take_back(self) -> Swap:
        """Return the opening before its last mark; ValueError where that is no longer possible."""
        if not self.can_take_back:
            raise Problem("no mark can be taken back now")
        return replace(self, placed=self.placed - 1)

    @property
    def chooser(self) -> int:
        """Who chooses a side in the end, FIRST or SECOND, as far as that is known."""
        return FIRST if self.more else SECOND

    def choose(self, choice: SwapChoice) -> Swap:
        """Return the opening after a choice; ValueError where it cannot be made now."""
        if choice not in self.choices:
            raise Problem("{choice} cannot be chosen now", choice=choice.value)
        if choice is SwapChoice.MORE:
            return replace(self, more=True)
        other = SECOND if self.player == FIRST else FIRST
        return replace(self, x=self.player if choice is SwapChoice.X else other)

    def fits(self, rules: Rules, moves: int) -> bool:
        """Whether a game of so many moves can have come so far with it."""
        return can_be_opened(rules) and (
            moves == self.placed if self.step is not SwapStep.DONE else moves >= self.placed
        )

    def as_object(self) -> dict[str, object]:
        """Return it as the file of a game holds it."""
        return {"kind": self.kind.value, "placed": self.placed, "more": self.more, "x": self.x}

    @classmethod
    def from_object(cls, data: object) -> Swap | None:
        """Return what ``as_object`` wrote; None where that is damaged."""
        swap = sound(data, cls)
        return swap if swap is not None and swap.is_possible else None

    @property
    def is_possible(self) -> bool:
        """Whether an opening can have come so far."""
        if self.kind is Opening.NONE or self.x not in (None, FIRST, SECOND):
            return False
        if self.more and (self.kind is Opening.SWAP or self.placed < _FEW):
            return False
        least = 0 if self.x is None else self.wanted
        return least <= self.placed <= self.wanted
