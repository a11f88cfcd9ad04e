/* Random playouts for Tic-Tac-Toe on any board: the native kernel behind engine.sample.

   Playouts come in blocks. A block's games depend on the seed and the block's number alone, never
   on the instruction set, the thread, or how many blocks one call plays. There are three roads:
   lanes.h plays one game a SIMD lane, fill.h fills a whole board and looks for lines afterwards,
   single.h plays one game at a time. roads.h compiles them once for each instruction set. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if !defined(__GNUC__)
#error "the native kernel needs GCC's or Clang's vector extensions; the NumPy kernel serves"
#endif

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { MAX_DIM = 25, MAX_SQUARES = MAX_DIM * MAX_DIM, EMPTY = 1 };

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;

/* A position. Sides are 0 (to move) and 1; owner is 0, 1 or -1 for an empty square. */
typedef struct {
    int dim, win_length, squares, empty;
    signed char owner[MAX_SQUARES];
    u16 empties[MAX_SQUARES];
} Position;

/* Who completed a line first, and on how many of those final boards each side's mark stood on
   each square: marks[side with the line][side of the mark][square]. */
typedef struct {
    u64 lines[2];
    u64 marks[2][2][MAX_SQUARES];
} Counts;

/* xoshiro256++ (Blackman and Vigna, 2019), seeded by splitmix64 as its authors advise. */
typedef struct { u64 s[4]; } Rng;

static inline u64 splitmix(u64 *state) {
    u64 z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* The stream of one lane of one block. Seed, block and lane pass through the mixer one after
   another, so that neighbours have nothing in common. */
static inline void rng_start(u64 s[4], u64 seed, u64 block, u64 lane) {
    u64 state = seed;
    state = splitmix(&state) ^ block;
    state = splitmix(&state) ^ lane;
    for (int i = 0; i < 4; i++) s[i] = splitmix(&state);
}

static inline u64 rotl(u64 x, int k) { return (x << k) | (x >> (64 - k)); }

static inline u64 rng_next(Rng *rng) {
    u64 *s = rng->s, result = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
    return result;
}

/* A number below n, n at most 625: 32 random bits times n, high word. Each comes up with its
   chance to within one part in 2^32 / n, so the relative bias is below 1.5e-7. */
static inline u32 below(Rng *rng, u32 n) { return (u32)((rng_next(rng) >> 32) * n >> 32); }

/* Marks that stood before the first move stand on every final board: add them for the games
   counted since the lines were as in ``before``. */
static inline void count_fixed(const Position *p, const u64 before[2], Counts *c) {
    for (int winner = 0; winner < 2; winner++)
        for (int i = 0; i < p->squares; i++)
            if (p->owner[i] >= 0)
                c->marks[winner][p->owner[i]][i] += c->lines[winner] - before[winner];
}

typedef void Road(const Position *, u64 seed, u64 block, long trials, Counts *);
typedef struct { const char *name; Road *lanes16, *lanes32, *lanes64, *fill, *single; } Isa;

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)

/* The same source for every instruction set; VBYTES is the size of its registers. */
#if defined(__clang__)
#define BEGIN_TARGET_(x) _Pragma(#x)
#define BEGIN_TARGET(t) \
    BEGIN_TARGET_(clang attribute push(__attribute__((target(t))), apply_to = function))
#define END_TARGET _Pragma("clang attribute pop")
#else
#define BEGIN_TARGET_(x) _Pragma(#x)
#define BEGIN_TARGET(t) _Pragma("GCC push_options") BEGIN_TARGET_(GCC target(t))
#define END_TARGET _Pragma("GCC pop_options")
#endif

#if defined(__x86_64__)
#define ISA avx512
#define VBYTES 64
BEGIN_TARGET("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt")
#include "roads.h"
END_TARGET
#define ISA avx2
#define VBYTES 32
BEGIN_TARGET("avx2,bmi,bmi2,popcnt")
#include "roads.h"
END_TARGET
#define ISA sse2
#define VBYTES 16
#include "roads.h"
static const Isa *const ISAS[] = {&isa_avx512, &isa_avx2, &isa_sse2};
#elif defined(__aarch64__)
#define ISA neon
#define VBYTES 16
#include "roads.h"
static const Isa *const ISAS[] = {&isa_neon};
#else
#define ISA generic
#define VBYTES 16
#include "roads.h"
static const Isa *const ISAS[] = {&isa_generic};
#endif

