"""Somebody in front of the lab."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit

from tests.driver.user import User, click_on
from ttt_desktop.features.lab.feature import LabFeature
from ttt_desktop.features.lab.form import PAIRING, PUBLISHED
from ttt_desktop.features.lab.home import LabHome
from ttt_desktop.features.lab.picker import PlayerPicker
from ttt_desktop.features.lab.tournaments import LabState

__all__ = ("PAIRING", "PUBLISHED", "LabState", "LabUser", "open_lab")


def open_lab(user: User) -> LabUser:
    """Open the lab, its results in front, and be its user."""
    user.trigger("lab")
    lab = LabUser(user)
    user.trigger("experiment")
    return lab


class LabUser:
    """Somebody in front of the lab.

    Args:
        user: the same person in front of the main window.

    Attributes:
        feature: the lab.
        window: the page with its results.
        page: the page on which experiments are put together.
        form: what is asked for there.
    """

    def __init__(self, user: User) -> None:
        self.user = user
        lab = user.window.features["lab"]
        assert isinstance(lab, LabFeature)
        self.feature = lab
        self.window = lab.results
        self.page = lab.form_page
        self.form = self.page.form

    @property
    def home(self) -> LabHome:
        """The lab's home, which was opened."""
        page = self.user.page("lab")
        assert isinstance(page, LabHome)
        return page

    def ask(self, kind: int | None = None, **fields: Any) -> None:
        """Fill the form in: the kind of tournament, and its fields by their names."""
        self.user.trigger("new_experiment")
        if kind is not None:
            fields = {"kind": kind} | fields
        for name, value in fields.items():
            own = name in self.form.fields
            field = self.form.fields[name] if own else getattr(self.form, name)
            if isinstance(field, PlayerPicker):
                field.set_value(value)
            elif isinstance(field, QComboBox):
                field.setCurrentIndex(field.findData(value))
            elif isinstance(field, QLineEdit):
                field.setText(value)
            elif isinstance(field, QCheckBox):
                field.setChecked(value)
            else:
                field.setValue(value)

    def press(self, name: str) -> None:
        """Press a button with the mouse: "start" of the form, or one of the results."""
        page = self.page if name in self.page.button else self.window
        self.user.trigger("new_experiment" if page is self.page else "experiment")
        click_on(page.button[name])

    def start(self, kind: int | None = None, **fields: Any) -> None:
        """Fill the form in, and press "Start"."""
        self.ask(kind, **fields)
        self.press("start")

    def run(self, kind: int | None = None, **fields: Any) -> None:
        """Start what is asked for, and wait for its end, in a test."""
        self.start(kind, **fields)
        self.user.wait(self.idle)
        assert self.page.notice.text == self.window.notice.text == ""

    @property
    def told(self) -> str:
        """What the lab says above the page that is open."""
        page = self.page if self.page.isVisible() else self.window
        return page.notice.text

    def idle(self) -> bool:
        """Whether the lab does nothing."""
        return self.window.lab.state is LabState.IDLE

    def drawn(self) -> bool:
        """Whether the charts are loaded."""
        return bool(self.window.charts)
