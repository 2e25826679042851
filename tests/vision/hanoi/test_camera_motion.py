"""Cameras that tremble, drift and are pushed, while a tower is played."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from solver import PUZZLES, belief_for
from vision.frame import Floats, Frame, Image
from vision.hanoi import HanoiReader
from vision.hanoi.camera_motion import CameraMotion, corners

SAMPLE = Path(__file__).parents[3] / "samples/hanoi/three-discs"
SIZE = (640, 480)
POINTS = np.array([[200.0, 150.0], [320.0, 240.0], [500.0, 400.0]])


def similarity(shift: tuple[float, float], degrees: float = 0.0, scale: float = 1.0) -> Floats:
    """The map of a picture by a camera that has moved."""
    turn = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, scale)
    way = np.asarray(turn, dtype=np.float64)
    way[:, 2] += shift
    return way


def moved(image: Image, way: Floats) -> Image:
    """What the camera sees then; what was beyond the border is made up."""
    high, wide = image.shape[:2]
    return np.asarray(cv2.warpAffine(image, way, (wide, high), borderMode=cv2.BORDER_REFLECT))


@pytest.fixture(scope="module")
def desk() -> Image:
    """A picture with things all over it."""
    rng = np.random.default_rng(3)
    image = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    for _ in range(150):
        at = [int(v) for v in rng.uniform(0, SIZE)]
        colour = [float(v) for v in rng.uniform(0, 255, 3)]
        cv2.circle(image, at, int(rng.integers(4, 30)), colour, -1)
    return cv2.GaussianBlur(image, (0, 0), 1.0)


def asked(before: Image, after: Image) -> tuple[Floats | None, bool]:
    """The motion between two pictures, and whether nobody knows."""
    motion = CameraMotion()
    motion.take(before, known=True)
    motion.take(after, known=True)
    return motion.since(), motion.astray


def with_hand(image: Image, at: int) -> Image:
    """The picture with a dotted hand before a third of it."""
    shown = image.copy()
    shown[150:, at : at + 200] = (120, 150, 210)
    for y in range(170, SIZE[1], 30):
        for x in range(at + 15, at + 200, 30):
            cv2.circle(shown, (x, y), 6, (60, 80, 130), -1)
    return shown


@pytest.mark.parametrize(
    "way",
    [
        similarity((3.0, -2.0)),
        similarity((-40.0, 12.0)),
        similarity((8.0, 4.0), 4.0, 1.05),
        similarity((0.0, 0.0), -5.0, 0.97),
    ],
)
@pytest.mark.parametrize("hand", [False, True])
def test_the_motion_is_told(desk: Image, way: Floats, hand: bool) -> None:
    before, after = desk, moved(desk, way)
    if hand:
        before, after = with_hand(before, 100), with_hand(after, 125)
    told, astray = asked(before, after)
    assert told is not None
    assert not astray
    off = POINTS @ (told - way)[:, :2].T + (told - way)[:, 2]
    assert np.abs(off).max() < 1.0


def test_a_hand_that_moves_is_no_camera_that_does(desk: Image) -> None:
    assert asked(with_hand(desk, 100), with_hand(desk, 140)) == (None, False)


def test_noise_is_no_motion(desk: Image) -> None:
    rng = np.random.default_rng(0)
    noisy = [np.clip(desk + rng.normal(0, 6, desk.shape), 0, 255).astype(np.uint8) for _ in "ab"]
    assert asked(*noisy) == (None, False)


def test_another_place_is_no_motion(desk: Image) -> None:
    told, astray = asked(desk, np.ascontiguousarray(desk[::-1, ::-1]))
    assert told is None
    assert astray


def test_slow_drift_adds_up_while_nobody_knows_the_place(desk: Image) -> None:
    motion, total = CameraMotion(), np.eye(3)
    for step in range(40):
        motion.take(moved(desk, similarity((0.2 * step, 0.0))), known=False)
        way = motion.since()
        if way is not None:
            total = np.vstack([way, [0, 0, 1]]) @ total
    assert total[0, 2] == pytest.approx(0.2 * 39, abs=2.0)


@pytest.mark.parametrize("shape", [(1, 4000), (4000, 1), (5, 5), (240, 320)])
def test_a_plain_picture_has_no_corners(shape: tuple[int, int]) -> None:
    assert corners(np.full(shape, 90, np.uint8)).shape == (0, 2)
    plain = np.full((*shape, 3), 90, np.uint8)
    assert asked(plain, plain) == (None, False)


def sample() -> list[tuple[Image, float]]:
    """The frames of the bundled clip, with their seconds."""
    film = cv2.VideoCapture(str(SAMPLE / "clip.mp4"))
    fps, frames = film.get(cv2.CAP_PROP_FPS), []
    while (got := film.read())[0]:
        frames.append((np.asarray(got[1], dtype=np.uint8), len(frames) / fps))
    return frames


def tremble(size: float, frames: float) -> Iterator[Floats]:
    """A camera in a hand: `size` pixels about where it was, forgotten in so many frames."""
    rng, keep = np.random.default_rng(11), np.exp(-1 / frames)
    at = np.zeros(4)
    while True:
        yield similarity((size * at[0], size * at[1]), size / 8 * at[2], np.exp(size / 1e3 * at[3]))
        at = keep * at + np.sqrt(1 - keep**2) * rng.normal(size=4)


@pytest.mark.parametrize("shift", [(40.0, 0.0), (-23.0, 9.0), (60.0, -11.0)])
def test_places_go_along_at_once(shift: tuple[float, float]) -> None:
    reader, image = HanoiReader(Profile("hanoi"), count=3), sample()[0][0]
    places = [reader.read(Frame(image, number / 15)).where for number in range(6)]
    after = moved(image, similarity(shift))
    seen = [reader.read(Frame(after, number / 15)).where for number in range(6, 12)]
    for where in seen:
        assert np.abs(where - shift - places[-1]).max() < 1.5


def pushed() -> Iterator[Floats]:
    """A camera that is pushed once in a while."""
    rng = np.random.default_rng(12)
    while True:
        way = similarity((float(rng.normal(0, 25)), float(rng.normal(0, 15))))
        for _ in range(40):
            yield way


@pytest.mark.parametrize(
    "ways", [lambda: tremble(8, 20), lambda: tremble(16, 20), pushed], ids=["8", "16", "pushed"]
)
def test_a_game_is_followed_by_a_camera_in_a_hand(ways: Callable[[], Iterator[Floats]]) -> None:
    lines = (SAMPLE / "truth.txt").read_text(encoding="utf-8").split("\n")
    true = [line.split()[1] for line in lines if line.strip() and "?" not in line]
    reader, belief, told = HanoiReader(Profile("hanoi"), count=3), None, [""]
    puzzle = PUZZLES["hanoi"](3, 3)
    for (image, at), way in zip(sample(), ways(), strict=False):
        seen = reader.read(Frame(moved(image, way), at))
        if seen.found:
            belief = belief or belief_for(puzzle)
            estimate = belief.update(seen.cells)
            if estimate.state is not None and estimate.certainty > 0.95:
                state = puzzle.format(estimate.state)
                reader.learn(puzzle.view(estimate.state))
                told += [state] * (state != told[-1])
    assert told[1:] == true
