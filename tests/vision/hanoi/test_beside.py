"""A hand that rests beside a tower, and covers nothing of it."""

import cv2
import numpy as np

from calibration.profile import Profile
from tests.vision.hanoi.test_camera_motion import sample
from vision.frame import Frame, Image
from vision.hanoi import HanoiReader
from vision.hanoi.followed import COVERED

FPS = 15


def with_arm(image: Image, tremor: int, *, tip: tuple[int, int]) -> Image:
    """The picture with an arm from below whose hand trembles, and ends at `tip`."""
    shown = image.copy()
    at = tip[0] + tremor, tip[1]
    cv2.line(shown, (640, 560), at, (120, 150, 210), 100, cv2.LINE_AA)
    return shown


def looked_past(tip: tuple[int, int]) -> list[str | None]:
    """What is said of a tower at rest, half a second before an arm comes and three after it."""
    bare = sample()[0][0]
    reader, said = HanoiReader(Profile("hanoi"), count=3), []
    for number in range(7 + 3 * FPS):
        tremor = int(3 * np.sin(number)) if number > 7 else 0
        image = bare if number < 7 else with_arm(bare, tremor, tip=tip)
        said.append(reader.read(Frame(image, number / FPS)).problem)
    return said


def test_what_lies_beside_a_tower_is_looked_past() -> None:
    said = looked_past((625, 260))
    assert said[:7] == [None] * 7
    assert said[9 : 7 + FPS // 2] == [COVERED] * (FPS // 2 - 2)
    assert said[-FPS:] == [None] * FPS


def test_what_covers_a_peg_is_not() -> None:
    said = looked_past((500, 250))
    assert None not in said[7:]
