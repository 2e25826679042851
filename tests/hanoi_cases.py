"""Renders of Hanoi towers that are kept aside for measuring, by four ways of making them.

No seed from 990000 on is trained on. Painted and traced towers are as the networks learn from
mostly: as different as can be. Ordinary ones are traced, too, but made and shown as toys are sold
and held (samples/hanoi_eye/ordinary.py). Those in rooms are by the renderer of the bundled samples:
its toys in all sizes, in its rooms, seen from anywhere, with hands; rooms and woods that are
learned from have other seeds.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from samples.hanoi_eye.backdrop import backdrop, spoil
from samples.hanoi_eye.ink import circle, hull
from samples.hanoi_eye.ordinary import ordinary_tower, ordinary_view
from samples.hanoi_eye.paint import Painter
from samples.hanoi_eye.paint import Scene as Painted
from samples.hanoi_eye.scene import Floats, Tower, View, random_tower, random_view
from samples.hanoi_eye.traced import traced_scene
from samples.hanoi_eye.traced_toy import LOOKS as TRACED_LOOKS
from samples.render.film import Setup, write_photo
from samples.render.hanoi_stills import random_still
from samples.render.sensor import Sensor
from vision.frame import Image

# Fewer discs are never counted without being announced.
FEWEST = 3
LOOKS = ("plain", "alternating", "coloured")
# A picture of the tracer: pixels across, and paths a pixel; ordinary ones have less grain.
WIDTH, PATHS, DISTURBED, SMOOTH = 640, 8, 0.2, 24
# Two colours are one where they differ by less than this share of their brightness.
ALIKE = 0.16


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture with its true state, `?` where a disc is in the air, and its number of discs.

    `free` where all discs are in sight and nothing is before them.
    """

    picture: Image
    truth: str
    look: str
    view: str
    free: bool
    count: int

    @property
    def discs(self) -> str:
        """The group that the number of discs belongs to."""
        return {3: "3 or 4 discs", 4: "3 or 4 discs", 5: "5 or 6 discs", 6: "5 or 6 discs"}.get(
            self.count, "7 or 8 discs"
        )


def painted(seed: int) -> Case:
    """A picture by the painter, that the networks' training pictures are by."""
    rng = np.random.default_rng(seed)
    tower = _tower(rng)
    view = random_view(rng, tower)
    canvas = backdrop(rng, view.width, view.height)
    painter = Painter(rng, tower, view)
    painter.board(canvas)
    painter.shadows(canvas)
    away = [np.linalg.norm(tower.foot(p) - view.position) for p in range(tower.pegs)]
    for peg in np.argsort(away)[::-1]:
        painter.peg(canvas, int(peg))
    hidden = painter.intruders(canvas)
    shares = np.array([painter.share(hidden, p) for p in range(tower.pegs)])
    scene = Painted(spoil(rng, canvas), tower, view, shares)
    return _case(scene, _look_of(painter.colours))


def traced(seed: int, cache: Path | None = None) -> Case:
    """A picture by the path tracer. Raises MissingTracerError where mitsuba is not installed."""
    look = LOOKS[seed % len(LOOKS)]

    def draw() -> Case:
        rng = np.random.default_rng(seed)
        made = traced_scene(
            rng, tower=_tower(rng), look=look, width=WIDTH, paths=PATHS, disturbed=DISTURBED
        )
        return _case(made[0], look)

    return _kept(f"hanoi-{seed}-{WIDTH}-{PATHS}", cache, draw)


def ordinary(seed: int, cache: Path | None = None) -> Case:
    """A picture by the path tracer of an ordinary toy with nothing before it; as `traced`."""
    look = TRACED_LOOKS[seed % len(TRACED_LOOKS)]

    def draw() -> Case:
        rng = np.random.default_rng(seed)
        tower = ordinary_tower(rng)
        view = ordinary_view(rng, tower)
        made = traced_scene(
            rng, tower=tower, view=view, look=look, width=WIDTH, paths=SMOOTH, disturbed=0.0
        )
        return _case(made[0], look)

    return _kept(f"hanoi-{seed}-{WIDTH}-{SMOOTH}", cache, draw)


