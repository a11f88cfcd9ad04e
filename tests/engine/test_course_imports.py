"""What a file imports and what it lacks; and what runs it: scripts, games, tournaments."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from engine import PLAYERX, Board
from engine.cli.main import main
from engine.compat.answers import FileError
from engine.compat.checking import check_file
from engine.compat.player import FilePlayer
from engine.compat.process import FileProcess
from engine.tournament import Pairing, Run, Tournament
from engine.tournament.running import executor_maker
from tests.engine.course_variants import FILES, varied
from tests.engine.unsealed import unsealed
from tests.engine.written_files import mc_move, written
from tests.waiting import ran

__all__ = ["unsealed"]
pytestmark = pytest.mark.usefixtures("short_checks")

# --- Python 2's order in a file that reads as Python 3 ------------------------------------------


def test_max_and_min_order_none_as_python_2_did(tmp_path):
    body = mc_move(
        "best = None\nfor row, col in board.get_empty_squares():\n"
        "    best = max(None, best, row * 3.0 + col)\n"
        "assert min(None, 2) is None and min([3, None, 1]) is None\n"
        "assert max(None, 1, key=lambda value: value) == 1\n"
        "assert max(value for value in (1, None, 2)) == 2\n"
        "assert sorted([2, None, 1]) == [None, 1, 2] and max([], default=7) == 7\n"
        "return int(best) // 3, int(best) % 3"
    )
    with closing(FilePlayer(written(tmp_path, body), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (2, 2)


def test_what_nobody_can_order_is_still_an_error(tmp_path):
    with (
        closing(FilePlayer(written(tmp_path, mc_move("return max(5)")), 1)) as player,
        pytest.raises(ValueError, match="TypeError: 'int' object is not iterable"),
    ):
        player.choose(Board(3), PLAYERX)


# --- neighbours ---------------------------------------------------------------------------------


def test_a_neighbour_is_converted_like_the_file_itself(tmp_path):
    (tmp_path / "helper.py").write_text("print 'hello'\nHALF = 3 / 2\nBEST = max([None, 1])\n")
    path = written(tmp_path, "import helper\n" + varied([]))
    report = check_file(path)
    assert report.verdict == "right"
    assert "helper.py is Python 2; it was converted" in report.notes
    body = "from helper import BEST, HALF\n" + mc_move("return HALF, BEST")
    with closing(FilePlayer(written(tmp_path, body, "other.py"), 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (1, 1)


@pytest.mark.parametrize(
    ("helper", "told"),
    [("1 / 0\n", "mine.py cannot be loaded: ZeroDivisionError: division by zero in line 1 of "
                 "helper.py"),
     ("x = 1\ndef (", "mine.py cannot be loaded: in helper.py, which it imports: line 2 is not "
                      "valid Python")],
)  # fmt: skip
def test_an_error_in_a_neighbour_names_it(tmp_path, helper, told):
    (tmp_path / "helper.py").write_text(helper)
    with pytest.raises(FileError) as caught:
        FileProcess(written(tmp_path, "import helper\n" + varied([]))).load()
    assert str(caught.value).startswith(told)


def test_an_error_of_a_move_names_the_neighbour_that_it_is_in(tmp_path):
    (tmp_path / "helper.py").write_text("\ndef choose(board):\n    return board.nothing\n")
    body = "import helper\n" + mc_move("return helper.choose(board)")
    with (
        closing(FilePlayer(written(tmp_path, body), 1)) as player,
        pytest.raises(ValueError, match=r"nothing.* \(line 3 of helper.py\)"),
    ):
        player.choose(Board(3), PLAYERX)


@pytest.mark.parametrize(
    ("imports", "known"),
    [("import poc_ttt_gui\nimport ttt_board as provided\n", "poc_ttt_provided"),
     ("from my_ttt_gui import run_gui\nimport poc_ttt_provided as provided\n"
      "class poc_ttt_gui:\n    run_gui = staticmethod(run_gui)\n", "poc_ttt_gui")],
)  # fmt: skip
def test_a_lost_module_is_known_by_what_is_asked_of_it(tmp_path, imports, known):
    path = written(
        tmp_path, varied([("import poc_ttt_gui\nimport poc_ttt_provided as provided\n", imports)])
    )
    report = check_file(path)
    assert report.verdict == "right", report.as_text()
    assert any(f"is not there; the course's {known} takes its place" in n for n in report.notes)
    assert len(report.calls) == 2, "its game is left out as ever"


def test_a_lost_module_of_which_more_is_asked_stays_lost(tmp_path):
    with pytest.raises(FileError, match="No module named 'ttt_board'"):
        FileProcess(written(tmp_path, "import ttt_board\nttt_board.TTTBoard\nttt_board.x\n")).load()


# --- why there is no heat map -------------------------------------------------------------------


def test_a_helper_of_another_name_leaves_a_note(tmp_path):
    path = written(tmp_path, varied([
        ("    return get_best_move(board, scores)", "    return best_of(board, scores)"),
        ("def mc_move", "best_of = get_best_move\n\n\ndef mc_move"),
    ]))  # fmt: skip
    with closing(FilePlayer(path, 5)) as player:
        decision = player.choose(Board(3), PLAYERX)
    assert decision.analysis is None
    assert decision.note == (
        "mine.py has no scores to show here: its mc_move does not call a function get_best_move."
    )


# --- in the console -----------------------------------------------------------------------------


def test_a_script_that_calls_no_game_says_what_it_has(tmp_path, capsys, monkeypatch):
    path = written(tmp_path, varied([
        ("provided.play_game(mc_move, NTRIALS, False)\n", ""),
        ("poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)\n", ""),
    ]))  # fmt: skip
    assert main(["run", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "mine.py calls neither play_game nor run_gui; it has mc_trial" in shown
    assert f"ttt-engine play --x file:{path} --o human" in shown
    monkeypatch.chdir(tmp_path.parent)
    given = f"{tmp_path.name}/mine.py"
    assert main(["run", given]) == 0
    (told,) = re.findall("--x (file:.*) --o human", capsys.readouterr().out)
    assert Path(told.removeprefix("file:")) == Path(given)
    assert main(["play", "--x", told, "--o", "random", "--trials", "5"]) == 0
    capsys.readouterr()
    assert main(["run", str(written(tmp_path, "x = 1\n"))]) == 0
    assert "calls no game, and has none of the functions" in capsys.readouterr().out


def test_a_tournament_with_a_file_that_cannot_play_says_why_and_nothing_else(tmp_path):
    path = written(tmp_path, "def (")
    done = ran(
        "-m", "engine.cli.main", "tournament", "--players", f"file:{path}", "random", "--games", "4"
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("ttt-engine tournament: mine.py cannot be loaded: line 1 is not")
    assert len(done.stderr.splitlines()) == 1


def test_games_that_nobody_finished_make_no_rating(tmp_path, capsys):
    bad = f"file:{written(tmp_path, mc_move('return None'))}"
    given = ["tournament", "--players", bad, "random", "mc", "--games", "2", "--seed", "1"]
    assert main([*given, "--in", "threads", "--workers", "1"]) == 0
    shown = capsys.readouterr().out
    assert "+0 (-inf to +inf)" not in shown
    ranked = [
        re.split(r"\s{2,}", line) for line in shown.splitlines() if re.match(r"\d (?!game)", line)
    ]
    assert [("mine.py" in name, elo == "–") for name, elo, *_ in ranked] == [
        (False, False), (False, False), (True, True),
    ]  # fmt: skip


def test_only_a_player_that_nobody_knows_might_be_a_human(tmp_path, capsys):
    path = written(tmp_path, "def (")
    assert main(["play", "--x", f"file:{path}", "--o", "random"]) == 2
    assert "human" not in capsys.readouterr().err
    assert main(["play", "--x", "nobody"]) == 2
    assert capsys.readouterr().err.strip().endswith(", or human")


# --- one process for a pairing ------------------------------------------------------------------


def test_a_pairing_keeps_the_files_process_and_forgets_its_state(tmp_path, unsealed):
    (tmp_path / "counts.py").write_text("CALLS = []\n")
    log = tmp_path / "log"
    body = "import os\nimport counts\nMOVES = []\n" + mc_move(
        "MOVES.append(1)\ncounts.CALLS.append(1)\n"
        f"with open({str(log)!r}, 'a') as file:\n"
        "    file.write(f'{os.getpid()} {len(MOVES)} {len(counts.CALLS)}\\n')\n"
        "return board.get_empty_squares()[0]"
    )
    pairing = Pairing(f"file:{written(tmp_path, body)}", "random", 6)
    run = Run(Tournament("pairing", (pairing,), 1), executor_maker("threads", 1), 1)
    records = [record for part in run for record in part]
    assert [record.problem for record in records] == [""] * 6
    lines = [tuple(map(int, line.split())) for line in log.read_text().splitlines()]
    assert len({line[0] for line in lines}) == 1, "one process for all games"
    assert [line[1] for line in lines].count(1) == 6, "each game begins with its own state"
    assert all(own == neighbours for _, own, neighbours in lines)


def test_a_game_is_the_same_with_a_kept_process():
    pairing = Pairing(f"file:trials=5:{FILES / 'plain.py'}", "random", 4)
    tournament = Tournament("pairing", (pairing,), 3)

    def moves(workers):
        run = Run(tournament, executor_maker("threads", workers), workers)
        return sorted((each.game, each.moves) for part in run for each in part)

    assert moves(1) == moves(3)
