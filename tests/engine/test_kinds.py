"""Kinds of players: declared once, known everywhere."""

import csv

import pytest

from engine import PLAYERO, PLAYERX, Board
from engine.cli.main import main
from engine.players.imported import Imported
from engine.specs import PlayerSpec, kinds, register
from engine.tournament import Pairing, ResultFile, Run, Tournament, read_results, sweep
from engine.tournament.columns import as_csv
from engine.tournament.running import executor_maker
from engine.tournament.summary import summarise


def test_a_new_kind_is_in_the_consoles_help_and_complaints(last, capsys):
    for command in ("play", "tournament"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "last:back=1" in " ".join(capsys.readouterr().out.split())
    assert main(["play", "--x", "nobody"]) == 2
    assert "last:back=1" in capsys.readouterr().err


def test_a_new_kind_plays_in_the_console(last, capsys):
    assert main(["play", "--x", "last", "--o", "last:back=2", "--seed", "1"]) == 0
    assert "X plays C3" in capsys.readouterr().out


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_a_new_kind_plays_a_tournament_that_is_kept_and_read_back(last, tmp_path, executor):
    pairing = Pairing("last:back=3", "random", 6)
    tournament, path = Tournament("pairing", (pairing,), 1), tmp_path / "r.json"
    with ResultFile(path, tournament) as file:
        for records in Run(tournament, executor_maker(executor, 2), 2):
            file.add(records)
    _, read, records = read_results(path)
    assert read == tournament
    assert len(records) == 6
    assert not any(record.problem for record in records)
    assert {record.moves[0] for record in records if record.game % 2 == 0} == {5}
    assert "last:back=3" in as_csv(summarise(read, records))


def test_a_new_kinds_settings_can_be_varied(last):
    made = sweep("back", ["5", "6"], Pairing("last", "random"), 1)
    assert [pairing.first for pairing in made.pairings] == ["last:back=5", "last:back=6"]
    with pytest.raises(ValueError, match="only the settings of last"):
        sweep("back", ["5"], Pairing("mc", "mc"), 1)
    assert str(PlayerSpec.parse("last").with_value("back", "4")) == "last:back=4"
    for text, told in (("last:back=9", "from 0 to 8"), ("last:up=1", "last has no setting"),
                       ("last:back=0.5", "whole number")):  # fmt: skip
        with pytest.raises(ValueError, match=told):
            PlayerSpec.parse(text)


def test_every_kind_keeps_to_what_a_player_promises(last):
    board = Board(3)
    for moves, mark in (((0, 0), PLAYERX), ((1, 1), PLAYERO)):
        board.move(*moves, mark)
    before = str(board)
    won = Board(3)
    for col in range(3):
        won.move(0, col, PLAYERX)
        if col < 2:
            won.move(1, col, PLAYERO)
    for kind in kinds():
        if kind.target:
            continue
        chosen = {PlayerSpec(kind).make().choose(board, PLAYERX, 5).square for _ in range(2)}
        assert len(chosen) == 1, f"{kind.word}: the same seed gives the same move"
        assert chosen <= {*board.get_empty_squares()}
        assert str(board) == before
        for position, side in ((board, 7), (won, PLAYERO)):
            with pytest.raises(ValueError, match=r"."):
                PlayerSpec(kind).make().choose(position, side, 5)


def test_no_two_kinds_have_one_word(last):
    from dataclasses import replace

    with pytest.raises(ValueError, match="already"):
        register(replace(kinds()[0], title="Another one"))


@pytest.mark.parametrize(
    ("text", "again"),
    [("file:a:b.py", "file:trials=100:a:b.py"), ("file:trials=5:C:x.py", "file:trials=5:C:x.py"),
     ("file:trials=5", "file:trials=100:trials=5"), ("mc", "mc:trials=1000"),
     ("mc: trials = 5 , other=2", "mc:trials=5,other=2"), ("import:a:b", "import:a:b")],
)  # fmt: skip
def test_texts_are_read_as_before(text, again):
    assert str(PlayerSpec.parse(text)) == again


def test_a_player_of_anybodys_making_needs_choose_only():
    made = PlayerSpec.parse("import:tests.engine.test_kinds:Bare").make()
    assert isinstance(made, Imported)
    assert made.name == "tests.engine.test_kinds:Bare"
    made.stop()
    made.close()


class Bare:
    def choose(self, board, player, seed=None, on_progress=None):
        raise NotImplementedError


def test_a_player_against_itself_has_no_elo():
    tournament = sweep("trials", ["5"], Pairing("mc", "mc", 20), 1)
    runs = Run(tournament, executor_maker("threads", 1), 1)
    summary = summarise(tournament, [record for records in runs for record in records])
    assert summary.standing(0).elo is None
    row = dict(zip(*csv.reader(as_csv(summary).splitlines()), strict=True))
    assert (row["elo"], row["elo_low"], row["elo_high"]) == ("", "", "")
    assert row["trials"] == "5"
