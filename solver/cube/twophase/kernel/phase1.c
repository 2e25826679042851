/* Phase 1: from any cube to one that half turns of four faces and turns of U and D can solve. */
#include "kernel.h"

#include <string.h>

/* Phase 1 does not come out of the goal and back into it in fewer turns than this. */
enum { LOOP = 5 };

/* A lower bound of the turns left; as soon as it is beyond `enough` it need not be the best one. */
static inline int bound_of(const Tables *t, int twist, int flip, int slice, int enough) {
    int member = t->twist_members[twist], other = t->flip_members[flip];
    const uint16_t *images = t->slice_images + slice * 8;
    int bound = nibble(t->twist_slice, (member >> 4) * SLICES + images[member & 15]);
    if (bound > enough) return bound;
    int more = nibble(t->flip_slice, (other >> 4) * SLICES + images[other & 15]);
    if (more > bound) bound = more;
    if (bound > enough) return bound;
    more = nibble(t->twist_flip, (member >> 4) * FLIPS + t->flip_images[flip * 8 + (member & 15)]);
    return more > bound ? more : bound;
}

/* The true distance modulo 3, from the large table. */
static inline int remainder_of(const Tables *t, int twist, int flip, int slice) {
    uint32_t member = t->pair_members[flip * SLICES + slice];
    uint32_t entry = (member >> 4) * TWISTS + t->twist_images[twist * 16 + (member & 15)];
    return t->exact[entry >> 2] >> ((entry & 3) << 1) & 3;
}

/* The true distance, or something beyond `enough`: each turn that comes nearer shows by its remainder. */
static int distance_of(const Tables *t, int twist, int flip, int slice, int enough) {
    int steps = 0, remainder = remainder_of(t, twist, flip, slice);
    while (twist | flip | slice) {
        if (steps + bound_of(t, twist, flip, slice, enough - steps) > enough) return enough + 1;
        int wanted = (remainder + 2) % 3, turn = 0;
        while (remainder_of(t, t->twist_turns[twist * TURNS + turn], t->flip_turns[flip * TURNS + turn],
                            t->slice_turns[slice * TURNS + turn]) != wanted) turn++;
        twist = t->twist_turns[twist * TURNS + turn];
        flip = t->flip_turns[flip * TURNS + turn];
        slice = t->slice_turns[slice * TURNS + turn];
        remainder = wanted;
        steps++;
    }
    return steps;
}

/* The distance of a neighbour of a node of known distance. */
static inline int next_to(const Tables *t, int distance, int twist, int flip, int slice) {
    return distance + (remainder_of(t, twist, flip, slice) - distance % 3 + 4) % 3 - 1;
}

/* Puts the root in place. Returns whether it can be solved within the depth. */
static int plant(Search *s, const Pieces *cube) {
    const Tables *t = s->tables;
    int twist = 0, flip = 0, mask = 0;
    for (int i = 6; i >= 0; i--) twist = twist * 3 + cube->twists[i];
    for (int i = 10; i >= 0; i--) flip = flip * 2 + cube->flips[i];
    for (int i = 0; i < 12; i++) mask |= (cube->edges[i] >= 8) << i;
    int slice = t->slice_numbers[mask];
    int bound = bound_of(t, twist, flip, slice, s->depth);
    if (bound <= s->depth && t->exact) bound = distance_of(t, twist, flip, slice, s->depth);
    if (bound > s->depth) return 0;
    s->node[0] = (Node){(uint16_t)twist, (uint16_t)flip, (uint16_t)slice, (int16_t)bound,
                        s->variant_of[s->variant].allowed};
    memcpy(s->places[0].corners, cube->corners, 8);
    memcpy(s->places[0].edges, cube->edges, 12);
    s->level = s->valid = 0;
    return 1;
}

