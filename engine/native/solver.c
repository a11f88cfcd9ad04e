/* What a position is worth in perfect play: negamax with null windows, one question at a time.

   Values are those of the side to move: 0 is a tie; a win with the mark that is number p on the
   board is 1 + squares - p, so that an earlier one is worth more, and a loss is the same below 0.
   A value depends on the position alone, not on the way there, so it can be kept in a table.

   The search keeps its own stack: it can be left after any number of nodes and gone on with. */

#include <stdlib.h>
#include "windows.h"

enum { MAX_OPEN = 64, THREATS = 100, SYMMETRIES = 8, TABLE = 1 << 20, BUCKET = 2, NONE = 1 << 14 };

typedef struct { u64 key; int16_t low, high; u16 empty; } Entry;

typedef struct {
    u64 key;
    int alpha, best, count, next;
    u16 moves[MAX_OPEN];
} Frame;

typedef struct {
    Windows w;
    u64 zobrist[SYMMETRIES][2][MAX_SQUARES], keys[SYMMETRIES], turn;
    int second;                             /* whether O is to move at the root: then O is side 0 */
    Frame stack[MAX_OPEN + 1];
    int depth;                              /* of the frame under way; -1 before the first */
    int asked_move, asked_alpha;            /* the question under way; NONE where there is none */
    u64 nodes;
    int busy;                               /* whether a thread is at work on it */
    u16 slot_of[MAX_SQUARES];               /* for pairings: who has a square, from 1; 0 nobody */
    u32 seen[MAX_SQUARES], stamp;
    Entry table[TABLE];
} Solver;

static int win_at(const Windows *w, int ply) {
    return ply > w->squares ? 0 : 1 + w->squares - ply;
}

/* ---- Positions and their keys ---- */

static int reflected(int square, int dim, int symmetry) {
    int row = square / dim, col = square % dim;
    if (symmetry & 1) row = dim - 1 - row;
    if (symmetry & 2) col = dim - 1 - col;
    return symmetry & 4 ? col * dim + row : row * dim + col;
}

/* The keys tell X from O, and whose turn it is: so they hold for every position of the rules. */
static void make_codes(Solver *s) {
    u64 state = 0;
    for (int i = 0; i < 2 * s->w.squares; i++) {
        const u64 z = splitmix(&state);
        const int mark = i & 1, square = i >> 1;
        for (int k = 0; k < SYMMETRIES; k++)
            s->zobrist[k][mark][reflected(square, s->w.dim, k)] = z;
    }
    s->turn = splitmix(&state);
}

static void change_keys(Solver *s, int side, int square) {
    const int mark = side ^ s->second;
    for (int k = 0; k < SYMMETRIES; k++) s->keys[k] ^= s->zobrist[k][mark][square];
}

static void make_keys(Solver *s) {
    memset(s->keys, 0, sizeof s->keys);
    for (int square = 0; square < s->w.squares; square++)
        if (s->w.owner[square] >= 0) change_keys(s, s->w.owner[square], square);
}

static void make(Solver *s, int square) {
    change_keys(s, s->w.to_move, square);
    windows_make(&s->w, square);
}

static void undo(Solver *s, int square) {
    windows_undo(&s->w, square);
    change_keys(s, s->w.to_move, square);
}

static u64 smallest_key(const Solver *s) {
    u64 key = s->keys[0];
    for (int k = 1; k < SYMMETRIES; k++)
        if (s->keys[k] < key) key = s->keys[k];
    if (s->w.to_move ^ s->second) key ^= s->turn;
    return key | 1;  /* 0 is an entry that was never used */
}

/* ---- What is known already ---- */

static Entry *find(Solver *s, u64 key) {
    Entry *bucket = s->table + (key % (TABLE / BUCKET)) * BUCKET;
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key) return bucket + i;
    return NULL;
}

