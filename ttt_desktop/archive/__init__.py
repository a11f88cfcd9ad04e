"""The games that are kept: a database of finished games, and what is saved beside them."""
