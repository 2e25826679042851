"""Where the feet and tips of a row's pegs are, by one look at all of the row.

Piles hide feet, and things behind a toy look like tips. What stands beside a peg tells where it
must be: all pegs are shown at once, the row level, at one scale. A small network marks in it where
feet and tips may be; near to where each was taken to be, the mean of its marks is taken ("integral
regression"; Sun et al., "Integral Human Pose Regression", 2018), and how far off that may be along
both axes is told by what the network says at the marks.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.depth import evened
from vision.hanoi.lengths import lengths
from vision.hanoi.nets import blob, softmax
from vision.hanoi.patch import warped
from vision.hanoi.row import Row
from vision.network import load_network

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a look at a row shows, in its pixels.

    Its width and height, where the `middle` of the feet lies in it, one `unit` of length, and the
    length beyond which rows are shown smaller.
    """

    size: tuple[int, int]
    middle: tuple[float, float]
    unit: float
    widest: float


CLOSE = Aim(size=(256, 160), middle=(128.0, 104.0), unit=60.0, widest=200.0)
LOOK = CLOSE.size
# Pegs that look longer than this, in units, tell what is up; else the line of the feet does.
UPRIGHT = 0.35
# Pixels of the look a cell of the map, and how many cells around an end are looked through.
CELL, REACH = 4, 6
# The logs of errors are between these, in cells.
ERRORS = (-4.0, 2.5)
# What is beyond the border of the map is no mark.
NOWHERE = -20.0


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A row where its ends are seen, and how far off these may be.

    `error` is in units: the mean absolute errors along both axes, at the root mean square.
    """

    row: Row
    error: float


class EndsEye:
    """Finds the ends of pegs more closely."""

    def __init__(self) -> None:
        self._net = load_network(Path(__file__).parent / "ends.onnx", (1, 3, *LOOK[::-1]))

    def settle(self, image: Image, row: Row) -> Settled:
        """The same row with its ends where they are seen, as far as they make a lattice."""
        matrix = look_matrix(row.feet, row.tips, row.units)
        look = warped(image, matrix, LOOK)
        maps = np.asarray(self._net(blob(look[None])), dtype=np.float64)[0]
        turn, shift = matrix[:, :2], matrix[:, 2]
        feet, foot_errors = _marked(maps[0], maps[2:4], row.feet @ turn.T + shift)
        tips, tip_errors = _marked(maps[1], maps[4:6], row.tips @ turn.T + shift)
        errors = np.concatenate([foot_errors, tip_errors])
        feet, tips = evened(feet, tips, errors=errors)
        back = np.linalg.inv(turn).T
        there = Row((feet - shift) @ back, (tips - shift) @ back, row.score)
        unit = float(lengths(turn[0]) * row.units.mean())
        return Settled(there, float(np.sqrt(np.mean(errors**2))) / unit)


def look_matrix(feet: Floats, tips: Floats, units: Floats, aim: Aim = CLOSE) -> Floats:
    """The affine map (2, 3) from a picture to a look at a row: `feet`, `tips` (pegs, 2)."""
    unit = float(units.mean())
    along = tips.mean(axis=0) - feet.mean(axis=0)
    if lengths(along) < UPRIGHT * unit:
        line = feet[-1] - feet[0]
        along = np.array([line[1], -line[0]])
    up = along / max(float(lengths(along)), 1e-6)
    right = np.array([-up[1], up[0]])
    zoom = min(aim.unit / unit, aim.widest / max(float(lengths(feet[-1] - feet[0])), 1e-6))
    turn = zoom * np.stack([right, -up])
    return np.column_stack([turn, np.array(aim.middle) - turn @ feet.mean(axis=0)])


def _marked(marks: Floats, logs: Floats, about: Floats) -> tuple[Floats, Floats]:
    """Where ends are that should be `about` (n, 2) there, and their errors, (n, 2) pixels.

    `marks` (h, w) are logits, `logs` (2, h, w) of the errors along x and y in cells.
    """
    step = np.arange(-REACH, REACH + 1)
    at = np.round(about / CELL - 0.5).astype(int)
    x, y = at[:, 0, None, None] + step, at[:, 1, None, None] + step[:, None]
    x, y = np.broadcast_arrays(x, y)
    high, wide = marks.shape
    inside = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
    column, line = np.clip(x, 0, wide - 1), np.clip(y, 0, high - 1)
    heat = np.where(inside, marks[line, column], NOWHERE).reshape(len(about), -1)
    share = softmax(heat)
    cells = np.stack([x, y], axis=-1).reshape(len(about), -1, 2)
    place = np.einsum("nk,nkc->nc", share, cells)
    log = np.einsum("nk,cnk->nc", share, logs[:, line, column].reshape(2, len(about), -1))
    return (place + 0.5) * CELL, CELL * np.exp(np.clip(log, *ERRORS))
