/* What a mark on each empty square would make of the four lines through it: the line patterns of
   both sides, kept up to date move by move. The threat search and the tree for lines of 4 to 6 look
   at nothing else.

   A line's type says how many moves it is from being won, counted back from the full line, so the
   same types serve every length. Where a square's line is open (F, free) there are two ways on,
   where it is closed (B, blocked) there is one:

     F5          the mark completes a line
     F4, B4      it leaves two squares that complete one, so that one answer is not enough; or just one
     F3, B3      one mark more makes it F4; or B4
     F2, B2, F1  one mark more makes it F3, B3, F2
     B1          a line can still come to stand there
     DEAD        none can

   Where what stands at a line's ends matters, the cells beyond them count as well, and the types say it: a
   mark of one's own can spoil a line that must not be longer; one of the other side's stops a line that it
   closes. So F4 is what no single answer on the line stops, and B4 what one does.

   In Renju each side has types of its own, and a mark of X's may make two fours of one line (FORKED) or a row
   that is too long (LONG). A square where X's mark is a foul has the class of a dead one for X, so that nobody
   takes it for a threat. Whether two threes are a foul depends on more than their lines: such squares are
   suspects, and are judged after every move.

   Sides are 0 and 1; here nobody is to move. */

#ifndef PATTERNS_H
#define PATTERNS_H

#include "windows.h"

enum { DEAD, B1, F1, B2, F2, B3, F3, B4, F4, F5, TYPES, FORKED = TYPES, LONG };

enum {
    SHORTEST = 4, LONGEST = 6,         /* lines that have patterns */
    CLASSES = TYPES * TYPES,           /* of a square: its best type times TYPES, plus the second */
    BOARD_WORDS = (MAX_SQUARES + 63) / 64,
    /* Squares lie in cells, with enough of them beyond each edge for lines to be read without a look at
       where the board ends. */
    MAX_REACH = LONGEST - 1,
    MAX_CELLS = (MAX_DIM + 2 * MAX_REACH) * (MAX_DIM + MAX_REACH) + 2 * MAX_REACH,
    MAX_ROWS = 6 * MAX_DIM,             /* across, down, and both diagonals */
    MAX_SEEN = 2 * MAX_REACH * DIRECTIONS  /* cells that see a mark, along all lines */
};

typedef u64 SquareSet[BOARD_WORDS];

/* What a mark changes in an empty cell that sees it: the types by what they differ in, and the classes as
   they were. */
typedef struct { u32 types; u16 cell; u8 classes[2]; } Changed;

/* All cells of one line of the board, two bits a cell: side 0's mark, side 1's; the edge is both sides',
   and reaches far enough for the lines through the outermost squares. */
typedef struct { u64 bits[2]; } Row;

/* Where a cell lies in a row: its number among all, and its first bit, less those of the edge. */
typedef struct { u16 row, bit; } InRow;

/* What a mark changes for all squares together, as it was before. */
typedef struct { u64 kinds[2]; int changes; } Before;

/* The least type of each side that somebody wants to know of: F3, B4 or F4. */
typedef struct { u32 least[2]; } Wanted;

typedef struct {
    int dim, rule, squares, words, empty;
    int x_side;                         /* in Renju: which side is X; else -1 */
    const u8 *class_by[2];              /* each side's classes, by its four types */
    int reach;                          /* how many cells to each side count for a line through one */
    const u8 *table;                    /* types by a line's marks: side 0's, and 16 times side 1's */
    int step[DIRECTIONS];               /* from a cell to the next one */
    Row rows[MAX_ROWS];
    InRow in_row[MAX_CELLS][DIRECTIONS];
    u32 types[MAX_CELLS];               /* a byte a line: side 0's, and 16 times side 1's; of a cell that is
                                           taken, what they were before */
    u16 cell_of[MAX_SQUARES], square_of[MAX_CELLS];
    signed char owner[MAX_SQUARES + 8]; /* 0, 1, or -1 where empty; and some that are read, but mean nothing */
    u8 class_of[2][MAX_SQUARES];        /* of empty squares */
    u64 kinds[2];                       /* how many squares of each kind there are, for a side: several
                                           counts in one number, so that a change is one addition */
    SquareSet set[2][TYPES];            /* empty squares by their best type */
    SquareSet suspects, fouls;          /* of X in Renju, as far as they are empty */
    int lines[2];                       /* marks that completed one, or with which the other side committed a
                                           foul */
    u64 key, keys[2][MAX_SQUARES];      /* of the marks: the sum (xor) of those of each */
    int changes;                        /* to types, */
    Changed log[MAX_SQUARES * MAX_SEEN + 1]; /* and what they were before */
    Before before[MAX_SQUARES];         /* each mark */
} Patterns;

