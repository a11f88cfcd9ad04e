#!/usr/bin/env python3
"""From a fresh clone to the running app or its tests, in one command.

    python3 dev.py run [OPTIONS]      set up, then start the desktop app
    python3 dev.py engine [OPTIONS]   set up, then start the console program ttt-engine
    python3 dev.py test [OPTIONS]     set up for development, then run the tests; with --cost, say
                                      what processor time they took in all their processes
    python3 dev.py check              set up for development, then lint, types, import contracts,
                                      the manual's figures, and its web site without a warning
    python3 dev.py names              set up for development, then count names that say nothing;
                                      --list names the modules
    python3 dev.py mutations          set up for development, then put small faults into the
                                      program, one by one, and list those that no test notices
    python3 dev.py docs [build]       set up for development, then show the manual's web site on
                                      this machine only, or write it to build/manual
    python3 dev.py bench [NAME]       set up for development, then the benchmarks
    python3 dev.py figures [NAME]     make the measured figures of README, manual and lessons anew,
                                      and write them in; --quick, --check, --list
    python3 dev.py puzzles            make the program's puzzles anew, and prove each; half an hour;
                                      --check only proves those that are there
    python3 dev.py weights            fit what line patterns are worth to games of the tree against
                                      itself, and build the native kernel with it; two hours
    python3 dev.py pictures DIR       set up, then draw every screen of the app, and a page with
                                      all of them, into DIR; --only PATTERN, --list, --readme
    python3 dev.py package KIND       build what people install: linux (the programs in a folder),
                                      deb, run, windows, macos, wheels or
                                      flatpak; into dist/
    python3 dev.py prove [WHAT]       as root on Debian, prove what the manual says of packages:
                                      source, linux, or windows (in Wine); all takes an hour
    python3 dev.py release            see whether this version can be released; --dry-run tries
                                      the steps of a release that can be done on this system

Set-up makes a virtual environment in .venv from the locked requirements, and on Debian and
Ubuntu sees to the system libraries that Qt needs. It needs Python 3.11 or newer, nothing else.
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Set
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from ttt_desktop.start import preflight  # noqa: E402  (it imports no Qt, and nothing to be installed)

VENV = HERE / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
PROOFS = {
    "source": ("test_source.py", "debootstrap git"),
    # With some of the tests: what is to be installed for them is what counts.
    "source-quick": (
        "test_source.py::test_the_first_command_runs_the_game "
        "test_source.py::test_the_second_command_runs_some_tests "
        "test_source.py::test_the_native_kernel_was_built",
        "debootstrap git",
    ),
    "linux": (
        "test_packages.py test_installed.py",
        "appstream debootstrap desktop-file-utils dpkg-dev git lintian makeself weston xdotool "
        "xvfb",
    ),
    "windows": (
        "test_windows.py test_windows_installer.py",
        "gcc-mingw-w64-x86-64 git nsis python3-dev wine wine64 xdotool xvfb",
    ),
}
"""What can be proven: the tests' files, and Debian's packages that they need."""

NO_DISPLAY = (
    "everything is set up, but there is no display to open a window on. "
    "Try: python3 dev.py run --self-test --shot window.png, or: python3 dev.py engine play"
)
# For the tests on a real screen, and those that listen as a screen reader does.
TEST_PACKAGES = {
    "usr/bin/Xvfb": ("xvfb", "xauth"),
    "usr/bin/xdotool": ("xdotool",),
    "usr/bin/dbus-daemon": ("dbus-daemon",),
    "usr/libexec/at-spi-bus-launcher": ("at-spi2-core",),
    "usr/lib/*/girepository-1.0/Atspi-2.0.typelib": ("gir1.2-atspi-2.0",),
    "usr/lib/python3/dist-packages/gi": ("python3-gi",),
}
"""Files that tell whether something is there, as patterns, and Debian's packages for it."""
TEST_LIBRARIES = {"libgssapi_krb5.so.2": "libgssapi-krb5-2"}
"""What Qt's program for translators needs, and Debian's packages for it."""

COMPILERS = ("gcc",) if os.name == "nt" else ("gcc", "cc", "clang")
"""The C compilers that can build the native kernel, of which one is enough."""

TELL_S = 10
"""How often progress is printed, in s, where the output is not a terminal."""

LOCKS = {kind: HERE / "requirements" / f"{kind}.lock" for kind in ("run", "dev", "package")}
ABOUT_MB = {"run": 109, "dev": 217, "package": 110}
"""How much of each is fetched, as measured on Linux: other systems differ by some MB."""

UNFINISHED = "unfinished"
"""A file in a virtual environment while requirements are being installed there."""


