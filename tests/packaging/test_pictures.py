"""The picture book: its scenes can be told apart, and what it draws is there and not blank."""

from __future__ import annotations

import re
import sys

import pytest
from PIL import Image

from pictures.__main__ import main
from pictures.book import GROUPS, README, shots
from pictures.looks import EVERYWHERE
from project import ROOT
from tests.waiting import ran


def draw(*options):
    return ran("-m", "pictures", *options, cwd=ROOT, env={"PYTHONPATH": str(ROOT / "packaging")})


def test_every_picture_has_a_name_of_its_own():
    names = [shot.name for shot in shots()]
    assert len(set(names)) == len(names)
    for scenes in GROUPS.values():
        for scene in scenes:
            assert re.fullmatch(r"[a-z0-9-]+", scene.name)
            assert scene.caption


@pytest.mark.uses("lab", "selflearning")
def test_the_readmes_pictures_are_in_the_book():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {
        name for page in pages for name in re.findall(r"pictures/([\w.-]+png)", page.read_text())
    }
    assert sorted(shown) == sorted(README)
    assert set(README.values()) <= {shot.name for shot in shots()}


def test_pictures_and_their_page_are_drawn(tmp_path):
    done = draw(tmp_path, "--only", "hint.*")
    assert done.returncode == 0, done.stderr
    names = {f"hint.{look}.png" for look in (*EVERYWHERE, "large")}
    assert {path.name for path in tmp_path.iterdir()} == names | {"index.html"}
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'<img src="([^"]+)"', page)) == names
    brightness = {}
    for name in names:
        with Image.open(tmp_path / name) as picture:
            grey = picture.convert("L").resize((64, 64))
            assert len(picture.convert("RGB").getcolors(picture.width * picture.height)) > 50
        brightness[name] = sum(grey.tobytes()) / 64**2
    assert brightness["hint.light.png"] > 150
    assert brightness["hint.dark.png"] < 100


@pytest.mark.parametrize("options", [("--only", "no such picture"), ()])
def test_what_cannot_be_drawn_is_said(tmp_path, options, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["pictures", *((str(tmp_path), *options) if options else ())])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert options == () or "no such picture" in capsys.readouterr().err
