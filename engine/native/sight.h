/* First sight: what a position is worth, and how good its moves look, by its line patterns alone. */

#ifndef SIGHT_H
#define SIGHT_H

#include <stdlib.h>
#include "patterns.h"
#include "weights.h"

enum {
    NEAR = 9,                  /* squares that the second layer sees */
    PAIRS = 256,               /* of what a mark makes of a line: side to move, and 16 times the other */
    LOOKS = (MAX_DIM + 7) / 8 * 8,
    MARGIN = 1, SIGHT_ROW = MAX_DIM + 2 * MARGIN
};

typedef struct { int16_t of[FEATURES]; } Features;
typedef struct { int32_t of[FEATURES]; } Totals;

/* A position as one side sees it that is to move. */
typedef struct {
    u32 looks[MAX_DIM][LOOKS]; /* what a square's features depend on */
    Features first[SIGHT_ROW * SIGHT_ROW], second[MAX_SQUARES];
    Totals totals[2];          /* of both layers, over the empty squares */
    double numbers[MAX_SQUARES];
} SideSight;

typedef struct Layers Layers;

/* A first position, as both sides see it. */
typedef struct {
    SideSight of[2];
    double far[MAX_SQUARES];   /* what a square's number is less by, as it is far from the middle */
    const Layers *layers;
} Sight;

/* What is compiled for each instruction set: look at the first position; see the totals and, where they are
   asked for, the numbers of one that is compared to a base, which the same side sees; and make it a base. */
struct Layers {
    void (*begin)(Sight *sight, const Patterns *p, int me);
    void (*see)(const Sight *sight, const SideSight *base, const Patterns *p, int me, double *numbers,
                Totals *totals);
    void (*keep)(const Sight *sight, const SideSight *base, const Patterns *p, int me, SideSight *kept);
};

/* How far a square is from the middle, rows and columns together, in half sides of the board. */
static inline double far_from_middle(int square, int dim) {
    return (double)(abs(2 * (square / dim) + 1 - dim) + abs(2 * (square % dim) + 1 - dim)) / dim;
}

void sight_begin(Sight *sight, const Patterns *p);

/* What a position is worth to the side that is to move, from -1 to 1. Where numbers are asked for, also
   one for each of its empty squares, the greater, the better it looks; those of others mean nothing. It is
   compared to a base, any other position that the same side sees: most squares look alike. */
double first_sight(const Sight *sight, const SideSight *base, const Patterns *p, int me, double *numbers);

/* Keep a position as the base of others, compared to another one. */
void keep_sight(const Sight *sight, const SideSight *base, const Patterns *p, int me, SideSight *kept);

/* What a move promises by its number: as much more than another one as it is to be looked at more. */
double promise_of_number(double number);

#endif
