/* A tree that sees line patterns and threats: PUCT as in tree.c, for lines of 4 to 6 and not in the
   reverse game.

   A leaf's value and a move's prior are those of first sight. A node whose other side threatens to
   play F4 tries the answers to that alone, all of them, so that losses are proven, too. The threat
   search looks from every leaf for fours, from a node that is visited again for open threes as well,
   the longer the more visits it has, and from the root for what both sides threaten: a root's move
   after which the other side still wins by threats is lost.

   What is searched depends on the visits alone, so that a number of simulations and a seed fix the
   tree. */

#include "force.h"
#include "numbers.h"
#include "puct.h"
#include "sight.h"

enum {
    SMALL = 36,                /* boards of up to so many squares try all moves of a node */
    CANDIDATES = 15,           /* larger ones the most promising, */
    ROOT_CANDIDATES = 30,      /* and of the root */
    LEAF_NODES = 10,           /* of the search for fours from each leaf */
    STAGES = 5,                /* of the root's threat searches, */
    DEEPENINGS = 7,            /* and of those from other nodes, */
    FIRST_VISITS = 8,          /* which are due from so many visits on, and four times as many each time. */
    VISIT_NODES = 4            /* For each visit they may look at so many positions */
};

/* From how many visits on which of the root's is due, and how many positions it may look at. */
static const u32 ROOT_VISITS[STAGES] = {0, 4000, 16000, 64000, 256000};
static const int ROOT_NODES[STAGES] = {5000, 15000, 50000, 200000, 262144};
/* A node is explored by this constant, and the more so the more visits it has, up to so many: what the
   prior and the value err in shows in longer searches. (Silver et al., 2018, have it grow, too.) */
static const double EXPLORATION = 2, GROWTH = 6000;
static const u32 MOST_GROWTH = 60000;
/* So much of the prior is shared out evenly among the moves that are tried: one that looks bad at first sight
   may win by force. */
static const double EVEN = 0.2;

/* First sight of nodes that are visited often, with which that of the nodes behind them begins. The least
   recently used one makes room. */
enum { BASES = 32, BASE_VISITS = 128 };
typedef struct {
    u32 of[BASES];             /* twice the node's number, plus the side that sees it; 0 for none */
    u64 used[BASES], uses;     /* when each was used last, and how often any was */
    SideSight sights[BASES];
} Bases;

typedef struct {
    Tree tree;                 /* its windows stay those of the root */
    Patterns patterns;
    Force force;
    Sight sight;               /* of the root */
    Bases *bases;
    int most_nodes;            /* how many positions a threat search may look at, at most */
    int stage;                 /* threat searches from the root so far */
    int alarm;                 /* how far to look after each of its moves for the other side's win: 0
                                  while that side would not win even if it were to move */
    u8 looked[MAX_SQUARES];    /* the stage in which that was done last */
} PatternTree;

/* ---- Standing in a position ---- */

/* Stand where a simulation's path leads. */
static void stand_at(PatternTree *pt, int depth) {
    Tree *t = &pt->tree;
    int same = 0;
    while (same < t->made && same < depth && t->moves[same] == t->path[same + 1]) same++;
    for (int i = t->made; i-- > same;) patterns_undo(&pt->patterns, t->moves[i]);
    for (int i = same; i < depth; i++) {
        t->moves[i] = t->path[i + 1];
        patterns_make(&pt->patterns, t->moves[i], i & 1);
    }
    t->made = depth;
}

/* ---- First sight ---- */

/* What is kept of how a side sees a node; NULL for nothing. */
static const SideSight *kept_of(Bases *bases, u32 key) {
    for (int i = 0; i < BASES; i++)
        if (bases->of[i] == key) {
            bases->used[i] = ++bases->uses;
            return bases->sights + i;
        }
    return NULL;
}

/* What first sight of the path's end begins with: that of the last node before it with many visits, which is
   kept from now on. Patterns may be left standing there. */
