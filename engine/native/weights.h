/* What the classes of squares are worth, to the value of a position and to the prior of a move.

   Fitted to 7,900 positions on 15x15 with five in a row: 5,300 of fast games of the tree against
   itself and 2,600 of recorded games of several programs. The value's weights lessen the squared
   error of the game's result (ridge 2e-4); the prior's are a softmax regression on the tree's visits
   and the winner's moves. Those of F4, F5 and B4 twice are set by hand, and classes that hardly occur
   lie between their neighbours. */

#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "patterns.h"

/* Of the value, in thousandths: by a class's best type, and by its second one. An open three where two
   lines meet carries it; a single two carries nothing. */
static const int BIAS = 30;
/*                                      DEAD B1 F1 B2  F2   B3   F3    B4    F4    F5 */
static const int OWN_BEST[TYPES] =     {  0, 0, 0,  8,  -9,  15, 100,  140,  560, 1000};
static const int OWN_SECOND[TYPES] =   {  0, 0, 0, 20,  50, -30, 710,  710,  710,  710};
static const int OTHER_BEST[TYPES] =   {  0, 0, 0,  0,   0,   0, -85, -145, -400, -510};
static const int OTHER_SECOND[TYPES] = {  0, 0, 0,  0, -50, -50, -50,  -50,  -50,  -50};

/* Of the prior: natural logarithms, by the best type (down) and the second one (across). */
static const double OWN_PRIOR[TYPES][TYPES] = {
    {-3},
    {-2.6, -2.4},
    {-2.3, -2.2, -2.05},
    {-2, -1.8, -1.66, -1.2},
    {-1, -0.75, -0.57, -0.1, 0.91},
    {-1.3, -1.1, -0.98, -0.4, 0.42, 0.6},
    {0.5, 0.7, 0.87, 1, 2.15, 1.93, 1.64},
    {0, 0.15, 0.28, 0.7, 1.63, 1.36, 2.1, 5},
    {7, 7, 7, 7, 7, 7, 7, 7, 7},
    {9, 9, 9, 9, 9, 9, 9, 9, 9, 9},
};
static const double OTHER_PRIOR[TYPES][TYPES] = {
    {-2.2},
    {-2.1, -2},
    {-2, -1.95, -1.89},
    {-1.85, -1.75, -1.69, -1.5},
    {-1.6, -1.5, -1.4, -1.35, -1.2},
    {-1.3, -1.2, -1.13, -1, -0.88, -0.5},
    {0.7, 0.8, 0.89, 0.8, 1.34, 1.36, 1.78},
    {-0.5, -0.35, -0.26, 0, 0.53, 0.38, 1.7, 3},
    {4, 4, 4, 4, 4, 4, 4, 4, 4},
    {8, 8, 8, 8, 8, 8, 8, 8, 8, 8},
};

#endif
