"""Mistakes that students make: each is the plain file with one of them, and its name in the check.

A mutant is its name, the text that is replaced, what replaces it, and words that the check must use
for it: in what was looked at, in what it got, or in the likely cause.
"""

_LOOP = """    while board.check_win() is None:
        square = random.choice(board.get_empty_squares())
        board.move(square[0], square[1], player)
        player = provided.switch_player(player)
"""
_DRAWN = "    square = random.choice(board.get_empty_squares())\n"
_TURN = "        player = provided.switch_player(player)\n"
_EMPTY = "    empty = board.get_empty_squares()\n"
_TIED = "    if winner == provided.DRAW:\n        return\n"
_SIGN = "    sign = 1 if winner == player else -1\n"
_MINE = "scores[row][col] += sign * SCORE_CURRENT"
_THEIRS = "scores[row][col] -= sign * SCORE_OTHER"
_SCORED = f"""            if board.square(row, col) == player:
                {_MINE}
            elif board.square(row, col) != provided.EMPTY:
                {_THEIRS}
"""
_CHOICE = """    empty = board.get_empty_squares()
    best = max(scores[row][col] for row, col in empty)
    return random.choice([s for s in empty if scores[s[0]][s[1]] == best])
"""
_GRID = "    scores = [[0 for _ in range(dim)] for _ in range(dim)]\n"
_TRIALS = """    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
"""
_ANSWER = "    return get_best_move(board, scores)\n"
_LAST = "provided.play_game(mc_move, NTRIALS, False)\n"


def _from(start: str, before: str = "") -> str:
    """Return a get_best_move that starts its search for the greatest score from a number."""
    return (
        f"    best, found = {start}, []\n    for row, col in board.get_empty_squares():\n"
        "        if scores[row][col] > best:\n            best, found = scores[row][col], []\n"
        "        if scores[row][col] == best:\n            found.append((row, col))\n"
        f"    {before}return random.choice(found)\n"
    )


_SEARCH = _GRID + _TRIALS + _ANSWER
_WIN = """    for row, col in board.get_empty_squares():
        tried = board.clone()
        tried.move(row, col, player)
        if tried.check_win() == player:
            return row, col
"""
_BLOCK = """    for row, col in board.get_empty_squares():
        tried = board.clone()
        tried.move(row, col, provided.switch_player(player))
        if tried.check_win() == provided.switch_player(player):
            return row, col
"""
_ANY = "    return random.choice(board.get_empty_squares())\n"
_PERFECT = """    if board.get_dim() > 3:
        return random.choice(board.get_empty_squares())
    return max((value(board, player, square), random.random(), square)
               for square in board.get_empty_squares())[2]


def value(board, player, square):
    after = board.clone()
    after.move(square[0], square[1], player)
    if (str(after), player) not in KEPT:
        result = after.check_win()
        other = provided.switch_player(player)
        if result is not None:
            worth = 0 if result == provided.DRAW else 1 if result == player else -1
        else:
            worth = -max(value(after, other, each) for each in after.get_empty_squares())
        KEPT[str(after), player] = worth
    return KEPT[str(after), player]
"""
_WINS_BY_FIRST_MOVE = """    wins = {square: 0 for square in board.get_empty_squares()}
    for _ in range(trials):
        square = random.choice(board.get_empty_squares())
        copy = board.clone()
        copy.move(square[0], square[1], player)
        mc_trial(copy, provided.switch_player(player))
        wins[square] += copy.check_win() == player
    best = max(wins.values())
    return random.choice([square for square in wins if wins[square] == best])
"""


