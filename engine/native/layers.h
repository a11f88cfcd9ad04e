/* The sums of Layers in net.h, for one instruction set (ISA) with registers of VBYTES bytes.

   Outputs stand side by side in registers, and each is summed up over the inputs in their order. A
   product of two rows has 16 partial sums, which are added up in one order. So the size of the
   registers changes nothing. */

#define LAYER(name) JOIN(name, ISA)
#define V LAYER(vector)
#define LOADED LAYER(loaded)
#define LANES (VBYTES / 4)
#define BLOCK (4 * LANES)

typedef float V __attribute__((vector_size(VBYTES)));
typedef float LOADED __attribute__((vector_size(VBYTES), aligned(4), may_alias));

#define AT(place) (*(LOADED *)(place))
#define OF(place) (*(const LOADED *)(place))
#define EVERYWHERE(x) ((V){0} + (x))

static void LAYER(dense)(const float *x, int rows, int inputs, const float *w, int units,
                         const float *bias, float *y) {
    for (int row = 0; row < rows; row++, x += inputs, y += units)
        for (int unit = 0; unit < units; unit += BLOCK) {
            const float *from = bias + unit, *weight = w + unit;
            V a = OF(from), b = OF(from + LANES), c = OF(from + 2 * LANES), d = OF(from + 3 * LANES);
            for (int i = 0; i < inputs; i++, weight += units) {
                const V here = EVERYWHERE(x[i]);
                a += here * OF(weight);
                b += here * OF(weight + LANES);
                c += here * OF(weight + 2 * LANES);
                d += here * OF(weight + 3 * LANES);
            }
            AT(y + unit) = a;
            AT(y + unit + LANES) = b;
            AT(y + unit + 2 * LANES) = c;
            AT(y + unit + 3 * LANES) = d;
        }
}

static void LAYER(gather)(const u16 *which, int count, const float *w, int units,
                          const float *bias, float *y) {
    for (int unit = 0; unit < units; unit += BLOCK) {
        const float *from = bias + unit;
        V a = OF(from), b = OF(from + LANES), c = OF(from + 2 * LANES), d = OF(from + 3 * LANES);
        for (int i = 0; i < count; i++) {
            const float *weight = w + which[i] * units + unit;
            a += OF(weight);
            b += OF(weight + LANES);
            c += OF(weight + 2 * LANES);
            d += OF(weight + 3 * LANES);
        }
        AT(y + unit) = a;
        AT(y + unit + LANES) = b;
        AT(y + unit + 2 * LANES) = c;
        AT(y + unit + 3 * LANES) = d;
    }
}

static void LAYER(dots)(const float *x, int rows, int units, const float *w, int outputs,
                        const float *bias, float *y) {
    for (int row = 0; row < rows; row++, x += units, y += outputs)
        for (int i = 0; i < outputs; i++) {
            const float *weight = w + i * units;
            V part[16 / LANES];
            for (int k = 0; k < 16 / LANES; k++) part[k] = OF(x + k * LANES) * OF(weight + k * LANES);
            for (int unit = 16; unit < units; unit += 16)
                for (int k = 0; k < 16 / LANES; k++)
                    part[k] += OF(x + unit + k * LANES) * OF(weight + unit + k * LANES);
            /* 16 to 8 to 4, side by side; then 4 to 1. */
            float sums[16];
            for (int k = 0; k < 16 / LANES; k++) AT(sums + k * LANES) = part[k];
            for (int half = 8; half; half /= 2)
                for (int k = 0; k < half; k++) sums[k] += sums[k + half];
            y[i] = bias[i] + sums[0];
        }
}

static void LAYER(spread)(const float *x, int rows, int inputs, const float *y, int units,
                          float *w) {
    for (int i = 0; i < inputs; i++, w += units)
        for (int unit = 0; unit < units; unit += BLOCK) {
            float *to = w + unit;
            V a = OF(to), b = OF(to + LANES), c = OF(to + 2 * LANES), d = OF(to + 3 * LANES);
            for (int row = 0; row < rows; row++) {
                const V here = EVERYWHERE(x[row * inputs + i]);
                const float *from = y + row * units + unit;
                a += here * OF(from);
                b += here * OF(from + LANES);
                c += here * OF(from + 2 * LANES);
                d += here * OF(from + 3 * LANES);
            }
            AT(to) = a;
            AT(to + LANES) = b;
            AT(to + 2 * LANES) = c;
            AT(to + 3 * LANES) = d;
        }
}

static void LAYER(step)(float *restrict w, float *restrict mean, float *restrict square,
                        const float *restrict slope, int count, float rate, float shrink,
                        float mean_scale, float square_scale) {
    const float keep_mean = 0.9f, keep_square = 0.999f, tiny = 1e-8f;
    for (int i = 0; i < count; i++) {
        const float m = keep_mean * mean[i] + (1 - keep_mean) * slope[i];
        const float s = keep_square * square[i] + (1 - keep_square) * (slope[i] * slope[i]);
        mean[i] = m;
        square[i] = s;
        w[i] -= rate * (m * mean_scale) / (sqrtf(s * square_scale) + tiny) + shrink * w[i];
    }
}

static const Layers LAYER(layers) = {
    LAYER(dense), LAYER(dots), LAYER(spread), LAYER(gather), LAYER(step),
};

#undef LAYER
#undef V
#undef LOADED
#undef LANES
#undef BLOCK
#undef AT
#undef OF
#undef EVERYWHERE
#undef ISA
#undef VBYTES
