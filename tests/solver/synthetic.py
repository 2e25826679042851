"""Synthetic looks at cubes: tables of sticker colours with known mistakes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cube import FACE_TURNS, SOLVED, Cube
from solver.cube.cubies import parity
from solver.cube.scores import TURNED, view_of

Floats = NDArray[np.float64]

# The spread of a reader's measure at which it misnames this share of the stickers.
SPREADS = {0.0: 0.05, 0.02: 0.275, 0.05: 0.317}


def random_cube(rng: np.random.Generator) -> Cube:
    """A legal cube, all equally probable."""
    corners, edges = (rng.permutation(n).tolist() for n in (8, 12))
    if parity(tuple(corners)) != parity(tuple(edges)):
        edges[:2] = edges[1::-1]
    twists, flips = rng.integers(0, 3, 8).tolist(), rng.integers(0, 2, 12).tolist()
    twists[7] = -sum(twists[:7]) % 3
    flips[11] = sum(flips[:11]) % 2
    return Cube(tuple(corners), tuple(twists), tuple(edges), tuple(flips))


def turned_cube(rng: np.random.Generator, turns: int) -> Cube:
    """A solved cube after some turns."""
    cube = SOLVED
    for turn in rng.integers(0, len(FACE_TURNS), turns):
        cube = cube * FACE_TURNS[turn].cube
    return cube


def honest(colours: NDArray[Any], spread: float, rng: np.random.Generator) -> Floats:
    """What an honest reader says: it measures six numbers with noise, and knows the noise."""
    measured = np.eye(6)[colours] + spread * rng.standard_normal((len(colours), 6))
    p = np.exp((measured - measured.max(axis=1, keepdims=True)) / spread**2)
    return np.asarray(p / p.sum(axis=1, keepdims=True), dtype=np.float64)


def boastful(colours: NDArray[Any], share: float, rng: np.random.Generator) -> Floats:
    """What a reader says that is always sure, and misnames a share of the stickers."""
    wrong = rng.random(len(colours)) < share
    named = np.where(wrong, (colours + rng.integers(1, 6, len(colours))) % 6, colours)
    return np.asarray(np.full((len(colours), 6), 0.004) + 0.976 * np.eye(6)[named])


def faces(cube: Cube) -> list[NDArray[Any]]:
    """The colours of the six faces, upright, in the order U R F D L B."""
    return list(view_of(cube).reshape(6, 9))


def shown(colours: NDArray[Any], quarters: int) -> NDArray[Any]:
    """A face as a picture shows it that was taken with the face turned."""
    seen = np.empty(9, dtype=np.intp)
    seen[TURNED[quarters]] = colours
    return seen


def shuffled(cube: Cube, rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
    """The faces in random order and rotation, (6, 9), and which facelet each cell is, (54,)."""
    order, quarters = rng.permutation(6), rng.integers(0, 4, 6)
    colours = [shown(faces(cube)[f], int(q)) for f, q in zip(order, quarters, strict=True)]
    facelets = [shown(9 * f + np.arange(9), int(q)) for f, q in zip(order, quarters, strict=True)]
    return np.array(colours), np.concatenate(facelets)
