"""Scans of solved and patterned cubes: faces that are alike but for their colour are kept apart."""

import cv2
import numpy as np
import pytest

from calibration import default_profile
from solver import PUZZLES
from solver.cube import parse_turns
from vision import Frame
from vision.cube.reader import CubeReader

CUBE = PUZZLES["cube"]()
# Blue, green, red, as a camera in ordinary light has them.
SHADES = {
    "w": (235, 235, 232),
    "y": (40, 210, 235),
    "r": (40, 30, 190),
    "o": (30, 110, 240),
    "g": (70, 150, 30),
    "b": (160, 70, 20),
}
SIDE = 240


def picture(shown, random):
    """One face on a blurred table, a little turned, with noise."""
    face = np.full((SIDE, SIDE, 3), 22, np.uint8)
    for number, symbol in enumerate(shown.ravel()):
        x, y = 80 * (number % 3) + 6, 80 * (number // 3) + 6
        cv2.rectangle(face, (x, y), (x + 67, y + 67), SHADES[CUBE.symbols[symbol]], -1)
    noise = random.integers(60, 120, (480, 640, 3)).astype(np.uint8)
    table = cv2.GaussianBlur(noise, (0, 0), 9)
    place = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), random.normal(0, 8), 1)
    place[:, 2] += np.array([200, 120]) + random.normal(0, 6, 2)
    mask = cv2.warpAffine(np.full((SIDE, SIDE), 255, np.uint8), place, (640, 480))
    table[mask > 127] = cv2.warpAffine(face, place, (640, 480))[mask > 127]
    return np.clip(table + random.normal(0, 3, table.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("turns", ["", "U D R2 L2", "U D' R L' F B' U D'"])
def test_six_faces_are_told_apart(turns):
    state = CUBE.goal
    for turn in parse_turns(turns):
        state = CUBE.apply(state, turn)
    view = np.array(CUBE.view(state)).reshape(6, 3, 3)
    random = np.random.default_rng(7)
    reader = CubeReader(default_profile("cube"))
    for face in view:
        held = np.rot90(face, random.integers(4))
        for number in range(5):
            seen = reader.read(Frame(picture(held, random), float(number)))
    centres = seen.gathered.reshape(-1, 9, 6)[:, 4].argmax(axis=1)
    assert sorted(centres.tolist()) == list(range(6))
