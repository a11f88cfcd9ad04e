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

static inline void set_type(Patterns *p, int square, int way, u8 type) {
    const u8 changed = type ^ p->types[square][way];
    p->types[square][way] = type;
    for (int side = 0; side < 2; side++) {
        if (!(changed >> 4 * side & 15)) continue;
        const u16 ways = (u16)(p->ways[side][square] ^ (changed >> 4 * side & 15) << 4 * way);
        p->ways[side][square] = ways;
        if (class_of_ways[ways] == p->class_of[side][square]) continue;
        count_square(p, square, side, -1);
        p->class_of[side][square] = class_of_ways[ways];
        count_square(p, square, side, 1);
    }
}

/* Read all of an empty square's types anew: while it held a mark they were left as they were. */
static void set_types(Patterns *p, int square) {
    u16 ways[2] = {0, 0};
    for (int way = 0; way < DIRECTIONS; way++) {
        const u8 type = p->table[p->marks[square][way]];
        p->types[square][way] = type;
        for (int side = 0; side < 2; side++)
            ways[side] = (u16)(ways[side] | (type >> 4 * side & 15) << 4 * way);
    }
    for (int side = 0; side < 2; side++) {
        p->ways[side][square] = ways[side];
        p->class_of[side][square] = class_of_ways[ways[side]];
    }
}

/* ---- Moves ---- */

/* The bit of a square that lies so many steps behind (or, below 0, before) the one that looks. */
static inline int place(const Patterns *p, int steps) {
    return steps < 0 ? p->line - 1 + steps : p->line - 2 + steps;
}

/* A side's mark appears on a square, or disappears: the squares around see it. */
static inline void flip_mark(Patterns *p, int square, int side) {
    const int shift = side ? p->near : 0;
    const u8 *table = p->table;
    for (int way = 0; way < DIRECTIONS; way++) {
        const int step = p->step[way], before = p->reach[square][way][0];
        const int behind = p->reach[square][way][1];
        for (int steps = -before; steps <= behind; steps++) {
            if (!steps) continue;
            const int here = square + steps * step;
            const u32 marks = p->marks[here][way] ^= 1u << (place(p, -steps) + shift);
            if (p->owner[here] >= 0) continue;
            const u8 type = table[marks];
            if (type != p->types[here][way]) set_type(p, here, way, type);
        }
    }
}

void patterns_make(Patterns *p, int square, int side) {
    p->lines[side] += best_of(p->class_of[side][square]) == F5;
    count_square(p, square, 0, -1);
    count_square(p, square, 1, -1);
    p->owner[square] = (signed char)side;
    p->empty--;
    p->key ^= p->keys[side][square];
    flip_mark(p, square, side);
}

void patterns_undo(Patterns *p, int square) {
    const int side = p->owner[square];
    flip_mark(p, square, side);
    p->key ^= p->keys[side][square];
    p->empty++;
    p->owner[square] = -1;
    set_types(p, square);
    count_square(p, square, 0, 1);
    count_square(p, square, 1, 1);
    p->lines[side] -= best_of(p->class_of[side][square]) == F5;
}

/* ---- Reading a position ---- */

static int least(int a, int b) { return a < b ? a : b; }

/* Look from a square along a line: what lies behind the edge blocks both sides. */
static void look_around(Patterns *p, int square) {
    const int row = square / p->dim, col = square % p->dim, far = p->line - 1, last = p->dim - 1;
    const int up = least(row, far), down = least(last - row, far);
    const int left = least(col, far), right = least(last - col, far);
    const int before[DIRECTIONS] = {left, up, least(up, left), least(up, right)};
    const int behind[DIRECTIONS] = {right, down, least(down, right), least(down, left)};
    for (int way = 0; way < DIRECTIONS; way++) {
        p->reach[square][way][0] = (u8)before[way];
        p->reach[square][way][1] = (u8)behind[way];
        for (int steps = -far; steps <= far; steps++)
            if (steps < -before[way] || steps > behind[way])
                p->marks[square][way] |= (1u | 1u << p->near) << place(p, steps);
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
    p->near = 2 * (line - 1);
    p->squares = p->empty = (int)length;
    p->words = (p->squares + 63) / 64;
    const int steps[DIRECTIONS] = {1, dim, dim + 1, dim - 1};
    memcpy(p->step, steps, sizeof steps);
    memset(p->owner, -1, sizeof p->owner);
    set_classes();
    if (!(p->table = table_for(line))) {
        PyErr_NoMemory();
        return 0;
    }
    u64 random = 1;
    for (int square = 0; square < p->squares; square++) {
        for (int side = 0; side < 2; side++) p->keys[side][square] = splitmix(&random);
        look_around(p, square);
        set_types(p, square);
        count_square(p, square, 0, 1);
        count_square(p, square, 1, 1);
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
    const int shift = side ? 0 : p->near;
    for (int steps = -p->reach[square][way][0]; steps <= p->reach[square][way][1]; steps++) {
        const int here = square + steps * p->step[way];
        if (!steps || p->owner[here] >= 0) continue;
        const u32 marks = p->marks[square][way] | 1u << (place(p, steps) + shift);
        if ((p->table[marks] >> 4 * side & 15) < F4) add_square(answers, here);
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
        for (int square = 0; square < p->squares; square++)
            if (p->owner[square] >= 0) memset(p->types[square], 0, DIRECTIONS);
        told = Py_BuildValue("y#(iiii)(ii)(ii)K", (char *)p->types,
                             (Py_ssize_t)p->squares * DIRECTIONS, p->own[0], p->own[1], p->other[0],
                             p->other[1], p->alive[0], p->alive[1], p->lines[0], p->lines[1],
                             (unsigned long long)p->key);
    }
    PyMem_Free(p);
    return told;
}
