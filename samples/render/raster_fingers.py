"""A player's hand as a flat picture that is laid over others: fingertips, palm, arm in a sleeve."""

from dataclasses import dataclass

import cv2
import numpy as np

from samples.render.mesh import Floats
from samples.render.scene import Bytes

# Millimetres; the fingertips are at the origin and the arm leaves along x. Paths with half widths.
_FINGERS = (
    ((4, -9), (46, -33), (88, -20), 7.5),
    ((6, -2), (50, -24), (92, -8), 8.0),
    ((16, 5), (54, -10), (94, 4), 7.5),
    ((28, 14), (60, 6), (96, 16), 6.8),
)
_THUMB = ((3, 3), (38, 26), (90, 24), 9.0)
_PALM, _ARM = (((86, -2), (130, 4), 29.0), ((120, 4), (520, 10), 27.0))
_SLEEVE = ((215, 6), (560, 10), 36.0)
_FINE = 2
_SIZE = (1140, 260)
_ORIGIN = (30.0, 130.0)


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A picture with cover: `colour` (h, w, 3) is darkened by `cover` (h, w), 0 to 1, already.

    `anchor` (2,) is the pixel between the fingertips, `scale` pixels to a millimetre.
    """

    colour: Bytes
    cover: Bytes
    anchor: Floats
    scale: float

    def placed(self, at: Floats, angle: float, scale: float, size: tuple[int, int]) -> "Sprite":
        """The hand with its fingertips at a pixel, the arm leaving at `angle` (radians)."""
        c, s = np.cos(angle) * scale / self.scale, np.sin(angle) * scale / self.scale
        turn = np.array([[c, -s], [s, c]])
        way = np.column_stack([turn, at - turn @ self.anchor])
        colour, cover = (cv2.warpAffine(part, way, size) for part in (self.colour, self.cover))
        return Sprite(np.asarray(colour), np.asarray(cover), np.asarray(at), scale)


def draw_hand(rng: np.random.Generator) -> Sprite:
    """A hand of some skin, in a sleeve or bare, with light from one side."""
    skin = np.array([rng.uniform(0.5, 0.74), rng.uniform(0.66, 0.84), 1.0]) * rng.uniform(95, 240)
    cloth = rng.uniform(15, 230, 3)
    colour = np.zeros((_SIZE[1] * _FINE, _SIZE[0], 3), np.uint8)
    cover = np.zeros(colour.shape[:2], np.uint8)
    flip = 1 if rng.random() < 0.5 else -1
    lit = rng.uniform(-0.35, 0.35, 2)
    parts: list[tuple[tuple[tuple[float, float], ...], float, Floats]] = [
        ((_ARM[0], _ARM[1]), _ARM[2], skin),
        ((_PALM[0], _PALM[1]), _PALM[2], skin),
    ]
    if rng.random() < 0.6:
        parts.append(((_SLEEVE[0], _SLEEVE[1]), _SLEEVE[2], cloth))
    fingers = [((a, b, c), r, skin) for a, b, c, r in (*_FINGERS[::-1], _THUMB)]
    for path, radius, tint in parts + fingers:
        _limb(colour, cover, path, radius, tint, flip, lit)
    soft = cv2.GaussianBlur(cover, (0, 0), 1.2)
    mottled = colour * (1 + 0.03 * rng.normal(0, 1, colour.shape[:2]))[..., None]
    colour = np.clip(mottled, 0, 255).astype(np.uint8)
    colour = np.asarray(cv2.GaussianBlur(colour, (0, 0), 1.2), dtype=np.uint8)
    return Sprite(colour, np.asarray(soft), np.array(_ORIGIN) * _FINE, float(_FINE))


def _limb(
    colour: Bytes,
    cover: Bytes,
    path: tuple[tuple[float, float], ...],
    radius: float,
    tint: Floats,
    flip: int,
    lit: Floats,
) -> None:
    """A rounded limb in a few tones from its dark rim inwards."""
    points = (np.array(path) * [1, flip] + _ORIGIN) * _FINE
    for share, tone in ((1.0, 0.5), (0.92, 0.7), (0.75, 0.86), (0.5, 1.0), (0.25, 1.08)):
        moved = points + lit * radius * (1 - share) * _FINE
        shape = np.round(moved).astype(np.int32).reshape(-1, 1, 2)
        width = max(1, round(2 * radius * share * _FINE))
        cv2.polylines(colour, [shape], False, (tint * tone).clip(0, 255).tolist(), width)
    shape = np.round(points).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(cover, [shape], False, 255, round(2 * radius * _FINE))


def lay_over(picture: Bytes, colour: Bytes, cover: Bytes) -> Bytes:
    """Something with cover (h, w), 0 to 255, over a picture; its colour is darkened already."""
    under = cv2.multiply(picture, cv2.cvtColor(255 - cover, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    return np.asarray(cv2.add(under, colour), dtype=np.uint8)
