/* Functions of real numbers that are the same to the last digit on every machine: those of different
   systems' libraries differ there, and a tree or a network would. */

#ifndef NUMBERS_H
#define NUMBERS_H

#include <math.h>
#include "windows.h"

/* The natural logarithm of a positive number. */
static inline double ln(double number) {
    int exponent;
    double part = frexp(number, &exponent), sum = 0;
    if (part < 0.70710678118654752) {
        part *= 2;
        exponent--;
    }
    const double x = (part - 1) / (part + 1), square = x * x;
    for (int i = 21; i > 0; i -= 2) sum = sum * square + 1.0 / i;
    return exponent * 0.69314718055994531 + 2 * x * sum;
}

/* e to a power, to some 15 digits: a power of two, and Taylor's sum for what is left. */
static inline double e_to(double power) {
    const double most = 700;
    const double x = power < -most ? -most : power > most ? most : power;
    const double twos = floor(x * 1.4426950408889634 + 0.5);
    const double rest = (x - twos * 0.69314718036912382) - twos * 1.9082149292705877e-10;
    double sum = 1.0 / 6227020800;
    static const double factors[] = {
        1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
        1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1, 1,
    };
    for (int i = 0; i < 13; i++) sum = sum * rest + factors[i];
    const u64 bits = (u64)((int)twos + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

static inline double tangent(double x) {          /* the hyperbolic one */
    return 1 - 2 / (e_to(2 * x) + 1);
}

/* A number between 0 and 1, neither of them. */
static inline double share(u64 *random) {
    return ((double)(splitmix(random) >> 12) + 0.5) / 4503599627370496.0;
}

/* A whole number from 0 to below a limit. */
static inline int drawn_below(u64 *random, int limit) {
    return (int)((splitmix(random) >> 32) * (u64)limit >> 32);
}

#endif
