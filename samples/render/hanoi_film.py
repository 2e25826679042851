"""The storyboard of a game of Hanoi, played by a hand."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from calibration import Profile
from samples.render.film import UNKNOWN, Setup, Shot, write_clip, write_photo
from samples.render.hand import pinch
from samples.render.hanoi_model import HanoiToy, hanoi_parts, stacks_of
from samples.render.room import Room, room
from samples.render.scene import Eye, Part, Point, Scene, scene_of

# Three discs from A to C; the fifth state is off the shortest way, the next one mends it.
THREE_DISCS = ("AAA", "AAC", "ABC", "ABB", "CBB", "CBC", "CBA", "CCA", "CCC")
_ELBOW = (250.0, -430.0)
_REST, _BLINK = 14, 2


def write_three_discs(folder: Path, setup: Setup) -> None:
    """Writes the bundled clip hanoi/three-discs."""
    toy = HanoiToy(3, look="rainbow")
    place = room(setup.seed, table="oak")
    eye = Eye((45, -500, 285), (0, -8, 52), 35, aperture=1.6)
    write_clip(folder, hanoi_shots(toy, THREE_DISCS, place, eye), setup, Profile("hanoi", count=3))


def write_hanoi_stills(folder: Path, setup: Setup) -> None:
    """Writes four photos of other toys from other sides, and truth.txt with their states."""
    wanted = (
        ("plain-four.jpg", "CABA", "plain", "linen", 22.0),
        ("plain-six.jpg", "AACBCB", "plain", "stone", 36.0),
        ("rainbow-five.jpg", "ACCBB", "rainbow", "white", 15.0),
        ("rainbow-eight.jpg", "AAAAABCC", "rainbow", "felt", 28.0),
    )
    lines = []
    for k, (name, state, look, table, above) in enumerate(wanted):
        own = replace(setup, seed=setup.seed + 40 + k)
        write_photo(folder / name, still_scene(state, look, table, above, own.seed), own)
        lines.append(f"{name} {state}")
    (folder / "truth.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def still_scene(state: str, look: str, table: str, above: float, seed: int) -> Scene:
    """A toy in a state, seen from `above` degrees over the table, a little from one side."""
    toy = HanoiToy(len(state), look=look, narrowest=34, widest=84)
    place = room(seed, table=table, clutter=3)
    rng = np.random.default_rng(seed)
    middle = toy.peg_top / 2
    far = 470 + 1.1 * toy.peg_top
    aside = far * rng.uniform(-0.25, 0.25)
    back, rise = far * np.cos(np.radians(above)), far * np.sin(np.radians(above))
    eye = Eye(
        (float(aside), float(-back), float(middle + rise)),
        (float(rng.uniform(-15, 15)), 0.0, middle),
        36,
        aperture=1.8,
        roll=float(rng.uniform(-3, 3)),
    )
    return staged(place, eye, hanoi_parts(toy, state, seed=seed))


def hanoi_shots(toy: HanoiToy, states: Sequence[str], place: Room, eye: Eye) -> list[Shot]:
    """Every state at rest, and the hand's ways between; states follow one another by one disc."""
    shots = [_shot(toy, states[0], place, eye)]
    for before, after in pairwise(states):
        shots += _move(toy, before, after, place, eye)
        shots.append(_shot(toy, after, place, eye))
    return shots


def _shot(toy: HanoiToy, state: str, place: Room, eye: Eye) -> Shot:
    return Shot(staged(place, eye, hanoi_parts(toy, state)), state, _REST)


def _move(toy: HanoiToy, before: str, after: str, place: Room, eye: Eye) -> list[Shot]:
    """Grasp, lift, carry, let go: four pictures in which nobody could tell the state."""
    index = next(k for k, pair in enumerate(zip(before, after, strict=True)) if len(set(pair)) > 1)
    disc = len(before) - index
    start, end = _lying(toy, before, disc), _lying(toy, after, disc)
    grip = 2 * toy.radius(disc)
    high = toy.peg_top + 14
    over: list[Point] = [(start[0] + 6, -4.0, high + 8), (end[0] - 10, 3.0, high)]
    scenes = [staged(place, eye, hanoi_parts(toy, before), held_by(start, grip))]
    for spot in over:
        parts = hanoi_parts(toy, before, lifted=(disc, spot))
        scenes.append(staged(place, eye, parts, held_by(spot, grip)))
    away = (end[0] + 50, end[1] - 60, high + 30)
    scenes.append(staged(place, eye, hanoi_parts(toy, after), held_by(away, grip + 12)))
    return [Shot(scene, UNKNOWN, _BLINK, hasty=True) for scene in scenes]


def _lying(toy: HanoiToy, state: str, disc: int) -> Point:
    stacks = stacks_of(state, toy.pegs)
    peg = next(k for k, stack in enumerate(stacks) if disc in stack)
    return toy.place(peg, stacks[peg].index(disc))


def held_by(spot: Point, grip: float) -> tuple[Part, ...]:
    """The player's hand at a point, its fingers `grip` mm apart."""
    arm = (_ELBOW[0] - spot[0], _ELBOW[1] - spot[1], 0.0)
    return pinch(spot, grip=grip, arm=arm)


def staged(place: Room, eye: Eye, *groups: tuple[Part, ...]) -> Scene:
    """A scene of some parts in a room."""
    return scene_of(eye, place.sky, place.lamps, place.parts, *groups)
