"""What the tree's values are worth: how positions and results are counted."""

from tools.benchmarks import worth
from tools.benchmarks.rivals import openings


def test_every_position_is_counted_with_its_sides_result(monkeypatch) -> None:
    monkeypatch.setattr(worth, "SIMULATIONS", 40)
    monkeypatch.setattr(worth, "SEEDS", (1,))
    lines = openings(worth.RULES)[:3]
    monkeypatch.setattr(worth, "openings", lambda _rules: lines)
    positions = [*worth.valued_positions()]
    assert 3 < len(positions) <= 3 * worth.MOST
    assert all(-1 <= position.value <= 1 for position in positions)
    assert {position.points for position in positions} <= {0, 0.5, 1}
    rows = [*worth.measure()]
    assert [row["low"] for row in rows[1:]] == [row["high"] for row in rows[:-1]]
    assert sum(row["positions"] for row in rows) == len(positions)
    points = sum(position.points for position in positions)
    assert abs(sum(row["won"] * row["positions"] for row in rows) - points) < 0.1
