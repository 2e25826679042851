"""Frame and Observation are checked once, at construction, and cannot be changed afterwards."""

import numpy as np
import pytest

from vision.frame import Frame, Observation, PictureError


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((4, 4), np.uint8),
        np.zeros((4, 4, 4), np.uint8),
        np.zeros((4, 4, 3), np.uint16),
        np.zeros((0, 4, 3), np.uint8),
    ],
)
def test_a_frame_refuses_what_is_no_picture(array: np.ndarray) -> None:
    with pytest.raises(PictureError, match="expected height x width x 3 bytes, got"):
        Frame(array)


def test_a_frame_is_read_only_and_leaves_its_array_alone() -> None:
    array = np.zeros((4, 4, 3), np.uint8)
    frame = Frame(array)
    with pytest.raises(ValueError, match="read-only"):
        frame.image[0, 0] = 1
    array[0, 0] = 1


def test_an_observation_wants_distributions_and_a_place_for_each_row() -> None:
    half = np.full((3, 2), 0.5)
    with pytest.raises(ValueError, match="expected"):
        Observation(half, np.zeros((2, 2)), 0.0)
    with pytest.raises(ValueError, match="distribution"):
        Observation(half + 0.1, np.zeros((3, 2)), 0.0)
    with pytest.raises(ValueError, match="distribution"):
        Observation(np.array([[1.5, -0.5]]), np.zeros((1, 2)), 0.0)
    assert Observation(half, np.zeros((3, 2)), 0.0, (3,)).found


def test_nothing_found_has_no_rows_and_a_sentence() -> None:
    nothing = Observation.nothing(1.5, 6, "No cube was found in the picture.")
    assert not nothing.found
    assert nothing.cells.shape == (0, 6)
    assert nothing.problem == "No cube was found in the picture."
