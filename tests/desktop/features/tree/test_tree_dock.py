"""The search tree's dock: grown by clicks, and what is drawn held against the engine's own tree."""

import itertools

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from engine import PLAYERO, PLAYERX, Board, parse_board, square_name
from engine.search.limit import Limit
from engine.search.tree import TreeSearch
from tests.desktop.features.tree.trees import TRAP, grown, press
from tests.desktop.sights import colours, record_texts
from ttt_desktop.features.tree import picture
from ttt_desktop.features.tree.picture import described


@pytest.fixture
def tree(open_window):
    user = open_window("--machine", "neither")
    user.trigger("heatmap")  # closed, it leaves the tree its room
    user.trigger("tree")
    return user, user.window.docks["tree"]


def same_tree(board, player, simulations):
    search = TreeSearch(board, player, Limit(trials=1), seed=0)
    search.grow(simulations)
    return search


def test_each_step_is_one_simulation_and_says_where_it_went(tree):
    user, dock = tree
    dock.setFloating(True)
    dock.resize(1400, 600)
    assert "A step is one simulation" in dock.sentence
    before = {}
    for number in range(1, 13):
        press(user, dock, "step")
        assert dock.grower.simulations == number
        walk = dock.grower.walk
        assert f"Simulation {number}. Selection:" in dock.sentence
        *gone, new = map(square_name, walk)
        assert (f"down to {', '.join(gone)}." if gone else "the top board.") in dock.sentence
        assert f"Expansion: {new} is new." in dock.sentence
        assert walk in [node.line for node in dock.picture.nodes] or len(walk) > 2
        after = {m.square: m.visits for m in same_tree(Board(3), PLAYERX, number).moves()}
        (changed,) = [square for square in after if after[square] != before.get(square, 0)]
        assert walk[0] == changed, "the engine's own tree went there too"
        before = after


def test_moves_that_there_is_no_room_for_are_counted(tree):
    user, dock = tree
    dock.setFloating(True)
    for width in (1400, 340, 700, 1400):
        dock.resize(width, 600)
        user.qtbot.waitUntil(lambda width=width: dock.width() == width)
        shown = len(dock.picture.nodes[0].children)
        assert dock.grower.moves == len(same_tree(Board(3), PLAYERX, 0).moves()) == 9
        told_of_more = f"{shown} of the tree's 9 moves fit here." in dock.legend
        assert told_of_more == (shown < 9) == (width == 340)


def test_what_is_drawn_is_the_tree(tree):
    user, dock = tree
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: dock.grower.player == PLAYERO)
    press(user, dock, "reset") if dock.grower.simulations else None
    press(user, dock, "ten")
    grown(user, dock, 10)
    search = same_tree(parse_board(TRAP), PLAYERO, 10)
    moves = search.moves()
    drawn = [node for node in dock.picture.nodes if len(node.line) == 1]
    assert drawn
    for node in drawn:
        (number,) = [i for i, move in enumerate(moves) if move.square == node.line[0]]
        assert node.move == moves[number]
        assert node.share == moves[number].visits / 10
        assert node.player == PLAYERO
        for child in node.children:
            below = {move.square: move for move in search.moves([number])}
            assert child.move == below[child.line[1]]
            assert child.player == PLAYERX
    most = max(drawn, key=lambda node: node.move.rank)
    assert most.expected


def test_a_proven_position_ends_the_growing(tree):
    user, dock = tree
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: dock.grower.player == PLAYERO)
    press(user, dock, "hundred")
    grown(user, dock, 100)
    user.qtbot.waitUntil(lambda: "proven" in dock.sentence)
    assert not user.window.action["tree_step"].isEnabled()
    corners = {(0, 2), (2, 0)}
    moves = same_tree(parse_board(TRAP), PLAYERO, 100).moves()
    assert all(move.proven == (-1 if move.square in corners else 0) for move in moves)
    press(user, dock, "reset")
    assert dock.grower.simulations == 0
    assert user.window.action["tree_step"].isEnabled()


def test_the_tree_follows_the_game_unless_it_is_frozen(tree):
    user, dock = tree
    press(user, dock, "step")
    user.click((1, 1))
    user.qtbot.waitUntil(lambda: dock.grower.player == PLAYERO)
    assert dock.grower.simulations == 0
    press(user, dock, "step")
    dock.frozen.click()
    user.click((0, 0))
    user.linger(0.15)
    assert dock.grower.player == PLAYERO
    assert dock.grower.simulations == 1
    dock.frozen.click()
    assert dock.grower.player == PLAYERX


