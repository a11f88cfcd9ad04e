"""The list of moves beside the board, with the curve of a game and its variations."""
