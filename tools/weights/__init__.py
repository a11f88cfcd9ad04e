"""The fit of what line patterns are worth, to games of the tree against itself."""
