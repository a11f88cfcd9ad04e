"""Make the measured figures of README, manual and lessons anew, and write them into the pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from time import perf_counter

from tools.figures import kept
from tools.figures.declared import FIGURES
from tools.figures.figure import ROOT, Figure, Kind, Measured, read_pages


def main() -> int:
    """Do what the command line asks for; return 0, or 1 where a page is not right."""
    parser = argparse.ArgumentParser(prog="dev.py figures", description=__doc__)
    parser.add_argument("name", nargs="*", help="which ones; all, in an hour, if none is named")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--check", action="store_true",
        help="write nothing: fail where a page says something else. What takes long is compared "
        "with what was kept of it",
    )  # fmt: skip
    ways.add_argument("--quick", action="store_true", help="leave out what takes long, and speeds")
    ways.add_argument("--list", action="store_true", help="say what there is, and measure nothing")
    given = parser.parse_args()
    unknown = {*given.name} - {figure.name for figure in FIGURES}
    if unknown:
        parser.error(f"there is no figure {', '.join(sorted(unknown))}; --list names all")
    chosen = [
        figure for figure in FIGURES
        if (not given.name or figure.name in given.name)
        and not (given.quick and figure.kind is not Kind.QUICK)
    ]  # fmt: skip
    if given.list:
        for figure in chosen:
            print(f"{figure.name:<12} {figure.kind.value:<6} {figure.what}")
            print(f"{'':<20}{figure.command}")
        return 0
    return _check(chosen) if given.check else _write(chosen)


def _check(chosen: Sequence[Figure]) -> int:
    """Say where pages are wrong; return 1 if they are."""
    wrong = [problem for figure in chosen for problem in problems(figure)]
    for problem in wrong:
        print(f"dev.py figures: {problem}", file=sys.stderr)
    if wrong:
        print("dev.py figures: python3 dev.py figures NAME measures anew", file=sys.stderr)
    return 1 if wrong else 0


def problems(figure: Figure) -> Iterator[str]:
    """Yield what is wrong with a figure's pages."""
    pages = read_pages(figure.pages)
    if figure.kind is Kind.QUICK:
        measured = with_version(figure.measure())
    else:
        entry = kept.read(figure.name)
        if entry is None:
            yield f"{figure.name} was never measured"
            return
        if entry.stamp != figure.stamp():
            yield f"{figure.name} was measured with players that play differently today"
        measured = entry.measured
    for problem in figure.problems(measured, pages):
        yield f"{figure.name}: {problem}"


def _write(chosen: Sequence[Figure]) -> int:
    """Measure, and write into the pages; return 1 where a conclusion does not hold."""
    wrong = []
    for figure in chosen:
        start = perf_counter()
        measured = with_version(figure.measure())
        if figure.kind is not Kind.QUICK:
            measured = kept.keep(figure.name, measured, figure.stamp()).measured
        for place in figure.places:
            path = ROOT / place.page
            text = path.read_text("utf-8")
            if place.is_found(text):  # else it is among the problems
                path.write_text(place.written(text, measured), "utf-8")
        pages = read_pages(figure.pages)
        wrong += [f"{figure.name}: {problem}" for problem in figure.problems(measured, pages)]
        print(f"{figure.name}: {perf_counter() - start:.0f} s", flush=True)
    for problem in wrong:
        print(f"dev.py figures: {problem}", file=sys.stderr)
    return 1 if wrong else 0


def with_version(measured: Measured) -> Measured:
    """Return what was found, with the version that it belongs to."""
    texts = {"version": kept.today()["version"]} | dict(measured.texts)
    return Measured(texts, measured.rows, measured.facts)


if __name__ == "__main__":  # a worker's process imports this file
    sys.exit(main())
