"""Tournaments: the same games however they are run, and nothing that one game can spoil."""

import csv
import json
import math
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from scipy import stats

from engine import PLAYERO, PLAYERX, Board, Game, Perfect, Rules, perfect_values
from engine._version import __version__
from engine.cli.main import main
from engine.game import Outcome
from engine.specs import PlayerSpec
from engine.tournament import (
    Pairing,
    ResultFile,
    Run,
    Sprt,
    Summary,
    Tournament,
    published,
    read_results,
    round_robin,
    running,
    summarise,
    sweep,
)
from engine.tournament.columns import as_csv
from engine.tournament.playing import GameRecord
from engine.tournament.running import executor_maker
from engine.tournament.summary import log_likelihood_ratio
from tests.waiting import HANG_S, ran, wait_until

HERE = "tests.engine.bad_players"


def play(tournament, kind="threads", workers=2, known=()):
    run = Run(tournament, executor_maker(kind, workers), workers, known)
    return sorted(
        (record for records in run for record in records), key=lambda r: (r.pairing, r.game)
    )


def untimed(records):
    return [replace(record, seconds=0.0) for record in records]


SMALL = sweep("trials", ["3", "30"], Pairing("mc", "mc", 30, alternate=False), 7)


@pytest.fixture(scope="module", params=[False, pytest.param(True, marks=pytest.mark.nightly)])
def cluster(tmp_path_factory, request):
    """A Dask cluster of two workers: by day threads of this process, by night processes too."""
    import dask
    from distributed import LocalCluster

    with (
        dask.config.set(temporary_directory=str(tmp_path_factory.mktemp("dask"))),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=request.param,
            protocol="tcp",
            dashboard_address=None,
        ) as made,
    ):
        yield made.scheduler_address


@pytest.mark.filterwarnings("ignore")
def test_the_same_games_on_every_executor_and_number_of_workers(cluster):
    expected = untimed(play(SMALL))
    assert len(expected) == 60
    assert untimed(play(SMALL, "threads", 1)) == expected
    assert untimed(play(SMALL, "processes", 2)) == expected
    run = Run(SMALL, executor_maker("dask", address=cluster), 2)
    on_cluster = sorted(
        (record for records in run for record in records), key=lambda r: (r.pairing, r.game)
    )
    assert untimed(on_cluster) == expected


def test_another_seed_gives_other_games():
    assert untimed(play(SMALL)) != untimed(play(replace(SMALL, seed=8)))


def test_a_games_record_can_be_replayed():
    pairing = SMALL.pairings[0]
    for record in play(SMALL)[:10]:
        game = record.replay(pairing)
        assert game.result is not None
        assert game.result.outcome is record.outcome


def test_players_alternate_unless_the_start_is_fixed():
    base = Pairing("perfect", "random", 20)
    for alternate in (True, False):
        tournament = Tournament("pairing", (replace(base, alternate=alternate),), 1)
        standing = summarise(tournament, play(tournament)).standing(0)
        assert standing.losses == 0
        assert standing.wins + standing.ties == 20
        assert (standing.o_wins > 0) == alternate


# --- what the published experiment says -----------------------------------------------------


@pytest.fixture(
    scope="module", params=[1, *(pytest.param(n, marks=pytest.mark.nightly) for n in (2, 3))]
)
def standings(request):
    """Return the standings of the published experiment, by its seed."""
    return summarise(published(request.param), play(published(request.param))).standings


@pytest.mark.xdist_group("experiment")
def test_five_thousand_trials_tie_and_five_do_not(standings):
    assert standings[-1].ties >= 99
    assert standings[0].ties < 50
    assert all(each.bad == 0 for each in standings)


@pytest.mark.xdist_group("experiment")
def test_ties_grow_with_trials(standings):
    ties = [each.ties for each in standings]
    assert stats.spearmanr(range(9), ties).statistic >= 0.9


# --- games that go wrong ----------------------------------------------------------------------


BAD = {
    "Raises": "RuntimeError: I have had enough", "Illegal": "the row must be a whole number",
    "Hangs": "took too long for a move", "Missing": "cannot be imported", "Exits": "SystemExit: 3",
}  # fmt: skip


