/* Games that a network plays against itself, to learn from.

   A game depends on the seed, the generation and its number alone: any number of threads plays the
   same. It begins with some random marks, since from its own games alone a network never sees what
   comes after a blunder. Every move is searched; the root's prior is mixed with noise (Dirichlet's
   distribution, as in AlphaZero), and early moves are drawn by their visits. */

#include "net.h"
#include "numbers.h"

static const double NOISE = 0.25, NOISE_SUM = 10;

typedef struct {
    int simulations, random_marks, drawn, proofs;
    double result_share;       /* of what is learnt as a position's value: the rest is the root's */
} Settings;

/* What is learnt from a move: the position, as seen by the side to move, its visits and its worth. */
typedef struct {
    u8 marks[MAX_NET_SQUARES];
    u16 visits[MAX_NET_SQUARES];
    float worth;
} Example;

typedef struct {
    int plies, opening;        /* all moves, and how many of them were random */
    u8 moves[MAX_NET_SQUARES];
    Example examples[MAX_NET_SQUARES];  /* of the moves behind the opening */
} Game;

/* ---- Noise ---- */

static double normal(u64 *random) {    /* the polar method (Marsaglia and Bray, 1964) */
    for (;;) {
        const double x = 2 * share(random) - 1, y = 2 * share(random) - 1, s = x * x + y * y;
        if (s > 0 && s < 1) return x * sqrt(-2 * ln(s) / s);
    }
}

static double gamma_of(double shape, u64 *random) {    /* Marsaglia and Tsang, 2000 */
    if (shape < 1) {
        const double power = e_to(ln(share(random)) / shape);
        return gamma_of(shape + 1, random) * power;
    }
    const double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        const double x = normal(random), root = 1 + c * x, v = root * root * root;
        if (v > 0 && ln(share(random)) < x * x / 2 + d - d * v + d * ln(v)) return d * v;
    }
}

static void add_noise(Tree *t, u64 *random) {
    const Node *root = t->nodes;
    double noise[MAX_NET_SQUARES], sum = 0;
    for (int i = 0; i < root->count; i++) {
        noise[i] = gamma_of(NOISE_SUM / root->count, random);
        sum += noise[i];
    }
    for (int i = 0; i < root->count && sum > 0; i++) {
        Node *child = t->nodes + root->first + i;
        child->prior = (1 - NOISE) * child->prior + NOISE * noise[i] / sum;
    }
}

/* ---- A game ---- */

static int is_over(const Windows *w) { return w->lines[0] || w->lines[1] || !w->empty; }

static void play(Windows *w, Game *g, int square) {
    g->moves[g->plies++] = (u8)square;
    windows_make(w, square);
}

static void take_back(Windows *w, Game *g) {
    while (g->plies) windows_undo(w, g->moves[--g->plies]);
}

static void begin_game(Windows *w, Game *g, int random_marks, u64 *random) {
    do {
        take_back(w, g);
        for (int left = drawn_below(random, random_marks + 1); left && !is_over(w); left--) {
            int square = 0, which = drawn_below(random, w->empty);
            while (w->owner[square] >= 0 || which--) square++;
            play(w, g, square);
        }
    } while (is_over(w));
    g->opening = g->plies;
}

/* A proven win, else no proven loss, else visits: what makes one move better than another. */
static inline long rank(const Node *child) {
    return (child->low == 1) * (1L << 26) + (child->high > -1) * (1L << 25) + (long)child->visits;
}

/* What the search says of the moves: visits, or of a proven win the moves that are proven to win. */
static void set_visits(const Tree *t, Example *example) {
    const Node *root = t->nodes;
    memset(example->visits, 0, sizeof example->visits);
    int any = 0;
    for (u32 i = root->first; i < root->first + root->count; i++) {
        const Node *child = t->nodes + i;
        const int visits = root->high == -1 ? child->low == 1 : (int)child->visits;
        example->visits[child->square] = (u16)(visits < 65535 ? visits : 65535);
        any |= visits;
    }
    if (any) return;
    for (u32 i = root->first; i < root->first + root->count; i++)
        example->visits[t->nodes[i].square] = 1;
}

static int chosen_move(const Tree *t, const Example *example, int draws, u64 *random) {
    const Node *root = t->nodes, *best = t->nodes + root->first;
    if (draws) {
        int sum = 0, square = 0;
        for (int i = 0; i < t->w.squares; i++) sum += example->visits[i];
        for (int rest = drawn_below(random, sum); rest >= example->visits[square]; square++)
            rest -= example->visits[square];
        return square;
    }
    for (u32 i = root->first + 1; i < root->first + root->count; i++)
        if (rank(t->nodes + i) > rank(best)) best = t->nodes + i;
    return best->square;
}

/* Search, note down what was found, and return the move. */
static int searched(NetTree *net_tree, const Settings *s, int ply, Example *example, u64 *random) {
    Tree *t = &net_tree->tree;
    Windows *w = &t->w;
    net_tree_start(net_tree, s->proofs);
    add_noise(t, random);
    const Node *root = t->nodes;
    for (int i = 0; i < s->simulations && t->nodes->low < t->nodes->high; i++) t->simulate(t);
    while (t->made) windows_undo(w, t->moves[--t->made]);
    root = t->nodes;
    for (int i = 0; i < w->squares; i++)
        example->marks[i] = w->owner[i] < 0 ? 0 : w->owner[i] == w->to_move ? 1 : 2;
    set_visits(t, example);
    const int proven = root->low == root->high;
    example->worth = (float)(proven ? -root->low : -root->sum / root->visits);
    return chosen_move(t, example, ply < s->drawn, random) | proven << 8;
}

