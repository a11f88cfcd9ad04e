"""The heat map's dock: the scores of the newest search, live, and what its colours mean."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFormLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine import EMPTY, PLAYERO, PLAYERX, square_name
from engine.players.monte_carlo import KIND
from ttt_desktop.board.heat_view import HeatView
from ttt_desktop.features.heat.switch import Switch
from ttt_desktop.features.heat.words import is_one, not_the_best, played_instead, whose
from ttt_desktop.fields.form import Form, LinearSlider
from ttt_desktop.look.colormap import shade
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, CORNER, SPACE
from ttt_desktop.look.parts import Words
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, breakable, letter, listed, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import dock_column, mute, narrow
from ttt_desktop.look.windows import PlainArea
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.findings import searched, verdict
from ttt_desktop.session.sheet import score_text
from ttt_desktop.settings.declarations import OPTIONS, Settings

_STOPS = 32


_WEIGHTS = ("current", "other")
_SETTINGS = ("heat_values", "palette", "lock_scale", "show_truth")
_SLIDER_TOP = 3.0


def _narrow_form(owner: QWidget | None = None) -> QFormLayout:
    form = QFormLayout() if owner is None else QFormLayout(owner)
    form.setContentsMargins(0, 0, 0, 0)
    form.setSpacing(SPACE // 2)
    form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)  # where it is narrow
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return form


class HeatControls(QWidget):
    """The controls of the heat map. Each is a setting, shown where it is needed.

    Those that few need stand on it; the dock puts the switch and the weights where they are seen.

    Args:
        theme: the look.

    Attributes:
        fields: the settings of the map, and the machine's weights.
        weights: both weights, which are seen without scrolling.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
        fit_wanted(): the colour scale is to be fitted to the scores.
    """

    chosen = Signal(str, object)
    fit_wanted = Signal()

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._settings, self._mark = Settings(), PLAYERX
        self.fields = Form(self, [OPTIONS[name] for name in _SETTINGS])
        scores_of = OPTIONS["scores_of"]
        titles = {value: tr(title) for value, title in scores_of.choices.items()}
        self.fields.add(scores_of, Switch(theme, titles))
        for name in _WEIGHTS:
            self.fields.add(KIND.parameter(name), LinearSlider(KIND.parameter(name), _SLIDER_TOP))
        self.fields.chosen.connect(self._choose)
        self.fit = QPushButton(tr("&Fit"))
        self.fit.setToolTip(tr("Fit the colour scale to the scores shown now"))
        self.fit.clicked.connect(self.fit_wanted)
        self._side = QLabel()
        mute(self._side)
        self.weights = QWidget()
        self._build_weights(theme)
        self._build()

    def _build_weights(self, theme: ThemeManager) -> None:
        form = _narrow_form(self.weights)
        form.setVerticalSpacing(SPACE // 4)
        form.addRow(self._side)
        for name in _WEIGHTS:
            label = Words(theme, tr(KIND.parameter(name).label), CAPTION)
            label.setBuddy(self.fields[name])
            form.addRow(label, self.fields[name])

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE // 2)
        form = _narrow_form()
        for text, field in (
            (tr("&Numbers:"), self.fields["heat_values"]),
            (tr("&Colours:"), self.fields["palette"]),
        ):
            label = QLabel(text)
            label.setBuddy(field)
            form.addRow(label, field)
            narrow(field, 8)
        scale = FlowRow(SPACE // 2)
        scale.addWidget(self.fields["lock_scale"])
        scale.addWidget(self.fit)
        layout.addLayout(form)
        layout.addLayout(scale)
        layout.addWidget(self.fields["show_truth"])
        layout.addStretch(1)

    def show_settings(self, settings: Settings, mark: int) -> None:
        """Show the settings in force, and the weights of the side that is searched for."""
        self._settings, self._mark = settings, mark
        self._side.setVisible(settings.scorer_name(PLAYERX) != settings.scorer_name(PLAYERO))
        self._side.setText(tr("Weights of {mark}'s machine", mark=letter(mark)))
        self.fields.show(settings.weights(mark)._asdict())
        self.fields.show({name: getattr(settings, name) for name in (*_SETTINGS, "scores_of")})

    @Slot(str, object)
    def _choose(self, name: str, value: Any) -> None:
        """Say what was chosen; a weight is a part of what scores its side's positions."""
        if name in _WEIGHTS:
            name, value = self._settings.scored_with(self._mark, name, value)
        self.chosen.emit(name, value)


