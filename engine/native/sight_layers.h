/* The layers of first sight, for one instruction set (ISA) with registers of VBYTES bytes: see sight.c.

   All sums are of whole numbers, so the size of the registers changes nothing. */

#define LAYER(name) JOIN(name, ISA)
#define Lanes LAYER(Lanes)
#define Loaded LAYER(Loaded)
#define Real LAYER(Real)
#define Wide LAYER(Wide)
#define Four LAYER(Four)
#define LANES (VBYTES / 2)
#define VECTORS (FEATURES / LANES)
#define INLINE static inline __attribute__((always_inline))

typedef int16_t Lanes __attribute__((vector_size(VBYTES)));
typedef int16_t Loaded __attribute__((vector_size(VBYTES), aligned(2), may_alias));
typedef float Real __attribute__((vector_size(VBYTES)));
typedef int32_t Wide __attribute__((vector_size(VBYTES)));
typedef int32_t Four __attribute__((vector_size(16)));

#define PART(features, i) (*(const Loaded *)((features)->of + (i) * LANES))
#define SET_PART(features, i, lanes) (*(Loaded *)((features)->of + (i) * LANES) = (lanes))

/* What two features that were seen are mixed into: their weights side by side, in the order in which
   narrowed takes the sums. */
static Lanes LAYER(of_mix)[FEATURES / 2][2 * VECTORS];
static Wide LAYER(of_area)[2 * VECTORS];

