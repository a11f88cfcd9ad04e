/* Telling fouls. A line is read as bits, one for each square around the one in its middle. */

#include "renju.h"

enum { FIVE = 5, REACH = FIVE, SEEN = 2 * REACH + 1, MIDDLE = 1 << REACH };

static const int DOWN[DIRECTIONS] = {0, 1, 1, 1}, RIGHT[DIRECTIONS] = {1, 0, 1, -1};

/* The side's marks and the empty squares of a line; what is neither stops it. */
typedef struct { u32 own, free; } Line;

static inline int less_of(int a, int b) { return a < b ? a : b; }

static Line line_around(const signed char *owner, int dim, int side, int square, int way) {
    const int row = square / dim, col = square % dim, step = DOWN[way] * dim + RIGHT[way];
    const int left = RIGHT[way] < 0 ? dim - 1 - col : RIGHT[way] ? col : REACH;
    const int right = RIGHT[way] < 0 ? col : RIGHT[way] ? dim - 1 - col : REACH;
    const int back = less_of(REACH, less_of(left, DOWN[way] ? row : REACH));
    const int ahead = less_of(REACH, less_of(right, DOWN[way] ? dim - 1 - row : REACH));
    const signed char *at = owner + square - back * step;
    Line line = {0, 0};
    for (int bit = REACH - back; bit <= REACH + ahead; bit++, at += step) {
        line.own |= (u32)(*at == side) << bit;
        line.free |= (u32)(*at < 0) << bit;
    }
    return line;
}

/* How many marks are in a row with the one in the middle. */
static int row_length(u32 own) {
    int length = 1;
    for (u32 bit = MIDDLE << 1; own & bit; bit <<= 1) length++;
    for (u32 bit = MIDDLE >> 1; own & bit; bit >>= 1) length++;
    return length;
}

/* The squares where a mark more makes exactly five with the one in the middle: the first free ones at both
   ends of its row are all that can. */
static u32 completing(Line line) {
    u32 squares = 0, ahead = MIDDLE, back = MIDDLE;
    while (line.own & ahead) ahead <<= 1;
    while (line.own & back) back >>= 1;
    if (line.free & ahead && row_length(line.own | ahead) == FIVE) squares |= ahead;
    if (line.free & back && row_length(line.own | back) == FIVE) squares |= back;
    return squares;
}

/* Whether two squares are the ends of four marks in a row. */
static int are_ends(u32 own, u32 squares) {
    const u32 first = squares & -squares;
    return squares == (first | first << FIVE) && (own / first & 0x1E) == 0x1E;
}

/* How many fours the mark in the middle makes: a straight one is one. */
static int fours(Line line) {
    const u32 squares = completing(line);
    return squares && are_ends(line.own, squares) ? 1 : __builtin_popcount(squares);
}

static int foul_of(signed char *owner, int dim, int side, int square, int *five);

/* Whether a mark may be put to make a straight four: it is no foul, and makes no five. */
static int may_be_put(signed char *owner, int dim, int side, int square) {
    int five = 0;
    owner[square] = (signed char)side;
    const int foul = foul_of(owner, dim, side, square, &five);
    owner[square] = -1;
    return !foul && !five;
}

/* Whether the side may make a straight four of what the mark in the middle makes of a line. */
static int is_three(signed char *owner, int dim, int side, int square, Line line, int way) {
    const int step = DOWN[way] * dim + RIGHT[way];
    for (int at = 0; at < SEEN; at++) {
        const u32 bit = 1u << at;
        if (!(line.free & bit)) continue;
        const Line more = {line.own | bit, line.free & ~bit};
        const u32 squares = completing(more);
        if (squares && are_ends(more.own, squares) &&
            may_be_put(owner, dim, side, square + (at - REACH) * step))
            return 1;
    }
    return 0;
}

/* What kind of foul a mark is that stands there. Whether it makes five goes to *five. */
static int foul_of(signed char *owner, int dim, int side, int square, int *five) {
    Line lines[DIRECTIONS];
    int fours_in[DIRECTIONS], longest = 0, count = 0, threes = 0;
    for (int way = 0; way < DIRECTIONS; way++) {
        lines[way] = line_around(owner, dim, side, square, way);
        const int length = row_length(lines[way].own);
        if (length == FIVE) *five = 1;
        if (length > longest) longest = length;
    }
    if (*five) return NO_FOUL;
    if (longest > FIVE) return OVERLINE;
    for (int way = 0; way < DIRECTIONS; way++) count += fours_in[way] = fours(lines[way]);
    if (count > 1) return DOUBLE_FOUR;
    for (int way = 0; way < DIRECTIONS && threes < 2; way++)
        threes += !fours_in[way] && is_three(owner, dim, side, square, lines[way], way);
    return threes > 1 ? DOUBLE_THREE : NO_FOUL;
}

int foul_at(signed char *owner, int dim, int side, int square) {
    int most = 0, lines = 0, five = 0;
    for (int way = 0; way < DIRECTIONS; way++) {
        const int near = __builtin_popcount(line_around(owner, dim, side, square, way).own);
        lines += near > 1;
        if (near > most) most = near;
    }
    if (lines < 2 && most < FIVE - 1) return NO_FOUL;    /* too few marks are near */
    owner[square] = (signed char)side;
    const int foul = foul_of(owner, dim, side, square, &five);
    owner[square] = -1;
    return foul;
}

/* ---- For Python ---- */

const char FOULS_DOC[] =
"fouls(marks, dim): what kind of foul X's mark on each square is, a byte a square: 1 an overline, 2 a\n"
"double four, 3 a double three, 0 none.";

PyObject *fouls(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *marks;
    Py_ssize_t length;
    int dim;
    if (!PyArg_ParseTuple(args, "y#i", &marks, &length, &dim)) return NULL;
    if (dim < 1 || dim > MAX_DIM || length != (Py_ssize_t)dim * dim)
        return PyErr_Format(PyExc_ValueError, "no such board");
    signed char owner[MAX_SQUARES];
    char kinds[MAX_SQUARES];
    for (int i = 0; i < length; i++) owner[i] = (signed char)(marks[i] == EMPTY ? -1 : marks[i] != 2);
    for (int i = 0; i < length; i++) kinds[i] = (char)(owner[i] < 0 ? foul_at(owner, dim, 0, i) : 0);
    return PyBytes_FromStringAndSize(kinds, length);
}