class Legend(QWidget):
    """A colour bar from the worst score to the best, with zero in the middle.

    Args:
        model: where the scale's end comes from.
    """

    def __init__(
        self, model: BoardModel, theme: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Legend of the heat map"))
        self._ends = ("", "")
        model.dataChanged.connect(self._refresh)
        theme.changed.connect(self._restyle)
        self._restyle()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(160, 2 * self.fontMetrics().height() + 2 * SPACE)

    @Slot()
    def _restyle(self) -> None:
        self.setFont(self._theme.font(CAPTION))
        self.updateGeometry()
        self.update()
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        ends = self._scale()
        if ends != self._ends:
            self._ends = low, high = ends
            text = tr("From {low}, worse, over 0 to {high}, better", low=low, high=high)
            self.setAccessibleDescription(text)
            self.update()

    def _scale(self) -> tuple[str, str]:
        """Return what stands at the ends of the bar."""
        sheet = self._model.sheet
        if sheet is None:
            return "–", "+"
        if sheet.valued:
            return tr("lost"), tr("won")
        limit, as_mean = sheet.limit, sheet.as_mean
        return score_text(-limit, as_mean), score_text(limit, as_mean)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        line = self.fontMetrics().height()
        bar = QRectF(SPACE, line + 2, self.width() - 2 * SPACE, SPACE * 1.5)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for stop in range(_STOPS + 1):
            share = stop / _STOPS
            gradient.setColorAt(share, QColor(*shade(2 * share - 1, self._theme.palette)))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gradient)
        painter.drawRoundedRect(bar, CORNER / 2, CORNER / 2)
        above = QRectF(bar.left(), 0, bar.width(), line)
        below = QRectF(bar.left(), bar.bottom() + 2, bar.width(), line)
        painter.setPen(self._theme.theme.colour("muted"))
        _write(painter, above, tr("worse"), "", tr("better"))
        painter.setPen(self._theme.theme.colour("ink"))
        low, high = self._ends
        _write(painter, below, low, "0", high)
        painter.end()


def _write(painter: QPainter, room: QRectF, left: str, middle: str, right: str) -> None:
    """Write texts into a line; where they would touch, the middle goes, and then the left one."""
    width = painter.fontMetrics().horizontalAdvance
    ends = 2 * (max(width(left), width(right)) + SPACE)
    if middle and width(middle) + ends <= room.width():
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter, middle)
    if width(left) + width(right) + SPACE <= room.width():
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft, left)
    painter.drawText(room, Qt.AlignmentFlag.AlignRight, right)


NO_SEARCH = QT_TRANSLATE_NOOP("", "No search yet. Scores appear while the machine thinks.")

_HOW_SURE = QT_TRANSLATE_NOOP(
    "",
    "In at least 95 of 100 searches the best square is the one named, or among those that are too "
    "close to call. “95 % sure” is wrong in at most 5 of 100.",
)

_ROOMY = 600
"""The width of a window in which the dock can be made wider, in pixels."""
_LARGE = 10
"""From this side on, scores read better on the board itself than on a small copy of it."""

_WIN, _TIE, _LOSS = 1, 0, -1
_BLIND = {
    (_TIE, _WIN): QT_TRANSLATE_NOOP(
        "",
        "Blind spot of the method: however many trials, it likes {squares}, a tie where a win "
        "can be had.",
    ),
    (_LOSS, _WIN): QT_TRANSLATE_NOOP(
        "",
        "Blind spot of the method: however many trials, it likes {squares}, a loss where a win "
        "can be had.",
    ),
    (_LOSS, _TIE): QT_TRANSLATE_NOOP(
        "",
        "Blind spot of the method: however many trials, it likes {squares}, a loss where a tie "
        "can be had.",
    ),
}
"""What a mistake is called, by what the move is worth and what the best one is."""