@pytest.mark.parametrize(
    ("player", "told", "kind"),
    [*((*case, "threads") for case in BAD.items()),
     *((name, BAD[name], "processes") for name in ("Raises", "Hangs", "Exits"))],
)  # fmt: skip
def test_a_bad_game_is_counted_as_such_and_the_rest_goes_on(player, told, kind):
    bad = Pairing("random", f"import:{HERE}:{player}", 4, move_seconds=0.2)
    tournament = Tournament("pairing", (bad, replace(bad, second="random")), 1)
    records = play(tournament, kind)
    assert len(records) == 8
    for record in records[:4]:
        assert record.outcome is None
        assert told in record.problem
        assert record.blame == (PLAYERO if record.game % 2 == 0 else PLAYERX)
    assert all(record.outcome is not None for record in records[4:])
    standing = summarise(tournament, records).standing(0)
    assert (standing.bad, standing.sound) == (4, 0)


def test_a_player_that_heeds_nothing_is_ended_with_its_process():
    pairing = Pairing("random", f"import:{HERE}:Sleeps", 1, move_seconds=0.1)
    tournament = Tournament("pairing", (pairing, replace(pairing, second="random")), 1)
    records = play(tournament, "processes")
    assert [record.outcome is None for record in records] == [True, False]
    assert records[0].blame == PLAYERO
    assert records[0].problem.startswith(f"O (import:{HERE}:Sleeps): took too long for a move")
    turned = replace(pairing, first=pairing.second, second="random")
    (record,) = play(Tournament("pairing", (turned,), 1), "processes")
    assert record.blame == PLAYERX


def test_a_worker_whose_player_can_be_interrupted_goes_on(tmp_path, monkeypatch):
    monkeypatch.setenv("SPINS", str(tmp_path / "pids"))
    pairing = Pairing(f"import:{HERE}:Spins", "random", 2, alternate=False, move_seconds=0.1)
    records = play(Tournament("pairing", (pairing,), 1), "processes", workers=1)
    assert [record.blame for record in records] == [PLAYERX, PLAYERX]
    first, second = (tmp_path / "pids").read_text().split()
    assert first == second


def test_squares_of_numpys_numbers_are_kept_as_plain_ones(tmp_path):
    tournament = Tournament("pairing", (Pairing(f"import:{HERE}:Numpy", "random", 3),), 1)
    run_to_file(tmp_path / "r.json", tournament)
    assert len(read_results(tmp_path / "r.json")[2]) == 3


HOLDS_A_FILE = """
import sys
from pathlib import Path
from engine.tournament import Pairing, ResultFile, sweep

small = sweep("trials", ["3", "30"], Pairing("mc", "mc", 30, alternate=False), 7)
with ResultFile(Path(sys.argv[1]), small):
    print("open", flush=True)
    sys.stdin.read()
"""


