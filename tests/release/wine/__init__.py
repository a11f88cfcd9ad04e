"""A Windows out of Wine and registries, complete enough to build, install and play the game."""
