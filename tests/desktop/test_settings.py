"""Settings: declared once, shown in the dialog, stored, damaged, overridden."""

import tempfile
from dataclasses import asdict, fields
from html import escape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QWidget,
)

from engine import PLAYERX, Game, Rules
from engine.players import level
from engine.players.monte_carlo import KIND
from engine.specs import PlayerSpec
from tests.driver.user import choose, texts
from tests.every import every
from ttt_desktop.look.colours import DARK, LIGHT, with_board
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.windows import PageArea
from ttt_desktop.settings.declarations import (
    OPTIONS,
    Group,
    Settings,
    names,
    with_values,
)
from ttt_desktop.settings.dialog import SettingsDialog
from ttt_desktop.settings.players import PlayerField
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.start import arguments

OTHER = Settings(
    size=7, line=4, reverse=True, machine="both", x="mc:trials=123456,current=2.5,other=0.25",
    o="mc:trials=77", alike=False, min_move_time=1.5, heat_values="mean", board_scores=True,
    theme="dark", animations="off", text_scale=125, alternate=True, name="Ada, the first",
    friend="Bo", friend_plays="X",
)  # fmt: skip


@pytest.fixture
def dialog(qtbot, qapp):
    made = SettingsDialog(ThemeManager(qapp, "light"))
    qtbot.addWidget(made)
    made.edit(Settings())
    return made


def test_every_setting_has_a_field_a_label_and_a_help_text(dialog):
    for each in fields(Settings):
        widget = dialog.fields[each.name]
        option = OPTIONS[each.name]
        assert option.label
        assert escape(option.help) in widget.toolTip()
        assert widget.accessibleName() == option.label


def test_a_look_is_seen_before_it_is_applied(dialog, qapp):
    before = qapp.palette().window().color()

    def seen(x, y):
        return dialog.preview.grab().toImage().pixelColor(x, y).name()

    assert seen(12, 12) == LIGHT.window
    usual = dialog.preview.sizeHint().height()
    choose(dialog.fields["theme"], "dark")
    assert seen(12, 12) == DARK.window
    choose(dialog.fields["board_look"], "stones")
    middle = dialog.preview.width() // 2
    ground = QColor(seen(middle, dialog.preview.height() - 20))
    assert abs(ground.hue() - with_board(DARK, "stones").colour("tile").hue()) < 10, "it is wood"
    plain = dialog.preview.grab().toImage()
    dialog.fields["stone_numbers"].click()
    assert dialog.preview.grab().toImage() != plain
    dialog.fields["text_scale"].setValue(200)
    assert dialog.preview.sizeHint().height() > usual
    assert qapp.palette().window().color() == before
    dialog.reject()
    dialog.edit(Settings(theme="light"))
    assert seen(12, 12) == LIGHT.window


def edit(dialog, settings):
    """Set every field that can be set, one after another, on its page and with the keyboard."""
    groups = list(Group)
    for name in names():
        field, value = dialog.fields[name], getattr(settings, name)
        dialog.sections.setCurrentRow(groups.index(OPTIONS[name].group))
        assert field.isVisible()
        if not field.isEnabled():
            continue
        if isinstance(field, QComboBox):
            choose(field, value)
        elif isinstance(field, QCheckBox):
            if field.isChecked() != value:
                QTest.keyClick(field, Qt.Key.Key_Space)
        elif isinstance(field, PlayerField):
            spec = PlayerSpec.parse(value)
            choose(field.kind, spec.kind.title)
            for parameter in field.fields:
                if spec.sets(parameter):
                    type_into(field.fields[parameter], spec[parameter])
        else:
            type_into(field, value)


def type_into(field, value):
    box = getattr(field, "box", field)  # a slider may stand beside it
    box.selectAll()
    QTest.keyClicks(box, str(value))
    QTest.keyClick(box, Qt.Key.Key_Tab)


def shown(field):
    """Return the value that a field shows."""
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, QLineEdit):
        return field.text()
    return field.currentData() if isinstance(field, QComboBox) else field.value()


def test_the_dialog_shows_and_returns_every_setting(dialog):
    edit(dialog, OTHER)
    assert dialog.chosen() == OTHER
    dialog.button["defaults"].click()
    assert dialog.chosen() == Settings()
    assert {name: shown(dialog.fields[name]) for name in names()} == asdict(Settings())


def test_what_is_not_edited_keeps_its_exact_value(dialog):
    exact = with_values(OTHER, {"x": "mc:trials=9,other=0.000012345"})
    dialog.show_settings(exact)
    assert dialog.chosen() == exact
    dialog.fields["x"].fields["trials"].set_value(5)
    assert dialog.chosen() == with_values(exact, {"x": "mc:trials=5,other=0.000012345"})


