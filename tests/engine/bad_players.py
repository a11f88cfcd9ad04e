"""Players that spoil games, for tournaments to survive."""

import os
import time
from pathlib import Path

from engine import Decision, Random
from engine.errors import Problem


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


class Spins(Random):
    """Says which process it is in, then runs until it is interrupted."""

    def choose(self, board, player, seed=None, on_progress=None):
        with Path(os.environ["SPINS"]).open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        while True:
            pass


class LetsWait(Random):
    """Says, as programs do, that it lets everybody wait, and then that it does no more."""

    def choose(self, board, player, seed=None, on_progress=None):
        self.on_wait(Problem("{name} has given no answer", name="the file's name"))
        self.on_wait(None)
        return super().choose(board, player, seed)


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


def _number_of_calls():
    """Return how often a player of this module was asked by now, over all processes."""
    with open(os.environ["TTT_CALLS"], "ab") as file:  # noqa: PTH123
        file.write(b".")
        return file.tell()


class DiesAtFirst(Random):
    """Ends its process when it is asked the first time, and when it is asked the second time."""

    def choose(self, board, player, seed=None, on_progress=None):
        if _number_of_calls() <= 2:
            os._exit(1)
        return super().choose(board, player, seed)


class DiesThenSleeps(Random):
    def choose(self, board, player, seed=None, on_progress=None):
        if _number_of_calls() == 1:
            os._exit(1)
        time.sleep(1000)


class SaysItWasTheOther(Random):
    """Ends its process as one is ended that the player of X holds up."""

    def choose(self, board, player, seed=None, on_progress=None):
        os._exit(118)


def kill_at_the_first_move():
    """Have a worker killed in its first game: it is one with no memory left."""

    def choose(self, board, player, seed=None, on_progress=None):
        os.kill(os.getpid(), 9)

    Random.choose = choose
