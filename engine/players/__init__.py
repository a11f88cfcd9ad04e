"""Players, a module each, and the kinds that they declare themselves to be."""

from engine.players.level import Level
from engine.players.monte_carlo import MonteCarlo
from engine.players.perfect import Perfect
from engine.players.player import Decision, Player, Progress
from engine.players.random_player import Random
from engine.players.tree_player import TreePlayer
from engine.players.uct_player import UctPlayer

__all__ = [
    "Decision",
    "Level",
    "MonteCarlo",
    "Perfect",
    "Player",
    "Progress",
    "Random",
    "TreePlayer",
    "UctPlayer",
]
