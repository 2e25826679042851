"""The faces of one cube: those that belong together, and those that follow from them."""

from dataclasses import dataclass

from vision.cube.corner import together
from vision.cube.face import FaceView, map_of
from vision.cube.places import openness, overlap
from vision.cube.solid import faces_of_solid
from vision.cube.view import LEAST_ODDS, LEAST_ODDS_KNOWN, look_at
from vision.frame import Image

MOST_FACES = 3
LEAST_SCORE = 0.78
# The same for a face whose place follows from two others that were found by themselves.
LEAST_THIRD = 0.55
# The same for those beside a face that is seen nearly from the front: they are narrow.
LEAST_FLAT = 0.9
# A face this good needs no rival: nothing more is sought in its place.
PLAIN_SCORE = 0.95
# A corner view whose worst face is this good needs no second look.
SURE_SCORE = 0.88
# How many faces are tried as the first of a set, and what one more face must be worth.
MOST_FIRST = 8
LEAST_WORTH = 0.5
# Area against the square of the longest side of the face of a cube that is turned most towards the
# camera, at least.
LEAST_BEST_OPEN = 0.4
# A plain face above it is seen from the front: its solid tells enough of the others. Above the
# second there are none in sight.
FRONTAL, SQUARE = 0.92, 0.985


@dataclass(frozen=True, slots=True, eq=False)
class Cube:
    """Faces of one cube, the best first; `sure` where no finer search would find others."""

    faces: list[FaceView]
    sure: bool


def one_cube(found: list[FaceView]) -> list[FaceView]:
    """The faces that do not lie on one another and belong together, where they sum up best.

    A square across the edge of two faces may look as good as either, but not as good as both.
    """
    ranked = sorted(found, key=lambda face: -face.score)
    sets = [_set_around(first, ranked) for first in ranked[:MOST_FIRST]]
    open_ = [
        faces for faces in sets if max(openness(face.corners) for face in faces) > LEAST_BEST_OPEN
    ]
    return max(open_, key=worth, default=[])


def _set_around(first: FaceView, ranked: list[FaceView]) -> list[FaceView]:
    kept = [first]
    for face in ranked:
        if not any(overlap(face.corners, other.corners) for other in kept):
            kept.append(face)
    order = together([face.corners for face in kept], [face.score for face in kept])
    return [kept[k] for k in order]


def whole(image: Image, faces: list[FaceView], most: int = MOST_FACES) -> Cube:
    """The faces, with those of the cube behind the best of them that look like faces too.

    So many of the faces are tried at most as the one that tells where the cube is.
    """
    best, sure = faces, _plain(faces)
    front = len(faces) == 1 and openness(faces[0].corners) > FRONTAL
    least = LEAST_THIRD if len(faces) > 1 else LEAST_FLAT if front else LEAST_SCORE
    odds = LEAST_ODDS if front else LEAST_ODDS_KNOWN
    for first in faces[:most]:
        if sure:
            break
        places = faces_of_solid(image, first.corners)
        seen = [look_at(image, map_of(corners), least, least_odds=odds) for corners in places]
        solid = [face for face in seen if face is not None]
        if len(solid) > 1 and worth(solid) > worth(best):
            best = solid
        sure = len(places) == len(solid) >= len(best) and good(solid, SURE_SCORE)
        sure |= front and len(solid) < 2 and good(faces, PLAIN_SCORE)
    return Cube(sorted(best, key=lambda face: -face.score), sure)


def _plain(faces: list[FaceView]) -> bool:
    """Whether these must be all: three good ones, or one seen from the front."""
    square = len(faces) == 1 and openness(faces[0].corners) > SQUARE
    return (square or len(faces) == MOST_FACES) and good(faces, PLAIN_SCORE)


def good(faces: list[FaceView], least: float) -> bool:
    """Whether there are faces, and all are at least so good."""
    return bool(faces) and min(face.score for face in faces) > least


def worth(faces: list[FaceView]) -> float:
    """How much a set of faces explains: more faces, and better ones."""
    return sum(face.score - LEAST_WORTH for face in faces)
