"""Lessons: every one walked to its end by clicks, what they claim, their files, leaving them."""

import itertools
import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QToolButton

from engine import Limit, Truth, parse_square
from engine.record import read_record
from engine.search.tree import TreeSearch
from tests.desktop.features.lessons.own import GOOD, KEYS, WORDS, lesson_of, with_all
from tests.desktop.pupil import Pupil
from tests.driver.user import advance, click_on
from tests.every import every
from ttt_desktop.features import FEATURES
from ttt_desktop.features.lessons import library
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.start import app

PERFECT = {"The mirror", "And then?", "Whose turn is it?"}
"""Steps whose squares are the best moves, and not what the machine likes."""

WORDS_A_MINUTE, MINUTES_A_STEP = 130, 0.1
"""How fast somebody reads who also looks at the board, and what a step takes besides."""

LONGEST = 5.6
"""The most minutes of a lesson: all take about five."""


@pytest.fixture
def pupil(open_window):
    return Pupil(open_window("--machine", "O", "--trials", "50"))


def test_the_keyboard_stays_in_the_panel_when_its_button_goes_off(pupil):
    pupil.open("2b-why-random")
    steps = lesson_of("2b-why-random").steps[:4]
    for step in steps:
        if step.question:
            pupil.answer(step.question)
        pupil.settled()
        if step is not steps[-1]:
            pupil.next()
    name = "Four times as many"
    (button,) = (each for each in pupil.panel.findChildren(QToolButton) if each.text() == name)
    button.setFocus()
    pupil.user.wait(button.hasFocus)
    QTest.keyClick(button, Qt.Key.Key_Space)
    pupil.settled()
    assert pupil.panel.isAncestorOf(QApplication.focusWidget())


# --- walked to their ends -------------------------------------------------------------------


@pytest.mark.uses("theatre")
@with_all
@pytest.mark.parametrize("key", KEYS)
def test_every_lesson_is_walked_to_its_end_by_clicks(pupil, key):
    lesson, words = lesson_of(key), WORDS
    pupil.open(key)
    for number, step in enumerate(lesson.steps, start=1):
        pupil.back()
        assert f"{lesson.title} ({number} of {len(lesson.steps)})" in pupil.reads
        assert {step.title, *step.begin.text} <= set(pupil.reads)
        part = step.begin
        if step.question is not None:
            assert step.question.text in pupil.reads
            assert not pupil.can_go_on, "the answer comes first"
            assert not set(step.reveal.text) & set(pupil.reads)
            moves = pupil.user.game.moves
            pupil.answer(step.question)
            pupil.back()
            assert any(text.startswith("Right: ") for text in pupil.reads)
            assert set(step.reveal.text) <= set(pupil.reads)
            part = step.reveal
            if part.setup.moves == step.begin.setup.moves:
                assert pupil.user.game.moves == moves, "a guess is no move"
        check_app(pupil, part, words)
        pupil.settled()
        if number < len(lesson.steps):
            pupil.next()
    assert pupil.can_go_on
    following = dict(itertools.pairwise(KEYS)).get(key)
    assert pupil.panel.button["next"].text() == ("Next lesson" if following else "Finish")
    pupil.next()
    if following:
        assert lesson_of(following).steps[0].title in pupil.reads
    else:
        assert "Lessons" in pupil.reads
        assert not pupil.window.features["lessons"].guide.active


def check_app(pupil, part, words):
    """Assert that the app shows what a part of a step asks for."""
    window, controller = pupil.window, pupil.user.controller
    shown = {name for name in words.docks if not window.docks[name].isHidden()}
    assert shown == set(part.setup.docks)
    assert controller.game.rules == part.setup.rules
    assert controller.game.moves == part.setup.moves
    assert controller.settings == part.setup.applied(controller.settings)
    for name in part.buttons:
        offered = [button.defaultAction() for button in window.docks["lesson"].findChildren(
                   type(window.docks["theatre"].button["step"])) if button.isVisible()]  # fmt: skip
        assert window.action[name] in offered


SOME = KEYS[::3]
"""Lessons with questions of each kind."""


