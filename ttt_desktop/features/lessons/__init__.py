"""Lessons beside the board, step by step: a feature."""
