/* All roads for one instruction set. Defined by whoever includes this: ISA, its name, and VBYTES,
   the size of its vector registers. */

#define LANE_BITS 16
#include "lanes.h"
#define LANE_BITS 32
#include "lanes.h"
#define LANE_BITS 64
#include "lanes.h"
#include "fill.h"
#include "single.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
static const Isa JOIN(isa, ISA) = {STRING(ISA), JOIN(lanes16, ISA), JOIN(lanes32, ISA),
                                   JOIN(lanes64, ISA), JOIN(fill, ISA), JOIN(single, ISA)};
#undef STRING
#undef STRING_
#undef ISA
#undef VBYTES
