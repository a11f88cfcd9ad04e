"""The tiles of the start page: games in one click or two, with real clicks and keys."""

from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QPushButton, QRadioButton

from engine import PLAYERO, PLAYERX, Rules
from engine.coach.puzzles import daily
from engine.specs import PlayerSpec
from tests.driver.user import click_on
from tests.engine.course_variants import FILES
from tests.every import every
from ttt_desktop.features.play.new_game import NewGameCard
from ttt_desktop.settings.levels import LastLevels
from ttt_desktop.settings.store import SettingsStore

LADDER = PlayerSpec.parse("level").kind
LEVELS = list(LADDER.levels)
USUAL = PlayerSpec(LADDER).level
BOARDS = [Rules(3, 3), Rules(4, 4), Rules(5, 4), Rules(15, 5)]
FRIEND, PUZZLE, OWN = 4, 5, -1


def ask(user):
    """Open the card with Ctrl+N and return it."""
    with user.qtbot.waitActive(user.window):
        user.window.activateWindow()
    user.board.setFocus()
    user.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    card = user.window.findChild(NewGameCard)
    user.qtbot.waitUntil(card.isActiveWindow)
    return card


@pytest.fixture
def tiles(open_window):
    """Return a function that opens a window, and the tiles over it."""

    def make(*options, **more):
        user = open_window(*options, **more)
        return user, ask(user).tiles

    return make


def press(tile):
    """Click a tile where its picture is."""
    picture = tile.childAt(QPoint(tile.width() // 2, tile.height() // 3))
    click_on(picture)


def set_level(tile, level):
    """Click the step of a level."""
    click_on(tile.meter, tile.meter.target(LEVELS.index(level)).center().toPoint())


def machine(user):
    """Return the text of the machine that plays O."""
    return str(user.controller.settings.player(PLAYERO))


def words(tile):
    return [label.text() for label in tile.findChildren(QLabel)]


# --- how many clicks -----------------------------------------------------------------------


@every(
    ("place", "before"),
    [(0, "mc:hard"), (1, "tree"), (2, "random"), (3, f"level:{LEVELS[0].lower()}")],
)
def test_one_click_plays_a_board_against_the_ladder(user, place, before):
    user.begin_anew(machine="O", x=before, size=6, line=0, reverse=True)
    shown = ask(user).tiles
    press(shown[place])
    assert not shown[place].isVisible()
    assert user.game.rules == BOARDS[place]
    assert machine(user) == f"level:{USUAL.lower()}"
    assert user.controller.settings.machine == "O"


def test_five_in_a_row_at_expert_takes_two_clicks(tiles):
    user, shown = tiles("--machine", "O")
    set_level(shown[3], "Expert")
    assert shown[3].isVisible(), "a step chooses, and does not play"
    press(shown[3])
    assert user.game.rules == Rules(15, 5)
    assert machine(user) == "level:expert"


def test_one_click_plays_with_a_friend(tiles):
    user, shown = tiles("--machine", "O", "--size", "4")
    press(shown[FRIEND])
    assert user.game.rules == Rules(4, 4)
    user.play(((0, 0), (1, 1)))
    assert user.headline == "Player X to move."


def test_the_own_board_leads_to_all_choices(tiles):
    user, shown = tiles("--machine", "O", "--x", "mc:hard")
    press(shown[OWN])
    card = user.window.findChild(NewGameCard)
    assert card.isVisible()
    user.qtbot.waitUntil(card.squares.hasFocus)
    user.qtbot.keyClicks(card.squares, "9")
    click_on(card.start)
    assert user.game.rules == Rules(9, 5)
    assert machine(user) == str(PlayerSpec.parse("mc:hard")), "tiles alone bring the ladder"


@pytest.mark.parametrize("side", ["X", "neither"])
def test_sides_names_and_turns_stay_as_they_were_chosen(tiles, side):
    user, shown = tiles("--machine", side, "--friend-plays", "X", "--name", "Ada", "--alternate",
                        "--min-move-time", "9")  # fmt: skip
    press(shown[0])
    settings = user.controller.settings
    assert (settings.machine, settings.name, settings.alternate) == ("X", "Ada", True)


def test_a_course_file_gives_way_to_the_ladder(tiles):
    user, shown = tiles("--machine", "O")
    user.press(Qt.Key.Key_Escape)
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.window.machine.load(FILES / "plain.py", "mc_move")
    assert ask(user).tiles[OWN].hasFocus(), "Enter alone takes no file away"
    press(shown[0])
    assert user.controller.view.machine_name == ""
    assert machine(user) == f"level:{USUAL.lower()}"


def test_two_machines_that_differ_stay_two(tiles):
    user, shown = tiles("--machine", "O", "--no-alike", "--x", "mc:hard", "--o", "random")
    press(shown[0])
    assert machine(user) == f"level:{USUAL.lower()}"
    assert user.controller.settings.x == str(PlayerSpec.parse("mc:hard"))


# --- the keyboard alone --------------------------------------------------------------------


def test_a_game_is_chosen_with_keys_alone(tiles):
    user, shown = tiles("--machine", "O", "--x", "level:easy")
    user.qtbot.waitUntil(shown[0].hasFocus)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left):
        user.press(key)
    assert shown[3].hasFocus()
    user.press(Qt.Key.Key_Up)
    user.press(Qt.Key.Key_Up)  # there is none above
    assert shown[0].hasFocus()
    user.press(Qt.Key.Key_Tab)
    assert shown[0].meter.hasFocus()
    before = shown[0].meter.value()
    user.press(Qt.Key.Key_Right)
    assert shown[0].meter.value() == before + 1
    user.press(Qt.Key.Key_Down)
    assert shown[3].hasFocus()
    user.press(Qt.Key.Key_Minus)
    user.press(Qt.Key.Key_Minus)
    user.press(Qt.Key.Key_Plus)
    user.press(Qt.Key.Key_Return)
    assert user.game.rules == Rules(15, 5)
    assert machine(user) == f"level:{LEVELS[LEVELS.index(USUAL) - 1].lower()}"


@every("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
@every("on_meter", [False, True])
def test_keys_that_play(user, key, on_meter):
    user.begin_anew(size=3)
    tile = ask(user).tiles[1]
    (tile.meter if on_meter else tile).setFocus()
    user.press(key)
    assert not tile.isVisible()
    assert user.game.rules == Rules(4, 4)


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (("--machine", "O", "--size", "15", "--line", "5"), 3), (("--machine", "X"), 0),
        (("--machine", "neither", "--size", "5"), FRIEND), (("--size", "5"), OWN),
        (("--machine", "O", "--reverse"), OWN),
    ],
)  # fmt: skip
def test_enter_plays_again_what_was_played(tiles, options, place):
    user, shown = tiles("--min-move-time", "9", *options)
    user.qtbot.waitUntil(shown[place].hasFocus)