@with_all
@pytest.mark.parametrize(
    "key", [key if key in SOME else pytest.param(key, marks=pytest.mark.nightly) for key in KEYS]
)
def test_every_wrong_answer_is_told_apart(pupil, key):
    pupil.open(key)
    for step in lesson_of(key).steps:
        if step.question is not None:
            pupil.back()
            pupil.answer(step.question, right=False)
            pupil.back()
            verdicts = [text for text in pupil.reads if text.startswith("Not ")]
            assert len(verdicts) == 1
            pupil.settled()
        pupil.back()
        pupil.next()


@every("key", KEYS)
def test_a_lesson_takes_about_five_minutes(key):
    lesson = lesson_of(key)
    words = sum(len(text.split()) for text in lesson.texts())
    minutes = words / WORDS_A_MINUTE + MINUTES_A_STEP * len(lesson.steps)
    assert minutes <= LONGEST, f"{words} words in {len(lesson.steps)} steps"


def test_what_lessons_say_that_the_machine_likes_is_so():
    asked = 0
    for key in KEYS:
        for step in lesson_of(key).steps:
            if step.question is None or not step.question.squares:
                continue
            setup = step.reveal.setup if step.title == "Can the weights help?" else step.begin.setup
            game, given = setup.game(), dict(setup.settings)
            truth = Truth.of(game.board, game.to_move)
            weights = float(given.get("current", 1)), float(given.get("other", 1))
            liked = set(truth.favourites(*weights))
            best = {square for square, worth in truth.values.items() if worth == truth.best_value}
            expected = best if step.title in PERFECT else liked
            assert step.question.squares == expected, (key, step.title)
            asked += 1
    assert asked >= 10


def test_the_numbers_in_the_blind_spot_are_the_exact_ones():
    (text,) = (text for text in lesson_of("4-blind-spot").texts() if "0.167" in text)
    step = lesson_of("4-blind-spot").steps[0]
    game = step.begin.setup.game()
    truth = Truth.of(game.board, game.to_move)
    means = truth.tally.mean(truth.player)
    corner, edge = re.findall(r"\d\.\d+", text)
    assert means[0][2] == pytest.approx(float(corner), abs=5e-4)
    assert means[0][1] == pytest.approx(float(edge), abs=5e-4)


def test_the_tree_sees_what_the_lesson_says_it_sees():
    steps, large = ({step.title: step for step in lesson_of(key).steps}
                    for key in ("6-tree", "6a-large-board"))  # fmt: skip
    for seed in range(20):
        trap = steps["How many does it take?"].reveal.setup.game()
        found = TreeSearch(trap.board, trap.to_move, Limit(trials=100), seed).result()
        assert found.count < 100
        worth = {square: found.proven(square) for square in trap.board.get_empty_squares()}
        assert {square for square, value in worth.items() if value == -1} == {(0, 2), (2, 0)}
        assert set(worth.values()) == {-1, 0}
        reply = steps["Whose turn is it?"].begin.setup.game()
        found = TreeSearch(reply.board, reply.to_move, Limit(trials=100), seed).result()
        assert found.best == [(2, 0)]
        assert found.proven((2, 0)) == 1
        threats = large["Threats"].begin.setup.game()
        found = TreeSearch(threats.board, threats.to_move, Limit(trials=2000), seed).result()
        assert (found.count, found.outcome) == (0, 1)


@pytest.mark.uses("tree")
def test_the_first_simulations_go_where_the_lesson_says(pupil):
    pupil.open("6-tree")
    for _ in range(2):
        advance(pupil.window.features["lessons"].guide)
        pupil.settled()
    advance(pupil.window.features["lessons"].guide)
    dock = pupil.window.docks["tree"]
    walks = []
    for _ in range(2):
        pupil.user.trigger("tree_step")
        assert "proven, a loss for O" in dock.sentence
        walks.append(dock.grower.walk)
    assert set(walks) == {((0, 2),), ((2, 0),)}
    drawn = {node.line for node in dock.picture.nodes}
    assert {(square,) for square in pupil.user.game.board.get_empty_squares()} <= drawn


