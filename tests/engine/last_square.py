"""A kind of players that is declared here and nowhere else; importing this registers it."""

from engine import Decision
from engine.board import Position
from engine.players.player import Player
from engine.specs import Parameter, PlayerKind, register


class LastSquare(Player):
    def __init__(self, back):
        self.name = f"Last square but {back}"
        self._back = back

    def choose(self, board, player, seed=None, on_progress=None):
        Position.of(board, player)  # refuses what is no position
        empty = board.get_empty_squares()
        return Decision(empty[max(0, len(empty) - 1 - self._back)])


def make(spec):
    return LastSquare(int(spec["back"]))


BACK = Parameter("back", "Squares back", "How many squares before the last one.", 0, 0, 8)
KIND = register(
    PlayerKind("last", "Last square", "plays from the end", make, (BACK,), example="last:back=1")
)
