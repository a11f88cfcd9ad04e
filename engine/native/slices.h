/* Random playouts in bit slices, for one instruction set. The file that includes this one defines
   ISA, the set's name, and VBYTES, the size of its vector registers.

   A square is a vector, and a bit of it is a game. A random game played on to a full board is a
   random half of the empty squares for each side and, independently, a random order in each half.
   Every square has a key, and a side marks its squares in the order of their keys; a bit of each
   key is drawn at a time, and only as long as it matters. So all games need fair bits only, no two
   keys are ever equal, and no move is made after another one.

   A set of squares grows towards the smallest keys like this: some squares are in it for certain
   (in set, not open), some may be (open), and a draw takes half of those for a trial. Where the
   trial goes too far, only the squares tried stay open; where not, they are in for certain, and
   those not tried stay open. */

#define NAME(x) JOIN(x, ISA)
#define V NAME(V)
#define Number NAME(Number)
#define Stream NAME(Stream)
#define Batch NAME(Batch)
#if defined(__SANITIZE_ADDRESS__)  /* a build to be checked, whose compiling need not take long */
#define INLINE static
#else
#define INLINE static inline __attribute__((always_inline))
#endif

typedef u64 V __attribute__((vector_size(VBYTES)));
typedef struct { V digit[DIGITS]; } Number;  /* one number a game, a binary digit a vector */
typedef struct { V s[4]; } Stream;

/* What a call works on: three vectors for each empty square, then one for each square and side. */
typedef struct { V *half, *set, *open, *board[2]; } Batch;

enum { NAME(WORDS) = VBYTES / 8, NAME(GAMES) = VBYTES * 8 };

INLINE V NAME(rotated)(V x, int by) { return (x << by) | (x >> (64 - by)); }

INLINE V NAME(random)(Stream *stream) {
    V *s = stream->s;
    const V result = s[0] + s[1] + s[3];
    s[3] += 1;
    s[0] = s[1] ^ (s[1] >> 11);
    s[1] = s[2] + (s[2] << 3);
    s[2] = NAME(rotated)(s[2], 24) + result;
    return result;
}

/* Streams are SFC64 (Doty-Humphrey, PractRand), which needs few operations where a register cannot
   be rotated, seeded by splitmix64. Every 64 games of a batch have one of their own for each phase.
   A phase lasts as long as any game needs, and what is drawn for games that are done changes none:
   so all instruction sets play the same games. */
INLINE void NAME(start)(Stream *stream, u64 seed[NAME(WORDS)]) {
    u64 state[3][NAME(WORDS)];
    for (int word = 0; word < NAME(WORDS); word++)
        for (int i = 0; i < 3; i++) state[i][word] = splitmix(&seed[word]);
    memcpy(stream->s, state, sizeof state);
    stream->s[3] = (V){0} + 1;
}

INLINE int NAME(any)(V x) {
    u64 word[NAME(WORDS)], all = 0;
    memcpy(word, &x, sizeof word);
    for (int i = 0; i < NAME(WORDS); i++) all |= word[i];
    return all != 0;
}

/* How many bits are set. Where the processor cannot count them, sums in ever wider fields do. */
INLINE u64 NAME(count)(V x) {
    u64 word[NAME(WORDS)], sum = 0;
#if defined(__x86_64__) && !defined(__POPCNT__)
    const u64 ones = ~(u64)0;
    x -= (x >> 1) & ones / 3;
    x = (x & ones / 5) + ((x >> 2) & ones / 5);
    x = (x + (x >> 4)) & ones / 17;
    memcpy(word, &x, sizeof word);
    for (int i = 0; i < NAME(WORDS); i++) sum += word[i];
    return sum * (ones / 255) >> 56;
#else
    memcpy(word, &x, sizeof word);
    for (int i = 0; i < NAME(WORDS); i++) sum += (u64)__builtin_popcountll(word[i]);
    return sum;
#endif
}

