/* Random games one at a time, and tallies of them (see games.h). Light ones, where a longer line counts
   as well, the kernel plays many at once. */

#include "games.h"
#include "renju.h"

void games_begin(Games *g, const Windows *w, int heavy, u64 seed) {
    g->w = w;
    g->heavy = heavy;
    g->random = seed;
    for (int square = 0; square < w->squares; square++) {
        g->taken[square] = w->owner[square] >= 0;
        if (!g->taken[square]) g->empties[g->empty++] = (u16)square;
    }
    memcpy(g->marks, w->marks, sizeof g->marks);
    memcpy(g->owner, w->owner, sizeof g->owner);
}

/* ---- Marks ---- */

typedef u8 Counted[2][MAX_WINDOWS];

/* Whether one of the windows through a square that are full of a side's marks is a line. */
static int is_lined(const Windows *w, Counted marks, int side, int square) {
    for (int i = from_of(w, square); i < end_of(w, square); i++)
        if (marks[side][w->through[i]] == w->line && is_line(w, marks, side, w->through[i])) return 1;
    return 0;
}

/* Count a mark in the windows through its square; return whether it completes a line. */
static inline int count(const Windows *w, Counted marks, int side, int square) {
    int full = 0;
    for (int i = from_of(w, square); i < end_of(w, square); i++)
        full |= ++marks[side][w->through[i]] == w->line;
    return full && (!ends_matter(w->rule) || is_lined(w, marks, side, square));
}

static inline void discount(const Windows *w, Counted marks, int side, int square) {
    for (int i = from_of(w, square); i < end_of(w, square); i++) marks[side][w->through[i]]--;
}

/* Whether a side's mark on an empty square would be a foul. */
static inline int is_foul(const Games *g, signed char *owner, int side, int square) {
    return g->w->rule == RENJU && side == g->w->x_side && foul_at(owner, g->w->dim, side, square);
}

void games_make(Games *g, int square) {
    const int foul = is_foul(g, g->owner, g->to_move, square);
    g->line_made = count(g->w, g->marks, g->to_move, square) - foul;   /* a line is no foul */
    g->taken[square] = 1;
    g->owner[square] = (signed char)g->to_move;
    g->to_move ^= 1;
    g->empty--;
}

void games_undo(Games *g, int square) {
    g->empty++;
    g->to_move ^= 1;
    g->taken[square] = 0;
    g->owner[square] = -1;
    discount(g->w, g->marks, g->to_move, square);
}

/* ---- A game ---- */

static inline int drawn(Games *g) {
    for (;;) {
        const int i = below(g, g->left), square = g->order[i];
        g->order[i] = g->order[--g->left];
        if (!g->taken[square]) return square;
    }
}

/* Draw a square that is no foul; any other one only where there is no such one, which ends the game. */
static int drawn_without_foul(Games *g, int side) {
    for (int tries = g->left; tries;) {
        const int i = below(g, tries), square = g->order[i];
        g->order[i] = g->order[--tries];
        g->order[tries] = (u16)square;
        const int taken = g->taken[square];
        if (!taken && is_foul(g, g->owned, side, square)) continue;
        g->order[tries] = g->order[--g->left];
        if (!taken) return square;
    }
    g->fouled = 1;
    return g->order[--g->left];
}

/* Draw a square that completes no line; any other one only where there is no such one. */
static int drawn_with_care(Games *g, int side) {
    const Windows *w = g->w;
    for (int tries = g->left;;) {
        const int i = below(g, tries), square = g->order[i];
        int completes = 0;
        g->order[i] = g->order[--tries];
        g->order[tries] = (u16)square;
        for (int k = from_of(w, square); k < end_of(w, square); k++)
            completes |= g->counted[side][w->through[k]] == w->line - 1;
        if (completes && tries) continue;
        g->order[tries] = g->order[--g->left];
        return square;
    }
}

/* Remember a window that lacks one mark of a side. */
static void watch(Games *g, int window, int side) {
    if (g->counted[side][window] == g->w->line - 1 && !g->counted[!side][window])
        g->threats[side][g->threatened[side]++] = (u16)window;
}

/* Whether a mark that fills a window makes a line. */
static int would_be_line(Games *g, int side, int square) {
    const int line = count(g->w, g->counted, side, square);
    discount(g->w, g->counted, side, square);
    return line;
}

/* A square that completes a line of a side, or -1: in the window that was the last to lack one mark. */
static int completing(Games *g, int side) {
    const Windows *w = g->w;
    const u8 *own = g->counted[side], *other = g->counted[!side];
    int *last = &g->threatened[side], end = 1;   /* those at the end that lack none are forgotten */
    for (int i = *last - 1; i >= 0; i--) {
        const int window = g->threats[side][i];
        if (other[window] || own[window] == w->line) {
            *last -= end;
            continue;
        }
        end = 0;
        const u16 *square = w->square_of + window * w->line;
        while (g->taken[*square]) square++;
        if (!ends_matter(w->rule) || would_be_line(g, side, *square)) return *square;
    }
    return -1;
}