def tell(message: str) -> None:
    """Say what is being done, apart from what the program itself prints."""
    print(f"dev.py: {message}", file=sys.stderr, flush=True)


def stop(problem: str, status: int = 1) -> NoReturn:
    """End with one clear line."""
    tell(problem)
    sys.exit(status)


ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""For what has workers of its own: where all cores are busy, NumPy's threads wait for each other,
and a fit takes 50 times as long."""


def call(*command: str | Path, **environment: str) -> None:
    """Run a command from the project's folder; end with its exit status if that is not 0."""
    done = subprocess.run(command, cwd=HERE, env=os.environ | environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def needed_packages(window: bool) -> set[str]:
    """Return Debian's packages for what this system lacks, and nothing works without."""
    if sys.platform != "linux":
        return set()
    needed = set()
    if window:
        needed = preflight.missing(preflight.QT_LIBRARIES | preflight.X11_LIBRARIES)
        if os.environ.get("WAYLAND_DISPLAY"):
            needed |= preflight.missing({"libwayland-cursor.so.0": "libwayland-cursor0"})
    try:
        import ensurepip  # noqa: F401, PLC0415
    except ImportError:
        needed.add("python3-venv")
    return needed


def compiler_packages() -> set[str]:
    """Return Debian's packages for the native kernel: a C compiler and Python's headers."""
    missing = set()
    if not any(_compiles(name) for name in COMPILERS):
        missing |= {"gcc", "libc6-dev"}
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        missing.add(f"python{sys.version_info.major}.{sys.version_info.minor}-dev")
    return missing


def _compiles(name: str) -> bool:
    """Whether a compiler is there, and the C library's headers with it."""
    if not shutil.which(name):
        return False
    command = [name, "-E", "-x", "c", "-"]
    asked = subprocess.run(command, input=b"#include <stdlib.h>", capture_output=True, check=False)
    return asked.returncode == 0


def can_install() -> bool:
    """Whether this program may install system packages itself."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def see_to_packages(window: bool, tests: bool) -> None:
    """Install what this system lacks, or print the command that does.

    Only a window's libraries and venv are worth stopping for. The compiler makes random games
    fast, and the rest lets some tests more run.
    """
    needed, useful = needed_packages(window), set()
    if sys.platform == "linux" and not kernels():
        useful = compiler_packages()
    if tests and can_install():
        useful |= {name for path, names in TEST_PACKAGES.items() if not any(Path("/").glob(path))
                   for name in names}  # fmt: skip
        useful |= preflight.missing(TEST_LIBRARIES)
    need_packages(needed, useful)
    if can_install():
        install_packages(sorted(useful), tell)


def need_packages(needed: Set[str], useful: Set[str] = frozenset()) -> None:
    """Install packages that nothing works without, or end with the command that does.

    That command names what is useful too.
    """
    if can_install():
        install_packages(sorted(needed), stop)
    elif needed:
        names = " ".join(sorted(needed | useful))
        stop(
            "system packages are missing; on Debian or Ubuntu run: sudo apt-get update && "
            f"sudo apt-get install --no-install-recommends {names}"
        )


def install_packages(names: list[str], complain: Callable[[str], None]) -> None:
    """Install system packages; ``complain`` where that fails."""
    if not names:
        return
    tell(f"installing {' '.join(names)}")
    for step in (["update"], ["install", "-y", "--no-install-recommends", *names]):
        done = subprocess.run(
            ["apt-get", "-qq", *step],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            complain(f"apt-get {step[0]} failed:\n{done.stdout}")
            return


def set_up(kind: str, window: bool = True) -> None:
    """Make .venv hold the locked requirements of ``kind`` ("run" or "dev") and this project."""
    if sys.version_info < (3, 11):  # noqa: UP036  (this file is run by whatever Python is there)
        stop(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
    see_to_packages(window, kind == "dev")
    sources = [
        LOCKS[kind],
        HERE / "pyproject.toml",
        HERE / "setup.py",
        *sorted((HERE / "engine" / "native").glob("*.[ch]")),
    ]
    state = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    stamp = VENV / f"{kind}-{state.hexdigest()[:16]}.stamp"
    # One more try where a compiler was missing and has been installed since.
    if stamp.exists() and (kernels() or not stamp.read_text() or compiler_packages()):
        return
    tell(f"preparing {VENV.name} (once)")
    if not works(PYTHON):
        shutil.rmtree(VENV, ignore_errors=True)
        call(sys.executable, "-m", "venv", str(VENV))
    install_locked(PYTHON, kind)
    for old in kernels():  # one that an earlier source gave must not stay if this one fails
        old.unlink()
    missing = " ".join(sorted(compiler_packages()))
    plain = {"TTT_ENGINE_KERNEL": "numpy"} if missing else {}
    call(*pip(PYTHON), "--no-deps", "--no-build-isolation", "--editable", str(HERE), **plain)
    if missing:
        tell(
            "without the native kernel random games are many times slower, and networks, threats "
            "and trees with random games are missing; for it, "
            f"install {missing} (on Debian: sudo apt-get install), then use this command again"
        )
    stamp.write_text("" if kernels() else missing)


def pip(python: Path) -> tuple[str | Path, ...]:
    """Return the command by which a virtual environment's Python installs something."""
    return (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def install_locked(python: Path, kind: str) -> None:
    """Install the locked requirements of a kind into a virtual environment, and show how far it is.

    Whatever cut an earlier try off, this one goes on from there. What was fetched is in pip's
    cache. What was unpacked may lack files, although pip would take it for installed: it is
    unpacked again.

    ``python`` is the environment's; ``kind`` is one of ``LOCKS``.
    """
    folder = python.parent.parent
    unfinished = folder / UNFINISHED
    anew = ["--ignore-installed"] if unfinished.exists() else []
    unfinished.touch()
    with tempfile.TemporaryDirectory(prefix="ttt-setup-") as passing:
        places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), passing)
        with subprocess.Popen(
            [*pip(python), *anew, "--require-hashes", "-r", LOCKS[kind]],
            cwd=HERE, env=os.environ | places,
        ) as process:  # fmt: skip
            _show_progress(process, folder, Path(passing), ABOUT_MB[kind])
    if process.returncode:
        sys.exit(process.returncode)
    unfinished.unlink()


