"""Games of the past: how they come into the history, and what their list shows of them."""

from contextlib import closing

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtTest import QTest

from engine.game import Outcome
from engine.rules import Rule
from tests.driver.user import X_WINS, click_on
from tests.waiting import wait_until
from ttt_desktop.archive.games import Filter
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.archive.waiting import SaveGames
from ttt_desktop.session.seats import Seat

O_WINS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (1, 2))


def play(user, squares=X_WINS):
    for square in squares:
        user.click(square)


def history(user):
    """Open the list of all games, and return its page."""
    user.trigger("games")
    page = user.window.shell.pages["games"]
    settle(page.archive)
    return page


def settle(archive):
    """Wait until all is written that was to be, and all is shown that was asked for."""
    wait_until(lambda: QTest.qWait(2) or not archive.busy)


def asked(user, question):
    """Return what the history's database says to a question."""
    archive = user.window.recorder.archive
    settle(archive)
    with user.qtbot.waitSignal(archive.ask(lambda store, _job: question(store)).finished) as said:
        pass
    return said.args[0]


def kept(user):
    """Return how many games the history has."""
    return asked(user, lambda store: store.count(Filter()))


def add(user, *records):
    """Put games into the history, the oldest one first."""
    archive = user.window.recorder.archive
    archive.make(SaveGames(records))
    settle(archive)


def counts(user):
    """Return your wins, ties and losses, as the history counts them."""
    return asked(user, lambda store: store.summary(0).counts)


def rows(window):
    model = window.games.model()
    settle(window.archive)
    for row in range(model.rowCount()):
        if model.game(row) is None:  # it comes with those around it
            settle(window.archive)
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def select(window, *numbers):
    model, chosen = window.games.model(), window.games.selectionModel()
    chosen.clear()
    for number in numbers:
        flags = QItemSelectionModel.SelectionFlag
        chosen.select(model.index(number, 0), flags.Select | flags.Rows)


def press(user, window, name):
    click_on(window.button[name])
    settle(window.archive)


def record(outcome="X", **values):
    usual = {
        "ended": "2024-05-01T10:00:00+00:00", "seconds": 12.5, "size": 3, "line": 3,
        "rule": Rule.NORMAL, "moves": "A1 A2 B1 B2 C1", "x_seat": "you", "o_seat": "machine",
        "x_name": "You", "o_name": "Machine", "x_player": "", "o_player": "mc:trials=5",
        "opponent": "mc/Beginner", "outcome": Outcome(outcome),
    }  # fmt: skip
    fields = usual | values
    seats = {name: Seat(fields[name]) for name in ("x_seat", "o_seat")}
    return PastGame(**(fields | seats))


def write(path, records):
    """Write a database of games."""
    with closing(HistoryStore(path)) as store:
        store.add_all(records)
