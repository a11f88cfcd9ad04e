/* Selection by PUCT (Rosin, 2011), as two of the trees have it, and the way down to a node. */

#ifndef PUCT_H
#define PUCT_H

#include "tree.h"

/* What the moves of a node are weighed by: what a move is worth, as far as that is known, and a bonus
   that is large for few visits. A move without any counts as somewhat less than its node. */
typedef struct { double untried, scale; } Scales;

static inline Scales scales_of(const Node *node, double exploration) {
    const double reduction = 0.2, worth = node->visits ? -node->sum / node->visits : 0;
    const Scales scales = {worth - reduction, exploration * sqrt((double)node->visits)};
    return scales;
}

static inline double value_of(Scales scales, const Node *child) {
    if (child->low == child->high) return child->low;
    return child->visits ? child->sum / child->visits : scales.untried;
}

static inline double bonus_of(Scales scales, const Node *child) {
    return scales.scale * child->prior / (1 + (double)child->visits);
}

/* What a seed multiplies the prior of a move at the root by, so that games differ. */
static inline double jitter(u64 seed, int square) {
    const double most = 0.2;
    u64 state = seed + SPLITMIX_STEP * (u64)square;
    const u64 z = splitmix(&state);
    return 1 + most * ((double)(z >> 11) / 9007199254740992.0 - 0.5);
}

/* The child to try next; a lost one only where all are. */
static inline u32 chosen_child(const Tree *t, const Node *node, double exploration) {
    const Scales scales = scales_of(node, exploration);
    u32 best = node->first;
    double most = -1e300;
    for (u32 i = node->first; i < node->first + node->count; i++) {
        const Node *child = t->nodes + i;
        if (child->high == -1) continue;
        const double weight = value_of(scales, child) + bonus_of(scales, child);
        if (weight > most) {
            most = weight;
            best = i;
        }
    }
    return best;
}

/* Stand where a simulation's path leads. The last one stays made until then: most begin alike. */
static inline void go_to(Tree *t, int depth) {
    int same = 0;
    while (same < t->made && same < depth && t->moves[same] == t->path[same + 1]) same++;
    while (t->made > same) windows_undo(&t->w, t->moves[--t->made]);
    while (t->made < depth) {
        const u16 square = t->path[t->made + 1];
        windows_make(&t->w, square);
        t->moves[t->made++] = square;
    }
}

#endif