def test_two_programs_do_not_write_to_one_file(tmp_path):
    path = tmp_path / "r.json"
    command = [sys.executable, "-c", HOLDS_A_FILE, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline().strip() == b"open"
        with pytest.raises(ValueError, match="another run is writing"):
            ResultFile(path, SMALL)
        assert read_results(path)[1] == SMALL  # to be read it is, meanwhile
        other.communicate()
    run_to_file(path, SMALL)
    assert b"\r" not in path.read_bytes()
    assert len(read_results(path)[2]) == SMALL.games


def test_no_more_processes_than_the_system_can_wait_for(monkeypatch):
    monkeypatch.setattr(running, "MOST_PROCESSES", 61)  # as Windows has it
    monkeypatch.setattr(os, "cpu_count", lambda: 128)
    assert running.usual_workers() == 61
    executor_maker("processes")
    executor_maker("threads", 62)
    with pytest.raises(ValueError, match="number of processes must be a whole number from 1 to 61"):
        executor_maker("processes", 62)


def test_a_player_that_ends_its_process_spoils_its_own_games_only(tmp_path):
    pairing = Pairing("random", f"import:{HERE}:Dies", 6)
    tournament = Tournament("pairing", (pairing,), 3)
    records = play(tournament, "processes")
    assert [record.game for record in records] == list(range(6))
    bad = [record for record in records if record.outcome is None]
    assert 0 < len(bad) < 6
    assert all("ended the worker's process" in record.problem for record in bad)
    for record in bad:
        assert record.blame == (PLAYERO if record.game % 2 == 0 else PLAYERX), "it is no other"
    path = tmp_path / "r.json"
    with ResultFile(path, tournament) as file:
        file.add(records)
    assert sorted(read_results(path)[2], key=lambda each: each.game) == [
        replace(record, seconds=round(record.seconds, 6)) for record in records
    ]


def test_an_interrupt_waits_until_a_worker_has_started():
    begun = []

    class Interrupted(ThreadPoolExecutor):
        def submit(self, *given):
            future = super().submit(*given)
            signal.raise_signal(signal.SIGINT)
            begun.append(future)
            return future

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(Run(SMALL, lambda _few: Interrupted(1), 1))
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(begun) == 1


def test_cancel_and_pause():
    tournament = Tournament("pairing", (Pairing("mc:trials=2000", "random", 100_000),), 1)
    run = Run(tournament, executor_maker("threads", 2), 2)
    played = []
    playing = threading.Thread(target=lambda: [played.extend(records) for records in run])
    playing.start()
    wait_until(lambda: played)
    run.pause()
    wait_until(lambda: not run.busy)
    held = len(played)
    time.sleep(0.3)  # a pause is that nothing comes for a while
    assert len(played) == held == run.done
    run.resume()
    wait_until(lambda: len(played) > held)
    run.cancel()
    playing.join(HANG_S)
    assert not playing.is_alive()
    assert len(played) < 100_000
    assert len({record.game for record in played}) == len(played)


# --- result files -----------------------------------------------------------------------------


def run_to_file(path, tournament, stop_after=None):
    with ResultFile(path, tournament) as file:
        run = Run(tournament, executor_maker("threads", 2), 2, file.known)
        for records in run:
            file.add(records)
            if stop_after is not None and run.done >= stop_after:
                run.cancel()


def test_a_run_goes_on_from_its_file(tmp_path):
    path = tmp_path / "results.json"
    larger = sweep("trials", ["3", "30"], Pairing("mc", "mc", 300, alternate=False), 7)
    run_to_file(path, larger, stop_after=10)
    some = read_results(path)[2]
    assert 10 <= len(some) < 600
    # The line that was being written when the power went.
    with path.open("a") as file:
        file.write('{"p":1,"g":299,"r"')
    run_to_file(path, larger)
    header, tournament, records = read_results(path)
    assert tournament == larger
    assert header["program"]
    assert header["kernel"].split()[0] in ("native", "numpy")
    by_number = sorted(records, key=lambda r: (r.pairing, r.game))
    assert untimed(by_number) == untimed(play(larger))


def test_a_run_that_is_killed_loses_and_repeats_nothing(tmp_path):
    path = tmp_path / "results.json"
    command = [
        sys.executable, "-m", "engine.cli.main", "tournament", "--trials", "5,200",
        "--games", "300", "--seed", "3", "--out", str(path), "--workers", "2",
    ]  # fmt: skip
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    wait_until(lambda: path.exists() and path.stat().st_size > 3_000)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    kept = len(path.read_text().splitlines()) - 1
    assert 0 < kept < 600
    second = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "600 games" in second.stdout
    numbers = [(r.pairing, r.game) for r in read_results(path)[2]]
    assert sorted(numbers) == [(p, g) for p in range(2) for g in range(300)]


def test_a_file_of_another_tournament_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "results.json"
    run_to_file(path, SMALL)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="results of another tournament"):
        ResultFile(path, replace(SMALL, seed=8))
    assert path.read_bytes() == before


def damaged(path):
    """Yield ways to damage a result file, and what is said of each."""
    lines = path.read_text().splitlines()
    header = json.loads(lines[0])
    yield "no file of results", ["hello", *lines[1:]]
    yield "no file of results", [json.dumps(header | {"format": "else"}), *lines[1:]]
    yield "newer version", [json.dumps(header | {"version": 99}), *lines[1:]]
    yield "version is missing", [json.dumps(header | {"version": None}), *lines[1:]]
    yield (
        "it must be an object, not a whole number",
        [json.dumps(header | {"tournament": 1}), *lines[1:]],
    )
    yield "damaged in line 3", [lines[0], lines[1], "{}", *lines[3:]]
    yield "damaged in line 3", [lines[0], lines[1], lines[1], *lines[3:]]
    header["tournament"]["varied"] = 7
    yield "its part “varied” must be a text", [json.dumps(header), *lines[1:]]
    yield "damaged in line 2", [lines[0], lines[1].replace('"m":[', '"m":[1.5,'), *lines[2:]]
    yield "damaged in line 2", [lines[0], lines[1].replace('"m":[', '"m":[0,0,'), *lines[2:]]
    yield "damaged in line 2", [lines[0], lines[1].replace('"p":0', '"p":9'), *lines[2:]]
    yield "damaged in line 2", [lines[0], lines[1].replace('"m":[', '"m":[77,'), *lines[2:]]


