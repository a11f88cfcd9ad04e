"""The lab: tournaments set up, run, watched, opened and exported."""

import csv
import multiprocessing
import signal
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLabel, QWidget

from engine.specs import PlayerSpec, kinds
from engine.swap import Opening
from engine.tournament import Run, published, read_results, running
from engine.tournament.running import CHUNK_SECONDS, executor_maker, usual_workers
from tests.desktop.features.lab.user import open_lab
from tests.desktop.sights import colours, table
from tests.driver.user import choose, click_on, texts
from ttt_desktop.features.lab import form as forms
from ttt_desktop.features.lab.tournaments import LabState


def says(window):
    """Return all that the window's labels say."""
    return " ".join(texts(window))


def test_no_more_games_at_once_are_offered_than_the_system_can_play(monkeypatch, open_window):
    monkeypatch.setattr(running, "MOST_PROCESSES", 61)  # as Windows has it
    user = open_window("--machine", "neither")
    monkeypatch.setattr("os.cpu_count", lambda: 128)
    monkeypatch.setattr(running, "usual_workers", usual_workers)
    workers = open_lab(user).form.fields["workers"]
    assert (workers.value(), workers.maximum()) == (61, 61)


def test_the_published_experiment_is_a_button(lab):
    window = lab.window
    lab.run()
    standings = window.lab.summary.standings
    assert [each.pairing.value for each in standings] == [
        "5", "10", "25", "50", "100", "200", "500", "1000", "5000",
    ]  # fmt: skip
    assert standings[-1].ties >= 99
    assert standings[0].ties < 50
    assert "900 of 900 games" in says(window)
    assert table(window)[0][:5] == ["Playouts a move (trials)", "Games", "X wins", "O wins", "Ties"]
    assert table(window)[1][0] == "5"
    expected = {(r.pairing, r.game): r.moves for records in
                Run(published(1), executor_maker("threads", 2), 2) for r in records}  # fmt: skip
    found = {(game.pairing, game.game): game.record().moves for game in window.lab.games}
    assert found == expected


@pytest.mark.parametrize(
    ("kind", "rows"),
    [(forms.SELF_PLAY, 9), (forms.OPPONENT, 9), (forms.PAIRING, 1), (forms.ROBIN, 6)],
)
def test_every_kind_of_tournament_runs(lab, user, kind, rows):
    window = lab.window
    lab.run(kind, games=4)
    assert len(window.lab.summary.standings) == rows
    assert len(window.lab.games) == 4 * rows
    user.qtbot.waitUntil(lambda: len(window.charts) == 3)
    for chart in window.charts.values():
        window.tabs.bring_forward(chart)
        assert colours(chart) > 2
    chart = window.charts["strength"]
    said = [label.text() for label in chart.findChildren(QLabel) if label.isVisibleTo(chart)]
    alone = ["A player is neither stronger nor weaker than itself."]
    assert said == (alone if kind == forms.SELF_PLAY else []), "of the strength"


def test_pause_go_on_and_cancel_and_the_game_stays_playable(lab, user):
    window = lab.window
    lab.start(games=100_000)
    user.qtbot.waitUntil(lambda: len(window.lab.games) > 50)
    lab.press("pause")

    def no_more_come():
        before = len(window.lab.games)
        user.linger(10 * CHUNK_SECONDS)
        return len(window.lab.games) == before

    user.qtbot.waitUntil(no_more_come)  # those under way are played to their end
    held = len(window.lab.games)
    assert held < 900_000
    assert "paused" in says(window)
    user.trigger("play")
    user.click((1, 1))
    assert user.game.moves == ((1, 1),)
    lab.press("pause")
    user.qtbot.waitUntil(lambda: len(window.lab.games) > held)
    lab.press("cancel")
    assert window.lab.state is LabState.IDLE
    played = len(window.lab.games)
    assert played < 900_000
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)
    assert len(window.lab.games) == played


