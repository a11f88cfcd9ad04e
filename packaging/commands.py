"""What the package builders share; standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn


def tell(message: str) -> None:
    """Say what is being done."""
    print(f"package: {message}", file=sys.stderr, flush=True)


def stop(problem: str) -> NoReturn:
    """End with one clear line."""
    sys.exit(f"package: {problem}")


def call(*command: str | Path, cwd: Path | str | None = None, **environment: str) -> str:
    """Run a command and return what it printed; end with its output where it fails."""
    if not shutil.which(str(command[0])):
        stop(f"there is no program {command[0]}")
    done = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
        cwd=cwd,
        env=os.environ | environment,
    )
    if done.returncode:
        words = " ".join(map(str, command))
        stop(f"this failed with {done.returncode}: {words[:1000]}\n{_ends_of(done.stdout)}")
    return done.stdout


def _ends_of(text: str, most: int = 6000) -> str:
    """Return a long text without its middle: some programs name the cause first, some last."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}\n[...]\n{text[-half:]}"


def drop_dead_links(folder: Path) -> None:
    """Delete the links whose targets are gone."""
    for path in folder.rglob("*"):
        if path.is_symlink() and not path.exists():
            path.unlink()
