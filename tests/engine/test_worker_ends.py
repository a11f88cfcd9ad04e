"""Workers that end before their time: no game is lost, nobody innocent is blamed, all is said."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import pytest

from engine import PLAYERO, PLAYERX, Random, Rules
from engine.cli.main import main
from engine.tournament import Pairing, Run, Tournament, read_results
from engine.tournament.ends import RunError
from engine.tournament.running import executor_maker
from tests.engine import bad_players
from tests.engine.unsealed import unsealed
from tests.waiting import HANG_S, wait_until

HERE = "tests.engine.bad_players"
__all__ = ["unsealed"]

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and limits")


def tournament_of(first, second, games=1, size=3, **more):
    pairing = Pairing(first, second, games, Rules.of(size), **more)
    return Tournament("pairing", (pairing,), 1)


def played(run):
    return by_number(record for records in run for record in records)


def by_number(records):
    return [replace(each, seconds=0.0) for each in sorted(records, key=lambda each: each.game)]


@pytest.fixture
def calls(tmp_path, monkeypatch):
    """Return the file in which bad players count how often they are asked."""
    path = tmp_path / "calls"
    path.touch()
    monkeypatch.setenv("TTT_CALLS", str(path))
    return path


# --- kills ------------------------------------------------------------------------------------


@POSIX
def test_kills_of_workers_change_no_game_of_built_in_players():
    tournament = tournament_of("mc:trials=500", "random", 60, 7)
    expected = played(Run(tournament, executor_maker("threads", 2), 2))
    run = Run(tournament, executor_maker("processes", 2), 2)
    records, kills = [], 0
    for some in run:
        records += some
        # The second and the third come while the games that the first one cost are played again.
        if kills < 4:
            for worker in multiprocessing.active_children():
                worker.kill()
                worker.join()
            kills += 1
    assert by_number(records) == expected
    assert all(record.outcome is not None for record in records)
    assert run.done == 60
    assert run.replayed > 0
    assert not multiprocessing.active_children()


@POSIX
def test_workers_that_are_killed_as_they_start_are_not_started_for_ever():
    def make(_few):
        kill = {"initializer": signal.raise_signal, "initargs": (signal.SIGKILL,)}
        return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), **kill)

    with pytest.raises(RunError, match=r"6 workers in a row ended as they started \(SIGKILL\)"):
        played(Run(tournament_of("random", f"import:{HERE}:Dies", 5), make, 2))


@POSIX
def test_workers_that_are_killed_in_every_game_are_not_started_for_ever():
    def make(_few):
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, spawn, initializer=bad_players.kill_at_the_first_move)

    with pytest.raises(RunError, match=r"before they finished a game \(SIGKILL\).* memory"):
        played(Run(tournament_of("random", "random", 5), make, 2))


def test_where_there_is_no_memory_no_player_of_this_program_is_to_blame(monkeypatch):
    tournament = tournament_of("random", "random", 40)
    expected = played(Run(tournament, executor_maker("threads", 1), 1))
    choose, left = Random.choose, [3]

    def sometimes(*given):
        left[0] -= 1
        if left[0] >= 0:
            raise MemoryError
        return choose(*given)

    monkeypatch.setattr(Random, "choose", sometimes)
    run = Run(tournament, executor_maker("threads", 1), 1)
    assert played(run) == expected
    assert run.replayed > 0
    left[0] = 10**6
    with pytest.raises(RunError, match=os.strerror(12)):
        played(Run(tournament, executor_maker("threads", 1), 1))


# --- players from elsewhere ---------------------------------------------------------------------


def test_a_player_that_ends_its_worker_but_not_twice_alone_is_not_to_blame(calls):
    # Once among others, once alone, and then the game is played to its end.
    run = Run(tournament_of("random", f"import:{HERE}:DiesAtFirst"),
              executor_maker("processes", 2), 2)  # fmt: skip
    (record,) = played(run)
    assert calls.stat().st_size > 3
    assert (record.problem, record.blame, run.replayed) == ("", None, 1)


def test_nobody_can_lay_the_end_of_a_worker_at_the_others_door():
    tournament = tournament_of("random", f"import:{HERE}:SaysItWasTheOther")
    (record,) = played(Run(tournament, executor_maker("processes", 1), 1))
    assert record.blame == PLAYERO
    assert record.problem == f"O (import:{HERE}:SaysItWasTheOther): ended the worker's process"


def test_which_of_two_players_from_elsewhere_ended_the_worker_is_not_known():
    player = f"import:{HERE}:SaysItWasTheOther"
    (record,) = played(Run(tournament_of(player, player), executor_maker("processes", 1), 1))
    assert record.blame is None
    assert "which one is not known" in record.problem


def test_a_game_that_is_played_again_alone_hears_the_cancel(calls):
    tournament = tournament_of("random", f"import:{HERE}:DiesThenSleeps")
    run = Run(tournament, executor_maker("processes", 1), 1)
    playing = threading.Thread(target=lambda: played(run))
    playing.start()
    wait_until(lambda: calls.stat().st_size >= 2, "it is played again")
    run.cancel()
    playing.join(HANG_S)
    assert not playing.is_alive()
    assert not multiprocessing.active_children()


@POSIX
@pytest.mark.parametrize("times", [1, 2])
def test_a_course_file_that_was_killed_once_is_not_to_blame(calls, tmp_path, unsealed, times):
    (tmp_path / "mine.py").write_text(
        "import os\n\ndef mc_move(board, player, trials):\n"
        f"    with open({str(calls)!r}, 'ab') as file:\n"
        "        file.write(b'.')\n        file.flush()\n"
        f"        if file.tell() <= {times}: os.kill(os.getpid(), 9)\n"
        "    return board.get_empty_squares()[0]\n"
    )
    tournament = tournament_of(f"file:{tmp_path / 'mine.py'}", "random")
    (record,) = played(Run(tournament, executor_maker("threads", 1), 1))
    assert (record.blame == PLAYERX) == (times == 2)
    assert ("ended its own process (SIGKILL)" in record.problem) == (times == 2)


# --- the console --------------------------------------------------------------------------------


GAMES = ["tournament", "--players", "mc:trials=500", "random", "--size", "7", "--seed", "1"]


def console(*arguments, first="", **more):
    """Return the process of a console program, which runs ``first`` before anything else."""
    code = f"import sys\n{first}\nfrom engine.cli.main import main\nsys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-c", code, *GAMES, *arguments], text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, **more,
    )  # fmt: skip


@POSIX
@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_sigterm_ends_a_tournament_in_good_order(tmp_path, kind):
    path = tmp_path / "r.json"
    process = console("--games", "100000", "--workers", "2", "--out", str(path), "--in", kind)
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 3, "some games are kept")
    process.send_signal(signal.SIGTERM)
    shown, errors = process.communicate(timeout=HANG_S)
    assert (process.returncode, errors) == (143, "")
    kept = len(read_results(path)[2])
    assert kept >= 3
    assert f"Stopped after {kept:,} of 100,000 games; the same command goes on" in shown


@POSIX
def test_a_full_disk_ends_a_tournament_with_a_sentence_and_its_games(tmp_path):
    path = tmp_path / "r.json"
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))"
    process = console("--games", "200", "--workers", "2", "--out", str(path), first=limit)
    shown, errors = process.communicate(timeout=HANG_S)
    kept = read_results(path)[2]
    assert process.returncode == 1
    assert errors == (
        f"ttt-engine tournament: {path} cannot be written: {os.strerror(27)}; {path} holds "
        f"{len(kept)} games, and the same command goes on from there\n"
    )
    assert 0 < len(kept) < 200
    assert "mc:trials=500 – random" in shown
    again = console("--games", "200", "--in", "threads", "--out", str(path))
    assert again.communicate(timeout=HANG_S)[1] == ""
    whole = by_number(read_results(path)[2])
    assert len(whole) == 200
    assert [each for each in whole if each in by_number(kept)] == by_number(kept)


def test_a_scheduler_that_never_answers_is_not_waited_for(tmp_path, capsys, monkeypatch):
    import socket

    from engine.tournament import cluster

    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        out = str(tmp_path / "r.json")
        assert main([*GAMES, "--scheduler", address, "--out", out]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        f"ttt-engine tournament: the scheduler at {address} did not answer within 0.5 s; {out} "
        "holds 0 games, and the same command goes on from there\n"
    )