def test_a_run_goes_on_while_another_place_is_open_and_the_rail_marks_it(lab, user):
    window, rail = lab.window, user.window.rail
    lab.start(games=100_000)
    assert window.isVisible(), "what comes of it is shown"
    assert rail.buttons["lab"].busy
    user.press(Qt.Key.Key_Escape)
    assert user.page("lab").isVisible(), "it goes back to the place"
    user.press(Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert rail.buttons["lab"].busy
    user.trigger("play")
    before = len(window.lab.games)
    user.qtbot.waitUntil(lambda: len(window.lab.games) > before)
    assert rail.buttons["lab"].busy
    assert rail.buttons["lab"].accessibleDescription() == "Something is running here."
    user.trigger("experiment")
    assert window.isVisible()
    lab.press("cancel")
    assert not rail.buttons["lab"].busy


def test_the_window_that_closes_ends_the_run(lab, user):
    lab.start(games=100_000)
    user.window.close()
    assert lab.window.lab.state is LabState.IDLE
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_workers_that_are_killed_cost_no_game(lab):
    window = lab.window
    lab.ask(forms.PAIRING, games=60)
    kills = []

    def kill():
        workers = multiprocessing.active_children()  # none, once all games are played
        if workers and len(kills) < 3:
            kills.append([worker.kill() for worker in workers])

    window.lab.added.connect(kill)
    lab.run()
    assert kills
    (standing,) = window.lab.summary.standings
    assert (standing.games, standing.bad) == (60, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_workers_that_are_killed_again_and_again_end_the_run_with_a_sentence(
    lab, user, monkeypatch
):
    window = lab.window
    kill = {"initializer": signal.raise_signal, "initargs": (signal.SIGKILL,)}
    spawn = multiprocessing.get_context("spawn")
    monkeypatch.setattr(
        "ttt_desktop.features.lab.tournaments.executor_maker",
        lambda *_given: lambda _few: ProcessPoolExecutor(1, spawn, **kill),
    )
    lab.start()
    user.wait(lab.idle)
    assert window.notice.text.startswith(
        "The tournament ended: 6 workers in a row ended as they started (SIGKILL); the system"
    )


def test_games_open_on_the_board_move_by_move_and_count_for_nobody(lab, user):
    window = lab.window
    lab.run(games=3)
    record = window.lab.games[4].record()
    window.tabs.bring_forward(window.tabs.pages["Games"])
    window.games.setCurrentIndex(window.games.model().index(4, 0))
    user.qtbot.keyClick(window.games, Qt.Key.Key_Return)
    assert user.game.moves == ()
    for i, move in enumerate(record.moves, start=1):
        user.trigger("redo")
        assert user.game.moves[-1] == divmod(move, 3)
        assert len(user.game.moves) == i
    assert user.game.result is not None
    score, seats = user.controller.score, user.controller.seats_now
    assert [score.wins(mark, seats) for mark in (2, 3)] == [0, 0]
    assert score.ties(seats) == 0


@pytest.mark.parametrize(
    ("asked", "told"),
    [({"seed": "x"}, "the seed must be a whole number"),
     ({"kind": forms.PAIRING, "player": "me"}, "is no player"),
     ({"kind": forms.SELF_PLAY, "values": " ,"}, "at least one value"),
     ({"kind": forms.PAIRING, "line": 9}, "line")],
)  # fmt: skip
def test_what_cannot_be_run_is_said(lab, asked, told):
    window = lab.window
    lab.start(**asked)
    assert window.lab.state is LabState.IDLE
    assert "This cannot be run" in lab.told
    assert told in lab.told


def test_results_are_exported_and_opened_again(lab, user, tmp_path):
    window = lab.window
    window.files.export(tmp_path / "nothing.csv")
    assert "nothing to export" in window.notice.text
    lab.run(games=10)
    for name in ("chart.png", "chart.svg", "counts.csv", "tables.html", "games.json"):
        window.files.export(tmp_path / name)
        user.qtbot.waitUntil(lambda name=name: f"Written to {name}" in says(window))
    assert not QImage(str(tmp_path / "chart.png")).isNull()
    assert QSvgRenderer(str(tmp_path / "chart.svg")).isValid()
    assert "<td>5000</td>" in (tmp_path / "tables.html").read_text(encoding="utf-8")
    rows = list(csv.DictReader((tmp_path / "counts.csv").read_text().splitlines()))
    assert [int(row["games"]) for row in rows] == [10] * 9
    assert len(read_results(tmp_path / "games.json")[2]) == 90
    before = table(window)
    lab.run(games=2)
    window.files.open(tmp_path / "games.json")
    user.qtbot.waitUntil(lambda: len(window.lab.games) == 90)
    assert [line[:5] for line in table(window)] == [line[:5] for line in before]
    (tmp_path / "bad.json").write_text("{}")
    window.files.open(tmp_path / "bad.json")
    assert "bad.json is no file of results" in window.notice.text
    window.files.open(tmp_path / "missing.json")
    assert "missing.json: No such file" in window.notice.text
    (tmp_path / "file").write_text("x")
    window.files.export(tmp_path / "file" / "x.csv")
    assert "could not be written" in window.notice.text


def test_a_player_is_picked_with_the_numbers_that_its_kind_declares(
    lab, user, monkeypatch, tmp_path
):
    picker = lab.form.player
    lab.ask(forms.PAIRING)
    assert list(picker.fields) == ["trials", "current", "other", "settled", "heavy"]
    picker.fields["other"].setValue(1.25)
    assert picker.value() == "mc:trials=100,other=1.25"
    assert not picker.fields["settled"].isEnabled()
    (switch,) = picker.findChildren(QCheckBox)
    user.wait(lambda: switch.height() >= switch.sizeHint().height())  # it is laid out
    click_on(switch)
    assert picker.value() == "mc:trials=100,other=1.25,settled=0.99"
    choose(picker.kind, "random")
    picker.kind.activated.emit(picker.kind.currentIndex())
    assert picker.value() == "random"
    assert list(picker.fields) == []
    picker.set_value("mc:trials=7")
    assert picker.fields["trials"].value() == 7
    picker.set_value("grandmaster")
    assert picker.kind.currentIndex() == -1
    picker.fields["trials"].setValue(8)
    assert picker.value() == "mc:trials=8", "the numbers are still those of the player before"
    path = tmp_path / "mine.py"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    picker.kind.setCurrentIndex(picker.kind.findData("file"))
    picker.kind.activated.emit(picker.kind.currentIndex())
    assert PlayerSpec.parse(picker.value()).target == str(path)
    path = tmp_path / "pbrain-other"
    choose(picker.kind, "Program…")
    picker.kind.activated.emit(picker.kind.currentIndex())
    spec = PlayerSpec.parse(picker.value())
    assert (spec.kind.word, spec.target) == ("engine", str(path))
    assert picker.kind.currentText() == "Program…"
    picker.fields["seconds"].setValue(0.5)
    assert PlayerSpec.parse(picker.value()).number("seconds") == 0.5
    path = ""
    picker.kind.setCurrentIndex(picker.kind.findData("file"))
    picker.kind.activated.emit(picker.kind.currentIndex())
    assert picker.kind.currentText() == "Program…", "nothing else was chosen"


def test_five_in_a_row_can_be_opened_by_swap_where_the_board_is_large_enough(lab, user):
    form = lab.form
    field = form.fields["opening"]
    lab.ask(forms.PAIRING, games=2, player="tree:simulations=50", opponent="random", opening="swap")
    assert not field.isVisible(), "on 3x3 nobody opens so"
    assert form.tournament().pairings[0].opening is Opening.NONE
    lab.ask(size=9, line=5)
    assert field.isVisible()
    lab.start()
    user.wait(lab.idle)
    (pairing,) = lab.window.lab.summary.tournament.pairings
    assert pairing.opening is Opening.SWAP
    rows = [game.record() for game in lab.window.lab.games]
    assert all(record.x_first is not None for record in rows)
    for place, record in enumerate(rows):
        names = lab.window.games.model().index(place, 1), lab.window.games.model().index(place, 2)
        assert [each.data() for each in names] == [*record.players(pairing).values()]


def test_players_of_a_round_robin_are_added_changed_and_removed(lab, user):
    window = lab.window
    lab.ask(forms.ROBIN)
    players = lab.form.players
    assert players.texts() == ("random", "mc:trials=10", "mc:trials=100", "perfect")
    players.list.setCurrentRow(2)
    assert players.picker.value() == "mc:trials=100"
    players.picker.fields["trials"].setValue(50)
    click_on(players.add)
    players.picker.set_value("mc:trials=5")
    players.list.setCurrentRow(0)
    click_on(players.remove)
    assert players.texts() == ("mc:trials=10", "mc:trials=50", "perfect", "mc:trials=5")
    assert [players.list.item(row).text() for row in range(4)] == [
        "mc 10", "mc 50", "perfect", "mc 5",
    ]  # fmt: skip
    lab.run(games=2)
    assert len(window.lab.summary.standings) == 6


def test_no_field_of_the_form_is_cut_whatever_is_asked_for(lab, user):
    for kind in (forms.PUBLISHED, forms.PAIRING, forms.ROBIN, forms.OPPONENT, forms.PAIRING):
        lab.ask(kind)
        page = lab.form.parentWidget()  # what of the form is seen
        user.wait(lambda page=page: lab.form.width() <= page.width())
        assert lab.form.minimumSizeHint().width() <= lab.form.width()


def test_the_form_has_no_holes(lab):
    for kind in (forms.PUBLISHED, forms.PAIRING, forms.ROBIN):
        lab.ask(kind)
        lab.form.layout().activate()
        rows = [each for each in lab.form.children() if isinstance(each, QWidget)
                and each.isVisible()]  # fmt: skip
        spans = sorted((each.geometry().top(), each.geometry().bottom()) for each in rows)
        bottom = 0
        for top, end in spans:
            assert top - bottom <= 24, "no row stands far below the one before"
            bottom = max(bottom, end)


def test_the_table_sorts_and_copies_by_cell(lab, user):
    window = lab.window
    lab.run(games=20)
    view = window.tables.pairings
    shown = table(window)
    standings = window.lab.summary.standings
    assert [row[0] for row in shown[1:]] == [each.pairing.value for each in standings]
    assert [[int(cell) for cell in row[1:5]] for row in shown[1:]] == [
        [each.games, each.x_wins, each.o_wins, each.ties] for each in standings
    ]
    ties = shown[0].index("Ties")
    view.sortByColumn(ties, Qt.SortOrder.AscendingOrder)
    column = [int(row[ties]) for row in table(window)[1:]]
    assert column == sorted(column)
    assert column != [each.ties for each in standings][::-1]
    view.setCurrentIndex(view.model().index(0, ties))
    user.qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == f"Ties\n{column[0]}\n"


def test_the_table_is_saved_by_cell_as_csv(lab, user, monkeypatch, tmp_path):
    window = lab.window
    lab.run(forms.PAIRING, player="random", opponent="random", games=1200)
    path, tables = tmp_path / "cells.csv", window.tables
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: dialog.selectFile(str(path)) or 1)
    click_on(tables.button["save"])
    assert "Written to cells.csv" in says(window)
    [row] = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    [standing] = window.lab.summary.standings
    assert row["Games"] == "1200", "a number, without a comma"
    assert int(row["Ties"]) == standing.ties
    tables.pairings.setCurrentIndex(tables.pairings.model().index(0, 1))
    click_on(tables.button["save"])
    assert path.read_text(encoding="utf-8") == "Games\n1200\n"


def test_a_round_robin_ranks_its_players_in_a_table(lab):
    window = lab.window
    lab.run(forms.ROBIN, games=10)
    lines = window.tables.players.content("\t").splitlines()
    rows = [line.split("\t") for line in lines]
    rated = window.lab.summary.ratings()
    names = sorted(rated, key=lambda name: -rated[name].value)
    assert [row[0] for row in rows[1:]] == [name.replace("mc:trials=", "mc ") for name in names]
    for name, row in zip(names, rows[1:], strict=True):
        assert row[1].startswith(f"{rated[name].value:+.0f} (")
    assert sum(float(row[2]) for row in rows[1:]) == 60, "a point for every game"
    assert not window.tables.players.isHidden()
    lab.run(forms.PAIRING)
    assert window.tables.players.isHidden()


def test_the_latest_games_are_small_boards_and_a_double_click_reviews_one(lab, user):
    window = lab.window
    user.window.resize(1400, 800)
    lab.run(games=3)
    games = window.latest.games
    assert [game.place for game in games] == [26, 25, 24, 23, 22, 21]
    for game in games:
        kept = window.lab.games[game.place].record()
        assert tuple(game.moves) == kept.moves
        assert game.outcome == kept.outcome
        board = game.board()
        assert 9 - len(board.get_empty_squares()) == len(kept.moves)
    assert window.latest.accessibleDescription().count(",") == 5
    area = window.latest.area_of(1).center().toPoint()
    before = user.game
    click_on(window.latest, area)
    assert user.game is before, "a second click would fall on the board"
    QTest.mouseDClick(window.latest, Qt.MouseButton.LeftButton, pos=area)
    assert user.game.moves == ()
    for _ in games[1].moves:
        user.trigger("redo")
    assert [row * 3 + col for row, col in user.game.moves] == list(games[1].moves)


def test_any_game_is_reviewed_with_a_button(lab, user):
    window = lab.window
    lab.run(games=2)
    window.tabs.bring_forward(window.tabs.pages["Games"])
    assert not window.button["review"].isEnabled()
    window.games.setCurrentIndex(window.games.model().index(7, 0))
    lab.press("review")
    for move in window.lab.games[7].record().moves:
        user.trigger("redo")
        assert user.game.moves[-1] == divmod(move, 3)
    lab.start(games=1)
    assert not window.button["review"].isEnabled(), "the chosen game has gone with the others"
    window.lab.cancel()


def test_a_new_kind_of_player_is_in_the_form_and_plays(last, lab):
    window = lab.window
    assert "last:back=1" in lab.form.player.written.toolTip()
    assert lab.form.fields["varied"].findData("back") >= 0
    lab.run(forms.PAIRING, player="last:back=2", opponent="random", games=8)
    assert window.lab.summary.standing(0).bad == 0
    assert table(window)[1][0] == "last, back 2 – random"


def test_the_ladder_is_a_tournament_of_all_levels(qtbot):
    form = forms.LabForm()
    qtbot.addWidget(form)
    form.fields["kind"].setCurrentIndex(form.fields["kind"].findData(forms.LADDER))
    form.fields["size"].setValue(5)
    form.fields["line"].setValue(4)
    tournament = form.tournament()
    levels = next(kind for kind in kinds() if kind.word == "level").levels
    assert len(tournament.pairings) == len(levels) * (len(levels) - 1) // 2
    assert {pairing.rules.line for pairing in tournament.pairings} == {4}
