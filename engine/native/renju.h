/* Renju's fouls, for one of two sides: engine/renju.py says what they are, and finds the same. */

#ifndef RENJU_H
#define RENJU_H

#include "windows.h"

enum { NO_FOUL, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE };

/* What kind of foul a mark of a side on an empty square is. Owners are 0, 1, or -1 where empty; they are
   changed meanwhile, and left as they were. */
int foul_at(signed char *owner, int dim, int side, int square);

PyObject *fouls(PyObject *module, PyObject *args);
extern const char FOULS_DOC[];

#endif
