"""What lies over a toy: ends of rows and eyes of rings that are not in sight."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import default_profile
from vision.frame import Frame, Image
from vision.rings import RingsReader
from vision.rings.channel import grey_of
from vision.rings.covered import (
    BESIDE,
    FEET,
    HIGH,
    PITCH,
    PLAIN,
    SIGHT,
    WIDE,
    CoverEye,
    strip_of,
    veiled,
)
from vision.rings.find import ToyFinder
from vision.rings.net import Floats
from vision.rings.reader import END_HIDDEN
from vision.rings.toy import Toy

STILLS = Path(__file__).parents[3] / "samples/rings/stills"
NAMES = ["chrome.jpg", "jade.jpg", "wire.jpg", "brown-balls.jpg"]


def row(step: Floats, up: Floats, rods: int = 6) -> tuple[Floats, Floats]:
    """Eyes and feet (n, 2) of a row in a picture of 600 x 400."""
    feet = np.array([300.0, 200.0]) + (np.arange(rods) - rods / 2)[:, None] * step
    return feet + up, feet


@pytest.mark.parametrize("size", [1.0, 2.6])
@pytest.mark.parametrize("up", [np.array([2.0, -40.0]), np.array([-2.0, 40.0])])
@pytest.mark.parametrize("way", [np.array([14.0, 3.0]), np.array([-14.0, -3.0])])
def test_a_strip_has_each_rod_at_its_place(size: float, up: Floats, way: Floats) -> None:
    step = size * way
    eyes, feet = row(step, size * up)
    for rod in range(len(feet)):
        picture = np.zeros((400, 600), np.uint8)
        x, y = np.round(feet[rod]).astype(int).tolist()
        cv2.circle(picture, (x, y), round(3 * size), 255, -1)
        strip = strip_of(picture, eyes, feet, step)
        assert strip is not None
        assert strip.shape == (HIGH, WIDE)
        rows, columns = np.nonzero(strip > 100)
        assert abs(columns.mean() + 0.5 - PITCH * (BESIDE + rod + 0.5)) < 1.0
        assert abs(rows.mean() + 0.5 - FEET) < 1.0


def test_the_loop_is_above() -> None:
    step, up = np.array([-15.0, 2.0]), np.array([0.0, 45.0])
    eyes, feet = row(step, up)
    picture = np.zeros((400, 600), np.uint8)
    for x, y in np.round(eyes).astype(int).tolist():
        cv2.circle(picture, (x, y), 4, 255, -1)
    strip = strip_of(picture, eyes, feet, step)
    assert strip is not None
    assert np.nonzero(strip > 100)[0].mean() < FEET - 2 * PITCH


def test_feet_that_are_not_seen_are_between_the_others() -> None:
    step, up = np.array([15.0, 2.0]), np.array([0.0, -45.0])
    eyes, feet = row(step, up)
    picture = np.random.default_rng(1).integers(0, 255, (400, 600)).astype(np.uint8)
    whole = strip_of(picture, eyes, feet, step)
    feet[[0, 2, 5]] = np.nan
    assert whole is not None
    assert np.array_equal(strip_of(picture, eyes, feet, step), whole)
    feet[1:4] = np.nan
    assert strip_of(picture, eyes, feet, step) is None


def toy_of(image: Image) -> Toy:
    """The toy in a picture."""
    found = ToyFinder().find(grey_of(image), None)
    assert found is not None
    return found


def still(name: str) -> Image:
    """A bundled picture."""
    return np.asarray(cv2.imread(str(STILLS / name)), dtype=np.uint8)


def card(image: Image, toy: Toy, first: float, last: float, low: float = -1.0) -> Image:
    """The picture with a card over some rods, from `low` rods' lengths above the feet on."""
    shown = image.copy()
    up = np.nanmedian(toy.eyes - toy.feet, axis=0)
    left, right = (toy.feet[0] + place * toy.step for place in (first - 0.5, last + 0.5))
    corners = [left + low * up, left + 2 * up, right + 2 * up, right + low * up]
    cv2.fillPoly(shown, [np.round(np.array(corners)).astype(np.int32)], (96, 120, 150))
    return shown


@pytest.mark.parametrize("name", NAMES)
def test_where_all_is_in_sight_nothing_is_covered(name: str) -> None:
    image = still(name)
    seen = CoverEye().look(grey_of(image), toy_of(image))
    assert seen.ends.min() > 0.6
    assert seen.hidden.max() < 0.4


# With its first two rods covered the toy of wire still looks whole: that is not learned yet.
@pytest.mark.parametrize(
    ("name", "rods"),
    [*((name, 1) for name in NAMES), *((name, 2) for name in NAMES[:2] + NAMES[3:])],
)
def test_a_card_over_an_end_makes_no_shorter_toy(name: str, rods: int) -> None:
    image = still(name)
    toy = toy_of(image)
    covered = card(image, toy, -9, rods - 1)
    seen = RingsReader(default_profile("rings")).read(Frame(covered))
    assert not seen.found or seen.size == (toy.rings,) or seen.cells.max() <= 0.5


@pytest.mark.parametrize("name", NAMES)
def test_a_ring_under_a_card_is_seen_to_be_hidden(name: str) -> None:
    image = still(name)
    toy = toy_of(image)
    seen = CoverEye().look(grey_of(card(image, toy, 3, 4, low=0.4)), toy)
    assert seen.hidden[[3, 4]].min() > 0.5
    assert seen.hidden[[0, toy.rings - 1]].max() < 0.5


def test_why_is_said() -> None:
    image = still("chrome.jpg")
    covered = card(image, toy_of(image), -9, 0)
    assert RingsReader(default_profile("rings")).read(Frame(covered)).problem == END_HIDDEN


def test_what_was_counted_under_a_card_is_forgotten_with_it() -> None:
    image = still("jade.jpg")
    toy = toy_of(image)
    reader, covered = RingsReader(default_profile("rings")), card(image, toy, -9, 1)
    for number in range(15):
        assert reader.read(Frame(covered, number / 15)).problem == END_HIDDEN
    told = [reader.read(Frame(image, 1 + number / 15)) for number in range(6)]
    assert told[-1].size == (toy.rings,)
    assert told[-1].problem is None


def test_of_hidden_rings_nothing_is_known() -> None:
    toy = toy_of(still("jade.jpg"))
    toy = replace(toy, seen=np.full(toy.rings, PLAIN))
    hidden = np.full(toy.rings, SIGHT)
    hidden[[0, 2]] = 1.0, SIGHT + 0.1
    told = veiled(toy, hidden)
    assert told.on[0] == pytest.approx(0.0)
    assert told.seen[0] == 0
    assert 0 < abs(told.on[2]) < abs(toy.on[2])
    assert 0 < told.seen[2] < toy.seen[2]
    assert np.allclose(told.on[3:], toy.on[3:])
    # What is plain to see has to be said more clearly to be hidden.
    plain = veiled(replace(toy, seen=np.full(toy.rings, PLAIN + 0.3)), hidden)
    assert plain.seen[0] == 0
    assert plain.seen[2] == pytest.approx(PLAIN + 0.3)
    bare = replace(toy, feet=np.full_like(toy.feet, np.nan))
    nothing = CoverEye().look(np.zeros((50, 50), np.uint8), bare)
    assert nothing.ends.tolist() == [1, 1]
    assert not nothing.hidden.any()
