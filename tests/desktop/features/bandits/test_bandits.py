"""The bench of bandits: pulled by clicks and keys; every number held against the engine's."""

import itertools
import random
from math import inf

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor

from engine import PLAYERO, PLAYERX, parse_board
from engine.search.arms import square_chances
from engine.search.bandits import (
    EPSILON_GREEDY,
    GREEDY,
    POLICIES,
    THOMPSON,
    UCB,
    UNIFORM,
    YOU,
    regret,
)
from tests.desktop.pupil import Pupil
from tests.desktop.sights import colours, contrast, record_texts
from tests.driver.user import choose, click_on
from ttt_desktop.features.bandits import picture
from ttt_desktop.features.bandits.look import line_pen, title
from ttt_desktop.look.colours import DARK, LIGHT
from ttt_desktop.settings.store import SettingsStore

SPACE_BAR = Qt.Key.Key_Space


@pytest.fixture
def open_bench(open_window):
    """Return a function that opens a window with the bench, its arms always the same."""

    def make(*options):
        user = open_window("--machine", "neither", *options)
        user.show_docks("bandits")
        dock = user.window.docks["bandits"]
        user.qtbot.waitUntil(dock.isVisible)
        random.seed(16)
        user.trigger("bandits_new")
        return user, dock, dock.bench

    return make


def press(user, dock, name):
    """Press one of the dock's buttons with the mouse."""
    click_on(dock.button[name])
    user.qtbot.waitUntil(lambda: not dock.bench.running)


def pull(dock, *arms):
    for arm in arms:
        click_on(dock.picture.machines[arm])


def rows(dock):
    """Return what each row says."""
    return {name: row.accessibleName() for name, row in dock.picture.rows.items()}


def pulls(bench):
    return {name: list(bench.known(name).pulls) for name in bench.competitors}


# --- pulling --------------------------------------------------------------------------------


def test_who_clicks_a_machine_pulls_it(open_bench):
    _, dock, bench = open_bench()
    assert dock.sentence.startswith("Which arm is the best?")
    brought = []
    for arm in (1, 1, 3):
        pull(dock, arm)
        last = bench.competitors[YOU].last
        assert last.arm == arm
        told = {0: "nothing", 1: "1"}[last.reward]
        brought.append(last.reward)
        assert dock.sentence.startswith(f"You pulled {'ABCDE'[arm]}. It brought {told}. ")
        assert dock.sentence.endswith(f" brought {sum(brought):g}.")
        count, pulls = len(brought), "pull" if len(brought) == 1 else "pulls"
        assert f" {count} {pulls} so far " in dock.sentence
    assert bench.known(YOU).pulls == [0, 2, 0, 1, 0]
    assert rows(dock)[YOU] == "You: 3 pulls. A 0, B 2, C 0, D 1, E 0."
    names = [machine.accessibleName() for machine in dock.picture.machines]
    assert names[0] == "Pull A: 0 pulls"
    assert names[1] == f"Pull B: 2 pulls, mean {sum(brought[:2]) / 2:.2f}"
    assert bench.pulls == 0, "the policies wait for a step"


def test_the_keyboard_reaches_everything(open_bench):
    user, dock, bench = open_bench()
    dock.picture.machines[0].setFocus()
    user.press(SPACE_BAR)
    user.press(Qt.Key.Key_Tab)
    assert user.window.focusWidget() is dock.picture.machines[1]
    user.press(SPACE_BAR)
    assert bench.known(YOU).pulls == [1, 1, 0, 0, 0]
    for _ in range(4):
        user.press(Qt.Key.Key_Tab)
    assert user.window.focusWidget() is dock.picture.rows[YOU]
    shown = []
    for _ in POLICIES:
        user.press(Qt.Key.Key_Down)
        shown.append(dock.picture.chosen)
    assert shown == list(POLICIES)
    assert dock.sentence == "Thompson has not pulled yet."
    reached = []
    for _ in range(20):
        user.press(Qt.Key.Key_Tab)
        widget = user.window.focusWidget()
        reached.append(widget.accessibleName() or getattr(widget, "text", str)())
    for name in ("Add 1,000", "New arms", "Reveal", "UCB1's constant"):
        assert name in reached
    dock.picture.machines[0].setFocus()
    for name in ("Number of hidden arms", "Arms of the bandit"):
        user.press(Qt.Key.Key_Backtab)
        assert user.window.focusWidget().accessibleName() == name


