"""Rulers for rows of rods: from the best row, and from feet in step."""

import numpy as np

from vision.rings.net import FOOT, Floats, Spots
from vision.rings.rulers import Ruler, spacings

STEP = np.array([17.0, 0.0])


def _feet(x: Floats, score: float = 0.6) -> Spots:
    n = len(x)
    at = np.stack([x, np.full(n, 100.0)], axis=1)
    nought = np.zeros((n, 2))
    kind = np.full(n, FOOT, np.intp)
    return Spots(at, np.full(n, score), kind, np.zeros(n), nought + STEP, nought, nought)


def test_the_spacing_is_found_though_the_guess_is_wrong() -> None:
    spots = _feet(40 + 20.0 * np.arange(9))
    pitch, phase = spacings(spots, STEP)[0]
    assert abs(pitch - 20) < 0.6
    assert abs(np.exp(1j * phase) - np.exp(2j * np.pi * 40 / pitch)) < 0.6


def test_strays_among_the_feet_leave_the_spacing() -> None:
    x = np.append(40 + 17.0 * np.arange(9), [52.0, 101.0, 150.0])
    assert any(abs(pitch - 17) < 0.6 for pitch, _ in spacings(_feet(x), STEP))


def test_too_few_feet_have_no_spacing() -> None:
    assert spacings(_feet(np.array([40.0, 57.0])), STEP) == []


def test_a_ruler_covers_a_part_of_itself_and_none_of_another_spacing() -> None:
    def ruler(pitch: float, count: int) -> Ruler:
        feet = np.stack([40 + pitch * np.arange(count), np.full(count, 100.0)], axis=1)
        return Ruler(feet, np.ones(count, dtype=bool), np.array([pitch, 0.0]))

    assert ruler(17, 9).covers(ruler(17, 6))
    assert not ruler(17, 9).covers(ruler(34, 4))
    assert not ruler(17, 9).covers(ruler(8.5, 12))
    assert not ruler(17, 6).covers(ruler(17, 9))