def test_damaged_and_newer_files_are_refused_with_a_sentence(tmp_path):
    path = tmp_path / "results.json"
    run_to_file(path, SMALL)
    for told, lines in damaged(path):
        path.with_name("bad.json").write_text("\n".join(lines) + "\n")
        with pytest.raises(ValueError, match=told):
            read_results(path.with_name("bad.json"))
    path.with_name("bytes.json").write_bytes(bytes(range(256)) * 10)
    with pytest.raises(ValueError, match="no file of results"):
        ResultFile(path.with_name("bytes.json"), SMALL)


# --- the sequential test -----------------------------------------------------------------------


def test_the_sequential_test_ends_at_the_same_game_whatever_the_order():
    pairing = Pairing("mc:trials=50", "mc:trials=5", 600)
    tournament = Tournament("pairing", (pairing,), 1, "", Sprt(0, 50))
    records = play(replace(tournament, sprt=None))
    forwards = summarise(tournament, records)
    backwards = summarise(tournament, reversed(records))
    assert forwards.standing(0).decision == "H1"
    assert backwards.standing(0) == replace(
        forwards.standing(0), seconds_per_game=backwards.standing(0).seconds_per_game
    )
    games = forwards.standing(0).games
    assert games < 600
    assert games % 2 == 0, "a test looks at whole pairs"
    counts = forwards.standing(0).scores.counts
    assert sum(counts) * 2 == games
    assert log_likelihood_ratio(counts, 0, 50) >= math.log(0.95 / 0.05)


def test_pairs_without_a_point_count_in_the_sequential_test():
    tournament = Tournament("pairing", (Pairing("random", "mc", 100),), 1, "", Sprt(0, 100))
    summary, lost = Summary(tournament), (Outcome.O, Outcome.X)
    games = 0
    while not summary.add([GameRecord(0, games, lost[games % 2], (games,), 0.0)]):
        games += 1
    standing = summary.standing(0)
    assert (standing.decision, standing.scores.counts[0]) == ("H0", standing.games // 2)
    assert (summary.decided, summary.tested) == (1, 1)


def test_the_sequential_test_rarely_accepts_what_is_false():
    """Equal players are called 50 Elo stronger in about one of twenty runs."""
    tournament = Tournament("pairing", (Pairing("random", "random", 3000),), 1, "", Sprt(0, 50))
    chance, accepted = random.Random(1), 0
    ends = chance.choices((Outcome.X, Outcome.O, Outcome.TIE), (58, 29, 13), k=20 * 3000)
    for _ in range(20):
        summary = Summary(tournament)
        for game in range(3000):
            if summary.add([GameRecord(0, game, ends.pop(), (game,), 0.0)]):
                break
        accepted += summary.standing(0).decision == "H1"
    assert accepted <= 4


# --- players by name ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["random", "perfect", "mc:trials=5", "mc:trials=5,other=1.2,settled=0.99",
             "import:tests.engine.bad_players:Raises"]
)  # fmt: skip
def test_players_texts_are_read_and_written(text):
    assert str(PlayerSpec.parse(text)) == text
    assert PlayerSpec.parse(text).make().name


@pytest.mark.parametrize(
    ("text", "told"),
    [("foo", "no player"), ("mc:foo=1", "mc has no setting"), ("mc:trials=x", "must be a number"),
     ("mc:trials=1.5", "whole number"), ("mc:trials=0", "trials"), ("mc:other=inf", "finite"),
     ("import:only", "no player"), ("random:1", "no player"), ("mc:trials=nan", "whole")],
)  # fmt: skip
def test_texts_that_name_no_player_are_refused(text, told):
    with pytest.raises(ValueError, match=told):
        PlayerSpec.parse(text)


def test_the_perfect_player_never_gives_a_value_away():
    for seed in range(20):
        game = Game()
        while game.result is None:
            values = perfect_values(game.board, game.to_move)
            square = Perfect().choose(game.board, game.to_move, seed).square
            assert values[square] == max(values.values())
            game.play(square)
        assert game.result.winner is None
    with pytest.raises(ValueError, match="not known in this position"):
        Perfect().choose(Board(10, win_length=5), PLAYERX)


