"""Run the benchmarks and print their figures as JSON, one line each.

Playouts a second on several boards are measured by ``ttt-engine bench``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

from tools.benchmarks import (
    before,
    brain,
    classes,
    engine,
    false_faults,
    lab,
    learn,
    openings,
    rivals,
    tree,
    uct,
    walks,
    window,
    worth,
)

BENCHMARKS = {
    "game": engine.measure_game,
    "call": engine.measure_call,
    "file": engine.measure_file,
    "false-faults": false_faults.measure,
    "openspiel": engine.measure_openspiel,
    "timer": window.measure_timer,
    "start": window.measure_start,
    "memory": window.measure_memory,
    "gif": window.measure_gif,
    "history": window.measure_history,
    "class": classes.measure,
    "walks": walks.measure,
    "lab": lab.measure,
    "solver": tree.measure_solver,
    "tree": tree.measure_tree,
    "master": tree.measure_master,
    "match": tree.measure_match,
    "worth": worth.measure,
    "learn": learn.measure,
    "uct": uct.measure_speed,
    "uct-flat": uct.measure_against_flat,
    "uct-heavy": uct.measure_heavy,
}
WITH_OPTIONS = {
    "before": before.measure,
    "rivals": rivals.measure,
    "openings": openings.measure,
    "brain": brain.measure,
}


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    names = [*BENCHMARKS, *WITH_OPTIONS]
    parser.add_argument("name", nargs="?", choices=names, help="default: all without options")
    parser.add_argument(
        "options", nargs=argparse.REMAINDER, help="of before, rivals, openings, brain: see --help"
    )
    given = parser.parse_args()
    name = given.name
    if given.options and name not in WITH_OPTIONS:
        parser.error(f"{name} takes no options")
    if name is None:
        # Each in a process of its own: what one has loaded is not another's memory or start.
        for benchmark in BENCHMARKS:
            subprocess.run([sys.executable, "-m", "tools.benchmarks", benchmark], check=True)
        return
    with_options = WITH_OPTIONS.get(name)
    for figures in with_options(given.options) if with_options else BENCHMARKS[name]():
        print(json.dumps({"benchmark": name} | figures), flush=True)


if __name__ == "__main__":  # a worker's process imports this file
    main()
