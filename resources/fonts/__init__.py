"""Board Sans, cut from Inter by tools/fonts.py (LICENSE.txt): what the window is set in."""
