/* A tree search: PUCT, with windows for its prior and at its leaves, and proofs backed up.

   The selection is AlphaZero's (Silver et al., 2017) without a net. A leaf is valued by the
   windows that still can become lines instead of by a playout; a win by an unbroken row of threats
   is looked for at every leaf (Allis, 1994), and what is proven goes up the tree (Winands,
   Björnsson and Saito, 2008).

   Only additions, multiplications, divisions and square roots of doubles: every machine finds the
   same tree, and so does engine/search/without_c.py. */

#include <math.h>
#include <stdlib.h>
#include "windows.h"

enum {
    WIDE = 36,                 /* boards of up to so many squares try all moves of a node */
    CANDIDATES = 15,           /* larger ones the most promising */
    LEAF_THREATS = 60,         /* nodes of the search for a row of threats */
    ROOT_THREATS = 20000,
    MAX_DEPTH = MAX_SQUARES + 1,
    FIRST_NODES = 1 << 12,
    MAX_NODES = 1 << 22        /* 128 MB; a full pool grows no deeper, and the search goes on */
};
static const double EXPLORATION = 1, REDUCTION = 0.2, OWN = 1.5, TEMPO = 1.2, JITTER = 0.2;

/* A move and the position that it leads to. Values and bounds are those of the side that made the
   move: 1 won, 0 tied, -1 lost. */
typedef struct {
    double sum, prior;
    u32 visits, first;         /* the number of its first child */
    u16 count, square;
    signed char low, high;
    u8 complete;               /* every move that does not lose at once is a child */
} Node;

typedef struct {
    Windows w;
    Node *nodes;
    u32 used, size;
    u64 seed, simulations;
    int busy;                  /* whether a thread is at work on it */
    int only;                  /* whether the root tries the allowed moves alone */
    u8 allowed[MAX_SQUARES];
    u16 path[MAX_DEPTH];
    u32 visited[MAX_DEPTH];
} Tree;

/* ---- Values ---- */

/* What the windows say of a position, for the side to move, from -1 to 1. */
static double valued(const Windows *w) {
    const double own = w->score[w->to_move], other = w->score[!w->to_move];
    const double lead = w->reverse ? other - own : TEMPO * own - other;
    return lead / sqrt(lead * lead + 2 * (own + other) * (own + other) + 1);
}

/* How promising a move is: what the windows through its square are worth to both sides, and, as
   much as an empty window a step, how near it is to the centre. */
static double promise(const Windows *w, int square) {
    const double own = w->worth[w->to_move][square], other = w->worth[!w->to_move][square];
    const int row = abs(2 * (square / w->dim) + 1 - w->dim);
    const int col = abs(2 * (square % w->dim) + 1 - w->dim);
    const double nearness = (double)(w->weight[0] * (2 * w->dim - row - col)) / 2;
    const double x = w->reverse ? 1 / (1 + own) : OWN * own + other + nearness;
    return sqrt(x) * sqrt(sqrt(x));
}

static void prove(Node *node, int low, int high) {
    node->low = (signed char)low;
    node->high = (signed char)high;
}

/* Look at a position for the first time: prove what can be seen, and return its value for the side
   that moved there. */
static double look(Windows *w, Node *node) {
    const int me = w->to_move, they = !me;
    int other = -1, unused, budget = LEAF_THREATS;
    if (w->lines[they]) {
        prove(node, w->reverse ? -1 : 1, w->reverse ? -1 : 1);
    } else if (!w->empty) {
        prove(node, 0, 0);
    } else if (w->reverse) {
        prove(node, w->live[they] ? -1 : 0, w->live[me] ? 1 : 0);
    } else if (w->threats[me]) {
        prove(node, -1, -1);
    } else if (threat_squares(w, they, &other), other >= 0) {
        prove(node, 1, 1);
    } else {
        prove(node, w->live[me] ? -1 : 0, w->live[they] ? 1 : 0);
        if (w->pairs[me] && wins_by_threats(w, &budget, &unused)) prove(node, -1, -1);
    }
    if (node->low == node->high) return node->low;
    return -valued(w);
}

/* ---- Nodes ---- */

