"""Measures the cube's eye on rendered corner views: pictures in which all three faces are found.

`python -m tests.bench_cube_corners [--each N] [--overlay DIR]` renders cubes of every make in
rooms and on tables, turned at random, from fixed seeds, and prints a line for each range of how
steeply the steepest of the three faces is seen, in degrees between it and the line of sight, and
one for the small ones. Sizes go from a fifth of the picture's height up. Rendered, not real.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from samples.render.cube_film import scrambled
from samples.render.cube_model import FACES, PITCH, face_axes
from samples.render.cube_raster import Canvas, Posed, draw_cube
from samples.render.cube_skin import FINISHES
from samples.render.cube_stage import LAMPS, TABLES, desk, room_behind
from samples.render.mesh import Floats, turn_about
from samples.render.rings_draw import View
from samples.render.webcam import Developer, Webcam
from tests.bench_cube import turned_to
from tests.sheets import FOUND, TRUE, Sheets
from vision.cube import FaceView, find_faces
from vision.frame import Image

EACH = 24
SIZE = (640, 480)
# Ranges of the least angle between a face and the line of sight, in degrees.
STEEP = ((10, 15), (15, 20), (20, 25), (25, 36))
# Cubes whose height is a smaller share of the picture's are counted as small too.
SMALL = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class CornerView:
    """A rendered picture: the corners of three faces, (3, 4, 2), and its cube's share in height."""

    image: Image
    corners: Floats
    share: float


def corner_views(low: float, high: float, count: int) -> Iterator[CornerView]:
    """Pictures whose steepest face is seen at so many degrees."""
    for number in range(count):
        rng = np.random.default_rng((int(low), number))
        lamp, seed = str(rng.choice(LAMPS)), int(rng.integers(1000))
        zoom = float(rng.choice([1.0, 1.6, 3.0]))
        if number % 2:
            stage = desk(seed, SIZE, str(rng.choice(TABLES)), lamp, zoom=zoom)
        else:
            stage = room_behind(seed, SIZE, lamp, zoom=zoom)
        share = float(rng.uniform(0.2, 0.75))
        cube = _posed(stage.view, str(rng.choice(list(FINISHES))), (low, high), share, rng)
        depth = np.full(stage.ground.shape[:2], 1e6, np.float32)
        canvas = Canvas(stage.ground.copy(), depth)
        draw_cube(canvas, cube, stage.view, stage.light)
        image = Developer(Webcam(SIZE), seed).take(canvas.light, float(rng.uniform(0, 9)))
        corners = np.array([_corners(cube, stage.view, face) for face in _seen(cube, stage.view)])
        yield CornerView(image, corners, share)


def _posed(
    view: View, look: str, steep: tuple[float, float], share: float, rng: np.random.Generator
) -> Posed:
    """A cube whose steepest face of three is seen at some angle."""
    height = share * view.size[1]
    far = 3 * PITCH * 1.5 * view.focal / height
    away = np.array([1.0, 0.75]) * rng.uniform(-0.22, 0.22, 2) * view.size[0] / view.focal
    ray = view.ahead + away[0] * view.right + away[1] * view.down
    facelets = scrambled(int(rng.integers(1 << 20))).facelets()
    while True:
        spin = _turn(rng)
        cube = Posed(facelets, spin, view.at + far * ray, None, look)
        angles = sorted(_angles(cube, view).values())[-3:]
        if steep[0] <= angles[0] < steep[1]:
            return cube


def _turn(rng: np.random.Generator) -> Floats:
    """Any rotation, each as likely as the others (Shoemake 1992)."""
    a, b, c, d = rng.normal(size=4)
    length = float(np.sqrt(b * b + c * c + d * d))
    angle = 2 * np.degrees(np.arctan2(length, a))
    return turn_about((b / length, c / length, d / length), float(angle))


def _angles(cube: Posed, view: View) -> dict[str, float]:
    """By face, the degrees between its plane and the line of sight; less than 0 where hidden."""
    angles = {}
    for face in FACES:
        out = cube.spin @ face_axes(face)[2]
        sight = view.at - (cube.at + 1.5 * PITCH * out)
        angles[face] = float(np.degrees(np.arcsin(out @ sight / np.linalg.norm(sight))))
    return angles


def _seen(cube: Posed, view: View) -> list[str]:
    angles = _angles(cube, view)
    return sorted(angles, key=lambda face: -angles[face])[:3]


def _corners(cube: Posed, view: View, face: str) -> Floats:
    """The pixels, (4, 2), of a face's corners, clockwise."""
    right, down, out = face_axes(face)
    flat = [(-1.5, -1.5), (1.5, -1.5), (1.5, 1.5), (-1.5, 1.5)]
    places = PITCH * np.array([1.5 * out + u * right + v * down for u, v in flat])
    return view.project(places @ cube.spin.T + cube.at)[0]


def faces_right(view: CornerView, found: Sequence[FaceView]) -> int:
    """How many of the three faces are found, each place within a third of a sticker."""
    true = [{"corners": corners} for corners in view.corners]
    return sum(any(turned_to(face, one) is not None for face in found) for one in true)


def _outlined(view: CornerView, found: Sequence[FaceView]) -> Image:
    drawn = view.image.copy()
    both = [*((TRUE, c) for c in view.corners), *((FOUND, face.corners) for face in found)]
    for colour, corners in both:
        cv2.polylines(drawn, [np.array(corners, dtype=np.int32)], True, colour, 2)
    return drawn


def main(arguments: Sequence[str]) -> None:
    """Prints one line a range of steepness, and the small ones'."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(prog="tests.bench_cube_corners", description=__doc__)
    parser.add_argument("--each", type=int, default=EACH, help="pictures a range")
    parser.add_argument("--overlay", type=Path, help="where contact sheets of failures go")
    chosen = parser.parse_args(arguments)
    sheets = Sheets(chosen.overlay)
    small: list[int] = []
    for low, high in STEEP:
        right, times = [], []
        for view in corner_views(low, high, chosen.each):
            begun = time.process_time()
            found = find_faces(view.image)
            times.append(1e3 * (time.process_time() - begun))
            right.append(faces_right(view, found))
            if view.share < SMALL:
                small.append(right[-1])
            if right[-1] < 3:
                sheets.add(f"corners-{low}", _outlined(view, found), f"{right[-1]} of 3")
        _print(f"{low} to {high} degrees", right)
        print(f"  find_ms {np.median(times):.1f}  worst {max(times):.1f}")
    _print(f"less than {SMALL:.0%} of the height", small)
    for path in sheets.write():
        print(path)


def _print(name: str, right: list[int]) -> None:
    whole = sum(count == 3 for count in right)
    print(f"{name}: pictures {len(right)}  all three {whole}  faces {sum(right)}")


if __name__ == "__main__":
    main(sys.argv[1:])
