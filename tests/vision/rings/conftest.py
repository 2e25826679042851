"""A toy that was drawn, and found, for tests of looks from nearer."""

import cv2
import numpy as np
import pytest

from samples.render.raster import Truth
from samples.render.rings_picture import draw_picture
from vision.rings.find import ToyFinder
from vision.rings.finer import Grey
from vision.rings.net import Floats
from vision.rings.toy import Toy

Found = tuple[Grey, Floats, Toy, Truth]


@pytest.fixture(scope="session")
def found() -> Found:
    """A picture of a toy, the way to its close look, what was found in it, and the truth."""
    for seed in range(960_000, 960_040):
        rng = np.random.default_rng(seed)
        picture, truth = draw_picture(rng, (640, 480), fill=(0.7, 0.8), hands=0.0)
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        finder = ToyFinder()
        toy, close = finder.find(grey), finder.close(grey)
        if toy is not None and close is not None and toy.certainty * toy.seen.min() > 0.6:
            return grey, close[1], toy, truth
    raise AssertionError("none of the toys was found for sure")
