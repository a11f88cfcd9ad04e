"""The built files where they were built: the same bytes again, sizes, checkers, a first run."""

from __future__ import annotations

import shutil
import sys

import pytest

import appstream
import installed
import linux_share
from commands import call
from project import DIST, ROOT
from tests.release.conftest import KINDS, PROOF, cannot
from tests.release.screen import wayland

pytestmark = [pytest.mark.release, pytest.mark.timeout(3600)]
DEB_LIMIT_MB, UNPACKED_LIMIT_MB = 40, 150


@pytest.mark.needs("git", "makeself", "dpkg-shlibdeps")
def test_built_again_in_another_folder_they_have_the_same_bytes(built):
    first = {built(kind).name for kind in ("deb", "run", "wheel")}
    if changed := call("git", "status", "--porcelain", "--untracked-files=no", cwd=ROOT):
        cannot(f"commit what you changed; a clone is to be built to the same bytes:\n{changed}")
    clone = PROOF / "another place" / "clone"
    shutil.rmtree(clone.parent, ignore_errors=True)
    call("git", "clone", "--quiet", ROOT, clone)
    call(sys.executable, clone / "dev.py", "package", *KINDS)
    again = {path.name: path.read_bytes() for path in (clone / "dist").iterdir() if path.is_file()}
    del again["SHA256SUMS"]
    assert again.keys() >= first
    assert [name for name in again if again[name] != (DIST / name).read_bytes()] == []
    shutil.rmtree(clone.parent)


@pytest.mark.needs("dpkg-deb")
def test_the_debian_package_is_small(built, record_property):
    deb = built("deb")
    size = deb.stat().st_size / 1e6
    unpacked = int(call("dpkg-deb", "--field", deb, "Installed-Size")) * 1024 / 1e6
    record_property("figures", f"{deb.name}: {size:.1f} MB, unpacked {unpacked:.0f} MB")
    assert size <= DEB_LIMIT_MB
    assert unpacked <= UNPACKED_LIMIT_MB


@pytest.mark.needs("dpkg-deb", "lintian", "desktop-file-validate", "appstreamcli")
def test_debians_own_checkers_find_no_error(built, tmp_path):
    deb = built("deb")
    call("lintian", "--allow-root", "--fail-on", "error", deb)
    call("dpkg-deb", "--extract", deb, tmp_path)
    share = tmp_path / "usr" / "share"
    call("desktop-file-validate", share / linux_share.FILES["entry.desktop"])
    assert appstream.complaints(share / linux_share.FILES["metainfo.xml"]) == []


def test_the_wheel_runs_in_a_clean_environment(built, tmp_path):
    call(sys.executable, "-m", "venv", tmp_path / "wheel")
    programs = tmp_path / "wheel" / "bin"
    pip = (programs / "pip", "install", "--quiet", "--disable-pip-version-check")
    call(*pip, "--require-hashes", "-r", ROOT / "requirements" / "run.lock")
    call(*pip, "--no-deps", built("wheel"))
    (tmp_path / "work").mkdir()
    installed.check(installed.Programs(str(programs), tmp_path / "work"))


@pytest.mark.needs("weston")
def test_the_programs_run_on_wayland_without_x(built, tmp_path):
    with wayland() as variables:
        told = installed.self_test(
            installed.Programs(str(built("programs")), tmp_path), QT_QPA_PLATFORM="", **variables
        )
    assert told["platform"] == "wayland"
