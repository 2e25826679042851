"""A search of a picture: lattices of blobs looked at in order of promise, until a cube is plain."""

from collections.abc import Iterator

import numpy as np

from vision.cube.blobs import find_blobs
from vision.cube.context import odds_in_context
from vision.cube.face import FaceView, map_of
from vision.cube.lattice import Lattices, find_lattices
from vision.cube.places import distinct, far, holds, openness, openness_of, upright
from vision.cube.view import LEAST_ODDS, judged
from vision.cube.whole import FRONTAL, LEAST_SCORE, PLAIN_SCORE, Cube, one_cube, whole
from vision.frame import Floats, Image

# The work that one picture may cost: squares looked at; and after a promising face.
MOST_LOOKS, MOST_MORE = 14, 4
# Around so many faces that are at least so good the rest of the cube is tried at once.
MOST_SOLIDS, PROMISING_SCORE = 2, 0.88
# More blobs than this around a face carry its pattern on: a board, a keyboard, a carpet.
MOST_OUTSIDE = 5
# So many blobs amid four others are a pattern that is seen askew.
MOST_BETWEEN = 1
# Area against the square of the longest side: below it a face that is sought by itself is seen too
# much from the side.
LEAST_OPEN_ALONE = 0.2
# The least log odds of a square that nothing else speaks for, seen with what is around it.
LEAST_IN_CONTEXT = 0.0


def search(image: Image, *, faint: bool = True) -> Cube:
    """The faces of the cube that is seen best; sure where it is plain that these are all.

    Stickers with faint borders are left out unless they are asked for.
    """
    found: list[FaceView] = []
    plain: list[FaceView] = []
    looks, most, solids = 0, MOST_LOOKS, 0
    for corners, trust in _promising(image, faint):
        middle = corners.mean(axis=0)
        if any(holds(face, middle) or far(face, middle) for face in plain):
            continue
        if looks >= most:
            break
        looks += 1
        face = judged(image, map_of(corners), trust, LEAST_SCORE, LEAST_ODDS)
        if face is None or odds_in_context(image, map_of(corners)) < LEAST_IN_CONTEXT:
            continue
        found.append(face)
        front = openness(face.corners) > FRONTAL
        if face.score > PLAIN_SCORE:
            plain.append(face)
        if face.score > PROMISING_SCORE and solids < MOST_SOLIDS:
            solids += 1
            # Mostly it is the face; where not, better ones come soon.
            most = min(most, looks + MOST_MORE)
            cube = whole(image, [face])
            if cube.sure and (front or len(cube.faces) > 1):
                return cube
        if front and face.score > PLAIN_SCORE:
            break
    return Cube(one_cube(found), False)


def squares_tried(image: Image) -> list[Floats]:
    """The corners, (4, 2), of all squares that a search of a picture looks at, faces or not."""
    return [
        corners for (corners, _), _ in zip(_promising(image, True), range(MOST_LOOKS), strict=False)
    ]


def _promising(image: Image, faint: bool) -> Iterator[tuple[Floats, float]]:
    """The corners, (4, 2), of places that may be faces, and their trust, the most likely first."""
    seen = np.empty((0, 4, 2))
    for lattices in find_lattices(find_blobs(image, faint=faint)):
        corners = upright(lattices.corners)
        trust = _trust(lattices)
        fits = ~lattices.board & (lattices.outside <= MOST_OUTSIDE)
        fits &= (lattices.between <= MOST_BETWEEN) & (openness_of(corners) >= LEAST_OPEN_ALONE)
        order = np.nonzero(fits)[0]
        order = order[np.argsort(-trust[order], kind="stable")]
        known = len(seen)
        seen = np.concatenate([seen, corners[order]])
        for k in np.nonzero(distinct(seen)[known:])[0]:
            yield seen[known + k], float(trust[order[k]])


def _trust(lattices: Lattices) -> Floats:
    """How likely each lattice is a face before it is looked at, (k,)."""
    return np.asarray(0.5 + lattices.count / 18 - 0.02 * lattices.outside - lattices.off)