@pytest.mark.uses("lab")
def test_the_published_experiment_says_what_the_lesson_says(pupil):
    pupil.open("7-measure")
    pupil.next()
    pupil.answer(lesson_of("7-measure").steps[1].question)
    pupil.settled()
    standings = {
        each.pairing.value: each for each in pupil.user.page("experiment").lab.summary.standings
    }
    assert standings["5000"].ties == 100
    assert standings["5000"].share_of(100).low == pytest.approx(0.80, abs=0.005)
    text = " ".join(lesson_of("7-measure").texts())
    table = pupil.user.page("experiment").tables.pairings.model()
    titles = [table.headerData(column, Qt.Orientation.Horizontal) for column in
              range(table.columnCount())]  # fmt: skip
    for title in ("Ties, 95 %", "Different games", "Difference, points"):
        assert f'"{title}"' in text
        assert title in titles
    told = pupil.user.page("experiment").tables.differences.toPlainText()
    assert "trials 50 and 25 would hold; when all 8 comparisons of this table are counted" in told
    assert "The games cannot tell trials 10 from 5" in told
    for trials, said in (("25", "51 of 100"), ("50", "67")):
        ties = standings[trials].ties
        assert f"{ties} of 100".startswith(said)
        share = standings[trials].share_of(ties)
        assert f"{share.low:.0%} to {share.high:.0%}".replace("%", " %") in text


# --- using one --------------------------------------------------------------------------------


@pytest.mark.uses("heat")
def test_the_answer_can_be_told_and_steps_gone_back_over(pupil):
    pupil.open("4-blind-spot")
    pupil.click(pupil.panel.button["tell"])
    assert "The answer: C1, A3." in pupil.reads
    pupil.settled()
    pupil.next()
    assert pupil.user.game.moves[-1] == parse_square("C1", 3)
    pupil.click(pupil.panel.button["back"])
    assert "The answer: C1, A3." in pupil.reads, "it stays told"
    assert len(pupil.user.game.moves) == 3
    assert pupil.window.docks["heatmap"].isVisible()


def test_a_click_on_a_taken_square_is_no_answer_and_a_step_without_question_can_be_played(pupil):
    pupil.open("2-scores")
    pupil.user.click(parse_square("C1", 3))
    assert len(pupil.user.game.moves) == 5, "people play both sides"
    pupil.next()
    assert len(pupil.user.game.moves) == 4, "the step sets its position up again"
    pupil.user.click(parse_square("A1", 3))
    assert not any(text.startswith("Not ") for text in pupil.reads)
    pupil.user.click(parse_square("C1", 3))
    assert "Right: C1." in pupil.reads


@pytest.mark.uses("heat")
def test_a_taken_square_is_said_and_the_heat_map_takes_an_answer_too(pupil):
    pupil.open("4-blind-spot")
    pupil.user.click(parse_square("A1", 3))
    assert "A1 is taken" in pupil.window.statusBar().text
    pupil.window.docks["heatmap"].show()
    view = pupil.window.docks["heatmap"].view
    place = view.visualRect(view.model().index(0, 2)).center()
    click_on(view.viewport(), place)
    assert "Right: C1, A3." in pupil.reads


@pytest.mark.uses("heat", "tree")
def test_the_dock_that_a_step_is_about_is_in_front(pupil):
    pupil.open("6-tree")
    window = pupil.window
    in_front = []
    for _ in range(5):
        window.features["lessons"].guide.take(None)
        pupil.settled()
        in_front.append({name for name in ("heatmap", "tree")
                         if not window.docks[name].visibleRegion().isEmpty()})  # fmt: skip
        pupil.next()
    assert in_front == [{"heatmap"}, {"heatmap"}, {"tree"}, {"tree"}, {"heatmap"}]


