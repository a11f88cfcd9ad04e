"""What a tree search shows: values, visits, proofs, expected moves; the coach, levels and pairs."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine import PLAYERO, PLAYERX, Certainty, parse_square, perfect_values, square_name
from engine.board import Position
from engine.search.pairs import answers
from ttt_desktop.board.player_bar import PlayerCard

CORNER_TRAP = ("A1", "B2", "C3")


def play(user, *names):
    """Make some moves."""
    for name in names:
        user.click(parse_square(name, user.game.rules.size))
        user.settled()


def told(user, action):
    """Trigger an action and return the square that it hints at, once it is done."""
    squares = []
    user.controller.hinted.connect(squares.append)
    user.trigger(action)
    user.settled()
    user.controller.hinted.disconnect(squares.append)
    return squares


def entries(user, name):
    return {each.data(): each for each in user.window.action.choices[name].actions()}


def shown(user, ask):
    """Return what ``ask``, one of the model's methods, says of each square."""
    side = range(user.game.rules.size)
    return {(row, col): ask((row, col)) for row in side for col in side}


def test_a_hint_loses_no_game_that_is_not_lost(user):
    play(user, *CORNER_TRAP)
    (square,) = told(user, "hint")
    truth = perfect_values(user.game.board, PLAYERO)
    assert truth[square] == max(truth.values()) == 0
    analysis = user.controller.model.analysis
    assert analysis.certainty is Certainty.EXACT
    words = {-1: "loss", 0: "tie", 1: "win"}
    for each, text in shown(user, user.controller.model.score_text).items():
        assert text == (words[truth[each]] if each in truth else "")


def test_scores_can_be_asked_for_without_a_hint(open_window):
    user = open_window("--machine", "neither", "--trials", "2000")
    play(user, *CORNER_TRAP)
    assert told(user, "analyse") == []
    analysis = user.controller.model.analysis
    assert (analysis.certainty, analysis.count) == (Certainty.SAMPLED, 2000)
    assert set(analysis.best) <= {(0, 2), (2, 0)}, "the method's blind spot stays to be seen"


@pytest.mark.uses("table")
def test_every_number_of_a_tree_is_the_trees(open_window):
    user = open_window("--machine", "neither", "--size", "9", "--line", "5")
    play(user, "E5", "D4", "F5")
    user.trigger("table")
    (square,) = told(user, "hint")
    found = user.controller.model.analysis
    assert found.certainty is Certainty.ESTIMATED
    assert square in found.best
    caption = user.window.docks["heatmap"].caption
    assert f"{found.count:,} simulations" in caption
    assert ", ".join(square_name(each) for each in found.line) in caption
    most = max(move.visits for move in found.moves)
    for each, heat in shown(user, user.controller.model.heat).items():
        assert (heat is not None) == found.knows(each)
        if heat is not None:
            move = found.by_square[each]
            assert heat.shade == move.value
            share = 1.0 if move.proven == 1 else 0.45 + 0.55 * (move.visits / most) ** 0.5
            assert heat.size == pytest.approx(share)
            assert heat.proven == move.proven
    steps = {step: each for each, step in shown(user, user.controller.model.step).items() if step}
    assert tuple(steps[number] for number in sorted(steps)) == found.line
    table = user.window.docks["table"].view.model()
    titles = [table.headerData(i, Qt.Orientation.Horizontal) for i in range(table.columnCount())]
    assert titles == [
        "Square", "Value", "Visits", "Share", "First sight", "Proven", "Expected", "Perfect play",
    ]  # fmt: skip
    rows = [[table.index(i, k).data() for k in range(len(titles))] for i in range(table.rowCount())]
    assert len(rows) == len(user.game.board.get_empty_squares())
    for name, value, visits, share, prior, proven, step, worth in rows:
        square = parse_square(name.split()[0], 9)
        move = found.by_square.get(square)
        if move is None:
            assert (value, prior, proven) == ("–",) * 3
            continue
        assert value == ("–" if move.value is None else f"{move.value:+.4f}".replace("-", "−"))
        assert visits == f"{move.visits:,}"
        assert share == f"{move.visits / found.count:.1%}"
        assert prior == f"{move.prior:.1%}"
        assert proven == {1: "win", 0: "tie", -1: "loss", None: "–"}[move.proven]
        assert step == (str(found.line.index(square) + 1) if square in found.line else "–")
        assert worth == "–"
    user.trigger("analyse")
    user.settled()
    assert table.headerData(1, Qt.Orientation.Horizontal) == "Total", (
        "playouts have their own columns"
    )


