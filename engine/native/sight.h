/* First sight: what a position is worth, and how good its moves look, by its line patterns alone. */

#ifndef SIGHT_H
#define SIGHT_H

#include <stdlib.h>
#include "patterns.h"
#include "weights.h"

enum {
    LANES = 8, VECTORS = FEATURES / LANES,
    MARGIN = 1, SIGHT_ROW = MAX_DIM + 2 * MARGIN
};

typedef int16_t Lanes __attribute__((vector_size(2 * LANES)));
typedef struct { Lanes of[VECTORS]; } Features;
typedef struct { int32_t of[FEATURES]; } Totals;

/* A position as one side sees it that is to move. */
typedef struct {
    u32 looks[MAX_SQUARES];    /* what a square's features depend on */
    Features first[SIGHT_ROW * SIGHT_ROW], second[MAX_SQUARES];
    Totals totals[2];          /* of both layers, over the empty squares */
    double numbers[MAX_SQUARES];
} SideSight;

/* A position, as both sides see it, to which others are compared: most squares look alike. */
typedef struct { SideSight of[2]; } Sight;

/* How far a square is from the middle, rows and columns together, in half sides of the board. */
static inline double far_from_middle(int square, int dim) {
    return (double)(abs(2 * (square / dim) + 1 - dim) + abs(2 * (square % dim) + 1 - dim)) / dim;
}

void sight_begin(Sight *sight, const Patterns *p);

/* What a position is worth to the side that is to move, from -1 to 1. Where numbers are asked for, also
   one for each of its empty squares, the greater, the better it looks; those of others mean nothing. */
double first_sight(const Sight *sight, const Patterns *p, int me, double *numbers);

/* What a move promises by its number: as much more than another one as it is to be looked at more. */
double promise_of_number(double number);

#endif
