"""What the coach says: of the game on the result card, and of the position that is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import PLAYERO, PLAYERX, Line, Result, square_name, switch_player
from engine.coach.exercise import against, praise
from engine.coach.reasons import Cause
from engine.coach.review import Accuracy, Moment, Review, ReviewedMove
from engine.coach.words import sign_of
from engine.verdict import Verdict
from ttt_desktop.look.text import (
    QT_TRANSLATE_NOOP,
    letter,
    listed,
    result_sentence,
    tr,
    worded,
)
from ttt_desktop.session.seats import MARKS
from ttt_desktop.session.view import View

if TYPE_CHECKING:
    from ttt_desktop.session.coach import Coach
    from ttt_desktop.session.game import GameController

VERDICTS = {
    Verdict.BEST: QT_TRANSLATE_NOOP("", "best"),
    Verdict.GOOD: QT_TRANSLATE_NOOP("", "good"),
    Verdict.INACCURACY: QT_TRANSLATE_NOOP("", "inaccuracy"),
    Verdict.MISTAKE: QT_TRANSLATE_NOOP("", "mistake"),
    Verdict.BLUNDER: QT_TRANSLATE_NOOP("", "blunder"),
}
"""Verdicts in words."""

_WAS = {
    Verdict.INACCURACY: QT_TRANSLATE_NOOP("", "{square} was an inaccuracy."),
    Verdict.MISTAKE: QT_TRANSLATE_NOOP("", "{square} was a mistake."),
    Verdict.BLUNDER: QT_TRANSLATE_NOOP("", "{square} was a blunder."),
}
"""What a move was, before a better one is asked for."""

_MOST_TOLD = 7
"""The longest line whose moves are all named."""


def card_sentence(view: View, review: Review) -> str:
    """Return what a player is told at the end of a game: where it was decided, and why."""
    decisive = review.decisive
    if decisive is None:
        nobody = all(move.verdict is not Verdict.INACCURACY for move in review.moves)
        return tr("Nobody made a mistake.") if nobody and review.solved else ""
    move, moment = decisive
    why = worded(move.sentences[0]) if move.sentences else ""
    return " ".join(filter(None, (_lead(view, move, moment), why)))


def _lead(view: View, move: ReviewedMove, moment: Moment) -> str:
    """Return what the decisive move was to those who played."""
    machine = MARKS.get(view.seating.settings.machine)
    mark, square = letter(move.player), square_name(move.square)
    if moment is Moment.LARGEST:
        return tr("The largest mistake was {mark}'s {square}.", mark=mark, square=square)
    lost = moment is Moment.LOST
    if machine is None:
        text = tr("{mark}'s {square} lost the game.") if lost else tr(
            "{mark} could have won here: {square} gave the win away."
        )  # fmt: skip
    elif move.player == machine:
        text = tr("The machine's {square} lost the game.") if lost else tr(
            "The machine could have won here: its {square} gave the win away."
        )  # fmt: skip
    else:
        text = tr("Your {square} lost the game.") if lost else tr(
            "You could have won here: your {square} gave the win away."
        )  # fmt: skip
    return text.format(mark=mark, square=square)


def practice_text(controller: GameController) -> str:
    """Return what is said above the board while another try is played."""
    return tr("Practice from move {number} on: it does not count, and your game stays as it is.",
              number=_branch(controller) + 1)  # fmt: skip


def practice_praise(controller: GameController) -> str:
    """Return a word of praise where another try came out better than its game; else empty."""
    game, below = controller.game, controller.below
    before, now = game.anew(below).result, game.result
    if before is None or now is None:
        return ""
    machine = MARKS.get(controller.view.settings.machine)
    mark = switch_player(machine) if machine is not None else game.mover(_branch(controller) + 1)
    was, came = _outcome(before, mark), _outcome(now, mark)
    if came <= was:
        return ""
    holds = came == 0
    if machine is None:
        well = tr("Well done: {mark} holds here.") if holds else tr("Well done: {mark} wins here.")
        end = tr("In the game {mark} lost.") if was < 0 else tr("The game was a tie.")
    else:
        well = tr("Well done: you hold here.") if holds else tr("Well done: you win here.")
        end = tr("In the game you lost.") if was < 0 else tr("The game was a tie.")
    return f"{well} {end}".format(mark=letter(mark))


def _branch(controller: GameController) -> int:
    """Return after how many moves another try leaves its game."""
    tried = (*controller.view.moves, *controller.view.undone)
    pairs = enumerate(zip(tried, controller.below, strict=False))
    alike = min(len(tried), len(controller.below))
    return next((ply for ply, (one, other) in pairs if one != other), alike)


def _outcome(result: Result, mark: int) -> int:
    """Return 1 for a win of a side, 0 for a tie, -1 for a loss."""
    return 0 if result.winner is None else 1 if result.winner == mark else -1


def reason_text(move: ReviewedMove) -> str:
    """Return why a move was a mistake: all that is said of it."""
    return " ".join(map(worded, move.sentences))


def verdict_text(move: ReviewedMove) -> str:
    """Return how good a move was, in words; in a lost position none was any better."""
    return tr("already lost") if move.was_lost else tr(VERDICTS[move.verdict])


def heading(move: ReviewedMove, signed: bool = True) -> str:
    """Return a move and its verdict: "4. O C2: ?? blunder", or without the sign, to be read out."""
    sign = sign_of(move) if signed else ""
    words = " ".join(filter(None, (sign, verdict_text(move))))
    return tr("{number}. {mark} {square}: {verdict}", number=move.ply, mark=letter(move.player),
              square=square_name(move.square), verdict=words)  # fmt: skip


def position_text(coach: Coach, signed: bool = True) -> str:
    """Return what is said of the position that is looked at; without signs, to be read out."""
    review, move = coach.review, coach.subject
    if review is None:
        return tr("The coach looks through the game…")
    if coach.deepens:
        return tr("The coach looks deeper. Verdicts may change.")
    if move is None:
        return summary(review)
    if coach.tried is not None:
        return _answered(coach, coach.tried)
    if coach.steps:
        return _line_text(coach.line, coach.steps, move)
    named = _was(move) if coach.asks else heading(move, signed) + "."
    explanation = _question(move) if coach.asks else reason_text(move)
    ends = summary(review) if not coach.ahead and move.ply == len(review.moves) else ""
    return " ".join(filter(None, (named, explanation, ends)))


def _answered(coach: Coach, tried: ReviewedMove) -> str:
    """Return what is said of an answer."""
    if coach.is_right:
        return _praised(tried, coach.line, coach.steps)
    return tr("{why} {again}", why=worded(against(tried)), again=tr("Try another square."))


def _line_text(line: Line, steps: int, move: ReviewedMove) -> str:
    """Return which move of a line is shown, and how the line ends, once it does."""
    board, player = move.board.clone(), move.player
    for square in line[:steps]:
        board.move(*square, player)
        player = switch_player(player)
    mark = letter(switch_player(player))
    move_text = tr("Move {number} of {count}: {mark} {square}.", number=steps, count=len(line),
              mark=mark, square=square_name(line[steps - 1]))  # fmt: skip
    if steps < len(line):
        return move_text
    result = Result.of(board)
    if result is not None:
        return f"{move_text} {result_sentence(result, {})}"
    missed = line[0] != move.square
    value, proven = (move.before, move.proven_before) if missed else (
        (move.after, move.proven_after)
    )  # fmt: skip
    if not proven or value == 0:
        return move_text
    wins = move.player if value > 0 else switch_player(move.player)
    end = tr("From here {mark} wins.", mark=letter(wins))
    return f"{move_text} {end}"


def _was(move: ReviewedMove) -> str:
    """Return what a move was, in a sentence."""
    return tr(_WAS[move.verdict], square=square_name(move.square)) if move.verdict in _WAS else ""


def _question(move: ReviewedMove) -> str:
    """Return what is told before a better move is asked for: what threatens, not what helps."""
    mark = letter(move.player)
    if may_be_told(move) and move.sentences:
        return tr(
            "{reason} What would you play as {mark}?", reason=worded(move.sentences[0]), mark=mark
        )
    return tr("Can you find the better move?")


def may_be_told(move: ReviewedMove) -> bool:
    """Whether why a move was a mistake can be told before a better one is asked for.

    What was missed is the answer, and so is the square of a block.
    """
    reason = move.reason
    about_opponent = reason is not None and reason.side != move.player
    return about_opponent and reason is not None and reason.cause is not Cause.MISSED_BLOCK


def _praised(tried: ReviewedMove, line: Line, steps: int) -> str:
    """Return what is said of a right answer, and of the moves of its line that are shown."""
    if 0 < steps < len(line):
        return _line_text(line, steps, tried)
    square = square_name(tried.square)
    if tried.proven_before and tried.proven_after:
        praise_text = worded(praise(tried))
        praise_text = tr("Right: {why}", why=praise_text) if tried.after >= 0 else praise_text
    elif tried.square in tried.judged.best:
        praise_text = tr("Right: {square} is the machine's choice, too.", square=square)
    else:
        praise_text = tr("{square} is a good move, too, as the machine sees it.", square=square)
    if not 1 < steps <= _MOST_TOLD:
        return praise_text
    names = listed(map(square_name, line[1:]))
    return tr("{said} Then it goes on with {moves}.", said=praise_text, moves=names)


def summary(review: Review) -> str:
    """Return how well both sides played."""
    return " ".join(
        accuracy_text(letter(side), review.accuracy(side)) for side in (PLAYERX, PLAYERO)
    )


def accuracy_text(mark: str, accuracy: Accuracy) -> str:
    """Return how well a side played, in a sentence."""
    if accuracy.percent is None:
        return tr("{mark}: no move was found to matter.", mark=mark)
    if accuracy.mattered is None:
        return tr("{mark}: accuracy {percent} %, as the machine sees it.", mark=mark,
                  percent=f"{accuracy.percent:.0f}")  # fmt: skip
    return tr("{mark}: {right} of {count} moves found to matter were right.", mark=mark,
              right=accuracy.right, count=accuracy.mattered)  # fmt: skip
