/* Compiles LAYERED, a file of layers, once for each size of registers, and gives LAYERS: its layers, in the
   order of the kernel's instruction sets. Wider registers than those of AVX2 bring nothing here. */

#include "targets.h"

/* On Windows compilers may keep 32-byte registers on a stack that is aligned to 16 bytes. */
#if defined(__x86_64__) && !defined(_WIN32)
#define ISA avx2
#define VBYTES 32
BEGIN_TARGET("avx2")
#include LAYERED
END_TARGET
#define ISA sse2
#define VBYTES 16
#include LAYERED
static const Layers *const LAYERS[] = {&layers_avx2, &layers_avx2, &layers_sse2};
#else
#define ISA any
#define VBYTES 16
#include LAYERED
static const Layers *const LAYERS[] = {&layers_any, &layers_any, &layers_any};
#endif