@pytest.mark.uses("puzzles")
@pytest.mark.parametrize("key", ["4-blind-spot", "5-misere", "6a-large-board"])
def test_a_lesson_ends_in_a_puzzle_and_the_users_game_comes_back(pupil, key):
    user = pupil.user
    user.click((1, 1))
    user.settled()
    moves = user.game.moves
    pupil.open(key)
    while not (offers := puzzles_offered(pupil)):
        if pupil.window.features["lessons"].guide.asks:
            pupil.click(pupil.panel.button["tell"])
        pupil.next()
        pupil.settled()
    place = pupil.window.features["lessons"].guide.place
    (offer,) = offers
    pupil.click(offer)
    puzzles = user.window.features["puzzles"]
    attempt = puzzles.puzzler.attempt
    assert attempt is not None
    while puzzles.puzzler.asks:
        user.click(attempt.move)
        user.wait(lambda: not puzzles.puzzler.busy)
    assert attempt.solved
    click_on(puzzles.own_panel.back)
    assert user.game.moves == moves
    pupil.user.trigger("lesson")
    assert pupil.window.features["lessons"].guide.place == place, "the lesson goes on where it was"


def puzzles_offered(pupil):
    buttons = pupil.panel.page.findChildren(QPushButton)
    return [each for each in buttons if each.text().startswith("A puzzle:")]


def test_a_lesson_put_off_for_the_list_is_gone_on_with_from_there(pupil):
    pupil.open("4-blind-spot")
    pupil.click(pupil.panel.button["tell"])
    pupil.next()
    pupil.click(pupil.panel.button["contents"])
    assert pupil.panel.go_on.text().replace("\n", " ") == "Go on: The blind spot (2 of 6)"
    pupil.click(pupil.panel.go_on)
    assert "And then?" in pupil.reads
    pupil.click(pupil.panel.button["contents"])
    pupil.click(pupil.panel.lessons["2-scores"])
    assert pupil.window.features["lessons"].guide.place == 0
    pupil.window.features["lessons"].guide.put_off = None
    pupil.window.features["lessons"].guide.put_away()


def test_long_options_are_broken_and_never_cut(pupil):
    pupil.open("7-measure")
    pupil.window.features["lessons"].guide._go(3)  # noqa: SLF001
    pupil.settled()
    panel = pupil.panel
    panel.setFixedWidth(panel.minimumSizeHint().width())
    pupil.user.linger(0.1)
    scroll = panel._scroll  # noqa: SLF001
    assert panel.page.width() <= scroll.viewport().width()
    longest = max(panel.page.options, key=lambda button: len(button.text()))
    assert longest.fontMetrics().horizontalAdvance(longest.text()) > longest.width()
    assert longest.height() > 2 * longest.fontMetrics().height()
    for button in panel.page.options:
        assert button.height() >= button.heightForWidth(button.width())


@pytest.mark.uses("heat", "presenter")
def test_a_clicker_leads_through_a_lesson_in_presenter_view(pupil):
    pupil.open("4-blind-spot")
    pupil.user.trigger("presenter")
    assert pupil.panel.isVisible(), "F5 leaves the lesson open"
    assert pupil.window.menuBar().isHidden()
    assert "A position to think about" in pupil.reads
    pupil.user.press(Qt.Key.Key_PageDown)
    assert "The answer: C1, A3." not in pupil.reads, "a question waits for an answer"
    click_on(pupil.panel.button["tell"])
    assert "The answer: C1, A3." in pupil.reads
    assert pupil.window.docks["heatmap"].isVisible()
    pupil.settled()
    pupil.user.press(Qt.Key.Key_PageDown)
    assert "And then?" in pupil.reads
    pupil.user.press(Qt.Key.Key_PageUp)
    assert "A position to think about" in pupil.reads
    pupil.settled()  # or Esc would end the search
    pupil.user.press(Qt.Key.Key_Escape)
    assert not pupil.window.menuBar().isHidden()
    assert pupil.panel.isVisible()
    assert "A position to think about" in pupil.reads


def test_who_goes_on_while_the_machine_searches_gets_the_next_search(pupil):
    pupil.open("3-enough")
    pupil.next()
    pupil.click(pupil.panel.button["tell"])  # while the first step's search may be under way
    pupil.settled()
    assert pupil.user.controller.model.analysis.count == 20_000