def test_ok_and_apply_apply_and_cancel_does_not(dialog, qtbot):
    applied = []
    dialog.applied.connect(applied.append)
    edit(dialog, OTHER)
    dialog.button["apply"].click()
    assert applied == [OTHER]
    assert dialog.isVisible()
    dialog.button["cancel"].click()
    assert len(applied) == 1
    assert not dialog.isVisible()
    dialog.show()
    dialog.button["ok"].click()
    assert applied == [OTHER, OTHER]


def test_a_player_is_a_level_or_has_trials(dialog):
    player = dialog.fields["x"]
    assert player.level.currentText() == "Medium"
    choose(player.level, "Hard")
    assert player.value() == "level:hard"
    choose(player.kind, "mc")
    assert not player.level.isVisibleTo(player)
    player.fields["trials"].set_value(777)
    assert player.value() == "mc:trials=777"
    assert not dialog.fields["course"].kind.isVisibleTo(dialog.fields["course"])


def test_a_playout_tree_can_be_set(dialog):
    player = dialog.fields["x"]
    choose(player.kind, "uct")
    assert player.value() == "uct:simulations=1000"
    type_into(player.fields["simulations"], 5000)
    type_into(player.fields["exploration"], 0.7)
    type_into(player.fields["playouts"], 4)
    choose(player.fields["heavy"], "Heavy: see wins and blocks")
    choose(player.fields["proofs"], "Off")
    chosen = "uct:simulations=5000,exploration=0.7,playouts=4,heavy=1,proofs=0"
    assert dialog.chosen().x == chosen
    dialog.show_settings(with_values(Settings(), {"x": chosen}))
    assert player.fields["heavy"].currentText() == "Heavy: see wins and blocks"
    assert dialog.chosen().x == chosen


def test_the_slider_is_logarithmic_from_one_to_a_billion(dialog):
    trials = dialog.fields["course"].fields["trials"]
    seen = []
    for step in range(trials.slider.minimum(), trials.slider.maximum() + 1):
        trials.slider.setValue(step)
        seen.append(trials.value())
    assert seen[0] == 1
    assert seen[-1] == 1_000_000_000
    assert seen == sorted(seen)
    trials.set_value(123_456)
    assert trials.value() == 123_456, "the box keeps the exact number"
    assert abs(trials.slider.value() - 102) <= 1


def test_a_number_that_is_off_keeps_its_place(dialog):
    fields = dialog.fields["course"].fields
    switch, number = fields.switches["settled"], fields["settled"]
    assert not number.isEnabled()
    assert number.value() == KIND.parameter("settled").suggested
    said = []
    fields.chosen.connect(lambda *what: said.append(what))
    switch.click()
    number.setValue(0.75)
    switch.click()
    assert said == [("settled", 0.99), ("settled", 0.75), ("settled", None)]
    switch.click()
    assert dialog.chosen().course == "mc:trials=1000,settled=0.75"
    del said[:]
    dialog.show_settings(Settings())
    assert said == [], "what is shown was not chosen"
    assert not number.isEnabled()


def test_os_machine_is_asked_for_where_the_two_differ(dialog):
    assert not dialog.fields["o"].isEnabled()
    dialog.fields["alike"].click()
    assert dialog.fields["o"].isEnabled()
    dialog.button["defaults"].click()
    assert not dialog.fields["o"].isEnabled()


def test_a_line_of_the_whole_side_is_said_in_one_way(dialog):
    whole = Settings(size=5, line=5)
    assert whole == Settings(size=5)
    dialog.show_settings(whole)
    dialog.fields["size"].setValue(3)
    assert dialog.chosen() == Settings(size=3)


def test_lines_offered_fit_the_board(dialog):
    size, lines = dialog.fields["size"], dialog.fields["line"]
    assert isinstance(size, QSpinBox)
    assert isinstance(lines, QComboBox)
    size.setValue(6)
    assert [lines.itemData(i) for i in range(lines.count())] == [0, 3, 4, 5]
    lines.setCurrentIndex(lines.findData(5))
    size.setValue(4)
    assert lines.currentData() == 0


def test_stored_settings_come_back(tmp_path, qapp):
    assert SettingsStore(tmp_path).save(OTHER, names()) == ""
    assert SettingsStore(tmp_path).load() == (OTHER, [])


def test_only_what_is_named_is_stored(tmp_path, qapp):
    SettingsStore(tmp_path).save(OTHER, {"size"})
    assert SettingsStore(tmp_path).load()[0] == with_values(Settings(), {"size": OTHER.size})


