"""``ttt-engine review``, run as a child process, and the report that it writes."""

import json
import re
from datetime import date
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine import PLAYERO, PLAYERX, Game, Rules, parse_square, square_name
from engine.coach.pictures import (
    DARK,
    LIGHT,
    board_svg,
    board_told,
    curve_svg,
    points_of,
    position_svg,
)
from engine.coach.report import report_html
from engine.coach.review import Moment, review
from engine.record import HUMAN, Participant, Record
from engine.rules import TIC_TAC_TOE
from engine.verdict import Verdict
from tests.waiting import commanded

pytestmark = pytest.mark.xdist_group("review")  # its games are looked through once

LOST = "A2 B2 C1 C3 A1 B1 A3"
"""Of 3x3: C3 is the blunder of move 4."""

TIED = "D1 C1 C3 D2 D3 C4 B3 A4 A2 A1 B1 C2 B2 A3 D4 B4"
"""Of 4x4, reverse: the last move but two gives a win away."""

LARGE = "F6 G6 E5 D5 D6 C6 C7 B8 B7 A4 E4 F4 E6 F7 E7 E8 E3"
"""Of 10x10, five in a row: five slips, the last one at move 14."""

PICTURES = Path(__file__).with_name("pictures")
"""Of the report, as somebody looked at them."""


def squares(moves, size=3):
    return [parse_square(name, size) for name in moves.split()]


def saved(path, moves=LOST, rules=TIC_TAC_TOE, undone=0, **noted):
    """Save a game with moves by their names, some gone back from, and what is noted beside it."""
    game = Game.of(rules, squares(moves, rules.size))
    for _ in range(undone):
        game.undo()
    path.write_text(Record(game, **noted).to_json(), encoding="utf-8")
    return path


def run(*arguments):
    return commanded("review", *arguments)


def test_a_solved_game_says_first_what_decided_it_then_each_move_then_how_well_both_played(
    tmp_path,
):
    path = saved(
        tmp_path / "g.tttgame",
        players={PLAYERX: Participant("Ann", HUMAN), PLAYERO: Participant("", "level:easy")},
        day=date(2026, 3, 1),
    )
    done = run(path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:5] == [
        "3x3, 3 in a row wins", "X: Ann", "O: level:easy", "2026-03-01",
        "X won after 7 moves with a line.",
    ]  # fmt: skip
    assert lines[6] == "Move 4 decided the game: with C3, O lost it."
    assert lines[7].startswith("C3 is a threat, but the answer to it, A1, makes two threats for X")
    listed = [line for line in lines if re.match(r" *\d+\. ", line)]
    assert [line.split()[:3] for line in listed] == [
        [f"{ply}.", "XO"[(ply - 1) % 2], name] for ply, name in enumerate(LOST.split(), 1)
    ]
    assert listed[3].split()[3:] == ["??", "blunder"]
    assert lines[lines.index(listed[3]) + 1].strip() == lines[7]
    assert lines[-2:] == [
        "X: 3 of 3 moves found to matter were right", "O: 1 of 2 moves found to matter were right",
    ]  # fmt: skip


def test_json_says_the_same_for_programs(tmp_path):
    done = run(saved(tmp_path / "g.tttgame", undone=3), "--json")
    found = json.loads(done.stdout)
    assert (found["format"], found["version"]) == ("monte-carlo-tic-tac-toe review", 1)
    assert found["rules"] == {"size": 3, "win_length": 3, "reverse": False}
    assert (found["result"], found["solved"]) == ("X", True), "with the moves gone back from"
    assert found["decisive"] == {"ply": 4, "moment": "lost"}
    assert found["accuracy"]["O"] == {"percent": 50.0, "right": 1, "mattered": 2}
    move = found["moves"][3]
    assert (move["ply"], move["mark"], move["move"], move["verdict"]) == (4, "O", "C3", "blunder")
    assert (move["value_before"], move["value_after"], move["estimate"]) == (0, -1, None)
    assert "A1" in move["best"]
    assert move["reason"]["cause"] == "allowed fork"
    assert "makes two threats for X" in move["reason"]["text"]
    assert move["reason"]["mark"] == "X"
    assert move["reason"]["line"][:1] == [move["reason"]["move"]]
    assert len(move["reason"]["ends"]) == 2
    assert found["moves"][0]["reason"] is None


