"""What every view is made of: words, buttons, chips, cards. Each paints itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QAction,
    QColor,
    QEnterEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import (
    BODY,
    BUTTON_ICON,
    CAPTION,
    CARD_CORNER,
    CHIP,
    CONTROL,
    CORNER,
    LEAD,
    S1,
    S2,
    S3,
    S4,
)
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.stepper import Stepper
from ttt_desktop.look.theme import ThemeManager

FILLED, OUTLINED, PLAIN = "filled", "outlined", "plain"
"""The kinds of buttons: the one that a view is about, the others, and those that stand back."""

_ELLIPSIS = Qt.TextElideMode.ElideRight
_MIDDLE = Qt.AlignmentFlag.AlignCenter


class Words(QLabel):
    """Text at one step of the type scale, in one of the theme's colours.

    It shows a text as it is: it is no HTML.

    Args:
        theme: the look.
        text: what it says.
        size: a step of the type scale, such as ``TITLE``.
        weight: of its letters.
        colour: the name of a colour of the theme, such as "muted".
        wrap: whether it goes on in another line where it has no room.
    """

    def __init__(
        self,
        theme: ThemeManager,
        text: str = "",
        size: float = BODY,
        weight: QFont.Weight = QFont.Weight.Normal,
        colour: str = "ink",
        wrap: bool = False,
    ) -> None:
        super().__init__(text)
        self._theme = theme
        self._step, self._colour = (size, weight), colour
        self.setWordWrap(wrap)
        self.setTextFormat(Qt.TextFormat.PlainText)
        # In a button a label would take the text's colour of buttons.
        self.setForegroundRole(QPalette.ColorRole.WindowText)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def colour(self) -> str:
        """The name of its colour in the theme."""
        return self._colour

    def recolour(self, colour: str) -> None:
        """Show the text in another colour of the theme."""
        if colour != self._colour:
            self._colour = colour
            self._dress()

    @Slot()
    def _dress(self) -> None:
        self.setFont(self._theme.font(*self._step))
        palette = QPalette()  # all that is not set here is the application's
        palette.setColor(QPalette.ColorRole.WindowText, self._theme.theme.colour(self._colour))
        self.setPalette(palette)


class Button(QPushButton):
    """A button with a word, an icon or both.

    A view has one filled button at most; what is on, is shown in the accent's colour.

    Args:
        theme: the look.
        text: what it says; empty where its icon stands alone (give it an accessible name then).
        icon: the name of a Lucide icon in ``resources/icons``; empty for none.
        kind: FILLED, OUTLINED or PLAIN.
        height: of what is drawn, in pixels at the usual text size.
    """

    def __init__(
        self,
        theme: ThemeManager,
        text: str = "",
        icon: str = "",
        kind: str = OUTLINED,
        height: int = CONTROL,
    ) -> None:
        super().__init__(text)
        self.kind = kind
        self._theme = theme
        self._icon, self._height = icon, height
        self._action: QAction | None = None
        self._has_word = bool(text)
        self._is_seen = True
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)
        self._dress()

    @classmethod
    def of(
        cls,
        theme: ThemeManager,
        action: QAction,
        icon: str = "",
        kind: str = OUTLINED,
        has_word: bool = True,
    ) -> Button:
        """Return a button that does what an action does, and follows it.

        It takes over the action's text, tooltip and mark, and is off or hidden when the action is.

        Args:
            has_word: whether the action's text is seen beside the icon.
        """
        button = cls(theme, "", icon, kind)
        button._has_word = has_word
        button.follow(action)
        return button

    def follow(self, action: QAction) -> None:
        """Do what an action does from now on, and look as it does."""
        if self._action is not None:
            self._action.changed.disconnect(self._take_over)
        else:
            self.clicked.connect(self._trigger)
        self._action = action
        action.changed.connect(self._take_over)
        self._take_over()

    @Slot()
    def _trigger(self) -> None:
        if self._action is not None:
            self._action.trigger()
            self._take_over()  # the action may have refused to be off

    @Slot()
    def _take_over(self) -> None:
        action = self._action
        if action is None:
            return
        if self._has_word:
            self.setText(action.iconText().replace("&", "&&"))
        self.setAccessibleName(action.iconText())
        self.setToolTip(action.toolTip())
        self.setEnabled(action.isEnabled())
        self.setCheckable(action.isCheckable())
        self.setChecked(action.isChecked())
        if action.isVisible() != self._is_seen:
            self._is_seen = action.isVisible()
            self.setVisible(self._is_seen)
        self.updateGeometry()

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        self._icon = name
        self.updateGeometry()
        self.update()

    @Slot()
    def _dress(self) -> None:
        small = self._height <= CHIP
        self.setFont(self._theme.font(CAPTION if small else BODY, QFont.Weight.Medium))
        self.updateGeometry()

    def _drawn(self) -> QRectF:
        """Return where the button is drawn: a finger hits more than that of a low one."""
        height = min(self.height(), self._theme.px(self._height))
        return QRectF(0, (self.height() - height) / 2, self.width(), height)

    def ring(self) -> QRect:
        """Return what the keyboard's ring goes around."""
        return self._drawn().toAlignedRect()

    def _word(self) -> str:
        """Return its text as it is shown."""
        return self.text().replace("&&", "\0").replace("&", "").replace("\0", "&")

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        height = self._theme.px(max(self._height, CONTROL))
        if not self.text():
            return QSize(height, height)
        padding = S4 if self._height > CHIP else S3
        width = 2.0 * padding + QFontMetricsF(self.font()).horizontalAdvance(self._word())
        if self._icon:
            width += self._theme.px(BUTTON_ICON) + S2
        return QSize(max(height, round(width + 0.5)), height)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        size = self.sizeHint()  # where even that is too much, the text is cut and no page
        return QSize(min(size.width(), self._theme.px(3 * CONTROL)), size.height())

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        box = self._drawn()
        fill, line, ink = self._colours()
        side = self._theme.px(BUTTON_ICON) if self._icon else 0
        icon = self._theme.icon(self._icon, side, ink, self.devicePixelRatioF()) if side else None
        painter = QPainter(self)
        round_corner = box.height() / 2 if self._height <= CHIP else CORNER
        rounded(painter, box, round_corner, fill, line)
        padding = S3 if side or self._height <= CHIP else S2
        gap = S2 if side and self.text() else 0
        metrics = QFontMetricsF(self.font())
        room = max(0.0, box.width() - side - gap - (2 * padding if self.text() else 0))
        word = metrics.elidedText(self._word(), _ELLIPSIS, room + 1)
        wide = metrics.horizontalAdvance(word)
        left = (box.width() - side - gap - wide) / 2
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        if icon is not None:
            x = box.width() - left - side if mirrored else left
            at = QPoint(round(x), round(box.center().y() - side / 2))
            painter.drawPixmap(at, icon)
        painter.setPen(QColor(ink))
        # Room as wide as the text: where one reads from the right, Qt turns "left" round.
        x = left if mirrored else left + side + gap
        painter.drawText(QRectF(x, box.top(), wide + 1, box.height()), _MIDDLE, word)
        painter.end()

    def _colours(self) -> tuple[str | None, str | None, str]:
        """Return the colours of its ground, its outline and its text."""
        theme = self._theme.theme
        filled = self.kind == FILLED
        if not self.isEnabled():
            ground = theme.sunken if filled else None
            return ground, None if self.kind == PLAIN else theme.line, theme.off
        if self.isCheckable() and self.isChecked():
            return theme.accent_soft, theme.accent, theme.accent
        if filled:
            return theme.accent, theme.ink if self._is_lit() else theme.accent, theme.accent_ink
        if self.kind == PLAIN:
            return theme.sunken if self._is_lit() else None, None, theme.ink
        return theme.sunken if self._is_lit() else theme.surface, theme.edge, theme.ink

    def _is_lit(self) -> bool:
        return self.underMouse() or self.isDown()


