"""The tiles of Play's home: a board, what is played there, and what can be set before a click."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from engine import PLAYERO, PLAYERX, Rules
from engine.specs import PlayerSpec
from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.features.play.boards import aim_text, board_title, pictured
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, CARD_CORNER, CHIP, S1, S2, S3, S4
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.parts import Chip, TileButton, Words
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.stepper import Stepper
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, rule_text, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.settings.levels import LADDER, ladder_texts
from ttt_desktop.shell.tiles import Tile

_PICTURE, _SMALL_PICTURE = 184, 150
"""The sides of the pictures on high tiles and on wide ones, in pixels."""

_BEND_BELOW = 270
"""Below this width, the board of a wide tile stands above the words, in pixels at the usual size.
"""

_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)

_YOURS: dict[tuple[int, ...], str] = {
    (PLAYERX,): QT_TRANSLATE_NOOP("", "{aim} · you are O"),
    (PLAYERX, PLAYERO): QT_TRANSLATE_NOOP("", "{aim} · sides in turn"),
}
"""What a tile says where you are not X, by the sides that the machine may play."""


class _Pill(QWidget):
    """Says "Play" on the tile that Enter starts."""

    def __init__(self, theme: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_filled = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def fill(self, is_filled: bool) -> None:
        """Stand out, or stand back where another button of the page stands out."""
        self._is_filled = is_filled
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._font())
        icon = self._theme.px(S3) + S1
        return QSize(round(metrics.horizontalAdvance(self._text())) + icon + 2 * S3,
                     self._theme.px(CHIP - 2))  # fmt: skip

    def _font(self) -> QFont:
        return self._theme.font(CAPTION, QFont.Weight.DemiBold)

    @staticmethod
    def _text() -> str:
        return tr("Play")

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, box, side = self._theme.theme, QRectF(self.rect()), self._theme.px(S3)
        ground = theme.accent if self._is_filled else theme.accent_soft
        ink = theme.accent_ink if self._is_filled else theme.accent
        painter = QPainter(self)
        rounded(painter, box, box.height() / 2, ground)
        icon = self._theme.icon("play", side, ink, self.devicePixelRatioF())
        painter.drawPixmap(S3, round((box.height() - side) / 2), icon)
        painter.setFont(self._font())
        painter.setPen(QColor(ink))
        room = box.adjusted(S3 + side + S1, 0, -S2, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._text())
        painter.end()


class PlayTile(TileButton):
    """A tile of the home; the ringed one is what Enter starts.

    Args:
        title: what it is called.
        wide: whether the board stands beside the words, and not above.
    """

    def __init__(self, theme: ThemeManager, title: str, rules: Rules, wide: bool = False) -> None:
        self.picture = BoardPreview(theme, rules, _SMALL_PICTURE if wide else _PICTURE)
        side = _SMALL_PICTURE if wide else _PICTURE
        if wide:
            self.picture.setFixedSize(side, side)
        else:
            self.picture.setFixedHeight(side)
        super().__init__(theme, title, picture=None if wide else self.picture)
        self._title.setWordWrap(True)
        self._row: QBoxLayout | None = None
        self._ringed = False
        self._pill = _Pill(theme, self)
        self._announcer = Announcer(self)
        if wide:
            self._stand_beside()

    def _stand_beside(self) -> None:
        """Put the words beside the picture; what is set on the tile goes below them."""
        self.picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row, self.foot = QBoxLayout(QBoxLayout.Direction.LeftToRight), QVBoxLayout()
        self._row = row
        row.setSpacing(S4)
        row.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignVCenter)
        words = QVBoxLayout()
        words.setSpacing(S1)
        for part in (self._title, self._about):
            self._column.removeWidget(part)
            words.addWidget(part)
        words.addStretch(1)
        words.addLayout(self.foot)
        row.addLayout(words, 1)
        self._column.insertLayout(0, row)

    @property
    def ringed(self) -> bool:
        """Whether Enter starts what is on it."""
        return self._ringed

    def ring(self, is_ringed: bool, fills: bool) -> None:
        """Be what Enter starts, or no longer.

        Args:
            fills: whether its sign stands out: no other button of the page does.
        """
        self._ringed = is_ringed
        self._pill.fill(fills)
        self._pill.setVisible(is_ringed)
        self._place_pill()
        self.update()

    def _place_pill(self) -> None:
        size = self._pill.sizeHint()
        at_left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = S4 if at_left else self.width() - S4 - size.width()
        middle = self._title.geometry().center().y()
        self._pill.setGeometry(left, middle - size.height() // 2, size.width(), size.height())
        self._pill.raise_()

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        size = super().minimumSizeHint()
        if self._row is None:
            return size
        # Of the bent form: the row's own would keep the page from being narrower.
        words = max(self._title.minimumSizeHint().width(), self._about.minimumSizeHint().width())
        return QSize(max(self.picture.width(), words) + 2 * S4, size.height())

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        if self._row is not None:
            beside, direction = self.width() >= self._theme.px(_BEND_BELOW), QBoxLayout.Direction
            self._row.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self._column.activate()
        self._place_pill()

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        if self._ringed:
            painter, theme = QPainter(self), self._theme.theme
            rounded(painter, QRectF(self.rect()), CARD_CORNER, None, theme.accent, 2.0)
            painter.end()

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif event.key() in _ARROWS:
            event.ignore()  # the page goes to another tile; a button would go to what is on it
        else:
            super().keyPressEvent(event)

    def _say(self, sentence: str) -> None:
        """Have read out what was changed on it, where the keyboard is on it."""
        focus = self.window().focusWidget()
        if focus is not None and (focus is self or self.isAncestorOf(focus)):
            self._announcer.say(sentence)


class MachineTile(PlayTile):
    """A board against a machine of the ladder, and how the last game there ended.

    Args:
        rules: the board.
    """

    def __init__(self, theme: ThemeManager, rules: Rules) -> None:
        super().__init__(theme, board_title(rules), rules)
        self.rules = rules
        self._marks: Collection[int] = (PLAYERO,)
        self.picture.show_game(rules, pictured(rules))
        self.stepper: Stepper = Stepper(theme, "", ladder_texts(rules))
        self.stepper.valueChanged.connect(self._tell_level)
        self._note = Words(theme, "", CAPTION, colour="muted", wrap=True)
        self._note.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        foot = QHBoxLayout()
        foot.setSpacing(S2)
        foot.addWidget(self.stepper)
        foot.addWidget(self._note, 1)
        self._column.addSpacing(S2)
        self._column.addLayout(foot)

    @property
    def level(self) -> str:
        """The machine's level."""
        return [*LADDER.levels][self.stepper.value() - self.stepper.minimum()]

    @property
    def spec(self) -> PlayerSpec:
        """The machine."""
        return PlayerSpec(LADDER).with_values(LADDER.levels[self.level])

    @property
    def note(self) -> str:
        """How the last game there ended; empty where that is not known."""
        return self._note.text()

    def show_level(self, level: str, marks: Collection[int]) -> None:
        """Show a level.

        Args:
            level: the machine's.
            marks: the sides that it may come to play.
        """
        self._marks = marks
        self.stepper.set_texts(ladder_texts(self.rules, marks))
        self.stepper.setValue([*LADDER.levels].index(level) + self.stepper.minimum())
        yours, aim = _YOURS.get(tuple(marks)), aim_text(self.rules)
        self.tell(board_title(self.rules), tr(yours, aim=aim) if yours else aim)
        self._name()

    def show_note(self, note: str, colour: str) -> None:
        """Say how the last game there ended, in one of the theme's colours."""
        self._note.setText(note)
        self._note.recolour(colour)
        self._name()

    def _name(self) -> None:
        level = self.stepper.text()
        title, about = board_title(self.rules), self._about.text()
        name = tr("{title}, {about}. Level: {level}", title=title, about=about, level=level)
        self.setAccessibleName(f"{name}. {self.note}" if self.note else name)
        self.setAccessibleDescription(
            tr("Enter or a click plays at once; plus and minus change the level.")
        )
        self.stepper.setAccessibleName(tr("Level on {board}", board=title))

    @Slot()
    def _tell_level(self) -> None:
        self._name()
        self._say(tr("Level: {level}", level=self.stepper.text()))


