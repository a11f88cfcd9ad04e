"""Drawn line icons, coloured at run time after the theme."""
