"""The search tree's dock with random games at its leaves: held against the engine's own tree."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine import PLAYERO, PLAYERX, Board, Truth, parse_board, square_name
from engine.search.limit import Limit
from engine.search.playouts import EXPLORATION, Playouts, ucb1
from engine.search.tree import TreeSearch
from tests.desktop.features.tree.trees import TRAP, grown, press
from tests.driver.user import X_WINS
from tests.engine.without_kernel import without_kernel
from ttt_desktop.features.tree.words import described, numbers


@pytest.fixture
def tree(open_window):
    user = open_window("--machine", "neither", "--tree-leaves", "playouts",
                       "--animations", "off")  # fmt: skip
    user.trigger("tree")
    user.wait(lambda: user.window.docks["tree"].grower.possible)
    return user, user.window.docks["tree"]


def same_tree(board, player, simulations, **given):
    search = TreeSearch(board, player, Limit(trials=1), seed=0, leaves=Playouts(**given))
    search.grow(simulations)
    return search


def level(dock, depth=1):
    return [node for node in dock.picture.nodes if len(node.line) == depth]


def click(dock, node):
    (placed,) = [each for each in dock.picture._placed if each.node.line == node.line]  # noqa: SLF001
    spot = placed.box.center().toPoint()
    QTest.mouseClick(dock.picture, Qt.MouseButton.LeftButton, pos=spot)


def test_a_step_has_four_phases_and_its_game_is_drawn(tree):
    _user, dock = tree
    for number in range(1, 15):
        press(_user, dock, "step")
        last = same_tree(Board(3), PLAYERX, number).last()
        assert dock.grower.last == last
        assert dock.grower.walk == last.path
        assert f"Simulation {number}. Selection:" in dock.sentence
        assert f"Expansion: {square_name(last.path[-1])} is new." in dock.sentence
        played = f"Playout: {len(last.playout)} random move"
        assert (played in dock.sentence) == bool(last.playout)
        assert "Backup: every board above is updated." in dock.sentence
        shown, moves = dock.picture._shown_game  # noqa: SLF001
        assert (*shown, *moves) == (*last.path, *last.playout), "all at once without animations"


def test_what_is_drawn_is_the_tree_with_its_errors(tree):
    user, dock = tree
    press(user, dock, "hundred")
    grown(user, dock, 100)
    moves = {move.square: move for move in same_tree(Board(3), PLAYERX, 100).moves()}
    drawn = level(dock)
    assert drawn
    for node in drawn:
        move = moves[node.line[0]]
        assert node.move == move
        below = numbers(node, 100)
        assert below[0] == f"{move.visits:,}"
        if move.proven is None and move.error == 0:
            assert below[2] == "", "all results are equal"
        elif move.proven is None and move.error is not None:
            assert below[2] == f"±{move.error:.2f}"
            assert f"give or take {move.error:.2f}" in described(node)


def test_the_constant_ranks_the_same_statistics_anew_at_once(tree):
    user, dock = tree
    press(user, dock, "hundred")
    grown(user, dock, 100)
    before = {node.line: node.move.visits for node in level(dock)}
    for constant in (0.0, 3.0, 0.5):
        user.window.preferences.choose("tree_exploration", constant)
        nodes = level(dock)
        assert dock.grower.simulations == 100, "nothing was grown for that"
        weights = []
        for node in nodes:
            move = node.move
            assert move.visits == before.get(node.line, move.visits)
            if move.proven is None:
                weight = ucb1(move.value, move.visits, 100, constant)
                assert move.weighed + move.bonus == pytest.approx(weight)
                weights.append(weight)
        assert weights == sorted(weights, reverse=True)
        (following,) = [node for node in nodes if node.next]
        press(user, dock, "step")
        assert dock.grower.walk[0] == following.line[0], "it goes where it was said to"
        user.window.preferences.choose("tree_exploration", EXPLORATION)
        press(user, dock, "reset")
        press(user, dock, "hundred")
        grown(user, dock, 100)


def test_another_kind_of_leaves_begins_anew(tree):
    user, dock = tree
    press(user, dock, "ten")
    grown(user, dock, 10)
    for leaves, expected in (("heavy", Playouts(exploration=EXPLORATION, heavy=True)),
                             ("windows", None)):  # fmt: skip
        user.window.preferences.choose("tree_leaves", leaves)
        assert dock.grower.simulations == 0
        assert dock.grower.leaves == expected
        assert dock.fields["tree_exploration"].isVisible() == (leaves != "windows")


def test_the_truth_stands_beside_the_values(tree):
    user, dock = tree
    user.change(show_truth=True)
    user.look_at("A1 B2 C3")
    user.wait(lambda: dock.grower.player == PLAYERO)
    press(user, dock, "hundred")
    grown(user, dock, 100)
    truth = Truth.of(parse_board(TRAP), PLAYERO)
    for node in level(dock):
        assert node.truth == truth.values[node.line[0]]
    user.change(show_truth=False)
    assert {node.truth for node in dock.picture.nodes} == {None}


def test_a_position_is_chosen_followed_folded_and_left(tree):
    user, dock = tree
    dock.setFloating(True)
    dock.resize(1200, 800)
    press(user, dock, "thousand")
    grown(user, dock, 1000)
    node = next(each for each in level(dock) if each.children)
    click(dock, node)
    assert dock.picture.chosen == node.line
    assert dock.sentence == described(dock.picture.chosen_node)
    press(user, dock, "fold")
    folded = dock.picture.chosen_node
    assert folded.children == ()
    assert folded.hidden > 0
    press(user, dock, "fold")
    press(user, dock, "follow")
    assert dock.picture.nodes[0].line == node.line
    assert all(each.line[:1] == node.line for each in dock.picture.nodes)
    assert "moves fit here" not in dock.legend
    press(user, dock, "up")
    assert dock.picture.nodes[0].line == ()
    user.click((0, 0))
    user.wait(lambda: dock.grower.player == PLAYERO)
    assert dock.picture.chosen is None, "another position, another tree"


def test_below_a_position_whose_game_is_over_there_is_nothing_to_fold(tree):
    user, dock = tree
    user.play(X_WINS)
    user.wait(lambda: not dock.grower.possible)
    click(dock, dock.picture.nodes[0])
    QTest.keyClick(dock.picture, Qt.Key.Key_Space)
    (root,) = dock.picture.nodes
    assert root.hidden == 0


def test_the_keyboard_goes_everywhere(tree):
    user, dock = tree
    press(user, dock, "hundred")
    grown(user, dock, 100)
    picture = dock.picture
    picture.setFocus()
    for key, there in (
        (Qt.Key.Key_Down, lambda: ()), (Qt.Key.Key_Down, lambda: level(dock)[0].line),
        (Qt.Key.Key_Right, lambda: level(dock)[1].line),
        (Qt.Key.Key_Left, lambda: level(dock)[0].line), (Qt.Key.Key_Up, lambda: ()),
    ):  # fmt: skip
        QTest.keyClick(picture, key)
        assert picture.chosen == there()
    QTest.keyClick(picture, Qt.Key.Key_Down)
    first = picture.chosen
    QTest.keyClick(picture, Qt.Key.Key_Return)
    assert picture.nodes[0].line == first
    QTest.keyClick(picture, Qt.Key.Key_Backspace)
    assert picture.nodes[0].line == ()
    QTest.keyClick(picture, Qt.Key.Key_Escape)
    assert picture.chosen is None


def test_the_moves_to_a_chosen_position_are_drawn_on_the_board(tree):
    user, dock = tree
    press(user, dock, "hundred")
    grown(user, dock, 100)
    before = user.board.grab().toImage()
    node = level(dock)[0]
    click(dock, node)
    user.linger(0.05)
    after = user.board.grab().toImage()
    cell = user.board.visualRect(user.controller.model.index(*node.line[0]))
    away = next(each for each in Board(3).get_empty_squares() if each != node.line[0])
    other = user.board.visualRect(user.controller.model.index(*away))
    assert before.copy(cell) != after.copy(cell)
    assert before.copy(other) == after.copy(other)


def test_animations_show_the_game_move_by_move(open_window):
    user = open_window("--machine", "neither", "--tree-leaves", "playouts",
                       "--animations", "on")  # fmt: skip
    user.trigger("tree")
    dock = user.window.docks["tree"]
    user.wait(lambda: dock.grower.possible)
    press(user, dock, "step")
    game = dock.grower.last.playout
    assert dock.picture._played == 0  # noqa: SLF001
    user.wait(lambda: dock.picture._played == len(game))  # noqa: SLF001


def test_the_settings_are_settings(open_window):
    user = open_window(
        "--machine", "neither", "--tree-leaves", "heavy", "--tree-exploration", "0.7"
    )
    user.trigger("tree")
    dock = user.window.docks["tree"]
    assert dock.fields.value("tree_leaves") == "heavy"
    assert dock.fields.value("tree_exploration") == pytest.approx(0.7)
    assert dock.grower.leaves == replace(Playouts(heavy=True), exploration=0.7)


def test_without_the_native_kernel_the_dock_says_why_no_tree_grows(tree):
    user, dock = tree
    press(user, dock, "step")
    with without_kernel():
        press(user, dock, "reset")
        assert dock.sentence.startswith("No tree can be grown here: this needs the native kernel")
        assert not dock.grower.possible
    dock.grower.reset()
    assert dock.grower.possible
    assert "A step is one simulation" in dock.sentence
