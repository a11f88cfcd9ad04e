"""A demo: two machines play, and what they are given for that is given back at its end."""

from __future__ import annotations

from collections.abc import Mapping

from ttt_desktop.settings.declarations import Settings

_PACE_S = 0.5
"""How long a move of a demo takes at least."""

_OF_DEMO = ("machine", "alike", "min_move_time")
"""The settings that go with a demo, whatever they were changed to in it."""


class DemoSettings:
    """The settings that a demo lays over all others."""

    def __init__(self) -> None:
        self._values: dict[str, object] = {}
        self._lent: dict[str, object] = {}

    def __bool__(self) -> bool:
        """Whether a demo is on."""
        return bool(self._values)

    @property
    def values(self) -> Mapping[str, object]:
        """The settings that hold in it; empty without a demo."""
        return self._values

    def begin(self, before: Settings) -> None:
        """Begin one, in place of these settings."""
        pace = max(before.min_move_time, _PACE_S)
        self._values = {"machine": "both", "alike": False, "min_move_time": pace}
        if before.alike:
            self._values["o"] = before.x
        self._lent = dict(self._values)

    def end(self) -> None:
        """End it: it lays nothing over the settings any more."""
        self._values, self._lent = {}, {}

    def take(self, given: Mapping[str, object], settings: Settings) -> dict[str, object]:
        """Keep what goes with the demo of settings that were changed in it; return the others.

        Where its user takes a machine from the board, the demo ends, and what was chosen in it is
        the user's.

        Args:
            given: what was changed.
            settings: how all settings are now.
        """
        given = dict(given)
        if self and settings.machine != "both":
            given |= {name: value for name, value in self._values.items()
                      if name not in given and value != self._lent[name]}  # fmt: skip
            self.end()
        for name in given.keys() & self._values.keys():
            if name in _OF_DEMO:
                self._values[name] = given.pop(name)
            else:
                del self._values[name]  # a player that was chosen is the user's
        return given
