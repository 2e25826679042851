"""Windows of close looks."""

import numpy as np

from vision.rings.find import LOOK_SIZES, Window
from vision.rings.net import CLOSE


def test_the_widest_look_shows_the_same_in_its_middle() -> None:
    size = LOOK_SIZES[0]
    window = Window(np.array([[0.5, 0.1, 30.0], [-0.1, 0.5, 12.0]]), size)
    point = np.array([200.0, 150, 1])
    off = window.widest @ point - np.array(CLOSE) / 2
    np.testing.assert_allclose(off, window.way @ point - np.array(size) / 2)
