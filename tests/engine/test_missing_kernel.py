"""An installation without the native kernel says so, and how to get it; and what it can do."""

import pytest

from engine import PLAYERO, PLAYERX, Board, Rules
from engine.native.loading import native_kernel
from engine.players.level import LADDER
from engine.rules import Rule
from engine.search.tree import TreeSearch
from engine.specs import PlayerSpec, kinds
from tests.engine.without_kernel import hide_kernel, without_kernel
from tests.waiting import ran

HOW = "install a C compiler and Python's headers"
NEEDED = "this needs the native kernel, which was not built here; install a C compiler"
PLAY = ("play", "--x", "mc:trials=20", "--o", "random", "--seed", "1")


def run(place, *arguments, module="engine.cli.main"):
    """Run a program that finds no native kernel, in whatever process of it."""
    return ran("-m", module, *arguments, env=hide_kernel(place))


@pytest.mark.parametrize(
    "arguments",
    [PLAY,
     ("play", "--x", "mc:trials=20,heavy=1", "--o", "random", "--seed", "1"),
     ("play", "--x", "tree:simulations=20", "--o", "mc:trials=20", "--seed", "1"),
     ("tournament", "--players", "mc:trials=20", "random", "--games", "8", "--workers", "2",
      "--seed", "1")],
)  # fmt: skip
def test_the_first_search_says_it_once(tmp_path, arguments):
    done = run(tmp_path, *arguments)
    assert done.returncode == 0
    assert done.stderr.count(HOW) == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert HOW not in done.stdout


def test_what_searches_nothing_says_nothing(tmp_path):
    assert run(tmp_path, "play", "--help").stderr == ""


@pytest.mark.parametrize("player", ["uct:simulations=20", "network:simulations=0"])
def test_what_needs_it_says_so_in_one_sentence(tmp_path, player):
    done = run(tmp_path, "play", "--x", player, "--o", "random", "--seed", "1")
    assert done.returncode == 2
    assert done.stderr.count(NEEDED) == 1
    assert "Traceback" not in done.stderr


def test_who_needs_it_is_not_to_be_chosen():
    usual, five = Rules(3, 3), Rules(9, 5, Rule.EXACT)
    with without_kernel():
        lacking = {rules: {kind.word for kind in kinds() if NEEDED in kind.needs(rules)}
                   for rules in (usual, five)}  # fmt: skip
    assert lacking[usual] == {"uct", "net", "network"}
    assert lacking[five] == {"uct", "net", "level", "tree"}
    assert not [kind for kind in kinds() if NEEDED in kind.needs(usual)]


@pytest.mark.parametrize("text", LADDER)
@pytest.mark.parametrize(
    "rules",
    [Rules(3, 3), pytest.param(Rules(7, 4), marks=pytest.mark.nightly),
     pytest.param(Rules(4, 4, Rule.REVERSE), marks=pytest.mark.nightly)],
    ids=str,
)  # fmt: skip
def test_the_machine_plays_at_every_level(text, rules):
    board = Board.empty(rules)
    board.move(1, 1, PLAYERX)
    with without_kernel():
        assert native_kernel() is None
        assert PlayerSpec.parse(text).make().choose(board, PLAYERO, 1).square != (1, 1)


def test_a_tree_with_random_games_says_that_it_is_needed():
    with without_kernel(), pytest.raises(ValueError, match=NEEDED):
        TreeSearch(Board(9, Rule.EXACT, win_length=5), PLAYERX, limit=None)


def test_the_version_says_which_kernel_works(tmp_path):
    done = run(tmp_path, "--version")
    assert done.stdout.splitlines()[1].startswith("kernel numpy, ")
    assert HOW in done.stderr


def test_the_windows_facts_say_it_too(tmp_path):
    code = "from ttt_desktop.work.versions import facts\nprint(facts()['kernel'])"
    (tmp_path / "tells.py").write_text(code)
    done = run(tmp_path, module="tells")
    assert done.stdout.startswith("numpy, ")
    assert HOW in done.stdout