/* Make room for children; return 0 where there is none. */
static int reserve(Tree *t, u32 count) {
    if (t->used + count <= t->size) return 1;
    u32 size = t->size;
    while (size < t->used + count) size *= 2;
    if (size > MAX_NODES) return 0;
    Node *nodes = realloc(t->nodes, size * sizeof *nodes);
    if (!nodes) return 0;
    t->nodes = nodes;
    t->size = size;
    return 1;
}

/* The moves of a node in the order of their promise, the best ones only if there are many. Return
   their number; *complete says whether all that are left out lose at once. */
static int candidates(const Tree *t, u32 at, int all, u16 *moves, double *promises, u8 *complete) {
    const Windows *w = &t->w;
    int other, count = 0, safe = 0;
    int block = w->reverse ? -1 : threat_squares(w, !w->to_move, &other);
    if (at == 0 && (w->threats[0] || (t->only && block >= 0 && !t->allowed[block]))) block = -1;
    const int most = all || w->squares <= WIDE ? MAX_SQUARES : CANDIDATES;
    *complete = 1;
    for (int pass = 0; pass < 2 && !count; pass++)  /* the second one: every move loses at once */
        for (int square = 0; square < w->squares; square++) {
            if (w->owner[square] >= 0 || (block >= 0 && square != block)) continue;
            if (at == 0 && t->only && !t->allowed[square]) continue;
            if (!pass && w->reverse && w->threats[w->to_move] && completes(w, square)) continue;
            const double here = promise(w, square);
            safe++;
            if (count == most && !(here > promises[count - 1])) continue;
            int i = count < most ? count++ : count - 1;
            for (; i > 0 && here > promises[i - 1]; i--) {
                moves[i] = moves[i - 1];
                promises[i] = promises[i - 1];
            }
            moves[i] = (u16)square;
            promises[i] = here;
        }
    if (count < safe) *complete = 0;
    return count;
}

static double jitter(u64 seed, int square) {
    u64 state = seed + SPLITMIX_STEP * (u64)square;
    const u64 z = splitmix(&state);
    return 1 + JITTER * ((double)(z >> 11) / 9007199254740992.0 - 0.5);
}

/* Give a node its children, or all that are missing; return 0 where there is no room. */
static int expand(Tree *t, u32 at, int all) {
    u16 moves[MAX_SQUARES];
    double promises[MAX_SQUARES], sum = 0;
    u8 complete;
    const int count = candidates(t, at, all, moves, promises, &complete);
    if (!reserve(t, (u32)count)) return 0;
    Node *node = t->nodes + at, *child = t->nodes + t->used;
    const Node *old = t->nodes + node->first;
    for (int i = 0; i < count; i++) sum += promises[i];
    for (int i = 0; i < count; i++, child++) {
        memset(child, 0, sizeof *child);
        child->square = moves[i];
        child->low = -1;
        child->high = 1;
        for (int k = 0; k < node->count; k++)
            if (old[k].square == moves[i]) *child = old[k];
        child->prior = promises[i] / sum;
        if (at == 0 && t->seed) child->prior *= jitter(t->seed, moves[i]);
    }
    node->first = t->used;
    node->count = (u16)count;
    node->complete = complete;
    t->used += (u32)count;
    return 1;
}

/* ---- A simulation ---- */

/* What the moves of a node are weighed by (PUCT): what a move is worth, as far as that is known, and
   a bonus that is large for few visits. A move without any counts as somewhat less than its node. */
typedef struct { double untried, scale; } Scales;

static inline Scales scales_of(const Node *node) {
    const double worth = node->visits ? -node->sum / node->visits : 0;
    const Scales scales = {worth - REDUCTION, EXPLORATION * sqrt((double)node->visits)};
    return scales;
}

static inline double value_of(Scales scales, const Node *child) {
    if (child->low == child->high) return child->low;
    return child->visits ? child->sum / child->visits : scales.untried;
}

static inline double bonus_of(Scales scales, const Node *child) {
    return scales.scale * child->prior / (1 + (double)child->visits);
}