def test_it_plays_by_itself_and_stops(tree):
    user, dock = tree
    press(user, dock, "play")
    assert dock.grower.simulations == 1
    user.qtbot.waitUntil(lambda: dock.grower.simulations >= 2)
    press(user, dock, "stop")
    there = dock.grower.simulations
    user.linger(1.2)
    assert dock.grower.simulations == there
    assert not user.window.action["tree_play"].isChecked()


def test_play_opens_a_closed_tree_and_starts_nothing_unseen(tree):
    user, dock = tree
    dock.close()
    user.trigger("tree_play")
    assert dock.isVisible()
    user.linger(1.1)
    assert user.window.action["tree_play"].isChecked() == (dock.grower.simulations > 0)
    dock.close()
    there = dock.grower.simulations
    user.linger(1.1)
    assert dock.grower.simulations == there
    assert not user.window.action["tree_play"].isChecked()


def test_a_finished_game_has_no_tree(tree):
    user, dock = tree
    for square in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
        user.click(square)
    user.qtbot.waitUntil(lambda: "nothing to search" in dock.sentence)
    assert not user.window.action["tree_step"].isEnabled()


def test_each_board_tells_its_numbers(tree):
    user, dock = tree
    press(user, dock, "ten")
    grown(user, dock, 10)
    placed = dock.picture._placed[1]  # noqa: SLF001  (where it is drawn)
    point = placed.box.center().toPoint()
    event = QHelpEvent(QEvent.Type.ToolTip, point, dock.picture.mapToGlobal(point))
    QApplication.sendEvent(dock.picture, event)
    assert QToolTip.text() == described(placed.node)
    assert f"{placed.node.move.visits} simulation" in described(placed.node)
    assert described(placed.node) in dock.picture.accessibleDescription()
    QApplication.sendEvent(
        dock.picture, QHelpEvent(QEvent.Type.ToolTip, QPoint(0, 0), QPoint(0, 0))
    )


@pytest.mark.parametrize("size", [(420, 400), (980, 700), (1600, 1000)])
@pytest.mark.parametrize("board", [3, 15])
def test_every_board_drawn_lies_within_the_picture(open_window, size, board):
    user = open_window("--machine", "neither", "--size", str(board), "--line", str(min(board, 5)))
    user.window.resize(*size)
    user.trigger("tree")
    dock = user.window.docks["tree"]
    dock.setFloating(size[0] > 1000)
    if dock.isFloating():
        dock.resize(900, 600)
    user.trigger("tree_hundred")
    grown(user, dock, 100)
    drawn = dock.picture
    user.qtbot.waitUntil(lambda: bool(drawn.nodes))
    boxes = [each.box for each in drawn._placed]  # noqa: SLF001  (where they are drawn)
    for place, box in enumerate(boxes):
        assert drawn.rect().toRectF().contains(box)
        assert not any(box.intersects(other) for other in boxes[place + 1 :])
    assert colours(drawn) > 2


@pytest.mark.parametrize(
    ("scale", "says"),
    [("100", "visits, value, and a bonus"), ("170", "visits and value."), ("200", "its visits.")],
)
def test_numbers_below_boards_are_whole_in_a_small_window(open_window, monkeypatch, scale, says):
    user = open_window("--machine", "neither", "--text-scale", scale)
    user.window.resize(1024, 600)
    user.trigger("tree")
    dock = user.window.docks["tree"]
    user.trigger("tree_hundred")
    grown(user, dock, 100)
    user.qtbot.waitUntil(lambda: says in dock.legend)
    written = record_texts(monkeypatch, picture)
    dock.picture.grab()
    placed = dock.picture._placed  # noqa: SLF001  (where it is drawn)
    room = dock.picture.rect().toRectF()
    places = [place for text, place, _ in written if text]
    assert len(places) > len(placed) / 2
    for place in places:
        assert room.contains(place)
        assert not any(place.intersects(each.box) for each in placed)
    for one, other in itertools.combinations(places, 2):
        assert not one.intersects(other)