def test_json_has_estimates_where_nothing_is_proven(tmp_path):
    path = saved(tmp_path / "g.tttgame", "F6 G6 E5 D5", Rules(10, 5))
    found = json.loads(run(path, "--json", "--simulations", "300").stdout)
    assert (found["simulations"], found["solved"], found["result"]) == (300, False, None)
    for move in found["moves"]:
        assert (move["value_before"], move["value_after"]) == (None, None)
        assert all(-1 <= value <= 1 for value in move["estimate"].values())
    assert found["accuracy"]["X"]["mattered"] is None
    assert 0 < found["accuracy"]["X"]["percent"] <= 100


def test_a_game_in_which_no_move_mattered_says_so(tmp_path):
    done = run(saved(tmp_path / "g.tttgame", "A1", Rules(1, 1)))
    assert "No mistake decided this game." in done.stdout
    assert done.stdout.endswith("X: no move was found to matter\nO: no move was found to matter\n")


def test_bad_input_gives_one_sentence_and_writes_nothing(tmp_path):
    good = saved(tmp_path / "good.tttgame")
    text = good.read_text()
    (tmp_path / "none.tttgame").write_text("[]")
    (tmp_path / "empty.tttgame").write_text(Game().to_json())
    report = tmp_path / "r.html"
    for arguments, words in (
        ((tmp_path / "none.tttgame", "--html", report), "this is not a saved game"),
        ((tmp_path / "empty.tttgame", "--html", report), "has no moves yet"),
        ((tmp_path / "missing.tttgame",), "cannot be read"),
        ((tmp_path,), "cannot be read"),
        ((good, "--simulations", "0"), "the number of simulations must be"),
        ((good, "--html", good), "the game's own file"),
        ((good, "--html", tmp_path / "no" / "r.html"), "cannot be written"),
        ((), "the following arguments are required"),
    ):
        done = run(*arguments)
        status = 1 if words == "cannot be written" else 2
        assert (done.returncode, done.stdout) == (status, "")
        assert len(done.stderr.splitlines()) == 1
        assert words in done.stderr
        assert "Errno" not in done.stderr
    assert not report.exists()
    assert good.read_text() == text


def test_a_name_in_a_file_does_nothing_to_the_terminal(tmp_path):
    rude = Participant("\x1b[31mred\n\x07bell\u202e")
    done = run(saved(tmp_path / "g.tttgame", players={PLAYERX: rude}))
    assert "\x1b" not in done.stdout
    assert "\x07" not in done.stdout
    assert "X: \\x1b[31mred \\x07bell\\u202e\n" in done.stdout


# --- the report -------------------------------------------------------------------------


