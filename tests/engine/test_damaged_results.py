"""Result files that are damaged, cut off, or no files at all."""

import json
import os
import tracemalloc

import pytest

from engine.cli.main import main
from engine.tournament import ResultFile, published, read_results, summarise
from engine.tournament.columns import as_csv, as_text
from engine.tournament.playing import ByteMap
from engine.tournament.running import Run, executor_maker

TOURNAMENT = published(1, 2)


@pytest.fixture
def path(tmp_path):
    """Return a file with the results of a small tournament."""
    path = tmp_path / "results.json"
    with ResultFile(path, TOURNAMENT) as file:
        for records in Run(TOURNAMENT, executor_maker("threads", 1), 1):
            file.add(records)
    return path


def with_line(path, number, **changes):
    lines = path.read_text().splitlines()
    lines[number] = json.dumps(json.loads(lines[number]) | changes)
    path.write_text("\n".join(lines) + "\n")


HUGE = int("9" * 310)


@pytest.mark.parametrize(
    "change",
    [{"s": HUGE}, {"s": 1e308}, {"s": -1}, {"s": True}, {"s": "1"}, {"s": None}, {"e": 5},
     {"e": ["x"]}, {"p": HUGE}, {"p": True}, {"p": 0.0}, {"g": HUGE}, {"g": -1}, {"m": HUGE},
     {"m": [HUGE]}, {"m": [True, 2]}, {"m": {"0": 1}}, {"r": ["X"]}, {"r": HUGE}, {"r": None}],
)  # fmt: skip
def test_a_line_with_anything_strange_in_it_is_named(path, change):
    with_line(path, 3, **change)
    with pytest.raises(ValueError, match=r"results.json is damaged in line 4: (its|the|a move)"):
        read_results(path)
    with pytest.raises(ValueError, match="damaged in line 4"), ResultFile(path, TOURNAMENT):
        pass


def test_long_reasons_are_cut(path):
    with_line(path, 3, r="bad", e="X (me): " + "x" * 100_000)
    with pytest.raises(ValueError, match="damaged in line 4"):
        read_results(path)
    with_line(path, 3, r="bad", e="X (me): " + "x" * 5000)
    _, tournament, records = read_results(path)
    assert max(len(record.problem) for record in records) == 1000
    assert as_text(summarise(tournament, records))
    assert as_csv(summarise(tournament, records))


def test_blanks_without_end_after_a_game_cost_no_game_behind_them(path):
    lines = path.read_text().splitlines()
    lines[3] += " " * 100_000
    path.write_text("\n".join(lines) + "\n")
    content = path.read_bytes()
    with pytest.raises(ValueError, match="damaged in line 4"), ResultFile(path, TOURNAMENT):
        pass
    assert path.read_bytes() == content


def test_a_header_of_thousands_of_millions_of_games_takes_no_memory(path):
    lines = path.read_text().splitlines()
    header = json.loads(lines[0])
    header["tournament"]["pairings"] = [
        pairing | {"games": 10**9} for pairing in header["tournament"]["pairings"] * 3
    ]
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    tracemalloc.start()
    _, tournament, records = read_results(path)
    summary = summarise(tournament, records)
    assert as_text(summary)
    assert tournament.games == 27 * 10**9
    assert sum(each.games for each in summary.standings) == 18
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50e6


def test_every_cut_can_be_gone_on_from(path, tmp_path):
    content = path.read_bytes()
    other = tmp_path / "cut.json"
    whole = content.count(b"\n")
    for cut in [*range(0, 200, 7), *range(200, len(content), 97)]:
        for behind in (b"", b"\0" * 3, b"\0" * 100_000):
            other.write_bytes(content[:cut] + behind)
            with ResultFile(other, TOURNAMENT) as file:
                known = len(file.known)
                file.add([])
            assert known == max(0, content[:cut].count(b"\n") - 1)
            assert other.read_bytes().count(b"\n") == known + 1
    assert whole == 19


def test_what_is_cut_off_before_its_first_game_is_named_when_it_is_opened(path):
    path.write_bytes(path.read_bytes()[:100] + b"\0" * 20)
    with pytest.raises(ValueError, match="was cut off before its first game"):
        read_results(path)


@pytest.mark.parametrize("content", [b"half a letter to somebody", b'{"format": "something else"'])
def test_half_a_line_of_something_else_is_not_written_over(path, content):
    path.write_bytes(content)
    with pytest.raises(ValueError, match="is no file of results"), ResultFile(path, TOURNAMENT):
        pass
    assert path.read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX pipes")
def test_pipes_and_devices_are_refused(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", "/dev/zero"):
        command = ["tournament", "--games", "1", "--seed", "1", "--in", "threads"]
        assert main([*command, "--out", str(place)]) == 1
        assert "not a regular file" in capsys.readouterr().err


def test_pages_count_as_a_plain_list_does():
    pages, plain = ByteMap(), bytearray(200_000)
    for index, value in ((0, 1), (1, 1), (65_535, 2), (65_536, 1), (131_073, 1), (199_999, 3)):
        pages[index] = plain[index] = value
    for value in (1, 2, 3):
        for stop in (None, 1, 65_536, 131_073, 200_000):
            part = plain[:stop]
            assert pages.count(value, stop) == part.count(value)
    assert pages[10**9] == 0


@pytest.mark.parametrize("kept", [0, 1, 50, 120])
def test_the_same_command_goes_on_from_a_cut_off_header(tmp_path, capsys, kept):
    out = tmp_path / "r.json"
    command = ["tournament", "--games", "3", "--in", "threads", "--out", str(out)]
    assert main(command) == 0
    out.write_bytes(out.read_bytes()[:kept])
    assert main(command) == 0
    assert "3 games" in capsys.readouterr().out
    assert len(read_results(out)[2]) == 3
