/* Keeping the patterns: the table of types, and what a mark changes. */

#include <stdlib.h>
#include "patterns.h"
#include "weights.h"

/* ---- The table of types ---- */

enum { UNKNOWN = 15 };

/* A side's marks around a square and what blocks it there, as two numbers with a bit a square. */
static inline int is_set(u32 bits, int at) { return bits >> at & 1; }

/* The line of 2 line - 1 squares with the side's mark in its middle, as one number. */
static u32 with_middle(u32 bits, int line, u32 middle) {
    const u32 before = bits & ((1u << (line - 1)) - 1), behind = bits >> (line - 1);
    return before | middle << (line - 1) | behind << line;
}

/* What the windows through the middle are: whether any is left, whether one is full, and how many
   different squares complete one. */
static void count_windows(int line, u32 own, u32 blocked, int *left, int *full, int *completing) {
    const u32 marks = with_middle(own, line, 1), walls = with_middle(blocked, line, 0);
    u32 squares = 0;
    *left = *full = 0;
    for (int first = 0; first < line; first++) {
        const u32 window = ((1u << line) - 1) << first, missing = window & ~marks;
        if (walls & window) continue;
        *left = 1;
        if (!missing) *full = 1;
        else if (!(missing & (missing - 1))) squares |= missing;
    }
    *completing = __builtin_popcount(squares);
}

/* A type is the best that one mark more can reach, less a step. */
static int type_in(u8 *types, int line, u32 own, u32 blocked) {
    const int near = 2 * (line - 1);
    static const u8 before[TYPES] = {DEAD, B1, B1, B1, F1, B2, F2, B3, F3, F3};
    u8 *type = types + (own | blocked << near);
    int left, full, completing, best = DEAD;
    if (*type != UNKNOWN) return *type;
    count_windows(line, own, blocked, &left, &full, &completing);
    if (full) return *type = F5;
    if (completing) return *type = completing > 1 ? F4 : B4;
    for (int at = 0; left && at < near; at++) {
        if (is_set(own | blocked, at)) continue;
        const int reached = type_in(types, line, own | 1u << at, blocked);
        if (reached > best) best = reached;
    }
    return *type = before[best];
}

/* The table of a line's length, made once and kept; NULL where there is no room. */
static const u8 *table_for(int line) {
    static u8 *made[LONGEST + 1];
    if (made[line]) return made[line];
    const int near = 2 * (line - 1);
    const u32 all = 1u << near, size = all << near;
    u8 *types = malloc(size), *table = malloc(size);
    if (types && table) {
        memset(types, UNKNOWN, size);
        for (u32 bits = 0; bits < size; bits++) {
            const u32 first = bits & (all - 1), second = bits >> near;
            const int own = type_in(types, line, first & ~second, second);
            table[bits] = (u8)(own | type_in(types, line, second & ~first, first) << 4);
        }
        made[line] = table;
    } else {
        free(table);
    }
    free(types);
    return made[line];
}

/* ---- Classes ---- */

static u8 class_of_ways[1 << 16];      /* by a side's four types */
static ClassWorth worth_of[CLASSES];

static void set_classes(void) {
    if (class_of_ways[(1 << 16) - 1]) return;
    for (int ways = 0; ways < 1 << 16; ways++) {
        int best = DEAD, second = DEAD;
        for (int way = 0; way < DIRECTIONS; way++) {
            const int type = ways >> 4 * way & 15;
            if (type > best) {
                second = best;
                best = type;
            } else if (type > second) {
                second = type;
            }
        }
        class_of_ways[ways] = (u8)(best < TYPES ? best * TYPES + second : CLASSES);
    }
    for (int class = 0; class < CLASSES; class++) {
        const int best = class / TYPES, second = class % TYPES;
        worth_of[class].own = OWN_BEST[best] + OWN_SECOND[second];
        worth_of[class].other = OTHER_BEST[best] + OTHER_SECOND[second];
    }
}

/* Count an empty square with its class, or no longer (by 1 or -1). */
static inline void count_square(Patterns *p, int square, int side, int by) {
    const int class = p->class_of[side][square], best = best_of(class);
    p->own[side] += by * worth_of[class].own;
    p->other[side] += by * worth_of[class].other;
    p->alive[side] += best > DEAD ? by : 0;
    if (best >= F3) {
        p->count[side][best - F3] += by;
        p->set[side][best - F3][square >> 6] ^= (u64)1 << (square & 63);
    }
}

/* A type of an empty square has changed: its class may have, for one side or both. */
static inline void classify(Patterns *p, int square, int way, int changed) {
    for (int side = 0; side < 2; side++) {
        const int bits = changed >> 4 * side & 15;
        if (!bits) continue;
        const u16 ways = p->ways[side][square] ^= (u16)(bits << 4 * way);
        const u8 class = class_of_ways[ways];
        if (class == p->class_of[side][square]) continue;
        count_square(p, square, side, -1);
        p->class_of[side][square] = class;
        count_square(p, square, side, 1);
    }
}

