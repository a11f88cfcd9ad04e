"""The bandits' dock: arms to pull, five policies side by side, and what each has lost."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import isfinite
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QGridLayout, QLabel, QToolButton, QWidget

from engine.search.arms import SAMPLED
from engine.search.bandits import EPSILON_GREEDY, GREEDY, THOMPSON, UCB, UNIFORM, YOU, Pull
from ttt_desktop.features.bandits.bench import MOST_SQUARES, Bench, BenchSubject, Curve
from ttt_desktop.features.bandits.late import LateChart
from ttt_desktop.features.bandits.look import line_pen, title
from ttt_desktop.features.bandits.picture import BenchArea, BenchPicture
from ttt_desktop.fields.form import Form, LinearSlider
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import letter, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import ToolRow, dock_column, mute
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import OPTIONS, SQUARES, Settings
from ttt_desktop.shell.transport import Transport
from ttt_desktop.work.jobs import JobRunner

if TYPE_CHECKING:
    from ttt_desktop.features.bandits.lines import LineChart

BUTTONS = ("play", "step", "stop", "reset", "thousand", "new", "reveal")
"""What can be done here: the actions "bandits_play" and so on. The first row has icons."""

_FIRST_ROW = 4
_PACE_MS = 400
_SETTINGS = ("arms", "arm_count")


_MOST_UCB = 3.0
"""Where the slider of UCB1's constant ends."""