/* Brings the places of the pieces up to a level, from the last one that is up to date. */
static const Places *places_at(Search *s, int level) {
    for (; s->valid < level; s->valid++) {
        const Places *from = &s->places[s->valid];
        Places *to = &s->places[s->valid + 1];
        const uint8_t *turn = s->tables->pieces + 40 * s->turn[s->valid];
        for (int i = 0; i < 8; i++) to->corners[i] = from->corners[turn[i]];
        for (int i = 0; i < 12; i++) to->edges[i] = from->edges[turn[16 + i]];
    }
    return &s->places[level];
}

static int finish(Search *s, int level, int other_way) {
    int depth = 0;
    while (s->turn_2[depth] < TURNS) depth++;
    memcpy(s->found, s->turn, (size_t)level);
    memcpy(s->found + level, s->turn_2, (size_t)depth);
    for (int i = s->ahead; i > 0; i--) {
        int turn = s->ahead_turn[i - 1];
        if (i == s->ahead && other_way) turn += 2;
        s->found[level + depth + s->ahead - i] = (uint8_t)turn;
    }
    s->count = level + depth + s->ahead;
    return 1;
}

/* A cube that phase 2 may take over. The last turn in advance may go either way: try both. */
static int leaf(Search *s, int level) {
    int limit = s->best - 1 - level - s->ahead;
    if (limit > s->cap) limit = s->cap;
    if (limit < 0) return 0;
    const Places *places = places_at(s, level);
    int last = level ? s->turn[level - 1] / 3 : 6;
    if (twophase_phase2(s, places, last, limit)) return finish(s, level, 0);
    if (!s->ahead) return 0;
    const uint8_t *half = s->tables->pieces + 40 * (s->ahead_turn[s->ahead - 1] + 1);
    Places other;
    for (int i = 0; i < 8; i++) other.corners[i] = half[places->corners[i]];
    for (int i = 0; i < 12; i++) other.edges[i] = half[16 + places->edges[i]];
    return twophase_phase2(s, &other, last, limit) && finish(s, level, 1);
}

/* Takes one step: down to a child, or up. Returns 1 where a solution was found. */
static inline int step(Search *s) {
    const Tables *t = s->tables;
    Node *node = &s->node[s->level];
    int left = s->depth - s->level - 1;
    while (node->left) {
        int turn = lowest_bit(node->left);
        node->left &= node->left - 1;
        int twist = t->twist_turns[node->twist * TURNS + turn];
        int flip = t->flip_turns[node->flip * TURNS + turn];
        int slice = t->slice_turns[node->slice * TURNS + turn];
        int bound = bound_of(t, twist, flip, slice, left + 1);
        /* The large table does not fit into any cache: look there as seldom as possible. */
        if (bound <= left && t->exact) bound = next_to(t, node->bound, twist, flip, slice);
        if (bound > left) {
            /* One more turn of the same face brings no more than one. */
            if (bound > left + 1) node->left &= ~(7u << turn / 3 * 3);
            continue;
        }
        s->turn[s->level] = (uint8_t)turn;
        if (s->valid > s->level) s->valid = s->level;
        if (bound == 0 && left < LOOP) {
            if ((left == 0 || (s->ahead && s->depth == SHORTEST)) && leaf(s, s->level + 1)) return 1;
            continue;
        }
        s->nodes++;
        s->node[++s->level] = (Node){(uint16_t)twist, (uint16_t)flip, (uint16_t)slice,
            (int16_t)bound, twophase_after[turn / 3] & s->variant_of[s->variant].allowed};
        return 0;
    }
    s->level--;
    return 0;
}

int twophase_phase1(Search *s, int64_t until) {
    if (s->fresh) {
        s->fresh = 0;
        s->nodes++;
        s->level = -1;
        if (!plant(s, &s->cube[s->ahead])) return 0;
        if (s->node[0].bound == 0 && s->depth < LOOP) {
            s->level = -1;
            return (s->depth == 0 || (s->ahead && s->depth == SHORTEST)) && leaf(s, 0);
        }
    }
    while (s->level >= 0 && s->nodes < until)
        if (step(s)) return 1;
    return 0;
}
