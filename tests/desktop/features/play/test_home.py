"""Play's home: games in one click or two, with real clicks and keys; where one was; how it went."""

from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QLabel, QPushButton

from engine import PLAYERO, PLAYERX, Rules
from engine.coach.puzzles import daily
from engine.specs import PlayerSpec
from tests.desktop.past import add, record
from tests.desktop.texts import Brackets, untranslated
from tests.driver.user import click_on
from tests.engine.course_variants import FILES
from tests.every import every
from ttt_desktop.features.play.boards import AGAINST_MACHINES, FOR_TWO
from ttt_desktop.features.play.last_results import result_note
from ttt_desktop.look.parts import FILLED, Button
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.settings.levels import LastLevels, ladder_texts
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.start import app as desktop
from ttt_desktop.start import arguments
from ttt_desktop.work.places import Places

LADDER = PlayerSpec.parse("level").kind
LEVELS = list(LADDER.levels)
USUAL = PlayerSpec(LADDER).level
THREE, FIVE, GOMOKU, REVERSE = range(4)


def ask(user):
    """Open the home with Ctrl+N and return it."""
    with user.qtbot.waitActive(user.window):
        user.window.activateWindow()
    user.board.setFocus()
    user.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    return user.page("play")


@pytest.fixture
def home(open_window):
    """Return a function that opens a window, and the home in it."""

    def make(*options, **more):
        user = open_window(*options, **more)
        return user, ask(user)

    return make


def press(tile):
    """Click a tile where its picture is, of which the page may have to show more."""
    tile.window().shell.pages["play"].ensureWidgetVisible(tile)
    click_on(tile, tile.picture.geometry().center())


