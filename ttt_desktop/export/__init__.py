"""Pictures and animations of the game, written to files."""