def test_the_command_line_holds_for_one_start(open_window, tmp_path):
    user = open_window("--trials", "777", "--theme", "dark", "--machine", "neither")
    user.trigger("scores")
    user.window.close()
    stored, _ = SettingsStore(tmp_path).load()
    assert stored == with_values(Settings(), {"board_scores": True})


def test_a_sliders_many_values_are_stored_once_it_rests(open_window, tmp_path, monkeypatch):
    user, saved, save = open_window("--machine", "neither"), [], SettingsStore.save
    monkeypatch.setattr(SettingsStore, "save", lambda *of: (saved.append(of[2]), save(*of))[1])
    slider = user.window.docks["heatmap"].controls.fields["current"].slider
    for step in range(20):
        slider.setValue(step)
    assert saved == []
    user.qtbot.waitUntil(lambda: saved == [{"course"}])
    assert SettingsStore(tmp_path).load()[0].x == user.controller.settings.x


def test_settings_that_cannot_be_stored_are_said(tmp_path, qapp):
    store = SettingsStore(tmp_path)
    (tmp_path / "settings.ini").mkdir()
    assert "could not be stored" in store.save(OTHER, names())


def test_a_bad_value_is_reported_replaced_and_kept_in_a_copy(tmp_path, qapp):
    SettingsStore(tmp_path).save(OTHER, names())
    path = tmp_path / "settings.ini"
    damaged = path.read_text().replace("size=7", "size=700").replace("theme=dark", "theme=pink")
    path.write_text(damaged)
    loaded, problems = SettingsStore(tmp_path).load()
    assert loaded.size == Settings().size
    assert loaded.theme == Settings().theme
    assert loaded.x == OTHER.x, "what is good is kept"
    assert len(problems) == 1
    assert "Board size must be a whole number from 3 to 25, not 700" in problems[0]
    (copy,) = tmp_path.glob("settings.ini.damaged-*")
    assert copy.read_text() == damaged
    assert copy.name in problems[0]
    assert SettingsStore(tmp_path).load() == (loaded, []), "the file was mended"


@pytest.mark.parametrize("content", [b"\x00\xff\x80" * 50, b"dear diary\n", b"[other]\na=1\n"])
def test_a_file_that_is_no_settings_file_is_set_aside(tmp_path, qapp, content):
    (tmp_path / "settings.ini").write_bytes(content)
    loaded, problems = SettingsStore(tmp_path).load()
    assert loaded == Settings()
    assert "could not be read" in problems[0]
    (aside,) = tmp_path.glob("settings.ini.damaged-*")
    assert aside.read_bytes() == content


def test_a_newer_programs_settings_are_kept_aside_and_used_as_far_as_they_can_be(tmp_path, qapp):
    SettingsStore(tmp_path).save(OTHER, names())
    path = tmp_path / "settings.ini"
    assert "version=1\n" in path.read_text()
    newer = path.read_text().replace("version=1\n", "version=2\n").replace("size=7", "size=700")
    path.write_text(newer)
    loaded, problems = SettingsStore(tmp_path).load()
    assert (loaded.x, loaded.size) == (OTHER.x, Settings().size)
    assert len(problems) == 1
    assert "newer version" in problems[0]
    (aside,) = tmp_path.glob("settings.ini.newer-*")
    assert aside.name in problems[0]
    assert aside.read_text() == newer
    assert SettingsStore(tmp_path).load() == (loaded, []), "what there is now is of this version"


@hypothesis_settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(content=st.binary(max_size=400), cut=st.integers(0, 400))
def test_any_settings_file_is_survived_and_nothing_of_it_is_lost(tmp_path, qapp, content, cut):
    folder = Path(tempfile.mkdtemp(dir=tmp_path))
    path = folder / "settings.ini"
    good = folder / "good"
    SettingsStore(good).save(OTHER, names())
    text = (good / "settings.ini").read_bytes()
    content = text[:cut] + content + text[cut:]
    path.write_bytes(content)
    loaded, problems = SettingsStore(folder).load()
    assert isinstance(loaded, Settings)
    if problems:
        (copy,) = folder.glob("settings.ini.*-*")
        assert copy.read_bytes() == content
        assert len(problems[0].splitlines()) == 1
    else:
        assert path.read_bytes() == content


@every(
    "values",
    [{"size": 2}, {"size": 26}, {"x": "mc:trials=0"}, {"x": f"mc:trials={10**16}"},
     {"x": "mc:trials=1.5"}, {"o": "mc:current=nan"}, {"o": "mc:other=inf"}, {"o": "mc:other=x"},
     {"machine": "Z"}, {"size": 4, "line": 5}, {"line": 2}, {"reverse": "maybe"}],
)  # fmt: skip
def test_values_out_of_bounds_are_refused(values):
    with pytest.raises(ValueError, match="must"):
        with_values(Settings(), values)


