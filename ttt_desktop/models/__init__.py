"""Qt models over the game."""
