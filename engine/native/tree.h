/* What all trees are made of: nodes that keep visits, values and what is proven, and the tree that
   holds them. tree.c weighs windows at its leaves, pattern_tree.c line patterns and threats, uct.c
   plays random games from them. */

#ifndef TREE_H
#define TREE_H

#include <math.h>
#include <stdlib.h>
#include "windows.h"

enum { MAX_DEPTH = MAX_SQUARES + 1 };

/* A move and the position that it leads to. Values and bounds are those of the side that made the
   move: 1 won, 0 tied, -1 lost. */
typedef struct {
    double sum;
    union {
        double prior;          /* at windows: the share of simulations that it is to have */
        double squares;        /* at playouts: the sum of the values' squares */
    };
    u32 visits, first;         /* the number of its first child */
    u16 count, square;
    signed char low, high;
    u8 complete;               /* every move that does not lose at once is a child */
    u8 searches;               /* with patterns: how many threat searches there were from here */
} Node;

/* A kind of tree keeps what else it needs behind this. */
typedef struct Tree {
    Windows w;
    Node *nodes;
    u32 used, size;
    u32 spare;                 /* of the used ones: not filled yet */
    u64 seed, simulations;
    int busy;                  /* whether a thread is at work on it */
    int only;                  /* whether the root tries the allowed moves alone */
    int proofs;                /* whether what is proven goes up the tree */
    int sampled;               /* whether values are random: their squares are summed up, too */
    u8 allowed[MAX_SQUARES];
    int depth;                 /* of the last simulation's path, */
    u16 path[MAX_DEPTH];       /* its moves, from 1 on, */
    u32 visited[MAX_DEPTH];    /* and its nodes */
    u16 moves[MAX_DEPTH];      /* the moves that are made on the windows now, from 0 on, */
    int made;                  /* and how many */
    double nearness[MAX_SQUARES]; /* what a square's nearness to the centre is worth */
    double result;             /* what it found, for the side to move at the root */
    const u16 *played;         /* what was played behind the path, */
    int plies;                 /* and how many moves that were */
    void (*simulate)(struct Tree *);
    /* What selection weighs a child by: it takes the greatest sum of both. */
    void (*weigh)(const struct Tree *, const Node *, const Node *child, double *value,
                  double *bonus);
    void (*hurry)(struct Tree *, int most_nodes); /* bounds its threat searches, if it has any */
    void (*end)(struct Tree *); /* frees what its kind has made, if anything */
} Tree;

/* Make a tree of so many bytes, which begin with a Tree, or return NULL with an error set. */
Tree *tree_read(size_t bytes, const char *marks, Py_ssize_t length, int dim, int line, int rule,
                int player, u64 seed, const char *allowed, Py_ssize_t allowed_length);

/* Hand a tree over to Python; where it was not made (or there is no room), free it. */
PyObject *tree_handed_over(Tree *t, int made);

/* Free a tree that cannot be made, for an error that is set; return NULL. */
PyObject *tree_refused(Tree *t);

/* Make room for children; return 0 where there is none. */
int tree_reserve(Tree *t, u32 count);

/* Give a node children, or those that are missing, with priors in proportion to some promises; a root's
   are shifted by the seed. Return 0 where there is no room. */
int tree_expand(Tree *t, u32 at, const u16 *moves, const double *promises, int count, u8 complete);

static inline void prove(Node *node, int low, int high) {
    node->low = (signed char)low;
    node->high = (signed char)high;
}

/* Begin a node: without visits and proofs. */
static inline void begin(Node *node, int square) {
    memset(node, 0, sizeof *node);
    node->square = (u16)square;
    prove(node, -1, 1);
}

/* Work out a node's bounds from its children; return whether they changed. */
static inline int rebound(Tree *t, Node *node) {
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

/* Take a value and what was proven from a leaf up to the root. */
static inline void back_up(Tree *t, int depth, double value) {
    int changed = t->proofs;
    t->depth = depth;
    for (; depth >= 0; depth--) {
        Node *node = t->nodes + t->visited[depth];
        if (changed && node->count) changed = rebound(t, node);
        node->visits++;
        node->sum += value;
        if (t->sampled) node->squares += value * value;
        value = -value;
    }
    t->result = value;
    t->simulations++;
}

extern PyMethodDef TREE_METHODS[];
PyObject *tree(PyObject *module, PyObject *args);
PyObject *pattern_tree(PyObject *module, PyObject *args);
void playout_tree_explore(Tree *tree, double exploration);
PyObject *playout_tree(PyObject *module, PyObject *args);
extern const char TREE_DOC[], PATTERN_TREE_DOC[], PLAYOUT_TREE_DOC[];

#endif
