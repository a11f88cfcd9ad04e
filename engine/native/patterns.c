/* Keeping the patterns: the table of types, and what a mark changes. */

#include <stdlib.h>
#include "patterns.h"
#include "renju.h"
#include "sight.h"

/* ---- The table of types ---- */

enum { UNKNOWN = 15 };

/* What stands around a square, as two numbers with a bit a square: the side's own marks, and the other's;
   an edge is in both. */
typedef struct { u32 own, other; } Around;

/* The squares of a line around one, so many to each side, with the middle one, as one number. */
static u32 with_middle(u32 bits, int reach, u32 middle) {
    const u32 before = bits & ((1u << reach) - 1), behind = bits >> reach;
    return before | middle << reach | behind << (reach + 1);
}

/* How far a line's types depend on what stands on it. */
static int reach_of(int line, int rule) { return ends_matter(rule) ? line : line - 1; }

/* Lines of one side: how many marks they need, what else makes them (RENJU: X's), and how far is seen. */
typedef struct { int line, rule, reach; } Kind;

/* What the windows through the middle are, where the side has a mark: whether any is left, whether one is
   full, and the squares that complete one. */
static u32 see_windows(Kind kind, Around around, int *left, int *full) {
    const int line = kind.line, reach = kind.reach, exact = kind.rule == EXACT || kind.rule == RENJU;
    const u32 marks = with_middle(around.own & ~around.other, reach, 1);
    const u32 others = with_middle(around.other & ~around.own, reach, 0);
    const u32 walls = with_middle(around.other, reach, 0);
    u32 completing = 0;
    *left = *full = 0;
    for (int first = reach - line + 1; first <= reach; first++) {
        const u32 window = ((1u << line) - 1) << first, missing = window & ~marks;
        const u32 ends = ends_matter(kind.rule) ? 1u << (first - 1) | 1u << (first + line) : 0;
        if (walls & window || (exact && marks & ends) || (kind.rule == CARO && (others & ends) == ends))
            continue;
        *left = 1;
        if (!missing) *full = 1;
        else if (!(missing & (missing - 1))) completing |= missing;
    }
    return completing;
}

/* Whether a line can be completed after any one answer on it: two squares that do so are enough but where
   an answer can close both. */
static int is_open_four(Kind kind, Around around, u32 completing) {
    int left, full;
    if (!(completing & (completing - 1))) return 0;
    for (int at = 0; kind.rule == CARO && at < 2 * kind.line; at++) {
        const Around after = {around.own, around.other | 1u << at};
        if ((around.own | around.other) >> at & 1) continue;
        if (!see_windows(kind, after, &left, &full)) return 0;
    }
    return 1;
}

/* Whether the mark in the middle is in a row of too many. */
static int is_too_long(Kind kind, Around around) {
    const u32 marks = with_middle(around.own & ~around.other, kind.reach, 1);
    int length = 1;
    for (int at = kind.reach; marks >> ++at & 1;) length++;
    for (int at = kind.reach; at && marks >> --at & 1;) length++;
    return length > kind.line;
}

/* Whether two squares complete a line each, but not as the two ends of one four. */
static int is_forked(Kind kind, Around around, u32 completing) {
    const u32 marks = with_middle(around.own & ~around.other, kind.reach, 1), first = completing & -completing;
    const u32 between = (first << kind.line) - 2 * first;
    return completing != first && (completing != (first | first << kind.line) || (marks & between) != between);
}

/* A type is the best that one mark more can reach, less a step. */
static int type_in(u8 *types, Kind kind, Around around) {
    const int near = 2 * kind.reach;
    static const u8 before[TYPES] = {DEAD, B1, B1, B1, F1, B2, F2, B3, F3, F3};
    u8 *type = types + (around.own | around.other << near);
    int left, full, best = DEAD;
    if (*type != UNKNOWN) return *type;
    const u32 completing = see_windows(kind, around, &left, &full);
    if (full) return *type = F5;
    if (kind.rule == RENJU && is_too_long(kind, around)) return *type = LONG;
    if (kind.rule == RENJU && is_forked(kind, around, completing)) return *type = FORKED;
    if (completing) return *type = is_open_four(kind, around, completing) ? F4 : B4;
    for (int at = 0; left && at < near; at++) {
        const Around after = {around.own | 1u << at, around.other};
        if ((around.own | around.other) >> at & 1) continue;
        const int reached = type_in(types, kind, after);
        if (reached > best && reached < TYPES) best = reached;    /* X may not reach more */
    }
    return *type = before[best];
}

