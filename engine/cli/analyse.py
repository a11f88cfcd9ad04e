"""``ttt-engine analyse``: what random playouts say about a position."""

from __future__ import annotations

import argparse
import json
import random

from engine.board import STRMAP, Board
from engine.cli.options import Commands, add_board_options, add_search_options
from engine.cli.terminal import grid_table
from engine.notation import next_player, parse_board, parse_mark, square_name
from engine.rules import Square
from engine.search.confidence import MIN_TRIALS, Ends, contenders, intervals, mostly_ties
from engine.search.exact import MAX_EMPTY, WORTH, Truth
from engine.search.force import forced_win
from engine.search.sampling import check_seed, sample
from engine.tally import Tally, Weights, best_squares

_MOST_NAMED = 8


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "analyse",
        help="show how the machine scores a position",
        description="Play random games from a position and show each empty square's score: the "
        "total over all games, and below it the mean of one game with its 95 % interval. The "
        "best square is marked with a star.",
    )
    parser.add_argument(
        "--board",
        required=True,
        metavar="ROWS",
        help="the position: rows between slashes, with X, O and . for an empty square, such as "
        '"X.O/.X./..O"',
    )
    parser.add_argument(
        "--to-move",
        choices=("X", "O"),
        type=str.upper,
        metavar="X|O",
        help="the side to move (default: X if both sides have equally many marks, else O)",
    )
    add_board_options(parser)
    add_search_options(parser, trials=100_000)
    parser.add_argument(
        "--exact",
        action="store_true",
        help="also show the truth: what each move is worth in perfect play, where the solver "
        f"finishes, and, where at most {MAX_EMPTY} squares are empty, the exact mean that "
        "infinitely many random games would give",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of tables"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Analyse the position, print what was found, return 0."""
    weights = Weights.checked(options.score_current, options.score_other)
    board = parse_board(options.board, options.rule, options.line)
    player = parse_mark(options.to_move) if options.to_move else next_player(board)
    seed = check_seed(options.seed)
    tally = sample(board, player, options.trials, seed)
    scores = tally.scores(player, *weights)
    best = random.Random(seed).choice(best_squares(board, scores, player))
    truth = Truth.of(board, player) if options.exact else None
    forced = forced_win(board, player)
    if options.json:
        added = _truth_as_json(truth, weights) if truth else {}
        by_force = {"forced_win": None if forced is None else [*map(square_name, forced)]}
        report = _as_json(tally, player, weights, best) | by_force | {"seed": seed}
        print(json.dumps(report | added))
        return 0
    print(f"{STRMAP[player]} to move, {tally.trials:,} playouts, seed {seed}\n")
    print("Scores:")
    print(grid_table(board, scores, "{:+g}".format, (best,)))
    print("\nMean of one game:")
    print(grid_table(board, tally.mean(player, *weights), "{:+.4f}".format, (best,)))
    print("\n95 % interval of the mean:")
    print(grid_table(board, intervals(tally, player, weights), _ends))
    shares = (tally.x_wins, tally.o_wins, tally.ties)
    x_share, o_share, tie_share = (f"{share / tally.trials:.2%}" for share in shares)
    print(f"\nX wins {x_share}, O wins {o_share}, ties {tie_share}")
    print(f"Best square: {square_name(best)}{_how_sure(board, player, tally, weights, best)}")
    if forced is not None:
        moves = ", ".join(map(square_name, forced))
        print(f"{STRMAP[player]} wins by force in {len(forced)}: {moves}")
    if truth:
        _show_truth(truth, weights)
    return 0


def _ends(ends: Ends) -> str:
    return f"{ends[0]:+.3f}…{ends[1]:+.3f}"


def _how_sure(board: Board, player: int, tally: Tally, weights: Weights, best: Square) -> str:
    """Return what is to be added to the name of the best square."""
    best_ones = {*best_squares(board, tally.scores(player, *weights), player)}
    near = sorted((best_ones | {*contenders(board, player, tally, weights)}) - {best})
    if tally.trials < MIN_TRIALS:
        return "; too few playouts to be sure"
    if not near:
        return " (95 % sure)"
    more = f" and {len(near) - _MOST_NAMED} more" if len(near) > _MOST_NAMED else ""
    if more and mostly_ties(tally):
        return "; too few decisive playouts to tell"
    return f"; too close to call: {', '.join(map(square_name, near[:_MOST_NAMED]))}{more}"


def _show_truth(truth: Truth, weights: Weights) -> None:
    """Print tables of both truths, and the method's mistakes."""
    board = truth.board
    if truth.tally is not None:
        print("\nExact mean of one game:")
        mean = truth.tally.mean(truth.player, *weights)
        print(grid_table(board, mean, "{:+.4f}".format, tuple(truth.favourites(*weights))))
    print("\nIn perfect play:")
    dim = board.size
    values = [[float(truth.values.get((row, col), 0)) for col in range(dim)] for row in range(dim)]
    print(grid_table(board, values, lambda value: WORTH[int(value)]))
    for square in truth.blind_spots(*weights):
        print(
            f"\nA blind spot of the method: however many games it plays, it likes "
            f"{square_name(square)}, a {WORTH[truth.values[square]]} where a "
            f"{WORTH[truth.best_value]} can be had."
        )


def _truth_as_json(truth: Truth, weights: Weights) -> dict[str, object]:
    """Return what ``--exact`` adds to ``--json``."""
    return {
        "exact_mean": truth.tally and truth.tally.mean(truth.player, *weights),
        "perfect": {square_name(square): value for square, value in truth.values.items()},
        "blind_spots": [list(square) for square in truth.blind_spots(*weights)],
    }


def _as_json(tally: Tally, player: int, weights: Weights, best: Square) -> dict[str, object]:
    """Return what ``--json`` prints; docs/terminal.md describes the fields."""
    ends = intervals(tally, player, weights)
    return {
        "to_move": STRMAP[player],
        "trials": tally.trials,
        "scores": tally.scores(player, *weights),
        "mean": tally.mean(player, *weights),
        "low": [[low for low, _ in row] for row in ends],
        "high": [[high for _, high in row] for row in ends],
        "best": list(best),
        "best_name": square_name(best),
        "wins": {"X": tally.x_wins, "O": tally.o_wins},
        "ties": tally.ties,
    }
