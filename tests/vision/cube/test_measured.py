"""Colours from sensors, and a cube's own colours from a scan."""

import numpy as np
import pytest

from tests.vision.cube.painted import INKS, SCRAMBLED, photograph
from vision.cube import COLOURS, find_faces, learned_colours, read_measured

# Shares of a lamp's red, green and blue that the stickers of a common cube throw back.
REFLECTED = {
    "w": (0.90, 0.92, 0.90),
    "y": (0.80, 0.75, 0.12),
    "r": (0.50, 0.05, 0.05),
    "o": (0.85, 0.28, 0.10),
    "g": (0.05, 0.40, 0.18),
    "b": (0.04, 0.13, 0.45),
}


def measured(
    gain: tuple[float, float, float], power: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """What a sensor says of the scrambled faces, (54, 3), with a noise of 3 %."""
    light = np.array([REFLECTED[letter] for letter in "".join(SCRAMBLED)])
    noise = np.exp(np.random.default_rng(5).normal(0, 0.03, light.shape))
    return (light * noise) ** power * np.array(gain)


@pytest.mark.parametrize(
    ("gain", "power"),
    [((255.0, 255.0, 255.0), 1.0), ((900.0, 1023.0, 600.0), 1.0), ((90.0, 120.0, 60.0), 0.45)],
)
def test_a_sensor_of_any_unit_is_read(gain: tuple[float, float, float], power: float) -> None:
    tables = read_measured(measured(gain, power))
    assert tables.shape == (6, 9, 6)
    assert np.allclose(tables.sum(axis=2), 1.0)
    assert "".join(COLOURS[i] for i in tables.reshape(54, 6).argmax(axis=1)) == "".join(SCRAMBLED)


@pytest.mark.parametrize(
    ("rgb", "said"),
    [
        (np.ones((53, 3)), "54 x 3"),
        (-np.ones((54, 3)), "from 0"),
        (np.full((54, 3), np.nan), "from 0"),
        (np.zeros((54, 3)), "some light"),
    ],
)
def test_what_no_sensor_says_is_refused(
    rgb: np.ndarray[tuple[int, ...], np.dtype[np.float64]], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        read_measured(rgb)


def test_a_cube_s_own_colours_are_learned() -> None:
    faces = [find_faces(photograph(colours)[0])[0] for colours in SCRAMBLED]
    learned = learned_colours(faces, "".join(SCRAMBLED))
    assert list(learned) == list(COLOURS)
    for letter, ink in INKS.items():
        assert learned[letter] == pytest.approx(ink[::-1], abs=6)


def test_colours_that_are_not_in_sight_are_not_learned() -> None:
    faces = [find_faces(photograph("wrgowrgow")[0])[0]]
    assert list(learned_colours(faces, "wrgowrgow")) == ["w", "r", "o", "g"]


@pytest.mark.parametrize("letters", ["wrgowrgo", "wrgowrgox"])
def test_letters_that_do_not_fit_are_refused(letters: str) -> None:
    faces = [find_faces(photograph("wrgowrgow")[0])[0]]
    with pytest.raises(ValueError, match="expected 9 letters"):
        learned_colours(faces, letters)