/* The bits of one side, of two that take turns. */
static u32 every_other(u32 bits) {
    u32 chosen = 0;
    for (int at = 0; at < 2 * MAX_REACH; at++) chosen |= (bits >> 2 * at & 1) << at;
    return chosen;
}

/* The table of a line's length and rule, made once and kept; NULL where there is no room. In Renju it
   depends on which side is X. */
static const u8 *table_for(int line, int rule, int x_side) {
    static u8 *tables[LONGEST + 1][RULES][2];
    u8 **made = &tables[line][rule][rule == RENJU && x_side];
    if (*made) return *made;
    const int reach = reach_of(line, rule);
    const u32 size = 1u << 4 * reach;
    u8 *types[2] = {malloc(size), malloc(size)}, *table = malloc(size);
    if (types[0] && types[1] && table) {
        for (int side = 0; side < 2; side++) memset(types[side], UNKNOWN, size);
        for (u32 bits = 0; bits < size; bits++) {
            const Around first = {every_other(bits), every_other(bits >> 1)};
            const Around around[2] = {first, {first.other, first.own}};
            table[bits] = 0;
            for (int side = 0; side < 2; side++) {
                const Kind kind = {line, rule == RENJU && side != x_side ? WINS : rule, reach};
                u8 *known = types[rule == RENJU ? side : 0];
                table[bits] |= (u8)(type_in(known, kind, around[side]) << 4 * side);
            }
        }
        *made = table;
    } else {
        free(table);
    }
    for (int side = 0; side < 2; side++) free(types[side]);
    return *made;
}

/* ---- Classes ---- */

static u8 class_by_types[1 << 16];     /* by a side's four types */
static u8 x_class_by_types[1 << 16];   /* the same of X in Renju; of suspects, if their mark is no foul */
static u8 verdict_by_types[1 << 16];   /* what X's mark is */
static u64 kinds_of[CLASSES];          /* of one square */

enum { FAIR, FOUL, SUSPECT };

/* A side's four types as one number of 16 bits; their order means nothing. */
static inline u32 side_of(u32 types, int side) {
    const u32 own = types >> 4 * side & 0x0F0F0F0F;
    return (own | own >> 12) & 0xFFFF;
}

static inline u8 class_of_types(const Patterns *p, u32 types, int side) {
    return p->class_by[side][side_of(types, side)];
}

static int class_of_four(const int *types) {
    int best = DEAD, second = DEAD;
    for (int way = 0; way < DIRECTIONS; way++)
        if (types[way] > best) {
            second = best;
            best = types[way];
        } else if (types[way] > second) {
            second = types[way];
        }
    return best < TYPES ? best * TYPES + second : CLASSES;
}

/* What a mark of X's is, by the four types; types that are no class's become what they are worth. */
static int verdict_on(int *types) {
    int fives = 0, fours = 0, threes = 0, longer = 0;
    for (int way = 0; way < DIRECTIONS; way++) {
        fives += types[way] == F5;
        fours += types[way] == B4 || types[way] == F4 ? 1 : types[way] == FORKED ? 2 : 0;
        threes += types[way] == F3;
        longer += types[way] == LONG;
        if (types[way] == FORKED) types[way] = B4;
        if (types[way] == LONG) types[way] = DEAD;
    }
    if (fives) return FAIR;
    return longer || fours > 1 ? FOUL : threes > 1 ? SUSPECT : FAIR;
}

static void set_classes(void) {
    if (class_by_types[(1 << 16) - 1]) return;
    for (int types = 0; types < 1 << 16; types++) {
        int four[DIRECTIONS];
        for (int way = 0; way < DIRECTIONS; way++) four[way] = types >> 4 * way & 15;
        class_by_types[types] = (u8)class_of_four(four);
        verdict_by_types[types] = (u8)verdict_on(four);
        x_class_by_types[types] = (u8)(verdict_by_types[types] == FOUL ? DEAD : class_of_four(four));
    }
    for (int class = 0; class < CLASSES; class++) {
        const int best = best_of(class);
        kinds_of[class] = (u64)(best > DEAD) << ALIVE;
        if (best >= F3) kinds_of[class] |= (u64)1 << kind_place(best);
    }
}