# --- descriptions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("varied", "values", "pairings"),
    [("trials", ["5", "10"], ["mc:trials=5", "mc:trials=10"]),
     ("ratio", ["0.5"], ["mc:trials=1000,other=0.5"]),
     ("size", ["3", "5"], ["mc:trials=1000"] * 2), ("reverse", ["no", "yes"], None)],
)  # fmt: skip
def test_sweeps(varied, values, pairings):
    made = sweep(varied, values, Pairing("mc:trials=1000", "mc:trials=1000", 5), 1)
    assert [pairing.value for pairing in made.pairings] == values
    assert all(pairing.is_self_play for pairing in made.pairings)
    if pairings is not None:
        assert [pairing.first for pairing in made.pairings] == pairings
    assert Tournament.from_json(json.loads(json.dumps(made.to_json()))) == made


@pytest.mark.parametrize(
    ("make", "told"),
    [(lambda: sweep("foo", ["1"], Pairing("mc", "mc"), 1), "cannot be varied"),
     (lambda: sweep("trials", [], Pairing("mc", "mc"), 1), "at least one value"),
     (lambda: sweep("trials", ["5"], Pairing("random", "mc"), 1), "only the settings of mc"),
     (lambda: sweep("size", ["x"], Pairing("mc", "mc"), 1), "whole number"),
     (lambda: sweep("size", ["99"], Pairing("mc", "mc"), 1), "side"),
     (lambda: sweep("reverse", ["perhaps"], Pairing("mc", "mc"), 1), "yes or no"),
     (lambda: round_robin(["mc"], Pairing("mc", "mc"), 1), "at least two"),
     (lambda: round_robin(["mc", "mc"], Pairing("mc", "mc"), 1), "must be different"),
     (lambda: Pairing("mc", "mc", 0), "number of games"),
     (lambda: Pairing("mc", "mc", move_seconds=0), "above 0"),
     (lambda: Sprt(5, 5), "greater than"), (lambda: published(-1), "seed"),
     (lambda: executor_maker("steam"), "steam"),
     (lambda: executor_maker("dask"), "address")],
)  # fmt: skip
def test_what_cannot_be_run_is_refused_with_a_sentence(make, told):
    with pytest.raises(ValueError, match=told):
        make()


# --- the console --------------------------------------------------------------------------------


def test_the_console_runs_a_sweep_and_writes_a_csv(tmp_path, capsys):
    table = tmp_path / "counts.csv"
    given = ["--trials", "5,50", "--games", "20", "--seed", "1", "--in", "threads"]
    assert main(["tournament", *given, "--csv", str(table)]) == 0
    shown = capsys.readouterr().out
    assert "seed 1, 40 games" in shown
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert list(rows[0])[:6] == [
        "trials", "games", "x_wins", "o_wins", "ties", "seconds_per_game",
    ]  # fmt: skip
    assert [row["trials"] for row in rows] == ["5", "50"]
    for row in rows:
        assert sum(int(row[name]) for name in ("x_wins", "o_wins", "ties")) == 20


def test_the_ladder_is_a_preset_for_any_board(capsys):
    assert main(["tournament", "--preset", "ladder", "--games", "2", "--size", "4", "--line", "4",
                 "--seed", "1", "--in", "threads"]) == 0  # fmt: skip
    printed = capsys.readouterr().out
    assert printed.count("level:novice – ") == 12, "six pairings, in two tables"
    assert "-0 (" not in printed, "nothing is +0"
    assert main(["tournament", "--preset", "published", "--size", "4"]) == 2
    assert "ladder also with a board" in capsys.readouterr().err


def test_a_player_that_meets_itself_in_a_sweep_gets_no_strength_and_no_verdict(tmp_path, capsys):
    counts = tmp_path / "counts.csv"
    given = [
        "tournament", "--players", "mc:trials=50", "mc:current=1,trials=50", "--vary", "trials",
        "--values", "5,50", "--games", "60", "--sprt", "0,200", "--seed", "3",
        "--in", "threads", "--csv", str(counts),
    ]  # fmt: skip
    assert main(given) == 0
    strength = capsys.readouterr().out.split("\n\n")[2]
    _, weak, itself = strength.splitlines()
    assert weak.split()[-1] in ("H0", "H1")
    assert weak.split()[-2].endswith("%")
    assert itself.split()[-4:] == ["–", "–", "–", "–"]
    with counts.open(encoding="utf-8") as file:
        weak_row, own_row = csv.DictReader(file)
    assert own_row["games"] == "60", "nothing is decided, so nothing ends early"
    assert own_row["elo"] == ""
    assert int(weak_row["games"]) < 60


