"""Names that say nothing are counted wherever program code binds them."""

import ast
from collections import Counter

import pytest

from tools import names

CODE = """
from a import b as told
def found(each, *, there=1):
    told, other = each
    for each in there: told.found = each
    return [each for each in other if (there := each)]
match other:
    case [each, *told]: pass
    case {"a": 1, **found}: pass
try: pass
except OSError as there: pass
"""


def test_what_is_bound_counts_and_what_is_only_used_does_not():
    counts = Counter(names.bound(ast.parse(CODE)))
    assert {name: counts[name] for name in names.PLAIN} == {
        "each": 4, "found": 2, "there": 3, "told": 3,
    }  # fmt: skip


@pytest.mark.parametrize(("limit", "status"), [(3, 0), (2, 1)])
def test_more_than_the_limit_fails(limit, status, tmp_path, monkeypatch, capsys):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "one.py").write_text("each = 1\nfor told in (each, each): pass\n")
    (tmp_path / "engine" / "two.py").write_text("told = square = 1\n")
    monkeypatch.setattr("tools.names.ROOT", tmp_path)
    monkeypatch.setattr("tools.names.LIMIT", limit)
    monkeypatch.setattr("sys.argv", ["names", "--list"])
    assert names.main() == status
    assert capsys.readouterr().out.splitlines() == [
        "   2  engine/one.py: each 1, told 1", "   1  engine/two.py: told 1",
        f"3 of at most {limit}: told 2, each 1",
    ]  # fmt: skip