/* The first entry of a bucket keeps the position that is farthest from its end. */
static void keep(Solver *s, u64 key, int alpha, int value) {
    Entry *entry = find(s, key);
    if (!entry) {
        entry = s->table + (key % (TABLE / BUCKET)) * BUCKET;
        if (entry->key && entry->empty > s->w.empty) entry++;
        entry->key = key;
        entry->low = (int16_t)-NONE;
        entry->high = NONE;
        entry->empty = (u16)s->w.empty;
    }
    if (value > alpha) entry->low = (int16_t)value;
    else entry->high = (int16_t)value;
}

/* ---- Pairings ---- */

/* Find a square of a window for a slot, moving the squares of others where that helps. */
static int augment(Solver *s, int window, int slot, const u16 *window_of) {
    const u16 *square = s->w.square_of + window * s->w.line;
    for (int i = 0; i < s->w.line; i++) {
        const int here = square[i];
        if (s->w.owner[here] >= 0 || s->seen[here] == s->stamp) continue;
        s->seen[here] = s->stamp;
        const int other = s->slot_of[here];
        if (!other || augment(s, window_of[other - 1], other, window_of)) {
            s->slot_of[here] = (u16)slot;
            return 1;
        }
    }
    return 0;
}

/* Whether every live window of a side has two empty squares of its own. Then it cannot win: the
   other side answers in the pair's other square. */
static int is_paired(Solver *s, int side) {
    const Windows *w = &s->w;
    u16 window_of[MAX_SQUARES];
    int slots = 0;
    if (2 * w->live[side] > w->empty) return 0;
    memset(s->slot_of, 0, sizeof(u16) * (size_t)w->squares);
    for (int i = 0; i < w->windows; i++) {
        if (w->marks[!side][i]) continue;
        for (int twice = 0; twice < 2; twice++) {
            window_of[slots++] = (u16)i;
            s->stamp++;
            if (!augment(s, i, slots, window_of)) return 0;
        }
    }
    return 1;
}

/* ---- The search ---- */

static void add_move(Solver *s, Frame *f, int square) {
    const Windows *w = &s->w;
    const int *own = w->worth[w->to_move], *other = w->worth[!w->to_move];
    const int sign = w->reverse ? -1 : 1, value = sign * (own[square] + other[square]);
    int i = f->count++;
    for (; i > 0 && sign * (own[f->moves[i - 1]] + other[f->moves[i - 1]]) < value; i--)
        f->moves[i] = f->moves[i - 1];
    f->moves[i] = (u16)square;
}

/* The moves of the normal rule; where the answer is at hand, no moves and the answer in best. */
static void enter_normal(Solver *s, Frame *f) {
    const Windows *w = &s->w;
    const int me = w->to_move, they = !me;
    if (w->threats[me]) {
        f->best = win_at(w, w->ply + 1);
        return;
    }
    int other, block = threat_squares(w, they, &other);
    if (other >= 0) {
        f->best = -win_at(w, w->ply + 2);
        return;
    }
    const int high = w->live[me] ? win_at(w, w->ply + (w->pairs[me] ? 3 : 5)) : 0;
    const int low = w->live[they] ? -win_at(w, w->ply + (w->pairs[they] || block >= 0 ? 4 : 6)) : 0;
    if (high <= f->alpha || low > f->alpha) {
        f->best = high <= f->alpha ? high : low;
        return;
    }
    int budget = THREATS, unused;
    if (f->alpha == 0 && w->pairs[me] && wins_by_threats(&s->w, &budget, &unused)) {
        f->best = 1;  /* a win, however late */
        return;
    }
    if (block >= 0) {
        f->moves[f->count++] = (u16)block;
        return;
    }
    if (is_paired(s, f->alpha >= 0 ? me : they)) {
        f->best = 0;
        return;
    }
    for (int square = 0; square < w->squares; square++)
        if (w->owner[square] < 0) add_move(s, f, square);
}