/* Put an empty square into the set of its best type, or out of it. Without a branch for whether anybody asks
   for that set: few would be foreseen. */
static inline void toggle(Patterns *p, int square, int side, int class) {
    p->set[side][best_of(class)][square >> 6] ^= (u64)1 << (square & 63);
}

/* Count an empty square with its class. */
static inline void count_square(Patterns *p, int square, int side) {
    const int class = p->class_of[side][square];
    p->kinds[side] += kinds_of[class];
    toggle(p, square, side, class);
}

/* Count it no longer. */
static inline void discount_square(Patterns *p, int square, int side) {
    const int class = p->class_of[side][square];
    p->kinds[side] -= kinds_of[class];
    toggle(p, square, side, class);
}

/* An empty cell's types change: its classes may, too. Without a branch for whether they do: few would be
   foreseen. */
static inline void classify(Patterns *p, Changed *log, u64 *kinds) {
    const int square = p->square_of[log->cell];
    const u32 types = p->types[log->cell] ^= log->types;
    for (int side = 0; side < 2; side++) {
        const u8 class = class_of_types(p, types, side), before = p->class_of[side][square];
        log->classes[side] = before;
        p->class_of[side][square] = class;
        kinds[side] += kinds_of[class] - kinds_of[before];
        toggle(p, square, side, before);
        toggle(p, square, side, class);
    }
}

/* ---- Moves ---- */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The marks on both sides of a cell so many cells far, two bits a cell; the cell is in the middle. */
static inline u64 around(const Patterns *p, int cell, int way) {
    const InRow here = p->in_row[cell][way];
    const u64 *bits = p->rows[here.row].bits;
    return bits[0] >> here.bit | bits[1] << 1 << (63 - here.bit);
}

/* A line's place in the table, from its cells without the middle one. */
ALWAYS_INLINE u32 key_of_line(u64 marks, const int reach) {
    const int near = 2 * reach;
    const u32 half = (1u << near) - 1;
    return ((u32)marks & half) | ((u32)(marks >> 2) & half << near);
}

/* Both sides' types of one line among those of a cell, and the other way round. */
ALWAYS_INLINE u32 in_types(u32 types, int way) { return types << 8 * way; }
ALWAYS_INLINE u32 of_line(u32 types, int way) { return types >> 8 * way & 0xFF; }

/* Find the types that a mark changes, of the empty cells that see it, and return how many. The reach is the
   position's: where it is a constant, the compiler unrolls. */
ALWAYS_INLINE int retype_in(const Patterns *p, int cell, Changed *log, const int reach) {
    const u8 *table = p->table;
    int count = 0;
    for (int way = 0; way < DIRECTIONS; way++) {
        const u64 marks = around(p, cell, way);
#pragma GCC unroll 11
        for (int steps = -reach; steps <= reach; steps++) {
            if (!steps) continue;
            const int at = cell + steps * p->step[way], behind = 2 * (steps + reach);
            const int empty = !(marks >> (behind + 2 * reach) & 3);
            const u32 types = in_types(table[key_of_line(marks >> behind, reach)], way);
            const u32 changed = (types ^ p->types[at]) & in_types(0xFF, way);
            log[count].cell = (u16)at;    /* counted if it is a change: without a branch */
            log[count].types = changed;
            count += empty & (changed != 0);
        }
    }
    return count;
}

static int retype(const Patterns *p, int cell, Changed *log) {
    switch (p->reach) {
    case 3: return retype_in(p, cell, log, 3);
    case 4: return retype_in(p, cell, log, 4);
    default: return retype_in(p, cell, log, 5);
    }
}

/* Whether a type is no less than the least one that is wanted of its side; both sides' are in each byte. */
ALWAYS_INLINE u32 is_wanted(Wanted wanted, u32 types) {
    return (((types & 0x7777) + 0x101 * (8 - wanted.least[0]) + 0x1010 * (8 - wanted.least[1])) | types) & 0x8888;
}

/* The same, but only types that are or were wanted. A mark gives another square such a type only where it nearly
   makes one itself, and takes one away only where the other side's mark would have: lines on which it does
   neither are passed over, unless ends matter. */
