"""Household things as the painter has them: turned pieces, boxes and leaves under its lamp."""

from typing import Protocol

import cv2
import numpy as np

from samples.hanoi_eye.household import Box, Leaf, Piece, Turned, household
from samples.hanoi_eye.ink import Image, circle, hull, point
from samples.hanoi_eye.ink import fill as fill_pixels
from samples.hanoi_eye.scene import Floats, Tower, View

# How far below the pegs' feet the table may be, and how often a thing has a shadow on it.
TABLE, SHADOW = 0.3, 0.5
# The corners of a box's faces that may be seen: four sides and the top.
FACES = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7))


class Brush(Protocol):
    """What draws under one lamp: the painter."""

    rng: np.random.Generator
    tower: Tower
    view: View

    def lit(self, colour: Floats, normal: Floats) -> tuple[float, float, float]:
        """A colour under the lamp."""

    def lathe(
        self, canvas: Image, at: Floats, profile: list[tuple[float, float]], colour: Floats
    ) -> None:
        """Draws a turned body."""


def paint_things(brush: Brush, canvas: Image) -> None:
    """Draws what stands about, before there is a tower."""
    table = -float(brush.rng.uniform(0, TABLE))
    for thing, place in household(brush.rng, brush.tower):
        at = np.append(place, table)
        if float(brush.view.matrix[2, :3] @ at + brush.view.matrix[2, 3]) < 1.0:
            continue
        if brush.rng.random() < SHADOW:
            _shadow(brush, canvas, at)
        for piece in thing:
            _paint(brush, canvas, piece, at)


def _shadow(brush: Brush, canvas: Image, at: Floats) -> None:
    """A soft dark spot under a thing."""
    spot = np.zeros(canvas.shape[:2], np.uint8)
    aside = at + np.append(brush.rng.normal(0, 0.3, 2), 0)
    fill_pixels(spot, hull(brush.view.project(circle(aside, brush.rng.uniform(0.3, 0.9)))), 255)
    soft = cv2.GaussianBlur(spot, (0, 0), float(brush.rng.uniform(1, 8)))
    dark = 1 - soft / 255 * brush.rng.uniform(0.1, 0.6)
    canvas[:] = (canvas * dark[..., None]).astype(np.uint8)


def _paint(brush: Brush, canvas: Image, piece: Piece, at: Floats) -> None:
    if isinstance(piece, Turned):
        profile = [(float(r), float(z)) for r, z in piece.profile]
        brush.lathe(canvas, at, profile, piece.colour)
    elif isinstance(piece, Box):
        _box(brush, canvas, piece, at)
    else:
        _leaf(brush, canvas, piece, at)


def _box(brush: Brush, canvas: Image, box: Box, at: Floats) -> None:
    about = np.radians(box.turn)
    turn = np.array([[np.cos(about), -np.sin(about)], [np.sin(about), np.cos(about)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    level = (corners * box.size[:2]) @ turn.T
    low, high = (
        np.column_stack([level, np.full(4, way * box.size[2] / 2)]) + box.middle + at
        for way in (-1, 1)
    )
    points = np.concatenate([low, high])
    middle = points.mean(axis=0)
    for face in FACES:
        side = points[list(face)]
        out = side.mean(axis=0) - middle
        if out @ (brush.view.position - side.mean(axis=0)) > 0:
            ink = brush.lit(box.colour, out / (np.linalg.norm(out) + 1e-9))
            fill_pixels(canvas, brush.view.project(side), ink)


def _leaf(brush: Brush, canvas: Image, leaf: Leaf, at: Floats) -> None:
    path = leaf.path + at
    wide = 2 * leaf.wide * np.linspace(1, 0.3, len(path) - 1)
    for k, across in enumerate(wide):
        ends = brush.view.project(path[k : k + 2])
        way = path[k + 1] - path[k]
        up = np.cross(way, np.cross([0.0, 0, 1], way))
        ink = brush.lit(leaf.colour, up / (np.linalg.norm(up) + 1e-9))
        thick = max(1, round(float(across) * brush.view.scale(path[k])))
        cv2.line(canvas, point(ends[0]), point(ends[1]), ink, min(thick, 200), cv2.LINE_AA)
