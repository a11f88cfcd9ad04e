"""Nothing is lost of the history: locked, full, damaged, killed in between, or ever so long."""

import random
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing, contextmanager, suppress

import pytest

from engine import Rules
from tests.desktop.past import (
    O_WINS,
    add,
    counts,
    history,
    kept,
    play,
    press,
    record,
    rows,
    select,
    settle,
    write,
)
from ttt_desktop.archive import database
from ttt_desktop.archive.games import Filter
from ttt_desktop.archive.salvage import salvaged
from ttt_desktop.archive.store import HistoryError, HistoryStore
from ttt_desktop.archive.waiting import DeleteGames, RestoreGames, SaveGames, Waiting
from ttt_desktop.session.seats import Seat

PEOPLE = ("--machine", "neither")


@contextmanager
def locked(path):
    """Hold the database as another program does that writes."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


def play_games(user, count):
    for _ in range(count):
        play(user)
        user.trigger("again")


def waiting(folder):
    return list(folder.glob("history-waiting-*.json"))


def test_games_wait_while_another_program_holds_the_database(user, tmp_path):
    add(user, record())
    with locked(tmp_path / "history.db"):
        play_games(user, 5)
        user.qtbot.waitUntil(lambda: "locked" in user.window.notice.text)
        assert len(waiting(tmp_path)) == 5
    user.qtbot.waitUntil(lambda: user.window.notice.text == "")
    assert kept(user) == 6
    assert not waiting(tmp_path)


def test_games_that_waited_when_the_window_closed_are_there_at_the_next_start(
    open_window, tmp_path
):
    user = open_window(*PEOPLE)
    add(user, record())
    with locked(tmp_path / "history.db"):
        play_games(user, 2)
        user.window.close()
    user.app.keeper.disown()
    assert kept(open_window(*PEOPLE)) == 3


@pytest.mark.uses("you")
def test_what_waits_is_done_in_its_order(user, tmp_path):
    play(user)
    window = history(user)
    with locked(tmp_path / "history.db"):
        select(window, 0)
        window.button["delete"].click()
        user.qtbot.waitUntil(lambda: len(waiting(tmp_path)) == 1)
        user.trigger("undo")
        play(user, O_WINS[4:])
        user.trigger("again")
        play(user)
        user.trigger("undo")
        play(user, O_WINS[4:])
    user.qtbot.waitUntil(lambda: not waiting(tmp_path))
    assert [row[3] for row in rows(window)] == ["Player O won", "Player O won"]
    press(user, window, "restore")
    assert sorted(row[3] for row in rows(window)) == [
        "Player O won",
        "Player O won",
        "Player X won",
    ]


def test_what_is_taken_in_twice_is_there_once(tmp_path):
    """As where the program is killed between the two things."""
    left, store = Waiting(tmp_path), HistoryStore(tmp_path / "history.db")
    first, second = record(key=7), record("O", key=8)
    for change in (
        SaveGames((first, second)),
        DeleteGames((first,)),
        SaveGames((record("tie", key=7),)),
        RestoreGames((first,)),
    ):
        left.add(change)
    with closing(store):
        for _ in range(3):
            store.make(left.oldest(9).values())
        found = store.find(Filter(), 0, 9)
    assert sorted(game.outcome.value for game in found) == ["O", "X", "tie"]


def test_a_damaged_file_that_waits_is_kept_and_stops_nothing(open_window, tmp_path):
    Waiting(tmp_path).add(SaveGames((record(),)))
    (damaged,) = waiting(tmp_path)
    damaged.write_text("{")
    Waiting(tmp_path).add(SaveGames((record(),)))
    assert kept(open_window(*PEOPLE)) == 1
    assert len(list(tmp_path.glob(f"{damaged.name}.damaged-*"))) == 1


def test_what_waits_for_a_newer_program_is_left_alone_and_stops_nothing(open_window, tmp_path):
    Waiting(tmp_path).add(SaveGames((record(),)))
    (newer,) = waiting(tmp_path)
    text = newer.read_text().replace('"version":1', '"version":2')
    newer.write_text(text)
    Waiting(tmp_path).add(SaveGames((record(),)))
    assert kept(open_window(*PEOPLE)) == 1
    assert waiting(tmp_path) == [newer]
    assert newer.read_text() == text


def fill(path):
    """Fill the disk with a file."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        file.writelines(bytes(1 << 12) for _ in range(1 << 10))


