"""A review in words: verdicts and their signs, the decisive moment, accuracies, the result.

Console, report and window say the same. What is a whole sentence is a ``Sentence``, so that it can
be worded in any language.
"""

from __future__ import annotations

from engine.board import STRMAP, switch_player
from engine.coach.review import Accuracy, Moment, Review, ReviewedMove
from engine.coach.sentences import Sentence
from engine.game import Result, Termination
from engine.notation import square_name
from engine.rules import Rule, Rules
from engine.verdict import Verdict

SIGNS = {
    Verdict.BEST: "✓", Verdict.GOOD: "", Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?",
    Verdict.BLUNDER: "??",
}  # fmt: skip
"""What stands behind a move, as in the books of other games."""


def sign_of(move: ReviewedMove) -> str:
    """Return a move's sign; none where nothing could be gained or lost by then."""
    return "" if move.was_lost and move.verdict is Verdict.BEST else SIGNS[move.verdict]


def rules_told(rules: Rules) -> Sentence:
    """Return a board and what is played on it: "5x5, 4 in a row wins"."""
    size, line = rules.size, rules.line
    if rules.reverse:
        return Sentence("{size}x{size}, {line} in a row loses", size=size, line=line)
    if rules.rule == Rule.EXACT:
        return Sentence("{size}x{size}, exactly {line} in a row wins", size=size, line=line)
    if rules.rule == Rule.CARO:
        return Sentence("{size}x{size}, Caro, {line} in a row wins", size=size, line=line)
    if rules.rule == Rule.RENJU:
        return Sentence("{size}x{size}, Renju, {line} in a row wins", size=size, line=line)
    return Sentence("{size}x{size}, {line} in a row wins", size=size, line=line)


def result_told(result: Result | None, moves: int) -> Sentence:
    """Return how a game of so many moves ended; ``result`` is None for one that goes on."""
    if result is None:
        return Sentence("The game is not over after {moves} moves.", moves=moves)
    if result.winner is None:
        return Sentence("The game is a tie after {moves} moves.", moves=moves)
    winner = STRMAP[result.winner]
    if result.reason is Termination.REVERSE_LINE:
        return Sentence("{winner} won after {moves} moves: {loser} completed a line, and that "
                        "loses.", winner=winner, moves=moves,
                        loser=STRMAP[switch_player(result.winner)])  # fmt: skip
    if result.foul is not None:
        return Sentence("{winner} won after {moves} moves: {loser} made a foul ({foul}).",
                        winner=winner, moves=moves, loser=STRMAP[switch_player(result.winner)],
                        foul=result.foul.value)  # fmt: skip
    return Sentence("{winner} won after {moves} moves with a line.", winner=winner, moves=moves)


def move_told(move: ReviewedMove) -> str:
    """Return a move with its sign: "B2??"."""
    return square_name(move.square) + sign_of(move)


def moment_told(review: Review) -> Sentence:
    """Return which move decided a game, and how."""
    if review.decisive is None:
        return Sentence("No mistake decided this game.")
    move, moment = review.decisive
    gaps = {"ply": move.ply, "side": STRMAP[move.player], "move": square_name(move.square)}
    match moment:
        case Moment.LOST if move.proven_before and move.proven_after:
            return Sentence("Move {ply} decided the game: with {move}, {side} lost it.", **gaps)
        case Moment.LOST if move.proven_after:
            return Sentence("Move {ply} decided the game: with {move}, {side} lost it. (The "
                            "machine thinks that it was not lost before.)", **gaps)  # fmt: skip
        case Moment.LOST:
            return Sentence("Move {ply} decided the game, by the machine's estimate: with {move}, "
                            "{side} lost it.", **gaps)  # fmt: skip
        case Moment.LET_OFF:
            return Sentence("Move {ply} decided the game: with {move}, {side} gave a win away.",
                            **gaps)  # fmt: skip
    return Sentence("Move {ply} is the one that gave most away: {side} played {move}.", **gaps)


def accuracy_told(accuracy: Accuracy) -> Sentence:
    """Return how well a side played: "5 of 6 moves found to matter were right"."""
    if accuracy.percent is None:
        return Sentence("no move was found to matter")
    if accuracy.mattered is None or accuracy.right is None:
        return Sentence("accuracy {percent} %", percent=round(accuracy.percent))
    if accuracy.mattered == 1:
        return Sentence("{right} of 1 move found to matter was right", right=accuracy.right)
    return Sentence("{right} of {mattered} moves found to matter were right",
                    right=accuracy.right, mattered=accuracy.mattered)  # fmt: skip


def said_of(move: ReviewedMove) -> str:
    """Return all that is said of a move that gave something away; else nothing."""
    return " ".join(map(str, move.sentences))
