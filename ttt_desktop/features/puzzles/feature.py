"""Puzzles: what the shell asks of them, and what is said of mistakes that wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QWidget

from engine import EMPTY, Square
from engine.coach.exercise import Exercise
from engine.coach.puzzles import daily, puzzle_of
from ttt_desktop.board.confetti import Confetti
from ttt_desktop.board.ghosts import Place, draw_ghost
from ttt_desktop.features.puzzles.collections import Collection
from ttt_desktop.features.puzzles.panel import PuzzlePanel
from ttt_desktop.features.puzzles.puzzler import Puzzler
from ttt_desktop.features.puzzles.solved import SolvedPuzzles
from ttt_desktop.features.puzzles.trainer import Trainer
from ttt_desktop.look.signs import Sign, draw_sign
from ttt_desktop.look.text import listed, tr, worded
from ttt_desktop.session.view import View
from ttt_desktop.settings.store import StoredText
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.sections import TASKS
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.tiles import Face, Tile
from ttt_desktop.shell.wishes import SolvePuzzle, TellComing, TellStanding

if TYPE_CHECKING:
    from collections.abc import Callable

    from ttt_desktop.archive.tables import Table
    from ttt_desktop.features.puzzles.home import PuzzlesHome
    from ttt_desktop.features.puzzles.practice import Practice

_DUE = "due"
"""Topic of the sentence that mistakes wait."""

_REMIND_MS = 1000
"""How long after the start it is said that mistakes wait: the window comes first."""

_WRONG = "?"


class PuzzlesFeature(Feature):
    """Sets puzzles over the game, and takes squares as answers.

    Attributes:
        puzzler: sets them.
        trainer: asks about mistakes of the user's own again.
        own_panel: what is asked, beside the board.
    """

    name = "puzzles"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        controller = shell.controller
        solved = SolvedPuzzles(
            StoredText(shell.store, "layout/solved"), StoredText(shell.store, "layout/solved_ids")
        )
        self.puzzler = Puzzler(controller, shell.runner, solved, self)
        self.trainer = Trainer(controller, shell.coach, self.puzzler, shell.recorder, self)
        self.own_panel = PuzzlePanel(self.puzzler, shell.theme)
        self.own_panel.shared.connect(self._share)
        self._paper: Confetti | None = None
        self.puzzler.solved.connect(self._celebrate)
        self.puzzler.changed.connect(self.changed)
        self.puzzler.changed.connect(shell.board.viewport().update)
        self.puzzler.refused.connect(self._refuse)
        self.trainer.none_left.connect(self._tell_none_left)
        self.trainer.saved.connect(self._tell_coming)
        self.trainer.round_ended.connect(self._end_round)
        shell.board.overlays += (self._draw_mistake, self._draw_right)
        shell.started.connect(self._remind_soon)
        controller.follow(self._take_back, View.moves)

    @classmethod
    def actions(cls) -> Sequence[Action[PuzzlesFeature]]:  # noqa: D102
        return (
            place_action("puzzles", "&Puzzles", "Positions in which one move is right", "Ctrl+2",
                         "puzzle"),
            Action("puzzle", "&Today's puzzle", "A position in which one move is right: the same "
                   "for everybody, another one each day", TASKS, PuzzlesFeature.begin_today,
                   "Ctrl+Shift+P"),
            Action("another_puzzle", "&Another puzzle", "One of a thousand puzzles; in a puzzle, "
                   "one on the same board", TASKS, PuzzlesFeature.begin_another),
            Action("mistakes", "Your &mistakes again", "A position in which you went wrong: the "
                   "coach asks again after days, then after weeks", TASKS,
                   PuzzlesFeature.begin_mistakes),
        )  # fmt: skip

    @classmethod
    def tables(cls) -> Sequence[Table]:  # noqa: D102
        from ttt_desktop.features.puzzles.practice import DAYS, MISTAKES  # noqa: PLC0415

        return (MISTAKES, DAYS)

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        page = FeaturePage(
            "puzzles",
            "Puzzles",
            self._make_home,
            self._refresh_home,
            icon="puzzle",
            header=("another_puzzle",),
            is_led=True,
            has_board=lambda: self.puzzler.active,
        )
        return (page,)

    def panel(self) -> QWidget:  # noqa: D102
        return self.own_panel

    def tiles(self) -> Sequence[Tile]:  # noqa: D102
        return (
            Tile(tr("Today's puzzle"), tr("Enter or a click sets the puzzle up."),
                 self.begin_today, self._face, self._ask_due),
        )  # fmt: skip

    def takes(self, square: Square, mark: int = EMPTY) -> bool:  # noqa: D102
        if not self.puzzler.active or mark != EMPTY:
            return False
        task, refusals = self.shell.controller.view.task, self.shell.refusals
        if task is not None and not task.asks:
            button = self.own_panel.another.text()
            refusals.refuse(
                square, tr("Nothing more is asked here; “{button}” goes on", button=button)
            )
        elif refusals.may(square):
            self.puzzler.play(square)
        return True

    def serve(self, wish: object) -> bool:  # noqa: D102
        if isinstance(wish, SolvePuzzle):
            self._begin(lambda: self.puzzler.begin(puzzle_of(wish.name)))
        elif isinstance(wish, TellStanding):
            self.trainer.tell_standing(wish.show)
        else:
            return False
        return True

    def close(self) -> None:  # noqa: D102
        self.puzzler.close()

    # --- what people do -----------------------------------------------------------------

    def begin_today(self) -> None:
        """Set up today's puzzle."""
        self._begin(self.puzzler.begin_today)

    def begin_another(self) -> None:
        """Set up another puzzle."""
        self._begin(self.puzzler.begin_another)

    def begin_mistakes(self) -> None:
        """Ask about a mistake of the user's own, the one that has waited longest."""
        self._begin(self.trainer.begin)

    def _begin(self, begin: Callable[[], object]) -> None:
        self.shell.clear()
        begin()
        self.shell.board.begin()

    @Slot(object)
    def begin_collection(self, collection: Collection) -> None:
        """Set up the next puzzle of a collection that is not solved."""
        self._begin(lambda: self.puzzler.begin_next(collection))

    @Slot()
    def _share(self) -> None:
        """Put a picture and a text on the clipboard that do not show the answer."""
        from ttt_desktop.features.puzzles.sharing import shared  # noqa: PLC0415  (few share)

        QGuiApplication.clipboard().setMimeData(shared(self.puzzler, self.shell.theme))
        self.shell.status.say_done(tr("Picture and text are on the clipboard."))

    # --- the home -----------------------------------------------------------------------

    def _make_home(self) -> QWidget:
        from ttt_desktop.features.puzzles.home import PuzzlesHome  # noqa: PLC0415  (not for the start)

        home = PuzzlesHome(self.shell.theme, self.puzzler, self.trainer.look_over)
        home.today_wanted.connect(self.begin_today)
        home.mistakes_wanted.connect(self.begin_mistakes)
        home.collection_wanted.connect(self.begin_collection)
        return home

    def _refresh_home(self) -> None:
        cast("PuzzlesHome", self.shell.pages["puzzles"]).refresh()

    # --- what is shown ------------------------------------------------------------------

    @Slot(object)
    def _refuse(self, square: Square) -> None:
        self.shell.board.refuse(square, self.puzzler.text)

    def _draw_mistake(self, painter: QPainter, place: Place) -> None:
        """Draw the move that was a mistake, faintly and with a sign, until a better is played."""
        attempt = self.puzzler.attempt
        if attempt is None or attempt.solved or not isinstance(attempt.puzzle, Exercise):
            return
        exercise, theme = attempt.puzzle, self.shell.theme
        cell = place(exercise.played)
        draw_ghost(painter, cell, exercise.player, theme)
        draw_sign(painter, cell, Sign.WRONG, theme.theme)

    def _draw_right(self, painter: QPainter, place: Place) -> None:
        """Frame the right square once it is found."""
        if self.puzzler.right is not None:
            draw_sign(painter, place(self.puzzler.right), Sign.RIGHT, self.shell.theme.theme)

    @Slot()
    def _celebrate(self) -> None:
        """Let paper fall beside the board."""
        attempt = self.puzzler.attempt
        if attempt is None or not self.shell.animates():
            return
        if self._paper is None:
            self._paper = Confetti(self.shell.theme, self.shell.desk, self.shell.frame)
        self._paper.throw(attempt.puzzle.player)

    def _face(self) -> Face:
        today = self.puzzler.today()
        puzzle, done = daily(today), ""
        if self.puzzler.record.has(today):
            done = tr("{puzzle}, solved", puzzle=tr("Today's puzzle"))
        return Face(puzzle.rules, puzzle.game.moves, worded(puzzle.title), done)

    def _ask_due(self, show: Callable[[str], object]) -> None:
        """Have it shown on the tile how many mistakes are to be asked about."""

        def tell(standing: Practice) -> None:
            count = standing.due
            due = tr("{count} mistakes of yours wait", n=count, one="1 mistake of yours waits",
                      count=count)  # fmt: skip
            show(due if count else "")

        self.trainer.look(tell)

    # --- mistakes that wait -------------------------------------------------------------

    @Slot(list)
    def _tell_coming(self, squares: list[str]) -> None:
        """Say beside the end of the game which of its moves are asked about tomorrow."""
        names = listed(dict.fromkeys(squares))
        sentence = tr("{squares} come back as puzzles tomorrow.", n=len(squares),
                      one="{squares} comes back as a puzzle tomorrow.", squares=names)  # fmt: skip
        self.shell.serve(TellComing(sentence))

    @Slot()
    def _remind_soon(self) -> None:
        QTimer.singleShot(_REMIND_MS, self, self._remind)

    @Slot()
    def _remind(self) -> None:
        self.trainer.look(self._tell_due)

    def _tell_due(self, standing: Practice) -> None:
        notice = self.shell.notice
        if standing.due and not notice.text and not self.shell.controller.view.moves:
            sentence = tr("{count} mistakes of yours wait to be tried again.", n=standing.due,
                      one="1 mistake of yours waits to be tried again.",
                      count=standing.due)  # fmt: skip
            notice.tell(sentence, self.shell.actions["mistakes"], tr("Try now"), topic=_DUE)

    @Slot()
    def _take_back(self) -> None:
        """Take back what the position shown makes untrue."""
        if self.shell.controller.view.moves:
            self.shell.notice.retract(_DUE)

    @Slot(int, int)
    def _end_round(self, right: int, count: int) -> None:
        """Say how the mistakes that were asked about went, and go back to the game."""
        self.puzzler.leave()
        self.shell.notice.tell(
            tr("Those were all of your mistakes for now: {right} of {count} were right at the "
               "first go.", n=count,
               one="That was your only mistake for now: {right} of 1 was right at the first go.",
               right=right, count=count)
        )  # fmt: skip

    @Slot()
    def _tell_none_left(self) -> None:
        self.shell.notice.tell(
            tr("No mistake of yours is waiting. After a game that you play, the coach keeps those "
               "that it can prove, and asks about them from the next day on.")
        )  # fmt: skip