/* The carry of a full adder; *sum becomes the sum of the three. */
INLINE V NAME(carry)(V *sum, V a, V b) {
    const V x = *sum ^ a, carry = (*sum & a) | (x & b);
    *sum = x ^ b;
    return carry;
}

/* Add eight numbers of one digit. */
INLINE void NAME(add)(Number *n, const V x[8], int digits) {
    V *d = n->digit;
    const V a = NAME(carry)(&d[0], x[0], x[1]), b = NAME(carry)(&d[0], x[2], x[3]);
    const V c = NAME(carry)(&d[0], x[4], x[5]), e = NAME(carry)(&d[0], x[6], x[7]);
    const V f = NAME(carry)(&d[1], a, b), g = NAME(carry)(&d[1], c, e);
    if (digits < 3) return;
    V carry = NAME(carry)(&d[2], f, g);
    for (int i = 3; i < digits; i++) {
        const V next = d[i] & carry;
        d[i] ^= carry;
        carry = next;
    }
}

/* Add one number of one digit. */
INLINE void NAME(add1)(Number *n, V x, int digits) {
    for (int i = 0; i < digits; i++) {
        const V next = n->digit[i] & x;
        n->digit[i] ^= x;
        x = next;
    }
}

INLINE V NAME(greater)(const Number *a, const Number *b, int digits) {
    V greater = {0};
    for (int i = 0; i < digits; i++) {
        const V differ = a->digit[i] ^ b->digit[i];
        greater = (differ & a->digit[i]) | (~differ & greater);
    }
    return greater;
}

INLINE V NAME(equal)(const Number *a, const Number *b, int digits) {
    V differ = {0};
    for (int i = 0; i < digits; i++) differ |= a->digit[i] ^ b->digit[i];
    return ~differ;
}

/* n + 2^place. */
INLINE Number NAME(plus)(const Number *n, int place, int digits) {
    Number sum = *n;
    V carry = ~(V){0};
    for (int i = place; i < digits; i++) {
        sum.digit[i] = n->digit[i] ^ carry;
        carry &= n->digit[i];
    }
    return sum;
}

INLINE void NAME(where)(Number *n, V mask, const Number *other, int digits) {
    for (int i = 0; i < digits; i++)
        n->digit[i] = (n->digit[i] & ~mask) | (other->digit[i] & mask);
}

INLINE Number NAME(constant)(int number) {
    Number n;
    for (int i = 0; i < DIGITS; i++) n.digit[i] = (V){0} - (u64)(number >> i & 1);
    return n;
}

/* A bit of a key for one square. ``two`` are the games with just two open squares: of those one gets
   a bit and the other one its opposite, so that always one of them is taken. ``few`` says whether
   there are such games at all: on large boards that is so in late draws only. */
INLINE V NAME(drawn)(Stream *stream, int few, V two, V other) {
    const V bit = NAME(random)(stream);
    return few ? (bit & ~two) | (other & two) : bit;
}

/* Take note of how the last trial went, and draw a square for the next one; return the set. */
INLINE V NAME(tried)(const Batch *batch, int i, Stream *stream, V far, V live, int few, V two,
                     V *b) {
    const V open = batch->open[i] & ~(batch->set[i] ^ far), tried = open & live;
    const V bit = NAME(drawn)(stream, few, two, *b);
    if (few) *b ^= tried;  /* the second of two gets the opposite */
    batch->open[i] = open;
    return batch->set[i] = (batch->set[i] & ~tried) | (bit & tried);
}

/* Draw all squares; add to size how many are in the set now. */
INLINE void NAME(draw)(const Batch *batch, Stream *stream, V far, V live, int few, V two,
                       Number *size, int n, int digits) {
    V b = NAME(random)(stream);
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        V x[8];
        for (int j = 0; j < 8; j++)
            x[j] = NAME(tried)(batch, i + j, stream, far, live, few, two, &b);
        NAME(add)(size, x, digits);
    }
    for (; i < n; i++)
        NAME(add1)(size, NAME(tried)(batch, i, stream, far, live, few, two, &b), digits);
}

