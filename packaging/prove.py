"""Proves the Linux packages from nothing; to be run as root on a Debian 12 machine.

    python3 packaging/prove.py

Builds them twice, in two places, and compares the bytes. Installs the .deb in a bare Debian without
Python; there, as an ordinary user on a virtual screen, starts the menu entry, opens a saved game by
its file type, plays, runs tournaments and a student's file; purges it and looks for leftovers. Does
the same with the .run file. What it needs itself it installs with apt. Pictures of the windows are
left in build/proof.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import installed
from bare_root import HOME, BareRoot
from project import DIST, NAME, ROOT, WORK, version
from screen import Screen, wayland
from tools import call, stop, tell
from trials import PROOF, measure, open_by_type, report, results, start_from_menu, use

NEEDED = (
    "debootstrap", "xvfb", "xauth", "xdotool", "lintian", "desktop-file-utils", "appstream",
    "makeself", "dpkg-dev", "git", "util-linux", "weston",
)  # fmt: skip
FILE_TYPES = ("libglib2.0-bin", "shared-mime-info", "desktop-file-utils")
DEB_LIMIT_MB, UNPACKED_LIMIT_MB = 40, 150


def build_twice() -> tuple[Path, Path]:
    """Build the packages here and in a clone elsewhere; return them, if their bytes agree."""
    if changed := call("git", "status", "--porcelain", "--untracked-files=no", cwd=ROOT):
        stop(f"commit what you changed first; a clone is to be built to the same bytes:\n{changed}")
    call(sys.executable, ROOT / "dev.py", "package", "deb", "run", "wheels")
    clone = PROOF / "another place" / "clone"
    shutil.rmtree(clone.parent, ignore_errors=True)
    call("git", "clone", "--quiet", ROOT, clone)
    tell("building again, in another folder")
    call(sys.executable, clone / "dev.py", "package", "deb", "run", "wheels")
    files = [path.name for path in (clone / "dist").iterdir() if path.is_file()]
    for name in sorted(set(files) - {"SHA256SUMS"}):
        ours, theirs = ((place / name).read_bytes() for place in (DIST, clone / "dist"))
        if ours != theirs:
            stop(f"{name} differs between two builds of the same commit")
        report(f"built twice, the same bytes: {name}")
    shutil.rmtree(clone.parent)
    (deb,) = DIST.glob(f"{NAME}_{version()}_*.deb")
    (run,) = DIST.glob(f"{NAME}-{version()}-*.run")
    return deb, run


def check_package(deb: Path) -> None:
    """Sizes, and what Debian's own checkers say."""
    size = deb.stat().st_size / 1e6
    fields = call("dpkg-deb", "--field", deb, "Installed-Size")
    unpacked = int(fields) * 1024 / 1e6
    if size > DEB_LIMIT_MB or unpacked > UNPACKED_LIMIT_MB:
        stop(f"{deb.name} is too large: {size:.1f} MB, unpacked {unpacked:.0f} MB")
    report(f"{deb.name}: {size:.1f} MB, unpacked {unpacked:.0f} MB")
    call("lintian", "--allow-root", "--fail-on", "error", deb)
    share = WORK / "deb" / "usr" / "share"
    call("desktop-file-validate", share / "applications" / f"{NAME}.desktop")
    call("appstreamcli", "validate", "--no-net", share / "metainfo" / f"{NAME}.metainfo.xml")
    report("lintian, desktop-file-validate and appstreamcli: no errors")


def prove_deb(root: BareRoot, deb: Path, screen: Screen) -> None:
    """Install, start, open, play, purge."""
    before = root.files()
    shutil.copy(deb, root.inside("/root"))
    root.install(f"/root/{deb.name}")
    if root.inside("/usr/bin/python3").exists():
        stop("the package brought a Python; it must not need one")
    report("apt installs it in a bare Debian without Python")
    entry = root.inside(f"/usr/share/applications/{NAME}.desktop").read_text()
    start_from_menu(root, screen, entry, "deb-menu.png")
    # What a desktop has, and this bare system has not: programs that know file types.
    root.install(*FILE_TYPES)
    root.run("update-desktop-database", "/usr/share/applications")
    open_by_type(root, screen)
    root.run("apt-get", "-qq", "purge", "-y", "--auto-remove", *FILE_TYPES)
    use(root, "/usr/bin")
    measure(root, "/usr/bin", screen)
    root.run("apt-get", "-qq", "purge", "-y", "--auto-remove", NAME)
    root.must_be_as_before(before, "after apt-get purge")
    report("apt-get purge leaves nothing behind")


