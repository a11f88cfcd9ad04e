"""What somebody does with the app: scenes for ``driver``, by their names."""

from __future__ import annotations

import itertools
import multiprocessing
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit, QMessageBox, QSpinBox

from engine import Game, Rules
from engine.tournament import GameRecord, Pairing, Tournament
from engine.tournament.playing import play_game
from engine.tournament.results import as_lines, header_of
from tests.campaign.director import READY, Director
from tests.engine.course_variants import KEPT
from ttt_desktop.history.record import Record
from ttt_desktop.look.error_box import show_error
from ttt_desktop.storage import HISTORY_NAME

PLAIN = str(KEPT / "plain.py")
RESULTS = 100_000
PAST_GAMES = 50_000

Act = Callable[[Director], Iterator[object]]


@dataclass(frozen=True)
class Scene:
    """A scene.

    Attributes:
        act: what is done, step by step; see ``Director``.
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


def results(folder: Path) -> None:
    """Write a large file of results: a few games, again and again."""
    pairing = Pairing("random", "random", RESULTS)
    tournament = Tournament("pairing", (pairing,), 1)
    some = [play_game(pairing, 0, number, number) for number in range(100)]
    records = (
        GameRecord(0, number, each.outcome, each.moves, each.seconds)
        for number, each in ((number, some[number % 100]) for number in range(RESULTS))
    )
    (folder / "results.json").write_text("".join(as_lines(header_of(tournament), records)))


def choose(path: Path) -> None:
    """Answer the next dialogs: yes, and this file."""
    QMessageBox.warning = lambda *_given: QMessageBox.StandardButton.Ok
    QFileDialog.getOpenFileName = lambda *_given, **_more: (str(path), "")


def past_games(folder: Path) -> None:
    """Have a history of many games, in the folder that the app keeps things in."""
    from ttt_desktop.history.store import HistoryStore

    data = folder.parent / "data"
    data.mkdir(exist_ok=True)
    store = HistoryStore(data / HISTORY_NAME)
    some = Record(
        "2026-05-01T10:00:00+00:00", 12.5, 3, 3, False, "A1 B2 C3 A2 B1", "you", "machine", "Ada",
        "Machine", "", "level:easy", "level/Easy", "X",
    )  # fmt: skip
    store.take_over(some for _ in range(PAST_GAMES))
    store.close()


# --- scenes -------------------------------------------------------------------------------


def watch(_: Director) -> Iterator[object]:
    """Do nothing: the command line has set it all going."""
    yield READY
    yield lambda: False


def look(director: Director) -> Iterator[object]:
    yield READY
    yield director.seconds(0.2)


def open_docks(director: Director) -> None:
    director.window.resize(1400, 1000)
    for name in ("heatmap", "table", "chart", "theatre", "log"):
        if not director.window.action[name].isChecked():
            director.trigger(name)


def docks(director: Director) -> Iterator[object]:
    yield READY
    open_docks(director)
    yield lambda: False


def search_in_docks(director: Director) -> Iterator[object]:
    """Open everything first, then let the machine move."""
    open_docks(director)
    yield director.seconds(1.5)
    yield READY
    director.trigger("analyse")
    yield lambda: False


def chart(director: Director) -> Iterator[object]:
    yield READY
    director.trigger("chart")
    yield director.seconds(2)


def theatre(director: Director) -> Iterator[object]:
    director.trigger("theatre")
    everything = director.window.action["theatre_all"]
    yield everything.isEnabled
    yield director.seconds(0.3)
    yield READY
    everything.trigger()
    yield lambda: False


def in_lab() -> Act:
    def act(director: Director) -> Iterator[object]:
        director.trigger("lab")
        lab = director.window.lab
        lab.findChild(QComboBox, "kind").setCurrentText("Pairing")
        lab.findChild(QLineEdit, "player").setText("random")
        lab.findChild(QLineEdit, "opponent").setText("mc:trials=10")
        lab.findChild(QSpinBox, "games").setValue(1_000_000)
        yield director.seconds(0.3)
        yield READY
        director.button(lab, "Start").click()
        yield lambda: False

    return act


def lab_closes(director: Director) -> Iterator[object]:
    """Close the lab's window in the middle of its run; its workers have to go at once."""
    yield from itertools.takewhile(lambda step: step is not READY, in_lab()(director))
    yield READY
    director.button(director.window.lab, "Start").click()
    yield lambda: director.window.lab.lab.games
    director.window.lab.close()
    yield lambda: not multiprocessing.active_children()
    yield lambda: False


