"""Where a toy lies in its picture, for whoever draws over it: a box, and places for numbers."""

import numpy as np

from vision.frame import Floats
from vision.rings.few import polynomial
from vision.rings.toy import Toy

# How far the box reaches beyond eyes and feet, and how far from its foot a ring's number stands,
# in steps from ring to ring: there are the balls, which tell the player nothing.
MARGIN, BEYOND = 0.4, 0.75


def outline(toy: Toy) -> Floats | None:
    """The box along the row that holds all eyes and feet: (1, 4, 2), pixels; None without any.

    It begins at the eyes' side of ring 1 and goes round by the last ring.
    """
    axes = _axes(toy)
    body = np.concatenate([toy.eyes, _feet(toy)])
    body = body[np.isfinite(body).all(axis=1)]
    if axes is None or len(body) < 3:
        return None
    along, down, pitch = axes
    places = body @ np.stack([along, down]).T
    left, top = places.min(axis=0) - MARGIN * pitch
    right, foot = places.max(axis=0) + MARGIN * pitch
    corners = np.array([(left, top), (right, top), (right, foot), (left, foot)])
    return np.asarray(corners @ np.stack([along, down]))[None]


def beside(toy: Toy) -> Floats:
    """Where each ring's number may stand, beyond its rod's foot: (n, 2) pixels, NaN if unknown."""
    axes = _axes(toy)
    if axes is None:
        return np.full((toy.rings, 2), np.nan)
    _, down, pitch = axes
    return np.asarray(_feet(toy) + BEYOND * pitch * down)


def _feet(toy: Toy) -> Floats:
    """The feet; those that were not seen lie on a line through the others, as far apart."""
    feet = toy.feet
    known = np.asarray(np.isfinite(feet).all(axis=1))
    if known.all() or known.sum() < 2:
        return feet
    numbers = np.arange(toy.rings)
    lines = [polynomial(numbers[known], side[known], 1) for side in feet.T]
    guessed = np.stack([np.polyval(line, numbers) for line in lines], axis=1)
    return np.where(known[:, None], feet, guessed)


def _axes(toy: Toy) -> tuple[Floats, Floats, float] | None:
    """Unit vectors along the row and from eyes to feet, and the step from ring to ring in pixels.

    None where the row has no length.
    """
    known = np.flatnonzero(np.isfinite(toy.feet).all(axis=1))
    step = toy.step
    if len(known) > 1:
        first, last = known[[0, -1]]
        step = (toy.feet[last] - toy.feet[first]) / (last - first)
    pitch = float(np.linalg.norm(step))
    if not pitch > 0:
        return None
    along = step / pitch
    down = np.array([-along[1], along[0]])
    rods = (toy.feet - toy.eyes) @ down
    if np.isfinite(rods).any() and np.nansum(rods) < 0:
        down = -down
    return along, down, pitch
