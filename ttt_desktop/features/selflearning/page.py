"""The page of a machine that teaches itself: a form, its curve, its thoughts, its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engine import Game
from engine.learning.milestones import LEVELS
from engine.learning.task import MENACE, SIDES, TAKES, LearningTask
from engine.specs import PlayerSpec, kinds
from engine.tournament.experiment import PAIRING, Experiment
from engine.tournament.plan import Plan
from ttt_desktop.features.selflearning.dialogs import LearnerFiles
from ttt_desktop.features.selflearning.form import LearningForm, learner_title
from ttt_desktop.features.selflearning.pictures import BoxesPicture, GamePicture, opened_boxes
from ttt_desktop.features.selflearning.study import Study, StudyState
from ttt_desktop.features.selflearning.tables import milestone_cells
from ttt_desktop.features.selflearning.thoughts_page import ThoughtsPage
from ttt_desktop.features.selflearning.words import words_on
from ttt_desktop.look.chip_row import ChipRow
from ttt_desktop.look.chip_tabs import ChipTabs
from ttt_desktop.look.measures import CAPTION, LEAD, S2, S3, TITLE
from ttt_desktop.look.parts import FILLED, OUTLINED, Card, Words
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.tables import CellTable, sorted_view
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import mute
from ttt_desktop.look.windows import PageArea
from ttt_desktop.look.work_page import WorkPage, row_of
from ttt_desktop.session.game import GameController
from ttt_desktop.session.seats import machines
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.turns import ModuleLoader

if TYPE_CHECKING:
    from ttt_desktop.features.selflearning.charts import MistakesChart

_CHART_HEIGHT = 360
"""The least height of what it learns, in pixels: below that the page scrolls."""
_LAB_LEVEL, _LAB_GAMES = "level:hard", 100


class LearningPage(WorkPage):
    """Has a machine learn, and shows what it learns.

    Args:
        study: the learner.
        controller: the game on the main board.

    Attributes:
        study: the learner.
        form: what is to be learnt.
        button: the buttons, by name.
        pace: how fast it learns.
        tabs: mistakes, thoughts, numbers, boxes.
        chart: the curve of mistakes; None until it is loaded.
        thoughts: what a generation thinks.
        numbers: a table of mistakes, and of games against levels.
        boxes: the boxes of the last game, of matchboxes.
        files: saves, opens and throws away.
        notice: the sentence above everything.
        state: how things stand, in words.
        has_lab: whether there is a lab to measure it in.

    Signals:
        game_chosen(Game, Seating): a game to be gone through on the board, and who played it.
        player_chosen(Player, Rules, bool, bool): somebody to play against, by which rules, whether
            what it finds out is worth looking at, and whether it plays X only.
        lab_wanted(Experiment): games to be played in the lab.
    """

    game_chosen = Signal(object, object)
    player_chosen = Signal(object, object, object, object)
    lab_wanted = Signal(object)

    def __init__(
        self, study: Study, controller: GameController, runner: JobRunner, theme: ThemeManager
    ) -> None:
        super().__init__(theme)
        self.study = study
        self.form = LearningForm(theme)
        self.files = LearnerFiles(study, self.notice, self)
        self.pace = ChipRow(theme, {True: tr("Watch"), False: tr("Fast")})
        self.tabs = ChipTabs(theme, tr("What it learns"), _CHART_HEIGHT)
        self.chart: MistakesChart | None = None
        self._loading = QLabel(tr("Loading…"))
        self._loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._loader = ModuleLoader("ttt_desktop.features.selflearning.charts", runner, self)
        self._loader.loaded.connect(self._put_in_chart)
        self._loader.failed.connect(self._miss_chart)
        self.thoughts = ThoughtsPage(study, controller, runner, theme)
        self._milestones = CellTable(self)
        self.numbers = sorted_view(self._milestones)
        self.numbers.setAccessibleName(tr("Each kept generation in numbers"))
        self.numbers.text_resized.connect(self._fit_columns)
        self.boxes = BoxesPicture(theme)
        self._no_boxes = QLabel(
            tr("When it has played, the boxes that its last game opened are here.")
        )
        self._game = GamePicture(theme)
        self.has_lab = True
        self._lent = False  # whether a lesson has begun the learner
        self._wanted: tuple[LearningTask, bool] | None = None  # by a lesson, and whether to start
        self._headline = Words(theme, "", TITLE, QFont.Weight.Bold, wrap=True)
        self.state = Words(theme, "", colour="muted", wrap=True)
        self._build()
        self._connect()
        self._begin()
        self.show_state()

    def _build(self) -> None:
        for name, text, tip, act, icon in (
            ("start", tr("&Start"), tr("Begin with a machine that knows nothing but the rules"),
             self.start, "play"),
            ("pause", tr("&Pause"), tr("Make no further generation for now"), self._pause,
             "pause"),
            ("stop", tr("St&op"), tr("End learning; what was learnt stays, and can go on"),
             self.study.stop, "square"),
            ("save", tr("Sa&ve…"), tr("Write the learner to a file"), self.files.ask_save, "save"),
            ("open", tr("Op&en…"), tr("Go on with a learner from a file"), self.files.ask_open,
             "folder-open"),
            ("throw", tr("Throw a&way"), tr("Forget the learner"), self.files.ask_throw_away, "x"),
            ("play", tr("Pla&y against it"), tr("Let this generation be the machine of a new game"),
             self._play, "users"),
            ("lab", tr("To the la&b"), tr("Have many games of this generation played in the lab"),
             self._to_lab, "flask-conical"),
            ("review", tr("Go through it"), tr("Look at the last game that it learnt from, on the "
             "main board"), self._review, ""),
        ):  # fmt: skip
            self.make_button(name, text, tip, act, icon)
        self.button["play"].kind = FILLED
        explain(self.pace, tr("A generation a second, or as fast as it can; what it learns does "
                              "not depend on that"))  # fmt: skip
        self.pace.setAccessibleName(tr("Pace"))
        self.lay_beside(self._main(), self._aside())

    def _main(self) -> list[QWidget]:
        self.tabs.add(self._loading, tr("Mistakes"))
        self.tabs.add(self.thoughts, tr("Thoughts"))
        self.tabs.add(self._numbers_page(), tr("Numbers"))
        self._boxes_page = self._page_of_boxes()
        self.tabs.add(self._boxes_page, tr("Boxes"))
        card = Card(self.theme)
        card.box.addWidget(self.tabs)
        return [self.form.cards, card]

    def _aside(self) -> list[QWidget]:
        form = Card(self.theme)
        form.box.addWidget(Words(self.theme, tr("Pace"), CAPTION, colour="muted"))
        form.box.addWidget(self.pace)
        form.box.addWidget(self.form)
        game = Card(self.theme, row=True, gap=S3)
        game.box.addWidget(self._game)
        beside = QVBoxLayout()
        beside.addWidget(
            Words(self.theme, tr("Its last game"), LEAD, QFont.Weight.DemiBold, wrap=True)
        )
        beside.addWidget(row_of(self.button["review"]))
        beside.addStretch()
        game.box.addLayout(beside, 1)
        self._last_game = game
        button = self.button
        return [
            self._headline,
            self.state,
            button["play"],
            button["start"],
            row_of(*(button[name] for name in ("pause", "stop", "lab")), gap=S2),
            form,
            game,
            row_of(*(button[name] for name in ("open", "save", "throw")), gap=S2),
        ]

    def _numbers_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        about = QLabel(tr("From generation 5 on it plays some games against each of these levels, "
                          "while it learns on: points in percent, where a tie is half a point, and "
                          "the 95 % interval."))  # fmt: skip
        about.setWordWrap(True)
        mute(about)
        column.addWidget(about)
        column.addWidget(self.numbers, 1)
        return page

    def _page_of_boxes(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        self._no_boxes.setWordWrap(True)
        mute(self._no_boxes)
        column.addWidget(self._no_boxes)
        area = PageArea(self.boxes)
        area.see_through()
        column.addWidget(area, 1)
        return page

    def _connect(self) -> None:
        study = self.study
        self.form.fields.chosen.connect(self._offer_boxes)
        study.began.connect(self._begin)
        study.grown.connect(self._grow)
        study.changed.connect(self.show_state)
        study.changed.connect(self._take_wanted, Qt.ConnectionType.QueuedConnection)
        study.failed.connect(self.tell)
        self.pace.changed.connect(self._choose_pace)
        self.thoughts.chosen.connect(self._show_chart)
        self.files.written.connect(self._say_written)

    # --- what people do -------------------------------------------------------------------------

    @Slot()
    def start(self) -> None:
        """Begin with what the form asks for; say what is wrong with it where that cannot be."""
        try:
            task = self.form.task(self.study.slow)
        except ValueError as error:
            self.tell(tr("This cannot be learnt: {why}.", why=problem(error)))
            return
        if self.files.may_go(tr("Start")):
            self.notice.dismiss()
            self.study.start(task, self.form.threads)
            self._lent = False

    def learn(self, task: LearningTask, start: bool) -> None:
        """Ask for what a lesson wants to be learnt, and start it if wanted.

        One that is shown already, or under way, is not begun again; it goes on as far as is wanted.
        Another one that a lesson has begun makes way. One that the user has begun goes on, and the
        form stays as it is.
        """
        same = self._is_shown(task)
        if self.study.state is StudyState.OPENING:
            self._wanted = task, start
            return
        if self.study.busy:
            self._learn_next(task, start, same)
            return
        self.form.ask_for(task)
        self._offer_boxes()
        self._choose(task.slow)
        self.notice.dismiss()
        done = same and self.study.report is not None and self.study.report.games >= (
            task.games or 0
        )  # fmt: skip
        if not start or done:
            return
        if same:
            self.study.go_on(self.form.threads, task.games)
        elif self._lent or self.files.may_go(tr("Start")):
            self.study.start(task, self.form.threads)
            self._lent = True

    def _learn_next(self, task: LearningTask, start: bool, same: bool) -> None:
        """Do what a lesson wants while a machine is learning, and say what becomes of that."""
        if same and start:
            self._choose(task.slow)
            self.study.extend(task.games)
            self.study.go_on(self.form.threads)
            self.tell(tr("this machine is learning already, and goes on."))
        elif self._lent:
            self._wanted = task, start
            self.study.stop()
            self.tell(tr("the machine of before ends; then the next one begins."))
        else:
            self.tell(tr("a machine that you started is learning: press Stop, then the lesson's "
                         "button again."))  # fmt: skip

    @Slot()
    def _take_wanted(self) -> None:
        """Do what a lesson wanted while that could not be done."""
        if self._wanted is not None and self.study.state in (StudyState.EMPTY, StudyState.RESTING):
            (task, start), self._wanted = self._wanted, None
            self.learn(task, start)

    def _is_shown(self, task: LearningTask) -> bool:
        """Whether the learner is one that a task would begin."""
        report = self.study.report
        if report is None:
            return False
        if (task.kind, task.rules, task.seed) != (report.kind, report.rules, report.seed):
            return False
        usual = {name: choices[0] for name, choices in TAKES[task.kind].items()}
        return {**usual, **task.settings} == dict(report.settings)

    @Slot()
    def _pause(self) -> None:
        self.notice.dismiss()
        if self.study.state is StudyState.LEARNING:
            self.study.pause()
        else:
            self._lent = self._lent and self.study.busy
            self.study.go_on(self.form.threads)

    @Slot()
    def _choose_pace(self) -> None:
        self.study.slow = bool(self.pace.value())

    def _choose(self, slow: bool) -> None:
        self.pace.set_value(slow)

    @Slot()
    def _play(self) -> None:
        """Play against the generation that is looked at."""
        mind, report = self.thoughts.mind, self.study.report
        if mind is None or report is None:
            return
        from engine.learning.player import player_of  # noqa: PLC0415
        from engine.learning.truth import simulations_for  # noqa: PLC0415  (it needs NumPy)

        kind = next(known for known in kinds() if known.word == report.kind)
        player = player_of(kind, mind, simulations_for(mind.rules))
        self.player_chosen.emit(player, mind.rules, kind.has_scores, self._plays_x_only)

    @Slot()
    def _to_lab(self) -> None:
        """Have games of the generation that is looked at played in the lab."""
        mind, report = self.thoughts.mind, self.study.report
        if mind is None or report is None:
            return
        from engine.learning.truth import simulations_for  # noqa: PLC0415  (it needs NumPy)

        kind = next(known for known in kinds() if known.word == report.kind)
        values = {"generation": mind.generation}
        if kind.has("simulations"):
            values["simulations"] = simulations_for(mind.rules)
        try:
            target = str(self.study.copy_for_lab())
        except OSError as error:
            self.tell(tr("The learner could not be copied: {why}.", why=problem(error)))
            return
        text = str(PlayerSpec(kind, target=target).with_values(values))
        rules = mind.rules
        plan = Plan(
            (text, _LAB_LEVEL), _LAB_GAMES, rules.size, rules.line, rules.rule,
            fixed=self._plays_x_only,
        )  # fmt: skip
        self.lab_wanted.emit(Experiment(PAIRING, plan))

    @property
    def _plays_x_only(self) -> bool:
        """Whether the learner has boxes for X alone."""
        report = self.study.report
        return report is not None and report.settings.get("sides") == SIDES[1]

    @Slot()
    def _review(self) -> None:
        """Have the last game gone through on the main board, from its beginning."""
        report = self.study.report
        if report is None or not report.last_game:
            return
        game = Game.of(report.rules, report.last_game)
        while game.moves:
            game.undo()
        name = learner_title(report.kind, str(report.settings.get("shape", "")))
        self.game_chosen.emit(game, machines(name, name))

    @Slot(str)
    def _say_written(self, name: str) -> None:
        self.notice.tell(tr("Written to {name}", name=name))

    # --- what there is to see -------------------------------------------------------------------

    def show_chart(self) -> None:
        """Load the chart behind the window, and the learner of before, unless they are there."""
        if self.chart is None:
            self._loading.setText(tr("Loading…"))
            self._loader.load()
        self.study.load()

    @Slot(object)
    def _miss_chart(self, error: Exception) -> None:
        self._loading.setText(tr("There is no chart."))
        self.tell(tr("The chart could not be loaded: {why}.", why=problem(error)))

    @Slot()
    def _put_in_chart(self) -> None:
        charts = self._loader.module
        assert charts is not None
        self.chart = chart = charts.MistakesChart(self.theme)
        self.tabs.replace(self._loading, {tr("Mistakes"): chart})
        self._show_chart()

    @Slot()
    def _begin(self) -> None:
        """Show another learner, or none."""
        self._offer_boxes()
        self._choose(self.study.slow)
        self._grow()

    @Slot()
    def _offer_boxes(self) -> None:
        """Have a page of boxes where matchboxes learn, or nobody yet and the form asks for them."""
        report = self.study.report
        kind = self.form.fields.value("learner") if report is None else report.kind
        self.tabs.offer(self._boxes_page, kind == MENACE)

    @Slot()
    def _grow(self) -> None:
        self._show_chart()
        self._show_game()
        report = self.study.report
        milestones = [] if report is None else list(report.milestones.values())
        if self._milestones.show(*milestone_cells(milestones, LEVELS)):
            self._fit_columns()
        self.show_state()

    @Slot()
    def _fit_columns(self) -> None:
        self.numbers.resizeColumnsToContents()

    @Slot()
    def _show_chart(self) -> None:
        report, mind = self.study.report, self.thoughts.mind
        if self.chart is None:
            return
        if report is None:
            self.chart.show_milestones([], None, 0)
            return
        from engine.learning.truth import simulations_for  # noqa: PLC0415  (it needs NumPy)

        milestones = [milestone for _, milestone in sorted(report.milestones.items())]
        self.chart.show_milestones(
            milestones, report.without, simulations_for(report.rules),
            None if mind is None else mind.generation,
        )  # fmt: skip

    def _show_game(self) -> None:
        """Show the last game, and of matchboxes the boxes that it opened."""
        report = self.study.report
        self.button["review"].setEnabled(report is not None and bool(report.last_game))
        if report is None or not report.last_game:
            self._game.show_game(None, ())
            self.boxes.show_boxes(())
            self._no_boxes.show()
            return
        game = Game.of(report.rules, report.last_game)
        self._game.show_game(game.board, report.last_game)
        if report.kind == MENACE:
            mind = self.study.minds[max(self.study.minds)]
            self.boxes.show_boxes(opened_boxes(mind, report.last_game))
            self._no_boxes.hide()

    @Slot()
    def show_state(self) -> None:
        """Show how things stand, and what can be done."""
        study, state = self.study, self.study.state
        has_learner = study.report is not None
        self.button["start"].setEnabled(state in (StudyState.EMPTY, StudyState.RESTING))
        for part in (self.form, self.form.cards):
            part.setEnabled(not study.busy)
        self._show_headline(has_learner)
        learning = state is StudyState.LEARNING
        self.button["pause"].setText(tr("&Pause") if learning or not has_learner else tr("&Go on"))
        self.button["pause"].setEnabled(has_learner and state is not StudyState.OPENING)
        self.button["stop"].setEnabled(study.busy)
        self.button["save"].setEnabled(has_learner)
        for name in ("open", "throw"):
            self.button[name].setEnabled(not study.busy and (has_learner or name == "open"))
        self.state.setText(words_on(self.study))

    def _show_headline(self, has_learner: bool) -> None:
        """Say who is here, and fill the button that goes on from there."""
        report, start = self.study.report, self.button["start"]
        self.button["play"].setVisible(has_learner)
        for name in ("pause", "stop"):
            self.button[name].setVisible(has_learner or self.study.busy)
        self.button["lab"].setVisible(has_learner and self.has_lab)
        self._last_game.setVisible(has_learner)
        start.kind = OUTLINED if has_learner else FILLED
        start.setText(tr("&Start again") if has_learner else tr("&Start"))
        start.update()
        if report is None:
            self._headline.setText(tr("It knows only the rules."))
        else:
            number = f"{report.generation:,}"
            self._headline.setText(tr("Generation {number}", number=number))
