"""The sentence above the board: whose turn it is, and how the game ended."""

from __future__ import annotations

from engine import (
    EMPTY,
    PLAYERO,
    PLAYERX,
    Line,
    Result,
    Rules,
    Termination,
    square_name,
    switch_player,
)
from engine.renju import Foul
from engine.rules import Rule
from engine.specs import PlayerSpec
from engine.swap import FIRST, Swap, SwapStep
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, foul_text, letter, listed, tr
from ttt_desktop.session.seats import MARKS, Seat, name_of, seat_of
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.session.view import View
from ttt_desktop.settings.levels import level_text

_BUSY = {
    Thinking.HINT: QT_TRANSLATE_NOOP("", "Looking for a hint…"),
    Thinking.SCORES: QT_TRANSLATE_NOOP("", "Scoring the position…"),
}
"""What is said while the machine works for a person."""

_PLACES = {
    3: QT_TRANSLATE_NOOP("", "Place three marks: X, O and X."),
    2: QT_TRANSLATE_NOOP("", "Place two more marks, O and X."),
    1: QT_TRANSLATE_NOOP("", "Place one more mark, X."),
}
"""What is said in an opening, by how many marks are still to be placed."""

_USUAL_SIDE = 3
"""The board on which nobody needs to be told what wins."""

_MOST_NAMED = 5
"""A line of more squares is named by its ends."""


def turn_sentence(view: View) -> str:
    """Return whose turn it is, or what is waited for."""
    mark = view.to_move
    if view.task is not None:
        return view.task.said
    if view.looks_back:
        return place_sentence(view)
    if view.swap is not None and view.swapping:
        return swap_sentence(view, view.swap)
    if view.thinking in _BUSY:
        return tr(_BUSY[view.thinking])
    if view.ended and not view.is_thinking:
        return _ended(view.ended)
    return _machines_turn(view, mark) if view.machines_turn else _persons_turn(view, mark)


def _winner(ended: str) -> int:
    """Return who won a game without a line or a full board; EMPTY for a tie."""
    side, won, _ = ended.upper().partition("+")
    return EMPTY if not won else PLAYERX if side == "B" else PLAYERO


def _ended(ended: str) -> str:
    """Return how a game ended without a line or a full board (see ``Record.ended``)."""
    mark = _winner(ended)
    if mark == EMPTY:
        return tr("A tie was agreed.")
    winner, loser, how = letter(mark), letter(switch_player(mark)), ended.upper().partition("+")[2]
    if how[:1] == "R":
        return tr("{winner} won: {loser} resigned.", winner=winner, loser=loser)
    if how[:1] == "T":
        return tr("{winner} won: {loser} ran out of time.", winner=winner, loser=loser)
    return tr("{winner} won this game.", winner=winner)


def _persons_turn(view: View, mark: int) -> str:
    """Return that a person is to move, and what else is worth saying then."""
    if view.seating is not view.seats_now:
        return tr("{player} to move.", player=view.seating.name(mark))
    settings, turn = view.settings, tr("Your turn.")
    if settings.machine == "neither" or settings.name:
        turn = tr("{player} to move.", player=name_of(settings, mark))
    aim = "" if view.plies else _aim(view.game.rules)
    return " ".join(filter(None, (_chosen_side(view), turn, aim)))


def _chosen_side(view: View) -> str:
    """Return which side the machine has chosen in the opening, until the person's next move."""
    swap = view.swap
    if swap is None or swap.x is None or view.settings.machine not in MARKS:
        return ""
    mark = PLAYERX if swap.x == swap.chooser else PLAYERO
    moved = swap.placed + (mark == PLAYERO)  # O moves next
    if not view.is_machine(mark) or len(view.moves) != moved:
        return ""
    return tr("The machine chose {mark}.", mark=letter(mark))


def swap_sentence(view: View, swap: Swap) -> str:
    """Return what is to be done in an opening by Swap or Swap2, and by whom."""
    machine, alone = view.machines_turn, view.settings.machine in MARKS
    places = swap.step is SwapStep.PLACE
    if machine and view.can_resume:
        return tr("The machine waits.")
    if machine:
        return tr("The machine places marks…") if places else tr("The machine chooses a side…")
    what = tr("Choose a side; O moves next.")
    if places:
        left = swap.wanted - swap.placed
        what = tr(_PLACES[left])
    if alone:
        return what
    given = name_of(view.settings, view.actor)
    first = tr("First player") if swap.player == FIRST else tr("Second player")
    named = view.settings.name or view.settings.friend
    return tr("{player}: {what}", player=given if named else first, what=what)


def _aim(rules: Rules) -> str:
    """Return what wins or loses, where it is not the three in a row that everybody knows."""
    if rules.reverse:
        return tr("{count} in a row loses.", count=rules.line)
    if rules.rule == Rule.EXACT:
        return tr("Exactly {count} in a row wins.", count=rules.line)
    if rules.rule == Rule.CARO:
        return tr("{count} in a row wins if an end is open.", count=rules.line)
    if rules.rule == Rule.RENJU:
        return tr("{count} in a row wins; X must not commit a foul.", count=rules.line)
    usual = rules.line == rules.size <= _USUAL_SIDE
    return "" if usual else tr("{count} in a row wins.", count=rules.line)


