"""What is saved beside a game: who played it and when, and what came with its file."""

import json
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtTest import QTest

from engine import PLAYERO, PLAYERX, Game, Rules, parse_square
from engine.coach.review import review
from engine.record import HUMAN, MOST_LETTERS, Participant, Record, Variation, read_record
from engine.verdict import Verdict
from tests.driver.user import X_WINS

PEOPLE = ("--machine", "neither")
DAY = date(2019, 5, 17)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "one.tttgame"


def noted(moves="A1 B2 C1"):
    """Return somebody else's game with all that can be noted beside it."""
    game = Game(Rules(3, 3))
    for name in moves.split():
        game.play(parse_square(name, 3))
    return Record(
        game,
        {PLAYERX: Participant("Ann", HUMAN), PLAYERO: Participant("", "tree:sims=99")},
        DAY,
        {0: "Hers", 3: "A slip"},
        (Variation(2, ((1, 0), (2, 0)), "Better"),),
        {3: Verdict.MISTAKE},
    )


def saved(user, path):
    """Save the game on the board; return what the file holds, and the days that it was saved on."""
    first = date.today()
    assert user.window.features["files"].games.save(path)
    return read_record(path), {first, date.today()}


@pytest.mark.uses("files")
def test_a_saved_game_says_who_played_it_and_when(open_window, path):
    user = open_window("--machine", "O", "--o", "level:easy", "--no-alike")
    user.change(name="Zoë")
    user.click((0, 0))
    user.settled()
    record, days = saved(user, path)
    assert record.players[PLAYERX] == Participant("Zoë", HUMAN)
    assert record.players[PLAYERO] == Participant("", "level:easy", "Easy")
    assert record.day in days
    assert "result" not in json.loads(path.read_text())


@pytest.mark.uses("files")
def test_people_without_names_are_saved_as_people(open_window, path):
    user = open_window(*PEOPLE)
    user.play(X_WINS)
    record, _ = saved(user, path)
    assert {*record.players.values()} == {Participant("", HUMAN)}
    assert json.loads(path.read_text())["result"] == "X"


@pytest.mark.uses("files")
def test_a_game_that_is_over_is_still_those_players_after_others_sat_down(open_window, path):
    user = open_window(*PEOPLE)
    user.change(friend="Ben")
    user.play(X_WINS)
    user.window.features["play"].opponents.choose_side("O")
    user.settled()
    record, _ = saved(user, path)
    assert {each.name for each in record.players.values()} == {"", "Ben"}


@pytest.mark.uses("files")
@pytest.mark.parametrize("moves", ["A1 B2 C1", "A1 B2 B1 C3 C1"])
def test_what_came_with_a_file_is_saved_again(open_window, path, tmp_path, moves):
    user = open_window(*PEOPLE)
    user.change(name="Zoë", friend="Ben")
    given = noted(moves)
    path.write_text(given.to_json())
    assert user.window.features["files"].games.open(path)
    user.settled()
    user.trigger("step_back")
    again = tmp_path / "again.tttgame"
    record, _ = saved(user, again)
    for name in ("players", "day", "comments", "variations", "verdicts"):
        assert getattr(record, name) == getattr(given, name), name


@pytest.mark.uses("files")
def test_whoever_goes_on_has_played_it_and_notes_of_other_moves_go(open_window, path, tmp_path):
    user = open_window(*PEOPLE)
    user.change(name="Zoë", friend="Ben")
    path.write_text(noted().to_json())
    user.window.features["files"].games.open(path)
    user.trigger("undo")
    user.click((2, 2))
    record, days = saved(user, tmp_path / "again.tttgame")
    assert {each.name for each in record.players.values()} == {"Zoë", "Ben"}
    assert record.day in days
    assert (record.comments, record.verdicts) == ({0: "Hers"}, {})
    assert record.variations == noted().variations


@pytest.mark.uses("files")
def test_a_file_of_todays_version_does_not_become_the_users_own_game(open_window, path):
    user = open_window(*PEOPLE)
    path.write_text(noted().game.to_json())
    user.window.features["files"].games.open(path)
    record, _ = saved(user, path)
    assert (record.players, record.day) == ({}, None)