/* Make set a random subset of ``wanted`` of the open squares, in the live games. */
INLINE void NAME(choose)(const Batch *batch, Stream *stream, V live, const Number *wanted, Number hi,
                         int n, int digits) {
    Number lo = NAME(constant)(0);
    V far = {0};
    while (NAME(any)(live)) {
        const Number next = NAME(plus)(&lo, 1, digits);
        const V two = NAME(equal)(&hi, &next, digits);
        Number size = NAME(constant)(0);
        if (n < LARGE || NAME(any)(two & live))
            NAME(draw)(batch, stream, far, live, 1, two, &size, n, digits);
        else
            NAME(draw)(batch, stream, far, live, 0, two, &size, n, digits);
        far = NAME(greater)(&size, wanted, digits);
        live &= ~NAME(equal)(&size, wanted, digits);
        NAME(where)(&hi, live & far, &size, digits);
        NAME(where)(&lo, live & ~far, &size, digits);
    }
}

/* What counts for each side: that for side 1, and where side 0 differs. */
typedef struct { V one, differ; } NAME(Pair);
typedef struct { NAME(Pair) far, live, two, b; } NAME(Sides);

INLINE NAME(Pair) NAME(pair)(const V side[2]) {
    const NAME(Pair) pair = {side[1], side[0] ^ side[1]};
    return pair;
}

/* What counts for the side that a square belongs to. */
INLINE V NAME(of_side)(V half, NAME(Pair) sides) { return sides.one ^ (half & sides.differ); }

/* Draw a square that may belong to either side; return the set. */
INLINE V NAME(searched)(const Batch *batch, int i, Stream *stream, NAME(Sides) *s, int few) {
    const V h = batch->half[i], open = batch->open[i] & ~(batch->set[i] ^ NAME(of_side)(h, s->far));
    const V tried = open & NAME(of_side)(h, s->live);
    const V bit = NAME(drawn)(stream, few, NAME(of_side)(h, s->two), NAME(of_side)(h, s->b));
    if (few) {
        s->b.one ^= tried & ~h;
        s->b.differ ^= tried;
    }
    batch->open[i] = open;
    return batch->set[i] = (batch->set[i] & ~tried) | (bit & tried);
}

/* Draw all squares, put the marks on both boards, and add up how many there are. */
INLINE void NAME(search)(const Position *p, const Batch *batch, Stream *stream, NAME(Sides) *s,
                         int few, Number marks[2], int n, int digits) {
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        V x[2][8];
        for (int j = 0; j < 8; j++) {
            const V all = NAME(searched)(batch, i + j, stream, s, few), h = batch->half[i + j];
            x[0][j] = batch->board[0][p->empties[i + j]] = all & h;
            x[1][j] = batch->board[1][p->empties[i + j]] = all & ~h;
        }
        for (int side = 0; side < 2; side++) NAME(add)(&marks[side], x[side], digits);
    }
    for (; i < n; i++) {
        const V all = NAME(searched)(batch, i, stream, s, few), h = batch->half[i];
        const int square = p->empties[i];
        NAME(add1)(&marks[0], batch->board[0][square] = all & h, digits);
        NAME(add1)(&marks[1], batch->board[1][square] = all & ~h, digits);
    }
}

/* Whether any of the windows of ``length`` squares in a run of ``squares`` is all ones. Four
   neighbouring windows share most of their squares. */
INLINE V NAME(lined_run)(const V *run, int step, int squares, int length) {
    V any = {0};
    int first = 0;
    if (length >= 4)
        for (; first + length + 3 <= squares; first += 4) {
            const V *a = run + first * step, *z = a + length * step;
            V core = a[3 * step];
            for (int i = 4; i < length; i++) core &= a[i * step];
            const V tail = z[0] & z[step];
            any |= core & ((a[2 * step] & ((a[step] & (a[0] | z[0])) | tail)) |
                           (tail & z[2 * step]));
        }
    for (; first + length <= squares; first++) {
        V all = run[first * step];
        for (int i = 1; i < length; i++) all &= run[(first + i) * step];
        any |= all;
    }
    return any;
}