def _show_progress(
    process: subprocess.Popen[bytes], folder: Path, passing: Path, about_mb: float
) -> None:
    """Tell how far pip is until it ends: on a terminal always, elsewhere a line now and then.

    pip fetches all into its temporary folder first; no version of it tells more to a program.
    """
    begun, before, shown = time.monotonic(), len(_unpacked(folder)), ""
    while process.poll() is None:
        time.sleep(0.5)
        files = _wheels(passing)
        unpacked = len(_unpacked(folder)) - before
        if not files:
            continue
        if unpacked > 0:
            # Those that were fetched another time lie elsewhere.
            known = f" of {len(files)}" if unpacked <= len(files) else ""
            line = f"unpacking: {unpacked}{known} packages"
        else:
            fetched = sum(state.st_size for state in files.values()) / 1e6
            newest = max(files, key=lambda name: files[name].st_mtime).split("-")[0]
            line = (
                f"fetching {newest}: {fetched:.0f} MB so far, "
                f"about {max(0, about_mb - fetched):.0f} MB to go"
            )
        if line != shown and sys.stderr.isatty():
            print(f"\r\033[Kdev.py: {line}", end="", file=sys.stderr, flush=True)
        elif line != shown and (not shown or time.monotonic() - begun > TELL_S):
            tell(line)
            begun = time.monotonic()
        shown = line
    if shown and sys.stderr.isatty():
        print(file=sys.stderr)


def _wheels(folder: Path) -> dict[str, os.stat_result]:
    """Return the packages' files in a folder, by name; pip deletes some while this looks."""
    wheels = {}
    for place, _, names in os.walk(folder):  # (Path.rglob fails where a folder has just gone)
        for name in names:
            if name.endswith(".whl"):
                with contextlib.suppress(FileNotFoundError):
                    wheels[name] = os.stat(os.path.join(place, name))  # noqa: PTH116, PTH118
    return wheels


def _unpacked(folder: Path) -> list[Path]:
    """Return what is installed in a virtual environment."""
    places = ("lib/python*/site-packages", "Lib/site-packages")
    return [path for place in places for path in folder.glob(f"{place}/*.dist-info")]


def kernels() -> list[Path]:
    """Return the built native kernel, if there is one."""
    return [path for path in (HERE / "engine").glob("_kernel.*") if path.suffix in (".so", ".pyd")]


def manual_site(*command: str) -> None:
    """Run MkDocs over docs/; its warnings are errors (mkdocs.yml)."""
    call(PYTHON, "-m", "mkdocs", *command, NO_MKDOCS_2_WARNING="1")


def prove(*what: str) -> None:
    """Run the proofs of the packages; what misses something fails, and is not skipped."""
    if not can_install():
        stop("proofs make a Debian of their own: they need root, on Debian")
    see_to_packages(window=True, tests=True)
    packages = {package for name in what for package in PROOFS[name][1].split()}
    install_packages(sorted(package for package in packages if not installed(package)), stop)
    set_up("dev")
    if "linux" in what:
        call(sys.executable, HERE / "packaging" / "build.py", "deb", "run", "wheels")
    files = [f"tests/release/{file}" for name in what for file in PROOFS[name][0].split()]
    call(PYTHON, "-m", "pytest", "-m", "release", "-n0", "-v", *files, CI="1")


