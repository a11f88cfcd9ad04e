"""The review of a game: what the coach says of it, beside the board."""