/* The moves of the reverse rule, those that complete a line left out; or an answer. */
static void enter_reverse(Solver *s, Frame *f) {
    const Windows *w = &s->w;
    const int me = w->to_move, they = !me;
    const int high = w->live[they] ? win_at(w, w->ply + 2) : 0;
    const int low = w->live[me] ? -win_at(w, w->ply + 1) : 0;
    if (high <= f->alpha || low > f->alpha) {
        f->best = high <= f->alpha ? high : low;
        return;
    }
    for (int square = 0; square < w->squares; square++)
        if (w->owner[square] < 0 && !(w->threats[me] && completes(w, square)))
            add_move(s, f, square);
    if (!f->count) f->best = -win_at(w, w->ply + 1);
}

/* Begin a node, and return whether it needs a search; else its value or bound is in best. */
static int enter(Solver *s, Frame *f, int alpha) {
    s->nodes++;
    f->alpha = alpha;
    f->best = -NONE;
    f->count = f->next = 0;
    if (!s->w.empty) {
        f->best = 0;
        return 0;
    }
    f->key = smallest_key(s);
    const Entry *known = find(s, f->key);
    if (known && known->low > alpha) f->best = known->low;
    else if (known && known->high <= alpha) f->best = known->high;
    if (f->best > -NONE) return 0;
    if (s->w.reverse) enter_reverse(s, f);
    else enter_normal(s, f);
    return f->count > 0;
}

/* Tell a node what one of its moves leads to. */
static void learn(Frame *f, int value) {
    if (-value > f->best) f->best = -value;
    f->next++;
}

/* Go on for some nodes; return whether the question is answered, with the answer in *value. */
static int go_on(Solver *s, u64 nodes, int *value) {
    const u64 before = s->nodes;
    while (s->nodes - before < nodes) {
        Frame *f = s->stack + s->depth;
        if (f->next < f->count && f->best <= f->alpha) {
            make(s, f->moves[f->next]);
            if (enter(s, f + 1, -f->alpha - 1)) {
                s->depth++;
            } else {
                undo(s, f->moves[f->next]);
                learn(f, f[1].best);
            }
            continue;
        }
        keep(s, f->key, f->alpha, f->best);
        *value = f->best;
        if (--s->depth < 0) return 1;
        undo(s, f[-1].moves[f[-1].next]);
        learn(f - 1, *value);
    }
    return 0;
}

/* Forget the question under way. */
static void leave(Solver *s) {
    for (; s->depth >= 0; s->depth--)
        if (s->depth > 0) undo(s, s->stack[s->depth - 1].moves[s->stack[s->depth - 1].next]);
    if (s->asked_move != NONE && s->asked_move >= 0) undo(s, s->asked_move);
    s->asked_move = NONE;
}

/* Begin a question, with none under way; return whether it is answered at once, with the answer in
   *value. */
static int begin(Solver *s, int move, int alpha, int *value) {
    if (move >= 0) make(s, move);
    s->asked_move = move;
    s->asked_alpha = alpha;
    if (enter(s, s->stack, alpha)) {
        s->depth = 0;
        return 0;
    }
    *value = s->stack[0].best;
    return 1;
}

/* ---- Python's side ---- */

static const char CAPSULE[] = "engine._kernel.solver";

static void free_solver(PyObject *capsule) { free(PyCapsule_GetPointer(capsule, CAPSULE)); }

/* Read the position that is asked about from now on; return 0 with an error set where there is none.
   What is known of others of the same rules stays known. */
static int place_position(Solver *s, const char *marks, Py_ssize_t length, int dim, int line,
                          int reverse, int player) {
    s->depth = -1;
    s->asked_move = NONE;
    s->second = player == 3;
    if (windows_read(&s->w, marks, length, dim, line, reverse, player)) {
        const Windows *w = &s->w;
        if (w->empty && w->empty <= MAX_OPEN && !w->lines[0] && !w->lines[1]) return 1;
        PyErr_SetString(PyExc_ValueError, "a position that cannot be solved");
    }
    memset(&s->w, 0, sizeof s->w);  /* no board at all */
    return 0;
}

