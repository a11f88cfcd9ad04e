"""Networks: they learn from a seed, the same everywhere, and plain Python sees what C sees."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from engine import PLAYERO, PLAYERX, Rules, parse_board
from engine.board import Position
from engine.learning.learner import Training
from engine.learning.learners import load, new_learner
from engine.learning.shapes import Shape
from engine.learning.shipped import network_for
from engine.learning.truth import bare, mistakes, questions, searching
from tests.engine.oracles import networks
from tests.engine.without_kernel import without_kernel
from tests.waiting import ran

USUAL = Rules(3, 3)
SHAPES = ("plain", "lines")


CHILD = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("_kernel", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
import engine
sys.modules["engine._kernel"] = engine._kernel = module
from tests.engine.test_networks import learnt
print(*(learnt(640, shape=shape).fingerprint()[:16] for shape in ("plain", "lines")))
"""


def learnt(games, seed=1, rules=USUAL, threads=1, **settings):
    learner = new_learner("net", rules, seed, **settings)
    learner.threads = threads
    for _ in Training(learner, games=games):
        pass
    return learner


@pytest.fixture(scope="module")
def some():
    """A learner of each shape, after a few generations."""
    return {shape: learnt(640, shape=shape) for shape in SHAPES}


# --- learning -------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_network_learns(shape, some):
    asked = questions(USUAL)
    before = mistakes(asked, bare(some[shape].mind_of(0)))
    after = mistakes(asked, bare(some[shape].mind))
    assert before > 1000
    assert after < 250, "a tenth of a second of the processor"
    assert all(loss > 0 for loss in some[shape].losses)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_seed_learns_the_same_with_any_number_of_threads(shape):
    alone, many, other = learnt(160, 3, shape=shape), learnt(160, 3, threads=3, shape=shape), 4
    assert alone.fingerprint() == many.fingerprint()
    assert alone.last_game == many.last_game
    assert alone.fingerprint() != learnt(160, other, shape=shape).fingerprint()


@pytest.mark.parametrize(
    ("rules", "shape"),
    [
        (USUAL, "plain"),
        (Rules(4, 4), "lines"),
        (Rules(3, 3, True), "lines"),
        (Rules(4, 3), "plain"),
    ],
)
def test_every_instruction_set_learns_the_same(rules, shape):
    from engine import _kernel

    before, found = _kernel.isa(), set()
    try:
        for isa in _kernel.isas():
            _kernel.use(isa)
            found.add(learnt(96, rules=rules, shape=shape).fingerprint())
    finally:
        _kernel.use(before)
    assert len(found) == 1


KNOWN = {"plain": "cb5dae672c2422e5", "lines": "3794d2ad894956aa"}
"""What one machine has learnt from a seed, 640 games long: every other one must find these bits."""


@pytest.mark.parametrize("shape", SHAPES)
def test_every_machine_learns_the_same(shape, some):
    assert some[shape].fingerprint()[:16] == KNOWN[shape]


@pytest.mark.nightly
@pytest.mark.skipif(not shutil.which("gcc") or sys.platform != "linux", reason="needs GCC")
@pytest.mark.parametrize("flags", ["-O0", "-O2 -march=native", "-O3 -funroll-loops"])
def test_every_build_learns_the_same(flags, tmp_path):
    target = tmp_path / "_kernel.abi3.so"
    sources = sorted((Path(__file__).resolve().parents[2] / "engine" / "native").glob("*.c"))
    subprocess.run(
        ["gcc", *flags.split(), "-ffp-contract=off", "-shared", "-fPIC",
         f"-I{sysconfig.get_paths()['include']}", *sources, "-o", target, "-lm"], check=True,
    )  # fmt: skip
    assert ran("-c", CHILD, target, check=True).stdout.split() == [*KNOWN.values()]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_saved_network_goes_on_as_if_it_had_never_been_away(shape, some, tmp_path):
    path, whole = tmp_path / "a.net", learnt(704, shape=shape)
    some[shape].save(path)
    again = load(path, "net")
    assert again.fingerprint() == some[shape].fingerprint()
    again.threads = 2
    for _ in Training(again, games=704):
        pass
    assert again.fingerprint() == whole.fingerprint()
    for generation in whole.generations:
        assert np.array_equal(again.mind_of(generation).weights, whole.mind_of(generation).weights)