enum { N_ISAS = sizeof ISAS / sizeof *ISAS };

static int runs_here(int isa) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
    if (isa == 0)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    if (isa == 1) return avx2;
#endif
    return isa >= 0 && isa < N_ISAS;
}

static int chosen_isa;

/* Road by board and line length, and how many trials its blocks have: enough to hide what a block
   costs to start, and few enough to take half a millisecond or so from an empty board, and some
   milliseconds where nearly every game is decided late. */
enum { LANES16, LANES32, LANES64, FILL, SINGLE, N_ROADS };
static const char *const ROAD_NAMES[N_ROADS] = {"lanes16", "lanes32", "lanes64", "fill", "single"};
/* (A lane's counts are as wide as the lane: 131,072 trials are 4,096 a 16-bit lane.) */
static const long BLOCK_TRIALS[N_ROADS] = {131072, 16384, 4096, 4096, 256};

static int road_for(int dim, int win_length) {
    int squares = dim * dim;
    if (squares <= 16) return LANES16;
    if (squares <= 32) return LANES32;
    if (win_length == dim && dim >= 6) return FILL;
    return squares <= 64 ? LANES64 : SINGLE;
}

static Road *road_of(int isa, int road) {
    const Isa *roads = ISAS[isa];
    Road *const all[N_ROADS] = {roads->lanes16, roads->lanes32, roads->lanes64, roads->fill,
                                roads->single};
    return all[road];
}

static int road_fits(int road, int dim, int win_length) {
    static const int limit[N_ROADS] = {16, 32, 64, MAX_SQUARES, MAX_SQUARES};
    return dim * dim <= limit[road] && (road != FILL || (win_length == dim && dim >= 2));
}

/* Read the marks; return 0 with an error set where they are no position of this size. */
static int read_position(Position *p, const char *marks, Py_ssize_t length, int player) {
    if (p->dim < 1 || p->dim > MAX_DIM || p->win_length < 1 || p->win_length > p->dim ||
        length != (Py_ssize_t)p->dim * p->dim || (player != 2 && player != 3)) {
        PyErr_SetString(PyExc_ValueError, "no such board, line length or player");
        return 0;
    }
    p->squares = (int)length;
    p->empty = 0;
    for (int i = 0; i < p->squares; i++) {
        int mark = marks[i];
        if (mark < EMPTY || mark > 3) {
            PyErr_SetString(PyExc_ValueError, "unknown mark on the board");
            return 0;
        }
        p->owner[i] = mark == EMPTY ? -1 : mark != player;
        if (mark == EMPTY) p->empties[p->empty++] = (u16)i;
    }
    if (p->empty == 0) PyErr_SetString(PyExc_ValueError, "there is no move to try");
    return p->empty > 0;
}