def roomed(seed: int, cache: Path | None = None) -> Case:
    """A picture of a toy of the bundled samples in one of their rooms; as `traced`."""

    def draw() -> Case:
        still = random_still(seed)
        setup = Setup(samples=SMOOTH, seed=seed, sensor=Sensor(shake=0.15))
        with TemporaryDirectory() as folder:
            write_photo(Path(folder) / "still.jpg", still.scene, setup)
            picture = cv2.imread(str(Path(folder) / "still.jpg"))
        image, view = np.asarray(picture, dtype=np.uint8), seen_from(still.above)
        return Case(image, still.state, still.look, view, still.free, still.count)

    return _kept(f"hanoi-room-{seed}", cache, draw)


def _kept(name: str, cache: Path | None, draw: Callable[[], Case]) -> Case:
    """A case from the cache, or one that is drawn and kept there."""
    kept = None if cache is None else cache / name
    if kept is not None and kept.with_suffix(".png").exists():
        about = json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))
        picture = cv2.imread(str(kept.with_suffix(".png")))
        return Case(np.asarray(picture, dtype=np.uint8), **about)
    case = draw()
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        about = {name: getattr(case, name) for name in ("truth", "look", "view", "free", "count")}
        cv2.imwrite(str(kept.with_suffix(".png")), case.picture)
        kept.with_suffix(".json").write_text(json.dumps(about), encoding="utf-8")
    return case


def _tower(rng: np.random.Generator) -> Tower:
    """A toy whose discs can be counted."""
    while len((tower := random_tower(rng)).radii) < FEWEST:
        pass
    return tower


def _case(scene: Painted, look: str) -> Case:
    tower = scene.tower
    peg_of = {disc: peg for peg, stack in enumerate(tower.stacks) for disc in stack}
    truth = "".join("ABCD"[peg_of[disc]] for disc in reversed(range(len(tower.radii))))
    free = bool(scene.covered.max() == 0) and _in_sight(tower, scene.view)
    return Case(scene.image, truth, look, view_of(scene.view), free, len(truth))


def view_of(view: View) -> str:
    """From where a camera looks, by the line in its middle."""
    return seen_from(float(np.degrees(np.arcsin(-view.matrix[2, 2]))))


def seen_from(above: float) -> str:
    """From where a camera looks: below 25 degrees, above 65, or between."""
    return "front" if above < 25 else "above" if above > 65 else "oblique"


def _look_of(colours: list[Floats]) -> str:
    """One colour, two, or more."""
    found: list[Floats] = []
    for colour in colours:
        if all(np.abs(colour - one).max() > ALIKE * max(one.max(), 60) for one in found):
            found.append(colour)
    return LOOKS[min(len(found), 3) - 1]


def _in_sight(tower: Tower, view: View) -> bool:
    """Whether each disc is in the picture and half of what shows it is behind no other stack."""
    piles = [_outline(tower, view, peg) for peg in range(tower.pegs)]
    away = [float(np.linalg.norm(tower.foot(p) - view.position)) for p in range(tower.pegs)]
    size = np.array([view.width, view.height])
    for peg, stack in enumerate(tower.stacks):
        top = np.cumsum(tower.thick[list(stack)])
        before = [piles[p] for p in range(tower.pegs) if away[p] < away[peg] and len(piles[p])]
        for disc, height in zip(stack, top, strict=True):
            middle = tower.foot(peg) + np.array([0, 0, height])
            rim = circle(middle, float(tower.radii[disc]))
            facing = (rim - middle) @ (view.position - middle) > 0
            seen = view.project(rim[facing])
            if ((seen < 0) | (seen > size - 1)).any():
                return False
            hidden = [any(_within(pile, point) for pile in before) for point in seen]
            if np.mean(hidden) > 0.5:
                return False
    return True


def _outline(tower: Tower, view: View, peg: int) -> Floats:
    """The corners of what a peg's stack covers, (k, 2); none for a bare peg."""
    low, rings = 0.0, []
    for disc in tower.stacks[peg]:
        for height in (low, low + float(tower.thick[disc])):
            middle = tower.foot(peg) + np.array([0, 0, height])
            rings.append(circle(middle, float(tower.radii[disc])))
        low += float(tower.thick[disc])
    return hull(view.project(np.concatenate(rings))) if rings else np.zeros((0, 2))


def _within(pile: Floats, point: Floats) -> bool:
    corners = pile.astype(np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(corners, (float(point[0]), float(point[1])), False) > 0
