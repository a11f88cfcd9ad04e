"""The parts that the controller is made of, each by itself."""

from datetime import date

import pytest

from engine import PLAYERO, PLAYERX, Game, Rules
from engine.record import HUMAN, Participant, Record
from ttt_desktop.session.demo import DemoSettings
from ttt_desktop.session.machines import Machine
from ttt_desktop.session.scene import Rest, Scene, lesson_scene, past_scene, task_scene
from ttt_desktop.session.seats import Seating
from ttt_desktop.session.shelf import Shelf
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.task import Task
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import Settings, with_values

ALONE = with_values(Settings(), {"size": 3, "line": 0, "machine": "O"})
PEOPLE = with_values(ALONE, {"machine": "neither"})
X_WINS = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))


def played(moves):
    game = Game(Rules(3, 3))
    for square in moves:
        game.play(square)
    return game


# --- the demo ---------------------------------------------------------------------------


def test_a_demo_lays_machines_over_the_settings_and_takes_them_away():
    demo = DemoSettings()
    assert not demo
    demo.begin(ALONE)
    assert demo
    assert demo.values["machine"] == "both"
    assert demo.values["min_move_time"] >= 0.5
    demo.end()
    assert (bool(demo), demo.values) == (False, {})


def test_what_goes_with_a_demo_stays_with_it_and_all_else_is_the_users():
    demo = DemoSettings()
    demo.begin(ALONE)
    kept = demo.take(
        {"min_move_time": 2.0, "sound": False}, with_values(ALONE, {"machine": "both"})
    )
    assert kept == {"sound": False}
    assert demo.values["min_move_time"] == 2.0


def test_who_takes_a_machine_from_the_board_ends_the_demo_and_keeps_what_was_chosen():
    demo = DemoSettings()
    demo.begin(ALONE)
    demo.take({"min_move_time": 2.0}, with_values(ALONE, {"machine": "both"}))
    assert demo.take({"machine": "X"}, with_values(ALONE, {"machine": "X"})) == {
        "machine": "X",
        "min_move_time": 2.0,
    }
    assert not demo


# --- the stage --------------------------------------------------------------------------


def test_settings_lie_over_each_other_and_changes_stay_where_their_names_lie():
    stage = Stage(ALONE)
    stage.scenes.append(Scene(played(()), overlay={"machine": "neither"}))
    stage.lay_settings()
    assert (stage.settings.machine, stage.own.machine) == ("neither", "O")
    stage.take_settings(with_values(stage.settings, {"machine": "X", "sound": False}))
    assert (stage.settings.machine, stage.settings.sound) == ("X", False)
    assert (stage.own.machine, stage.own.sound) == ("O", False)
    stage.scenes.pop()
    stage.lay_settings()
    assert (stage.settings.machine, stage.settings.sound) == ("O", False)


def test_a_machine_that_is_not_here_is_waited_for_until_another_one_plays():
    stage = Stage(ALONE)
    stage.miss(stage.scene, "mine.py")
    assert (stage.absent, stage.rest) == ("mine.py", Rest.WAITS)
    stage.use(Machine(stage.machine.make, "other.py"))
    assert (stage.absent, stage.rest) == ("", Rest.NONE)
    stage.lay_settings()
    assert stage.seats.machine == "other.py"


def test_the_same_seed_gives_the_same_seeds_and_a_lesson_has_its_own():
    one, other = Stage(ALONE, 7), Stage(ALONE, 7)
    assert one.new_seed() == other.new_seed()
    one.scene.seeds = one.more_seeds()
    assert one.new_seed() != other.new_seed()


def test_an_end_counts_once_and_no_more_when_those_who_played_it_go_on():
    stage = Stage(PEOPLE)
    stage.scenes[-1] = Scene(played(X_WINS))
    assert [stage.finish(), stage.finish()] == [True, False]
    assert stage.score.wins(PLAYERX, stage.seats) == 1
    stage.go_on()
    assert stage.score.wins(PLAYERX, stage.seats) == 0


def test_an_end_stands_when_others_go_on():
    stage = Stage(PEOPLE)
    stage.scenes[-1] = Scene(played(X_WINS))
    stage.finish()
    before = stage.seats
    stage.take_settings(ALONE)
    assert stage.changed_hands
    stage.go_on()
    assert stage.score.wins(PLAYERX, before) == 1


# --- the shelf --------------------------------------------------------------------------


def test_a_game_that_a_person_played_is_held_until_it_is_taken():
    shelf, scene, seats = Shelf(), Scene(played(X_WINS[:1])), Seating(ALONE)
    assert shelf.put(scene, seats)
    assert shelf.take().scene is scene
    assert shelf.take() is None


@pytest.mark.parametrize(
    ("scene", "settings"),
    [
        (Scene(played(())), ALONE),
        (Scene(played(X_WINS)), ALONE),
        (Scene(played(X_WINS[:1])), with_values(ALONE, {"machine": "both"})),
        (past_scene(played(X_WINS[:1]), Seating(PEOPLE), 0), PEOPLE),
    ],
    ids=["not begun", "over", "machines'", "only looked at"],
)
def test_what_nobody_would_miss_is_not_held(scene, settings):
    shelf = Shelf()
    assert not shelf.put(scene, Seating(settings))
    assert shelf.held is None


def test_a_demo_leaves_a_game_to_the_person_who_played_it():
    shelf, scene = Shelf(), Scene(played(X_WINS[:1]), with_person=Seating(ALONE))
    assert shelf.put(scene, Seating(with_values(ALONE, {"machine": "both"})))
    assert shelf.held.seating.settings.machine == "O"


