"""A toy that lies still, and a reader that follows it."""

from functools import cache
from itertools import count

import numpy as np

from calibration import default_profile
from samples.render.rings_game import RingsGame, Script
from vision.frame import Frame, Observation
from vision.rings import RingsReader

STILL = Script(9, moves=0, leaves=0.0, blurred=0.0, lies=True)
# How far marks may be from their eyes, in pixels: half of them, and any; rings are 34 apart.
CLOSE, FARTHEST = 3.0, 8.0
# The number of the next frame, of 15 a second.
NOW = count()


@cache
def still_pictures(toy: int = 711_001) -> list[tuple[np.ndarray, np.ndarray]]:
    """Frames of a toy with all nine rings on, and the places of its eyes (9, 2)."""
    return [(p.image, p.eyes) for p in RingsGame(toy, STILL).pictures()]


def following(toy: int = 711_001) -> RingsReader:
    """A reader that has seen the toy for some frames."""
    reader = RingsReader(default_profile("rings"), count=9)
    for image, _ in still_pictures(toy)[:3]:
        seen = seen_next(reader, image)
    assert seen.size == (9,)
    # As if nothing had stirred for longer than that.
    reader._tracker._stirred_at = -np.inf
    return reader


def seen_next(reader: RingsReader, image: np.ndarray) -> Observation:
    """What the reader sees in the next frame."""
    return reader.read(Frame(np.ascontiguousarray(image), next(NOW) / 15))


def covered(image: np.ndarray, eyes: np.ndarray, rings: int, beyond: int) -> np.ndarray:
    """The picture with something from beyond the free end over the first rings, `eyes` (9, 2)."""
    covered, ends = image.copy(), (int(eyes[rings - 1, 0]), int(eyes[0, 0]))
    on_the_right = ends[1] > ends[0]
    low, high = (ends[0] - 8, ends[1] + beyond) if on_the_right else (ends[1] - beyond, ends[0] + 8)
    covered[:, max(low, 0) : high] = (120, 140, 190)
    return covered


def assert_marked(where: np.ndarray, eyes: np.ndarray) -> None:
    """Marks (n, 2) are at the `eyes` (n, 2): half of them close, none a quarter of a way off."""
    off = np.linalg.norm(where - eyes, axis=1)
    assert np.median(off) < CLOSE
    assert np.max(off) < FARTHEST