class FriendTile(PlayTile):
    """A board for two people at this computer; its chips choose the size."""

    def __init__(self, theme: ThemeManager, boards: Sequence[Rules]) -> None:
        super().__init__(theme, tr("Two players"), boards[0], wide=True)
        self._boards = tuple(boards)
        self._chosen = boards[0]
        self.chips: dict[Rules, Chip] = {}
        self._chip_row = FlowRow(S2)
        for rules in boards:
            self._add_chip(rules)
        self.foot.addLayout(self._chip_row)
        self.choose(boards[0])

    def _add_chip(self, rules: Rules) -> None:
        self.chips[rules] = chip = Chip(self._theme, str(rules.size))
        chip.clicked.connect(lambda _=False, rules=rules: self.choose(rules))
        self._chip_row.addWidget(chip)

    def offer(self, own: Rules) -> None:
        """Offer the usual boards, and a board of one's own; that is chosen.

        In the reverse game two people play where that is chosen: it is not offered here.
        """
        if own not in self.chips and not own.reverse:
            self._add_chip(own)
        for rules, chip in self.chips.items():
            chip.setVisible(rules in self._boards or rules == own)
        self.choose(own)

    @property
    def rules(self) -> Rules:
        """The board that is chosen."""
        return self._chosen

    def choose(self, rules: Rules) -> None:
        """Choose a board; the first one in place of one that is not offered."""
        self._chosen = rules if rules in self.chips else self._boards[0]
        for offered, chip in self.chips.items():
            chip.setChecked(offered == self._chosen)
            chip.setAccessibleName(tr("Board: {board}", board=rule_text(offered)))
        self.picture.show_game(self._chosen, pictured(self._chosen))
        self.tell(tr("Two players"), tr("One board, two people"))
        board = rule_text(self._chosen)
        self.setAccessibleName(tr("{title}: {board}", title=tr("Two players"), board=board))
        self.setAccessibleDescription(
            tr("Enter or a click plays at once; plus and minus change the board.")
        )
        self._say(tr("Board: {board}", board=board))

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        step = {"+": 1, "-": -1}.get(event.text())
        if step is None:
            super().keyPressEvent(event)
        else:
            boards = [rules for rules, chip in self.chips.items() if not chip.isHidden()]
            place = boards.index(self._chosen) + step
            self.choose(boards[max(0, min(place, len(boards) - 1))])


