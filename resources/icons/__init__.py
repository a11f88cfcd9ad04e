"""Lucide's icons as they were published (LICENSE.txt), coloured at run time after the theme."""
