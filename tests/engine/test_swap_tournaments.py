"""Tournaments whose games are opened by Swap or Swap2: the players choose their sides."""

import csv
import json
from dataclasses import replace

import pytest

from engine import PLAYERX, Rules
from engine.cli.main import main
from engine.game import Outcome
from engine.swap import Opening
from engine.tournament import (
    Pairing,
    ResultFile,
    Tournament,
    play_tournament,
    read_results,
    summarise,
)
from engine.tournament.openings import Openings
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def opened():
    """Return a tournament whose games are opened by Swap2, and its games."""
    pairing = Pairing(
        "tree:simulations=100", "random", 6, Rules(9, 5), opening=Opening.SWAP2
    )  # fmt: skip
    tournament = Tournament("pairing", (pairing,), 1)
    return tournament, play_tournament(tournament, workers=2, kind="threads").records


def test_players_of_a_tournament_choose_their_sides(opened):
    tournament, records = opened
    (pairing,) = tournament.pairings
    assert len(records) == 6
    chosen = {record.is_x_first(pairing) == pairing.x_is_first(record.game) for record in records}
    assert chosen == {True, False}, "who begins has X or O by what the other one chooses"
    for record in records:
        assert record.outcome is not None
        assert record.x_first is not None
        assert len(record.moves) >= 3
        x, o = record.players(pairing).values()
        assert {x, o} == {pairing.first, pairing.second}
        assert (x == pairing.first) == record.x_first
        middle = [abs(each - 4) for move in record.moves[:3] for each in divmod(move, 9)]
        assert max(middle) <= 3, "the opening lies about the middle"
        winner = {Outcome.X: x, Outcome.O: o}[record.outcome]
        assert winner == pairing.first, "a tree wins against random moves"
    (standing,) = summarise(tournament, records).standings
    assert (standing.wins, standing.losses, standing.ties) == (6, 0, 0)
    assert standing.x_wins == sum(record.x_first for record in records)
    assert standing.x_wins + standing.o_wins == 6
    again = play_tournament(tournament, workers=1, kind="threads").records
    by_number = {record.game: record for record in again}
    assert all(by_number[each.game].moves == each.moves for each in records)
    assert all(by_number[each.game].x_first == each.x_first for each in records)


def test_who_chose_which_side_is_kept_in_the_file(opened, tmp_path):
    tournament, records = opened
    (pairing,) = tournament.pairings
    path = tmp_path / "games.jsonl"
    with ResultFile(path, tournament) as file:
        file.add(records)
    played = read_results(path)
    assert played.tournament == tournament
    assert played.records == [replace(each, seconds=round(each.seconds, 6)) for each in records]
    assert [(row["x"], row["points"]) for row in played.games()] == [
        (each.players(pairing)[PLAYERX], 1.0) for each in sorted(records, key=lambda r: r.game)
    ]
    lines = path.read_text().splitlines()
    for wrong in (2, True, "X"):
        damaged = json.loads(lines[1]) | {"x": wrong}
        path.write_text("\n".join([lines[0], json.dumps(damaged), ""]))
        with pytest.raises(ValueError, match="is damaged in line 2"):
            read_results(path)


def test_who_takes_too_long_in_an_opening_is_to_blame(monkeypatch):
    # (A thread is interrupted where Python code runs: between two looks.)
    monkeypatch.setattr("engine.players.swapping.decide", lambda *_: wait_until(lambda: False))
    pairing = Pairing(
        "random", "mc:trials=1", 1, Rules(9, 5), move_seconds=0.05, opening=Opening.SWAP
    )  # fmt: skip
    (record,) = play_tournament(Tournament("pairing", (pairing,), 1), kind="threads").records
    assert record.outcome is None
    assert record.blame == PLAYERX
    assert record.problem.startswith("X (random): took too long for a move")


def test_only_five_in_a_row_is_opened_so_and_not_from_openings():
    with pytest.raises(ValueError, match="swap and swap2 open five in a row on boards of 9x9"):
        Pairing("random", "random", opening=Opening.SWAP)
    openings = Openings(Rules(9, 5), ((40,),))
    with pytest.raises(ValueError, match="not both"):
        Pairing(
            "random", "random", rules=openings.rules, openings=openings, opening=Opening.SWAP
        )  # fmt: skip


def test_the_terminals_tournament_is_opened_so(tmp_path, capsys):
    path = tmp_path / "games.csv"
    players = ["tournament", "--players", "random", "mc:trials=3", "--opening", "swap"]
    board = ["--size", "9", "--line", "5", "--in", "threads", "--games", "2", "--seed", "1"]
    assert main([*players, *board, "--games-csv", str(path)]) == 0
    with path.open(newline="") as file:
        assert {row["x"] for row in csv.DictReader(file)} <= {"random", "mc:trials=3"}
    assert main(["tournament", "--preset", "published", "--opening", "swap"]) == 2
    assert "the published experiment begins on the empty board" in capsys.readouterr().err
    assert main(players) == 2
    assert "swap and swap2 open five in a row" in capsys.readouterr().err
