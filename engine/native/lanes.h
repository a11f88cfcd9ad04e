/* One game a SIMD lane, for boards of up to LANE_BITS squares.

   All games of a vector are at the same ply, so each has the same number of empty squares. Each
   side's marks are a bit board in its lane; a lane whose game is over keeps its boards as they are.
   There are always 64 bytes of lanes, in as many vectors as the instruction set needs, and every
   64 bits of them have a random stream of their own: so all instruction sets play the same games. */

#define NAME(x) JOIN(JOIN(x, LANE_BITS), ISA)
#define V NAME(V)
#define S NAME(S)
#define W NAME(W)
#define UINT_(bits) uint##bits##_t
#define UINT(bits) UINT_(bits)
#define INT_(bits) int##bits##_t
#define INT(bits) INT_(bits)

typedef UINT(LANE_BITS) V __attribute__((vector_size(VBYTES)));
typedef INT(LANE_BITS) S __attribute__((vector_size(VBYTES)));
typedef u64 W __attribute__((vector_size(VBYTES)));

typedef struct { W s[4]; V high, low; } NAME(Stream);

static inline __attribute__((always_inline)) V NAME(random)(NAME(Stream) *r) {
    W *s = r->s, sum = s[0] + s[3], result = ((sum << 23) | (sum >> 41)) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return (V)result;
}

/* Every lane holds a random fraction of 32 bits. take() multiplies it by n: the whole part is a
   number below n, and what remains is a fraction again, with a little less of the chance in it.
   After numbers below n1, n2, ... nk each outcome has its chance to within one part in
   2^32 / (n1 n2 ... nk); fresh ones are drawn before that product passes 4096: a relative bias
   below 1e-6. */
enum { NAME(MAX_PRODUCT) = 4096 };

#if LANE_BITS == 16
static inline __attribute__((always_inline)) void NAME(refill)(NAME(Stream) *r) {
    r->high = NAME(random)(r);
    r->low = NAME(random)(r);
}

static inline __attribute__((always_inline)) V NAME(high_product)(V a, V b) {
#if defined(__x86_64__) && VBYTES == 64
    return (V)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
#elif defined(__x86_64__) && VBYTES == 32
    return (V)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
#elif defined(__x86_64__)
    return (V)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#else
    typedef u32 Wide __attribute__((vector_size(2 * VBYTES)));
    return __builtin_convertvector(
        (__builtin_convertvector(a, Wide) * __builtin_convertvector(b, Wide)) >> 16, V);
#endif
}

static inline __attribute__((always_inline)) V NAME(take)(NAME(Stream) *r, int n) {
    V by = (V){0} + (u16)n, carried = NAME(high_product)(r->low, by);
    V whole = NAME(high_product)(r->high, by), middle = r->high * by + carried;
    r->low *= by;
    r->high = middle;
    return whole - (V)(middle < carried);
}
#elif LANE_BITS == 32
static inline __attribute__((always_inline)) void NAME(refill)(NAME(Stream) *r) {
    r->high = NAME(random)(r);
}

static inline __attribute__((always_inline)) V NAME(take)(NAME(Stream) *r, int n) {
    V low = (r->high & 0xFFFF) * (u32)n, high = (r->high >> 16) * (u32)n + (low >> 16);
    r->high = (high << 16) | (low & 0xFFFF);
    return high >> 16;
}
#else
static inline __attribute__((always_inline)) void NAME(refill)(NAME(Stream) *r) {
    r->high = NAME(random)(r) >> 32;
}

static inline __attribute__((always_inline)) V NAME(take)(NAME(Stream) *r, int n) {
    V product = r->high * (u64)n;
    r->high = product & 0xFFFFFFFFu;
    return product >> 32;
}
#endif

/* The squares from which a line may run in each direction: right, down, down right, down left. */
static void NAME(find_starts)(UINT(LANE_BITS) starts[4], int dim, int win_length) {
    for (int way = 0; way < 4; way++) {
        int down = way == 0 ? 0 : win_length - 1;
        int right = way == 1 ? 0 : way == 3 ? 1 - win_length : win_length - 1;
        starts[way] = 0;
        for (int row = 0; row + down < dim; row++)
            for (int col = 0; col < dim; col++)
                if (col + right >= 0 && col + right < dim)
                    starts[way] |= (UINT(LANE_BITS))((UINT(LANE_BITS))1 << (row * dim + col));
    }
}

