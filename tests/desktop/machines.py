"""Machines from files: how they come into the window, and what their cards say."""

from ttt_desktop.board.player_bar import PlayerCard


def load(user, path):
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.window.machine.load(path)


def mine(tmp_path, body):
    path = tmp_path / "mine.py"
    path.write_text("def mc_move(board, player, trials):\n    " + body + "\n")
    return path


def cards(user):
    return [each.accessibleName() for each in user.window.findChildren(PlayerCard)]
