"""A course file in a check that gives way to machines that think."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

from engine.compat.process import Asking, FileProcess
from ttt_desktop.work.jobs import Job


class PatientFile(FileProcess):
    """A file in a check, which waits between two requests while others need the processor.

    Args:
        content: its bytes; None to have it read.

    Attributes:
        go_on: is set while it may be asked.
        job: hears how many requests were made.
    """

    def __init__(self, path: Path, content: bytes | None) -> None:
        super().__init__(path, content=content)
        self.go_on = Event()
        self.go_on.set()
        self.job: Job | None = None
        self._asked = 0

    def ask(
        self, request: dict[str, Any], seconds: float | None, asking: Asking | None = None
    ) -> dict[str, Any]:
        """Ask (see ``FileProcess.ask``), as soon as that may be."""
        self.go_on.wait()
        self._asked += 1
        if self.job is not None:
            self.job.report(self._asked)
        return super().ask(request, seconds, asking)

    def close(self) -> None:
        """End the process for good, and let no thread wait."""
        super().close()
        self.go_on.set()
