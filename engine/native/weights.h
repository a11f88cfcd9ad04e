/* What the classes of squares are worth, to the value of a position and to the prior of a move, by
   a class's best type (down) and its second one (across), each from DEAD to F5.

   Written by engine/learning/pattern_fit.py. Fitted to 268,821 positions of
   20,000 games of the tree against itself, with five in a row on 11x11, 15x15 and 20x20. */

#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "patterns.h"

/* Of the value, in thousandths: to the side to move, where the class is its own, or the other's. */
static const int BIAS = 70;
static const int OWN[TYPES][TYPES] = {
    {12},
    {8, 5},
    {7, 5, -1},
    {13, 4, 2, 5},
    {13, 4, 8, 14, 40},
    {19, 12, 16, 24, 55, 53},
    {50, 52, 80, 74, 129, 111, 218},
    {67, 58, 99, 105, 179, 139, 663, 589},
    {423, 545, 517, 593, 541, 649, 1071, 1227, 1270},
    {1000, 1000, 1000, 1020, 1050, 970, 1710, 1710, 1710, 1710},
};
static const int OTHER[TYPES][TYPES] = {
    {-14},
    {-9, 10},
    {-7, -2, 1},
    {-13, 0, -2, -10},
    {-9, 1, -5, -14, -35},
    {-16, -11, -13, -26, -52, -59},
    {-46, -44, -65, -70, -114, -118, -182},
    {-61, -52, -92, -108, -184, -163, -352, -236},
    {-181, -234, -269, -298, -308, -336, -360, -418, -409},
    {-240, -301, -311, -293, -298, -337, -400, -503, -560, -560},
};

/* Of the prior: natural logarithms; and what is taken off for the distance from the centre, in half
   sides of the board, rows and columns together. */
static const double OWN_PRIOR[TYPES][TYPES] = {
    {-2.895},
    {-2.336, -2.591},
    {-2.482, -2.753, -2.581},
    {-1.959, -1.749, -2.121, -1.647},
    {-0.608, -0.586, -0.637, -0.317, 1.064},
    {-0.677, -0.623, -0.825, -0.323, 0.988, 1.337},
    {0.071, 0.335, 0.571, 0.635, 2.177, 2.175, 1.790},
    {-0.507, 0.177, 0.505, 0.599, 2.171, 1.970, 2.191, 4.530},
    {6.378, 6.397, 6.203, 6.159, 6.222, 6.249, 6.669, 6.770, 7.000},
    {9.000, 9.000, 9.000, 9.000, 9.000, 9.000, 9.000, 9.000, 9.000, 9.000},
};
static const double OTHER_PRIOR[TYPES][TYPES] = {
    {-3.076},
    {-2.658, -2.679},
    {-2.758, -2.704, -2.664},
    {-2.621, -2.307, -2.431, -2.308},
    {-2.151, -1.740, -1.914, -1.993, -1.512},
    {-1.665, -1.532, -1.639, -1.638, -1.154, -0.799},
    {0.513, 0.474, 0.628, 0.589, 1.345, 1.443, 2.683},
    {0.049, 0.119, 0.273, 0.371, 1.300, 1.139, 2.774, 3.959},
    {4.509, 4.043, 4.719, 4.670, 4.928, 4.790, 4.805, 4.346, 4.052},
    {8.754, 8.623, 8.946, 8.900, 8.849, 8.820, 8.322, 8.127, 8.000, 8.000},
};
static const double CENTRE = 0.552;

#endif