@pytest.mark.uses("presenter", "theatre")
def test_a_lesson_begins_in_presenter_view_too(pupil):
    pupil.user.trigger("presenter")
    pupil.window.features["lessons"].guide.open_own("1-playout")
    assert pupil.panel.isVisible()
    assert pupil.window.docks["theatre"].isVisible()
    pupil.user.trigger("presenter")
    assert pupil.panel.isVisible()
    assert pupil.window.docks["theatre"].isVisible()


# --- left and continued -----------------------------------------------------------------------


@pytest.mark.uses("heat")
def test_a_game_and_its_settings_wait_while_a_lesson_lasts(pupil, tmp_path):
    user = pupil.user
    user.click((1, 1))
    user.settled()
    moves, settings = user.game.moves, user.controller.settings
    docks = WORDS.docks
    open_before = {name: pupil.window.action[name].isChecked() for name in docks}
    pupil.open("4-blind-spot")
    assert user.game.moves != moves
    assert user.controller.settings.machine == "neither"
    pupil.window.docks["heatmap"].controls.fields["other"].slider.setValue(7)
    user.change(theme="dark")
    assert user.window.notice.text == "", "no game was given up"
    user.window.close()
    stored, problems = SettingsStore(tmp_path).load()
    assert problems == []
    assert stored.theme == "dark"
    assert (stored.machine, stored.x) == (Settings().machine, Settings().x)
    user.window.show()
    assert user.game.moves == moves
    assert user.controller.settings.machine == settings.machine
    assert user.controller.settings.x == settings.x
    now = {name: pupil.window.action[name].isChecked() for name in docks}
    assert now == open_before


def test_a_closed_panel_leaves_the_lesson_and_an_opened_one_goes_on(pupil):
    user = pupil.user
    user.click((1, 1))
    user.settled()
    moves = user.game.moves
    pupil.open("2-scores")
    pupil.next()
    pupil.panel.close()
    user.qtbot.waitUntil(lambda: not pupil.window.features["lessons"].guide.active)
    assert user.game.moves == moves
    assert user.controller.score.ties(user.controller.seats_now) == 0
    pupil.open()
    assert "Add them up" in pupil.reads
    assert len(user.game.moves) == 4
    pupil.click(pupil.panel.button["contents"])
    assert user.game.moves == moves
    pupil.panel.close()
    user.linger(0.05)
    pupil.open()
    assert "Lessons" in pupil.reads, "a lesson that was put away is not gone on with"


@pytest.mark.uses("theatre")
@pytest.mark.uses("theatre")
def test_a_lesson_that_play_has_left_goes_on_with_its_panel(pupil):
    pupil.open("1-playout")
    pupil.user.trigger("play")
    guide = pupil.window.features["lessons"].guide
    assert not guide.active
    pupil.user.trigger("lesson")
    pupil.user.wait(lambda: guide.active)
    assert not pupil.window.docks["theatre"].isHidden()


def test_a_lesson_is_continued_in_another_session(open_window, tmp_path):
    first = Pupil(open_window("--machine", "O", folder=tmp_path))
    first.user.click((0, 0))
    first.user.settled()
    moves = first.user.game.moves
    first.open("2-scores")
    first.next()
    kept = tmp_path / "unfinished-game.json"
    assert read_record(kept).game.moves == moves, "a program that is killed now loses nothing"
    first.window.close()
    assert read_record(kept).game.moves == moves
    second = Pupil(open_window(folder=tmp_path))
    assert not second.panel.isVisible()
    second.open()
    assert "Add them up" in second.reads


# --- files of teachers ------------------------------------------------------------------------


def test_a_teachers_file_is_a_lesson(pupil, monkeypatch, tmp_path):
    path = tmp_path / "forks.txt"
    path.write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    pupil.user.trigger("lesson_file")
    assert {"Forks (1 of 1)", "See one", "Look at **this**, and at that."} <= set(pupil.reads)
    assert pupil.user.game.rules.line == 3
    assert len(pupil.user.game.board.get_empty_squares()) == 14
    pupil.user.click(parse_square("B2", 4))
    assert "Right: B2, C3." in pupil.reads
    pupil.settled()
    pupil.panel.close()
    pupil.open()
    assert "See one" in pupil.reads, "a file's lesson is continued too"
    pupil.panel.close()
    path.unlink()
    pupil.open()
    assert "See one" in pupil.reads, "it was read already"


