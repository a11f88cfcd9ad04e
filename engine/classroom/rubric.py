"""Points for groups of checks, as a teacher's file says: read and written here alone.

The file is TOML: a table ``points`` with a number for each group of checks that counts, and, if
wanted, a table ``share`` with what a group earns that is not wholly right::

    [points]
    mc_trial = 4
    "taking wins" = 2

    [share]
    warnings = 0.5
    faults = 0
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.compat.checking import Report
from engine.compat.contract import CHECKS
from engine.compat.terms import FAIL, WARN
from engine.errors import Problem, real_number, shown
from engine.files import read_regular, write_whole

_MAX_BYTES = 1 << 16
_MOST_DOTS, _MOST_DOTS_IN_ALL = 40, 2000
"""How many dots a line may have, and the file: TOML's keys that are divided by many take long."""

_MOST_POINTS = 1e6
USUAL_SHARES = {"warnings": 1.0, "faults": 0.0}
"""What a group earns that has warnings only, and one that has faults, unless the file says so."""


@dataclass(frozen=True, slots=True)
class Rubric:
    """Points by groups of checks.

    Attributes:
        points: what each group is worth.
        warnings, faults: the share of it that a group earns with warnings only, and with faults.
    """

    points: dict[str, float]
    warnings: float
    faults: float

    @classmethod
    def read(cls, path: Path) -> Rubric:
        """Read a file; ValueError with a sentence where it is no rubric."""
        data = _tables(path)
        for name in data:
            if name not in ("points", "share"):
                raise Problem(
                    "{name} has an unknown part {part}; there are points and share",
                    name=path.name, part=shown(name),
                )  # fmt: skip
        points = _numbers(path, data, "points", tuple(CHECKS), _MOST_POINTS)
        if not any(points.values()):
            raise Problem("{name} gives no points; it needs a table points", name=path.name)
        shares = USUAL_SHARES | _numbers(path, data, "share", tuple(USUAL_SHARES), 1.0)
        return cls(points, shares["warnings"], shares["faults"])

    def as_toml(self) -> str:
        """Return the content of a file, as ``read`` reads it."""
        points = [f"{_key(name)} = {_number(worth)}" for name, worth in self.points.items()]
        shares = [f"warnings = {_number(self.warnings)}", f"faults = {_number(self.faults)}"]
        return "\n".join(["[points]", *points, "", "[share]", *shares, ""])

    def write(self, path: Path) -> None:
        """Write a file; ValueError with a sentence where it cannot be, or gives no points."""
        if not any(self.points.values()):
            raise Problem("the rubric gives no points; give some to a group of checks")
        try:
            write_whole(path, self.as_toml())
        except OSError as error:
            raise Problem(
                "{path} cannot be written: {why}", path=path, why=error.strerror
            ) from None

    @property
    def most(self) -> float:
        """What a file without a fault or a warning earns."""
        return sum(self.points.values())

    def earned(self, report: Report) -> dict[str, float]:
        """Return what a file earns for each group; nothing for one that cannot be looked at."""
        return {name: points * self._share(name, report) for name, points in self.points.items()}

    def _share(self, name: str, report: Report) -> float:
        if name not in report.findings:
            return 0.0
        statuses = {finding.status for finding in report.findings[name]}
        return self.faults if FAIL in statuses else self.warnings if WARN in statuses else 1.0


def _tables(path: Path) -> dict[str, Any]:
    """Return what a file holds; ValueError with a sentence where it is no TOML, or a wild one."""
    try:
        text = read_regular(path, _MAX_BYTES).decode("utf-8")
        plain = _is_plain(text)
        data = tomllib.loads(text) if plain else {}
    except OSError as error:
        raise Problem("{name} cannot be read: {why}", name=path.name, why=error.strerror) from None
    except (ValueError, RecursionError) as error:
        raise Problem("{name} is no TOML: {why}", name=path.name, why=str(error)) from None
    if not plain:
        raise Problem(
            "{name} has lines with many dots; a rubric has the tables points and share, with a "
            "number for each name",
            name=path.name,
        )
    return data


def _is_plain(text: str) -> bool:
    """Whether no line but a comment has many dots, nor all of them together."""
    dots = [line.count(".") for line in text.splitlines() if not line.lstrip().startswith("#")]
    return max(dots, default=0) <= _MOST_DOTS and sum(dots) <= _MOST_DOTS_IN_ALL


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() and name.isascii() else json.dumps(name)


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def _numbers(
    path: Path, data: dict[str, Any], part: str, names: tuple[str, ...], most: float
) -> dict[str, float]:
    """Return the numbers of a table, each looked at."""
    table = data.get(part, {})
    if not isinstance(table, dict):
        raise Problem("{part} of {name} must be a table", part=part, name=path.name)
    numbers = {}
    for key, value in table.items():
        if key not in names:
            raise Problem(
                "{name}: {key} is no {kind}; there are {choices}",
                name=path.name, key=shown(key), choices=", ".join(names),
                kind="group of checks" if part == "points" else "share",
            )  # fmt: skip
        number = real_number(value, 0, most)
        if number is None:
            raise Problem(
                "{name}: {key} must be a number from 0 to {most}, not {value}",
                name=path.name, key=key, most=f"{most:,.0f}", value=shown(value),
            )  # fmt: skip
        numbers[key] = number
    return numbers
