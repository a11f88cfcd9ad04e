"""Positions that are set up at the board by hand, and ready ones."""
