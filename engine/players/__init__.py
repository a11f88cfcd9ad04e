"""Players, a module each, and the kinds that they declare themselves to be."""

from engine.players.monte_carlo import MonteCarlo
from engine.players.perfect import Perfect
from engine.players.player import Decision, Player, Progress
from engine.players.random_player import Random

__all__ = ["Decision", "MonteCarlo", "Perfect", "Player", "Progress", "Random"]
