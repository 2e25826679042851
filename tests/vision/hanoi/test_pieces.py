"""Pieces of painted sights: how they are seen, and which colours they have."""

import cv2
import numpy as np
import pytest

from tests.vision.hanoi.painted_variant import Toy
from tests.vision.hanoi.true_sight import TrueLooker
from vision.hanoi.nets import Stacks
from vision.hanoi.patch import PATCH, ROWS, UNIT
from vision.hanoi.pieces import Slope, pieces_of, slope_of


def rims_of(slope: Slope, radii: list[list[float]], foot: float = 90.0) -> Stacks:
    """What pegs with discs of such half widths (pixels) show from that slope."""
    pegs = len(radii)
    rims, widths = np.full((pegs, ROWS), 1e-6), np.zeros((pegs, 8))
    heights, ends = np.zeros(pegs), np.tile([[48.0, foot], [48.0, foot - 60]], (pegs, 1, 1))
    for peg, pile in enumerate(radii):
        widths[peg, : len(pile)] = np.array(pile) / UNIT
        heights[peg] = len(pile) * slope.high / 60
        for k, radius in enumerate(pile):
            y = foot - k * slope.high + radius * slope.sine
            rims[peg, int(y * ROWS / PATCH[1])] = 0.9
    flat = np.zeros((pegs, 9))
    lines = np.tile((np.arange(ROWS) + 0.5) * PATCH[1] / ROWS, (pegs, 1))
    return Stacks(flat, widths, widths, np.ones(pegs), ends, heights, rims, lines)


@pytest.mark.parametrize("slope", [Slope(12.0, 0.0), Slope(8.0, 0.5), Slope(5.0, 0.9)])
@pytest.mark.parametrize("radii", [[[30, 30, 20], [30]], [[30, 20], [25, 15], [20]], [[30, 30]]])
def test_the_slope_is_found_from_rims(slope: Slope, radii: list[list[float]]) -> None:
    stacks = rims_of(slope, radii)
    fronts = [
        lines[rims > 0.5][::-1] for lines, rims in zip(stacks.lines, stacks.rims, strict=True)
    ]
    found = slope_of(stacks, fronts)
    assert found.high == pytest.approx(slope.high, abs=1.2)
    assert found.sine == pytest.approx(slope.sine, abs=0.12)


def test_no_pieces_are_no_pieces() -> None:
    toy = Toy.of(1, "antwerp")
    sight = TrueLooker(toy).find(toy.show())
    assert len(pieces_of(sight, np.zeros(3, dtype=np.intp))) == 0


def elevation(toy: Toy) -> float:
    """The sine of the camera's height over the toy's middle."""
    away = toy.view.position - np.array([0, 0, 0.3 * toy.tower.length])
    return float(away[2] / np.linalg.norm(away))


@pytest.mark.parametrize("variant", ["antwerp", "little-antwerp", "london", "tunstall"])
def test_pieces_have_their_widths_and_colours(variant: str) -> None:
    strange = total = 0
    toys = (Toy.of(seed, variant) for seed in range(940_000, 940_040))
    for toy in (toy for toy in toys if 0.2 < elevation(toy) < 0.8):
        sight = TrueLooker(toy).find(toy.show())
        discs = [disc for pile in toy.tower.stacks for disc in pile]
        counts = np.array([len(pile) for pile in toy.tower.stacks])
        found = pieces_of(sight, counts, balls=toy.tower.balls)
        assert found.pegs.tolist() == [p for p, pile in enumerate(toy.tower.stacks) for _ in pile]
        shares = found.widths / toy.tower.radii[discs]
        assert np.allclose(shares / np.median(shares), 1, atol=0.2)
        paints = np.array([toy.tower.paints[disc] for disc in discs])
        shown = (found.colours - 128) * np.array([0.2, 1, 1])
        own = np.array([np.median(shown[paints == paint], axis=0) for paint in paints])
        strange += int((np.linalg.norm(shown - own, axis=1) > 12).sum())
        total += len(discs)
    assert strange < 0.1 * total


def test_a_colour_is_that_of_most_pixels() -> None:
    toy = Toy.of(940_003, "london")
    image = toy.show()
    sight = TrueLooker(toy).find(image)
    counts = np.array([len(pile) for pile in toy.tower.stacks])
    found = pieces_of(sight, counts, balls=True)
    grey = TrueLooker(toy).find(np.full_like(image, 90))
    flat = pieces_of(grey, counts, balls=True)
    lab = cv2.cvtColor(np.full((1, 1, 3), 90, np.uint8), cv2.COLOR_BGR2LAB)[0, 0]
    assert np.array_equal(flat.colours, np.tile(lab.astype(float), (counts.sum(), 1)))
    assert (flat.scatters == 0).all()
    assert (found.scatters > 0).any()