class HeatDock(QDockWidget):
    """A dockable heat map of the scores that the newest search found.

    Args:
        model: the board and its scores.

    Attributes:
        view: the map.
        controls: the controls under the map.
        onto_board: the button that shows the scores of a large board on the board itself.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
    """

    chosen = Signal(str, object)

    def __init__(
        self, model: BoardModel, theme: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Heat map"), parent)
        self.setObjectName("heat_map")
        self._model = model
        self._settings = Settings()
        self.view = HeatView(model, theme)
        self.view.setAccessibleName(tr("Heat map"))
        self.view.setAccessibleDescription(tr("Arrow keys read out the score of each square."))
        self.view.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._controls_wanted: bool | None = None
        self._sentences = ""
        self._shown_of = EMPTY
        self._guest = ""
        self._whose = QLabel()
        mute(self._whose)
        self._whose.setWordWrap(True)
        self._caption = QLabel()
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setWordWrap(True)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._caption.setToolTip(f"<qt>{tr(_HOW_SURE)}</qt>")
        # Room for two lines, so that the map stays where it is when the text grows.
        self._caption.setMinimumHeight(2 * self._caption.fontMetrics().lineSpacing())
        self.controls = HeatControls(theme)
        self.controls.chosen.connect(self.chosen)
        self.controls.fit_wanted.connect(model.fit_scale)
        self.onto_board = QPushButton(tr("Show on the &board"))
        self.onto_board.setToolTip(tr("On a large board, scores read better on the board itself"))
        self.onto_board.clicked.connect(self._choose_board)
        self._map = SquareFrame(self.view, 110)
        self._build(theme)
        model.dataChanged.connect(self._refresh)
        model.modelReset.connect(self._refresh)
        self._refresh()

    @property
    def caption(self) -> str:
        """The sentence above the map."""
        return self._sentences

    @property
    def whose(self) -> str:
        """The sentence on whose scores the map shows."""
        return self._whose.text()

    def show_settings(self, settings: Settings, guest: str = "") -> None:
        """Show the settings in force.

        Args:
            guest: what a machine is called that plays and is not built in; else empty.
        """
        self._settings, self._guest = settings, guest
        self._show_controls()
        self._show_map()

    def show_controls(self, shown: bool | None) -> None:
        """Show or hide the controls under the map; None shows them where they are not cut off."""
        self._controls_wanted = shown
        self._fit_controls()

    def _fit_controls(self) -> None:
        """Leave the controls out where they would be cut off, and nobody can make them wider."""
        least, wanted = self.controls.minimumSizeHint().width(), self._controls_wanted
        wide = self.width() >= least or self.window().width() >= _ROOMY
        self._scroll.setVisible(wide if wanted is None else wanted)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._map.setMaximumHeight(self.width())  # the controls take what a square leaves
        self._fit_controls()

    def _build(self, theme: ThemeManager) -> None:
        self._scroll = PlainArea(self.controls)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Both weights are in sight: each label has two lines.
        self._scroll.setMinimumSize(1, 4 * self.fontMetrics().lineSpacing() + 2 * SPACE)
        layout = dock_column(self, SPACE // 4)
        layout.addWidget(self.controls.fields["scores_of"])
        layout.addWidget(self._whose)
        layout.addWidget(self._caption)
        layout.addWidget(self.onto_board)
        layout.addWidget(self._map, 4)
        layout.addWidget(Legend(self._model, theme))
        layout.addWidget(self.controls.weights)
        layout.addWidget(self._scroll, 1)

    def _show_controls(self) -> None:
        analysis, settings = self._model.analysis, self._settings
        mark = analysis.player if analysis else PLAYERX
        self.controls.show_settings(settings, mark)
        self._whose.setText(whose(settings, mark, self._guest))
        self.controls.fields["scores_of"].setEnabled(not is_one(settings, mark, self._guest))

    def _show_map(self) -> None:
        """Show the map, unless a large board carries the scores itself."""
        large, on_board = self._model.dim >= _LARGE, self._settings.board_scores
        self._map.setVisible(not (large and on_board))
        self.onto_board.setVisible(large)
        self.onto_board.setText(tr("Show them &here") if on_board else tr("Show on the &board"))

    @Slot()
    def _choose_board(self) -> None:
        self.chosen.emit("board_scores", not self._settings.board_scores)

    def _show_whose(self) -> None:
        """Show whose scores these are, once they are another side's."""
        player = self._model.searcher
        if player != self._shown_of:
            self._shown_of = player
            self._show_controls()

    @Slot()
    def _refresh(self) -> None:
        self._show_map()
        sheet = self._model.sheet
        self._show_whose()
        if sheet is None:
            sentences = [self._model.note or tr(NO_SEARCH)]
        else:
            sentences = [searched(sheet.analysis, self._model.moves_since), verdict(sheet)]
        sentences.append(played_instead(self._model))
        marked = not_the_best(self._model)
        if marked != self.view.marked:
            self.view.marked = marked
            self.view.viewport().update()
        self._sentences = " ".join(filter(None, [*sentences, *self._blind_spots()]))
        self._caption.setText(breakable(self._sentences))

    def _blind_spots(self) -> list[str]:
        """Return a sentence on the method's mistake in this position, if there is one."""
        truth, blind = self._model.truth, self._model.blind_spots
        if truth is None or not blind:
            return []
        names = listed(square_name(square) for square in blind)
        worth = min(truth.values[square] for square in blind)
        return [tr(_BLIND[worth, truth.best_value], squares=names)]
