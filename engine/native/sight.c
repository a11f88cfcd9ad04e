/* First sight as a small convolutional network.

   An empty square's features are the sum of what its four lines say, each by what a mark of either side
   makes of it; those of a taken square are fixed. In a second layer each feature is seen on 3 x 3 squares,
   by weights of its own, and all that is seen is mixed into new features. How good a move looks is a
   weighed sum of both layers on its square. The value comes from their sums over all empty squares,
   through hidden units, and past them.

   Positions of one search differ in few squares; far from those nothing is worked out anew.

   Layers are whole numbers, so that all machines see the same: a feature of 1 is ONE, and no less
   than 0 or more than MOST. Sums of them fit into 16 bits: the weights are written so
   (engine/learning/pattern_sight.py). What follows is + and x in a fixed order, and a square root. */

#include <math.h>
#include "numbers.h"
#include "sight.h"

enum {
    NEAR = 9,                  /* squares that the second layer sees */
    PAIRS = 256                /* of what a mark makes of a line: side to move, and 16 times the other */
};

/* How a taken square looks; no four lines do so. */
static const u32 TAKEN_BY[2] = {0xFFFFFFFE, 0xFFFFFFFF};

/* The prior is flatter than it was fitted: a search has to try moves that the fit would leave out. */
static const double STEEPNESS = 0.75;

typedef int32_t Wide __attribute__((vector_size(2 * LANES)));

static Features of_pair[PAIRS], of_nothing, of_mark[2], of_near[NEAR], of_move[2];
/* What two features that were seen are mixed into: their weights side by side, for four new ones at a time. */
static Lanes of_mix[FEATURES / 2][2 * VECTORS];

static Features read_features(const int16_t *numbers) {
    Features f;
    memcpy(&f, numbers, sizeof f);
    return f;
}

/* Once; who calls this holds the GIL. */
static void read_weights(void) {
    static int are_read;
    if (are_read) return;
    for (int pair = 0; pair < PAIRS; pair++) {
        int types[2] = {pair & 15, pair >> 4};
        for (int side = 0; side < 2; side++)  /* in Renju: as classes have it */
            types[side] = types[side] < TYPES ? types[side] : types[side] == FORKED ? B4 : DEAD;
        of_pair[pair] = read_features(OF_LINE[types[0]][types[1]]);
    }
    of_nothing = read_features(OF_SQUARE);
    for (int side = 0; side < 2; side++) of_mark[side] = read_features(OF_MARK[side]);
    for (int near = 0; near < NEAR; near++) of_near[near] = read_features(OF_NEAR[near]);
    for (int layer = 0; layer < 2; layer++) of_move[layer] = read_features(PROMISE[layer]);
    for (int from = 0; from < FEATURES; from++)
        for (int to = 0; to < FEATURES; to++)
            of_mix[from / 2][to / 4][to % 4 * 2 + from % 2] = MIX[from][to];
    are_read = 1;
}

/* No number less than 0 or more than MOST. */
static inline Lanes limited(Lanes x) {
    const Lanes most = (Lanes){0} + MOST;
    x &= x > 0;
    const Lanes over = x > most;
    return (most & over) | (x & ~over);
}