@pytest.mark.needs_root
@pytest.mark.needs("mount", "umount")
def test_games_wait_while_the_disk_is_full(open_window, tmp_path):
    folder = tmp_path / "small"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], check=True)
    try:
        user = open_window(*PEOPLE, folder=folder)
        play_games(user, 1)
        settle(user.window.recorder.archive)
        fill(folder / "filler")
        play_games(user, 3)  # the reserve goes for them
        settle(user.window.recorder.archive)
        assert not (folder / "history.reserve").exists()
        fill(folder / "more")
        play_games(user, 3)
        user.qtbot.waitUntil(lambda: "is full" in user.window.notice.text)
        (folder / "filler").unlink()
        user.qtbot.waitUntil(lambda: user.window.notice.text == "")
        user.leave()
        again = open_window(*PEOPLE, folder=folder)
        assert kept(again) == 7
        again.window.close()
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.uses("you")
def test_closing_during_an_export_leaves_nothing(open_window, tmp_path):
    write(tmp_path / "history.db", (record() for _ in range(20_000)))
    user = open_window(*PEOPLE)
    window = history(user)
    path = tmp_path / "all.json"
    window.export(path)
    user.qtbot.waitUntil(lambda: list(tmp_path.glob("all.json.*.part")) != [])
    user.window.close()
    assert not user.app.runner.busy or user.app.runner.shut_down()
    assert not list(tmp_path.glob("all.json*"))
    assert not list(tmp_path.glob("history.db-*"))


# --- counts ---------------------------------------------------------------------------


def brute_force(store):
    """Return wins, ties, losses and the best streak of each board and opponent, counted anew."""
    found = {}
    for game in reversed(store.find(Filter(), 0, 10_000)):
        if game.score is None:
            continue
        named = (game.o_player if game.x_seat is Seat.YOU else game.x_player) == ""
        found.setdefault((game.rules, game.opponent, named),
                         []).append(game.score)  # fmt: skip
    for key, scores in found.items():
        said = Counter(scores)
        best = max(map(len, "".join("1" if score == 1 else " " for score in scores).split()),
                   default=0)  # fmt: skip
        found[key] = (said[1.0], said[0.5], said[0.0], best)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_counts_follow_every_change(tmp_path, seed):
    chance = random.Random(seed)
    there, gone = [], []
    with closing(HistoryStore(tmp_path / "history.db")) as store:
        for step in range(1, 200):
            do = chance.choice((*[SaveGames] * 3, "other end", DeleteGames, RestoreGames))
            if do is SaveGames:
                made = record(
                    chance.choice(("X", "X", "O", "tie")), size=chance.choice((3, 4)), line=3,
                    x_seat=chance.choice(("you", "you", "machine")), key=step,
                )  # fmt: skip
                store.make([SaveGames((made,))])
            elif do is RestoreGames and gone:
                store.make([RestoreGames((gone.pop(chance.randrange(len(gone))),))])
            elif do in (DeleteGames, "other end") and there:
                chosen = chance.choice(there)
                if do is DeleteGames:
                    gone.append(chosen)
                    store.make([DeleteGames((chosen,))])
                else:
                    other = record(chance.choice(("X", "O")), key=chosen.key)
                    store.make([SaveGames((other,))])
            there = store.find(Filter(), 0, 1000)
            said = {
                (each.board, each.opponent, each.named):
                    (each.wins, each.ties, each.losses, each.streak)
                for each in store.summary(9).counts
            }  # fmt: skip
            assert said == brute_force(store), f"after step {step}"
            assert store.look(Filter(), 1).total == len(there)
            for score in (0.0, 0.5, 1.0):
                wanted = Filter(score=score, board=Rules(3, 3, False))
                assert store.look(wanted, 1).total in (None, store.count(wanted))


# --- damage ---------------------------------------------------------------------------


