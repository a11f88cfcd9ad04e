"""Makes the data of ICU, on which Qt for Linux builds, as small as what is used of it.

Of 32 MB nearly all are names and formats of all languages and old character sets. Qt itself asks
ICU only for sorting, time zones and character sets; formats and names it has on its own. Kept are
sorting in all languages and time zones; the character sets that ICU knows by code (UTF-8 and its
kin, Latin-1) need no data.

The layout of such a package of data: https://unicode-org.github.io/icu/userguide/icu_data/
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path

from commands import call, stop

KEPT = re.compile(
    r"coll/.*|zone/(root|en|pool)\.res|[^/]*\.(icu|nrm)|"
    r"(root|en|pool|res_index|icuver|icustd|supplementalData|likelySubtags|keyTypeData|"
    r"timezoneTypes|zoneinfo64|metaZones|windowsZones|numberingSystems|metadata)\.res"
)
ALIGNMENT = 16
"""Bytes: each item starts at a multiple, and the tables in it count on that."""


@dataclass(frozen=True)
class Package:
    """ICU's data: a header, and items by name (with the package's prefix: ``icudt73l/…``)."""

    header: bytes
    items: dict[str, bytes]

    @staticmethod
    def parse(data: bytes) -> Package:
        """Read a package; ``data`` begins with its header.

        Raises:
            ValueError: this is no package of the known form.
        """
        size = struct.unpack_from("<H", data)[0]
        if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
            raise ValueError("this is no package of ICU's data")
        count = struct.unpack_from("<I", data, size)[0]
        entries = [struct.unpack_from("<II", data, size + 4 + 8 * i) for i in range(count)]
        starts = [start for _, start in entries] + [len(data) - size]
        items = {}
        for (name, start), end in zip(entries, starts[1:], strict=True):
            text = data[size + name : data.index(b"\0", size + name)].decode("ascii")
            items[text] = data[size + start : size + end]
        return Package(data[:size], items)

    def only(self, kept: re.Pattern[str]) -> Package:
        """Return the package with the items whose names, without the prefix, match."""
        return Package(
            self.header,
            {
                name: item
                for name, item in self.items.items()
                if kept.fullmatch(name.partition("/")[2])
            },
        )

    def to_bytes(self) -> bytes:
        """Return the package as it stands in a file: items sorted by name, as ICU seeks them."""
        names = sorted(self.items, key=str.encode)
        table, texts = 4 + 8 * len(names), b""
        offsets = []
        for name in names:
            offsets.append(table + len(texts))
            texts += name.encode("ascii") + b"\0"
        body = bytearray(_padded(bytes(table) + texts, len(self.header)))
        struct.pack_into("<I", body, 0, len(names))
        for i, name in enumerate(names):
            struct.pack_into("<II", body, 4 + 8 * i, offsets[i], len(body))
            body += _padded(self.items[name], 0)
        return self.header + bytes(body)


def _padded(data: bytes, before: int) -> bytes:
    return data + bytes(-(before + len(data)) % ALIGNMENT)


def shrink(folder: Path, work: Path) -> None:
    """Replace ICU's data library in a bundle's folder by one with the used data only."""
    libraries = [path for path in folder.rglob("libicudata.so.*") if not path.is_symlink()]
    if len(libraries) != 1:
        stop(f"there should be one library with ICU's data, not {len(libraries)}")
    library = libraries[0]
    symbol = f"icudt{library.name.rpartition('.')[2]}_dat"
    listed = re.search(
        rf"\b([0-9a-f]{{16}})\s+(0x[0-9a-f]+|\d+)\s+OBJECT\s+GLOBAL.*\b{symbol}\b",
        call("readelf", "--wide", "--symbols", library),
    )
    if listed is None:
        stop(f"{library.name} has no {symbol}")
    start, size = int(listed[1], 16), int(listed[2], 0)
    # Such a library maps its read-only data at the same address as in its file.
    try:
        package = Package.parse(library.read_bytes()[start : start + size])
    except ValueError as error:
        stop(f"{library.name}: {error}")
    data, source = work / "icu.dat", work / "icu.s"
    data.write_bytes(package.only(KEPT).to_bytes())
    source.write_text(
        f".section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, @object\n"
        f'{symbol}:\n.incbin "{data.name}"\n.size {symbol}, . - {symbol}\n'
        '.section .note.GNU-stack,"",@progbits\n'
    )
    call(
        "gcc", "-shared", "-nostdlib", f"-Wl,-soname,{library.name}", "-Wl,--build-id=none",
        "-o", library, source.name, cwd=work,
    )  # fmt: skip
