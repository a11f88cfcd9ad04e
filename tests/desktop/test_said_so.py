"""What is said is so: of solved positions, equal totals, other machines, and decided tests."""

import pytest
from PySide6.QtCore import Qt

from engine import square_name
from tests.driver.user import texts
from ttt_desktop.lab import form as forms
from ttt_desktop.lab.rows import short_names
from ttt_desktop.session.sheet import score_text
from ttt_desktop.start import arguments


def test_the_table_of_a_solved_position_says_what_each_move_is_worth(user):
    user.trigger("table")
    user.click((0, 0))
    user.click((0, 1))
    with user.qtbot.waitSignal(user.controller.hinted):
        user.trigger("hint")
    model = user.window.docks["table"].view.model()
    titles = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    assert titles == ["Square", "Perfect play"]
    found = {model.index(row, 0).data()[:2]: model.index(row, 1).data() for row in range(7)}
    solved = user.controller.model.analysis
    words = {1: "win", 0: "tie", -1: "loss"}
    assert found == {
        square_name(square): words[solved.proven(square)]
        for square in solved.board.get_empty_squares()
    }


def test_the_theatre_names_no_playouts_of_a_machine_that_plays_none(open_window):
    user = open_window("--machine", "O", "--x", "perfect", "--o", "perfect", "--no-alike")
    user.trigger("theatre")
    said = " ".join(texts(user.window.docks["theatre"]))
    assert "Playouts added: 0." in said
    assert "before a move" not in said
    user.change(x="mc:trials=70", o="mc:trials=70")
    user.qtbot.waitUntil(
        lambda: "plays 70 of its own" in " ".join(texts(user.window.docks["theatre"]))
    )


def test_the_theatre_says_how_many_more_squares_are_greatest(open_window):
    user = open_window("--machine", "neither", "--size", "5", "--score-current", "0",
                       "--score-other", "0")  # fmt: skip
    user.trigger("theatre")
    user.trigger("theatre_ten")
    user.qtbot.waitUntil(
        lambda: any(" more." in text for text in texts(user.window.docks["theatre"]))
    )


@pytest.mark.parametrize("lesson_in", ["play", "learn"])
def test_play_ends_a_lesson_and_each_layout_is_as_it_was(user, lesson_in):
    docks = {}
    for layout in ("play", "learn", lesson_in):
        user.trigger(layout)
        docks[layout] = {each for each in user.window.docks.by_action.values() if each.isVisible()}
    user.window.begin_lesson("2-scores")
    user.trigger("play")
    assert not user.window.lessons.active
    for layout in ("play", "learn"):
        user.trigger(layout)
        shown = {each for each in user.window.docks.by_action.values() if each.isVisible()}
        assert shown == docks[layout]


@pytest.mark.uses("you")
def test_tables_follow_the_texts_size(lab, user):
    lab.run(forms.PAIRING, games=2)
    view = lab.window.tables.pairings
    before = [view.columnWidth(column) for column in range(4)]
    user.change(text_scale=200)
    assert view.rowHeight(0) >= view.fontMetrics().height()
    assert all(view.columnWidth(at) > 1.5 * width for at, width in enumerate(before))
    user.trigger("history")
    games = user.window.shell.pages["history"].games
    assert games.verticalHeader().defaultSectionSize() >= games.fontMetrics().height()


def test_a_decided_run_is_over(lab):
    lab.run(forms.PAIRING, player="mc:trials=300", opponent="random", games=6000, sprt=True)
    (standing,) = lab.window.lab.summary.standings
    assert standing.decision
    said = [text for text in texts(lab.window) if text.startswith("decided after")]
    assert said == [said[0]]
    assert said[0].startswith(f"decided after {standing.games:,} games")


def test_players_that_differ_have_different_names():
    given = ["mc:trials=100", "mc:trials=100,other=0", "mc:trials=100,current=0", "level:master",
             "level:beginner", "tree:simulations=1234567"]  # fmt: skip
    shown = list(short_names(given).values())
    assert len(set(shown)) == len(given)
    assert shown[1] == "mc 100, other 0"
    assert shown[3:5] == ["Master", "Beginner"]
    assert "1,234,567" in shown[5]


def test_small_totals_are_not_rounded_to_nothing():
    assert score_text(0.0001, as_mean=False) == "+0.0001"
    assert score_text(-0.25, as_mean=False) == "−0.25"


def test_help_gives_names_no_bounds(capsys):
    with pytest.raises(SystemExit):
        arguments.parse(["--help"])
    assert "(0 to 0)" not in capsys.readouterr().out
