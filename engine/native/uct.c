/* A playout tree: UCT (Kocsis and Szepesvári, 2006; Coulom, 2006), with UCB1 for its selection (Auer,
   Cesa-Bianchi and Fischer, 2002), random games at its leaves and, if wanted, proofs backed up
   (Winands, Björnsson and Saito, 2008).

   Only additions, multiplications, divisions and square roots of doubles, and whole random numbers:
   every machine finds the same tree, and so does tests/engine/oracles/playout_tree.py. */

#include "games.h"
#include "numbers.h"
#include "tree.h"

enum {
    SIZES = 11,                        /* of blocks of children: 1, 2, 4 and so on to 1,024 */
    FEW_VISITS = 4096
};

typedef struct {
    Tree tree;                         /* its windows stay those of the root */
    double exploration;
    int playouts;
    u32 freed[SIZES];                  /* the first free block of so many nodes, a power of two */
    Games games;                       /* from the node that a simulation has come to */
} PlayoutTree;

/* Roots of the logarithms of numbers of visits: most nodes have few, and are passed by often. */
static double spreads[FEW_VISITS];

static void take_spreads(void) {
    for (int visits = 1; visits < FEW_VISITS && !spreads[FEW_VISITS - 1]; visits++)
        spreads[visits] = sqrt(ln(visits));
}

/* ---- A simulation ---- */

/* Take a block for children; return the number of its first node, or 0 where there is no room. */
static u32 taken_block(PlayoutTree *t, int size) {
    const u32 block = t->freed[size];
    Tree *base = &t->tree;
    if (block) {
        t->freed[size] = base->nodes[block].first;
        return block;
    }
    if (!tree_reserve(base, (u32)1 << size)) return 0;
    base->used += (u32)1 << size;
    base->spare += (u32)1 << size;
    return base->used - ((u32)1 << size);
}

/* Give a node one child more, in a block of twice the size where the old one is full; return its
   number, or 0 where there is no room. */
static u32 added(PlayoutTree *t, u32 at) {
    Tree *base = &t->tree;
    const u32 count = base->nodes[at].count;
    if (!(count & (count - 1))) {
        int size = 0;
        while (count >> size) size++;
        const u32 block = taken_block(t, size), old = base->nodes[at].first;
        if (!block) return 0;
        if (count) {
            memcpy(base->nodes + block, base->nodes + old, count * sizeof(Node));
            base->nodes[old].first = t->freed[size - 1];
            t->freed[size - 1] = old;
        }
        base->nodes[at].first = block;
    }
    Node *node = base->nodes + at;
    const Node *tried = base->nodes + node->first;
    u16 moves[MAX_SQUARES];
    int number = 0;
    for (u32 i = 0; i < count; i++) t->games.taken[tried[i].square] = 1;
    for (int i = 0; i < base->w.empty; i++) {
        const int square = t->games.empties[i];
        moves[number] = (u16)square;
        number += !t->games.taken[square] && (at || !base->only || base->allowed[square]);
    }
    for (u32 i = 0; i < count; i++) t->games.taken[tried[i].square] = 0;
    node->complete = number == 1;
    node->count++;
    base->spare--;
    begin(base->nodes + node->first + count, moves[below(&t->games, number)]);
    return node->first + count;
}

static inline double value_of(const Tree *t, const Node *child) {
    if (t->proofs && child->low == child->high) return child->low;
    return child->visits ? child->sum / child->visits : 0;
}

/* What the bonuses of a node's children are divided from (UCB1). */
static inline double spread_of(const PlayoutTree *t, const Node *node) {
    const u32 visits = node->visits;
    return t->exploration * (visits < FEW_VISITS ? spreads[visits] : sqrt(ln(visits)));
}

static void weigh(const Tree *t, const Node *node, const Node *child, double *value, double *bonus) {
    *value = value_of(t, child);
    *bonus = child->visits ? spread_of((const PlayoutTree *)t, node) / sqrt(child->visits) : HUGE_VAL;
}

static u32 chosen(const PlayoutTree *t, const Node *node) {
    const double spread = spread_of(t, node);
    u32 best = node->first;
    double most = -HUGE_VAL;
    for (u32 i = node->first; i < node->first + node->count; i++) {
        const Node *child = t->tree.nodes + i;
        if (t->tree.proofs && child->high == -1) continue;
        const double weight = value_of(&t->tree, child) + spread / sqrt(child->visits);
        if (weight > most) {
            most = weight;
            best = i;
        }
    }
    return best;
}

/* Look at a position at the end of a path: see that the game is over there, or play some from it.
   Return its value for the side that moved there. */
static double look(PlayoutTree *t, Node *node) {
    if (t->games.line_made || !t->games.empty) {
        const int value = t->tree.w.reverse ? -t->games.line_made : t->games.line_made;
        prove(node, value, value);
        return value;
    }
    int sum = 0;
    for (int i = 0; i < t->playouts; i++) sum -= games_play(&t->games);
    t->tree.plies = t->games.plies;
    return (double)sum / t->playouts;
}

static void simulate(Tree *base) {
    PlayoutTree *t = (PlayoutTree *)base;
    u32 at = 0;
    int depth = 0;
    double value;
    base->visited[0] = 0;
    base->plies = 0;
    for (;;) {
        Node *node = base->nodes + at;
        if (node->low == node->high) {
            value = node->low;
            break;
        }
        const u32 child = (node->visits || !at) && !node->complete ? added(t, at) : 0;
        node = base->nodes + at;
        if (!child && !node->count) {
            value = look(t, node);
            break;
        }
        at = child ? child : chosen(t, node);
        base->path[++depth] = base->nodes[at].square;
        base->visited[depth] = at;
        games_make(&t->games, base->nodes[at].square);
    }
    for (int i = depth; i; i--) games_undo(&t->games, base->path[i]);
    back_up(base, depth, value);
}

void playout_tree_explore(Tree *tree, double exploration) {
    ((PlayoutTree *)tree)->exploration = exploration;
}

/* ---- Python's side ---- */

const char PLAYOUT_TREE_DOC[] =
"playout_tree(marks, dim, line, rule, player, seed, allowed, playouts, exploration, heavy,\n"
"proofs): a tree with random games at its leaves; the first arguments are those of tree.";

PyObject *playout_tree(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks, *allowed;
    Py_ssize_t length, allowed_length;
    int dim, line, rule, player, playouts, heavy, proofs;
    u64 seed;
    double exploration;
    if (!PyArg_ParseTuple(args, "y#iiiiO&y#idpp", &marks, &length, &dim, &line, &rule, &player,
                          natural, &seed, &allowed, &allowed_length, &playouts, &exploration, &heavy,
                          &proofs))
        return NULL;
    if (playouts < 1 || !(exploration >= 0 && exploration < HUGE_VAL))
        return PyErr_Format(PyExc_ValueError, "no such number of playouts, or no such constant");
    PlayoutTree *t = (PlayoutTree *)tree_read(sizeof *t, marks, length, dim, line, rule, player,
                                              seed, allowed, allowed_length);
    if (!t) return NULL;
    const Windows *w = &t->tree.w;
    t->tree.simulate = simulate;
    t->tree.weigh = weigh;
    t->tree.proofs = proofs;
    t->tree.sampled = 1;
    t->tree.played = t->games.played;
    t->exploration = exploration;
    t->playouts = playouts;
    games_begin(&t->games, w, heavy, seed);
    take_spreads();
    return tree_handed_over(&t->tree, 1);
}