/* ---- Moves ---- */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The bit of a cell so many steps behind (or, below 0, before) the one that looks. */
static inline int place(int line, int steps) { return steps < 0 ? line - 1 + steps : line - 2 + steps; }

/* A side's mark appears in a cell, or disappears: the cells around see it. Where there is a log, types
   are looked up, and those that change are noted there; return how many. The line is the position's:
   where it is a constant, the compiler unrolls. */
ALWAYS_INLINE int flip_in(Patterns *p, int cell, int side, Retyped *log, const int line) {
    const int shift = side ? 2 * (line - 1) : 0;
    const u8 *table = p->table;
    int count = 0;
    for (int way = 0; way < DIRECTIONS; way++)
        for (int steps = 1 - line; steps < line; steps++) {
            if (!steps) continue;
            const int at = cell + steps * p->step[way];
            Around *here = p->around[way] + at;
            here->marks ^= 1u << (place(line, -steps) + shift);
            if (!log) continue;
            const u8 type = table[here->marks], before = here->type;
            const Retyped retyped = {(u16)at, (u8)way, before};
            log[count] = retyped;         /* counted if it is a change: without a branch */
            count += type != before;
            here->type = type;
        }
    return count;
}

ALWAYS_INLINE int flip(Patterns *p, int cell, int side, Retyped *log) {
    switch (p->line) {
    case 4: return flip_in(p, cell, side, log, 4);
    case 5: return flip_in(p, cell, side, log, 5);
    default: return flip_in(p, cell, side, log, 6);
    }
}

void patterns_make(Patterns *p, int square, int side) {
    const int cell = p->cell_of[square];
    Retyped *log = p->log + p->changes;
    p->lines[side] += best_of(p->class_of[side][square]) == F5;
    count_square(p, square, 0, -1);
    count_square(p, square, 1, -1);
    p->owner[square] = (signed char)side;
    p->taken[cell] = 1;
    p->key ^= p->keys[side][square];
    p->logged[p->squares - p->empty--] = p->changes;
    const int count = flip(p, cell, side, log);
    p->changes += count;
    for (int i = 0; i < count; i++) {
        if (p->taken[log[i].cell]) continue;
        const int type = p->around[log[i].way][log[i].cell].type;
        classify(p, p->square_of[log[i].cell], log[i].way, type ^ log[i].type);
    }
}

void patterns_undo(Patterns *p, int square) {
    const int cell = p->cell_of[square], side = p->owner[square];
    const int first = p->logged[p->squares - ++p->empty];
    flip(p, cell, side, NULL);
    for (; p->changes > first; p->changes--) {
        const Retyped *log = p->log + p->changes - 1;
        Around *here = p->around[log->way] + log->cell;
        const int changed = here->type ^ log->type;
        here->type = log->type;
        if (!p->taken[log->cell]) classify(p, p->square_of[log->cell], log->way, changed);
    }
    p->key ^= p->keys[side][square];
    p->owner[square] = -1;
    p->taken[cell] = 0;
    /* Its own types were left as they were, and are right again. */
    count_square(p, square, 0, 1);
    count_square(p, square, 1, 1);
    p->lines[side] -= best_of(p->class_of[side][square]) == F5;
}

/* ---- Reading a position ---- */

/* Look from a square along its lines: what lies beyond the edge blocks both sides. */
static void look_around(Patterns *p, int square) {
    const int cell = p->cell_of[square], near = 2 * (p->line - 1);
    for (int way = 0; way < DIRECTIONS; way++) {
        Around *here = p->around[way] + cell;
        here->marks = 0;
        for (int steps = 1 - p->line; steps < p->line; steps++)
            if (p->taken[cell + steps * p->step[way]])
                here->marks |= (1u | 1u << near) << place(p->line, steps);
        here->type = p->table[here->marks];
        for (int side = 0; side < 2; side++)
            p->ways[side][square] |= (u16)((here->type >> 4 * side & 15) << 4 * way);
    }
    for (int side = 0; side < 2; side++) {
        p->class_of[side][square] = class_of_ways[p->ways[side][square]];
        count_square(p, square, side, 1);
    }
}

/* Lay the squares out in cells: beyond each row lie as many as a line reaches, which the next row has
   before it. */