@pytest.mark.uses("files")
def test_the_coachs_verdicts_are_saved(open_window, path):
    user = open_window(*PEOPLE)
    user.play(X_WINS)
    found = review(user.game.rules, user.game.moves)
    user.controller.replay.take_review(found)
    record, _ = saved(user, path)
    assert record.verdicts == {move.ply: move.verdict for move in found.moves}
    assert Verdict.BLUNDER in record.verdicts.values()


def test_what_is_noted_stays_with_the_unfinished_game_from_start_to_start(open_window, tmp_path):
    kept = tmp_path / "unfinished-game.json"
    kept.write_text(noted().to_json())
    user = open_window(*PEOPLE)
    assert user.game.moves == noted().game.moves
    user.click((2, 2))
    user.window.close()
    record = read_record(kept)
    assert len(record.game.moves) == 4
    assert (record.comments, record.variations) == (noted().comments, noted().variations)


@pytest.mark.uses("files")
def test_a_game_that_was_given_up_keeps_what_is_noted(open_window, tmp_path):
    (tmp_path / "given-up-game.json").write_text(noted().to_json())
    user = open_window(*PEOPLE)
    user.trigger("back")
    assert user.game.moves == noted().game.moves
    record, _ = saved(user, tmp_path / "again.tttgame")
    assert record.comments == noted().comments
    assert record.day == DAY


@pytest.mark.uses("files")
def test_damage_beside_the_moves_is_not_even_mentioned(open_window, path):
    user = open_window(*PEOPLE)
    text = json.loads(replace(noted(), comments={}).to_json())
    path.write_text(json.dumps(text | {"players": 7, "variations": [{"ply": 9, "moves": [[1]]}]}))
    assert user.window.features["files"].games.open(path)
    assert user.game.moves == noted().game.moves
    assert not user.window.notice.text


# --- comments ---------------------------------------------------------------------------


def field(user):
    """Return the field for comments, in the dock of moves."""
    if not user.window.action["moves"].isChecked():
        user.trigger("moves")
    return user.window.docks["moves"].comment


def write(user, text):
    place = field(user)
    place.setFocus()
    place.selectAll()
    QTest.keyClicks(place, text)


@pytest.mark.uses("files", "moves")
def test_a_comment_belongs_to_its_position_and_is_saved(open_window, path):
    user = open_window(*PEOPLE)
    user.play(X_WINS)
    write(user, "The end.")
    user.trigger("step_back")
    assert field(user).toPlainText() == ""
    write(user, "Here O was lost.")
    user.trigger("step_forward")
    assert field(user).toPlainText() == "The end."
    record, _ = saved(user, path)
    assert record.comments == {4: "Here O was lost.", 5: "The end."}
    user.trigger("again")
    assert field(user).toPlainText() == ""
    user.window.features["files"].games.open(path)
    assert field(user).toPlainText() == "The end."


@pytest.mark.uses("moves")
def test_a_comment_goes_with_the_move_that_it_is_about(open_window):
    user = open_window(*PEOPLE)
    user.play(X_WINS[:2])
    write(user, "Two moves")
    user.trigger("undo")
    user.click((2, 2))
    assert field(user).toPlainText() == ""
    user.trigger("undo")
    assert field(user).toPlainText() == "", "another move was made"


@pytest.mark.uses("files", "moves", "puzzles")
def test_a_comment_of_nothing_is_none_and_there_is_none_in_a_puzzle(open_window, path):
    user = open_window(*PEOPLE)
    user.click((0, 0))
    write(user, "x")
    field(user).clear()
    record, _ = saved(user, path)
    assert record.comments == {}
    user.trigger("puzzle")
    assert not field(user).isVisible()
    user.window.features["puzzles"].puzzler.leave()
    assert field(user).isVisible()


@pytest.mark.uses("files", "moves")
def test_no_more_is_written_than_is_saved(open_window, path):
    user = open_window(*PEOPLE)
    user.click((0, 0))
    field(user).setPlainText("a" * (MOST_LETTERS + 5))
    assert len(field(user).toPlainText()) == MOST_LETTERS
    record, _ = saved(user, path)
    assert len(record.comments[1]) == MOST_LETTERS


@pytest.mark.uses("moves")
def test_comments_are_kept_for_the_next_start(open_window, tmp_path):
    user = open_window(*PEOPLE)
    user.click((0, 0))
    write(user, "Begun")
    user.window.close()
    assert read_record(tmp_path / "unfinished-game.json").comments == {1: "Begun"}
