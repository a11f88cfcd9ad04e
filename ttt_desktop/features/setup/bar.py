"""The bar above a position that is set up: whose turn, which board, whom against; what is wrong."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QT_TRANSLATE_NOOP, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from engine import MAX_SIZE, PLAYERX, STRMAP, Rules
from engine.rules import Rule
from engine.specs import Field
from ttt_desktop.features.setup.editor import LEAST, PositionEditor
from ttt_desktop.fields.form import Form
from ttt_desktop.look.controls import fill
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import BoardBar, narrow
from ttt_desktop.session.seats import MARKS, against, opponents_letter
from ttt_desktop.settings.declarations import GOMOKU, OPTIONS, Settings
from ttt_desktop.settings.opponent_field import FILE, PERSON, OpponentField

_MARKS: Mapping[str, str] = {"X": "X", "O": "O"}

FIELDS = (
    Field("to_move", str(QT_TRANSLATE_NOOP("", "To move")),
          str(QT_TRANSLATE_NOOP("", "The side that makes the first move from here.")), "X",
          choices=_MARKS),
    Field("size", str(QT_TRANSLATE_NOOP("", "Squares a side")),
          str(QT_TRANSLATE_NOOP("", "The board's side. Marks beyond it are lost.")), LEAST,
          low=LEAST, high=MAX_SIZE),
    Field("line", str(QT_TRANSLATE_NOOP("", "In a row")),
          str(QT_TRANSLATE_NOOP("", "How many marks in a row make a line.")), LEAST,
          low=LEAST, high=MAX_SIZE),
    Field("reverse", str(QT_TRANSLATE_NOOP("", "A line loses")),
          str(QT_TRANSLATE_NOOP("", "The reverse game: whoever completes a line loses.")), False),
    Field("gomoku", OPTIONS["gomoku"].label, OPTIONS["gomoku"].help, Rule.NORMAL.word,
          choices=GOMOKU),
    Field("you", str(QT_TRANSLATE_NOOP("", "You play")),
          str(QT_TRANSLATE_NOOP("", "Your mark, once the position is played from.")), "X",
          choices=_MARKS),
)  # fmt: skip
"""What is asked for beside the marks."""


_LETTERS, _RULE_LETTERS = 3, 12
"""The least width of the lists of opponents and levels, and of rules, in letters."""


class SetupBar(BoardBar):
    """Asks for all of a position but its marks, and starts a game from it.

    Attributes:
        fields: what is asked for, by ``FIELDS``.
        opponent: who plays against you.
        play, empty, back: its buttons.

    Signals:
        started(Settings, str, Position): a game is to begin, with who plays in it (see
            ``OpponentField.opponent``).
    """

    started = Signal(object, str, object)

    def __init__(self, editor: PositionEditor) -> None:
        super().__init__()
        self._editor = editor
        self._settings = Settings()
        self._advice = self.sentence()  # (the headline says that a position is set up)
        self._announcer = Announcer(self)
        self.fields = Form(self, FIELDS)
        self.fields.chosen.connect(self._choose)
        self.opponent = OpponentField()
        self.opponent.changed.connect(self._allow)
        self.play = QPushButton(tr("Play from here"))
        fill(self.play)
        self.play.clicked.connect(self._start)
        self.empty = QPushButton(tr("Clear the board"))
        self.empty.clicked.connect(editor.clear)
        self.back = QPushButton(tr("Back to the game"))
        self.back.clicked.connect(editor.leave)
        self._build()
        editor.changed.connect(self.refresh)

    def _build(self) -> None:
        asked = FlowRow(SPACE)
        for name in ("size", "line", "to_move"):
            asked.addWidget(self._labelled(tr(self.fields.declared[name].label), self.fields[name]))
        self.fields["reverse"].setText(tr(self.fields.declared["reverse"].label))
        asked.addWidget(self.fields["reverse"])
        narrow(self.fields["gomoku"], _RULE_LETTERS)
        self._gomoku = self._labelled(
            tr(self.fields.declared["gomoku"].label), self.fields["gomoku"]
        )
        asked.addWidget(self._gomoku)
        for box in (self.opponent.who, self.opponent.level):
            narrow(box, _LETTERS)  # both get all the room that there is
        asked.addWidget(self._labelled(tr(self.fields.declared["you"].label), self.fields["you"]))
        self.column.addWidget(self._advice)
        self.column.addLayout(asked)
        self.column.addWidget(self._labelled(tr("Opponent"), self.opponent))
        self.column.addLayout(self.row((self.play, self.empty, self.back)))

    @staticmethod
    def _labelled(text: str, field: QWidget) -> QWidget:
        """Return a field with its label before it, which stay together."""
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE // 2)
        label = QLabel(tr("{label}:", label=text))
        label.setBuddy(field)
        row.addWidget(label)
        row.addWidget(field)
        return both

    @property
    def text(self) -> str:
        """What the bar says of the position."""
        return self._advice.text()

    def begin(self, settings: Settings, file: str) -> None:
        """Set up a position, beginning with the one on the board.

        Args:
            settings: the user's: who played last.
            file: what the machine from a file is called that plays now; else empty.
        """
        mark = opponents_letter(settings)
        machine = settings.player(MARKS[mark])
        who = PERSON if settings.machine == "neither" else FILE if file else machine.kind.word
        self._settings = settings
        self.opponent.offer(machine, file, who)
        self.fields.show({"you": "O" if mark == "X" else "X"})
        self._editor.begin()

    @Slot()
    def refresh(self) -> None:
        """Show the position's rules, and whether it can be played from."""
        editor = self._editor
        self.setVisible(editor.active)
        if not editor.active:
            return
        rules = editor.rules
        self.fields["line"].setMaximum(rules.size)
        self.fields.show({
            "to_move": STRMAP[editor.player], "size": rules.size, "line": rules.line,
            "reverse": rules.reverse,
            "gomoku": rules.rule.of_five.word,
        })  # fmt: skip
        self._gomoku.setVisible(rules.is_gomoku)
        self._allow()
        problem = editor.problem
        self.play.setEnabled(not problem)
        usual = tr("A click on a square puts X there, then O, then nothing. So does Enter. A right "
                   "click puts O.")  # fmt: skip
        text = problem or usual
        self._advice.setText(text)
        self._advice.setAccessibleName(text)
        spoken = " ".join(filter(None, (editor.change, problem)))
        self._announcer.say(spoken or text)

    @Slot()
    def _allow(self) -> None:
        """Offer only who can play by these rules."""
        self.opponent.allow(self._editor.rules, (MARKS[self._opponents_mark],))

    @property
    def _opponents_mark(self) -> str:
        return "O" if self.fields.value("you") == "X" else "X"

    @Slot(str, object)
    def _choose(self, name: str, value: object) -> None:
        editor = self._editor
        if name == "to_move":
            editor.choose_player(MARKS.get(str(value), PLAYERX))
        elif name == "you":
            self._allow()
        else:
            size = int(self.fields.value("size"))
            line = min(int(self.fields.value("line")), size)
            reverse, of_five = bool(self.fields.value("reverse")), self.fields.value("gomoku")
            editor.choose_rules(Rules.chosen(size, line, reverse, of_five))

    @Slot()
    def _start(self) -> None:
        """Play from the position."""
        who = self.opponent.opponent
        spec = None if who == PERSON else self.opponent.spec
        settings = against(self._settings, self._editor.rules, self._opponents_mark, spec)
        self.started.emit(settings, who, self._editor.start)