/* The games in which a side has a line. */
INLINE V NAME(lined)(const V *board, int dim, int length) {
    V any = {0};
    for (int i = 0; i < dim; i++) {
        any |= NAME(lined_run)(board + i * dim, 1, dim, length);
        if (length > 1) any |= NAME(lined_run)(board + i, dim, dim, length);
    }
    if (length > 1)
        for (int i = 0; i + length <= dim; i++) {
            any |= NAME(lined_run)(board + i, dim + 1, dim - i, length);
            any |= NAME(lined_run)(board + dim - 1 - i, dim - 1, dim - i, length);
            if (i == 0) continue;
            any |= NAME(lined_run)(board + i * dim, dim + 1, dim - i, length);
            any |= NAME(lined_run)(board + i * dim + dim - 1, dim - 1, dim - i, length);
        }
    return any;
}

/* Play as many games as a vector has bits, those that are alive, and count their ends. Board, line
   and empty squares are arguments of their own, so that a call with constants is compiled for just
   that board. */
INLINE void NAME(games)(const Position *p, u64 key, int first_word, V alive, const Batch *batch,
                        Counts *c, int dim, int length, int n, int digits) {
    Stream stream;
    V *half = batch->half, *set = batch->set, *open = batch->open;
    const int mine = (n + 1) / 2;

    /* The halves: is a line on the full board at all? */
    u64 seed[NAME(WORDS)];
    for (int i = 0; i < NAME(WORDS); i++) seed[i] = mixed(key, (u64)(first_word + i));
    NAME(start)(&stream, seed);
    for (int i = 0; i < n; i++) {
        set[i] = (V){0};
        open[i] = ~(V){0};
    }
    const Number size[2] = {NAME(constant)(mine), NAME(constant)(n - mine)};
    NAME(choose)(batch, &stream, alive, &size[0], NAME(constant)(n), n, digits);
    for (int i = 0; i < n; i++) {
        half[i] = set[i];
        batch->board[0][p->empties[i]] = set[i];
        batch->board[1][p->empties[i]] = ~set[i];
    }
    V line[2], won[2], far[2] = {{0}, {0}}, live[2];
    for (int side = 0; side < 2; side++)
        line[side] = NAME(lined)(batch->board[side], dim, length) & alive;
    if (!NAME(any)(line[0] | line[1])) return;

    /* The search: how many marks until a side's first line? Between lo, without, and hi, with. */
    Number lo[2], hi[2];
    for (int side = 0; side < 2; side++) {
        lo[side] = NAME(constant)(0);
        NAME(where)(&lo[side], ~line[side], &size[side], digits);
        hi[side] = size[side];
    }
    for (int i = 0; i < n; i++) {
        open[i] = (half[i] & line[0]) | (~half[i] & line[1]);
        set[i] = ~open[i];
    }
    NAME(start)(&stream, seed);
    for (;;) {
        const Number next[2] = {NAME(plus)(&lo[0], 0, digits), NAME(plus)(&lo[1], 0, digits)};
        won[0] = line[0] & ~NAME(greater)(&hi[0], &next[1], digits);
        won[1] = line[1] & ~won[0] & ~NAME(greater)(&hi[1], &lo[0], digits);
        for (int side = 0; side < 2; side++)
            live[side] = line[side] & ~won[!side] &
                         (~won[side] | NAME(greater)(&hi[side], &next[side], digits));
        if (!NAME(any)(live[0] | live[1])) break;
        V two[2];
        for (int side = 0; side < 2; side++) {
            const Number after = NAME(plus)(&lo[side], 1, digits);
            two[side] = NAME(equal)(&hi[side], &after, digits);
        }
        const V b[2] = {NAME(random)(&stream), NAME(random)(&stream)};  /* sides are independent */
        NAME(Sides) sides = {NAME(pair)(far), NAME(pair)(live), NAME(pair)(two), NAME(pair)(b)};
        Number marks[2] = {NAME(constant)(0), NAME(constant)(0)};
        if (n < LARGE || NAME(any)((two[0] & live[0]) | (two[1] & live[1])))
            NAME(search)(p, batch, &stream, &sides, 1, marks, n, digits);
        else
            NAME(search)(p, batch, &stream, &sides, 0, marks, n, digits);
        for (int side = 0; side < 2; side++) {
            far[side] = NAME(lined)(batch->board[side], dim, length);
            NAME(where)(&hi[side], live[side] & far[side], &marks[side], digits);
            NAME(where)(&lo[side], live[side] & ~far[side], &marks[side], digits);
        }
    }

    /* The loser: as many marks as it had time for, out of a set that is known to have no line.
       Inside such a set the order may be forgotten: it stays uniform. */
    Number wanted = lo[0], had = lo[1];
    NAME(where)(&wanted, won[1], &hi[1], digits);
    NAME(where)(&had, won[1], &lo[0], digits);
    const V more = (won[0] | won[1]) & ~NAME(equal)(&had, &wanted, digits);
    for (int i = 0; i < n; i++) {
        const V h = half[i], loser = (won[0] & ~h) | (won[1] & h);
        open[i] &= ~(set[i] ^ ((h & far[0]) | (~h & far[1])));
        const V certain = set[i] & ~open[i];
        /* (What the winner marked is kept aside on its board meanwhile.) */
        batch->board[0][p->empties[i]] = (set[i] | open[i]) & ~loser;
        open[i] = certain & loser & more;
        set[i] = certain & loser & ~more;
    }
    NAME(start)(&stream, seed);
    NAME(choose)(batch, &stream, more, &wanted, had, n, digits);
    for (int winner = 0; winner < 2; winner++) c->lines[winner] += NAME(count)(won[winner]);
    for (int i = 0; i < n; i++) {
        const int square = p->empties[i];
        const V marks = batch->board[0][square] | set[i];
        for (int winner = 0; winner < 2; winner++) {
            c->marks[winner][0][square] += NAME(count)(marks & half[i] & won[winner]);
            c->marks[winner][1][square] += NAME(count)(marks & ~half[i] & won[winner]);
        }
    }
}

