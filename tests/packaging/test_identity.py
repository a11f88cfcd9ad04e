"""Who publishes the program, and what systems know it by: one place, and the same everywhere."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
from xml.etree import ElementTree

import pytest
import yaml

import appstream
import changelog
import linux_share
import macos
import release
from engine import __version__
from project import NAME, ROOT, version
from tests.release.screen import Screen
from tests.waiting import HANG_S, ran
from ttt_desktop import identity

OWNERS_FILES = {
    "CITATION.cff", "SECURITY.md", "pyproject.toml", "ttt_desktop/identity.py",
    ".github/ISSUE_TEMPLATE/config.yml",
}  # fmt: skip
"""Files that name the owner: no program writes them."""


@pytest.fixture(scope="module")
def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_id_is_good_on_every_system():
    parts = identity.APP_ID.split(".")
    assert len(parts) == 4
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", part) for part in parts)


def test_python_packages_say_the_same_addresses(project):
    assert project["name"] == identity.NAME == NAME
    assert project["authors"] == [{"name": identity.DEVELOPER, "email": identity.EMAIL}]
    assert project["urls"] == {
        "Homepage": identity.HOME_PAGE, "Issues": identity.ISSUES, "Changelog": identity.CHANGES,
        "Documentation": identity.MANUAL, "Security": identity.SECURITY,
    }  # fmt: skip


def test_a_citation_names_this_version():
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert told["version"] == __version__
    assert told["date-released"] == changelog.day(__version__)
    assert told["repository-code"] == identity.HOME_PAGE
    assert told["authors"] == [{"name": identity.DEVELOPER}]


def test_weaknesses_are_reported_to_the_owner():
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert identity.SECURITY in text
    assert identity.EMAIL in text
    config = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/config.yml").read_text())
    assert {link["url"] for link in config["contact_links"]} == {
        identity.SECURITY, identity.MANUAL
    }  # fmt: skip


def test_forms_for_issues_can_be_filled_in():
    for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        if path.stem != "config":
            assert form["name"]
            assert form["description"]
            names = [part["id"] for part in form["body"]]
            assert len(set(names)) == len(names) > 1


def test_the_owner_stands_in_few_files():
    """What else needs an address takes it from ``identity``."""
    found = {
        str(path.relative_to(ROOT)).replace(os.sep, "/")
        for place in ("packaging", "ttt_desktop", ".github", "engine", "*.md", "*.toml", "*.cff")
        for top in ROOT.glob(place)
        for path in (top.rglob("*") if top.is_dir() else [top])
        if path.suffix in (".py", ".sh", ".md", ".yml", ".toml", ".cff", ".xml", ".nsi", ".desktop")
        and "manual" not in path.relative_to(ROOT).parts
        and identity.OWNER in path.read_text(encoding="utf-8")
    }
    assert found <= OWNERS_FILES | {"README.md"}


def test_all_files_of_a_desktop_have_the_id():
    places = [*linux_share.FILES.values(), *linux_share.DRAWINGS.values()]
    assert all(place.split("/")[-1].startswith(f"{identity.APP_ID}.") for place in places)
    entry = configparser.ConfigParser(interpolation=None)
    entry.read_string(linux_share.description("entry.desktop"))
    told = entry["Desktop Entry"]
    assert told["Icon"] == told["StartupWMClass"] == identity.APP_ID
    metainfo = ElementTree.fromstring(linux_share.description("metainfo.xml"))
    assert metainfo.findtext("id") == metainfo.findtext("icon") == identity.APP_ID
    assert metainfo.findtext("launchable") == f"{identity.APP_ID}.desktop"
    assert metainfo.find("developer").get("id") == identity.DEVELOPER_ID
    assert macos.GAME_TYPE.startswith(identity.APP_ID)


def test_no_gap_stays_open():
    for name in linux_share.FILES:
        assert not re.search(r"@[A-Z_]+@", linux_share.description(name)), name


def test_the_software_centre_shows_pictures_addresses_and_all_notes():
    told = ElementTree.fromstring(linux_share.description("metainfo.xml"))
    assert {each.get("type"): each.text for each in told.findall("url")} == appstream.ADDRESSES
    shots = [each.findtext("image") for each in told.iter("screenshot")]
    places = [each.removeprefix(identity.file_address(version(), "")) for each in shots]
    assert len(places) == len(appstream.PICTURES)
    assert all((ROOT / place).exists() for place in places)
    (released,) = told.iter("release")
    assert released.get("date") == changelog.day(version())
    part = changelog.entry(version())
    ours = [point for points in changelog.groups(part).values() for point in points]
    assert [each.text for each in released.iter("li")] == ours
    assert told.find("content_rating").get("type") == "oars-1.1"


def test_this_version_can_be_released():
    assert release.problems(version(), f"v{version()}") == []


def test_addresses_need_no_qt():
    done = ran("-S", "-c", "from ttt_desktop import identity; print(identity.APP_ID)", cwd=ROOT)
    assert done.stdout.strip() == identity.APP_ID


@pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="no Xvfb or no xdotool here"
)
def test_windows_on_x11_carry_the_id(tmp_path):
    screen = Screen()
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "ttt_desktop", "--data-dir", tmp_path],
            env=os.environ | {"DISPLAY": screen.display, "QT_QPA_PLATFORM": "xcb"},
            stderr=subprocess.DEVNULL,
        ) as app:
            found = subprocess.run(
                ["xdotool", "search", "--sync", "--onlyvisible", "--classname",
                 f"^{re.escape(identity.APP_ID)}$"],
                env=os.environ | {"DISPLAY": screen.display}, capture_output=True, timeout=HANG_S,
                check=False,
            )  # fmt: skip
            app.terminate()
        assert found.stdout.strip()
    finally:
        screen.close()
