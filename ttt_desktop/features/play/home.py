"""Play's home: the unfinished game, a tile for each game that one click begins, and more."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine import PLAYERO, PLAYERX, Game, Rules
from engine.specs import PlayerSpec
from ttt_desktop.features.play.boards import AGAINST_MACHINES, FOR_TWO, FURTHER
from ttt_desktop.features.play.last_results import LastResults, result_note
from ttt_desktop.features.play.strip import Strip
from ttt_desktop.features.play.tiles import (
    FriendTile,
    MachineTile,
    MoreTile,
    OfferTile,
    PlayTile,
)
from ttt_desktop.look.flow import Columns
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import S3
from ttt_desktop.look.pages import ScrollPage
from ttt_desktop.look.parts import Words
from ttt_desktop.look.text import letter, tr
from ttt_desktop.session.seats import MARKS, against, opponents_letter
from ttt_desktop.session.view import View
from ttt_desktop.session.words import opponent_name
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.levels import LADDER, LastLevels, level_number
from ttt_desktop.settings.opponent_field import PERSON
from ttt_desktop.shell.shell import Shell

if TYPE_CHECKING:
    from ttt_desktop.archive.past_game import PastGame

_TILE, _WIDE_TILE = 220, 330
"""The least widths of a high tile and of a wide one, in pixels at the usual text size."""

_WAYS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


def opponents_marks(in_turn: bool, mark: str) -> tuple[int, ...]:
    """Return the sides that who plays against you may come to play."""
    return (PLAYERX, PLAYERO) if in_turn else (MARKS[mark],)


class _FourTwoOne(Columns):
    """Columns that are four, two or one: of four tiles, none is left alone in a row."""

    def columns(self, width: int) -> int:
        count = super().columns(width)
        return 2 if count == 3 else count


class PlayHome(ScrollPage):
    """What one can play, where one was, and how it went.

    Args:
        levels: those that were last played on each board.

    Attributes:
        strip: the unfinished game, or a greeting.
        machines: the tiles against machines.
        friend: the tile of two players.
        offers: the tiles of what features offer.
        more: the tile that leads to all choices.

    Signals:
        started(Settings, str): a game was chosen; its settings, and who plays (see
            ``OpponentField.opponent``).
        asked(): all choices are wanted.
        resumed(): the unfinished game is to be gone on with.
    """

    started = Signal(object, str)
    asked = Signal()
    resumed = Signal()

    def __init__(self, shell: Shell, levels: LastLevels) -> None:
        theme = shell.theme
        super().__init__(theme)
        self._shell, self._theme, self._levels = shell, theme, levels
        self._results = LastResults(shell.recorder, self)
        self._settings = Settings()
        self._put_off: object = None
        self._ringed: PlayTile | None = None
        self.strip = Strip(theme)
        self.machines = [MachineTile(theme, rules) for rules in AGAINST_MACHINES]
        self.friend, self.more = FriendTile(theme, FOR_TWO), MoreTile(theme, FURTHER)
        self.offers = [OfferTile(theme, tile) for tile in shell.tiles()]
        self.box.setSpacing(S3)
        self.box.addWidget(self.strip)
        columns = _FourTwoOne(theme, _TILE)
        self._lay_out(tr("Against the machine"), columns, self.machines)
        others = Columns(theme, _WIDE_TILE, 3)
        self._lay_out(tr("Other ways to play"), others, (self.friend, *self.offers, self.more))
        self.box.addStretch(1)
        self._connect()

    def _lay_out(self, title: str, columns: Columns, tiles: Iterable[PlayTile]) -> None:
        heading = Words(self._theme, title, weight=QFont.Weight.DemiBold, colour="muted")
        self.box.addWidget(heading)
        part = QWidget()
        part.setLayout(columns)
        for tile in tiles:
            columns.addWidget(tile)
        self.box.addWidget(part)

    def _connect(self) -> None:
        shell = self._shell
        for tile in self.machines:
            tile.clicked.connect(lambda _=False, tile=tile: self._play(tile.rules, tile.spec))
        self.friend.clicked.connect(self._play_friend)
        self.more.clicked.connect(self.asked)
        self.more.board_chosen.connect(self._play_further)
        self.strip.resumed.connect(self.resumed)
        self.strip.put_off.connect(self._leave_strip)
        self.strip.asked.connect(lambda: shell.pages.go("learn"))
        self._results.changed.connect(self._ask_results)
        if isinstance(app := QApplication.instance(), QApplication):
            app.focusObjectChanged.connect(self._follow_focus)

    @property
    def tiles(self) -> list[PlayTile]:
        """All tiles, in their order."""
        return [*self.machines, self.friend, *self.offers, self.more]

    @property
    def ringed(self) -> PlayTile:
        """The tile that Enter starts."""
        return self._ringed or self.machines[0]

    def refresh(self, file: str = "") -> None:
        """Show what can be played, and ring what was played last.

        Args:
            file: what the machine from a file is called that plays now; else empty.
        """
        self._settings = settings = self._shell.controller.view.own
        marks = opponents_marks(settings.alternate, opponents_letter(settings))
        for tile in self.machines:
            tile.show_level(self._levels.on(tile.rules), marks)
        self.friend.offer(settings.rules)
        for offer in self.offers:
            offer.refresh()
        self._show_strip()
        self._ask_results()
        played = self._last_played(has_file=bool(file))
        self._ring(played)
        played.setFocus(Qt.FocusReason.OtherFocusReason)
        self.verticalScrollBar().setValue(0)

    # --- the strip ----------------------------------------------------------------------

    def _show_strip(self) -> None:
        """Offer the unfinished game, greet at a first start, or say nothing."""
        view = self._shell.controller.view
        game = unfinished(view)
        if game is not None and game is not self._put_off:
            self.strip.offer(game, _standing(view))
        elif view.shelved is not None and view.shelved is not self._put_off:
            self.strip.offer(view.shelved, _place(len(view.shelved.moves)))
        elif self._shell.recorder.exists or view.plies:
            self.strip.hide()
        else:
            self.strip.greet(_greeting(self._settings, self.machines[0].level))

    @Slot()
    def _leave_strip(self) -> None:
        view = self._shell.controller.view
        self._put_off = unfinished(view) or view.shelved
        self.strip.hide()
        self._ring(self.ringed)
        self.ringed.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- games ------------------------------------------------------------------------

    def _play(self, rules: Rules, spec: PlayerSpec | None) -> None:
        mark = opponents_letter(self._settings)
        settings = against(self._settings, rules, mark, spec)
        self.started.emit(settings, PERSON if spec is None else LADDER.word)

    @Slot()
    def _play_friend(self) -> None:
        self._play(self.friend.rules, None)

    @Slot(object)
    def _play_further(self, rules: Rules) -> None:
        level = LADDER.levels[self._levels.on(rules)]
        self._play(rules, PlayerSpec(LADDER).with_values(level))

    def _last_played(self, has_file: bool) -> PlayTile:
        """Return the tile that plays again what was played last."""
        settings, rules = self._settings, self._settings.rules
        if settings.machine == "neither" and not rules.reverse:
            return self.friend
        fits = (tile for tile in self.machines if tile.rules == rules)
        plays = settings.machine in MARKS and not has_file
        return (next(fits, None) if plays else None) or self.more

    # --- how it went ------------------------------------------------------------------

    @Slot()
    def _ask_results(self) -> None:
        if self.isVisible():
            self._results.ask(AGAINST_MACHINES, self._show_results)

    def _show_results(self, found: dict[Rules, PastGame]) -> None:
        for tile in self.machines:
            game = found.get(tile.rules)
            note = result_note(game, date.today()) if game is not None else ""
            won = game is not None and game.score == 1
            tile.show_note(f"✓ {note}" if won else note, "right" if won else "muted")

    # --- the keyboard -----------------------------------------------------------------

    def _ring(self, ringed: PlayTile) -> None:
        self._ringed = ringed
        for tile in self.tiles:
            tile.ring(tile is ringed, fills=self.strip.isHidden() or not self.strip.has_game)

    @Slot(QObject)
    def _follow_focus(self, focus: QObject | None) -> None:
        """Ring the tile that the keyboard has come to."""
        if not isinstance(focus, QWidget) or not self.isAncestorOf(focus):
            return
        for tile in self.tiles:
            if tile is not self._ringed and (tile is focus or tile.isAncestorOf(focus)):
                self._ring(tile)

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the tile beside the one that has the keyboard; Enter plays the ringed one."""
        way = _WAYS.get(Qt.Key(event.key()))
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.ringed.click()
        elif way is None:
            super().keyPressEvent(event)
        elif (tile := self._beside(*way)) is not None:
            tile.setFocus(Qt.FocusReason.TabFocusReason)
            self._ring(tile)
            self.ensureWidgetVisible(tile)

    def _beside(self, across: int, down: int) -> PlayTile | None:
        """Return the tile that lies next to the ringed one in a direction."""
        tiles, here = self.tiles, self.ringed
        if across:
            step = across if self.layoutDirection() != Qt.LayoutDirection.RightToLeft else -across
            place = tiles.index(here) + step
            return tiles[place] if 0 <= place < len(tiles) else None

        def middle(tile: PlayTile) -> tuple[int, int]:
            point = tile.mapTo(self, tile.rect().center())
            return point.x(), point.y()

        x, y = middle(here)
        apart = {tile: middle(tile) for tile in tiles}
        beyond = [tile for tile, (_, at) in apart.items()
                  if (at - y) * down > here.height() // 2]  # fmt: skip
        return min(
            beyond, key=lambda tile: (abs(apart[tile][1] - y), abs(apart[tile][0] - x)),
            default=None,
        )  # fmt: skip

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.strip.bend(self.viewport().width())


def unfinished(view: View) -> Game | None:
    """Return the game on the board where it is the user's own, goes on, and a person has moved."""
    over = view.result is not None or bool(view.ended)
    machine = view.settings.machine
    moves_before = 0 if machine in ("neither", "O") else 1
    if over or view.task is not None or not view.scene.is_own or machine == "both":
        return None
    return view.game if view.plies > moves_before else None


def _place(plies: int) -> str:
    return tr("Move {number}", number=plies + 1)


def _standing(view: View) -> str:
    """Return where the game on the board stands, and against whom it is played."""
    if view.machines_turn:
        turn = tr("the machine's turn")
    elif view.settings.machine in MARKS:
        turn = tr("your turn")
    else:
        turn = tr("{mark} to move", mark=letter(view.to_move))
    number = len(view.moves) + 1
    where = tr("Move {number}, {turn}", number=number, turn=turn)
    against_whom = opponent_name(view)
    if not against_whom:
        return where
    return tr("{where} · against {opponent}", where=where, opponent=against_whom)


def _greeting(settings: Settings, level: str) -> str:
    """Return what happens when a board is clicked."""
    if settings.alternate:
        yours = tr("You and the machine begin in turn.")
    elif opponents_letter(settings) == "X":
        yours = tr("You are O; the machine moves first.")
    else:
        yours = tr("You are X and move first.")
    plays = tr("The machine plays at level {number} of {count}.", number=level_number(level),
               count=len(LADDER.levels))  # fmt: skip
    return f"{yours} {plays}"
