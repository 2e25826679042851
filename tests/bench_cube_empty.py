"""Measures the cube's eye on pictures without a cube: how many faces it sees there, and its time.

`python -m tests.bench_cube_empty [FOLDER]` paints things that look somewhat like faces (boards,
keyboards, windows, drawers, tiles, keypads, icons ...) in several perspectives and lights, from
fixed seeds, and prints a line a thing. With a folder of photographs without cubes it searches
those instead.
"""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.things import SIDE, THINGS, Rng, Thing
from vision.cube import find_faces
from vision.frame import Image

# Pictures of each thing.
EACH = 12


def picture(thing: Thing, seed: int) -> Image:
    """A photograph of 640 x 480 of a thing, in some perspective, size and light."""
    rng = np.random.default_rng((seed, THINGS.index(thing)))
    scene = np.full((480, 640, 3), rng.uniform(60, 220, 3), np.uint8)
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    angle, tilt = rng.uniform(-0.6, 0.6), rng.uniform(0, 0.6)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = unit @ turn.T * rng.uniform(90, 230)
    depth = 1 + np.sin(tilt) * points[:, 1] / 800
    points[:, 1] *= np.cos(tilt)
    corners = points / depth[:, None] + (320, 240) + rng.uniform(-40, 40, 2)
    sheet = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    place = cv2.getPerspectiveTransform(sheet, corners.astype(np.float32))
    cv2.warpPerspective(
        thing(rng), place, (640, 480), scene, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT
    )
    return _lit(scene, rng)


def _lit(scene: Image, rng: Rng) -> Image:
    """The scene with a slope of light, a camera's blur and noise."""
    slope = np.linspace(rng.uniform(0.6, 1), rng.uniform(0.6, 1), 640)[None, :, None]
    soft = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.6, 1.6)) * slope
    return np.asarray((soft + rng.normal(0, 4, scene.shape)).clip(0, 255), dtype=np.uint8)


def measure(folders: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
    """For each painted thing, or each folder of photographs: pictures that show a face, and time.

    Photographs of rooms and tables without a cube are real; the things are drawn.
    """
    if folders:
        return {folder: _searched(_photographs(Path(folder))) for folder in folders}
    return {
        thing.__name__.replace("_", " "): _searched(picture(thing, seed) for seed in range(EACH))
        for thing in THINGS
    }


def _searched(pictures: Iterable[Image]) -> dict[str, Any]:
    seen, times = 0, []
    for image in pictures:
        begun = time.process_time()
        seen += bool(find_faces(image))
        times.append(1e3 * (time.process_time() - begun))
    return {
        "pictures": len(times),
        "with a face": seen,
        "find_ms": round(float(np.median(times or [0.0])), 1),
        "worst_ms": round(max(times, default=0.0), 1),
    }


def main(arguments: Sequence[str]) -> None:
    """Prints a line for each thing, or each folder."""
    cv2.setNumThreads(1)
    for name, figures in measure(arguments).items():
        print(f"{name}: " + "  ".join(f"{key} {value}" for key, value in figures.items()))


def _photographs(folder: Path) -> Iterator[Image]:
    for file in sorted(folder.iterdir()):
        image = cv2.imread(str(file))
        if image is not None:
            yield np.asarray(image, dtype=np.uint8)


if __name__ == "__main__":
    main(sys.argv[1:])