def test_a_win_that_is_proven_at_once_says_so(open_window):
    user = open_window("--machine", "neither", "--size", "9", "--line", "5")
    play(user, "E5", "A1", "F5", "A9", "G5", "I1")
    (square,) = told(user, "hint")
    assert square_name(square) in {"D5", "H5"}
    assert "proven before the first simulation" in user.window.docks["heatmap"].caption
    assert "Proven: a win for X" in user.window.docks["heatmap"].caption
    heat = shown(user, user.controller.model.heat)[square]
    assert (heat.proven, heat.size) == (1, 1.0)


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (("--machine", "O"), "7 · Unbeatable"),
        (("--machine", "O", "--size", "10", "--line", "5"), "7 · Master"),
        (("--machine", "O", "--size", "4", "--line", "3"), "7 · Master"),
        (("--machine", "X", "--size", "4", "--line", "3"), "7 · Unbeatable"),
        (("--machine", "O", "--size", "6", "--line", "5", "--reverse"), "7 · Unbeatable"),
        (("--machine", "X", "--size", "6", "--line", "5", "--reverse"), "7 · Master"),
    ],
)
def test_the_best_level_is_called_what_is_proven(open_window, arguments, title):
    user = open_window(*arguments, "--x", "level:medium", "--o", "level:medium")
    user.settled()
    levels = entries(user, "levels")
    assert levels["Master"].text() == title
    levels["Master"].trigger()
    mark = PLAYERX if arguments[1] == "X" else PLAYERO
    assert str(user.controller.settings.player(mark)) == "level:master"
    names = [card.accessibleName() for card in user.window.findChildren(PlayerCard)]
    assert sum(title in name for name in names) == 1


def test_pairs_are_drawn_while_they_exist(open_window):
    user = open_window("--machine", "neither", "--size", "5")
    action = user.window.action["pairs"]
    assert action.isEnabled()
    plain = user.board.grab().toImage()
    user.trigger("pairs")
    assert action.isChecked()
    assert user.board.grab().toImage() != plain
    play(user, "A1", "C3")
    position = Position.of(user.game.board, user.game.to_move)
    partner = answers(position, PLAYERX)
    pairs = user.window.features["play"].pairs.found
    side = user.game.rules.size
    assert {frozenset(pair) for pair in pairs} == {
        frozenset((divmod(one, side), divmod(two, side))) for one, two in partner.items()
    }
    user.trigger("pairs")
    assert not action.isChecked()


def test_boards_without_pairs_have_none_to_show(open_window):
    user = open_window("--machine", "neither", "--size", "10", "--line", "5")
    assert not user.window.action["pairs"].isEnabled()
    user = open_window("--machine", "neither", "--size", "6", "--line", "4", "--reverse")
    assert user.window.action["pairs"].isEnabled(), "opposite squares, in the reverse game"


@pytest.mark.uses("table")
def test_a_playout_tree_is_shown_without_a_first_sight(open_window):
    user = open_window(
        "--machine",
        "O",
        "--x",
        "uct:simulations=3000",
        "--scores-of",
        "player",
    )
    user.click((1, 1))
    user.settled()
    found = user.controller.model.analysis
    assert found.leaves is not None
    assert found.count <= 3000
    table = user.window.docks["table"].view.model()
    titles = [table.headerData(i, Qt.Orientation.Horizontal) for i in range(table.columnCount())]
    assert titles == ["Square", "Value", "Visits", "Share", "Proven", "Expected", "Perfect play"]
    rows = [[table.index(i, k).data() for k in range(3)] for i in range(table.rowCount())]
    assert len(rows) == 8
    for name, value, visits in rows:
        move = found.by_square[parse_square(name.split()[0], 3)]
        assert value == f"{move.value:+.4f}".replace("-", "−")
        assert visits == f"{move.visits:,}"


@pytest.mark.uses("chart")
def test_the_chart_of_a_tree_has_lines_and_says_what_they_are(open_window):
    user = open_window(
        "--machine",
        "O",
        "--size",
        "7",
        "--line",
        "5",
        "--x",
        "tree:simulations=3000",
        "--scores-of",
        "player",
    )
    user.click((3, 3))
    user.settled()
    user.trigger("chart")
    dock = user.window.docks["chart"]
    user.qtbot.waitUntil(lambda: "3,000 simulations" in shown_texts(dock))
    for drawn in dock.chart._drawn.values():  # noqa: SLF001  (what the chart paints)
        assert len(drawn.points) > 3
        assert all(-1 <= value <= 1 for _, value in drawn.points)
    assert dock.curves.as_csv().startswith("simulations,")
    user.trigger("hint")
    user.qtbot.waitUntil(lambda: not user.controller.view.is_thinking)
    user.trigger("undo")
    user.qtbot.waitUntil(lambda: "No search yet" in shown_texts(dock))


def shown_texts(widget):
    return " ".join(label.text() for label in widget.findChildren(QLabel))
