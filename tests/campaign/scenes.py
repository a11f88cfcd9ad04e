"""What somebody does with the app: scenes for ``app``, by their names."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine import Game, Rules
from engine.game import Outcome
from engine.rules import Rule
from tests.campaign.director import READY, Act
from tests.driver.files import long_results
from tests.driver.user import User, click_on
from tests.engine.course_variants import KEPT
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.session.seats import Seat
from ttt_desktop.work.logs import show_error
from ttt_desktop.work.storage import HISTORY_NAME

PLAIN = str(KEPT / "plain.py")
RESULTS = 100_000
PAST_GAMES = 50_000


@dataclass(frozen=True)
class Scene:
    """A scene.

    Attributes:
        act: what is done, step by step; see ``director``.
        options: the command line, FILES standing for the folder of the scene's files.
        files: write those files.
    """

    act: Act
    options: tuple[str, ...] = ()
    files: tuple[Callable[[Path], object], ...] = ()


# --- files --------------------------------------------------------------------------------


def slow_to_load(folder: Path) -> None:
    (folder / "slow.py").write_text(
        "import time\n_STARTED = time.sleep(8)\n" + Path(PLAIN).read_text()
    )


def slow_to_move(folder: Path) -> None:
    text = Path(PLAIN).read_text()
    start = "def mc_move(board, player, trials):\n"
    assert start in text
    busy = (
        "    import time\n    end = time.time() + 60\n    while time.time() < end:\n        pass\n"
    )
    (folder / "long.py").write_text(text.replace(start, start + busy))


def hand_ins(folder: Path) -> None:
    """Write a class: some play at once, so that the league begins, and some take their time."""
    (folder / "hand-ins").mkdir()
    text = Path(PLAIN).read_text()
    for name in ("anna", "berta", "carl"):
        (folder / "hand-ins" / f"{name}.py").write_text(f"{text}\n# by {name}\n")


def finished_game(folder: Path) -> None:
    game, chance = Game(Rules.of(10)), random.Random(1)
    while game.result is None:
        game.play(chance.choice(game.board.get_empty_squares()))
    (folder / "game.json").write_text(game.to_json())


def answer(path: Path) -> None:
    """Answer the next dialogs: yes, and this file."""
    QMessageBox.warning = lambda *_given: QMessageBox.StandardButton.Ok
    QFileDialog.getOpenFileName = lambda *_given, **_more: (str(path), "")


def past_games(folder: Path) -> None:
    """Have a history of many games, in the folder that the app keeps things in."""
    from ttt_desktop.archive.store import HistoryStore

    data = folder.parent / "data"
    data.mkdir(exist_ok=True)
    store = HistoryStore(data / HISTORY_NAME)
    some = PastGame(
        "2026-05-01T10:00:00+00:00", 12.5, 3, 3, Rule.NORMAL, "A1 B2 C3 A2 B1", Seat.YOU,
        Seat.MACHINE, "Ada", "Machine", "", "level:easy", "level/Easy", Outcome.X,
    )  # fmt: skip
    store.add_all(some for _ in range(PAST_GAMES))
    store.close()


# --- scenes -------------------------------------------------------------------------------


def watch(_: User) -> Iterator[object]:
    """Do nothing: the command line has set it all going."""
    yield READY
    yield lambda: False


def look(user: User) -> Iterator[object]:
    yield READY
    yield user.seconds(0.2)


def open_docks(user: User) -> None:
    user.window.resize(1400, 1000)
    for name in ("heatmap", "table", "chart", "theatre", "log"):
        if not user.window.action[name].isChecked():
            user.trigger(name)


def docks(user: User) -> Iterator[object]:
    yield READY
    open_docks(user)
    yield lambda: False


def search_in_docks(user: User) -> Iterator[object]:
    """Open everything first, then let the machine move."""
    open_docks(user)
    yield user.seconds(1.5)
    yield READY
    user.trigger("analyse")
    yield lambda: False


def chart(user: User) -> Iterator[object]:
    yield READY
    user.trigger("chart")
    yield user.seconds(2)


def theatre(user: User) -> Iterator[object]:
    user.trigger("theatre")
    everything = user.window.action["theatre_all"]
    yield everything.isEnabled
    yield user.seconds(0.3)
    yield READY
    everything.trigger()
    yield lambda: False


def bandits(user: User) -> Iterator[object]:
    user.trigger("bandits")
    bench = user.window.docks["bandits"].bench
    yield lambda: bench.chances is not None
    yield user.seconds(1.5)
    yield READY
    while True:
        user.trigger("bandits_thousand")
        yield lambda: not bench.running


def darts(user: User) -> Iterator[object]:
    user.trigger("darts")
    yield user.seconds(1.5)
    yield READY
    while True:
        user.trigger("darts_pi")
        for _ in range(7):
            user.trigger("darts_fourfold")
        yield lambda: not user.window.action["darts_stop"].isEnabled()


def set_up_lab(user: User) -> Iterator[object]:
    """Ask for a million games in the lab, and start them."""
    from tests.desktop.features.lab.user import PAIRING, open_lab

    lab = open_lab(user)
    lab.ask(PAIRING, player="random", opponent="mc:trials=10", games=1_000_000)
    yield user.seconds(0.3)
    yield READY
    lab.press("start")


def lab_plays(user: User) -> Iterator[object]:
    yield from set_up_lab(user)
    yield lambda: False


def lab_closes(user: User) -> Iterator[object]:
    """Stop a run in the middle; its workers have to go at once."""
    yield from set_up_lab(user)
    yield lambda: user.page("experiment").lab.games
    user.page("experiment").lab.cancel()
    yield lambda: not multiprocessing.active_children()
    yield lambda: False


def learning(user: User) -> Iterator[object]:
    """Have a network learn, or go on with the one that is there."""
    from tests.desktop.features.selflearning.user import open_learning

    learner = open_learning(user)
    yield learner.at_rest
    study = learner.study
    if study.report is None:
        learner.ask("net seed=1")
        learner.press("start")
    else:
        learner.press("pause")
    yield lambda: study.busy and study.report is not None
    generation = study.report.generation
    yield lambda: study.report.generation > generation
    yield READY
    yield lambda: False


def lab_loses_workers(user: User) -> Iterator[object]:
    """Kill a worker again and again while games are played."""
    yield from set_up_lab(user)
    while True:
        games = len(user.page("experiment").lab.games)
        yield lambda games=games: len(user.page("experiment").lab.games) > games
        for worker in multiprocessing.active_children()[:1]:
            worker.kill()


def lab_results(user: User) -> Iterator[object]:
    from tests.desktop.features.lab.user import open_lab

    open_lab(user)
    answer(user.folder / "results.json")
    yield user.seconds(0.5)
    yield READY
    user.trigger("open_results")
    yield user.seconds(3)


def load(name: str) -> Act:
    def act(user: User) -> Iterator[object]:
        yield READY
        answer(user.folder / name)  # a path that is whole already stays as it is
        user.trigger("from_file")
        yield user.seconds(2)

    return act


def check(user: User) -> Iterator[object]:
    yield READY
    answer(user.folder / "long.py")
    user.trigger("check_file")
    yield lambda: False


def class_is_checked(user: User) -> Iterator[object]:
    answer(user.folder)
    user.trigger("class_files")
    page = user.page("class")
    page.fields["folder"].setText(str(user.folder / "hand-ins"))
    yield user.seconds(0.2)
    yield READY
    click_on(page.start)
    yield lambda: False


def gif(user: User) -> Iterator[object]:
    yield READY
    user.window.features["export"].write_gif(user.folder / "game.gif")
    yield lambda: False


def past(user: User) -> Iterator[object]:
    """Look through the history, delete and end games while it is open."""
    yield READY
    user.trigger("games")
    history = user.window.shell.pages["games"]
    yield lambda: history.games.model().rowCount() >= PAST_GAMES
    history.games.scrollToBottom()
    yield user.seconds(0.5)
    history.games.selectAll()
    click_on(history.button["delete"])
    yield user.seconds(0.5)
    user.play()
    yield user.seconds(0.5)
    history.text.setText("a")
    yield user.seconds(1)


def export_history(user: User) -> Iterator[object]:
    user.trigger("games")
    history = user.window.shell.pages["games"]
    yield lambda: history.games.model().rowCount() >= PAST_GAMES
    yield READY
    history.export(user.folder / "history.json")
    yield lambda: False


def settings(user: User) -> Iterator[object]:
    yield READY
    user.trigger("settings")
    yield lambda: False


def error(user: User) -> Iterator[object]:
    yield READY
    show_error(user.window, "Something went wrong, for the campaign.", "No details.")
    yield lambda: False


def truth(user: User) -> Iterator[object]:
    """Have the empty board solved."""
    user.window.docks["heatmap"].show()
    shown = user.button(user.window, "Show the truth")
    yield user.seconds(0.3)
    yield READY
    shown.click()
    assert shown.isChecked()
    yield user.seconds(3)


_ALONE = ("--machine", "neither")
_BOTH = ("--machine", "both", "--min-move-time", "0")
_LONG = ("--trials", "1000000000")
_SEARCH = ("--machine", "X", *_LONG)


def _docks(size: int) -> Scene:
    return Scene(search_in_docks, (*_ALONE, *_LONG, "--size", str(size)))


SCENES = {
    "idle": Scene(watch, _ALONE),
    "look": Scene(look, (*_ALONE, "--size", "10")),
    "search": Scene(watch, (*_SEARCH, "--size", "10")),
    "machines": Scene(watch, (*_BOTH, "--size", "10", "--trials", "1000")),
    "theatre": Scene(theatre, (*_ALONE, *_LONG, "--size", "25")),
    "bandits": Scene(bandits, (*_ALONE, "--size", "5", "--arms", "squares")),
    "darts": Scene(darts, _ALONE),
    "lab in processes": Scene(lab_plays, _ALONE),
    "learning": Scene(learning, _ALONE),
    "lab closes": Scene(lab_closes, _ALONE),
    "lab loses workers": Scene(lab_loses_workers, _ALONE),
    "lab's results": Scene(lab_results, _ALONE, (lambda folder: long_results(folder, RESULTS),)),
    "slow file loads": Scene(load("slow.py"), _ALONE, (slow_to_load,)),
    "right file loads": Scene(load(PLAIN), _ALONE),
    "file is checked": Scene(check, _ALONE, (slow_to_move,)),
    "class is checked": Scene(class_is_checked, _ALONE, (hand_ins,)),
    "file plays": Scene(watch, (*_BOTH, "--size", "10", "--trials", "50", "--player", PLAIN)),
    "file thinks long": Scene(
        watch, (*_BOTH, "--size", "10", "--player", "FILES/long.py"), (slow_to_move,)
    ),
    "gif": Scene(
        gif, (*_BOTH, "--size", "10", "--trials", "20000", "FILES/game.json"), (finished_game,)
    ),
    "docks": Scene(docks, _SEARCH),
    "history": Scene(past, _ALONE, (past_games,)),
    "history is exported": Scene(export_history, _ALONE, (past_games,)),
    "settings": Scene(settings, _SEARCH),
    "error": Scene(error, _SEARCH),
    "chart": Scene(chart, _ALONE),
    "truth": Scene(truth, _ALONE),
    "search 3x3, docks": _docks(3),
    "search 10x10, docks": _docks(10),
    "search 25x25, docks": _docks(25),
}
