"""Pictures of a game: what each shows, how it is painted, and animated GIFs of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from engine import (
    EMPTY,
    Analysis,
    Board,
    Game,
    Limit,
    Result,
    Search,
    Square,
    square_name,
)
from engine.files import write_whole
from ttt_desktop.look.grounds import frame_of
from ttt_desktop.look.pictures import png, svg
from ttt_desktop.look.small_board import draw_dressed_board
from ttt_desktop.look.squares import SquareLook, SquarePainter
from ttt_desktop.look.text import letter, result_sentence, rule_text, tr, worded
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.sheet import ScoreSheet
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.work.jobs import Job

if TYPE_CHECKING:
    from PIL.Image import Image

    from engine.coach.attempt import Attempt
    from engine.coach.exercise import ExerciseAttempt

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
    game: Game, analyses: Analyses, settings: Settings, locked: float | None
) -> Iterator[Frame]:
    """Yield a frame for each position of a game, the last one with the result.

    Args:
        analyses: searches of its positions, by the moves that lead to them; others are searched
            with the settings' trials, for half a second at the most.
        settings: trials, weights and the numbers to show.
        locked: the end of a locked colour scale, in score a trial; None to fit each frame's.
    """
    replay = game.anew()
    moves = game.moves
    for ply in range(len(moves) + 1):
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
        analysis = sheet.analysis
        caption = tr(
            "Scores for {mark}, {count}", mark=letter(analysis.player), count=_count(analysis)
        )
    else:
        caption = tr("{mark} to move", mark=letter(game.to_move))
    return Frame(game.board, last, sheet, result, caption)


def puzzle_frames(attempt: Attempt | ExerciseAttempt) -> list[Frame]:
    """Return a puzzle as it is asked, and a frame for each move of its solution.

    Args:
        attempt: one that nobody has answered yet.
    """
    puzzle = attempt.puzzle
    asked = f"{rule_text(puzzle.rules)}. {worded(puzzle.riddle)}"
    frames = [Frame(attempt.board, None, None, None, asked)]
    while (square := attempt.move) is not None:
        answer, name = attempt.play(square), square_name(square)
        caption = " ".join(map(worded, answer.sentences))
        if name not in caption.split():
            caption = tr("{square}. {why}", square=name, why=caption)
        frames.append(Frame(attempt.board, square, None, Result.of(attempt.board), caption))
    return frames


def _frame(game: Game, analyses: Analyses, settings: Settings, locked: float | None) -> Frame:
    board, result = game.board, game.result
    last = game.moves[-1] if game.moves else None
    if result is not None:
        return Frame(board, last, None, result, result_sentence(result, {}))
    player = game.to_move
    analysis = analyses.get(game.moves)
    if analysis is None:
        limit = Limit(trials=settings.trials(player), seconds=SEARCH_SECONDS)
        analysis = Search(board, player, limit, seed=len(game.moves)).result()
    sheet = ScoreSheet(analysis.reweighed(settings.weights(player)), settings.heat_values, locked)
    number, mark = len(game.moves) + 1, letter(player)
    caption = tr("Move {number}: {mark}, {count}", number=number, mark=mark, count=_count(analysis))
    return Frame(board, last, sheet, None, caption)


def _count(analysis: Analysis) -> str:
    """Return what a search has counted."""
    count = f"{analysis.count:,}"
    if analysis.unit == Analysis.unit:
        return tr("{count} playouts", n=analysis.count, one="1 playout", count=count)
    return tr("{count} {unit}", count=count, unit=tr(analysis.unit))


MIN_CELL, SIDE = 26, 480
"""The smallest square, and the board's side where that allows it, in pixels."""

FRAME_MS, LAST_FRAME_MS = 1000, 3000
QUESTION_MS, ANSWER_MS = 6000, 2500
"""How long a puzzle's question stays, and each move of its solution."""
_MARGIN = 28
_CAPTION, _LINE = 36, 20