def installed(package: str) -> bool:
    """Whether one of Debian's packages is installed."""
    asked = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return asked.stdout == "installed"


def works(python: Path) -> bool:
    """Whether a virtual environment's Python is there and has pip."""
    if not python.exists():
        return False
    asked = subprocess.run((python, "-m", "pip", "--version"), capture_output=True, check=False)
    return asked.returncode == 0


def main(arguments: list[str]) -> None:  # noqa: PLR0912, PLR0915  (one branch a command)
    """Set up and do what was asked for."""
    match arguments:
        case ["run", *options]:
            set_up("run")
            if not (preflight.has_display() or "--self-test" in options or "--help" in options):
                stop(NO_DISPLAY)
            call(PYTHON, "-m", "ttt_desktop", *options)
        case ["engine", *options]:
            set_up("run", window=False)
            call(PYTHON, "-m", "engine.cli.main", *options)
        case ["test", *options]:
            set_up("dev")
            tests = "tools.cost" if "--cost" in options else "pytest"
            options = [option for option in options if option != "--cost"]
            # Some tests start programs: what one of them has compiled, the others need not.
            call(PYTHON, "-m", tests, *options, PYTHONDONTWRITEBYTECODE="", **ONE_THREAD)
        case ["check"]:
            set_up("dev")
            call(PYTHON, "-m", "ruff", "check", ".")
            call(PYTHON, "-m", "ruff", "format", "--check", ".")
            call(PYTHON, "-m", "mypy")
            scripts = sorted((HERE / "packaging").rglob("*.py"))
            call(PYTHON, "-m", "mypy", *scripts, MYPYPATH="packaging")
            call(BIN / "lint-imports")
            call(PYTHON, "-m", "tools.unused")
            call(PYTHON, "-m", "tools.names")
            call(PYTHON, "-m", "tools.figures", "--check")
            manual_site("build", "--quiet")
        case ["names", *options]:
            set_up("dev", window=False)
            call(PYTHON, "-m", "tools.names", *options)
        case ["mutations", *options]:
            set_up("dev")
            call(PYTHON, "-m", "tools.mutations", *options, **ONE_THREAD)
        case ["docs"]:
            set_up("dev")
            manual_site("serve", "--dev-addr", "127.0.0.1:8000")
        case ["docs", "build" | "--build"]:
            set_up("dev")
            manual_site("build")
        case ["figures", *names]:
            set_up("dev")
            call(PYTHON, "-m", "tools.figures", *names)
        case ["puzzles", *options]:
            set_up("dev", window=False)
            call(PYTHON, "-m", "tools.puzzles.making", *options)
        case ["weights", *options]:
            set_up("dev", window=False)
            call(PYTHON, "-m", "tools.weights.fit", *options, **ONE_THREAD)
            set_up("dev", window=False)  # the native kernel has other sources now
        case ["bench", *names]:
            set_up("dev")
            call(PYTHON, "-m", "tools.benchmarks", *names)
        case ["pictures", *options]:
            set_up("run")
            call(PYTHON, "-m", "pictures", *options, PYTHONPATH=str(HERE / "packaging"))
        case ["package", *kind]:
            call(sys.executable, HERE / "packaging" / "build.py", *kind)
        case ["release", *options]:
            call(sys.executable, HERE / "packaging" / "release.py", *options)
        case ["prove"]:
            prove(*(kind for kind in PROOFS if kind != "source-quick"))
        case ["prove", *what] if PROOFS.keys() >= set(what):
            prove(*what)
        case [] | ["--help" | "-h"]:
            print((__doc__ or "").strip())
            sys.exit(0 if arguments else 2)
        case _:
            stop(misunderstood(*arguments), 2)


def misunderstood(command: str, *options: str) -> str:
    """Return what is wrong with a command line that nothing can be done with."""
    commands = re.findall(r"^    python3 dev\.py (\w+)", __doc__ or "", re.MULTILINE)
    if command in commands:
        takes = {"prove": _choice(list(PROOFS)), "docs": "build"}.get(command, "nothing more")
        return f"{command} takes {takes}, not {' '.join(options)!r}"
    near = difflib.get_close_matches(command, commands, 1, 0.5)
    meant = f"did you mean {near[0]}?" if near else f"it is one of {_choice(commands)}"
    return f"there is no command {command!r}: {meant}"


def _choice(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