def test_a_step_is_a_pull_of_each_policy_with_its_reason(open_bench):
    user, dock, bench = open_bench()
    seen = {name: set() for name in POLICIES}
    for count in range(1, 60):
        press(user, dock, "step")
        for name in POLICIES:
            who = bench.competitors[name]
            assert who.known.count == count
            click_on(dock.picture.rows[name])
            arm = bench.names[who.last.arm]
            assert dock.sentence.startswith(f"{title(name)} pulled {arm}. It brought ")
            seen[name].add(dock.sentence.split(". ", 2)[2])
    assert seen[UNIFORM] == {"It takes any arm, whatever it knows."}
    assert "It had not tried this arm yet." in seen[GREEDY] & seen[UCB] & seen[EPSILON_GREEDY]
    assert any("No arm had a greater mean" in text for text in seen[GREEDY])
    assert "This time it took any arm, to explore." in seen[EPSILON_GREEDY]
    assert any("had made the greatest sum" in text for text in seen[UCB])
    assert all(text.startswith("Its draw for this arm, 0.") for text in seen[THOMPSON])
    assert bench.known(YOU).count == 0


def test_machines_show_what_the_chosen_competitor_knows(open_bench):
    user, dock, bench = open_bench()
    for _ in range(8):
        press(user, dock, "step")
    click_on(dock.picture.rows[UCB])
    who = bench.competitors[UCB]
    for arm, machine in enumerate(dock.picture.machines):
        mean, bonus = who.known.mean(arm), who.known.bonus(arm, 1.41)
        assert f"mean {mean:.2f}, bonus {bonus:.2f}" in machine.accessibleName()
    click_on(dock.picture.rows[THOMPSON])
    for arm, machine in enumerate(dock.picture.machines):
        draw = bench.competitors[THOMPSON].draws[arm]
        assert f"last draw {draw:.2f}" in machine.accessibleName()
    pull(dock, 2)
    assert dock.picture.chosen == YOU, "who pulls, sees what they know"


# --- many pulls -----------------------------------------------------------------------------


def test_a_thousand_steps_and_what_they_cost(open_bench):
    user, dock, bench = open_bench()
    pull(dock, 0, 3)
    click_on(dock.button["thousand"])
    assert bench.running, "the window has its turns in between"
    assert "again and again" in dock.sentence
    user.qtbot.waitUntil(lambda: not bench.running)
    chances = bench.chances.values
    for name in POLICIES:
        found = bench.known(name).pulls
        assert sum(found) == 1000
        assert bench.regret(name) == regret(found, chances)
        assert f"Regret {bench.regret(name):,.1f}." in rows(dock)[name]
    assert "Regret" not in rows(dock)[YOU], "it would tell the best arm"
    assert not any("chance" in each.accessibleName() for each in dock.picture.machines)
    press(user, dock, "reveal")
    assert f"Regret {regret([1, 0, 0, 1, 0], chances):.1f}." in rows(dock)[YOU]
    for chance, machine in zip(chances, dock.picture.machines, strict=True):
        assert machine.accessibleName().endswith(f"true chance {chance:.2f}")
    assert not dock.button["reveal"].isEnabled()


def test_the_chart_has_the_regret_of_each(open_bench):
    user, dock, bench = open_bench()
    user.qtbot.waitUntil(lambda: dock.place.chart is not None)
    chart = dock.place.chart
    assert not chart.isVisible(), "nothing has been lost yet"
    press(user, dock, "thousand")
    assert chart.isVisible()
    assert set(chart.points) == set(POLICIES)
    for name, points in chart.points.items():
        assert points[0] == (0, 0.0)
        assert points[-1] == (1000, bench.regret(name))
        lost = [loss for _, loss in points]
        assert lost == sorted(lost)
    pull(dock, 0)
    press(user, dock, "reveal")
    assert chart.points[YOU][-1] == (1, bench.regret(YOU))
    user.change(theme="dark")
    assert colours(chart) > 2


