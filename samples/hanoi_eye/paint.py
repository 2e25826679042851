"""Painting towers: far to near, bottom to top, with lamps, shadows, hands and bad cameras."""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from samples.hanoi_eye.backdrop import backdrop, grain, spoil
from samples.hanoi_eye.colours import Print, any_colour, disc_colours, draw_prints, wood_colour
from samples.hanoi_eye.ink import (
    FACETS,
    SHIFT,
    Image,
    circle,
    fill,
    fixed,
    hull,
    line,
    part_of,
    quad,
)
from samples.hanoi_eye.limb import draw_limb
from samples.hanoi_eye.painted_things import paint_things
from samples.hanoi_eye.scene import (
    ROUND_FEET,
    Floats,
    Tower,
    View,
    random_tower,
    random_variant,
    random_view,
)

# The share of toys with pieces of equal size.
VARIANTS = 0.12
# The share of the others whose discs have patterns.
PRINTED = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A painted tower: `covered` tells for each peg the share of its zone that something hides.

    `outlines` has the radii and heights (k, 2) of each disc's section, from its lower face. Where a
    hand, a gripper or a disc in the air is seen, the mask `strange` (h, w) is not 0.
    """

    image: Image
    tower: Tower
    view: View
    covered: Floats
    outlines: tuple[Floats, ...] = ()
    strange: Image = field(default_factory=lambda: np.zeros((0, 0), np.uint8))


def random_scene(rng: np.random.Generator) -> Scene:
    """A random toy, camera, room and lamp."""
    tower = random_variant(rng) if rng.random() < VARIANTS else random_tower(rng)
    return paint(rng, tower, random_view(rng, tower))


def paint(
    rng: np.random.Generator,
    tower: Tower,
    view: View,
    feet: float = ROUND_FEET,
    *,
    things: bool = False,
) -> Scene:
    """A toy as a camera sees it, in a random room under a random lamp.

    `feet` is the share of toys whose pegs stand on round feet; `things` stand about behind it.
    """
    canvas = backdrop(rng, view.width, view.height)
    painter = Painter(rng, tower, view)
    if things:
        paint_things(painter, canvas)
    if not tower.paints and rng.random() < PRINTED:
        painter.prints = draw_prints(rng, len(tower.radii))
    painter.board(canvas, feet)
    painter.shadows(canvas)
    depth = [float(np.linalg.norm(tower.foot(p) - view.position)) for p in range(tower.pegs)]
    for peg in np.argsort(depth)[::-1]:
        painter.peg(canvas, int(peg))
    hidden = painter.intruders(canvas)
    covered = np.array([painter.share(hidden, p) for p in range(tower.pegs)])
    outlines = tuple(np.array(painter.outline(d)) for d in range(len(tower.radii)))
    return Scene(spoil(rng, canvas), tower, view, covered, outlines, hidden)


class Painter:
    """The colours and the lamp of one scene."""

    def __init__(self, rng: np.random.Generator, tower: Tower, view: View) -> None:
        self.rng, self.tower, self.view = rng, tower, view
        lamp = rng.normal(0, 1, 3) + np.array([0, -0.3, 0])
        lamp[2] = abs(lamp[2]) + 0.6
        self.lamp = lamp / np.linalg.norm(lamp)
        self.ambient = float(rng.uniform(0.35, 0.8))
        self.wood = wood_colour(rng)
        self.rod_colour = (
            self.wood * rng.uniform(0.75, 1.15) if rng.random() < 0.8 else any_colour(rng)
        )
        self.base_colour = self.wood if rng.random() < 0.7 else any_colour(rng)
        self.colours = disc_colours(rng, len(tower.radii), self.wood)
        if tower.paints:
            paints = [any_colour(rng) for _ in set(tower.paints)]
            self.colours = [paints[k] for k in tower.paints]
        self.rounding = float(rng.choice([0.0, 0.02, 0.05, 0.1]))
        self.knob = bool(rng.random() < 0.1)
        self.hole = tower.rod * float(rng.uniform(1.02, 1.6))
        # How bright lamps shine in lacquer, and how narrowly.
        self.gloss = float(rng.uniform(0.1, 0.8)) if rng.random() < 0.35 else 0.0
        self.polish = float(rng.uniform(8, 60))
        # What is left of the light where a disc lies on another one.
        self.crevice = float(rng.uniform(0.45, 0.9)) if rng.random() < 0.6 else 1.0
        self.textured = bool(rng.random() < 0.4)
        self.prints: list[Print] = []
        # A coloured band around each disc is no disc of its own.
        self.band = any_colour(rng) if rng.random() < 0.06 else None

    def lit(self, colour: Floats, normal: Floats) -> tuple[float, float, float]:
        """A colour under the lamp, Lambert's law with an ambient share."""
        shade = self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.lamp))
        b, g, r = np.clip(colour * shade, 0, 255)
        return float(b), float(g), float(r)

    def fill(self, canvas: Image, points: Floats, colour: tuple[float, float, float]) -> None:
        """A polygon of world points."""
        fill(canvas, self.view.project(points), colour)

    def board(self, canvas: Image, feet: float = ROUND_FEET) -> None:
        """The board under the pegs, round bases, or nothing."""
        rng, n = self.rng, self.tower.pegs
        kind = rng.random()
        if kind < 0.06:
            return
        if kind < 0.06 + feet:
            least = max(0.3, 0.85 * float(self.tower.radii.max()))
            radius, high = rng.uniform(least, 0.52), rng.uniform(0.02, 0.12)
            for p in range(n):
                profile = [(radius, -high), (radius, 0.0)]
                self.lathe(canvas, self.tower.foot(p), profile, self.base_colour)
            return
        half_x = (n - 1) / 2 + rng.uniform(0.35, 0.8)
        near, far = -rng.uniform(0.3, 0.75), rng.uniform(0.3, 0.75)
        low = -float(rng.choice([rng.uniform(0.03, 0.15), rng.uniform(0.1, 0.5)]))
        slope = float(rng.choice([0.0, 0.0, 0.06]))
        top = quad(-half_x, half_x, near, far, 0.0)
        foot = quad(-half_x - slope, half_x + slope, near - slope, far + slope, low)
        patch = canvas.copy()
        for i in range(4):
            j = (i + 1) % 4
            side = np.array([top[i], top[j], foot[j], foot[i]])
            normal = np.cross(side[1] - side[0], side[3] - side[0])
            normal /= -np.linalg.norm(normal) + 1e-9
            if normal @ (self.view.position - side.mean(axis=0)) > 0:
                self.fill(patch, side, self.lit(self.base_colour, normal))
        if self.view.position[2] > 0:
            self.fill(patch, top, self.lit(self.base_colour, np.array([0, 0, 1.0])))
        mask = np.any(patch != canvas, axis=2)
        canvas[mask] = grain(self.rng, patch)[mask]
        if rng.random() < 0.3:
            inner = quad(-half_x + 0.08, half_x - 0.05, near + 0.08, far - 0.08, 0.0)
            line(canvas, self.view.project(inner), self.lit(self.base_colour * 0.6, self.lamp))
        if rng.random() < 0.1:
            self._letters(canvas, near - slope / 2, low / 2)
        if rng.random() < 0.15:
            self._seats(canvas)

    def _letters(self, canvas: Image, y: float, z: float) -> None:
        """A word under each peg, on the board's front."""
        for p in range(self.tower.pegs):
            at = self.view.project(self.tower.foot(p) + np.array([-0.1, y, z]))
            size = self.view.scale(self.tower.foot(p)) * 0.008
            colour = tuple(float(v) for v in self.rng.uniform(0, 255, 3))
            letter, thick = "ABCDWXYZ"[p + 4 * int(self.rng.integers(2))], max(1, int(size * 2))
            cv2.putText(canvas, letter, (int(at[0]), int(at[1])), 0, size, colour, thick)

    def _seats(self, canvas: Image) -> None:
        """A small plate or tape at the foot of each peg."""
        colour = self.base_colour * self.rng.uniform(0.8, 1.2)
        a, b = self.rng.uniform(0.08, 0.2, 2)
        for p in range(self.tower.pegs):
            seat = self.tower.foot(p) + quad(-a, b, -b, a, 0.0)
            self.fill(canvas, seat, self.lit(colour, np.array([0, 0, 1.0])))

    def shadows(self, canvas: Image) -> None:
        """Cast shadows of rods and stacks on the plane of the board, blurred."""
        mask = np.zeros(canvas.shape[:2], np.uint8)
        slant = -self.lamp[:2] / self.lamp[2]
        for p in range(self.tower.pegs):
            fill(mask, self._shadow(p, self.tower.rod, 0.0, self.tower.tall(p), slant), 255)
            z = 0.0
            for d in self.tower.stacks[p]:
                top = z + self.tower.thick[d]
                fill(mask, self._shadow(p, self.tower.radii[d], z, top, slant), 255)
                z = top
        soft = cv2.GaussianBlur(mask, (0, 0), float(self.rng.uniform(0.8, 6.0)))
        dark = 1 - (soft / 255.0) * self.rng.uniform(0.0, 0.6)
        canvas[:] = (canvas * dark[..., None]).astype(np.uint8)

    def _shadow(self, peg: int, radius: float, low: float, high: float, slant: Floats) -> Floats:
        ends = []
        for z in (low, high):
            centre = self.tower.foot(peg) + np.array([slant[0] * z, slant[1] * z, 0.0])
            ends.append(circle(centre, radius))
        return hull(self.view.project(np.concatenate(ends)))

    def peg(self, canvas: Image, peg: int) -> None:
        """A peg with its stack."""
        foot, tower = self.tower.foot(peg), self.tower
        self.rod(canvas, foot, 0.0, tower.tall(peg))
        z = 0.0
        for d in tower.stacks[peg]:
            at = foot + np.array([0, 0, z])
            if self.crevice < 1:
                self._crevice(canvas, at, float(tower.radii[d]))
            self._grained(canvas, at, d)
            z += float(tower.thick[d])
        if z < tower.tall(peg):
            self.rod(canvas, foot, z, tower.tall(peg))

    def _crevice(self, canvas: Image, at: Floats, radius: float) -> None:
        """The dark ring on what a disc lies on, around the disc."""
        rim = self.view.project(circle(at, 1.08 * radius))
        part, low = part_of(canvas, rim)
        mask = np.zeros(part.shape[:2], np.uint8)
        fill(mask, rim - low, 255)
        soft = cv2.GaussianBlur(mask, (0, 0), 1.0) / 255
        part[:] = (part * (1 - (1 - self.crevice) * soft[..., None])).astype(np.uint8)

    def _grained(self, canvas: Image, at: Floats, disc: int) -> None:
        """A disc, with the grain of its own piece of wood if the toy has any."""
        if not self.textured:
            self.disc(canvas, at, disc)
            return
        r, top = float(self.tower.radii[disc]), float(self.tower.thick[disc])
        rims = [circle(at, r), circle(at + np.array([0, 0, top]), r)]
        part, _ = part_of(canvas, self.view.project(np.concatenate(rims)))
        before = part.copy()
        self.disc(canvas, at, disc)
        mask = np.any(part != before, axis=2)
        if mask.any():
            part[mask] = grain(self.rng, part)[mask]

    def rod(self, canvas: Image, foot: Floats, low: float, top: float) -> None:
        """The rod from a height to its tip, flat or round."""
        r = self.tower.rod
        profile = [(r, low), (r, top)]
        if self.knob:
            neck = max(low, top - 2.4 * r)
            ends = [(0.7 * r, neck + 0.01), (1.1 * r, top - r), (0.5 * r, top)]
            profile = [(r, low), (r, neck), *ends]
        elif self.rounding > 0.03:
            profile = [(r, low), (r, max(low, top - r)), (0.8 * r, top - 0.4 * r), (0.3 * r, top)]
        self.lathe(canvas, foot, profile, self.rod_colour)

    def disc(self, canvas: Image, at: Floats, disc: int) -> None:
        """A disc with its lower side at a point of the axis."""
        r, t = float(self.tower.radii[disc]), float(self.tower.thick[disc])
        profile = self.outline(disc)
        colour = self.colours[disc]
        self.lathe(canvas, at, profile, colour, self.prints[disc] if self.prints else None)
        if self.band is not None:
            low, high = at + np.array([0, 0, 0.35 * t]), at + np.array([0, 0, 0.65 * t])
            ends = [(r, 0.35 * t), (r, 0.65 * t)]
            flat = self.view.project(np.stack([circle(low, r), circle(high, r)]))
            self._band(canvas, circle(low, r), flat, ends, self.band)
        if self.rounding < 0.04 and not self.tower.balls and self.rng.random() < 0.5:
            rim = circle(at + np.array([0, 0, t]), r)
            line(canvas, self.view.project(rim), self.lit(colour * 0.6, self.lamp))
        if self.view.position[2] > at[2] + t:
            hole = self.view.project(circle(at + np.array([0, 0, t]), self.hole))
            fill(canvas, hole, self.lit(colour * 0.35, self.lamp))

    def outline(self, disc: int) -> list[tuple[float, float]]:
        """Radii and heights of a disc's section, from its lower face up."""
        r, t = float(self.tower.radii[disc]), float(self.tower.thick[disc])
        if self.tower.balls:
            angles = np.linspace(-1.25, 1.25, 8)
            return [(r * math.cos(a), t / 2 * (1 + math.sin(a))) for a in angles]
        b = min(self.rounding, t / 2, r / 4)
        return [(r - b, 0.0), (r, b), (r, t - b), (r - b, t)] if b > 0 else [(r, 0.0), (r, t)]

    def lathe(
        self,
        canvas: Image,
        at: Floats,
        profile: list[tuple[float, float]],
        colour: Floats,
        pattern: Print | None = None,
    ) -> None:
        """A turned body: `profile` is its radius and height from the bottom to the top."""
        rings = np.stack([circle(at + np.array([0, 0, z]), r) for r, z in profile])
        flat = self.view.project(rings)
        fill(canvas, hull(flat.reshape(-1, 2)), self.lit(colour * 0.85, np.array([0, -0.6, 0.6])))
        for k in range(len(profile) - 1):
            ends = profile[k : k + 2]
            self._band(canvas, rings[k], flat[k : k + 2], ends, colour, pattern)
        if self.view.position[2] > at[2] + profile[-1][1]:
            fill(canvas, flat[-1], self.lit(colour, np.array([0, 0, 1.0])))
            if pattern is not None:
                self._sectors(
                    canvas, at + np.array([0, 0, profile[-1][1]]), profile[-1][0], pattern
                )

    def _sectors(self, canvas: Image, at: Floats, radius: float, pattern: Print) -> None:
        """The sectors of a pattern on a level face."""
        ink = self.lit(pattern.colour, np.array([0, 0, 1.0]))
        for begin, end in pattern.edges():
            angles = np.linspace(begin, end, max(2, FACETS // (2 * pattern.sectors)))
            rim = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
            fill(canvas, self.view.project(np.concatenate([at[None], at + radius * rim])), ink)

    def _band(
        self,
        canvas: Image,
        ring: Floats,
        flat: Floats,
        ends: list[tuple[float, float]],
        colour: Floats,
        pattern: Print | None = None,
    ) -> None:
        """The facets between two rings that face the camera."""
        (r0, z0), (r1, z1) = ends
        angles = np.linspace(0, 2 * np.pi, FACETS, endpoint=False) + np.pi / FACETS
        tilt = np.arctan2(r0 - r1, max(1e-6, z1 - z0))
        normals = np.stack(
            [
                np.cos(angles) * np.cos(tilt),
                np.sin(angles) * np.cos(tilt),
                0 * angles + np.sin(tilt),
            ],
            axis=1,
        )
        seen = np.sum(normals * (self.view.position - ring), axis=1) > 0
        shade = self.ambient + (1 - self.ambient) * np.maximum(0, normals @ self.lamp)
        paint = np.broadcast_to(colour, (FACETS, 3))
        if pattern is not None:
            paint = np.where(pattern.covers(angles)[:, None], pattern.colour, paint)
        inks = paint * shade[:, None]
        if self.gloss:
            half = self.lamp + self.view.position / np.linalg.norm(self.view.position)
            shine = np.maximum(0, normals @ (half / np.linalg.norm(half))) ** self.polish
            inks = inks + 255 * self.gloss * shine[:, None]
        inks = np.clip(inks, 0, 255).tolist()
        quads = np.stack([flat[0], np.roll(flat[0], -1, 0), np.roll(flat[1], -1, 0), flat[1]], 1)
        corners = fixed(quads)
        for i in np.flatnonzero(seen):
            cv2.fillConvexPoly(canvas, corners[i], inks[i], cv2.LINE_AA, SHIFT)

    def intruders(self, canvas: Image) -> Image:
        """A hand, a gripper, a disc in the air or nothing; returns what they cover."""
        rng, hidden = self.rng, np.zeros(canvas.shape[:2], np.uint8)
        if rng.random() < 0.65:
            return hidden
        before = canvas.copy()
        peg = int(rng.integers(self.tower.pegs))
        height = float(rng.uniform(0.1, 1.3)) * self.tower.tall(peg)
        at = self.tower.foot(peg) + np.array([rng.normal(0, 0.4), rng.normal(0, 0.3), height])
        on_rod = rng.random() < 0.2
        if rng.random() < 0.5 or on_rod:
            self._air_disc(canvas, at, peg, on_rod)
        if rng.random() < 0.8:
            draw_limb(rng, canvas, self.view.project(at), self.view.scale(at))
        hidden[np.any(canvas != before, axis=2)] = 255
        return hidden

    def _air_disc(self, canvas: Image, at: Floats, peg: int, on_rod: bool) -> None:
        """A disc that lies nowhere: in the air, or on its way along a rod."""
        d = int(self.rng.integers(len(self.tower.radii)))
        if not on_rod:
            self.disc(canvas, at, d)
            return
        foot, full = self.tower.foot(peg), self._full(peg)
        low = full + float(self.rng.uniform(0.12, 0.9)) * max(0.2, self.tower.tall(peg) - full)
        self.disc(canvas, foot + np.array([0, 0, low]), d)
        over = low + float(self.tower.thick[d])
        if over < self.tower.tall(peg):
            self.rod(canvas, foot, over, self.tower.tall(peg))

    def _full(self, peg: int) -> float:
        return float(sum(self.tower.thick[d] for d in self.tower.stacks[peg]))

    def share(self, hidden: Image, peg: int) -> float:
        """The share of a peg's zone, rod and stack, that the mask covers."""
        zone = np.zeros_like(hidden)
        foot, full = self.tower.foot(peg), self._full(peg)
        wide = max([self.tower.radii[d] for d in self.tower.stacks[peg]], default=0.2)
        stack = [circle(foot, wide), circle(foot + np.array([0, 0, full + 0.08]), wide * 0.8)]
        fill(zone, hull(self.view.project(np.concatenate(stack))), 255)
        rod = [circle(foot, self.tower.rod), circle(self.tower.tip(peg), self.tower.rod)]
        fill(zone, hull(self.view.project(np.concatenate(rod))), 255)
        size = float(np.count_nonzero(zone))
        return float(np.count_nonzero(zone & hidden)) / size if size else 1.0
