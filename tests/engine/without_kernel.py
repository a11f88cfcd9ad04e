"""Installations without the native kernel: in this process, and in one of their own."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.native.loading import native_kernel

_KERNEL = "engine._kernel"

HIDDEN = f"import sys; sys.modules['{_KERNEL}'] = None\n"
"""What a process does first, to find no native kernel."""


@contextmanager
def without_kernel() -> Iterator[None]:
    """Have this process find no native kernel for a while."""
    kernel = sys.modules[_KERNEL]
    sys.modules[_KERNEL] = None  # Python's own way to say that there is no such module
    native_kernel.cache_clear()
    try:
        yield
    finally:
        sys.modules[_KERNEL] = kernel
        native_kernel.cache_clear()


def hide_kernel(place: Path) -> dict[str, str]:
    """Return the environment of a program that finds no native kernel, in whatever process of it.

    Args:
        place: a folder, to which a file is added.
    """
    (place / "sitecustomize.py").write_text(HIDDEN)
    return {"PYTHONPATH": str(place)}
