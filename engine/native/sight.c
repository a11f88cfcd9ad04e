/* First sight as a small convolutional network.

   An empty square's features are the sum of what its four lines say, each by what a mark of either side
   makes of it; those of a taken square are fixed. In a second layer each feature is seen on 3 x 3 squares,
   by weights of its own, and all that is seen is mixed into new features. How good a move looks is a
   weighed sum of both layers on its square. The value comes from their sums over all empty squares,
   through hidden units, and past them.

   Positions of one search differ in few squares; far from those nothing is worked out anew. The fewer marks
   apart a position and its base are, the less there is to do.

   Layers are whole numbers, so that all machines see the same: a feature of 1 is ONE, and no less
   than 0 or more than MOST. Sums of them fit into 16 bits: the weights are written so
   (tools/weights/sight.py). What follows is + and x in a fixed order, and a square root. */

#include <math.h>
#include "numbers.h"
#include "sight.h"

/* How a taken square looks, of the side to move and of the other one; no four lines do so. */
static const u32 TAKEN_BY_ME = 0xFFFFFFFE, TAKEN_BY_OTHER = 0xFFFFFFFF;

/* The prior is flatter than it was fitted: a search has to try moves that the fit would leave out. */
static const double STEEPNESS = 0.55;

static Features of_pair[PAIRS];

/* Weights as they lie in the header, for squares' features. */
static inline const Features *weights_at(const int16_t *numbers) { return (const Features *)numbers; }

static inline int is_empty(u32 look) { return look < TAKEN_BY_ME; }

/* What a row's squares depend on: of an empty one what a mark of the side to move makes of its lines, a byte
   each, and 16 times what one of the other side's does. A foul makes nothing of them. */
static inline void look_along(const Patterns *p, int me, int row, u32 *looks) {
    const int dim = p->dim;
    const u32 *types = p->types + p->cell_of[row * dim];
    const signed char *owner = p->owner + row * dim;
    const u32 low = 0x0F0F0F0F;
    /* By masks and some squares too many, so that several are done at once. */
    for (int x = 0; x < (dim + 7) / 8 * 8; x++) {
        const u32 both = me ? (types[x] & low) << 4 | (types[x] >> 4 & low) : types[x];
        const u32 empty = (u32)(owner[x] >> 7), taken = TAKEN_BY_ME | (u32)(owner[x] ^ me);
        looks[x] = (both & empty) | (taken & ~empty);
    }
    if (p->x_side < 0) return;
    for (int x = 0; x < dim; x++)
        if (owner[x] < 0 && has_square(p->fouls, row * dim + x))
            looks[x] &= p->x_side == me ? low << 4 : low;
}

/* Of each row, after one that the board does not have: the columns in which a square looks otherwise than in
   the base, and those where such a one is among the 3 x 3. */
typedef struct { u32 changed[MAX_DIM + 2], near[MAX_DIM + 2]; } Columns;

static inline void look_near(Columns *columns, int dim) {
    for (int y = 1; y <= dim; y++) {
        const u32 seen = columns->changed[y - 1] | columns->changed[y] | columns->changed[y + 1];
        columns->near[y] = (seen | seen << 1 | seen >> 1) & (u32)(((u64)1 << dim) - 1);
    }
}

/* ---- The value ---- */

/* What a position is worth by the sums over its squares. */
static double worth_of(const Totals *totals) {
    double hidden[HIDDEN], x = BIAS;
    memcpy(hidden, HIDDEN_BIAS, sizeof hidden);
    for (int i = 0; i < 2 * FEATURES; i++) {
        const double sum = totals[i / FEATURES].of[i % FEATURES] / (double)ONE;
        x += sum * DIRECT[i];
        for (int unit = 0; unit < HIDDEN; unit++) hidden[unit] += sum * INTO[i][unit];
    }
    for (int unit = 0; unit < HIDDEN; unit++) {
        const double y = hidden[unit];
        x += (y < 0 ? 0 : y > HIDDEN_MOST ? HIDDEN_MOST : y) * OUT[unit];
    }
    return x / sqrt(1 + x * x);
}

double promise_of_number(double number) { return e_to(STEEPNESS * number); }

/* ---- The layers ---- */

#define LAYERED "sight_layers.h"
#include "layered.h"

/* Once; who calls this holds the GIL. */
static void read_weights(void) {
    static int are_read;
    if (are_read) return;
    for (int pair = 0; pair < PAIRS; pair++) {
        int types[2] = {pair & 15, pair >> 4};
        for (int side = 0; side < 2; side++)  /* in Renju: as classes have it */
            types[side] = types[side] < TYPES ? types[side] : types[side] == FORKED ? B4 : DEAD;
        memcpy(of_pair + pair, OF_LINE[types[0]][types[1]], sizeof *of_pair);
    }
    are_read = 1;
}

void sight_begin(Sight *sight, const Patterns *p) {
    read_weights();
    sight->layers = LAYERS[isa_in_use()];
    for (int square = 0; square < p->squares; square++)
        sight->far[square] = CENTRE * far_from_middle(square, p->dim);
    for (int side = 0; side < 2; side++) sight->layers->begin(sight, p, side);
}

double first_sight(const Sight *sight, const SideSight *base, const Patterns *p, int me, double *numbers) {
    Totals totals[2];
    sight->layers->see(sight, base, p, me, numbers, totals);
    return worth_of(totals);
}

void keep_sight(const Sight *sight, const SideSight *base, const Patterns *p, int me, SideSight *kept) {
    sight->layers->keep(sight, base, p, me, kept);
}
