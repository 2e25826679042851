"""Phase 2 of the search in Python; kernel/phase2.c does the same."""

from solver.cube.cubies import Cube
from solver.cube.twophase.coordinates import MIDDLE, OUTER, PHASE_2, SLICE_ORDERS
from solver.cube.twophase.tables import Tables

EVERY = (1 << 18) - 1

# The turns, as bits, that may follow a turn of a face; opposite faces turn in one order only.
AFTER = [EVERY & ~(7 << 3 * face | (7 << 3 * (face - 3) if face > 2 else 0)) for face in range(6)]
AFTER.append(EVERY)

# Row and symmetry of the corners and of the edges, and the order of the middle edges.
_State = tuple[int, int, int, int, int]


class Leaves:
    """Solves cubes that need only U, D and half turns."""

    def __init__(self, tables: Tables) -> None:
        self._corner_members = tables.corner_members.tolist()
        self._edge_members = tables.edge_members.tolist()
        self._corner_turns = tables.corner_turns.tolist()
        self._edge_turns = tables.edge_turns.tolist()
        self._order_turns = tables.order_turns.tolist()
        self._order_images: list[list[int]] = tables.order_images.tolist()
        self._products = tables.products.tolist()
        self._renamed = tables.renamed.tolist()
        self._corner_order: bytes = tables.corner_order.tobytes()
        self._edge_order = tables.edge_order.tobytes()

    def solve(
        self, cube: Cube, last: int, allowed: int, limit: int
    ) -> tuple[list[int] | None, int]:
        """The turns, and the number of nodes visited; None where `limit` turns are not enough.

        `last` is the face turned before, or 6; `allowed` are the turns as bits.
        """
        order = rank(cube.edges[len(OUTER) :], MIDDLE[0])
        row, symmetry = divmod(self._corner_members[rank(cube.corners)], 16)
        if self._corner_bound(row, symmetry, order) > limit:
            return None, 0
        state = (row, symmetry, *divmod(self._edge_members[rank(cube.edges[: len(OUTER)])], 16))
        bound = self._bound((*state, order))
        if bound == 0:
            return [], 0
        visited = [0]
        for depth in range(bound, limit + 1):
            found = self._descend((*state, order), last, allowed, depth, visited)
            if found is not None:
                return found, visited[0]
        return None, visited[0]

    def _corner_bound(self, row: int, symmetry: int, order: int) -> int:
        return self._corner_order[row * SLICE_ORDERS + self._order_images[order][symmetry]]

    def _bound(self, state: _State) -> int:
        corners, corner_symmetry, edges, edge_symmetry, order = state
        other = self._edge_order[edges * SLICE_ORDERS + self._order_images[order][edge_symmetry]]
        return max(self._corner_bound(corners, corner_symmetry, order), other)

    def _after(self, state: _State, turn: int) -> _State:
        corners, corner_symmetry, edges, edge_symmetry, order = state
        corner = self._corner_turns[corners][self._renamed[corner_symmetry][turn]]
        edge = self._edge_turns[edges][self._renamed[edge_symmetry][turn]]
        return (
            corner >> 4,
            self._products[corner_symmetry][corner & 15],
            edge >> 4,
            self._products[edge_symmetry][edge & 15],
            self._order_turns[order][turn],
        )

    def _descend(
        self, state: _State, last: int, allowed: int, left: int, visited: list[int]
    ) -> list[int] | None:
        """The turns, if `left` are enough; at least one is needed."""
        visited[0] += 1
        turns = AFTER[last] & allowed
        for number, turn in enumerate(PHASE_2):
            if not turns >> turn & 1:
                continue
            after = self._after(state, number)
            bound = self._bound(after)
            if bound > left - 1:
                continue
            if bound == 0:
                return [turn]
            found = self._descend(after, turn // 3, allowed, left - 1, visited)
            if found is not None:
                return [turn, *found]
        return None


def rank(pieces: tuple[int, ...], first: int = 0) -> int:
    """The number of a permutation in the order of the alphabet; the least piece is `first`."""
    left = list(range(first, first + len(pieces)))
    number = 0
    for piece in pieces:
        number = number * len(left) + left.index(piece)
        left.remove(piece)
    return number
