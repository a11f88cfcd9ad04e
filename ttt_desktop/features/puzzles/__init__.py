"""Puzzles: of the day and others, and the mistakes of one's own games, asked about again."""
