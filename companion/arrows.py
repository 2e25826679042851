"""Arrows that lie on the faces of a cube in a picture, in their perspective.

A face that turns gets a round arrow; a layer that passes over a face a straight one along its
row; a whole turn one across every face. A half turn has a 2 on it.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.marks import INK, PAPER, Area, Colour, Label, Mark, Points

# A colour that no sticker has.
PAINT: Colour = (215, 40, 240)

# Lengths in stickers: half the width of an arrow's shaft and of its head, the head's length, the
# radius of a round arrow, and the rims around it, dark and light.
_HALF, _HEAD, _LONG = 0.13, 0.36, 0.5
_ROUND = 1.02
_RIMS: tuple[tuple[float, Colour], ...] = ((0.1, INK), (0.055, PAPER), (0.0, PAINT))
# How far a round arrow goes, in degrees.
_SWEEP = 285.0
_SQUARE = np.array([[0, 0], [3, 0], [3, 3], [0, 3]], dtype=np.float32)
_MIDDLES = np.array([[x + 0.5, y + 0.5] for y in range(3) for x in range(3)])


def turn_arrows(
    outlines: Points, placed: Sequence[int], places: Points, ways: Points, *, half: bool
) -> list[Mark]:
    """The arrows of a turn.

    `outlines` (k, 4, 2) are the corners of the faces in sight, clockwise from where their cells
    start, `placed` the sticker of each of their cells; `places` and `ways` (54, 3) where stickers
    are in space and which way they set out.
    """
    marks: list[Mark] = []
    for corners, facelets in zip(outlines, np.reshape(placed, (-1, 9)), strict=False):
        if (facelets < 0).any():
            continue
        drift = _drift(places[facelets], ways[facelets])
        moving = np.linalg.norm(ways[facelets], axis=1) > 0
        if moving.any():
            marks += _on_face(corners, drift, moving, half)
    return marks


def _drift(places: Points, ways: Points) -> Points:
    """Directions in space as directions on a face, (9, 2), x along its rows."""
    onto = np.linalg.pinv(places - places.mean(axis=0)) @ (_MIDDLES - _MIDDLES.mean(axis=0))
    return np.asarray(ways @ onto)


def _on_face(corners: Points, drift: Points, moving: Points, half: bool) -> list[Mark]:
    """The arrow on one face, whose cells drift so, (9, 2)."""
    arms = _MIDDLES - 1.5
    spin = float((arms[:, 0] * drift[:, 1] - arms[:, 1] * drift[:, 0]).sum())
    together = np.linalg.norm(drift.sum(axis=0))
    if together < 0.5 * np.abs(spin):
        # Clockwise in the picture is x towards y.
        line = _circle(1.0 if spin > 0 else -1.0)
        middle = np.array([1.5, 1.5])
    else:
        middle = _MIDDLES[moving].mean(axis=0)
        way = drift.sum(axis=0) / together
        line = middle + np.linspace(-1.3, 1.3, 14)[:, None] * way
        middle = middle - 0.2 * way
    marks: list[Mark] = [Area(_onto(corners, _ribbon(line, rim)), colour) for rim, colour in _RIMS]
    if half:
        at = _onto(corners, middle[None])[0]
        size = max(9, round(0.6 * _sticker(corners)))
        marks.append(Area(_disc(at, 0.62 * size), INK))
        marks.append(Label("2", at, size, PAPER))
    return marks


def _circle(sense: float) -> Points:
    """Points on a circle around the middle of a face, from the lower left; 1 is clockwise."""
    start = 90.0 + sense * 0.5 * (360.0 - _SWEEP)
    angles = np.radians(start + sense * np.linspace(0, _SWEEP, 49))
    return np.asarray(1.5 + _ROUND * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def _ribbon(line: Points, rim: float) -> Points:
    """The outline of an arrow along a line of points, in stickers, grown by `rim`."""
    left = np.linalg.norm(line - line[-1], axis=1)
    shaft = line[left > _LONG * 0.95]
    way = np.gradient(shaft, axis=0)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    aside = np.stack([-way[:, 1], way[:, 0]], axis=1)
    tip, neck = line[-1], shaft[-1]
    along = (tip - neck) / np.linalg.norm(tip - neck)
    across = np.array([-along[1], along[0]])
    back = shaft[0] - way[0] * rim
    near, wide = _HALF + rim, _HEAD + 1.5 * rim
    head = [neck - along * rim + across * wide, tip + along * 2 * rim,
            neck - along * rim - across * wide]  # fmt: skip
    one, other = shaft + near * aside, (shaft - near * aside)[::-1]
    ends = [back - near * aside[0], back + near * aside[0]]
    return np.concatenate([one, np.array(head), other, np.array(ends)])


def _onto(corners: Points, points: Points) -> Points:
    """Points of a face, in stickers from its first corner, as pixels."""
    view = cv2.getPerspectiveTransform(_SQUARE, corners.astype(np.float32))
    lifted = np.column_stack([points, np.ones(len(points))]) @ np.asarray(view).T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], dtype=np.float64)


def _disc(at: Points, radius: float) -> Points:
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.asarray(at + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def _sticker(corners: Points) -> float:
    """The mean side of a sticker in pixels."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(sides.mean()) / 3
