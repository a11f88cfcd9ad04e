"""The review: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine import EMPTY, Square
from ttt_desktop.features.review.coach_bar import CoachBar
from ttt_desktop.features.review.coach_marks import CoachMarks
from ttt_desktop.features.review.panel import ReviewPanel
from ttt_desktop.look.focus import is_typed_in
from ttt_desktop.look.pictures import drawn, png
from ttt_desktop.look.text import tr
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import LOOK_BACK, MOVES, REPORTS
from ttt_desktop.shell.shell import Shell
from ttt_desktop.work.files import FileKind

_BUTTONS = ("previous_slip", "next_slip")

_CURVE_SCALE = 2
"""How many pixels of a file's curve stand for one of the report's."""


class ReviewFeature(Feature):
    """Looks a game through with the coach.

    Attributes:
        bar: what the coach says, beside the board.
        moves: the list of moves, as far as a review opens it.
    """

    name = "review"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.controller, self.coach = shell.controller, shell.coach
        buttons = [shell.actions[name] for name in _BUTTONS]
        deepen = shell.actions["deepen"]
        self.bar = CoachBar(self.coach, self.controller, shell.theme, buttons, deepen)
        self.moves = ReviewPanel(shell, self)
        CoachMarks(self.coach, shell.board, shell.theme)
        self.coach.changed.connect(self._show_coach)

    @classmethod
    def actions(cls) -> Sequence[Action[ReviewFeature]]:  # noqa: D102
        return _ACTIONS

    def panel(self) -> QWidget:  # noqa: D102
        return self.bar

    def takes(self, square: Square, mark: int = EMPTY) -> bool:
        """Take a square as an answer, or as a move beside the game."""
        coach = self.coach
        if mark != EMPTY or not coach.active or self.controller.game.result is not None:
            return False
        if not self.shell.refusals.may(square):
            return True
        if coach.ahead and coach.subject is not None and coach.subject.verdict.is_slip:
            coach.answer(square)
        else:
            self.controller.overlays.try_move(square)
        return True

    def escape(self) -> bool:  # noqa: D102
        if self.coach.active and not is_typed_in(self.shell.window.focusWidget()):
            self.coach.end()
        elif self.controller.view.scene.is_try:
            self.controller.overlays.leave()
        else:
            return False
        return True

    def close(self) -> None:  # noqa: D102
        self.moves.close()

    def begin(self) -> None:
        """Look the game through with the coach."""
        self.coach.begin()
        self.moves.open()
        self.shell.board.setFocus()

    def show_thoughts(self) -> None:
        """Show the method's scores of the position beside the truth: where it is blind, too."""
        self.shell.preferences.change(show_truth=True)
        for name in ("moves", "heatmap"):
            if self.shell.has(name) and not self.shell.actions[name].isChecked():
                self.shell.do(name)
        self.controller.analyse()

    def ask_file(self) -> None:
        """Ask for a file name and write what the coach says of the game, or its curve."""
        kinds = [FileKind(tr("Report to read and print"), ".html"),
                 FileKind(tr("Curve, PNG picture"), ".png"),
                 FileKind(tr("Curve, SVG drawing"), ".svg")]  # fmt: skip
        self.shell.writer.ask(tr("Export the review"), kinds, self.write)

    def write(self, path: Path) -> None:
        """Write the review: its curve as SVG or PNG where the name says so, else the whole page."""
        review = self.controller.view.reviewed
        if review is None:
            self.shell.notice.tell(tr("This game has not been reviewed yet."))
            return
        from engine.coach.pictures import curve_svg  # noqa: PLC0415  (not for the start)
        from engine.coach.report import report_html  # noqa: PLC0415

        record, write = self.controller.record, self.shell.writer.write
        names = {mark: who.name for mark, who in record.players.items() if who.name}
        day = record.day.isoformat() if record.day is not None else ""
        suffix = path.suffix.lower()
        if suffix == ".png":
            write(path, lambda: png(drawn(curve_svg(review), _CURVE_SCALE)))
        elif suffix == ".svg":
            write(path, lambda: curve_svg(review).encode())
        else:
            write(path, lambda: report_html(review, names, day).encode())

    @Slot()
    def _show_coach(self) -> None:
        """Enable what can be done; there the letter N goes to the next mistake."""
        board = self.shell.board
        before, board.reserved = board.reserved, "N" if self.coach.active else ""
        if before or self.coach.active:  # else nothing that can be done differs
            self.changed.emit()


_ACTIONS: tuple[Action[ReviewFeature], ...] = (
    Action("review", "Re&view", "Look the game through with the coach, its decisive move first",
           LOOK_BACK, ReviewFeature.begin,
           enabled=lambda review: review.controller.view.can_be_reviewed),
    Action("previous_slip", "Previous &mistake", "Previous mistake, in a review",
           MOVES.under("&Moves"),
           lambda review: review.coach.previous_slip(), "Shift+N", icon="arrow-left-to-line",
           enabled=lambda review: review.coach.has_slip(-1)),
    Action("next_slip", "Next m&istake", "Next mistake, in a review", MOVES.under("&Moves"),
           lambda review: review.coach.next_slip(), "N", icon="arrow-right-to-line",
           enabled=lambda review: review.coach.has_slip(1)),
    Action("deepen", "Look &deeper", "Search each position of this game much longer; "
           "verdicts may change", MOVES.under("&Moves"), lambda review: review.coach.deepen(),
           enabled=lambda review: review.coach.can_deepen),
    Action("thoughts", "What did the machine t&hink?", "The method's scores of this position, "
           "beside the truth", MOVES.under("&Moves"), ReviewFeature.show_thoughts,
           enabled=lambda review: review.coach.active),
    Action("report", "&Review…", "What the coach says of the game, to read and print; or its "
           "curve", REPORTS, ReviewFeature.ask_file,
           enabled=lambda review: review.controller.view.reviewed is not None),
)  # fmt: skip