def set_level(tile, level):
    """Set a level with clicks beside the stepper's text."""
    stepper = tile.stepper
    apart = LEVELS.index(level) - LEVELS.index(tile.level)
    for _ in range(abs(apart)):
        x = stepper.width() - 8 if apart > 0 else 8
        click_on(stepper, QPoint(x, stepper.height() // 2))
    assert tile.level == level


def machine(user):
    """Return the text of the machine that plays O."""
    return str(user.controller.settings.player(PLAYERO))


def words(part):
    return [label.text() for label in part.findChildren(QLabel) if label.isVisible()]


# --- how many clicks -----------------------------------------------------------------------


@every(
    ("place", "before"),
    [(THREE, "mc:hard"), (FIVE, "tree"), (GOMOKU, "random"),
     (REVERSE, f"level:{LEVELS[0].lower()}")],
)  # fmt: skip
def test_one_click_plays_a_board_against_the_ladder(user, place, before):
    user.begin_anew(machine="O", x=before, size=6, line=0, reverse=True)
    shown = ask(user)
    press(shown.machines[place])
    assert not shown.isVisible()
    assert user.window.shell.pages.shows_board
    assert user.game.rules == AGAINST_MACHINES[place]
    assert machine(user) == f"level:{USUAL.lower()}"
    assert user.controller.settings.machine == "O"


def test_five_in_a_row_at_expert_is_one_click_once_the_level_is_set(home):
    user, shown = home("--machine", "O")
    set_level(shown.machines[GOMOKU], "Expert")
    assert shown.isVisible(), "a step chooses, and does not play"
    press(shown.machines[GOMOKU])
    assert user.game.rules == Rules(15, 5)
    assert machine(user) == "level:expert"


@every("rules", FOR_TWO)
def test_a_chip_and_a_click_play_with_a_friend(user, rules):
    user.begin_anew(machine="O", size=6, line=0)
    shown = ask(user)
    shown.ensureWidgetVisible(shown.friend)
    click_on(shown.friend.chips[rules])
    assert shown.isVisible(), "a chip chooses, and does not play"
    press(shown.friend)
    assert user.game.rules == rules
    user.play(((0, 0),))
    assert user.headline == "Player O to move."


@every("size", [4, 9])
def test_one_click_plays_a_further_board(user, size):
    user.begin_anew(machine="O", x="random")
    shown = ask(user)
    (chip,) = [chip for rules, chip in shown.more.chips.items() if rules.size == size]
    shown.ensureWidgetVisible(shown.more)
    click_on(chip)
    assert user.game.rules.size == size
    assert machine(user) == f"level:{USUAL.lower()}"


def test_more_leads_to_all_choices_and_back(home):
    user, shown = home("--machine", "O", "--x", "mc:hard")
    press(shown.more)
    page = user.page("new_game")
    assert page.isVisible()
    user.wait(page.squares.hasFocus)
    user.qtbot.keyClicks(page.squares, "9")
    click_on(page.start)
    assert user.game.rules == Rules(9, 5)
    assert machine(user) == str(PlayerSpec.parse("mc:hard")), "tiles alone bring the ladder"


@pytest.mark.parametrize("side", ["X", "neither"])
def test_sides_names_and_turns_stay_as_they_were_chosen(home, side):
    user, shown = home("--machine", side, "--friend-plays", "X", "--name", "Ada", "--alternate",
                       "--min-move-time", "9")  # fmt: skip
    press(shown.machines[THREE])
    settings = user.controller.settings
    assert (settings.machine, settings.name, settings.alternate) == ("X", "Ada", True)


def test_a_course_file_gives_way_to_the_ladder(open_window):
    user = open_window("--machine", "O")
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.window.machine.load(FILES / "plain.py", "mc_move")
    shown = ask(user)
    assert shown.ringed is shown.more, "Enter alone takes no file away"
    press(shown.machines[THREE])
    assert user.controller.view.machine_name == ""
    assert machine(user) == f"level:{USUAL.lower()}"


def test_two_machines_that_differ_stay_two(home):
    user, shown = home("--machine", "O", "--no-alike", "--x", "mc:hard", "--o", "random")
    press(shown.machines[THREE])
    assert machine(user) == f"level:{USUAL.lower()}"
    assert user.controller.settings.x == str(PlayerSpec.parse("mc:hard"))


@pytest.mark.uses("puzzles")
def test_one_click_sets_todays_puzzle_up(home):
    user, shown = home("--machine", "O")
    puzzle = daily(date.today())
    (tile,) = shown.offers
    assert str(puzzle.title) in " ".join(words(tile))
    press(tile)
    assert user.window.features["puzzles"].puzzler.attempt.puzzle == puzzle
    assert user.game.board.rows == puzzle.board.rows


# --- the keyboard alone --------------------------------------------------------------------


def test_a_game_is_chosen_with_keys_alone(open_window):
    user = open_window("--machine", "O", "--x", "level:easy", docks=())
    user.window.resize(1280, 800)
    shown = ask(user)
    user.wait(shown.machines[THREE].hasFocus)
    user.press(Qt.Key.Key_Right)
    user.press(Qt.Key.Key_Right)
    assert shown.machines[GOMOKU].hasFocus()
    assert shown.ringed is shown.machines[GOMOKU]
    user.press(Qt.Key.Key_Down)
    assert shown.ringed in (*shown.offers, shown.friend, shown.more)
    user.press(Qt.Key.Key_Up)
    assert shown.ringed in shown.machines
    user.press(Qt.Key.Key_Up)  # there is none above
    assert shown.ringed in shown.machines
    shown.machines[GOMOKU].setFocus()
    before = LEVELS.index(shown.machines[GOMOKU].level)
    user.press(Qt.Key.Key_Tab)
    assert shown.machines[GOMOKU].stepper.hasFocus()
    user.press(Qt.Key.Key_Right)
    assert LEVELS.index(shown.machines[GOMOKU].level) == before + 1
    for key in (Qt.Key.Key_Minus, Qt.Key.Key_Minus, Qt.Key.Key_Plus):
        user.press(key)
    user.press(Qt.Key.Key_Return)
    assert user.game.rules == Rules(15, 5)
    assert machine(user) == f"level:{LEVELS[before].lower()}"


@every("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_keys_that_play(user, key):
    user.begin_anew(size=3, line=0)
    tile = ask(user).machines[FIVE]
    tile.setFocus()
    user.press(key)
    assert not tile.isVisible()
    assert user.game.rules == Rules(5, 4)


def test_plus_and_minus_choose_the_board_of_two_players(home):
    user, shown = home("--machine", "neither")
    shown.friend.setFocus()
    for key in (Qt.Key.Key_Minus, Qt.Key.Key_Plus, Qt.Key.Key_Plus):
        user.press(key)
    user.press(Qt.Key.Key_Return)
    assert user.game.rules == Rules(5, 4)


@pytest.mark.parametrize(
    ("options", "ringed"),
    [
        (("--machine", "O", "--size", "15", "--line", "5"), lambda shown: shown.machines[GOMOKU]),
        (("--machine", "X"), lambda shown: shown.machines[THREE]),
        (("--machine", "O", "--reverse"), lambda shown: shown.machines[REVERSE]),
        (("--machine", "neither", "--size", "5", "--line", "4"), lambda shown: shown.friend),
        (("--size", "7"), lambda shown: shown.more),
    ],
)
def test_enter_plays_again_what_was_played(home, options, ringed):
    user, shown = home("--min-move-time", "9", *options)
    assert shown.ringed is ringed(shown)
    user.wait(ringed(shown).hasFocus)
    assert [tile for tile in shown.tiles if tile.ringed] == [ringed(shown)]


def test_escape_leads_back_to_the_board_as_it_was(home):
    user, shown = home("--machine", "O", "--x", "mc:hard")
    user.window.shell.pages.open_board()
    user.click((1, 1))
    user.settled()
    before = user.controller.settings
    shown = ask(user)
    set_level(shown.machines[THREE], LEVELS[0])
    user.press(Qt.Key.Key_Escape)
    assert user.window.shell.pages.shows_board
    assert user.controller.settings == before
    assert ask(user).machines[THREE].level == USUAL


# --- what is heard, and what a level is called -----------------------------------------------


def test_each_tile_is_spoken_with_its_board_its_level_and_what_enter_does(home, monkeypatch):
    heard = []
    monkeypatch.setattr(Announcer, "say", lambda _announcer, sentence: heard.append(sentence))
    _, shown = home("--machine", "O")
    for tile in shown.machines:
        tile.setFocus()
        assert tile.accessibleDescription().startswith("Enter ")
        for text in ladder_texts(tile.rules, (PLAYERO,)):
            set_level(tile, LEVELS[int(text[0]) - 1])
            assert tile.accessibleName().endswith(f"Level: {text}")
            assert tile.stepper.text() == text
    assert heard[-1] == "Level: 7 · Unbeatable"
    names = [tile.accessibleName() for tile in shown.tiles]
    assert names[:2] == [
        "3 × 3, Three in a row. Level: 7 · Unbeatable",
        f"5 × 5, Four in a row. Level: {ladder_texts(Rules(5, 4), (PLAYERO,))[-1]}",
    ]
    assert all(tile.accessibleDescription() for tile in shown.tiles)


def test_the_best_level_is_called_unbeatable_only_where_that_is_proven(home):
    _, shown = home("--machine", "O")
    for tile in shown.machines:
        set_level(tile, LEVELS[-1])
    assert shown.machines[THREE].stepper.text() == "7 · Unbeatable"
    assert shown.machines[GOMOKU].stepper.text() == "7 · Master"


def test_a_tile_says_where_you_are_not_x(home):
    _, shown = home("--machine", "X", "--min-move-time", "9")
    assert "Three in a row · you are O" in words(shown.machines[THREE])
    both = ladder_texts(Rules(5, 4), (PLAYERX, PLAYERO))[-1]
    _, shown = home("--machine", "O", "--alternate")
    set_level(shown.machines[FIVE], LEVELS[-1])
    assert "Four in a row · sides in turn" in words(shown.machines[FIVE])
    assert shown.machines[FIVE].stepper.text() == both


def test_the_home_speaks_the_users_language(qapp, home):
    translator = Brackets()
    assert qapp.installTranslator(translator)
    try:
        _, shown = home("--machine", "O")
        assert untranslated(shown) == []
    finally:
        qapp.removeTranslator(translator)


# --- the level of each board is remembered ---------------------------------------------------


def levels_shown(shown):
    return [tile.level for tile in shown.machines]


def test_each_board_remembers_its_level_over_restarts(home, tmp_path):
    user, shown = home("--machine", "O", folder=tmp_path)
    set_level(shown.machines[GOMOKU], LEVELS[-1])
    press(shown.machines[GOMOKU])
    shown = ask(user)
    assert levels_shown(shown) == [USUAL, USUAL, LEVELS[-1], USUAL]
    set_level(shown.machines[REVERSE], LEVELS[0])
    press(shown.machines[REVERSE])
    user.leave()
    _, shown = home("--machine", "O", folder=tmp_path)
    assert levels_shown(shown) == [USUAL, USUAL, LEVELS[-1], LEVELS[0]]


def test_a_level_that_was_chosen_elsewhere_is_remembered_too(home):
    user, shown = home("--machine", "O")
    press(shown.machines[FIVE])
    user.window.features["play"].opponents.choose_level(LEVELS[1])
    assert levels_shown(ask(user)) == [USUAL, LEVELS[1], USUAL, USUAL]


@pytest.mark.uses("lessons")
def test_lessons_demos_and_other_machines_change_no_remembered_level(open_window):
    user = open_window("--machine", "O", "--x", "mc:hard")
    user.change(x=f"level:{LEVELS[0].lower()}", machine="both")
    user.trigger("stop")
    user.change(x="mc:hard", machine="O")
    user.window.features["lessons"].guide.open_own("2-scores")
    user.window.features["lessons"].guide.leave()
    assert ask(user).machines[THREE].level == USUAL


@every(
    "kept",
    ["", "3x3", "3x3=", "3x3=nobody", "=;;x=", "3x3=Expert=Easy", "99999x3=Easy", "\x00\u202e",
     "3x3,4x4", "@Rect(1 2 3 4)", "@Invalid()", "@DateTime(x)", "@ByteArray(abc)", "x" * 100_000,
     "3x3rr=Easy"],
)  # fmt: skip
def test_a_damaged_memory_is_passed_over(tmp_path_factory, kept):
    folder = tmp_path_factory.mktemp("kept")
    (folder / "settings.ini").write_text(f"[settings]\nsize=3\n[layout]\nlevels={kept}\n")
    memory = LastLevels(SettingsStore(folder).levels())
    boards = AGAINST_MACHINES
    assert [memory.on(board) for board in boards] == [USUAL] * len(boards)
    memory.keep(boards[0], LEVELS[0])
    assert [memory.on(board) for board in boards] == LEVELS[:1] + [USUAL] * 3


def test_what_can_be_read_of_a_damaged_memory_is_used(home, tmp_path):
    kept = f"3x3=nobody;15x5={LEVELS[0]};?"
    (tmp_path / "settings.ini").write_text(f'[settings]\nsize=3\n[layout]\nlevels="{kept}"\n')
    _, shown = home("--machine", "O", folder=tmp_path)
    assert levels_shown(shown) == [USUAL, USUAL, LEVELS[0], USUAL]


# --- where one was ---------------------------------------------------------------------------


def start(open_window, *options, **more):
    """Return somebody who has just started the program, which shows what it opens with."""
    return open_window(*options, home=True, docks=(), **more)


def test_a_first_start_greets_and_one_click_plays(open_window):
    user = start(open_window)
    shown = user.page("play")
    assert shown.isVisible()
    assert "Welcome! Click a board and you are playing." in words(shown.strip)
    assert f"You are X and move first. The machine plays at level {LEVELS.index(USUAL) + 1} of 7." \
        in words(shown.strip)  # fmt: skip
    press(shown.ringed)
    assert user.game.rules == Rules(3, 3)
    user.click((1, 1))
    user.settled()
    assert len(user.game.moves) == 2


@pytest.mark.uses("lessons")
def test_the_greeting_leads_to_how_the_machine_thinks(open_window):
    user = start(open_window)
    click_on(user.page("play").strip.explain)
    assert user.window.shell.pages.place == "learn"


def test_who_wishes_for_a_game_gets_the_board_at_once(open_window):
    user = start(open_window, "--size", "4")
    assert user.window.shell.pages.shows_board
    assert user.page("play") is None
    assert user.game.rules.size == 4


@pytest.mark.parametrize("place", ["play", "puzzles", "learn", "you"])
def test_the_program_opens_with_the_place_that_was_chosen(open_window, place):
    user = start(open_window, "--place", place)
    assert user.window.shell.pages.place == place
    assert not user.window.shell.pages.shows_board


def unfinished(open_window, tmp_path, *options):
    """Return somebody who has left a game against the machine and come back."""
    first = open_window("--machine", "O", "--x", "random", *options, folder=tmp_path)
    first.window.shell.pages.open_board()
    first.click((1, 1))
    first.settled()
    moves = first.game.moves
    first.leave()
    return start(open_window, folder=tmp_path), moves


def test_an_unfinished_game_waits_and_is_resumed_with_one_click(open_window, tmp_path):
    user, moves = unfinished(open_window, tmp_path)
    shown = user.page("play")
    assert user.game.moves == moves
    assert "Your 3 × 3 game is kept" in words(shown.strip)
    assert "Move 3, your turn · against 4 · Medium" in words(shown.strip)
    assert [each.text() for each in shown.findChildren(Button)
            if each.isVisible() and each.kind == FILLED] == ["Resume"]  # fmt: skip
    click_on(shown.strip.resume)
    assert user.window.shell.pages.shows_board
    user.click(user.game.board.get_empty_squares()[0])
    user.settled()
    assert len(user.game.moves) == 4


def test_the_machine_moves_once_its_game_is_resumed_and_not_before(open_window, tmp_path):
    first = open_window("--machine", "O", "--x", "mc:trials=1000000000", folder=tmp_path)
    first.click((1, 1))
    first.leave()
    user = start(open_window, "--min-move-time", "0", folder=tmp_path)
    assert "Move 2, the machine's turn" in " ".join(words(user.page("play").strip))
    user.linger(0.1)
    assert user.idle()
    click_on(user.page("play").strip.resume)
    user.wait(lambda: not user.idle())
    user.trigger("stop")
    user.settled()
    assert len(user.game.moves) == 2


def test_not_now_takes_the_strip_away_and_the_game_stays(open_window, tmp_path):
    user, moves = unfinished(open_window, tmp_path)
    shown = user.page("play")
    click_on(shown.strip.later)
    assert not shown.strip.isVisible()
    assert user.game.moves == moves
    user.trigger("new")
    assert not shown.strip.isVisible()
    press(shown.machines[FIVE])
    user.click((2, 2))
    user.trigger("new")
    assert shown.strip.isVisible(), "another game is kept now"
    assert "Your 5 × 5 game is kept" in words(shown.strip)


def test_a_game_that_was_given_up_is_resumed_from_the_strip(open_window, tmp_path):
    user, moves = unfinished(open_window, tmp_path)
    press(user.page("play").machines[FIVE])
    shown = ask(user)
    assert {"Your 3 × 3 game is kept", "Move 3"} <= set(words(shown.strip))
    click_on(shown.strip.resume)
    assert user.game.moves == moves
    assert user.window.shell.pages.shows_board


def test_no_machine_plays_before_the_board_is_seen(open_window, tmp_path):
    (tmp_path / "settings.ini").write_text("[settings]\nmachine=X\nx=random\n")
    user = start(open_window, folder=tmp_path)
    user.linger(0.1)
    assert user.game.moves == ()
    user.window.shell.pages.open_board()
    user.settled()
    assert len(user.game.moves) == 1


def test_a_notice_of_the_start_is_seen_on_the_home(qapp, qtbot, tmp_path):
    made = desktop.build(
        qapp, Places.together(tmp_path), arguments.parse(["--no-sound"]), ["Something is wrong."]
    )
    try:
        with qtbot.waitActive(made.window):
            made.window.show()
            made.window.activateWindow()
        made.begin()
        assert made.window.shell.pages["play"].isVisible()
        assert made.window.notice.isVisible()
        assert made.window.notice.text == "Something is wrong."
        made.window.shell.pages.open_board()
        assert made.window.notice.isVisible()
        assert made.window.shell.desk.panel.isAncestorOf(made.window.notice)
    finally:
        made.window.close()
        made.runner.shut_down()
        made.close()


# --- how it went -----------------------------------------------------------------------------


def ended(days):
    """Return the time of a game that ended so many days ago."""
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="seconds")


def against(level, outcome="X", **values):
    """Return a game of the past against a level."""
    level_is = {"o_player": f"level:{level.lower()}", "opponent": f"level/{level}"}
    return record(outcome, **(level_is | values))


def test_a_tile_says_how_the_last_game_there_ended(open_window):
    user = open_window("--machine", "O")
    add(
        user,
        against(USUAL, "X", ended=ended(3)), against(USUAL, "O", ended=ended(0)),
        record("X", ended=ended(0)), against(USUAL, "X", size=5, line=4, ended=ended(1)),
    )  # fmt: skip
    shown = ask(user)
    user.wait(lambda: shown.machines[THREE].note != "")
    notes = [tile.note for tile in shown.machines]
    assert notes == ["Lost today", "✓ Won yesterday", "", ""]
    assert shown.machines[THREE].accessibleName().endswith("Lost today")


@every(
    ("days", "said"),
    [(0, "Tie today"), (1, "Tie yesterday"), (2, "Tie on Sunday"), (6, "Tie on Wednesday"),
     (7, "Tie on 28 Apr 2026"), (-1, "Tie on 6 May 2026")],
)  # fmt: skip
def test_how_a_day_is_called(days, said):
    today = date(2026, 5, 5)
    noon = datetime(2026, 5, 5, 12).astimezone() - timedelta(days=days)
    game = against(USUAL, "tie", ended=noon.astimezone(UTC).isoformat(timespec="seconds"))
    assert result_note(game, today) == said


# --- room ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(360, 480), (420, 740), (980, 700), (1366, 768)])
@pytest.mark.parametrize("scale", ["100", "200"])
def test_nothing_is_cut_and_no_page_scrolls_sideways(open_window, tmp_path, size, scale):
    user, _ = unfinished(open_window, tmp_path, "--text-scale", scale)
    user.change(text_scale=int(scale))
    user.window.resize(*size)
    user.linger(0.05)
    shown = user.page("play")
    assert shown.widget().width() <= shown.viewport().width()
    for tile in shown.tiles:
        for label in tile.findChildren(QLabel):
            if label.isVisible():
                assert tile.rect().contains(label.geometry())
                longest = max(QFontMetricsF(label.font()).horizontalAdvance(word)
                              for word in (label.text() or " ").split(" "))  # fmt: skip
                assert label.width() >= longest - 1
    least = min(each.height() for each in shown.findChildren(QPushButton) if each.isVisible())
    assert least >= 36 * int(scale) // 100


@every(("width", "columns"), [(420, 1), (980, 2), (1366, 4)])
def test_columns_are_four_two_or_one(user, width, columns):
    user.window.resize(width, 800)
    shown = ask(user)
    user.linger(0.05)
    tops = [tile.geometry().top() for tile in shown.machines]
    assert tops.count(tops[0]) == columns


def test_keys_bring_a_tile_into_sight(home):
    user, shown = home("--machine", "O", "--text-scale", "200")
    user.wait(shown.machines[THREE].hasFocus)
    assert shown.more.visibleRegion().isEmpty()
    for _ in shown.tiles[1:]:
        user.press(Qt.Key.Key_Right)
    assert shown.more.hasFocus()
    assert not shown.more.visibleRegion().isEmpty()