class BanditDock(QDockWidget):
    """A dockable bench: what a person and five policies find out about the same arms.

    Args:
        controller: whose position the arms are, where they are squares.
        actions: what its buttons do, by the names in ``BUTTONS``.

    Attributes:
        bench: the arms, and who pulls them.
        picture: the machines and the rows.
        button: the buttons, by name.
        fields: what the arms are, and UCB1's constant.
        place: where the chart is.
        transport: plays by itself, and looks at the board.

    Signals:
        chosen(str, object): a setting's name, and the value that the user gave it.
    """

    chosen = Signal(str, object)

    def __init__(
        self,
        controller: GameController,
        runner: JobRunner,
        theme: ThemeManager,
        actions: Mapping[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Bandits"), parent)
        self.setObjectName("bandits")
        self._controller = controller
        self._theme = theme
        self._actions = actions
        self.bench = Bench(runner, self)
        self.picture = BenchPicture(self.bench, theme)
        self.place = LateChart(runner, self._make_chart, self._curves)
        self.fields = Form(self, [OPTIONS[name] for name in _SETTINGS])
        self.fields.add(OPTIONS["ucb"], LinearSlider(OPTIONS["ucb"], _MOST_UCB, decimals=2))
        self._sentence, self._note = QLabel(), QLabel()
        self.button: dict[str, QToolButton] = {}
        self._build()
        self.transport = self._transport()
        self.fields.chosen.connect(self.chosen)
        self.picture.pulled.connect(self.bench.pull)
        self.picture.turned.connect(self._refresh)
        self.picture.resized.connect(self._order)
        self.bench.changed.connect(self._refresh)
        controller.follow(self.transport.look, View.settings)
        theme.changed.connect(self._leave_room)
        self._leave_room()

    @property
    def sentence(self) -> str:
        """What the last pull of the chosen competitor was, and why."""
        return self._sentence.text()

    @property
    def note(self) -> str:
        """What there is to know of the arms."""
        return self._note.text()

    def _build(self) -> None:
        for label in (self._sentence, self._note):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        mute(self._note)
        layout = dock_column(self, SPACE // 2)
        layout.addLayout(self._choices(_SETTINGS))
        layout.addWidget(self._sentence)
        layout.addWidget(BenchArea(self.picture), 2)
        for those in (BUTTONS[:_FIRST_ROW], BUTTONS[_FIRST_ROW:]):
            row = ToolRow(self._actions[name] for name in those)
            self.button |= dict(zip(those, row.buttons, strict=True))
            layout.addLayout(row)
        layout.addWidget(self._note)
        layout.addWidget(self.place, 1)
        layout.addLayout(self._choices(("ucb",)))

    @Slot()
    def _order(self) -> None:
        """Let the keyboard go from above to below; machines are made later than all else."""
        ucb, picture = self.fields["ucb"], self.picture
        order = [*(self.fields[name] for name in _SETTINGS), *picture.machines,
                 *picture.rows.values(), *self.button.values(), ucb.slider, ucb.box]  # fmt: skip
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _choices(self, names: tuple[str, ...]) -> QGridLayout:
        """Return fields, each with its label in front of it."""
        grid = QGridLayout()
        grid.setSpacing(SPACE // 2)
        labels = {"arms": tr("Arms:"), "arm_count": tr("How many:"), "ucb": tr("UCB1's constant:")}
        for row, name in enumerate(names):
            label = QLabel(labels[name])
            label.setBuddy(self.fields[name])
            grid.addWidget(label, row, 0)
            grid.addWidget(self.fields[name], row, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _transport(self) -> Transport:
        bench = self.bench
        transport = Transport(self, self._controller, self._actions, {
            "step": bench.step, "stop": bench.stop, "reset": bench.reset,
            "thousand": lambda: bench.run(1000), "new": bench.new_arms, "reveal": bench.reveal,
        })  # fmt: skip
        transport.set_pace(_PACE_MS)
        transport.looking.connect(self._look)
        transport.toggled.connect(self._refresh)
        return transport

    def _make_chart(self, module: ModuleType) -> LineChart:
        chart: LineChart = module.LineChart(
            self._theme, tr("Regret of each policy"), (tr("Pulls"), tr("Regret")),
            lambda name, pixel: line_pen(self._theme.theme, name, pixel),
        )  # fmt: skip
        return chart

    # --- what there is to see -------------------------------------------------------------

    @Slot()
    def _look(self) -> None:
        """Turn to what the settings say, and to the position on the board."""
        settings, game = self._controller.settings, self._controller.game
        subject = BenchSubject(settings.arm_count)
        if settings.arms == SQUARES:
            subject = BenchSubject.of_squares(game.board, game.to_move)
        self._show_settings(settings)
        self.bench.look_at(subject, game.board, game.to_move, settings.ucb)

    def _show_settings(self, settings: Settings) -> None:
        self.fields.show({name: getattr(settings, name) for name in self.fields})
        self.fields["arm_count"].setEnabled(settings.arms != SQUARES)

    @Slot()
    def _refresh(self) -> None:
        bench = self.bench
        self.picture.refresh()
        self._sentence.setText(self._said())
        self._note.setText(self._noted())
        self.transport.allow(bench.possible, bench.running)
        self._actions["new"].setEnabled(bench.possible and not bench.of_squares)
        self._actions["reveal"].setEnabled(bench.possible and not bench.revealed)
        self._actions["reset"].setEnabled(bench.possible)
        (self.place.draw_soon if bench.running else self.place.draw)()

    def _curves(self) -> dict[str, Curve]:
        """Return the regret of all who have pulled."""
        curves = {name: self.bench.curve(name) for name in self.bench.competitors}
        return {name: points for name, points in curves.items() if len(points) > 1}

    def _noted(self) -> str:
        """Return what there is to know of the arms, and of regret."""
        bench = self.bench
        if not bench.possible:
            return ""
        if bench.of_squares:
            first = tr("A pull is one random game after a move there. For {mark} a win counts 1, a "
                       "tie ½, a loss 0.", mark=letter(bench.player))  # fmt: skip
        else:
            first = tr("A pull brings 1 with the arm's hidden chance, and else 0.")
        if bench.chances is None:
            waits = tr("The true chances are being worked out…")
            return f"{first} {waits}"
        if not bench.chances.exact:
            sampled = tr("True chances are means of {count} games each, since there are too many "
                         "to count.", count=f"{SAMPLED:,}")  # fmt: skip
            first = f"{first} {sampled}"
        regret = tr("Regret: what the best arm would have brought more, on average.")
        return f"{first} {regret}"

    def _said(self) -> str:
        """Return what the chosen competitor did last, and why."""
        bench, name = self.bench, self.picture.chosen
        if not bench.possible:
            if bench.crowded:
                return tr("There are more than {most} empty squares here: too many to compare.",
                          most=MOST_SQUARES)  # fmt: skip
            return tr("The game is over: there is no square to try.")
        if bench.running:
            return tr("Each policy pulls again and again: {count} times so far.",
                      count=f"{bench.pulls:,}")  # fmt: skip
        last = bench.competitors[name].last
        if last is None:
            if name == YOU:
                return tr("Which arm is the best? Click one to pull it. “Step” lets each policy "
                          "pull.")  # fmt: skip
            return tr("{who} has not pulled yet.", who=title(name))
        sentence = _explained(name, last, bench.names[last.arm])
        if name == YOU:
            known = bench.known(YOU)
            brought = tr("{count} pulls so far have brought {total}.", n=known.count,
                         one="1 pull so far has brought {total}.", count=f"{known.count:,}",
                         total=f"{sum(known.totals):g}")  # fmt: skip
            sentence = f"{sentence} {brought}"
        return sentence

    @Slot()
    def _leave_room(self) -> None:
        # Room for two lines, so that the machines stay where they are when the text grows.
        self._sentence.setMinimumHeight(2 * self._sentence.fontMetrics().lineSpacing())


def _explained(name: str, last: Pull, arm: str) -> str:
    """Return a sentence on a pull, and one on the reason for it."""
    brought = {0.0: tr("nothing"), 0.5: tr("½"), 1.0: tr("1")}[last.reward]
    if name == YOU:
        return tr("You pulled {arm}. It brought {reward}.", arm=arm, reward=brought)
    pulled = tr("{who} pulled {arm}. It brought {reward}.", who=title(name), arm=arm,
                reward=brought)  # fmt: skip
    return f"{pulled} {_reason(name, last)}"


def _reason(name: str, last: Pull) -> str:
    """Return why a policy pulled an arm."""
    if name == UNIFORM:
        return tr("It takes any arm, whatever it knows.")
    if name == THOMPSON:
        return tr("Its draw for this arm, {draw}, was the greatest.", draw=f"{last.draw:.2f}")
    if last.explored:
        return tr("This time it took any arm, to explore.")
    if last.mean is None:
        return tr("It had not tried this arm yet.")
    mean = f"{last.mean:.2f}"
    if name == UCB and isfinite(last.bonus):
        return tr("Mean {mean} and bonus {bonus} had made the greatest sum.", mean=mean,
                  bonus=f"{last.bonus:.2f}")  # fmt: skip
    assert name in (GREEDY, EPSILON_GREEDY)
    return tr("No arm had a greater mean than its {mean}.", mean=mean)
