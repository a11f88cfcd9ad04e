"""The lab's window: a form, progress, charts that fill live, and the games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from engine.errors import printable
from engine.tournament.columns import as_csv, as_html
from engine.tournament.plan import programs_of
from ttt_desktop import APP_TITLE
from ttt_desktop.features.lab.form import LabForm, title_of
from ttt_desktop.features.lab.games import SHOWN, LabGames, LatestGames
from ttt_desktop.features.lab.openings import OpeningsFiles
from ttt_desktop.features.lab.tables import ResultTables
from ttt_desktop.features.lab.tournaments import LabState, Tournaments
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.pictures import png
from ttt_desktop.look.tables import TableView, TextTable
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import Notice, plain_label
from ttt_desktop.look.windows import PageArea, WorkWindow
from ttt_desktop.work.files import FileKind, all_files, ask_open, ask_save, filters, write_or_tell
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.trust import Trust
from ttt_desktop.work.turns import ModuleLoader

if TYPE_CHECKING:
    from engine.tournament import Summary
    from engine.tournament.experiment import Experiment
    from ttt_desktop.features.lab.charts import LabChart

_REFRESH_MS = 250
_STEPS = 1000
_WIDTH, _FORM_WIDTH = 1200, 440
_ROOMY = 520


def _exports() -> tuple[FileKind, ...]:
    """Return the kinds of files that can be written."""
    return (
        FileKind(tr("PNG picture"), ".png"),
        FileKind(tr("SVG drawing"), ".svg"),
        FileKind(tr("Counts as CSV"), ".csv"),
        FileKind(tr("Tables as a web page"), ".html"),
        FileKind(tr("All games"), ".json"),
    )


class LabFiles(QObject):
    """Asks for files, and reads and writes them.

    Args:
        lab: whose results they hold.
        chart: returns the chart to be written; None while none is loaded.

    Signals:
        written(str): a file of this name was written.
    """

    written = Signal(str)

    def __init__(
        self,
        lab: Tournaments,
        chart: Callable[[], LabChart | None],
        notice: Notice,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._lab = lab
        self._chart = chart
        self._notice = notice
        self._window = window
        lab.written.connect(self._say_written)

    @Slot()
    def ask_open(self) -> None:
        """Ask for the results of an earlier run, and show them."""
        kinds = filters([FileKind(tr("Results"), ".json"), all_files()])
        if path := ask_open(self._window, tr("Open results"), kinds):
            self.open(path)

    def open(self, path: Path) -> None:
        """Show the results in a file; say so where it cannot be read."""
        self._notice.dismiss()
        try:
            self._lab.open(path)
        except (OSError, ValueError) as error:
            why = (
                f"{printable(path.name)}: {error.strerror}" if isinstance(error, OSError) else error
            )
            self._notice.tell(tr("These results cannot be opened: {why}.", why=why))

    @Slot()
    def ask_export(self) -> None:
        """Ask for a name, and write what its ending asks for."""
        if path := ask_save(self._window, tr("Export"), _exports()):
            self.export(path)

    def export(self, path: Path) -> None:
        """Write what the file's name asks for: a chart, the counts, or all games."""
        summary, kind = self._lab.summary, path.suffix.lower()
        if summary is None:
            self._notice.tell(
                tr("There is nothing to export yet: run a tournament, or open its results.")
            )
        elif kind == ".json":
            self._lab.write(path)
        elif kind == ".csv":
            self._write(path, as_csv(summary))
        elif kind == ".html":
            self._write(path, as_html(summary, path.stem))
        elif (chart := self._chart()) is None:
            self._notice.tell(tr("The charts are still being loaded; try again in a moment."))
        else:
            self._write(path, chart.svg() if kind == ".svg" else png(chart.image()))

    def ask_save_cells(self, table: TableView) -> None:
        """Ask for a name, and write a table's selected cells, or else all of them."""
        if path := ask_save(self._window, tr("Save table"), [FileKind(tr("Table as CSV"), ".csv")]):
            self._write(path, table.content())

    def _write(self, path: Path, content: str | bytes) -> None:
        if write_or_tell(path, content, self._notice):
            self._say_written(path)

    @Slot(object)
    def _say_written(self, path: Path) -> None:
        self.written.emit(path.name)


