"""The lab's window says what is so, and no more than that."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar

from engine import Outcome
from engine.specs import PlayerSpec
from engine.tournament import GameRecord, Pairing, Summary, round_robin
from tests.desktop.sights import table
from tests.driver.user import texts
from tests.engine.written_files import MOVES_AT_ONCE
from ttt_desktop.features.lab import form as forms
from ttt_desktop.features.lab.rows import short_names
from ttt_desktop.features.lab.tables import ResultTables
from ttt_desktop.features.lab.tournaments import LabState


def test_a_player_that_meets_itself_is_neither_stronger_nor_tested(lab):
    window = lab.window
    lab.run(
        forms.OPPONENT,
        values="5,100",
        opponent="mc:trials=100",
        sprt=True,
        elo0=-1000,
        elo1=-500,
        games=40,
    )
    titles, weak, itself = table(window)
    strength = titles.index("Elo of the first")
    test = titles.index("Test")
    assert titles[test - 1] == "Likely stronger"
    assert "" not in weak[strength : test + 1]
    assert set(itself[strength : test + 1]) == {""}
    assert itself[1] == "40"


def press_up(user, box):
    box.setFocus()
    user.qtbot.keyClick(box, Qt.Key.Key_Up)


def test_a_box_changes_its_own_number_only(lab, user):
    lab.ask(forms.PAIRING)
    player = lab.form.player
    for written, name, made in (
        ("mc:trials=50,other=0.123456", "trials", "mc:trials=51,other=0.123456"),
        ("mc:trials=50,other=0.123456", "other", "mc:trials=50,other=0.223"),
        ("mc:trials=5,current=0.0004,settled=0.99999", "trials",
         "mc:trials=6,current=0.0004,settled=0.99999"),
        ("mc:trials=5,settled=0.99999", "settled", "mc:trials=5,settled=0.99999"),
    ):  # fmt: skip
        player.set_value(written)
        press_up(user, player.fields[name])
        assert player.value() == made
        PlayerSpec.parse(player.value())
    player.fields["settled"].setValue(0.5)
    player.fields["settled"].setValue(1.0)
    assert player.value() == "mc:trials=5,settled=0.5"
    assert player.fields["settled"].value() == 0.5


def test_a_run_is_over_when_some_of_its_rows_were_decided(lab):
    window = lab.window
    lab.run(
        forms.OPPONENT,
        values="5,90",
        opponent="mc:trials=100",
        sprt=True,
        elo0=0,
        elo1=12,
        games=200,
    )
    weak, equal = window.lab.summary.standings
    assert (weak.decision, equal.decision) == ("H0", "")
    assert weak.games < 200 == equal.games
    assert window.lab.progress == 1
    bar = window.findChild(QProgressBar)
    assert bar.value() == bar.maximum()
    told = f"ended after {weak.games + 200:,} games: 1 of 2 rows decided"
    assert any(text.startswith(told) for text in texts(window))


def test_names_of_different_players_differ(lab):
    window = lab.window
    first = "mc:trials=1000,current=0.5,other=0.25,settled=0.9"
    given = (first, f"{first}9", "mc:trials=5,other=0.1234561", "mc:trials=5,other=0.1234562")
    assert len(set(short_names(given).values())) == len(given)
    longest = "mc:trials=1000,current=0.5,other=0.375,settled=0.75"
    assert short_names([longest])[longest].endswith("…"), "nothing else is called so"
    assert len(set(short_names(["mc", "mc:trials=1000"]).values())) == 1, "the same player"
    lab.ask(forms.ROBIN)
    players = lab.form.players
    for row, text in enumerate(given[:2]):
        players.list.setCurrentRow(row)
        players.picker.set_value(text)
    lab.ask(games=2)
    shown = [players.list.item(row).text() for row in range(players.list.count())]
    assert len(set(shown)) == len(shown)
    lab.run()
    labels = [row[0] for row in table(window)[1:]]
    assert len(set(labels)) == len(labels)


def test_a_ranking_keeps_its_order_and_selection_while_ranks_change(qtbot):
    players = [f"mc:trials={trials}" for trials in (5, 50, 500)]
    summary = Summary(round_robin(players, Pairing("mc", "mc", 20), 1))
    tables = ResultTables()
    qtbot.addWidget(tables)
    tables.show()

    def play(number, wins, first):
        """Let X and O, who are the first player in turns, win games."""
        summary.add(
            GameRecord(number, game, Outcome.X if game % 2 == 0 else Outcome.O, (), 0.1)
            for game in range(first, first + wins)
        )
        tables.show_summary(summary, "")

    def ranking():
        return [row.split("\t")[0] for row in view.content("\t").splitlines()[1:]]

    play(0, 3, 0)
    view = tables.players
    titles = view.content("\t").splitlines()[0]
    assert ranking()[0] == "mc 5"
    view.sortByColumn(2, Qt.SortOrder.AscendingOrder)
    assert ranking()[-1] == "mc 5"
    view.selectRow(2)
    play(2, 9, 0)  # the second one is no longer the last
    header = view.horizontalHeader()
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (
        2, Qt.SortOrder.AscendingOrder,
    )  # fmt: skip
    assert ranking() == ["mc 5"], "the selected one"
    view.clearSelection()
    assert ranking() == ["mc 500", "mc 5", "mc 50"]
    assert view.content("\t").splitlines()[0] == titles
    view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert ranking() == ["mc 5", "mc 50", "mc 500"], "the strongest first"


@pytest.mark.parametrize("content", [None, "def (", "x = 1\n"])
def test_a_tournament_with_a_file_that_cannot_play_is_refused(lab, user, tmp_path, content):
    window = lab.window
    path = tmp_path / "gone.py"
    if content is not None:
        path.write_text(content)
    lab.start(forms.PAIRING, player=f"file:{path}", games=20)
    user.wait(lab.idle)
    assert window.notice.text.startswith("This cannot be run: ")
    assert "gone.py" in window.notice.text
    assert window.lab.games == []
    path.write_text(MOVES_AT_ONCE)
    lab.run()
    assert len(window.lab.games) == 20


def test_a_file_that_does_not_come_to_its_end_is_left_with_cancel(lab, user, tmp_path):
    window = lab.window
    path = tmp_path / "hangs.py"
    path.write_text("while True: pass\n")
    lab.start(forms.PAIRING, player=f"file:{path}")
    user.linger(0.5)
    assert window.lab.state is LabState.RUNNING
    lab.press("cancel")
    assert window.lab.state is LabState.IDLE
    user.qtbot.waitUntil(lambda: not user.window.machine.runner.busy)
    assert window.notice.text == ""


def test_a_decided_run_is_over(lab):
    lab.run(forms.PAIRING, player="mc:trials=300", opponent="random", games=6000, sprt=True)
    (standing,) = lab.window.lab.summary.standings
    assert standing.decision
    said = [text for text in texts(lab.window) if text.startswith("decided after")]
    assert said == [said[0]]
    assert said[0].startswith(f"decided after {standing.games:,} games")


def test_players_that_differ_have_different_names():
    given = ["mc:trials=100", "mc:trials=100,other=0", "mc:trials=100,current=0", "level:master",
             "level:beginner", "tree:simulations=1234567"]  # fmt: skip
    shown = list(short_names(given).values())
    assert len(set(shown)) == len(given)
    assert shown[1] == "mc 100, other 0"
    assert shown[3:5] == ["Master", "Beginner"]
    assert "1,234,567" in shown[5]


@pytest.mark.uses("you")
def test_tables_follow_the_texts_size(lab, user):
    lab.run(forms.PAIRING, games=2)
    view = lab.window.tables.pairings
    before = [view.columnWidth(column) for column in range(4)]
    user.change(text_scale=200)
    assert view.rowHeight(0) >= view.fontMetrics().height()
    assert all(view.columnWidth(at) > 1.5 * width for at, width in enumerate(before))
    user.trigger("games")
    games = user.window.shell.pages["games"].games
    assert games.verticalHeader().defaultSectionSize() >= games.fontMetrics().height()
