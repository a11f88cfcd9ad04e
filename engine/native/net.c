/* What a network makes of a position. */

#include "net.h"
#include "numbers.h"

#define LAYERED "layers.h"
#include "layered.h"

const float NO_BIAS[MAX_UNITS];

/* ---- What it is made of ---- */

static void set_parts(Net *net) {
    const int plain = net->kind == PLAIN, units = net->units;
    const int pooled = plain ? 0 : units;
    const int sizes[PARTS] = {
        net->inputs * units, units, units * units, units, (plain ? net->squares : 1) * units,
        plain ? net->squares : 1, net->pooled * pooled, pooled, plain ? units : pooled, 1,
    };
    net->at[0] = 0;
    for (int i = 0; i < PARTS; i++) net->at[i + 1] = net->at[i] + sizes[i];
    net->count = net->at[PARTS];
}

int net_read(Net *net, int kind, int units, int dim, int line, const void *weights,
             Py_ssize_t bytes) {
    const int most = kind == PLAIN ? MAX_UNITS : MAX_SQUARE_UNITS;
    if ((kind != PLAIN && kind != LINES) || units < UNIT_STEP || units > most ||
        units % UNIT_STEP || dim < 2 || dim > MAX_NET_DIM || line < 2 || line > dim) {
        PyErr_SetString(PyExc_ValueError, "no such network");
        return 0;
    }
    net->kind = kind;
    net->dim = dim;
    net->squares = dim * dim;
    net->line = line;
    net->units = units;
    net->inputs = kind == PLAIN ? 2 * net->squares : 2 * line + 2;
    net->pooled = kind == PLAIN ? 0 : 2 * units + 2 * line;
    net->weights = weights;
    net->layers = LAYERS[isa_in_use()];
    set_parts(net);
    if (bytes != (Py_ssize_t)(net->count * sizeof(float))) {
        PyErr_SetString(PyExc_ValueError, "a network of this kind has another number of weights");
        return 0;
    }
    return 1;
}

/* ---- What goes in ---- */

static void mark_inputs(const Net *net, const View *view, Sight *sight) {
    sight->ons = 0;
    for (int square = 0; square < net->squares; square++)
        if (view->owner[square] >= 0)
            sight->on[sight->ons++] =
                (u16)(square + (view->owner[square] == view->me ? 0 : net->squares));
}

/* The kind of a window: empty, so many marks of one's own, so many of the other's, or both (dead). */
static inline int kind_of(int own, int other, int line) {
    return own && other ? 2 * line - 1 : other ? line - 1 + other : own;
}

/* For each square how many windows of each kind lead through it, and whose it is; for the whole board
   how many there are, behind the pooled units. */
static void line_inputs(const Net *net, const View *view, Sight *sight) {
    const Windows *w = view->board;
    const u8 *own = view->marks[view->me], *other = view->marks[!view->me];
    u8 kinds[MAX_WINDOWS];
    float *board = sight->pooled + 2 * net->units;
    memset(sight->inputs, 0, (size_t)(net->squares * net->inputs) * sizeof(float));
    for (int i = 0; i < 2 * net->line; i++) board[i] = 0;
    for (int i = 0; i < w->windows; i++) {
        kinds[i] = (u8)kind_of(own[i], other[i], net->line);
        board[kinds[i]] += 0.25f;
    }
    for (int square = 0; square < net->squares; square++) {
        float *x = sight->inputs + square * net->inputs;
        for (int i = from_of(w, square); i < end_of(w, square); i++) x[kinds[w->through[i]]] += 1;
        if (view->owner[square] >= 0) x[2 * net->line + (view->owner[square] != view->me)] = 1;
    }
}

/* ---- What comes out ---- */

static void rectify(float *x, int count) {
    for (int i = 0; i < count; i++) x[i] = x[i] > 0 ? x[i] : 0;
}

/* Mean and greatest of each unit over the squares. */
static void pool(const Net *net, Sight *sight) {
    const float part = 1 / (float)net->squares;
    float *mean = sight->pooled, *most = mean + net->units;
    const float *x = sight->second;
    for (int unit = 0; unit < net->units; unit++) {
        mean[unit] = most[unit] = x[unit];
        sight->top[unit] = 0;
    }
    for (int square = 1; square < net->squares; square++) {
        x += net->units;
        for (int unit = 0; unit < net->units; unit++) {
            mean[unit] += x[unit];
            if (x[unit] > most[unit]) {
                most[unit] = x[unit];
                sight->top[unit] = (u8)square;
            }
        }
    }
    for (int unit = 0; unit < net->units; unit++) mean[unit] *= part;
}

