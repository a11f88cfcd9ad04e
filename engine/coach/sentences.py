"""A reason in words: what the move did, what follows, and what would have been better.

Every sentence is a text with gaps, so that it can be worded in any language. Sides are X and O in
them: the same sentences stand on a player's card, in a report and in the console.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

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


def sentences_about(reason: Reason, slip: Slip, plies: int | None) -> list[Sentence]:
    """Return what is said of a move that gave something away.

    ``plies`` is after how many moves more the game ends, where it is proven lost and that is known.
    """
    parts = _cause(reason, slip), _consequence(reason, slip, plies), _better(reason, slip)
    return [sentence for sentence in parts if sentence is not None]


def names(squares: Sequence[Square]) -> Sentence:
    """Return some squares by name: "A1", "A1 and B2", "A1, B2 and C3"."""
    *first, last = map(square_name, squares)
    if not first:
        return Sentence("{square}", square=last)
    return Sentence("{squares} and {last}", squares=", ".join(first), last=last)


def texts() -> Iterator[str]:
    """Yield every text of this module that is declared as data, for translators."""
    for table in (_CAUSES, _BY_FOUL, _REVERSE):
        yield from table.values()
    yield from (
        _FORCED,
        _FORCED_CHAIN,
        _FORCED_PLAN,
        _FORCED_PRESSURE,
        _FORCED_SLOW,
        _FORCED_FOUL,
        _SLOW,
        _BETTER_THAN,
        _CENTRE,
        _ONE_THREAT,
        _ONE_LINE,
        _WEAKER,
    )
    yield from _MENACES.values()
    yield _MENACED_FOUL


_CAUSES = {
    Cause.FOUL: "{played} is a foul ({foul}), and {other} loses by it.",
    Cause.MISSED_LINE: "{move} completes a line: {side} would have won at once.",
    Cause.MISSED_BLOCK: "{played} leaves {move} open, where {side} completes a line.",
    Cause.MISSED_FORK: "{move} makes two threats at once, on {ends}: {side} would have won.",
    Cause.ALLOWED_FORK: "{played} lets {side} make two threats at once with {move}, on {ends}.",
    Cause.MISSED_CHAIN: "{side} could have won: {line}.",
    Cause.ALLOWED_CHAIN: "{played} lets {side} win: {line}.",
    Cause.MISSED_PLAN: "{move} would have won: whatever {other} answers, {side} wins by threats.",
    Cause.ALLOWED_PLAN: "{played} allows {move}: whatever {other} answers, {side} wins by threats.",
    Cause.MISSED_PRESSURE: "{move} would have won: it threatens {menace}, and no answer of "
    "{other} holds.",
    Cause.ALLOWED_PRESSURE: "{played} allows {move}, which threatens {menace}, and no answer of "
    "{other} holds.",
    Cause.MISSED_WIN: "{move} would have won, whatever {other} answers.",
    Cause.ALLOWED_WIN: "After {played}, {side} wins whatever {other} does, beginning with {move}.",
}
"""What a move of the normal rule did."""

_BY_FOUL = {
    Cause.MISSED_FORK: "{move} threatens a line on {ends}, where a mark of {other} is a foul: "
    "{side} would have won.",
    Cause.ALLOWED_FORK: "{played} lets {side} threaten a line with {move} on {ends}, where a mark "
    "of {other} is a foul.",
}
"""The same in Renju, where one threat is enough if X's answer to it is a foul."""

_FORCED_FOUL = (
    "{played} is a threat, but the answer to it, {move}, threatens a line on {ends}, where a mark "
    "of {other} is a foul."
)

_FORCED = (
    "{played} is a threat, but the answer to it, {move}, makes two threats for {side}, on {ends}."
)
_FORCED_CHAIN = "{played} is a threat, but the answer to it wins for {side}: {line}."
_FORCED_PLAN = (
    "{played} is a threat, but after the answer to it, {move}, {side} wins by threats, whatever "
    "{other} does."
)
_FORCED_PRESSURE = "{played} is a threat, but the answer to it, {move}, threatens {menace}."
_FORCED_SLOW = (
    "The machine thinks that {played} is a threat that helps {side}: the answer to it, {move}, "
    "threatens {menace}."
)
_SLOW = "The machine thinks that {played} is too slow: {side} plays {move} and threatens {menace}."
_BETTER_THAN = "The machine thinks that {move} is better than {played}: it threatens {menace}."
_WEAKER = "The machine thinks that {move} is better than {played}."

