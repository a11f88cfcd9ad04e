"""What Wine lacks and the bundled libraries import, made with MinGW's compiler.

- ``icuuc.dll``: Windows has ICU, Wine has not. Qt asks it for time zones and character sets; a
  stand-in that answers 0 does for a game.
- C99's complex functions in ``ucrtbase.dll``: NumPy imports them. Wine's own library gets another
  name, and one in its place passes everything on to it but these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from commands import call
from tests.release.wine.handing_over import COMPILER

OBJDUMP = "x86_64-w64-mingw32-objdump"
RENAMED = "ucrt_of_wine"
# Wine loads no file with this mark as a native one.
_MARK, _NO_MARK = b"Wine builtin DLL", b"Once a Wine DLL."

_TO_COMPLEX = (
    "cos", "cosh", "sin", "sinh", "tan", "tanh", "exp", "log", "sqrt", "acos", "acosh", "asin",
    "asinh", "atan", "atanh",
)  # fmt: skip
_TO_REAL = ("abs", "arg", "real", "imag")
_START = """\
#include <complex.h>
#include <string.h>
/* As Windows hands them over: a complex float in one register, a complex double by address. */
typedef unsigned long long F;
typedef struct { double r, i; } D;
static float complex in_F(F a) { float complex z; memcpy(&z, &a, 8); return z; }
static F out_F(float complex z) { F a; memcpy(&a, &z, 8); return a; }
static double complex in_D(D a) { double complex z; memcpy(&z, &a, 16); return z; }
static D out_D(double complex z) { D a; memcpy(&a, &z, 16); return a; }
"""


def imported(library: str, files: Iterable[Path]) -> list[str]:
    """Return the names that files import from a library, sorted."""
    names = set()
    for file in files:
        parts = call(OBJDUMP, "-p", file).split("DLL Name: ")[1:]
        for part in parts:
            if part.partition("\n")[0].strip().lower() == library:
                names |= set(re.findall(r"^\s+[0-9a-f]+\s.*?\b([A-Za-z_]\w+)$", part, re.MULTILINE))
    return sorted(names)


def exported(library: Path) -> list[str]:
    """Return the names that a library exports."""
    listed = call(OBJDUMP, "-p", library).partition("[Ordinal/Name Pointer] Table")[2]
    return re.findall(r"^\s+\[ *\d+\].*?(\S+)$", listed.partition("\n\n")[0], re.MULTILINE)


def add_icu(system: Path, files: Iterable[Path], work: Path) -> None:
    """Make ``icuuc.dll`` in Windows' folder of libraries, for files that import from it."""
    names = imported("icuuc.dll", files)
    assert names, "nothing imports from ICU: is this stand-in still needed?"
    source = work / "icuuc.c"
    source.write_text(
        "".join(f"__declspec(dllexport) long long {name}(void) {{ return 0; }}\n" for name in names)
    )
    target = system / "icuuc.dll"
    call(COMPILER, "-shared", "-O1", "-s", "-nostdlib", "-Wl,-e,0", "-o", target, source)


def add_complex_functions(system: Path, work: Path) -> None:
    """Make a ``ucrtbase.dll`` that has them; needs WINEDLLOVERRIDES=ucrtbase=n,b."""
    library = system / "ucrtbase.dll"
    theirs = exported(library)
    content = library.read_bytes()
    (system / f"{RENAMED}.dll").write_bytes(content.replace(_MARK, _NO_MARK, 1))
    mine = _complex_functions()
    source, definition = work / "complex.c", work / "complex.def"
    source.write_text(_START + "\n".join(mine.values()) + "\n")
    lines = [f"  {name} = my_{name}" for name in sorted(mine)]
    lines += [f'  "{name}" = "{RENAMED}.{name}"' for name in sorted(set(theirs) - set(mine))]
    definition.write_text("LIBRARY ucrtbase.dll\nEXPORTS\n" + "\n".join(lines) + "\n")
    library.unlink()  # it may be a link to Wine's own
    call(
        COMPILER, "-shared", "-O1", "-s", "-static", "-static-libgcc", "-o", library, source,
        definition,
    )  # fmt: skip


def _complex_functions() -> dict[str, str]:
    """Return the functions by name, in C; a ``long double`` is a ``double`` in Windows."""
    made = {}
    for ending, word, real in (("", "D", "double"), ("l", "D", "double"), ("f", "F", "float")):
        of, into, out = ending.replace("l", ""), f"in_{word}", f"out_{word}"
        for name in _TO_COMPLEX:
            made[f"c{name}{ending}"] = (
                f"{word} @({word} a) {{ return {out}(c{name}{of}({into}(a))); }}"
            )
        for name in _TO_REAL:
            made[f"c{name}{ending}"] = f"{real} @({word} a) {{ return c{name}{of}({into}(a)); }}"
        made[f"cpow{ending}"] = (
            f"{word} @({word} a, {word} b) {{ return {out}(cpow{of}({into}(a), {into}(b))); }}"
        )
    return {name: text.replace("@", f"my_{name}") for name, text in made.items()}
