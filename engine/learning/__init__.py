"""Machines that learn by playing: matchboxes, a table of values, and a network with a tree."""