class FramePainter:
    """Paints frames in the colours of the window.

    May be used in any thread.

    Args:
        lines: the most lines that a caption takes.
    """

    def __init__(self, theme: ThemeManager, dim: int, lines: int = 1) -> None:
        self._theme = theme
        self._below = _CAPTION + (lines - 1) * _LINE
        self._cell = max(MIN_CELL, SIDE // dim)
        self._dim = dim
        self._squares = SquarePainter(theme)

    @property
    def size(self) -> QSize:
        """The picture's size, in pixels."""
        side = self._cell * self._dim + 2 * _MARGIN
        return QSize(side, side + self._below - _MARGIN // 2)

    def image(self, frame: Frame, scale: int = 1) -> QImage:
        """Return a frame as a picture of ``scale`` times its size."""
        picture = QImage(self.size * scale, QImage.Format.Format_RGB32)
        painter = QPainter(picture)
        painter.scale(scale, scale)
        self._paint(painter, frame)
        painter.end()
        return picture

    def svg(self, frame: Frame) -> bytes:
        """Return a frame as an SVG document."""
        return svg(self.size, frame.caption, lambda painter: self._paint(painter, frame))

    def _paint(self, painter: QPainter, frame: Frame) -> None:
        theme = self._theme.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(0, 0, self.size.width(), self.size.height())
        painter.fillRect(area, theme.colour("window"))
        side, result = self._cell * self._dim, frame.result
        self._letter(painter)
        line, loses = ((), False) if result is None else (result.line, result.line_loses)
        draw_dressed_board(
            painter, QRectF(_MARGIN, _MARGIN, side, side), theme, self._squares, self._dim,
            lambda square: _look(frame, square), line, loses,
        )  # fmt: skip
        font = self._theme.font()
        font.setPixelSize(16)
        painter.setFont(font)
        painter.setPen(theme.colour("ink"))
        below = QRectF(0, _MARGIN + side, area.width(), area.height() - _MARGIN - side)
        below.adjust(_MARGIN / 2, 0, -_MARGIN / 2, 0)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(below, flags, frame.caption)

    def _letter(self, painter: QPainter) -> None:
        """Write the columns' letters and the rows' numbers beside the board."""
        font = self._theme.font()
        font.setPixelSize(12)
        painter.setFont(font)
        painter.setPen(self._theme.theme.colour("muted"))
        centre = Qt.AlignmentFlag.AlignCenter
        for i in range(self._dim):
            name, along = square_name((i, i)), _MARGIN + i * self._cell
            room = _MARGIN - frame_of(self._cell * self._dim)
            painter.drawText(QRectF(along, 0, self._cell, room), centre, name[0])
            painter.drawText(QRectF(0, along, room, self._cell), centre, name[1:])


def gif(pictures: Iterable[QImage], first_ms: int = FRAME_MS, each_ms: int = FRAME_MS) -> bytes:
    """Return pictures as an animated GIF's content; the last one stays longer, then it repeats.

    Args:
        first_ms: how long the first one stays.
        each_ms: how long each of the others stays, but the last one.

    Raises:
        ValueError: there is no picture.
    """
    frames = [_quantized(picture) for picture in pictures]
    if not frames:
        raise ValueError("there is no picture to write")
    durations = [each_ms] * len(frames)
    durations[0], durations[-1] = first_ms, LAST_FRAME_MS
    file = BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return file.getvalue()


def _quantized(picture: QImage) -> Image:
    """Return a picture in the 256 colours that suit it best, for a GIF."""
    from PIL import Image  # noqa: PLC0415  (the window is up before it is needed)

    plain = picture.convertToFormat(QImage.Format.Format_RGB888)
    size = plain.width(), plain.height()
    pixels = bytes(plain.constBits())
    image = Image.frombytes("RGB", size, pixels, "raw", "RGB", plain.bytesPerLine())
    return image.quantize(colors=256, dither=Image.Dither.NONE)


def _look(frame: Frame, square: Square) -> SquareLook:
    row, col = square
    look = SquareLook(
        frame.board.square(*square), last=square == frame.last, seed=row * frame.board.size + col
    )
    sheet = frame.sheet
    if sheet is not None and sheet.analysis.board.square(*square) == EMPTY:
        look.heat = sheet.scores[square[0]][square[1]] / sheet.limit
        look.strength = sheet.strength(square)
        look.best = square in sheet.best
        look.close = not look.best and square in sheet.marked_close
        look.text = lambda compact: sheet.text(square, compact)
    return look


@dataclass(frozen=True)
class GamePictures:
    """A game that is to be written as pictures.

    Attributes:
        game: the game; not to be changed meanwhile.
        analyses: searches of its positions.
        settings: how it is scored and shown.
        theme: its colours.
    """

    game: Game
    analyses: Analyses
    settings: Settings
    theme: ThemeManager
    locked: float | None = None
    """The end of a locked colour scale, in score a trial."""

    def write_gif(self, path: Path, job: Job) -> list[Path]:
        """Write an animated GIF in a job; return the files written."""
        painter = FramePainter(self.theme, self.game.rules.size)
        write_whole(path, gif(painter.image(frame) for frame in self._frames(job)))
        return [path]

    def write_pngs(self, path: Path, job: Job) -> list[Path]:
        """Write ``NAME-01.png``, ``NAME-02.png`` and so on in a job; return the files written.

        What was written is taken back where it cannot go on.

        Raises:
            FileExistsError: one of the files is there already.
        """
        painter = FramePainter(self.theme, self.game.rules.size)
        count = len(self.game.moves) + 1
        digits = max(2, len(str(count)))
        names = [path.with_name(f"{path.stem}-{i + 1:0{digits}}.png") for i in range(count)]
        for name in names:
            if name.exists():
                raise FileExistsError(0, tr("{name} is there already", name=name.name))
        written: list[Path] = []
        try:
            for name, frame in zip(names, self._frames(job), strict=True):
                write_whole(name, png(painter.image(frame, scale=2)), durable=False)
                written.append(name)
        except BaseException:
            for name in written:
                name.unlink(missing_ok=True)
            raise
        return written

    def _frames(self, job: Job) -> Iterator[Frame]:
        """Yield the frames, reporting each one; CancelledError once the job is cancelled."""
        count = len(self.game.moves) + 1
        frames = frames_of(self.game, self.analyses, self.settings, self.locked)
        for done, frame in enumerate(frames, start=1):
            job.check()
            yield frame
            job.report((done, count))
        job.check()
