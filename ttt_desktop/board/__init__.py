"""The board that is played on, and its painting."""
