"""The networks that this program brings along, by the rules that each has learnt.

Their files hold weights only. ``tools/networks.py`` makes them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import Problem
from engine.native.loading import kernel_lacking
from engine.rules import Rules

if TYPE_CHECKING:
    from engine.learning.networks import NetMind

FOLDER = Path(__file__).with_name("shipped")
"""Where their files are."""

NETWORKS = {
    Rules(3, 3): "3x3.net", Rules(5, 4): "5x5-4.net", Rules(7, 4): "7x7-4.net",
}  # fmt: skip
"""The file of each."""

KIND = "weights"
"""What their files say they are: no learner that can go on."""


_MISSING = (
    "a trained network comes with this program for 3x3, and for 5x5 and 7x7 with 4 in a row; "
    "for other boards, train one"
)


def missing(rules: Rules) -> str:
    """Return why no network can play, as a sentence without its end; empty where one can."""
    return kernel_lacking() if rules in NETWORKS else _MISSING


@lru_cache(maxsize=len(NETWORKS))
def network_for(rules: Rules) -> NetMind:
    """Return the network for some rules.

    Raises:
        ValueError: there is none, or its file is damaged.
    """
    from engine.learning import keeping  # noqa: PLC0415  (it needs NumPy, and few need this)
    from engine.learning.networks import NetMind  # noqa: PLC0415
    from engine.learning.shapes import Shape  # noqa: PLC0415

    if why := missing(rules):
        raise Problem("{why}", why=why)
    about, arrays = keeping.read(FOLDER / NETWORKS[rules])
    shape = Shape(str(about.get("shape")), rules)
    weights = keeping.checked(arrays, "weights", shape.first_weights(0), NETWORKS[rules])
    weights.setflags(write=False)
    return NetMind(int(about.get("generation", 0)), shape, weights)
