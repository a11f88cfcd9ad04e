"""Builds the native kernel, or says in one sentence why it cannot; most else is in pyproject.toml.

A folder with Python files is a package: one that is taken away, or added, needs no line anywhere.

A package index shows the readme away from the repository, so its links become whole addresses.

The environment variable TTT_ENGINE_KERNEL, set to "numpy", asks for a package without it: playouts
then run on NumPy, many times slower, and networks, threats and trees with random games are missing.
Nothing else gives such a package.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

from setuptools import Distribution, Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError, CompileError, LinkError

HERE = Path(__file__).resolve().parent
PLAIN = os.environ.get("TTT_ENGINE_KERNEL") == "numpy"

HOW = (
    "the native kernel could not be built: {why}. It needs a C compiler with vector extensions "
    "(GCC or Clang, on Windows MinGW's gcc) and Python's headers; on Debian: gcc libc6-dev "
    "python3-dev. For a version without it, which plays random games many times slower and lacks "
    "networks, threats and trees with random games, set the environment variable TTT_ENGINE_KERNEL "
    "to numpy and install again."
)


class KernelDistribution(Distribution):
    """The package, with an extension unless the plain version was asked for."""

    def has_ext_modules(self) -> bool:
        """Whether the package depends on the system: without the kernel, it is for all."""
        return not PLAIN and super().has_ext_modules()


class BuildKernel(build_ext):
    """Builds the kernel with a compiler that can."""

    def finalize_options(self) -> None:
        """Choose the compiler: Microsoft's has no vector extensions."""
        if self.compiler is None and sys.platform == "win32" and shutil.which("gcc"):
            self.compiler = "mingw32"
        super().finalize_options()
        if PLAIN:
            self.extensions = []

    def build_extension(self, ext: Extension) -> None:
        """Build the kernel; end with a sentence where that fails."""
        if self.compiler.compiler_type == "mingw32":
            # Windows aligns its stack to 16 bytes only, so wider vectors must be moved as unaligned
            # ones. What GCC itself needs must be inside: Python looks for no libraries on the PATH.
            ext.extra_compile_args = [*ext.extra_compile_args, "-Wa,-muse-unaligned-vector-move"]
            ext.extra_link_args = [*ext.extra_link_args, "-static-libgcc"]
        try:
            super().build_extension(ext)
        except (CCompilerError, CompileError, LinkError):
            raise SystemExit(HOW.format(why="the compiler failed (see above)")) from None
        except (BaseError, OSError) as error:
            raise SystemExit(HOW.format(why=str(error).strip().rstrip("."))) from None


def readme(folder: Path) -> str:
    """Return the readme with whole addresses: pictures and pages as they are in this version."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    code = (folder / "engine" / "_version.py").read_text(encoding="utf-8")
    version = re.findall(r'"([^"]+)"', code)[0]
    home = project["urls"]["Homepage"]
    raw = home.replace("//github.com/", "//raw.githubusercontent.com/")

    def with_address(link: re.Match[str]) -> str:
        mark, text, target = link.groups()
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        place = f"{raw}/v{version}" if mark else f"{home}/blob/v{version}"
        return f"{mark}[{text}]({place}/{target})"

    text = (folder / "README.md").read_text(encoding="utf-8")
    return re.sub(r"(!?)\[([^]]*)\]\(([^)]+)\)", with_address, text)


def completion() -> list[tuple[str, list[str]]]:
    """Return what packaging/terminal.py has written for shells, by the folders that take it."""
    folders: dict[str, list[str]] = {}
    for path in sorted(Path("build", "share").rglob("*")):
        if path.is_file():
            folder = path.parent.relative_to("build").as_posix()
            folders.setdefault(folder, []).append(path.as_posix())
    return list(folders.items())


def packages(folder: Path) -> list[str]:
    """Return all packages: those of the program's folders, and those that lie elsewhere."""
    settings = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    data = settings["tool"]["setuptools"]["package-data"]
    ours = find_packages(
        str(folder), include=["engine", "engine.*", "ttt_desktop", "ttt_desktop.*"]
    )
    return sorted({*ours, *data})


setup(
    packages=packages(HERE),
    data_files=completion(),
    distclass=KernelDistribution,
    cmdclass={"build_ext": BuildKernel},
    long_description=readme(HERE),
    long_description_content_type="text/markdown",
)
