"""Games opened by Swap and Swap2 in the window: between two people, and against the machine."""

import pytest

from engine import PLAYERO, PLAYERX
from engine.swap import SwapChoice, SwapStep
from tests.driver.user import choose, click_on

FIVE = ("--size", "9", "--line", "5")
PEOPLE = ("--machine", "neither", *FIVE)
AGAIN = ("--machine", "neither", "--name", "Ann", "--friend", "Ben")
THREE = ((4, 4), (5, 5), (3, 4))
QUICK = ("--x", "random", "--o", "random", "--no-alike")


def bar(user):
    return user.window.features["swap"].bar


def press(user, choice):
    click_on(bar(user).buttons[choice])


def test_two_people_swap(open_window):
    user = open_window(*PEOPLE, "--opening", "swap", "--name", "Ann", "--friend", "Ben")
    assert user.headline == "Ann: Place three marks: X, O and X."
    user.play(THREE)
    assert user.game.moves == THREE
    assert user.headline == "Ben: Choose a side; O moves next."
    assert bar(user).isVisible()
    assert not bar(user).buttons[SwapChoice.MORE].isVisible()
    user.click((0, 0))
    assert user.game.moves == THREE, "a side is to be chosen first"
    press(user, SwapChoice.X)
    assert not bar(user).isVisible()
    view = user.controller.view
    assert [view.seats_now.name(mark) for mark in (PLAYERX, PLAYERO)] == ["Ben", "Ann"]
    user.click((0, 0))
    assert user.game.board.square(0, 0) == PLAYERO


def test_two_more_marks_give_the_choice_back(open_window):
    user = open_window(*PEOPLE, "--opening", "swap2", "--name", "Ann", "--friend", "Ben")
    user.play(THREE)
    press(user, SwapChoice.MORE)
    assert user.headline == "Ben: Place two more marks, O and X."
    user.play(((0, 0), (0, 8)))
    assert user.headline == "Ann: Choose a side; O moves next."
    press(user, SwapChoice.O)
    view = user.controller.view
    assert [view.seats_now.name(mark) for mark in (PLAYERX, PLAYERO)] == ["Ben", "Ann"]
    assert view.swap.step is SwapStep.DONE


def test_nothing_is_taken_back_of_an_opening(open_window):
    user = open_window(*PEOPLE, "--opening", "swap")
    undo, hint = user.window.action["undo"], user.window.action["hint"]
    user.play(THREE)
    assert not undo.isEnabled()
    assert not hint.isEnabled()
    press(user, SwapChoice.O)
    assert not undo.isEnabled()
    user.click((0, 0))
    user.trigger("undo")
    assert user.game.moves == THREE
    assert not undo.isEnabled()


def test_a_mark_placed_by_mistake_is_taken_back(open_window, tmp_path):
    user = open_window(*PEOPLE, "--opening", "swap2", "--name", "Ann", "--friend", "Ben")
    undo, redo = user.window.action["undo"], user.window.action["redo"]
    assert not undo.isEnabled()
    user.play(THREE[:2])
    user.trigger("undo")
    assert user.game.moves == THREE[:1]
    assert user.controller.view.swap.placed == 1
    user.trigger("redo")
    assert user.controller.view.swap.placed == 2
    assert not redo.isEnabled()
    user.trigger("undo")
    user.trigger("undo")
    assert not undo.isEnabled()
    assert user.headline == "Ann: Place three marks: X, O and X."
    user = later(user, open_window, tmp_path / "second")
    assert user.controller.view.swapping
    user.trigger("redo")
    assert (user.game.moves, user.controller.view.swap.placed) == (THREE[:1], 1)
    user.play([*THREE[1:]])
    press(user, SwapChoice.MORE)
    assert not undo.isEnabled(), "these three were Ann's"
    user.click((0, 0))
    user.trigger("undo")
    assert user.game.moves == THREE
    user.play(((0, 0), (0, 8)))
    assert user.headline == "Ann: Choose a side; O moves next."


@pytest.mark.parametrize("seed", range(3))
def test_the_machines_choice_is_told_until_your_next_move(open_window, seed):
    user = open_window("--machine", "O", *FIVE, *QUICK, "--opening", "swap2", "--seed", str(seed))
    user.play(THREE)
    user.wait(lambda: not user.controller.view.swapping)
    user.wait(lambda: not user.controller.view.machines_turn)
    mark = "X" if user.controller.view.is_machine(PLAYERX) else "O"
    assert user.headline == f"The machine chose {mark}. Your turn."
    user.click(next(iter(user.game.board.get_empty_squares())))
    user.settled()
    assert user.headline == "Your turn."


def test_the_machines_choice_is_not_told_where_the_person_chose(open_window):
    user = open_window("--machine", "X", *FIVE, *QUICK, "--opening", "swap2")
    user.wait(lambda: len(user.game.moves) == 3)
    press(user, SwapChoice.O)
    assert user.headline == "Your turn."


