"""The heat map's dock: the scores of the newest search, live."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDockWidget, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from engine import PLAYERX, Analysis, square_name
from ttt_desktop.heat.controls import HeatControls
from ttt_desktop.heat.legend import Legend
from ttt_desktop.look.grid_view import GridView, SquareFrame
from ttt_desktop.look.theme import SPACE, ThemeManager
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.play.heat_delegate import HeatDelegate
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.text import QT_TRANSLATE_NOOP, breakable, letter, listed, tr

NO_SEARCH = QT_TRANSLATE_NOOP("", "No search yet. Scores appear while the machine thinks.")

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
        controls: the controls under the map.

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
        self._view = GridView(theme)
        self._view.setModel(model)
        self._squares = HeatDelegate(theme)
        self._view.setItemDelegate(self._squares)
        self._view.setAccessibleName(tr("Heat map"))
        self._view.setAccessibleDescription(tr("Arrow keys read out the score of each square."))
        self._view.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._sentences = ""
        self._caption = QLabel()
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setWordWrap(True)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Room for two lines, so that the map stays where it is when the text grows.
        self._caption.setMinimumHeight(2 * self._caption.fontMetrics().lineSpacing())
        self.controls = HeatControls()
        self.controls.chosen.connect(self.chosen)
        self.controls.fit_wanted.connect(model.fit_scale)
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
        layout.addWidget(SquareFrame(self._view, 110), 4)
        layout.addWidget(Legend(self._model, theme))
        layout.addWidget(self._scroll, 3)
        return content

    def _show_controls(self) -> None:
        found = self._model.analysis
        self.controls.show_settings(self._settings, found.player if found else PLAYERX)

    @Slot()
    def _refresh(self) -> None:
        sheet = self._model.sheet
        if not self._settings.alike:
            self._show_controls()
        if sheet is None:
            sentences = [self._model.note or tr(NO_SEARCH)]
        else:
            sentences = [_searched(sheet.analysis), sheet.verdict()]
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


def _searched(found: Analysis) -> str:
    """Return a sentence on how much was searched for which side."""
    mark, count = letter(found.player), f"{found.count:,}"
    if not found.saved:
        return tr("{mark} to move, {count} trials.", mark=mark, count=count)
    return tr(
        "{mark} to move, {count} trials ({saved} saved).",
        mark=mark,
        count=count,
        saved=f"{found.saved:,}",
    )
