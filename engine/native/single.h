/* One game at a time, for lines shorter than the side on large boards, where nearly every game is
   decided long before the board is full. Each side has a bit word for every row, column and
   diagonal; a mark sets its bit in four of them, and a line is a run of bits in one word. */

#define NAME(x) JOIN(x, JOIN(single, ISA))

enum { NAME(WAYS) = 2 * MAX_DIM + 2 * (2 * MAX_DIM - 1) };

/* Per side, the words of rows, columns, falling and rising diagonals, one after another. */
typedef struct { u32 words[2][NAME(WAYS)]; } NAME(Runs);

typedef struct { unsigned char word[4], bit[4]; } NAME(Place);

static inline int NAME(has_run)(u32 word, int win_length) {
    for (int length = 1, more; length < win_length; length += more) {
        more = length < win_length - length ? length : win_length - length;
        word &= word >> more;
    }
    return word != 0;
}

static inline int NAME(mark)(u32 *words, NAME(Place) place, int win_length) {
    int lined = 0;
    for (int way = 0; way < 4; way++) {
        u32 word = words[place.word[way]] |= (u32)1 << place.bit[way];
        lined |= NAME(has_run)(word, win_length);
    }
    return lined;
}

static void JOIN(single, ISA)(const Position *p, u64 seed, u64 block, long trials, Counts *c) {
    NAME(Place) places[MAX_SQUARES];
    NAME(Runs) start, runs;
    u16 order[MAX_SQUARES];
    const int dim = p->dim;
    memset(&start, 0, sizeof start);
    for (int i = 0; i < p->squares; i++) {
        int row = i / dim, col = i % dim;
        places[i] = (NAME(Place)){
            {(unsigned char)row, (unsigned char)(dim + col), (unsigned char)(2 * dim + row - col + dim - 1),
             (unsigned char)(4 * dim - 1 + row + col)},
            {(unsigned char)col, (unsigned char)row, (unsigned char)col, (unsigned char)col}};
        if (p->owner[i] >= 0) NAME(mark)(start.words[p->owner[i]], places[i], p->win_length);
    }
    memcpy(order, p->empties, sizeof order);
    Rng rng;
    rng_start(rng.s, seed, block, 0);
    const u64 before[2] = {c->lines[0], c->lines[1]};
    for (; trials > 0; trials--) {
        runs = start;
        /* Shuffling goes on from the last game's order: from any order it is uniform. */
        for (int ply = 0; ply < p->empty; ply++) {
            int at = ply + (int)below(&rng, (u32)(p->empty - ply)), side = ply & 1;
            u16 square = order[at];
            order[at] = order[ply];
            order[ply] = square;
            if (NAME(mark)(runs.words[side], places[square], p->win_length)) {
                c->lines[side]++;
                for (int n = 0; n <= ply; n++) c->marks[side][n & 1][order[n]]++;
                break;
            }
        }
    }
    count_fixed(p, before, c);
}

#undef NAME
