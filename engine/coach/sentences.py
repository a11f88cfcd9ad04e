"""A reason in words: what the move did, what follows, and what would have been better.

Every sentence is a text with gaps, so that it can be worded in any language. Sides are X and O in
them: the same sentences stand on a player's card, in a report and in the console.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import STRMAP, switch_player
from engine.coach.reasons import Cause, Menace, Reason, Slip
from engine.notation import square_name
from engine.rules import Square

_MOST_NAMED = 3
"""Squares that are named one by one."""

class Sentence:
    """A text with gaps, and what fills them; as a text it is the English sentence.

    Args:
        text: the sentence in English, a literal, so that it can be collected for translators.
        values: what fills the gaps: texts, whole numbers, or other sentences.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        self.text, self.values = text, values

    def __str__(self) -> str:
        return self.text.format(**self.values)

    def __repr__(self) -> str:
        return f"<Sentence {self}>"


def told(reason: Reason, slip: Slip, plies: int | None) -> list[Sentence]:
    """Return what is said of a move that gave something away.

    Args:
        reason: why.
        slip: the move.
        plies: after how many moves more the game ends, where it is proven lost and that is known.
    """
    said = [_reverse_cause(reason, slip) if slip.board.rules.reverse else _cause(reason, slip)]
    follows = _consequence(reason, slip, plies)
    if follows is not None:
        said.append(follows)
    better = _better(reason, slip)
    if better is not None:
        said.append(better)
    return said


def names(squares: Sequence[Square]) -> Sentence:
    """Return some squares by name: "A1", "A1 and B2", "A1, B2 and C3"."""
    found = [square_name(square) for square in squares]
    if len(found) == 1:
        return Sentence("{square}", square=found[0])
    return Sentence("{squares} and {last}", squares=", ".join(found[:-1]), last=found[-1])


def _cause(reason: Reason, slip: Slip) -> Sentence:
    """Return what a move of the normal rule did."""
    played, side = square_name(slip.played), STRMAP[reason.side]
    other = STRMAP[switch_player(reason.side)]
    move = square_name(reason.move) if reason.move is not None else ""
    ends = names(reason.ends) if reason.ends else ""
    match reason.cause:
        case Cause.MISSED_LINE:
            return Sentence("{move} completes a line: {side} would have won at once.",
                            move=move, side=side)  # fmt: skip
        case Cause.MISSED_BLOCK:
            return Sentence("{played} leaves {move} open, where {side} completes a line.",
                            played=played, move=move, side=side)  # fmt: skip
        case Cause.MISSED_FORK:
            return Sentence("{move} makes two threats at once, on {ends}: {side} would have won.",
                            move=move, ends=ends, side=side)  # fmt: skip
        case Cause.ALLOWED_FORK if reason.forced:
            return Sentence("{played} is a threat, but the answer to it, {move}, makes two "
                            "threats for {side}, on {ends}.",
                            played=played, move=move, side=side, ends=ends)  # fmt: skip
        case Cause.ALLOWED_FORK:
            return Sentence("{played} lets {side} make two threats at once with {move}, on {ends}.",
                            played=played, side=side, move=move, ends=ends)  # fmt: skip
        case Cause.MISSED_CHAIN:
            return Sentence("{side} could have won by threats that leave {other} one answer each: "
                            "{line}, and then a line on {ends}.", side=side, other=other,
                            line=_moves(reason), ends=_or(reason.ends))  # fmt: skip
        case Cause.ALLOWED_CHAIN:
            return Sentence("{played} lets {side} win by threats that leave {other} one answer "
                            "each: {line}, and then a line on {ends}.", played=played, side=side,
                            other=other, line=_moves(reason), ends=_or(reason.ends))  # fmt: skip
        case Cause.MISSED_PLAN:
            return Sentence("{move} would have won: whatever {other} answers, {side} has a threat "
                            "that cannot be stopped.", move=move, other=other, side=side)  # fmt: skip
        case Cause.ALLOWED_PLAN:
            return Sentence("{played} allows {move}: whatever {other} answers, {side} has a "
                            "threat that cannot be stopped.",
                            played=played, move=move, other=other, side=side)  # fmt: skip
        case Cause.MISSED_PRESSURE if not slip.had_won:
            return Sentence("The machine thinks that {move} is better than {played}: it threatens "
                            "{menace}.", move=move, played=played, menace=_menace(reason))  # fmt: skip
        case Cause.MISSED_PRESSURE:
            return Sentence("{move} would have won: it threatens {menace}, and no answer to that "
                            "is good enough.", move=move, menace=_menace(reason))  # fmt: skip
        case Cause.ALLOWED_PRESSURE if slip.is_lost:
            return Sentence("{played} allows {move}, which threatens {menace}; no answer to that "
                            "is good enough.",
                            played=played, move=move, menace=_menace(reason))  # fmt: skip
        case Cause.ALLOWED_PRESSURE:
            return Sentence("The machine thinks that {played} is too slow: {side} plays {move} and "
                            "threatens {menace}.", played=played, side=side, move=move,
                            menace=_menace(reason))  # fmt: skip
        case _:
            return _plain(reason, slip)