PyDoc_STRVAR(new_doc,
"solver(marks, dim, line, reverse, player): a solver of a position without a line, with a move to\n"
"make and at most 64 empty squares.");

static PyObject *solver(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks;
    Py_ssize_t length;
    int dim, line, reverse, player;
    if (!PyArg_ParseTuple(args, "y#iipi", &marks, &length, &dim, &line, &reverse, &player))
        return NULL;
    Solver *s = calloc(1, sizeof *s);
    if (!s) return PyErr_NoMemory();
    if (!place_position(s, marks, length, dim, line, reverse, player)) {
        free(s);
        return NULL;
    }
    make_codes(s);
    make_keys(s);
    PyObject *capsule = PyCapsule_New(s, CAPSULE, free_solver);
    if (!capsule) free(s);
    return capsule;
}

PyDoc_STRVAR(place_doc,
"place(solver, marks, player): ask about another position of the same rules from now on. What was\n"
"found out before is known still. After an error it has no position; ask about none then.");

static PyObject *place(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *capsule;
    const char *marks;
    Py_ssize_t length;
    int player;
    if (!PyArg_ParseTuple(args, "Oy#i", &capsule, &marks, &length, &player)) return NULL;
    Solver *s = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!s) return NULL;
    if (s->busy) return PyErr_Format(PyExc_ValueError, "the solver is at work in another thread");
    if (!place_position(s, marks, length, s->w.dim, s->w.line, s->w.reverse, player)) return NULL;
    make_keys(s);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(ask_doc,
"ask(solver, square, alpha, nodes): ask whether the value is above alpha, of the position after a\n"
"move (or, for -1, before it), in the sense of the side that is then to move. Return a lower bound\n"
"above alpha, or an upper bound; None where more nodes are needed: then ask again, the search goes\n"
"on. Another question, a wrong one too, ends the one under way. The GIL is released.");

static PyObject *ask(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *capsule;
    int square, alpha;
    u64 nodes;
    if (!PyArg_ParseTuple(args, "OiiO&", &capsule, &square, &alpha, natural, &nodes)) return NULL;
    Solver *s = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!s) return NULL;
    if (s->busy) return PyErr_Format(PyExc_ValueError, "the solver is at work in another thread");
    const int under_way = s->asked_move == square && s->asked_alpha == alpha;
    if (!under_way) leave(s);  /* from here on the marks are those of the position itself */
    if (square < -1 || square >= s->w.squares ||
        (!under_way && square >= 0 && s->w.owner[square] >= 0))
        return PyErr_Format(PyExc_ValueError, "no empty square");
    if (alpha < -s->w.squares || alpha > s->w.squares)
        return PyErr_Format(PyExc_ValueError, "no position is worth so much");
    int answered, value = 0;
    s->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    answered = !under_way && begin(s, square, alpha, &value);
    if (!answered) answered = go_on(s, nodes, &value);
    if (answered) leave(s);
    Py_END_ALLOW_THREADS
    s->busy = 0;
    if (answered) return PyLong_FromLong(value);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(nodes_doc, "solver_nodes(solver): the nodes looked at so far.");

static PyObject *solver_nodes(PyObject *Py_UNUSED(module), PyObject *capsule) {
    const Solver *s = PyCapsule_GetPointer(capsule, CAPSULE);
    return s ? PyLong_FromUnsignedLongLong(s->nodes) : NULL;
}

PyMethodDef SOLVER_METHODS[] = {
    {"solver", solver, METH_VARARGS, new_doc},
    {"place", place, METH_VARARGS, place_doc},
    {"ask", ask, METH_VARARGS, ask_doc},
    {"solver_nodes", solver_nodes, METH_O, nodes_doc},
    {NULL, NULL, 0, NULL},
};
