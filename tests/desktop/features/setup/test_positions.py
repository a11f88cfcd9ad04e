"""Ready positions: what is claimed of them, and how they are shown."""

from engine import Truth, square_name
from tests.every import every
from ttt_desktop.features.setup.positions import POSITIONS

CLAIMS = {
    # title: what the position is worth, the method's favourites, its blind spots
    "Takes the win": (1, "C1", ""),
    "Blocks": (0, "C1", ""),
    "The corner trap that infinite trials still lose": (0, "C1 A3", "C1 A3"),
    "A fair opening": (0, "A1 C1 A3 C3", ""),
    "Misère trap: the first move": (0, "B1 A2 C2 B3", "B1 A2 C2 B3"),
    "Misère trap: a win thrown away": (1, "B3", "B3"),
    "Misère: the mirror": (0, "C3", ""),
}


@every("position", POSITIONS)
def test_ready_positions_are_what_they_say(position):
    game = position.game()
    truth = Truth.of(game.board, game.to_move)
    value, favourites, blind = CLAIMS[position.title]
    assert truth.best_value == value
    assert " ".join(map(square_name, truth.favourites())) == favourites
    assert " ".join(map(square_name, truth.blind_spots())) == blind


def test_a_ready_position_is_set_up_searched_and_explained(open_window):
    user = open_window("--machine", "O", "--trials", "2000")
    action = next(
        action
        for action in user.window.action.choices["positions"].actions()
        if "corner" in action.text()
    )
    action.trigger()
    user.qtbot.waitUntil(lambda: not user.controller.view.is_thinking)
    assert user.controller.model.analysis.count == 2000
    assert user.game.moves == ((0, 0), (1, 1), (2, 2))
    assert user.controller.view.can_resume, "the machine waits until it is told to move"
    assert user.window.notice.text == f"{action.data().title}. {action.data().text}"
    user.qtbot.waitUntil(lambda: user.controller.model.truth is not None)
    user.trigger("resume")
    user.settled()
    assert user.game.moves[3] in {(0, 2), (2, 0)}, "many trials fall into the trap"
