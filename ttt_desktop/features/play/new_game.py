"""The card that starts a game: tiles that do so at once, and a second page for everything else."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine import Rules
from engine.rules import Rule
from engine.specs import PlayerSpec
from engine.swap import Opening, can_be_opened
from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.features.play.start_page import (
    Against,
    StartPage,
    StartTile,
    opponents_marks,
)
from ttt_desktop.fields.form import Form
from ttt_desktop.look.controls import fill
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import DISPLAY, SPACE
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import mute
from ttt_desktop.look.windows import PageArea, forget_sizes, open_fitting
from ttt_desktop.session.seats import MARKS, against, opponents_letter
from ttt_desktop.settings.declarations import OPTIONS, Settings, with_values
from ttt_desktop.settings.levels import LADDER, LastLevels
from ttt_desktop.settings.opponent_field import FILE, PERSON, OpponentField
from ttt_desktop.shell.tiles import Tile

FIRST, SECOND, IN_TURN = "X", "O", "in turn"
"""Which mark you play; in turn, both."""

_LEAST_PICTURE = 120
"""The least side of the second page's picture, in pixels."""

_BESIDE_PAGES, _BESIDE_TILES = 7, 9
"""What stands beside a page in the card and on the screen, and beside the tiles on theirs: margins,
a window's frame, a scroll bar; as multiples of SPACE."""

_HOW_OPENED = {
    Opening.SWAP.value: QT_TRANSLATE_NOOP(
        "", "Whoever begins places X, O and X; the other player then chooses a side."
    ),
    Opening.SWAP2.value: QT_TRANSLATE_NOOP(
        "",
        "Whoever begins places X, O and X. The other player then chooses a side, or places O and X "
        "and leaves the choice.",
    ),
}
"""What the openings ask of the players."""

_FIELDS = ("size", "line", "gomoku", "opening", "name", "friend")
_WHOLE_SIDE_UP_TO, _FOUR_UP_TO = 4, 6


def sensible_line(size: int) -> int:
    """Return a line length for a board with so many squares a side that can be won and defended.

    The whole side on the smallest boards, four in a row on middle ones, then five, as in Gomoku.
    """
    if size <= _WHOLE_SIDE_UP_TO:
        return size
    return 4 if size <= _FOUR_UP_TO else 5