class Chip(Button):
    """A small round choice that is on or off, such as a board's size.

    Args:
        theme: the look.
        text: what it says.
        icon: the name of a Lucide icon; empty for none.
    """

    def __init__(self, theme: ThemeManager, text: str, icon: str = "") -> None:
        super().__init__(theme, text, icon, OUTLINED, CHIP)
        self.setCheckable(True)


class Card(QFrame):
    """What belongs together, on a ground of its own; the page paints its shadow (``Ground``).

    Args:
        theme: the look.
        fill: the name of its ground's colour, such as "surface", "sunken" or "right_soft".
        row: whether what lies in it stands beside each other, and not below.
        gap: the distance between what lies in it.

    Attributes:
        box: what lies in it, in its order.
    """

    def __init__(
        self, theme: ThemeManager, fill: str = "surface", row: bool = False, gap: int = S2
    ) -> None:
        super().__init__()
        self._theme, self._fill, self._has_edge = theme, fill, False
        self.box: QBoxLayout = QHBoxLayout(self) if row else QVBoxLayout(self)
        self.box.setContentsMargins(S4, S3, S4, S3)
        self.box.setSpacing(gap)

    @property
    def casts_shadow(self) -> bool:
        """Whether it lies above its page, and not in it."""
        return self._fill == "surface"

    @property
    def fill(self) -> str:
        """The name of its ground's colour."""
        return self._fill

    def refill(self, fill: str) -> None:
        """Lie on another ground."""
        if fill != self._fill:
            self._fill = fill
            self.update()

    @property
    def has_edge(self) -> bool:
        """Whether it has the accent's edge."""
        return self._has_edge

    def set_edge(self, has_edge: bool) -> None:
        """Have the accent's edge, as the player to move has, or no longer."""
        if has_edge != self._has_edge:
            self._has_edge = has_edge
            self.update()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter, theme, box = QPainter(self), self._theme.theme, QRectF(self.rect())
        line = theme.line if self.casts_shadow or theme.strong else None
        if self._has_edge:
            line = theme.accent
        rounded(painter, box, CARD_CORNER, getattr(theme, self._fill), line)
        if self._has_edge:
            mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            painter.setClipRect(QRectF(box.right() - S1 if mirrored else 0, 0, S1, box.height()))
            rounded(painter, box, CARD_CORNER, theme.accent)
        painter.end()


