"""Proves the README's two commands from nothing; to be run as root on a Debian 12 machine.

    python3 packaging/prove_source.py

Makes a bare Debian (minbase, python3, ca-certificates), copies this commit's files into it, and
runs ``dev.py run`` (its self-test) and ``dev.py test`` there: as root, where missing packages
are installed; and in another one as an ordinary user, after its one line for sudo.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

from bare_root import HOME, USER, BareRoot
from project import ROOT, WORK
from tools import call, stop, tell

SELF_TEST = ("python3", "dev.py", "run", "--self-test")
TESTS = ("python3", "dev.py", "test", "-q")
_PLACE = f"{HOME}/game"


def bare(name: str) -> BareRoot:
    """Return a bare Debian with Python, and this commit's files in the user's home."""
    root = BareRoot(WORK / "source" / name)
    root.install("python3")
    archive = root.inside("/tmp/game.tar")
    call("git", "archive", "--output", archive, "HEAD", cwd=ROOT)
    place = root.inside(_PLACE)
    place.mkdir()
    call("tar", "xf", archive, "-C", place)
    root.run("chown", "-R", f"{USER}:{USER}", _PLACE)
    return root


def run(before: tuple[str, ...], *command: str, fails: bool = False) -> str:
    """Run a command in the copy and return what it printed; stop if it ends otherwise."""
    done = subprocess.run(
        [*before, "sh", "-c", f"cd {_PLACE} && exec \"$@\"", "sh", *command],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    if bool(done.returncode) != fails:
        stop(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def report(who: str, what: tuple[str, ...], printed: str) -> None:
    """Print the last line that a command printed."""
    print(f"{who}: {' '.join(what)}: {printed.strip().splitlines()[-1]}", flush=True)


def by_root() -> None:
    """Both commands as root: no other step is needed."""
    root = bare("root")
    before = ("chroot", str(root.folder), "env", "LC_ALL=C.UTF-8")
    for command in (SELF_TEST, TESTS):
        report("root", command, run(before, *command))
    must_be_native(root)


def by_user() -> None:
    """Both commands as an ordinary user, after the one line for sudo."""
    root = bare("user")
    asked = run(root.as_user(), *SELF_TEST, fails=True)
    found = re.search(r"sudo apt-get update && sudo (apt-get install .*)", asked)
    if found is None:
        stop(f"the output for an ordinary user has no line for sudo:\n{asked}")
    tell(f"suggested to the user: sudo {found[1]}")
    root.run(*found[1].split(), "-y")
    for command in (SELF_TEST, TESTS):
        report("user", command, run(root.as_user(), *command))
    must_be_native(root)


def must_be_native(root: BareRoot) -> None:
    """End unless the native kernel was built."""
    if not list(root.inside(f"{_PLACE}/engine").glob("_kernel.*.so")):
        stop("the native kernel was not built")


def main() -> None:
    """Do it all, in a mount namespace of our own."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit("prove_source: this needs root on a Debian 12 machine")
    if "--inside" not in sys.argv:
        inside = (sys.executable, __file__, "--inside")
        os.execvp("unshare", ("unshare", "--mount", "--propagation", "private", *inside))
    call("apt-get", "-qq", "update")
    call("apt-get", "-qq", "install", "-y", "--no-install-recommends", "debootstrap", "git",
         DEBIAN_FRONTEND="noninteractive")  # fmt: skip
    by_root()
    by_user()


if __name__ == "__main__":
    main()
