/* Reading a position, and keeping its windows' counts and sums. */

#include "windows.h"

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
    add_windows(w, 0, 1);
    if (w->line > 1) {
        add_windows(w, 1, 0);
        add_windows(w, 1, 1);
        add_windows(w, 1, -1);
    }
    int count = 0;
    u16 fill[MAX_SQUARES] = {0};
    for (int i = 0; i < w->windows * w->line; i++) fill[w->square_of[i]]++;
    for (int square = 0; square <= w->squares; square++) {
        w->first[square] = (u16)count;
        if (square < w->squares) {
            count += fill[square];
            fill[square] = 0;
        }
    }
    for (int i = 0; i < w->windows * w->line; i++) {
        const int square = w->square_of[i];
        w->through[w->first[square] + fill[square]++] = (u16)(i / w->line);
    }
}

/* Take a window out of a side's sums, or put it in (sign -1 or 1). */
static void count_window(Windows *w, int window, int side, int sign) {
    if (w->marks[!side][window]) return;
    const int marks = w->marks[side][window];
    w->live[side] += sign;
    if (marks == w->line) {
        w->lines[side] += sign;
    } else if (marks == w->line - 1) {
        w->threats[side] += sign;
        w->threat_bits[side][window >> 6] ^= (u64)1 << (window & 63);
    } else if (marks == w->line - 2) {
        w->pairs[side] += sign;
        w->pair_bits[side][window >> 6] ^= (u64)1 << (window & 63);
    }
    const int weight = sign * w->weight[marks];
    const u16 *square = w->square_of + window * w->line;
    w->score[side] += weight;
    for (int i = 0; i < w->line; i++) w->worth[side][square[i]] += weight;
}

static void put(Windows *w, int square, int side, int by) {
    for (int i = w->first[square]; i < w->first[square + 1]; i++) {
        const int window = w->through[i];
        count_window(w, window, 0, -1);
        count_window(w, window, 1, -1);
        w->marks[side][window] = (u8)(w->marks[side][window] + by);
        count_window(w, window, 0, 1);
        count_window(w, window, 1, 1);
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

int windows_read(Windows *w, const char *marks, Py_ssize_t length, int dim, int line, int reverse,
                 int player) {
    memset(w, 0, sizeof *w);
    if (dim < 1 || dim > MAX_DIM || line < 1 || line > dim || length != (Py_ssize_t)dim * dim ||
        (player != 2 && player != 3)) {
        PyErr_SetString(PyExc_ValueError, "no such board, line length or player");
        return 0;
    }
    w->dim = dim;
    w->line = line;
    w->reverse = reverse;
    w->squares = w->empty = (int)length;
    memset(w->owner, -1, sizeof w->owner);
    set_weights(w);
    find_windows(w);
    for (int i = 0; i < w->windows; i++) {
        count_window(w, i, 0, 1);
        count_window(w, i, 1, 1);
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
    return 1;
}

int completes(const Windows *w, int square) {
    const u8 *own = w->marks[w->to_move], *other = w->marks[!w->to_move];
    for (int i = w->first[square]; i < w->first[square + 1]; i++)
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
            windows_make(w, square);
            const int answer = threat_squares(w, me, &second);
            won = second >= 0;
            if (!won) {
                int unused;
                windows_make(w, answer);
                won = wins_by_threats(w, budget, &unused);
                windows_undo(w, answer);
            }
            windows_undo(w, square);
            if (won) {
                *start = square;
                return 1;
            }
        }
    return 0;
}