class TileButton(QAbstractButton):
    """A card that is a button: a picture, a title, a sentence, and perhaps a stepper of its own.

    Plus and minus change the stepper from the tile itself.

    Args:
        theme: the look.
        title: what it is called, and what a screen reader says.
        about: a sentence or some words below the title; empty for none.
        picture: what is shown above; None for nothing.

    Attributes:
        stepper: what is set on the tile; None where nothing is.
    """

    casts_shadow = True

    def __init__(
        self, theme: ThemeManager, title: str, about: str = "", picture: QWidget | None = None
    ) -> None:
        super().__init__()
        self._theme = theme
        self.stepper: Stepper | None = None
        self._title = Words(theme, "", LEAD, QFont.Weight.DemiBold)
        self._about = Words(theme, "", colour="muted", wrap=True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(S4, S4, S4, S4)
        self._column.setSpacing(S1)
        if picture is not None:
            self._column.addWidget(_unclicked(picture))
            self._column.addSpacing(S2)
        self._column.addWidget(_unclicked(self._title))
        self._column.addWidget(_unclicked(self._about))
        self._column.addStretch(1)
        self.tell(title, about)

    def tell(self, title: str, about: str) -> None:
        """Say something else."""
        self.setText(title.replace("&", "&&"))
        self.setAccessibleName(title)
        self.setAccessibleDescription(about)
        self._title.setText(title)
        self._about.setText(about)
        self._about.setVisible(bool(about))

    def add_foot(self, stepper: Stepper | None, note: str = "") -> None:
        """Put a stepper, a few muted words or both at its foot."""
        self.stepper = stepper
        foot = QHBoxLayout()
        foot.setSpacing(S2)
        if stepper is not None:
            foot.addWidget(stepper)
        foot.addStretch(1)
        if note:
            foot.addWidget(_unclicked(Words(self._theme, note, CAPTION, colour="muted")))
        self._column.addSpacing(S2)
        self._column.addLayout(foot)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return self._column.sizeHint()

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return self._column.minimumSize()

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        steps = {"+": 1, "-": -1}
        if self.stepper is not None and event.text() in steps:
            self.stepper.stepBy(steps[event.text()])
        else:
            super().keyPressEvent(event)

    @handler
    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: D102
        super().enterEvent(event)
        self.update()

    @handler
    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        super().leaveEvent(event)
        self.update()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter, theme = QPainter(self), self._theme.theme
        lit = self.isEnabled() and (self.underMouse() or self.isDown())
        line, width = (theme.accent, 2.0) if lit else (theme.line, 1.0)
        rounded(painter, QRectF(self.rect()), CARD_CORNER, theme.surface, line, width)
        painter.end()


def _unclicked(widget: QWidget) -> QWidget:
    """Have a widget leave clicks to the tile that it lies on."""
    widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return widget
