"""When the quick look will do."""

from unittest.mock import patch

import numpy as np

from tests.vision.rings.followed import following, seen_next, still_pictures
from vision.frame import Observation
from vision.rings import RingsReader
from vision.rings.follow import HANDLED
from vision.rings.net import EYE

# How often each network looked at one frame: the quick one, the full one.
QUICK, FULL = (1, 0), (0, 1)


def _looks(
    reader: RingsReader, images: list[np.ndarray]
) -> tuple[list[tuple[int, int]], Observation]:
    """Which network looked at each frame, and what was seen in the last one."""
    tracker = reader._tracker
    quick, full = tracker._quick, tracker._finder
    used = []
    for image in images:
        tracker._reused = 99
        with (
            patch.object(quick, "maps", side_effect=quick.maps) as quick_looks,
            patch.object(full, "maps", side_effect=full.maps) as full_looks,
        ):
            seen = seen_next(reader, image)
        used.append((quick_looks.call_count, full_looks.call_count))
    return used, seen


def test_a_quick_look_steps_back_where_it_misses_what_the_other_saw() -> None:
    reader = following()
    image, _ = still_pictures()[7]
    tracker = reader._tracker
    seen_next(reader, image)
    quick = tracker._quick.maps

    def blind(patch: np.ndarray) -> np.ndarray:
        maps = quick(patch).copy()
        maps[EYE] -= 30.0
        return maps

    with patch.object(tracker._quick, "maps", side_effect=blind):
        used, seen = _looks(reader, [image] * 4)
    assert used == [QUICK, FULL, FULL, FULL]
    assert (seen.cells[:, 1] > 0.9).all()


def test_a_hand_at_the_toy_is_followed_by_quick_looks() -> None:
    reader = following()
    image, eyes = still_pictures()[7]
    frames = []
    for place in range(4):
        # A hand that goes along the last rings.
        frame = image.copy()
        left = int(eyes[6, 0]) + 12 * place
        frame[:, left : left + 90] = (120, 140, 190)
        frames.append(frame)
    used, seen = _looks(reader, [image, *frames])
    assert seen.stirred > HANDLED
    assert used == [QUICK] * 5
    # What lies still again is read by both looks in turn: the full one says what must be seen.
    used, seen = _looks(reader, [image] * 12)
    assert FULL in used
    assert used[-1] == QUICK
    pitch = np.linalg.norm(np.diff(eyes, axis=0), axis=1).mean()
    assert (np.linalg.norm(seen.where - eyes, axis=1) < pitch / 3).all()
