"""The lab's home runs experiments with one click; how far they are, is said in one number."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from engine.tournament.experiment import THE_PUBLISHED
from tests.desktop.features.lab.user import LabUser, open_lab
from tests.desktop.sights import fits_sideways
from tests.driver.user import click_on, texts
from tests.engine.written_files import MOVES_AT_ONCE
from ttt_desktop.features.lab import form as forms
from ttt_desktop.features.lab.presets import PRESETS


@pytest.fixture
def home(user):
    """Somebody in front of the lab's home."""
    click_on(user.window.rail.buttons["lab"])
    return LabUser(user)


def test_a_published_experiment_runs_after_two_clicks(user):
    click_on(user.window.rail.buttons["lab"])
    click_on(user.page("lab").tiles["published"])
    lab = user.feature("lab").lab
    assert lab.runs
    assert lab.summary.tournament == THE_PUBLISHED.tournament()
    assert user.page("experiment").isVisible()
    user.trigger("play")
    user.wait(lambda: not lab.runs)
    assert (len(lab.games), lab.progress) == (900, 1)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_ready_made_experiment_is_what_its_card_says(home, user, monkeypatch, preset):
    path = user.folder / "mine.py"
    path.write_text(MOVES_AT_ONCE)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QMessageBox, "warning", lambda *_: QMessageBox.StandardButton.Ok)
    tile = home.home.tiles[preset.name]
    click_on(tile)
    lab = home.window.lab
    assert lab.runs
    numbers = [int(number.replace(",", "")) for number in re.findall(r"[\d,]+", preset.size)]
    games = numbers[0] * numbers[1] if len(numbers) > 1 else numbers[0]
    assert lab.summary.tournament.games == games
    assert preset.size in texts(tile)
    user.wait(lambda: bool(lab.games or home.window.notice.text))
    assert home.window.notice.text == ""
    lab.cancel()


def test_a_file_that_is_not_chosen_starts_nothing(home, monkeypatch):
    monkeypatch.setattr(QMessageBox, "warning", lambda *_: QMessageBox.StandardButton.Ok)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    click_on(home.home.tiles["yours"])
    assert home.window.lab.summary is None
    assert home.home.isVisible()


def test_ones_own_experiment_is_a_page_and_results_are_shown_again(home, user):
    click_on(home.home.tiles["own"])
    assert home.page.isVisible()
    home.run(forms.PAIRING, games=4)
    user.trigger("lab")
    assert home.home.isVisible()
    said = texts(home.home)
    assert "3×3, 4 of 4 games, seed 1" in said
    click_on(home.home.button["show"])
    assert home.window.isVisible()


def test_a_card_is_reached_and_pressed_by_keyboard(home, user):
    tile = home.home.tiles["reverse"]
    tile.setFocus(Qt.FocusReason.TabFocusReason)
    user.press(Qt.Key.Key_Space)
    assert home.window.lab.runs
    assert tile.accessibleName() == "Reverse or not"
    assert "Who profits" in tile.accessibleDescription()
    home.window.lab.cancel()


def filled(gauge):
    """Return the share of a bar that is painted in the accent's colour."""
    image = gauge.grab().toImage()
    accent = gauge._theme.theme.colour("accent").rgb()  # noqa: SLF001
    middle = image.height() // 2
    return sum(image.pixel(x, middle) == accent for x in range(image.width())) / image.width()


def agrees(window):
    """Whether a run's bar, its percentage and its words say the same."""
    said = " ".join(texts(window))
    done, count = (
        int(number.replace(",", ""))
        for number in re.search(r"([\d,]+) of ([\d,]+) games", said).groups()
    )
    assert abs(filled(window.gauge) - done / count) < 0.01
    assert f"{100 * done // count} %" in texts(window)
    return done / count


def test_the_bar_agrees_with_its_words_all_the_way(open_window):
    user = open_window("--machine", "neither")
    lab = open_lab(user)
    lab.start(games=40)
    seen = set()

    def over():
        seen.add(agrees(lab.window))
        return lab.idle()

    user.wait(over)
    assert agrees(lab.window) == 1
    assert len(seen) >= 2


def test_games_that_a_test_makes_needless_are_not_counted_as_played(lab, user):
    """A pairing that is decided leaves none: bar and words once drew 24 % as 36 %."""
    lab.ask(forms.OPPONENT, varied="trials", values="1,400", player="mc:trials=1",
            opponent="mc:trials=400", games=400, size=4, elo0=-50, elo1=50)  # fmt: skip
    lab.ask(sprt=True)
    lab.press("start")
    window = lab.window

    def decided():
        return window.lab.summary.decided >= 1 and window.lab.summary.left > 0

    user.wait(decided)
    window.lab.pause()
    user.linger(0.4)
    assert agrees(window) < 1
    assert window.lab.wanted < window.lab.summary.tournament.games
    window.lab.cancel()


SIZES = ((360, 480, 100), (420, 740, 100), (640, 700, 200), (1280, 800, 200))


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_no_page_of_the_lab_is_wider_than_its_window(home, user, width, height, scale):
    user.change(text_scale=scale)
    user.window.resize(width, height)
    home.run(forms.ROBIN, games=1)
    user.wait(lambda: bool(home.window.charts))
    for name in ("lab", "experiment", "new_experiment"):
        user.window.shell.pages.open(name)
        page = user.page(name)
        assert isinstance(page, QWidget)
        user.linger(0.1)
        assert fits_sideways(page)
