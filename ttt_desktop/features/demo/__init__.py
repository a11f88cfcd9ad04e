"""Machine against machine: a demo, with its controls above the board."""
