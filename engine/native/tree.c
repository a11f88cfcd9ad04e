/* A tree search: PUCT, with windows for its prior and at its leaves, and proofs backed up.

   The selection is AlphaZero's (Silver et al., 2017) without a net. A leaf is valued by the
   windows that still can become lines instead of by a playout; a win by an unbroken row of threats
   is looked for at every leaf (Allis, 1994), and what is proven goes up the tree (Winands,
   Björnsson and Saito, 2008).

   Only additions, multiplications, divisions and square roots of doubles: every machine finds the
   same tree, and so does engine/search/plain_tree.py. */

#include "puct.h"

enum {
    WIDE = 36,                 /* boards of up to so many squares try all moves of a node */
    CANDIDATES = 15,           /* larger ones the most promising */
    LEAF_THREATS = 60,         /* nodes of the search for a row of threats */
    ROOT_THREATS = 20000
};
static const double EXPLORATION = 1, OWN = 1.5, TEMPO = 1.2;

/* ---- Values ---- */

/* What the windows say of a position, for the side to move, from -1 to 1. */
static double valued(const Windows *w) {
    const double own = w->score[w->to_move], other = w->score[!w->to_move];
    const double lead = w->reverse ? other - own : TEMPO * own - other;
    return lead / sqrt(lead * lead + 2 * (own + other) * (own + other) + 1);
}

/* How the moves look at first sight, for their order alone: what the windows through a square are
   worth to both sides, and, as much as an empty window a step, how near it is to the centre. */
static void set_standings(const Tree *t, double *standings) {
    const Windows *w = &t->w;
    const int *own = w->worth[w->to_move], *other = w->worth[!w->to_move];
    if (w->reverse)
        for (int i = 0; i < w->squares; i++) standings[i] = 1 / (1 + (double)own[i]);
    else
        for (int i = 0; i < w->squares; i++)
            standings[i] = OWN * own[i] + other[i] + t->nearness[i];
}

/* How promising a move is: the same order, but less steep. */
static inline double promise(double standing) { return sqrt(standing) * sqrt(sqrt(standing)); }

static void set_nearness(Tree *t) {
    const Windows *w = &t->w;
    for (int square = 0; square < w->squares; square++) {
        const int row = abs(2 * (square / w->dim) + 1 - w->dim);
        const int col = abs(2 * (square % w->dim) + 1 - w->dim);
        t->nearness[square] = (double)(w->weight[0] * (2 * w->dim - row - col)) / 2;
    }
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

/* The moves of a node in the order of their promise, the best ones only if there are many. Return
   their number; *complete says whether all that are left out lose at once. */
static int candidates(const Tree *t, u32 at, int all, u16 *moves, double *promises, u8 *complete) {
    const Windows *w = &t->w;
    double standings[MAX_SQUARES];
    int other, count = 0, safe = 0;
    set_standings(t, standings);
    int block = w->reverse ? -1 : threat_squares(w, !w->to_move, &other);
    if (at == 0 && (w->threats[0] || (t->only && block >= 0 && !t->allowed[block]))) block = -1;
    const int most = all || w->squares <= WIDE ? MAX_SQUARES : CANDIDATES;
    *complete = 1;
    for (int pass = 0; pass < 2 && !count; pass++)  /* the second one: every move loses at once */
        for (int square = 0; square < w->squares; square++) {
            if (w->owner[square] >= 0 || (block >= 0 && square != block)) continue;
            if (at == 0 && t->only && !t->allowed[square]) continue;
            if (!pass && w->reverse && w->threats[w->to_move] && completes(w, square)) continue;
            const double here = standings[square];
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
    for (int i = 0; i < count; i++) promises[i] = promise(promises[i]);
    return count;
}

/* Give a node its children, or all that are missing; return 0 where there is no room. */
static int expand(Tree *t, u32 at, int all) {
    u16 moves[MAX_SQUARES];
    double promises[MAX_SQUARES];
    u8 complete;
    const int count = candidates(t, at, all, moves, promises, &complete);
    return tree_expand(t, at, moves, promises, count, complete);
}

/* ---- A simulation ---- */

static int all_lost(const Tree *t, const Node *node) {
    for (u32 i = node->first; i < node->first + node->count; i++)
        if (t->nodes[i].high > -1) return 0;
    return 1;
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
            go_to(t, depth);
            value = look(&t->w, node);
            break;
        }
        const int widen = node->count && !node->complete && all_lost(t, node);
        if (!node->count || widen) {
            go_to(t, depth);
            if (!expand(t, at, widen)) {
                value = -valued(&t->w);
                break;
            }
        }
        at = chosen_child(t, t->nodes + at, EXPLORATION);
        t->path[++depth] = t->nodes[at].square;
        t->visited[depth] = at;
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

static void weigh(const Tree *Py_UNUSED(t), const Node *node, const Node *child, double *value,
                  double *bonus) {
    const Scales scales = scales_of(node, EXPLORATION);
    *value = value_of(scales, child);
    *bonus = bonus_of(scales, child);
}

const char TREE_DOC[] =
"tree(marks, dim, line, rule, player, seed, allowed): a tree whose root is a position without a\n"
"line and with a move to make. The rule is one of windows.h; windows do not see what stands at lines' ends. A seed other than 0 shifts the root's prior a little. allowed has a\n"
"byte a square: what the root may try; empty for all.";

PyObject *tree(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks, *allowed;
    Py_ssize_t length, allowed_length;
    int dim, line, rule, player;
    u64 seed;
    if (!PyArg_ParseTuple(args, "y#iiiiO&y#", &marks, &length, &dim, &line, &rule, &player, natural, &seed,
                          &allowed, &allowed_length))
        return NULL;
    if (ends_matter(rule)) return PyErr_Format(PyExc_ValueError, "this tree does not know the rule");
    Tree *t = tree_read(sizeof *t, marks, length, dim, line, rule, player, seed, allowed,
                        allowed_length);
    if (!t) return NULL;
    t->simulate = simulate;
    t->weigh = weigh;
    t->proofs = 1;
    set_nearness(t);
    return tree_handed_over(t, start(t));
}