static const SideSight *base_of(PatternTree *pt, int depth) {
    const Tree *t = &pt->tree;
    Bases *bases = pt->bases;
    const int me = depth & 1;
    const SideSight *base = pt->sight.of + me, *kept;
    int at = depth - 1, oldest = 0;
    while (at > 0 && t->nodes[t->visited[at]].visits < BASE_VISITS) at--;
    if (at <= 0) return base;
    if ((kept = kept_of(bases, 2 * t->visited[at] + (u32)me))) return kept;
    for (int before = at; --before > 0;)
        if ((kept = kept_of(bases, 2 * t->visited[before] + (u32)me))) {
            base = kept;
            break;
        }
    for (int i = 1; i < BASES; i++)
        if (bases->used[i] < bases->used[oldest]) oldest = i;
    stand_at(pt, at);
    keep_sight(&pt->sight, base, &pt->patterns, me, bases->sights + oldest);
    bases->of[oldest] = 2 * t->visited[at] + (u32)me;
    bases->used[oldest] = ++bases->uses;
    return bases->sights + oldest;
}

/* First sight of the path's end. */
static double see(PatternTree *pt, int depth, double *numbers) {
    const SideSight *base = base_of(pt, depth);
    stand_at(pt, depth);
    return first_sight(&pt->sight, base, &pt->patterns, depth & 1, numbers);
}

/* ---- Threats ---- */

/* Whether the side to move wins by threats, as far as so many positions show. */
static int wins(PatternTree *pt, int me, int nodes, int width, int *start) {
    const Patterns *p = &pt->patterns;
    if (nodes > pt->most_nodes) nodes = pt->most_nodes;
    *start = -1;
    if (!count_of(p, me, B4) && !count_of(p, me, F4) && !count_of(p, me, F5) &&
        (width == FOURS || !count_of(p, me, F3)))
        return 0;
    return force_wins(&pt->force, me, nodes, width, start) > 0;
}

/* Look at a position for the first time: prove what can be seen, and return its value for the side
   that moved there. */
static double look(PatternTree *pt, Node *node, int depth) {
    const Patterns *p = &pt->patterns;
    const int me = depth & 1, they = !me, lines = count_of(p, they, F5);
    SquareSet answers;
    int start;
    if (p->lines[they]) {
        prove(node, 1, 1);
    } else if (p->lines[me]) {             /* by the other's foul */
        prove(node, -1, -1);
    } else if (!p->empty) {
        prove(node, 0, 0);
    } else if (count_of(p, me, F5)) {
        prove(node, -1, -1);
    } else if (lines && !blocks_to(p, they, answers)) {
        prove(node, 1, 1);
    } else if (!lines && count_of(p, me, F4)) {
        prove(node, -1, -1);
    } else if (!lines && threatens_four(p, they) && !answers_to(p, they, answers)) {
        prove(node, 1, 1);
    } else {
        const int fouls = p->rule == RENJU;    /* They may win without a line, and squares become alive. */
        prove(node, fouls || alive_of(p, me) ? -1 : 0, fouls || alive_of(p, they) ? 1 : 0);
        if (wins(pt, me, LEAF_NODES, FOURS, &start)) prove(node, -1, -1);
    }
    return node->low == node->high ? node->low : -see(pt, depth, NULL);
}

/* Whether a node that has been visited before is proven lost for the side that moved there, as the other
   wins by threats: by a search that is due now. */
static int is_refuted(PatternTree *pt, Node *node, int depth) {
    int nodes = 0, start, width = NARROW;
    const u32 due = FIRST_VISITS << 2 * node->searches;
    if (node->searches < DEEPENINGS && node->visits >= due) {
        nodes = (int)due * VISIT_NODES;
        node->searches++;
    }
    if (depth == 1 && pt->alarm && pt->looked[node->square] < pt->stage) {
        pt->looked[node->square] = (u8)pt->stage;
        if (nodes < pt->alarm) nodes = pt->alarm;
        width = WIDER;
    }
    if (!nodes) return 0;
    stand_at(pt, depth);
    if (!wins(pt, depth & 1, nodes, width, &start)) return 0;
    prove(node, -1, -1);
    return 1;
}

/* Take it up the path that a node is proven; its own bounds are set. */
static void carry_up(Tree *t, int depth) {
    while (--depth >= 0 && rebound(t, t->nodes + t->visited[depth])) {}
}

