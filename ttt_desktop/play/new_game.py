"""The card that starts a game: which board and rule, against whom, on which side."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFont, QStandardItemModel
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERO, PLAYERX, Rules
from engine.specs import PlayerSpec
from ttt_desktop.fields.form import Form
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr
from ttt_desktop.look.theme import DISPLAY, SPACE, ThemeManager
from ttt_desktop.look.windows import open_fitting
from ttt_desktop.play.preview import BoardPreview
from ttt_desktop.settings.declarations import CUSTOM, OPTIONS, Settings, choosable, with_values

FIRST, SECOND, IN_TURN = "X", "O", "in turn"
"""Which mark you play; in turn, both."""

PERSON, FILE = "person", "file…"
"""Opponents that are no declared kind: somebody at the same computer, and a course file."""

_COLUMNS = 2
_FIELDS = ("size", "line", "name", "friend")
_WHOLE_SIDE_UP_TO, _FOUR_UP_TO = 4, 6


class Preset(NamedTuple):
    """A board that is offered by name."""

    label: str
    size: int
    line: int


PRESETS = (
    Preset(QT_TRANSLATE_NOOP("", "Classic 3×3"), 3, 3),
    Preset(QT_TRANSLATE_NOOP("", "4×4"), 4, 4),
    Preset(QT_TRANSLATE_NOOP("", "Five in a row, 15×15"), 15, 5),
)


def sensible_line(size: int) -> int:
    """Return a line length for a board with so many squares a side that can be won and defended.

    The whole side on the smallest boards, four in a row on middle ones, then five, as in Gomoku.
    """
    if size <= _WHOLE_SIDE_UP_TO:
        return size
    return 4 if size <= _FOUR_UP_TO else 5


class OpponentField(QWidget):
    """Two lists: who plays, and how strong.

    Signals:
        changed(): another opponent was chosen.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._spec = PlayerSpec(choosable()[0])
        self._rules: Rules = Rules.of()
        self._marks: Collection[int] = (PLAYERO,)
        self.who, self.level = QComboBox(), QComboBox()
        self.who.setAccessibleName(tr("Opponent"))
        self.level.setAccessibleName(tr("Difficulty"))
        self.who.addItem(tr("A person here"), PERSON)
        for kind in choosable():
            self.who.addItem(tr(kind.title), kind.word)
            self.who.setItemData(self.who.count() - 1, tr(kind.help), Qt.ItemDataRole.ToolTipRole)
        self.who.addItem("", FILE)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(self.who, 2)
        row.addWidget(self.level, 1)
        self.setFocusProxy(self.who)
        self.who.currentIndexChanged.connect(self._chosen)

    def offer(self, spec: PlayerSpec, file: str, opponent: str) -> None:
        """Show what can be chosen, and who is.

        Args:
            spec: the machine of the settings.
            file: what the machine from a file is called that plays now; empty where there is none.
            opponent: PERSON, FILE or the word of a kind.
        """
        self._spec = spec
        self.who.setItemText(self.who.findData(FILE), file or tr("A course file…"))
        with QSignalBlocker(self.who):
            self.who.setCurrentIndex(max(0, self.who.findData(opponent)))
        self._offer_levels()

    @property
    def opponent(self) -> str:
        """Who was chosen: PERSON, FILE or the word of a kind."""
        return str(self.who.currentData())

    @property
    def spec(self) -> PlayerSpec:
        """The machine that was chosen; the one of the settings where none was."""
        if self.opponent in (PERSON, FILE):
            return self._spec
        spec = self._of_kind(self.opponent)
        values = spec.kind.levels.get(self.level.currentData(), {})
        return spec.with_values(values)

    def allow(self, rules: Rules, marks: Collection[int]) -> None:
        """Offer only who can play a game by these rules, and call levels what they are there.

        Args:
            rules: the game's rules.
            marks: the sides that the opponent may come to play.
        """
        self._rules, self._marks = rules, marks
        model = self.who.model()
        assert isinstance(model, QStandardItemModel)
        for place, kind in enumerate(choosable(), start=1):
            why = kind.needs(rules)
            item = model.item(place)
            item.setEnabled(not why)
            item.setToolTip(tr(why) if why else tr(kind.help))
        if not model.item(self.who.currentIndex()).isEnabled():
            able = [kind.word for kind in choosable() if kind.levels and not kind.needs(rules)]
            self.who.setCurrentIndex(self.who.findData(able[0] if able else PERSON))
        for place in range(self.level.count()):
            if level := self.level.itemData(place):
                self.level.setItemText(place, self._title(level))

    def _title(self, level: str) -> str:
        """Return what a level is called; its own name where the sides differ."""
        kind = self._of_kind(self.opponent).kind
        titles = {kind.level_title(level, self._rules, mark) for mark in self._marks}
        title = titles.pop() if len(titles) == 1 else level
        return tr(title)

    def _of_kind(self, word: str) -> PlayerSpec:
        """Return the settings' machine where it is of this kind, else the kind's usual one."""
        return self._spec if self._spec.kind.word == word else PlayerSpec.parse(word)

    @Slot()
    def _chosen(self) -> None:
        self._offer_levels()
        self.changed.emit()

    def _offer_levels(self) -> None:
        self.level.clear()
        if self.opponent not in (PERSON, FILE):
            spec = self._of_kind(self.opponent)
            for level in spec.kind.levels:
                self.level.addItem(self._title(level), level)
            if spec.kind.levels and not spec.level:
                self.level.addItem(tr(CUSTOM), "")
            self.level.setCurrentIndex(max(0, self.level.findData(spec.level)))
        self.level.setVisible(self.level.count() > 0)


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
        self.fields = Form(self, [OPTIONS[name] for name in _FIELDS])
        self.squares, self.line = self.fields["size"], self.fields["line"]
        self._own = QWidget()
        self.wins = QRadioButton(tr("A line &wins"))
        self.loses = QRadioButton(tr("A line &loses (reverse)"))
        self.opponent = OpponentField()
        self.sides = {
            FIRST: QRadioButton(tr("&X, first")),
            SECOND: QRadioButton(tr("&O, second")),
            IN_TURN: QRadioButton(tr("&In turn")),
        }
        self.names = [self.fields["name"], self.fields["friend"]]
        self.names[0].setPlaceholderText(tr("You"))
        self.names[1].setPlaceholderText(tr("Second player"))
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
