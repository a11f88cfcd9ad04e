"""Building the Python package: with a compiler, without one, and without one on purpose."""

from __future__ import annotations

import re
import shutil
import sys
import tarfile
import zipfile
from importlib.util import find_spec

import pytest

import terminal
from project import ROOT, version
from tests.waiting import ran
from ttt_desktop import identity

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or find_spec("setuptools") is None, reason="setuptools on Linux"
)


NAME = "monte_carlo_tic_tac_toe"


@pytest.fixture
def source(tmp_path):
    """What setuptools reads, with one file of each package."""
    folder = tmp_path / "source"
    folder.mkdir()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "manual")
    for name in ("engine", "ttt_desktop", "resources", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored, symlinks=True)
    return folder


@pytest.mark.parametrize("compiler", ["false", "/no/such/compiler"])
def test_without_a_compiler_the_build_fails_with_a_sentence(source, compiler):
    done = ran("setup.py", "build_ext", cwd=source, env={"CC": compiler, "TTT_ENGINE_KERNEL": ""})
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1
    assert last.startswith("the native kernel could not be built: ")
    assert "gcc libc6-dev python3-dev" in last
    assert "set the environment variable TTT_ENGINE_KERNEL to numpy" in last
    assert "Traceback" not in done.stderr


def test_the_plain_version_is_built_where_it_is_asked_for_by_name(source, tmp_path):
    terminal.completion(source / "build" / "share")
    done = ran(
        "setup.py", "--quiet", "bdist_wheel", "--dist-dir", tmp_path / "made", cwd=source,
        env={"CC": "false", "TTT_ENGINE_KERNEL": "numpy"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (wheel,) = (tmp_path / "made").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if "_kernel." in name and not name.endswith(".pyi")]
    ours = {file.relative_to(source).as_posix() for top in ("engine", "ttt_desktop")
            for file in (source / top).rglob("*.py")}  # fmt: skip
    assert {"engine/search/plain_tree.py", "ttt_desktop/shell/window.py"} < ours
    assert ours <= {*names}, "every package of the program is installed"
    data = f"{NAME}-{version()}.data"
    for place in terminal.COMPLETIONS.values():
        assert f"{data}/data/share/{place.format('ttt-engine')}" in names
    folders = {name.partition("/")[0] for name in names} - {f"{NAME}-{version()}.dist-info", data}
    assert folders == {"engine", "ttt_desktop"}
    told = zipfile.ZipFile(wheel).read(next(each for each in names if each.endswith("/METADATA")))
    _, _, readme = told.decode().partition("\n\n")
    links = re.findall(r"\]\(([^)]+)\)", readme)
    assert len(links) > 10
    assert all(link.startswith("https://") for link in links), "an index shows it elsewhere"
    assert identity.file_address(version(), "docs/pictures/light.png") in links
    assert f"{identity.HOME_PAGE}/blob/v{version()}/docs/play.md" in links


def test_the_source_distribution_holds_the_program_and_what_builds_its_packages(source, tmp_path):
    for name in ("MANIFEST.in", "CHANGELOG.md"):
        shutil.copy(ROOT / name, source)
    for name in ("packaging", "requirements", "tests", "tools"):
        (source / name).mkdir()
    for name in ("packaging/build.py", "requirements/run.lock", "tests/test_house.py",
                 "tools/__init__.py"):  # fmt: skip
        shutil.copy(ROOT / name, source / name)
    done = ran("setup.py", "--quiet", "sdist", "--dist-dir", tmp_path / "made", cwd=source)
    assert done.returncode == 0, done.stderr
    (packed,) = (tmp_path / "made").iterdir()
    with tarfile.open(packed) as archive:
        below = [name.split("/")[1:] for name in archive.getnames() if "/" in name]
    folders = {path[0] for path in below if len(path) > 1}
    assert folders == {
        "docs", "engine", f"{NAME}.egg-info", "packaging", "requirements", "resources",
        "ttt_desktop",
    }  # fmt: skip
    assert {path[0] for path in below if len(path) == 1} - folders == {
        "CHANGELOG.md", "LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "pyproject.toml",
        "setup.cfg", "setup.py",
    }  # fmt: skip
