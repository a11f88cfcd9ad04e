"""What the lessons on learning say: held against learners of the same seeds, and the window."""

import random
import re
from collections import Counter

import pytest
from PySide6.QtWidgets import QPushButton

from engine import PLAYERO, PLAYERX, Board, Game, Rules, parse_board, parse_square
from engine.board import Position
from engine.learning.learner import GAMES, Training, is_kept
from engine.learning.learners import new_learner
from engine.learning.shipped import network_for
from engine.learning.small import atlas
from engine.learning.task import LearningTask
from engine.learning.teachers import teacher_of
from engine.learning.truth import bare, measure, mistakes, questions, searching, without_network
from engine.search.solver import solve
from engine.search.stream import Stream
from engine.tournament.drawing import OpeningsWanted, draw_openings
from engine.tournament.plan import Plan
from engine.tournament.playing import play_game
from engine.tournament.statistics import different_games
from tests.desktop.features.lessons.own import lesson_of, step_of, words_of
from tests.desktop.pupil import Pupil
from tests.every import every

BOXES, VALUES, NETWORK, PERFECT = "9-boxes", "9b-values", "9c-network", "9d-perfect"
USUAL, MIDDLE = Rules(3, 3), Rules(5, 4)


def stages(task, games):
    """Yield a task's learner after so many games, and more."""
    learner = new_learner(task.kind, task.rules, task.seed, **task.settings)
    for count in games:
        for _ in Training(learner, games=count):
            pass
        yield learner


def task_of(part, number=0):
    return part.learners[number].task


def lost(learner, opponent, only_x):
    """Return how many of a thousand games a learner loses that draws its moves by their shares."""
    positions, stream, chance = atlas(USUAL), Stream(1), random.Random(1)
    other, count = teacher_of(opponent, positions), 0
    for number in range(1000):
        place, side = positions.first, PLAYERX if only_x or number % 2 == 0 else PLAYERO
        while place.result is None:
            if place.player != side:
                which = other(place, stream)
            else:
                thoughts = learner.thoughts(Position(USUAL, side, place.marks))
                squares = [*thoughts.shares]
                weights = [thoughts.shares[square] for square in squares]
                row, col = chance.choices(squares, weights)[0]
                which = place.moves.index(3 * row + col)
            place = positions.places[place.after[which]]
        won = place.result if place.player == side else -place.result
        count += won < 0
    return count


def shares(mind, text, player):
    thoughts = mind.thoughts(Position.of(parse_board(text), player))
    return {square: 100 * share for square, share in thoughts.shares.items()}


# --- boxes ----------------------------------------------------------------------------------------


def test_the_boxes_lose_as_often_as_the_lesson_says():
    step = step_of(BOXES, "Predict")
    task = task_of(step.reveal)
    assert task == LearningTask("menace", settings={"teacher": "perfect", "sides": "X"}, games=320,
                                slow=True)  # fmt: skip
    counted = {each.games: measure(each) for each in stages(task, (0, 32, 64, 160, 320))}
    assert [each.lost for each in counted.values()] == [None, 19, 35, 10, 0]
    assert (
        "They lose 19 of the first 32 games, and 35 of the first 64. After 160 games it is 10 of "
        "the last hundred, after 320 games none."
    ) in words_of(step.reveal)
    assert counted[160].mistakes == 853
    (before,) = stages(task, (0,))
    assert lost(before, "perfect", True) == pytest.approx(760, abs=10)


def test_the_first_box_and_the_games_against_random_moves():
    task = task_of(step_of(BOXES, "What the first box holds").begin)
    (before,) = stages(task, (0,))
    assert measure(before).positions == 2423
    assert lost(before, "random", True) == pytest.approx(280, abs=10)
    more = task_of(step_of(BOXES, "Somebody else comes").reveal)
    assert (more.settings, more.games) == (task.settings, 10_240)
    for learner in stages(task, (320, more.games)):
        if learner.games == 320:
            beads = learner.thoughts(Position.of(Board(3), PLAYERX)).beads
            assert beads[1, 1] == 253
            assert beads[0, 0] == 0
            assert beads[0, 1] == 1
        assert measure(learner).mistakes == 853
        assert lost(learner, "random", True) == pytest.approx(150, abs=10)


# --- values ---------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_table_learns_from_the_end_on_and_stops_without_tries():
    own = task_of(step_of(VALUES, "One number for each position").begin)
    found = {each.games: measure(each).mistakes for each in stages(own, (0, 320, 5120))}
    assert found == {0: 851, 320: 479, own.games: 53}
    never = task_of(step_of(VALUES, "Never try anything new").reveal)
    values, games = [], (0, 64, 5120, never.games)
    for learner in stages(never, games):
        thoughts = learner.thoughts(Position.of(Board(3), PLAYERX))
        values.append([round(each, 2) for each in thoughts.values.values()])
        assert measure(learner).mistakes == (796 if learner.games else 851)
    assert len(learner.last_game) == 9, "a tie against itself"
    assert lost(learner, "perfect", False) == pytest.approx(750, abs=40)
    assert {*values[2]} == {*values[3]} == {0.0}, "nothing surprises it any more"


