"""An installation without the native kernel says so, once, and how to get it."""

import pytest

from tests.waiting import ran

HOW = "install a C compiler and Python's headers"
PLAY = ("play", "--x", "mc:trials=20", "--o", "random", "--seed", "1")


def run(place, *arguments, module="engine.cli.main", kernel=""):
    """Run a program that finds no native kernel, in whatever process of it."""
    (place / "sitecustomize.py").write_text("import sys\nsys.modules['engine._kernel'] = None\n")
    return ran(
        "-m", module, *arguments, env={"PYTHONPATH": str(place), "TTT_ENGINE_KERNEL": kernel}
    )


@pytest.mark.parametrize(
    "arguments",
    [PLAY,
     ("play", "--x", "uct:simulations=20", "--o", "random", "--seed", "1"),
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


def test_whoever_chose_it_is_told_nothing(tmp_path):
    done = run(tmp_path, *PLAY, kernel="numpy")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_version_says_which_kernel_works(tmp_path):
    done = run(tmp_path, "--version")
    assert done.stdout.splitlines()[1].startswith("kernel numpy, ")
    assert HOW in done.stderr
    wrong = run(tmp_path, "--version", kernel="abacus")
    assert wrong.returncode == 2
    assert "must be native or numpy" in wrong.stderr
    assert "Traceback" not in wrong.stderr


def test_the_windows_facts_say_it_too(tmp_path):
    code = "from ttt_desktop.help.versions import facts\nprint(facts()['kernel'])"
    (tmp_path / "tells.py").write_text(code)
    done = run(tmp_path, module="tells")
    assert done.stdout.startswith("numpy, ")
    assert HOW in done.stdout