def test_a_run_can_be_stopped_and_gone_on_with(open_bench):
    user, dock, bench = open_bench("--arm-count", "9")
    for _ in range(3):
        user.trigger("bandits_thousand")
        user.trigger("bandits_stop")
    assert not bench.running
    there = bench.pulls
    assert 0 < there < 3000
    assert {sum(found) for name, found in pulls(bench).items() if name != YOU} == {there}
    user.linger(0.05)
    assert bench.pulls == there
    press(user, dock, "thousand")
    assert bench.pulls == there + 1000


def test_it_plays_by_itself_until_it_is_paused_or_closed(open_bench):
    user, dock, bench = open_bench()
    dock.transport.set_pace(10)
    press(user, dock, "play")
    user.qtbot.waitUntil(lambda: bench.pulls >= 3)
    click_on(dock.button["play"])
    there = bench.pulls
    user.linger(0.1)
    assert bench.pulls == there
    click_on(dock.button["play"])
    dock.close()
    there = bench.pulls
    user.linger(0.1)
    assert bench.pulls == there
    assert not user.window.action["bandits_play"].isChecked()


# --- other arms, other luck -----------------------------------------------------------------


def test_reset_keeps_the_arms_and_new_arms_are_hidden(open_bench):
    user, dock, bench = open_bench()
    press(user, dock, "thousand")
    press(user, dock, "reveal")
    chances, before = bench.chances, pulls(bench)
    press(user, dock, "reset")
    assert (bench.chances, bench.revealed, bench.pulls) == (chances, True, 0)
    press(user, dock, "thousand")
    assert pulls(bench) != before, "the luck is another"
    press(user, dock, "new")
    assert bench.chances != chances
    assert not bench.revealed
    assert bench.pulls == 0
    assert dock.button["reveal"].isEnabled()


def test_the_same_seed_brings_the_same(open_bench):
    seen = []
    for _ in range(2):
        user, dock, bench = open_bench()
        press(user, dock, "thousand")
        seen.append((bench.chances, pulls(bench)))
        user.window.close()
    assert seen[0] == seen[1]


def test_ucb1_begins_anew_with_another_constant_and_the_others_stay(open_bench, tmp_path):
    user, dock, bench = open_bench()
    press(user, dock, "thousand")
    before = pulls(bench)
    dock.fields["ucb"].box.setValue(0)
    user.qtbot.waitUntil(lambda: not bench.running)
    after = pulls(bench)
    assert after.pop(UCB) == after[GREEDY] == before[GREEDY], "without a bonus it is greedy"
    assert all(before[name] == found for name, found in after.items())
    dock.fields["ucb"].box.setValue(1.41)
    user.qtbot.waitUntil(lambda: not bench.running)
    assert pulls(bench) == before
    user.qtbot.waitUntil(lambda: SettingsStore(tmp_path).load()[0].ucb == 1.41)


def test_a_constant_changed_in_the_middle_leaves_no_number_behind(open_bench):
    user, dock, bench = open_bench("--arm-count", "9")
    for _ in range(4):
        press(user, dock, "thousand")
    user.trigger("bandits_thousand")
    assert bench.running
    dock.fields["ucb"].box.setValue(3)
    user.trigger("bandits_stop")
    lagging = bench.known(UCB).count
    assert lagging < bench.pulls
    assert f"UCB1: {lagging:,} pull" in rows(dock)[UCB]
    there = bench.pulls
    dock.fields["ucb"].box.setValue(2)
    user.qtbot.waitUntil(lambda: not bench.running)
    assert bench.known(UCB).count == bench.pulls == there, "no further than the others"
    press(user, dock, "step")
    assert {bench.known(name).count for name in POLICIES} == {there + 1}


def test_more_arms_are_other_arms(open_bench, tmp_path):
    user, dock, bench = open_bench()
    press(user, dock, "step")
    dock.fields["arm_count"].setValue(9)
    assert bench.names == list("ABCDEFGHI")
    assert len(dock.picture.machines) == 9
    assert bench.pulls == 0
    pull(dock, 8)
    assert bench.known(YOU).pulls[8] == 1
    dock.fields["arm_count"].setValue(3)
    assert len(dock.picture.machines) == len(bench.chances.values) == 3
    user.qtbot.waitUntil(lambda: SettingsStore(tmp_path).load()[0].arm_count == 3)


