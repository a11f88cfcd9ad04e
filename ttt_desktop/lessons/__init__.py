"""Guided lessons: text files that lead a class through the app, step by step, beside the board."""
