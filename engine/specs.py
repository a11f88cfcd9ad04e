"""Players by name: the short texts that consoles, forms and result files call players by.

``random``; ``perfect``; ``file:PATH``, a course file (``file:trials=50:PATH`` sets its trials);
``mc`` with settings after colons and commas, such as ``mc:trials=200,other=1.2``;
``import:MODULE:NAME``, anything importable that makes a player.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from engine.board import real_number, whole_number
from engine.players import MonteCarlo, Perfect, Player, Random
from engine.sampling import MAX_TRIALS
from engine.search import Limit
from engine.tally import check_weights

KINDS = "random, perfect, mc:trials=100, file:PATH or import:MODULE:NAME"

_NUMBERS = ("trials", "current", "other", "settled")


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player to be made: its kind and, for the Monte Carlo machine, its settings.

    Attributes:
        kind: "random", "perfect", "mc", "file" or "import".
        trials: random games before each move.
        current: SCORE_CURRENT.
        other: SCORE_OTHER.
        settled: the confidence at which a search may end early, or None.
        target: what an imported player is called, or the file's path.
    """

    kind: str
    trials: int = 1000
    current: float = 1.0
    other: float = 1.0
    settled: float | None = None
    target: str = ""

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Read a player's text; ValueError with a sentence where it names none."""
        kind, _, rest = text.strip().partition(":")
        if kind in ("random", "perfect") and not rest:
            return cls(kind)
        if kind == "mc":
            return _with_settings(cls("mc"), rest)
        if kind == "file" and rest:
            return _of_file(rest)
        if kind == "import" and rest.count(":") == 1:
            return cls("import", target=rest)
        raise ValueError(f"{text!r} is no player; choose {KINDS}")

    def __str__(self) -> str:
        """Return the text that ``parse`` reads."""
        if self.kind == "mc":
            settings = [f"trials={self.trials}"]
            settings += [f"current={_plain(self.current)}"] if self.current != 1 else []
            settings += [f"other={_plain(self.other)}"] if self.other != 1 else []
            settings += [f"settled={_plain(self.settled)}"] if self.settled is not None else []
            return f"mc:{','.join(settings)}"
        if self.kind == "file":
            return f"file:trials={self.trials}:{self.target}"
        return f"{self.kind}:{self.target}" if self.target else self.kind

    def make(self) -> Player:
        """Return a new player; ValueError where it cannot be made."""
        if self.kind == "random":
            return Random()
        if self.kind == "perfect":
            return Perfect()
        if self.kind == "mc":
            limit = Limit(trials=self.trials, settled=self.settled)
            return MonteCarlo(limit, self.current, self.other)
        if self.kind == "file":
            from engine.compat.player import FilePlayer  # noqa: PLC0415  (few need it)

            return FilePlayer(Path(self.target), self.trials)
        return self._imported()

    def _imported(self) -> Player:
        """Return a player of somebody else's making; ValueError for whatever goes wrong in it."""
        module, _, name = self.target.partition(":")
        try:
            made: Player = getattr(import_module(module), name)()
        except Exception as error:
            raise ValueError(
                f"the player {self} cannot be imported: {type(error).__name__}: {error}"
            ) from None
        if not (callable(getattr(made, "choose", None)) and callable(getattr(made, "stop", None))):
            raise ValueError(f"{self.target} makes no player: it has no choose and stop")
        return made


def _plain(number: float) -> str:
    """Return a number as it was written: nothing is rounded, and 2.0 is "2"."""
    return repr(number).removesuffix(".0")


def _of_file(text: str) -> PlayerSpec:
    first, colon, rest = text.partition(":")
    spec = PlayerSpec("file", trials=100)
    if colon and first.startswith("trials="):
        return replace(with_setting(spec, "trials", first.removeprefix("trials=")), target=rest)
    return replace(spec, target=text)


def _with_settings(spec: PlayerSpec, text: str) -> PlayerSpec:
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        name = name.strip()
        if name not in _NUMBERS:
            raise ValueError(
                f"{part!r} is no setting of mc; there are trials, current, other and settled, "
                "as in mc:trials=200,other=1.2"
            )
        spec = with_setting(spec, name, value.strip())
    return spec


def with_setting(spec: PlayerSpec, name: str, text: str) -> PlayerSpec:
    """Return a player with one setting changed; ValueError for a value that it cannot have."""
    try:
        value = float(text.replace("_", ""))
    except ValueError:
        raise ValueError(f"{name} must be a number, not {text!r}") from None
    if name == "trials":
        if not value.is_integer():
            raise ValueError(f"trials must be a whole number, not {text}")
        return replace(spec, trials=whole_number(int(value), "trials", 1, MAX_TRIALS))
    if name == "settled":
        Limit(trials=1, settled=value)
        return replace(spec, settled=value)
    if real_number(value, -1e100, 1e100) is None:
        raise ValueError(f"{name} must be a finite number, not {text}")
    changed = replace(spec, current=value) if name == "current" else replace(spec, other=value)
    check_weights(changed.current, changed.other)
    return changed
