"""Layer by layer, as beginners learn it: the bottom one, the middle one, the top in four steps.

Every piece of the lower two layers is brought home by short rows of turns that leave the pieces
before it alone; the top layer by rows that are known by heart. Which rows, and how the face U is
turned between them, is looked up by Dijkstra's method among the few places that matter.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count, product

from solver.cube.cubies import SOLVED, Cube
from solver.cube.geometry import CORNER_NAMES, EDGE_NAMES
from solver.cube.naming import piece_of
from solver.cube.notation import Turns, apply_turns, invert, parse_turns, simplify
from solver.cube.steps import Step, all_turns
from solver.cube.turns import Turn
from solver.phrase import Phrase

# What matters of a cube in one step.
_Key = Callable[[Cube], Hashable]

_SIDES = "FRBL"
_TOP = [(Turn("U", n),) for n in (1, 2, 3)]

# What a piece of the middle layer is put in by, from above the face F or R into FR.
_FROM_FRONT, _FROM_RIGHT = parse_turns("U R U' R' U' F' U F"), parse_turns("U' F' U F U R U' R'")
_CROSS = parse_turns("F R U R' U' F'")
_EDGES = parse_turns("R U R' U R U2 R'")
_CORNERS = parse_turns("U R U' L' U R' U' L")
_TWIST = parse_turns("R' D' R D R' D' R D")


@dataclass(frozen=True, slots=True)
class _Part:
    """Pieces that are brought home one by one; `rows` are what brings them and others there."""

    name: str
    kind: str
    pieces: range
    where: Callable[[int], _Key]
    rows: Callable[[int], Iterable[Turns]]


def solve(state: Cube, goal: Cube = SOLVED) -> tuple[Step, ...]:
    """The steps, those without a turn left out; about a hundred turns."""
    # Renaming the pieces so that the goal looks solved leaves the turns as they are.
    cube, goal = goal.inverse() * state, replace(goal, scheme=state.scheme)
    steps: list[Step] = []
    for part in _PARTS:
        steps += _one_by_one(apply_turns(cube, all_turns(steps)), part, goal)
    steps += _top_layer(apply_turns(cube, all_turns(steps)))
    return tuple(step for step in steps if step.turns)


def _one_by_one(cube: Cube, part: _Part, goal: Cube) -> Iterable[Step]:
    """Brings pieces home, always the nearest one next.

    `rows(piece)` disturb no piece at the bottom or in the middle but the one at that place.
    """
    left = list(part.pieces)
    while left:
        free = dict.fromkeys([*_TOP, *(row for piece in left for row in part.rows(piece))])
        ways = [(_shortest(cube, free, part.where(piece)), piece) for piece in left]
        turns, piece = min(ways, key=lambda way: len(way[0]))
        yield Step(part.name, _aim(piece, part.kind, goal), turns)
        cube = apply_turns(cube, turns)
        left.remove(piece)


def _edge(piece: int) -> _Key:
    """Where an edge is, and how it is turned."""
    return lambda cube: (place := cube.edges.index(piece), cube.flips[place])


def _corner(piece: int) -> _Key:
    """Where a corner is, and how it is turned."""
    return lambda cube: (place := cube.corners.index(piece), cube.twists[place])


def _into_cross(piece: int) -> Iterable[Turns]:
    """Turns of the face beside the edge, also while another face is out of the way."""
    side = EDGE_NAMES[piece][1]
    for amount in (1, 2, 3):
        yield (Turn(side, amount),)
        for other, n in product(_SIDES, (1, 3)):
            if other != side:
                away = Turn(other, n)
                yield (away, Turn(side, amount), away.inverse)
    for other, n, amount in product(_SIDES, (1, 3), (1, 2, 3)):
        away = Turn(other, n)
        yield (away, Turn("U", amount), away.inverse)


def _into_corner(piece: int) -> Iterable[Turns]:
    """The faces right and left of the corner carry it up; it comes down turned otherwise."""
    for row in ("R U R'", "R U' R'", "R U2 R'", "F' U F", "F' U' F", "F' U2 F"):
        yield _round(parse_turns(row), (piece - 4) % 4)


def _into_middle(piece: int) -> Iterable[Turns]:
    for row in (_FROM_FRONT, _FROM_RIGHT):
        yield _round(row, (piece - 8) % 4)


def _round(turns: Turns, places: int) -> Turns:
    """The turns, made from another side: from F to L, B and R."""
    seen = "FLBR"
    return tuple(
        Turn(seen[(seen.index(turn.axis) + places) % 4], turn.quarters)
        if turn.axis in seen
        else turn
        for turn in turns
    )


def _aim(piece: int, kind: str, goal: Cube) -> str:
    if kind == "edge":
        one, two = (piece_of(goal.scheme, face) for face in EDGE_NAMES[goal.edges[piece]])
        return Phrase("bring the edge of {one} and {two} to its place", one=one, two=two)
    names = CORNER_NAMES[goal.corners[piece]]
    one, two, three = (piece_of(goal.scheme, face) for face in names)
    return Phrase(
        "bring the corner of {one}, {two} and {three} to its place", one=one, two=two, three=three
    )


_PARTS = (
    _Part(Phrase("The cross below"), "edge", range(4, 8), _edge, _into_cross),
    _Part(Phrase("The corners below"), "corner", range(4, 8), _corner, _into_corner),
    _Part(Phrase("The middle layer"), "edge", range(8, 12), _edge, _into_middle),
)


def _top_layer(cube: Cube) -> Iterable[Step]:
    crosses, edges = [*_TOP, *_all_round([_CROSS])], [*_TOP, *_all_round([_EDGES])]
    corners, twists = _all_round([_CORNERS, invert(_CORNERS)]), [*_TOP, _TWIST]
    parts: list[tuple[str, str, list[Turns], _Key]] = [
        (
            Phrase("The cross on top"),
            Phrase("turn its edges over until they make a cross"),
            crosses,
            _flips,
        ),
        (
            Phrase("The edges on top"),
            Phrase("bring them beside their centres"),
            edges,
            lambda cube: cube.edges,
        ),
        (
            Phrase("The corners on top"),
            Phrase("bring them to their places"),
            corners,
            lambda cube: cube.corners,
        ),
        (
            Phrase("The last corners"),
            Phrase("turn them in their places"),
            twists,
            lambda cube: cube,
        ),
    ]
    for name, aim, rows, key in parts:
        turns = _shortest(cube, rows, key)
        yield Step(name, aim, turns)
        cube = apply_turns(cube, turns)


def _flips(cube: Cube) -> Hashable:
    return cube.flips


def _all_round(rows: Iterable[Turns]) -> list[Turns]:
    return [_round(row, places) for row in rows for places in range(4)]


def _shortest(cube: Cube, rows: Iterable[Turns], key: _Key) -> Turns:
    """The fewest turns, by rows of them, until the key is that of a solved cube."""
    moves = [(apply_turns(SOLVED, row), row) for row in rows]
    order = count()
    queue: list[tuple[int, int, Cube, Turns]] = [(0, next(order), cube, ())]
    done = set()
    goal = key(SOLVED)
    while queue:
        spent, _, here, path = heappop(queue)
        seen = key(here)
        if seen == goal:
            return simplify(path)
        if seen in done:
            continue
        done.add(seen)
        for change, row in moves:
            heappush(queue, (spent + len(row), next(order), here * change, path + row))
    raise AssertionError("the rows reach every place")
