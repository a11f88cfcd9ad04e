"""The experiments that the lab offers ready made. No Qt but for the language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.tournament.experiment import THE_PUBLISHED, Experiment, read_experiment
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr


@dataclass(frozen=True, slots=True)
class Preset:
    """An experiment ready to be run.

    Attributes:
        name: what it is called in the code, and its picture too.
        title: what it is called.
        about: what it asks, in a sentence or two.
        make: returns the experiment.
    """

    name: str
    title: str
    about: str
    make: Callable[[], Experiment]

    @property
    def size(self) -> str:
        """How many games it has, such as "9 × 100 games"; empty where a file is to be chosen."""
        experiment = self.make()
        if experiment.wants_file:
            return tr("{count} games", count=f"{experiment.plan.games:,}")
        pairings = experiment.tournament().pairings
        return tr("{rows} × {games} games", rows=len(pairings), games=f"{pairings[0].games:,}")


PRESETS = (
    Preset(
        "published",
        QT_TRANSLATE_NOOP("", "Published experiment"),
        QT_TRANSLATE_NOOP("", "The machine plays itself at nine numbers of trials. Do more trials "
                          "mean more ties?"),
        lambda: THE_PUBLISHED,
    ),
    Preset(
        "levels",
        QT_TRANSLATE_NOOP("", "Strength of the levels"),
        QT_TRANSLATE_NOOP("", "All seven levels meet on 5×5. How far apart are they, and how sure "
                          "is that?"),
        lambda: read_experiment("ladder size=5 line=4 games=20"),
    ),
    Preset(
        "doubling",
        QT_TRANSLATE_NOOP("", "Twice the simulations"),
        QT_TRANSLATE_NOOP("", "Monte Carlo tree search with 50, 100, 200 and 400 simulations. Is "
                          "twice as many worth it?"),
        lambda: read_experiment("robin player=uct:simulations=50 player=uct:simulations=100 "
                                "player=uct:simulations=200 player=uct:simulations=400 size=5 "
                                "line=4 games=100"),
    ),
    Preset(
        "weights",
        QT_TRANSLATE_NOOP("", "The ratio of the weights"),
        QT_TRANSLATE_NOOP("", "SCORE_OTHER from 0 to 3 times SCORE_CURRENT, against perfect play. "
                          "Does 1:3 beat 1:1?"),
        lambda: read_experiment("sweep ratio=0,0.5,1,1.5,2,3 player=mc:trials=100 "
                                "opponent=perfect games=200"),
    ),
    Preset(
        "reverse",
        QT_TRANSLATE_NOOP("", "Reverse or not"),
        QT_TRANSLATE_NOOP("", "The same machine under both rules. Who profits when a line loses?"),
        lambda: read_experiment("sweep reverse=no,yes player=mc:trials=100 games=500"),
    ),
    Preset(
        "exploration",
        QT_TRANSLATE_NOOP("", "How much to explore"),
        QT_TRANSLATE_NOOP("", "Look-ahead from no exploration to much, against itself with the "
                          "usual amount, on 5×5."),
        lambda: read_experiment("sweep exploration=0,0.2,0.5,1,2,4 player=uct:simulations=300 "
                                "opponent=uct:simulations=300 size=5 line=4 games=100"),
    ),
    Preset(
        "two_levels",
        QT_TRANSLATE_NOOP("", "4 · Medium against 5 · Hard"),
        QT_TRANSLATE_NOOP("", "Two neighbouring levels on 5×5, taking turns with X. How often does "
                          "the weaker one win?"),
        lambda: read_experiment("pairing player=level:medium opponent=level:hard size=5 line=4 "
                                "games=200"),
    ),
    Preset(
        "yours",
        QT_TRANSLATE_NOOP("", "Your own program"),
        QT_TRANSLATE_NOOP("", "Choose your course file: its mc_move meets the machine with 100 "
                          "trials."),
        lambda: read_experiment("pairing player=file:trials=100 opponent=mc:trials=100 games=100"),
    ),
)  # fmt: skip
"""In the order in which they are offered."""