static u32 chosen(const Tree *t, const Node *node) {
    const Scales scales = scales_of(node);
    u32 best = node->first;
    double most = -1e300;
    for (u32 i = node->first; i < node->first + node->count; i++) {
        const Node *child = t->nodes + i;
        if (child->high == -1) continue;
        const double weight = value_of(scales, child) + bonus_of(scales, child);
        if (weight > most) {
            most = weight;
            best = i;
        }
    }
    return best;
}

/* Work out a node's bounds from its children; return whether they changed. */
static int rebound(Tree *t, Node *node) {
    int low = -1, high = -1;
    for (u32 i = node->first; i < node->first + node->count; i++) {
        if (t->nodes[i].low > low) low = t->nodes[i].low;
        if (t->nodes[i].high > high) high = t->nodes[i].high;
    }
    if (!node->complete) high = 1;
    const int old_low = node->low, old_high = node->high;
    if (-high > node->low) node->low = (signed char)-high;
    if (-low < node->high) node->high = (signed char)-low;
    return node->low != old_low || node->high != old_high;
}

static int all_lost(const Tree *t, const Node *node) {
    for (u32 i = node->first; i < node->first + node->count; i++)
        if (t->nodes[i].high > -1) return 0;
    return 1;
}

/* Take a value and what was proven from a leaf up to the root. */
static void back_up(Tree *t, int depth, double value) {
    int changed = 1;
    for (; depth >= 0; depth--) {
        Node *node = t->nodes + t->visited[depth];
        if (changed && node->count) changed = rebound(t, node);
        if (depth) windows_undo(&t->w, t->path[depth]);
        node->visits++;
        node->sum += value;
        value = -value;
    }
    t->simulations++;
}

static void simulate(Tree *t) {
    int depth = 0;
    u32 at = 0;
    double value;
    t->visited[0] = 0;
    for (;;) {
        Node *node = t->nodes + at;
        if (node->low == node->high) {
            value = node->low;
            break;
        }
        if (!node->visits) {
            value = look(&t->w, node);
            break;
        }
        const int widen = node->count && !node->complete && all_lost(t, node);
        if ((!node->count || widen) && !expand(t, at, widen)) {
            value = -valued(&t->w);
            break;
        }
        at = chosen(t, t->nodes + at);
        t->path[++depth] = t->nodes[at].square;
        t->visited[depth] = at;
        windows_make(&t->w, t->nodes[at].square);
    }
    back_up(t, depth, value);
}

/* Look at the root: a long search for a row of threats, whose first move is then proven. */
static int start(Tree *t) {
    int budget = ROOT_THREATS, square, won = 0;
    Windows *w = &t->w;
    if (!expand(t, 0, 0)) return 0;
    t->nodes[0].visits = 1;
    t->nodes[0].sum = -valued(w);
    if (w->reverse || t->only) return 1;
    if (w->threats[0]) {
        int other;
        square = threat_squares(w, 0, &other);
        won = 1;
    } else if (w->pairs[0]) {
        won = wins_by_threats(w, &budget, &square);
    }
    if (!won) return 1;
    for (int again = 0; again < 2; again++) {
        Node *root = t->nodes, *child = t->nodes + root->first;
        for (int i = 0; i < root->count; i++, child++)
            if (child->square == square) {
                prove(child, 1, 1);
                rebound(t, root);
                return 1;
            }
        if (!expand(t, 0, 1)) return 0;
    }
    return 1;
}

/* ---- Python's side ---- */

static const char CAPSULE[] = "engine._kernel.tree";

static void free_tree(PyObject *capsule) {
    Tree *t = PyCapsule_GetPointer(capsule, CAPSULE);
    if (t) free(t->nodes);
    free(t);
}

PyDoc_STRVAR(new_doc,
"tree(marks, dim, line, reverse, player, seed, allowed): a tree whose root is a position without a\n"
"line and with a move to make. A seed other than 0 shifts the root's prior a little. allowed has a\n"
"byte a square: what the root may try; empty for all.");

