"""The start page: a picture tile for each game that one click begins."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERO, PLAYERX, Rules, Square, parse_square
from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.features.play.strength_meter import StrengthMeter
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CARD_CORNER, SPACE, TITLE
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.spoken import Announcer, explain
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, rule_text, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import mute
from ttt_desktop.session.seats import MARKS, opponents_letter
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.levels import LADDER, LastLevels, level_text
from ttt_desktop.shell.tiles import Tile


class Against(Enum):
    """Who plays against you where a tile is chosen."""

    LADDER = "a machine of the level that the tile shows"
    FRIEND = "somebody at the same computer"
    NOBODY = "nobody: it is no game"
    ASKED = "whoever is chosen on the second page"


@dataclass(frozen=True, slots=True)
class Offer:
    """What a tile offers.

    Attributes:
        title: what it is called.
        against: who plays.
        rules: the board; None for that of the settings.
        about: what stands behind the title; empty for the board of the settings.
        more: what stands in the place of the level, where there is none.
        tile: what a feature offers; None for a game.
    """

    title: str
    against: Against
    rules: Rules | None = None
    about: str = ""
    more: str = ""
    tile: Tile | None = None


OFFERS = (
    Offer(QT_TRANSLATE_NOOP("", "3×3"), Against.LADDER, Rules(3, 3),
          QT_TRANSLATE_NOOP("", "three in a row")),
    Offer(QT_TRANSLATE_NOOP("", "4×4"), Against.LADDER, Rules(4, 4),
          QT_TRANSLATE_NOOP("", "four in a row")),
    Offer(QT_TRANSLATE_NOOP("", "5×5"), Against.LADDER, Rules(5, 4),
          QT_TRANSLATE_NOOP("", "four in a row")),
    Offer(QT_TRANSLATE_NOOP("", "Five in a row"), Against.LADDER, Rules(15, 5),
          QT_TRANSLATE_NOOP("", "15×15")),
    Offer(QT_TRANSLATE_NOOP("", "Two players"), Against.FRIEND,
          more=QT_TRANSLATE_NOOP("", "Both at this computer")),
    Offer(QT_TRANSLATE_NOOP("", "Own board"), Against.ASKED,
          about=QT_TRANSLATE_NOOP("", "3×3 to 25×25"),
          more=QT_TRANSLATE_NOOP("", "Rule, sides, other machines")),
)  # fmt: skip
"""The games that the page offers, in its order; before the last, there is what features offer."""

BOARDS = tuple(offer.rules for offer in OFFERS if offer.rules is not None)
"""The boards that have a tile of their own; two players choose one of them on theirs."""

_DOES = {
    Against.LADDER: QT_TRANSLATE_NOOP(
        "", "Enter or a click plays at once; plus and minus change the level."
    ),
    Against.FRIEND: QT_TRANSLATE_NOOP(
        "",
        "Enter or a click plays at once, two people at this computer; plus and minus change "
        "the board.",
    ),
    Against.ASKED: QT_TRANSLATE_NOOP("", "Enter or a click leads to all choices."),
}
"""What choosing a game's tile does."""

_YOURS: dict[tuple[int, ...], str] = {
    (PLAYERX,): QT_TRANSLATE_NOOP("", "{level}; you are O"),
    (PLAYERX, PLAYERO): QT_TRANSLATE_NOOP("", "{level}; sides in turn"),
}
"""What a tile says of its level where you are not X, by the sides that the machine may play."""

_OWN = Rules(7, 4)
"""What the tile of the own board shows where no own board was played."""

_GAMES = {
    (4, 4): "B2 C3 B3 C2 A2 B4 A1 D2 A3",
    (5, 4): "C3 B2 D2 B4 B3 D3 C4 C2 E2 B1",
    (15, 5): "H8 I9 H9 H7 H10 H11 G8 F7 I10 J11 G9 F8 F9 E9 I9",
}
_ANY_GAME = "B2 A1 C1 A3 A2 C2 B1"
"""What has been played in the pictures, by size and line; in the middle of any other board."""