ALWAYS_INLINE int retype_wanted_in(const Patterns *p, int cell, int side, Wanted wanted, Changed *log,
                                   const int reach) {
    const u8 *table = p->table;
    const u32 mine = wanted.least[side] < B4 ? B2 : B3, others = wanted.least[!side] < B4 ? B3 : B4;
    int count = 0;
    for (int way = 0; way < DIRECTIONS; way++) {
        const u64 marks = around(p, cell, way);
        const u32 here = table[key_of_line(marks >> 2 * reach, reach)];
        if ((here >> 4 * side & 15) < mine && (here >> 4 * !side & 15) < others && !ends_matter(p->rule)) continue;
#pragma GCC unroll 11
        for (int steps = -reach; steps <= reach; steps++) {
            if (!steps) continue;
            const int at = cell + steps * p->step[way], behind = 2 * (steps + reach);
            const int empty = !(marks >> (behind + 2 * reach) & 3);
            const u32 types = table[key_of_line(marks >> behind, reach)], before = of_line(p->types[at], way);
            log[count].cell = (u16)at;
            log[count].types = in_types(types ^ before, way);
            count += empty & (types != before) & (is_wanted(wanted, types | before << 8) != 0);
        }
    }
    return count;
}

static int retype_wanted(const Patterns *p, int cell, int side, Wanted wanted, Changed *log) {
    switch (p->reach) {
    case 3: return retype_wanted_in(p, cell, side, wanted, log, 3);
    case 4: return retype_wanted_in(p, cell, side, wanted, log, 4);
    default: return retype_wanted_in(p, cell, side, wanted, log, 5);
    }
}

/* Change marks in a cell, given as its two bits. */
static inline void flip(Patterns *p, int cell, u64 marks) {
    for (int way = 0; way < DIRECTIONS; way++) {
        const InRow here = p->in_row[cell][way];
        const int bit = here.bit + 4 * p->reach;
        p->rows[here.row].bits[bit >> 6] ^= marks << (bit & 63);
    }
}

/* See what X's mark on an empty square is, by its lines. */
static void see_verdict(Patterns *p, int square) {
    const int verdict = verdict_by_types[side_of(p->types[p->cell_of[square]], p->x_side)];
    const u64 bit = (u64)1 << (square & 63);
    const int word = square >> 6;
    p->suspects[word] = verdict == SUSPECT ? p->suspects[word] | bit : p->suspects[word] & ~bit;
    p->fouls[word] = verdict == FOUL ? p->fouls[word] | bit : p->fouls[word] & ~bit;
}

/* Judge the suspects. */
static void judge(Patterns *p) {
    const int side = p->x_side;
    for (int square = next_square(p->suspects, p->words, 0); square >= 0;
         square = next_square(p->suspects, p->words, square + 1)) {
        if (p->owner[square] >= 0) continue;
        const u64 bit = (u64)1 << (square & 63);
        const int foul = foul_at(p->owner, p->dim, side, square) != NO_FOUL;
        const u8 class = foul ? DEAD : class_of_types(p, p->types[p->cell_of[square]], side);
        p->fouls[square >> 6] = foul ? p->fouls[square >> 6] | bit : p->fouls[square >> 6] & ~bit;
        if (class == p->class_of[side][square]) continue;
        discount_square(p, square, side);
        p->class_of[side][square] = class;
        count_square(p, square, side);
    }
}

/* Whether a mark of a side on an empty square is a foul. */
static inline int is_foul(const Patterns *p, int side, int square) {
    return side == p->x_side && has_square(p->fouls, square);
}

/* Put a mark, and change the types that are wanted, or all. */
ALWAYS_INLINE void make(Patterns *p, int square, int side, const Wanted *wanted) {
    const int cell = p->cell_of[square];
    Changed *log = p->log + p->changes;
    Before *before = p->before + p->squares - p->empty--;
    memcpy(before->kinds, p->kinds, sizeof p->kinds);
    before->changes = p->changes;
    p->lines[side] += best_of(p->class_of[side][square]) == F5;
    p->lines[!side] += is_foul(p, side, square);
    discount_square(p, square, 0);
    discount_square(p, square, 1);
    p->owner[square] = (signed char)side;
    p->key ^= p->keys[side][square];
    flip(p, cell, (u64)1 << side);
    const int count = wanted ? retype_wanted(p, cell, side, *wanted, log) : retype(p, cell, log);
    p->changes += count;
    u64 kinds[2] = {p->kinds[0], p->kinds[1]}; /* stays in registers, which the position would not */
    for (int i = 0; i < count; i++) classify(p, log + i, kinds);
    memcpy(p->kinds, kinds, sizeof kinds);
    if (p->x_side < 0) return;
    for (int i = 0; i < count; i++) see_verdict(p, p->square_of[log[i].cell]);
    judge(p);
}

