"""What the README and the manual show can be run, and what they name is there."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.classroom.answers import Answers
from engine.game import Game
from engine.players.level import KIND as LADDER_KIND
from engine.rules import TIC_TAC_TOE
from engine.specs import kinds
from tests.engine.exports import CANVAS, GRADEBOOK, zipped
from tests.waiting import HANG_S, commanded, ran
from ttt_desktop.reference import generated, pages
from ttt_desktop.reference.api import api_directives, api_page, public_names
from ttt_desktop.settings.declarations import OPTIONS, names
from ttt_desktop.start import arguments

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
FINDS_US = os.environ | {"PYTHONPATH": str(ROOT)}
WRITTEN = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in WRITTEN}


def matches(pattern, flags=0):
    """Return what a pattern matches, each with the page that it stands on."""
    return [
        (name, match) for name, text in TEXTS.items() for match in re.findall(pattern, text, flags)
    ]


def every(pattern, flags=0):
    """Return what a pattern matches, a parameter each, called by the page that it stands on."""
    numbers = Counter()
    parameters = []
    for name, match in matches(pattern, flags):
        numbers[name] += 1
        parameters.append(pytest.param(name, match, id=f"{name}-{numbers[name]}"))
    return parameters


@pytest.mark.parametrize(("name", "code"), every(r"```python\n(.*?)```", re.DOTALL))
def test_python_examples_run(name, code, tmp_path):
    ran("-W", "error", "-c", code, check=True, cwd=tmp_path, env=FINDS_US)


def lay_out(line, folder):
    """Write the files that the reader of an example has."""
    for file in re.findall(r"[\w/]+\.py", line):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / "engine" / "course_files" / "plain.py", folder / file)
    for file in re.findall(r"\w+\.tttgame", line):
        (folder / file).write_text(Game.of(TIC_TAC_TOE, [(1, 1), (0, 1)]).to_json())
    for file in re.findall(r"\w+\.sgf", line):
        (folder / file).write_text("(;GM[4]SZ[15];B[hh])")
    for hand_ins in re.findall(r"^ttt-engine class (\S+)", line):
        if hand_ins.endswith(".zip"):
            zipped(folder / hand_ins, CANVAS)
            continue
        (folder / hand_ins).mkdir()
        shutil.copy(ROOT / "tests" / "engine" / "course_files" / "plain.py", folder / hand_ins)
    for file in re.findall(r"engine:\S*?(brains/[\w-]+)", line):  # a program
        (folder / file).parent.mkdir()
        brain = f"#!/bin/sh\nexec {sys.executable} -m engine.cli.main brain\n"
        (folder / file).write_text(brain)
        (folder / file).chmod(0o755)
    (folder / "rubric.toml").write_text("[points]\nmc_trial = 1\n")
    (folder / "gradebook.csv").write_text(GRADEBOOK.replace("HW 2 (78)", "HW 2"))
    if line.startswith("ttt-engine autograde"):
        (folder / "hand.py").write_text("def mc_move(")
    for answers in re.findall(r"^ttt-engine answers (\S+)", line):
        (folder / answers).mkdir()
        (folder / answers / "anna.tttanswers").write_text(Answers("Anna", ()).as_text())


def words_of(line):
    """Return an example's words as they stand, but for what only lasts, or is a Gradescope path."""
    line = line.replace("/autograder/source/", "").replace("/autograder/submission", "hand.py")
    _, command, *rest = shlex.split(line)
    shorter = {
        "autograde": ["--out", "results.json"],
        "learn": ["--games", "32"],
        "openings": ["--count", "12"],
        "tournament": [
            "--in",
            "threads",
            *[word for word in ("--games", "4") if "--sprt" not in rest],
        ],
    }
    return [command, *rest, *shorter.get(command, [])]


@pytest.mark.usefixtures("short_checks")
@pytest.mark.parametrize(("name", "line"), every(r"^ttt-engine .*$", re.MULTILINE))
def test_console_examples_run(name, line, tmp_path, monkeypatch):
    """Those of the README are processes of their own, as is what talks to another program."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    lay_out(line, tmp_path)
    words = words_of(line)
    if name == "README.md" or words[0] == "brain":
        done = ran("-m", "engine.cli.main", *words, input="q\n", cwd=tmp_path)
    else:
        done = commanded(*words, text="q\n", folder=tmp_path)
    is_left = "human" in line or (words[0] == "puzzle" and not {"--show", "--json"} & {*words})
    assert done.returncode == is_left, done.stderr
    assert done.stderr == ""
    for file in re.findall(r"--(?:out|csv|html|grades) (\S+)", line):
        assert (tmp_path / file).stat().st_size, "it plays, and keeps what it played"


def test_links_and_pictures_are_there():
    targets = matches(r"\]\(([^)]+)\)")
    assert len(targets) > 100
    assert [(name, target) for name, target in targets if not leads_somewhere(name, target)] == []


def leads_somewhere(name, target):
    """Whether a page's link leads to a file of ours, and to a heading of it if it names one."""
    path, _, anchor = target.partition("#")
    file = (ROOT / name).parent / path if path else ROOT / name
    if file.stem in pages.GENERATED:
        return not anchor  # their headings come and go
    if "://" in target or not file.exists():  # the manual is whole without a network
        return False
    return not anchor or anchor in map(pages.anchor_of, pages.headings(file.read_text("utf-8")))


