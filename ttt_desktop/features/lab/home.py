"""The lab's home: experiments ready to be run with one click, and the results that there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ttt_desktop.features.lab.bars import draw_bars
from ttt_desktop.features.lab.describing import name_of
from ttt_desktop.features.lab.preset_pictures import SKETCHED, draw_sketch
from ttt_desktop.features.lab.presets import PRESETS, Preset
from ttt_desktop.features.lab.tournaments import LabState, Tournaments
from ttt_desktop.look.flow import Columns
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, CAPTION, LEAD, S2, S4
from ttt_desktop.look.parts import Card, TileButton, Words
from ttt_desktop.look.text import listed, rule_text, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.work_page import WorkPage, row_of

_REFRESH_MS = 500

_COLUMN = 340
"""The least width of a card, in pixels at the usual text size."""

_SKETCH_FROM = 340
"""From which width on a card has room for its sketch, in pixels at the usual text size."""


class ExperimentTile(TileButton):
    """A card that runs an experiment: a sketch, what it asks, its size, and what a click does.

    Args:
        theme: the look.
        name: whose sketch it shows.
        title: what it is called.
        about: what it asks.
        foot: how large it is, and what a click does.
    """

    def __init__(
        self, theme: ThemeManager, name: str, title: str, about: str, foot: tuple[str, str]
    ) -> None:
        super().__init__(theme, title, about)
        self.setObjectName(name)
        self._look, self._name = theme, name
        size, act = foot
        row = QHBoxLayout()
        row.setSpacing(S2)
        words = (
            Words(theme, size, CAPTION, colour="muted"),
            Words(theme, act, BODY, QFont.Weight.DemiBold, "accent"),
        )
        for word in words:
            word.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(words[0], 1)
        row.addWidget(words[1])
        self._lines = cast("QVBoxLayout", self.layout())
        self._lines.addLayout(row)
        self.setToolTip(tr("{act}: {title}", act=act, title=title))
        self._make_room()

    @property
    def _has_sketch(self) -> bool:
        return self.width() >= self._look.px(_SKETCH_FROM)

    def _make_room(self) -> None:
        """Leave room for the sketch where the card is wide enough."""
        left = 2 * S4 + SKETCHED[0] if self._has_sketch else S4
        right = S4
        if self.isRightToLeft():
            left, right = right, left
        self._lines.setContentsMargins(left, S4, right, S4)

    @handler
    def resizeEvent(self, event: object) -> None:  # noqa: D102
        self._make_room()

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        # Without the sketch: it goes where there is no room for it.
        words = self._lines.minimumSize()
        margins = self._lines.contentsMargins()
        return QSize(words.width() - margins.left() - margins.right() + 2 * S4, words.height())

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        if not self._has_sketch:
            return
        wide, high = SKETCHED
        left = self.width() - S4 - wide if self.isRightToLeft() else S4
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._look.font(LEAD, QFont.Weight.DemiBold))
        box = QRectF(left, (self.height() - high) / 2, wide, high)
        draw_sketch(painter, box, self._look.theme, self._name)
        painter.end()


class _Bars(QWidget):
    """A small picture of the results: a bar for each row."""

    def __init__(self, lab: Tournaments, theme: ThemeManager) -> None:
        super().__init__()
        self._lab, self._look = lab, theme
        self.setFixedSize(96, 40)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._lab.summary is not None:
            painter = QPainter(self)
            draw_bars(painter, QRectF(self.rect()), self._look.theme, self._lab.summary)
            painter.end()


class LabHome(WorkPage):
    """Offers experiments, one's own, and the results that are there.

    Args:
        lab: holds the results.
        theme: the look.
        run: runs a ready-made experiment.
        set_up: opens the page for one's own.

    Attributes:
        tiles: the cards, by the names of their experiments; "own" for one's own.

    Signals:
        results_wanted(): the results that are there are to be seen.
    """

    results_wanted = Signal()

    def __init__(
        self,
        lab: Tournaments,
        theme: ThemeManager,
        run: Callable[[Preset], object],
        set_up: Callable[[], object],
    ) -> None:
        super().__init__(theme)
        self._lab = lab
        self.tiles: dict[str, ExperimentTile] = {}
        self._grid = Columns(theme, _COLUMN, most=3)
        for preset in PRESETS:
            act = tr("Choose a file…") if preset.make().wants_file else tr("Run")
            foot = preset.size, act
            tile = ExperimentTile(theme, preset.name, tr(preset.title), tr(preset.about), foot)
            tile.clicked.connect(partial(run, preset))
            self._offer(preset.name, tile)
        own = ExperimentTile(
            theme, "own", tr("Your own experiment"),
            tr("Choose players, a board, and one number to vary. The rest stays fixed."),
            (tr("any players, any board"), tr("Set it up…")),
        )  # fmt: skip
        own.clicked.connect(set_up)
        self._offer("own", own)
        presets = QWidget()
        presets.setLayout(self._grid)
        self._bars = _Bars(lab, theme)
        self._name = Words(theme, "", weight=QFont.Weight.DemiBold, wrap=True)
        self._about = Words(theme, "", CAPTION, colour="muted", wrap=True)
        self.lay_out(presets, self._results_card(), QWidget())
        self._soon = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._soon.timeout.connect(self.show_results)
        lab.changed.connect(self.show_results)
        lab.added.connect(self._show_soon)
        lab.began.connect(self.show_results)
        self.show_results()

    def _offer(self, name: str, tile: ExperimentTile) -> None:
        self.tiles[name] = tile
        self._grid.addWidget(tile)

    def _results_card(self) -> QWidget:
        """Return the card with the results that are there."""
        card = Card(self.theme)
        card.box.addWidget(Words(self.theme, tr("Results"), LEAD, QFont.Weight.DemiBold))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._name)
        words.addWidget(self._about)
        row = QHBoxLayout()
        row.setSpacing(S4)
        row.addWidget(self._bars)
        row.addLayout(words, 1)
        show = self.make_button(
            "show", tr("&Show"), tr("Show these results"), self.results_wanted.emit
        )
        card.box.addLayout(row)
        card.box.addWidget(row_of(show))
        return card

    @Slot()
    def _show_soon(self) -> None:
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    @handler
    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self.show_results()

    @Slot()
    def show_results(self) -> None:
        """Show what results there are."""
        lab, summary = self._lab, self._lab.summary
        for part in (self._bars, self.button["show"]):
            part.setVisible(summary is not None)
        if summary is None:
            self._name.setText("")
            self._name.hide()
            self._about.setText(tr("Run an experiment: its results appear here. Those of an "
                                   "earlier run, kept as a file, can be opened."))  # fmt: skip
            return
        tournament = summary.tournament
        self._name.setText(name_of(tournament))
        self._name.show()
        games = tr("{done} of {count} games", done=f"{len(lab.games):,}",
                   count=f"{lab.wanted:,}")  # fmt: skip
        words = [rule_text(tournament.pairings[0].rules), games,
                 tr("seed {seed}", seed=tournament.seed)]  # fmt: skip
        if lab.state is LabState.RUNNING:
            words.append(tr("running"))
        elif lab.state is LabState.PAUSED:
            words.append(tr("paused"))
        self._about.setText(listed(words))
        self._bars.update()
