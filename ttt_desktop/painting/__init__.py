"""Painting of boards and squares, on screen and into files alike. No widgets in here."""