def test_headings_of_a_page_have_names_of_their_own():
    for name, text in TEXTS.items():
        anchors = [*map(pages.anchor_of, pages.headings(text))]
        assert len(set(anchors)) == len(anchors), name


def test_files_that_are_named_are_there():
    named = matches(r"`((?:engine|ttt_desktop|tests|tools|packaging|resources|docs)/[^`\s]*)`")
    assert len(named) > 50
    assert [
        (name, path) for name, path in named if "NAME" not in path and not (ROOT / path).exists()
    ] == []


def test_the_contents_list_every_page_once():
    listed = pages.all_pages()
    assert len(set(listed)) == len(listed)
    assert {path.stem for path in DOCS.glob("*.md")} == set(listed) - set(pages.GENERATED)
    index = pages.read(pages.INDEX)
    for page in listed:
        assert page == pages.INDEX or f"({page}.md)" in index


def test_pages_are_plain_markdown():
    for name, text in TEXTS.items():
        assert not re.search(r"^(!!!|\?\?\?|:::|===)|\{:|<\w", text, re.MULTILINE), name
        assert pages.title_of(text), name


def test_the_readme_stays_short():
    assert len(TEXTS["README.md"].splitlines()) <= 130


def test_every_setting_is_explained():
    page = generated.settings_page()
    for name in names():
        option = OPTIONS[name]
        assert f"**{option.label}**" in page
        assert option.help in page
        assert f"`--{name.replace('_', '-')}`" in page
        assert all(label in page for label in option.choices.values())


def test_every_kind_of_player_is_explained():
    page = generated.players_page()
    for kind in kinds():
        assert f"## {kind.title}" in page
        assert f"`{kind.word}`" in page
        for each in kind.parameters:
            assert f"| `{each.name}` | {each.label} | {each.help} |" in page
    for rank, level in enumerate(LADDER_KIND.levels, start=1):
        assert f"| {level} | rank {rank} |" in page


def test_a_new_kind_explains_itself(last):
    assert "How many squares before the last one." in generated.players_page()


def test_every_command_is_explained(monkeypatch):
    monkeypatch.setattr(pages, "programs", {})
    pages.programs["ttt-desktop"] = arguments.build_parser
    page = generated.commands_page()
    for command in ("play", "analyse", "tournament", "run", "check", "class", "answers", "bench"):
        assert f"### ttt-engine {command}" in page
    for option in ("--self-test", "--data-dir", "--move-seconds", "--exact"):
        assert option in page
    assert max(map(len, page.splitlines())) <= 80, "it fits a terminal"


def test_every_public_name_is_explained():
    page, directives = api_page(), api_directives()
    for name in public_names():
        assert f"## {name}\n" in page
        assert f"::: engine.{name}\n" in directives
    assert ":::" not in page
    assert " object at 0x" not in page
    assert "<function" not in page


def test_a_reference_needs_no_window():
    code = (
        "import sys; from ttt_desktop.reference import generated, pages\n"
        "for page in pages.GENERATED: assert generated.generate(page, []).startswith('# ')\n"
        "assert not [name for name in sys.modules if name.startswith(('PySide6', 'mkdocs'))]"
    )
    ran("-c", code, check=True, env=FINDS_US)


def test_an_unknown_page_is_no_page():
    with pytest.raises(KeyError):
        generated.generate("reference-nothing", [])


@pytest.mark.nightly  # by day "dev.py check" builds it, as strictly
@pytest.mark.skipif(find_spec("mkdocs") is None, reason="needs the extra docs")
def test_the_web_site_is_built_without_a_warning_and_fetches_nothing(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)],
        capture_output=True, text=True, timeout=HANG_S, check=False, cwd=ROOT,
        env=FINDS_US | {"NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert {path.stem for path in tmp_path.glob("*.html")} == {
        *pages.all_pages(), "lessons-booklet", "404",
    }  # fmt: skip
    booklet = (tmp_path / "lessons-booklet.html").read_text(encoding="utf-8")
    assert not re.search(r"markdown=|\*\*|^#", booklet, re.MULTILINE), "its Markdown is rendered"
    for path in (*tmp_path.rglob("*.html"), *tmp_path.rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(src=|href=|url\()[\"']?(https?:)?//", text), path.name
