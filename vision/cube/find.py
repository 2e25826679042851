"""Faces of a cube anywhere in a picture: sticker blobs, lattices of them, and a second look."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cube.blobs import find_blobs
from vision.cube.borders import sticker_middles
from vision.cube.corner import together
from vision.cube.face import (
    MARGIN,
    FaceView,
    centres_of,
    corners_of,
    map_of,
    project,
    straighten,
    turned,
)
from vision.cube.lattice import Lattices, find_lattices
from vision.cube.look import likeness
from vision.cube.places import alike, far, holds, moved, openness, overlap
from vision.cube.plane import fit_map
from vision.cube.solid import faces_of_solid
from vision.cube.verdict import verdict
from vision.frame import Floats, Image

# The longer side of the picture that is searched, in pixels.
WORK_SIDE = 640
# The same for the first search.
COARSE_SIDE = 320
# How fine the surroundings of faces are searched, and how far, in shares of the faces' extent.
CLOSE_SIDE = 480
MOST_ENLARGED = 2.0
REACH, REACH_ALONE = 0.5, 0.9
MOST_FACES = 3
MOST_LOOKS = 14
# Around so many plain faces the rest of the cube is tried at once.
MOST_SOLIDS = 2
# So many stickers with clear borders set a face closer.
LEAST_CLEAR = 5
LEAST_SCORE = 0.78
# The same for a face whose place follows from two others that were found by themselves.
LEAST_THIRD = 0.55
# The same for those beside a face that is seen nearly from the front: they are narrow.
LEAST_FLAT = 0.9
# The least log odds that a square is a face; the same where a face was seen or must be; and what
# doubt in it costs.
LEAST_ODDS, LEAST_ODDS_KNOWN = -0.7, -5.0
DOUBTFUL = 0.1
# A face this good needs no rival: nothing more is sought in its place.
PLAIN_SCORE = 0.95
# A corner view whose worst face is this good needs no second look.
SURE_SCORE = 0.88
# More blobs than this around a face carry its pattern on: a board, a keyboard, a carpet.
MOST_OUTSIDE = 5
# So many blobs amid four others are a pattern that is seen askew.
MOST_BETWEEN = 1
# How many faces are tried as the first of a set, and what one more face must be worth.
MOST_FIRST = 8
LEAST_WORTH = 0.5
# Area against the square of the longest side: below it a face is seen too much from the side; the
# same for one that is sought by itself.
LEAST_OPEN, LEAST_OPEN_ALONE = 0.15, 0.2
# The same for the face of a cube that is turned most towards the camera.
LEAST_BEST_OPEN = 0.4
# A plain face above it is seen from the front: its solid tells enough of the others. Above the
# second there are none in sight.
FRONTAL, SQUARE = 0.92, 0.985
# Above it a plain face needs no finer search for the others, unless it is smaller than this share
# of the picture.
SLANTING, SMALL = 0.86, 0.14


@dataclass(frozen=True, slots=True, eq=False)
class _Cube:
    """Faces of one cube, the best first; `sure` where no finer search would find others."""

    faces: list[FaceView]
    sure: bool


def find_faces(image: Image) -> list[FaceView]:
    """The faces of a cube in a picture, at most three, the surest first.

    A coarse picture is searched first. What that leaves unsure is searched from closer: the
    surroundings of what was found, or else the whole picture.
    """
    small, scale = _scaled_to(image, min(WORK_SIDE, max(image.shape[:2])))
    cube = _coarse(small)
    if not cube.faces:
        cube = _whole(small, _one_cube(_searched(small, [])))
    faces = [moved(face, scale, np.zeros(2)) for face in cube.faces[:MOST_FACES]]
    if faces and not cube.sure and not _alone(image, faces):
        faces = max(_closer(image, faces), faces, key=_worth)
    return faces


def _closer(image: Image, faces: list[FaceView]) -> list[FaceView]:
    """A second search, of the surroundings of the faces that were found, as fine as useful."""
    x, y, width, height = _extent(faces)
    reach = (REACH_ALONE if len(faces) == 1 else REACH) * max(width, height)
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    box = (left, top, int(x + width + reach), int(y + height + reach))
    side = max(min(box[2], image.shape[1]) - left, min(box[3], image.shape[0]) - top)
    return faces_in_part(image, box, min(CLOSE_SIDE, MOST_ENLARGED * side))


def _extent(faces: list[FaceView]) -> Floats:
    """The upright box around all corners: x, y, width, height."""
    corners = np.concatenate([face.corners for face in faces])
    low = corners.min(axis=0)
    return np.concatenate([low, corners.max(axis=0) - low])


def _coarse(small: Image) -> _Cube:
    """The faces that are found in half as fine a picture, set closer in the fine one."""
    coarse, factor = _scaled_to(small, min(COARSE_SIDE, max(small.shape[:2])))
    faces = _one_cube(_searched(coarse, []))
    if factor > 1.0:
        finer = [_set_closer(small, moved(face, factor, np.zeros(2))) for face in faces]
        faces = [face for face in finer if face is not None]
    return _whole(small, faces)


def faces_in_part(image: Image, box: tuple[int, int, int, int], side: float) -> list[FaceView]:
    """The faces in a part of a picture: its left, top, right and bottom, in pixels.

    The part is scaled so that its longer side has so many pixels. The cube is set into the whole
    picture, whose middle is the camera's.
    """
    left, top, right, bottom = box
    small, scale = _scaled_to(image[top:bottom, left:right], side)
    faces = _one_cube(_searched(small, []))
    place = np.array([left, top], dtype=np.float64)
    return _whole(image, [moved(face, scale, place) for face in faces]).faces[:MOST_FACES]


def _scaled_to(image: Image, side: float) -> tuple[Image, float]:
    """The picture with a longer side of so many pixels, and the factor that leads back."""
    scale = max(image.shape[:2]) / side
    if abs(scale - 1.0) < 0.01:
        return image, 1.0
    # A strip may be so long that nothing is left of its width.
    size = max(1, round(image.shape[1] / scale)), max(1, round(image.shape[0] / scale))
    how = cv2.INTER_AREA if scale > 1.0 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8), scale


def _searched(image: Image, known: list[FaceView]) -> list[FaceView]:
    """Every likely face, known ones among them; many may lie on one another."""
    lattices = find_lattices(find_blobs(image))
    found, looks, solids = list(known), 0, 0
    seen: list[Floats] = [face.corners for face in known]
    for k in _promising(lattices):
        plain = [face for face in found if face.score > PLAIN_SCORE]
        if looks >= MOST_LOOKS or any(openness(face.corners) > FRONTAL for face in plain):
            break
        corners = corners_of(turned(lattices.maps[k]))
        middle = project(lattices.maps[k], np.array([[1.5, 1.5]]))[0]
        if any(holds(face, middle) or far(face, middle) for face in plain):
            continue
        if any(alike(corners, other) for other in seen):
            continue
        seen.append(corners)
        if openness(corners) < LEAST_OPEN_ALONE:
            continue
        looks += 1
        trust = _trust(lattices, k)
        face = _seen(image, turned(lattices.maps[k]), trust, LEAST_SCORE, LEAST_ODDS)
        if face is None:
            continue
        found.append(face)
        if face.score > PLAIN_SCORE and solids < MOST_SOLIDS:
            solids += 1
            cube = _whole(image, [face])
            if cube.sure and len(cube.faces) > 1:
                return cube.faces
    return found


def squares_tried(image: Image) -> list[Floats]:
    """The corners, (4, 2), of all squares that a search of a picture looks at, faces or not."""
    lattices, seen = find_lattices(find_blobs(image)), list[Floats]()
    for k in _promising(lattices):
        corners = corners_of(turned(lattices.maps[k]))
        if len(seen) < MOST_LOOKS and not any(alike(corners, other) for other in seen):
            seen.append(corners)
    return [corners for corners in seen if openness(corners) >= LEAST_OPEN_ALONE]


def _promising(lattices: Lattices) -> list[int]:
    """The lattices that may be faces, the most likely first."""
    fits = ~lattices.board & (lattices.outside <= MOST_OUTSIDE)
    fits &= lattices.between <= MOST_BETWEEN
    order = [k for k in range(len(lattices)) if fits[k]]
    return sorted(order, key=lambda k: -_trust(lattices, k))


def _trust(lattices: Lattices, k: int) -> float:
    count, outside = int(lattices.count[k]), int(lattices.outside[k])
    return float(0.5 + count / 18 - 0.02 * outside - lattices.off[k])


def _set_closer(image: Image, face: FaceView) -> FaceView | None:
    """A face that was found in a coarser picture, by its borders in this one."""
    homography = map_of(face.corners)
    middles, clear = sticker_middles(straighten(image, homography))
    step = fit_map(middles, clear) if clear.sum() >= LEAST_CLEAR else None
    if step is not None:
        homography = homography @ step
    closer = look_at(image, homography, 0.0)
    if closer is None:
        return None
    return replace(closer, score=min(closer.score, max(face.score, closer.score)))


def look_at(
    image: Image, homography: Floats, least: float, *, least_odds: float = LEAST_ODDS_KNOWN
) -> FaceView | None:
    """The face at a place, a map from lattice units to pixels, if it looks at least so good.

    With `least_odds` of minus infinity its colours are not looked at.
    """
    return _seen(image, turned(homography), 1.0, least, least_odds)


def _seen(
    image: Image, homography: Floats, trust: float, least: float, least_odds: float
) -> FaceView | None:
    corners = corners_of(homography)
    if openness(corners) < LEAST_OPEN:
        return None
    wide = straighten(image, homography)
    score = min(1.0, trust * likeness(wide))
    if score < least:
        return None
    odds = verdict(wide) if least_odds > -math.inf else math.inf
    if odds < least_odds:
        return None
    straight = wide[MARGIN:-MARGIN, MARGIN:-MARGIN]
    score *= 1 - DOUBTFUL / (1 + math.exp(min(odds, 99.0)))
    return FaceView(corners, centres_of(homography), straight, score)


def _one_cube(found: list[FaceView]) -> list[FaceView]:
    """The faces that do not lie on one another and belong together, where they sum up best.

    A square across the edge of two faces may look as good as either, but not as good as both.
    """
    ranked = sorted(found, key=lambda face: -face.score)
    sets = [_set_around(first, ranked) for first in ranked[:MOST_FIRST]]
    open_ = [
        faces for faces in sets if max(openness(face.corners) for face in faces) > LEAST_BEST_OPEN
    ]
    return max(open_, key=_worth, default=[])


def _set_around(first: FaceView, ranked: list[FaceView]) -> list[FaceView]:
    kept = [first]
    for face in ranked:
        if not any(overlap(face.corners, other.corners) for other in kept):
            kept.append(face)
    order = together([face.corners for face in kept], [face.score for face in kept])
    return [kept[k] for k in order]


def _whole(image: Image, faces: list[FaceView]) -> _Cube:
    """The faces, with those of the cube behind the best of them that look like faces too."""
    best, sure = faces, _plain(faces)
    front = len(faces) == 1 and openness(faces[0].corners) > FRONTAL
    least = LEAST_THIRD if len(faces) > 1 else LEAST_FLAT if front else LEAST_SCORE
    odds = LEAST_ODDS if front else LEAST_ODDS_KNOWN
    for first in faces[:MOST_FACES]:
        if sure:
            break
        places = faces_of_solid(image, first.corners)
        seen = [look_at(image, map_of(corners), least, least_odds=odds) for corners in places]
        solid = [face for face in seen if face is not None]
        if len(solid) > 1 and _worth(solid) > _worth(best):
            best = solid
        sure = len(places) == len(solid) >= len(best) and _good(solid, SURE_SCORE)
        sure |= front and len(solid) < 2 and _good(faces, PLAIN_SCORE)
    return _Cube(sorted(best, key=lambda face: -face.score), sure)


def _plain(faces: list[FaceView]) -> bool:
    """Whether these must be all: three good ones, or one seen from the front."""
    square = len(faces) == 1 and openness(faces[0].corners) > SQUARE
    return (square or len(faces) == MOST_FACES) and _good(faces, PLAIN_SCORE)


def _alone(image: Image, faces: list[FaceView]) -> bool:
    """Whether the others of a cube are so slanting that only a large picture might show them."""
    one = len(faces) == 1 and openness(faces[0].corners) > SLANTING
    large = bool(faces) and _extent(faces)[2:].max() > SMALL * max(image.shape[:2])
    return one and large and _good(faces, PLAIN_SCORE)


def _good(faces: list[FaceView], least: float) -> bool:
    return bool(faces) and min(face.score for face in faces) > least


def _worth(faces: list[FaceView]) -> float:
    """How much a set of faces explains: more faces, and better ones."""
    return sum(face.score - LEAST_WORTH for face in faces)
