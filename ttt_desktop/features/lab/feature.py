"""The lab: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from ttt_desktop.look.text import tr
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature, Wait
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.sections import EXPERIMENTS
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import GoThrough, Measure

if TYPE_CHECKING:
    from engine import Game
    from engine.tournament.experiment import Experiment
    from ttt_desktop.features.lab.form_page import ExperimentPage
    from ttt_desktop.features.lab.home import LabHome
    from ttt_desktop.features.lab.presets import Preset
    from ttt_desktop.features.lab.results_page import ResultsPage
    from ttt_desktop.features.lab.tournaments import Tournaments
    from ttt_desktop.session.seats import Seating

_HOME, _RESULTS, _FORM = "lab", "experiment", "new_experiment"
"""Its pages."""


class LabFeature(Feature):
    """Plays many games between machines, and measures them."""

    name = "lab"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._lab: Tournaments | None = None

    @classmethod
    def actions(cls) -> Sequence[Action[LabFeature]]:  # noqa: D102
        return (
            place_action("lab", "L&ab", "Many games between machines, measured", "Ctrl+4",
                         "flask-conical", "Ctrl+L"),
            Action("published", "&Run the published experiment", "900 games in the lab, at nine "
                   "numbers of playouts a move", EXPERIMENTS, LabFeature.run_published,
                   icon="play"),
            Action("new_experiment", "&New experiment", "Choose players, a board and what varies",
                   EXPERIMENTS, lambda own: own.shell.pages.open(_FORM), icon="plus"),
            Action("experiment", "&Results", "The experiment that runs, or ran last", EXPERIMENTS,
                   lambda own: own.shell.pages.open(_RESULTS), icon="chart-line"),
            Action("open_results", "&Open results…", "Show the results of an earlier run",
                   EXPERIMENTS, LabFeature.ask_open, icon="folder-open",
                   enabled=lambda own: not own.runs),
            Action("export_results", "E&xport results…", "The shown chart as PNG or SVG, counts as "
                   "CSV, tables as a web page, all games as JSON", EXPERIMENTS,
                   lambda own: own.results.files.ask_export(), icon="save",
                   enabled=lambda own: own.has_results),
        )  # fmt: skip

    @classmethod
    def texts(cls) -> Iterable[str]:  # noqa: D102
        from ttt_desktop.features.lab import form, openings  # noqa: PLC0415  (not for the start)
        from ttt_desktop.features.lab.presets import PRESETS  # noqa: PLC0415
        from ttt_desktop.fields.form import texts_of  # noqa: PLC0415

        yield from texts_of([*form.fields(), openings.PLIES])
        for preset in PRESETS:
            yield from (preset.title, preset.about)

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        return (
            FeaturePage(
                _HOME,
                "Lab",
                self._make_home,
                icon="flask-conical",
                header=("open_results", "new_experiment"),
                busy=lambda: self.runs,
            ),
            FeaturePage(
                _RESULTS,
                "Experiment",
                self._make_results,
                self._show_charts,
                within=_HOME,
                header=("open_results", "export_results", "new_experiment"),
            ),
            FeaturePage(_FORM, "New experiment", self._make_form, within=_HOME, is_led=True),
        )

    def serve(self, wish: object) -> bool:  # noqa: D102
        if not isinstance(wish, Measure):
            return False
        self.measure(wish.experiment, wish.start)
        return True

    def try_out(self, wait: Wait) -> str:  # noqa: D102
        self.shell.pages.open(_RESULTS)
        return "" if wait(lambda: self.results.charts) else "the lab's charts did not come"

    def close(self) -> None:  # noqa: D102
        if self._lab is not None:
            self._lab.cancel()
            self._lab.finish_writing()
        if _FORM in self.shell.pages.opened:
            self.form_page.openings.stop()

    def _show_charts(self) -> None:
        self.results.show_charts()

    # --- its parts --------------------------------------------------------------------------

    @property
    def lab(self) -> Tournaments:
        """Runs tournaments; made when it is first asked for."""
        if self._lab is None:
            from ttt_desktop.features.lab.tournaments import Tournaments  # noqa: PLC0415

            self._lab = Tournaments(self.shell.runner, self)
            self._lab.changed.connect(self.changed)
        return self._lab

    @property
    def runs(self) -> bool:
        """Whether a tournament is under way, or was halted."""
        return self._lab is not None and self._lab.runs

    @property
    def has_results(self) -> bool:
        """Whether there are results to be seen and exported."""
        return self._lab is not None and self._lab.summary is not None

    @property
    def results(self) -> ResultsPage:
        """The page with what comes of an experiment; made when it is first asked for."""
        page: ResultsPage = self.shell.pages[_RESULTS]  # type: ignore[assignment]
        return page

    @property
    def form_page(self) -> ExperimentPage:
        """The page on which an experiment is put together; made when it is first asked for."""
        page: ExperimentPage = self.shell.pages[_FORM]  # type: ignore[assignment]
        return page

    def _make_home(self) -> LabHome:
        # Not needed at the start, and not small. So with the other pages.
        from ttt_desktop.features.lab.home import LabHome  # noqa: PLC0415

        pages = self.shell.pages
        home = LabHome(self.lab, self.shell.theme, self._run_preset, lambda: pages.open(_FORM))
        home.results_wanted.connect(lambda: pages.open(_RESULTS))
        return home

    def _make_results(self) -> ResultsPage:
        from ttt_desktop.features.lab.results_page import ResultsPage  # noqa: PLC0415

        page = ResultsPage(self.lab, self.shell.runner, self.shell.theme)
        page.game_chosen.connect(self._go_through)
        return page

    def _make_form(self) -> ExperimentPage:
        from ttt_desktop.features.lab.form_page import ExperimentPage  # noqa: PLC0415

        shell = self.shell
        page = ExperimentPage(self.lab, shell.runner, shell.theme, shell.trust)
        page.begun.connect(lambda: shell.pages.open(_RESULTS))
        return page

    # --- what people do ---------------------------------------------------------------------

    def run_published(self) -> None:
        """Run the published experiment, unless the lab is at work or shows it already."""
        from engine.tournament.experiment import THE_PUBLISHED  # noqa: PLC0415  (as the lab)

        self.measure(THE_PUBLISHED, start=True)

    def ask_open(self) -> None:
        """Ask for the results of an earlier run, and show them."""
        if self.results.files.ask_open():
            self.shell.pages.open(_RESULTS)

    def _run_preset(self, preset: Preset) -> None:
        """Run a ready-made experiment; where it wants a course file, ask for that first."""
        experiment = preset.make()
        if experiment.wants_file:
            path = self._ask_course_file()
            if path is None:
                return
            experiment = experiment.with_file(path)
        self.measure(experiment, start=True)

    def _ask_course_file(self) -> Path | None:
        from ttt_desktop.work.files import FileKind, all_files, ask_open, filters  # noqa: PLC0415

        if not self.shell.trust.in_course_files(tr("Lab"), self.shell.window):
            return None
        kinds = filters([FileKind(tr("Course files"), ".py", (".ipynb",)), all_files()])
        return ask_open(self.shell.window, tr("Choose your course file"), kinds)

    def measure(self, experiment: Experiment, start: bool) -> None:
        """Ask for an experiment, and start it if wanted.

        One that is shown already, or under way, is not begun again. Another one that is under way
        goes on, and the form stays as it is.
        """
        from ttt_desktop.features.lab.tournaments import LabState  # noqa: PLC0415  (as the lab)

        lab, pages = self.lab, self.shell.pages
        shown = lab.summary.tournament if lab.summary is not None else None
        wants_file = experiment.wants_file
        same = shown is not None and not wants_file and shown == experiment.tournament()
        if lab.state is not LabState.IDLE:
            pages.open(_RESULTS)
            if not same:
                self.results.tell(tr("the lab is at work; ask again when that has ended"))
            return
        self.form_page.ask_for(experiment)
        self.results.notice.dismiss()
        if same and start and lab.progress == 1:
            pages.open(_RESULTS)
        elif start and not wants_file:
            self.form_page.start()
            if lab.state is LabState.IDLE:  # it was refused, and the form says why
                pages.open(_FORM)
        else:
            pages.open(_FORM)
            if wants_file:
                self.form_page.tell(tr("choose your course file as the player, then press Start"))

    @Slot(object, object)
    def _go_through(self, game: Game, seating: Seating) -> None:
        self.shell.serve(GoThrough(game, seating))
