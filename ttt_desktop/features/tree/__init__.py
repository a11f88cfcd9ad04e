"""The tree that a search grows, drawn."""