class Page(HTMLParser):
    """Reads a page; complains of tags that do not match, and of what is loaded from elsewhere."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.words = [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        assert not {name for name, _ in attrs} & {"src", "href", "onload", "onclick"}
        assert tag not in ("script", "link", "img", "iframe")
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def tags(self, *names):
        return [attributes for tag, attributes in self.seen if tag in names]


@pytest.fixture(scope="module")
def lost():
    return review(Rules(3, 3), squares(LOST))


@pytest.fixture(scope="module")
def large():
    return review(Rules(10, 5), squares(LARGE, 10))


def test_the_report_is_written_whole_and_replaces_an_older_one(tmp_path):
    path, report = saved(tmp_path / "g.tttgame", day=date(2026, 3, 1)), tmp_path / "r.html"
    report.write_text("older")
    done = run(path, "--html", report)
    assert done.returncode == 0
    assert done.stdout == run(path).stdout
    text = report.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert text.endswith("</html>\n")
    assert "2026-03-01" in text
    assert {each.name for each in tmp_path.iterdir()} == {"g.tttgame", "r.html"}


def test_the_report_holds_everything_in_one_file(lost):
    page = Page(report_html(lost, {PLAYERX: "Ann"}, "2026-03-01"))
    words = " ".join(page.words)
    for told in (
        "Review: X Ann – O", "2026-03-01", "3x3, 3 in a row wins", "X won after 7 moves",
        "Move 4 decided the game: with C3, O lost it.", "makes two threats for X",
        "1 of 2 moves found to matter were right", "4. O C3??", "full frame and ??",
    ):  # fmt: skip
        assert told in words
    assert len(page.tags("article")) == len(lost.slips) == 1
    assert len(page.tags("svg")) == 3, "the moment, the curve, the slip"
    assert all(each["role"] == "img" and each["aria-label"] for each in page.tags("svg"))
    assert all(each.get("scope") in ("col", "row") for each in page.tags("th"))


def test_every_move_stands_once_in_the_tables_in_its_order():
    moves = "A1 B1 C2 B2 B3 C3 A3 A2 C1"
    text = report_html(review(Rules(3, 3), squares(moves)))
    rows = re.findall(
        r'<tr class="(.*?)"><th scope="row">(\d+)</th><td>(.)</td><td>(..)</td>', text
    )
    assert [row[1] for row in rows] == [*"123456789"]
    assert [row[2] for row in rows] == [*"XOXOXOXOX"]
    assert [row[3] for row in rows] == moves.split()
    assert [number for name, number, *_ in rows if name] == ["2", "3"]
    assert text.count("<tbody>") == 4, "three of moves, one of accuracies"
    worth = re.findall(r"<td>(X wins|O wins|tie)</td></tr>", text)
    assert worth == ["tie", "X wins", *["tie"] * 7]


def test_the_verdicts_of_each_side_are_counted(lost):
    text = report_html(lost, {PLAYERX: "Ann"})
    table = text[text.index("How well both played") :]
    assert re.findall(r'<th scope="col" class="number">(\w+)', table) == [
        each.value.capitalize() for each in reversed(Verdict)
    ]
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>.*?((?:<td class="number">\d+</td>)+)', table)
    counted = [(side, [*map(int, re.findall(r"\d+", cells))]) for side, cells in rows]
    x, o = ([move.verdict for move in lost.moves[i::2]] for i in (0, 1))
    assert counted == [
        ("X Ann", [x.count(each) for each in reversed(Verdict)]),
        ("O", [o.count(each) for each in reversed(Verdict)]),
    ]
    assert (x.count(Verdict.BLUNDER), o.count(Verdict.BLUNDER)) == (0, 1)


def test_a_game_without_slips_and_one_that_goes_on_have_a_report():
    for moves in ("", "B2", "B2 A1"):
        words = " ".join(Page(report_html(review(Rules(3, 3), squares(moves)))).words)
        assert "No mistake decided this game." in words
        assert "The slips" not in words
        assert "Review of a game" in words


def test_every_text_is_escaped(lost):
    rude = '<script>alert("x")</script>&\x00\ud800'
    text = report_html(lost, {PLAYERX: rude, PLAYERO: rude}, rude)
    Page(text)
    assert "<script" not in text
    assert rude.replace("\x00", r"\x00").replace("\ud800", r"\ud800") in unescape(text)
    text.encode()


def test_colours_follow_the_reader_and_paper_is_white(lost):
    text = report_html(lost)
    assert "@media screen and (prefers-color-scheme: dark)" in text
    assert "@media print" in text
    assert "size: A4" in text
    assert LIGHT.page in text
    assert DARK.page in text


def shapes(svg, kind):
    root = ElementTree.fromstring(svg)
    return [each for each in root.iter() if each.tag.endswith("}" + kind)]


def of_class(found, name):
    return [each for each in found if name in each.get("class", "").split()]


def test_the_board_shows_the_move_the_better_one_and_the_threat(lost):
    svg = board_svg(lost.decisive[0])
    frames = (
        of_class(shapes(svg, "rect"), "stroke-bad"),
        of_class(shapes(svg, "rect"), "stroke-good"),
    )
    assert len(frames[0]) == 1
    assert len(frames[1]) == 1, "A1 is the only better move that is shown"
    assert frames[1][0].get("stroke-dasharray")
    assert [each.text for each in of_class(shapes(svg, "text"), "fill-page")] == ["??"]
    assert len(of_class(shapes(svg, "polygon"), "stroke-accent")) == 2, "B1 and A3"
    assert len(of_class(shapes(svg, "line"), "stroke-accent")) == 2
    (told,) = shapes(svg, "title")
    assert told.text.startswith("The board before move 4: X on C1, A2; O on B2. O played C3, a blu")
    assert "A line is completed on B1 or A3." in told.text


def test_pictures_look_as_they_did_when_somebody_looked_at_them(lost, large, tmp_path):
    drawn = {
        "fork": board_svg(lost.decisive[0]),
        "first-move": board_svg(lost.moves[0], ink=DARK),
        "position": position_svg(large.moves[7].board),
        "open-four": board_svg(large.moves[9]),
        "part": board_svg(large.slips[0], all_marks=False),
        "curve": curve_svg(lost),
        "estimates": curve_svg(large, 360, 180),
    }
    others = []
    for name, svg in drawn.items():
        new = tmp_path / f"{name}.svg"
        new.write_text(svg.replace("><", ">\n<") + "\n", encoding="utf-8")
        if new.read_bytes() != (PICTURES / new.name).read_bytes():
            others.append(new)
    assert others == [], f"look at these; what is right is moved to {PICTURES}"


def test_every_slip_of_a_large_game_can_be_drawn_small_and_large(large):
    assert len(large.slips) == 6
    for move in large.slips:
        for whole in (True, False):
            for ink in (LIGHT, DARK):
                assert shapes(board_svg(move, whole, ink), "rect")


def test_of_several_better_moves_that_of_the_reason_is_shown():
    move = review(Rules(3, 3), squares("A3 A1 A2")).moves[2]
    assert {*map(square_name, move.judged.best)} == {"C1", "B3", "C3"}
    frames = of_class(shapes(board_svg(move), "rect"), "stroke-good")
    (tick,) = shapes(board_svg(move), "polyline")
    assert len(frames) == 1
    assert " Better: C1. " in board_told(move)
    assert tick.get("points").startswith("131,38 "), "in C1"


def test_what_a_quiet_move_threatens_next_is_that_sides_own_move(large):
    quiet = large.moves[9]
    assert (quiet.reason.menace, len(quiet.reason.line)) != (None, 1)
    thin = [
        each for kind in ("circle", "line")
        for each in of_class(shapes(board_svg(quiet), kind), "stroke-dim")
    ]  # fmt: skip
    assert [each.tag[-4:] for each in thin] == ["line"] * 4, "D4 and C3 are both X's"


def test_the_curve_has_an_exact_point_for_each_solved_position(lost):
    points = points_of(lost)
    assert [point.value for point in points] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert all(point.proven and not point.error for point in points)
    svg = curve_svg(lost)
    assert len(shapes(svg, "circle")) == 8
    assert not shapes(svg, "polygon"), "no band"
    heights = [float(each.get("cy")) for each in shapes(svg, "circle")]
    assert heights[4] < heights[3], "X wins is above a tie"
    (sign,) = (each for each in shapes(svg, "text") if each.text == "??")
    assert float(sign.get("x")) == float(shapes(svg, "circle")[4].get("cx"))


def test_estimates_have_a_band_and_hollow_dots(large):
    points, svg = points_of(large), curve_svg(large)
    assert {point.proven for point in points} == {True, False}
    assert all(0 < point.error < 1 for point in points if not point.proven)
    assert len(shapes(svg, "polygon")) == 1
    hollow = [bool(of_class([each], "fill-page")) for each in shapes(svg, "circle")]
    assert hollow == [not point.proven for point in points]
    signs = [each.text for each in shapes(svg, "text") if "?" in each.text]
    assert signs == ["?" if move.verdict is Verdict.MISTAKE else "??" for move in large.slips]


def test_each_kind_of_moment_is_told():
    tied = review(Rules(4, 4, True), squares(TIED, 4))
    assert tied.decisive[1] is Moment.LET_OFF
    assert "Move 14 decided the game: with A3, O gave a win away." in report_html(tied)
    given = [tied.accuracy(mark) for mark in (PLAYERX, PLAYERO)]
    assert [(each.right, each.mattered, each.percent) for each in given] == [
        (3, 4, 75), (0, 1, 50),
    ], "a tie that was lost counts nothing, a win that became a tie half"  # fmt: skip
    going = review(Rules(3, 3), squares("A2 B2 C1 C3"))
    assert going.decisive[1] is Moment.LARGEST
    assert "Move 4 is the one that gave most away: O played C3." in report_html(going)
