/* A position and its windows, the places where a line can come to stand: what the solver and the
   tree look at. A mark changes the counts of the windows through its square, and everything that
   is summed up over windows changes with them.

   Sides are 0 (to move at the root) and 1. */

#ifndef WINDOWS_H
#define WINDOWS_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;

#define SPLITMIX_STEP 0x9E3779B97F4A7C15u

enum {
    MAX_DIM = 25,
    MAX_SQUARES = MAX_DIM * MAX_DIM,
    MAX_WINDOWS = 2400,         /* 25x25 has 2,352 in a row of 2 */
    MAX_THROUGH = 16384,        /* windows times their squares: 14,300 at 25x25 in a row of 11 */
    WORDS = (MAX_WINDOWS + 63) / 64,
    DIRECTIONS = 4,             /* across, down, falling, rising */
    EMPTY = 1
};

/* Read an argument from 0 to 2^64 - 1, for "O&": "K" would take negative numbers for great ones. */
int natural(PyObject *number, void *u64_read);

/* What a line does (engine.rules.Rule): it wins, also where it is longer; it loses; it wins if it is just
   as long as asked for; it wins unless the other side's marks stand at both its ends; for X it must be just
   as long, and X loses by fouls. */
enum { WINS, LOSES, EXACT, CARO, RENJU, RULES };

/* Whether what stands beyond a line's ends decides if it is one. */
static inline int ends_matter(int rule) { return rule >= EXACT; }

/* Whether a rule is one of lines so long: Renju's fouls are known of fives alone. */
static inline int knows_line(int rule, int line) { return rule != RENJU || line == 5; }

/* What makes a line of a side: in Renju, each has a rule of its own. */
static inline int rule_for(int rule, int side, int x_side) {
    return rule != RENJU ? rule : side == x_side ? EXACT : WINS;
}

/* What one mark more of a side changes in a window. */
typedef struct {
    u64 counts[2];             /* of the kinds of live windows: its own, and the other's */
    int own, other;            /* what the window is worth to it, and to the other */
    int sets;                  /* whether it lacks one mark or two, before or after */
} Change;

typedef struct {
    int dim, line, rule, reverse, squares, windows, ply, empty, to_move;
    int x_side;                              /* which side is X */
    signed char owner[MAX_SQUARES];          /* 0, 1, or -1 where empty */
    u16 square_of[MAX_THROUGH];              /* a window's squares: from its number times line */
    u16 through[MAX_THROUGH];                /* a square's windows, direction by direction */
    u16 first[MAX_SQUARES * DIRECTIONS + 1]; /* where they begin in it */
    int step[DIRECTIONS];                    /* from a square to the next one */
    u16 beside[MAX_WINDOWS][2];              /* where ends matter: the windows a square before and
                                                behind; one that no mark is ever in where there is none */
    u8 marks[2][MAX_WINDOWS];                /* marks of each side in a window */
    u64 counts[2];                           /* the next four, packed */
    int live[2];                             /* windows without a mark of the other side */
    int lines[2];                            /* windows full of a side's marks; see windows_read */
    int threats[2], pairs[2];                /* live windows that lack one mark, or two */
    u64 threat_bits[2][WORDS], pair_bits[2][WORDS];
    int weight[MAX_DIM + 1];                 /* of a live window with so many marks */
    Change change[MAX_DIM + 1][MAX_DIM + 1]; /* by the marks of the side, and of the other */
    int score[2];                            /* sum of the weights of a side's live windows */
    int worth[2][MAX_SQUARES];               /* the same, of the windows through a square */
} Windows;

/* A square's windows in w->through: from the first of these on, up to the second. */
static inline int from_of(const Windows *w, int square) { return w->first[square * DIRECTIONS]; }
static inline int end_of(const Windows *w, int square) { return w->first[(square + 1) * DIRECTIONS]; }

/* The next number of a stream: splitmix64 (Steele, Lea and Flood, 2014). */
static inline u64 splitmix(u64 *state) {
    u64 z = (*state += SPLITMIX_STEP);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Read a position; return 0 with an error set where it is none. Where a line's ends matter, lines holds
   those of the position that was read, and no mark may be made on it. */
int windows_read(Windows *w, const char *marks, Py_ssize_t length, int dim, int line, int rule,
                 int player);
void windows_make(Windows *w, int square);   /* the side to move marks a square */
void windows_undo(Windows *w, int square);

/* Whether a window that is full of a side's marks is a line, by the marks of both in all windows: those
   beside it hold one square more each. */
static inline int is_line(const Windows *w, const u8 marks[2][MAX_WINDOWS], int side, int window) {
    const u16 *beside = w->beside[window];
    const u8 *own = marks[side], *other = marks[!side];
    const int rule = rule_for(w->rule, side, w->x_side);
    if (rule == EXACT) return own[beside[0]] < w->line && own[beside[1]] < w->line;
    return rule != CARO || !other[beside[0]] || !other[beside[1]];
}

/* Whether a mark of the side to move completes a line, where its ends do not matter. */
int completes(const Windows *w, int square);

/* Whether the side to move, which cannot win at once, wins by threats that leave its opponent one
   answer each. The first one goes to *start; *budget is how many may be tried. */
int wins_by_threats(Windows *w, int *budget, int *start);

/* The empty square of a window that lacks one mark. */
static inline int missing(const Windows *w, int window) {
    const u16 *square = w->square_of + window * w->line;
    while (w->owner[*square] >= 0) square++;
    return *square;
}

/* The first window in a set from a number on, or -1. */
static inline int next_window(const u64 *bits, int windows, int from) {
    for (int word = from >> 6; word <= (windows - 1) >> 6; word++) {
        u64 rest = bits[word];
        if (word == from >> 6) rest &= ~(u64)0 << (from & 63);
        if (rest) return word * 64 + __builtin_ctzll(rest);
    }
    return -1;
}

/* The empty squares of the windows that lack one mark: the first one; -1 where there is none.
   A second, different one goes to *other (else -1). */
static inline int threat_squares(const Windows *w, int side, int *other) {
    int square = -1;
    *other = -1;
    if (!w->threats[side]) return -1;
    const u64 *bits = w->threat_bits[side];
    for (int i = next_window(bits, w->windows, 0); i >= 0; i = next_window(bits, w->windows, i + 1)) {
        int here = missing(w, i);
        if (square < 0) square = here;
        else if (here != square) {
            *other = here;
            return square;
        }
    }
    return square;
}

extern PyMethodDef SOLVER_METHODS[];

#endif
