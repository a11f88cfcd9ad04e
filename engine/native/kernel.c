/* Random playouts for Tic-Tac-Toe on any board: the native kernel behind engine.sample.

   Playouts come in blocks, and a block in batches of 512 games. A block's games depend on the seed
   and the block's number alone, never on the instruction set, the thread, or how many blocks one
   call plays. slices.h plays a batch; it is compiled once for each instruction set. */

#include <stdlib.h>
#include "games.h"
#include "net.h"
#include "targets.h"
#include "tree.h"

#if !defined(__GNUC__)
#error "the native kernel needs GCC's or Clang's vector extensions; the NumPy kernel serves"
#endif

enum {
    BATCH = 512,
    DIGITS = 10,
    LARGE = 64  /* empty squares from which it pays to tell early draws from late ones */
};

/* A position. Sides are 0 (to move) and 1; owner is 0, 1 or -1 for an empty square. */
typedef struct {
    int dim, win_length, squares, empty;
    signed char owner[MAX_SQUARES];
    u16 empties[MAX_SQUARES];
} Position;

/* A number from two others, mixed so that neighbours have nothing in common. */
static inline u64 mixed(u64 a, u64 b) { return splitmix(&a) ^ b; }

/* How many binary digits a number has. */
static inline int digits_of(int number) {
    int digits = 0;
    for (; number; number >>= 1) digits++;
    return digits;
}

void count_fixed(const signed char *owner, int squares, Counts *c) {
    for (int winner = 0; winner < 2; winner++)
        for (int i = 0; i < squares; i++)
            if (owner[i] >= 0) c->marks[winner][owner[i]][i] = c->lines[winner];
}

/* An instruction set: its name, what plays a batch with it, the bytes of its registers. */
typedef void PlayBatch(const Position *, u64 key, long trials, void *room, Counts *);
typedef struct { const char *name; PlayBatch *play; size_t vector; } Isa;

/* The same source for every instruction set; VBYTES is the size of its registers. */
#if defined(__x86_64__)
#define ISA avx512
#define VBYTES 64
BEGIN_TARGET("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt")
#include "slices.h"
END_TARGET
#define ISA avx2
#define VBYTES 32
BEGIN_TARGET("avx2,bmi,bmi2,popcnt")
#include "slices.h"
END_TARGET
#define ISA sse2
#define VBYTES 16
#include "slices.h"
static const Isa *const ISAS[] = {&isa_avx512, &isa_avx2, &isa_sse2};
#elif defined(__aarch64__)
#define ISA neon
#define VBYTES 16
#include "slices.h"
static const Isa *const ISAS[] = {&isa_neon};
#else
#define ISA generic
#define VBYTES 16
#include "slices.h"
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

int isa_in_use(void) { return chosen_isa; }

int natural(PyObject *number, void *u64_read) {
    const unsigned long long value = PyLong_AsUnsignedLongLong(number);
    if (value == ~0ull && PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError))
            PyErr_SetString(PyExc_ValueError, "a number is negative, or has more than 64 bits");
        return 0;
    }
    *(u64 *)u64_read = value;
    return 1;
}

/* Trials in a block: enough to hide what a block costs to start, and few enough to take some
   milliseconds at the most. */
static long block_size(int squares) { return squares <= 16 ? 65536 : squares <= 64 ? 8192 : 2048; }

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

PyObject *counts_told(const Counts *c, int squares) {
    return Py_BuildValue("KKNNNN", (unsigned long long)c->lines[0], (unsigned long long)c->lines[1],
        grid(c->marks[0][0], squares), grid(c->marks[0][1], squares),
        grid(c->marks[1][0], squares), grid(c->marks[1][1], squares));
}

PyDoc_STRVAR(play_doc,
"play(marks, dim, win_length, player, seed, first_block, trials)\n\n"
"Play random games; return (lines of the side to move, lines of the other, then per square the\n"
"marks: own in own lines, other in own, own in other's, other in other's). The position must\n"
"not be finished. The GIL is released.");

/* The narrowest registers that hold so few games in one go: they are sooner done. */
static const Isa *isa_for(long long trials) {
    int isa = chosen_isa;
    while (isa + 1 < N_ISAS && (long long)ISAS[isa + 1]->vector * 8 >= trials) isa++;
    return ISAS[isa];
}

static void play_blocks(const Isa *isa, const Position *p, u64 seed, u64 block, long long trials,
                        void *room, Counts *c) {
    const long size = block_size(p->squares);
    for (; trials > 0; trials -= size, block++) {
        const long here = trials < size ? (long)trials : size;
        for (long first = 0; first < here; first += BATCH)
            isa->play(p, mixed(mixed(seed, block), (u64)first), here - first, room, c);
    }
    count_fixed(p->owner, p->squares, c);
}

static PyObject *play(PyObject *Py_UNUSED(module), PyObject *args) {
    Position p;
    const char *marks;
    Py_ssize_t length;
    int player;
    u64 seed, block;
    long long trials;
    if (!PyArg_ParseTuple(args, "y#iiiO&O&L", &marks, &length, &p.dim, &p.win_length, &player,
                          natural, &seed, natural, &block, &trials) ||
        !read_position(&p, marks, length, player))
        return NULL;
    if (trials < 0) {
        PyErr_SetString(PyExc_ValueError, "the number of trials is negative");
        return NULL;
    }
    const size_t vectors = 3 * (size_t)p.empty + 2 * (size_t)p.squares;
    const Isa *isa = isa_for(trials);
    const size_t vector = isa->vector;
    Counts *c = PyMem_Malloc(sizeof *c);
    char *room = PyMem_Malloc((vectors + 1) * vector);
    if (!c || !room) {
        PyMem_Free(c);
        PyMem_Free(room);
        return PyErr_NoMemory();
    }
    c->lines[0] = c->lines[1] = 0;
    for (int i = 0; i < 4; i++)
        memset(c->marks[i / 2][i % 2], 0, (size_t)p.squares * sizeof(u64));
    Py_BEGIN_ALLOW_THREADS
    play_blocks(isa, &p, seed, block, trials, room + (vector - (uintptr_t)room % vector), c);
    Py_END_ALLOW_THREADS
    PyMem_Free(room);
    PyObject *result = counts_told(c, p.squares);
    PyMem_Free(c);
    return result;
}

PyDoc_STRVAR(block_trials_doc, "block_trials(dim): trials in one block.");

static PyObject *block_trials(PyObject *Py_UNUSED(module), PyObject *args) {
    int dim;
    if (!PyArg_ParseTuple(args, "i", &dim)) return NULL;
    if (dim < 1 || dim > MAX_DIM) return PyErr_Format(PyExc_ValueError, "no such board");
    return PyLong_FromLong(block_size(dim * dim));
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
    return PyModule_AddFunctions(module, SOLVER_METHODS) |
           PyModule_AddFunctions(module, TREE_METHODS) |
           PyModule_AddFunctions(module, GAMES_METHODS) |
           PyModule_AddFunctions(module, NET_METHODS);
}

static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, (void *)start}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "engine._kernel", "Random playouts, a solver, trees and networks, in C.", 0, METHODS, SLOTS,
    NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&MODULE); }
