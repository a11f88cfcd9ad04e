"""What is noted beside the game on the board: comments on its positions, and variations."""

from __future__ import annotations

from dataclasses import replace

from engine import Line
from engine.record import MOST_LETTERS, Record, Variation
from ttt_desktop.session.lookout import Lookout
from ttt_desktop.session.stage import Stage


class Notes:
    """Notes beside the game on the board; they are in its record, and go where that goes."""

    def __init__(self, stage: Stage, lookout: Lookout) -> None:
        self._stage, self._lookout = stage, lookout

    def comment(self, text: str) -> None:
        """Note a comment on the position shown, as far as there is room; nothing takes it away."""
        scene = self._stage.scene
        ply, comments = len(scene.game.moves), dict(scene.comments)
        comments.pop(ply, None)
        names = sum(len(variation.name) for variation in scene.variations)
        room = MOST_LETTERS - names - sum(map(len, comments.values()))
        if text := text[:room]:
            comments[ply] = text
        self._note(comments=comments)

    def take(self, key: int, record: Record) -> None:
        """Show what was noted beside the game of a key, if that is on the board without notes.

        Args:
            key: the game's key in the history.
            record: the game with what was noted.
        """
        scene = self._stage.scene
        belongs = scene.end is not None and scene.end.key == key and scene.record is None
        same = (record.game.rules, record.all_moves) == (scene.game.rules, scene.all_moves)
        if belongs and same:
            scene.record = record
            self._lookout.tell()

    def keep_variation(self, moves: Line) -> None:
        """Keep moves as a variation of the game, from where they leave it."""
        scene = self._stage.scene
        pairs = enumerate(zip(moves, scene.all_moves, strict=False))
        shorter = min(len(moves), len(scene.all_moves))
        ply = next((ply for ply, (tried, played) in pairs if tried != played), shorter)
        variation, kept = Variation(ply, moves[ply:]), scene.variations
        if variation.moves and all((variation.ply, variation.moves) != (other.ply, other.moves)
                                   for other in kept):  # fmt: skip
            self._note(variations=(*kept, variation))

    def name_variation(self, number: int, name: str) -> None:
        """Call a variation something."""
        kept = [*self._stage.scene.variations]
        kept[number] = replace(kept[number], name=name)
        self._note(variations=tuple(kept))

    def delete_variation(self, number: int) -> None:
        """Forget a variation."""
        kept = [*self._stage.scene.variations]
        del kept[number]
        self._note(variations=tuple(kept))

    def _note(self, **notes: object) -> None:
        record = self._stage.record.fitting()
        self._stage.scene.record = replace(record, **notes)  # type: ignore[arg-type]
        self._lookout.tell()