def test_the_command_line_has_every_setting(capsys):
    given = [
        "--size", "7", "--line", "4", "--reverse", "--machine", "both", "--x",
        "mc:trials=123456,current=2.5,other=0.25", "--o", "mc:trials=77", "--no-alike",
        "--min-move-time", "1.5",
        "--heat-values", "mean", "--board-scores", "--theme", "dark", "--animations", "off",
        "--text-scale", "125", "--alternate", "--name", "Ada, the first", "--friend", "Bo",
        "--friend-plays", "X",
    ]  # fmt: skip
    assert with_values(Settings(), arguments.parse(given).settings) == OTHER
    with pytest.raises(SystemExit) as ended:
        arguments.parse(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert all(f"--{name.replace('_', '-')}" in text for name in names())


@every(
    "given",
    [["--size", "2"], ["--size", "x"], ["--machine", "Z"], ["--trials", "0"], ["--shot", "a.png"],
     ["--seed", "-1"], ["--nonsense"]],
)  # fmt: skip
def test_a_bad_command_line_gives_one_line_and_status_2(given, capsys):
    with pytest.raises(SystemExit) as ended:
        arguments.parse(given)
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_another_board_waits_for_the_next_game_and_says_so(user):
    user.click((0, 0))
    user.window.preferences.apply(with_values(user.controller.settings, {"size": 5}))
    assert user.game.rules.size == 3
    assert "next new game" in user.window.notice.text
    user.trigger("again")
    assert user.game.rules.size == 5
    assert "next new game" not in user.window.notice.text


def test_another_board_starts_at_once_where_no_move_was_made(user):
    user.change(size=5, reverse=True)
    assert user.game.rules.size == 5
    assert user.game.rules.reverse
    assert user.window.notice.text == ""


@pytest.mark.uses("files")
def test_a_small_change_neither_restarts_a_game_nor_warns(open_window, tmp_path):
    game = Game(Rules.of(5))
    game.play((0, 0))
    path = tmp_path / "five.tttgame"
    path.write_text(game.to_json())
    user = open_window("--machine", "neither", file=str(path))
    user.window.notice.dismiss()
    user.trigger("scores")
    assert user.window.notice.text == ""
    user.trigger("undo")
    user.trigger("scores")
    assert user.game.rules.size == 5
    user.trigger("redo")
    assert user.game.moves == ((0, 0),)


def test_the_dialog_is_opened_by_its_shortcut_and_stores_what_it_applies(user, tmp_path):
    user.press(Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = user.window.findChild(SettingsDialog)
    assert dialog.isVisible()
    dialog.fields["course"].fields["trials"].set_value(4321)
    dialog.button["ok"].click()
    assert user.controller.settings.trials(PLAYERX) == 4321
    user.qtbot.waitUntil(lambda: SettingsStore(tmp_path).load()[0].course == "mc:trials=4321")


def test_the_dialog_shows_the_settings_of_now_however_often_it_is_opened(user):
    user.trigger("settings")
    (dialog,) = user.window.findChildren(SettingsDialog)
    edit(dialog, OTHER)
    dialog.button["cancel"].click()
    user.change(size=7, line=4)
    user.trigger("settings")
    assert user.window.findChildren(SettingsDialog) == [dialog]
    assert dialog.chosen() == user.controller.settings
    assert dialog.sections.currentRow() == 0
    assert dialog.focusWidget() is dialog.fields["place"]


def test_levels_and_sides_can_be_chosen_from_the_menu(open_window):
    user = open_window("--machine", "neither", "--trials", "77")
    assert not any(action.isChecked() for action in user.window.action.choices["levels"].actions())
    offered = user.window.action.choices["levels"].actions()
    assert [action.data() for action in offered] == list(level.KIND.levels)
    for action in offered:
        action.trigger()
        assert user.controller.settings.player(PLAYERX).level == action.data()
        assert action.isChecked()
        action.trigger()
        assert action.isChecked(), "choosing it again changes nothing"
    x_side = user.window.action.choices["sides"].actions()[0]
    x_side.trigger()
    user.settled()
    assert len(user.game.moves) == 1, "the machine took its turn"


def test_the_theme_changes_the_palette_at_once(open_window):
    user = open_window("--theme", "light")
    light = user.window.palette().window().color()
    user.window.preferences.apply(with_values(user.controller.settings, {"theme": "dark"}))
    assert user.window.palette().window().color().lightness() < light.lightness() / 4
    size = user.window.font().pointSizeF()
    user.window.preferences.apply(with_values(user.controller.settings, {"text_scale": 200}))
    assert user.window.font().pointSizeF() == pytest.approx(2 * size)


def test_the_dialog_fits_a_small_screen_and_large_text(open_window, qapp):
    user = open_window("--text-scale", "250")
    user.trigger("settings")
    (dialog,) = user.window.findChildren(SettingsDialog)
    assert dialog.height() <= user.window.screen().availableSize().height()
    for button in dialog.button.values():
        assert dialog.rect().contains(button.mapTo(dialog, button.rect().bottomRight()))
    last = dialog.fields["text_scale"]
    page = last
    while not isinstance(page, QScrollArea):
        page = page.parentWidget()
    dialog.sections.setCurrentRow(0)
    last.setFocus(Qt.FocusReason.TabFocusReason)
    page.ensureWidgetVisible(last)
    assert not last.visibleRegion().isEmpty()
    dialog.close()


@pytest.mark.parametrize("scale", [100, 200])
def test_nothing_is_cut_in_a_narrow_dialog(open_window, scale):
    user = open_window("--text-scale", str(scale))
    user.trigger("settings")
    (dialog,) = user.window.findChildren(SettingsDialog)
    dialog.resize(420, 740)
    assert dialog.width() == 420
    for place in range(dialog.sections.count()):
        dialog.sections.setCurrentRow(place)
        (area,) = filter(QWidget.isVisible, dialog.findChildren(PageArea))
        user.wait(lambda area=area: area.widget().width() <= area.viewport().width())
    lines = {dialog.sections.visualItemRect(dialog.sections.item(at)).top() for at in range(4)}
    high = dialog.sections.visualItemRect(dialog.sections.item(0)).height()
    assert dialog.sections.height() < (len(lines) + 1) * high, "no room is left empty below it"
    for button in dialog.button.values():
        assert dialog.rect().contains(button.mapTo(dialog, button.rect().bottomRight()))
    dialog.resize(1100 * scale // 100, 740)
    preview = dialog.preview
    user.wait(lambda: preview.mapTo(dialog, QPoint(0, 0)).x() > dialog.width() / 2)
    dialog.close()


def test_letters_find_settings_in_all_sections(dialog):
    dialog.search.setFocus()
    QTest.keyClicks(dialog.search, "weights")
    assert dialog.sections.currentItem().text() == "Machine"
    assert dialog.fields["course"].isVisible()
    assert not dialog.fields["min_move_time"].isVisible()
    dialog.search.setText("volume")
    assert dialog.sections.currentItem().text() == "Look and sound"
    assert dialog.fields["volume"].isVisible()
    assert not dialog.fields["theme"].isVisible()
    assert dialog.sections.item(1).isHidden()
    dialog.search.setText("qqq")
    assert "No setting has these letters." in texts(dialog)
    dialog.search.clear()
    assert dialog.fields["theme"].isVisible()


@pytest.mark.uses("puzzles")
def test_within_a_lesson_or_a_puzzle_the_players_own_settings_are_changed(open_window):
    user = open_window("--size", "5")
    user.trigger("puzzle")
    user.wait(lambda: user.controller.view.task is not None)
    asked = user.controller.game
    user.trigger("settings")
    (dialog,) = user.window.findChildren(SettingsDialog)
    assert dialog.fields["size"].value() == 5
    note = "These are your own settings. The puzzle on the board has its own."
    assert note in texts(dialog)
    dialog.fields["size"].setValue(7)
    dialog.button["ok"].click()
    assert user.controller.view.own.size == 7
    assert user.controller.game is asked
    user.window.shell.clear()
    user.trigger("settings")
    assert dialog.fields["size"].value() == 7
    dialog.close()


def test_a_dialog_opened_again_stands_in_the_middle_of_its_window(open_window):
    user = open_window()
    user.window.resize(780, 780)
    middles = []
    for scale in (100, 75, 80, 120):
        user.change(text_scale=scale)
        user.trigger("settings")
        (dialog,) = (each for each in user.window.findChildren(QDialog) if each.isVisible())
        apart = dialog.frameGeometry().center() - user.window.frameGeometry().center()
        room = user.window.screen().availableGeometry()
        assert room.contains(dialog.frameGeometry())
        if dialog.width() <= user.window.width() and dialog.height() <= user.window.height():
            middles.append(apart.manhattanLength())
        dialog.close()
    assert len(middles) >= 2
    assert max(middles) <= 4
