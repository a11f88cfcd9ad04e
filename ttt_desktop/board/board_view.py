"""The board that is played on: mouse, keyboard, typed squares, and the strokes' animation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from textwrap import wrap

from PySide6.QtCore import (
    QEvent,
    QRectF,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from engine import EMPTY, Line, Square, parse_square, square_name
from ttt_desktop.board.board_squares import BoardSquares
from ttt_desktop.board.motion import LOST, REFUSED, TIED, Motion
from ttt_desktop.board.shimmer import Shimmer, draw_glow
from ttt_desktop.look.grid_view import GridView
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import (
    REFUSED_MS,
)
from ttt_desktop.look.tables import Index
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.board_model import SCORES, BoardModel

Overlay = Callable[[QPainter, Callable[[Square], QRectF]], None]
"""Draws over the squares, whose places it is told."""

_TIP_LETTERS = 48
"""The longest line beside a square that cannot be played."""

_MOVING = (
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down,
    Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
)  # fmt: skip
"""Keys that go from square to square: from the first of them on, the keyboard's is framed."""

TYPING_MS = 900
"""How long a typed square may stay incomplete before it is read as it stands."""


class BoardView(GridView):
    """The game's board.

    Attributes:
        animate: asked at each mark whether it is drawn with a stroke.
        by_key: asked whether what was done last, was done with a key.
        is_machine: asked whether a machine plays a mark.
        ghost: asked which mark a click would make; EMPTY for none.
        reserved: letters that begin no square's name now, since they do something else.
        overlays: what is drawn over the squares, in this order.
        shimmer: the machine's thoughts, which are drawn under the marks.

    Signals:
        chosen(Square): a square was clicked, entered or typed.
        chosen_right(Square): one was clicked with the right button.
        typed(str): what has been typed of a square's name so far; empty when that is over.
        heat_map_wanted(): H was pressed, where it might have begun a square's name.
        sound_wanted(): M was pressed, where it might have begun a square's name.
    """

    chosen = Signal(object)
    chosen_right = Signal(object)
    typed = Signal(str)
    heat_map_wanted = Signal()
    sound_wanted = Signal()

    def __init__(
        self, model: BoardModel, theme: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.animate: Callable[[], bool] = lambda: True
        self.by_key: Callable[[], bool] = lambda: False
        self.is_machine: Callable[[int], bool] = lambda _mark: False
        self.ghost: Callable[[], int] = lambda: EMPTY
        self._board = model
        self._motion = Motion(self)
        self._motion.moved.connect(self._show_moved)
        self._motion.all_moved.connect(self._show_all_moved)
        self._struck = False
        self.overlays: list[Overlay] = []
        self.shimmer = Shimmer(self)
        self.shimmer.moved.connect(self._show_between)
        self.reserved = ""
        self._pressed: Square | None = None
        self._name = ""
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self._typing_over)
        self._refusal = QTimer(self, singleShot=True, interval=REFUSED_MS)
        self._refusal.timeout.connect(self._forget_refusal)
        self.setModel(model)
        self._squares = BoardSquares(model, theme, self._motion, self._ghost_mark)
        self.setMouseTracking(True)
        self.entered.connect(self._hover)
        self.setAccessibleName(tr("Board"))
        self.setAccessibleDescription(
            tr("Arrow keys move between squares, Enter plays; or type a square such as B2.")
        )
        model.modelReset.connect(self._motion.forget_marks)
        model.modelReset.connect(self.shimmer.clear)
        model.positionChanged.connect(self._position_changed)

    def _ghost_mark(self) -> int:
        return self.ghost()  # (it is given to the board later)

    def show_numbers(self, shown: bool) -> None:
        """Say on stones which move they were, or leave that out."""
        if self._squares.show_numbers != shown:
            self._squares.show_numbers = shown
            self.viewport().update()

    def show_scores(self, shown: bool) -> None:
        """Show or hide the scores on the squares."""
        if self._squares.show_scores != shown:
            self._squares.show_scores = shown
            self.viewport().update()

    def mark_hint(self, square: Square) -> None:
        """Frame a square, as a hint, until the position changes."""
        before, self._squares.hint = self._squares.hint, square
        self.update_squares(changed for changed in (before, square) if changed is not None)

    def refuse(self, square: Square, why: str) -> None:
        """Frame and shake a square that cannot be played, and say why beside it."""
        self._squares.refused = square
        self._refusal.start()
        if self.animate():
            self._motion.sway([square], REFUSED)
        cell = self.rect_of(square).toRect()
        view = self.viewport()
        tip = "\n".join(wrap(why, _TIP_LETTERS))
        QToolTip.showText(view.mapToGlobal(cell.center()), tip, view, cell, REFUSED_MS)
        view.update()

    def show_end(self, loser: int) -> None:
        """Have the marks of a side that lost sink and rise again; with EMPTY, all rock: a tie."""
        tied, side = loser == EMPTY, range(self._board.dim)
        marks = {(row, col): self._board.mark((row, col)) for row in side for col in side}
        squares = [at for at, mark in marks.items() if mark != EMPTY and (tied or mark == loser)]
        if self.animate():
            self._motion.sway(squares, TIED if tied else LOST)

    @Slot(object)
    def _show_moved(self, squares: Sequence[Square]) -> None:
        self.update_squares(squares)
        if self._board.result is not None and not self._motion.progress:
            self.viewport().update()  # the line is drawn once the last mark is

    @Slot(object)
    def _show_between(self, corners: tuple[Square, Square]) -> None:
        first, last = corners
        self.viewport().update(self.rect_of(first).united(self.rect_of(last)).toRect())

    @Slot()
    def _show_all_moved(self) -> None:
        self.ending_drawn = self._motion.line_drawn
        self.viewport().update()

    @Slot()
    def _forget_refusal(self) -> None:
        self._refusal.stop()
        if self._squares.refused is not None:
            self.update_squares([self._squares.refused])
            self._squares.refused = None
            QToolTip.hideText()

    @property
    def pointed(self) -> Square | None:
        """The square that is pointed at in a chart or table, or None."""
        return self._squares.pointed

    @Slot(object)
    def point_at(self, square: Square | None) -> None:
        """Frame a square that is pointed at in a chart or table; None for none."""
        before = self._squares.pointed
        if before != square:
            self._squares.pointed = square
            self.update_squares(changed for changed in (before, square) if changed is not None)

    def draw_stroke(self, square: Square) -> None:
        """Animate the mark that was just put on a square, if animations are on."""
        if not self.animate():
            return
        by_machine = self.is_machine(self._board.mark(square))
        self._motion.draw_mark(square, by_machine)
        if self._board.result is not None and self._board.result.line:
            self._motion.draw_line(by_machine)
            self.ending_drawn = self._motion.line_drawn

    @handler
    def dataChanged(  # noqa: D102
        self, first: Index, last: Index, roles: Sequence[int] = ()
    ) -> None:
        # A running search changes scores many times a second; without them shown, nothing
        # here looks different.
        if self._squares.show_scores or not roles or set(roles) != {SCORES}:
            super().dataChanged(first, last, list(roles))

    # --- mouse and keyboard -----------------------------------------------------------

    def begin(self) -> None:
        """Get the keyboard for another game: in the middle, which is framed if a key began it."""
        self.setFocus()
        self._go_to_middle()
        self._set_cursor_visible(self.by_key())

    def _go_to_middle(self) -> None:
        middle = self._board.dim // 2
        self.setCurrentIndex(self._board.index(middle, middle))

    @handler
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._set_cursor_visible(False)
        self._pressed = None
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            self._pressed = self._square_at(event)
        super().mousePressEvent(event)

    @handler
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._square_at(event):
            left = event.button() == Qt.MouseButton.LeftButton
            (self.chosen if left else self.chosen_right).emit(pressed)

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._enter()
        elif plain and self._name and event.key() == Qt.Key.Key_Backspace:
            self._set_name(self._name[:-1])
        elif plain and self._takes(event.text()):
            self._type(event.text().upper())
        else:
            if event.key() in _MOVING:
                self._set_cursor_visible(True)
            super().keyPressEvent(event)

    @virtual(bool)
    def event(self, event: QEvent) -> bool:  # noqa: D102
        # A letter that may begin a square's name is not a shortcut while the board has focus.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.modifiers() == Qt.KeyboardModifier.NoModifier
            and self.begins_name(event.text())
        ):
            event.accept()
            return True
        return super().event(event)

    @handler
    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusInEvent(event)
        tab = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if event.reason() in tab or QAccessible.isActive():  # a screen reader goes by the focus
            self._set_cursor_visible(True)
        if not self.currentIndex().isValid():
            self._go_to_middle()

    @handler
    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusOutEvent(event)
        self._set_name("")

    def _square_at(self, event: QMouseEvent) -> Square | None:
        index = self.indexAt(event.position().toPoint())
        return (index.row(), index.column()) if index.isValid() else None

    def _enter(self) -> None:
        """Play the typed square, or else the one that is framed; frame one where none is."""
        index = self.currentIndex()
        if self._name:
            self._typing_over()
        elif not self._squares.cursor_visible:
            self._set_cursor_visible(True)
        elif index.isValid():
            self.chosen.emit((index.row(), index.column()))

    # --- squares by name --------------------------------------------------------------

    def begins_name(self, text: str) -> bool:
        """Whether a letter may begin a square's name on this board."""
        letter = text.upper()
        return len(text) == 1 and letter in self._columns and letter not in self.reserved

    @property
    def _columns(self) -> str:
        return "".join(square_name((0, col))[0] for col in range(self._board.dim))

    def _takes(self, text: str) -> bool:
        if not self._name:
            return self.begins_name(text)
        return (len(text) == 1 and text.isascii() and text.isdigit()) or self.begins_name(text)

    def _type(self, text: str) -> None:
        self._set_name(self._name + text if text.isdigit() else text)
        if not text.isdigit():
            return
        row = int(self._name[1:])
        # On a board of 12 rows, B2 is complete but B1 may become B10.
        if row * 10 > self._board.dim or len(self._name) == 3:
            self._typing_over()

    def _set_name(self, name: str) -> None:
        if name:
            self._typing.start()
        else:
            self._typing.stop()
        if name != self._name:
            self._name = name
            self.typed.emit(name)

    @Slot()
    def _typing_over(self) -> None:
        name = self._name
        self._set_name("")
        if name == "H":
            self.heat_map_wanted.emit()
        elif name == "M":
            self.sound_wanted.emit()
        elif len(name) > 1:
            try:
                row, col = parse_square(name, self._board.dim)
            except ValueError:
                return
            self.setCurrentIndex(self._board.index(row, col))
            self._set_cursor_visible(True)
            self.chosen.emit((row, col))

    @Slot()
    def hide_cursor(self) -> None:
        """Frame no square until a key is pressed."""
        self._set_cursor_visible(False)

    def _set_cursor_visible(self, visible: bool) -> None:
        if self._squares.cursor_visible != visible:
            self._squares.cursor_visible = visible
            self.update(self.currentIndex())

    # --- painting ---------------------------------------------------------------------

    @Slot(object)
    def _hover(self, index: Index) -> None:
        """Paint the square that the mouse has entered, and the one that it has left."""
        before, now = self._squares.hovered, (index.row(), index.column())
        self._squares.hovered = now
        self.update_squares([now] if before is None else [before, now])

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if not self.viewport().underMouse():
            self._squares.hovered = None
        super().paintEvent(event)

    def with_content(self, squares: Set[Square]) -> Iterable[Square]:
        """Return those of some squares on which there is more than the empty board.

        While the machine thinks, all squares are painted up to 60 times a second.
        """
        return self._squares.with_content(squares)

    @handler
    def paint_under(self, painter: QPainter, squares: Set[Square]) -> None:
        """Paint the machine's thoughts."""
        shown = self.shimmer.shown
        if not shown or self._squares.show_scores:
            return
        size, free = self._board.dim, self._board.free
        for square, glow in shown.items():
            if square in squares and square in free:
                draw_glow(painter, self.rect_of(square), glow, self.theme, size)

    @handler
    def paint_square(self, painter: QPainter, rect: QRectF, square: Square) -> None:  # noqa: D102
        self._squares.draw(painter, rect, square)

    @handler
    def paint_over(self, painter: QPainter) -> None:  # noqa: D102
        for draw in self.overlays:
            draw(painter, self.rect_of)
        focused = self.focused_square() if self._squares.cursor_visible else None
        if focused is not None and focused != self._squares.refused:
            self._squares.draw_cursor(painter, self.rect_of(focused))

    def ending(self) -> tuple[Line, bool]:
        """Return the line that ended the game, once its last mark is drawn."""
        result = self._board.result
        if result is None or self._motion.progress:
            return (), False
        return result.line, result.line_loses

    @Slot()
    def _position_changed(self) -> None:
        """Forget what was meant for the position before."""
        before, result = self._struck, self._board.result
        self._struck = result is not None and bool(result.line)
        if before or self._struck:  # the line reaches into squares that show nothing else
            self.viewport().update()
        if self._squares.hint is not None:
            self.update_squares([self._squares.hint])
            self._squares.hint = None
        self._forget_refusal()
        self._motion.stop_swaying()
        self._motion.forget_line()
        self._set_name("")
