/* Learning from examples: the slopes of a network's loss, by going back through its layers, and steps
   against them by Adam (Kingma and Ba, 2015).

   The loss of an example is the cross-entropy of the priors to the search's visits and the square of
   what the value is off by. Slopes are summed up example by example, in one thread. */

#include "net.h"
#include "numbers.h"

enum { BATCH = 128, TURNS = 8 };

typedef struct {
    const u8 *marks;
    const u16 *visits;
    const float *worth;
    int count;
} Examples;

/* All that training needs room for. */
typedef struct {
    Windows board;
    Net net;
    Sight sight;
    u8 turns[TURNS][MAX_NET_SQUARES];
    u8 marks[2][MAX_WINDOWS];
    signed char owner[MAX_NET_SQUARES];
    float target[MAX_NET_SQUARES];
    float first[MAX_NET_SQUARES * MAX_SQUARE_UNITS], second[MAX_NET_SQUARES * MAX_SQUARE_UNITS];
    float pooled[MAX_POOLED], third[MAX_SQUARE_UNITS], logits[MAX_NET_SQUARES];
    double prior_loss, value_loss;
    float slopes[];
} Trainer;

/* ---- Examples ---- */

static void set_turns(Trainer *t) {
    const int dim = t->net.dim;
    for (int turn = 0; turn < TURNS; turn++)
        for (int square = 0; square < dim * dim; square++) {
            int row = square / dim, col = square % dim;
            if (turn & 4) col = dim - 1 - col;
            for (int quarter = turn & 3; quarter; quarter--) {
                const int old = row;
                row = col;
                col = dim - 1 - old;
            }
            t->turns[turn][square] = (u8)(row * dim + col);
        }
}

/* Set an example up, turned: the marks, the marks in each window, and the visits' shares. */
static void set_example(Trainer *t, const Examples *all, int which, int turn) {
    const int squares = t->net.squares;
    const u8 *marks = all->marks + which * squares, *from = t->turns[turn];
    const u16 *visits = all->visits + which * squares;
    const Windows *w = &t->board;
    float sum = 0;
    for (int i = 0; i < squares; i++) sum += visits[i];
    for (int i = 0; i < squares; i++) {
        t->owner[i] = (signed char)(marks[from[i]] ? marks[from[i]] - 1 : -1);
        t->target[i] = sum > 0 ? visits[from[i]] / sum : 0;
    }
    if (t->net.kind == PLAIN) return;
    memset(t->marks, 0, sizeof t->marks);
    for (int i = 0; i < squares; i++)
        for (int k = from_of(w, i); t->owner[i] >= 0 && k < end_of(w, i); k++)
            t->marks[(int)t->owner[i]][w->through[k]]++;
}

static int marks_are_marks(const u8 *marks, Py_ssize_t length) {
    for (Py_ssize_t i = 0; i < length; i++)
        if (marks[i] > 2) return 0;
    return 1;
}

/* ---- Going back ---- */

static void mask(float *slope, const float *x, int count) {
    for (int i = 0; i < count; i++) slope[i] = x[i] > 0 ? slope[i] : 0;
}

static void add_rows(const float *x, int rows, int units, float *sum) {
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < units; i++) sum[i] += x[row * units + i];
}

/* From the slope of the value's sum back through the pooled layer to the second one. */
static void back_through_pool(Trainer *t, float slope) {
    const Net *net = &t->net;
    const Layers *layers = net->layers;
    const int *at = net->at, units = net->units;
    const float part = 1 / (float)net->squares;
    layers->spread(&slope, 1, 1, t->sight.third, units, t->slopes + at[VALUE]);
    layers->dense(&slope, 1, 1, net->weights + at[VALUE], units, NO_BIAS, t->third);
    mask(t->third, t->sight.third, units);
    layers->spread(t->sight.pooled, 1, net->pooled, t->third, units, t->slopes + at[POOLED]);
    add_rows(t->third, 1, units, t->slopes + at[POOLED_BIAS]);
    layers->dots(t->third, 1, units, net->weights + at[POOLED], 2 * units, NO_BIAS, t->pooled);
    for (int square = 0; square < net->squares; square++)
        for (int i = 0; i < units; i++) t->second[square * units + i] += t->pooled[i] * part;
    for (int i = 0; i < units; i++) t->second[t->sight.top[i] * units + i] += t->pooled[units + i];
}

/* From the slopes of the logits and of the value's sum back to the weights. */
static void go_back(Trainer *t, float slope) {
    const Net *net = &t->net;
    const Layers *layers = net->layers;
    const Sight *sight = &t->sight;
    const float *w = net->weights;
    const int *at = net->at, units = net->units, plain = net->kind == PLAIN;
    const int rows = plain ? 1 : net->squares, outputs = plain ? net->squares : 1;
    layers->spread(t->logits, rows, outputs, sight->second, units, t->slopes + at[PRIOR]);
    add_rows(t->logits, rows, outputs, t->slopes + at[PRIOR_BIAS]);
    layers->dense(t->logits, rows, outputs, w + at[PRIOR], units, NO_BIAS, t->second);
    t->slopes[at[VALUE_BIAS]] += slope;
    if (plain) {
        layers->spread(&slope, 1, 1, sight->second, units, t->slopes + at[VALUE]);
        layers->spread(&slope, 1, 1, w + at[VALUE], units, t->second);
    } else {
        back_through_pool(t, slope);
    }
    mask(t->second, sight->second, rows * units);
    layers->spread(sight->first, rows, units, t->second, units, t->slopes + at[SECOND]);
    add_rows(t->second, rows, units, t->slopes + at[SECOND_BIAS]);
    layers->dots(t->second, rows, units, w + at[SECOND], units, NO_BIAS, t->first);
    mask(t->first, sight->first, rows * units);
    add_rows(t->first, rows, units, t->slopes + at[FIRST_BIAS]);
    if (plain)
        for (int i = 0; i < sight->ons; i++)
            add_rows(t->first, 1, units, t->slopes + sight->on[i] * units);
    else
        layers->spread(sight->inputs, rows, net->inputs, t->first, units, t->slopes);
}