def _plain(reason: Reason, slip: Slip) -> Sentence:
    """Return what is said where a reason has no name."""
    played, side = square_name(slip.played), STRMAP[reason.side]
    other = STRMAP[switch_player(reason.side)]
    move = square_name(reason.move) if reason.move is not None else ""
    if reason.cause is Cause.ALLOWED_WIN:
        return Sentence("After {played}, {side} wins whatever {other} does, beginning with {move}.",
                        played=played, side=side, other=other, move=move)  # fmt: skip
    if reason.cause is Cause.MISSED_WIN:
        return Sentence("{move} would have won, whatever {other} answers.", move=move, other=other)
    if move:
        return Sentence("The machine thinks that {move} is better than {played}.",
                        move=move, played=played)  # fmt: skip
    return Sentence("The machine thinks that {played} is not best.", played=played)


def _reverse_cause(reason: Reason, slip: Slip) -> Sentence:
    """Return what a move of the reverse rule did."""
    played, side = square_name(slip.played), STRMAP[reason.side]
    me = STRMAP[slip.player]
    they = STRMAP[switch_player(slip.player)]
    move = square_name(reason.move) if reason.move is not None else ""
    match reason.cause:
        case Cause.OWN_LINE:
            return Sentence("{played} completes a line of {me}, and that loses.",
                            played=played, me=me)  # fmt: skip
        case Cause.MISSED_SQUEEZE:
            return Sentence("{move} would have won: {they} can then only complete a line.",
                            move=move, they=they)  # fmt: skip
        case Cause.ALLOWED_SQUEEZE:
            return Sentence("{played} allows {move}: then {me} can only complete a line.",
                            played=played, move=move, me=me)  # fmt: skip
        case Cause.BROKEN_MIRROR if len(slip.board.get_empty_squares()) == slip.board.size**2:
            return Sentence("The centre, {move}, holds: from there {me} can mirror every move "
                            "through it.", move=move, me=me)  # fmt: skip
        case Cause.BROKEN_MIRROR:
            return Sentence("{move} holds: it lies opposite the last move through the centre, and "
                            "{me} can go on mirroring to the end.", move=move, me=me)  # fmt: skip
        case Cause.OWN_THREATS if reason.count == 1:
            return Sentence("{played} makes one more square that {me} must not take: {ends}.",
                            played=played, me=me, ends=names(reason.ends))  # fmt: skip
        case Cause.OWN_THREATS:
            return Sentence("{played} makes {count} more squares that {me} must not take: {ends}.",
                            played=played, count=reason.count, me=me,
                            ends=names(reason.ends))  # fmt: skip
        case Cause.SPARE_SQUARE:
            return Sentence("{played} takes a square that {they} must not take: {me} could have "
                            "kept it for later.", played=played, they=they, me=me)  # fmt: skip
        case Cause.CLOSED_LINE if reason.count == 1:
            return Sentence("{played} blocks a line that {they} might have had to complete.",
                            played=played, they=they)  # fmt: skip
        case Cause.CLOSED_LINE:
            return Sentence("{played} blocks {count} lines that {they} might have had to "
                            "complete.", played=played, count=reason.count, they=they)  # fmt: skip
        case Cause.ALLOWED_WIN:
            return Sentence("After {played}, {me} runs out of safe squares, whatever {me} does.",
                            played=played, me=me)  # fmt: skip
        case Cause.MISSED_WIN:
            return Sentence("{move} would have won: {they} runs out of safe squares.",
                            move=move, they=they)  # fmt: skip
        case _:
            return _plain(reason, slip)


