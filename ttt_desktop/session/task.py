"""What is asked of somebody on the board, where no game is played."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What is asked on the board.

    Attributes:
        owner: the name of the feature that asks.
        said: the sentence above the board.
        asks: whether a move is waited for; else the position is shown, or all has been answered.
        subject: what is asked about, for who can do something with it, such as draw it.
    """

    owner: str
    said: str
    asks: bool
    subject: object = None
