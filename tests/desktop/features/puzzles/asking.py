"""What tests of puzzles have in common."""


def puzzler(user):
    return user.window.features["puzzles"].puzzler


def puzzle_panel(user):
    return user.window.features["puzzles"].own_panel


def verdict(user):
    """Return the title and the text of the puzzle's card."""
    card = puzzle_panel(user).verdict
    return card.title, card.text


def judged(user):
    """Wait until an answer is judged."""
    user.wait(lambda: not puzzler(user).busy)


def todays_tile(user):
    """Open the home of Play, and return the tile of today's puzzle on it."""
    user.trigger("new")
    offers = user.window.shell.pages["play"].offers
    return next(tile for tile in offers if "puzzle" in tile.accessibleName())
