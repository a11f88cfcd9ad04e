/* Reading a position, and keeping its windows' counts and sums. */

#include "windows.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A live window is worth four times as much with each mark more. */
enum { GROWTH = 4, TOP_WEIGHT = 4 * 4 * 4 * 4 * 4 };

static void set_weights(Windows *w) {
    /* Counted from the full line downwards: a window that lacks one mark is worth the same at any
       length of the line, and an empty one at least 1. */
    int weight = TOP_WEIGHT;
    w->weight[w->line] = 0;
    for (int marks = w->line - 1; marks >= 0; marks--, weight = weight > GROWTH ? weight / GROWTH : 1)
        w->weight[marks] = weight;
}

static void add_windows(Windows *w, int row_step, int col_step) {
    const int reach = w->line - 1;
    for (int row = 0; row < w->dim; row++)
        for (int col = 0; col < w->dim; col++) {
            const int last_row = row + reach * row_step, last_col = col + reach * col_step;
            if (last_row >= w->dim || last_col < 0 || last_col >= w->dim) continue;
            u16 *square = w->square_of + w->windows++ * w->line;
            for (int i = 0; i < w->line; i++)
                square[i] = (u16)((row + i * row_step) * w->dim + col + i * col_step);
        }
}

static void find_windows(Windows *w) {
    const int steps[DIRECTIONS] = {1, w->dim, w->dim + 1, w->dim - 1};
    memcpy(w->step, steps, sizeof steps);
    add_windows(w, 0, 1);
    const int across = w->windows;
    if (w->line > 1) add_windows(w, 1, 0);
    const int down = w->windows;
    if (w->line > 1) add_windows(w, 1, 1);
    const int falling = w->windows;
    if (w->line > 1) add_windows(w, 1, -1);
    /* What lies along each direction comes one after the other: see put_in. */
    const int ends[DIRECTIONS] = {across, down, falling, w->windows};
    u16 count[MAX_SQUARES][DIRECTIONS] = {{0}};
    for (int i = 0, way = 0; i < w->windows * w->line; i++) {
        while (i / w->line >= ends[way]) way++;
        count[w->square_of[i]][way]++;
    }
    int sum = 0;
    for (int square = 0; square < w->squares; square++)
        for (int way = 0; way < DIRECTIONS; way++) {
            w->first[square * DIRECTIONS + way] = (u16)sum;
            sum += count[square][way];
            count[square][way] = 0;
        }
    w->first[w->squares * DIRECTIONS] = (u16)sum;
    for (int i = 0, way = 0; i < w->windows * w->line; i++) {
        const int square = w->square_of[i];
        while (i / w->line >= ends[way]) way++;
        w->through[w->first[square * DIRECTIONS + way] + count[square][way]++] = (u16)(i / w->line);
    }
}

/* Tell which windows lie beside which: those that begin a square before or behind. */
static void set_beside(Windows *w) {
    static const int along = 1;
    int way = 0;
    for (int i = 0; i < w->windows; i++) w->beside[i][0] = w->beside[i][1] = (u16)w->windows;
    for (int i = 0; i < w->windows; i++) {
        const u16 *square = w->square_of + i * w->line;
        while (square[along] - square[0] != w->step[way]) way++;
        const u16 *through = w->through + w->first[square[along] * DIRECTIONS + way];
        const u16 *end = w->through + w->first[square[along] * DIRECTIONS + way + 1];
        for (; through < end; through++)
            if (w->square_of[*through * w->line] == square[along]) {
                w->beside[i][1] = *through;
                w->beside[*through][0] = (u16)i;
            }
    }
}

/* A live window counts as one, and once more where it is full or lacks one mark or two: 16 bits each,
   to be added up at once. */
enum { LINES = 16, THREATS = 32, PAIRS = 48 };

static u64 kind(const Windows *w, int marks) {
    const int lacks = w->line - marks;
    return 1 + (lacks > 2 ? 0 : (u64)1 << (!lacks ? LINES : lacks == 1 ? THREATS : PAIRS));
}

static inline void count_kinds(Windows *w, int side, u64 kinds) {
    w->counts[side] += kinds;
    w->live[side] = (u16)w->counts[side];
    w->lines[side] = (u16)(w->counts[side] >> LINES);
    w->threats[side] = (u16)(w->counts[side] >> THREATS);
    w->pairs[side] = (u16)(w->counts[side] >> PAIRS);
}