static void play_game(NetTree *net_tree, const Settings *s, Game *g, u64 random) {
    Windows *w = &net_tree->tree.w;
    u8 proven[MAX_NET_SQUARES];
    g->plies = 0;
    begin_game(w, g, s->random_marks, &random);
    while (!is_over(w)) {
        const int number = g->plies - g->opening;
        const int found = searched(net_tree, s, g->plies, g->examples + number, &random);
        proven[number] = (u8)(found >> 8);
        play(w, g, found & 255);
    }
    /* The result for the side that is to move now, then for the one before it, and so on. */
    double result = !(w->lines[0] || w->lines[1]) ? 0 : w->reverse ? 1 : -1;
    for (int i = g->plies - g->opening - 1; i >= 0; i--) {
        Example *example = g->examples + i;
        result = -result;
        if (!proven[i])
            example->worth = (float)(s->result_share * result +
                                     (1 - s->result_share) * example->worth);
    }
    const int plies = g->plies;
    take_back(w, g);
    g->plies = plies;
}

/* ---- Python's side ---- */

/* Moves, random ones, and what is learnt, as bytes. */
static PyObject *game_told(const Game *g, int squares) {
    const int count = g->plies - g->opening;
    const size_t bytes = (size_t)(count * squares);
    u8 *marks = PyMem_Malloc(bytes + !bytes);
    u16 *visits = PyMem_Malloc((bytes + !bytes) * sizeof *visits);
    float *worth = PyMem_Malloc(((size_t)count + !count) * sizeof *worth);
    PyObject *told = NULL;
    if (marks && visits && worth) {
        for (int i = 0; i < count; i++) {
            memcpy(marks + i * squares, g->examples[i].marks, (size_t)squares);
            memcpy(visits + i * squares, g->examples[i].visits, (size_t)squares * sizeof *visits);
            worth[i] = g->examples[i].worth;
        }
        told = Py_BuildValue("(y#iy#y#y#)", (const char *)g->moves, (Py_ssize_t)g->plies, g->opening,
                             (const char *)marks, (Py_ssize_t)bytes, (const char *)visits,
                             (Py_ssize_t)(bytes * sizeof *visits), (const char *)worth,
                             (Py_ssize_t)((size_t)count * sizeof *worth));
    } else {
        PyErr_NoMemory();
    }
    PyMem_Free(marks);
    PyMem_Free(visits);
    PyMem_Free(worth);
    return told;
}

const char NET_GAMES_DOC[] =
"net_games(kind, units, weights, dim, line, reverse, seed, generation, first, count, simulations,\n"
"random_marks, drawn, proofs, result_share): games from number first on, each as (moves, how many of\n"
"them were random, then of each other move: marks, 1 own and 2 other; visits, 16 bits; worth, a\n"
"float). The GIL is released.";

PyObject *net_games(PyObject *Py_UNUSED(module), PyObject *args) {
    int kind, units, dim, line, reverse, first, count;
    u64 seed, generation;
    Settings s;
    Py_buffer weights;
    if (!PyArg_ParseTuple(args, "iiy*iipO&O&iiiiipd", &kind, &units, &weights, &dim, &line, &reverse,
                          natural, &seed, natural, &generation, &first, &count, &s.simulations, &s.random_marks,
                          &s.drawn, &s.proofs, &s.result_share))
        return NULL;
    char empty[MAX_NET_SQUARES];
    memset(empty, EMPTY, sizeof empty);
    PyObject *list = NULL;
    NetTree *t = NULL;
    Game *games = NULL;
    if (count < 0 || count > 4096 || s.simulations < 1 || s.simulations > 60000 ||
        first < 0 || first > INT_MAX - count || s.drawn < 0 || s.random_marks < 0 ||
        s.random_marks > MAX_NET_SQUARES || !(s.result_share >= 0 && s.result_share <= 1))
        PyErr_SetString(PyExc_ValueError, "no such games");
    else if ((t = net_tree_read(kind, units, weights.buf, weights.len, empty,
                                dim > 0 && dim <= MAX_NET_DIM ? dim * dim : 0, dim, line, reverse,
                                2, 0, "", 0)) &&
             !(games = calloc((size_t)count + !count, sizeof *games)))
        PyErr_NoMemory();
    PyBuffer_Release(&weights);
    if (games) {
        Py_BEGIN_ALLOW_THREADS
        for (int i = 0; i < count; i++) {
            u64 random = seed;
            random = splitmix(&random) ^ generation;
            random = splitmix(&random) ^ (u64)(first + i);
            play_game(t, &s, games + i, splitmix(&random));
        }
        Py_END_ALLOW_THREADS
        list = PyList_New(count);
        for (int i = 0; list && i < count; i++) {
            PyObject *told = game_told(games + i, t->net.squares);
            if (!told || PyList_SetItem(list, i, told) < 0) Py_CLEAR(list);
        }
    }
    if (t) free(t->tree.nodes);
    free(t);
    free(games);
    return list;
}
