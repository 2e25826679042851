"""Closer looks at piles tell their rims in the pixels of the first patch."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from vision.hanoi.closer import with_rims
from vision.hanoi.nets import LINES, Stacks
from vision.hanoi.patch import PATCH, ROWS, close_matrix, patch_matrix, pile_extent

ENDS = np.array([[48.0, 88.0], [48.0, 40.0]])


def stacks(pegs: int, row: int, radius: float) -> Stacks:
    """One disc a peg, of whose rim one row tells."""
    rims, counts, radii = np.full((pegs, ROWS), 1e-6), np.zeros((pegs, 9)), np.zeros((pegs, 8))
    rims[:, row], counts[:, 1], radii[:, 0] = 0.9, 1.0, radius
    heights, ends = np.full(pegs, 0.2), np.tile(ENDS, (pegs, 1, 1))
    lines = np.tile(LINES, (pegs, 1))
    return Stacks(counts, radii, radii, heights, ends, heights, rims, lines)


@dataclass
class Eye:
    """Sees one disc in every patch."""

    row: int
    seen: list[np.ndarray] = field(default_factory=list)

    def read(self, patches: np.ndarray) -> np.ndarray:
        self.seen.append(patches)
        return stacks(len(patches), self.row, 0.6).rims


def test_rims_come_back_to_the_first_patch() -> None:
    matrix = patch_matrix(np.array([150.0, 200.0]), np.array([155.0, 120.0]), 90.0)
    first, eye = stacks(1, 40, 0.3), Eye(30)
    found = with_rims(eye, np.zeros((240, 320, 3), np.uint8), [matrix], first)
    near = close_matrix(matrix, *pile_extent(ENDS, 0.2, 0.3))
    zoom = np.linalg.norm(near[0, :2]) / np.linalg.norm(matrix[0, :2])
    assert zoom > 1.2
    np.testing.assert_array_equal(found.radii, first.radii)
    # A point of the picture on the rim's line lies on the same line of the closer patch.
    back = np.linalg.inv(matrix[:, :2])
    at = back @ (np.array([48.0, found.lines[0, 30]]) - matrix[:, 2])
    assert (near[:, :2] @ at + near[:, 2])[1] == pytest.approx(30.5 * PATCH[1] / ROWS)


def test_bare_pegs_are_not_looked_at_again() -> None:
    matrix = patch_matrix(np.array([150.0, 200.0]), np.array([155.0, 120.0]), 90.0)
    first, eye = stacks(2, 40, 0.3), Eye(30)
    counts = first.counts.copy()
    counts[0] = [1, *[0] * 8]
    image = np.zeros((240, 320, 3), np.uint8)
    found = with_rims(eye, image, [matrix] * 2, replace(first, counts=counts))
    assert [len(patches) for patches in eye.seen] == [1]
    assert found.radii[0, 0] == 0.3
