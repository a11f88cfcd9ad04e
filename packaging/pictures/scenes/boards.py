"""Boards of all sizes."""

from __future__ import annotations

import random

from engine import Game, square_name
from pictures.scene import Act, Scene, Steps
from pictures.scenes.playing import ending, game, hinted, paired, scored
from tests.driver.user import User

_GOMOKU = "H8 I8 I7 G9 J6 K5 H7 G7 H9 H6 G8 I9"
_CROWDED = 120


def crowded(moves: int) -> Act:
    """Return what plays random moves in the middle of the board, and searches."""

    def act(user: User) -> Steps:
        board = user.game.board
        played, chance = Game(board.rules), random.Random(1)
        middle = range(4, played.rules.size - 4)
        squares = [(row, col) for row in middle for col in middle]
        for square in chance.sample(squares, moves):
            played.play(square)
        user.adopt(" ".join(map(square_name, played.moves)))
        user.trigger("analyse")
        yield user.idle
        return None

    return act


SCENES = (
    Scene("board-4x4", "4×4", game("B2 C3 B3"), "--size 4"),
    Scene(
        "board-7x7", "7×7, four in a row, scores on the board, a hint",
        hinted("D4 C3 E4 C4 C5 F4 D5 D3"),
        "--board-scores --trials 200000 --size 7 --line 4", looks=("large",),
    ),
    Scene(
        "board-15x15", "15×15, five in a row (Gomoku)", scored(_GOMOKU),
        "--size 15 --line 5 --trials 5000", looks=("small", "large"),
    ),
    Scene(
        "tree", "What a tree search knows: values, visits, expected moves", hinted("E5 D4 F5 G5"),
        "--size 9 --line 5 --o level:hard", looks=("large", "small"),
    ),
    Scene(
        "tree-proven", "A tree search that has proven a win", hinted("E5 A1 F5 A9 G5 I1"),
        "--size 9 --line 5",
    ),
    Scene("solved", "A solved position", hinted("A1 B2 C3")),
    Scene(
        "pairs", "Pairs that cannot lose", paired("D4 B2"), "--size 7 --o level:master",
    ),
    Scene(
        "board-15x15-scores", "15×15, scores on the board", scored(_GOMOKU),
        "--size 15 --line 5 --trials 5000 --board-scores", extent=(1600, 1000),
    ),
    Scene(
        "board-15x15-win", "15×15, five in a row are complete",
        ending("H8 H9 I8 I9 J8 J9 K8 K9", "L8"), "--size 15 --line 5 --machine neither",
    ),
    Scene(
        "stones", "Stones on wood, and the scores of the squares", scored(_GOMOKU),
        "--size 15 --line 5 --trials 5000 --board-scores --board-look stones", extent=(1600, 1000),
    ),
    Scene(
        "stones-win", "Stones on wood: six in a row are complete",
        ending("H8 H9 I8 I9 J8 J9 M8 K9 L8 L10", "K8"),
        "--size 15 --line 5 --machine neither --board-look stones --stone-numbers",
    ),
    Scene(
        "board-25x25", "25×25, the largest", crowded(_CROWDED),
        "--size 25 --line 6 --trials 2000", looks=("fine", "small", "laptop"),
    ),
)  # fmt: skip
