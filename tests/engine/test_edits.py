"""Small edits of a program: those that somebody who made a slip might have meant are tried."""

import ast

import pytest

from engine.compat.edits import edited, edits_of

MODULE = """
import random
import poc_ttt_provided as provided
SCORE_CURRENT = 1.0
SCORE_OTHER = 2.0
def mc_move(board, player, trials):
    row, col = 0, 0
    scores, winner, best, found = [], 2, 0, []
    for number in range(trials):
        board.move(row, col, player)
        get_best_move(board, scores)
        mc_update_scores(scores, board, player)
"""

SLIPS = """
best -= row                       | best += row
best = row                        | best += row
best += row                       | best = row
best *= row                       | best += row
best += winner                    | best += winner * SCORE_OTHER
best = 100                        | best = float('-inf')
best = 0                          | best = -0
best = board                      | best = board.clone()
best = 1                          | best = board.check_win()
best = 1                          | best = board.get_empty_squares()
best = 1                          | best = []
player = player                   | player = provided.switch_player(player)
best += SCORE_CURRENT             | best += SCORE_CURRENT if player == winner else SCORE_OTHER
best += trials                    | best += trials if player == winner else -trials
return best                       | return -best
return                            | continue
break                             | continue
continue                          | break
get_best_move(board, scores)      | return get_best_move(board, scores)
print(best)                       | return best
winner == player                  | winner != player
winner is not None                | winner is None
best < row                        | best > row
best <= row                       | best < row
winner in found                   | winner not in found
best == row                       | best == row + 1
row - col                         | row + col
row / col                         | row * col
row // col                        | row / col
row - col                         | col - row
row + col                         | row
row + col                         | -(row + col)
[[0] * 3] * 3                     | [[0] * 3 for _ in range(3)]
3 * [[0] * 3]                     | [[0] * 3 for _ in range(3)]
[[0, 0]] * 2                      | [[0, 0] for _ in range(2)]
[[0] for number in found]         | [[0] * board.get_dim() for number in found]
-row                              | row
-row                              | -row * SCORE_CURRENT
not winner                        | winner
row if winner else col            | col if winner else row
row if winner else col            | col
row if winner else row            | row if winner else -row
row if row == player else col     | row if row == player else col if row != provided.DRAW else 0
min(found, key=best)              | max(found, key=best)
scores.min()                      | scores.max()
max(found)                        | random.choice(found)
any(found)                        | all(found)
random.randint(0, row)            | random.randrange(0, row)
provided.switch_player(player)    | player
board.clone()                     | board
mc_trial(player, board)           | mc_trial(board, player)
mc_trial(row, board, col)         | mc_trial(col, board, row)
range(row)                        | range(row + 1)
range(row)                        | range(row - 1)
range(3)                          | range(board.get_dim())
range(1, row)                     | range(row)
range(0, row - 1, 2)              | range(0, row - 1 + 1, 2)
found[1:]                         | found
found[0]                          | random.choice(found)
scores[col][row]                  | scores[row][col]
(col, row)                        | (row, col)
[s for s in found if s]           | [s for s in found if not s]
[s for s in found if s]           | [s for s in found if True]
[(a, b) for a in found for b in found] | board.get_empty_squares()
row and col                       | row or col
row or col                        | row and col
row and col and best              | row and col or best
row and col and best              | row and best
True                              | False
float('inf')                      | float('-inf')
winner == None                    | winner == provided.DRAW
winner == provided.EMPTY          | winner == provided.DRAW
winner == provided.PLAYERX        | winner == player
4                                 | 5
4                                 | -4
4                                 | provided.DRAW
4                                 | trials
row                               | col
player                            | provided.switch_player(player)
board                             | board.clone()
"""

BLOCKS = """
if winner: pass
elif player: pass
#
if winner: pass
if player: pass
#
if winner: pass
if player: pass
#
if winner: pass
elif player: pass
#
if winner: pass
#
while winner: pass
#
while winner: pass
#
if winner: pass
#
while winner: pass
#
while not winner: pass
#
while winner: pass
#
while board.check_win() is None: pass
#
if winner == player: pass
else: best = 0
#
if winner == player: pass
elif winner != provided.DRAW: best = 0
#
if winner:
    best = 0
    return row
#
if winner:
    best = 0
return row
#
if winner:
    best = 0
elif player:
    best = 1
    return row
#
if winner:
    best = 0
elif player:
    best = 1
return row
#
if winner:
    best = 0
row = 1
col = 2
#
if winner:
    best = 0
    row = 1
    col = 2
#
best = 0
row = 1
#
row = 1
best = 0
#
best = 0
row = 1
#
best = 0
pass
#
best = row
#
best = row
break
#
best = row
#
best = row
player = provided.switch_player(player)
#
best = row
#
best = row
mc_trial(board, player)
#
mc_trial(board, player)
#
mc_trial(board, player)
mc_update_scores(scores, board, player)
"""


def module(*lines):
    """Return a module in which some lines are the last ones of a loop in a function."""
    return ast.parse(MODULE + "".join(f"        {line}\n" for line in lines))


def tried(tree):
    """Return the texts of a module that are tried in its last lines."""
    first = len(MODULE.split("\n"))
    edits = [edit for edit in edits_of(tree, ["mc_move"]) if edit.lines[-1] >= first]
    return {ast.unparse(edited(tree, edit)) for edit in edits}


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.nightly)])
def test_what_may_have_been_meant_is_tried(step):
    pairs = [line.split("|") for line in SLIPS.strip().split("\n")]
    pairs = [([wrong.strip()], [right.strip()]) for wrong, right in pairs]
    blocks = [block.strip().split("\n") for block in BLOCKS.split("#\n")]
    pairs += list(zip(blocks[::2], blocks[1::2], strict=True))
    missed = [
        (wrong, right) for wrong, right in pairs[::step]
        if ast.unparse(module(*right)) not in tried(module(*wrong))
    ]  # fmt: skip
    assert not missed


def test_the_same_slip_may_be_everywhere():
    wrong, right = ["row = 3", "col = 3"], ["row = board.get_dim()", "col = board.get_dim()"]
    assert ast.unparse(module(*right)) in tried(module(*wrong))


def test_an_edit_keeps_the_numbers_of_the_lines():
    tree = module("best = row", "col = best")
    after = {
        max(node.lineno for node in ast.walk(edited(tree, edit)) if hasattr(node, "lineno"))
        for edit in edits_of(tree, ["mc_move"])
    }  # fmt: skip
    assert max(after) == len(MODULE.split("\n")) + 1


def test_the_likeliest_comes_first_and_a_column_before_a_row_last():
    (first, *_) = edits_of(tree := module("best -= row"), ["mc_move"])
    assert ast.unparse(edited(tree, first)) == ast.unparse(module("best += row"))
    for given, is_last in (("row, col", True), ("col, row", False)):
        (edit,) = [
            edit for edit in edits_of(module(f"mc_trial({given})"), ["mc_move"])
            if edit.lines == (len(MODULE.split("\n")),)
            and [type(node) for node in edit.changes] == [ast.Name, ast.Name]
        ]  # fmt: skip
        assert (edit.rank > 30) is is_last
