"""How many puzzles were solved is remembered, and by which day."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, timedelta

from engine.coach.puzzles import daily
from tests.desktop.features.puzzles.asking import puzzler
from tests.every import every
from tests.waiting import started
from ttt_desktop.features.puzzles.solved import SolvedPuzzles
from ttt_desktop.settings.store import SettingsStore, StoredText


def test_todays_puzzle_solved_after_midnight_counts_for_its_own_day(user):
    asking = puzzler(user)
    evening = date(2026, 2, 28)
    asking.today = lambda: evening
    asking.begin_today()
    assert asking.attempt.puzzle == daily(evening)
    asking.today = lambda: evening + timedelta(days=1)
    while asking.asks:
        asking.play(asking.attempt.move)
        user.qtbot.waitUntil(lambda: not asking.busy)
    assert asking.record.count == 1
    assert asking.record.has(evening)
    assert not asking.record.has(evening + timedelta(days=1))


@every("before", ["3", "3 2026-02-27", "3 2999-01-01", "3 9999-99-99"])
def test_a_day_that_has_not_come_yet_hides_no_puzzle(tmp_path_factory, before):
    store = SettingsStore(tmp_path_factory.mktemp("kept"))
    text = StoredText(store, "layout/solved")
    text.write(before)
    ids = StoredText(store, "layout/solved_ids")
    solved, today = SolvedPuzzles(text, ids), date.today()
    solved.add(today)
    assert solved.has(today)
    solved.add(today - timedelta(days=1))
    assert solved.has(today), "what was solved late of yesterday's takes nothing from today's"
    assert solved.count == 5


ADD = (
    "import sys\nfrom pathlib import Path\n"
    "from ttt_desktop.settings.store import SettingsStore, StoredText\n"
    "from ttt_desktop.features.puzzles.solved import SolvedPuzzles\n"
    "store = SettingsStore(Path(sys.argv[1])); store.load()\n"
    "solved = SolvedPuzzles(StoredText(store, 'a/solved'), StoredText(store, 'a/ids'))\n"
    "print(solved.count, flush=True)\n"
    "for line in sys.stdin:\n"
    "    solved.add(name=line.strip()); print(solved.count, flush=True)\n"
)
"""A window's memory of puzzles, that adds one at each line."""


def test_puzzles_solved_in_two_windows_add_up(tmp_path):
    command = [sys.executable, "-c", ADD, str(tmp_path)]
    with (
        started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as one,
        started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as two,
    ):
        assert [window.stdout.readline() for window in (one, two)] == ["0\n", "0\n"]
        for number in range(1, 9):
            window = (one, two)[number % 2]
            window.stdin.write(f"{number:08}\n")
            window.stdin.flush()
            assert window.stdout.readline() == f"{number}\n"
        for window in (one, two):
            window.communicate()
    store = SettingsStore(tmp_path)
    solved = SolvedPuzzles(StoredText(store, "a/solved"), StoredText(store, "a/ids"))
    assert solved.count == 8
    assert solved.ids == {f"{number:08}" for number in range(1, 9)}
