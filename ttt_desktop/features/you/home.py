"""You: how far you have come, your newest games, and what waits for you."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import Rules
from engine.specs import PlayerSpec
from ttt_desktop.archive.games import Count, Filter, Reached, Totals
from ttt_desktop.archive.goals import LADDER, goals, levels
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.features.you.badges import BadgesCard
from ttt_desktop.features.you.ladder import LadderCard
from ttt_desktop.features.you.past import to_go_through
from ttt_desktop.features.you.practice import MistakesCard, StreakCard
from ttt_desktop.features.you.rating import NEWEST, RatingCard, most_played
from ttt_desktop.features.you.recent import RECENT, GivenUpCard, RecentCard
from ttt_desktop.look.pages import ScrollPage, Two
from ttt_desktop.look.parts import Words
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.session.seats import against, opponents_letter
from ttt_desktop.session.view import View
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import BeginGame, DayStanding, TellStanding
from ttt_desktop.work.jobs import Job, Latest

_TODAY, _MISTAKES, _BACK = "puzzle", "mistakes", "back"
"""The actions that set today's puzzle up, ask about mistakes, and go on with a given-up game."""

_UNREADABLE = "unreadable"
"""Topic of the notice."""


class _Figures(NamedTuple):
    """What the history says.

    Attributes:
        newest: the newest games.
        games: how many games there are.
        most: your games against the level that you have played most.
        scores: what the newest ones of these count.
    """

    totals: Totals
    reached: Reached
    newest: list[PastGame]
    games: int
    most: Count | None
    scores: list[float]


def _figures(store: HistoryStore, _job: Job) -> _Figures:
    totals = store.summary(0)
    most = most_played(totals.counts)
    scores = store.scores_against(most.board, most.opponent, NEWEST) if most is not None else []
    look = store.look(Filter(), RECENT)
    games = store.count(Filter(), look.newest) if look.total is None else look.total
    return _Figures(totals, store.you(goals()), look.games, games, most, scores)


class YouHome(ScrollPage):
    """The home of the place "You".

    Attributes:
        total: says how many games you have played, and how they went.
        ladder, badges, recent, given_up, rating, streak, mistakes: its cards.
        notice: says why there are no figures.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.theme)
        theme = shell.theme
        self._shell = shell
        self._asking = Latest(shell.recorder.archive.ask, self)
        self.notice = Notice()
        self.total = Words(theme, colour="muted", wrap=True)
        self.ladder = LadderCard(theme, self._play)
        self.badges = BadgesCard(theme)
        self.recent = RecentCard(theme, self._review, partial(shell.show, "games"))
        self.given_up = GivenUpCard(theme, partial(shell.do, _BACK))
        self.rating = RatingCard(theme)
        self.streak = StreakCard(theme, partial(shell.do, _TODAY))
        self.mistakes = MistakesCard(theme, partial(shell.do, _MISTAKES))
        aside: list[QWidget] = [self.given_up, self.rating]
        aside += [self.streak] if shell.has(_TODAY) else []
        aside += [self.mistakes] if shell.has(_MISTAKES) else []
        self.box.addWidget(self.notice)
        self.box.addWidget(self.total)
        main = [self.ladder, self.badges, self.recent]
        self.box.addWidget(Two(theme, [*main, _rest()], [*aside, _rest()]))
        self.box.addStretch(1)
        shell.recorder.archive.changed.connect(self._follow)
        shell.controller.follow(self._show_given_up, View.shelved)

    @Slot()
    def refresh(self) -> None:
        """Show everything as it is now."""
        self._asking.start(_figures, self._show, self._say_unreadable)
        self._shell.serve(TellStanding(self._show_standing))
        self._show_given_up()

    @Slot()
    def _follow(self) -> None:
        if self.isVisible():
            self.refresh()

    @Slot()
    def _show_given_up(self) -> None:
        self.given_up.show_game(self._shell.controller.view.shelved)

    def _show(self, figures: _Figures) -> None:
        self.notice.retract(_UNREADABLE)
        self.total.setText(_total_text(figures.totals.counts))
        self.ladder.show_boards(figures.reached.boards)
        self.badges.show_reached(figures.reached.reached)
        self.recent.show_games(figures.newest, figures.games)
        self.rating.show_games(figures.most, figures.scores)

    def _show_standing(self, standing: DayStanding) -> None:
        self.streak.show_standing(standing)
        self.mistakes.show_standing(standing)

    @Slot(object)
    def _say_unreadable(self, error: Exception) -> None:
        self.notice.tell(problem(error), topic=_UNREADABLE)

    # --- what people do ------------------------------------------------------------------

    def _play(self, board: Rules, rank: int) -> None:
        """Start a game against a level."""
        own = self._shell.controller.view.own
        kind = PlayerSpec.parse(LADDER).kind
        spec = PlayerSpec(kind).with_values(kind.levels[levels()[rank]])
        settings = against(own, board, opponents_letter(own), spec)
        self._shell.clear()
        self._shell.serve(BeginGame(settings, kind.word))

    def _review(self, game: PastGame) -> None:
        """Look through a game."""
        try:
            self._shell.serve(to_go_through(game))
        except ValueError as error:
            self.notice.tell(tr("This game cannot be shown: {why}.", why=problem(error)))


def _rest() -> QWidget:
    """Return what takes the height that a column's cards leave over."""
    rest = QWidget()
    rest.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
    return rest


def _total_text(counts: list[Count]) -> str:
    """Return how many games you have played, and how they went."""
    games = sum(count.games for count in counts)
    if not games:
        return tr("No game is finished yet. The first rung of each ladder is one click away.")
    wins, ties, losses = (
        sum(getattr(count, part) for count in counts) for part in ("wins", "ties", "losses")
    )
    played = tr("{count} games", n=games, one="1 game", count=f"{games:,}")
    return tr("{played} · {wins} won, {ties} tied, {losses} lost", played=played,
              wins=f"{wins:,}", ties=f"{ties:,}", losses=f"{losses:,}")  # fmt: skip
