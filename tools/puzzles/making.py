"""Makes the program's own puzzles, and proves them again.

Positions come from games between players that err, each from its own seed; on 3x3 all there are are
looked at. So the same file is made wherever this runs: ``python -m tools.puzzles.making``
writes it and proves it anew, ``--check`` proves the file that is there.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest
from pathlib import Path
from time import process_time

from engine.board import EMPTY, PLAYERX, Board, switch_player
from engine.coach import puzzles as shipped
from engine.coach.puzzles import Puzzle, PuzzleKind, as_text, board_name, load, read_puzzles
from engine.coach.threats import Threats
from engine.errors import Problem
from engine.game import Game
from engine.notation import format_board, next_player, parse_board
from engine.players.level import LADDER
from engine.rules import Rule, Rules
from engine.search.proofs import SOLVED
from engine.specs import PlayerSpec
from tools.puzzles.proving import NoPuzzleError, Prover

FILE = Path(shipped.__file__).with_name("puzzles.txt")

_NODES = 60_000
"""After how many nodes of the solver a position is left for another one."""

_CARELESS, _CAREFUL = LADDER[1:3], LADDER[3:6]
"""The levels of large boards' games: Beginner and Easy, which miss a lot; Medium to Expert, which
leave each other open threes and see fours. The puzzles there are come from games of levels that
noticed no double threats: made anew, those of large boards are others."""

_NOTICED = 0.3
"""How often a player of the small boards' games sees a line that lacks one mark."""


@dataclass(frozen=True)
class Wanted:
    """What puzzles are made for a board.

    Attributes:
        rules: the board's.
        games: how many games their positions come from; 0 for all positions that there are.
        careful: how many games between better players the wins by open threes come from.
        most: of which kinds how many are taken at most; all of the others.
    """

    rules: Rules
    games: int = 0
    careful: int = 0
    most: dict[PuzzleKind, int] = field(default_factory=dict)


WANTED = (
    Wanted(Rules(3, 3)),
    Wanted(Rules(3, 3, Rule.REVERSE)),
    Wanted(Rules(4, 3), 20_000),
    Wanted(Rules(4, 4), 10_000, most={PuzzleKind.FORK: 80}),
    Wanted(Rules(4, 4, Rule.REVERSE), 4000, most={
        PuzzleKind.SQUEEZE: 60, PuzzleKind.WIN: 80, PuzzleKind.HOLD: 60, PuzzleKind.AVOID: 60,
    }),
    Wanted(Rules(5, 4), 400, most={
        PuzzleKind.FORK: 50, PuzzleKind.CHAIN: 60, PuzzleKind.QUIET: 80, PuzzleKind.HOLD: 60,
    }),
    Wanted(Rules(10, 5), 450, 1500, {PuzzleKind.FORK: 90, PuzzleKind.FORCE: 80}),
    Wanted(Rules(15, 5), 500, 2000, {PuzzleKind.FORK: 90, PuzzleKind.FORCE: 160}),
)  # fmt: skip
"""The boards, and what is made for each."""


# --- positions ------------------------------------------------------------------------


def games(wanted: Wanted) -> Iterator[Iterator[Board]]:
    """Yield games, each as its positions with a move to make, the first one first."""
    rules = wanted.rules
    for number in range(wanted.games):
        chance = random.Random(f"{board_name(rules)} {number}")
        yield (
            _random_game(rules, chance)
            if rules in SOLVED
            else _level_game(rules, chance, _CARELESS)
        )


def careful_games(wanted: Wanted) -> Iterator[Iterator[Board]]:
    """Yield games between players that see what a four and an open three are."""
    for number in range(wanted.careful):
        chance = random.Random(f"careful {board_name(wanted.rules)} {number}")
        yield _level_game(wanted.rules, chance, _CAREFUL)


def _all_positions(rules: Rules) -> Iterator[Board]:
    """Yield every position once, up to its turns and reflections, those of few marks first."""
    layer, player = [Board.empty(rules)], PLAYERX
    while layer:
        yield from layer
        boards: dict[str, Board] = {}
        for board in layer:
            for square in board.get_empty_squares():
                then = board.clone()
                then.move(*square, player)
                if then.check_win() is None:
                    boards.setdefault(canonical(format_board(then)), then)
        layer, player = [*boards.values()], switch_player(player)


def _random_game(rules: Rules, chance: random.Random) -> Iterator[Board]:
    """Yield the positions of a game between players that see a line now and then."""
    threats, player = Threats(rules, bytes([EMPTY]) * rules.size**2), PLAYERX
    while threats.empty:
        yield _board_of(rules, threats.marks)
        own = threats.ends(player)
        sees = chance.random() < _NOTICED
        squares = threats.empty
        if sees and rules.reverse:
            squares = [square for square in squares if square not in own] or squares
        elif sees:
            squares = own or threats.ends(switch_player(player)) or squares
        square = chance.choice(squares)
        if square in own:
            return
        threats.make(square, player)
        player = switch_player(player)


def _level_game(rules: Rules, chance: random.Random, levels: Sequence[str]) -> Iterator[Board]:
    """Yield the positions of a game between two of some levels."""
    sides = {side: PlayerSpec.parse(chance.choice(levels)).make() for side in (2, 3)}
    game = Game(rules)
    while game.result is None:
        board = game.board
        yield board
        choice = sides[game.to_move].choose(board, game.to_move, chance.getrandbits(63))
        game.play(choice.square)


def _board_of(rules: Rules, marks: Sequence[int]) -> Board:
    size = rules.size
    rows = [list(marks[start : start + size]) for start in range(0, size * size, size)]
    return Board(size, rules.rule, rows, rules.line)


