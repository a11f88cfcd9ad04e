/* Making a tree, growing it and reading it: what Python asks of all trees. */

#include "force.h"
#include "puct.h"
#include "renju.h"

enum {
    FIRST_NODES = 1 << 12,
    MAX_NODES = 1 << 22        /* 128 MB; a full pool grows no deeper, and the search goes on */
};

static const char CAPSULE[] = "engine._kernel.tree";

int tree_reserve(Tree *t, u32 count) {
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

int tree_expand(Tree *t, u32 at, const u16 *moves, const double *promises, int count, u8 complete) {
    double sum = 0;
    if (!tree_reserve(t, (u32)count)) return 0;
    Node *node = t->nodes + at;
    const Node *old = t->nodes + node->first;
    const u32 first = t->used;
    for (int i = 0; i < count; i++) sum += promises[i];
    for (int i = 0; i < count; i++) {
        Node *child = t->nodes + t->used++;
        begin(child, moves[i]);
        for (int k = 0; k < node->count; k++)
            if (old[k].square == moves[i]) *child = old[k];
        child->prior = promises[i] / sum;
        if (at == 0 && t->seed) child->prior *= jitter(t->seed, moves[i]);
    }
    node->first = first;
    node->count = (u16)count;
    node->complete = complete;
    return 1;
}

static void free_tree(Tree *t) {
    if (t && t->end) t->end(t);
    if (t) free(t->nodes);
    free(t);
}

static void free_capsule(PyObject *capsule) { free_tree(PyCapsule_GetPointer(capsule, CAPSULE)); }

Tree *tree_read(size_t bytes, const char *marks, Py_ssize_t length, int dim, int line, int rule,
                int player, u64 seed, const char *allowed, Py_ssize_t allowed_length) {
    Tree *t = calloc(1, bytes);
    if (!t) return (Tree *)PyErr_NoMemory();
    if (windows_read(&t->w, marks, length, dim, line, rule, player)) {
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
            return t;
        } else {
            PyErr_NoMemory();
        }
    }
    free_tree(t);
    return NULL;
}

PyObject *tree_refused(Tree *t) {
    free_tree(t);
    return NULL;
}

PyObject *tree_handed_over(Tree *t, int made) {
    PyObject *capsule = made ? PyCapsule_New(t, CAPSULE, free_capsule) : PyErr_NoMemory();
    if (!capsule) free_tree(t);
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
    u64 simulations;
    if (!PyArg_ParseTuple(args, "OO&", &capsule, natural, &simulations)) return NULL;
    Tree *t = idle_tree(capsule);
    if (!t) return NULL;
    t->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    while (simulations-- && t->nodes->low < t->nodes->high) t->simulate(t);
    Py_END_ALLOW_THREADS
    t->busy = 0;
    return PyLong_FromUnsignedLongLong(t->simulations);
}

PyDoc_STRVAR(children_doc,
"children(tree, path): a node's moves, in the order in which they are first tried, as (square,\n"
"visits, sum of values, prior or sum of the values' squares, low, high, value, bonus); selection\n"
"takes the greatest sum of the last two. The path's bytes are the numbers of the children that\n"
"lead there, two each.");

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
    PyObject *list = PyList_New(0);
    for (u32 i = node->first; list && i < node->first + node->count; i++) {
        const Node *c = t->nodes + i;
        double value, bonus;
        t->weigh(t, node, c, &value, &bonus);
        PyObject *row = Py_BuildValue("(iIddiidd)", (int)c->square, (unsigned int)c->visits, c->sum,
                                      c->prior, t->proofs ? (int)c->low : -1,
                                      t->proofs ? (int)c->high : 1, value, bonus);
        if (!row || PyList_Append(list, row) < 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *squares(const u16 *square, int count) {
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromLong(square[i]);
        if (!number || PyList_SetItem(list, i, number) < 0) Py_CLEAR(list);
    }
    return list;
}

PyDoc_STRVAR(last_doc,
"last(tree): the last simulation: the squares of its path through the tree, those of the last random\n"
"game played from its end, and what it found for the side to move at the root.");

static PyObject *last(PyObject *Py_UNUSED(module), PyObject *capsule) {
    const Tree *t = idle_tree(capsule);
    if (!t) return NULL;
    return Py_BuildValue("(NNd)", squares(t->path + 1, t->depth), squares(t->played, t->plies),
                         t->result);
}

PyDoc_STRVAR(explore_doc,
"explore(tree, exploration): go on with another constant of UCB1; what was found stays.");

static PyObject *explore(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *capsule;
    double exploration;
    if (!PyArg_ParseTuple(args, "Od", &capsule, &exploration)) return NULL;
    Tree *t = idle_tree(capsule);
    if (!t) return NULL;
    if (!t->sampled || !(exploration >= 0 && exploration < HUGE_VAL))
        return PyErr_Format(PyExc_ValueError, "this tree has no such constant");
    playout_tree_explore(t, exploration);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(hurry_doc,
"tree_hurry(tree, most_nodes): have a pattern_tree's threat searches look at so many positions at most.");

static PyObject *tree_hurry(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *capsule;
    int most_nodes;
    if (!PyArg_ParseTuple(args, "Oi", &capsule, &most_nodes)) return NULL;
    Tree *t = idle_tree(capsule);
    if (!t) return NULL;
    if (!t->hurry || most_nodes < 1)
        return PyErr_Format(PyExc_ValueError, "this tree has no such threat searches");
    t->hurry(t, most_nodes);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(nodes_doc, "tree_nodes(tree): the nodes in memory.");

static PyObject *tree_nodes(PyObject *Py_UNUSED(module), PyObject *capsule) {
    const Tree *t = PyCapsule_GetPointer(capsule, CAPSULE);
    return t ? PyLong_FromUnsignedLong(t->used - t->spare) : NULL;
}

PyMethodDef TREE_METHODS[] = {
    {"tree", tree, METH_VARARGS, TREE_DOC},
    {"pattern_tree", pattern_tree, METH_VARARGS, PATTERN_TREE_DOC},
    {"playout_tree", playout_tree, METH_VARARGS, PLAYOUT_TREE_DOC},
    {"force", force, METH_VARARGS, FORCE_DOC},
    {"patterns", patterns, METH_VARARGS, PATTERNS_DOC},
    {"fouls", fouls, METH_VARARGS, FOULS_DOC},
    {"grow", grow, METH_VARARGS, grow_doc},
    {"children", children, METH_VARARGS, children_doc},
    {"last", last, METH_O, last_doc},
    {"explore", explore, METH_VARARGS, explore_doc},
    {"tree_hurry", tree_hurry, METH_VARARGS, hurry_doc},
    {"tree_nodes", tree_nodes, METH_O, nodes_doc},
    {NULL, NULL, 0, NULL},
};
