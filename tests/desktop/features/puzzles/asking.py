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