def test_the_machine_chooses_after_your_three(open_window):
    user = open_window("--machine", "O", *FIVE, *QUICK, "--opening", "swap2")
    assert user.headline == "Place three marks: X, O and X."
    user.play(THREE)
    user.wait(lambda: not user.controller.view.swapping)
    view = user.controller.view
    machine = PLAYERX if view.is_machine(PLAYERX) else PLAYERO
    assert view.swap.x == (1 if machine == PLAYERX else 0)
    user.wait(lambda: not user.controller.view.machines_turn)
    assert len(user.game.moves) == (3 if machine == PLAYERX else 4)


def test_the_machine_places_three_and_you_choose(open_window):
    user = open_window("--machine", "X", *FIVE, *QUICK, "--opening", "swap2")
    user.wait(lambda: len(user.game.moves) == 3)
    assert user.headline == "Choose a side; O moves next."
    press(user, SwapChoice.O)
    assert user.controller.view.is_machine(PLAYERX)
    user.click(next(iter(user.game.board.get_empty_squares())))
    user.settled()
    assert len(user.game.moves) == 5


def test_you_take_the_machines_x_and_it_moves(open_window):
    user = open_window("--machine", "X", *FIVE, *QUICK, "--opening", "swap2")
    user.wait(lambda: len(user.game.moves) == 3)
    press(user, SwapChoice.X)
    user.settled()
    assert user.controller.view.is_machine(PLAYERO)
    assert len(user.game.moves) == 4
    user.trigger("again")
    assert user.controller.view.is_machine(PLAYERX), "the sides were changed for one game"
    user.wait(lambda: len(user.game.moves) == 3)


def test_an_opening_goes_on_at_the_next_start(open_window, tmp_path):
    user = open_window(*PEOPLE, "--opening", "swap2", "--name", "Ann", "--friend", "Ben")
    user.play(THREE)
    user = later(user, open_window, tmp_path / "second")
    assert user.game.moves == THREE
    press(user, SwapChoice.X)
    user.click((0, 0))
    user = later(user, open_window, tmp_path / "third")
    view = user.controller.view
    assert [view.seats_now.name(mark) for mark in (PLAYERX, PLAYERO)] == ["Ben", "Ann"]


@pytest.mark.parametrize("since", ["O", "X"])
@pytest.mark.parametrize("choice", [SwapChoice.X, SwapChoice.O])
def test_sides_of_an_opening_stay_whatever_the_settings_say_at_the_next_start(
    open_window, tmp_path, choice, since
):
    user = open_window("--machine", "X", *FIVE, *QUICK, "--opening", "swap2")
    user.wait(lambda: len(user.game.moves) == 3)
    press(user, choice)
    user.settled()
    user.click(next(iter(user.game.board.get_empty_squares())))
    user.settled()
    machine = PLAYERO if choice is SwapChoice.X else PLAYERX
    user = later(user, open_window, tmp_path / "second", ("--machine", since, *QUICK))
    assert user.controller.view.is_machine(machine)
    assert not user.controller.view.is_machine(PLAYERX + PLAYERO - machine)
    assert not user.controller.view.machines_turn
    user.controller.new_game()
    first = PLAYERX if since == "X" else PLAYERO
    assert user.controller.view.is_machine(first), "it was for one game"


def later(user, open_window, folder, options=AGAIN):
    """Close a window; return the user of one that goes on with its game."""
    folder.mkdir()
    text = user.controller.record.to_json()
    user.window.close()
    (folder / "unfinished-game.json").write_text(text)
    return open_window(*options, folder=folder)


def test_who_begins_changes_from_game_to_game_whatever_side_was_chosen(open_window):
    user = open_window("--machine", "X", *FIVE, *QUICK, "--opening", "swap", "--alternate")
    user.wait(lambda: len(user.game.moves) == 3)
    press(user, SwapChoice.X)
    user.settled()
    while user.game.result is None:
        user.click(user.game.board.get_empty_squares()[0])
        user.wait(lambda: user.game.result is not None or not user.controller.view.machines_turn)
    user.trigger("again")
    assert user.headline == "Place three marks: X, O and X."
    assert user.controller.view.is_machine(PLAYERO)


@pytest.mark.parametrize("options", [("--size", "3"), ("--size", "9", "--line", "4")])
def test_other_games_begin_as_ever(open_window, options):
    user = open_window("--machine", "neither", *options, "--opening", "swap2")
    assert user.controller.view.swap is None
    user.play([(0, 0), (1, 1)])
    assert len(user.game.moves) == 2


def test_the_form_of_a_new_game_asks_for_it_where_it_can_be(open_window):
    user = open_window(*PEOPLE)
    card = user.all_choices()
    assert card.opening.isVisible()
    card.squares.setValue(5)
    assert not card.opening.isVisible()
    card.squares.setValue(15)
    choose(card.opening, "swap")
    assert card.preview.accessibleName() == (
        "Whoever completes 5 in a row first wins. Whoever begins places X, O and X; the other "
        "player then chooses a side."
    )
    choose(card.opening, "swap2")
    click_on(card.start)
    assert user.controller.view.swapping
    assert user.controller.settings.opening == "swap2"


@pytest.mark.uses("demo")
def test_a_demo_opens_its_games_too(open_window):
    user = open_window("--machine", "both", *FIVE, *QUICK, "--opening", "swap2")
    user.wait(lambda: len(user.game.moves) > 3)
    assert user.controller.view.swap.step is SwapStep.DONE
    user.trigger("stop")
