"""Writes a game's pictures into files: whole ones or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine import Game
from engine.writing import write_whole
from ttt_desktop.export.frames import Analyses, Frame, frames_of
from ttt_desktop.export.pictures import FramePainter, gif
from ttt_desktop.jobs import Job
from ttt_desktop.look.picture_files import png
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.text import tr

Writer = Callable[[Job], list[Path]]
"""Work for a job: writes files, reports (done, of), and returns what was written; an empty list
where it was cancelled."""


@dataclass(frozen=True)
class GamePictures:
    """A game that is to be written as pictures.

    Attributes:
        game: the game; not to be changed meanwhile.
        analyses: searches of its positions.
        settings: how it is scored and shown.
        theme: its colours.
    """

    game: Game
    analyses: Analyses
    settings: Settings
    theme: ThemeManager
    locked: float | None = None
    """The end of a locked colour scale, in score a trial."""

    def as_gif(self, path: Path) -> Writer:
        """Return the work that writes an animated GIF."""

        def write(job: Job) -> list[Path]:
            painter = FramePainter(self.theme, self.game.rules.size)
            animation = gif(painter.image(frame) for frame in self._frames(job))
            job.check()
            write_whole(path, animation)
            return [path]

        return write

    def as_pngs(self, path: Path) -> Writer:
        """Return the work that writes ``NAME-01.png``, ``NAME-02.png`` and so on.

        The work raises FileExistsError rather than writing over a file, and takes back what it
        has written where it cannot go on.
        """
        count = len(self.game.moves) + 1
        digits = max(2, len(str(count)))

        def write(job: Job) -> list[Path]:
            painter = FramePainter(self.theme, self.game.rules.size)
            names = [path.with_name(f"{path.stem}-{i + 1:0{digits}}.png") for i in range(count)]
            for name in names:
                if name.exists():
                    raise FileExistsError(0, tr("{name} is there already", name=name.name))
            written: list[Path] = []
            try:
                for name, frame in zip(names, self._frames(job), strict=False):
                    write_whole(name, png(painter.image(frame, scale=2)), durable=False)
                    written.append(name)
            except BaseException:
                _remove(written)
                raise
            return written

        return write

    def _frames(self, job: Job) -> Iterator[Frame]:
        """Yield the frames, reporting each one; CancelledError once the job is cancelled."""
        count = len(self.game.moves) + 1
        frames = frames_of(
            self.game, self.analyses, self.settings, self.locked, lambda: job.cancelled
        )
        for done, frame in enumerate(frames, start=1):
            yield frame
            job.report((done, count))
        job.check()


def _remove(paths: list[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
