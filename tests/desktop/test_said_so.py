"""What is said is so: of solved positions, equal totals, other machines, and decided tests."""

import pytest
from PySide6.QtCore import Qt

from engine import square_name
from tests.driver.user import texts
from ttt_desktop.session.sheet import score_text
from ttt_desktop.start import arguments


@pytest.mark.uses("table")
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


@pytest.mark.uses("theatre")
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


@pytest.mark.uses("theatre")
def test_the_theatre_says_how_many_more_squares_are_greatest(open_window):
    user = open_window("--machine", "neither", "--size", "5", "--score-current", "0",
                       "--score-other", "0")  # fmt: skip
    user.trigger("theatre")
    user.trigger("theatre_ten")
    user.qtbot.waitUntil(
        lambda: any(" more." in text for text in texts(user.window.docks["theatre"]))
    )


def test_small_totals_are_not_rounded_to_nothing():
    assert score_text(0.0001, as_mean=False) == "+0.0001"
    assert score_text(-0.25, as_mean=False) == "−0.25"


def test_help_gives_names_no_bounds(capsys):
    with pytest.raises(SystemExit):
        arguments.parse(["--help"])
    assert "(0 to 0)" not in capsys.readouterr().out