def place_sentence(view: View) -> str:
    """Return which of the game's positions is shown."""
    ply = len(view.moves)
    count = view.plies
    if view.ahead:
        return tr("Before move {number} of {whole}.", number=ply + 1, whole=count)
    return tr("After {ply} of {whole} moves.", ply=ply, whole=count)


def _machines_turn(view: View, mark: int) -> str:
    if view.can_resume and view.seating is not view.seats_now:
        return tr("{player} to move.", player=view.seating.name(mark))
    if view.can_resume:
        return tr("The machine waits.")
    if view.settings.machine == "both":
        return tr("{mark} is thinking…", mark=letter(mark))
    return tr("The machine is thinking…")


def end_sentence(view: View, result: Result) -> str:
    """Return who won, and with what."""
    if result.winner is None:
        return tr("A tie.")
    if result.foul is not None:
        return _foul_end(view, result, result.foul)
    line = line_text(result.line, view.game.rules)
    if result.reason is Termination.REVERSE_LINE:
        return _reverse_end(view, result, line)
    if _is_you(view, result.winner):
        return tr("You win with {line}!", line=line)
    if _is_the_machine(view, result.winner):
        return tr("The machine wins with {line}.", line=line)
    return tr("{player} wins with {line}.", player=_named(view, result.winner), line=line)


def _foul_end(view: View, result: Result, foul: Foul) -> str:
    square, what = square_name(result.line[0]), foul_text(foul)
    loser = PLAYERX
    if _is_you(view, loser):
        return tr("{square} was a foul, {what}: you lose.", square=square, what=what)
    if _is_the_machine(view, loser):
        return tr("The machine made a foul on {square}, {what}.", square=square, what=what)
    return tr("{loser} made a foul on {square}, {what}.", loser=_named(view, loser), square=square,
              what=what)  # fmt: skip


def _reverse_end(view: View, result: Result, line: str) -> str:
    assert result.winner is not None
    loser = switch_player(result.winner)
    if _is_you(view, result.winner):
        return tr("The machine completed {line}: you win!", line=line)
    if _is_you(view, loser):
        return tr("You completed {line}: the machine wins.", line=line)
    return tr(
        "{loser} completed {line}: {winner} wins.",
        loser=_named(view, loser),
        line=line,
        winner=_named(view, result.winner),
    )


def why_text(result: Result) -> str:
    """Return what explains a result that may surprise; empty where nothing does."""
    if result.winner is None:
        return tr("The board is full.")
    if result.reason is Termination.REVERSE_LINE:
        return tr("In the reverse game the line loses.")
    return ""


def machine_text(spec: PlayerSpec, rules: Rules, mark: int) -> str:
    """Return what plays, in a few words, such as "Hard" or "Flat Monte Carlo, 1,000 trials"."""
    if spec.kind.named and spec.level:
        return level_text(spec.kind, spec.level, rules, (mark,))
    title = tr(spec.kind.title)
    if not spec.kind.has("trials"):
        return title
    count = int(spec.number("trials"))
    return tr("{player}, {count} trials", n=count, one="{player}, 1 trial", player=title,
              count=f"{count:,}")  # fmt: skip


def opponent_name(view: View) -> str:
    """Return against whom the games of the score are played; empty where nobody plays alone."""
    seating = view.seats_now if view.scene.is_own else view.seating
    mark = MARKS.get(seating.settings.machine)
    if mark is None:
        return ""
    return seating.guest(mark) or machine_text(seating.settings.player(mark), view.game.rules, mark)


def line_text(line: Line, rules: Rules) -> str:
    """Return what a line is called: "row 2", "column C", its squares, or its two ends."""
    if len(line) == rules.size:
        rows, columns = {row for row, _ in line}, {col for _, col in line}
        if len(rows) == 1:
            return tr("row {number}", number=line[0][0] + 1)
        if len(columns) == 1:
            return tr("column {letter}", letter=square_name(line[0])[0])
    names = [square_name(square) for square in line]
    if len(names) > _MOST_NAMED:
        return tr("{first} to {last}", first=names[0], last=names[-1])
    return listed(names)


def _is_you(view: View, mark: int) -> bool:
    """Whether "you" is the word for a mark's player: a person without a name, against a machine."""
    settings = view.seating.settings
    alone = seat_of(settings, mark) is Seat.YOU and settings.machine != "neither"
    return alone and not settings.name


def _is_the_machine(view: View, mark: int) -> bool:
    """Whether "the machine" is the word for a mark's player: the one built-in machine."""
    settings = view.seating.settings
    alone = seat_of(settings, mark) is Seat.MACHINE and settings.machine != "both"
    return alone and not view.seating.guest(mark)


def _named(view: View, mark: int) -> str:
    """Return the name of a mark's player; two machines are told apart by their marks."""
    if view.seating.settings.machine == "both":
        return letter(mark)
    return view.seating.name(mark)