def prove_run(root: BareRoot, run: Path, screen: Screen) -> None:
    """Install for one user, start, play, install again, uninstall."""
    root.install("libegl1", "libgl1", "fontconfig-config")
    for left in (".local", ".config", ".cache"):
        shutil.rmtree(root.inside(f"{HOME}/{left}"), ignore_errors=True)
    shutil.copy(run, root.inside("/opt"))
    before = root.files(HOME)
    for time_ in ("first", "second"):
        printed = call(*root.as_user(), "sh", f"/opt/{run.name}")
        if "installed in" not in printed or "does not run" in printed:
            stop(f"the {time_} installation failed: {printed}")
    report("the .run file installs it for one user, and again over itself")
    entry = root.inside(f"{HOME}/.local/share/applications/{NAME}.desktop").read_text()
    start_from_menu(root, screen, entry, "run-menu.png")
    programs = f"{HOME}/.local/bin"
    use(root, programs)
    measure(root, programs, screen)
    call(*root.as_user(), f"{HOME}/.local/lib/{NAME}/uninstall", "--purge")
    shutil.rmtree(root.inside(f"{HOME}/.cache"), ignore_errors=True)
    root.must_be_as_before(before, "after uninstalling", HOME)
    report("its uninstaller leaves nothing behind")


def prove_wheel() -> None:
    """Install the wheel in a clean environment, and run both programs."""
    folder = PROOF / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    call(sys.executable, "-m", "venv", folder)
    pip = (folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check")
    call(*pip, "--require-hashes", "-r", ROOT / "requirements" / "run.lock")
    (wheel,) = DIST.glob(f"*-{version()}-*.whl")
    call(*pip, "--no-deps", wheel)
    work = PROOF / "wheel-work"
    work.mkdir(exist_ok=True)
    installed.check(installed.Programs(str(folder / "bin"), work), python2=False)
    report("the wheel, in a clean environment: both programs work")


def prove_wayland() -> None:
    """Play a game on a Wayland desktop without X."""
    programs = installed.Programs(str(DIST / NAME), WORK)
    with wayland() as variables:
        variables["QT_QPA_PLATFORM"] = ""
        told = installed.self_test(programs, **variables)
    if told["platform"] != "wayland":
        stop(f"it does not run on Wayland: {told}")
    report("the self-test passes on Wayland, without X")


def prove_run_by_root(root: BareRoot, run: Path) -> None:
    """Install for everybody, run as the ordinary user, uninstall."""
    before = root.files("/usr/local")
    root.run("sh", f"/opt/{run.name}", "--", "--no-start")
    told = call(*root.as_user(), "ttt-engine", "--version").strip()
    root.run(f"/usr/local/lib/{NAME}/uninstall")
    root.must_be_as_before(before, "after root's uninstalling", "/usr/local")
    report(f"installed by root, everybody can run it ({told}); removed without leftovers")


def main() -> None:
    """Do it all, in a mount namespace of our own."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit("prove: this needs root on a Debian 12 machine")
    if "--inside" not in sys.argv:
        inside = (sys.executable, __file__, "--inside")
        os.execvp("unshare", ("unshare", "--mount", "--propagation", "private", *inside))
    call("apt-get", "-qq", "update")
    call("apt-get", "-qq", "install", "-y", "--no-install-recommends", *NEEDED,
         DEBIAN_FRONTEND="noninteractive")  # fmt: skip
    PROOF.mkdir(parents=True, exist_ok=True)
    deb, run = build_twice()
    check_package(deb)
    prove_wheel()
    prove_wayland()
    screen = Screen()
    try:
        root = BareRoot(PROOF / "root")
        prove_deb(root, deb, screen)
        prove_run(root, run, screen)
        prove_run_by_root(root, run)
    finally:
        screen.close()
    print("\n".join(results))


if __name__ == "__main__":
    main()
