"""``ttt-engine play``: a game in the terminal."""

from __future__ import annotations

import argparse
import random

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.cli.options import Commands, add_board_options, add_search_options, integer
from engine.cli.terminal import grid_table, say_of_wait
from engine.errors import Problem
from engine.game import Game
from engine.notation import draw_board, parse_square, square_name
from engine.players import Decision, Player
from engine.players.swapping import SIMULATIONS, by_tree, part_of
from engine.rules import Rules, Square
from engine.search.sampling import check_seed
from engine.specs import PlayerSpec, kinds
from engine.swap import FIRST, SECOND, Opening, Swap, SwapChoice, SwapStep, can_be_opened
from engine.tally import Weights


def _specs() -> str:
    """Return the help on who may play."""
    machines = (f"{kind.example or kind.word} ({kind.help})" for kind in kinds())
    return "; ".join(["human (you, at the keyboard)", *machines])


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a game in the terminal. X moves first. You are asked for a square as "
        "letter and number, such as B2 (columns are lettered from the left, rows numbered from "
        "the top), or q to leave. After each move of the machine its scores are shown; it plays "
        "a square with the greatest one (*).",
    )
    parser.add_argument(
        "--x",
        default="human",
        metavar="SPEC",
        help=f"who plays X: {_specs()} (default: %(default)s)",
    )
    parser.add_argument(
        "--o", default="mc", metavar="SPEC", help="who plays O, likewise (default: %(default)s)"
    )
    parser.add_argument(
        "--size",
        type=integer,
        default=3,
        metavar="N",
        help="the board's side (default: %(default)s)",
    )
    parser.add_argument(
        "--opening", choices=[opening.value for opening in Opening], default=Opening.NONE.value,
        help="how five in a row is opened on boards of 9x9 and more: X's player places three "
        "marks, and O's chooses a side (swap) or places two more (swap2) (default: %(default)s)",
    )  # fmt: skip
    add_board_options(parser)
    add_search_options(parser, trials=1000)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the game; return 0, or 1 where a human left it before its end."""
    Weights.checked(options.score_current, options.score_other)
    players = {
        PLAYERX: _player(options.x, "--x", options),
        PLAYERO: _player(options.o, "--o", options),
    }
    game = Game(Rules.of(options.size, options.line, options.rule))
    opening, seeds = Opening(options.opening), random.Random(check_seed(options.seed))
    if opening is not Opening.NONE and not can_be_opened(game.rules):
        raise Problem(
            "swap and swap2 open five in a row on boards of 9x9 and more: --size 15 --line 5"
        )
    try:
        if opening is not Opening.NONE:
            seated = _opened(game, Swap(opening), players, seeds)
            if seated is None:
                print("\nThe game was left before its end.")
                return 1
            players = seated
        return _play(game, players, seeds)
    finally:
        for player in players.values():
            if player is not None:
                player.close()


def _opened(
    game: Game, swap: Swap, players: dict[int, Player | None], seeds: random.Random
) -> dict[int, Player | None] | None:
    """Open a game by Swap or Swap2; return who plays which mark then, None where it was left."""
    who = (players[PLAYERX], players[PLAYERO])
    print(draw_board(game.board))
    while swap.step is not SwapStep.DONE:
        player, named = who[swap.player], ("first", "second")[swap.player]
        answer: list[Square] | SwapChoice | None
        if player is not None:
            chance = random.Random(seeds.getrandbits(64))
            search = by_tree(SIMULATIONS, chance)
            answer = part_of(player, swap, game.board, game.to_move, chance, search)
        elif swap.step is SwapStep.PLACE:
            square = _ask(game)
            answer = None if square is None else [square]
        else:
            answer = _ask_side(swap)
        if answer is None:
            return None
        if isinstance(answer, SwapChoice):
            swap = swap.choose(answer)
            choice = (
                "has two more marks placed"
                if answer is SwapChoice.MORE
                else f"plays {answer.value}"
            )
            print(f"\nThe {named} player {choice}")
            continue
        for square in answer:
            print(f"\nThe {named} player places {STRMAP[game.to_move]} on {square_name(square)}")
            game.play(square)
            swap = swap.place()
        print(draw_board(game.board))
    other = who[SECOND] if swap.x == FIRST else who[FIRST]
    return {PLAYERX: who[swap.x or FIRST], PLAYERO: other}


def _ask_side(swap: Swap) -> SwapChoice | None:
    """Ask for a side, or for two more marks; None where the player leaves the game."""
    words = {choice.value.lower(): choice for choice in swap.choices}
    while True:
        try:
            text = input(f"\nYour choice ({', '.join(choice.value for choice in swap.choices)}): ")
        except (EOFError, RuntimeError):
            return None
        text = text.strip().lower()
        if text in ("q", "quit", "exit"):
            return None
        if text in words:
            return words[text]
        print("Choose a side, X or O" + (", or more" if SwapChoice.MORE in swap.choices else ""))


def _play(game: Game, players: dict[int, Player | None], seeds: random.Random) -> int:
    """Play the game; return the exit status."""
    print(draw_board(game.board))
    while (result := game.result) is None:
        mark = game.to_move
        player = players[mark]
        if player is None:
            square = _ask(game)
            if square is None:
                print("\nThe game was left before its end.")
                return 1
        else:
            decision = player.choose(game.board, mark, seeds.getrandbits(64))
            _show_scores(decision)
            square = decision.square
        game.play(square)
        print(f"\n{STRMAP[mark]} plays {square_name(square)}\n{draw_board(game.board)}")
    print("\nTie!" if result.winner is None else f"\n{STRMAP[result.winner]} wins!")
    return 0


def _player(text: str, option: str, options: argparse.Namespace) -> Player | None:
    """Return the player that a text names; None for a human.

    What the text does not set is taken from the options, where the player has such a setting.
    """
    if text == "human":
        return None
    try:
        spec = PlayerSpec.parse(text)
        for name, value in (
            ("trials", options.trials),
            ("current", options.score_current),
            ("other", options.score_other),
        ):
            if spec.kind.has(name) and not spec.sets(name):
                spec = spec.with_value(name, str(value))
        player = spec.make()
    except ValueError as error:
        known = text.strip().partition(":")[0] in {kind.word for kind in kinds()}
        raise ValueError(f"{option}: {error}{'' if known else ', or human'}") from None
    player.on_wait = say_of_wait
    return player


def _ask(game: Game) -> Square | None:
    """Ask until an empty square is named; None where the player leaves the game."""
    while True:
        try:
            text = input(f"\n{STRMAP[game.to_move]} to move, your square: ")
        except (EOFError, RuntimeError):  # RuntimeError: there is no input or output at all
            return None
        if text.strip().lower() in ("q", "quit", "exit"):
            return None
        try:
            square = parse_square(text, game.rules.size)
        except ValueError as error:
            print(error)
            continue
        if game.board.may(square, game.to_move):
            return square
        if (foul := game.board.foul_at(square)) is not None:
            print(f"{square_name(square)} is a foul ({foul.value}); choose another square")
            continue
        print(f"{square_name(square)} is taken; choose an empty square")


def _show_scores(decision: Decision) -> None:
    """Print what the machine found out, where it searched."""
    analysis = decision.analysis
    if analysis is None:
        return
    print(f"\nScores for {STRMAP[analysis.player]} over {analysis.count:,} {analysis.unit}:")
    print(grid_table(analysis.board, analysis.totals, "{:+g}".format, (decision.square,)))
