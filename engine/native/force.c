/* The threat search (Allis, van den Herik and Huntjens, "Go-Moku and Threat-Space Search", 1993), with
   all answers of the defender instead of all at once, and a table of positions.

   The attacker plays fours, which leave one answer, and squares that make an open three, after which
   it threatens to play F4: against that only the squares of answers_to help. Both kinds of answers are
   complete, so a win is a proof, whichever of its threats the attacker leaves out. */

#include <stdlib.h>
#include "force.h"

enum { UNCUT = 255 };

/* The order in which threats are tried, by class: two threats at once first, those on one line last. */
enum { FOUR_ALONE = 1, THREE_ALONE };

static int promise_of(int class) {
    const int best = class / TYPES, second = class % TYPES;
    if (best == B4)
        return second == B4 ? 9 : second == F3 ? 8 : second == B3 ? 6 : second == F2 ? 3 : FOUR_ALONE;
    return second == F3 ? 7 : second == B3 ? 5 : second == F2 ? 4 : THREE_ALONE;
}

/* Whether a threat is tried, unless fours alone are. */
static int is_tried(const Force *f, int promise) {
    return promise > THREE_ALONE || f->width == ALL || (f->width == WIDER && promise == FOUR_ALONE);
}

/* ---- The table ---- */

static u64 key_of(const Force *f) {
    static const u64 keys[2][WIDTHS] = {
        {0x9E3779B97F4A7C15u, 0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu, 0xBF58476D1CE4E5B9u},
        {0x94D049BB133111EBu, 0x8EBC6AF09C88C6E3u, 0x589965CC75374CC3u, 0xD6E8FEB86659FD93u},
    };
    return f->patterns->key ^ keys[f->attacker][f->width];
}

static ForceEntry *entry_of(const Force *f, u64 key) {
    return f->entries + (key >> 40) % FORCE_ENTRIES;
}

static void keep(Force *f, u64 key, int won, int move, int depth) {
    ForceEntry *entry = entry_of(f, key);
    if (f->budget < 0) return;             /* what was found may be for want of positions */
    entry->key = key;
    entry->won = (u8)won;
    entry->move = (u16)move;
    entry->depth = (u8)depth;
}

/* Whether it is known if the attacker wins a position within so many moves; that goes to *won. */
static int is_known(Force *f, u64 key, int depth, int *won, int *start) {
    const ForceEntry *entry = entry_of(f, key);
    if (entry->key != key || (!entry->won && entry->depth < depth)) return 0;
    *won = entry->won;
    *start = entry->move;
    f->cut |= !entry->won && entry->depth != UNCUT;
    return 1;
}

/* ---- The search ---- */

static int attack(Force *f, int depth, int *start);

/* Whether the only answer to a four, on the one square that completes it, need not be made to know what
   follows: the table says it, or neither side has a threat left. An answer takes threats from the attacker
   and gives it none, but X in Renju: it may make a foul fair. */
static int is_foreseen(Force *f, int answer, int depth, int *won) {
    const Patterns *p = f->patterns;
    const int attacker = f->attacker, other = !attacker;
    const u64 key = key_of(f) ^ p->keys[other][answer];
    int unused;
    if (!depth || f->budget <= 0 || attacker == p->x_side) return 0;
    if (!is_known(f, key, depth, won, &unused)) {
        if (count_of(p, attacker, F4) || count_of(p, attacker, B4) ||
            (f->width != FOURS && count_of(p, attacker, F3)) || best_of(class_now(p, answer, other)) >= B4)
            return 0;
        *won = 0;
        keep(f, key, 0, 0, UNCUT);
    }
    f->budget--;
    return 1;
}

/* Whether the attacker, which has just moved, wins whatever the other answers. */
static int defend(Force *f, int depth) {
    Patterns *p = f->patterns;
    const int attacker = f->attacker, other = !attacker;
    int unused;
    if (count_of(p, other, F5)) return 0;
    SquareSet answers;
    if (count_of(p, attacker, F5)) {
        int won;
        if (!blocks_to(p, attacker, answers)) return 1;
        if (count_of(p, attacker, F5) == 1 && has_one(answers, p->words) &&
            is_foreseen(f, next_square(answers, p->words, 0), depth, &won)) return won;
    } else {
        if (f->width == FOURS || !threatens_four(p, attacker)) return 0;
        answers_to(p, attacker, answers);
    }
    for (int square = next_square(answers, p->words, 0); square >= 0;
         square = next_square(answers, p->words, square + 1)) {
        patterns_try(p, square, other, f->wanted);
        const int won = attack(f, depth, &unused);
        patterns_undo(p, square);
        if (!won) return 0;
    }
    return 1;
}