/* All ones in the lanes whose board has a line. Shifted copies are ANDed, twice as many each
   time, until win_length of them have met. */
static inline __attribute__((always_inline)) V NAME(lined)(
    V board, const UINT(LANE_BITS) starts[4], int dim, int win_length) {
    const int steps[4] = {1, dim, dim + 1, dim - 1};
    V any = {0};
    for (int way = 0; way < 4; way++) {
        V run = board;
        for (int length = 1, more; length < win_length; length += more) {
            more = length < win_length - length ? length : win_length - length;
            run &= run >> (more * steps[way]);
        }
        any |= run & starts[way];
    }
    return (V)(any != 0);
}

/* Where a lane's number is i or more, drop the lowest bit that is set: there the comparison
   gives -1, and t & (t - 1) drops one; elsewhere t & t keeps all. AVX-512 compares into masks,
   which would have to be made numbers first, so it moves by mask instead. */
static inline __attribute__((always_inline)) V NAME(drop)(V t, V which, int i) {
#if defined(__AVX512BW__) && VBYTES == 64
    const __m512i number = (__m512i)which, limit = (__m512i)((V){0} + (UINT(LANE_BITS))i);
    const __m512i all = (__m512i)t, dropped = (__m512i)(t & (t - 1));
#if LANE_BITS == 16
    return (V)_mm512_mask_mov_epi16(all, _mm512_cmpge_epu16_mask(number, limit), dropped);
#elif LANE_BITS == 32
    return (V)_mm512_mask_mov_epi32(all, _mm512_cmpge_epu32_mask(number, limit), dropped);
#else
    return (V)_mm512_mask_mov_epi64(all, _mm512_cmpge_epu64_mask(number, limit), dropped);
#endif
#else
    return t & (t + (V)((S)which >= (INT(LANE_BITS))i));
#endif
}

typedef struct { V boards[2], won[2]; } NAME(End);

/* Play one game in every lane that is alive; the others keep the start's boards. */
static inline __attribute__((always_inline)) NAME(End) NAME(round)(
    NAME(Stream) *r, const V start[2], V inside, const int marks[2], int left, V alive,
    const UINT(LANE_BITS) starts[4], int dim, int win_length) {
    NAME(End) end = {{start[0], start[1]}, {{0}, {0}}};
    V free_squares = inside & ~(start[0] | start[1]);
    int side = 0, count[2] = {marks[0], marks[1]}, product = NAME(MAX_PRODUCT);
    for (; left > 0; left--, side ^= 1) {
        if ((product *= left) > NAME(MAX_PRODUCT)) {
            NAME(refill)(r);
            product = left;
        }
        /* The square: the lowest free one, after as many were dropped as the number says. */
        V which = NAME(take)(r, left), t = free_squares;
        for (int i = 1; i < left; i++) t = NAME(drop)(t, which, i);
        V square = t & -t;
        free_squares ^= square;
        end.boards[side] |= square & alive;
        if (++count[side] >= win_length) {
            V now = NAME(lined)(end.boards[side], starts, dim, win_length) & alive;
            end.won[side] |= now;
            alive &= ~now;
        }
    }
    return end;
}

/* How often each bit was set, in binary, one plane a binary digit: adding a board costs two
   operations a plane, however many squares it has. */
enum { NAME(PLANES) = 6, NAME(FULL) = (1 << NAME(PLANES)) - 1 };
typedef struct { V digit[NAME(PLANES)]; } NAME(Planes);

static inline __attribute__((always_inline)) void NAME(add)(NAME(Planes) *planes, V board) {
    for (int i = 0; i < NAME(PLANES); i++) {
        V carry = planes->digit[i] & board;
        planes->digit[i] ^= board;
        board = carry;
    }
}