@with_all
@every(
    ("old", "new", "told"),
    [
        ("# Forks", "Forks", 'line 1: a lesson begins with its title, such as "# My lesson"'),
        ("@board 4 line=3", "@board four", 'line 5: a board is given as "5"'),
        ("@board 4 line=3", "@board 4 line=9", "line 5: "),
        ("@position A1 D4", "@position A1 A1", "line 6: row 1, column 1 is taken"),
        ("@position A1 D4", "@position A1 Z9", "line 6: "),
        ("@show heatmap", "@show map", "line 7: map is not known here; there are bandits, chart"),
        ("trials=200", "trials=few", "line 8: trials must be a number, not 'few'"),
        ("trials=200", "theme=dark", "line 8: theme is not known here"),
        ("trials=200", "trials", 'line 8: a setting is given as "name=value", not trials'),
        ("@ask Where?", "@asks Where?", "line 12: there is no @asks; there are @board"),
        ("@answer B2 C3", "@answer A1", "line 13: the answer A1 is not an empty square here"),
        ("@answer B2 C3\n", "", "line 13: a question has either an @answer"),
        ("@answer B2 C3", "@option here\n@option there", "line 15: a question has either"),
        ("@reveal", "@reveal now\n@answer B2", "line 15: @answer belongs before @reveal"),
        ("@ask Where?\n", "", "line 12: @answer stands without a question"),
        ("@do hint", "@do quit", "line 15: quit is not known here"),
        ("@do hint", "@do settings", "line 15: settings is not known here"),
        ("@reveal\n@do hint\nThere.\n", "## On\nNo.", "line 14: the question before this line"),
        ("## See one", "@show heatmap\n## See one", "line 4: @show stands before the first step"),
        ("@do hint", "@puzzle 12345678", "line 15: there is no puzzle '12345678'"),
        ("@do hint", "@puzzle", "line 15: @puzzle needs the id of a puzzle"),
        ("There.\n", "There.\n## Empty\n", "line 17: the step Empty has no text"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(pupil, tmp_path, old, new, told):
    path = tmp_path / "mine.txt"
    assert GOOD.count(old) == 1
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    pupil.window.notice.tell("")
    pupil.window.features["lessons"].files.open(path)
    assert f"This lesson cannot be opened: mine.txt, {told}" in pupil.window.notice.text
    assert not pupil.window.features["lessons"].guide.active


def test_files_that_are_no_lessons_are_refused(pupil, tmp_path):
    (tmp_path / "bytes.txt").write_bytes(b"# \xff\xfe")
    pupil.window.features["lessons"].files.open(tmp_path / "bytes.txt")
    assert "bytes.txt is not a text in UTF-8" in pupil.window.notice.text
    pupil.window.features["lessons"].files.open(tmp_path / "gone.txt")
    assert "gone.txt: No such file" in pupil.window.notice.text
    (tmp_path / "empty.txt").write_text("# Only a title\n")
    pupil.window.features["lessons"].files.open(tmp_path / "empty.txt")
    assert "there is no step yet" in pupil.window.notice.text


@pytest.mark.uses("files")
def test_the_machine_to_begin_with_plays_and_is_offered_by_the_lesson(pupil, monkeypatch, tmp_path):
    path = tmp_path / "own" / "mine.py"
    monkeypatch.setattr(QFileDialog, "exec", lambda _: True)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(path)])
    pupil.user.trigger("blank_file")
    assert path.exists()
    with pupil.user.qtbot.waitSignal(pupil.window.machine.announced):
        pupil.window.machine.load(path)
    pupil.user.play_on()
    assert pupil.user.game.result is not None


@with_all
def test_own_lessons_name_only_what_the_program_has():
    for key in KEYS:
        assert library.own_lesson(key, WORDS) == lesson_of(key)


def test_own_lessons_are_in_the_menu_and_their_names_match(pupil):
    choices = pupil.window.action.choices
    entries = [
        action for number in range(1, 5) for action in choices[f"lessons_{number}"].actions()
    ]
    assert [each.text() for each in entries] == [lesson_of(key).title for key in KEYS]
    entries[-1].trigger()
    assert lesson_of(KEYS[-1]).steps[0].title in pupil.reads


# --- what a class stumbled on ---------------------------------------------------------------


@pytest.mark.uses("theatre")
def test_what_plays_by_itself_stops_with_its_step(pupil):
    pupil.open("1-playout")
    pupil.next()
    pupil.user.trigger("theatre_play")
    assert pupil.window.action["theatre_play"].isChecked()
    pupil.next()
    assert not pupil.window.action["theatre_play"].isChecked()


@pytest.mark.uses("heat", "presenter")
def test_presenter_view_keeps_what_a_lesson_asks_to_use_and_searches_nothing_again(pupil):
    pupil.open("2-scores")
    pupil.user.trigger("heatmap")
    pupil.user.trigger("analyse")
    pupil.user.qtbot.waitUntil(lambda: not pupil.user.controller.view.is_thinking)
    found = pupil.user.controller.model.analysis
    for _ in range(2):
        pupil.user.trigger("presenter")
        pupil.user.linger(0.1)
        assert pupil.window.features["lessons"].guide.active
        assert pupil.window.docks["heatmap"].controls.isVisible()
        assert pupil.user.controller.model.analysis is found


def test_no_square_is_framed_when_a_step_begins(pupil):
    pupil.open("4-blind-spot")
    pupil.click(pupil.panel.button["tell"])
    pupil.user.linger(0.05)
    assert not pupil.user.board._squares.cursor_visible  # noqa: SLF001  (it would be a hint)


def test_the_keyboard_stays_in_the_lesson_where_a_step_begins_with_a_question(pupil):
    lesson = lesson_of("5b-which-arm")
    assert lesson.steps[1].question is not None
    pupil.open("5b-which-arm")
    pupil.user.wait(pupil.panel.button["next"].hasFocus)
    pupil.user.press(Qt.Key.Key_Space)
    pupil.settled()
    pupil.user.wait(lambda: pupil.panel.page.options and pupil.panel.page.options[0].hasFocus())


def test_learn_stays_in_a_lesson_and_play_leaves_it(pupil):
    pupil.open("1-playout")
    pages, guide = pupil.window.shell.pages, pupil.window.features["lessons"].guide
    assert (pages.place, pages.shows_board) == ("learn", True)
    pupil.user.trigger("learn")
    assert (pages.page, guide.active) == ("learn", True)
    pupil.user.trigger("play")
    assert (pages.place, guide.active) == ("play", False)


def test_a_lesson_without_its_instrument_says_so_and_goes_on(open_window, monkeypatch):
    lesson = lesson_of("1-playout")
    assert "theatre" in lesson.names()
    kept = tuple(feature for feature in FEATURES if feature.name != "theatre")
    monkeypatch.setattr(app, "FEATURES", kept)
    pupil = Pupil(open_window())
    pupil.open(lesson.key)
    sentence = pupil.window.notice.text
    assert sentence.startswith("This lesson shows what this program has not got: ")
    assert "theatre" in sentence
    guide = pupil.window.features["lessons"].guide
    for _ in range(sum(1 + (step.question is not None) for step in lesson.steps)):
        advance(guide)
    assert guide.step.title == lesson.steps[-1].title
    assert guide.active


def test_what_nobody_does_is_said_in_a_sentence(open_window, monkeypatch):
    user = open_window()
    lessons = user.window.features["lessons"]
    monkeypatch.setattr(user.window.shell, "serve", lambda _wish: False)
    user.window.docks["lesson"].solve.emit("ddfc063f")
    assert lessons.shell.notice.text.startswith("This program has no part that does this")
