"""Fits the verdict's weights: `python -m samples.cube_verdict.fit PHOTOS EMPTY`.

PHOTOS holds `cube/<set>/img/*` and `cube/<set>/truth.json`, EMPTY pictures without a cube. Squares
are gathered from the faces of photographs that were not kept aside, from what else the search
tries in them, in the pictures of EMPTY, and in painted boards, windows, drawers and so on; the
photographs are also laid elsewhere and spoilt. Prints what a logistic regression gets wrong when
one square in five is left out (by picture), and the figures to paste into vision/cube/verdict.py.

The committed figures came from 826 squares of faces and 2,989 others: 182 photographs, each spoilt
twice, 995 pictures without a cube (samples of image libraries and documentation, frames of clips
of other toys) and 180 painted ones. That gathering spoilt the photographs in twelve further
mixtures (plain and white plastic, sizes and turns one by one), so another run gives like figures,
not the same ones.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from samples.cube_verdict.damage import laid, spoilt
from tests.bench_cube import sets, truth
from tests.bench_cube_empty import picture
from tests.things import THINGS
from vision import load_picture
from vision.cube.face import map_of, straighten, turned
from vision.cube.look import Look
from vision.cube.search import squares_tried
from vision.cube.verdict import features
from vision.frame import Floats, Image

# Each photograph is laid so many times; how much the known corners are shaken, in sides.
LAYINGS, SHAKEN = 2, 0.02
# Squares that look less like a face than this are not asked about.
LEAST_LIKENESS = 0.6
# A square is a face or none by how far its corners are off, in sides; between them it is left out.
SAME, OTHER = 0.12, 0.25
# What a square counts: other squares of photographs are many and alike, faces of one colour few.
BESIDE, FACE, ONE_COLOUR = 0.3, 1.5, 3.0
_ONE = 8
# The regression's prior, as the weight of squares.
RIDGE = 0.05
FOLDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Square:
    """What is known of a square: its features, whether it is a face, its weight and picture."""

    features: Floats
    face: bool
    weight: float
    picture: int


def squares_of_photographs(photos: Path, seed: int) -> Iterator[Square]:
    """Squares of photographs with cubes, faces and others."""
    rng, number = np.random.default_rng(seed), 0
    for name, folder in sets(photos):
        for photo in truth(name, folder)[0]:
            if photo.aside or not photo.faces:
                continue
            number += 1
            image = load_picture(photo.path)
            corners = np.array([face["corners"] for face in photo.faces], np.float64)
            for _ in range(LAYINGS):
                drawn, places = laid(image, corners, rng)
                drawn = spoilt(drawn, places, rng)
                yield from _squares(drawn, places, number, rng)


def _squares(image: Image, places: Floats, number: int, rng: np.random.Generator) -> list[Square]:
    sides = np.linalg.norm(places - np.roll(places, 1, axis=1), axis=2).mean(axis=1)
    squares = []
    for corners, side in zip(places, sides, strict=True):
        shaken = corners + rng.normal(0, SHAKEN * side, (4, 2))
        squares.append(_square(image, shaken, True, number, FACE))
    for corners in _likely(image):
        apart = np.linalg.norm(corners[None, :, None] - places[:, None], axis=3).min(axis=2)
        off = (apart.max(axis=1) / sides).min()
        if off < SAME or off > OTHER:
            face = bool(off < SAME)
            squares.append(_square(image, corners, face, number, FACE if face else BESIDE))
    return squares


def _likely(image: Image) -> list[Floats]:
    """The squares that look so much like a face that the verdict is asked."""
    tried = squares_tried(image)
    return [c for c in tried if _look(image, c).likeness > LEAST_LIKENESS]


def _look(image: Image, corners: Floats) -> Look:
    return Look.at(straighten(image, turned(map_of(corners))))


def _square(image: Image, corners: Floats, face: bool, number: int, weight: float) -> Square:
    seen = features(_look(image, corners))
    return Square(seen, face, weight * (ONE_COLOUR if face and seen[_ONE] else 1.0), number)


def squares_of_others(empty: Path) -> Iterator[Square]:
    """Squares of pictures without a cube."""
    painted = [picture(thing, seed) for thing in THINGS for seed in range(100, 112)]
    files = [cv2.imread(str(path)) for path in sorted(empty.iterdir())]
    pictures = [*painted, *(np.asarray(one, np.uint8) for one in files if one is not None)]
    for number, image in enumerate(pictures):
        scale = (640 if number % 2 else 320) / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        drawn = np.asarray(small, np.uint8)
        for corners in _likely(drawn):
            yield _square(drawn, corners, False, -1 - number, 1.0)


def regression(x: Floats, face: Floats, weight: Floats) -> Floats:
    """The weights of the features and of one, by Newton's method."""
    terms = np.column_stack([x, np.ones(len(x))])
    ridge = np.append(np.full(x.shape[1], RIDGE), 1e-6)
    found = np.zeros(terms.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(terms @ found, -60, 60)))
        slope = terms.T @ (weight * (face - chance)) - ridge * found
        bend = (terms * (weight * chance * (1 - chance))[:, None]).T @ terms + np.diag(ridge)
        found = found + np.linalg.solve(bend, slope)
    return np.asarray(found, np.float64)


def left_out(x: Floats, face: Floats, weight: Floats, pictures: Floats) -> Floats:
    """The log odds of each square by a regression that did not see its picture."""
    fold = np.random.default_rng(0).integers(0, FOLDS, int(np.ptp(pictures)) + 1)
    group = fold[(pictures - pictures.min()).astype(int)]
    odds = np.zeros(len(x))
    for k in range(FOLDS):
        found = regression(x[group != k], face[group != k], weight[group != k])
        odds[group == k] = x[group == k] @ found[:-1] + found[-1]
    return odds


def main(arguments: Sequence[str]) -> None:
    """Prints how often the regression errs, and its weights."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(prog="samples.cube_verdict.fit", description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("empty", type=Path)
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args(arguments)
    squares = [*squares_of_photographs(chosen.photos, chosen.seed)]
    squares += squares_of_others(chosen.empty)
    x = np.array([square.features for square in squares])
    face, weight, pictures = np.array([[s.face, s.weight, s.picture] for s in squares]).T
    odds = left_out(x, face, weight, pictures)
    print(f"faces {int(face.sum())}  others {int((1 - face).sum())}")
    for least in (-2.0, -0.7, 0.0):
        lost, kept = np.mean(odds[face > 0] < least), np.mean(odds[face < 1] > least)
        print(f"log odds {least}: faces lost {lost:.3f}  others kept {kept:.3f}")
    print(np.round(regression(x, face, weight), 2).tolist())


if __name__ == "__main__":
    main(sys.argv[1:])