_REVERSE = {
    Cause.OWN_LINE: "{played} completes a line of {me}, and that loses.",
    Cause.MISSED_SQUEEZE: "{move} would have won: {they} can then only complete a line.",
    Cause.ALLOWED_SQUEEZE: "{played} allows {move}: then {me} can only complete a line.",
    Cause.BROKEN_MIRROR: "{move} holds: it lies opposite the last move through the centre, and "
    "{me} can go on mirroring to the end.",
    Cause.OWN_THREATS: "{played} makes squares that {me} must not take from now on: {ends}.",
    Cause.SPARE_SQUARE: "{played} takes a square that {they} must not take: {me} could have kept "
    "it for later.",
    Cause.CLOSED_LINE: "{played} blocks {count} lines that {they} might have had to complete.",
    Cause.MISSED_WIN: "{move} would have won: {they} runs out of safe squares.",
    Cause.ALLOWED_WIN: "After {played}, {they} can make {me} run out of safe squares.",
}
"""What a move of the reverse rule did."""

_CENTRE = "The centre, {move}, holds: from there {me} can mirror every move through it."
_ONE_THREAT = "{played} makes {ends} a square that {me} must not take."
_ONE_LINE = "{played} blocks a line that {they} might have had to complete."

_MENACES = {
    Menace.LINE: "to complete a line on {ends}",
    Menace.FORK: "to make two threats at once with {square}",
    Menace.CHAIN: "to win with one threat after another, beginning with {square}",
    Menace.PLAN: "to force a win with {square}",
}
"""What a quiet move threatens."""

_MENACED_FOUL = "to win with {square}, as the only answer, {ends}, would be a foul"


def _cause(reason: Reason, slip: Slip) -> Sentence:
    """Return what a move did."""
    me, they = STRMAP[slip.player], STRMAP[switch_player(slip.player)]
    foul = slip.board.foul_at(slip.played)
    return Sentence(
        _text(reason, slip),
        played=square_name(slip.played),
        move=square_name(reason.move) if reason.move is not None else "",
        side=STRMAP[reason.side],
        other=STRMAP[switch_player(reason.side)],
        me=me,
        they=they,
        ends=names(reason.ends) if reason.ends else "",
        line=_chain(reason) if reason.cause in _CHAINS else "",
        menace=_menace(reason),
        count=reason.count,
        foul="" if foul is None else foul.value,
    )


_CHAINS = (Cause.MISSED_CHAIN, Cause.ALLOWED_CHAIN)
_MOST_FORCED = 3
"""The most forced answers that are named one by one."""


def _chain(reason: Reason) -> Sentence:
    """Return a chain's moves, what each one forces, and the two threats that it ends in."""
    other = STRMAP[switch_player(reason.side)]
    squares = [square_name(square) for square in reason.line]
    forced = [
        Sentence("{move} forces {other} to {answer}", move=move, other=other, answer=answer)
        for move, answer in zip(squares[::2], squares[1::2], strict=False)
    ]
    many = len(forced) > _MOST_FORCED
    named = forced[: _MOST_FORCED - 1] if many else forced
    rest = (
        "{forced}, and so on, until {last} threatens {ends} at once"
        if many
        else "{forced}, then {last} threatens {ends} at once"
    )
    listed = reduce(lambda first, then: Sentence("{first}, {then}", first=first, then=then), named)
    return Sentence(rest, forced=listed, last=squares[-1], ends=names(reason.ends))


def _text(reason: Reason, slip: Slip) -> str:
    """Return which sentence is true of a reason."""
    cause = reason.cause
    if cause is Cause.WEAKER:
        return _WEAKER
    if slip.board.rules.reverse:
        empty = len(slip.board.get_empty_squares())
        special = {
            (Cause.BROKEN_MIRROR, empty == slip.board.size**2): _CENTRE,
            (Cause.OWN_THREATS, reason.count == 1): _ONE_THREAT,
            (Cause.CLOSED_LINE, reason.count == 1): _ONE_LINE,
        }
        return special.get((cause, True), _REVERSE.get(cause, _WEAKER))
    if cause in _BY_FOUL and len(reason.ends) == 1:
        return _FORCED_FOUL if reason.forced else _BY_FOUL[cause]
    special = {
        (Cause.ALLOWED_FORK, reason.forced): _FORCED,
        (Cause.ALLOWED_CHAIN, reason.forced): _FORCED_CHAIN,
        (Cause.ALLOWED_PLAN, reason.forced): _FORCED_PLAN,
        (Cause.ALLOWED_PRESSURE, not slip.is_lost and not reason.forced): _SLOW,
        (Cause.ALLOWED_PRESSURE, reason.forced): (
            _FORCED_PRESSURE if slip.is_lost else _FORCED_SLOW
        ),
        (Cause.MISSED_PRESSURE, not slip.had_won): _BETTER_THAN,
    }
    return special.get((cause, True), _CAUSES.get(cause, _WEAKER))