@pytest.mark.uses("you")
def test_all_pages_but_a_damaged_one_come_over(open_window, tmp_path):
    path = tmp_path / "history.db"
    write(path, (record(x_name=f"Player {i}") for i in range(500)))
    content = bytearray(path.read_bytes())
    first = next(
        place for place in range(4096, len(content), 4096)
        if content[place] == 0x0D and b"Player 250" in content[place : place + 4096]
    )  # fmt: skip
    content[first : first + 4096] = bytes(4096)
    path.write_bytes(content)
    user = open_window(*PEOPLE)
    window = history(user)
    user.qtbot.waitUntil(lambda: rows(window) and len(rows(window)) < 500)
    games = rows(window)
    assert 460 < len(games) < 500
    names = {row[2].split(",")[0].split(" – ")[0] for row in games}
    assert {"Player 0", "Player 499"} <= names
    assert f"{len(games)} games were brought" in user.window.notice.text


def test_games_in_the_log_beside_a_damaged_database_come_over(tmp_path):
    path = tmp_path / "history.db"
    write(path, [record()])
    store = HistoryStore(path)
    store.make([SaveGames(tuple(record(key=i) for i in range(1, 100)))])
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("history.db", "history.db-wal"):
        shutil.copy(tmp_path / name, copy / name)
    store.close()
    content = bytearray((copy / "history.db").read_bytes())
    content[:60] = bytes(60)
    (copy / "history.db").write_bytes(content)
    found = {each.id: each for each in salvaged(copy / "history.db", lambda: False)}
    assert len(found) == 100


@pytest.mark.skipif(sys.platform != "linux", reason="names of files that are no text")
@pytest.mark.usefixtures("short_checks")
def test_a_file_whose_name_is_no_text_can_be_met(open_window, tmp_path):
    path = tmp_path / "first\udcff.py"
    path.write_text(
        "def mc_move(board, player, trials):\n    return board.get_empty_squares()[0]\n"
    )
    user = open_window("--machine", "O")
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.window.machine.load(path)
    user.play_on()
    (count,) = counts(user)
    assert "first" in count.opponent


# --- damage and versions --------------------------------------------------------------


@pytest.mark.parametrize(("damage", "came"), [("head", 50), ("all", 0), ("middle", 0)])
def test_a_damaged_database_is_kept_under_another_name_and_said(
    open_window, tmp_path, damage, came
):
    path = tmp_path / "history.db"
    write(path, [record()] * 50)
    content = bytearray(path.read_bytes())
    places = {"head": (0, 60), "all": (0, len(content)), "middle": (4096, len(content))}
    first, last = places[damage]
    content[first:last] = b"\x55" * (last - first)
    path.write_bytes(content)
    user = open_window("--machine", "neither")
    play(user)
    count = kept(user)
    assert "The history of games could not be read" in user.window.notice.text
    (aside,) = tmp_path.glob("history.db.damaged-*")
    assert aside.read_bytes()[-20:] == bytes(content[-20:])
    assert count == 1 + came, "and the game that found it is kept"
    if came:
        assert f"{came} games were brought into a new file" in user.window.notice.text


def version(path):
    with closing(sqlite3.connect(path)) as made:
        return made.execute("PRAGMA user_version").fetchone()[0]


def test_a_newer_programs_database_is_left_alone(open_window, tmp_path):
    path = tmp_path / "history.db"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE other (a)")
    made.execute("PRAGMA user_version = 99")
    made.close()
    user = open_window("--machine", "neither")
    play(user)
    user.qtbot.waitUntil(lambda: "newer version" in user.window.notice.text)
    assert version(path) == 99
    assert not list(tmp_path.glob("*.damaged-*"))


def test_a_database_of_an_older_version_is_brought_up_to_date(tmp_path, monkeypatch):
    path = tmp_path / "history.db"
    write(path, [record()])
    later = ("ALTER TABLE games ADD COLUMN event TEXT NOT NULL DEFAULT 'none';",)
    monkeypatch.setattr(database, "MIGRATIONS", later)
    with closing(HistoryStore(path)) as again:
        assert again.count(Filter()) == 1
    assert version(path) == 2
    with closing(sqlite3.connect(path)) as now:
        assert now.execute("SELECT event FROM games").fetchall() == [("none",)]


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    with pytest.raises(HistoryError, match="cannot be used"):
        HistoryStore(tmp_path / "nowhere" / "history.db").make([SaveGames((record(),))])
