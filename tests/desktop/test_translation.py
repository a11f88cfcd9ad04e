"""All that people read or hear passes through ``tr``: seen with a language made of brackets."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QComboBox

from engine import PLAYERO, PLAYERX, Game, Rules, parse_square
from engine.formats.files import read_game
from engine.search.bandits import POLICIES
from tests.desktop.texts import Brackets, leftovers, texts, untranslated
from ttt_desktop.board.player_bar import PlayerBar
from ttt_desktop.look.text import (
    count_text,
    listed,
    problem,
    rate_text,
    result_sentence,
    rule_text,
    tr,
)
from ttt_desktop.look.widgets import BoardBar
from ttt_desktop.session.keeper import GameKeeper

DOCKS = ("heatmap", "table", "chart", "theatre", "bandits", "darts")


@pytest.fixture
def brackets(qapp):
    translator = Brackets()
    assert qapp.installTranslator(translator)
    yield translator
    assert qapp.removeTranslator(translator)


@pytest.fixture
def open_translated(brackets, open_window):
    """Return a function that opens a window, with all its docks, in the language of brackets."""

    def make(*options):
        user = open_window(*options)
        for name in filter(user.window.docks.__contains__, DOCKS):
            dock = user.window.docks[name]
            if dock.isHidden():
                user.trigger(name)
        if (chart := user.window.docks.by_action.get("chart")) is not None:
            chart.raise_()
            user.qtbot.waitUntil(lambda: chart.chart is not None)
        return user

    return make


def rooms(user):
    """Return what the window shows of the rooms that are looked through here."""
    window = user.window
    return [
        window.board, window.headline, window.features["play"].rounds.result,
        *window.findChildren(BoardBar), window.findChild(PlayerBar),
        *window.docks.by_action.values(),
    ]  # fmt: skip


def ask_for_a_hint(user):
    user.trigger("hint")
    user.qtbot.waitUntil(lambda: not user.controller.view.is_thinking)
    assert untranslated(user.window.status) == []


def check(user):
    for widget in rooms(user):
        assert any("⟦" in text for text in texts(widget)), widget
        assert untranslated(widget) == []


def played(*moves, size=3, reverse=False):
    game = Game(Rules.of(size, reverse=reverse))
    for move in moves:
        game.play(parse_square(move, size))
    return game


def test_the_brackets_show_what_is_not_translated(brackets, qtbot):
    assert tr("{count} trials", count="1,000") == "⟦⟧1,000⟦ trials⟧"
    assert leftovers(tr("{count} trials", count="1,000")) == []
    assert leftovers(tr("{mark}: {name}", mark="X", name="somebody")) == ["somebody"]
    assert leftovers(f"{tr('Best')}, B2 or not") == ["or", "not"]
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems([tr("one"), "two", "X", "12.5k"])
    assert untranslated(box) == ["two"]


def test_a_window_without_a_language_speaks_english(open_window):
    assert QCoreApplication.translate("", "B2 to C3") == "B2 to C3"
    assert untranslated(open_window().window.headline)


@pytest.mark.uses("files")
def test_a_game_with_scores_and_a_hint(open_translated, tmp_path):
    user = open_translated("--machine", "O", "--trials", "300", "--heat-values", "interval")
    check(user)
    user.click((1, 1))
    user.settled()
    check(user)
    assert "⟦" in user.window.docks["heatmap"].caption
    ask_for_a_hint(user)
    check(user)
    user.board.typed.emit("B")
    check(user)
    user.play_on()
    user.wait(user.window.features["play"].rounds.result.isVisible)
    user.press(Qt.Key.Key_Escape)  # it says what stands above the board then
    check(user)
    user.window.features["files"].games.save(tmp_path / "saved.tttgame")
    check(user)


def test_the_truth_about_a_mistake_of_the_method(open_translated):
    user = open_translated("--machine", "neither", "--show-truth", "on", "--trials", "20000")
    user.adopt("A1 B2 C3", wait=False)
    ask_for_a_hint(user)
    user.qtbot.waitUntil(lambda: bool(user.controller.model.blind_spots))
    check(user)
    assert any("Blind spot" in text for text in texts(user.window.docks["heatmap"]))


@pytest.mark.parametrize("word", ["perfect", "random"])
def test_players_that_do_not_search(open_translated, word):
    user = open_translated("--machine", "neither")
    user.window.features["play"].opponents.choose_kind(word)
    user.adopt("A1 B2 C3", wait=False)
    ask_for_a_hint(user)
    check(user)


@pytest.mark.uses("demo")
def test_two_machines_in_the_demo(open_translated):
    user = open_translated("--trials", "50")
    user.trigger("demo")
    check(user)
    user.trigger("stop")
    check(user)
    kind = user.window.findChild(QComboBox, "o")
    kind.setCurrentIndex(kind.count() - 1)
    kind.activated.emit(kind.count() - 1)
    assert kind.currentData() == user.controller.settings.player(PLAYERO).kind.word
    check(user)


@pytest.mark.uses("bandits")
def test_every_sentence_of_the_bench_and_the_darts(open_translated):
    user = open_translated("--machine", "neither")
    bench, thrower = user.window.docks["bandits"], user.window.docks["darts"]
    bench.picture.machines[0].click()
    for _ in range(30):
        user.trigger("bandits_step")
        for name in POLICIES:
            bench.picture.choose(name)
            assert leftovers(bench.sentence) == []
    user.trigger("bandits_reveal")
    for arms in ("squares", "hidden"):
        user.change(arms=arms)
        assert leftovers(bench.note) == []
        for part in (*bench.picture.machines, *bench.picture.rows.values()):
            assert leftovers(part.accessibleName()) == []
    for what in ("darts_pi", "darts_first"):
        user.trigger(what)
        for action in ("darts_hundred", "darts_fourfold"):
            assert leftovers(thrower.sentences) == []
            user.trigger(action)
            user.qtbot.waitUntil(lambda: not thrower.thrower.running)
        assert leftovers(thrower.sentences) == []
        assert leftovers(thrower.target.accessibleDescription()) == []


@pytest.mark.uses("theatre")
def test_every_sentence_of_the_theatre(open_translated):
    user = open_translated("--machine", "neither", "--trials", "50")
    dock = user.window.docks["theatre"]
    theatre = dock.theatre
    user.adopt("A1 B2", wait=False)
    user.qtbot.waitUntil(lambda: "⟦" in dock.sentence)
    seen = set()
    for _ in range(80):
        dock.button["step"].click()
        seen.add(theatre.state)
        assert untranslated(dock) == []
        assert leftovers(theatre.sentence) == []
    phases = type(theatre.state)
    assert seen == set(phases) - {phases.READY}
    dock.button["play"].click()
    assert untranslated(dock) == []
    dock.button["play"].click()
    dock.button["thousand"].click()
    assert untranslated(dock) == []
    user.qtbot.waitUntil(lambda: not theatre.running)
    dock.button["reset"].click()
    assert untranslated(dock) == []


def test_sentences_on_rules_rates_and_results(brackets):
    for rules in (Rules.of(3), Rules.of(9, line=5), Rules.of(9, reverse=True, line=5)):
        assert leftovers(rule_text(rules)) == []
        assert rule_text(rules) == "3×3" or "⟦" in rule_text(rules)
    for number in (1, 1500, 2.5e6, 3e9):
        assert leftovers(rate_text(number)) == []
        assert leftovers(count_text(number)) == []
    assert leftovers(listed(["A1", "B2"])) == []
    ends = [
        played("A1", "A2", "B1", "B2", "C1"),
        played("A1", "B1", "A2", "B2", "C3", "B3"),
        played("A1", "A2", "B1", "B2", "C1", reverse=True),
        played("A1", "B1", "C1", "A2", "C2", "B2", "A3", "C3", "B3"),
    ]
    for game in ends:
        for names in ({}, {mark: tr("you") for mark in (PLAYERX, PLAYERO)}):
            sentence = result_sentence(game.result, names)
            assert "⟦" in sentence
            assert leftovers(sentence) == []


@pytest.mark.uses("files")
def test_games_that_cannot_be_read_or_saved(brackets, open_window, tmp_path):
    user = open_window()
    (tmp_path / "bad.tttgame").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "bad.tttgame", tmp_path / "none.tttgame"):
        with pytest.raises(ValueError, match=path.name) as caught:
            read_game(path)
        said = problem(caught.value)
        assert not set(leftovers(said)) - {"No", "such", "file", "or", "directory"}
        user.window.features["files"].games.open(path)
        assert user.window.notice.text == f"⟦The game could not be opened.⟧ {said}"
    assert leftovers(GameKeeper(tmp_path).problem) == []