_STILL = 0.6
"""How much of its game a picture shows that does not move."""

_STEP_MS = 900
"""How long the pictures stand still between two moves in one of them."""

_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)

_LEAST_PICTURE = 84
_COLUMNS = 4


def opponents_marks(in_turn: bool, letter: str) -> tuple[int, ...]:
    """Return the sides that who plays against you may come to play."""
    return (PLAYERX, PLAYERO) if in_turn else (MARKS[letter],)


def _pictured(rules: Rules) -> list[Square]:
    """Return the moves of a short game to be seen on a board."""
    game = _GAMES.get((rules.size, rules.line))
    shift = 0 if game else (rules.size - 3) // 2
    squares = (parse_square(name, rules.size) for name in (game or _ANY_GAME).split())
    return [(row + shift, col + shift) for row, col in squares]


class StartTile(QPushButton):
    """A game with its board, and the strength of its machine; a click plays it.

    Args:
        offer: the game.

    Attributes:
        offer: the game.
        meter: sets the level, or the board of two players; None where neither is asked for.

    Signals:
        spoken(str): another level was chosen: a sentence.
    """

    spoken = Signal(str)

    def __init__(self, offer: Offer, theme: ThemeManager) -> None:
        super().__init__()
        self.setAutoDefault(False)
        self.setFlat(True)  # as high as what is on it, not as a button's text
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.offer = offer
        self._theme = theme
        self._rules = offer.rules or _OWN
        self._marks: Collection[int] = (PLAYERO,)
        self._moves: list[Square] = []
        self._ply = 0
        self._done = ""
        self._picture = BoardPreview(theme, self._rules, _LEAST_PICTURE)
        self._title, self._about = QLabel(self._called), QLabel(tr(offer.about))
        self._level = QLabel(tr(offer.more))
        mute(self._about)
        self._boards = list(BOARDS)
        steps = {Against.LADDER: len(LADDER.levels), Against.FRIEND: len(BOARDS)}
        count = steps.get(offer.against, 0)
        self.meter = StrengthMeter(count, theme) if count else None
        self._build()

    def _build(self) -> None:
        heading = QHBoxLayout()
        heading.setSpacing(SPACE)
        heading.addWidget(self._title)
        heading.addStretch(1)
        tile = self.offer.tile
        if tile is None:
            heading.addWidget(self._about)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(int(SPACE * 1.5), SPACE, int(SPACE * 1.5), SPACE)
        column.setSpacing(SPACE // 2)
        column.addWidget(self._picture, 1)
        column.addLayout(heading)
        if tile is not None:  # its board may change: beside the title, it would widen all tiles
            column.addWidget(self._about)
        column.addWidget(self._level)
        explain(self, tile.explanation if tile is not None else tr(_DOES[self.offer.against]))
        if self.meter is not None:
            column.addWidget(self.meter)
            friend = self.offer.against is Against.FRIEND
            self.meter.titles = self._board_title if friend else self._level_title
            self.meter.valueChanged.connect(self._show_board if friend else self._show_level)
        if self.offer.against is not Against.LADDER:
            mute(self._level)

    @property
    def _called(self) -> str:
        """What it is called."""
        tile = self.offer.tile
        return tile.title if tile is not None else tr(self.offer.title)

    @property
    def rules(self) -> Rules:
        """The board that is shown."""
        return self._rules

    @property
    def level(self) -> str:
        """The machine's level; empty where no machine plays."""
        if self.meter is None or self.offer.against is not Against.LADDER:
            return ""
        return list(LADDER.levels)[self.meter.value()]

    def show_offer(self, rules: Rules, level: str, marks: Collection[int]) -> None:
        """Show a board and a level.

        Args:
            rules: the board.
            level: the machine's level; empty where no machine plays.
            marks: the sides that the machine may come to play.
        """
        self._rules, self._marks = rules, marks
        self._moves = _pictured(rules)
        self._title.setFont(self._theme.font(TITLE, QFont.Weight.DemiBold))
        if not self.offer.about:
            self._about.setText(rule_text(rules))
        if self.meter is not None and self.offer.against is Against.LADDER:
            self.meter.setValue(list(LADDER.levels).index(level))
        elif self.meter is not None:
            self._boards = sorted({*BOARDS, rules}, key=lambda board: (board.size, board.line))
            self.meter.setMaximum(len(self._boards) - 1)
            self.meter.setValue(self._boards.index(rules))
        self._show_level()
        self.rest()

    @Slot()
    def _show_board(self) -> None:
        """Show the board that two players have chosen."""
        assert self.meter is not None
        self._rules = self._boards[self.meter.value()]
        self._moves = _pictured(self._rules)
        self._about.setText(rule_text(self._rules))
        self._show_level()
        self.rest()
        if self.hasFocus() or self.meter.hasFocus():
            self.spoken.emit(tr("Board: {board}", board=rule_text(self._rules)))

    def _board_title(self, place: int) -> str:
        return rule_text(self._boards[place])

    def show_tile(self, tile: Tile) -> None:
        """Show what a feature offers, as it is now."""
        face = tile.face()
        self._done = face.done
        self._rules, self._moves = face.rules, [*face.moves]
        self._title.setText(f"✓ {tile.title}" if face.done else tile.title)
        self._title.setFont(self._theme.font(TITLE, QFont.Weight.DemiBold))
        self._about.setText(rule_text(face.rules))

        def show(more: str) -> None:
            self._level.setText("\n".join(filter(None, (face.text, more))))
            self._show_level()

        show("")
        self._show_ply(len(self._moves))
        tile.ask_more(show)

    def rest(self) -> None:
        """Show a position in the middle of the pictured game."""
        self._show_ply(round(_STILL * len(self._moves)))

    def step(self) -> None:
        """Show the pictured game one move later; after its end it begins again."""
        if self.offer.tile is not None:
            return
        self._show_ply((self._ply + 1) % (len(self._moves) + 1))

    def _show_ply(self, ply: int) -> None:
        self._ply = ply
        self._picture.show_game(self._rules, self._moves[:ply])

    def _level_title(self, place: int) -> str:
        return level_text(LADDER, list(LADDER.levels)[place], self._rules, self._marks)

    @Slot()
    def _show_level(self) -> None:
        """Say what the tile is, on it and to a screen reader."""
        title = self._done or self._called
        name = tr("{title}, {about}", title=title, about=self._about.text())
        if self.meter is not None and self.offer.against is Against.FRIEND:
            board = rule_text(self._rules)
            self.meter.setAccessibleName(tr("Board for two players: {board}", board=board))
        if self.meter is None or self.offer.against is Against.FRIEND:
            more = self._level.text().replace("\n", ". ")
            self.setAccessibleName(tr("{name}. {more}", name=name, more=more))
            return
        title = self._level_title(self.meter.value())
        yours = _YOURS.get(tuple(self._marks))
        shown = tr(yours, level=title) if yours else title
        self._level.setText(shown)
        self.setAccessibleName(tr("{board}. Level: {level}", board=name, level=shown))
        self.meter.setAccessibleName(tr("Level on {board}: {level}", board=name, level=title))
        if self.hasFocus() or self.meter.hasFocus():
            self.spoken.emit(tr("Level: {level}", level=title))

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return self._column.sizeHint()

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return self._column.minimumSize()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter, theme = QPainter(self), self._theme.theme
        lit = self.underMouse() or self.isDown()
        line, width = (theme.accent, 2.0) if lit else (theme.line, 1.0)
        rounded(painter, QRectF(self.rect()), CARD_CORNER, theme.surface, line, width)
        painter.end()

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play, or change the level; the meter passes on what it does not use."""
        changes: dict[int, int] = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Minus: -1}
        change = changes.get(event.key())
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif change and self.meter is not None:
            self.meter.setValue(self.meter.value() + change)
        elif event.key() in _ARROWS:
            event.ignore()  # the page goes to another tile
        else:
            super().keyPressEvent(event)


class StartPage(QWidget):
    """All tiles.

    Attributes:
        tiles: one for each offer, of games and of features.

    Signals:
        chosen(StartTile): a tile was clicked.
        focused(QWidget): an arrow key went to a tile.
    """

    chosen = Signal(object)
    focused = Signal(QWidget)

    def __init__(self, theme: ThemeManager, levels: LastLevels, tiles: Iterable[Tile]) -> None:
        super().__init__()
        self._levels = levels
        self._columns = 0
        self._moving = False
        self._next = 0
        self._announcer = Announcer(self)
        self._clock = QTimer(self, interval=_STEP_MS)
        self._clock.timeout.connect(self._step)
        *games, last = OFFERS
        others = (Offer(tile.title, Against.NOBODY, tile=tile) for tile in tiles)
        self.tiles = [StartTile(offer, theme) for offer in (*games, *others, last)]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(int(SPACE * 1.5))
        for tile in self.tiles:
            tile.clicked.connect(self._choose)
            tile.spoken.connect(self._announcer.say)
            self._grid.addWidget(tile)

    def show_settings(self, settings: Settings, moving: bool) -> None:
        """Offer games to somebody who has these settings.

        Args:
            settings: the settings.
            moving: whether the pictures may move.
        """
        self._moving = moving
        marks = opponents_marks(settings.alternate, opponents_letter(settings))
        played = Rules(settings.rules.size, settings.rules.line)
        known = played in BOARDS
        for tile in self.tiles:
            if tile.offer.tile is not None:
                tile.show_tile(tile.offer.tile)
                continue
            asked = tile.offer.against is Against.ASKED
            rules = tile.offer.rules or (_OWN if asked and known else played)
            tile.show_offer(rules, self._levels.on(rules), marks)

    def arrange(self, width: int) -> None:
        """Lay the tiles out in as many columns as there is room for.

        Args:
            width: the room, in pixels.
        """
        gap = self._grid.spacing()
        widest = gap + max(tile.minimumSizeHint().width() for tile in self.tiles)
        columns = max(1, min(_COLUMNS, (width + gap) // widest))
        self._columns = columns
        for place, tile in enumerate(self.tiles):
            used = place < columns
            self._grid.addWidget(tile, *divmod(place, columns))
            self._grid.setColumnStretch(place, int(used))
            self._grid.setColumnMinimumWidth(place, widest - gap if used else 0)
            self._grid.setRowStretch(place, int(place * columns < len(self.tiles)))

    def tile_of(self, settings: Settings, asks: bool) -> StartTile:
        """Return the tile that plays again what was played last.

        Args:
            settings: the settings of that game.
            asks: whether the second page alone offers its machine.
        """
        against, rules = Against.LADDER, settings.rules
        if settings.machine == "neither" and not rules.reverse:
            against = Against.FRIEND
        elif asks or rules not in BOARDS:
            against = Against.ASKED
        fits = (tile for tile in self.tiles if tile.offer.against is against)
        return next(tile for tile in fits if tile.offer.rules in (None, rules))

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self.sender())

    @Slot()
    def _step(self) -> None:
        """Let one picture after the other go on by a move."""
        self._next = (self._next + 1) % len(self.tiles)
        self.tiles[self._next].step()

    @handler
    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        if self._moving:
            self._clock.start()

    @handler
    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102
        super().hideEvent(event)
        self._clock.stop()

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the tile beside the one that has the focus, or whose meter has it."""
        ways: dict[int, int] = {
            Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._columns, Qt.Key.Key_Down: self._columns,
        }  # fmt: skip
        way, focus = ways.get(event.key()), self.focusWidget()
        here = [place for place, tile in enumerate(self.tiles)
                if focus is not None and (tile is focus or tile.isAncestorOf(focus))]  # fmt: skip
        if way is None or not here:
            super().keyPressEvent(event)
        elif 0 <= here[0] + way < len(self.tiles):
            tile = self.tiles[here[0] + way]
            tile.setFocus(Qt.FocusReason.TabFocusReason)
            self.focused.emit(tile)
