"""Live scans of patterns: two opposite corners tell how their faces fit together."""

import numpy as np
import pytest

from calibration import default_profile
from companion.corrections import SIDE
from companion.follow import follower
from companion.opposite import Opposite
from solver.cube import SOLVED, apply_turns, parse_turns
from solver.cube.scores import view_of
from tests.companion.corner_views import corner_view
from vision import Frame, Observation

# What can be read in so many ways from single faces.
PATTERNS = {"R2 L2": 4, "U D": 4, "F2 R2 U2 F' B D2 L2 F B": 24}
LOOKS = 4


def corners_of(cube, rng):
    signs = rng.choice([-1, 1], 3)
    for side in (1, -1):
        x, y, z = side * signs * rng.uniform(0.8, 1.25, 3)
        yield corner_view(cube, (x, y, z), rng.uniform(-3, 3))


@pytest.mark.parametrize("turns", PATTERNS)
def test_a_pattern_shown_at_two_corners_is_read(turns):
    cube = apply_turns(SOLVED, parse_turns(turns))
    toy = follower("cube", default_profile("cube"))
    at = 0.0
    for image in corners_of(cube, np.random.default_rng(len(turns))):
        for _ in range(LOOKS):
            toy.look(Frame(image, at))
            at += 1 / 15
    assert toy.estimate is not None
    assert toy.estimate.state == cube
    assert toy.estimate.certainty > 0.9


def look(cube, faces, touching=True):
    """Three faces of a cube that meet in the picture, or lie apart."""
    cells = np.eye(6)[view_of(cube).reshape(6, 9)[list(faces)].ravel()]
    top, left, right, middle = [-2.0, 1.0], [-2.0, 3.5], [2.0, 3.5], [0.0, 2.0]
    high, low = [0.0, 0.0], [0.0, 4.5]
    outline = np.array([
        [top, high, [2.0, 1.0], middle],
        [top, middle, low, left],
        [middle, [2.0, 1.0], right, low],
    ]) * 60  # fmt: skip
    if not touching:
        outline = outline + 400 * np.arange(3)[:, None, None]
    return Observation(cells, np.full((27, 2), np.nan), 0.0, (3,), outline=outline)


def test_what_touches_is_told_of_the_six_faces():
    opposite = Opposite()
    gathered = np.eye(6)[view_of(SOLVED).reshape(6, 9)[[5, 3, 1, 0, 2, 4]]]
    opposite.take(look(SOLVED, (0, 2, 1)))
    assert opposite.arranged(gathered)[1] == ()
    opposite.take(look(SOLVED, (3, 5, 4)))
    tables, joins = opposite.arranged(gathered)
    assert (
        tables[:, 4].argmax(axis=1).tolist() == view_of(SOLVED)[4::9][[0, 2, 1, 3, 5, 4]].tolist()
    )
    assert len(joins) == 6
    assert {row // SIDE for pair in joins[:3] for row in pair} == {0, 1, 2}
    assert {row // SIDE for pair in joins[3:] for row in pair} == {3, 4, 5}


def test_corners_that_do_not_fit_the_scan_are_forgotten():
    opposite = Opposite()
    other = apply_turns(SOLVED, parse_turns("R U F"))
    opposite.take(look(other, (0, 2, 1)))
    opposite.take(look(SOLVED, (3, 5, 4), touching=False))
    opposite.take(look(SOLVED, (3, 5, 4)))
    gathered = np.eye(6)[view_of(SOLVED).reshape(6, 9)]
    assert opposite.arranged(gathered)[1] == ()
    opposite.take(look(SOLVED, (0, 2, 1)))
    assert len(opposite.arranged(gathered)[1]) == 6