def test_it_is_its_own_best_teacher():
    reveal = step_of(VALUES, "Who is the best teacher?").reveal
    told = [int(each) for each in re.findall(r"(?:itself|moves|play) (\d+)", words_of(reveal))]
    found = []
    for teacher in ("itself", "random", "perfect"):
        (learner,) = stages(LearningTask("td", settings={"teacher": teacher}), (5120,))
        found.append(measure(learner).mistakes)
    assert found == told == [53, 273, 331]
    assert lost(learner, "perfect", False) == 0
    assert learner.lost == 38, "by tries"
    assert [each.task.games for each in reveal.learners] == [5120, 5120]
    (later,) = stages(task_of(reveal, 1), (10_240,))
    assert measure(later).mistakes == 331


def test_lessons_tell_what_the_window_counts():
    for key in (BOXES, VALUES, NETWORK, PERFECT):
        for step in lesson_of(key).steps:
            for part in filter(None, (step.begin, step.reveal)):
                for offered in part.learners:
                    assert is_kept(offered.task.games // GAMES), "or the curve ends before"


# --- a network ------------------------------------------------------------------------------------


def test_a_network_learns_as_the_lesson_says():
    task = task_of(step_of(NETWORK, "Watch it").reveal)
    assert task == LearningTask("net", games=1280, slow=True)
    found = {}
    for learner in stages(task, (0, 320, 640, 1280)):
        counted = measure(learner)
        block = shares(learner.mind, "XX./.O./...", PLAYERO)[0, 2]
        found[learner.generation] = counted.mistakes, counted.searched, round(block)
    assert found == {0: (1950, 269, 17), 10: (440, 95, 22), 20: (172, 36, 44), 40: (120, 21, 69)}
    assert without_network(USUAL) == 272
    told = words_of(step_of(NETWORK, "What it thinks").begin)
    assert [int(each) for each in re.findall(r"(\d+) %", told)] == [17, 22, 44, 69]


@pytest.mark.nightly
def test_what_it_comes_to_and_what_it_never_sees():
    mind, asked = network_for(USUAL), questions(USUAL)  # the same seed and games
    assert (
        task_of(step_of(NETWORK, "What it thinks").reveal).games == 20_480 == mind.generation * 32
    )
    assert (mistakes(asked, bare(mind)), mistakes(asked, searching(mind, 25))) == (15, 0)
    assert round(shares(mind, "XX./.O./...", PLAYERO)[0, 2]) == 94
    never = task_of(step_of(NETWORK, "What it never sees").reveal)
    assert never.settings == {"exploration": "off"}
    (counted,) = [measure(each) for each in stages(never, (5120,))]
    assert (counted.mistakes, counted.searched) == (125, 20)


@pytest.mark.nightly
def test_without_random_marks_it_stays_where_it_is():
    never = task_of(step_of(NETWORK, "What it never sees").reveal)
    counted = [measure(each) for each in stages(never, (10_240, never.games))]
    assert [(each.mistakes, each.searched) for each in counted] == [(148, 24), (157, 22)]


# --- perfect? -------------------------------------------------------------------------------------


def games_of(measurement):
    """Play the games of an experiment; return their records."""
    tournament = measurement.experiment.tournament()
    pairing = tournament.pairings[0]
    return [play_game(pairing, 0, i, tournament.game_seed(0, i)) for i in range(pairing.games)]


def test_two_hundred_ties_ask_eleven_games_and_never_the_corner_trap():
    (measurement,) = step_of(PERFECT, "200 games").reveal.labs
    records = games_of(measurement)
    assert {record.outcome.name for record in records} == {"TIE"}
    repeated = Counter(record.moves for record in records)
    assert round(different_games(repeated.values())) == 11
    traps = [parse_board(text) for text in ("X../.O./..X", "..X/.O./X..")]
    for record in records:
        board = Board(3)
        for ply, move in enumerate(record.moves[:3]):
            board.move(*divmod(move, 3), (PLAYERX, PLAYERO)[ply % 2])
        assert str(board) not in [str(trap) for trap in traps]


def test_its_first_sight_of_the_corner_trap():
    found = shares(network_for(USUAL), "X../.O./..X", PLAYERO)
    corners = sorted(round(found[parse_square(name, 3)]) for name in ("C1", "A3"))
    edges = sorted(round(found[parse_square(name, 3)]) for name in ("B1", "A2", "C2", "B3"))
    assert corners == [4, 8]
    assert (edges[0], edges[-1]) == (18, 25)
    (early,) = stages(LearningTask("net"), (320,))
    found = shares(early.mind, "X../.O./..X", PLAYERO)
    assert max(found, key=found.__getitem__) in {(0, 2), (2, 0)}


@pytest.mark.nightly
def test_on_a_larger_board_it_beats_hard_and_errs_with_a_search():
    mind, asked = network_for(MIDDLE), questions(MIDDLE)
    assert mistakes(asked, searching(mind, 100)) == 19
    hard, master = step_of(PERFECT, "A larger board").reveal.labs
    assert master.experiment.plan.players == ("network:simulations=100", "level:master")
    records = games_of(hard)[:40]
    assert not any(record.problem for record in records)


def test_the_opening_of_the_lesson_is_won_by_o():
    step = step_of(PERFECT, "From another beginning")
    (measurement,) = step.reveal.labs
    (line,) = measurement.experiment.plan.openings.lines
    game = step.begin.setup.game()
    assert line == tuple(5 * row + col for row, col in game.moves)
    assert game.to_move == PLAYERO
    assert solve(game.board, PLAYERO).value == 1


@pytest.mark.nightly
def test_master_wins_what_the_network_does_not():
    (measurement,) = step_of(PERFECT, "From another beginning").reveal.labs
    pairing = measurement.experiment.tournament().pairings[0]
    assert pairing.games == 10
    for number, record in enumerate(games_of(measurement)):
        assert record.outcome.name == ("O" if pairing.x_is_first(number) else "TIE")


@pytest.mark.nightly
def test_of_the_hundred_openings_two_are_not_ties():
    drawn, found = draw_openings(OpeningsWanted(MIDDLE, 3, 100, 1)), Counter()
    for line in drawn.lines:
        game = Game.of(MIDDLE, [divmod(move, 5) for move in line])
        found[solve(game.board, game.to_move, nodes=3_000_000).value] += 1
    assert found == {0: 98, 1: 2}


@pytest.mark.nightly
def test_the_games_of_the_larger_board():
    hard, master = step_of(PERFECT, "A larger board").reveal.labs
    ties = {record.outcome.name for record in games_of(master)}
    assert ties == {"TIE"}
    plan = Plan(("network:simulations=0", "level:master"), 200, 5, 4)
    tournament = plan.tournament(1)
    pairing, won = tournament.pairings[0], 0
    for number in range(200):
        record = play_game(pairing, 0, number, tournament.game_seed(0, number))
        winner = {"X": pairing.x_is_first(number), "O": not pairing.x_is_first(number)}
        won += winner.get(record.outcome.name) is False
    assert won == 45
    assert hard.runs


# --- in the window --------------------------------------------------------------------------------


@pytest.mark.uses("selflearning")
def test_a_button_of_a_lesson_has_it_learn(open_window, tmp_path):
    pupil = Pupil(open_window("--machine", "neither"))
    path = tmp_path / "mine.txt"
    path.write_text(
        "# Mine\nTry.\n\n## One\n@learn run td games=96 teacher=random\nPress it.\n"
        "@learn net size=5 line=4 shape=lines exploration=off\n"
    )
    pupil.window.features["lessons"].files.open(path)
    run, fill = pupil.panel.page.findChildren(QPushButton)
    assert (
        " ".join(run.text().split())
        == "Let it learn: a table of values against random moves on 3×3, 96 games"
    )
    assert " ".join(fill.text().split()) == (
        "Open the window, filled in: a network that counts lines without exploration on 5×5, "
        "4 in a row"
    )
    pupil.click(run)
    learning = pupil.user.page("teaches_itself")
    pupil.user.wait(lambda: learning.study.report is not None and learning.study.state.value ==
                    "at rest")  # fmt: skip
    assert learning.study.report.games == 96
    assert learning.study.report.settings["teacher"] == "random"
    pupil.window.shell.pages.open_board()
    pupil.click(run)
    assert learning.study.state.value == "at rest", "it is shown already"
    pupil.window.shell.pages.open_board()
    pupil.click(fill)
    assert learning.form.task(False) == LearningTask(
        "net", MIDDLE, settings={"shape": "lines", "exploration": "off"}
    )
    assert learning.study.report.games == 96, "it is filled in only"
    assert pupil.window.features["lessons"].guide.active


@every(
    ("command", "told"),
    [
        ("@learn", "there is no learner ''; choose menace, td or net"),
        ("@learn run", "there is no learner ''"),
        ("@learn td size=5", "learn on 3x3 only"),
        ("@learn net teacher=random", "teacher is not known of the learner net"),
    ],
)
def test_a_bad_description_is_said_with_its_line(user, tmp_path, command, told):
    window = user.window
    window.notice.tell("")
    path = tmp_path / "mine.txt"
    path.write_text(f"# Mine\nTry.\n\n## One\n{command}\nPress it.\n")
    window.features["lessons"].files.open(path)
    assert "mine.txt, line 5: " in window.notice.text
    assert told in window.notice.text


def test_there_are_four_and_each_ends_with_what_was_seen():
    for key in (BOXES, VALUES, NETWORK, PERFECT):
        lesson = lesson_of(key)
        assert lesson.steps[-1].title == "What you have seen"
        assert sum(step.question is not None for step in lesson.steps) >= 3
