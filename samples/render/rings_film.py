"""The storyboard of a game of the nine rings, held in one hand and played with the other."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from calibration import Profile
from samples.render import SceneError
from samples.render.film import UNKNOWN, Setup, Shot, write_clip, write_photo
from samples.render.hand import pinch
from samples.render.mesh import Floats
from samples.render.rings_draw import draw_scene
from samples.render.rings_model import RingsScene, RingsToy
from samples.render.rings_parts import rings_parts
from samples.render.rings_pose import Pose, pose_rings
from samples.render.room import Room, room
from samples.render.scene import Eye, Part, Point, Scene, project, scene_of

# From all on; the sixth state goes back a step, and the seventh mends it.
FIVE_RINGS = (
    "11111", "11110", "11010", "11011", "11001", "11011",
    "11001", "11000", "01000", "01001", "01011",
)  # fmt: skip
_REST, _BLINK = 12, 2


def write_five_rings(folder: Path, setup: Setup) -> None:
    """Writes the bundled clip rings/five-rings."""
    place = room(setup.seed + 60, table="oak", warm=0.1, clutter=3)
    toy = RingsToy(5, look="steel", slot=26.0, rod=96.0)
    shots = rings_shots(toy, FIVE_RINGS, place, setup.seed)
    # Thin wires need a quiet picture, and the video file stays small.
    setup = replace(setup, sensor=replace(setup.sensor, grain=1.2))
    profile = Profile("rings", count=5, free_end="left")
    write_clip(folder, shots, setup, profile)


def rings_shots(toy: RingsToy, states: Sequence[str], place: Room, seed: int) -> list[Shot]:
    """Every state at rest, and the playing hand's ways between."""
    scenes = [_posed(toy, state, seed) for state in states]
    eye = _eye(scenes[0])
    shots = [_rest(scenes[0], place, eye)]
    for before, after in pairwise(scenes):
        shots += _move(before, after, place, eye)
        shots.append(_rest(after, place, eye))
    return shots


def _posed(toy: RingsToy, state: str, seed: int) -> RingsScene:
    """The toy held upright in a state; every time that it is put so, it hangs alike."""
    pose = Pose(slope=4, lean=42, loose=0.15, jitter=0.03)
    return pose_rings(toy, state, pose, np.random.default_rng([seed, int(state, 2)]))


def _eye(scene: RingsScene) -> Eye:
    """A camera in front of the middle of the toy, seventeen degrees above it."""
    x = float(scene.tip[0] + scene.neck[0]) / 2 + _AT[0] + 22
    return Eye((x + 30, -560, 290), (x, 0, 133), 33, aperture=2.5, focus=(x, 0, 150))


_AT: Point = (-60.0, 0.0, 206.0)


def _parts(scene: RingsScene) -> tuple[Part, ...]:
    """The toy, and the hand that holds its handle."""
    handle = (float(scene.neck[0]) + 38 + _AT[0], 0.0, _AT[2])
    holding = pinch(handle, grip=15, arm=(0.8, -0.45, 0))
    return rings_parts(scene, _AT) + holding


def _rest(scene: RingsScene, place: Room, eye: Eye) -> Shot:
    return Shot(_scene(place, eye, _parts(scene)), scene.state, _REST)


def _move(before: RingsScene, after: RingsScene, place: Room, eye: Eye) -> list[Shot]:
    """The other hand takes the ring, moves it, and goes."""
    ring = _changed(before.state, after.state)
    first, last = (_grasp(scene.eyes[ring]) for scene in (before, after))
    away = (last[0] - 70, last[1] - 60, last[2] + 25)
    ways = ((before, first), (after, last), (after, away))
    return [
        Shot(_scene(place, eye, _parts(scene), _playing(spot)), UNKNOWN, _BLINK, hasty=True)
        for scene, spot in ways
    ]


def _grasp(eye: Floats) -> Point:
    return float(eye[0]) + _AT[0], float(eye[1]) + _AT[1] - 4, float(eye[2]) + _AT[2] + 4


