/* The same source compiled for several instruction sets: names made of an instruction set's, and the
   compiler's switches around what is for one of them only. */

#ifndef TARGETS_H
#define TARGETS_H

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define STRING_(x) #x
#define STRING(x) STRING_(x)

#define BEGIN_TARGET_(x) _Pragma(#x)
#if defined(__clang__)
#define BEGIN_TARGET(t) \
    BEGIN_TARGET_(clang attribute push(__attribute__((target(t))), apply_to = function))
#define END_TARGET _Pragma("clang attribute pop")
#else
#define BEGIN_TARGET(t) _Pragma("GCC push_options") BEGIN_TARGET_(GCC target(t))
#define END_TARGET _Pragma("GCC pop_options")
#endif

/* The number of the instruction set in use, the fastest one first (kernel.c). */
int isa_in_use(void);

#endif
