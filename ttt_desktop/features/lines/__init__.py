"""The best lines of a position: a search that goes on until it is stopped, and follows the game."""
