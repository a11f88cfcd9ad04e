"""The console program: each command, what is typed, and what is wrong with it.

Most run in this process; a process of its own has what depends on one, and a game and an analysis.
"""

import json
import re
import subprocess
import sys
from datetime import date

import pytest

from engine import PLAYERX, intervals, parse_board, sample, square_name
from engine.coach.attempt import Attempt
from engine.coach.puzzles import PuzzleKind, daily, load
from tests.waiting import HANG_S, commanded, ran


def child(*arguments, text="", env=None):
    """Run the program in a process of its own, as its users do."""
    return ran("-m", "engine.cli.main", *arguments, input=text, env=env)


def test_analyse_as_json_gives_the_samples_own_numbers():
    done = child(
        "analyse", "--board", "X.O/.X./..O", "--to-move", "X", "--trials", "20000",
        "--seed", "1", "--json", "--score-other", "0.5",
    )  # fmt: skip
    assert done.returncode == 0
    found = json.loads(done.stdout)
    tally = sample(parse_board("X.O/.X./..O"), PLAYERX, 20_000, seed=1)
    assert found["trials"] == 20_000
    assert found["scores"] == tally.scores(PLAYERX, 1.0, 0.5)
    assert found["best"] == [1, 2]
    assert found["wins"] == {"X": tally.x_wins, "O": tally.o_wins}
    assert found["ties"] == tally.ties
    assert found["seed"] == 1
    ends = intervals(tally, PLAYERX, (1.0, 0.5))
    assert [list(pair) for pair in zip(found["low"][0], found["high"][0], strict=True)] == [
        list(pair) for pair in ends[0]
    ]


@pytest.mark.parametrize(
    ("rows", "trials", "said"),
    [
        ("XX./OO./...", "2000", "Best square: C1 (95 % sure)"),
        ("X../.O./..X", "100000", "; too close to call: "),
        ("X../.O./..X", "20", "; too few playouts to be sure"),
        ("/".join(["." * 10] * 10), "1000", "; too few decisive playouts to tell"),
    ],
)
def test_analyse_says_how_sure_it_is(rows, trials, said):
    done = commanded("analyse", "--board", rows, "--trials", trials, "--seed", "1")
    assert said in done.stdout


def test_analyse_as_a_table_marks_the_best_square():
    done = commanded("analyse", "--board", "XX./OO./...", "--trials", "2_000", "--seed", "1")
    assert done.returncode == 0
    assert "X to move, 2,000 playouts" in done.stdout
    assert "Best square: C1" in done.stdout
    assert done.stdout.count("*") == 2


def test_analyse_takes_line_length_and_rule():
    done = commanded(
        "analyse", "--board", "XX./OO./...", "--trials", "2000", "--seed", "1", "--reverse"
    )
    assert "Best square: C1" not in done.stdout
    done = commanded(
        "analyse", "--board", "X../.../...", "--line", "2", "--trials", "1000", "--json"
    )
    assert json.loads(done.stdout)["to_move"] == "O"


def test_analyse_tells_a_win_by_force():
    rows = "/".join(["." * 9] * 4 + ["..XXX...."] + ["." * 9] * 3 + ["OO......."])
    position = ("analyse", "--board", rows, "--line", "5", "--trials", "100", "--seed", "1")
    assert "X wins by force in 3: B5, A5, F5" in commanded(*position, "--to-move", "X").stdout
    assert json.loads(commanded(*position, "--to-move", "O", "--json").stdout)["forced_win"] is None


def test_analyse_tells_the_truth_and_the_methods_blind_spots():
    # The corner trap: infinitely many random games like a square that loses by force.
    position = ("analyse", "--board", "X../.O./..X", "--exact", "--seed", "1")
    done = commanded(*position, "--json")
    found = json.loads(done.stdout)
    assert set(found["perfect"].values()) <= {-1, 0, 1}
    assert found["exact_mean"][0][1] == pytest.approx(found["mean"][0][1], abs=0.02)
    done = commanded(*position)
    assert "In perfect play:" in done.stdout
    assert found["blind_spots"] == [[0, 2], [2, 0]]
    assert "it likes C1, a loss where a tie can be had" in done.stdout
    done = commanded("analyse", "--board", "/".join(["...."] * 4), "--exact")
    assert done.returncode == 0
    assert "In perfect play:" in done.stdout
    assert "Exact mean" not in done.stdout, "too many orders to count"
    done = commanded("analyse", "--board", "/".join(["." * 9] * 9), "--exact")
    assert done.returncode == 2
    assert "too many empty squares to be solved" in done.stderr


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_two_machines_play_to_the_end_and_a_seed_repeats_them(seed):
    arguments = ("play", "--x", "mc", "--o", "random", "--trials", "50", "--seed", seed)
    first, second = commanded(*arguments), commanded(*arguments)
    assert first.returncode == 0
    assert first.stdout.rstrip().splitlines()[-1] in ("X wins!", "O wins!", "Tie!")
    assert first.stdout == second.stdout
    assert "Scores for X over 50 playouts" in first.stdout


