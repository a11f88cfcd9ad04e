"""A sentence above the board that waits to be read, and blocks nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from ttt_desktop.look.spoken import Herald
from ttt_desktop.look.theme import SPACE
from ttt_desktop.text import breakable, tr


class Notice(QFrame):
    """Shows one sentence at a time, with a button to do something about it if there is one."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("notice")
        self._sentence = self._topic = ""
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action: QAction | None = None
        self._herald = Herald(self)
        self._button = QPushButton()
        self._button.clicked.connect(self._act)
        dismiss = QPushButton(tr("Dismiss"))
        dismiss.clicked.connect(self.dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE // 2, SPACE // 2, SPACE // 2)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._button)
        layout.addWidget(dismiss)
        self.hide()

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
        self._herald.say(sentence)
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
