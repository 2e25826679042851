/* Makes the large table, a layer at a time and in portions of classes. */
#include "kernel.h"

#include <stddef.h>

enum { UNKNOWN = 3 };

static inline int look(const uint8_t *table, uint32_t entry) {
    return table[entry >> 2] >> ((entry & 3) << 1) & 3;
}

/* Unknown entries have both bits set. */
static inline void mark(uint8_t *table, uint32_t entry, int value) {
    table[entry >> 2] &= (uint8_t)~((UNKNOWN ^ value) << ((entry & 3) << 1));
}

/* Marks an entry, and those that are the same by a symmetry of the class's representative. */
static int64_t mark_all(
    const Tables *t, uint8_t *exact, uint32_t row, int twist, unsigned fixed, int value) {
    int64_t marked = 0;
    for (int symmetry = 0; fixed >> symmetry; symmetry++) {
        if (!(fixed >> symmetry & 1)) continue;
        uint32_t entry = row * TWISTS + t->twist_images[twist * 16 + symmetry];
        if (look(exact, entry) == UNKNOWN) {
            mark(exact, entry, value);
            marked++;
        }
    }
    return marked;
}

/* One class: from every entry of the layer before to its neighbours. */
static int64_t forward_class(
    const Tables *t, uint8_t *exact, uint32_t row, const uint32_t *members, const uint16_t *fixed, int depth) {
    int64_t marked = 0;
    int before = (depth + 2) % 3, count = 0;
    uint16_t twists[TWISTS];
    for (int twist = 0; twist < TWISTS; twist++)
        if (look(exact, row * TWISTS + (uint32_t)twist) == before) twists[count++] = (uint16_t)twist;
    for (int turn = 0; turn < TURNS; turn++) {
        uint32_t to = members[turn] >> 4, symmetry = members[turn] & 15;
        for (int i = 0; i < count; i++) {
            int after = t->twist_images[t->twist_turns[twists[i] * TURNS + turn] * 16 + symmetry];
            if (look(exact, to * TWISTS + (uint32_t)after) == UNKNOWN)
                marked += mark_all(t, exact, to, after, fixed[to], depth % 3);
        }
    }
    return marked;
}

/* One class: unknown entries that have a neighbour in the layer before. */
static int64_t backward_class(
    const Tables *t, uint8_t *exact, uint32_t row, const uint32_t *members, unsigned fixed, int depth) {
    int64_t marked = 0;
    int before = (depth + 2) % 3;
    for (int twist = 0; twist < TWISTS; twist++) {
        if (look(exact, row * TWISTS + (uint32_t)twist) != UNKNOWN) continue;
        for (int turn = 0; turn < TURNS; turn++) {
            int after = t->twist_turns[twist * TURNS + turn];
            uint32_t entry = (members[turn] >> 4) * TWISTS + t->twist_images[after * 16 + (members[turn] & 15)];
            if (look(exact, entry) != before) continue;
            marked += mark_all(t, exact, row, twist, fixed, depth % 3);
            break;
        }
    }
    return marked;
}

/* Marks entries of the layer `depth`, from the classes first to last - 1, and counts them. */
int64_t twophase_exact_layer(
    const Tables *tables, const uint32_t *pairs, const uint16_t *fixed, uint8_t *exact,
    int depth, int backward, int first, int last) {
    int64_t marked = 0;
    for (int row = first; row < last; row++) {
        uint32_t members[TURNS];
        int flip = (int)(pairs[row] / SLICES), slice = (int)(pairs[row] % SLICES);
        for (int turn = 0; turn < TURNS; turn++) {
            int to = tables->flip_turns[flip * TURNS + turn] * SLICES;
            members[turn] = tables->pair_members[to + tables->slice_turns[slice * TURNS + turn]];
        }
        marked += backward
            ? backward_class(tables, exact, (uint32_t)row, members, fixed[row], depth)
            : forward_class(tables, exact, (uint32_t)row, members, fixed, depth);
    }
    return marked;
}