void patterns_make(Patterns *p, int square, int side) { make(p, square, side, NULL); }

void patterns_try(Patterns *p, int square, int side, Wanted wanted) {
    make(p, square, side, p->rule == RENJU ? NULL : &wanted);    /* fouls need every type */
}

int class_now(const Patterns *p, int square, int side) {
    const int cell = p->cell_of[square];
    u32 types = 0;
    if (p->rule == RENJU) return p->class_of[side][square];
    for (int way = 0; way < DIRECTIONS; way++) {
        const u64 marks = around(p, cell, way) >> 2 * p->reach;
        types |= in_types(p->table[key_of_line(marks, p->reach)], way);
    }
    return class_of_types(p, types, side);
}

void patterns_undo(Patterns *p, int square) {
    const int side = p->owner[square];
    const Before *before = p->before + p->squares - ++p->empty;
    flip(p, p->cell_of[square], (u64)1 << side);
    for (; p->changes > before->changes; p->changes--) {
        const Changed *log = p->log + p->changes - 1;
        const int at = p->square_of[log->cell];
        p->types[log->cell] ^= log->types;
        for (int of = 0; of < 2; of++) {
            toggle(p, at, of, p->class_of[of][at]);
            toggle(p, at, of, log->classes[of]);
            p->class_of[of][at] = log->classes[of];
        }
        if (p->x_side >= 0) see_verdict(p, at);
    }
    p->key ^= p->keys[side][square];
    p->owner[square] = -1;
    /* Its own types were left as they were, and are right again. */
    toggle(p, square, 0, p->class_of[0][square]);
    toggle(p, square, 1, p->class_of[1][square]);
    p->lines[side] -= best_of(p->class_of[side][square]) == F5;
    p->lines[!side] -= is_foul(p, side, square);
    if (p->x_side >= 0) judge(p);
    memcpy(p->kinds, before->kinds, sizeof p->kinds);
}

/* ---- Reading a position ---- */

/* Look from a square along its lines. */
static void look_around(Patterns *p, int square) {
    const int cell = p->cell_of[square];
    for (int way = 0; way < DIRECTIONS; way++) {
        const u64 marks = around(p, cell, way) >> 2 * p->reach;
        p->types[cell] |= in_types(p->table[key_of_line(marks, p->reach)], way);
    }
    for (int side = 0; side < 2; side++) {
        p->class_of[side][square] = class_of_types(p, p->types[cell], side);
        count_square(p, square, side);
    }
}

/* Lay the squares out in cells: beyond each row lie as many as a line reaches, which the next row has
   before it. */
static void lay_out(Patterns *p) {
    const int dim = p->dim, far = p->reach, across = dim + far;
    const int steps[DIRECTIONS] = {1, across, across + 1, across - 1};
    memcpy(p->step, steps, sizeof steps);
    memset(p->rows, 0xFF, sizeof p->rows);
    for (int square = 0; square < p->squares; square++) {
        const int row = square / dim, col = square % dim;
        const int cell = (row + far) * across + far + col;
        const InRow in_row[DIRECTIONS] = {
            {(u16)row, (u16)(2 * col)},
            {(u16)(dim + col), (u16)(2 * row)},
            {(u16)(2 * dim + row - col + dim - 1), (u16)(2 * row)},
            {(u16)(4 * dim + row + col), (u16)(2 * row)},
        };
        p->cell_of[square] = (u16)cell;
        p->square_of[cell] = (u16)square;
        memcpy(p->in_row[cell], in_row, sizeof in_row);
        flip(p, cell, 3);                  /* no longer the edge */
    }
}

