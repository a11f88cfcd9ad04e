"""Course files that tests write."""


def mc_move(body):
    """Return the source of an mc_move with these lines."""
    return "def mc_move(board, player, trials):\n    " + body.replace("\n", "\n    ") + "\n"


MOVES_AT_ONCE = mc_move("return board.get_empty_squares()[0]")


def written(folder, body, name="mine.py"):
    """Write a file; return its path."""
    path = folder / name
    path.write_text(body)
    return path


def held(path, text):
    """Return a file that does not come to an end of its loading while a path is there."""
    return f"import os, time\nwhile os.path.exists({str(path)!r}): time.sleep(0.01)\n{text}"