def images(rows: str) -> list[str]:
    """Return a position as it looks turned and reflected: eight texts, some perhaps equal."""
    texts, turned = [], rows.split("/")
    for _ in range(4):
        texts += ["/".join(turned), "/".join(reversed(turned))]
        turned = ["".join(column) for column in zip(*reversed(turned), strict=True)]
    return texts


def canonical(rows: str) -> str:
    """Return the one text that stands for a position and all its images."""
    return min(images(rows))


# --- puzzles --------------------------------------------------------------------------


class _PuzzleFinder:
    """Looks for puzzles of some kinds on a board, each but once, up to turns and reflections."""

    def __init__(self, rules: Rules, kinds: Collection[PuzzleKind]) -> None:
        self._rules, self._kinds = rules, kinds
        self._prover = Prover(rules, _NODES)
        self._seen: set[str] = set()

    def puzzle(self, board: Board) -> Puzzle | None:
        """Return the puzzle that a position is, if it is a wanted one and was not met before."""
        key = canonical(format_board(board))
        if key in self._seen:
            return None
        self._seen.add(key)
        # One of the images: the same whichever was met, and not always the same corner.
        chance, rules = random.Random(f"{board_name(self._rules)} {key}"), self._rules
        image = parse_board(chance.choice(images(key)), rules.rule, rules.line)
        try:
            puzzle = self._prover.prove(image)
        except NoPuzzleError:
            return None
        return puzzle if puzzle.kind in self._kinds else None

    def of_game(self, game: Iterable[Board]) -> Iterator[Puzzle]:
        """Yield the first puzzle of each side: what follows is often the same one again."""
        sides: set[int] = set()
        for board in game:
            if next_player(board) not in sides and (puzzle := self.puzzle(board)) is not None:
                yield puzzle
                sides.add(puzzle.player)
                if len(sides) == 2:
                    return


def puzzles_for(wanted: Wanted) -> list[Puzzle]:
    """Return the puzzles among a board's positions."""
    rules = wanted.rules
    finder = _PuzzleFinder(rules, {*PuzzleKind} - {PuzzleKind.FORCE})
    if not wanted.games:
        tried = map(finder.puzzle, _all_positions(rules))
        return [puzzle for puzzle in tried if puzzle is not None]
    puzzles = [puzzle for game in games(wanted) for puzzle in finder.of_game(game)]
    finder = _PuzzleFinder(rules, {PuzzleKind.FORCE})
    return puzzles + [puzzle for game in careful_games(wanted) for puzzle in finder.of_game(game)]


def chosen(puzzles: Iterable[Puzzle], most: dict[PuzzleKind, int]) -> list[Puzzle]:
    """Return as many puzzles of each kind as wanted, from the easiest to the hardest.

    Easy ones are found more often: every grade gives one, then every grade another one, and so on.
    """
    taken: list[Puzzle] = []
    for kind in PuzzleKind:
        grades: dict[int, list[Puzzle]] = {}
        own = sorted((puzzle for puzzle in puzzles if puzzle.kind is kind), key=_order)
        for puzzle in own:
            grades.setdefault(int(puzzle.grade), []).append(puzzle)
        rounds = chain.from_iterable(zip_longest(*grades.values()))
        in_turn = (puzzle for puzzle in rounds if puzzle is not None)
        taken += islice(in_turn, most.get(kind, len(own)))
    return sorted(taken, key=_order)


def _order(puzzle: Puzzle) -> tuple[float, str]:
    return puzzle.grade, puzzle.id


def make(wanted: Iterable[Wanted] = WANTED) -> Iterator[tuple[Puzzle, ...]]:
    """Yield the puzzles of one board after another, made anew."""
    for board in wanted:
        yield tuple(chosen(puzzles_for(board), board.most))


def problems(puzzles: Sequence[Puzzle]) -> Iterator[Problem]:
    """Yield what is wrong with puzzles: each is proven anew, and none may come twice."""
    provers: dict[Rules, Prover] = {}
    keys = Counter((puzzle.rules, canonical(puzzle.rows)) for puzzle in puzzles)
    names = Counter(puzzle.id for puzzle in puzzles)
    for puzzle in puzzles:
        problem = provers.setdefault(puzzle.rules, Prover(puzzle.rules)).problem(puzzle)
        if problem is not None:
            yield problem
        if keys[puzzle.rules, canonical(puzzle.rows)] > 1 or names[puzzle.id] > 1:
            yield Problem("puzzle {id}: it comes twice", id=puzzle.id)


def main() -> int:
    """Make the file or check it; return 0, or 1 where something is wrong with it."""
    parser = argparse.ArgumentParser(prog="dev.py puzzles", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="make and write nothing: prove the puzzles there are"
    )
    start = process_time()
    if parser.parse_args().check:
        puzzles = load()
    else:
        new: list[Puzzle] = []
        for own in make():
            _tell(f"{board_name(own[0].rules)}: {len(own)} puzzles made", start)
            new += own
        text = as_text(new)
        same = FILE.exists() and FILE.read_text("utf-8") == text
        FILE.write_text(text, "utf-8", newline="\n")
        _tell("the same as before" if same else f"{FILE.name} was written", start)
        puzzles = read_puzzles(text)
    wrong = [*problems(puzzles)]
    for problem in wrong:
        _tell(str(problem), start)
    _tell(f"{len(puzzles)} puzzles, {len(wrong)} of them wrong", start)
    return 1 if wrong else 0


def _tell(text: str, start: float) -> None:
    sys.stderr.write(f"{process_time() - start:5.0f} s  {text}\n")


if __name__ == "__main__":
    sys.exit(main())