/* ---- Nodes ---- */

/* The squares that a node must choose from; 0 where it may from all. */
static int find_forced(const PatternTree *pt, u32 at, int me, u64 *forced) {
    const Patterns *p = &pt->patterns;
    const Tree *t = &pt->tree;
    if (count_of(p, me, F5)) return 0;
    if (count_of(p, !me, F5)) {
        if (!blocks_to(p, !me, forced)) {  /* lost, whatever is answered */
            memcpy(forced, set_of(p, !me, F5), (size_t)p->words * sizeof *forced);
            if (!leave_out_fouls(p, me, forced)) return 0;
        }
    } else if (count_of(p, me, F4) || !threatens_four(p, !me) || !answers_to(p, !me, forced)) return 0;
    if (at || !t->only) return 1;
    for (int square = next_square(forced, p->words, 0); square >= 0;
         square = next_square(forced, p->words, square + 1))
        if (t->allowed[square]) return 1;
    return 0;
}

/* How good each move looks. On an empty board lines say nothing: there, the nearer the middle. */
static void set_numbers(PatternTree *pt, int depth, double *numbers) {
    const Patterns *p = &pt->patterns;
    if (p->empty < p->squares) {
        see(pt, depth, numbers);
        return;
    }
    for (int i = 0; i < p->squares; i++) numbers[i] = -far_from_middle(i, p->dim);
}

/* Give a node its children in the order of their promise, the best ones only if there are many, or all
   that are missing; return 0 where there is no room. */
static int expand(PatternTree *pt, u32 at, int depth, int all) {
    Tree *t = &pt->tree;
    const Patterns *p = &pt->patterns;
    double numbers[MAX_SQUARES], promises[MAX_SQUARES];
    u16 moves[MAX_SQUARES];
    SquareSet set;
    int count = 0, possible = 0;
    const int forced = find_forced(pt, at, depth & 1, set);
    const int most = all || forced || p->squares <= SMALL ? MAX_SQUARES
                     : at ? CANDIDATES : ROOT_CANDIDATES;
    set_numbers(pt, depth, numbers);
    for (int square = 0; square < p->squares; square++) {
        if (p->owner[square] >= 0 || (forced && !(set[square >> 6] >> (square & 63) & 1))) continue;
        if (at == 0 && t->only && !t->allowed[square]) continue;
        possible++;
        if (count == most && !(numbers[square] > promises[count - 1])) continue;
        int i = count < most ? count++ : count - 1;
        for (; i > 0 && numbers[square] > promises[i - 1]; i--) {
            moves[i] = moves[i - 1];
            promises[i] = promises[i - 1];
        }
        moves[i] = (u16)square;
        promises[i] = numbers[square];
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
        promises[i] = promise_of_number(promises[i]);
        sum += promises[i];
    }
    for (int i = 0; i < count; i++) promises[i] = (1 - EVEN) * promises[i] + EVEN * sum / count;
    return tree_expand(t, at, moves, promises, count, count == possible);
}

static int all_lost(const Tree *t, const Node *node) {
    for (u32 i = node->first; i < node->first + node->count; i++)
        if (t->nodes[i].high > -1) return 0;
    return 1;
}

/* ---- The root ---- */

/* Prove that one of the root's moves wins; return 0 where there is no room for it. */
static int prove_move(PatternTree *pt, int square) {
    Tree *t = &pt->tree;
    for (int again = 0; again < 2; again++) {
        Node *root = t->nodes, *child = t->nodes + root->first;
        for (int i = 0; i < root->count; i++, child++)
            if (child->square == square) {
                prove(child, 1, 1);
                rebound(t, root);
                return 1;
            }
        if (!expand(pt, 0, 0, 1)) return 0;
    }
    return 1;
}

/* Look from the root for a win by threats, and for what the other side would win by if it were to
   move. Return 0 where there is no room. */
static int look_ahead(PatternTree *pt) {
    const int nodes = ROOT_NODES[pt->stage++];
    int square;
    stand_at(pt, 0);
    if (!pt->tree.only && wins(pt, 0, nodes, WIDER, &square)) return prove_move(pt, square);
    if (pt->alarm || wins(pt, 1, nodes / 2, WIDER, &square)) pt->alarm = nodes / 6;
    return 1;
}

