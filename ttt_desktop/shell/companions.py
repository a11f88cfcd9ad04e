"""The window beside the main one: a machine that teaches itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, Signal, Slot
from PySide6.QtWidgets import QWidget

from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import Measure

if TYPE_CHECKING:
    from engine.learning.task import LearningTask
    from engine.tournament.experiment import Experiment
    from ttt_desktop.learning.window import LearningWindow


class Companions(QObject):
    """Opens them; each is made when it is first asked for.

    Attributes:
        learning: the window of a machine that teaches itself, likewise.

    Signals:
        game_chosen(Game, Seating, int): a game to be gone through on the board, who played it, and
            its key in the history; 0 where it is not from there.
        player_chosen(Player, Rules, bool, bool): somebody to play against, by which rules, whether
            what it finds out is worth looking at, and whether it plays X only.
    """

    game_chosen = Signal(object, object, object)
    player_chosen = Signal(object, object, object, object)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.window)
        self._shell = shell
        self._window, self._docks = shell.window, shell.docks
        self._controller, self._runner, self._theme = shell.controller, shell.runner, shell.theme
        self._folder = shell.folder
        self.learning: LearningWindow | None = None

    @Slot()
    def open_learning(self) -> None:
        """Open the window of a machine that teaches itself, or bring it to the front."""
        if self.learning is None:
            from ttt_desktop.learning.study import Study  # noqa: PLC0415  (not for the start)
            from ttt_desktop.learning.window import LearningWindow  # noqa: PLC0415

            study = Study(self._runner, self._folder, self)
            self.learning = LearningWindow(study, self._controller, self._runner, self._theme)
            self.learning.game_chosen.connect(self.game_chosen)
            self.learning.player_chosen.connect(self.player_chosen)
            self.learning.lab_wanted.connect(self._fill_lab)
        self._show(self.learning)
        self.learning.show_chart()

    def learn(self, task: LearningTask, start: bool) -> None:
        """Open that window with its form filled in, and start what it asks for if wanted."""
        self.open_learning()
        assert self.learning is not None
        self.learning.learn(task, start)

    @Slot(object)
    def _fill_lab(self, experiment: Experiment) -> None:
        self._shell.serve(Measure(experiment, start=False))

    def close(self) -> None:
        """Close what is open."""
        for window in filter(None, (self.learning,)):
            window.close()

    def _show(self, window: QWidget) -> None:
        if not window.isVisible():
            self._keep_lesson_in_sight(window)
        window.show()
        window.raise_()
        window.activateWindow()

    def _keep_lesson_in_sight(self, window: QWidget) -> None:
        """During a lesson, place a window beside its panel, if there is room."""
        panel = self._docks.by_action.get("lesson")
        if panel is None or not panel.isVisible():
            return
        room = panel.screen().availableGeometry()
        taken = QRect(panel.mapToGlobal(QPoint(0, 0)), panel.size())
        left, right = taken.left() - room.left(), room.right() - taken.right()
        width = max(left, right)
        if width < window.minimumSizeHint().width():
            return
        frame = self._window.frameSize() - self._window.size()
        window.resize(
            min(window.width(), width - frame.width()),
            min(window.height(), room.height() - frame.height()),
        )
        spare = width - window.width() - frame.width()
        place = taken.right() + 1 if right >= left else room.left() + spare
        window.move(place, max(room.top(), self._window.frameGeometry().top()))