class NewGameCard(QDialog):
    """Offers games to be played at once, and asks on a second page for everything that one needs.

    It is made once and shown again and again (see ``SettingsDialog``).

    Args:
        levels: those that were last played on each board.
        tiles: what features offer beside games.

    Attributes:
        tiles: the games that are played at once.
        more, back: the buttons that lead to the second page, and back to the tiles.
        course: the button that asks for a course file.
        squares, line: the board.
        opening: how the game is opened, where it can be by Swap.
        wins, loses: the rule.
        gomoku: that of five in a row, where ends matter.
        opponent: who plays against you.
        sides: the buttons of the sides, by FIRST, SECOND and IN_TURN.
        names: the fields of your name and of the second player's.
        start: the button that starts the game of the second page.

    Signals:
        started(Settings, str): a game was chosen; its settings, and who plays (see
            ``OpponentField.opponent``).
        filed(): a course file is to be asked for.
    """

    started = Signal(object, str)
    filed = Signal()

    def __init__(
        self,
        theme: ThemeManager,
        levels: LastLevels,
        tiles: Iterable[Tile],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New game"))
        self._settings = Settings()
        self._theme = theme
        self._page = StartPage(theme, levels, tiles)
        self.tiles = self._page.tiles
        self.fields = Form(self, [OPTIONS[name] for name in _FIELDS])
        self.squares, self.line = self.fields["size"], self.fields["line"]
        self.opening, self.gomoku = self.fields["opening"], self.fields["gomoku"]
        self.wins = QRadioButton(tr("A line &wins"))
        self.loses = QRadioButton(tr("A line &loses (reverse)"))
        self.opponent = OpponentField()
        self.sides = {
            FIRST: QRadioButton(tr("&X, first")),
            SECOND: QRadioButton(tr("&O, second")),
            IN_TURN: QRadioButton(tr("&In turn")),
        }
        self.names = [self.fields["name"], self.fields["friend"]]
        self.start = QPushButton(tr("&Start"))
        self.more, self.back = QPushButton(tr("&More choices…")), QPushButton(tr("&Back"))
        self.course = QPushButton(tr("Course &file…"))
        explain(self.course, tr("Check a course file, and play against it"))
        self.preview = BoardPreview(theme, self._settings.rules, _LEAST_PICTURE)
        self._title, self._rule, self._help = QLabel(tr("New game")), QLabel(), QLabel()
        self._form, self._pages = QFormLayout(), QStackedWidget()
        self._areas = [PageArea(self._page), PageArea(self._second_page())]
        self._build()
        self._connect()

    def ask(self, settings: Settings, file: str, moving: bool = False) -> None:
        """Open the card.

        Args:
            settings: what was chosen the last time.
            file: what the machine from a file is called that plays now; else empty.
            moving: whether pictures may move.
        """
        if self.isVisible():
            return
        self._title.setFont(self._theme.font(DISPLAY, QFont.Weight.DemiBold))
        for label, lines in ((self._rule, 3), (self._help, 2)):
            label.setMinimumHeight(lines * label.fontMetrics().lineSpacing())
        self._show(settings, file)
        self._changed()
        self._page.show_settings(settings, moving)
        self._turn_to(0)
        open_fitting(self)
        self._page.tile_of(settings, asks=bool(file)).setFocus()

    @handler
    def showEvent(self, event: QShowEvent) -> None:
        """Lay the tiles out: only what is shown knows how large its text is by now."""
        super().showEvent(event)
        screen = (self.parentWidget() or self).screen().availableSize()
        for page in (1, 0):
            self._pages.setCurrentIndex(page)
            self._areas[page].limit(screen.width() - _BESIDE_PAGES * SPACE)
        forget_sizes(self)
        self._page.arrange(screen.width() - _BESIDE_TILES * SPACE)
        forget_sizes(self)

    # --- what it is made of -----------------------------------------------------------

    def _build(self) -> None:
        for area in self._areas:
            self._pages.addWidget(area)
        self._page.focused.connect(self._areas[0].ensureWidgetVisible)
        cancel = QPushButton(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        for button in (cancel, self.more, self.back, self.course):
            button.setAutoDefault(False)
        fill(self.start)
        self.start.setDefault(True)
        foot = QHBoxLayout()
        foot.addWidget(self.more)
        foot.addWidget(self.course)
        foot.addWidget(self.back)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.start)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 3, SPACE * 2, SPACE * 3, SPACE * 2)
        layout.setSpacing(int(SPACE * 1.5))
        layout.addWidget(self._title)
        layout.addWidget(self._pages, 1)
        layout.addLayout(foot)

    def _second_page(self) -> QWidget:
        """Return the page that asks for everything."""
        form = self._form
        form.setSpacing(int(SPACE * 1.5))
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("S&quares a side:"), self.squares)
        form.addRow(tr("In a &row:"), self.line)
        rule, sides = _row(self.wins, self.loses), _row(*self.sides.values())
        form.addRow(tr("Rule:"), rule)
        form.addRow(tr("Fi&ve in a row:"), self.gomoku)
        form.addRow(tr("Openin&g:"), self.opening)
        form.addRow(tr("O&pponent:"), self.opponent)
        form.addRow("", self._help)
        form.addRow(tr("You play:"), sides)
        for field in self.names:
            form.addRow(" ", field)  # ``_name_players`` says whose name it is
        for field in (
            self.squares,
            self.line,
            rule,
            self.gomoku,
            self.opening,
            self.opponent,
            sides,
            *self.names,
        ):
            # As high as what is beside it.
            form.labelForField(field).setContentsMargins(0, SPACE, 0, SPACE)
        picture = QVBoxLayout()
        picture.setSpacing(SPACE)
        picture.addWidget(self.preview, 1)
        for label in (self._rule, self._help):
            label.setWordWrap(True)
            mute(label)
        self._rule.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self._help.setAlignment(Qt.AlignmentFlag.AlignTop)
        picture.addWidget(self._rule)
        picture.addStretch(1)
        page = QWidget()
        middle = QHBoxLayout(page)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(SPACE * 3)
        middle.addLayout(form, 3)
        middle.addLayout(picture, 2)
        return page

    def _connect(self) -> None:
        self._page.chosen.connect(self._take)
        self.more.clicked.connect(self._go_deeper)
        self.course.clicked.connect(self._ask_for_file)
        self.back.clicked.connect(self._go_back)
        self.squares.valueChanged.connect(self._offer_line)
        self.line.valueChanged.connect(self._changed)
        self.wins.toggled.connect(self._changed)
        for field in (self.gomoku, self.opening):
            field.currentIndexChanged.connect(self._changed)
        self.opponent.changed.connect(self._changed)
        for button in self.sides.values():
            button.toggled.connect(self._changed)
        self.start.clicked.connect(self.accept)

    # --- one page or the other --------------------------------------------------------

    def _turn_to(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        for button in (self.more, self.course):
            button.setVisible(not page)
        for button in (self.back, self.start):
            button.setVisible(bool(page))

    @Slot()
    def _go_deeper(self) -> None:
        self._turn_to(1)
        self.start.setFocus()

    @Slot()
    def _ask_for_file(self) -> None:
        super().reject()
        self.filed.emit()

    @Slot()
    def _go_back(self) -> None:
        self._turn_to(0)
        self.more.setFocus()

    @Slot(object)
    def _take(self, tile: StartTile) -> None:
        """Play what a tile offers."""
        if tile.offer.against is Against.ASKED:
            self._turn_to(1)
            self.squares.setFocus()
            self.squares.selectAll()
            return
        if tile.offer.tile is not None:
            super().accept()
            tile.offer.tile.begin()
            return
        friend = tile.offer.against is Against.FRIEND
        spec = None if friend else PlayerSpec(LADDER).with_values(LADDER.levels[tile.level])
        super().accept()
        settings = against(self._settings, tile.rules, opponents_letter(self._settings), spec)
        self.started.emit(settings, PERSON if friend else LADDER.word)

    # --- what is chosen on the second page --------------------------------------------

    def _show(self, settings: Settings, file: str) -> None:
        self._settings = settings
        rules, letter = settings.rules, opponents_letter(settings)
        self.squares.setValue(rules.size)
        self.line.setMaximum(rules.size)
        self.line.setValue(rules.line)
        (self.loses if settings.reverse else self.wins).setChecked(True)
        machine = settings.player(MARKS[letter])
        who = PERSON if settings.machine == "neither" else FILE if file else machine.kind.word
        self.opponent.offer(machine, file, who)
        yours = SECOND if letter == FIRST else FIRST
        self.sides[IN_TURN if settings.alternate else yours].setChecked(True)
        self.fields.show({"opening": settings.opening, "gomoku": settings.gomoku})
        for field, name in zip(self.names, (settings.name, settings.friend), strict=True):
            field.setText(name)

    @property
    def rules(self) -> Rules:
        """What the game of the second page will be played by."""
        size, line, reverse = self.squares.value(), self.line.value(), self.loses.isChecked()
        return Rules.chosen(size, line, reverse, self.fields.value("gomoku"))

    @property
    def _letter(self) -> str:
        """The mark of the opponent, in the first game."""
        return FIRST if self.sides[SECOND].isChecked() else SECOND

    def chosen(self) -> Settings:
        """Return the settings for the game of the second page."""
        values = {
            "alternate": self.sides[IN_TURN].isChecked(),
            "opening": self.fields.value("opening"),
            "name": self.names[0].text(),
            "friend": self.names[1].text(),
        }
        spec = None if self.opponent.opponent == PERSON else self.opponent.spec
        settings = with_values(self._settings, values)
        return against(settings, self.rules, self._letter, spec)

    @Slot()
    def accept(self) -> None:
        """Start the game of the second page."""
        super().accept()
        self.started.emit(self.chosen(), self.opponent.opponent)

    @Slot(int)
    def _offer_line(self, size: int) -> None:
        """Offer a line length that suits the board."""
        self.line.setMaximum(size)
        self.line.setValue(sensible_line(size))
        self._changed()

    @Slot()
    def _changed(self) -> None:
        rules = self.rules
        self.preview.show_rules(rules)
        in_turn = self.sides[IN_TURN].isChecked()
        self.opponent.allow(rules, opponents_marks(in_turn, self._letter))
        self._help.setText(self.opponent.help)
        self._form.setRowVisible(self._help, bool(self.opponent.help))
        self._form.setRowVisible(self.gomoku, rules.is_gomoku)
        self._form.setRowVisible(self.opening, can_be_opened(rules))
        self._name_players()
        if rules.reverse:
            text = tr("Whoever completes {count} in a row loses.", count=rules.line)
        elif rules.rule == Rule.EXACT:
            text = tr("Exactly {count} in a row wins; more do nothing.", count=rules.line)
        elif rules.rule == Rule.CARO:
            text = tr(
                "Whoever has {count} in a row first wins, unless the other side's marks stand at "
                "both ends.", count=rules.line,
            )  # fmt: skip
        elif rules.rule == Rule.RENJU:
            text = tr(
                "Whoever has {count} in a row first wins. X loses by six or more, two fours or two "
                "open threes at once.", count=rules.line,
            )  # fmt: skip
        else:
            text = tr("Whoever completes {count} in a row first wins.", count=rules.line)
        how = _HOW_OPENED.get(self.fields.value("opening"), "") if can_be_opened(rules) else ""
        text = " ".join(filter(None, (text, tr(how) if how else "")))
        self._rule.setText(text)
        self.preview.setAccessibleName(text)

    def _name_players(self) -> None:
        """Say whose names are asked for: yours, or those of both marks."""
        people = self.opponent.opponent == PERSON
        letters = (SECOND if self._letter == FIRST else FIRST), self._letter
        for field, mark in zip(self.names, letters, strict=True):
            label = self._form.labelForField(field)
            assert isinstance(label, QLabel)
            name = tr("Player {mark}", mark=mark) if people else tr("Your name")
            label.setText(tr("{label}:", label=name))
            field.setAccessibleName(name)
            field.setPlaceholderText(name if people else tr("You"))
        self._form.setRowVisible(self.names[1], people)


def _row(*fields: QWidget) -> QWidget:
    """Return widgets in a row."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE * 2)
    for field in fields:
        layout.addWidget(field)
    layout.addStretch(1)
    return row