def test_where_all_games_were_spoilt_nobody_is_likely_to_be_stronger(capsys):
    given = ["tournament", "--players", f"import:{HERE}:Raises", "random", "--games", "4",
             "--in", "threads"]  # fmt: skip
    assert main(given) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("import:")]
    assert rows[-1].split()[-3:] == ["–", "–", "–"]


def test_the_console_runs_a_round_robin(capsys):
    given = ["--players", "random", "mc:trials=50", "perfect", "--games", "20", "--seed", "1"]
    assert main(["tournament", *given, "--in", "threads"]) == 0
    shown = capsys.readouterr().out
    assert "1 perfect" in shown
    assert "3 random" in shown
    assert "Elo" in shown


@pytest.mark.parametrize(
    ("given", "told"),
    [(["--trials", "5", "--vary", "size", "--values", "3"], "does not go with"),
     (["--vary", "size"], "go together"), (["--sprt", "x"], "two numbers"),
     (["--players", "a"], "no player"), (["--workers", "0"], "workers"),
     (["--scheduler", "tcp://127.0.0.1:1", "--games", "1"], "no scheduler at"),
     (["--players", "mc", "random", "perfect", "--trials", "5"], "no sweep"),
     (["--players", "mc", "random", "perfect", "--fixed"], "take turns"),
     (["--preset", "published", "--reverse"], "--games and --seed only"),
     (["--out", "same", "--csv", "same"], "two files")],
)  # fmt: skip
def test_the_console_refuses_in_one_line(given, told, capsys):
    assert main(["tournament", *given]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("spelled", ["./same", "{folder}/same", "sub/../same", "linked"])
def test_a_results_file_is_never_overwritten_by_a_table_of_the_same_name(
    tmp_path, capsys, monkeypatch, spelled
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    given = ["tournament", "--players", "random", "--games", "2", "--in", "threads"]
    assert main([*given, "--out", "same"]) == 0
    before = (tmp_path / "same").read_bytes()
    os.link("same", "linked")
    again = [*given, "--out", "same", "--csv", spelled.format(folder=tmp_path)]
    assert main(again) == 2
    assert "two files" in capsys.readouterr().err
    assert (tmp_path / "same").read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_table_of_games_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "games.csv"
    code = (
        "import resource, sys\nfrom engine.cli.main import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\nsys.exit(main(sys.argv[1:]))\n"
    )
    command = ["tournament", "--players", "random", "--games", "90", "--in", "threads"]
    done = ran("-c", code, *command, "--games-csv", path)
    assert done.returncode == 1
    assert f"{path} cannot be written: File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []
    path.write_text("the old one")
    assert ran("-c", code, *command, "--games-csv", path).returncode == 1
    assert path.read_text() == "the old one"


def test_a_result_file_that_cannot_be_written_is_said(tmp_path, capsys):
    (tmp_path / "file").write_text("x")
    given = ["--games", "1", "--out", str(tmp_path / "file" / "r.json"), "--in", "threads"]
    assert main(["tournament", *given]) == 1
    assert "cannot be written: " in capsys.readouterr().err
    assert Path(tmp_path / "file").read_text() == "x"


@pytest.mark.parametrize("reverse", [False, True])
def test_a_row_of_the_csv_says_by_itself_what_was_played(reverse):
    pairing = Pairing("mc:trials=5", "random", 4, Rules(3, 3, reverse))
    tournament = Tournament("pairing", (pairing,), 7)
    (row,) = csv.DictReader(as_csv(summarise(tournament, play(tournament))).splitlines())
    assert row["reverse"] == str(reverse)
    assert (row["seed"], row["version"]) == ("7", __version__)
    assert float(row["elo_low"] or "-inf") < float(row["elo_high"] or "inf")
    assert summarise(tournament, []).tested == 0, "there is no sequential test"
    assert float(row["ties_share_low"]) <= float(row["ties_share"]) <= float(row["ties_share_high"])
