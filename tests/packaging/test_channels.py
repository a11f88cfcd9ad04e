"""What stores and package managers want to know: Flatpak's manifest, winget's files."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest
import yaml

import changelog
import flatpak
import windows
import winget
from project import NAME, ROOT, version
from tests.waiting import HANG_S
from ttt_desktop import identity


@pytest.fixture
def folder(tmp_path):
    """A folder as Flatpak's build finds it, with small files; its manifest."""
    files = [tmp_path / name for name in ("a-1-py3-none-any.whl", "game-0.1.0.tar.gz", "run.lock")]
    for path in files:
        path.write_text(path.name)
    path = tmp_path / f"{identity.APP_ID}.yml"
    path.write_text(flatpak.manifest(files, "game-0.1.0.tar.gz"))
    return path


def test_the_flatpak_is_built_from_locked_files_alone(folder):
    told = yaml.safe_load(folder.read_text())
    assert told["id"] == identity.APP_ID
    (module,) = told["modules"]
    assert [each["path"] for each in module["sources"]] == [
        "a-1-py3-none-any.whl", "game-0.1.0.tar.gz", "run.lock"
    ]  # fmt: skip
    for each in module["sources"]:
        content = (folder.parent / each["path"]).read_bytes()
        assert each == {
            "type": "file", "path": each["path"], "sha256": hashlib.sha256(content).hexdigest()
        }  # fmt: skip
    installs = [line for line in module["build-commands"] if "pip3 install" in line]
    assert len(installs) == 2
    assert all("--no-index" in line and "--no-build-isolation" in line for line in installs)
    assert "@" not in "".join(module["build-commands"])


def test_the_flatpak_takes_what_the_lock_has_for_its_python(tmp_path):
    lock = tmp_path / "run.lock"
    lock.write_text(
        "a==1 \\\n    --hash=sha256:1\n    # via b\n"
        "b==1 ; python_full_version < '3.12' \\\n    --hash=sha256:2\n"
        "b==2 ; python_full_version >= '3.12' \\\n    --hash=sha256:3\n"
        "c==1 ; sys_platform == 'win32' \\\n    --hash=sha256:4\n"
    )
    assert flatpak.chosen(lock.read_text()).replace("\\\n", "").split() == [
        "a==1", "--hash=sha256:1", "b==2", "--hash=sha256:3"
    ]  # fmt: skip


def test_the_flatpak_sees_no_more_than_it_needs(folder):
    rights = yaml.safe_load(folder.read_text())["finish-args"]
    assert not [each for each in rights if "filesystem" in each or "network" in each]
    assert "--env=QT_QPA_PLATFORMTHEME=xdgdesktopportal" in rights, "files by the portal"


@pytest.mark.skipif(not shutil.which("flatpak-builder"), reason="no flatpak-builder here")
def test_flatpaks_own_builder_reads_the_manifest(folder, tmp_path):
    done = subprocess.run(
        ["flatpak-builder", "--show-manifest", folder], capture_output=True, text=True, check=False,
        timeout=HANG_S, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert identity.APP_ID in done.stdout


def test_winget_is_told_what_the_installer_does():
    setup = f"{NAME}-{version()}-setup.exe"
    address = identity.download_address(version(), setup)
    told = winget.manifests(address, "ab" * 32)
    kinds = [each["ManifestType"] for each in told.values()]
    assert kinds == ["version", "installer", "defaultLocale"]
    assert {each["PackageIdentifier"] for each in told.values()} == {winget.PACKAGE}
    assert all(name.startswith(winget.PACKAGE) for name in told)
    installer = told[f"{winget.PACKAGE}.installer.yaml"]
    (one,) = installer["Installers"]
    assert one["InstallerUrl"].endswith(setup)
    assert re.fullmatch(r"[A-F0-9]{64}", one["InstallerSha256"])
    assert installer["ReleaseDate"] == changelog.day(version())
    script = (ROOT / "packaging" / "windows.nsi").read_text()
    assert "RequestExecutionLevel user" in script
    assert installer["Scope"] == "user"
    assert r"CurrentVersion\Uninstall\${NAME}" in script
    assert installer["ProductCode"] == NAME, "the key of the uninstaller"
    for status in (winget.IN_USE, winget.UNFIT):
        assert f"SetErrorLevel {status}" in script


def test_wingets_files_are_yaml(tmp_path):
    setup = tmp_path / "setup.exe"
    setup.write_bytes(b"MZ")
    winget.write(setup, tmp_path / "winget")
    for path in (tmp_path / "winget").iterdir():
        assert yaml.safe_load(path.read_text())["PackageVersion"] == version()


def test_windows_is_told_of_large_screens_and_long_paths():
    read = ElementTree.fromstring(windows.MANIFEST.encode())
    told = {each.tag.rpartition("}")[2]: each.text for each in read.iter()}
    assert told["dpiAwareness"] == "PerMonitorV2"
    assert told["longPathAware"] == "true"
    script = (ROOT / "packaging" / "windows.nsi").read_text()
    assert "ManifestLongPathAware true" in script
    assert "ManifestDPIAwareness" in script
