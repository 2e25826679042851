"""The storyboards of a scan of a cube, and the photos of one."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from calibration import Profile
from samples.render import SceneError
from samples.render.cube_model import (
    PITCH,
    between,
    cube_parts,
    face_axes,
    facelet_centres,
    layer_turn,
    resting_height,
    showing,
)
from samples.render.film import UNKNOWN, Setup, Shot, write_clip, write_photo
from samples.render.hand import pinch
from samples.render.mesh import Floats, turn_about
from samples.render.room import Room, room
from samples.render.scene import Eye, Part, scene_of
from solver.cube import FACE_TURNS, SOLVED, Cube, CubePuzzle

# Neighbours follow one another, and the front comes last and stays.
SCAN_ORDER = "URBDLF"
_REST, _ROLL, _BLINK = 11, 2, 3
_MIDDLE = 1.5 * PITCH


def write_scan(folder: Path, setup: Setup) -> None:
    """Writes the bundled clip cube/scan: six faces, then three turns of a solution."""
    states = _readable_plan(setup.seed, turns=3)
    place = room(setup.seed + 20, table="walnut", clutter=0, paper=True)
    eye = Eye((25, -130, 400), (4, 6, _MIDDLE), 25, aperture=1.0, roll=3)
    shots = _scan(states[0], place, eye) + _turns(states, place, eye)
    # A dark table: the camera would expose for it and bleach the cube, were it left alone.
    setup = replace(setup, sensor=replace(setup.sensor, exposure=0.12))
    write_clip(folder, shots, setup, Profile("cube"))


def write_photos(folder: Path, setup: Setup) -> None:
    """Writes six photos of a cube, a face each in no order, and truth.txt with its state."""
    rng = np.random.default_rng(setup.seed + 7)
    cube = scrambled(setup.seed + 100)
    place = room(setup.seed + 30, table="linen", clutter=0)
    for k, face in enumerate(rng.permutation(list("URFDLB"))):
        pose = showing(str(face), float(rng.uniform(0, 360)))
        lean = rng.uniform(-100, 100, 2)
        aim = rng.uniform(-18, 18, 2)
        eye = Eye((lean[0], lean[1] - 20, 430), (aim[0], aim[1], _MIDDLE), 27, aperture=1.2)
        scene = scene_of(eye, place.sky, place.lamps, place.parts, _lying(cube.facelets(), pose))
        write_photo(folder / f"{k + 1}.jpg", scene, replace(setup, seed=setup.seed + k))
    (folder / "truth.txt").write_text(cube.facelets() + "\n", encoding="utf-8")


def write_corners(folder: Path, setup: Setup) -> None:
    """Writes two photos of a stickerless cube, three faces each, and truth.txt."""
    cube = scrambled(setup.seed + 200)
    place = room(setup.seed + 40, table="oak", clutter=3)
    upside_down = turn_about((1, 0, 0), 180)
    for k, (stand, yaw) in enumerate(((np.eye(3), -41.0), (upside_down, 40.0))):
        pose = turn_about((0, 0, 1), yaw) @ stand
        eye = Eye((12 - 20 * k, -330, 250), (0, 4, _MIDDLE), 24, aperture=1.4)
        parts = cube_parts(cube.facelets(), pose=pose, look="stickerless")
        scene = scene_of(eye, place.sky, place.lamps, place.parts, parts)
        write_photo(folder / f"{k + 1}.jpg", scene, replace(setup, seed=setup.seed + k))
    (folder / "truth.txt").write_text(cube.facelets() + "\n", encoding="utf-8")


def scrambled(seed: int, turns: int = 25) -> Cube:
    """A cube after random turns."""
    cube = SOLVED
    for k in np.random.default_rng(seed).integers(0, len(FACE_TURNS), turns):
        cube = cube * FACE_TURNS[int(k)].cube
    return cube


def _readable_plan(seed: int, turns: int) -> list[Cube]:
    """A scramble and the states after the first turns of its solution.

    Only a scramble will do whose turns can be told apart on the front face alone, since that
    is all that the camera sees of them.
    """
    puzzle = CubePuzzle()
    for attempt in range(200):
        cube = scrambled(1000 * seed + attempt)
        states = [cube]
        for move in list(puzzle.plan(cube, SOLVED))[:turns]:
            states.append(puzzle.apply(states[-1], move))
        if all(_tells(a, b) for a, b in pairwise(states)):
            return states
    raise SceneError("cube: no scramble found whose turns show on the front face")


def _tells(before: Cube, after: Cube) -> bool:
    """Whether the front after a turn looks like that of no other turn, nor of none."""
    fronts = [before.facelets()[18:27]]
    fronts += [(before * turn.cube).facelets()[18:27] for turn in FACE_TURNS]
    return fronts.count(after.facelets()[18:27]) == 1


def _lying(
    facelets: str, pose: Floats, turning: tuple[str, float] | None = None
) -> tuple[Part, ...]:
    at = (0.0, 0.0, resting_height(pose))
    return cube_parts(facelets, pose=pose, at=at, turning=turning)


def scan_poses(last_roll: float = 7.0) -> list[Floats]:
    """The rotations that show the faces in SCAN_ORDER: each is the last, rolled over an edge.

    They are worked out backwards from the front, which ends up nearly upright.
    """
    poses = [showing(SCAN_ORDER[-1], last_roll)]
    for k, face in enumerate(SCAN_ORDER[-2::-1]):
        out = poses[0] @ face_axes(face)[2]
        rolled = turn_about(tuple(np.cross(out, [0, 0, 1])), 90) @ poses[0]
        poses.insert(0, turn_about((0, 0, 1), (34, -23, 41, -28, 17)[k]) @ rolled)
    return poses


def _scan(cube: Cube, place: Room, eye: Eye) -> list[Shot]:
    """Six faces in turn; the state is known to nobody before the sixth."""
    text, poses = cube.facelets(), scan_poses()
    shots = []
    for k, pose in enumerate(poses):
        last = k + 1 == len(poses)
        state = text if last else UNKNOWN
        shots.append(_shot(place, eye, _lying(text, pose), state, _REST + 10 * last))
        for share in () if last else (0.3, 0.7):
            mid = between(pose, poses[k + 1], share)
            at = (4.0, -4.0, resting_height(mid) + 3)
            parts = cube_parts(text, pose=mid, at=at)
            shots.append(_shot(place, eye, parts, UNKNOWN, _ROLL))
    return shots


def _turns(cubes: Sequence[Cube], place: Room, eye: Eye) -> list[Shot]:
    """The turns of a solution, made by a hand; the front stays in sight in between."""
    pose = scan_poses()[-1]
    shots = []
    for before, after in pairwise(cubes):
        text, then = before.facelets(), after.facelets()
        turn = next(t for t in FACE_TURNS if before * t.cube == after)
        full = {1: 90.0, 2: 180.0, 3: -90.0}[turn.quarters]
        for share, grip in ((0.0, 66.0), (0.45, 62.0), (1.0, 74.0)):
            parts = _lying(text, pose, (turn.axis, share * full))
            hand = pinch((4.0, -2.0, 36.0 + 16 * share), grip=grip, arm=(0.75, -0.6, 0))
            scene = scene_of(eye, place.sky, place.lamps, place.parts, parts, hand)
            shots.append(Shot(scene, UNKNOWN, _BLINK, hasty=True))
        shots.append(_shot(place, eye, _lying(then, pose), then, _REST + 4))
    return shots


def _shot(place: Room, eye: Eye, parts: tuple[Part, ...], state: str, frames: int) -> Shot:
    return Shot(scene_of(eye, place.sky, place.lamps, place.parts, parts), state, frames)


def turned_facelets(facelets: str, face: str, quarters: int) -> str:
    """The letters after clockwise quarter turns of a face, worked out from where stickers go."""
    centres = facelet_centres()
    out = face_axes(face)[2]
    moved = centres.copy()
    layer = centres @ out > 0.6 * PITCH
    moved[layer] = centres[layer] @ layer_turn(face, 90.0 * quarters).T
    goes = np.linalg.norm(moved[:, None] - centres[None], axis=2).argmin(axis=1)
    letters = [""] * 54
    for source, target in enumerate(goes):
        letters[int(target)] = facelets[source]
    return "".join(letters)