def test_a_human_is_asked_again_until_the_square_is_empty():
    done = child("play", "--x", "human", "--o", "human", text="a1\nwhat\na1\nb1\na2\nb2\na3\n")
    assert done.returncode == 0
    assert "'what' names no square; write a letter and a number, A1 to C3" in done.stdout
    assert "A1 is taken" in done.stdout
    assert done.stdout.rstrip().endswith("X wins!")


def test_a_reverse_game_on_a_larger_board_with_shorter_lines():
    moves = "a1\na2\nb1\nb2\nc1\n"
    done = commanded(
        "play",
        "--x",
        "human",
        "--o",
        "human",
        "--size",
        "5",
        "--line",
        "3",
        "--reverse",
        text=moves,
    )
    assert done.stdout.rstrip().endswith("O wins!")


def puzzle_with(kind, size, length=None):
    return next(
        each for each in load()
        if each.kind is kind and each.rules.size == size and length in (None, each.length)
    )  # fmt: skip


def test_a_puzzle_is_asked_until_it_is_solved_and_wrong_moves_are_explained():
    puzzle = puzzle_with(PuzzleKind.HOLD, 3)
    wrong = next(each for each in puzzle.board.get_empty_squares() if each != puzzle.move)
    moves = [square_name(wrong), "what", square_name(puzzle.move)]
    done = commanded("puzzle", "--id", puzzle.id, text="\n".join(moves))
    assert done.returncode == 0
    assert f"{puzzle.title}\nPuzzle {puzzle.id}, 3x3, 3 in a row, grade " in done.stdout
    assert str(puzzle.question) in done.stdout
    assert f"No. {Attempt(puzzle).play(wrong).sentences[0]}" in done.stdout
    assert "'what' names no square" in done.stdout
    assert "Right. Every other square loses." in done.stdout
    assert done.stdout.endswith("Solved!\n")


def test_the_forced_answers_of_a_chain_are_played_and_it_is_asked_on():
    puzzle = puzzle_with(PuzzleKind.CHAIN, 15, 4)
    names = [square_name(square) for square in puzzle.solution]
    done = commanded("puzzle", "--id", puzzle.id, text="\n".join([*names[::2], ""]))
    assert done.returncode == 0
    assert f"threatens a line on {names[1]}" in done.stdout
    assert done.stdout.count("your square: ") == 3
    assert done.stdout.endswith("Solved, at once!\n")
    done = commanded("puzzle", "--id", puzzle.id, text=f"{names[0]}\n{names[1]}\nq\n")
    assert done.returncode == 1
    assert f"{names[1]} is taken; choose an empty square" in done.stdout
    assert done.stdout.endswith(f"The puzzle was left. The solution: {', '.join(names)}\n")


def test_a_days_puzzle_is_everybodys():
    question = ("puzzle", "--date", "2026-11-23", "--json")
    one, two = child(*question, env={"PYTHONHASHSEED": "1"}), commanded(*question)
    assert one.returncode == 0
    assert one.stdout == two.stdout
    found = json.loads(one.stdout)
    puzzle = daily(date(2026, 11, 23))
    assert found["id"] == puzzle.id
    assert found["date"] == "2026-11-23"
    assert found["board"] == puzzle.rows
    assert found["solution"] == [square_name(square) for square in puzzle.solution]
    before = date.today()
    shown = commanded("puzzle", "--show").stdout
    days = {before, date.today()}  # midnight may have come meanwhile
    assert any(f"Puzzle {daily(day).id} of {day}" in shown for day in days)