/* Read a position, or return 0 with an error set where it is none or its lines have no patterns. */
int patterns_read(Patterns *p, const char *marks, Py_ssize_t length, int dim, int line, int rule,
                  int player);
void patterns_make(Patterns *p, int square, int side);
void patterns_undo(Patterns *p, int square);  /* takes back the last mark that is left */

/* Put a mark for the threat search, which wants few types. Types that are and were less stay as they were, and
   so do classes as far as they come from these, and the count of squares where a line can stand. */
void patterns_try(Patterns *p, int square, int side, Wanted wanted);

/* An empty square's class, also while marks are tried. */
int class_now(const Patterns *p, int square, int side);

static inline int best_of(int class) { return class / TYPES; }

/* The kinds of squares that are counted, and where: those on which a line can stand, and those whose best
   type is F3, B4, F4, F5. */
enum { KIND_BITS = 12, ALIVE = 0 };
static inline int kind_place(int type) { return (type - F3 + 1) * KIND_BITS; }
static inline int kinds_at(const Patterns *p, int side, int place) {
    return p->kinds[side] >> place & ((1 << KIND_BITS) - 1);
}
static inline int alive_of(const Patterns *p, int side) { return kinds_at(p, side, ALIVE); }
static inline int count_of(const Patterns *p, int side, int type) {
    return kinds_at(p, side, kind_place(type));
}

static inline const u64 *set_of(const Patterns *p, int side, int type) {
    return p->set[side][type];
}

/* The type that a mark of a side makes of one line through an empty square. */
static inline int type_of(const Patterns *p, int side, int square, int way) {
    return p->types[p->cell_of[square]] >> (8 * way + 4 * side) & 15;
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

/* Whether there is one square in a set, and no more. */
static inline int has_one(const u64 *set, int words) {
    const int first = next_square(set, words, 0);
    return first >= 0 && next_square(set, words, first + 1) < 0;
}

static inline int has_square(const u64 *set, int square) { return set[square >> 6] >> (square & 63) & 1; }

static inline void add_square(u64 *set, int square) { set[square >> 6] |= (u64)1 << (square & 63); }

/* Take the squares where a side's mark would be a foul out of a set; return whether any is left. */
int leave_out_fouls(const Patterns *p, int side, u64 *squares);

/* All moves by which the other side stops a side that threatens to complete a line. Return whether there are
   any: none helps against two lines at once. */
int blocks_to(const Patterns *p, int side, u64 *blocks);

/* All moves that may save the other side from a side that threatens to play F4, where neither can
   complete a line: all others lose. Return whether there are any. */
int answers_to(const Patterns *p, int side, u64 *answers);

/* Whether a side threatens to play F4. What another mark could make a foul is no sure threat. */
static inline int threatens_four(const Patterns *p, int side) {
    const u64 *fours = set_of(p, side, F4);
    if (side != p->x_side) return count_of(p, side, F4);
    for (int word = 0; word < p->words; word++)
        if (fours[word] & ~p->suspects[word]) return 1;
    return 0;
}

PyObject *patterns(PyObject *module, PyObject *args);
extern const char PATTERNS_DOC[];

#endif
