"""Players from learners' files: in consoles and tournaments like any other."""

import pytest

from engine import PLAYERO, PLAYERX, Board, Rules, parse_board
from engine.cli.main import main
from engine.learning.learner import Training
from engine.learning.learners import new_learner
from engine.search.tree import TreeAnalysis
from engine.specs import PlayerSpec


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A file of each kind of learner."""
    folder, found = tmp_path_factory.mktemp("learnt"), {}
    for kind, games in (("menace", 320), ("td", 3200), ("net", 640)):
        learner = new_learner(kind, Rules(3, 3), 1)
        for _ in Training(learner, games=games):
            pass
        found[kind] = folder / f"a.{kind}"
        learner.save(found[kind])
    return found


def made(text):
    return PlayerSpec.parse(text).make()


def test_the_same_seed_chooses_the_same_move(files):
    board = parse_board("X../.O./...")
    for kind, path in files.items():
        player = made(f"{kind}:{path}")
        moves = {player.choose(board, PLAYERX, 5).square for _ in range(3)}
        assert len(moves) == 1, kind
        assert moves <= {*board.get_empty_squares()}
        assert player.renew()


def test_matchboxes_draw_and_show_their_beads(files):
    player = made(f"menace:{files['menace']}")
    decisions = [player.choose(Board(3), PLAYERX, seed) for seed in range(40)]
    assert len({each.square for each in decisions}) > 3
    totals = decisions[0].analysis.totals
    assert all(total == int(total) for row in totals for total in row)
    assert totals[0][0] == totals[2][2], "corners share their beads"


def test_a_table_shows_its_values_and_plays_to_the_greatest(files):
    player = made(f"td:{files['td']}")
    decision = player.choose(parse_board("XX./OO./..."), PLAYERX, 1)
    assert decision.square == (0, 2)
    assert decision.analysis.totals[0][2] == 1


def test_a_network_reports_as_a_tree_does(files):
    decision = made(f"net:simulations=50:{files['net']}").choose(
        parse_board("XX./OO./..."), PLAYERX, 1
    )
    assert isinstance(decision.analysis, TreeAnalysis)
    assert decision.square == (0, 2)
    assert decision.analysis.prior((0, 2)) > 0
    assert decision.analysis.proven((0, 2)) == 1
    bare = made(f"net:simulations=0:{files['net']}").choose(Board(3), PLAYERX, 1)
    shares = bare.analysis.totals
    assert sum(map(sum, shares)) == pytest.approx(1)


def test_an_earlier_generation_can_be_played(files):
    early, late = (made(f"net:simulations=0,generation={each}:{files['net']}") for each in (0, 20))
    assert early.name == "Network, generation 0, no search"
    assert late.mind.generation == 20
    for wrong, told in (("3", "generation 3 was not kept"), ("2.5", "whole number")):
        with pytest.raises(ValueError, match=told):
            made(f"net:generation={wrong}:{files['net']}")


def test_a_network_can_be_stopped(files):
    player = made(f"net:simulations=100000000:{files['net']}")
    seen = []

    def stop(found):
        seen.append(found.count)
        player.stop()

    player.choose(Board(3), PLAYERX, 1, stop)
    assert seen[-1] < 100_000_000


def test_a_file_of_another_kind_or_for_another_board_is_a_sentence(files, capsys):
    with pytest.raises(ValueError, match="of the kind td, not menace"):
        made(f"menace:{files['td']}")
    with pytest.raises(ValueError, match="plays 3x3 with 3 in a row, and the game is 4x4"):
        made(f"td:{files['td']}").choose(Board(4), PLAYERO, 1)
    assert main(["play", "--x", f"td:{files['td']}x", "--o", "random"]) == 2
    assert "a.tdx cannot be read" in capsys.readouterr().err


def test_learners_play_tournaments(files, capsys):
    for kind, path in files.items():
        assert main(["tournament", "--players", f"{kind}:{path}", "random", "--games", "8",
                     "--seed", "1", "--in", "threads"]) == 0  # fmt: skip
        assert "random" in capsys.readouterr().out
