/* A tree whose leaves a network values: PUCT as AlphaZero has it (Silver et al., 2018), and, if wanted,
   proofs backed up from finished games (Winands, Björnsson and Saito, 2008). */

#include "net.h"
#include "puct.h"

static const double EXPLORATION = 1.5;

/* Look at the position where the windows stand: how a finished game ended, or what the network makes of
   it; then the node gets its moves. Return its value for the side that moved there. */
static double look(NetTree *net_tree, u32 at) {
    Tree *t = &net_tree->tree;
    const Windows *w = &t->w;
    const int they = !w->to_move;
    if (w->lines[they] || !w->empty) {
        const int value = !w->lines[they] ? 0 : w->reverse ? -1 : 1;
        if (t->proofs) prove(t->nodes + at, value, value);
        return value;
    }
    const Net *net = &net_tree->net;
    const View view = {w, w->owner, {w->marks[0], w->marks[1]}, w->to_move};
    net_look(net, &view, &net_tree->sight);
    if (tree_reserve(t, (u32)w->empty)) {
        double priors[MAX_NET_SQUARES], sum = 0;
        net_priors(net, w->owner, net_tree->sight.logits, priors);
        Node *node = t->nodes + at;
        node->first = t->used;
        node->complete = 1;
        for (int square = 0; square < w->squares; square++) {
            if (w->owner[square] >= 0 || (!at && t->only && !t->allowed[square])) continue;
            Node *child = t->nodes + t->used++;
            begin(child, square);
            child->prior = priors[square];
            if (!at && t->seed) child->prior *= jitter(t->seed, square);
            sum += child->prior;
            node->count++;
        }
        for (u32 i = node->first; i < t->used; i++) t->nodes[i].prior /= sum;
    }
    return -net_tree->sight.value;
}

static void simulate(Tree *t) {
    int depth = 0;
    u32 at = 0;
    double value;
    t->visited[0] = 0;
    for (;;) {
        const Node *node = t->nodes + at;
        if (node->low == node->high) {
            value = node->low;
            break;
        }
        if (!node->count) {
            go_to(t, depth);
            value = look((NetTree *)t, at);
            break;
        }
        at = chosen_child(t, node, EXPLORATION);
        t->path[++depth] = t->nodes[at].square;
        t->visited[depth] = at;
    }
    back_up(t, depth, value);
}

static void weigh(const Tree *Py_UNUSED(t), const Node *node, const Node *child, double *value,
                  double *bonus) {
    const Scales scales = scales_of(node, EXPLORATION);
    *value = value_of(scales, child);
    *bonus = bonus_of(scales, child);
}

NetTree *net_tree_read(int kind, int units, const void *weights, Py_ssize_t bytes,
                       const char *marks, Py_ssize_t length, int dim, int line, int rule,
                       int player, u64 seed, const char *allowed, Py_ssize_t allowed_length) {
    Net net;
    if (ends_matter(rule)) return PyErr_Format(PyExc_ValueError, "no network knows the rule"), NULL;
    if (!net_read(&net, kind, units, dim, line, weights, bytes)) return NULL;
    NetTree *t = (NetTree *)tree_read(sizeof *t + (size_t)bytes, marks, length, dim, line, rule,
                                      player, seed, allowed, allowed_length);
    if (!t) return NULL;
    memcpy(t->weights, weights, (size_t)bytes);
    t->net = net;
    t->net.weights = t->weights;
    t->tree.simulate = simulate;
    t->tree.weigh = weigh;
    return t;
}

int net_tree_start(NetTree *net_tree, int proofs) {
    Tree *t = &net_tree->tree;
    t->proofs = proofs;
    t->used = 1;
    t->made = 0;
    begin(t->nodes, 0);
    t->nodes->sum = look(net_tree, 0);
    t->nodes->visits = 1;
    return t->nodes->count > 0;
}

const char NET_TREE_DOC[] =
"net_tree(kind, units, weights, marks, dim, line, rule, player, seed, allowed): a tree whose\n"
"leaves a network values; the arguments from marks on are those of tree.";

PyObject *net_tree(PyObject *Py_UNUSED(module), PyObject *args) {
    int kind, units, dim, line, rule, player;
    Py_buffer weights;
    const char *marks, *allowed;
    Py_ssize_t length, allowed_length;
    u64 seed;
    if (!PyArg_ParseTuple(args, "iiy*y#iiiiO&y#", &kind, &units, &weights, &marks, &length, &dim,
                          &line, &rule, &player, natural, &seed, &allowed, &allowed_length))
        return NULL;
    NetTree *t = net_tree_read(kind, units, weights.buf, weights.len, marks, length, dim, line,
                               rule, player, seed, allowed, allowed_length);
    PyBuffer_Release(&weights);
    return t ? tree_handed_over(&t->tree, net_tree_start(t, 1)) : NULL;
}