/* See which sides have a line. While marks are read one by one, a part of a longer row may look like one. */
static void see_lines(Patterns *p) {
    p->lines[0] = p->lines[1] = 0;
    for (int square = 0; square < p->squares; square++) {
        const int cell = p->cell_of[square], side = p->owner[square];
        for (int way = 0; side >= 0 && way < DIRECTIONS; way++) {
            const u64 marks = around(p, cell, way) >> 2 * p->reach;
            p->lines[side] |= (p->table[key_of_line(marks, p->reach)] >> 4 * side & 15) == F5;
        }
    }
}

int patterns_read(Patterns *p, const char *marks, Py_ssize_t length, int dim, int line, int rule,
                  int player) {
    if (dim < 1 || dim > MAX_DIM || line < SHORTEST || line > LONGEST || line > dim ||
        length != (Py_ssize_t)dim * dim || (player != 2 && player != 3) ||
        rule >= RULES || !(rule == WINS || (ends_matter(rule) && line <= MAX_REACH)) ||
        !knows_line(rule, line)) {
        PyErr_SetString(PyExc_ValueError, "no such board, player, or line with patterns");
        return 0;
    }
    memset(p, 0, sizeof *p);
    p->dim = dim;
    p->rule = rule;
    p->reach = reach_of(line, rule);
    p->squares = p->empty = (int)length;
    p->words = (p->squares + 63) / 64;
    memset(p->owner, -1, sizeof p->owner);
    set_classes();
    const int x_side = player != 2;
    for (int side = 0; side < 2; side++)
        p->class_by[side] = rule == RENJU && side == x_side ? x_class_by_types : class_by_types;
    if (!(p->table = table_for(line, rule, x_side))) {
        PyErr_NoMemory();
        return 0;
    }
    u64 random = 1;
    p->x_side = -1;                        /* what is read is no foul */
    lay_out(p);
    for (int square = 0; square < p->squares; square++) {
        for (int side = 0; side < 2; side++) p->keys[side][square] = splitmix(&random);
        look_around(p, square);
    }
    for (int square = 0; square < p->squares; square++) {
        if (marks[square] < EMPTY || marks[square] > 3) {
            PyErr_SetString(PyExc_ValueError, "unknown mark on the board");
            return 0;
        }
        if (marks[square] != EMPTY) patterns_make(p, square, marks[square] != player);
    }
    see_lines(p);
    if (rule != RENJU) return 1;
    p->x_side = x_side;
    for (int square = 0; square < p->squares; square++)
        if (p->owner[square] < 0) see_verdict(p, square);
    judge(p);
    return 1;
}

/* ---- Answers ---- */

/* The squares of a line on which a mark of the other side makes one's type less than it is. */
static void add_line_answers(const Patterns *p, int side, int square, int way, u64 *answers) {
    const int cell = p->cell_of[square], far = p->reach, type = type_of(p, side, square, way);
    const u64 marks = around(p, cell, way) >> 2 * far;
    for (int at = 0; at <= 2 * far; at++) {
        if (at == far || marks >> 2 * at & 3) continue;
        const u8 types = p->table[key_of_line(marks | (u64)1 << (2 * at + !side), far)];
        const int here = cell + (at - far) * p->step[way];
        if ((types >> 4 * side & 15) < type) add_square(answers, p->square_of[here]);
    }
}

/* Keep of some answers those that help on each line of a type; the squares themselves always do. */
static void keep_answers(const Patterns *p, int side, int type, u64 *answers) {
    const u64 *threats = set_of(p, side, type);
    for (int square = next_square(threats, p->words, 0); square >= 0;
         square = next_square(threats, p->words, square + 1))
        for (int way = 0; way < DIRECTIONS; way++) {
            if (type_of(p, side, square, way) != type) continue;
            if (side == p->x_side && has_square(p->suspects, square)) continue;
            SquareSet here = {0};
            add_square(here, square);
            add_line_answers(p, side, square, way, here);
            for (int word = 0; word < p->words; word++) answers[word] &= here[word];
        }
}

int leave_out_fouls(const Patterns *p, int side, u64 *squares) {
    u64 any = 0;
    for (int word = 0; word < p->words; word++) {
        if (side == p->x_side) squares[word] &= ~p->fouls[word];
        any |= squares[word];
    }
    return any != 0;
}

int blocks_to(const Patterns *p, int side, u64 *blocks) {
    if (p->rule == CARO) {
        memset(blocks, 0xFF, (size_t)p->words * sizeof *blocks);
        keep_answers(p, side, F5, blocks);
        return leave_out_fouls(p, !side, blocks);
    }
    memcpy(blocks, set_of(p, side, F5), (size_t)p->words * sizeof *blocks);
    return leave_out_fouls(p, !side, blocks) && count_of(p, side, F5) == 1;
}

