/* Random games from a position, one at a time: in a tree, and for a tally.

   Whole random numbers alone decide: every machine plays the same games, and so does
   engine/search/random_games.py. */

#ifndef GAMES_H
#define GAMES_H

#include "numbers.h"
#include "windows.h"

typedef struct {
    const Windows *w;                  /* of the root */
    int heavy;                         /* whether both sides see wins and blocks */
    u64 random;
    u16 empties[MAX_SQUARES];          /* the root's empty squares */

    /* Where games begin. */
    int to_move, empty;
    int line_made;                     /* 1 if the last move completed a line, -1 if it was a foul */
    u8 taken[MAX_SQUARES];
    signed char owner[MAX_SQUARES];    /* in Renju: 0, 1, or -1 where empty */
    u8 marks[2][MAX_WINDOWS];          /* marks of each side in each window */

    /* A game from there. */
    u8 counted[2][MAX_WINDOWS];        /* the same, as it goes on, */
    signed char owned[MAX_SQUARES];    /* and these, too */
    int fouled;                        /* whether it ended with a foul */
    u16 order[MAX_SQUARES], played[MAX_SQUARES];
    int left;                          /* squares in order that were not drawn yet */
    int plies;                         /* moves played */
    u16 threats[2][MAX_WINDOWS];       /* windows that lacked one mark of a side */
    int threatened[2];
} Games;

/* Begin with a position: all but w is zero before. */
void games_begin(Games *g, const Windows *w, int heavy, u64 seed);
void games_make(Games *g, int square);
void games_undo(Games *g, int square);

/* Play a game; return 1 if the side to move wins it, -1 if it loses, 0 for a tie. */
int games_play(Games *g);

static inline int below(Games *g, int limit) {
    return drawn_below(&g->random, limit);
}

/* Who completed a line first, and on how many of those final boards each side's mark stood on
   each square: marks[side with the line][side of the mark][square]. */
typedef struct {
    u64 lines[2];
    u64 marks[2][2][MAX_SQUARES];
} Counts;

/* Marks that stood before the first move stand on every final board (kernel.c). */
void count_fixed(const signed char *owner, int squares, Counts *c);
/* Counts as a tuple of Python's (kernel.c). */
PyObject *counts_told(const Counts *c, int squares);
extern PyMethodDef GAMES_METHODS[];

#endif
