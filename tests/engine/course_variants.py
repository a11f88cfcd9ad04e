"""Course files in the styles that students write: one plain file, and what others do differently.

``FILES`` is a folder of real files: those kept in ``course_files`` as they are, and one for each
of the variants.
"""

import atexit
import shutil
import tempfile
from pathlib import Path

KEPT = Path(__file__).parent / "course_files"

_IMPORTS = "import poc_ttt_gui\nimport poc_ttt_provided as provided\n"
ANSWER = "    return get_best_move(board, scores)\n"
TIE = "    if winner == provided.DRAW:\n        return\n"
_MOVE = '    """The machine\'s move."""\n'

VARIANTS = {
    "by_order": [
        (
            "return random.choice([s for s in empty if scores[s[0]][s[1]] == best])",
            "return [s for s in empty if scores[s[0]][s[1]] == best][0]",
        ),
    ],
    "no_imports": [
        (_IMPORTS, "#import poc_ttt_gui\n#import poc_ttt_provided as provided\n"),
    ],
    "noisy": [(_MOVE, _MOVE + '    print("thinking " * 20000)\n')],
    "older_names": [
        ("SCORE_CURRENT = 1.0\nSCORE_OTHER = 1.0", "MCMATCH = 1.0\nMCOTHER = 2.0"),
        ("SCORE_CURRENT", "MCMATCH"),
        ("SCORE_OTHER", "MCOTHER"),
    ],
    "other_path": [
        (
            _IMPORTS,
            "import poc.tic_tac_toe.poc_ttt_gui as poc_ttt_gui\n"
            "from poc.tic_tac_toe import poc_ttt_provided as provided\n",
        ),
    ],
    "own_loop": [
        (
            ANSWER,
            "    best, where = -1e9, None\n"
            "    for row, col in board.get_empty_squares():\n"
            "        if scores[row][col] > best:\n"
            "            best, where = scores[row][col], (row, col)\n"
            "    return where\n",
        ),
    ],
    "private_fields": [
        ("range(board.get_dim())", "range(board._dim)"),
        ("board.square(row, col) == player", "board._board[row][col] == player"),
    ],
    "returns_board": [
        (
            "        player = provided.switch_player(player)\n",
            "        player = provided.switch_player(player)\n    return board\n",
        ),
    ],
    "returns_list": [(ANSWER, "    return list(get_best_move(board, scores))\n")],
    "small_boards_only": [(_MOVE, _MOVE + "    assert board.get_dim() == 3\n")],
    "taken_squares": [
        (
            "    empty = board.get_empty_squares()\n",
            "    empty = [(r, c) for r in range(board.get_dim()) "
            "for c in range(board.get_dim())]\n",
        ),
    ],
    "tie_is_loss": [(TIE, "")],
    "web_modules": [
        (
            "import random\n",
            "import random\nimport simplegui\nimport codeskulptor\n"
            "import user40_AbCdEf_3 as tests\ncodeskulptor.set_timeout(60)\n",
        ),
    ],
    "wrong_sign": [
        (
            "scores[row][col] -= sign * SCORE_OTHER",
            "scores[row][col] += sign * SCORE_OTHER",
        ),
    ],
}


def varied(changes: list[tuple[str, str]]) -> str:
    """Return the plain file with some of its text replaced."""
    text = (KEPT / "plain.py").read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def _write_all() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="course-files-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for path in KEPT.glob("*.py"):
        shutil.copy(path, folder)
    for name, changes in VARIANTS.items():
        (folder / f"{name}.py").write_text(varied(changes))
    return folder


FILES = _write_all()
