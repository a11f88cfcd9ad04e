"""The heat map's dock: the scores of the newest search, live."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERX, square_name
from ttt_desktop.heat.controls import HeatControls
from ttt_desktop.heat.legend import Legend
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.theme import SPACE, ThemeManager
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.play.findings import searched, verdict
from ttt_desktop.play.heat_view import HeatView
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.text import QT_TRANSLATE_NOOP, breakable, listed, tr

NO_SEARCH = QT_TRANSLATE_NOOP("", "No search yet. Scores appear while the machine thinks.")

_HOW_SURE = QT_TRANSLATE_NOOP(
    "",
    "In at least 95 of 100 searches the best square is the one named, or among those that are too "
    "close to call. “95 % sure” is wrong in at most 5 of 100.",
)

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
        theme: colours and fonts.
        parent: the main window.

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
        self._sentences = ""
        self._caption = QLabel()
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setWordWrap(True)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._caption.setToolTip(f"<qt>{tr(_HOW_SURE)}</qt>")
        # Room for two lines, so that the map stays where it is when the text grows.
        self._caption.setMinimumHeight(2 * self._caption.fontMetrics().lineSpacing())
        self.controls = HeatControls()
        self.controls.chosen.connect(self.chosen)
        self.controls.fit_wanted.connect(model.fit_scale)
        self.onto_board = QPushButton(tr("Show on the &board"))
        self.onto_board.setToolTip(tr("On a large board, scores read better on the board itself"))
        self.onto_board.clicked.connect(self._choose_board)
        self._map = SquareFrame(self.view, 110)
        policy = self._map.sizePolicy()
        policy.setHeightForWidth(True)  # the controls under it take what a square leaves
        self._map.setSizePolicy(policy)
        self.setWidget(self._build(theme))
        model.dataChanged.connect(self._refresh)
        model.modelReset.connect(self._refresh)
        self._refresh()

    @property
    def caption(self) -> str:
        """The sentence above the map."""
        return self._sentences

    def show_settings(self, settings: Settings) -> None:
        """Show the settings in force."""
        self._settings = settings
        self._show_controls()
        self._show_map()

    def show_controls(self, shown: bool) -> None:
        """Show or hide the controls under the map."""
        self._scroll.setVisible(shown)

    def _build(self, theme: ThemeManager) -> QWidget:
        self._scroll = QScrollArea()
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it can have it
        self._scroll.setWidget(self.controls)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setMinimumHeight(SPACE * 4)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(SPACE, 0, SPACE, SPACE)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self._caption)
        layout.addWidget(self.onto_board)
        layout.addWidget(self._map, 4)
        layout.addWidget(Legend(self._model, theme))
        layout.addWidget(self._scroll, 3)
        return content

    def _show_controls(self) -> None:
        found = self._model.analysis
        self.controls.show_settings(self._settings, found.player if found else PLAYERX)

    def _show_map(self) -> None:
        """Show the map, unless a large board carries the scores itself."""
        large, on_board = self._model.dim >= _LARGE, self._settings.board_scores
        self._map.setVisible(not (large and on_board))
        self.onto_board.setVisible(large)
        self.onto_board.setText(tr("Show them &here") if on_board else tr("Show on the &board"))

    @Slot()
    def _choose_board(self) -> None:
        self.chosen.emit("board_scores", not self._settings.board_scores)

    @Slot()
    def _refresh(self) -> None:
        self._show_map()
        sheet = self._model.sheet
        if not self._settings.alike:
            self._show_controls()
        if sheet is None:
            sentences = [self._model.note or tr(NO_SEARCH)]
        else:
            sentences = [searched(sheet.analysis, self._model.moves_since), verdict(sheet)]
        self._sentences = " ".join([*sentences, *self._blind_spots()])
        self._caption.setText(breakable(self._sentences))

    def _blind_spots(self) -> list[str]:
        """Return a sentence on the method's mistake in this position, if there is one."""
        truth, blind = self._model.truth, self._model.blind_spots
        if truth is None or not blind:
            return []
        names = listed(square_name(square) for square in blind)
        worth = min(truth.values[square] for square in blind)
        return [tr(_BLIND[worth, truth.best_value], squares=names)]