static void lay_out(Patterns *p) {
    const int far = p->line - 1, across = p->dim + far;
    const int steps[DIRECTIONS] = {1, across, across + 1, across - 1};
    memcpy(p->step, steps, sizeof steps);
    memset(p->taken, 1, sizeof p->taken);
    for (int way = 0; way < DIRECTIONS; way++)
        for (int cell = 0; cell < MAX_CELLS; cell++) p->around[way][cell].marks = (1u << 4 * far) - 1;
    for (int square = 0; square < p->squares; square++) {
        const int cell = (square / p->dim + far) * across + far + square % p->dim;
        p->cell_of[square] = (u16)cell;
        p->square_of[cell] = (u16)square;
        p->taken[cell] = 0;
    }
}

int patterns_read(Patterns *p, const char *marks, Py_ssize_t length, int dim, int line, int player) {
    if (dim < 1 || dim > MAX_DIM || line < SHORTEST || line > LONGEST || line > dim ||
        length != (Py_ssize_t)dim * dim || (player != 2 && player != 3)) {
        PyErr_SetString(PyExc_ValueError, "no such board, player, or line with patterns");
        return 0;
    }
    memset(p, 0, sizeof *p);
    p->dim = dim;
    p->line = line;
    p->squares = p->empty = (int)length;
    p->words = (p->squares + 63) / 64;
    memset(p->owner, -1, sizeof p->owner);
    set_classes();
    if (!(p->table = table_for(line))) {
        PyErr_NoMemory();
        return 0;
    }
    u64 random = 1;
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
    return 1;
}

/* ---- Answers ---- */

/* The squares of a line on which a mark of the other side lowers its type below F4. */
static void add_line_answers(const Patterns *p, int side, int square, int way, u64 *answers) {
    const int cell = p->cell_of[square], shift = side ? 0 : 2 * (p->line - 1);
    const u32 marks = p->around[way][cell].marks;
    for (int steps = 1 - p->line; steps < p->line; steps++) {
        const int here = cell + steps * p->step[way];
        if (!steps || p->taken[here]) continue;
        const u8 type = p->table[marks | 1u << (place(p->line, steps) + shift)];
        if ((type >> 4 * side & 15) < F4) add_square(answers, p->square_of[here]);
    }
}

int answers_to(const Patterns *p, int side, u64 *answers) {
    const u64 *threats = set_of(p, side, F4);
    int count = 0;
    memset(answers, 0xFF, (size_t)p->words * sizeof *answers);
    for (int square = next_square(threats, p->words, 0); square >= 0;
         square = next_square(threats, p->words, square + 1))
        for (int way = 0; way < DIRECTIONS; way++) {
            if (type_of(p, side, square, way) != F4) continue;
            SquareSet here = {0};
            add_square(here, square);
            add_line_answers(p, side, square, way, here);
            for (int word = 0; word < p->words; word++) answers[word] &= here[word];
        }
    /* Fours of its own come first: they must be answered. */
    for (int word = 0; word < p->words; word++) {
        answers[word] |= set_of(p, !side, F4)[word] | set_of(p, !side, B4)[word];
        count += __builtin_popcountll(answers[word]);
    }
    return count;
}

/* ---- For tests ---- */

const char PATTERNS_DOC[] =
"patterns(marks, dim, line, player, moves): what the player's mark (and, times 16, the other's) makes\n"
"of the four lines through each square, four bytes a square, 0 where there is a mark; and the sums of\n"
"what the classes are worth. The moves (two bytes each, in turns) are made and taken back first.";

PyObject *patterns(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks, *moves;
    Py_ssize_t length, moves_length;
    int dim, line, player;
    if (!PyArg_ParseTuple(args, "y#iiiy#", &marks, &length, &dim, &line, &player, &moves,
                          &moves_length))
        return NULL;
    Patterns *p = PyMem_Malloc(sizeof *p);
    if (!p) return PyErr_NoMemory();
    PyObject *told = NULL;
    if (patterns_read(p, marks, length, dim, line, player)) {
        int made[MAX_SQUARES], count = 0;
        for (Py_ssize_t i = 0; i + 1 < moves_length && p->empty; i += 2) {
            const int square = (u8)moves[i] * 256 + (u8)moves[i + 1];
            if (square >= p->squares || p->owner[square] >= 0) continue;
            patterns_make(p, square, count & 1);
            made[count++] = square;
        }
        while (count) patterns_undo(p, made[--count]);
        u8 types[MAX_SQUARES * DIRECTIONS];
        for (int i = 0; i < p->squares * DIRECTIONS; i++) {
            const int square = i / DIRECTIONS, way = i % DIRECTIONS;
            types[i] = p->owner[square] < 0 ? p->around[way][p->cell_of[square]].type : 0;
        }
        told = Py_BuildValue("y#(iiii)(ii)(ii)K", (char *)types,
                             (Py_ssize_t)p->squares * DIRECTIONS, p->own[0], p->own[1], p->other[0],
                             p->other[1], p->alive[0], p->alive[1], p->lines[0], p->lines[1],
                             (unsigned long long)p->key);
    }
    PyMem_Free(p);
    return told;
}
