"""The manual's pages, and those that are written from what the program declares."""