def test_escape_leaves_all_as_it_was(tiles):
    user, shown = tiles("--machine", "O", "--x", "mc:hard")
    before = user.controller.settings
    set_level(shown[0], LEVELS[0])
    user.press(Qt.Key.Key_Escape)
    assert not shown[0].isVisible()
    assert user.controller.settings == before
    assert ask(user).tiles[0].level == USUAL


# --- what is heard, and what a level is called -----------------------------------------------


def test_each_tile_is_spoken_with_its_board_its_level_and_what_enter_does(tiles):
    _, shown = tiles("--machine", "O")
    for tile in shown:
        assert tile.offer.title in tile.accessibleName()
        assert tile.accessibleDescription().startswith("Enter ")
        if tile.level:
            for level in LEVELS:
                set_level(tile, level)
                said = LADDER.level_title(level, tile.rules, PLAYERO)
                assert tile.accessibleName().endswith(f"Level: {said}")
                assert tile.meter.accessibleName().endswith(f": {said}")
                assert said in words(tile)


def test_the_best_level_is_called_unbeatable_only_where_that_is_proven(tiles):
    user, shown = tiles("--machine", "O")
    best = LEVELS[-1]
    for tile in shown[:4]:
        set_level(tile, best)
    assert "Unbeatable" in words(shown[0])
    assert "Unbeatable" not in words(shown[3])
    assert user.window.findChild(NewGameCard).isVisible()


def test_where_sides_change_a_level_is_called_what_is_true_of_both(tiles):
    both = {LADDER.level_title(LEVELS[-1], Rules(5, 4), mark) for mark in (PLAYERX, PLAYERO)}
    _, shown = tiles("--machine", "O", "--alternate")
    set_level(shown[2], LEVELS[-1])
    title = both.pop() if len(both) == 1 else LEVELS[-1]
    assert f"{title}; sides in turn" in words(shown[2])


# --- the level of each board is remembered ---------------------------------------------------


def test_each_board_remembers_its_level_over_restarts(tiles, tmp_path):
    user, shown = tiles("--machine", "O", folder=tmp_path)
    set_level(shown[3], LEVELS[-1])
    press(shown[3])
    shown = ask(user).tiles
    assert [tile.level for tile in shown[:4]] == [USUAL] * 3 + LEVELS[-1:]
    set_level(shown[0], LEVELS[0])
    press(shown[0])
    user.leave()
    _, shown = tiles("--machine", "O", folder=tmp_path)
    assert [tile.level for tile in shown[:4]] == [LEVELS[0], USUAL, USUAL, LEVELS[-1]]


def test_a_level_that_was_chosen_elsewhere_is_remembered_too(tiles):
    user, shown = tiles("--machine", "O")
    press(shown[1])
    user.window.features["play"].opponents.choose_level(LEVELS[1])
    assert [tile.level for tile in ask(user).tiles[:3]] == [USUAL, LEVELS[1], USUAL]