void net_look(const Net *net, const View *view, Sight *sight) {
    const Layers *layers = net->layers;
    const float *w = net->weights;
    const int *at = net->at, units = net->units, plain = net->kind == PLAIN;
    const int rows = plain ? 1 : net->squares;
    if (plain) {
        mark_inputs(net, view, sight);
        layers->gather(sight->on, sight->ons, w, units, w + at[FIRST_BIAS], sight->first);
    } else {
        line_inputs(net, view, sight);
        layers->dense(sight->inputs, rows, net->inputs, w, units, w + at[FIRST_BIAS], sight->first);
    }
    rectify(sight->first, rows * units);
    layers->dense(sight->first, rows, units, w + at[SECOND], units, w + at[SECOND_BIAS],
                  sight->second);
    rectify(sight->second, rows * units);
    layers->dots(sight->second, rows, units, w + at[PRIOR], plain ? net->squares : 1,
                 w + at[PRIOR_BIAS], sight->logits);
    const float *last = sight->second;
    if (!plain) {
        pool(net, sight);
        layers->dense(sight->pooled, 1, net->pooled, w + at[POOLED], units, w + at[POOLED_BIAS],
                      sight->third);
        rectify(sight->third, units);
        last = sight->third;
    }
    float sum;
    layers->dots(last, 1, units, w + at[VALUE], 1, w + at[VALUE_BIAS], &sum);
    sight->value = (float)tangent(sum);
}

void net_priors(const Net *net, const signed char *owner, const float *logits, double *priors) {
    double sum = 0;
    float most = -1e30f;
    for (int i = 0; i < net->squares; i++)
        if (owner[i] < 0 && logits[i] > most) most = logits[i];
    for (int i = 0; i < net->squares; i++) {
        priors[i] = owner[i] < 0 ? e_to((double)logits[i] - most) : 0;
        sum += priors[i];
    }
    for (int i = 0; i < net->squares; i++) priors[i] /= sum;
}

/* ---- Python's side ---- */

PyDoc_STRVAR(look_doc,
"net_look(kind, units, weights, marks, dim, line, reverse, player): what a network makes of a\n"
"position without a line: (each square's prior, 0 where it is taken; the value).");

static PyObject *look(PyObject *Py_UNUSED(module), PyObject *args) {
    int kind, units, dim, line, reverse, player;
    Py_buffer weights;
    const char *marks;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "iiy*y#iipi", &kind, &units, &weights, &marks, &length, &dim, &line,
                          &reverse, &player))
        return NULL;
    PyObject *found = NULL;
    NetTree *t = net_tree_read(kind, units, weights.buf, weights.len, marks, length, dim, line,
                               reverse, player, 0, "", 0);
    if (t) {
        const Windows *w = &t->tree.w;
        const View view = {w, w->owner, {w->marks[0], w->marks[1]}, w->to_move};
        double priors[MAX_NET_SQUARES];
        net_look(&t->net, &view, &t->sight);
        net_priors(&t->net, w->owner, t->sight.logits, priors);
        PyObject *list = PyList_New(w->squares);
        for (int i = 0; list && i < w->squares; i++) {
            PyObject *prior = PyFloat_FromDouble(priors[i]);
            if (!prior || PyList_SetItem(list, i, prior) < 0) Py_CLEAR(list);
        }
        if (list) found = Py_BuildValue("(Nd)", list, (double)t->sight.value);
        free(t->tree.nodes);
        free(t);
    }
    PyBuffer_Release(&weights);
    return found;
}

PyMethodDef NET_METHODS[] = {
    {"net_look", look, METH_VARARGS, look_doc},
    {"net_tree", net_tree, METH_VARARGS, NET_TREE_DOC},
    {"net_games", net_games, METH_VARARGS, NET_GAMES_DOC},
    {"net_train", net_train, METH_VARARGS, NET_TRAIN_DOC},
    {NULL, NULL, 0, NULL},
};