static PyObject *tree(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks, *allowed;
    Py_ssize_t length, allowed_length;
    int dim, line, reverse, player, made = 0;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "y#iipiKy#", &marks, &length, &dim, &line, &reverse, &player, &seed,
                          &allowed, &allowed_length))
        return NULL;
    Tree *t = calloc(1, sizeof *t);
    if (!t) return PyErr_NoMemory();
    if (windows_read(&t->w, marks, length, dim, line, reverse, player)) {
        t->seed = seed;
        t->only = allowed_length > 0;
        int moves = 0;
        for (int i = 0; i < t->w.squares; i++) {
            t->allowed[i] = t->only && i < allowed_length && allowed[i];
            moves += t->w.owner[i] < 0 && (!t->only || t->allowed[i]);
        }
        if (!moves || t->w.lines[0] || t->w.lines[1]) {
            PyErr_SetString(PyExc_ValueError, "there is no move to try");
        } else if ((t->nodes = calloc(FIRST_NODES, sizeof(Node)))) {
            t->size = FIRST_NODES;
            t->used = 1;
            prove(t->nodes, -1, 1);
            made = start(t);
        }
        if (!made && !PyErr_Occurred()) PyErr_NoMemory();
    }
    PyObject *capsule = made ? PyCapsule_New(t, CAPSULE, free_tree) : NULL;
    if (!capsule) {
        free(t->nodes);
        free(t);
    }
    return capsule;
}

/* The tree in a capsule, or NULL with an error set: also where a thread is at work on it, since its
   nodes may move. */
static Tree *idle_tree(PyObject *capsule) {
    Tree *t = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!t || !t->busy) return t;
    PyErr_SetString(PyExc_ValueError, "the tree is at work in another thread");
    return NULL;
}

PyDoc_STRVAR(grow_doc,
"grow(tree, simulations): go on for so many simulations, or until the root is proven; return all\n"
"that were made so far. The GIL is released.");

static PyObject *grow(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *capsule;
    unsigned long long simulations;
    if (!PyArg_ParseTuple(args, "OK", &capsule, &simulations)) return NULL;
    Tree *t = idle_tree(capsule);
    if (!t) return NULL;
    t->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    while (simulations-- && t->nodes->low < t->nodes->high) simulate(t);
    Py_END_ALLOW_THREADS
    t->busy = 0;
    return PyLong_FromUnsignedLongLong(t->simulations);
}

PyDoc_STRVAR(children_doc,
"children(tree, path): a node's moves, the most promising first, as (square, visits, sum of values,\n"
"prior, low, high, value, bonus); selection takes the greatest sum of the last two. The path's\n"
"bytes are the numbers of the children that lead there, two each.");

static PyObject *children(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *capsule;
    const char *path;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "Oy#", &capsule, &path, &length)) return NULL;
    const Tree *t = idle_tree(capsule);
    if (!t) return NULL;
    const Node *node = t->nodes;
    for (Py_ssize_t i = 0; i + 1 < length; i += 2) {
        const int which = (u8)path[i] * 256 + (u8)path[i + 1];
        if (which >= node->count) return PyErr_Format(PyExc_ValueError, "there is no such node");
        node = t->nodes + node->first + which;
    }
    const Scales scales = scales_of(node);
    PyObject *list = PyList_New(0);
    for (u32 i = node->first; list && i < node->first + node->count; i++) {
        const Node *c = t->nodes + i;
        PyObject *row = Py_BuildValue("(iIddiidd)", (int)c->square, (unsigned int)c->visits, c->sum,
                                      c->prior, (int)c->low, (int)c->high, value_of(scales, c),
                                      bonus_of(scales, c));
        if (!row || PyList_Append(list, row) < 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

PyDoc_STRVAR(nodes_doc, "tree_nodes(tree): the nodes in memory.");

static PyObject *tree_nodes(PyObject *Py_UNUSED(module), PyObject *capsule) {
    const Tree *t = PyCapsule_GetPointer(capsule, CAPSULE);
    return t ? PyLong_FromUnsignedLong(t->used) : NULL;
}

PyMethodDef TREE_METHODS[] = {
    {"tree", tree, METH_VARARGS, new_doc},
    {"grow", grow, METH_VARARGS, grow_doc},
    {"children", children, METH_VARARGS, children_doc},
    {"tree_nodes", tree_nodes, METH_O, nodes_doc},
    {NULL, NULL, 0, NULL},
};
