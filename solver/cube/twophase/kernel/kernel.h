/* The search of the two-phase method: plain C99, no library but the standard one.
 *
 * Python owns all memory: it makes the tables (tables.py), passes them as one struct of pointers,
 * and gives the search a block of `twophase_size()` bytes. A search is run in portions of so many
 * nodes and can be left at any time; nothing here knows a clock.
 */
#ifndef TWOPHASE_KERNEL_H
#define TWOPHASE_KERNEL_H

#include <stdint.h>

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC
#endif

enum {
    TURNS = 18,       /* face * 3 + quarters - 1, faces U R F D L B */
    SLICES = 495,
    FLIPS = 2048,
    TWISTS = 2187,
    ORDERS = 24,
    TURNS_2 = 10,     /* turns of phase 2 */
    MOST = 31,        /* turns in a solution, and levels of each stack */
    VARIANTS = 36,
    SHORTEST = 7      /* phase 1 is at least so long behind turns made in advance */
};

enum { PAUSED, FOUND, EXHAUSTED };

/* In the order of tables.py and native.py. Members are class * 16 + symmetry. */
typedef struct {
    const uint16_t *twist_turns;      /* 2187 x 18 */
    const uint16_t *flip_turns;       /* 2048 x 18 */
    const uint16_t *slice_turns;      /* 495 x 18 */
    const uint16_t *slice_numbers;    /* 4096 */
    const uint16_t *twist_members;    /* 2187 */
    const uint16_t *flip_members;     /* 2048 */
    const uint16_t *slice_images;     /* 495 x 8 */
    const uint16_t *flip_images;      /* 2048 x 8 */
    const uint8_t *twist_slice;       /* nibbles: class of twist x 495 */
    const uint8_t *flip_slice;        /* nibbles: class of flip x 495 */
    const uint8_t *twist_flip;        /* nibbles: class of twist x 2048 */
    const uint16_t *corner_members;   /* 40320 */
    const uint16_t *edge_members;     /* 40320 */
    const uint16_t *corner_turns;     /* class x 10 */
    const uint16_t *edge_turns;       /* class x 10 */
    const uint16_t *order_turns;      /* 24 x 10 */
    const uint16_t *order_images;     /* 24 x 16 */
    const uint8_t *products;          /* 16 x 16 */
    const uint8_t *renamed;           /* 16 x 10 */
    const uint8_t *corner_order;      /* class x 24 */
    const uint8_t *edge_order;        /* class x 24 */
    const uint8_t *pieces;            /* 18 x 40: corners, twists, edges, flips of each turn */
    const uint32_t *pair_members;     /* 2048 x 495, or NULL without the large table */
    const uint16_t *twist_images;     /* 2187 x 16, likewise */
    const uint8_t *exact;             /* two bits: class of pair x 2187, distance modulo 3 */
} Tables;

typedef struct {
    uint8_t corners[8], twists[8], edges[12], flips[12];
} Pieces;

typedef struct {
    Pieces cube;
    uint32_t allowed;                 /* a bit a turn */
} Variant;

/* A node of phase 1. `left` are the turns not tried yet, as bits. */
typedef struct {
    uint16_t twist, flip, slice;
    int16_t bound;
    uint32_t left;
} Node;

typedef struct {
    uint8_t corners[8], edges[12];
} Places;

typedef struct {
    /* What Python reads and sets; the layout is that of native.py. */
    const Tables *tables;
    int32_t best;                     /* only solutions with fewer turns count */
    int32_t cap;                      /* the most turns of phase 2 */
    int32_t count;                    /* of turns found */
    int32_t variant;                  /* where they were found, or where the search is */
    int32_t length;                   /* turns of phase 1 and turns in advance, at present */
    int64_t nodes;
    uint8_t found[MOST + 1];
    /* The rest is the kernel's own. */
    int32_t variants, level, depth, valid, ahead, fresh;
    Variant variant_of[VARIANTS];
    Pieces cube[MOST + 1];            /* after so many turns in advance */
    uint32_t ahead_left[MOST + 1];
    uint8_t ahead_turn[MOST + 1];
    Node node[MOST + 1];
    uint8_t turn[MOST + 1];
    Places places[MOST + 1];
    uint8_t turn_2[MOST + 1];
} Search;

/* Turns that may follow a turn of a face; opposite faces turn in one order only. [6] is nothing. */
extern const uint32_t twophase_after[7];

PUBLIC int64_t twophase_size(void);
PUBLIC void twophase_begin(Search *search, const Tables *tables, const Variant *variants, int count);
PUBLIC int twophase_run(Search *search, int64_t nodes);
PUBLIC int64_t twophase_exact_layer(
    const Tables *tables, const uint32_t *pairs, const uint16_t *fixed, uint8_t *exact,
    int depth, int backward, int first, int last);

/* phase1.c: goes on until a solution is found (1), or the nodes or the tree come to an end (0). */
int twophase_phase1(Search *search, int64_t until);
/* phase2.c: whether the leaf at a level can be solved within `limit` turns. */
int twophase_phase2(Search *search, const Places *places, int last, int limit);

static inline int lowest_bit(uint32_t bits) {
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    int place = 0;
    while (!(bits & 1)) { bits >>= 1; place++; }
    return place;
#endif
}

static inline int nibble(const uint8_t *table, int entry) {
    return table[entry >> 1] >> ((entry & 1) << 2) & 15;
}

#endif