def test_the_next_start_gets_the_game_on_the_board_and_the_one_on_the_shelf():
    shelf, left = Shelf(), Scene(played(X_WINS[:1]))
    shelf.put(left, Seating(ALONE))
    now = Scene(played(X_WINS[:2]), with_person=Seating(ALONE))
    record, shelved = shelf.to_keep(now, Record(now.game))
    assert (record.game, shelved.game) == (now.game, left.game)


def test_a_ready_position_that_nobody_moved_in_takes_no_games_place():
    shelf, left = Shelf(), Scene(played(X_WINS[:1]))
    shelf.put(left, Seating(ALONE))
    ready = Scene(played(X_WINS[:3]))
    record, shelved = shelf.to_keep(ready, Record(ready.game))
    assert (record.game, shelved) == (left.game, None)


@pytest.mark.parametrize(
    "scene", [lesson_scene(played(())), task_scene(played(()), Task("quiz", "Where?", asks=True))]
)
def test_what_lies_over_the_users_game_is_not_kept(scene):
    assert Shelf().to_keep(scene, Record(scene.game)) is None


# --- what others go through the controller for ------------------------------------------


@pytest.fixture
def user(open_window):
    return open_window("--machine", "neither", "--size", "3", "--line", "0")


class Onlooker:
    """Counts how often it is told of a change."""

    def __init__(self):
        self.told = 0

    def look(self):
        self.told += 1


def test_followers_are_told_of_what_they_follow_and_of_nothing_else(user):
    moves, settings, anything = Onlooker(), Onlooker(), Onlooker()
    user.controller.follow(moves.look, View.moves)
    user.controller.follow(settings.look, View.settings)
    user.controller.follow(anything.look)
    user.controller.play((0, 0))
    assert (moves.told, settings.told, anything.told) == (1, 0, 1)
    user.controller.notes.comment("So be it.")
    assert (moves.told, settings.told, anything.told) == (1, 0, 2)


def test_properties_can_be_followed_as_fields_can(user):
    looks = Onlooker()
    user.controller.follow(looks.look, View.looks_back)
    user.controller.play((0, 0))
    assert looks.told == 0
    user.controller.replay.go_first()
    assert looks.told == 1


def test_what_no_view_has_cannot_be_followed(user):
    looks = Onlooker()
    with pytest.raises(ValueError, match="no parts of a view"):
        user.controller.follow(looks.look, "moves")


def test_a_follower_that_is_gone_is_not_told(user):
    looks = Onlooker()
    user.controller.follow(looks.look, View.moves)
    del looks
    assert user.controller.play((0, 0))


def test_a_task_lies_over_the_game_and_leaves_it_as_it_was(user):
    user.controller.play((0, 0))
    game, subject = user.game, object()
    task = Task("quiz", "Where does X win?", asks=True, subject=subject)
    user.controller.overlays.show_task(played(X_WINS[:4]), task)
    view = user.controller.view
    assert view.task.subject is subject
    assert view.is_asked_by("quiz")
    assert not view.is_asked_by("riddle")
    assert user.headline == "Where does X win?"
    assert not view.can_undo
    assert not view.can_look_back
    assert not view.can_be_reviewed
    assert not view.counts
    assert view.can_hint
    user.controller.overlays.change_task(Task("quiz", "So it does.", asks=False), X_WINS[4:])
    view = user.controller.view
    assert (user.headline, view.moves, view.can_hint) == ("So it does.", X_WINS, False)
    user.controller.overlays.leave()
    assert user.game is game
    assert user.controller.view.task is None


def test_a_task_changes_its_position_where_it_lies(user):
    user.controller.overlays.show_task(played(()), Task("quiz", "Which one?", asks=False))
    later = played(X_WINS[:2])
    user.controller.overlays.change_task(Task("quiz", "This one?", asks=False), game=later)
    assert user.game is later
    user.controller.overlays.leave()
    assert user.game.moves == ()


def test_going_back_takes_nothing_back_and_a_move_from_there_does(user):
    for square in X_WINS[:3]:
        user.controller.play(square)
    replay = user.controller.replay
    replay.go_to(1)
    assert (user.game.moves, user.controller.view.undone) == (X_WINS[:1], X_WINS[1:3])
    replay.step_forward()
    assert user.game.moves == X_WINS[:2]
    replay.go_last()
    assert user.game.moves == X_WINS[:3]
    replay.go_to(99)
    assert user.game.moves == X_WINS[:3]
    replay.go_first()
    user.controller.play((2, 2))
    assert user.controller.view.plies == 1


def test_another_try_is_kept_as_a_variation_once(user):
    for square in X_WINS[:3]:
        user.controller.play(square)
    for _ in range(2):
        user.controller.replay.go_to(1)
        user.controller.overlays.try_move((2, 2))
        user.controller.overlays.leave()
    (variation,) = user.controller.view.variations
    assert (variation.ply, variation.moves) == (1, ((2, 2),))
    user.controller.notes.name_variation(0, "The corner")
    assert user.controller.view.variations[0].name == "The corner"
    user.controller.overlays.open_variation(0)
    assert user.game.moves == (*X_WINS[:1], (2, 2))
    user.controller.overlays.leave()
    user.controller.notes.delete_variation(0)
    assert user.controller.view.variations == ()


def test_notes_of_another_game_are_not_shown(user):
    record = Record(played(X_WINS), {PLAYERO: Participant("Ann", HUMAN)}, date(2026, 3, 1))
    user.controller.notes.take(5, record)
    assert user.controller.record.players.get(PLAYERO) != record.players[PLAYERO]
