"""Small widgets that Qt lacks: buttons of actions, texts that fit, and the notice above a board."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import SIGNAL, QEvent, QObject, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QAction,
    QActionEvent,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CARD_CORNER, CONTROL, SPACE
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import breakable, tr


def mute(label: QWidget) -> None:
    """Have a label show text that may be overlooked."""
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)


def paint_card(widget: QWidget, ground: QPalette.ColorRole = QPalette.ColorRole.Base) -> None:
    """Paint the ground of a card while a widget paints itself, in its palette's colours."""
    painter, palette = QPainter(widget), widget.palette()
    line = palette.color(QPalette.ColorRole.Mid).name()
    rounded(painter, QRectF(widget.rect()), CARD_CORNER, palette.color(ground).name(), line)
    painter.end()


_LEAST = 20
"""The least side of a button's picture, in pixels; it is as high as large text is."""


def dock_column(dock: QDockWidget, spacing: int | None = None) -> QVBoxLayout:
    """Give a dock a page, and return the column on it for what it shows."""
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(SPACE, 0, SPACE, SPACE)
    if spacing is not None:
        column.setSpacing(spacing)
    dock.setWidget(page)
    return column


def narrow(box: QComboBox, letters: int) -> None:
    """Let a box be as narrow as so many letters, however long its entries are."""
    box.setMinimumContentsLength(letters)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)


class _Tidy(QObject):
    """Takes a button's old connections away before it makes the new one."""

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QActionEvent) and event.type() == QEvent.Type.ActionChanged:
            # None is any member, whatever the types of the binding say.
            QObject.disconnect(event.action(), SIGNAL("changed()"), watched, None)  # type: ignore[call-overload]
        return False  # the button is to hear of it, too


def tidy(button: QWidget) -> None:
    """Keep a tool button at one connection to its action."""
    button.installEventFilter(_Tidy(button))


class _ActionButton(QToolButton):
    """Its picture grows with its text."""

    def __init__(self) -> None:
        super().__init__()
        self._fit()

    def _fit(self) -> None:
        side = max(_LEAST, self.fontMetrics().height())
        self.setIconSize(QSize(side, side))

    @handler
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


def action_button(action: QAction) -> QToolButton:
    """Return a tool button for an action."""
    button = _ActionButton()
    tidy(button)
    button.setDefaultAction(action)
    return button


class CloseButton(QToolButton):
    """A small × at the upper right of what it closes.

    Args:
        name: what it does, as a screen reader says it.
        tip: its tooltip; empty where that is its name.
    """

    def __init__(self, name: str, tip: str = "") -> None:
        super().__init__()
        self.setText("×")
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumSize(CONTROL, CONTROL)
        self.setAccessibleName(name)
        self.setToolTip(tip or name)


class BoardBar(QFrame):
    """A bar above the board: what it says, and its buttons below; all of them stand in one line.

    Attributes:
        column: what lies in it, from above.
    """

    def __init__(self) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(SPACE, SPACE // 2, SPACE, SPACE // 2)
        self.column.setSpacing(SPACE // 2)
        self.hide()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        paint_card(self)

    @staticmethod
    def sentence() -> QLabel:
        """Return a label for what the bar says."""
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label

    @staticmethod
    def row(buttons: Iterable[QWidget]) -> FlowRow:
        """Return a row of buttons, all of one height, which goes on below where it must.

        A click leaves the keyboard on the board: where a button goes that has it, Qt would give it
        to the board as the tab key does, and its frame would look like a hint.
        """
        row = FlowRow(SPACE // 2)
        for button in buttons:
            if isinstance(button, QToolButton):
                button.setAutoRaise(True)
                button.setMinimumHeight(CONTROL)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            row.addWidget(button)
        return row


class ToolRow(QHBoxLayout):
    """A row of buttons, all of one width.

    Args:
        actions: what they do.

    Attributes:
        buttons: the buttons, in the actions' order.
    """

    def __init__(self, actions: Iterable[QAction]) -> None:
        super().__init__()
        self.setSpacing(SPACE // 2)
        self.buttons: list[QToolButton] = []
        for action in actions:
            button = action_button(action)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.buttons.append(button)
            self.addWidget(button)


class WrappingButton(QPushButton):
    """A button that is never wider than the column that it stands in.

    Args:
        text: what it says, broken into lines between words. An "&" is shown as it is.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text.replace("&", "&&"))
        self._whole = text
        self.setAccessibleName(text)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        metrics = self.fontMetrics()
        longest = max(map(metrics.horizontalAdvance, self._whole.split()), default=0)
        return QSize(longest + 4 * SPACE, super().minimumSizeHint().height())

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        room = event.size().width() - 4 * SPACE
        lines = (line for given in self._whole.split("\n") for line in self._lines(given, room))
        self.setText("\n".join(lines).replace("&", "&&"))

    def _lines(self, text: str, width: int) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.fontMetrics().horizontalAdvance(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines


_SMALLER = (1.0, 0.87, 0.75)
"""Of its size, how small a line that has no room may become before letters are left out."""


def plain_label(text: str = "") -> QLabel:
    """Return a label that shows a text as it is, such as a file's name: it is no HTML."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


class ElidedLabel(QLabel):
    """One line of text that never keeps a window from being made smaller.

    It is equally high with and without text, so that nothing around it moves when words come.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)

    @property
    def _line(self) -> int:
        margins = self.contentsMargins()
        return self.fontMetrics().height() + margins.top() + margins.bottom()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(super().sizeHint().width(), self._line)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(self.fontMetrics().horizontalAdvance("…"), self._line)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect()
        font = QFont(self.font())
        for share in _SMALLER:
            font.setPointSizeF(self.font().pointSizeF() * share)
            if QFontMetrics(font).horizontalAdvance(self.text()) <= room.width():
                break
        painter.setFont(font)
        text = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class Notice(QFrame):
    """Shows one sentence at a time, with a button to do something about it if there is one."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence = self._topic = ""
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action: QAction | None = None
        self._announcer = Announcer(self)
        self._button = QPushButton()
        self._button.clicked.connect(self._act)
        dismiss = CloseButton(tr("Dismiss"))
        dismiss.clicked.connect(self.dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE // 2, SPACE // 2, SPACE // 2)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._button)
        layout.addWidget(dismiss, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        paint_card(self, QPalette.ColorRole.Midlight)

    @property
    def text(self) -> str:
        """The sentence shown; empty when there is none."""
        return self._sentence if not self.isHidden() else ""

    def tell(
        self, sentence: str, action: QAction | None = None, label: str = "", topic: str = ""
    ) -> None:
        """Show a sentence, and a button that triggers ``action`` if one is given.

        Args:
            sentence: what to say.
            action: what the button does, or None for no button.
            label: the button's text.
            topic: what ``retract`` calls the sentence; empty where it is never taken back.
        """
        self._sentence, self._topic = sentence, topic
        self._text.setText(breakable(sentence))
        self._action = action
        self._button.setVisible(action is not None)
        self._button.setText(label)
        self.setAccessibleName(sentence)
        self._announcer.say(sentence)
        self.show()

    def retract(self, topic: str) -> None:
        """Take the sentence about a topic away if it is the one that is shown."""
        if self._topic == topic:
            self.hide()

    @Slot()
    def dismiss(self) -> None:
        """Take the sentence away."""
        self.hide()

    @Slot()
    def _act(self) -> None:
        self.hide()
        if self._action is not None:
            self._action.trigger()
