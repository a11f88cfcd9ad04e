"""The bar below the players: what the course file that plays, or is tried, was found to be."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton

from ttt_desktop.features.files.course_files import CourseFiles
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import breakable, tr
from ttt_desktop.look.widgets import BoardBar, mute
from ttt_desktop.machines.machine import FileMachine
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View

_BESIDE = 0.5
"""The greatest share of the width that buttons take beside the verdict; else they stand below."""


class FileBar(BoardBar):
    """Says what a file is, and offers what can be done with it: one place for all of it.

    A file that is tried comes before the one that plays, until it plays itself or is let go.

    Args:
        machine: the file that plays, and what is known of files.
        files: the file that is tried; opens reports.

    Attributes:
        play, findings, check, cancel, close_it: its buttons.
    """

    def __init__(
        self, controller: GameController, machine: FileMachine, files: CourseFiles
    ) -> None:
        super().__init__()
        self._machine, self._checks, self._files = machine, machine.checks, files
        self._judged, self._news = self.sentence(), self.sentence()
        mute(self._news)
        self._texts = "", ""
        self._announcer = Announcer(self)
        self.play = QPushButton(tr("Play against it"))
        self.play.clicked.connect(files.play)
        self.findings = QPushButton(tr("See the findings"))
        self.findings.clicked.connect(self._open_report)
        self.check = QPushButton(tr("Check"))
        self.check.clicked.connect(self._check)
        self.cancel = QPushButton(tr("Stop checking"))
        self.cancel.clicked.connect(self._cancel)
        self.close_it = QPushButton(tr("Close"))
        self.close_it.clicked.connect(files.let_go)
        self._buttons = (self.play, self.findings, self.check, self.cancel, self.close_it)
        self._row = self.row(self._buttons)
        self._top = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._top.setSpacing(SPACE // 2)
        self._top.addWidget(self._judged, 1)
        self._top.addLayout(self._row)
        self.column.addLayout(self._top)
        self.column.addWidget(self._news)
        for signal in (machine.changed, machine.renewed, self._checks.changed, files.changed):
            signal.connect(self.refresh)
        controller.follow(self.refresh, View.seats_now)

    @property
    def text(self) -> str:
        """What is said; empty where there is no file."""
        return " ".join(filter(None, self._texts)) if not self.isHidden() else ""

    @property
    def _subject(self) -> tuple[Path, bytes | None] | None:
        """The file that is talked about, and its version."""
        if self._files.tried is not None:
            return self._files.tried, self._files.version
        player = self._machine.player
        if player is not None and self._machine.name:
            return player.path, self._machine.content
        return None

    @Slot()
    def refresh(self) -> None:
        """Say how things stand."""
        subject = self._subject
        self.setVisible(subject is not None)
        if subject is None:
            self._texts = "", ""
            return
        path, content = subject
        tried = path == self._files.tried
        under_way = self._checks.is_wanted(path, content)
        report = None if under_way else self._checks.report(path, content)
        self.play.setVisible(tried and (report is None or report.loaded))
        self.findings.setVisible(report is not None)
        self.check.setVisible(not under_way and (report is None or bool(report.unjudged)))
        self.cancel.setVisible(under_way)
        self.close_it.setVisible(tried and not under_way)
        news = "" if tried else self._machine.news
        self._say(self._verdict(path, content, under_way), news, final=not under_way)
        self._arrange()

    def _verdict(self, path: Path, content: bytes | None, under_way: bool) -> str:
        """Return what a version was found to be, in a sentence."""
        report = self._checks.report(path, content)
        if under_way:
            if not (self._checks.is_begun(path, content) and self._checks.asked):
                return tr("{name} is being checked…", name=path.name)
            return tr("{name} is being checked… (%n requests)", n=self._checks.asked,
                      one="{name} is being checked… (1 request)", name=path.name)  # fmt: skip
        if report is None:
            return tr("{name} has not been checked yet.", name=path.name)
        if not report.loaded:
            from engine.compat.terms import FAIL  # noqa: PLC0415  (few need it)

            findings = (finding for group in report.findings.values() for finding in group)
            return next((f"{finding.got}." for finding in findings if finding.status == FAIL), "")
        from ttt_desktop.machines.reports import verdict  # noqa: PLC0415  (few need it)

        return tr("{name}: {verdict}.", name=path.name, verdict=verdict(report))

    def _say(self, verdict: str, news: str, final: bool) -> None:
        """Show sentences; those that stay are read out, where they are others."""
        before, self._texts = self._texts, (verdict, news)
        for label, text in ((self._judged, verdict), (self._news, news)):
            label.setText(breakable(text))
            label.setAccessibleName(text)
        self._news.setVisible(bool(news))
        if news != before[1]:
            self._announcer.say(news)
        if final and verdict != before[0]:
            self._announcer.say(verdict)

    @Slot()
    def _open_report(self) -> None:
        subject = self._subject
        if subject is not None and (report := self._checks.report(*subject)) is not None:
            self._files.open_report(report)

    @Slot()
    def _check(self) -> None:
        if self._files.tried is not None:
            self._files.check_tried()
        else:
            self._machine.check(by_hand=True)

    @Slot()
    def _cancel(self) -> None:
        if self._subject is not None:
            self._checks.cancel(self._subject[0])

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the buttons beside the verdict where there is room, else below it."""
        beside = self._row.sizeHint().width() <= _BESIDE * self.width()
        way = QBoxLayout.Direction
        self._top.setDirection(way.LeftToRight if beside else way.TopToBottom)
