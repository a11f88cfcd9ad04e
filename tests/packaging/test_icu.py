"""Cutting ICU's data: what is kept is kept byte for byte, and found where ICU looks for it."""

from __future__ import annotations

import re
import struct

import pytest

from icu import ALIGNMENT, KEPT, Package

HEADER = struct.pack("<H", 32) + b"\xda\x27" + bytes(8) + b"CmnD" + bytes(16)
ITEMS = {
    "icudt73l/brkitr/de.res": b"breaks",
    "icudt73l/coll/root.res": b"sorting" * 9,
    "icudt73l/ibm-37_P100-1995.cnv": b"a character set",
    "icudt73l/pool.res": b"shared keys",
    "icudt73l/zone/de.res": b"Mitteleuropa",
}


def test_a_package_reads_as_it_was_written():
    written = Package(HEADER, ITEMS).to_bytes()
    read = Package.parse(written)
    assert read.header == HEADER
    assert {name: item.rstrip(b"\0") for name, item in read.items.items()} == ITEMS
    assert read.to_bytes() == written


def test_items_are_sorted_and_aligned():
    written = Package(HEADER, dict(reversed(ITEMS.items()))).to_bytes()
    assert list(Package.parse(written).items) == sorted(ITEMS)
    for item in ITEMS.values():
        assert written.index(item) % ALIGNMENT == 0


def test_only_what_is_used_is_kept():
    kept = Package(HEADER, ITEMS).only(KEPT).items
    assert set(kept) == {"icudt73l/coll/root.res", "icudt73l/pool.res"}


def test_nothing_kept_is_still_a_package():
    empty = Package(HEADER, ITEMS).only(re.compile("none"))
    assert Package.parse(empty.to_bytes()).items == {}


def test_other_data_is_refused():
    with pytest.raises(ValueError, match="no package"):
        Package.parse(bytes(100))
