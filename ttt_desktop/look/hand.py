"""Strokes as a hand draws them: never quite straight, and the same ones for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin, tau
from random import Random

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

_STEPS = 16
"""Points of a straight stroke."""

_ROUND_STEPS = 40
"""Points of a round one."""


def wavering(
    start: QPointF,
    end: QPointF,
    bow: float,
    tremble: float,
    hand: Random,
    steps: int = _STEPS,
) -> list[QPointF]:
    """Return the points of a stroke from one place to another.

    Args:
        start: where it begins.
        end: where it ends.
        bow: how far its middle is off the straight line, in pixels.
        tremble: how far the hand may slip from one point to the next, in pixels.
        hand: whose next numbers decide how it does.
        steps: how many points it has.
    """
    across = QPointF(start.y() - end.y(), end.x() - start.x())
    length = hypot(across.x(), across.y()) or 1.0
    across /= length
    points, off = [], 0.0
    for step in range(steps + 1):
        share = step / steps
        off = off * 0.7 + _either_side(hand) * tremble
        points.append(start + (end - start) * share + across * (bow * sin(pi * share) + off))
    return points


def loop(centre: QPointF, radius: float, hand: Random) -> list[QPointF]:
    """Return the points of a circle that does not quite close where it began."""
    begin, turn = -1.6 + _either_side(hand) * 1.3, -(tau + 0.3 + 0.3 * hand.random())
    lean, points, off = hand.uniform(0, tau), [], 0.0
    for step in range(_ROUND_STEPS + 1):
        share = step / _ROUND_STEPS
        off = off * 0.75 + _either_side(hand) * radius * 0.016
        angle = begin + turn * share
        end = max(0.0, share - 0.9) - max(0.0, 0.06 - share)  # it is left outside, and met inside
        far = radius * (1 + 0.05 * sin(2 * angle + lean) + 1.1 * end) + off
        points.append(centre + QPointF(far * cos(angle) * 1.02, far * sin(angle) * 0.97))
    return points


def inked(points: Sequence[QPointF], width: float, hand: Random) -> QPainterPath:
    """Return the outline of a pen's stroke through some points: broad where the hand is slow."""
    left, right, last = [], [], len(points) - 1
    for place, point in enumerate(points):
        way = points[min(last, place + 1)] - points[max(0, place - 1)]
        length, share = hypot(way.x(), way.y()) or 1.0, place / max(1, last)
        slow = 0.62 + 0.38 * sin(pi * min(1.0, share * 1.15 + 0.08))
        half = width * (slow + _either_side(hand) * 0.07) / 2
        across = QPointF(-way.y(), way.x()) / length * half
        left.append(point + across)
        right.append(point - across)
    path = QPainterPath()
    path.addPolygon(QPolygonF([*left, *reversed(right)]))
    path.closeSubpath()
    return path


def through(points: Sequence[QPointF]) -> QPainterPath:
    """Return a line through some points."""
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    return path


def _either_side(hand: Random) -> float:
    """Return a number from -1 to 1, most likely near 0."""
    return hand.random() + hand.random() - 1
