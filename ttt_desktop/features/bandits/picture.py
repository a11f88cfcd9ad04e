"""The bench as it is seen: the machines, to be pulled, and below them a row for each competitor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from engine.search.bandits import POLICIES, UCB, YOU
from ttt_desktop.features.bandits.bench import Bench
from ttt_desktop.features.bandits.look import line_pen, title
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, CONTROL, CORNER
from ttt_desktop.look.text import count_text, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.windows import PlainArea

_MOST_COLUMN = 96
"""The greatest width of a machine, and of the cells below it, in pixels."""
_GAUGE, _GAUGE_AT_BEST = 56, 96
"""The least and the usual height of a machine's gauge, in pixels."""
_GAUGE_WIDTH = 0.42
_SAMPLE = 24
"""The length of the piece of a competitor's line in front of its name, in pixels."""
_SHARE = 0.45
"""Of the window's width: a bench that needs no more is there whole."""
_PAD = 3
_LARGE = 999.95
"""From here on, a regret is written as a whole number."""
_SPARE = 9
"""What a row is higher than its text, in pixels."""


@dataclass(frozen=True, slots=True)
class ArmLook:
    """What a machine shows: what one competitor knows of the arm.

    Attributes:
        name: the arm's.
        pulls: how often it was pulled.
        mean: its mean reward; None where it was never pulled.
        bonus: what UCB1 adds; None for other competitors, infinite for an arm never pulled.
        draw: what Thompson sampling drew for it; None for other competitors.
        chance: its true chance; None while that is hidden.
        top: the value at the top of the gauge.
        reward: what the competitor's last pull brought, where that was of this arm; else None.
    """

    name: str
    pulls: int
    mean: float | None
    bonus: float | None
    draw: float | None
    chance: float | None
    top: float
    reward: float | None


def seen_by(bench: Bench, name: str) -> list[ArmLook]:
    """Return what the machines show of what a competitor knows."""
    who = bench.competitors[name]
    known, arms = who.known, range(len(bench.names))
    bonuses = [known.bonus(arm, who.constant) if name == UCB else None for arm in arms]
    sums = [(known.mean(arm) or 0.0) + bonus for arm, bonus in enumerate(bonuses)
            if bonus is not None and isfinite(bonus)]  # fmt: skip
    chances = bench.chances.values if bench.revealed and bench.chances is not None else None
    last = who.last
    return [
        ArmLook(
            bench.names[arm], known.pulls[arm], known.mean(arm), bonuses[arm],
            who.draws[arm] if who.draws else None,
            chances[arm] if chances is not None else None,
            max([1.0, *sums]),
            last.reward if last is not None and last.arm == arm else None,
        )
        for arm in arms
    ]  # fmt: skip


def told(seen: ArmLook, exact: bool) -> str:
    """Return what a machine shows, in words.

    Args:
        seen: what it shows.
        exact: whether true chances are counted out.
    """
    parts = [tr("{count} pulls", n=seen.pulls, one="1 pull", count=f"{seen.pulls:,}")]
    if seen.mean is not None:
        parts.append(tr("mean {mean}", mean=f"{seen.mean:.2f}"))
    if seen.bonus is not None:
        bonus = f"{seen.bonus:.2f}" if isfinite(seen.bonus) else "∞"
        parts.append(tr("bonus {bonus}", bonus=bonus))
    if seen.draw is not None:
        parts.append(tr("last draw {draw}", draw=f"{seen.draw:.2f}"))
    if seen.chance is not None:
        chance = f"{seen.chance:.2f}"
        parts.append(tr("true chance {chance}", chance=chance) if exact
                     else tr("true chance about {chance}", chance=chance))  # fmt: skip
    return tr("{arm}: {facts}", arm=seen.name, facts=tr(", ").join(parts))


def coin(reward: float) -> str:
    """Return what a pull brought: "+1", "+½" or "0"."""
    return {0.0: "0", 0.5: "+½", 1.0: "+1"}[reward]


