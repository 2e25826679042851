"""How sure the number of rods is: three reasons for doubt, each a factor from 0 to 1."""

import numpy as np

from vision.rings.net import Floats

# Between the last rod and the end of the loop there is room for so many rods, hardly for more.
ROOM, TOO_MUCH = 4.5, 8.0


def complete(eye: Floats, foot: Floats) -> float:
    """Every place should have an eye and a foot: their scores, (n,) each; 0 where unseen."""
    both, either = np.minimum(eye, foot), np.maximum(eye, foot)
    at_ends = min(both[0] + 0.5 * either[0], both[-1] + 0.5 * either[-1])
    inside = float(np.min(either[1:-1] if len(either) > 2 else either))
    return float(np.clip(at_ends / 0.5, 0, 1) * np.clip(inside / 0.3, 0, 1))


def plain(doubtful: float) -> float:
    """No eye or foot should be left over: the best score of those that are."""
    return float(np.clip(1.3 - doubtful / 0.6, 0, 1))


def close_ends(extent: tuple[float, float], ends: Floats, step: Floats) -> float:
    """The loop should end not far from the row: `extent` of the row in steps, `ends` (2, 2)."""
    tip, neck = ends @ step / (step @ step)
    gaps = np.array([extent[0] - tip, neck - extent[1]])
    worst = float(np.nanmax(np.append(gaps, 0.0)))
    return float(np.clip((TOO_MUCH - worst) / (TOO_MUCH - ROOM), 0, 1))
