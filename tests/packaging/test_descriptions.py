"""What each system is told about the program: it must be readable, and the same everywhere."""

from __future__ import annotations

import configparser
import json
import os
import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import appstream
import changelog
import licences
import linux_share
import macos
import release
import windows
from engine import Game, Rules, __version__
from engine.formats.files import OWN
from engine.players import level
from project import ROOT, version
from tests.every import every
from tests.waiting import HANG_S, ran
from ttt_desktop import APP_TITLE
from ttt_desktop.identity import APP_ID, GAME_TYPE

PACKAGING = ROOT / "packaging"
SUFFIX_ONLY = OWN.ending.removeprefix(".")


def test_the_version_stands_in_one_place():
    assert version() == __version__
    assert windows.numbers("1.2.3") == (1, 2, 3, 0)


def test_all_systems_know_saved_games_by_the_same_name():
    mime = ElementTree.fromstring(linux_share.description("types.xml"))
    kinds = [each.get("pattern") for each in mime.iter() if each.tag.endswith("glob")]
    assert kinds == [f"*.{SUFFIX_ONLY}"]
    (told,) = macos.information("1.0")["UTExportedTypeDeclarations"]
    assert told["UTTypeTagSpecification"]["public.filename-extension"] == [SUFFIX_ONLY]
    assert f'!define SUFFIX ".{SUFFIX_ONLY}"' in (PACKAGING / "windows.nsi").read_text()


@pytest.fixture
def saved(tmp_path):
    """Saved games under other names, and files that are none; which is which."""
    longest = Game(Rules.of(25, 5, reverse=True))
    longest.play((24, 24))
    files = {
        "renamed": (Game().to_json(), True),
        "renamed.tttgame (1)": (longest.to_json(), True),
        "indented": (json.dumps(json.loads(longest.to_json()), indent=4), True),
        "results": ('{"format": "monte-carlo-tic-tac-toe results"}', False),
        "list": ('["monte-carlo-tic-tac-toe game"]', False),
        "prose": ('On "monte-carlo-tic-tac-toe game"s', False),
    }
    for name, (text, _) in files.items():
        (tmp_path / name).write_text(text)
    return {tmp_path / name: is_game for name, (_, is_game) in files.items()}


def matches(rule, content):
    """Whether a file's content matches a rule of the shared MIME database."""
    first, _, last = rule.get("offset").partition(":")
    value = rule.get("value").encode()
    places = range(int(first), int(last or first) + 1)
    here = any(content[place:].startswith(value) for place in places)
    return here and (len(rule) == 0 or any(matches(each, content) for each in rule))


def test_a_saved_game_is_known_by_its_content(saved):
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    (kind,) = ElementTree.fromstring(linux_share.description("types.xml"))
    assert kind.find(f"{space}sub-class-of").get("type") == "application/json"
    magic = kind.find(f"{space}magic")
    assert int(magic.get("priority")) > 50, "it counts for more than another type's by default"
    for path, is_game in saved.items():
        assert any(matches(each, path.read_bytes()) for each in magic) == is_game, path.name


@pytest.mark.skipif(
    not (shutil.which("update-mime-database") and shutil.which("gio")),
    reason="no shared-mime-info or no gio here",
)
def test_the_desktop_knows_a_saved_game_that_has_lost_its_name(saved, tmp_path):
    linux_share.add_descriptions(tmp_path / "share")
    types = tmp_path / "share" / "mime"
    done = subprocess.run(
        ["update-mime-database", types],
        capture_output=True, text=True, check=True, timeout=HANG_S,
    )  # fmt: skip
    assert "rror" not in done.stderr
    assert "application/json" in (types / "subclasses").read_text()
    assert f"{GAME_TYPE}:{APP_ID}.game" in (types / "icons").read_text()
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path / "share"), "LC_ALL": "C"}
    for path, is_game in saved.items():
        told = subprocess.run(
            ["gio", "info", "-a", "standard::content-type", path],
            capture_output=True, text=True, check=True, timeout=HANG_S, env=environment,
        ).stdout  # fmt: skip
        assert (GAME_TYPE in told) == is_game, f"{path.name}: {told}"


def test_the_menu_entry_opens_the_type_that_is_defined():
    entry = configparser.ConfigParser(interpolation=None)
    entry.read_string(linux_share.description("entry.desktop"))
    told = entry["Desktop Entry"]
    (mime,) = ElementTree.fromstring(linux_share.description("types.xml"))
    assert told["MimeType"] == f"{mime.get('type')};"
    assert told["Exec"] == "ttt-desktop %f"
    assert told["Name"] == APP_TITLE


def test_the_software_centre_has_a_release_for_this_version():
    told = ElementTree.fromstring(linux_share.description("metainfo.xml"))
    releases = [each.get("version") for each in told.iter("release")]
    assert releases[0] == __version__


def test_no_description_depends_on_where_it_is_built(monkeypatch):
    before = [linux_share.description(name) for name in linux_share.FILES]
    monkeypatch.setenv("GITHUB_REPOSITORY", "somebody/else")
    assert [linux_share.description(name) for name in linux_share.FILES] == before


def test_the_software_centre_counts_the_levels_right():
    told = linux_share.description("metainfo.xml")
    count = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven")[len(level.KIND.levels)]
    assert f"{count} levels of difficulty" in told