/* Play one batch of up to 512 games in ``room``, which is aligned and has the vectors that
   play() makes. */
static void JOIN(play_batch, ISA)(const Position *p, u64 key, long trials, void *room, Counts *c) {
    const int n = p->empty;
    V *next = room;
    const Batch batch = {next, next + n, next + 2 * n, {next + 3 * n, next + 3 * n + p->squares}};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->squares; i++)
            batch.board[side][i] = (V){0} - (u64)(p->owner[i] == side);
    for (int first = 0; first < BATCH && first < trials; first += NAME(GAMES)) {
        u64 word[NAME(WORDS)];
        for (int i = 0; i < NAME(WORDS); i++) {
            const long rest = trials - first - 64 * i;
            word[i] = rest >= 64 ? ~(u64)0 : rest > 0 ? ((u64)1 << rest) - 1 : 0;
        }
        V alive;
        memcpy(&alive, word, sizeof alive);
        if (p->dim == 3 && p->win_length == 3 && n == 9)
            NAME(games)(p, key, first / 64, alive, &batch, c, 3, 3, 9, 4);
        else if (p->dim == 4 && p->win_length == 4 && n == 16)
            NAME(games)(p, key, first / 64, alive, &batch, c, 4, 4, 16, 5);
        else if (p->dim == 5 && p->win_length == 5 && n == 25)
            NAME(games)(p, key, first / 64, alive, &batch, c, 5, 5, 25, 5);
        else
            NAME(games)(p, key, first / 64, alive, &batch, c, p->dim, p->win_length, n,
                        digits_of(n + 2));
    }
}

static const Isa JOIN(isa, ISA) = {STRING(ISA), JOIN(play_batch, ISA), VBYTES};

#undef NAME
#undef V
#undef Number
#undef Stream
#undef Batch
#undef INLINE
#undef ISA
#undef VBYTES
