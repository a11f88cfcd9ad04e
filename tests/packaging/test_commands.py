"""What the tools for building share."""

from __future__ import annotations

import sys

import pytest

from commands import call


def test_a_command_that_fails_is_told_with_the_cause_it_names_first_and_the_one_it_names_last(
    capsys,
):
    talking = "print('first cause'); print('x' * 20_000); print('last words'); exit(3)"
    with pytest.raises(SystemExit) as ended:
        call(sys.executable, "-c", talking)
    told = f"{ended.value}{''.join(capsys.readouterr())}"
    assert "failed with 3" in told
    assert "first cause" in told
    assert "last words" in told
    assert len(told) < 8_000
