"""The card that starts a game: which board and rule, against whom, on which side."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERO, PLAYERX, Rules
from ttt_desktop.look.scroll_page import open_fitting
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.theme import DISPLAY, SPACE, ThemeManager
from ttt_desktop.play.opponent import FILE, PERSON, OpponentField
from ttt_desktop.play.presets import PRESETS, sensible_line
from ttt_desktop.play.preview import BoardPreview
from ttt_desktop.settings.declarations import Settings, option_of, with_values
from ttt_desktop.text import tr

FIRST, SECOND, IN_TURN = "X", "O", "in turn"
"""Which mark you play; in turn, both."""

_COLUMNS = 2


class NewGameCard(QDialog):
    """Asks for everything that a game needs, and shows the board that it will have.

    It is made once and shown again and again (see ``SettingsDialog``).

    Args:
        theme: colours and fonts.
        parent: the main window.

    Attributes:
        presets: the buttons of the boards, the last one for a board of one's own.
        squares, line: the board of one's own.
        wins, loses: the rule.
        opponent: who plays against you.
        sides: the buttons of the sides, by FIRST, SECOND and IN_TURN.
        names: the fields of your name and of the second player's.
        start: the button that starts the game.

    Signals:
        started(Settings, str): start was pressed; the settings, and who plays (see
            ``OpponentField.opponent``).
    """

    started = Signal(object, str)

    def __init__(self, theme: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New game"))
        self._settings = Settings()
        self._theme = theme
        self.presets = [QPushButton(tr(each.label)) for each in PRESETS]
        self.presets.append(QPushButton(tr("Own board")))
        self.squares, self.line = self._number("size"), self._number("line")
        self._own = QWidget()
        self.wins = QRadioButton(tr("A line &wins"))
        self.loses = QRadioButton(tr("A line &loses (reverse)"))
        self.opponent = OpponentField()
        self.sides = {
            FIRST: QRadioButton(tr("&X, first")),
            SECOND: QRadioButton(tr("&O, second")),
            IN_TURN: QRadioButton(tr("&In turn")),
        }
        self.names = [self._name(name) for name in ("name", "friend")]
        self.start = QPushButton(tr("&Start"))
        self.preview = BoardPreview(theme, self._settings.rules)
        self._title, self._rule = QLabel(tr("New game")), QLabel()
        self._build()
        self._connect()

    def ask(self, settings: Settings, file: str) -> None:
        """Open the card.

        Args:
            settings: what was chosen the last time.
            file: what the machine from a file is called that plays now; else empty.
        """
        if self.isVisible():
            return
        self._title.setFont(self._theme.font(DISPLAY, QFont.Weight.DemiBold))
        self._rule.setMinimumHeight(3 * self._rule.fontMetrics().lineSpacing())
        self._show(settings, file)
        self._changed()
        self.start.setFocus()
        open_fitting(self)

    # --- what it is made of -----------------------------------------------------------

    @staticmethod
    def _number(name: str) -> QSpinBox:
        box = QSpinBox()
        box.setRange(int(option_of(name).low), int(option_of(name).high))
        box.setAccessibleName(tr(option_of(name).label))
        explain(box, tr(option_of(name).help))
        return box

    @staticmethod
    def _name(name: str) -> QLineEdit:
        field = QLineEdit()
        field.setMaxLength(option_of(name).letters)
        field.setAccessibleName(tr(option_of(name).label))
        field.setPlaceholderText(tr("You") if name == "name" else tr("Second player"))
        return field

    def _build(self) -> None:
        form = QFormLayout()
        form.setSpacing(int(SPACE * 1.5))
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Board:"), self._boards())
        form.addRow("", self._own)
        form.addRow(tr("Rule:"), _row(self.wins, self.loses))
        form.addRow(tr("O&pponent:"), self.opponent)
        form.addRow(tr("You play:"), _row(*self.sides.values()))
        form.addRow(tr("&Names:"), _row(*self.names))
        picture = QVBoxLayout()
        picture.setSpacing(SPACE)
        picture.addWidget(self.preview, 1)
        self._rule.setWordWrap(True)
        self._rule.setObjectName("muted")
        self._rule.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        picture.addWidget(self._rule)
        middle = QHBoxLayout()
        middle.setSpacing(SPACE * 3)
        middle.addLayout(form, 3)
        middle.addLayout(picture, 2)
        cancel = QPushButton(tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.start.setObjectName("accent")
        self.start.setDefault(True)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.start)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 3, SPACE * 2, SPACE * 3, SPACE * 2)
        layout.setSpacing(SPACE * 2)
        layout.addWidget(self._title)
        layout.addLayout(middle, 1)
        layout.addLayout(foot)

    def _boards(self) -> QWidget:
        group = QButtonGroup(self)
        boards = QWidget()
        grid = QGridLayout(boards)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(SPACE // 2)
        for place, button in enumerate(self.presets):
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setObjectName("choice")
            group.addButton(button, place)
            grid.addWidget(button, *divmod(place, _COLUMNS))
        group.idClicked.connect(self._choose_preset)
        row = QHBoxLayout(self._own)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        for label, box in ((tr("Squares a side:"), self.squares), (tr("In a row:"), self.line)):
            text = QLabel(label)
            text.setBuddy(box)
            row.addWidget(text)
            row.addWidget(box, 1)
        return boards

    def _connect(self) -> None:
        self.squares.valueChanged.connect(self._offer_line)
        self.line.valueChanged.connect(self._changed)
        self.wins.toggled.connect(self._changed)
        self.opponent.changed.connect(self._changed)
        for button in self.sides.values():
            button.toggled.connect(self._changed)
        self.start.clicked.connect(self.accept)

    # --- what is chosen ---------------------------------------------------------------

    def _show(self, settings: Settings, file: str) -> None:
        self._settings = settings
        rules = settings.rules
        self.squares.setValue(rules.size)
        self.line.setMaximum(rules.size)
        self.line.setValue(rules.line)
        boards = [(each.size, each.line) for each in PRESETS]
        own = (rules.size, rules.line) not in boards
        self.presets[-1 if own else boards.index((rules.size, rules.line))].setChecked(True)
        self._own.setEnabled(own)
        (self.loses if settings.reverse else self.wins).setChecked(True)
        machine = settings.player(PLAYERX if settings.machine == "X" else PLAYERO)
        if settings.machine == "neither":
            self.opponent.offer(machine, file, PERSON)
            yours = SECOND if settings.friend_plays == "X" else FIRST
        else:
            self.opponent.offer(machine, file, FILE if file else machine.kind.word)
            yours = SECOND if settings.machine == "X" else FIRST
        self.sides[IN_TURN if settings.alternate else yours].setChecked(True)
        for field, name in zip(self.names, (settings.name, settings.friend), strict=True):
            field.setText(name)

    @property
    def rules(self) -> Rules:
        """What the game will be played by."""
        return Rules(self.squares.value(), self.line.value(), self.loses.isChecked())

    def _opponents_marks(self) -> list[int]:
        """Return the sides that the opponent may come to play."""
        if self.sides[IN_TURN].isChecked():
            return [PLAYERX, PLAYERO]
        return [PLAYERX if self.sides[SECOND].isChecked() else PLAYERO]

    def chosen(self) -> Settings:
        """Return the settings for the game as it is chosen."""
        rules = self.rules
        side = next(side for side, button in self.sides.items() if button.isChecked())
        other = FIRST if side == SECOND else SECOND
        values: dict[str, object] = {
            "size": rules.size,
            "line": 0 if rules.line == rules.size else rules.line,
            "reverse": rules.reverse,
            "alternate": side == IN_TURN,
            "name": self.names[0].text(),
            "friend": self.names[1].text(),
        }
        if self.opponent.opponent == PERSON:
            return with_values(
                self._settings, values | {"machine": "neither", "friend_plays": other}
            )
        settings = with_values(self._settings, values | {"machine": other})
        machine = PLAYERX if other == FIRST else PLAYERO
        return settings.with_player(machine, self.opponent.spec)

    @Slot()
    def accept(self) -> None:
        """Start the game."""
        super().accept()
        self.started.emit(self.chosen(), self.opponent.opponent)

    @Slot(int)
    def _choose_preset(self, place: int) -> None:
        own = place == len(PRESETS)
        self._own.setEnabled(own)
        if own:
            self.squares.setFocus()
            return
        preset = PRESETS[place]
        self.squares.setValue(preset.size)
        self.line.setValue(preset.line)

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
        self.opponent.allow(rules, self._opponents_marks())
        self.names[1].setVisible(self.opponent.opponent == PERSON)
        if rules.reverse:
            text = tr("Whoever completes {count} in a row loses.", count=rules.line)
        else:
            text = tr("Whoever completes {count} in a row first wins.", count=rules.line)
        self._rule.setText(text)
        self.preview.setAccessibleName(text)


def _row(*fields: QWidget) -> QWidget:
    """Return widgets in a row."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE * 2)
    for field in fields:
        layout.addWidget(field, 1 if isinstance(field, QLineEdit) else 0)
    if not any(isinstance(field, QLineEdit) for field in fields):
        layout.addStretch(1)
    return row
