"""The manual, the keys and what the program is made of: a feature."""