class LabWindow(WorkWindow):
    """Sets tournaments up, runs them in the background, and shows what they give.

    Args:
        lab: runs them.

    Attributes:
        form: what is to be run.
        button: the buttons, by name.
        tabs: charts, tables and games.
        tables: the results as tables.
        latest: the games that ended last.
        charts: the charts, by name; empty until they are loaded.
        notice: the sentence above everything.
        files: opens results, and writes them.
        openings: reads and makes the openings that the form names.

    Signals:
        game_chosen(Game, Seating): a game to be gone through on the board, and who played it.
    """

    game_chosen = Signal(object, object)

    def __init__(
        self, lab: Tournaments, runner: JobRunner, theme: ThemeManager, trust: Trust
    ) -> None:
        super().__init__()
        self.setWindowTitle(tr("Lab – {program}", program=APP_TITLE))
        self.lab = lab
        self._theme, self._trust = theme, trust
        self.form = LabForm()
        self.files = LabFiles(lab, self._shown_chart, self.notice, self)
        self.openings = OpeningsFiles(
            self.form.openings, self.form.for_openings, runner, self.notice, self
        )
        self.tabs.setAccessibleName(tr("Results"))
        self.charts: dict[str, LabChart] = {}
        self._loading = QLabel(tr("Loading…"))
        self._loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._loader = ModuleLoader("ttt_desktop.features.lab.charts", runner, self)
        self._loader.loaded.connect(self._put_in_charts)
        self._loader.failed.connect(self._miss_charts)
        self._progress = QProgressBar()
        self._progress.setRange(0, _STEPS)
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(SPACE)
        self._progress.setAccessibleName(tr("Progress of the tournament"))
        self._state = plain_label()
        self.tables = ResultTables()
        self.latest = LatestGames(theme)
        self.latest.chosen.connect(self.review)
        self._games = LabGames(self)
        self.games = TextTable()
        self.games.setModel(self._games)
        self.games.setAccessibleName(tr("Games"))
        self.games.setSelectionBehavior(TextTable.SelectionBehavior.SelectRows)
        self.games.activated.connect(self._open_game)
        self.games.selectionModel().currentChanged.connect(self._offer_review)
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        self._build()
        lab.began.connect(self._begin)
        lab.added.connect(self._games.grow)
        lab.added.connect(self._soon)
        lab.changed.connect(self._show_state)
        lab.failed.connect(self.tell)
        self.files.written.connect(self._say_written)
        self.tables.saving.connect(self.files.ask_save_cells)
        self._show_state()
        self.begin_with(_WIDTH, 680)

    def _build(self) -> None:
        self.make_buttons((
            ("start", tr("&Start"), tr("Run the tournament"), self.start),
            ("pause", tr("&Pause"), tr("Begin no more games for now"), self._pause),
            ("cancel", tr("&Cancel"), tr("End the run; its games stay"), self.lab.cancel),
            ("open", tr("Open &results…"), tr("Show the results of an earlier run"),
             self.files.ask_open),
            ("export", tr("E&xport…"), tr("The shown chart as PNG or SVG, counts as CSV, tables "
             "as a web page, all games as JSON"), self.files.ask_export),
            ("review", tr("Re&view on the board"), tr("Go through the chosen game move by move"),
             self._review_current),
        ))  # fmt: skip
        left = QWidget()
        column = QVBoxLayout(left)
        column.addWidget(PageArea(self.form), 1)
        self.add_rows(column, ("start", "pause", "cancel"), ("open", "export"))
        right = QWidget()
        column = QVBoxLayout(right)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.latest)
        column.addWidget(self._progress)
        column.addWidget(self._state)
        self.tabs.addTab(self._loading, tr("Charts"))
        self.tabs.addTab(self.tables, tr("Table"))
        self.tabs.addTab(self._games_page(), tr("Games"))
        self.lay_out(left, right, (_FORM_WIDTH, _WIDTH - _FORM_WIDTH))

    def _games_page(self) -> QWidget:
        """Return the table of the games, with what can be done with one."""
        page = QWidget()
        column = QVBoxLayout(page)
        column.addWidget(self.games, 1)
        row = QHBoxLayout()
        row.addWidget(self.button["review"])
        row.addStretch()
        column.addLayout(row)
        self.button["review"].setEnabled(False)
        return page

    # --- what people do -------------------------------------------------------------------

    @Slot()
    def start(self) -> None:
        """Run what the form asks for; say what is wrong with it where that cannot be."""
        try:
            tournament = self.form.tournament()
            if not all(self._trust.given(path, self) for path in programs_of(tournament)):
                return
            self.lab.start(tournament, self.form.fields.value("workers"))
        except ValueError as error:
            self.tell(tr("This cannot be run: {why}.", why=error))
        else:
            self.notice.dismiss()

    def measure(self, experiment: Experiment, start: bool) -> None:
        """Ask for an experiment, and start it if wanted.

        One that is shown already, or under way, is not begun again. Another one that is under way
        goes on, and the form stays as it is.
        """
        shown = self.lab.summary.tournament if self.lab.summary is not None else None
        wants_file = experiment.wants_file
        same = shown is not None and not wants_file and shown == experiment.tournament()
        if self.lab.state is not LabState.IDLE:
            if not same:
                self.tell(tr("the lab is at work; ask again when that has ended"))
            return
        self.form.ask_for(experiment)
        self.notice.dismiss()
        if wants_file:
            self.tell(tr("choose your course file as the player, then press Start"))
        elif start and not (same and self.lab.progress == 1):
            self.start()
        elif not start and not same and shown is not None:
            self.tell(tr("press Start; what stands beside the form is of the games before"))

    @Slot()
    def _pause(self) -> None:
        if self.lab.state is LabState.PAUSED:
            self.lab.resume()
        else:
            self.lab.pause()

    @Slot(str)
    def _say_written(self, name: str) -> None:
        self._state.setText(tr("Written to {name}", name=name))

    def _shown_chart(self) -> LabChart | None:
        """Return the chart in front, or the first one where a table is; None before they load."""
        charts = list(self.charts.values())
        shown = self.tabs.currentWidget()
        return next((chart for chart in charts if chart is shown), charts[0] if charts else None)

    @Slot(QModelIndex)
    def _open_game(self, index: QModelIndex) -> None:
        self.review(index.row())

    @Slot()
    def _review_current(self) -> None:
        self.review(self.games.currentIndex().row())

    @Slot()
    def _offer_review(self) -> None:
        self.button["review"].setEnabled(self.games.currentIndex().isValid())

    @Slot(int)
    def review(self, place: int) -> None:
        """Have one of the games gone through on the board, from its beginning."""
        try:
            game = self.lab.replay(place)
        except ValueError as error:
            self.tell(tr("This game cannot be replayed: {why}.", why=error))
        else:
            self.game_chosen.emit(game, self.lab.seating(place))

    # --- what there is to see ---------------------------------------------------------------

    def show_charts(self) -> None:
        """Load the charts behind the window, if that has not been done."""
        if not self.charts:
            self._loading.setText(tr("Loading…"))
            self._loader.load()

    @Slot(object)
    def _miss_charts(self, error: Exception) -> None:
        self._loading.setText(tr("There are no charts."))
        self.tell(tr("The charts could not be loaded: {why}.", why=problem(error)))

    @Slot()
    def _put_in_charts(self) -> None:
        charts = self._loader.module
        assert charts is not None
        self.tabs.removeTab(self.tabs.indexOf(self._loading))
        for place, name in enumerate((charts.OUTCOMES, charts.TIME, charts.STRENGTH)):
            self.charts[name] = charts.LabChart(name, self._theme)
            self.tabs.insertTab(place, self.charts[name], charts.title_of(name))
        self.tabs.setCurrentIndex(0)
        self._refresh()

    @Slot()
    def _begin(self) -> None:
        self._games.show(self.lab.summary, self.lab.games)
        self._offer_review()  # the chosen game has gone with the others
        self._refresh()

    @Slot()
    def _soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _refresh(self) -> None:
        summary = self.lab.summary
        self._show_state()
        if summary is None:
            return
        tournament = summary.tournament
        title = title_of(tournament.varied) if tournament.varied else _kind(tournament.kind)
        for chart in self.charts.values():
            chart.show_summary(summary, title)
        self.tables.show_summary(summary, title)
        self._show_latest()

    @Slot()
    def _show_state(self) -> None:
        lab, state = self.lab, self.lab.state
        self.button["start"].setEnabled(state is LabState.IDLE)
        self.button["pause"].setEnabled(state in (LabState.RUNNING, LabState.PAUSED))
        self.button["pause"].setText(tr("Go &on") if state is LabState.PAUSED else tr("&Pause"))
        self.button["cancel"].setEnabled(state is not LabState.IDLE)
        self.button["open"].setEnabled(state not in (LabState.RUNNING, LabState.PAUSED))
        self.button["export"].setEnabled(lab.summary is not None)
        self._progress.setValue(round(_STEPS * lab.progress))
        # A full bar beside a form that asks for other games would be taken for theirs.
        self._progress.setVisible(state is not LabState.IDLE or 0 < lab.progress < 1)
        if state is LabState.READING:
            self._state.setText(tr("Reading the results…"))
            return
        if lab.summary is None:
            self._state.setText(tr("Describe a tournament and press Start."))
            return
        words = [self._games_so_far(lab.summary)]
        if 0 < lab.rate < 1:
            words.append(tr("{seconds} s a game", seconds=f"{1 / lab.rate:,.1f}"))
        elif lab.rate:
            words.append(tr("{count} a second", count=f"{lab.rate:,.0f}"))
        left = lab.seconds_left
        if state is LabState.RUNNING and left is not None:
            words.append(tr("{seconds} s left", seconds=f"{left:,.0f}"))
        if state is LabState.PAUSED:
            words.append(tr("paused"))
        if lab.waiting is not None:
            words.append(problem(lab.waiting))
        self._state.setText(", ".join(words))
        if state is LabState.IDLE and self._timer.isActive():
            self._timer.stop()
            self._refresh()

    def _games_so_far(self, summary: Summary) -> str:
        """Return how many games there are, and what a test made of that."""
        if not self.lab.decided:
            done, count = f"{len(self.lab.games):,}", f"{summary.tournament.games:,}"
            return tr("{done} of {count} games", done=done, count=count)
        done, rows = (
            f"{sum(standing.games for standing in summary.standings):,}",
            len(summary.standings),
        )
        if summary.decided == rows:
            return tr("decided after {done} games", done=done)
        return tr(
            "ended after {done} games: {decided} of {rows} rows decided",
            done=done, decided=summary.decided, rows=summary.tested,
        )  # fmt: skip

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._show_latest()

    def _show_latest(self) -> None:
        """Show the games that ended last, where that leaves room for the charts."""
        room = self.height() >= _ROOMY
        self.latest.show_games(self.lab.latest(SHOWN) if room else [])

    @handler
    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102
        self.lab.cancel()
        self.openings.stop()
        self.lab.finish_writing()
        super().closeEvent(event)


def _kind(kind: str) -> str:
    """Return what a kind of tournaments is called that varies nothing."""
    return {"pairing": tr("Pairing"), "round robin": tr("Round robin")}.get(kind, kind)