/* Whether a row may go on with a square, or begin with it. */
static int may_try(const Force *f, int square) {
    return !f->only || f->patterns->empty < f->empty || f->only[square];
}

static int try_move(Force *f, int square, int depth) {
    patterns_try(f->patterns, square, f->attacker, f->wanted);
    const int won = defend(f, depth);
    patterns_undo(f->patterns, square);
    return won;
}

/* The attacker's threats in the order of their promise, and of squares among equal ones. */
static int threats(const Force *f, u16 *moves) {
    const Patterns *p = f->patterns;
    const int attacker = f->attacker, open = f->width != FOURS && !count_of(p, !attacker, F4);
    u8 promises[MAX_SQUARES];
    int count = 0;
    for (int word = 0; word < p->words; word++) {
        u64 rest = set_of(p, attacker, B4)[word] | (open ? set_of(p, attacker, F3)[word] : 0);
        for (; rest; rest &= rest - 1) {
            const int square = word * 64 + __builtin_ctzll(rest);
            if (!may_try(f, square)) continue;
            const u8 promise = (u8)promise_of(class_now(p, square, attacker));
            if (f->width != FOURS && !is_tried(f, promise)) continue;
            int i = count++;
            for (; i > 0 && promises[i - 1] < promise; i--) {
                promises[i] = promises[i - 1];
                moves[i] = moves[i - 1];
            }
            promises[i] = promise;
            moves[i] = (u16)square;
        }
    }
    return count;
}

/* The first square of a set that a row may go on with; -1 where there is none. */
static int first_of(const Force *f, const u64 *set) {
    const int words = f->patterns->words;
    int square = next_square(set, words, 0);
    while (square >= 0 && !may_try(f, square)) square = next_square(set, words, square + 1);
    return square;
}

/* Whether the attacker, which is to move, wins within so many moves before the last two. */
static int attack(Force *f, int depth, int *start) {
    Patterns *p = f->patterns;
    const int attacker = f->attacker;
    if (--f->budget < 0) return 0;
    SquareSet blocks;
    const int forced = count_of(p, !attacker, F5);
    for (int type = F5; type >= (forced ? F5 : F4); type--)
        if (count_of(p, attacker, type) && (*start = first_of(f, set_of(p, attacker, type))) >= 0) return 1;
    if (forced && !blocks_to(p, !attacker, blocks)) return 0;
    if (!depth) {
        f->cut = 1;
        return 0;
    }
    if (forced) {                          /* an answer, which must be a threat to go on */
        for (*start = next_square(blocks, p->words, 0); *start >= 0;
             *start = next_square(blocks, p->words, *start + 1))
            if (may_try(f, *start) && try_move(f, *start, depth - 1)) return 1;
        return 0;
    }
    const u64 key = key_of(f);
    int won = 0;
    if (is_known(f, key, depth, &won, start)) return won;
    u16 moves[MAX_SQUARES];
    const int count = threats(f, moves), cut = f->cut;
    f->cut = 0;
    for (int i = 0; i < count && !won && f->budget >= 0; i++) {
        *start = moves[i];
        won = try_move(f, moves[i], depth - 1);
    }
    keep(f, key, won, *start, f->cut ? depth : UNCUT);
    f->cut |= cut;
    return won;
}

/* Whether the attacker wins by rows of some width, within the budget: in how many moves at most, or 0. */
static int wins_by(Force *f, int width, int *start) {
    static const u8 quick[] = {2, 4, 8, 16, FORCE_DEPTH};
    static const u8 careful[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, FORCE_DEPTH};
    const u8 *depths = f->shortest ? careful : quick;
    const size_t count = f->shortest ? sizeof careful : sizeof quick;
    f->width = width;
    f->wanted.least[f->attacker] = width == FOURS ? B4 : F3;
    f->wanted.least[!f->attacker] = width == FOURS ? F4 : B4;
    /* Rows of fours are hardly ever wide: going to their ends at once finds more. */
    for (size_t i = width != FOURS || f->shortest ? 0 : count - 1; i < count; i++) {
        f->cut = 0;
        if (attack(f, depths[i], start)) return depths[i];
        if (!f->cut || f->budget < 0) break;
    }
    return 0;
}

