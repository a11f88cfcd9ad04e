/* What a mark on each empty square would make of the four lines through it: the line patterns of
   both sides, kept up to date move by move. The threat search and the tree for lines of 4 to 6 look
   at nothing else.

   A line's type says how many moves it is from being won, counted back from the full line, so the
   same types serve every length. Where a square's line is open (F, free) there are two ways on,
   where it is closed (B, blocked) there is one:

     F5          the mark completes a line
     F4, B4      it leaves two squares or more that complete one; or just one
     F3, B3      one mark more makes it F4; or B4
     F2, B2, F1  one mark more makes it F3, B3, F2
     B1          a line can still come to stand there
     DEAD        none can

   Sides are 0 and 1; here nobody is to move. */

#ifndef PATTERNS_H
#define PATTERNS_H

#include "windows.h"

enum { DEAD, B1, F1, B2, F2, B3, F3, B4, F4, F5, TYPES };

enum {
    SHORTEST = 4, LONGEST = 6,         /* lines that have patterns */
    CLASSES = TYPES * TYPES,           /* of a square: its best type times TYPES, plus the second */
    BOARD_WORDS = (MAX_SQUARES + 63) / 64,
    SETS = F5 - F3 + 1,
    /* Squares lie in cells, with enough of them beyond each edge for lines to be read without a look at
       where the board ends. */
    MAX_CELLS = (MAX_DIM + 2 * (LONGEST - 1)) * (MAX_DIM + LONGEST - 1) + 2 * (LONGEST - 1),
    MAX_SEEN = 2 * (LONGEST - 1) * DIRECTIONS  /* cells that see a mark, along all lines */
};

typedef u64 SquareSet[BOARD_WORDS];

/* A line around a cell: side 0's marks, a bit a cell from the farthest before to the farthest behind, then
   side 1's; the edge is both sides'. And the types it has for both, as in the table. */
typedef struct { u32 marks; u8 type; } Around;

/* What a line's type was before a mark changed it. */
typedef struct { u16 cell; u8 way, type; } Retyped;

/* What a class is worth to a value: to the side to move where it is its own, or the other's. */
typedef struct { int own, other; } ClassWorth;

typedef struct {
    int dim, line, squares, words, empty;
    const u8 *table;                    /* types by a line's marks: side 0's, and 16 times side 1's */
    int step[DIRECTIONS];               /* from a cell to the next one */
    Around around[DIRECTIONS][MAX_CELLS];
    u8 taken[MAX_CELLS];                /* whether a cell holds a mark, or lies beyond the edge */
    u16 cell_of[MAX_SQUARES], square_of[MAX_CELLS];
    signed char owner[MAX_SQUARES];     /* 0, 1, or -1 where empty */
    u16 ways[2][MAX_SQUARES];           /* a side's four types, four bits each; of empty squares */
    u8 class_of[2][MAX_SQUARES];        /* of empty squares */
    int alive[2];                       /* empty squares on which a line of the side can stand */
    int lines[2];                       /* marks that completed one */
    int own[2], other[2];               /* sums of what the classes of a side are worth */
    int count[2][SETS];                 /* empty squares whose best type is F3, B4, F4, F5, */
    SquareSet set[2][SETS];             /* and which */
    u64 key, keys[2][MAX_SQUARES];      /* of the marks: the sum (xor) of those of each */
    int changes;                        /* to types, */
    Retyped log[MAX_SQUARES * MAX_SEEN]; /* and what they were before, */
    int logged[MAX_SQUARES + 1];        /* up to each mark */
} Patterns;

/* Read a position, or return 0 with an error set where it is none or its lines have no patterns. */
int patterns_read(Patterns *p, const char *marks, Py_ssize_t length, int dim, int line, int player);
void patterns_make(Patterns *p, int square, int side);
void patterns_undo(Patterns *p, int square);  /* takes back the last mark that is left */

static inline int best_of(int class) { return class / TYPES; }
static inline int count_of(const Patterns *p, int side, int type) { return p->count[side][type - F3]; }
static inline const u64 *set_of(const Patterns *p, int side, int type) {
    return p->set[side][type - F3];
}

/* The type that a mark of a side makes of one line through an empty square. */
static inline int type_of(const Patterns *p, int side, int square, int way) {
    return p->around[way][p->cell_of[square]].type >> 4 * side & 15;
}

/* The first square of a set from a number on, or -1. */
static inline int next_square(const u64 *set, int words, int from) {
    for (int word = from >> 6; word < words; word++) {
        u64 rest = set[word];
        if (word == from >> 6) rest &= ~(u64)0 << (from & 63);
        if (rest) return word * 64 + __builtin_ctzll(rest);
    }
    return -1;
}

static inline void add_square(u64 *set, int square) { set[square >> 6] |= (u64)1 << (square & 63); }

/* All moves that may save the other side from a side that threatens to play F4, where neither can
   complete a line: all others lose. Return how many there are. */
int answers_to(const Patterns *p, int side, u64 *answers);

PyObject *patterns(PyObject *module, PyObject *args);
extern const char PATTERNS_DOC[];

#endif
