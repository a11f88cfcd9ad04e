"""What is kept with a game of the history: its review, and what is noted beside it."""

import sqlite3
from contextlib import closing

import pytest

from engine import Rules, parse_square
from engine.coach import keeping
from engine.coach.review import review
from tests.desktop.past import O_WINS, asked, history, press, select, settle
from tests.driver.user import X_WINS, click_on
from tests.every import every
from ttt_desktop.archive.annotations import note_of
from ttt_desktop.archive.games import Filter

RIGHT = parse_square("C1", 3)
"""In O_WINS, X plays C3 instead of C1, which wins."""


@pytest.fixture
def player(open_window):
    return open_window("--machine", "neither", docks=())


def lose(user):
    """Play a game in which you give a win away, and wait until all of it is kept."""
    user.play(O_WINS)
    user.ended()
    settle(user.window.recorder.archive)


# --- reviews ----------------------------------------------------------------------------


@pytest.mark.uses("you")
def test_a_past_game_is_not_worked_out_again(player, monkeypatch):
    lose(player)
    found = player.controller.view.reviewed
    player.trigger("again")
    window = history(player)
    select(window, 0)
    asked_for = []
    monkeypatch.setattr("engine.coach.judge.Judge.judge", lambda *given: asked_for.append(given))
    press(player, window, "open")
    player.wait(lambda: player.controller.view.reviewed is not None)
    again = player.controller.view.reviewed
    assert [(move.verdict, move.before) for move in again.moves] == [
        (move.verdict, move.before) for move in found.moves
    ]
    assert [str(said) for move in again.moves for said in move.sentences] == [
        str(said) for move in found.moves for said in move.sentences
    ]
    assert asked_for == []


@pytest.mark.parametrize("rules", [Rules(3, 3), Rules(3, 3, True), Rules(10, 5)])
def test_a_kept_review_is_the_same_review(rules):
    moves = tuple(parse_square(name, rules.size) for name in ["B2", "A1", "C1", "A3", "A2"])
    found = review(rules, moves)
    known = keeping.read(keeping.kept(found), rules, moves)
    assert known.simulations == found.simulations
    assert sorted(known.positions) == list(range(1, len(moves) + 1))
    again = review(rules, moves, known=known.positions)
    for one, other in zip(found.moves, again.moves, strict=True):
        assert (one.verdict, one.before, one.after, one.plies, one.follows, one.reason) == (
            other.verdict, other.before, other.after, other.plies, other.follows, other.reason
        )  # fmt: skip
    shallow = review(rules, moves, simulations=found.simulations - 1)
    assert keeping.read(keeping.kept(shallow), rules, moves) is None


@every(
    "damage",
    [
        lambda text: text[:-3], lambda text: "", lambda text: "[]", lambda text: '{"version":1}',
        lambda text: text.replace('"B2"', '"Z9"'), lambda text: text.replace("[", "{", 1),
        lambda text: text.replace('"version":1', '"version":2'),
    ],
)  # fmt: skip
def test_a_damaged_review_is_none(damage):
    rules, moves = Rules(3, 3), X_WINS
    text = keeping.kept(review(rules, moves))
    assert keeping.read(damage(text), rules, moves) is None


# --- notes ------------------------------------------------------------------------------


@pytest.mark.uses("review", "you")
def test_comments_and_variations_stay_with_a_game_of_the_history(player):
    lose(player)
    player.trigger("review")
    player.wait(lambda: player.window.coach.asks)
    player.controller.notes.comment("I did not see C1.")
    player.controller.overlays.try_move(RIGHT)
    click_on(player.window.features["review"].bar.back)
    player.trigger("swap")
    settle(player.window.recorder.archive)
    assert player.controller.view.comment == ""
    window = history(player)
    select(window, 0)
    press(player, window, "open")
    player.wait(lambda: bool(player.controller.view.variations))
    assert [each.moves for each in player.controller.view.variations] == [(RIGHT,)]
    record = player.controller.record
    assert list(record.comments.values()) == ["I did not see C1."]
    player.controller.notes.comment("Seen again.")
    player.trigger("again")
    settle(player.window.recorder.archive)
    key = asked(player, lambda store: store.find(Filter(), 0, 1))[0].key
    assert "Seen again." in asked(
        player, lambda store: store.ask(lambda database: note_of(database, key))
    )


def test_what_is_typed_just_before_closing_is_kept(open_window, tmp_path):
    user = open_window("--machine", "neither")
    lose(user)
    user.controller.notes.comment("The last word")
    user.window.close()
    user.wait(lambda: not user.app.runner.busy)
    with closing(sqlite3.connect(tmp_path / "history.db")) as made:
        rows = made.execute("SELECT record FROM notes").fetchall()
    waiting = [path.read_text() for path in tmp_path.glob("history-waiting-*.json")]
    assert "The last word" in "".join([*(row[0] for row in rows), *waiting])
