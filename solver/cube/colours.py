"""The colours of the stickers, and the schemes in which cubes wear them.

A scheme is six letters: the colours of the faces U R F D L B. The same six colours can be arranged
in thirty ways that differ by more than how the cube is held. Which face of a cube is called U is
settled by a rule: white is up, and green is in front; where green lies opposite white, red is.
"""

from functools import cache
from itertools import permutations

from solver.cube.geometry import FACES, quarter_turn

COLOURS = ("w", "y", "r", "o", "g", "b")

# Nearly all cubes are painted like this; many Japanese ones have blue below and yellow behind.
DEFAULT_SCHEME, JAPANESE_SCHEME = "wrgyob", "wrgboy"

# How common the schemes are: the default one, the Japanese one, and all others together.
_SHARES = (0.92, 0.06, 0.02)

# The colour of each face, as an index into COLOURS: white up, red right, green front and so on.
SCHEME = {face: COLOURS.index(colour) for face, colour in zip(FACES, DEFAULT_SCHEME, strict=True)}


@cache
def schemes() -> tuple[str, ...]:
    """The thirty schemes, each held as the rule has it: the default one, the Japanese, the others.

    Colours that are opposite each other three apart in the order of FACES.
    """
    first = (DEFAULT_SCHEME, JAPANESE_SCHEME)
    every = ("".join(colours) for colours in permutations(COLOURS))
    return first + tuple(one for one in every if one == held(one) and one not in first)


def share_of(scheme: str) -> float:
    """The share of all cubes that are painted like this, however the scheme is held."""
    default, japanese, others = _SHARES
    known = {DEFAULT_SCHEME: default, JAPANESE_SCHEME: japanese}
    return known.get(held(scheme), others / (len(schemes()) - 2))


@cache
def held(scheme: str) -> str:
    """The scheme of the same cube when it is held as the rule has it."""
    ways = ["".join(scheme[face] for face in way) for way in turned_faces()]
    front = "r" if any(way[0] == "w" and way[3] == "g" for way in ways) else "g"
    return next(way for way in ways if way[0] == "w" and way[2] == front)


def is_mirrored(scheme: str) -> bool:
    """Whether a usual scheme looks like this in a mirror: two opposite colours are exchanged.

    No sticker tells a cube with such colours from mirrored pictures of a usual cube.
    """
    seen = "".join(scheme[face] for face in (0, 4, 2, 3, 1, 5))
    return held(seen) in (DEFAULT_SCHEME, JAPANESE_SCHEME)


@cache
def turned_faces() -> tuple[tuple[int, ...], ...]:
    """For each of the 24 ways to hold a cube, the face that comes to be U, R, F, D, L, B."""
    turns = [[quarter_turn(axis).index(9 * face + 4) // 9 for face in range(6)] for axis in "xy"]
    ways: list[tuple[int, ...]] = [tuple(range(6))]
    for way in ways:
        further = [tuple(way[face] for face in turn) for turn in turns]
        ways += [one for one in further if one not in ways]
    return tuple(ways)
