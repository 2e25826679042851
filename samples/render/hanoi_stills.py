"""Towers by chance: toys of any size, in any room, seen from anywhere, hands at some of them."""

from dataclasses import dataclass

import numpy as np

from samples.render.film import UNKNOWN
from samples.render.hanoi_film import held_by, staged
from samples.render.hanoi_model import LOOKS, HanoiToy, hanoi_parts
from samples.render.room import TABLES, Room, room
from samples.render.scene import Eye, Part, Scene

# The shares of pictures with a hand, and of these the share in which it holds the smallest disc.
HANDS, HELD = 0.2, 0.5
# From how high a toy is seen, in degrees: all directions between are equally likely.
LOWEST, HIGHEST = 10.0, 86.0


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """A scene with its state, `?` where a disc is in a hand, and what is known of it.

    `above` is from how high it is seen, in degrees; `free` where no hand is there.
    """

    scene: Scene
    state: str
    count: int
    look: str
    above: float
    free: bool


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A toy in a state, where it stands, and what sees it from `above` so many degrees."""

    toy: HanoiToy
    state: str
    place: Room
    eye: Eye
    above: float


def random_still(seed: int) -> Still:
    """A toy of three to eight discs in some state."""
    rng = np.random.default_rng([seed, 77])
    setting = random_setting(rng, seed)
    toy, state = setting.toy, setting.state
    free = bool(rng.random() >= HANDS)
    parts = hanoi_parts(toy, state, seed=seed)
    hand: tuple[Part, ...] = ()
    if not free:
        peg = int(rng.integers(0, 3))
        away = float(rng.uniform(-30, 30)), float(rng.uniform(-30, 10))
        spot = (float(toy.peg_at(peg) + away[0]), away[1], toy.peg_top + 14)
        if rng.random() < HELD:
            # The smallest disc is never under another.
            parts, state = hanoi_parts(toy, state, seed=seed, lifted=(1, spot)), UNKNOWN
        hand = held_by(spot, 2 * toy.radius(1))
    scene = staged(setting.place, setting.eye, parts, hand)
    return Still(scene, state, toy.discs, toy.look, setting.above, free)


def random_setting(rng: np.random.Generator, seed: int) -> Setting:
    """A toy of three to eight discs in some state, a room, and a camera; `seed` is the room's."""
    count, look = int(rng.integers(3, 9)), str(rng.choice(LOOKS))
    narrowest, widest = rng.uniform(28, 46), rng.uniform(72, 90)
    toy = HanoiToy(
        count,
        look=look,
        narrowest=narrowest,
        widest=widest,
        pitch=widest + rng.uniform(5, 20),
        disc_height=rng.uniform(9, 16),
    )
    state = "".join(rng.choice(list("ABC"), count))
    table, clutter = str(rng.choice(sorted(TABLES))), int(rng.integers(0, 5))
    place = room(seed, table=table, clutter=clutter, warm=float(rng.uniform(0, 0.5)))
    eye, above = _eye(rng, toy)
    return Setting(toy, state, place, eye, above)


def _eye(rng: np.random.Generator, toy: HanoiToy) -> tuple[Eye, float]:
    """A camera from which all of a toy is seen, and from how high that is, in degrees."""
    low, high = (np.sin(np.radians(angle)) for angle in (LOWEST, HIGHEST))
    above = float(np.arcsin(rng.uniform(low, high)))
    middle, far = toy.peg_top / 2, (2 * toy.pitch + toy.widest) * rng.uniform(1.75, 2.6)
    at = (float(far * rng.uniform(-0.3, 0.3)), -far * np.cos(above), middle + far * np.sin(above))
    aim = (float(rng.uniform(-15, 15)), 0.0, middle)
    return Eye(at, aim, 36, aperture=1.8, roll=float(rng.uniform(-4, 4))), np.degrees(above)