def test_what_networks_cannot_learn_is_said_in_a_sentence():
    for rules, settings, told in (
        (Rules(9, 5), {}, "on boards up to 8x8"), (Rules(3, 1), {}, "with 2 in a row or more"),
        (USUAL, {"shape": "graph"}, "must be plain or lines, not 'graph'"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=told):
            new_learner("net", rules, 1, **settings)


@pytest.mark.parametrize(("size", "line", "reverse"), [(2, 2, False), (6, 5, False), (5, 4, True)])
def test_networks_learn_on_boards_of_any_size(size, line, reverse):
    for shape in SHAPES:
        learner = learnt(32, rules=Rules(size, line, reverse), shape=shape)
        assert 1 <= len(learner.last_game) <= size**2
        assert len(set(learner.last_game)) == len(learner.last_game)


# --- looking --------------------------------------------------------------------------------------

POSITIONS = [
    ("X../.O./..X", PLAYERO), ("XX./.O./...", PLAYERO), ("XO./.../...", PLAYERX),
    ("XOX/XOO/.XO", PLAYERX),
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("text", "player"), POSITIONS)
def test_plain_python_sees_what_c_sees(shape, text, player, some):
    mind, position = some[shape].mind, Position.of(parse_board(text), player)
    net = mind.shape.number, mind.shape.units, mind.weights
    priors, value = mind.look(position)
    plain_priors, plain_value = networks.look(*net, position)
    assert plain_priors == pytest.approx(priors, abs=1e-5)
    assert plain_value == pytest.approx(value, abs=1e-5)
    tree, plain = mind.tree(position, 7), networks.PlainNetTree(*net, position, 7, ())
    assert plain.grow(60) == tree.grow(60)
    for one, other in zip(plain.children(()), tree.children(()), strict=True):
        assert one[:2] == other[:2], "the same square, as often"
        assert one[2:] == pytest.approx(other[2:], abs=1e-3)


def test_a_larger_board_looks_alike_in_both():
    learner = learnt(64, rules=Rules(5, 4), shape="lines")
    mind, position = (
        learner.mind,
        Position.of(parse_board("...../.XO../.OX../...../.....", line=4), PLAYERX),
    )
    net = mind.shape.number, mind.shape.units, mind.weights
    priors, value = mind.look(position)
    plain_priors, plain_value = networks.look(*net, position)
    assert plain_priors == pytest.approx(priors, abs=1e-5)
    assert plain_value == pytest.approx(value, abs=1e-5)


def test_thoughts_have_a_share_and_a_value_for_each_empty_square(some):
    thoughts = some["plain"].thoughts(Position.of(parse_board("XX./OO./..."), PLAYERX))
    assert sum(thoughts.shares.values()) == pytest.approx(1)
    assert set(thoughts.shares) == set(thoughts.values)
    assert thoughts.values[0, 2] == 1, "the line is completed"
    assert -1 <= thoughts.value <= 1


def test_lines_are_seen_alike_whichever_way_the_board_is_turned(some):
    mind = some["lines"].mind
    one, other = (
        mind.look(Position.of(parse_board(text), PLAYERO))
        for text in ("X../.../...", "..X/.../...")
    )
    assert one[1] == pytest.approx(other[1], abs=1e-6)
    assert one[0][4] == pytest.approx(other[0][4], abs=1e-6)


def test_the_weights_of_lines_fit_every_board_with_lines_of_that_length(some):
    shapes = [Shape("lines", Rules(size, 4)) for size in (4, 5, 7)]
    assert len({shape.count for shape in shapes}) == 1
    assert Shape("plain", USUAL).count == 6026
    assert Shape("lines", USUAL).count == some["lines"].mind.weights.size == 3682


def test_there_is_no_network_without_the_native_kernel():
    network_for.cache_clear()  # an earlier test may have had one
    with without_kernel():
        for make in (lambda: new_learner("net", USUAL, 1), lambda: network_for(USUAL)):
            with pytest.raises(ValueError, match="this needs the native kernel"):
                make()


# --- the longer way -------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_plain_network_comes_to_make_few_mistakes():
    learner = learnt(20_000, shape="plain")
    asked = questions(USUAL)
    assert mistakes(asked, bare(learner.mind)) <= 30


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_network_that_counts_lines_soon_makes_no_mistake_after_a_search(seed):
    learner, wrong = new_learner("net", USUAL, seed, shape="lines"), []
    for games in (800, 2048):  # after some 0.4 and 1 s of the processor
        for _ in Training(learner, games=games):
            pass
        wrong.append(mistakes(questions(USUAL), searching(learner.mind, 25)))
    assert wrong == [0, 0]
