"""What tests of puzzles have in common."""


def puzzler(user):
    return user.window.features["puzzles"].puzzler


def puzzle_bar(user):
    return user.window.features["puzzles"].bar


def judged(user):
    """Wait until an answer is judged."""
    user.wait(lambda: not puzzler(user).busy)
