"""What data people try first: an analysis and a tournament in one call, tables, the notebook."""

import csv
import io
import itertools
import json
import sys
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import pytest

import engine
import notebook
from engine.players.tree_player import TreePlayer
from engine.tournament import Played, play_tournament, published, read_results
from tests.waiting import ran

TRAP = "X../.O./..X"
HERE = {"kind": "threads", "workers": 2}


# --- an analysis ---------------------------------------------------------------------------


def test_a_position_is_text_and_a_side_a_letter():
    found = engine.analyse(TRAP, "O", trials=1e4, seed=7)
    board = engine.parse_board(TRAP)
    assert found.tally == engine.sample(board, engine.PLAYERO, 10_000, seed=7)
    assert found.done
    assert engine.analyse(board, engine.PLAYERO, trials=10_000, seed=7).tally == found.tally
    assert engine.analyse(board, trials=10_000, seed=7).tally == found.tally, "O's turn"
    weighed = engine.analyse(TRAP, "o", 1e4, 7, weights=(2.0, 0.0))
    assert weighed.totals == found.tally.scores(engine.PLAYERO, 2.0, 0.0)
    assert engine.analyse(".../.../...", "X", 100, line=2).board.rules.line == 2


def test_the_seed_is_kept_when_none_was_given():
    once = engine.analyse(TRAP, "O", trials=500)
    assert engine.analyse(TRAP, "O", trials=500, seed=once.seed).tally == once.tally
    assert f"seed {once.seed}" in repr(once)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("X../O.",), "row 1 of the board has 3 squares"),
        ((17,), "the position must be a board or text such as X.O/.X./..O, not 17"),
        ((TRAP, "Q"), 'a side is "X" or "O", not \'Q\''),
        ((TRAP, engine.EMPTY), 'a side is "X" or "O", not 1'),
        ((TRAP, "O", 2.5), "the number of trials must be a whole number"),
        ((TRAP, "O", float("inf")), "the number of trials must be a whole number"),
        ((TRAP, "O", 10, -1), "the seed must be a whole number"),
        (("XXX/OO./...",), "the game is over"),
    ],
)
def test_what_cannot_be_analysed_is_said_in_a_sentence(arguments, said):
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        engine.analyse(*arguments)


def analyses():
    trap = engine.parse_board("X../.O./...")
    tree = TreePlayer(engine.Limit(trials=50)).choose(engine.Board(25), engine.PLAYERX, 1)
    return [
        engine.analyse(engine.Board(25), trials=100, seed=3),
        engine.Given(trap, engine.PLAYERX, 10, [[0.5] * 3 for _ in range(3)]),
        engine.Perfect().choose(trap, engine.PLAYERX, 1).analysis,
        tree.analysis,
    ]


@pytest.mark.parametrize("found", analyses(), ids=lambda found: type(found).__name__)
def test_every_analysis_is_shown_in_a_line_in_rows_and_in_colours(found):
    assert len(repr(found)) < 120
    assert "\n" not in repr(found)
    rows, arrays = found.as_rows(), found.arrays()
    known = [square for square in found.board.get_empty_squares() if found.knows(square)]
    assert [(row["row"], row["col"]) for row in rows] == known
    for row in rows:
        for name, array in arrays.items():
            number = array[row["row"], row["col"]]
            assert number == row[name] or (np.isnan(number) and row[name] is None)
    assert np.isnan(arrays["mean"]).sum() == found.board.size**2 - len(known)
    shown = Cells()
    shown.feed(found._repr_html_())
    side = range(found.board.size)
    for text, (row, col) in zip(shown.cells, itertools.product(side, side), strict=True):
        written = f"{found.means[row][col]:+.3f}" if (row, col) in known else ""
        assert text == (written or engine.STRMAP[found.board.square(row, col)].strip())


class Cells(HTMLParser):
    """Collects what stands in a table's cells."""

    def __init__(self):
        super().__init__()
        self.cells = []
        self.inside = False

    def handle_starttag(self, tag, _attributes):
        self.inside = tag == "td"
        if self.inside:
            self.cells.append("")

    def handle_data(self, data):
        if self.inside:
            self.cells[-1] += data


def test_in_colours_better_is_brighter_and_the_best_has_a_frame():
    html = engine.analyse("XX./OO./...", "X", trials=2000, seed=1)._repr_html_()
    framed = [cell for cell in html.split("<td ")[1:] if "outline" in cell]
    assert len(framed) == 1
    assert "rgb(254, 232, 56);color:#000" in framed[0]


def test_a_data_frame_is_made_of_the_rows_or_a_sentence_says_what_is_missing(monkeypatch):
    found = engine.analyse(TRAP, "O", 100, 1)
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows: ("of", rows)))
    assert found.to_frame() == ("of", found.as_rows())
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ValueError, match="pip install pandas"):
        found.to_frame()


def test_a_real_data_frame_has_numbers_in_its_columns():
    pytest.importorskip("pandas")
    frame = engine.analyse(TRAP, "O", 100, 1).to_frame()
    assert frame[["mean", "low", "high"]].dtypes.eq("float64").all()
    assert frame["best"].dtype == bool