int force_wins(Force *f, int attacker, int nodes, int width, int *start) {
    f->attacker = attacker;
    f->empty = f->patterns->empty;
    f->budget = nodes;
    int moves = wins_by(f, FOURS, start);
    if (moves || width == FOURS) return moves;
    f->budget = nodes;
    moves = wins_by(f, width == WIDER ? NARROW : width, start);
    if (moves || width != WIDER || f->budget < 0) return moves;
    if (f->budget > nodes / 4) f->budget = nodes / 4;
    return wins_by(f, WIDER, start);
}

int force_begin(Force *f, Patterns *patterns) {
    f->patterns = patterns;
    f->entries = calloc(FORCE_ENTRIES, sizeof *f->entries);
    return f->entries != NULL;
}

void force_end(Force *f) { free(f->entries); }

/* ---- For Python ---- */

/* The defender's answer that holds out longest, as far as so many positions show. */
static int longest_answer(Force *f, int attacker, int nodes) {
    Patterns *p = f->patterns;
    SquareSet answers;
    int best = -1, most = -1, unused;
    const int type = count_of(p, attacker, F5) ? F5 : F4;
    const int any = type == F5 ? blocks_to(p, attacker, answers)
                    : threatens_four(p, attacker) && answers_to(p, attacker, answers);
    if (!any) {
        const u64 *lost = set_of(p, attacker, type);
        memcpy(answers, lost, (size_t)p->words * sizeof *answers);
        return next_square(leave_out_fouls(p, !attacker, answers) ? answers : lost, p->words, 0);
    }
    if (type == F5 && has_one(answers, p->words)) return next_square(answers, p->words, 0);
    for (int square = next_square(answers, p->words, 0); square >= 0;
         square = next_square(answers, p->words, square + 1)) {
        patterns_make(p, square, !attacker);
        const int moves = force_wins(f, attacker, nodes, ALL, &unused);
        patterns_undo(p, square);
        if (moves > most) {
            most = moves;
            best = square;
        }
    }
    return best;
}

/* Play a won row of threats to its end; return how many moves of both sides it takes. */
static int play_out(Force *f, int attacker, int nodes, u16 *moves) {
    Patterns *p = f->patterns;
    int count = 0, square = -1;
    while (p->empty && force_wins(f, attacker, nodes, ALL, &square)) {
        patterns_make(p, square, attacker);
        moves[count++] = (u16)square;
        if (p->lines[attacker] || !p->empty) break;
        f->only = NULL;                    /* only the first one was to be one of some */
        square = longest_answer(f, attacker, nodes);
        patterns_make(p, square, !attacker);
        moves[count++] = (u16)square;
        if (p->lines[attacker]) break;     /* by a foul, where nothing else was left */
    }
    return count;
}

const char FORCE_DOC[] =
"force(marks, dim, line, rule, player, nodes, allowed): the squares of a row of threats by which the player, who is to\n"
"move, wins against the answers that hold out longest, both sides' moves in turns; empty where none is\n"
"found within so many positions for fours, and as many for open threes. The first one is one of the allowed\n"
"ones: a 1 for each of them, and 0 for every other square; all are without any. The GIL is released.";

PyObject *force(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks, *allowed;
    Py_ssize_t length, allowed_length;
    int dim, line, rule, player, nodes, count = 0;
    if (!PyArg_ParseTuple(args, "y#iiiiiy#", &marks, &length, &dim, &line, &rule, &player, &nodes, &allowed,
                          &allowed_length))
        return NULL;
    if (nodes < 0) return PyErr_Format(PyExc_ValueError, "the number of positions is negative");
    if (allowed_length && allowed_length != length) {
        PyErr_SetString(PyExc_ValueError, "allowed needs one byte for each square");
        return NULL;
    }
    Patterns *p = PyMem_Malloc(sizeof *p);
    Force f = {.shortest = 1, .only = allowed_length ? allowed : NULL};
    u16 moves[MAX_SQUARES];
    if (!p || !force_begin(&f, p)) {
        PyMem_Free(p);
        return PyErr_NoMemory();
    }
    PyObject *list = NULL;
    if (patterns_read(p, marks, length, dim, line, rule, player)) {
        Py_BEGIN_ALLOW_THREADS
        if (!p->lines[0] && !p->lines[1]) count = play_out(&f, 0, nodes, moves);
        Py_END_ALLOW_THREADS
        list = PyList_New(count);
        for (int i = 0; list && i < count; i++) {
            PyObject *number = PyLong_FromLong(moves[i]);
            if (!number || PyList_SetItem(list, i, number) < 0) Py_CLEAR(list);
        }
    }
    force_end(&f);
    PyMem_Free(p);
    return list;
}
