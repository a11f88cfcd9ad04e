/* Whole fill first, for lines as long as the side.

   A random game played on to a full board is a uniformly random half of the empty squares for the
   side to move and, independently, a uniformly random order inside each half. Whether any line is
   complete at the end depends on the halves alone, and where none is the game is a tie: done,
   without ever ordering a move. Only the few other fills get an order, which tells who completed
   a line first and which marks were never made. */

#define NAME(x) JOIN(x, JOIN(fill, ISA))

enum { NAME(WORDS) = 13 };

/* The board as words of rows: each row takes dim bits and one spare, as many rows a word as fit. */
typedef struct {
    int words, rows_a_word, stride;
    u64 squares[NAME(WORDS)], low[NAME(WORDS)], spare[NAME(WORDS)], diagonal[2][NAME(WORDS)];
    u64 own[NAME(WORDS)], empty[NAME(WORDS)];
    unsigned char word[MAX_SQUARES], bit[MAX_SQUARES];
} NAME(Plan);

static void NAME(plan)(NAME(Plan) *plan, const Position *p) {
    memset(plan, 0, sizeof *plan);
    plan->stride = p->dim + 1;
    plan->rows_a_word = 64 / plan->stride;
    plan->words = (p->dim + plan->rows_a_word - 1) / plan->rows_a_word;
    for (int i = 0; i < p->squares; i++) {
        int row = i / p->dim, col = i % p->dim, w = row / plan->rows_a_word;
        int first = row % plan->rows_a_word * plan->stride;
        u64 square = (u64)1 << (first + col);
        plan->word[i] = (unsigned char)w;
        plan->bit[i] = (unsigned char)(first + col);
        plan->squares[w] |= square;
        plan->low[w] |= (u64)1 << first;
        plan->spare[w] |= (u64)1 << (first + p->dim);
        if (row == col) plan->diagonal[0][w] |= square;
        if (row + col == p->dim - 1) plan->diagonal[1][w] |= square;
        if (p->owner[i] == 0) plan->own[w] |= square;
        if (p->owner[i] < 0) plan->empty[w] |= square;
    }
}

/* Give the side to move a random half of the empty squares. */
static inline void NAME(halve)(u64 *own, const NAME(Plan) *plan, const Position *p, Rng *rng) {
    const int wanted = (p->empty + 1) / 2;
    int sizes[2] = {0, 0};
    u64 drawn[2][NAME(WORDS)], half[NAME(WORDS)];
    for (int i = 0; i < 2; i++)
        for (int w = 0; w < plan->words; w++) {
            drawn[i][w] = rng_next(rng) & plan->empty[w];
            sizes[i] += __builtin_popcountll(drawn[i][w]);
        }
    /* Of two draws, the one whose size needs less mending: it is uniform among its size still. */
    const int second = abs(sizes[1] - wanted) < abs(sizes[0] - wanted);
    const u64 mask = (u64)0 - (u64)second;
    int have = second ? sizes[1] : sizes[0];
    for (int w = 0; w < plan->words; w++)
        half[w] = drawn[0][w] ^ ((drawn[0][w] ^ drawn[1][w]) & mask);
    /* Random squares of the side that has too many change hands: the half stays uniform. */
    const u64 too_many = have > wanted;
    const int change = too_many ? -1 : 1;
    while (have != wanted) {
        int i = p->empties[below(rng, (u32)p->empty)], w = plan->word[i], bit = plan->bit[i];
        u64 hit = ((half[w] >> bit) & 1) == too_many;
        half[w] ^= hit << bit;
        have += (int)hit * change;
    }
    for (int w = 0; w < plan->words; w++) own[w] = plan->own[w] | half[w];
}

/* Whether any line of the full board belongs to one side. */
static inline int NAME(decided)(const u64 *own, const NAME(Plan) *plan, int dim) {
    u64 rows = 0, all = ~(u64)0, some = 0, missing[2] = {0, 0}, present[2] = {0, 0};
    for (int w = 0; w < plan->words; w++) {
        /* Adding 1 to a row carries into its spare bit where the row is all ones; adding all
           ones carries where it is not all zeros. */
        rows |= (own[w] + plan->low[w]) & plan->spare[w];
        rows |= ~(own[w] + plan->squares[w]) & plan->spare[w];
        all &= own[w] | ~plan->squares[w];
        some |= own[w];
        for (int i = 0; i < 2; i++) {
            missing[i] |= ~own[w] & plan->diagonal[i][w];
            present[i] |= own[w] & plan->diagonal[i][w];
        }
    }
    u64 columns_all = all, columns_some = some;
    for (int i = 1; i < plan->rows_a_word; i++) {
        columns_all &= all >> (i * plan->stride);
        columns_some |= some >> (i * plan->stride);
    }
    const u64 row = ((u64)1 << dim) - 1;
    return rows || ((columns_all | ~columns_some) & row) || !missing[0] || !present[0] ||
           !missing[1] || !present[1];
}

/* Order the marks of a full board at random, find the first line, count what stood then. */
static void NAME(settle)(const u64 *own, const NAME(Plan) *plan, const Position *p, Rng *rng,
                         Counts *c) {
    u16 order[2][MAX_SQUARES];
    short ply[MAX_SQUARES];
    signed char side[MAX_SQUARES];
    int made[2] = {0, 0};
    for (int i = 0; i < p->squares; i++) {
        side[i] = !((own[plan->word[i]] >> plan->bit[i]) & 1);
        ply[i] = -1;
    }
    for (int n = 0; n < p->empty; n++) {
        int i = p->empties[n], s = side[i], at = (int)below(rng, (u32)++made[s]);
        order[s][made[s] - 1] = order[s][at];
        order[s][at] = (u16)i;
    }
    for (int s = 0; s < 2; s++)
        for (int n = 0; n < made[s]; n++) ply[order[s][n]] = (short)(2 * n + s);
    int first = p->empty, winner = 0, dim = p->dim;
    for (int line = 0; line < 2 * dim + 2; line++) {
        int at = line < dim ? line * dim : line < 2 * dim ? line - dim : line == 2 * dim ? 0 : dim - 1;
        int step = line < dim ? 1 : line < 2 * dim ? dim : line == 2 * dim ? dim + 1 : dim - 1;
        int s = side[at], last = -1, n = 0;
        for (; n < dim && side[at] == s; n++, at += step)
            if (ply[at] > last) last = ply[at];
        if (n == dim && last < first) { first = last; winner = s; }
    }
    c->lines[winner]++;
    for (int s = 0; s < 2; s++)
        for (int n = 0; n < made[s] && 2 * n + s <= first; n++) c->marks[winner][s][order[s][n]]++;
}

static void JOIN(fill, ISA)(const Position *p, u64 seed, u64 block, long trials, Counts *c) {
    NAME(Plan) plan;
    NAME(plan)(&plan, p);
    Rng rng;
    rng_start(rng.s, seed, block, 0);
    const u64 before[2] = {c->lines[0], c->lines[1]};
    for (; trials > 0; trials--) {
        u64 own[NAME(WORDS)];
        NAME(halve)(own, &plan, p, &rng);
        if (NAME(decided)(own, &plan, p->dim)) NAME(settle)(own, &plan, p, &rng, c);
    }
    count_fixed(p, before, c);
}

#undef NAME
