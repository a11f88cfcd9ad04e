"""What comes of an experiment: its progress, charts that fill live, tables and games."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ttt_desktop.features.lab.describing import details_of, name_of
from ttt_desktop.features.lab.files import LabFiles
from ttt_desktop.features.lab.form import title_of
from ttt_desktop.features.lab.games import SHOWN, LabGames, LatestGames
from ttt_desktop.features.lab.tables import ResultTables
from ttt_desktop.features.lab.tournaments import LabState, Tournaments
from ttt_desktop.look.chip_tabs import ChipTabs
from ttt_desktop.look.gauge import Gauge
from ttt_desktop.look.measures import DISPLAY, LEAD, S2, S3
from ttt_desktop.look.parts import Card, Words
from ttt_desktop.look.tables import TextTable
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.work_page import WorkPage, row_of
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.turns import ModuleLoader

if TYPE_CHECKING:
    from engine.tournament import Summary
    from ttt_desktop.features.lab.charts import LabChart

_REFRESH_MS = 250
_CHART_HEIGHT = 320
"""The least height of charts and tables, in pixels: below that the page scrolls."""


_SURE = 0.02
"""From which share of the games on it is said how long the rest takes."""

_SENTENCES = 3
"""How many sentences about the rows are seen beside the charts."""


class ResultsPage(WorkPage):
    """Shows how a tournament stands while it runs, and what it gave.

    Args:
        lab: runs it.
        runner: loads the charts.
        theme: the look.

    Attributes:
        lab: runs tournaments.
        tabs: charts, tables and games.
        tables: the results as tables.
        latest: the games that ended last.
        games: all games, in a table.
        charts: the charts, by name; empty until they are loaded.
        gauge: how much of it is done.
        files: opens results, and writes them.

    Signals:
        game_chosen(Game, Seating): a game to be gone through on the board, and who played it.
    """

    game_chosen = Signal(object, object)

    def __init__(self, lab: Tournaments, runner: JobRunner, theme: ThemeManager) -> None:
        super().__init__(theme)
        self.lab = lab
        self.files = LabFiles(lab, self._shown_chart, self.notice, self)
        self.charts: dict[str, LabChart] = {}
        self._loading = QLabel(tr("Loading…"))
        self._loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._loader = ModuleLoader("ttt_desktop.features.lab.charts", runner, self)
        self._loader.loaded.connect(self._put_in_charts)
        self._loader.failed.connect(self._miss_charts)
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
        self._make_buttons()
        self.tabs = ChipTabs(theme, tr("Results"), _CHART_HEIGHT)
        self._lay_out()
        lab.began.connect(self._begin)
        lab.added.connect(self._games.grow)
        lab.added.connect(self._soon)
        lab.changed.connect(self._show_state)
        lab.failed.connect(self.tell)
        self.files.written.connect(self._say_written)
        self.tables.saving.connect(self.files.ask_save_cells)
        self._begin()

    def _make_buttons(self) -> None:
        self.make_button(
            "pause", tr("&Pause"), tr("Begin no more games for now"), self._pause, "pause"
        )
        self.make_button(
            "cancel", tr("&Stop"), tr("End the run; its games stay"), self.lab.cancel, "square"
        )
        self.make_button(
            "review", tr("Re&view on the board"), tr("Go through the chosen game move by move"),
            self._review_current,
        )  # fmt: skip

    def _lay_out(self) -> None:
        self.tabs.add(self._loading, tr("Charts"))
        self.tabs.add(self.tables, tr("Table"))
        self.tabs.add(self._games_page(), tr("Games"))
        results = Card(self.theme)
        results.box.addWidget(self.tabs)
        self._newest = Card(self.theme)
        self._newest.box.addWidget(
            Words(self.theme, tr("Games that ended last"), LEAD, QFont.Weight.DemiBold)
        )
        self._newest.box.addWidget(self.latest)
        self._hint = Card(self.theme, "sunken")
        self._hint.box.addWidget(Words(
            self.theme, tr("You can leave this page. The dot on Lab tells you that it still runs."),
            colour="muted", wrap=True,
        ))  # fmt: skip
        self.lay_beside(
            [self._progress_card(), results, self._newest],
            [self._details_card(), self._seen_card(), self._hint],
        )

    def _progress_card(self) -> QWidget:
        """Return the card that says how far a run is, with what halts and ends it."""
        card = Card(self.theme, gap=S3)
        self._percent = Words(self.theme, "", DISPLAY, QFont.Weight.Bold)
        self._state = Words(self.theme, "", wrap=True)
        self.gauge = Gauge(self.theme, tr("Progress of the tournament"))
        head = QHBoxLayout()
        head.setSpacing(S3)
        head.addWidget(self._percent)
        head.addWidget(self._state, 1)
        card.box.addLayout(head)
        card.box.addWidget(self.gauge)
        self._controls = row_of(self.button["pause"], self.button["cancel"], gap=S2)
        card.box.addWidget(self._controls)
        return card

    def _details_card(self) -> QWidget:
        """Return the card that says what the experiment is."""
        card = Card(self.theme)
        self._name = Words(self.theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        card.box.addWidget(self._name)
        self._details = QFormLayout()
        self._details.setHorizontalSpacing(S3)
        self._details.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        card.box.addLayout(self._details)
        return card

    def _seen_card(self) -> QWidget:
        """Return the card with what can be said of the rows already."""
        self._seen = Card(self.theme, "sunken")
        title = Words(self.theme, tr("What you can see already"), weight=QFont.Weight.DemiBold)
        self._sentences = Words(self.theme, "", colour="muted", wrap=True)
        self._seen.box.addWidget(title)
        self._seen.box.addWidget(self._sentences)
        return self._seen

    def _games_page(self) -> QWidget:
        """Return the table of the games, with what can be done with one."""
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.games, 1)
        column.addWidget(row_of(self.button["review"]))
        self.button["review"].setEnabled(False)
        return page

    # --- what people do -------------------------------------------------------------------

    @Slot()
    def _pause(self) -> None:
        if self.lab.state is LabState.PAUSED:
            self.lab.resume()
        else:
            self.lab.pause()

    def _shown_chart(self) -> LabChart | None:
        """Return the chart in front, or the first one where a table is; None before they load."""
        charts = list(self.charts.values())
        shown = self.tabs.current
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
        """Load the charts in the background, if that has not been done."""
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
        names = (charts.OUTCOMES, charts.STRENGTH, charts.TIME)
        self.charts = {name: charts.LabChart(name, self.theme) for name in names}
        self.tabs.replace(
            self._loading, {charts.title_of(name): self.charts[name] for name in names}
        )
        self._refresh()

    @Slot()
    def _begin(self) -> None:
        self.notice.dismiss()  # what it says is of the games before
        self._games.show(self.lab.summary, self.lab.games)
        self._offer_review()  # the chosen game has gone with the others
        self._show_details()
        self._refresh()

    def _show_details(self) -> None:
        while self._details.rowCount():
            self._details.removeRow(0)
        summary = self.lab.summary
        if summary is None:
            self._name.setText(tr("No experiment yet"))
            return
        self._name.setText(name_of(summary.tournament))
        for title, text in details_of(summary.tournament, self.lab.workers):
            self._details.addRow(
                Words(self.theme, title, colour="muted"), Words(self.theme, text, wrap=True)
            )

    @Slot()
    def _soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _refresh(self) -> None:
        summary = self.lab.summary
        self._show_state()
        latest = self.lab.latest(SHOWN)
        self._newest.setVisible(bool(latest))
        self._seen.hide()
        self.latest.show_games(latest)
        if summary is None:
            return
        tournament = summary.tournament
        title = title_of(tournament.varied) if tournament.varied else _kind(tournament.kind)
        for chart in self.charts.values():
            chart.show_summary(summary, title)
        self.tables.show_summary(summary, title)
        sentences = self.tables.differences.toPlainText().splitlines()
        self._sentences.setText("\n".join(sentences[:_SENTENCES]))
        self._seen.setVisible(bool(sentences))

    @Slot()
    def _show_state(self) -> None:
        lab, state = self.lab, self.lab.state
        self.button["pause"].setText(tr("Go &on") if state is LabState.PAUSED else tr("&Pause"))
        self.button["pause"].set_icon("play" if state is LabState.PAUSED else "pause")
        self.button["pause"].setEnabled(lab.runs)
        self.button["cancel"].setEnabled(state is not LabState.IDLE)
        self._controls.setVisible(state is not LabState.IDLE)
        self._hint.setVisible(lab.runs)
        self.gauge.show_share(len(lab.games), lab.wanted)
        self.gauge.setVisible(lab.summary is not None and state is not LabState.READING)
        known = lab.summary is not None and state is not LabState.READING
        self._percent.setVisible(known)
        self._percent.setText(tr("{percent} %", percent=floor(100 * lab.progress)))
        self._state.setText(self._words())
        if state is LabState.IDLE and self._timer.isActive():
            self._timer.stop()
            self._refresh()

    def _words(self) -> str:
        """Return how far the run is, how fast it goes, and how long the rest takes."""
        lab, state = self.lab, self.lab.state
        if state is LabState.READING:
            return tr("Reading the results…")
        if lab.summary is None:
            return tr("Nothing has been run yet.")
        words = [self._games_so_far(lab.summary)]
        if 0 < lab.rate < 1:
            words.append(tr("{seconds} s a game", seconds=f"{1 / lab.rate:,.1f}"))
        elif lab.rate:
            words.append(tr("{count} a second", count=f"{lab.rate:,.0f}"))
        left = lab.seconds_left
        if state is LabState.RUNNING and left is not None and lab.progress > _SURE:
            words.append(tr("{seconds} s left", seconds=f"{left:,.0f}"))
        if state is LabState.PAUSED:
            words.append(tr("paused"))
        if lab.waiting is not None:
            words.append(problem(lab.waiting))
        return ", ".join(words)

    @Slot(str)
    def _say_written(self, name: str) -> None:
        self._state.setText(tr("Written to {name}", name=name))

    def _games_so_far(self, summary: Summary) -> str:
        """Return how many games there are, and what a test made of that."""
        if not self.lab.decided:
            done, count = f"{len(self.lab.games):,}", f"{self.lab.wanted:,}"
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


def _kind(kind: str) -> str:
    """Return what a kind of tournaments is called that varies nothing."""
    return {"pairing": tr("Pairing"), "round robin": tr("Round robin")}.get(kind, kind)