MUTANTS: list[tuple[str, str, str, str]] = [
    # mc_trial
    ("plays_till_the_board_is_full", "while board.check_win() is None:",
     "while board.get_empty_squares():", "plays on after the game's end"),
    ("never_changes_sides", "        player = provided.switch_player(player)\n", "",
     "the sides do not take turns"),
    ("begins_with_the_other_side", _LOOP,
     "    player = provided.switch_player(player)\n" + _LOOP, "the other side moves first"),
    ("always_begins_with_x", _LOOP, "    player = provided.PLAYERX\n" + _LOOP,
     "the other side moves first"),
    ("takes_the_first_square", "random.choice(board.get_empty_squares())",
     "board.get_empty_squares()[0]", "all games are the same one"),
    ("never_takes_the_last_square", "random.choice(board.get_empty_squares())",
     "board.get_empty_squares()[random.randrange(max(1, len(board.get_empty_squares()) - 1))]",
     "it never begins with"),
    ("likes_the_corner", "random.choice(board.get_empty_squares())",
     "random.choice(board.get_empty_squares() + board.get_empty_squares()[:1])",
     "some squares are likelier than others"),
    ("seeds_each_trial", _LOOP, "    random.seed(4)\n" + _LOOP, "all games are the same one"),
    ("plays_on_a_copy", _LOOP, "    board = board.clone()\n" + _LOOP,
     "the board given was not changed"),
    ("plays_one_move", "    while board.check_win() is None:", "    if board.check_win() is None:",
     "it stops before the game's end"),
    ("leaves_the_last_square", "while board.check_win() is None:",
     "while board.check_win() is None and len(board.get_empty_squares()) > 1:",
     "it stops before the game's end"),
    ("plays_nine_moves", "while board.check_win() is None:",
     "for _ in range(9):\n        if board.check_win() is not None:\n            break",
     "does not play to the end (on 4x4, X first)"),
    ("looks_at_rows_only", "while board.check_win() is None:",
     "while board.get_empty_squares() and not any(len(set(r)) == 1 and r[0] != 1 "
     "for r in board._board):", "plays on after the game's end"),
    ("exchanges_row_and_column_in_trials", "board.move(square[0], square[1], player)",
     "board.move(square[1], square[0], player)", "mc_trial"),
    ("never_leaves_the_loop", "while board.check_win() is None:",
     "while board.check_win() != provided.EMPTY:\n        if board.check_win(): continue",
     "does not come to an end"),
    ("moves_twice_at_the_end", "        player = provided.switch_player(player)\n",
     "        if len(board.get_empty_squares()) > 2:\n"
     "            player = provided.switch_player(player)\n", "lost its turn, or moved twice"),
    # mc_update_scores
    ("scores_ties_as_losses", _TIED, "", "a tie is scored like a loss"),
    ("scores_ties_as_wins", _TIED + _SIGN,
     "    sign = -1 if winner == provided.switch_player(player) else 1\n",
     "a tie is scored like a win"),
    ("forgets_losses", _SIGN, "    if winner != player:\n        return\n    sign = 1\n",
     "a lost game adds nothing"),
    ("scores_losses_as_wins", _SIGN, "    sign = 1\n", "all signs are the wrong way round"),
    ("turns_all_signs", _SIGN, "    sign = -1 if winner == player else 1\n",
     "all signs are the wrong way round"),
    ("turns_the_other_sign", _THEIRS, _THEIRS.replace("-=", "+="),
     "other side's squares get the wrong sign"),
    ("forgets_the_other_side", _THEIRS, "pass", "only the own squares are scored"),
    ("uses_one_weight", _THEIRS, _THEIRS.replace("OTHER", "CURRENT"),
     "right only while SCORE_CURRENT and SCORE_OTHER are equal"),
    ("exchanges_the_weights", _SCORED, _SCORED.replace("OTHER", "x").replace(
        "CURRENT", "OTHER").replace("x", "CURRENT"), "stand in each other's place"),
    ("exchanges_the_weights_in_losses", _SIGN, _SIGN +
     "    SCORE_CURRENT, SCORE_OTHER = WEIGHTS if sign > 0 else WEIGHTS[::-1]\n",
     "stand in each other's place"),
    ("exchanges_the_weights_for_o", _SIGN, _SIGN +
     "    SCORE_CURRENT, SCORE_OTHER = WEIGHTS if player == provided.PLAYERX else WEIGHTS[::-1]\n",
     "stand in each other's place"),
    ("weights_go_by_the_winner", _SIGN,
     _SIGN + "    SCORE_CURRENT, SCORE_OTHER = WEIGHTS if winner == player else WEIGHTS[::-1]\n",
     "right only while"),
    ("scores_for_x_only", "board.square(row, col) == player", "board.square(row, col) == "
     "provided.PLAYERX", "mc_update_scores adds wrong scores for O"),
    ("knows_wins_of_x_only", "sign = 1 if winner == player",
     "sign = 1 if winner == provided.PLAYERX", "all signs are the wrong way round"),
    ("scores_empty_squares", "elif board.square(row, col) != provided.EMPTY:", "else:",
     "empty squares get scores, too"),
    ("replaces_the_totals", _SCORED, _SCORED.replace("+=", "=").replace("-=", "= -"),
     "take the place of those before"),
    ("adds_twice", _ANSWER + "\n\n" + _LAST, _ANSWER + "\n\nSCORE_CURRENT = WEIGHTS[0]\n"
     "_once = mc_update_scores\n\n\ndef mc_update_scores(scores, board, player):\n"
     "    _once(scores, board, player)\n    _once(scores, board, player)\n\n\n" + _LAST,
     "the scores are added twice"),
    ("exchanges_rows_and_columns", _SCORED,
     _SCORED.replace("scores[row][col]", "scores[col][row]"), "rows and columns are exchanged"),
    ("makes_a_new_grid", "    for row in range(board.get_dim()):\n",
     "    scores = [list(row) for row in scores]\n    for row in range(board.get_dim()):\n",
     "grid given is not changed"),
    ("knows_three_rows_only", "range(board.get_dim())", "range(3)", "first three rows and columns"),
    ("ignores_the_reverse_rule", "    winner = board.check_win()\n",
     "    winner = board.check_win()\n    if board._reverse and winner != provided.DRAW:\n"
     "        winner = provided.switch_player(winner)\n", "in the reverse game"),
    # get_best_move
    *((f"starts_from_{abs(number)}", _CHOICE, _from(str(number)),
       "greatest score that is not low enough")
      for number in (-4, -100, -1_000, -9_000, -99_999)),
    ("starts_from_zero", _CHOICE, _from("0"), "greatest score that is not low enough"),
    ("starts_from_zero_with_a_way_out", _CHOICE,
     _from("0", "if not found: found = board.get_empty_squares()[:1]\n    "),
     "greatest score that is not low enough"),
    ("starts_from_zero_and_wants_more", _CHOICE,
     "    best, found = 0, board.get_empty_squares()[:1]\n"
     "    for square in board.get_empty_squares():\n"
     "        if scores[square[0]][square[1]] > best:\n"
     "            best, found = scores[square[0]][square[1]], []\n"
     "        if scores[square[0]][square[1]] == best != 0:\n            found.append(square)\n"
     "    return random.choice(found)\n", "greatest score that is not low enough"),
    ("starts_from_a_taken_square", _CHOICE, _from("scores[0][0]"), "get_best_move raises an error"),
    ("takes_taken_squares", "    empty = board.get_empty_squares()\n",
     "    empty = [(r, c) for r in range(board.get_dim()) for c in range(board.get_dim())]\n",
     "squares that are taken, too"),
    ("takes_the_best_of_all_if_empty", "max(scores[row][col] for row, col in empty)",
     "max(max(row) for row in scores)", "get_best_move"),
    ("takes_the_least", "best = max(", "best = min(", "it takes the least score"),
    ("takes_the_farthest", _CHOICE, "    empty = board.get_empty_squares()\n"
     "    return max(empty, key=lambda s: abs(scores[s[0]][s[1]]))\n", "farthest from 0"),
    ("takes_the_first_of_equals", "random.choice([s", "min([s", "always takes the first one"),
    ("takes_the_last_of_equals", "random.choice([s", "max([s", "always takes the last one"),
    ("tosses_a_coin_among_equals", _CHOICE,
     "    best, found = float('-inf'), None\n    for row, col in board.get_empty_squares():\n"
     "        value = scores[row][col]\n"
     "        if value > best or (value == best and random.random() < 0.5):\n"
     "            best, found = value, (row, col)\n    return found\n", "the same chance"),
    ("keeps_squares_that_were_best_before", _CHOICE, _from("float('-inf')").replace(
        "best, found = scores[row][col], []", "best = scores[row][col]"),
     "greatest score of the EMPTY squares"),
    ("rounds_the_scores", "== best]", "// 1 == best // 1]", "scores are fractions"),
    ("returns_column_and_row", "return random.choice([s ", "return random.choice([s[::-1] ",
     "row and column are exchanged"),
    ("returns_the_score", "    return random.choice([s", "    return best or random.choice([s",
     "which is no (row, column)"),
    ("makes_the_move", _CHOICE, _CHOICE.replace("return", "found =") +
     "    board.move(found[0], found[1], provided.PLAYERX)\n    return found\n",
     "get_best_move changes the board"),
    # mc_move
    ("one_trial_too_many", "range(trials)", "range(trials + 1)", "one trial too many"),
    ("one_trial_too_few", "range(trials)", "range(1, trials)", "one trial too few"),
    ("ten_trials_too_many", "range(trials)", "range(trials + 10)", "it plays 10 trials too many"),
    ("counts_to_its_constant", "range(trials)", "range(NTRIALS)",
     "50 trials, however many are asked for"),
    ("copies_once", _TRIALS, _TRIALS.replace("        copy = board.clone()\n", "").replace(
        "    for _", "    copy = board.clone()\n    for _"), "cloned once, outside the loop"),
    ("never_copies", "copy = board.clone()", "copy = board",
     "not on a clone of it"),
    ("shares_the_rows", "copy = board.clone()",
     "copy = board.clone()\n        copy._board = list(board._board)",
     "rows of the board are shared"),
    ("copies_shallowly", "copy = board.clone()", "copy = __import__('copy').copy(board)",
     "rows of the board are shared"),
    ("shares_rows_of_scores", _GRID, "    scores = [[0] * dim] * dim\n", "[[0] * n] * n"),
    ("a_new_grid_each_trial", _GRID + _TRIALS, _TRIALS.replace(
        "        copy", "    " + _GRID + "        copy", 1), "made anew in each trial"),
    ("keeps_its_scores", _GRID,
     "    scores = KEPT.setdefault(dim, [[0] * dim for _ in range(dim)])\n",
     "kept from one move to the next"),
    ("scores_after_the_loop", "        mc_update_scores(scores, copy, player)\n",
     "    mc_update_scores(scores, copy, player)\n", "once, after the loop"),
    ("never_scores", "        mc_update_scores(scores, copy, player)\n", "", "never called"),
    ("scores_the_wrong_board", "mc_update_scores(scores, copy, player)",
     "mc_update_scores(scores, board, player)", "another board than the one that mc_trial played"),
    ("tries_for_the_other_side", "mc_trial(copy, player)",
     "mc_trial(copy, provided.switch_player(player))", "calls mc_trial for the other side"),
    ("scores_for_x", "mc_update_scores(scores, copy, player)",
     "mc_update_scores(scores, copy, provided.PLAYERX)",
     "calls mc_update_scores for the other side"),
    ("loses_the_rule", "copy = board.clone()",
     "copy = provided.TTTBoard(board._dim, False, board._board)", "by the wrong rule"),
    ("starts_from_an_empty_board", "copy = board.clone()",
     "copy = provided.TTTBoard(board._dim, board._reverse)", "from the position given"),
    ("asks_for_a_trials_board", _ANSWER, "    return get_best_move(copy, scores)\n",
     "gets the board of a trial"),
    ("answers_column_and_row", _ANSWER, "    row, col = get_best_move(board, scores)\n"
     "    return col, row\n", "row and column are exchanged"),
    ("answers_nothing", _ANSWER, "    get_best_move(board, scores)\n", "which is no (row, column)"),
    ("answers_fractions", _ANSWER, "    row, col = get_best_move(board, scores)\n"
     "    return row * 1.0, col * 1.0\n", "which is no (row, column)"),
    ("moves_itself", _ANSWER, "    move = get_best_move(board, scores)\n"
     "    board.move(move[0], move[1], player)\n    return move\n", "move that it is to name"),
    ("knows_3x3_only", "    dim = board.get_dim()\n", "    dim = 3\n", "other board sizes"),
    ("divides_in_whole_numbers", _ANSWER, "    scores = [[value // trials for value in row] "
     "for row in scores]\n" + _ANSWER, "totals of all its trials"),
    # mc_move, by what it does alone
    ("wins_blocks_or_takes_any", _SEARCH, _WIN + _BLOCK + _ANY, "mc_move plays no trial at all"),
    ("takes_any_square", _SEARCH, _ANY, "mc_move plays no trial at all"),
    ("plays_perfectly", _SEARCH, _PERFECT, "mc_move plays no trial at all"),
    ("wins_first", _GRID, _WIN + _GRID, "moves of mc_move"),
    ("centre_first", _GRID, "    if dim == 3 and board.square(1, 1) == provided.EMPTY:\n"
     "        return 1, 1\n" + _GRID, "mc_move plays no trial at all"),
    ("counts_wins_by_first_move", _SEARCH, _WINS_BY_FIRST_MOVE, "moves of mc_move"),
    ("seeds_each_move", _GRID, "    random.seed(7)\n" + _GRID, "it always makes the same move"),
    ("seeds_by_the_clock", _GRID,
     "    random.seed(int(__import__('time').time() / 1000))\n" + _GRID,
     "it always makes the same move"),
    ("seeds_one_of_three", _GRID, "    KEPT[0] = KEPT.get(0, 0) + 1\n"
     "    random.seed(KEPT[0] % 3)\n" + _GRID, "moves of mc_move"),
    ("counts_the_last_trial_only", "        mc_update_scores(scores, copy, player)\n",
     "        scores = [[0 for _ in range(dim)] for _ in range(dim)]\n"
     "        mc_update_scores(scores, copy, player)\n", "made anew in each trial"),
    ("scores_for_the_other_side", "mc_update_scores(scores, copy, player)",
     "mc_update_scores(scores, copy, provided.switch_player(player))",
     "calls mc_update_scores for the other side"),
    ("never_more_than_twenty", "range(trials)", "range(min(trials, 20))",
     "never more than 20 trials"),
    ("whole_weights", _SCORED, _SCORED.replace("SCORE_CURRENT", "int(SCORE_CURRENT)").replace(
        "SCORE_OTHER", "int(SCORE_OTHER)"), "cut to whole numbers"),
    ("weights_are_written_out", _SCORED, _SCORED.replace("SCORE_CURRENT", "1.0").replace(
        "SCORE_OTHER", "1.0"), "changing SCORE_CURRENT and SCORE_OTHER changes nothing"),
    ("rounds_to_whole_scores", _CHOICE, _CHOICE.replace(
        "max(scores[row][col]", "max(round(scores[row][col])").replace(
        "if scores[s[0]][s[1]] ==", "if round(scores[s[0]][s[1]]) =="),
     "rounded before they are compared"),
    ("returns_after_the_first_row", _SCORED, _SCORED + "        return\n", "inside the loop"),
    ("returns_after_the_first_square", _SCORED, _SCORED + "            return\n",
     "inside the loop"),
    ("takes_the_first_square_more_often", "random.choice(board.get_empty_squares())",
     "(board.get_empty_squares()[0] if random.random() < 0.1 else "
     "random.choice(board.get_empty_squares()))", "does not choose evenly"),
    ("row_first_then_column", "random.choice(board.get_empty_squares())",
     "(lambda row: random.choice([s for s in board.get_empty_squares() if s[0] == row]))("
     "random.choice(sorted({s[0] for s in board.get_empty_squares()})))",
     "does not choose evenly"),
    ("takes_one_argument_too_many", "def mc_move(board, player, trials):",
     "def mc_move(board, player, trials, dim):", "mc_move does not take 3 arguments"),
    ("has_another_name", "mc_update_scores", "mc_updatescores", "no function mc_update_scores"),
    ("lies_in_a_class", "def mc_update_scores(", "class Machine:\n  def mc_update_scores(",
     "no function mc_update_scores"),
    # mc_trial, once more
    ("chooses_before_the_loop", _LOOP, _DRAWN + _LOOP.replace("    " + _DRAWN, ""),
     "does not come to an end"),
    ("draws_one_index_too_many", "random.choice(board.get_empty_squares())",
     "board.get_empty_squares()[random.randint(0, len(board.get_empty_squares()))]",
     "mc_trial on 3x3, X first raises an error | IndexError"),
    ("waits_for_a_winner", "while board.check_win() is None:",
     "while board.check_win() not in (provided.PLAYERX, provided.PLAYERO):",
     "mc_trial on 3x3, X first raises an error | IndexError"),
    ("forgets_whose_turn_it_is", _TURN, "        provided.switch_player(player)\n",
     "the sides do not take turns"),
    ("returns_in_the_loop", _TURN, _TURN + "        return\n", "it stops before the game's end"),
    ("fills_the_board", "while board.check_win() is None:",
     "for _ in range(len(board.get_empty_squares())):", "it goes on after check_win has an answer"),
    ("plays_on_taken_squares", "random.choice(board.get_empty_squares())",
     "(random.randrange(board.get_dim()), random.randrange(board.get_dim()))",
     "a side lost its turn, or moved twice"),
    ("plays_on_a_new_board", _LOOP, "    board = provided.TTTBoard(board.get_dim())\n" + _LOOP,
     "the board given was not changed"),
    ("clears_the_board_first", _LOOP,
     "    for row in board._board:\n        row[:] = [provided.EMPTY] * len(row)\n" + _LOOP,
     "marks that stood before are taken away"),
    ("puts_letters", "board.move(square[0], square[1], player)",
     "board._board[square[0]][square[1]] = 'XO'[player - 2]", "something on the board that is no"),
    # mc_update_scores, once more
    ("scores_the_winners_squares_only", _SCORED,
     "            if board.square(row, col) == winner:\n"
     "                scores[row][col] += SCORE_CURRENT if winner == player else SCORE_OTHER\n",
     "only the winner's squares are scored"),
    ("forgets_the_last_row_and_column", "range(board.get_dim())", "range(board.get_dim() - 1)",
     "the last row and column get no scores"),
    ("begins_at_one", "range(board.get_dim())", "range(1, board.get_dim())",
     "the first row and column get no scores"),
    ("begins_with_the_second_row", "for row in range(board.get_dim())",
     "for row in range(1, board.get_dim())", "the first row gets no scores"),
    ("turns_the_own_sign", _MINE, _MINE.replace("+=", "-="), "own squares get the wrong sign"),
    ("forgets_its_own_squares", _MINE, "pass", "only the other side's squares are scored"),
    ("weighs_without_end", "SCORE_CURRENT = 1.0", "SCORE_CURRENT = float('inf')",
     "a score is no finite number"),
    ("adds_what_is_no_number", _MINE, "scores[row][col] += sign * float('nan')",
     "a score is no finite number"),
    ("begins_again_at_zero", "    winner = board.check_win()\n",
     "    for row in scores:\n        row[:] = [0] * len(row)\n    winner = board.check_win()\n",
     "take the place of those before"),
    ("looks_from_the_other_side", _SIGN, "    player = provided.switch_player(player)\n" + _SIGN,
     "stand in each other's place"),
    ("counts_a_win_twice", _SIGN, "    sign = 2 if winner == player else -1\n", "added twice"),
    ("misspells_a_constant", _MINE, _MINE.replace("CURRENT", "CURENT"),
     "mc_update_scores for X, won on 3x3 raises an error | NameError"),
    # get_best_move, once more
    ("hides_max", "    best = max(", "    max = max(", "UnboundLocalError"),
    ("compares_a_square_with_a_number", _CHOICE, "    best = board.get_empty_squares()[0]\n"
     "    for row, col in board.get_empty_squares():\n        if scores[row][col] > best:\n"
     "            best = (row, col)\n    return best\n", "TypeError"),
    ("takes_the_greatest_row", "max(scores[row][col] for row, col in empty)", "max(max(scores))",
     "get_best_move"),
    ("returns_all_of_the_best",
     "return random.choice([s for s in empty if scores[s[0]][s[1]] == best])",
     "return [s for s in empty if scores[s[0]][s[1]] == best]", "which is no (row, column)"),
    ("returns_its_number", "    return random.choice([s",
     "    return empty.index(random.choice(empty)) or random.choice([s",
     "what is returned is no (row, column)"),
    ("takes_any_empty_square", _CHOICE, _ANY, "it does not look at the scores"),
    ("sorts_the_wrong_way", _CHOICE, "    return sorted(board.get_empty_squares(), "
     "key=lambda s: scores[s[0]][s[1]])[0]\n", "it takes the least score"),
    ("forgets_the_last_empty_square", _EMPTY, _EMPTY.replace("()", "()[:-1]"),
     "leaves out the last of the empty squares"),
    ("forgets_the_first_empty_square", _EMPTY, _EMPTY.replace("()", "()[1:]"),
     "leaves out the first of the empty squares"),
    ("takes_taken_squares_for_zero", _CHOICE, "    best, found = -1e9, []\n"
     "    for row in range(board.get_dim()):\n        for col in range(board.get_dim()):\n"
     "            value = 0\n            if board.square(row, col) == provided.EMPTY:\n"
     "                value = scores[row][col]\n"
     "            if value > best:\n                best, found = value, []\n"
     "            if value == best:\n                found.append((row, col))\n"
     "    return random.choice(found)\n", "which is taken by"),
    # mc_move, once more
    ("plays_half_of_the_trials", "range(trials)", "range(trials // 2)",
     "a wrong number of trials"),
    ("doubles_the_trials", "range(trials)", "range(trials * 2)", "a wrong number of trials"),
    ("answers_in_the_loop", _ANSWER, "    " + _ANSWER, "plays only one trial, however many"),
    ("changes_sides_from_trial_to_trial", "        copy = board.clone()\n",
     "        player = provided.switch_player(player)\n        copy = board.clone()\n",
     "for the other side"),
    ("copies_the_copy", _TRIALS, "    copy = board\n" + _TRIALS.replace("board.cl", "copy.cl"),
     "from the position given"),
    ("tries_for_x", "mc_trial(copy, player)", "mc_trial(copy, provided.PLAYERX)",
     "calls mc_trial for the other side"),
    ("leaves_lost_trials_out", "        mc_update_scores(scores, copy, player)\n",
     "        if copy.check_win() != provided.switch_player(player):\n"
     "            mc_update_scores(scores, copy, player)\n", "scores some of its trials only"),
    ("shares_its_trials_out", _TRIALS, _TRIALS.replace(
        "        mc_trial(copy, player)\n",
        "        first = board.get_empty_squares()[_ % len(board.get_empty_squares())]\n"
        "        copy.move(first[0], first[1], player)\n"
        "        mc_trial(copy, provided.switch_player(player))\n"),
     "not choose as random trials would"),
    ("exchanges_arguments", "mc_update_scores(scores, copy, player)",
     "mc_update_scores(copy, scores, player)", "AttributeError"),
    ("prints_its_move", _ANSWER, "    print(get_best_move(board, scores))\n",
     "nothing is returned"),
    ("scores_before_it_plays", "        mc_trial(copy, player)\n"
     "        mc_update_scores(scores, copy, player)\n",
     "        mc_update_scores(scores, copy, player)\n        mc_trial(copy, player)\n",
     "games that are not finished"),
]  # fmt: skip

_SUPPORT = "SCORE_OTHER = 1.0\n"
_SUPPORTED = {"WEIGHTS": "WEIGHTS = SCORE_CURRENT, SCORE_OTHER\n", "KEPT": "KEPT = {}\n"}


def mutated(plain: str, old: str, new: str) -> str:
    """Return the plain file with a mistake, and with the constants that the mistake speaks of."""
    assert old in plain, old
    text = plain.replace(old, new)
    for name, line in _SUPPORTED.items():
        if name in new:
            text = text.replace(_SUPPORT, _SUPPORT + line)
    return text