class MoreTile(PlayTile):
    """Leads to every choice that a game has; its chips play further boards at once.

    Signals:
        board_chosen(Rules): one of these boards is to be played.
    """

    board_chosen = Signal(object)

    def __init__(self, theme: ThemeManager, boards: Sequence[Rules]) -> None:
        super().__init__(theme, tr("More…"), boards[-1], wide=True)
        self.picture.show_game(boards[-1], pictured(boards[-1]))
        self.tell(tr("More…"), tr("Any board up to 25 × 25, any opponent"))
        self.setAccessibleDescription(tr("Enter or a click leads to all choices."))
        self.chips: dict[Rules, Chip] = {}
        row = FlowRow(S2)
        for rules in boards:
            self.chips[rules] = chip = Chip(theme, f"{rules.size} × {rules.size}")
            chip.setCheckable(False)
            chip.setAccessibleName(tr("Play {board}", board=rule_text(rules)))
            chip.clicked.connect(lambda _=False, rules=rules: self.board_chosen.emit(rules))
            row.addWidget(chip)
        self.foot.addLayout(row)


class OfferTile(PlayTile):
    """What a feature offers beside games.

    Args:
        tile: the offer.
    """

    def __init__(self, theme: ThemeManager, tile: Tile) -> None:
        super().__init__(theme, tile.title, Rules(3, 3), wide=True)
        self._tile = tile
        self.clicked.connect(tile.begin)
        self.setAccessibleDescription(tile.explanation)

    def refresh(self) -> None:
        """Show it as it is now."""
        face = self._tile.face()
        self.picture.show_game(face.rules, face.moves)
        title = f"✓ {self._tile.title}" if face.done else self._tile.title

        def show(more: str) -> None:
            about = "\n".join(filter(None, (face.text, more)))
            self.tell(title, about)
            name = tr("{title}, {about}", title=face.done or self._tile.title,
                      about=rule_text(face.rules))  # fmt: skip
            self.setAccessibleName(". ".join([name, *about.split("\n")]))
            self.setAccessibleDescription(self._tile.explanation)

        show("")
        self._tile.ask_more(show)
