"""Makes the table of chances that ships with the program.

``python -m engine.compat.contract.tables`` writes it anew, where the cases have changed.
"""

from __future__ import annotations

import json

from engine.compat.contract.searches import CASES, ORDERS, TABLES
from engine.compat.reference import Case, choices

DRAWS = 1_000_000
"""Random sums for each case: a chance is right to some 0.0005."""


def chances_of_case(case: Case, draws: int = DRAWS) -> dict[str, list[float]]:
    """Return a case's chances for each way with equals, the empty squares in row-major order."""
    return {
        ties: [round(chance, 6) for chance in choices(case, ties, draws).values()]
        for ties in ORDERS
    }


def main() -> None:
    """Make the table of all cases with more than one trial, and write it."""
    table = {case.key: chances_of_case(case) for case, _ in CASES if case.trials > 1}
    TABLES.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
