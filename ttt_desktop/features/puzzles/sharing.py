"""A solved puzzle to show to others: a picture and a text of what was asked, without the answer."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QMimeData, QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QStandardItemModel

from engine.coach.exercise import Exercise
from engine.coach.puzzles import Puzzle
from engine.notation import format_board
from ttt_desktop.features.puzzles.puzzler import Puzzler
from ttt_desktop.look.measures import BODY, CAPTION, LEAD, S2, S4
from ttt_desktop.look.small_board import draw_small_board, squares_in
from ttt_desktop.look.text import rule_text, tr, worded
from ttt_desktop.look.theme import ThemeManager

_SIDE, _SCALE = 360, 2
"""The side of the board in the picture, in its pixels, and the pixels of the image for each."""

_TEXT = 110
"""The height of what stands below the board, in the picture's pixels."""


def shared(puzzler: Puzzler, theme: ThemeManager) -> QMimeData:
    """Return picture and text of the puzzle on the board, as it was asked."""
    return content_of(share_text(puzzler), share_picture(puzzler, theme))


def content_of(text: str, picture: QImage) -> QMimeData:
    """Return a text and a picture for the clipboard.

    Qt has made the object itself: one that is made in Python and is still on the clipboard when
    the program ends, crashes it (PySide 6.11).
    """
    model = QStandardItemModel(1, 1)
    content = model.mimeData([model.index(0, 0)])
    content.clear()
    content.setText(text)
    content.setImageData(picture)
    return content


def share_text(puzzler: Puzzler) -> str:
    """Return what was asked, the position, and how it went."""
    puzzle = _puzzle(puzzler)
    rows = "\n".join(" ".join(row) for row in _rows(puzzle))
    return f"{_title(puzzler)}\n{worded(puzzle.riddle)}\n{rows}\n{_success(puzzler)}"


def share_picture(puzzler: Puzzler, theme: ThemeManager) -> QImage:
    """Return a picture of the position, with what was asked and how it went below it."""
    puzzle, colours = _puzzle(puzzler), theme.theme
    wide, high = _SIDE + 2 * S4, _SIDE + 2 * S4 + round(_TEXT * theme.text_scale)
    picture = QImage(wide * _SCALE, high * _SCALE, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(_SCALE)
    picture.fill(colours.colour("surface"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_small_board(
        painter, squares_in(QRectF(S4, S4, _SIDE, _SIDE)), colours, puzzle.game.board
    )  # fmt: skip
    top = float(_SIDE + S4 + S2)
    wrapped = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
    for text, size, colour in ((_title(puzzler), CAPTION, "muted"),
                               (worded(puzzle.riddle), BODY, "ink"),
                               (_success(puzzler), LEAD, "right")):  # fmt: skip
        painter.setFont(theme.font(size, QFont.Weight.DemiBold))
        painter.setPen(colours.colour(colour))
        room = QRectF(S4, top, _SIDE, high - top)
        top += painter.boundingRect(room, int(wrapped), text).height() + S2
        painter.drawText(room, int(wrapped), text)
    painter.end()
    return picture


def _puzzle(puzzler: Puzzler) -> Puzzle | Exercise:
    """Return the puzzle on the board."""
    assert puzzler.attempt is not None
    return puzzler.attempt.puzzle


def _rows(puzzle: Puzzle | Exercise) -> list[str]:
    """Return the rows of the position, a letter for each square, as it was asked."""
    return format_board(puzzle.board).replace(".", "·").split("/")


def _title(puzzler: Puzzler) -> str:
    """Return which puzzle it is, with its day where it is a day's own."""
    puzzle, day = _puzzle(puzzler), puzzler.day
    board = rule_text(puzzle.rules)
    if day is None:
        return tr("{title} ({board})", title=worded(puzzle.title), board=board)
    month = QLocale().monthName(day.month, QLocale.FormatType.LongFormat)
    return tr("Puzzle of {day} {month} ({board})", day=day.day, month=month, board=board)


def _success(puzzler: Puzzler) -> str:
    """Return how it went: at the first try or not, and the days in a row."""
    text = tr("Solved at the first try ✓") if puzzler.first_try else tr("Solved ✓")
    if puzzler.streak is not None and puzzler.streak.practice.days > 1:
        days = tr("{count} days in a row", count=puzzler.streak.practice.days)
        return f"{text} {days}"
    return text
