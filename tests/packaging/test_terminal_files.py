"""Manual pages, completion and exit statuses: what the programs declare, for the terminal."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import linux_share
import terminal
from engine.cli.main import build_parser
from engine.cli.options import STATUSES, statuses
from project import ROOT
from tests.waiting import HANG_S, commanded, ran
from ttt_desktop.start.arguments import build_parser as desktop_parser


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A folder ``share`` with all files for the terminal, as a package has them."""
    share = tmp_path_factory.mktemp("share")
    terminal.main(share)
    return share


def test_every_command_has_a_manual_page_with_every_option(written):
    pages = {
        path.stem: path.read_text(encoding="utf-8")
        for path in (written / "man" / "man1").glob("*.1")
    }
    parsers = {"ttt-engine": build_parser(), "ttt-desktop": desktop_parser()}
    for name, (_, parser) in terminal.commands(build_parser()).items():
        parsers[f"ttt-engine-{name}"] = parser
    assert pages.keys() == parsers.keys()
    for name, parser in parsers.items():
        for _, listed in terminal.arguments(parser):
            for each in listed:
                for flag in each.flags:
                    assert flag.replace("-", "\\-") in pages[name], f"{name} {flag}"
        assert ".SH EXIT STATUS" in pages[name]


@pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("man"), reason="no man of Linux here"
)
def test_manual_pages_are_shown_without_a_warning(written):
    for path in (written / "man" / "man1").glob("*.1"):
        done = subprocess.run(
            ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path],
            capture_output=True, text=True, check=False, timeout=HANG_S,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), path.name


def test_exit_statuses_stand_in_help_and_manual():
    told = commanded("--help").stdout
    assert statuses() in told
    manual = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    for number, meaning in STATUSES.items():
        assert f"| {number} | {meaning} |" in manual
    assert "Exit status: 0" in desktop_parser().format_help()


def test_the_log_level_decides_what_is_told():
    quiet = ran("-m", "engine.cli.main", "analyse", "--board", ".../.../...", "--seed", "1")
    told = ran(
        "-m", "engine.cli.main", "--log-level", "info", "analyse", "--board", ".../.../...",
        "--seed", "1",
    )  # fmt: skip
    assert quiet.stderr == ""
    assert "is used" in told.stderr
    assert told.stdout == quiet.stdout
    assert commanded("--log-level", "loud", "bench").returncode == 2


def completed(share, *words):
    """Return what bash offers for the last of these words."""
    script = share / terminal.COMPLETIONS["bash"].format(words[0])
    line = " ".join(f"'{word}'" for word in words)
    code = (
        f"source '{script}'; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; "
        f"declared=$(complete -p {words[0]}); function=${{declared##*-F }}; "
        "${function%% *}; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(
        ["bash", "-c", code], capture_output=True, text=True, check=True, timeout=HANG_S, cwd=share
    )
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
def test_bash_completes_commands_options_and_values(written):
    (written / "mine.tttgame").touch()
    assert completed(written, "ttt-engine", "an") == {"analyse", "answers"}
    assert completed(written, "ttt-engine", "tournament", "--pre") == {"--preset"}
    presets = completed(written, "ttt-engine", "tournament", "--preset", "")
    assert presets == {"published", "ladder"}
    assert completed(written, "ttt-engine", "play", "--size", "") == set()
    assert completed(written, "ttt-engine", "review", "mi") == {"mine.tttgame"}
    assert completed(written, "ttt-engine", "review", "--html", "mi") == {"mine.tttgame"}
    assert "--self-test" in completed(written, "ttt-desktop", "--se")


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh here")
def test_zsh_reads_its_completion(written):
    for program in linux_share.PROGRAMS:
        path = written / terminal.COMPLETIONS["zsh"].format(program)
        done = subprocess.run(["zsh", "-n", path], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    code = f"fpath=({path.parent} $fpath); autoload -U compinit; compinit -D -u; " \
        "print $_comps[ttt-engine]"  # fmt: skip
    done = subprocess.run(["zsh", "-f", "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("_ttt-engine", "")


def test_zsh_and_fish_have_a_short_help_for_each_command_and_option(written):
    zsh, fish = (
        (written / terminal.COMPLETIONS[shell].format("ttt-engine")).read_text()
        for shell in ("zsh", "fish")
    )
    assert zsh.startswith("#compdef ttt-engine\n")
    for text in ("look through a saved game", "show this help message and exit"):
        assert re.search(rf"[':\[]{text}[':\]]", zsh), text
        assert f" -d '{text}'\n" in fish


@pytest.mark.skipif(not shutil.which("fish"), reason="no fish here")
def test_fish_completes_commands_options_and_values(written, tmp_path):
    script = written / terminal.COMPLETIONS["fish"].format("ttt-engine")

    def offered(line):
        code = f"source {script}; complete -C '{line}'"
        done = subprocess.run(
            ["fish", "--no-config", "-c", code], capture_output=True, text=True, check=True,
            env=os.environ | {"HOME": str(tmp_path)},
        )  # fmt: skip
        return {line.split("\t")[0] for line in done.stdout.splitlines()}

    assert offered("ttt-engine an") == {"analyse", "answers"}
    assert "--preset" in offered("ttt-engine tournament --pre")
    assert offered("ttt-engine learn --kind ") == {"menace", "td", "net"}


def test_packages_have_a_page_for_each_command_and_completion_for_each_shell(tmp_path):
    linux_share.add_terminal_files(tmp_path, Path(sys.executable))
    pages = {path.name for path in (tmp_path / "man" / "man1").iterdir()}
    assert {"ttt-engine.1.gz", "ttt-desktop.1.gz", "ttt-engine-play.1.gz"} <= pages
    assert all(name.endswith(".gz") for name in pages)
    for place in terminal.COMPLETIONS.values():
        for program in linux_share.PROGRAMS:
            text = (tmp_path / place.format(program)).read_text()
            assert re.search(rf"\b{program}\b", text)
            assert "https://mozilla.org/MPL/2.0/" in text