int answers_to(const Patterns *p, int side, u64 *answers) {
    memset(answers, 0xFF, (size_t)p->words * sizeof *answers);
    keep_answers(p, side, F4, answers);
    /* Fours of its own come first: they must be answered. */
    for (int word = 0; word < p->words; word++)
        answers[word] |= set_of(p, !side, F4)[word] | set_of(p, !side, B4)[word];
    return leave_out_fouls(p, !side, answers);
}

/* ---- For tests ---- */

const char PATTERNS_DOC[] =
"patterns(marks, dim, line, rule, player, moves, kept, tried=b''): what the player's mark (and, times 16, the other's)\n"
"makes of the four lines through each square, four bytes a square, 0 where there is a mark; the square's\n"
"class for both, two bytes a square; first sight: what it is worth to the player if it is to move, and each\n"
"square's number, 0 where there is a mark; and how many squares are alive for both sides, their lines,\n"
"and the key. The moves (two bytes each, in turns) are made first, and all but so many taken back. With two\n"
"bytes in tried, the least types of the player and the other one that are wanted, they are only tried.";

PyObject *patterns(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks, *moves, *tried = "";
    Py_ssize_t length, moves_length, tried_length = 0;
    int dim, line, rule, player, kept;
    if (!PyArg_ParseTuple(args, "y#iiiiy#i|y#", &marks, &length, &dim, &line, &rule, &player, &moves,
                          &moves_length, &kept, &tried, &tried_length))
        return NULL;
    const Wanted wanted = {{(u8)tried[0], tried_length == 2 ? (u8)tried[1] : 0}};
    for (int side = 0; side < 2; side++)
        if (tried_length && (wanted.least[side] < F3 || wanted.least[side] > F4))
            return PyErr_Format(PyExc_ValueError, "tried needs two types from F3 to F4");
    Patterns *p = PyMem_Malloc(sizeof *p);
    Sight *sight = PyMem_Malloc(sizeof *sight);
    PyObject *told = NULL;
    if (!p || !sight) {
        PyErr_NoMemory();
    } else if (patterns_read(p, marks, length, dim, line, rule, player)) {
        sight_begin(sight, p);
        int made[MAX_SQUARES], count = 0;
        for (Py_ssize_t i = 0; i + 1 < moves_length && p->empty; i += 2) {
            const int square = (u8)moves[i] * 256 + (u8)moves[i + 1];
            if (square >= p->squares || p->owner[square] >= 0) continue;
            if (tried_length) patterns_try(p, square, count & 1, wanted);
            else patterns_make(p, square, count & 1);
            made[count++] = square;
        }
        while (count && count > kept) patterns_undo(p, made[--count]);
        u8 types[MAX_SQUARES * DIRECTIONS] = {0}, classes[MAX_SQUARES * 2] = {0};
        for (int square = 0; square < p->squares; square++)
            for (int side = 0; side < 2 && p->owner[square] < 0; side++) {
                classes[2 * square + side] = p->class_of[side][square];
                for (int way = 0; way < DIRECTIONS; way++)
                    types[square * DIRECTIONS + way] |= (u8)(type_of(p, side, square, way) << 4 * side);
            }
        double numbers[MAX_SQUARES] = {0};
        const double worth = first_sight(sight, sight->of, p, 0, numbers);
        PyObject *list = PyList_New(p->squares);
        for (int i = 0; list && i < p->squares; i++) {
            PyObject *number = PyFloat_FromDouble(p->owner[i] < 0 ? numbers[i] : 0);
            if (!number || PyList_SetItem(list, i, number) < 0) Py_CLEAR(list);
        }
        if (list)
            told = Py_BuildValue("y#y#dN(ii)(ii)K", (char *)types, (Py_ssize_t)p->squares * DIRECTIONS,
                                 (char *)classes, (Py_ssize_t)p->squares * 2, worth, list, alive_of(p, 0),
                                 alive_of(p, 1), p->lines[0], p->lines[1], (unsigned long long)p->key);
    }
    PyMem_Free(sight);
    PyMem_Free(p);
    return told;
}
