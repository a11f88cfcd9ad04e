"""What is said of a tree: below its boards, of one of its positions, and of a simulation."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Result, Square, square_name
from engine.search.tree import Move
from ttt_desktop.features.tree.grower import DrawnNode, TreeGrower
from ttt_desktop.look.text import letter, listed, problem, result_sentence, signed, tr

TRUTHS = {1: "✓", 0: "=", -1: "✗"}
"""Signs of what a position is worth in perfect play to the side that moved there."""


def numbers(node: DrawnNode, simulations: int) -> list[str]:
    """Return what stands below a board: visits, then value and bonus, or what is proven."""
    move, visits = node.move, simulations
    if move is not None:
        visits = move.visits
    sign = TRUTHS[node.truth] if node.truth is not None else ""
    first = " ".join(filter(None, (f"{visits:,}", sign, f"+{node.hidden}" * bool(node.hidden))))
    if move is None:
        return [first]
    if move.proven is not None:
        proven = {1: tr("won"), 0: tr("tie"), -1: tr("lost")}
        return [first, proven[move.proven]]
    value, bonus = signed(move.weighed, 2), signed(move.bonus, 2)
    if move.prior is not None:
        return [first, value, bonus]
    # Results that are all equal have no error to tell: it would look like certainty.
    return [first, value, f"±{move.error:.2f}" if move.error else "", bonus]


def worth(proven: int) -> str:
    """Return what a proof says."""
    return {1: tr("a win"), 0: tr("a tie"), -1: tr("a loss")}[proven]


def described(node: DrawnNode) -> str:
    """Return what there is to say of a node."""
    if node.move is None:
        sentences = [tr("The position that is searched.")]
    else:
        sentences = [*_statistics(node, node.move)]
    if node.truth is not None and (node.move is None or node.move.proven is None):
        mark = letter(node.player)
        sentences.append(
            tr("In perfect play {worth} for {mark}.", worth=worth(node.truth), mark=mark)
        )
    if node.next and node.move is not None:
        sentences.append(tr("The next simulation goes through it."))
    return " ".join(sentences)


def _statistics(node: DrawnNode, move: Move) -> list[str]:
    mark = letter(node.player)
    sentences = [
        tr("{moves}: {count} simulations.", n=move.visits, one="{moves}: 1 simulation.",
           moves=", ".join(square_name(square) for square in node.line), count=f"{move.visits:,}")
    ]  # fmt: skip
    if move.proven is not None:
        return [*sentences, tr("Proven: {worth} for {mark}.", worth=worth(move.proven), mark=mark)]
    value = signed(move.weighed, 2)
    if not move.visits:
        sentences.append(
            tr("Not tried yet: it counts {value} for {mark}, a little less than the board above.",
               value=value, mark=mark)
        )  # fmt: skip
    elif move.error:
        sentences.append(tr("Value {value} for {mark}, give or take {error}.", value=value,
                            mark=mark, error=f"{move.error:.2f}"))  # fmt: skip
    else:
        sentences.append(tr("Value {value} for {mark}.", value=value, mark=mark))
    if move.prior is None:
        sentences.append(tr("Bonus {bonus} for few visits.", bonus=signed(move.bonus, 2)))
    else:
        sentences.append(
            tr("Bonus {bonus} for few visits; first sight {prior} %.",
               bonus=signed(move.bonus, 2), prior=f"{100 * move.prior:.0f}")
        )  # fmt: skip
    return sentences


def legend(grower: TreeGrower, lines: int, shown: int) -> str:
    """Return what the numbers below boards are, and how much there is no room for.

    Args:
        lines: how many numbers stand below a board.
        shown: how many of the topmost board's moves are drawn.
    """
    if grower.leaves is None:
        below = {
            1: tr("Below a board: its visits."),
            2: tr("Below a board: visits and value."),
            3: tr("Below a board: visits, value, and a bonus for few visits."),
        }[lines]
    else:
        # Always the same text: one of another length would leave the tree another height.
        below = tr("Below a board: visits, mean result, its standard error (±), bonus. The "
                   "greatest sum is chosen next (▾), and stands on the left.")  # fmt: skip
    sentences = [below, tr("Further down only some replies are drawn.")]
    if grower.shows_truth:
        sentences.append(tr("Perfect play: ✓ wins, = ties, ✗ loses."))
    moves = grower.moves
    if not grower.top and shown < moves:
        sentences.append(tr("{shown} of the tree's {moves} moves fit here.",
                       shown=f"{shown:,}", moves=f"{moves:,}"))  # fmt: skip
    return " ".join(sentences)


def said_of(grower: TreeGrower) -> str:
    """Return what the last simulation did: selection, expansion, evaluation, backup."""
    if not grower.possible:
        return (
            tr("The game is over: there is nothing to search.") if grower.problem is None
            else tr("No tree can be grown here: {why}.", why=problem(grower.problem))
        )  # fmt: skip
    mark, count = letter(grower.player), f"{grower.simulations:,}"
    if grower.is_proven:
        if not grower.simulations:
            return tr("The position is proven before the first simulation.")
        return tr(
            "The position is proven after {count} simulations: more add nothing.",
            n=grower.simulations, count=count,
            one="The position is proven after 1 simulation: more add nothing.",
        )  # fmt: skip
    if not grower.simulations:
        return tr("{mark} to move. A step is one simulation: a walk down the tree and back.",
                  mark=mark)  # fmt: skip
    if grower.leaf is None or not grower.walk:
        return tr("{count} simulations so far, for {mark}.", n=grower.simulations,
                  one="1 simulation so far, for {mark}.", count=count, mark=mark)  # fmt: skip
    phases = [*_way(grower.walk, grower.leaf), _evaluation(grower, grower.leaf),
              tr("Backup: every board above is updated.")]  # fmt: skip
    return tr("Simulation {count}. {phases}", count=count, phases=" ".join(phases))


def _way(walk: Sequence[Square], leaf: Move) -> list[str]:
    """Return where a simulation went: selection, and expansion."""
    names = [square_name(square) for square in walk]
    gone = names[:-1] if leaf.visits == 1 else names
    sentences = [
        tr("Selection: down to {walk}.", walk=listed(gone)) if gone
        else tr("Selection: no further than the top board.")
    ]  # fmt: skip
    if leaf.visits == 1:
        sentences.append(tr("Expansion: {square} is new.", square=names[-1]))
    return sentences


def _evaluation(grower: TreeGrower, leaf: Move) -> str:
    """Return what the position was worth that a simulation came to."""
    mark = letter(grower.side(len(grower.walk) - 1))
    last = grower.last
    if grower.leaves is not None and last is not None and last.playout:
        result = Result.of(grower.after((*last.path, *last.playout)))
        assert result is not None
        count, ending = len(last.playout), result_sentence(result, {})
        if grower.leaves.heavy:
            return tr("Playout: {count} moves. {result}", n=count, count=count, result=ending,
                      one="Playout: 1 move. {result}")  # fmt: skip
        return tr("Playout: {count} random moves. {result}", n=count, count=count, result=ending,
                  one="Playout: 1 random move. {result}")  # fmt: skip
    if leaf.proven is not None:
        return tr("Evaluation: proven, {worth} for {mark}.", worth=worth(leaf.proven), mark=mark)
    return tr("Evaluation: {value} for {mark}.", value=signed(leaf.weighed, 2), mark=mark)
