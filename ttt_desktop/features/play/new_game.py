"""The page that starts a game of any kind: board, rule, opening, opponent, sides and names."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QRadioButton, QWidget

from engine import Rules
from engine.rules import Rule
from engine.swap import Opening, can_be_opened
from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.features.play.home import opponents_marks
from ttt_desktop.fields.form import Form
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import CONTROL, S3, S4
from ttt_desktop.look.pages import ScrollPage, Two
from ttt_desktop.look.parts import FILLED, OUTLINED, Button, Card, Words
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.seats import MARKS, against, opponents_letter
from ttt_desktop.settings.declarations import OPTIONS, Settings, with_values
from ttt_desktop.settings.opponent_field import FILE, PERSON, OpponentField

FIRST, SECOND, IN_TURN = "X", "O", "in turn"
"""Which mark you play; in turn, both."""

_LEAST_PICTURE = 120
"""The least side of the picture, in pixels."""

_BESIDE_FROM = 760
"""From which width on the picture stands beside the questions, in pixels at the usual text size."""

_LEAST_LETTERS = 8
"""How many letters of a list's entry are seen at least."""

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


class NewGamePage(ScrollPage):
    """Asks for everything that a game needs.

    Attributes:
        squares, line: the board.
        opening: how the game is opened, where it can be by Swap.
        wins, loses: the rule.
        gomoku: that of five in a row, where ends matter.
        opponent: who plays against you.
        sides: the buttons of the sides, by FIRST, SECOND and IN_TURN.
        names: the fields of your name and of the second player's.
        start: the button that starts the game.
        course: the button that asks for a course file.

    Signals:
        started(Settings, str): a game was chosen; its settings, and who plays (see
            ``OpponentField.opponent``).
        filed(): a course file is to be asked for.
    """

    started = Signal(object, str)
    filed = Signal()

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__(theme)
        self._settings = Settings()
        self._theme = theme
        self.fields = Form(self, [OPTIONS[name] for name in _FIELDS])
        self.squares, self.line = self.fields["size"], self.fields["line"]
        self.opening, self.gomoku = self.fields["opening"], self.fields["gomoku"]
        self.wins = QRadioButton(tr("A line &wins"))
        self.loses = QRadioButton(tr("A line &loses (reverse)"))
        self.opponent = OpponentField()
        self.sides = {
            FIRST: QRadioButton(tr("&X, first")),
            SECOND: QRadioButton(tr("&O, second")),
            IN_TURN: QRadioButton(tr("&Alternate")),
        }
        self.names = [self.fields["name"], self.fields["friend"]]
        self.start = Button(theme, tr("Start the game"), "play", FILLED)
        self.course = Button(theme, tr("Course file…"), "folder-open", OUTLINED)
        explain(self.course, tr("Check a course file, and play against it"))
        self.preview = BoardPreview(theme, self._settings.rules, _LEAST_PICTURE)
        self._rule = Words(theme, "", colour="muted", wrap=True)
        self._help = Words(theme, "", colour="muted", wrap=True)
        self._form = QFormLayout()
        self._build()
        self._connect()

    def ask(self, settings: Settings, file: str) -> None:
        """Show what was chosen the last time.

        Args:
            settings: that.
            file: what the machine from a file is called that plays now; else empty.
        """
        self._show(settings, file)
        self._changed()
        self.squares.setFocus()
        self.squares.selectAll()

    # --- what it is made of -----------------------------------------------------------

    def _build(self) -> None:
        asked, shown = Card(self._theme, gap=S3), Card(self._theme, gap=S3)
        asked.box.addWidget(self._questions())
        buttons = QWidget()
        row = FlowRow(S3)
        buttons.setLayout(row)
        row.addWidget(self.start)
        row.addWidget(self.course)
        asked.box.addWidget(buttons)
        asked.box.addStretch(1)
        shown.box.addWidget(self.preview, 1)
        self._rule.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        shown.box.addWidget(self._rule)
        self.box.addWidget(Two(self._theme, [asked], [shown], _BESIDE_FROM))
        self.box.addStretch(1)

    def _questions(self) -> QWidget:
        part, form = QWidget(), self._form
        part.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(S3)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Board si&ze:"), self.squares)
        form.addRow(tr("Marks in a &row:"), self.line)
        rule, sides = _row(self.wins, self.loses), _row(*self.sides.values())
        form.addRow(tr("Rule:"), rule)
        form.addRow(tr("Fi&ve in a row:"), self.gomoku)
        form.addRow(tr("Openin&g:"), self.opening)
        form.addRow(tr("O&pponent:"), self.opponent)
        form.addRow("", self._help)
        form.addRow(tr("You play:"), sides)
        for field in self.names:
            form.addRow(" ", field)  # ``_name_players`` says whose name it is
        fields = (self.squares, self.line, self.gomoku, self.opening, self.opponent)
        for field in (*fields, rule, sides, *self.names):
            form.labelForField(field).setMinimumHeight(CONTROL)  # as high as what is beside it
        combos = (self.gomoku, self.opening, self.opponent.who, self.opponent.level)
        for combo in filter(lambda field: isinstance(field, QComboBox), combos):
            _let_shrink(combo)
        return part

    def _connect(self) -> None:
        self.course.clicked.connect(self.filed)
        self.squares.valueChanged.connect(self._offer_line)
        self.line.valueChanged.connect(self._changed)
        self.wins.toggled.connect(self._changed)
        for field in (self.gomoku, self.opening):
            field.currentIndexChanged.connect(self._changed)
        self.opponent.changed.connect(self._changed)
        for button in self.sides.values():
            button.toggled.connect(self._changed)
        self.start.clicked.connect(self._start)

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start the game with Enter, from any field."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.start.click()
        else:
            super().keyPressEvent(event)

    # --- what is chosen ---------------------------------------------------------------

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
        """What the game will be played by."""
        size, line, reverse = self.squares.value(), self.line.value(), self.loses.isChecked()
        return Rules.chosen(size, line, reverse, self.fields.value("gomoku"))

    @property
    def _letter(self) -> str:
        """The mark of the opponent, in the first game."""
        return FIRST if self.sides[SECOND].isChecked() else SECOND

    def chosen(self) -> Settings:
        """Return the settings for the game."""
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
    def _start(self) -> None:
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
    """Return widgets in a row, which goes on below where it must."""
    part = QWidget()
    row = FlowRow(S4)
    part.setLayout(row)
    for field in fields:
        row.addWidget(field)
    return part


def _let_shrink(combo: QComboBox) -> None:
    """Have a list be no wider than its place, whatever its entries say."""
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(_LEAST_LETTERS)