/* Put a live window into the sets of those that lack one mark or two, or take it out. */
static inline void flip_bits(Windows *w, int window, int side, int marks) {
    const int lacks = w->line - marks;
    const u64 bit = (u64)1 << (window & 63);
    if (lacks == 1) w->threat_bits[side][window >> 6] ^= bit;
    if (lacks == 2) w->pair_bits[side][window >> 6] ^= bit;
}

/* Keep the sets when a side's mark is put into a window that held so many marks without it. */
static void set_bits(Windows *w, int window, int side, int own, int other) {
    if (!other) {
        flip_bits(w, window, side, own);
        flip_bits(w, window, side, own + 1);
    }
    if (!own) flip_bits(w, window, !side, other);
}

/* Add to the worth of squares in a row what the windows in a row that cover them have changed by:
   a sum that runs along, as each square has one window more at one end and one less at the other. */
ALWAYS_INLINE void add_worth(int *worth, const int *change, int windows, int first, int step,
                             const int line) {
    int sum = 0;
    for (int i = 0; i < windows + line - 1; i++) {
        if (i < windows) sum += change[i];
        if (i >= line) sum -= change[i - line];
        worth[first + i * step] += sum;
    }
}

/* Work out what one mark more of a side changes in a window, by the marks in it: the side's own sums
   where the other has no mark there, and the other's where this is the side's first one. */
static void set_changes(Windows *w) {
    for (int own = 0; own < w->line; own++)
        for (int other = 0; own + other < w->line; other++) {
            Change *change = &w->change[own][other];
            if (!other) {
                change->own = w->weight[own + 1] - w->weight[own];
                change->counts[0] = kind(w, own + 1) - kind(w, own);
            }
            if (!own) {
                change->other = -w->weight[other];
                change->counts[1] = -kind(w, other);
            }
            change->sets = (!other && w->line - own <= 3) || (!own && w->line - other <= 2);
        }
}

/* Put a mark on a square, or take it away (by 1 or -1). The line is the position's: where it is a
   constant, the compiler unrolls. */
ALWAYS_INLINE void put_in(Windows *w, int square, int side, int by, const int line) {
    u8 *marks = w->marks[side];
    const u8 *others = w->marks[!side];
    u64 counts[2] = {0, 0};
    int own_score = 0, other_score = 0;
    for (int way = 0; way < DIRECTIONS; way++) {
        const u16 *first = w->first + square * DIRECTIONS + way, *through = w->through + first[0];
        const int count = first[1] - first[0];
        int own_change[MAX_DIM], other_change[MAX_DIM], own_any = 0, other_any = 0;
        for (int i = 0; i < count; i++) {
            const int window = through[i], other = others[window];
            const int fewer = by > 0 ? marks[window] : marks[window] - 1;
            const Change *change = &w->change[fewer][other];
            marks[window] = (u8)(marks[window] + by);
            counts[0] += change->counts[0];
            counts[1] += change->counts[1];
            own_score += change->own;
            other_score += change->other;
            own_any |= own_change[i] = by * change->own;
            other_any |= other_change[i] = by * change->other;
            if (change->sets) set_bits(w, window, side, fewer, other);
        }
        if (!count) continue;
        const int start = w->square_of[through[0] * line], step = w->step[way];
        if (own_any) add_worth(w->worth[side], own_change, count, start, step, line);
        if (other_any) add_worth(w->worth[!side], other_change, count, start, step, line);
    }
    w->score[side] += by * own_score;
    w->score[!side] += by * other_score;
    count_kinds(w, side, by > 0 ? counts[0] : -counts[0]);
    count_kinds(w, !side, by > 0 ? counts[1] : -counts[1]);
}

ALWAYS_INLINE void put(Windows *w, int square, int side, int by) {
    switch (w->line) {
    case 3: put_in(w, square, side, by, 3); break;
    case 4: put_in(w, square, side, by, 4); break;
    case 5: put_in(w, square, side, by, 5); break;
    default: put_in(w, square, side, by, w->line);
    }
}

void windows_make(Windows *w, int square) {
    put(w, square, w->to_move, 1);
    w->owner[square] = (signed char)w->to_move;
    w->ply++;
    w->empty--;
    w->to_move ^= 1;
}

void windows_undo(Windows *w, int square) {
    w->to_move ^= 1;
    w->ply--;
    w->empty++;
    w->owner[square] = -1;
    put(w, square, w->to_move, -1);
}

