"""Key pictures of a film of the rings: one toy under one light, painted apart from what is behind.

A film shows a state for a dozen frames: the toy is painted once, with its cover, and every frame
only lays it over the background, a little moved. See rings_game.py.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import cv2
import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats
from samples.render.raster import hiding, paint_over, shadowed
from samples.render.raster_fingers import draw_hand, lay_over
from samples.render.raster_ground import draw_ground
from samples.render.raster_harsh import lined
from samples.render.raster_light import draw_light, paints
from samples.render.rings_draw import View, aimed, draw_pose, draw_toy
from samples.render.rings_model import Ball, RingsScene, RingsToy, Slab, Wire
from samples.render.rings_pose import Pose, pose_rings
from samples.render.scene import Bytes

# The share of toys with a shadow, and of backgrounds in a toy's colours that have lines.
_SHADE, _LINED = 0.6, 0.5


@dataclass(frozen=True, slots=True)
class Aim:
    """From where the camera looks: degrees above, aside and rolled; `side` -1 is from behind.

    `x`, `y`: where the toy is in the picture, in shares of its size from the middle; `fill`: the
    toy's share of the picture; `far`: the distance, in lengths of the loop.
    """

    above: float
    aside: float
    roll: float
    side: float
    x: float
    y: float
    fill: float
    far: float

    def towards(self, other: "Aim", share: float) -> "Aim":
        """A part of the way to another aim."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Aim(*((1 - share) * a + share * b for a, b in pairs))


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A painted toy: `colour` (h, w, 3) darkened by `cover` (h, w); what is behind it; places.

    `ground` has the toy's shadow on it and `bare` has not. `eyes` (n, 2) in pixels, ring 1 first;
    `scale` is pixels to a millimetre.
    """

    colour: Bytes
    cover: Bytes
    ground: Bytes
    bare: Bytes
    eyes: Floats
    scale: float

    def over(self, way: Floats | None = None) -> Bytes:
        """The whole picture, the toy moved by an affine map (2, 3) where one is given."""
        if way is None:
            return lay_over(self.ground, self.colour, self.cover)
        size = self.cover.shape[::-1]
        near = np.abs(way[:, 2]).max() < 0.1 * size[0]
        border = cv2.BORDER_REPLICATE if near else cv2.BORDER_CONSTANT
        colour, cover = (
            np.asarray(cv2.warpAffine(part, way, size, borderMode=border), dtype=np.uint8)
            for part in (self.colour, self.cover)
        )
        return lay_over(self.ground if near else self.bare, colour, cover)


class Stage:
    """One toy, how it is held or lies, the room and the light; `held` is in a hand.

    Where it is `hidden`, what is behind has the colours of its wires, and lines perhaps.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        rings: int,
        size: tuple[int, int],
        *,
        lies: bool | None = None,
        look: str | None = None,
        hidden: bool = False,
    ) -> None:
        self._size = size
        self._seed = int(rng.integers(1 << 30))
        first = None
        while first is None:
            self.toy, self._pose = _buildable(rng, rings, lies, look)
            first = self._first(rings)
        self.held = first.table is None
        self.flat = self._pose.lies
        towards = first.front
        up = first.up if first.table is None else np.array([0.0, 0, 1])
        self._light, self._looks = draw_light(rng, up, towards), paints(rng)
        self._ground = draw_ground(rng, size)
        self._shade = rng.random() < _SHADE
        self._holding = draw_hand(rng)
        self._grip = rng.uniform(-0.2, 0.9)
        if hidden:
            self._ground = self._among(rng, first)

    def _among(self, rng: np.random.Generator, scene: RingsScene) -> Bytes:
        """The background in the colours of the toy's wires, before some of it lined."""
        view = view_of(scene, draw_aim(rng, flat=self.flat), self._size)
        ground = lined(rng, self._ground) if rng.random() < _LINED else self._ground
        return hiding(rng, ground, scene, view, self._light, self._looks)

    def _first(self, rings: int) -> RingsScene | None:
        """The toy with all rings on; None where it cannot be put together like that."""
        for shake in range(60):
            try:
                return self.posed("1" * rings, [shake] * rings)
            except SceneError:
                continue
        return None

    def posed(self, state: str, shakes: Sequence[int]) -> RingsScene:
        """The toy in a state; `shakes`: how often each ring was disturbed, ring 1 first.

        Raises SceneError where the rings do not fit so: shake them again.
        """
        bits = state[::-1]
        each = [
            np.random.default_rng([self._seed, k, int(bits[k]), shakes[k]])
            for k in range(len(bits))
        ]
        plate = np.random.default_rng(self._seed)
        return pose_rings(self.toy, state, self._pose, plate, each=each)

    def layer(self, scene: RingsScene, aim: Aim) -> Layer:
        """The scene painted as the camera sees it."""
        view = view_of(scene, aim, self._size)
        black = np.zeros((self._size[1], self._size[0], 3), np.uint8)
        dark, bright = (
            paint_over(ground, scene, view, self._light, self._looks)
            for ground in (black, np.full_like(black, 255))
        )
        cover = 255 - cv2.transform(cv2.subtract(bright, dark), np.full((1, 3), 1 / 3))
        ground = self._ground
        if self._shade:
            steady = np.random.default_rng(self._seed)
            ground = shadowed(scene, view, ground, self._light, steady)
        eyes, depth = view.project(scene.eyes)
        scale = view.focal / float(np.median(depth))
        made = Layer(dark, np.asarray(cover, dtype=np.uint8), ground, self._ground, eyes, scale)
        return self._in_hand(made, scene, view) if self.held else made

    def _in_hand(self, layer: Layer, scene: RingsScene, view: View) -> Layer:
        """The other hand round the handle."""
        out = scene.neck - scene.tip
        out = out / np.linalg.norm(out)
        grip = scene.neck + out * 0.5 * self.toy.handle_length
        (neck, at), _ = view.project(np.stack([scene.neck, grip]))
        way = at - neck
        angle = float(np.arctan2(way[1], way[0]))
        angle += self._grip if way[0] > 0 else -self._grip
        hand = self._holding.placed(at, angle, layer.scale, self._size)
        return replace(
            layer,
            colour=lay_over(layer.colour, hand.colour, hand.cover),
            cover=np.maximum(layer.cover, hand.cover),
        )