# --- squares --------------------------------------------------------------------------------


@pytest.fixture
def squares(open_bench):
    user, dock, bench = open_bench()
    user.adopt("A1 B2 C3", wait=False)
    choose(dock.fields["arms"], "squares")
    user.qtbot.waitUntil(lambda: bench.of_squares and bench.chances is not None)
    return user, dock, bench


def test_the_arms_become_the_squares_of_the_board(squares):
    user, dock, bench = squares
    assert bench.names == ["B1", "C1", "A2", "C2", "A3", "B3"]
    assert bench.chances == square_chances(parse_board("X../.O./..X"), PLAYERO)
    assert "For O a win counts 1" in dock.note
    assert not dock.fields["arm_count"].isEnabled()
    assert not dock.button["new"].isEnabled()
    press(user, dock, "thousand")
    shares = [count / 1000 for count in bench.known(UNIFORM).pulls]
    assert shares == pytest.approx([1 / 6] * 6, abs=0.05), "as the flat machine spreads its games"
    press(user, dock, "reveal")
    for chance, machine in zip(bench.chances.values, dock.picture.machines, strict=True):
        assert machine.accessibleName().endswith(f"true chance {chance:.2f}")
    pull(dock, 1)
    assert bench.competitors[YOU].last.reward in (0, 0.5, 1)


def test_a_new_position_begins_anew(squares):
    user, dock, bench = squares
    press(user, dock, "thousand")
    press(user, dock, "reveal")
    user.click((0, 1))
    user.qtbot.waitUntil(lambda: bench.player == PLAYERX)
    assert bench.names == ["C1", "A2", "C2", "A3", "B3"]
    assert len(dock.picture.machines) == 5
    assert (bench.pulls, bench.revealed) == (0, False)
    user.qtbot.waitUntil(lambda: bench.chances is not None)
    assert bench.chances == square_chances(parse_board("XO./.O./..X"), PLAYERX)
    assert "For X a win counts 1" in dock.note


def test_squares_of_a_run_under_way_are_dropped_with_the_position(squares):
    user, _, bench = squares
    user.trigger("bandits_thousand")
    user.click((0, 1))
    user.qtbot.waitUntil(lambda: bench.player == PLAYERX)
    assert not bench.running
    assert bench.pulls == 0
    user.linger(0.05)
    assert bench.pulls == 0


def test_hidden_arms_do_not_mind_the_game(open_bench):
    user, dock, bench = open_bench()
    press(user, dock, "thousand")
    before = pulls(bench)
    user.click((1, 1))
    user.linger(0.1)
    assert pulls(bench) == before


def test_a_finished_game_has_nothing_to_pull(squares):
    user, dock, bench = squares
    user.adopt("A1 A2 B1 B2 C1", wait=False)
    user.qtbot.waitUntil(lambda: not bench.possible)
    assert dock.sentence == "The game is over: there is no square to try."
    assert dock.picture.machines == []
    for name in ("play", "step", "thousand", "reveal", "reset"):
        assert not dock.button[name].isEnabled()
    choose(dock.fields["arms"], "hidden")
    assert len(dock.picture.machines) == 5
    assert dock.button["step"].isEnabled()


def test_a_large_board_has_too_many_squares_and_one_with_25_has_not(open_bench):
    user, dock, bench = open_bench("--size", "6", "--arms", "squares")
    assert "more than 25 empty squares" in dock.sentence
    assert not dock.button["step"].isEnabled()
    user.adopt("A1", bench._board.rules.of(5), wait=False)  # noqa: SLF001  (another board)
    user.qtbot.waitUntil(lambda: bench.possible)
    assert len(bench.names) == 24
    user.qtbot.waitUntil(lambda: bench.chances is not None)
    assert not bench.chances.exact
    assert "means of 400,000 games each" in dock.note
    press(user, dock, "reveal")
    assert "true chance about 0." in dock.picture.machines[0].accessibleName()