def _playing(spot: Point) -> tuple[Part, ...]:
    return pinch(spot, grip=9, arm=(-0.75, -0.6, 0))


def _changed(before: str, after: str) -> int:
    """The index from 0 of the one ring that differs between two states."""
    places = [k for k, pair in enumerate(zip(before, after, strict=True)) if len(set(pair)) > 1]
    if len(places) != 1:
        raise SceneError(f"rings: expected one ring to differ, got {before} and {after}")
    return len(before) - 1 - places[0]


def write_stills(folder: Path, setup: Setup) -> None:
    """Writes four photos of nine-ring toys of different makes, and truth.txt with their states."""
    wanted = (
        ("brown-balls.jpg", "111011010", "steel", "oak", 2),
        ("chrome.jpg", "110010111", "steel-bright", "linen", 12),
        ("jade.jpg", "101111001", "jade", "walnut", 23),
        ("wire.jpg", "011010110", "wire", "white", 32),
    )
    lines = []
    for name, state, look, table, draw in wanted:
        own = replace(setup, seed=setup.seed + draw)
        write_photo(folder / name, still_scene(state, look, table, own.seed), own)
        lines.append(f"{name} {state}")
    (folder / "truth.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def still_scene(state: str, look: str, table: str, seed: int) -> Scene:
    """A toy drawn at random, held before the camera, or lying on the table and seen from above."""
    rng = np.random.default_rng(seed)
    posed = draw_scene(rng, state=state, look=look)
    while posed.table is not None and abs(posed.front[2]) < 0.9:
        posed = draw_scene(rng, state=state, look=look)
    lies = posed.table is not None
    spots = _spots(posed)
    low, high = spots.min(axis=0), spots.max(axis=0)
    shift = -(low + high) / 2
    shift[2] = -posed.table if posed.table is not None else 70 - low[2]
    place = room(seed + 70, table=table, clutter=0 if lies else 3)
    parts = rings_parts(posed, _point(shift), seed=seed)
    hand = () if lies else _holding(posed, shift)
    return _scene(place, _fitted(spots + shift, lies, rng), parts, hand)


def _spots(posed: RingsScene) -> Floats:
    return np.concatenate([posed.eyes, posed.feet, posed.balls, [posed.tip, posed.neck]])


def _holding(posed: RingsScene, shift: Floats) -> tuple[Part, ...]:
    """The hand that holds a toy by its handle, from whichever side that is on."""
    out = posed.neck - posed.tip
    grip = posed.neck + 34 * out / np.linalg.norm(out) + shift
    return pinch(_point(grip), grip=15, arm=(0.8 * float(np.sign(out[0])), -0.45, 0))


def _fitted(spots: Floats, from_above: bool, rng: np.random.Generator) -> Eye:
    """A camera near enough that the points (n, 3) fill its picture, with a margin."""
    aim = (spots.min(axis=0) + spots.max(axis=0)) / 2
    above = np.radians(rng.uniform(62, 78) if from_above else rng.uniform(6, 24))
    way = np.array([rng.uniform(-0.15, 0.15), -np.cos(above), np.sin(above)])
    eyes = (Eye(_point(aim + far * way), _point(aim), 39) for far in np.arange(200.0, 2000.0, 10))
    # What the margin of 24 in 320 x 240 leaves also holds the rings, which reach further out.
    return next(eye for eye in eyes if _inside(project(eye, spots, (320, 240)), 24))


def _inside(pixels: Floats, margin: int) -> bool:
    return bool((pixels > margin).all() and (pixels < np.array([320, 240]) - margin).all())


def _point(place: Floats) -> Point:
    return float(place[0]), float(place[1]), float(place[2])


def _scene(place: Room, eye: Eye, *groups: tuple[Part, ...]) -> Scene:
    return scene_of(eye, place.sky, place.lamps, place.parts, *groups)