static inline int drawn_for(Games *g, int side) {
    return g->w->rule == RENJU && side == g->w->x_side ? drawn_without_foul(g, side) : drawn(g);
}

/* The next move of a game: at random, or a win, or else a block, as far as that is wanted. */
static inline int next_move(Games *g, int side) {
    if (!g->heavy) return drawn_for(g, side);
    if (g->w->reverse) return drawn_with_care(g, side);
    int square = completing(g, side);
    if (square < 0) {
        square = completing(g, !side);
        if (square >= 0 && is_foul(g, g->owned, side, square)) square = -1;
    }
    return square < 0 ? drawn_for(g, side) : square;
}

int games_play(Games *g) {
    const Windows *w = g->w;
    const int windows = w->windows, watching = g->heavy && !w->reverse;
    int side = g->to_move, plies = 0, full = 0;
    for (int each = 0; each < 2; each++) memcpy(g->counted[each], g->marks[each], (size_t)windows);
    g->left = 0;
    for (int i = 0; i < w->empty; i++) {
        g->order[g->left] = g->empties[i];
        g->left += !g->taken[g->empties[i]];
    }
    memcpy(g->owned, g->owner, sizeof g->owned);
    g->fouled = 0;
    g->threatened[0] = g->threatened[1] = 0;
    for (int each = 0; watching && each < 2; each++)
        for (int i = 0; i < windows; i++) watch(g, i, each);
    for (; !full && plies < g->empty; side ^= 1) {
        const int square = next_move(g, side);
        g->played[plies++] = (u16)square;
        full = count(w, g->counted, side, square) | g->fouled;
        g->owned[square] = (signed char)side;
        if (!watching) continue;
        g->taken[square] = 1;
        for (int i = from_of(w, square); i < end_of(w, square); i++)
            watch(g, w->through[i], side);
    }
    for (int i = 0; watching && i < plies; i++) g->taken[g->played[i]] = 0;
    g->plies = plies;
    if (!full) return 0;
    return (side != g->to_move) != (w->reverse || g->fouled) ? 1 : -1;
}

/* ---- A tally ---- */

/* Add up a game. One that ended with a foul counts as if the other side had completed a line. */
static void count_game(const Games *g, int result, Counts *counts) {
    if (!result) return;
    const int completed = ((g->plies & 1) != 1) != g->fouled;       /* side 0 moves first */
    counts->lines[completed]++;
    for (int i = 0; i < g->plies; i++) counts->marks[completed][i & 1][g->played[i]]++;
}

/* Each block of games has its own random numbers: portions may come in any order. */
static void play_blocks(Games *g, u64 seed, u64 block, u64 size, u64 trials, Counts *counts) {
    for (u64 i = 0; i < trials; i++) {
        if (i % size == 0) {
            u64 state = seed ^ (block++ * 0xD1342543DE82EF95u);
            g->random = splitmix(&state);
        }
        count_game(g, games_play(g), counts);
    }
    count_fixed(g->w->owner, g->w->squares, counts);
}

PyDoc_STRVAR(play_games_doc,
"play_games(marks, dim, line, rule, player, heavy, seed, first_block, block_trials, trials): play games\n"
"by any rule, one at a time; in heavy ones both sides see wins and blocks. Return what play returns.\n"
"The GIL is released.");

static PyObject *play_games(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks;
    Py_ssize_t length;
    int dim, line, rule, player, heavy;
    u64 seed, block, size, trials;
    if (!PyArg_ParseTuple(args, "y#iiiipO&O&O&O&", &marks, &length, &dim, &line, &rule, &player, &heavy,
                          natural, &seed, natural, &block, natural, &size, natural, &trials))
        return NULL;
    struct { Windows w; Games games; Counts counts; } *room = PyMem_Calloc(1, sizeof *room);
    if (!room) return PyErr_NoMemory();
    PyObject *result = NULL;
    if (windows_read(&room->w, marks, length, dim, line, rule, player)) {
        if (!size || !room->w.empty || room->w.lines[0] || room->w.lines[1]) {
            PyErr_SetString(PyExc_ValueError, "there is no game to play");
        } else {
            games_begin(&room->games, &room->w, heavy, 0);
            Py_BEGIN_ALLOW_THREADS
            play_blocks(&room->games, seed, block, size, trials, &room->counts);
            Py_END_ALLOW_THREADS
            result = counts_told(&room->counts, room->w.squares);
        }
    }
    PyMem_Free(room);
    return result;
}

PyMethodDef GAMES_METHODS[] = {
    {"play_games", play_games, METH_VARARGS, play_games_doc},
    {NULL, NULL, 0, NULL},
};
