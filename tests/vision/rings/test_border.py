"""Toys of which a part is out of the picture, in the bundled clip."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import default_profile
from vision.frame import Frame, Image
from vision.rings import RingsReader
from vision.rings.reader import CUT_OFF, NO_LOOP

SAMPLES = Path(__file__).parents[3] / "samples/rings"
CLIP = SAMPLES / "five-rings/clip.mp4"


def frame(number: int) -> Image:
    film = cv2.VideoCapture(str(CLIP))
    film.set(cv2.CAP_PROP_POS_FRAMES, number)
    return np.asarray(film.read()[1], np.uint8)


def told(image: Image) -> list[int] | None:
    """The symbols of a picture's rings, None where not all are plain."""
    seen = RingsReader(default_profile("rings")).read(Frame(image))
    plain = seen.found and bool(np.all(seen.cells.max(axis=1) > 0.9))
    return seen.cells.argmax(axis=1).tolist() if plain else None


@pytest.mark.parametrize("number", [6, 60])
def test_balls_below_a_plate_are_not_read_as_rings(number: int) -> None:
    image = frame(number)
    whole = told(image)
    assert whole is not None
    high = len(image)
    for share in np.arange(0.2, 0.66, 0.04):
        part = np.ascontiguousarray(image[int(share * high) :])
        assert told(part) in (None, whole)


def test_why_is_said() -> None:
    image = frame(6)
    part = np.ascontiguousarray(image[int(0.36 * len(image)) :])
    for count in (None, 5):
        seen = RingsReader(default_profile("rings"), count=count).read(Frame(part))
        assert seen.problem == NO_LOOP


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_bar_cuts_a_toy_off_as_the_border_does(side: str) -> None:
    image = frame(0)
    whole, wide = told(image), image.shape[1]
    refused = 0
    for share in np.arange(0.15, 0.6, 0.05):
        barred, cut = image.copy(), int(share * wide)
        barred[:, : cut if side == "left" else None][:, 0 if side == "left" else -cut :] = 0
        seen = RingsReader(default_profile("rings")).read(Frame(barred))
        refused += seen.problem == CUT_OFF
        assert told(barred) in (None, whole)
    assert refused