def test_a_puzzle_is_drawn_by_kind_board_and_seed():
    drawn = ("puzzle", "--kind", "chain", "--size", "5", "--line", "4", "--json", "--seed")
    found = [json.loads(commanded(*drawn, seed).stdout) for seed in ("1", "1", "2")]
    assert found[0] == found[1] != found[2]
    assert {(each["kind"], each["size"], each["line"]) for each in found} == {("chain", 5, 4)}
    found = json.loads(commanded("puzzle", "--reverse", "--seed", "1", "--json").stdout)
    assert found["reverse"]
    done = commanded(
        "puzzle", "--size", "4", "--reverse", "--kind", "avoid", "--seed", "1", "--show"
    )
    assert "4x4, 4 in a row, reverse" in done.stdout
    assert "The solution: " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--date", "tomorrow"], "'tomorrow' is no date such as 2026-01-31"),
        (["--id", "nobody"], "there is no puzzle 'nobody'"),
        (["--kind", "fork", "--reverse"], "there is no such puzzle; try another board or kind"),
        (["--id", "a", "--seed", "1"], "give a date, an id, or what to draw a puzzle from"),
        (["--seed", "-1"], "the seed must be a whole number"),
        (["--size", "0"], "the board's side must be a whole number"),
        (["--kind", "spoon"], "invalid choice: 'spoon'"),
    ],
)
def test_a_puzzle_that_there_is_not_is_said_in_one_line(arguments, said):
    done = commanded("puzzle", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["a1\n", "a1\nq\n", "quit\n", ""])
def test_leaving_a_game_is_said(text):
    done = commanded("play", text=text)
    assert done.returncode == 1
    assert done.stdout.endswith("left before its end.\n")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--size", "99"],
        ["play", "--size", "3", "--line", "4"],
        ["play", "--x", "nobody"],
        ["play", "--trials", "0"],
        ["play", "--trials", "many"],
        ["play", "--score-current", "nan"],
        ["play", "--score-other", "inf"],
        ["play", "--seed", "-1"],
        ["analyse"],
        ["analyse", "--board", "XO/."],
        ["analyse", "--board", "X?./.../..."],
        ["analyse", "--board", "XXX/OO./..."],
        ["analyse", "--board", "XOX/XOO/OXX"],
        ["analyse", "--board", ".../.../...", "--trials", "-3"],
        ["analyse", "--board", ".../.../...", "--to-move", "Z"],
        ["nonsense"],
        [],
    ],
)
def test_bad_input_gives_one_line_and_status_2(arguments):
    done = commanded(*arguments)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["analyse", "--help"]])
def test_help_is_there(arguments):
    done = commanded(*arguments)
    assert done.returncode == 0
    assert "usage: ttt-engine" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and devices")
@pytest.mark.parametrize(
    ("shell", "words"),
    [("{} play --x mc --o mc | head -1", ""), ("{} analyse --board ... --trials 9 <&-", "row 1"),
     ("{} play <&- ; true", ""), ("{} play --x mc --o mc >/dev/full; true", "No space left")],
)  # fmt: skip
def test_input_and_output_that_are_gone_leave_no_traceback(shell, words):
    command = shell.format(f"{sys.executable} -m engine.cli.main")
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert words in done.stderr


def test_bench_lists_every_board():
    code = (
        "from engine.cli import bench, main; bench._TURN_SECONDS = 0.0;"
        "main.main(['bench', '--rounds', '1', '--json'])"
    )
    done = ran("-c", code, check=True)
    rows = json.loads(done.stdout)
    assert [(row["board"], row["win_length"]) for row in rows] == [
        (3, 3), (4, 4), (5, 5), (7, 4), (10, 10), (10, 5), (15, 5), (19, 19), (19, 5)
    ]  # fmt: skip
    for row in rows:
        assert row["threads"] == 1
        assert row["kernel"] in ("native", "numpy")
        rounded = max(0.01, 0.6 / row["reference_per_s"])  # whole numbers, of a slow machine too
        assert row["ratio"] == pytest.approx(
            row["playouts_per_s"] / row["reference_per_s"], rel=rounded, abs=1
        )


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_is_told_with_the_kernel(option):
    done = commanded(option)
    assert done.returncode == 0
    assert re.fullmatch(r"ttt-engine [\d.]+\nkernel \w+, .+\n", done.stdout)