def _consequence(reason: Reason, slip: Slip, plies: int | None) -> Sentence | None:
    """Return what the move leads to, where the reason does not say so itself."""
    they = STRMAP[switch_player(slip.player)]
    if slip.over:
        return None
    if slip.is_lost:
        if plies is None or reason.cause in (Cause.MISSED_BLOCK, Cause.ALLOWED_FORK):
            return None
        moves = (plies + 1) // 2
        if slip.board.rules.reverse:
            if plies <= 1 or reason.cause is Cause.ALLOWED_SQUEEZE:
                return None
            return Sentence("{they} has won then, whatever {me} does.",
                            they=they, me=STRMAP[slip.player])  # fmt: skip
        if reason.side == slip.player:
            return Sentence("Now {they} wins in {moves} moves at most.", they=they, moves=moves)
        if moves == 1:
            return Sentence("{they} wins with the next move.", they=they)
        return Sentence("{they} wins in {moves} moves at most.", they=they, moves=moves)
    if slip.had_won and slip.proven_after:
        return Sentence("Now it is only a tie.")
    return None


def _better(reason: Reason, slip: Slip) -> Sentence | None:
    """Return which moves would have kept what was given away."""
    if reason.cause in _NAMES_THE_BETTER or not slip.kept or not slip.proven_before:
        return None
    if reason.side == slip.player and len(slip.kept) == 1:
        return None  # it is the move of the reason
    if slip.before > 0:
        if len(slip.kept) == 1:
            return Sentence("{square} would have won.", square=square_name(slip.kept[0]))
        if len(slip.kept) <= _MOST_NAMED:
            return Sentence("{squares} would have won.", squares=_or(slip.kept))
        return None if reason.side == slip.player else Sentence(
            "{square} would have won, for one.", square=square_name(slip.kept[0])
        )  # fmt: skip
    if len(slip.kept) == 1:
        return Sentence("Only {square} held.", square=square_name(slip.kept[0]))
    if len(slip.kept) <= _MOST_NAMED:
        return Sentence("Only {squares} held.", squares=_or(slip.kept))
    return Sentence("{square} would have held, for one.", square=square_name(slip.kept[0]))


_NAMES_THE_BETTER = (Cause.BROKEN_MIRROR, Cause.WEAKER, Cause.MISSED_LINE)


def _or(squares: Sequence[Square]) -> Sentence:
    """Return some squares by name: "A1", "A1 or B2", "A1, B2 or C3"."""
    found = [square_name(square) for square in squares]
    if len(found) == 1:
        return Sentence("{square}", square=found[0])
    return Sentence("{squares} or {last}", squares=", ".join(found[:-1]), last=found[-1])


def _moves(reason: Reason) -> str:
    """Return a chain's moves in their order."""
    return ", ".join(map(square_name, reason.line))


def _menace(reason: Reason) -> Sentence:
    """Return what a quiet move threatens."""
    if reason.menace is Menace.LINE:
        return Sentence("to complete a line on {ends}", ends=_or(reason.ends))
    square = square_name(reason.line[-1])
    if reason.menace is Menace.FORK:
        return Sentence("to make two threats at once with {square}", square=square)
    if reason.menace is Menace.PLAN:
        return Sentence("to play {square}, after which every answer loses", square=square)
    return Sentence("to win by a row of threats that begins with {square}", square=square)
