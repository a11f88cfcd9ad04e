"""The extension in C: its sources, its typed edge, and what serves where it is missing."""
