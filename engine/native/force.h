/* The threat search: whether a side wins by fours and open threes that leave the other a few answers
   each. It tries all of these, so what it says is a proof; what it does not find is none. */

#ifndef FORCE_H
#define FORCE_H

#include "patterns.h"

enum {
    FORCE_ENTRIES = 1 << 16,
    FORCE_DEPTH = 40                   /* moves of the attacker at most */
};

/* How wide a search is: fours alone; those threats as well that do something on a second line; all fours, and
   open threes that do; or all threats. Most wins need no others, and the fewer there are, the longer the rows
   that the same number of positions shows. */
enum { FOURS, NARROW, WIDER, ALL, WIDTHS };

/* What is known of a position where the attacker is to move. */
typedef struct {
    u64 key;
    u16 move;                          /* of a win */
    u8 won;
    u8 depth;                          /* else: moves of the attacker that do not win; UNCUT for any */
} ForceEntry;

typedef struct {
    Patterns *patterns;                /* changed while a search is under way, and left as they were */
    ForceEntry *entries;               /* FORCE_ENTRIES of them */
    int attacker, width;
    int shortest;                      /* whether short rows are looked for before long ones */
    Wanted wanted;                     /* types, by the width */
    int budget;                        /* positions that may still be looked at; below 0: it ran out */
    int cut;                           /* whether a row of threats was broken off for its depth */
    const char *only;                  /* squares that rows may begin with, 1 for each; NULL for all */
    int empty;                         /* squares where they begin */
} Force;

/* Make room for what the search remembers; return 0 where there is none. */
int force_begin(Force *f, Patterns *patterns);
void force_end(Force *f);

/* Whether a side, which is to move, wins by threats: within so many positions for rows of fours and, unless that
   is the width, as many for wider rows. WIDER comes after NARROW, with what that leaves of them, but a quarter at
   most. The first move goes to *start. Return in how many moves of its own at most the search found the win, or
   0. */
int force_wins(Force *f, int attacker, int nodes, int width, int *start);

PyObject *force(PyObject *module, PyObject *args);
extern const char FORCE_DOC[];

#endif
