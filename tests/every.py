"""One test that goes through many cases."""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence

import pytest

_SHORT = 300


def every(names: str | Sequence[str], cases: Iterable[object]) -> Callable:
    """Have one test go through cases, where ``pytest.mark.parametrize`` makes a test of each.

    For cases that take a moment each and can share their fixtures, a window among them. All that
    fail are shown together.

    Args:
        names: the arguments that are given by a case; one alone is given as it stands there.
        cases: what they are.
    """
    listed = list(cases)
    wanted = names.replace(",", " ").split() if isinstance(names, str) else [*names]

    def decorate(test: Callable) -> Callable:
        @functools.wraps(test)
        def through_all(**fixtures: object) -> None:
            failures = []
            for case in listed:
                values = case if len(wanted) > 1 else (case,)
                try:
                    test(**fixtures, **dict(zip(wanted, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the case {case!r:.{_SHORT}}")
                    own = error.with_traceback(error.__traceback__.tb_next)
                    failures.append("".join(traceback.format_exception(own)))
            if failures:
                count = f"{len(failures)} of {len(listed)} cases failed"
                pytest.fail("\n".join([count, *failures]), pytrace=False)

        signature = inspect.signature(test)
        left = [each for name, each in signature.parameters.items() if name not in wanted]
        through_all.__signature__ = signature.replace(parameters=left)
        return through_all

    return decorate