@pytest.mark.uses("lessons")
def test_lessons_demos_and_other_machines_change_no_remembered_level(tiles):
    user, shown = tiles("--machine", "O", "--x", "mc:hard")
    user.press(Qt.Key.Key_Escape)
    user.change(x=f"level:{LEVELS[0].lower()}", machine="both")
    user.trigger("stop")
    user.change(x="mc:hard", machine="O")
    user.window.features["lessons"].guide.open_own("2-scores")
    user.window.features["lessons"].guide.leave()
    assert ask(user).tiles[0].level == USUAL
    assert shown[0].level == USUAL


@every(
    "kept",
    ["", "3x3", "3x3=", "3x3=nobody", "=;;x=", "3x3=Expert=Easy", "99999x3=Easy", "\x00\u202e",
     "3x3,4x4", "@Rect(1 2 3 4)", "@Invalid()", "@DateTime(x)", "@ByteArray(abc)", "x" * 100_000],
)  # fmt: skip
def test_a_damaged_memory_is_passed_over(tmp_path_factory, kept):
    folder = tmp_path_factory.mktemp("kept")
    (folder / "settings.ini").write_text(f"[settings]\nsize=3\n[layout]\nlevels={kept}\n")
    memory = LastLevels(SettingsStore(folder).levels())
    assert [memory.on(board) for board in BOARDS] == [USUAL] * len(BOARDS)
    memory.keep(BOARDS[0], LEVELS[0])
    assert memory.on(BOARDS[0]) == LEVELS[0]


def test_what_can_be_read_of_a_damaged_memory_is_used(tiles, tmp_path):
    kept = f"3x3=nobody;15x5={LEVELS[0]};?"
    (tmp_path / "settings.ini").write_text(f'[settings]\nsize=3\n[layout]\nlevels="{kept}"\n')
    _, shown = tiles("--machine", "O", folder=tmp_path)
    assert [tile.level for tile in shown[:4]] == [USUAL] * 3 + LEVELS[:1]


# --- room ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", ["75", "100", "200", "250"])
def test_all_is_large_enough_to_be_hit_and_nothing_is_cut(tiles, scale):
    user, shown = tiles("--machine", "neither", "--text-scale", scale)
    for tile in shown:
        tile.setFocus()
        if tile.meter is not None:
            for place in range(tile.meter.maximum() + 1):
                step = tile.meter.target(place)
                assert min(step.width(), step.height()) >= 28
        for label in tile.findChildren(QLabel):
            assert label.width() >= QFontMetricsF(label.font()).horizontalAdvance(label.text()) - 1
            assert tile.rect().contains(label.geometry())
    card = user.window.findChild(NewGameCard)
    assert card.screen().availableGeometry().contains(card.frameGeometry())
    assert min(each.height() for each in card.findChildren(QPushButton) if each.isVisible()) >= 28
    click_on(card.more)
    for kind in (QPushButton, QRadioButton, QComboBox, QAbstractSpinBox):
        found = [each for each in card.findChildren(kind) if each.isVisible()]
        assert found
        assert min(each.height() for each in found) >= 28
    assert card.screen().availableGeometry().contains(card.frameGeometry())


def test_keys_bring_a_tile_into_sight(tiles):
    user, shown = tiles("--machine", "O", "--text-scale", "250")
    card = user.window.findChild(NewGameCard)
    card.resize(card.width(), 420)
    user.qtbot.waitUntil(shown[0].hasFocus)
    assert shown[OWN].visibleRegion().isEmpty()
    while not shown[OWN].hasFocus():
        user.press(Qt.Key.Key_Right)
    assert not shown[OWN].visibleRegion().isEmpty()


# --- pictures that move --------------------------------------------------------------------


def test_pictures_move_only_where_animations_are_on_and_only_while_seen(tiles):
    user, shown = tiles("--machine", "O")
    card = user.window.findChild(NewGameCard)

    def clocks():
        return [each for each in card.findChildren(QTimer) if each.isActive()]

    assert clocks() == []
    still = [tile.grab().toImage() for tile in shown]
    user.press(Qt.Key.Key_Escape)
    user.change(animations="on")
    ask(user)
    assert len(clocks()) == 1
    user.wait(lambda: [tile.grab().toImage() for tile in shown] != still)
    click_on(card.more)
    assert clocks() == []
    click_on(card.back)
    assert len(clocks()) == 1
    user.press(Qt.Key.Key_Escape)
    assert clocks() == []


@pytest.mark.uses("puzzles")
def test_one_click_sets_todays_puzzle_up(tiles):
    user, shown = tiles("--machine", "O")
    puzzle = daily(date.today())
    assert str(puzzle.title) in words(shown[PUZZLE])
    press(shown[PUZZLE])
    assert user.window.features["puzzles"].puzzler.attempt.puzzle == puzzle
    assert user.game.board.rows == puzzle.board.rows