@pytest.mark.uses("lessons")
def test_a_lesson_has_its_own_arms_whatever_there_was_before(open_window):
    seen = []
    for options in ((), ("--arms", "squares", "--arm-count", "9", "--ucb", "0")):
        user = open_window(*options)
        if options:
            user.trigger("bandits")
            user.trigger("bandits_step")
        pupil = Pupil(user)
        pupil.open("5b-which-arm")
        pupil.next()
        pupil.click(pupil.panel.button["tell"])
        pupil.settled()
        bench = user.window.docks["bandits"].bench
        seen.append((bench.chances, pulls(bench)))
        pupil.window.features["lessons"].guide.put_away()
        assert user.controller.settings.arms == ("squares" if options else "hidden")
        user.window.close()
    assert seen[0] == seen[1]


# --- to be seen and heard ---------------------------------------------------------------------


@pytest.mark.parametrize("scale", ["100", "200"])
@pytest.mark.parametrize("count", ["3", "9"])
def test_what_is_written_on_the_bench_is_whole_and_apart(open_bench, monkeypatch, scale, count):
    user, dock, bench = open_bench("--text-scale", scale, "--arm-count", count)
    user.window.resize(1024, 600)
    pull(dock, 0)
    for _ in range(3):
        press(user, dock, "thousand")
    written = record_texts(monkeypatch, picture)
    for name in bench.competitors:
        dock.picture.choose(name)
        for part in (*dock.picture.machines, *dock.picture.rows.values()):
            written.clear()
            part.grab()
            assert written
            if name == UCB and part in dock.picture.machines:
                assert any("." in text for text, *_ in written), "the mean is there, too"
            for text, place, room in written:
                assert place.width() <= room.width() + 1, text
                assert part.rect().toRectF().adjusted(-1, -1, 1, 1).contains(place), text
            for one, other in itertools.combinations(written, 2):
                assert not one[1].intersects(other[1]), (one, other)
    row = [text for text, *_ in written]
    assert sum(text[:1].isdigit() for text in row) == int(count) + 1, "all pulls, and the regret"


def test_all_columns_lie_within_the_bench(open_bench):
    user, dock, _ = open_bench("--arm-count", "9")
    for size in ((420, 400), (1024, 600), (1600, 1000)):
        user.window.resize(*size)
        user.linger(0.02)
        rect = dock.picture.rect()
        boxes = [machine.geometry() for machine in dock.picture.machines]
        boxes += [row.geometry() for row in dock.picture.rows.values()]
        assert all(rect.contains(box) for box in boxes)
        for one, other in itertools.combinations(boxes, 2):
            assert not one.intersects(other)
        assert colours(dock.picture) > 2


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_lines_stand_out_and_differ_without_colours(scheme):
    pens = {name: line_pen(scheme, name) for name in (YOU, *POLICIES)}
    for pen in pens.values():
        assert contrast(pen.color(), QColor(scheme.surface)) >= 3
    assert len({(pen.style(), pen.widthF()) for pen in pens.values()}) == len(pens)


def test_a_screen_reader_finds_machines_and_rows(open_bench):
    user, dock, _ = open_bench()
    press(user, dock, "step")
    for part in (*dock.picture.machines, *dock.picture.rows.values()):
        found = QAccessible.queryAccessibleInterface(part)
        assert found.text(QAccessible.Text.Name) == part.accessibleName()
        assert part.accessibleName()
    assert all(each.accessibleName() for each in dock.fields["ucb"].findChildren(
        type(dock.fields["ucb"].slider)))  # fmt: skip


def test_an_untried_arm_has_no_mean_and_an_endless_bonus(open_bench):
    user, dock, bench = open_bench()
    press(user, dock, "step")
    click_on(dock.picture.rows[UCB])
    names = [machine.accessibleName() for machine in dock.picture.machines]
    assert bench.known(UCB).bonus(4) == inf
    assert names[4] == "Pull E: 0 pulls, bonus ∞"
    assert colours(dock.picture) > 2


def test_play_opens_a_closed_bench(open_window):
    user = open_window("--machine", "neither")
    user.trigger("bandits_step")
    dock = user.window.docks["bandits"]
    assert dock.isVisible()
    user.trigger("bandits_step")
    assert dock.bench.pulls == 1