static PyObject *grid(const u64 *counts, int squares) {
    PyObject *tuple = PyTuple_New(squares);
    for (int i = 0; tuple && i < squares; i++) {
        PyObject *count = PyLong_FromUnsignedLongLong(counts[i]);
        if (!count || PyTuple_SetItem(tuple, i, count) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

PyDoc_STRVAR(play_doc,
"play(marks, dim, win_length, player, seed, first_block, trials, road=-1)\n\n"
"Play random games; return (lines of the side to move, lines of the other, then per square the\n"
"marks: own in own lines, other in own, own in other's, other in other's). The position must\n"
"not be finished. The GIL is released.");

static PyObject *play(PyObject *Py_UNUSED(module), PyObject *args) {
    Position p;
    const char *marks;
    Py_ssize_t length;
    int player, road = -1;
    unsigned long long seed, block;
    long long trials;
    if (!PyArg_ParseTuple(args, "y#iiiKKL|i", &marks, &length, &p.dim, &p.win_length, &player,
                          &seed, &block, &trials, &road) ||
        !read_position(&p, marks, length, player))
        return NULL;
    if (road < 0) road = road_for(p.dim, p.win_length);
    if (road >= N_ROADS || !road_fits(road, p.dim, p.win_length) || trials < 0) {
        PyErr_SetString(PyExc_ValueError, "this road does not lead there");
        return NULL;
    }
    Counts *c = PyMem_Malloc(sizeof *c);
    if (!c) return PyErr_NoMemory();
    c->lines[0] = c->lines[1] = 0;
    for (int i = 0; i < 4; i++)
        memset(c->marks[i / 2][i % 2], 0, (size_t)p.squares * sizeof(u64));
    Road *run = road_of(chosen_isa, road);
    Py_BEGIN_ALLOW_THREADS
    for (; trials > 0; trials -= BLOCK_TRIALS[road], block++)
        run(&p, seed, block, trials < BLOCK_TRIALS[road] ? (long)trials : BLOCK_TRIALS[road], c);
    Py_END_ALLOW_THREADS
    PyObject *result = Py_BuildValue("KKNNNN", (unsigned long long)c->lines[0],
        (unsigned long long)c->lines[1], grid(c->marks[0][0], p.squares),
        grid(c->marks[0][1], p.squares), grid(c->marks[1][0], p.squares),
        grid(c->marks[1][1], p.squares));
    PyMem_Free(c);
    return result;
}

PyDoc_STRVAR(block_trials_doc, "block_trials(dim, win_length, road=-1): trials in one block.");

static PyObject *block_trials(PyObject *Py_UNUSED(module), PyObject *args) {
    int dim, win_length, road = -1;
    if (!PyArg_ParseTuple(args, "ii|i", &dim, &win_length, &road)) return NULL;
    if (road >= N_ROADS) return PyErr_Format(PyExc_ValueError, "there is no road %d", road);
    if (dim < 1 || dim > MAX_DIM || win_length < 1 || win_length > dim)
        return PyErr_Format(PyExc_ValueError, "no such board or line length");
    return PyLong_FromLong(BLOCK_TRIALS[road < 0 ? road_for(dim, win_length) : road]);
}

PyDoc_STRVAR(isas_doc, "isas(): the instruction sets that run here, the fastest first.");

static PyObject *isas(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none)) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < N_ISAS; i++) {
        if (!runs_here(i)) continue;
        PyObject *name = PyUnicode_FromString(ISAS[i]->name);
        if (!name || PyList_Append(list, name) < 0) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

PyDoc_STRVAR(isa_doc, "isa(): the instruction set in use.");

static PyObject *isa(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none)) {
    return PyUnicode_FromString(ISAS[chosen_isa]->name);
}

PyDoc_STRVAR(use_doc, "use(isa): use this instruction set from now on, for tests.");

static PyObject *use(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *name;
    if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
    for (int i = 0; i < N_ISAS; i++)
        if (strcmp(ISAS[i]->name, name) == 0 && runs_here(i)) {
            chosen_isa = i;
            Py_RETURN_NONE;
        }
    return PyErr_Format(PyExc_ValueError, "this machine has no instruction set %s", name);
}

static PyMethodDef METHODS[] = {
    {"play", play, METH_VARARGS, play_doc},
    {"block_trials", block_trials, METH_VARARGS, block_trials_doc},
    {"isas", isas, METH_NOARGS, isas_doc},
    {"isa", isa, METH_NOARGS, isa_doc},
    {"use", use, METH_VARARGS, use_doc},
    {NULL, NULL, 0, NULL},
};

static int start(PyObject *module) {
    while (!runs_here(chosen_isa)) chosen_isa++;
    PyObject *roads = PyTuple_New(N_ROADS);
    for (int i = 0; roads && i < N_ROADS; i++) {
        PyObject *name = PyUnicode_FromString(ROAD_NAMES[i]);
        if (!name || PyTuple_SetItem(roads, i, name) < 0) Py_CLEAR(roads);
    }
    int failed = !roads || PyModule_AddObjectRef(module, "ROADS", roads) < 0;
    Py_XDECREF(roads);
    return -failed;
}

static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, (void *)start}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "engine._kernel", "Random playouts in C.", 0, METHODS, SLOTS,
    NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&MODULE); }
