"""The history of games: every finished game saved, listed, opened again and counted."""
