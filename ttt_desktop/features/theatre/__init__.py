"""The theatre: single random games, and what each adds to the scores."""
