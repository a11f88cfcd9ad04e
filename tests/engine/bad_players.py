"""Players that spoil games, for tournaments to survive."""

import os
import time

from engine import Decision, Random


class Raises(Random):
    def choose(self, board, player, seed=None, on_progress=None):
        raise RuntimeError("I have had enough")


class Illegal(Random):
    def choose(self, board, player, seed=None, on_progress=None):
        if len(board.get_empty_squares()) < 8:
            return Decision((0, 0) if board.square(0, 0) != 1 else (9, 9))
        return super().choose(board, player, seed)


class Hangs(Random):
    def choose(self, board, player, seed=None, on_progress=None):
        while True:
            time.sleep(0.001)


class Dies(Random):
    """Ends its process in a quarter of the games."""

    def choose(self, board, player, seed=None, on_progress=None):
        if seed % 20 == 0:
            os._exit(1)
        return super().choose(board, player, seed)


class Sleeps(Random):
    """Heeds nothing."""

    def choose(self, board, player, seed=None, on_progress=None):
        time.sleep(1000)


class Exits(Random):
    def choose(self, board, player, seed=None, on_progress=None):
        raise SystemExit(3)

    def close(self):
        raise RuntimeError("not even this")


class Numpy(Random):
    def choose(self, board, player, seed=None, on_progress=None):
        import numpy

        row, col = super().choose(board, player, seed).square
        return Decision((numpy.int64(row), numpy.int64(col)))
