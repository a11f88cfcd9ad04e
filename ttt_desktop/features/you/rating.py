"""Your rating against the level that you play most: a number, its band, and how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from ttt_desktop.archive.games import Count
from ttt_desktop.archive.goals import LADDER
from ttt_desktop.features.you.words import opponents_level
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, HERO, LEAD, S1, S2
from ttt_desktop.look.parts import Card, Words
from ttt_desktop.look.text import elo_text, rule_text, signed, tr
from ttt_desktop.look.theme import ThemeManager

if TYPE_CHECKING:
    from engine.tournament.statistics import Interval

NEWEST = 400
"""How many games the chart goes back."""

FEWEST = 10
"""With fewer games no rating is shown: as in ``engine.tournament.statistics``, which takes a tenth
of a second to load."""

_HEIGHT = 110
"""The chart's height, in pixels at the usual text size."""

_FAR = 800.0
"""Beyond this the band is cut: nobody needs to know how far an infinite one goes."""

_BAND = 48
"""How much of the accent's colour is in the band, of 255."""


def most_played(counts: Sequence[Count]) -> Count | None:
    """Return your games against the level that you have played most, on one board."""
    levels = [
        count for count in counts if not count.named and count.opponent.startswith(f"{LADDER}/")
    ]
    return max(levels, key=lambda count: count.games, default=None)


def ratings(count: Count, scores: Sequence[float]) -> list[Interval]:
    """Return the rating after each of the newest games, as far as it can be told by then.

    Args:
        count: all games.
        scores: what the newest ones of them count, the oldest one first.
    """
    from engine.tournament.statistics import elo  # noqa: PLC0415  (not for the place's opening)

    wins = count.wins - scores.count(1.0)
    ties = count.ties - scores.count(0.5)
    losses = count.losses - scores.count(0.0)
    found = []
    for score in scores:
        wins, ties, losses = wins + (score == 1), ties + (score == 0.5), losses + (score == 0)
        rating = elo(wins, ties, losses)
        if rating.is_known:
            found.append(rating)
    return found


class RatingChart(QWidget):
    """Draws a rating game by game, with its 95 % band."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._ratings: Sequence[Interval] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_ratings(self, found: Sequence[Interval]) -> None:
        """Show the ratings after some games, the oldest first."""
        self._ratings = found
        last = signed(found[-1].value, 0) if found else "–"
        self.setAccessibleName(tr("Your rating, game by game: {value} now", value=last))
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(200, self._theme.px(_HEIGHT))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(80, self._theme.px(_HEIGHT))

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        if len(self._ratings) < 2:
            return
        theme, painter = self._theme.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(CAPTION))
        lows = [max(-_FAR, rating.low) for rating in self._ratings]
        highs = [min(_FAR, rating.high) for rating in self._ratings]
        spread = max(highs) - min(lows)
        step = next((step for step in (50, 100, 200) if spread <= 4 * step), 400)
        bottom, top = floor(min(lows) / step) * step, ceil(max(highs) / step) * step
        letters = painter.fontMetrics()
        left = letters.horizontalAdvance(signed(-_FAR, 0)) + S2
        area = QRectF(self.rect()).adjusted(left, letters.height() / 2, -S1, -letters.height() / 2)

        def height(value: float) -> float:
            return area.bottom() - area.height() * (value - bottom) / (top - bottom)

        for value in range(bottom, top + 1, step):
            painter.setPen(theme.colour("line"))
            at = height(value)
            painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at))
            painter.setPen(theme.colour("muted"))
            box = QRectF(0, at - letters.height(), left - S2, 2 * letters.height())
            place = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, place, signed(value, 0))
        across = [
            area.left() + area.width() * place / (len(lows) - 1) for place in range(len(lows))
        ]
        band = [QPointF(x, height(y)) for x, y in zip(across, highs, strict=True)]
        band += [QPointF(x, height(y)) for x, y in zip(across[::-1], lows[::-1], strict=True)]
        fill = theme.colour("accent")
        fill.setAlpha(_BAND)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawPolygon(QPolygonF(band))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent"), 2))
        values = (max(-_FAR, min(_FAR, rating.value)) for rating in self._ratings)
        line = [QPointF(x, height(y)) for x, y in zip(across, values, strict=True)]
        painter.drawPolyline(QPolygonF(line))
        painter.setBrush(theme.colour("accent"))
        painter.drawEllipse(line[-1], 4, 4)
        painter.end()


class RatingCard(Card):
    """Says how strong you are beside one level, once there are games enough to tell.

    Attributes:
        value: the rating.
        about: against whom it is, or what is missing.
        chart: how it came about.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__(theme, gap=S1)
        self.value = Words(theme, "", HERO, QFont.Weight.Bold)
        self._band = Words(theme, colour="muted")
        self.about = Words(theme, colour="muted", wrap=True)
        self.chart = RatingChart(theme)
        for part in (
            Words(theme, tr("Rating"), LEAD, QFont.Weight.DemiBold), self.value, self._band,
            self.chart, self.about,
        ):  # fmt: skip
            self.box.addWidget(part)
        for part in (self.value, self._band, self.chart):
            part.hide()

    def show_games(self, count: Count | None, scores: Sequence[float]) -> None:
        """Show your rating against a level.

        Args:
            count: your games against it; None where there are none.
            scores: what the newest ones of them count, the oldest one first.
        """
        missing = FEWEST - count.games if count is not None else FEWEST
        told = count is not None and missing <= 0
        for part in (self.value, self._band):
            part.setVisible(told)
        found: list[Interval] = []
        if count is None:
            self.about.setText(
                tr("Play {count} games against one level on one board, and your rating against it "
                   "stands here.", count=FEWEST)
            )  # fmt: skip
        else:
            level = opponents_level(count.opponent, count.board)
            whom = tr("{level} on {board}", level=level, board=rule_text(count.board))
            if missing > 0:
                self.about.setText(
                    tr("{count} more games against {whom}, and your rating against it stands here.",
                       n=missing, one="1 more game against {whom}, and your rating against it "
                       "stands here.", count=missing, whom=whom)
                )  # fmt: skip
            else:
                from engine.tournament.statistics import elo  # noqa: PLC0415  (as above)

                found = ratings(count, scores)
                self._show_rating(elo(count.wins, count.ties, count.losses))
                self.about.setText(
                    tr("Elo against {whom}, over {count} games: at 0 you are as strong. The "
                       "band says how sure that is (95 %).", whom=whom, count=f"{count.games:,}")
                )  # fmt: skip
        self.chart.setVisible(len(found) > 1)
        self.chart.show_ratings(found)

    def _show_rating(self, rating: Interval) -> None:
        if rating.is_known and isfinite(rating.low) and isfinite(rating.high):
            self.value.setText(signed(rating.value, 0))
            low, high = signed(rating.low, 0), signed(rating.high, 0)
            self._band.setText(tr("{low} to {high}", low=low, high=high))
        else:
            self.value.setText(elo_text(rating))
            self._band.hide()