def test_importing_the_engine_loads_neither_numpy_nor_pandas():
    code = (
        "import sys, engine\nrepr(engine.analyse('X../.O./..X', 'O', 100))\n"
        "print([name for name in ('numpy', 'pandas') if name in sys.modules])"
    )
    done = ran("-c", code, check=True)
    assert done.stdout == "[]\n"


# --- a tournament --------------------------------------------------------------------------


def test_a_tournament_is_played_in_one_call(tmp_path):
    path = tmp_path / "games.json"
    players = ["mc:trials=5", "random", "perfect"]
    played = play_tournament(players, games=4, seed=5, out=str(path), **HERE)
    assert len(played.records) == 12
    assert {*played.summary.ratings()} == {*players}
    again = read_results(str(path))
    assert isinstance(again, Played)
    assert again.tournament == played.tournament
    assert sorted(again.records, key=lambda r: (r.pairing, r.game))[0].moves
    _, tournament, records = again
    assert (tournament, len(records)) == (played.tournament, 12)
    on = play_tournament(tournament, out=path, **HERE)
    assert len(on.records) == 12, "nothing was played twice"
    assert on.header == again.header


def test_the_tournaments_seed_is_kept_and_bad_players_are_refused():
    one = play_tournament("mc:trials=5", games=3, **HERE)
    two = play_tournament("mc:trials=5", games=3, seed=one.tournament.seed, **HERE)
    assert [g["moves"] for g in one.games()] == [g["moves"] for g in two.games()]
    assert len(repr(one)) < 80
    with pytest.raises(ValueError, match="nobody"):
        play_tournament(["nobody", "random"])


def test_a_sequential_test_ends_a_pairing_early():
    from engine.tournament import Pairing, Sprt, Tournament

    base = Pairing("mc:trials=100", "random", 3000)
    played = play_tournament(Tournament("pairing", (base,), 1, "", Sprt(0, 100)), **HERE)
    assert played.summary.decided == 1
    assert len(played.records) < 3000


def test_games_are_rows_that_say_all_of_a_game(tmp_path):
    path = tmp_path / "games.csv"
    done = ran(
        "-m", "engine", "tournament", "--players", "mc:trials=20", "random", "--games", "4",
        "--reverse", "--seed", "3", "--in", "threads", "--games-csv", path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["game"] for row in rows] == ["0", "1", "2", "3"]
    for row in rows:
        assert row["reverse"] == "True"
        assert row["version"] == engine.__version__
        assert row["run_seed"] == "3"
        game = engine.Game(engine.Rules.of(3, reverse=True))
        for move in row["moves"].split():
            game.play(engine.parse_square(move, 3))
        assert game.result.outcome.value == row["outcome"]
        assert len(game.moves) == int(row["plies"])
        won = {"tie": 0.5}.get(row["outcome"], float(row["outcome"] == "X"))
        assert float(row["points"]) == (won if row["x"] == row["first"] else 1 - won)
    assert rows[0]["x"] == rows[1]["o"] == "mc:trials=20"
    from engine.tournament.playing import play_game

    played = play_tournament(["mc:trials=20", "random"], games=4, seed=3, reverse=True, **HERE)
    last = played.games()[3]
    record = play_game(played.tournament.pairings[0], 0, 3, last["seed"])
    assert " ".join(engine.square_name(divmod(move, 3)) for move in record.moves) == last["moves"]
    assert last["moves"] == rows[3]["moves"]


def test_a_spoilt_game_has_no_points_and_tells_its_problem():
    name = "import:tests.engine.bad_players:Illegal"
    played = play_tournament([name, "random"], games=2, seed=1, **HERE)
    rows = list(csv.DictReader(io.StringIO(played.games_csv())))
    assert {row["outcome"] for row in rows} == {"bad"}
    assert {row["points"] for row in rows} == {""}
    assert all(row["problem"] for row in rows)


def test_no_games_are_an_empty_table():
    assert Played({}, published(1), []).games_csv() == "\n"


@pytest.mark.parametrize(
    "which", list(itertools.combinations(["--out", "--csv", "--games-csv"], 2))
)
def test_each_file_of_a_tournament_is_another_one(tmp_path, which):
    one, two = which
    done = ran(
        "-m", "engine", "tournament", "--games", "1", "--trials", "5", one, tmp_path / "x", two,
        tmp_path / "x",
    )  # fmt: skip
    assert done.returncode == 2
    assert f"{one} and {two} need two files" in done.stderr


# --- the notebook --------------------------------------------------------------------------


def test_the_notebooks_cells_run_and_show_what_is_stored():
    names = {"__name__": "__main__"}
    for number, cell in enumerate(notebook.cells(), 1):
        if not notebook.runs_here(cell):
            continue
        outputs = notebook.outputs_of(cell, names, number)
        assert cell["outputs"], "nothing is stored; run packaging/notebook.py"
        if not cell["metadata"]:
            assert outputs == cell["outputs"], "run packaging/notebook.py"


def test_the_notebook_is_one():
    read = json.loads(notebook.FILE.read_text(encoding="utf-8"))
    assert (read["nbformat"], read["nbformat_minor"]) == (4, 4)
    assert {cell["cell_type"] for cell in read["cells"]} == {"code", "markdown"}


def test_the_package_is_a_program():
    done = ran("-m", "engine", "analyse", "--board", TRAP, "--trials", "10")
    assert done.returncode == 0
    assert "O to move, 10 playouts" in done.stdout
