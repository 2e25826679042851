/* Phase 2: the rest, by U, D and half turns of the other faces. */
#include "kernel.h"

/* Turns of phase 2 as turns of the 18, and those that may follow a turn of a face, as bits. */
static const uint8_t TURN_OF[TURNS_2] = {0, 1, 2, 4, 7, 9, 10, 11, 13, 16};

typedef struct {
    Search *search;
    uint32_t allowed;
} Phase2;

/* A class and a symmetry that leads to its representative. */
typedef struct {
    int corners, corner_symmetry, edges, edge_symmetry, order;
} State;

static int rank(const uint8_t *pieces, int count, int first) {
    uint64_t places = 0x76543210;
    int number = 0;
    for (int i = 0; i < count; i++) {
        int shift = (pieces[i] - first) * 4;
        number = number * (count - i) + (int)(places >> shift & 15);
        places -= (uint64_t)0x11111110 << shift;
    }
    return number;
}

static inline int corner_bound(const Tables *t, const State *s) {
    return t->corner_order[s->corners * ORDERS + t->order_images[s->order * 16 + s->corner_symmetry]];
}

static inline int edge_bound(const Tables *t, const State *s) {
    return t->edge_order[s->edges * ORDERS + t->order_images[s->order * 16 + s->edge_symmetry]];
}

static inline void turn_class(const Tables *t, const uint16_t *turns, int *row, int *symmetry, int turn) {
    int member = turns[*row * TURNS_2 + t->renamed[*symmetry * TURNS_2 + turn]];
    *row = member >> 4;
    *symmetry = t->products[*symmetry * 16 + (member & 15)];
}

/* Whether `left` turns solve the state, which needs at least one. */
static int descend(const Phase2 *p, const State *state, int last, int level, int left) {
    const Tables *t = p->search->tables;
    p->search->nodes++;
    for (int turn = 0; turn < TURNS_2; turn++) {
        if (!((twophase_after[last] & p->allowed) >> TURN_OF[turn] & 1)) continue;
        State after = *state;
        after.order = t->order_turns[state->order * TURNS_2 + turn];
        turn_class(t, t->corner_turns, &after.corners, &after.corner_symmetry, turn);
        int bound = corner_bound(t, &after);
        if (bound > left - 1) continue;
        turn_class(t, t->edge_turns, &after.edges, &after.edge_symmetry, turn);
        int other = edge_bound(t, &after);
        if (other > left - 1) continue;
        p->search->turn_2[level] = TURN_OF[turn];
        if (bound == 0 && other == 0) {
            p->search->turn_2[level + 1] = TURNS;
            return 1;
        }
        if (descend(p, &after, TURN_OF[turn] / 3, level + 1, left - 1)) return 1;
    }
    return 0;
}

int twophase_phase2(Search *s, const Places *places, int last, int limit) {
    const Tables *t = s->tables;
    State state;
    int member = t->corner_members[rank(places->corners, 8, 0)];
    state.corners = member >> 4;
    state.corner_symmetry = member & 15;
    state.order = rank(places->edges + 8, 4, 8);
    int bound = corner_bound(t, &state);
    if (bound > limit) return 0;
    member = t->edge_members[rank(places->edges, 8, 0)];
    state.edges = member >> 4;
    state.edge_symmetry = member & 15;
    int other = edge_bound(t, &state);
    if (other > bound) bound = other;
    if (bound == 0) {
        s->turn_2[0] = TURNS;
        return limit >= 0;
    }
    Phase2 phase = {s, s->variant_of[s->variant].allowed};
    for (int depth = bound; depth <= limit; depth++)
        if (descend(&phase, &state, last, 0, depth)) return 1;
    return 0;
}