/* The same for a search of threats, which undoes all before anybody asks for more than the marks,
   the threats and the two sets. */
static void put_threat(Windows *w, int square, int side, int by) {
    u8 *marks = w->marks[side];
    const u8 *others = w->marks[!side];
    const int few = w->line - 3;
    for (int i = from_of(w, square); i < end_of(w, square); i++) {
        const int window = w->through[i], other = others[window];
        const int own = by > 0 ? marks[window] : marks[window] - 1;
        marks[window] = (u8)(marks[window] + by);
        if (other ? own || other <= few : own < few) continue;
        if (!other) w->threats[side] += by * ((own == few + 1) - (own == few + 2));
        if (!own) w->threats[!side] -= by * (other == few + 2);
        set_bits(w, window, side, own, other);
    }
}

static void try_threat(Windows *w, int square) {
    put_threat(w, square, w->to_move, 1);
    w->owner[square] = (signed char)w->to_move;
    w->to_move ^= 1;
}

static void undo_threat(Windows *w, int square) {
    w->to_move ^= 1;
    w->owner[square] = -1;
    put_threat(w, square, w->to_move, -1);
}

int windows_read(Windows *w, const char *marks, Py_ssize_t length, int dim, int line, int rule,
                 int player) {
    memset(w, 0, sizeof *w);
    if (dim < 1 || dim > MAX_DIM || line < 1 || line > dim || length != (Py_ssize_t)dim * dim ||
        (player != 2 && player != 3) || rule < 0 || rule >= RULES || (ends_matter(rule) && line < 2) ||
        !knows_line(rule, line)) {
        PyErr_SetString(PyExc_ValueError, "no such board, line length, rule or player");
        return 0;
    }
    w->dim = dim;
    w->line = line;
    w->rule = rule;
    w->x_side = player != 2;
    w->reverse = rule == LOSES;
    w->squares = w->empty = (int)length;
    memset(w->owner, -1, sizeof w->owner);
    set_weights(w);
    find_windows(w);
    set_changes(w);
    if (ends_matter(rule)) set_beside(w);
    for (int i = 0; i < w->windows; i++)
        for (int side = 0; side < 2; side++) {
            count_kinds(w, side, kind(w, 0));
            flip_bits(w, i, side, 0);
            w->score[side] += w->weight[0];
            for (int k = 0; k < line; k++) w->worth[side][w->square_of[i * line + k]] += w->weight[0];
        }
    for (int square = 0; square < w->squares; square++) {
        if (marks[square] < EMPTY || marks[square] > 3) {
            PyErr_SetString(PyExc_ValueError, "unknown mark on the board");
            return 0;
        }
        if (marks[square] == EMPTY) continue;
        w->to_move = marks[square] != player;
        windows_make(w, square);
    }
    w->to_move = 0;
    if (ends_matter(rule)) {
        w->lines[0] = w->lines[1] = 0;
        for (int i = 0; i < w->windows; i++)
            for (int side = 0; side < 2; side++)
                w->lines[side] += w->marks[side][i] == line && is_line(w, w->marks, side, i);
    }
    return 1;
}

int completes(const Windows *w, int square) {
    const u8 *own = w->marks[w->to_move], *other = w->marks[!w->to_move];
    for (int i = from_of(w, square); i < end_of(w, square); i++)
        if (own[w->through[i]] == w->line - 1 && !other[w->through[i]]) return 1;
    return 0;
}

int wins_by_threats(Windows *w, int *budget, int *start) {
    const int me = w->to_move;
    int other, forced = threat_squares(w, !me, &other);
    if (other >= 0) return 0;
    const u64 *bits = w->pair_bits[me];
    for (int i = next_window(bits, w->windows, 0); i >= 0; i = next_window(bits, w->windows, i + 1))
        for (int which = 0; which < 2; which++) {
            const u16 *squares = w->square_of + i * w->line;
            int here = 0;
            for (int skip = which; w->owner[squares[here]] >= 0 || skip--; here++) {}
            const int square = squares[here];
            if (forced >= 0 && square != forced) continue;
            if (--*budget < 0) return 0;
            int second, won;
            try_threat(w, square);
            const int answer = threat_squares(w, me, &second);
            won = second >= 0;
            if (!won) {
                int unused;
                try_threat(w, answer);
                won = wins_by_threats(w, budget, &unused);
                undo_threat(w, answer);
            }
            undo_threat(w, square);
            if (won) {
                *start = square;
                return 1;
            }
        }
    return 0;
}