/* Add an example's slopes, and what its loss is. */
static void learn(Trainer *t, float worth) {
    const int squares = t->net.squares;
    const View view = {&t->board, t->owner, {t->marks[0], t->marks[1]}, 0};
    double priors[MAX_NET_SQUARES];
    net_look(&t->net, &view, &t->sight);
    net_priors(&t->net, t->owner, t->sight.logits, priors);
    for (int i = 0; i < squares; i++) {
        t->logits[i] = t->owner[i] < 0 ? ((float)priors[i] - t->target[i]) / BATCH : 0;
        if (t->target[i] > 0)
            t->prior_loss -= t->target[i] * ln(priors[i] > 1e-12 ? priors[i] : 1e-12);
    }
    const float value = t->sight.value, off = value - worth;
    t->value_loss += (double)off * off;
    go_back(t, 2 * off * (1 - value * value) / BATCH);
}

/* ---- Steps ---- */

static double power(double base, u64 exponent) {
    double product = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1) product *= base;
    return product;
}

static void train(Trainer *t, float *weights, float *mean, float *square, const Examples *all,
                  u64 seed, u64 first, int batches, double rate, double shrink) {
    for (u64 batch = first; batch < first + (u64)batches; batch++) {
        u64 random = seed;
        random = splitmix(&random) ^ batch;
        random = splitmix(&random);
        memset(t->slopes, 0, (size_t)t->net.count * sizeof(float));
        for (int i = 0; i < BATCH; i++) {
            const int which = drawn_below(&random, all->count);
            set_example(t, all, which, drawn_below(&random, TURNS));
            learn(t, all->worth[which]);
        }
        t->net.layers->step(weights, mean, square, t->slopes, t->net.count, (float)rate,
                            (float)(rate * shrink), (float)(1 / (1 - power(0.9, batch + 1))),
                            (float)(1 / (1 - power(0.999, batch + 1))));
    }
}

const char NET_TRAIN_DOC[] =
"net_train(kind, units, weights, mean, square, dim, line, marks, visits, worth, seed, first, batches,\n"
"rate, shrink): change the weights, and Adam's two means, by so many batches of 128 examples, which\n"
"are drawn and turned by the seed and each batch's number, from first on. Return the mean losses of\n"
"priors and values. The GIL is released.";

PyObject *net_train(PyObject *Py_UNUSED(module), PyObject *args) {
    int kind, units, dim, line, batches;
    u64 seed, first;
    double rate, shrink;
    Py_buffer weights, mean, square, marks, visits, worth;
    if (!PyArg_ParseTuple(args, "iiw*w*w*iiy*y*y*O&O&idd", &kind, &units, &weights, &mean, &square,
                          &dim, &line, &marks, &visits, &worth, natural, &seed, natural, &first,
                          &batches, &rate, &shrink))
        return NULL;
    PyObject *losses = NULL;
    Trainer *t = NULL;
    Net net;
    const Py_ssize_t count = worth.len / (Py_ssize_t)sizeof(float);
    if (net_read(&net, kind, units, dim, line, weights.buf, weights.len)) {
        char empty[MAX_NET_SQUARES];
        memset(empty, EMPTY, sizeof empty);
        if (mean.len != weights.len || square.len != weights.len || count < 1 || count > 1 << 20 ||
            marks.len != count * net.squares || visits.len != 2 * marks.len || batches < 0 ||
            !marks_are_marks(marks.buf, marks.len))
            PyErr_SetString(PyExc_ValueError, "the numbers of weights or examples do not agree");
        else if (!(t = calloc(1, sizeof *t + (size_t)weights.len)))
            PyErr_NoMemory();
        else if (windows_read(&t->board, empty, net.squares, dim, line, 0, 2)) {
            const Examples all = {marks.buf, visits.buf, worth.buf, (int)count};
            t->net = net;
            set_turns(t);
            Py_BEGIN_ALLOW_THREADS
            train(t, weights.buf, mean.buf, square.buf, &all, seed, first, batches, rate, shrink);
            Py_END_ALLOW_THREADS
            const double examples = batches ? (double)batches * BATCH : 1;
            losses = Py_BuildValue("(dd)", t->prior_loss / examples, t->value_loss / examples);
        }
    }
    free(t);
    for (int i = 0; i < 6; i++)
        PyBuffer_Release((Py_buffer *[]){&weights, &mean, &square, &marks, &visits, &worth}[i]);
    return losses;
}
