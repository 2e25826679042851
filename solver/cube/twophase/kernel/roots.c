/* Which cubes phase 1 begins with: the variants, and each after some turns made in advance.
 *
 * A turn made in advance is made before the cube was mixed, and so comes last in the solution. Only
 * those matter that lead out of the goal of phase 1; of R and R' one does, for phase 2 may add R2.
 */
#include "kernel.h"

#include <string.h>

enum { U = 7 << 0, R = 7 << 3, F = 7 << 6, D = 7 << 9, L = 7 << 12, B = 7 << 15 };
enum { EVERY = U | R | F | D | L | B };

const uint32_t twophase_after[7] = {
    EVERY & ~U, EVERY & ~R, EVERY & ~F, EVERY & ~(D | U), EVERY & ~(L | R), EVERY & ~(B | F), EVERY};

/* R, F, L and B by a quarter. */
static const uint32_t LEADING_OUT = 1u << 3 | 1u << 6 | 1u << 12 | 1u << 15;

int64_t twophase_size(void) { return (int64_t)sizeof(Search); }

/* Prepares the tree of one variant and length. */
static void enter(Search *s) {
    const Variant *variant = &s->variant_of[s->variant];
    int most = s->length - SHORTEST;
    s->cube[0] = variant->cube;
    s->ahead = 0;
    s->ahead_left[0] = most > 0 ? variant->allowed & (most > 1 ? EVERY : LEADING_OUT) : 0;
    s->depth = s->length;
    s->fresh = 1;
}

void twophase_begin(Search *s, const Tables *tables, const Variant *variants, int count) {
    memset(s, 0, sizeof *s);
    memcpy(s->variant_of, variants, sizeof(Variant) * (size_t)count);
    s->tables = tables;
    s->variants = count;
    s->best = MOST;
    s->cap = TURNS_2;
    s->level = -1;
    enter(s);
}

/* The cube on which a turn is made in advance. */
static void turn_first(const Tables *t, int turn, const Pieces *from, Pieces *to) {
    const uint8_t *first = t->pieces + 40 * turn;
    for (int i = 0; i < 8; i++) {
        int piece = from->corners[i], twist = from->twists[i] + first[8 + piece];
        to->corners[i] = first[piece];
        to->twists[i] = (uint8_t)(twist >= 3 ? twist - 3 : twist);
    }
    for (int i = 0; i < 12; i++) {
        int piece = from->edges[i];
        to->edges[i] = first[16 + piece];
        to->flips[i] = from->flips[i] ^ first[28 + piece];
    }
}

/* The next turns in advance of this variant and length. Returns 0 when there are none left. */
static int next_ahead(Search *s) {
    int most = s->length - SHORTEST;
    for (;;) {
        uint32_t left = s->ahead_left[s->ahead];
        if (!left) {
            if (!s->ahead--) return 0;
            continue;
        }
        int turn = lowest_bit(left);
        s->ahead_left[s->ahead] = left & (left - 1);
        turn_first(s->tables, turn, &s->cube[s->ahead], &s->cube[s->ahead + 1]);
        s->ahead_turn[s->ahead++] = (uint8_t)turn;
        uint32_t next = twophase_after[turn / 3] & s->variant_of[s->variant].allowed;
        s->ahead_left[s->ahead] = s->ahead == most       ? 0
                                  : s->ahead == most - 1 ? next & LEADING_OUT
                                                         : next;
        if (LEADING_OUT >> turn & 1) return 1;
    }
}

static void next_root(Search *s) {
    if (next_ahead(s)) {
        s->depth = s->length - s->ahead;
        s->fresh = 1;
        return;
    }
    if (++s->variant == s->variants) {
        s->variant = 0;
        s->length++;
    }
    enter(s);
}

int twophase_run(Search *s, int64_t nodes) {
    int64_t until = s->nodes + nodes;
    while (s->length < s->best && s->length < MOST) {
        if (s->nodes >= until) return PAUSED;
        if (twophase_phase1(s, until)) {
            s->best = s->count;
            return FOUND;
        }
        if (s->level < 0) next_root(s);
    }
    return EXHAUSTED;
}

/* Some compilers insist on the entry point of a Python module; this is no module. */
PUBLIC void *PyInit__kernel(void) { return 0; }