def _consequence(reason: Reason, slip: Slip, plies: int | None) -> Sentence | None:
    """Return what the move leads to, where the reason does not say so itself."""
    if slip.over or reason.cause in _SAYS_THE_END:
        return None
    if slip.is_lost:
        reverse = slip.board.rules.reverse
        return _lost_in_reverse(reason, slip) if reverse else _lost(reason, slip, plies)
    if slip.had_won and slip.proven_after:
        return Sentence("With best play it is only a tie now.")
    return None


def _lost(reason: Reason, slip: Slip, plies: int | None) -> Sentence | None:
    """Return how soon a game of the normal rule ends that is lost now."""
    they, missed = STRMAP[switch_player(slip.player)], reason.side == slip.player
    if plies is None:
        return Sentence("Now {they} wins.", they=they) if missed else None
    moves = (plies + 1) // 2
    if moves == 1:
        return Sentence("Now {they} wins with the next move.", they=they)
    if missed:
        return Sentence("Now {they} wins in {moves} moves at most.", they=they, moves=moves)
    return Sentence("{they} wins in {moves} moves at most.", they=they, moves=moves)


def _lost_in_reverse(reason: Reason, slip: Slip) -> Sentence | None:
    if reason.cause is Cause.ALLOWED_WIN:
        return None
    return Sentence("After {played}, {they} wins whatever {me} does.",
                    played=square_name(slip.played), me=STRMAP[slip.player],
                    they=STRMAP[switch_player(slip.player)])  # fmt: skip


_SAYS_THE_END = (Cause.MISSED_BLOCK, Cause.ALLOWED_FORK, Cause.ALLOWED_SQUEEZE)


def _better(reason: Reason, slip: Slip) -> Sentence | None:
    """Return which moves would have kept what was given away."""
    if reason.cause in _NAMES_THE_BETTER or not slip.kept:
        return None
    missed = reason.side == slip.player
    if not slip.proven_before:
        if missed or reason.cause in (Cause.MISSED_BLOCK, Cause.ALLOWED_WIN):
            return None
        return Sentence("The machine thinks that {squares} was better.",
                        squares=_or(slip.kept[:_MOST_NAMED]))  # fmt: skip
    if reason.instead:
        return Sentence("{squares} would have avoided that.",
                        squares=_or(reason.instead[:_MOST_NAMED]))  # fmt: skip
    return _kept(slip, missed)


def _kept(slip: Slip, missed: bool) -> Sentence | None:
    """Return which moves are proven to have kept the value: all of a few, or one of many."""
    kept, few = slip.kept, len(slip.kept) <= _MOST_NAMED
    if slip.before <= 0:
        if few:
            return Sentence("Only {squares} held.", squares=_or(kept))
        return Sentence("{square} would have held, for example.", square=square_name(kept[0]))
    if missed and (len(kept) == 1 or not few):
        return None  # it is the move of the reason
    if few:
        return Sentence("{squares} would have won.", squares=_or(kept))
    return Sentence("{square} would have won, for example.", square=square_name(kept[0]))


_NAMES_THE_BETTER = (Cause.BROKEN_MIRROR, Cause.WEAKER, Cause.MISSED_LINE)


def _or(squares: Sequence[Square]) -> Sentence:
    """Return some squares by name: "A1", "A1 or B2", "A1, B2 or C3"."""
    *first, last = map(square_name, squares)
    if not first:
        return Sentence("{square}", square=last)
    return Sentence("{squares} or {last}", squares=", ".join(first), last=last)


def _menace(reason: Reason) -> Sentence | str:
    """Return what a quiet move threatens."""
    if reason.menace is None:
        return ""
    one = reason.menace is Menace.FORK and len(reason.ends) == 1
    text = _MENACED_FOUL if one else _MENACES[reason.menace]
    ends = _or(reason.ends) if reason.ends else ""
    return Sentence(text, ends=ends, square=square_name(reason.line[-1]))
