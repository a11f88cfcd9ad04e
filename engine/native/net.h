/* Networks that give a position a prior for each square and a value: what they are made of, and what
   they make of a position. net.c looks, net_tree.c searches with them, self_play.c plays games and
   training.c learns from these.

   All numbers are floats. They are summed up in one fixed order, whatever the instruction set: a
   network learns the same weights on every machine. */

#ifndef NET_H
#define NET_H

#include "tree.h"

enum {
    PLAIN, LINES,              /* kinds: one that knows squares only, one that counts lines */
    MAX_NET_DIM = 8,
    MAX_NET_SQUARES = MAX_NET_DIM * MAX_NET_DIM,
    MAX_INPUTS = 2 * MAX_NET_DIM + 2,   /* of a square: lines of each kind, and whose it is */
    MAX_UNITS = 128,           /* of a layer of the plain one; the other has a layer a square */
    MAX_SQUARE_UNITS = 32,
    MAX_POOLED = 2 * MAX_SQUARE_UNITS + 2 * MAX_NET_DIM,
    UNIT_STEP = 32             /* layers have so many units, or a multiple */
};

/* The parts of a network's weights, one behind the other. A layer has a row of weights for each of its
   inputs; what gives one number a row (the prior, the value) has one for each of these. The plain one
   has no pooled layer. */
enum {
    FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, PRIOR, PRIOR_BIAS, POOLED, POOLED_BIAS, VALUE,
    VALUE_BIAS, PARTS
};

/* The sums that all time is spent on, for one instruction set. Rows of x lie one behind the other. */
typedef struct {
    /* y[row] = bias + sum over inputs of x[row][input] * w[input]; all have so many units. */
    void (*dense)(const float *x, int rows, int inputs, const float *w, int units,
                  const float *bias, float *y);
    /* y[row][i] = bias[i] + the product of x[row] and w[i], which have so many units. */
    void (*dots)(const float *x, int rows, int units, const float *w, int outputs,
                 const float *bias, float *y);
    /* w[input] += sum over rows of x[row][input] * y[row]. */
    void (*spread)(const float *x, int rows, int inputs, const float *y, int units, float *w);
    /* y = bias + sum of some rows of w. */
    void (*gather)(const u16 *which, int count, const float *w, int units, const float *bias,
                   float *y);
    /* A step of Adam. */
    void (*step)(float *w, float *mean, float *square, const float *slope, int count, float rate,
                 float shrink, float mean_scale, float square_scale);
} Layers;

typedef struct {
    int kind, dim, squares, line, units, inputs, pooled, count;
    int at[PARTS + 1];         /* where each part begins */
    const float *weights;
    const Layers *layers;
} Net;

/* What a network makes of a position, layer by layer: training goes back through it. */
typedef struct {
    u16 on[MAX_NET_SQUARES];   /* the plain one's inputs that are 1: own marks, then the other's */
    int ons;
    float inputs[MAX_NET_SQUARES * MAX_INPUTS];
    float first[MAX_NET_SQUARES * MAX_SQUARE_UNITS], second[MAX_NET_SQUARES * MAX_SQUARE_UNITS];
    float pooled[MAX_POOLED], third[MAX_SQUARE_UNITS];
    u8 top[MAX_SQUARE_UNITS];  /* the square with the greatest of each unit */
    float logits[MAX_NET_SQUARES], value;
} Sight;

/* A position as a network sees it: whose marks are where, and how many are in each window. */
typedef struct {
    const Windows *board;      /* for its windows only */
    const signed char *owner;
    const u8 *marks[2];
    int me;                    /* the side to move */
} View;

extern const float NO_BIAS[];

/* Describe a network; return 0 with an error set where there is none such, or the weights are not of
   that length. */
int net_read(Net *net, int kind, int units, int dim, int line, const void *weights,
             Py_ssize_t bytes);
void net_look(const Net *net, const View *view, Sight *sight);

/* The priors of the empty squares; 0 on the others. */
void net_priors(const Net *net, const signed char *owner, const float *logits, double *priors);

/* A tree whose leaves a network values. */
typedef struct {
    Tree tree;
    Net net;
    Sight sight;
    float weights[];           /* its own copy */
} NetTree;

/* Make a tree from a position, or return NULL with an error set. */
NetTree *net_tree_read(int kind, int units, const void *weights, Py_ssize_t bytes,
                       const char *marks, Py_ssize_t length, int dim, int line, int rule,
                       int player, u64 seed, const char *allowed, Py_ssize_t allowed_length);

/* Begin anew from where the tree's windows stand: look at the root. Return 0 where there is no room. */
int net_tree_start(NetTree *t, int proofs);

PyObject *net_tree(PyObject *module, PyObject *args);
PyObject *net_games(PyObject *module, PyObject *args);
PyObject *net_train(PyObject *module, PyObject *args);
extern const char NET_TREE_DOC[], NET_GAMES_DOC[], NET_TRAIN_DOC[];
extern PyMethodDef NET_METHODS[];

#endif
