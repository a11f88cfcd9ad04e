"""A bare Debian in a folder, to install things in as if on another machine. Needs root."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
from pathlib import Path

from commands import call, stop, tell

RELEASES = ("bookworm", "trixie")
"""Debian 12 and 13."""

USER = "player"
HOME = f"/home/{USER}"

NETWORK = ("PIP_CERT", "SSL_CERT_FILE", "http_proxy", "https_proxy", "no_proxy")
"""How this machine reaches the network, if in a way of its own; a user there needs it too."""

# What changes by itself when packages come and go, and is nothing of theirs.
PASSING = re.compile(
    r"/(proc|sys|dev|run|tmp|var/(lib/(dpkg|apt|systemd)|cache|log|tmp)|root|home)(/|$)|"
    r"/etc/(ld\.so\.cache|[^/]*-)$|/usr/share/(applications/mimeinfo\.cache|mime/(?!packages)|icons/[^/]*/"
    r"icon-theme\.cache)"
)


_CLONE_NEWNS = 0x00020000  # linux/sched.h; os.unshare came with Python 3.12


def enter_namespace() -> None:
    """Give this process a mount namespace of its own: what it mounts goes with it."""
    if ctypes.CDLL(None).unshare(_CLONE_NEWNS):
        stop("a bare Debian needs root, and a machine on which root may mount")
    call("mount", "--make-rprivate", "/")


class BareRoot:
    """A Debian of its own: minimal, with one ordinary user, without Python.

    Args:
        folder: where it is made; what was there is deleted. The caller must have a mount
            namespace of its own (``enter_namespace``, or ``unshare --mount`` before it), so that
            what is mounted here goes with its process.
        release: which Debian, one of ``RELEASES``.
    """

    def __init__(self, folder: Path, release: str) -> None:
        self.folder, self.release = folder, release
        call("rm", "-rf", "--one-file-system", folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        tell(f"making a bare Debian ({release}, minbase)")
        call("debootstrap", "--variant=minbase", "--include=ca-certificates", release, folder)
        self._use_the_same_network()
        for kind, place in (("proc", "proc"), ("sysfs", "sys")):
            call("mount", "-t", kind, kind, folder / place)
        call("mount", "--rbind", "/dev", folder / "dev")
        # As on a real machine, where everybody may use shared memory.
        call("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", folder / "dev" / "shm")
        self.run("useradd", "--create-home", "--shell", "/bin/bash", USER)
        self.run("apt-get", "-qq", "update")

    def _use_the_same_network(self) -> None:
        """Take over how this machine reaches Debian's archive: proxies, certificates."""
        for name in ("resolv.conf", "hosts"):
            shutil.copy(Path("/etc") / name, self.folder / "etc")
        settings = Path("/etc/apt/apt.conf.d")
        shutil.copytree(settings, self.folder / str(settings)[1:], dirs_exist_ok=True)
        certificates = Path("/usr/local/share/ca-certificates")
        if certificates.is_dir():
            shutil.copytree(certificates, self.folder / str(certificates)[1:], dirs_exist_ok=True)
            self.run("update-ca-certificates")

    def run(self, *command: str) -> str:
        """Run a command as root in there and return what it printed; end where it fails."""
        return call("chroot", self.folder, *command, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")

    def install(self, *packages: str) -> None:
        """Install packages with apt, without what they only recommend."""
        self.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages)

    def as_user(self, display: str = "") -> tuple[str, ...]:
        """Return what comes before a command that the ordinary user runs on a display, or off it.

        The environment is that of a fresh login: nothing of ours is passed on.
        """
        shown = f"DISPLAY={display}" if display else "QT_QPA_PLATFORM=offscreen"
        network = [f"{name}={os.environ[name]}" for name in NETWORK if name in os.environ]
        return (
            "chroot", f"--userspec={USER}:{USER}", str(self.folder), "env", "-i", f"HOME={HOME}",
            f"USER={USER}", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin", shown,
            *network,
        )  # fmt: skip

    def start(self, display: str, *command: str) -> subprocess.Popen[bytes]:
        """Start a command as the ordinary user on a display, and go on."""
        return subprocess.Popen(
            [*self.as_user(display), *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip

    def inside(self, path: str) -> Path:
        """Return where a path of that system is on this one."""
        return self.folder / path.lstrip("/")

    def files(self, under: str = "/") -> set[str]:
        """Return all files and folders in there, without those that come and go by themselves."""
        paths = set()
        start = self.inside(under)
        for folder, names, files in os.walk(start):
            for name in (*names, *files):
                path = f"/{Path(folder, name).relative_to(self.folder)}"
                if under != "/" or not PASSING.match(path):
                    paths.add(path)
            names[:] = [n for n in names if not Path(folder, n).is_mount()]
        return paths

    def must_be_as_before(self, before: set[str], what: str, under: str = "/") -> None:
        """End if files came or went since ``before``."""
        now = self.files(under)
        if now != before:
            changed = sorted(now ^ before)
            stop(f"{what}: {len(changed)} files differ from before, such as {changed[:10]}")
