"""Two pictures of opposite corners: where their faces touch tells even patterned cubes apart."""

import numpy as np
import pytest

from solver.cube import SOLVED, apply_turns, decode, parse_turns
from tests.companion.corner_views import corner_view
from vision.cube import read_photos

# What can be read in so many ways from single faces.
PATTERNS = {"": 1, "R": 2, "R2 L2": 4, "U D": 4, "F2 R2 U2 F' B D2 L2 F B": 24}


@pytest.mark.parametrize("turns", PATTERNS)
def test_patterns_have_one_reading(turns):
    rng = np.random.default_rng(len(turns))
    cube = apply_turns(SOLVED, parse_turns(turns))
    signs = rng.choice([-1, 1], 3)
    views = []
    for side in (1, -1):
        x, y, z = side * signs * rng.uniform(0.75, 1.3, 3)
        views.append(corner_view(cube, (x, y, z), rng.uniform(-3, 3)))
    faces = read_photos(views)
    assert [face.photo for face in faces] == [0, 0, 0, 1, 1, 1]
    alone = decode(np.array([face.table for face in faces]))
    assert alone.ways == PATTERNS[turns]
    assert (alone.certainty > 0.9) == (PATTERNS[turns] == 1)
    found = decode(faces)
    assert found.state == cube
    assert found.certainty > 0.9