/* ---- A simulation ---- */

static double exploration_at(const Node *node) {
    const u32 visits = node->visits < MOST_GROWTH ? node->visits : MOST_GROWTH;
    return EXPLORATION * sqrt(1 + visits / GROWTH);
}

static void simulate(Tree *t) {
    PatternTree *pt = (PatternTree *)t;
    int depth = 0;
    u32 at = 0;
    double value;
    t->visited[0] = 0;
    if (pt->stage < STAGES && t->nodes->visits > ROOT_VISITS[pt->stage]) look_ahead(pt);
    for (;;) {
        Node *node = t->nodes + at;
        if (node->low == node->high) {
            value = node->low;
            break;
        }
        if (depth && !node->visits) {
            stand_at(pt, depth);
            value = look(pt, node, depth);
            if (node->low < node->high && is_refuted(pt, node, depth)) value = -1;
            break;
        }
        if (depth && is_refuted(pt, node, depth)) {
            carry_up(t, depth);
            value = -1;
            break;
        }
        const int widen = node->count && !node->complete && all_lost(t, node);
        if (!node->count || widen) {
            stand_at(pt, depth);
            if (!expand(pt, at, depth, widen)) {
                value = -see(pt, depth, NULL);
                break;
            }
        }
        at = chosen_child(t, t->nodes + at, exploration_at(t->nodes + at));
        t->path[++depth] = t->nodes[at].square;
        t->visited[depth] = at;
    }
    back_up(t, depth, value);
}

static void weigh(const Tree *Py_UNUSED(t), const Node *node, const Node *child, double *value,
                  double *bonus) {
    const Scales scales = scales_of(node, exploration_at(node));
    *value = value_of(scales, child);
    *bonus = bonus_of(scales, child);
}

/* ---- Making one ---- */

static int start(PatternTree *pt) {
    Tree *t = &pt->tree;
    pt->bases = calloc(1, sizeof *pt->bases);
    if (!pt->bases || !force_begin(&pt->force, &pt->patterns) || !expand(pt, 0, 0, 0)) return 0;
    t->nodes->visits = 1;
    t->nodes->sum = -see(pt, 0, NULL);
    return look_ahead(pt);
}

static void hurry(Tree *t, int nodes) { ((PatternTree *)t)->most_nodes = nodes; }

static void end(Tree *t) {
    PatternTree *pt = (PatternTree *)t;
    force_end(&pt->force);
    free(pt->bases);
}

const char PATTERN_TREE_DOC[] =
"pattern_tree(marks, dim, line, rule, player, seed, allowed, most_nodes=INT_MAX): a tree that sees line patterns\n"
"and threats, for lines of 4 to 6 and not the reverse game; the first arguments are those of tree. No\n"
"threat search looks at more than most_nodes positions, for fours and for threes each.";

PyObject *pattern_tree(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks, *allowed;
    Py_ssize_t length, allowed_length;
    int dim, line, rule, player, most_nodes = INT_MAX;
    u64 seed;
    if (!PyArg_ParseTuple(args, "y#iiiiO&y#|i", &marks, &length, &dim, &line, &rule, &player, natural, &seed,
                          &allowed, &allowed_length, &most_nodes))
        return NULL;
    if (most_nodes < 1) return PyErr_Format(PyExc_ValueError, "no such number of positions");
    PatternTree *pt = (PatternTree *)tree_read(sizeof *pt, marks, length, dim, line, rule, player,
                                               seed, allowed, allowed_length);
    if (!pt) return NULL;
    pt->tree.end = end;
    pt->tree.hurry = hurry;
    pt->most_nodes = most_nodes;
    if (!patterns_read(&pt->patterns, marks, length, dim, line, rule, player))
        return tree_refused(&pt->tree);
    sight_begin(&pt->sight, &pt->patterns);
    pt->tree.simulate = simulate;
    pt->tree.weigh = weigh;
    pt->tree.proofs = 1;
    return tree_handed_over(&pt->tree, start(pt));
}