/* Products of numbers side by side, the sum of two and two. */
INLINE Wide LAYER(products)(Lanes a, Lanes b) {
#if VBYTES == 32
    return __builtin_ia32_pmaddwd256(a, b);
#elif defined(__SSE2__)
    return __builtin_ia32_pmaddwd128(a, b);
#else
    Wide sums;
    for (int i = 0; i < LANES / 2; i++) sums[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sums;
#endif
}

/* Numbers that fit into 16 bits: of every eight the first four are in one of the two, the others in the
   other one. */
INLINE Lanes LAYER(narrowed)(Wide low, Wide high) {
#if VBYTES == 32
    return __builtin_ia32_packssdw256(low, high);
#elif defined(__SSE2__)
    return __builtin_ia32_packssdw128(low, high);
#else
    Lanes x;
    for (int i = 0; i < LANES; i++) x[i] = (int16_t)(i < LANES / 2 ? low[i] : high[i - LANES / 2]);
    return x;
#endif
}

/* No number less than 0 or more than MOST. */
INLINE Lanes LAYER(limited)(Lanes x) {
    const Lanes most = (Lanes){0} + MOST;
    x &= x > 0;
    const Lanes over = x > most;
    return (most & over) | (x & ~over);
}

INLINE void LAYER(add)(Features *sum, const Features *f) {
    for (int i = 0; i < VECTORS; i++) SET_PART(sum, i, PART(sum, i) + PART(f, i));
}

INLINE void LAYER(take)(Features *sum, const Features *f) {
    for (int i = 0; i < VECTORS; i++) SET_PART(sum, i, PART(sum, i) - PART(f, i));
}

/* Sums of a row's features fit into 16 bits, those of a board's need not. */
INLINE void LAYER(add_row)(Totals *totals, const Features *sum) {
    for (int i = 0; i < FEATURES; i++) totals->of[i] += sum->of[i];
}

INLINE void LAYER(first_layer)(u32 look, Features *f) {
    if (!is_empty(look)) {
        *f = *weights_at(OF_MARK[look == TAKEN_BY_OTHER]);
        return;
    }
    const Features *lines[DIRECTIONS];
    for (int way = 0; way < DIRECTIONS; way++)
        lines[way] = of_pair + (look >> 8 * way & 0xFF);
    for (int i = 0; i < VECTORS; i++) {
        const Lanes sum = PART(weights_at(OF_SQUARE), i) + PART(lines[0], i) + PART(lines[1], i) +
                          PART(lines[2], i) + PART(lines[3], i);
        SET_PART(f, i, LAYER(limited)((sum + (1 << (LINE_BITS - 1))) >> LINE_BITS));
    }
}

/* The second layer on a square, from the first one on and beside it. */
INLINE void LAYER(second_layer)(const Features *here, int row, Features *mixed) {
    Wide sums[2 * VECTORS];
    int32_t two[FEATURES / 2];
    for (int i = 0; i < VECTORS; i++) {
        Lanes seen = {0};
        for (int near = 0; near < NEAR; near++)
            seen += PART(here + (near / 3 - MARGIN) * row + near % 3 - MARGIN, i) *
                    PART(weights_at(OF_NEAR[near]), i);
        memcpy(two + i * LANES / 2, &seen, sizeof seen);
    }
    __asm__("" : "+m"(two));           /* read from there: shuffles in registers take longer */
    for (int to = 0; to < 2 * VECTORS; to++) sums[to] = LAYER(of_area)[to];
    for (int i = 0; i < FEATURES / 2; i++) {
        const Lanes both = (Lanes)((Wide){0} + two[i]);
        for (int to = 0; to < 2 * VECTORS; to++)
            sums[to] += LAYER(products)(both, LAYER(of_mix)[i][to]);
    }
    for (int i = 0; i < 2 * VECTORS; i++) sums[i] >>= NEAR_BITS + MIX_BITS;
    for (int i = 0; i < VECTORS; i++)
        SET_PART(mixed, i, LAYER(limited)(LAYER(narrowed)(sums[2 * i], sums[2 * i + 1])));
}

INLINE double LAYER(number_of)(const Features *first, const Features *second, double far) {
    Wide sums = {0};
    Four fours[LANES / 8], four = {0};
    for (int i = 0; i < VECTORS; i++)
        sums += LAYER(products)(PART(first, i), PART(weights_at(PROMISE[0]), i)) +
                LAYER(products)(PART(second, i), PART(weights_at(PROMISE[1]), i));
    memcpy(fours, &sums, sizeof sums);
    for (int i = 0; i < LANES / 8; i++) four += fours[i];
    const int32_t sum = four[0] + four[1] + four[2] + four[3];
    return sum * (1.0 / (ONE * PROMISE_ONE)) - far;
}

/* Once; who calls this holds the GIL. */
static void LAYER(read_weights)(void) {
    static int are_read;
    if (are_read) return;
    for (int from = 0; from < FEATURES; from++)
        for (int to = 0; to < FEATURES; to++) {
            const int within = to % LANES, at = 2 * (to / LANES) + within / 4 % 2;
            const int lane = within / 8 * 4 + within % 4;
            LAYER(of_mix)[from / 2][at][2 * lane + from % 2] = MIX[from][to];
            LAYER(of_area)[at][lane] = OF_AREA[to] + (1 << (NEAR_BITS + MIX_BITS - 1));
        }
    are_read = 1;
}

static void LAYER(begin)(Sight *sight, const Patterns *p, int me) {
    SideSight *base = sight->of + me;
    const int dim = p->dim, row = dim + 2 * MARGIN;
    LAYER(read_weights)();
    memset(base, 0, sizeof *base);
    for (int y = 0; y < dim; y++) {
        look_along(p, me, y, base->looks[y]);
        for (int x = 0; x < dim; x++) {
            Features *here = base->first + (y + MARGIN) * row + x + MARGIN;
            LAYER(first_layer)(base->looks[y][x], here);
            if (is_empty(base->looks[y][x])) LAYER(add_row)(base->totals, here);
        }
    }
    for (int y = 0, square = 0; y < dim; y++)
        for (int x = 0; x < dim; x++, square++) {
            const Features *here = base->first + (y + MARGIN) * row + x + MARGIN;
            if (!is_empty(base->looks[y][x])) continue;
            LAYER(second_layer)(here, row, base->second + square);
            base->numbers[square] = LAYER(number_of)(here, base->second + square, sight->far[square]);
            LAYER(add_row)(base->totals + 1, base->second + square);
        }
}

/* In which columns two rows look otherwise. */
INLINE u32 LAYER(differing)(const u32 *a, const u32 *b, int dim) {
    const u32 board = (u32)(((u64)1 << dim) - 1);
    u32 columns = 0;
#if VBYTES == 32 || defined(__SSE2__)
    enum { STEP = VBYTES / 4 };
    for (int x = 0; x < dim; x += STEP) {
        Wide one, other;
        memcpy(&one, a + x, sizeof one);
        memcpy(&other, b + x, sizeof other);
        const Wide differ = one != other;
#if VBYTES == 32
        columns |= (u32)__builtin_ia32_movmskps256((Real)differ) << x;
#else
        columns |= (u32)__builtin_ia32_movmskps((Real)differ) << x;
#endif
    }
#else
    for (int x = 0; x < dim; x++) columns |= (u32)(a[x] != b[x]) << x;
#endif
    return columns & board;
}

/* Put the first layer where it is another one. */
INLINE void LAYER(see_changes)(const SideSight *base, const Patterns *p, int me, Features *first,
                               Totals *totals, u32 (*looks)[LOOKS], Columns *columns) {
    const int dim = p->dim, row = dim + 2 * MARGIN;
    memcpy(first, base->first, sizeof *first * (size_t)(row * row));
    columns->changed[0] = columns->changed[dim + 1] = 0;
    for (int y = 0; y < dim; y++) {
        look_along(p, me, y, looks[y]);
        const u32 changed = LAYER(differing)(looks[y], base->looks[y], dim);
        columns->changed[y + 1] = changed;
        if (!changed) continue;
        Features sum = {{0}};
        for (u32 rest = changed; rest; rest &= rest - 1) {
            const int x = __builtin_ctz(rest);
            Features *here = first + (y + MARGIN) * row + x + MARGIN;
            if (is_empty(base->looks[y][x])) LAYER(take)(&sum, here);
            LAYER(first_layer)(looks[y][x], here);
            if (is_empty(looks[y][x])) LAYER(add)(&sum, here);
        }
        LAYER(add_row)(totals, &sum);
    }
}

/* The totals of both layers; and, as far as they are wanted, the numbers of the second layer's squares and
   that layer itself, all of which are those of the base before. The first layer is the position's after. */
INLINE void LAYER(see_from)(const Sight *sight, const SideSight *base, const Patterns *p, int me,
                            Features *first, Features *second, u32 (*looks)[LOOKS], double *numbers,
                            Totals *totals) {
    const int dim = p->dim, row = dim + 2 * MARGIN;
    Columns columns;
    memcpy(totals, base->totals, sizeof base->totals);
    LAYER(see_changes)(base, p, me, first, totals, looks, &columns);
    look_near(&columns, dim);
    for (int y = 0; y < dim; y++) {
        if (!columns.near[y + 1]) continue;
        Features sum = {{0}};
        for (u32 rest = columns.near[y + 1]; rest; rest &= rest - 1) {
            const int x = __builtin_ctz(rest), square = y * dim + x;
            const Features *here = first + (y + MARGIN) * row + x + MARGIN;
            if (is_empty(base->looks[y][x])) LAYER(take)(&sum, base->second + square);
            if (!is_empty(looks[y][x])) continue;
            Features mixed;
            LAYER(second_layer)(here, row, &mixed);
            LAYER(add)(&sum, &mixed);
            if (second) second[square] = mixed;
            if (numbers) numbers[square] = LAYER(number_of)(here, &mixed, sight->far[square]);
        }
        LAYER(add_row)(totals + 1, &sum);
    }
}

static void LAYER(see)(const Sight *sight, const SideSight *base, const Patterns *p, int me,
                       double *numbers, Totals *totals) {
    Features first[SIGHT_ROW * SIGHT_ROW];
    u32 looks[MAX_DIM][LOOKS];
    if (numbers) memcpy(numbers, base->numbers, sizeof *numbers * (size_t)p->squares);
    LAYER(see_from)(sight, base, p, me, first, NULL, looks, numbers, totals);
}

static void LAYER(keep)(const Sight *sight, const SideSight *base, const Patterns *p, int me,
                        SideSight *kept) {
    memcpy(kept->second, base->second, sizeof *kept->second * (size_t)p->squares);
    memcpy(kept->numbers, base->numbers, sizeof *kept->numbers * (size_t)p->squares);
    LAYER(see_from)(sight, base, p, me, kept->first, kept->second, kept->looks, kept->numbers,
                    kept->totals);
}

static const Layers LAYER(layers) = {LAYER(begin), LAYER(see), LAYER(keep)};

#undef LAYER
#undef Lanes
#undef Loaded
#undef Real
#undef Wide
#undef Four
#undef LANES
#undef VECTORS
#undef INLINE
#undef PART
#undef SET_PART
#undef ISA
#undef VBYTES
