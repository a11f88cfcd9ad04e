"""The history of games: every finished game kept, listed, opened again and counted."""
