"""The home of Learn: the lesson to go on with, the chapters, random games, and instruments."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine import Rules, parse_square
from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.features.lessons import library
from ttt_desktop.features.lessons.bending_card import BendingCard
from ttt_desktop.features.lessons.guide import Guide
from ttt_desktop.features.lessons.instrument_tile import InstrumentTile
from ttt_desktop.features.lessons.lesson_row import LessonRow
from ttt_desktop.features.lessons.library import CHAPTERS, Chapter
from ttt_desktop.features.lessons.live_games import LiveGames
from ttt_desktop.features.lessons.standing import (
    LessonStage,
    NextLesson,
    next_lesson,
    short_text,
    stage_of,
)
from ttt_desktop.look.flow import Columns
from ttt_desktop.look.gauge import Gauge
from ttt_desktop.look.measures import CAPTION, DISPLAY, LEAD, S1, S2, S4
from ttt_desktop.look.pages import ScrollPage, Two
from ttt_desktop.look.parts import FILLED, OUTLINED, Button, Card, TileButton, Words
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr
from ttt_desktop.shell.shell import Shell

_PANEL = "lesson"

_INSTRUMENTS = ("heatmap", "theatre", "tree", "bandits", "chart", "table", "lines", "darts")
"""The docks that are offered, by the names of their actions."""

ARRANGEMENTS = {
    QT_TRANSLATE_NOOP("", "Watch it think"): ("heatmap", "theatre"),
    QT_TRANSLATE_NOOP("", "Measure it"): ("chart", "table"),
    QT_TRANSLATE_NOOP("", "A lesson"): (_PANEL, "heatmap"),
}
"""The docks that each ready arrangement opens, the foremost one first."""

_TEACHER = "teaches_itself"
"""The page of the machine that teaches itself."""

_BOARD, _COLUMN, _TILE = 100, 300, 130
"""The side of the small board, and the least widths of columns, in pixels."""

_RULES = Rules(3, 3)
_GAME = ("A1", "C1", "B2", "C2", "A3")


class LearnHome(ScrollPage):
    """Offers lessons and instruments; a click begins or opens one.

    Args:
        guide: leads through lessons.
        shell: opens instruments.

    Attributes:
        go_on: goes on with the lesson that is next, or begins it.
        rows: the lessons, by their keys; those from files by their paths.
        live: the random games.
        instruments: the instruments' cards, by their names.
        arrangements: the buttons of the ready arrangements, in their order.
        teacher: opens the machine that teaches itself; None where there is none.

    Signals:
        file_wanted(Path): the lesson in a file is to be begun.
        arranged(tuple): these docks are to be open, and no others.
    """

    file_wanted = Signal(object)
    arranged = Signal(object)

    def __init__(self, guide: Guide, shell: Shell) -> None:
        super().__init__(shell.theme)
        self._guide, self._shell, self._theme = guide, shell, shell.theme
        theme = shell.theme
        self._next: NextLesson | None = None
        self.go_on = Button(theme, "", "play", FILLED)
        self.go_on.clicked.connect(self._go_on)
        self._where = Words(theme, "", CAPTION, colour="muted")
        self._title = Words(theme, "", DISPLAY, QFont.Weight.DemiBold, wrap=True)
        self._about = Words(theme, "", colour="muted", wrap=True)
        self._step = Words(theme, "", CAPTION, colour="muted")
        self._gauge = Gauge(theme, tr("Lesson"))
        self.rows: dict[str, LessonRow] = {}
        self._counts: dict[str, Words] = {}
        self._files = Card(theme, gap=0)
        self.live = LiveGames(theme, shell.animates)
        self.instruments = {
            name: self._instrument(name) for name in _INSTRUMENTS if shell.has(name)
        }
        self.arrangements = [self._arrangement(title) for title in ARRANGEMENTS]
        self.teacher = self._teacher() if _TEACHER in shell.pages.names else None
        main = (self._next_card(), self._chapters(), self._files, _rest())
        aside = (self.live, self._instrument_grid(), self._arranging(),
                 *filter(None, (self.teacher,)), _rest())  # fmt: skip
        for card in (main[0], self._files, self.live):
            card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.box.addWidget(Two(theme, main, aside), 1)
        guide.changed.connect(self._refresh_if_seen)

    # --- what it is made of -------------------------------------------------------------

    def _next_card(self) -> Card:
        theme = self._theme
        board = BoardPreview(theme, _RULES, _BOARD)
        board.setFixedSize(_BOARD, _BOARD)
        board.show_game(_RULES, [parse_square(name, 3) for name in _GAME])
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S1)
        for part in (self._where, self._title, self._about):
            column.addWidget(part)
        progress = QHBoxLayout()
        progress.addWidget(self._gauge, 1)
        progress.addWidget(self._step)
        column.addLayout(progress)
        return BendingCard(theme, (board, words, self.go_on), words)

    def _chapters(self) -> QWidget:
        """Return the chapters in two columns."""
        part = QWidget()
        columns = Columns(self._theme, _COLUMN, most=2)
        part.setLayout(columns)
        for chapters in (CHAPTERS[:2], CHAPTERS[2:]):
            column = QWidget()
            box = QVBoxLayout(column)
            box.setContentsMargins(0, 0, 0, 0)
            box.setSpacing(S4)
            for chapter in chapters:
                box.addWidget(self._chapter(chapter))
            box.addStretch(1)
            columns.addWidget(column)
        return part

    def _chapter(self, chapter: Chapter) -> Card:
        card, theme = Card(self._theme, gap=0), self._theme
        number = CHAPTERS.index(chapter) + 1
        head = QHBoxLayout()
        title = tr("{number}  {title}", number=number, title=tr(chapter.title))
        head.addWidget(Words(theme, title, LEAD, QFont.Weight.DemiBold), 1)
        self._counts[chapter.title] = count = Words(theme, "", CAPTION, colour="muted")
        head.addWidget(count)
        card.box.addLayout(head)
        card.box.addSpacing(S1)
        for key in chapter.keys:
            title, about = library.own_heading(key)
            self.rows[key] = row = LessonRow(theme, _plain(tr(title)))
            row.setToolTip(_plain(tr(about)))
            row.clicked.connect(partial(self._open, key))
            card.box.addWidget(row)
        return card

    def _instrument(self, name: str) -> InstrumentTile:
        action, icon = self._shell.actions[name], self._shell.actions.icon_name(name)
        title = action.iconText()
        tile = InstrumentTile(self._theme, name, title, action.statusTip(), icon)
        tile.clicked.connect(partial(self._shell.show, name))
        return tile

    def _instrument_grid(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S2)
        head = QHBoxLayout()
        head.addWidget(Words(self._theme, tr("Instruments"), LEAD, QFont.Weight.DemiBold), 1)
        head.addWidget(Words(self._theme, tr("open beside the board"), CAPTION, colour="muted"))
        column.addLayout(head)
        grid = QWidget()
        columns = Columns(self._theme, _TILE, most=2, gap=S2)
        grid.setLayout(columns)
        for tile in self.instruments.values():
            columns.addWidget(tile)
        column.addWidget(grid)
        return part

    def _arrangement(self, title: str) -> Button:
        button = Button(self._theme, tr(title), kind=OUTLINED)
        names = tuple(name for name in ARRANGEMENTS[title] if self._shell.has(name))
        titles = [self._shell.actions[name].iconText() for name in names]
        button.setToolTip(tr("Opens beside the board: {names}", names=", ".join(titles)))
        button.clicked.connect(partial(self.arranged.emit, names))
        return button

    def _arranging(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S2)
        title = tr("Ready arrangements")
        column.addWidget(Words(self._theme, title, LEAD, QFont.Weight.DemiBold))
        for button in self.arrangements:
            column.addWidget(button)
        return part

    def _teacher(self) -> TileButton:
        about = tr("It begins with the rules alone and learns from its own games, while you watch.")
        tile = TileButton(self._theme, tr("A machine that teaches itself"), about)
        tile.clicked.connect(partial(self._shell.show, _TEACHER))
        return tile

    # --- what it shows ------------------------------------------------------------------

    @Slot()
    def _refresh_if_seen(self) -> None:
        if self.isVisible():
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show how far the lessons are by now."""
        self._next = coming = next_lesson(self._guide)
        self._show_next(coming)
        progress = self._guide.progress
        for chapter in CHAPTERS:
            done = 0
            for key in chapter.keys:
                answers = progress.of(key, library.own_digest(key))
                stage = stage_of(answers)
                done += stage is LessonStage.DONE
                share = answers.seen / answers.steps if answers is not None else 0.0
                is_next = key == coming.key
                standing = short_text(key, answers)
                if is_next and stage is LessonStage.NEW:
                    standing = tr("start here") if not coming.steps else standing
                self.rows[key].tell(stage, share, standing, is_next)
            count = len(chapter.keys)
            text = tr("{done} of {count} done", done=done, count=count)
            self._counts[chapter.title].setText(
                text if done else tr("{count} lessons", count=count)
            )
        self._show_files()

    def _show_next(self, coming: NextLesson) -> None:
        number, chapter = coming.number, library.own_chapter(coming.key)
        count = len(library.own_keys())
        if not number or chapter is None:
            where = tr("A lesson from a file")
        elif number == 1 and not coming.steps:
            where = tr("Begin here")
        else:
            where = tr("Lesson {number} of {count} · {chapter}", number=number, count=count,
                       chapter=tr(chapter.title))  # fmt: skip
        self._where.setText(where)
        self._title.setText(_plain(tr(coming.title)))
        self._about.setText(_plain(tr(coming.about)))
        is_begun = coming.steps > 0
        for part in (self._gauge, self._step):
            part.setVisible(is_begun)
        self._gauge.show_share(coming.place + 1, coming.steps)
        self._step.setText(tr("step {number} of {count}", number=coming.place + 1,
                              count=coming.steps))  # fmt: skip
        if not number:
            self.go_on.setText(tr("Continue the lesson"))
        elif is_begun:
            self.go_on.setText(tr("Continue: lesson {number}", number=number))
        else:
            self.go_on.setText(tr("Start lesson {number} · {count} minutes", number=number,
                                  count=library.own_minutes(coming.key)))  # fmt: skip

    def _show_files(self) -> None:
        """List the lessons from files that were begun."""
        file = self._guide.progress.file
        while (item := self._files.box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._files.setVisible(bool(file.paths))
        title = Words(self._theme, tr("Lessons from files"), LEAD, QFont.Weight.DemiBold)
        self._files.box.addWidget(title)
        for named, path in file.paths.items():
            answers = file.lessons[named]
            self.rows[path] = row = LessonRow(self._theme, answers.title)
            stage, share = stage_of(answers), answers.seen / max(1, answers.steps)
            row.tell(stage, share, short_text(path, answers), is_next=False)
            row.setToolTip(path)
            row.clicked.connect(partial(self.file_wanted.emit, Path(path)))
            self._files.box.addWidget(row)

    # --- what a click does --------------------------------------------------------------

    @Slot()
    def _go_on(self) -> None:
        guide, coming = self._guide, self._next
        if coming is None:
            return
        if guide.left is not None:
            guide.begin(*guide.left)
        else:
            guide.begin(library.own_lesson(coming.key), coming.place)

    def _open(self, key: str) -> None:
        """Begin a lesson, or go on with it where it is begun."""
        guide = self._guide
        answers = guide.progress.of(key, library.own_digest(key))
        lesson = library.own_lesson(key)
        if guide.left is not None and guide.left[0].key == key:
            guide.begin(*guide.left)
        elif answers is not None and stage_of(answers) is LessonStage.BEGUN:
            guide.begin(lesson, min(answers.seen, len(lesson.steps)) - 1)
        else:
            guide.begin(lesson)


def _plain(text: str) -> str:
    """Return a heading without the marks of Markdown."""
    return text.replace("`", "").replace("*", "")


def _rest() -> QWidget:
    """Return what takes the room below the last card."""
    rest = QWidget()
    rest.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return rest