def test_the_release_notes_are_whole_sentences():
    told = ElementTree.fromstring(linux_share.description("metainfo.xml"))
    assert [each.text for each in told.iter("li") if len(each.text.split()) < 3] == []


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="no appstream here")
def test_the_software_centre_accepts_it_strictly(tmp_path):
    linux_share.add_descriptions(tmp_path)
    assert appstream.complaints(tmp_path / linux_share.FILES["metainfo.xml"]) == []


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="no desktop-file-utils here")
def test_the_menu_entry_follows_the_standard(tmp_path):
    linux_share.add_descriptions(tmp_path)
    done = subprocess.run(
        ["desktop-file-validate", tmp_path / linux_share.FILES["entry.desktop"]],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")


def test_macos_gets_a_property_list():
    information = macos.information(__version__)
    read = plistlib.loads(plistlib.dumps(information))
    assert read["CFBundleShortVersionString"] == __version__
    assert read["LSBackgroundOnly"] is False  # it has a window
    assert read["CFBundleExecutable"] == "ttt-desktop"
    assert read["NSPrincipalClass"] == "NSApplication"
    (kind,) = read["CFBundleDocumentTypes"]
    (exported,) = read["UTExportedTypeDeclarations"]
    assert kind["LSItemContentTypes"] == [exported["UTTypeIdentifier"]]


def test_the_licences_name_microsofts_libraries(tmp_path):
    for name in ("PySide6/MSVCP140.dll", "VCRUNTIME140_1.dll", "numpy.libs/msvcp140-a4c2.dll",
                 "PySide6/Qt6Core.dll", "python311.dll"):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert licences.microsofts(tmp_path) == [
        "msvcp140-a4c2.dll", "msvcp140.dll", "vcruntime140_1.dll"
    ]  # fmt: skip


def test_windows_gets_a_version_resource(tmp_path):
    """It is an expression for PyInstaller; here its names are stood in for."""
    parts = {}

    def part(*values, **named):
        parts.update(named)
        if len(values) == 2 and isinstance(values[0], str):
            parts[values[0]] = values[1]

    names = ("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct",
             "VarFileInfo", "VarStruct")  # fmt: skip
    path = windows.write_version(tmp_path, "0.1.0", "ttt-engine")
    eval(Path(path).read_text(encoding="utf-8"), dict.fromkeys(names, part))
    assert parts["filevers"] == (0, 1, 0, 0)
    assert parts["OriginalFilename"] == "ttt-engine.exe"
    assert parts["ProductVersion"] == "0.1.0"


@pytest.mark.parametrize("kind", ["png", "ico", "icns"])
def test_the_icon_is_drawn_for_every_size(tmp_path, kind):
    path = tmp_path / f"icon.{kind}"
    size = ["16"] if kind == "png" else []
    ran(PACKAGING / "icons.py", kind, *size, path, check=True)
    with Image.open(path) as icon:
        sizes = {each[0] for each in icon.info.get("sizes", [icon.size])}
        assert sizes >= {"png": {16}, "ico": {16, 24, 32, 48, 256}, "icns": {16, 512}}[kind]
        if kind == "ico":
            icon.size = (16, 16)
        small = icon.convert("RGBA")
    colours = small.getcolors(small.width * small.height)
    assert len(colours) > 8, "the icon is not there, or but a blot"


LOG = """# Changelog

## [1.1.0] - 2026-01-02

### Added

- Something `new`, and [more](docs/more.md): with details.

## [1.0.0]
"""


@every(
    ("number", "tag", "told"),
    [
        ("1.1.0", "", ""),
        ("1.1.0", "v1.1.0", ""),
        ("1.1.0", "v1.2.0", "the tag is v1.2.0, but the version is 1.1.0"),
        ("1.0.0", "", "CHANGELOG.md has no entry for 1.0.0"),
        ("2.0.0", "", "CHANGELOG.md has no entry for 2.0.0"),
        ("1.1", "", "the version 1.1 is not of the form 1.2.3"),
    ],
)
def test_what_is_no_release_is_refused(number, tag, told):
    found = "; ".join(release.problems(number, tag, LOG))
    assert found.startswith(told)
    assert bool(found) == bool(told)


def test_the_changelogs_points_are_release_notes():
    told = ["Something new, and more: with details."]
    assert changelog.points(changelog.entry("1.1.0", LOG)) == told


@pytest.mark.skipif(not shutil.which("makensis"), reason="no NSIS here")
def test_the_windows_installer_compiles(tmp_path, monkeypatch):
    monkeypatch.setattr(windows, "ICON", tmp_path / "app.ico")
    monkeypatch.setattr(windows, "BANNER", tmp_path / "banner.bmp")
    windows.write_pictures(Path(sys.executable))
    bundle = tmp_path / "bundle"
    (bundle / "_internal").mkdir(parents=True)
    for name in ("ttt-desktop.exe", "ttt-engine.exe", "_internal/library.dll"):
        (bundle / name).write_bytes(b"MZ")
    for target in ("amd64-unicode", ""):  # Debian's own kind, and that of Windows
        made = windows.build_installer(bundle, target, tmp_path)
        assert made.read_bytes()[:2] == b"MZ"


def test_the_windows_installer_names_files_as_windows_does():
    """Its compiler finds nothing there behind a slash."""
    text = (PACKAGING / "windows.nsi").read_text()
    assert not re.findall(r"^\s*(?:File|!include|Icon)\b.*(?<!\s)/(?!r\b).*$", text, re.MULTILINE)