def lab_loses_workers(director: Director) -> Iterator[object]:
    """Kill a worker again and again while games are played."""
    yield from itertools.takewhile(lambda step: step is not READY, in_lab()(director))
    yield READY
    director.button(director.window.lab, "Start").click()
    while True:
        games = len(director.window.lab.lab.games)
        yield lambda games=games: len(director.window.lab.lab.games) > games
        for worker in multiprocessing.active_children()[:1]:
            worker.kill()


def lab_results(director: Director) -> Iterator[object]:
    director.trigger("lab")
    lab = director.window.lab
    choose(director.files / "results.json")
    yield director.seconds(0.5)
    yield READY
    director.button(lab, "Open results…").click()
    yield director.seconds(3)


def load(name: str) -> Act:
    def act(director: Director) -> Iterator[object]:
        yield READY
        choose(director.files / name)  # a path that is whole already stays as it is
        director.trigger("from_file")
        yield director.seconds(2)

    return act


def check(director: Director) -> Iterator[object]:
    yield READY
    choose(director.files / "long.py")
    director.trigger("check_file")
    yield lambda: False


def class_is_checked(director: Director) -> Iterator[object]:
    QMessageBox.warning = lambda *_given: QMessageBox.StandardButton.Ok
    director.trigger("class_files")
    dialog = director.window.machine_files.class_dialog
    dialog.folder.setText(str(director.files / "hand-ins"))
    yield director.seconds(0.2)
    yield READY
    dialog.start.click()
    yield lambda: False


def gif(director: Director) -> Iterator[object]:
    yield READY
    director.window.exports.write_gif(director.files / "game.gif")
    yield lambda: False


def past(director: Director) -> Iterator[object]:
    """Look through the history, delete and end games while it is open."""
    yield READY
    director.trigger("history")
    history = director.window.history
    yield lambda: history.games.model().rowCount() >= PAST_GAMES
    history.games.scrollToBottom()
    yield director.seconds(0.5)
    history.games.selectAll()
    history.button["delete"].click()
    yield director.seconds(0.5)
    for square in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
        director.window.controller.play(square)
    yield director.seconds(0.5)
    history.text.setText("a")
    yield director.seconds(1)


def export_history(director: Director) -> Iterator[object]:
    director.trigger("history")
    history = director.window.history
    yield lambda: history.games.model().rowCount() >= PAST_GAMES
    yield READY
    history.export(director.files / "history.json")
    yield lambda: False


def settings(director: Director) -> Iterator[object]:
    yield READY
    director.trigger("settings")
    yield lambda: False


def error(director: Director) -> Iterator[object]:
    yield READY
    show_error(director.window, "Something went wrong, for the campaign.", "No details.")
    yield lambda: False


def truth(director: Director) -> Iterator[object]:
    """Have the empty board solved."""
    director.window.heat.show()
    shown = director.button(director.window, "Show the truth")
    yield director.seconds(0.3)
    yield READY
    shown.click()
    assert shown.isChecked()
    yield director.seconds(3)


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
    "lab in processes": Scene(in_lab(), _ALONE),
    "lab closes": Scene(lab_closes, _ALONE),
    "lab loses workers": Scene(lab_loses_workers, _ALONE),
    "lab's results": Scene(lab_results, _ALONE, (results,)),
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