/* Products of numbers side by side, the sum of two and two. */
static inline Wide products(Lanes a, Lanes b) {
#ifdef __SSE2__
    return __builtin_ia32_pmaddwd128(a, b);
#else
    Wide sums;
    for (int i = 0; i < LANES / 2; i++) sums[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sums;
#endif
}

/* Eight numbers that fit into 16 bits. */
static inline Lanes narrowed(Wide low, Wide high) {
#ifdef __SSE2__
    return __builtin_ia32_packssdw128(low, high);
#else
    Lanes x;
    for (int i = 0; i < LANES; i++) x[i] = (int16_t)(i < LANES / 2 ? low[i] : high[i - LANES / 2]);
    return x;
#endif
}

/* What a square's features depend on: of an empty one what a mark of the side to move makes of its lines, four
   bits each, and then one of the other side's. A foul makes nothing of them. */
static inline u32 look_of(const Patterns *p, int me, int square) {
    if (p->owner[square] >= 0) return TAKEN_BY[p->owner[square] != me];
    u32 types = p->types[p->cell_of[square]];
    if (p->x_side >= 0 && has_square(p->fouls, square)) types &= 0xFFFFu << 16 * !p->x_side;
    return me ? types << 16 | types >> 16 : types;
}

static inline int is_empty(u32 look) { return look < TAKEN_BY[0]; }

static inline Features first_layer(u32 look) {
    if (!is_empty(look)) return of_mark[look == TAKEN_BY[1]];
    Features sum = of_nothing;
    for (int way = 0; way < DIRECTIONS; way++) {
        const Features *line = of_pair + ((look >> 4 * way & 15) | (look >> (16 + 4 * way) & 15) << 4);
        for (int i = 0; i < VECTORS; i++) sum.of[i] += line->of[i];
    }
    for (int i = 0; i < VECTORS; i++) sum.of[i] = limited((sum.of[i] + (1 << (LINE_BITS - 1))) >> LINE_BITS);
    return sum;
}

/* The second layer on a square, from the first one on and beside it. */
static inline Features second_layer(const Features *here, int row) {
    Features seen = {{{0}}}, mixed;
    Wide sums[2 * VECTORS];
    for (int near = 0; near < NEAR; near++) {
        const Features *at = here + (near / 3 - MARGIN) * row + near % 3 - MARGIN;
        for (int i = 0; i < VECTORS; i++) seen.of[i] += at->of[i] * of_near[near].of[i];
    }
    memcpy(sums, OF_AREA, sizeof sums);
    for (int i = 0; i < FEATURES / 2; i++) {
        const Wide two = (Wide){0} + ((Wide)seen.of[i / 4])[i % 4];
        for (int to = 0; to < 2 * VECTORS; to++) sums[to] += products((Lanes)two, of_mix[i][to]);
    }
    const int bits = NEAR_BITS + MIX_BITS;
    for (int i = 0; i < 2 * VECTORS; i++) sums[i] = (sums[i] + (1 << (bits - 1))) >> bits;
    for (int i = 0; i < VECTORS; i++) mixed.of[i] = limited(narrowed(sums[2 * i], sums[2 * i + 1]));
    return mixed;
}

static inline void add(Features *sum, const Features *f) {
    for (int i = 0; i < VECTORS; i++) sum->of[i] += f->of[i];
}

static inline void take(Features *sum, const Features *f) {
    for (int i = 0; i < VECTORS; i++) sum->of[i] -= f->of[i];
}

/* Sums of a row's features fit into 16 bits, those of a board's need not. */
static inline void add_row(Totals *totals, const Features *sum) {
    for (int i = 0; i < FEATURES; i++) totals->of[i] += sum->of[i / LANES][i % LANES];
}

static inline double number_of(const Features *first, const Features *second, int square, int dim) {
    Wide sums = {0};
    for (int i = 0; i < VECTORS; i++)
        sums += products(first->of[i], of_move[0].of[i]) + products(second->of[i], of_move[1].of[i]);
    const double one = (double)ONE * PROMISE_ONE;
    return (sums[0] + sums[1] + sums[2] + sums[3]) / one - CENTRE * far_from_middle(square, dim);
}

double promise_of_number(double number) { return e_to(STEEPNESS * number); }

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

static inline int place_of(int square, int dim) {
    return (square / dim + MARGIN) * (dim + 2 * MARGIN) + square % dim + MARGIN;
}

static void look_first(SideSight *base, const Patterns *p, int me) {
    const int dim = p->dim;
    memset(base, 0, sizeof *base);
    for (int square = 0; square < p->squares; square++) {
        Features *here = base->first + place_of(square, dim);
        *here = first_layer(base->looks[square] = look_of(p, me, square));
        if (is_empty(base->looks[square])) add_row(base->totals, here);
    }
    for (int square = 0; square < p->squares; square++) {
        const Features *here = base->first + place_of(square, dim);
        if (!is_empty(base->looks[square])) continue;
        base->second[square] = second_layer(here, dim + 2 * MARGIN);
        base->numbers[square] = number_of(here, base->second + square, square, dim);
        add_row(base->totals + 1, base->second + square);
    }
}

void sight_begin(Sight *sight, const Patterns *p) {
    read_weights();
    for (int side = 0; side < 2; side++) look_first(sight->of + side, p, side);
}

/* Of each row, after one that the board does not have: the columns in which a square looks otherwise than in
   the base, and those where such a one is among the 3 x 3. */
typedef struct { u32 changed[MAX_DIM + 2], near[MAX_DIM + 2]; } Columns;

/* Put the first layer where it is another one. */
static void see_changes(const SideSight *base, const Patterns *p, int me, Features *first, Totals *totals,
                        u32 *looks, Columns *columns) {
    const int dim = p->dim, row = dim + 2 * MARGIN;
    memcpy(first, base->first, sizeof *first * (size_t)(row * row));
    memset(columns, 0, sizeof *columns);
    for (int y = 0, square = 0; y < dim; y++) {
        Features sum = {{{0}}};
        for (int x = 0; x < dim; x++, square++) {
            const u32 look = looks[square] = look_of(p, me, square), before = base->looks[square];
            if (look == before) continue;
            Features *here = first + (y + MARGIN) * row + x + MARGIN;
            columns->changed[y + 1] |= 1u << x;
            if (is_empty(before)) take(&sum, here);
            *here = first_layer(look);
            if (is_empty(look)) add(&sum, here);
        }
        if (columns->changed[y + 1]) add_row(totals, &sum);
    }
    for (int y = 1; y <= dim; y++) {
        const u32 seen = columns->changed[y - 1] | columns->changed[y] | columns->changed[y + 1];
        columns->near[y] = (seen | seen << 1 | seen >> 1) & (u32)(((u64)1 << dim) - 1);
    }
}

double first_sight(const Sight *sight, const Patterns *p, int me, double *numbers) {
    const SideSight *base = sight->of + me;
    const int dim = p->dim, row = dim + 2 * MARGIN;
    Features first[SIGHT_ROW * SIGHT_ROW];
    u32 looks[MAX_SQUARES];
    Totals totals[2] = {base->totals[0], base->totals[1]};
    Columns columns;
    see_changes(base, p, me, first, totals, looks, &columns);
    if (numbers) memcpy(numbers, base->numbers, sizeof *numbers * (size_t)p->squares);
    for (int y = 0; y < dim; y++) {
        Features sum = {{{0}}};
        for (u32 rest = columns.near[y + 1]; rest; rest &= rest - 1) {
            const int x = __builtin_ctz(rest), square = y * dim + x;
            const Features *here = first + (y + MARGIN) * row + x + MARGIN;
            if (is_empty(base->looks[square])) take(&sum, base->second + square);
            if (!is_empty(looks[square])) continue;
            const Features second = second_layer(here, row);
            add(&sum, &second);
            if (numbers) numbers[square] = number_of(here, &second, square, dim);
        }
        if (columns.near[y + 1]) add_row(totals + 1, &sum);
    }
    return worth_of(totals);
}
