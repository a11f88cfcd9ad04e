"""The networks that come with the program: what they know, whom they beat, how they are made."""

import subprocess
import sys

import numpy as np
import pytest

from engine import PLAYERX, Board, Rules
from engine.learning import keeping, shipped
from engine.learning.learners import load
from engine.learning.shipped import NETWORKS, network_for
from engine.learning.truth import bare, mistakes, questions, searching
from engine.specs import PlayerSpec
from engine.tournament.plan import Plan
from engine.tournament.sparring import spar
from tools.networks import PLANS, trained

SMALL, MIDDLE = Rules(3, 3), Rules(5, 4)


def test_there_is_a_plan_for_each_network_and_each_is_small():
    assert {plan.rules for plan in PLANS} == set(NETWORKS)
    for name in NETWORKS.values():
        assert (shipped.FOLDER / name).stat().st_size < 50_000
    for plan in PLANS:
        made, _ = keeping.read(shipped.FOLDER / NETWORKS[plan.rules])
        assert (made["games"], made["shape"]) == (plan.games, plan.shape)


@pytest.mark.parametrize(("rules", "most", "with_search"), [(SMALL, 25, 0), (MIDDLE, 60, 25)])
def test_they_make_few_mistakes_bare_and_fewer_with_a_search(rules, most, with_search):
    mind, asked = network_for(rules), questions(rules)
    assert mistakes(asked, bare(mind)) <= most
    assert mistakes(asked, searching(mind, 25 if rules == SMALL else 100)) <= with_search


def test_a_trained_network_is_hard_to_beat():
    player = PlayerSpec.parse("network").make()
    assert player.name == "Trained network, 100 simulations"
    hard, novice = (PlayerSpec.parse(f"level:{name}").make() for name in ("hard", "novice"))
    lost, _, won = spar(player, hard, MIDDLE, range(16))
    assert won > lost
    lost, tied, won = spar(player, novice, SMALL, range(10))
    assert (lost, tied + won) == (0, 10)
    assert spar(player, novice, SMALL, range(10)) == (lost, tied, won), "from its number alone"


def test_its_first_sight_is_enough_to_move():
    decision = PlayerSpec.parse("network:simulations=0").make().choose(Board(3), PLAYERX, 1)
    assert decision.square == (1, 1)
    assert decision.analysis is not None


def test_where_there_is_none_it_is_a_sentence():
    told = "comes with this program for 3x3, and for 5x5 and 7x7 with 4 in a row; for other boards"
    with pytest.raises(ValueError, match=told):
        PlayerSpec.parse("network").make().choose(Board(4), PLAYERX, 1)
    with pytest.raises(ValueError, match="cannot play this game"):
        Plan(("network", "random"), 2, 4).tournament(1)


def test_a_file_of_weights_is_no_learner_that_goes_on():
    with pytest.raises(ValueError, match="kind or settings are missing"):
        load(shipped.FOLDER / NETWORKS[SMALL])


def test_damaged_weights_are_a_sentence(tmp_path, monkeypatch):
    about, arrays = keeping.read(shipped.FOLDER / NETWORKS[SMALL])
    keeping.write(tmp_path / NETWORKS[SMALL], about, {"weights": arrays["weights"][:-1]})
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    network_for.cache_clear()
    try:
        with pytest.raises(ValueError, match="its weights has another shape"):
            network_for(SMALL)
    finally:
        network_for.cache_clear()


def test_learning_needs_no_more_than_these_modules_at_the_start():
    code = "import sys, engine.specs; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.nightly
def test_the_command_makes_the_small_one_again_bit_for_bit():
    (plan,) = (plan for plan in PLANS if plan.rules == SMALL)
    assert np.array_equal(trained(plan).weights, network_for(SMALL).weights)
