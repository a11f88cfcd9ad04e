"""The settings dialog, built from the declarations in ``ttt_desktop.settings.declarations``."""

from __future__ import annotations

from itertools import cycle

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDialog,
    QLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine import EMPTY, PLAYERO, PLAYERX, Square
from ttt_desktop.fields.form import Form
from ttt_desktop.look.colours import Theme, dressed
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.fonts import OWN_FONT, text_font
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, CONTROL, LEAD, S2, S3, S4, SPACE, TITLE
from ttt_desktop.look.parts import FILLED, PLAIN, Button, Words
from ttt_desktop.look.small_board import draw_dressed_board, squares_in
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.squares import SquareLook, SquarePainter
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
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
from ttt_desktop.settings.rows import SectionList, SettingRow

_MENU, _PREVIEW = 170, 240
"""The widths of the sections and of the preview beside the settings, at the usual text size."""

_WIDTH, _HEIGHT = 960, 660
"""The dialog's usual size, in pixels at the usual text size."""

_SMALLEST = QSize(300, 300)

_LEAST = 120
"""The least width of the settings, in pixels: below what they need, they scroll sideways."""

_BESIDE_FROM = 820
"""From this width on they stand beside the settings, in pixels at the usual text size."""


class SettingsDialog(QDialog):
    """Lets the user change every setting: sections at the left, what they look like at the right.

    Where it is narrow, the sections stand above, and the preview below the looks. It is made once
    and shown again and again.

    Attributes:
        fields: the settings' fields, by the settings' names.
        search: letters that narrow the settings.
        sections: the list of sections.
        preview: what the chosen look is like.
        button: the buttons at its foot: "defaults", "cancel", "apply" and "ok".

    Signals:
        applied(Settings): OK or Apply was pressed.
    """

    applied = Signal(object)

    def __init__(self, theme: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self._theme = theme
        self.preview = LookPreview(theme)
        self.fields = Form(self)
        for option in OPTIONS.values():
            self.fields.add(option, _own_widget(option))
            explain(self.fields[option.name], tr(option.help), _when(option.applies))
        self.fields["size"].valueChanged.connect(self._offer_lines)
        self.fields["alike"].toggled.connect(self.fields["o"].setDisabled)
        self.fields["o"].setDisabled(self.fields["alike"].isChecked())
        self.fields.chosen.connect(self._show_look)
        self.search = QLineEdit()
        self.sections = SectionList(theme, [tr(group.value) for group in Group])
        self.search.setPlaceholderText(tr("Search settings"))
        self.search.setAccessibleName(tr("Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._narrow)
        QShortcut(QKeySequence.StandardKey.Find, self, self.search.setFocus)
        self._note = Words(theme, colour="muted", wrap=True)
        self._nothing = Words(theme, tr("No setting has these letters."), colour="muted", wrap=True)
        self._rows: dict[str, SettingRow] = {}
        self._pages = [self._page(group) for group in Group]
        self._stack = QStackedWidget()
        for page in self._pages:
            area = PageArea(page)
            area.limit(_LEAST)
            self._stack.addWidget(area)
        self.sections.currentRowChanged.connect(self._stack.setCurrentIndex)
        self._lay_out()
        self.sections.setCurrentRow(0)

    def _lay_out(self) -> None:
        """Give everything its place, and the buttons theirs at the foot."""
        self.button = {
            "defaults": Button(self._theme, tr("Restore &defaults"), "rotate-ccw", PLAIN),
            "cancel": Button(self._theme, tr("&Cancel")),
            "apply": Button(self._theme, tr("&Apply")),
            "ok": Button(self._theme, tr("&OK"), kind=FILLED),
        }
        for name, act in (
            ("defaults", self._restore), ("cancel", self.reject), ("apply", self._apply),
            ("ok", self.accept),
        ):  # fmt: skip
            self.button[name].setAutoDefault(name == "ok")
            self.button[name].clicked.connect(act)
        self.button["ok"].setDefault(True)
        buttons = FlowRow(S2)
        for button in self.button.values():
            buttons.addWidget(button)
        self._menu = QWidget()
        menu = QVBoxLayout(self._menu)
        menu.setContentsMargins(0, 0, 0, 0)
        menu.addWidget(self.search)
        menu.addWidget(self.sections, 1)
        self._side = QWidget()
        side = QVBoxLayout(self._side)
        side.setContentsMargins(0, 0, 0, 0)
        side.addWidget(Words(self._theme, tr("Preview"), LEAD, QFont.Weight.DemiBold))
        side.addWidget(self.preview)
        side.addStretch(1)
        middle = QVBoxLayout()
        middle.addWidget(self._note)
        middle.addWidget(self._nothing)
        middle.addWidget(self._stack, 1)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(S4)
        self._parts.addWidget(self._menu)
        self._parts.addLayout(middle, 1)
        self._parts.addWidget(self._side)
        column = QVBoxLayout(self)
        column.setContentsMargins(S3, S3, S3, S3)
        column.setSpacing(S3)
        column.addLayout(self._parts, 1)
        column.addLayout(buttons)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setMinimumSize(_SMALLEST)
        self._nothing.hide()
        self._bend()

    def edit(self, settings: Settings, name: str = "", note: str = "") -> None:
        """Open the dialog, with the given settings in its fields.

        Args:
            name: the setting at which it is opened; empty for the first one of all.
            note: a line that is to be read first; empty for none.
        """
        if self.isVisible():
            return
        self.search.clear()
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.show_settings(settings)
        name = name or next(name for name in OPTIONS if OPTIONS[name].group is Group.LOOK)
        first = OPTIONS[name]
        self.sections.setCurrentRow(list(Group).index(first.group))
        self.fields[first.name].setFocus()
        open_fitting(self)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(self._theme.px(_WIDTH), self._theme.px(_HEIGHT))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return _SMALLEST  # of the bent form: what is beside each other now goes below then

    def show_settings(self, settings: Settings) -> None:
        """Show the given settings in all fields."""
        self.fields.show({name: getattr(settings, name) for name in OPTIONS})
        self._show_look()

    def chosen(self) -> Settings:
        """Return the settings as edited; what was not touched keeps its exact value."""
        return Settings(**self.fields.values())

    def add_preview(self, title: str, widget: QWidget) -> None:
        """Show something else below the preview, under a title."""
        title_words = Words(self._theme, title, LEAD, QFont.Weight.DemiBold)
        column = self._side.layout()
        assert isinstance(column, QVBoxLayout)
        for part in (title_words, widget):
            column.insertWidget(column.count() - 1, part)

    @Slot()
    def accept(self) -> None:
        """Apply the settings and close."""
        self.applied.emit(self.chosen())
        super().accept()

    def _page(self, group: Group) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(S2, 0, S3, S2)
        column.setSpacing(0)
        for option in OPTIONS.values():
            if option.group is group:
                self._rows[option.name] = row = SettingRow(
                    self._theme, option, self.fields[option.name]
                )
                column.addWidget(row)
        column.addStretch(1)
        return page

    @Slot(str)
    def _narrow(self, letters: str) -> None:
        """Show the settings that have all words of a text, and the first section that has any."""
        words = [word.removesuffix("s") for word in letters.casefold().split()]
        matching: dict[Group, bool] = dict.fromkeys(Group, False)
        for name, row in self._rows.items():
            matches = all(word in row.said for word in words)
            row.setVisible(matches)
            matching[OPTIONS[name].group] |= matches
        for place, matches in enumerate(matching.values()):
            self.sections.item(place).setHidden(not matches)
        places = [place for place, matches in enumerate(matching.values()) if matches]
        self._nothing.setVisible(not places)
        self._stack.setVisible(bool(places))
        if places and self.sections.currentRow() not in places:
            self.sections.setCurrentRow(places[0])

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._bend()

    @Slot()
    def _bend(self) -> None:
        """Put sections and preview beside the settings, or above and below where that is narrow."""
        px, direction = self._theme.px, QBoxLayout.Direction
        beside = self.width() >= px(_BESIDE_FROM)
        self._parts.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self.sections.stand(beside)
        self.search.setMinimumHeight(px(CONTROL))
        widest = self.maximumWidth()
        self._menu.setMinimumWidth(px(_MENU) if beside else 0)
        self._menu.setMaximumWidth(px(_MENU) if beside else widest)
        self._side.setMinimumWidth(px(_PREVIEW) if beside else 0)
        self._side.setMaximumWidth(px(_PREVIEW) if beside else widest)
        looks = self._pages[list(Group).index(Group.LOOK)]
        column = looks.layout()
        if beside and self._parts.indexOf(self._side) < 0:
            self._parts.addWidget(self._side)
        elif (
            not beside and self._parts.indexOf(self._side) >= 0 and isinstance(column, QVBoxLayout)
        ):
            column.insertWidget(column.count() - 1, self._side)

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

    @Slot()
    def _apply(self) -> None:
        self.applied.emit(self.chosen())

    @Slot()
    def _restore(self) -> None:
        self.show_settings(Settings())


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
    """Draws a board and a sentence in a look that is chosen, but not applied yet.

    Attributes:
        dress: that look, for what else is drawn in it.

    Signals:
        changed(): it is another one.
    """

    changed = Signal()

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self.dress = _Dress(theme)
        self._squares = SquarePainter(self.dress)
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
        self.dress.font_choice = font
        _, self.dress.theme = dressed(scheme, board)
        self.dress.text_scale = text_scale / 100
        self.dress.revision += 1
        self._numbers = numbers
        self.updateGeometry()
        self.update()
        self.changed.emit()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        sentence = self.dress.font(TITLE, QFont.Weight.DemiBold).pointSizeF() * 2.4
        return QSize(_SIDE, round(_SIDE + sentence + 3 * SPACE))

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        theme, room = self.dress.theme, QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("line"))
        painter.setBrush(theme.colour("window"))
        painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), SPACE, SPACE)
        board = QRectF((room.width() - _SIDE) / 2, room.bottom() - _SIDE - SPACE, _SIDE, _SIDE)
        painter.setPen(theme.colour("ink"))
        painter.setFont(self.dress.font(TITLE, QFont.Weight.DemiBold))
        above = QRectF(0, SPACE, room.width(), board.top() - 2 * SPACE)
        painter.drawText(above, Qt.AlignmentFlag.AlignCenter, tr("Your turn."))
        draw_dressed_board(painter, squares_in(board), theme, self._squares, _SIZE, self._look)
        painter.end()

    def _look(self, square: Square) -> SquareLook:
        number = _MOVES.index(square) + 1 if square in _MARKS and self._numbers else 0
        return SquareLook(
            _MARKS.get(square, EMPTY), last=square == _MOVES[-1], number=number, seed=hash(square)
        )
