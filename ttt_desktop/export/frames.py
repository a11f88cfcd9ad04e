"""What the pictures of a game show: one frame a position, with what the machine thinks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine import Analysis, Board, Game, Limit, Result, Search, Square
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.play.sheet import ScoreSheet
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.text import letter, result_sentence, tr

SEARCH_SECONDS = 0.5
"""The most that is spent on scoring a position that was not searched in the game."""

Analyses = Mapping[tuple[Square, ...], Analysis]


@dataclass(frozen=True)
class Frame:
    """One picture.

    Attributes:
        board: the position.
        last: the square of the last move, or None.
        sheet: the scores that are written on the empty squares, or None.
        result: how the game ended, or None.
        caption: the sentence below the board.
    """

    board: Board
    last: Square | None
    sheet: ScoreSheet | None
    result: Result | None
    caption: str


def frames_of(
    game: Game,
    analyses: Analyses,
    settings: Settings,
    locked: float | None,
    cancelled: Callable[[], bool],
) -> Iterator[Frame]:
    """Yield a frame for each position of a game, the last one with the result.

    Args:
        game: the game so far.
        analyses: searches of its positions, by the moves that lead to them; others are searched
            with the settings' trials, for half a second at the most.
        settings: trials, weights and the numbers to show.
        locked: the end of a locked colour scale, in score a trial; None to fit each frame's.
        cancelled: asked before each frame whether to stop.
    """
    replay = Game(game.rules)
    moves = game.moves
    for ply in range(len(moves) + 1):
        if cancelled():
            return
        yield _frame(replay, analyses, settings, locked)
        if ply < len(moves):
            replay.play(moves[ply])


def frame_now(model: BoardModel, game: Game) -> Frame:
    """Return the frame of what is on the screen, with the newest scores if there are any."""
    last = game.moves[-1] if game.moves else None
    result, sheet = game.result, model.sheet
    if result is not None:
        caption = result_sentence(result, {})
    elif sheet is not None:
        found = sheet.analysis
        caption = tr("Scores for {mark}, {count}", mark=letter(found.player), count=_count(found))
    else:
        caption = tr("{mark} to move", mark=letter(game.to_move))
    return Frame(game.board, last, sheet, result, caption)


def _frame(game: Game, analyses: Analyses, settings: Settings, locked: float | None) -> Frame:
    board, result = game.board, game.result
    last = game.moves[-1] if game.moves else None
    if result is not None:
        return Frame(board, last, None, result, result_sentence(result, {}))
    player = game.to_move
    found = analyses.get(game.moves)
    if found is None:
        limit = Limit(trials=settings.trials(player), seconds=SEARCH_SECONDS)
        found = Search(board, player, limit, seed=len(game.moves)).result()
    sheet = ScoreSheet(found.reweighed(settings.weights(player)), settings.heat_values, locked)
    number, mark = len(game.moves) + 1, letter(player)
    caption = tr("Move {number}: {mark}, {count}", number=number, mark=mark, count=_count(found))
    return Frame(board, last, sheet, None, caption)


def _count(found: Analysis) -> str:
    """Return what a search has counted."""
    count = f"{found.count:,}"
    if found.unit == Analysis.unit:
        return tr("{count} playouts", n=found.count, one="1 playout", count=count)
    return tr("{count} {unit}", count=count, unit=tr(found.unit))