class ArmButton(QAbstractButton):
    """One arm: its name, a gauge with what is known of it, and its mean.

    Args:
        arm: its number.
    """

    def __init__(self, arm: int, theme: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self.arm = arm
        self._theme = theme
        self._seen: ArmLook | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_seen(self, seen: ArmLook, exact: bool) -> None:
        """Show what is known."""
        if seen != self._seen:
            self._seen = seen
            self.setText(seen.name)
            facts = told(seen, exact)
            self.setAccessibleName(tr("Pull {facts}", facts=facts))
            self.setToolTip(facts)
            self.update()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        if self._seen is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(CAPTION))
        theme, line = self._theme.theme, QFontMetricsF(self._theme.font(CAPTION)).height()
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        latest = self._seen.reward is not None
        painter.setPen(QPen(theme.colour("ink" if latest else "edge"), 1.0 + latest))
        ground = "board" if self.isDown() else "sunken" if self.underMouse() else "surface"
        painter.setBrush(theme.colour(ground))
        painter.drawRoundedRect(box, CORNER, CORNER)
        painter.setPen(theme.colour("ink"))
        head = QRectF(box.left(), box.top() + _PAD, box.width(), line)
        for text in (self._headed(self._seen), self._seen.name):
            if painter.fontMetrics().horizontalAdvance(text) <= head.width() - 4:
                painter.drawText(head, Qt.AlignmentFlag.AlignCenter, text)
                break
        foot = QRectF(box.left(), box.bottom() - _PAD - line, box.width(), line)
        mean = "–" if self._seen.mean is None else f"{self._seen.mean:.2f}"
        if painter.fontMetrics().horizontalAdvance(mean) <= foot.width():
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, mean)
        width = box.width() * _GAUGE_WIDTH
        gauge = QRectF(box.center().x() - width / 2, head.bottom() + _PAD, width,
                       foot.top() - head.bottom() - 2 * _PAD)  # fmt: skip
        self._draw_gauge(painter, gauge, self._seen)
        painter.end()

    @staticmethod
    def _headed(seen: ArmLook) -> str:
        """Return an arm's name, and what the last pull brought if it was of this arm."""
        if seen.reward is None:
            return seen.name
        return f"{seen.name} {coin(seen.reward)}"

    def _draw_gauge(self, painter: QPainter, gauge: QRectF, seen: ArmLook) -> None:
        """Draw the mean as a bar, the bonus hatched above it, the draw and the truth as marks."""
        theme = self._theme.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("board"))
        painter.drawRect(gauge)

        def height(value: float) -> float:
            return gauge.bottom() - gauge.height() * min(value, seen.top) / seen.top

        mean = height(seen.mean or 0.0)
        bar = QRectF(QPointF(gauge.left(), mean), gauge.bottomRight())
        painter.fillRect(bar, theme.colour("accent"))
        if seen.bonus is not None:
            top = height((seen.mean or 0.0) + seen.bonus)
            bonus = QRectF(QPointF(gauge.left(), top), QPointF(gauge.right(), mean))
            painter.setBrush(Qt.BrushStyle.BDiagPattern)
            brush = painter.brush()
            brush.setColor(theme.colour("ink"))
            painter.fillRect(bonus, brush)
            painter.setPen(QPen(theme.colour("ink"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(bonus)
        if seen.draw is not None:
            y = height(seen.draw)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("ink"))
            for side, out in ((gauge.left(), -1), (gauge.right(), 1)):
                painter.drawPolygon([QPointF(side, y), QPointF(side + 5 * out, y - 4),
                                     QPointF(side + 5 * out, y + 4)])  # fmt: skip
        if seen.chance is not None:
            y = height(seen.chance)
            painter.setPen(QPen(theme.colour("wrong"), 2.0, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(gauge.left() - 7, y), QPointF(gauge.right() + 7, y))


class Row(QAbstractButton):
    """One competitor: its line, its name, its pulls of each arm, and its regret.

    Checked, the machines show what this competitor knows.

    Args:
        name: the competitor.
    """

    def __init__(self, name: str, theme: ThemeManager, parent: BenchPicture) -> None:
        super().__init__(parent)
        self.name = name
        self._theme = theme
        self._columns = parent
        self._pulls: tuple[int, ...] = ()
        self._regret: float | None = None
        self.setCheckable(True)
        self.setText(title(name))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_pulls(self, pulls: tuple[int, ...], names: list[str], regret: float | None) -> None:
        """Show how often each arm was pulled, and what that has cost."""
        self._pulls, self._regret = pulls, regret
        facts = [tr("{arm} {count}", arm=arm, count=f"{count:,}")
                 for arm, count in zip(names, pulls, strict=True)]  # fmt: skip
        sentence = tr("{who}: {count} pulls.", n=sum(pulls), one="{who}: 1 pull.",
                  who=title(self.name), count=f"{sum(pulls):,}")  # fmt: skip
        if pulls:
            comma = tr(", ")
            sentence = f"{sentence} {comma.join(facts)}."
        if regret is not None:
            lost = tr("Regret {regret}.", regret=f"{regret:,.1f}")
            sentence = f"{sentence} {lost}"
        self.setAccessibleName(sentence)
        self.setToolTip(sentence)
        self.update()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, box = self._theme.theme, QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("surface" if self.isChecked() else "sunken"))
            painter.drawRoundedRect(box, CORNER, CORNER)
        if self.isChecked():
            painter.fillRect(QRectF(0, box.top() + 3, 3, box.height() - 6), theme.colour("accent"))
        middle = box.center().y()
        painter.setPen(line_pen(theme, self.name, self.devicePixelRatioF()))
        painter.drawLine(QPointF(2 * _PAD, middle), QPointF(2 * _PAD + _SAMPLE, middle))
        painter.setPen(theme.colour("ink"))
        painter.setFont(self._theme.font(CAPTION))
        left = 3 * _PAD + _SAMPLE
        name = QRectF(left, box.top(), self._columns.label - left, box.height())
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, title(self.name))
        self._draw_cells(painter, box)
        text = "…" if self._regret is None and self.name != YOU else (
            "" if self._regret is None else _short(self._regret))  # fmt: skip
        end = QRectF(self._columns.label, box.top(), self._columns.end - 2 * _PAD, box.height())
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(end, right, text if any(self._pulls) else "")
        painter.end()

    def _draw_cells(self, painter: QPainter, box: QRectF) -> None:
        """Draw each arm's share of the pulls as a bar, and their number on it if it fits."""
        theme, total = self._theme.theme, max(1, sum(self._pulls))
        metrics = QFontMetricsF(painter.font())
        for column, count in zip(self._columns.columns, self._pulls, strict=False):
            cell = QRectF(column.left() + 1.5, box.top() + 3, column.width() - 3, box.height() - 6)
            painter.fillRect(cell, theme.colour("window"))
            painter.setPen(QPen(theme.colour("line"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            bar = QRectF(cell)
            bar.setTop(cell.bottom() - cell.height() * count / total)
            painter.fillRect(bar, theme.colour("tile_last"))
            painter.drawRect(cell)
            painter.setPen(theme.colour("ink"))
            for text in (f"{count:,}", count_text(count), count_text(float(f"{count:.2g}"))):
                if metrics.horizontalAdvance(text) <= cell.width() - 1:
                    painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, text)
                    break


def _short(regret: float) -> str:
    """Return a regret in a few letters; a large one needs no digit behind the point."""
    return f"{regret:,.1f}" if regret < _LARGE else f"{regret:,.0f}"


class BenchArea(PlainArea):
    """Room for the bench; many arms scroll sideways in it, and leave what is around them alone.

    Args:
        picture: the bench.
    """

    def __init__(self, picture: BenchPicture) -> None:
        super().__init__(picture)
        self._picture = picture
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        picture.resized.connect(self.updateGeometry)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return self._picture.sizeHint() + QSize(0, self._bar)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        picture = self._picture.minimumSizeHint()
        fits = picture.width() <= _SHARE * self.window().width()
        return QSize(picture.width() if fits else self._picture.least, picture.height() + self._bar)

    @property
    def _bar(self) -> int:
        return self.horizontalScrollBar().sizeHint().height()


class BenchPicture(QWidget):
    """Machines above, competitors below: everything of one arm in one column.

    Args:
        bench: what is shown.

    Attributes:
        machines: the arms, in their order.
        rows: the competitors, by name.
        label, end: the room for competitors' names, and for their regrets.
        columns: the arms' columns.

    Signals:
        pulled(int): an arm was pulled.
        turned(): the machines show what another competitor knows.
        resized(): there are other machines, or all need another room.
    """

    pulled = Signal(int)
    turned = Signal()
    resized = Signal()

    def __init__(self, bench: Bench, theme: ThemeManager) -> None:
        super().__init__()
        self._bench = bench
        self._theme = theme
        self.machines: list[ArmButton] = []
        self.label = self.end = 0.0
        self.columns: list[QRectF] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.rows = {name: Row(name, theme, self) for name in (YOU, *POLICIES)}
        self._group = QButtonGroup(self)
        for row in self.rows.values():
            self._group.addButton(row)
        self.rows[YOU].setChecked(True)
        self._group.buttonClicked.connect(self._turn)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def chosen(self) -> str:
        """The competitor whose knowledge the machines show."""
        return next(name for name, row in self.rows.items() if row.isChecked())

    def choose(self, name: str) -> None:
        """Show what a competitor knows."""
        self.rows[name].setChecked(True)
        self._turn()

    # --- where everything is --------------------------------------------------------------

    @property
    def _line(self) -> float:
        return QFontMetricsF(self._theme.font(CAPTION)).height()

    @property
    def _row(self) -> float:
        return max(CONTROL, self._line + _SPARE)

    def _advance(self, texts: Iterable[str]) -> float:
        metrics = QFontMetricsF(self._theme.font(CAPTION))
        return max(map(metrics.horizontalAdvance, texts), default=0.0)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        column = self._advance(("0.00", *self._bench.names)) + _PAD + 1
        width = self.label + self.end + column * len(self._bench.names)
        return QSize(round(width), round(self._height(_GAUGE)))

    @property
    def least(self) -> int:
        """The least width of which something can be made out."""
        return round(self.label + self.end)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(self.minimumSizeHint().width(), round(self._height(_GAUGE_AT_BEST)))

    def _height(self, gauge: float) -> float:
        return gauge + 3 * self._line + 6 * _PAD + self._row * len(self.rows)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        rows = self._row * len(self.rows)
        tall = max(0.0, self.height() - rows - self._line - _PAD)
        room = self.width() - self.label - self.end
        width = min(_MOST_COLUMN, room / max(1, len(self.machines)))
        self.columns = [QRectF(self.label + self.end + arm * width, 0, width, tall)
                        for arm in range(len(self.machines))]  # fmt: skip
        for machine, column in zip(self.machines, self.columns, strict=True):
            machine.setGeometry(_between(column))
        top = self.height() - rows
        for number, row in enumerate(self.rows.values()):
            place = QRectF(0, top + number * self._row, self.width(), self._row)
            row.setGeometry(_between(place))
        self.update()

    # --- what is shown --------------------------------------------------------------------

    def refresh(self) -> None:
        """Show how things stand."""
        bench = self._bench
        if len(self.machines) != len(bench.names):
            self._make_machines(len(bench.names))
        if not bench.possible:
            for row in self.rows.values():
                row.show_pulls((), [], None)
            return
        exact = bench.chances is None or bench.chances.exact
        for machine, seen in zip(self.machines, seen_by(bench, self.chosen), strict=True):
            machine.show_seen(seen, exact)
        for name, row in self.rows.items():
            row.show_pulls(tuple(bench.known(name).pulls), bench.names, bench.regret(name))

    def _make_machines(self, count: int) -> None:
        """Have so many machines; those that there are stay, and the keyboard where it is."""
        for machine in self.machines[count:]:
            machine.deleteLater()
            machine.hide()
        del self.machines[count:]
        for arm in range(len(self.machines), count):
            machine = ArmButton(arm, self._theme, self)
            machine.clicked.connect(self._pull)
            machine.show()
            self.machines.append(machine)
        self.updateGeometry()
        self.resized.emit()
        self._lay_out()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setFont(self._theme.font(CAPTION))
        painter.setPen(self._theme.theme.colour("muted"))
        if self.machines:
            bottom = self.columns[0].bottom()
            room = QRectF(0, bottom - 2 * _PAD - self._line, self.least - 2 * _PAD, self._line)
            painter.drawText(room, Qt.AlignmentFlag.AlignRight, tr("Mean"))
            room.moveTop(bottom)
            painter.drawText(room, Qt.AlignmentFlag.AlignRight, tr("Regret"))
        painter.end()

    @Slot()
    def _pull(self) -> None:
        machine = self.sender()
        if isinstance(machine, ArmButton):
            self.rows[YOU].setChecked(True)
            self.pulled.emit(machine.arm)
            self.turned.emit()

    @Slot()
    def _turn(self) -> None:
        self.refresh()
        self.turned.emit()

    @Slot()
    def _restyle(self) -> None:
        names = self._advance(title(name) for name in self.rows)
        self.label = 4 * _PAD + _SAMPLE + names
        self.end = self._advance((tr("Regret"), "88,888")) + 2 * _PAD
        self.updateGeometry()
        self.resized.emit()
        self._lay_out()
        self.refresh()

    @handler
    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._restyle()


def _between(place: QRectF) -> QRect:
    """Return the whole pixels of a place: those of two places side by side never overlap."""
    left, top = round(place.left()), round(place.top())
    return QRect(left, top, round(place.right()) - left, round(place.bottom()) - top)
