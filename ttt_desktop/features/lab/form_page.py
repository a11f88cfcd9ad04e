"""The page on which an experiment is put together."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot

from engine.tournament.experiment import Experiment
from engine.tournament.plan import programs_of
from ttt_desktop.features.lab.form import LabForm
from ttt_desktop.features.lab.openings import OpeningsFiles
from ttt_desktop.features.lab.tournaments import LabState, Tournaments
from ttt_desktop.look.measures import CAPTION
from ttt_desktop.look.parts import FILLED, Card, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.work_page import WorkPage
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.trust import Trust

_WIDEST = 480
"""The form's greatest width, in pixels at the usual text size."""


class ExperimentPage(WorkPage):
    """Asks who plays whom, how often and on what board, and starts it.

    Args:
        lab: runs what is asked for.
        runner: makes openings in the background.
        theme: the look.
        trust: which programs may run.

    Attributes:
        form: what is to be run.
        openings: reads and makes the openings that the form names.

    Signals:
        begun(): what is asked for is under way.
    """

    begun = Signal()

    def __init__(
        self, lab: Tournaments, runner: JobRunner, theme: ThemeManager, trust: Trust
    ) -> None:
        super().__init__(theme)
        self._lab, self._trust = lab, trust
        self.form = LabForm()
        self.openings = OpeningsFiles(
            self.form.openings, self.form.for_openings, runner, self.notice, self
        )
        card = Card(theme)
        card.box.addWidget(self.form)
        start = self.make_button(
            "start", tr("&Start"), tr("Run the tournament"), self.start, "play", FILLED
        )
        about = Words(
            theme,
            tr("The games run in the background: you can leave, and play or read meanwhile."),
            CAPTION, colour="muted", wrap=True,
        )  # fmt: skip
        self.lay_beside([card], [start, about])
        theme.changed.connect(self._limit)
        self._limit()
        lab.changed.connect(self._show_state)
        self._show_state()

    @Slot()
    def start(self) -> None:
        """Run what the form asks for; say what is wrong with it where that cannot be."""
        try:
            tournament = self.form.tournament()
            if not all(self._trust.given(path, self) for path in programs_of(tournament)):
                return
            self._lab.start(tournament, self.form.fields.value("workers"))
        except ValueError as error:
            self.tell(tr("This cannot be run: {why}.", why=error))
        else:
            self.notice.dismiss()
            self.begun.emit()

    def ask_for(self, experiment: Experiment) -> None:
        """Ask for an experiment; a course file that it does not name is left to be chosen."""
        self.notice.dismiss()
        self.form.ask_for(experiment)

    @Slot()
    def _limit(self) -> None:
        """Keep fields from becoming as wide as the window."""
        self.form.setMaximumWidth(self.theme.px(_WIDEST))

    @Slot()
    def _show_state(self) -> None:
        self.button["start"].setEnabled(self._lab.state is LabState.IDLE)