static void NAME(flush)(NAME(Planes) *planes, int squares, u64 *marks) {
    for (int square = 0; square < squares; square++) {
        V sum = {0};
        for (int i = 0; i < NAME(PLANES); i++) sum += ((planes->digit[i] >> square) & 1) << i;
        for (int lane = 0; lane < VBYTES * 8 / LANE_BITS; lane++) marks[square] += sum[lane];
    }
    memset(planes, 0, sizeof *planes);
}

/* One block. Board, line length and empty squares are arguments of their own, so that a call with
   constants is compiled for just that board. */
static inline __attribute__((always_inline)) void NAME(block)(
    const Position *p, u64 seed, u64 block, long trials, Counts *c, int dim, int win_length,
    int empty) {
    enum { PER_VECTOR = VBYTES * 8 / LANE_BITS, PER_BLOCK = 512 / LANE_BITS };
    UINT(LANE_BITS) starts[4];
    NAME(find_starts)(starts, dim, win_length);
    V start[2] = {{0}, {0}}, inside = {0};
    int marks[2] = {0, 0};
    const int squares = dim * dim;
    for (int i = 0; i < squares; i++) {
        const UINT(LANE_BITS) bit = (UINT(LANE_BITS))((UINT(LANE_BITS))1 << i);
        inside |= bit;
        if (p->owner[i] >= 0) {
            start[p->owner[i]] |= bit;
            marks[p->owner[i]]++;
        }
    }
    for (int first = 0; first < PER_BLOCK && first < trials; first += PER_VECTOR) {
        u64 states[4][VBYTES / 8];
        for (int part = 0; part < VBYTES / 8; part++) {
            u64 s[4];
            rng_start(s, seed, block, (u64)(first * LANE_BITS / 64 + part));
            for (int i = 0; i < 4; i++) states[i][part] = s[i];
        }
        NAME(Stream) r;
        memset(&r, 0, sizeof r);
        memcpy(r.s, states, sizeof r.s);
        V lane_number = {0}, totals[2] = {{0}, {0}};
        NAME(Planes) planes[2][2];
        memset(planes, 0, sizeof planes);
        for (int lane = 0; lane < PER_VECTOR; lane++)
            lane_number[lane] = (UINT(LANE_BITS))(first + lane);
        int counted = 0;  /* boards in the planes */
        for (long played = 0; played < trials; played += PER_BLOCK) {
            const long rest = trials - played;
            const V limit = (V){0} + (UINT(LANE_BITS))(rest < PER_BLOCK ? rest : PER_BLOCK);
            NAME(End) end = NAME(round)(&r, start, inside, marks, empty, (V)(lane_number < limit),
                                        starts, dim, win_length);
            for (int winner = 0; winner < 2; winner++) {
                totals[winner] -= end.won[winner];
                for (int side = 0; side < 2; side++)
                    NAME(add)(&planes[winner][side], end.boards[side] & end.won[winner]);
            }
            if (++counted == NAME(FULL) || rest <= PER_BLOCK) {
                for (int i = 0; i < 4; i++)
                    NAME(flush)(&planes[i / 2][i % 2], squares, c->marks[i / 2][i % 2]);
                counted = 0;
            }
        }
        for (int winner = 0; winner < 2; winner++)
            for (int lane = 0; lane < PER_VECTOR; lane++) c->lines[winner] += totals[winner][lane];
    }
}

static void JOIN(GLUE(lanes, LANE_BITS), ISA)(
    const Position *p, u64 seed, u64 block, long trials, Counts *c) {
#if LANE_BITS == 16
    if (p->dim == 3 && p->win_length == 3 && p->empty == 9) {
        NAME(block)(p, seed, block, trials, c, 3, 3, 9);
        return;
    }
#elif LANE_BITS == 32
    if (p->dim == 5 && p->win_length == 5 && p->empty == 25) {
        NAME(block)(p, seed, block, trials, c, 5, 5, 25);
        return;
    }
#endif
    NAME(block)(p, seed, block, trials, c, p->dim, p->win_length, p->empty);
}

#undef NAME
#undef V
#undef S
#undef W
#undef UINT
#undef UINT_
#undef INT
#undef INT_
#undef LANE_BITS
