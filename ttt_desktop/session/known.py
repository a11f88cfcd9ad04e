"""What was found out about the positions of a game: all of it on small boards, else the newest."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Analysis, Square

KEPT_DIM = 10
"""The largest board of which every position's analysis is kept."""

KEPT_ON_LARGE = 6
"""How many are kept on larger boards, where each takes much memory."""


class Known(dict[tuple[Square, ...], Analysis]):
    """Finished analyses by the moves that led to their positions."""

    def keep(self, moves: Sequence[Square], analysis: Analysis) -> None:
        """Keep what was found out about the position after some moves."""
        key = tuple(moves)
        self.pop(key, None)
        self[key] = analysis
        if analysis.board.size > KEPT_DIM:
            while len(self) > KEPT_ON_LARGE:
                del self[next(iter(self))]

    def about(self, moves: Sequence[Square]) -> Analysis | None:
        """Return what is known of the position after some moves, else of the one before the last.

        The second is what the board shows while a game is played: what the last mover thought.
        """
        key = tuple(moves)
        return self.get(key) or (self.get(key[:-1]) if key else None)
