"""Course files that tests write."""


def mc_move(body):
    """Return the source of an mc_move with these lines."""
    return "def mc_move(board, player, trials):\n    " + body.replace("\n", "\n    ") + "\n"


MOVES_AT_ONCE = mc_move("return board.get_empty_squares()[0]")


def scoring(value):
    """Return the source of a file that scores one square with this text, and another with -inf."""
    return (
        "def mc_trial(board, player): pass\ndef mc_update_scores(scores, board, player): pass\n"
        "def get_best_move(board, scores): return board.get_empty_squares()[0]\n"
        + mc_move(
            f"scores = [[0.0] * 3 for _ in range(3)]\nscores[0][0] = float('-inf')\n"
            f"scores[1][2] = {value}\nreturn get_best_move(board, scores)"
        )
    )


def written(folder, body, name="mine.py"):
    """Write a file; return its path."""
    path = folder / name
    path.write_text(body)
    return path


def held(path, text):
    """Return a file that does not come to an end of its loading while a path is there."""
    return f"import os, time\nwhile os.path.exists({str(path)!r}): time.sleep(0.01)\n{text}"
