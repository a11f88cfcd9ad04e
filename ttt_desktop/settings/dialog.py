"""The settings dialog, built from the declarations in ``ttt_desktop.settings.declarations``."""

from __future__ import annotations

from itertools import cycle

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QSizePolicy,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine import EMPTY, PLAYERO, PLAYERX, Square
from ttt_desktop.fields.form import Form
from ttt_desktop.look.colours import Theme, dressed
from ttt_desktop.look.fonts import OWN_FONT, text_font
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, SPACE, TITLE
from ttt_desktop.look.small_board import draw_dressed_board, squares_in
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.squares import SquareLook, SquarePainter
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import mute
from ttt_desktop.look.windows import PageArea, open_fitting
from ttt_desktop.settings.declarations import (
    OPTIONS,
    Applies,
    Group,
    Option,
    Settings,
    look_of,
)
from ttt_desktop.settings.players import PlayerField


class SettingsDialog(QDialog):
    """Lets the user change every setting.

    It is made once and shown again and again: with a style sheet in force, Qt does not give back
    all the memory of a spin box that is deleted.

    Attributes:
        fields: the settings' fields, by the settings' names.
        preview: what the chosen look is like.
        buttons: the row of buttons at its foot.

    Signals:
        applied(Settings): OK or Apply was pressed.
    """

    applied = Signal(object)

    def __init__(self, theme: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.preview = LookPreview(theme)
        self.fields = Form(self)
        for option in OPTIONS.values():
            self.fields.add(option, _own_widget(option))
            explain(self.fields[option.name], tr(option.help), _when(option.applies))
        self.fields["size"].valueChanged.connect(self._offer_lines)
        self.fields["alike"].toggled.connect(self.fields["o"].setDisabled)
        self.fields["o"].setDisabled(self.fields["alike"].isChecked())
        self.fields.chosen.connect(self._show_look)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.Apply
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.buttons.clicked.connect(self._clicked)
        self._pages = pages = QTabWidget()
        pages.setAccessibleName(tr("Pages of the settings"))
        for group in Group:
            pages.addTab(PageArea(self._page(group)), tr(group.value))
        layout = QVBoxLayout(self)
        layout.addWidget(pages)
        layout.addWidget(self.buttons)

    def edit(self, settings: Settings, name: str = "") -> None:
        """Open the dialog, with the given settings in its fields.

        Args:
            name: the setting at which it is opened; empty for the first one of all.
        """
        if self.isVisible():
            return
        self.show_settings(settings)
        name = name or next(name for name in OPTIONS if OPTIONS[name].group is Group.LOOK)
        first = OPTIONS[name]
        self._pages.setCurrentIndex(list(Group).index(first.group))
        self.fields[first.name].setFocus()
        open_fitting(self)

    def show_settings(self, settings: Settings) -> None:
        """Show the given settings in all fields."""
        self.fields.show({name: getattr(settings, name) for name in OPTIONS})
        self._show_look()

    def chosen(self) -> Settings:
        """Return the settings as edited; what was not touched keeps its exact value."""
        return Settings(**self.fields.values())

    @Slot()
    def accept(self) -> None:
        """Apply the settings and close."""
        self.applied.emit(self.chosen())
        super().accept()

    def _page(self, group: Group) -> QWidget:
        page = QWidget()
        rows = QFormLayout(page)
        rows.setSpacing(SPACE)
        rows.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        options = [option for option in OPTIONS.values() if option.group is group]
        for option in options:
            if option.player:
                rows.addRow(_framed(tr(option.label), self.fields[option.name]))
            else:
                self.fields.add_row(rows, option.name, " *" * _waits(option))
        if group is Group.LOOK:
            rows.addRow("", self.preview)
        if any(map(_waits, options)):
            note = QLabel(tr("* takes effect with the next new game"))
            mute(note)
            rows.addRow("", note)
        return page

    @Slot()
    def _show_look(self) -> None:
        value = self.fields.value
        look = look_of(value("board_look"), value("size"))
        self.preview.show_look(
            value("theme"), look, value("stone_numbers"), value("text_scale"), value("font")
        )

    @Slot(int)
    def _offer_lines(self, size: int) -> None:
        """Offer the line lengths that fit the board, keeping the chosen one if it does."""
        _fill_lines(self.fields["line"], size)

    @Slot(object)
    def _clicked(self, button: object) -> None:
        role = QDialogButtonBox.StandardButton
        if button is self.buttons.button(role.Apply):
            self.applied.emit(self.chosen())
        elif button is self.buttons.button(role.RestoreDefaults):
            self.show_settings(Settings())


def _waits(option: Option) -> bool:
    return option.applies is Applies.NEW_GAME


def _framed(title: str, field: QWidget) -> QGroupBox:
    """Put a frame with a title around a field of many parts."""
    frame = QGroupBox(title)
    layout = QVBoxLayout(frame)
    layout.addWidget(field)
    return frame


def _own_widget(option: Option) -> QWidget | None:
    """Return the widget for a setting whose type alone does not tell what it is set with."""
    if option.player:
        return PlayerField(option.kind)
    if option.name == "line":
        lines = QComboBox()
        _fill_lines(lines, int(option.low))
        return lines
    return None


def _when(applies: Applies) -> str:
    """Return when a changed setting takes effect, as a sentence."""
    return {
        Applies.AT_ONCE: tr("Takes effect at once."),
        Applies.NEXT_MOVE: tr("Takes effect from the machine's next move."),
        Applies.NEW_GAME: tr("Takes effect from the next new game."),
    }[applies]


def _fill_lines(lines: QComboBox, size: int) -> None:
    chosen = lines.currentData()
    lines.clear()
    lines.addItem(tr("Whole side ({size})", size=size), 0)
    for length in range(int(OPTIONS["line"].low), size):
        lines.addItem(tr("{length} in a row", length=length), length)
    lines.setCurrentIndex(max(0, lines.findData(chosen)))


# --- what the chosen look is like ---------------------------------------------------


_SIZE, _MOVES = 4, ((1, 1), (2, 1), (1, 2), (1, 0), (2, 2))
"""The board of the preview, and the moves on it."""

_MARKS = dict(zip(_MOVES, cycle((PLAYERX, PLAYERO)), strict=False))

_SIDE = 168
"""The board's side, in pixels."""


class _Dress:
    """Colours and fonts that are not in force."""

    def __init__(self, manager: ThemeManager) -> None:
        self.font_choice = OWN_FONT
        self.theme: Theme = manager.theme
        self.palette = manager.palette
        self.revision, self.text_scale = 0, manager.text_scale

    def font(self, size: float = BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the interface's font in the chosen size."""
        return text_font(self.font_choice, size, self.text_scale, weight)


class LookPreview(QWidget):
    """Draws a board and a sentence in a look that is chosen, but not applied yet."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._dress = _Dress(theme)
        self._squares = SquarePainter(self._dress)
        self._numbers = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("How this looks"))

    def show_look(self, scheme: str, board: str, numbers: bool, text_scale: int, font: str) -> None:
        """Show another look.

        Args:
            scheme: "system", "light" or "dark".
            board: the look of the board.
            numbers: whether stones say which move each one was.
            text_scale: the size of text, in percent of the system's.
            font: OWN_FONT or SYSTEM_FONT.
        """
        self._dress.font_choice = font
        _, self._dress.theme = dressed(scheme, board)
        self._dress.text_scale = text_scale / 100
        self._dress.revision += 1
        self._numbers = numbers
        self.updateGeometry()
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        sentence = self._dress.font(TITLE, QFont.Weight.DemiBold).pointSizeF() * 2.4
        return QSize(_SIDE, round(_SIDE + sentence + 3 * SPACE))

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        theme, room = self._dress.theme, QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("line"))
        painter.setBrush(theme.colour("window"))
        painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), SPACE, SPACE)
        board = QRectF((room.width() - _SIDE) / 2, room.bottom() - _SIDE - SPACE, _SIDE, _SIDE)
        painter.setPen(theme.colour("ink"))
        painter.setFont(self._dress.font(TITLE, QFont.Weight.DemiBold))
        above = QRectF(0, SPACE, room.width(), board.top() - 2 * SPACE)
        painter.drawText(above, Qt.AlignmentFlag.AlignCenter, tr("Your turn."))
        draw_dressed_board(painter, squares_in(board), theme, self._squares, _SIZE, self._look)
        painter.end()

    def _look(self, square: Square) -> SquareLook:
        number = _MOVES.index(square) + 1 if square in _MARKS and self._numbers else 0
        return SquareLook(
            _MARKS.get(square, EMPTY), last=square == _MOVES[-1], number=number, seed=hash(square)
        )