def _buildable(
    rng: np.random.Generator, rings: int, lies: bool | None, look: str | None
) -> tuple[RingsToy, Pose]:
    """A toy and a pose of it that many states can be put into."""
    while True:
        toy, pose = draw_toy(rng, rings, look), draw_pose(rng, 0.0)
        if pose.lies != (rng.random() < 0.4 if lies is None else lies) or (
            not pose.lies and pose.slope > 40
        ):
            continue
        pose = replace(pose, jitter=min(pose.jitter, 0.04))
        try:
            for _ in range(6):
                state = "".join(str(int(rng.random() < 0.5)) for _ in range(rings))
                pose_rings(toy, state, pose, rng)
        except SceneError:
            continue
        return toy, pose


def draw_aim(rng: np.random.Generator, *, flat: bool, behind: bool = False) -> Aim:
    """A view as players have them: in front and somewhat above, or over the table."""
    return Aim(
        above=rng.normal(0, 8) if flat else rng.uniform(-5, 35),
        aside=float(np.clip(rng.normal(0, 9), -22, 22)),
        roll=float(np.clip(rng.normal(0, 8), -25, 25)),
        side=-1.0 if behind else 1.0,
        x=rng.normal(0, 0.03),
        y=rng.normal(0, 0.04),
        fill=rng.uniform(0.62, 0.85),
        far=rng.uniform(1.6, 3.5),
    )


def view_of(scene: RingsScene, aim: Aim, size: tuple[int, int]) -> View:
    """The camera of an aim at a toy; the state of the rings does not move it."""
    span = float(np.linalg.norm(scene.neck - scene.tip))
    length = span + scene.toy.handle_length * 0.7
    deep = 0.4 * scene.toy.rod
    middle = (scene.tip + scene.neck) / 2 - scene.up * deep
    front = np.sign(aim.side) * scene.front
    right = np.cross(scene.up, front)
    above, aside = np.radians(aim.above), np.radians(aim.aside)
    towards = np.cos(above) * front + np.sin(above) * scene.up
    towards = np.cos(aside) * towards + np.sin(aside) * right
    distance = aim.far * span
    zoom = 400 * aim.fill / length
    view = aimed(
        middle + distance * towards, middle, scene.up, np.radians(aim.roll), distance * zoom, size
    )
    shift = np.array([aim.x, aim.y]) * size / (view.focal / distance)
    middle = middle - view.right * shift[0] - view.down * shift[1]
    return replace(view, at=middle + distance * towards)


def between(before: RingsScene, after: RingsScene, share: float) -> RingsScene:
    """A ring on its way: every part goes straight from where it was to where it will be."""

    def mixed(a: Floats, b: Floats) -> Floats:
        return np.asarray((1 - share) * a + share * b)

    parts: list[Wire | Ball | Slab] = []
    for one, other in zip(before.parts, after.parts, strict=True):
        if isinstance(one, Wire) and isinstance(other, Wire):
            parts.append(replace(one, points=mixed(one.points, other.points)))
        elif isinstance(one, Ball | Slab) and isinstance(other, Ball | Slab):
            parts.append(replace(one, centre=mixed(one.centre, other.centre)))
    return replace(
        after,
        parts=tuple(parts),
        eyes=mixed(before.eyes, after.eyes),
        feet=mixed(before.feet, after.feet),
        balls=mixed(before.balls, after.balls),
    )
