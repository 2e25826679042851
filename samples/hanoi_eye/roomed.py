"""Random towers by the renderer of the bundled samples, told as the painter tells its own.

The toys are those of `samples.render.hanoi_stills`, in its rooms; cameras, lenses and hands differ
more than there, so that what is learned serves for other pictures, too.
"""

from dataclasses import replace

import numpy as np

from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.scene import Floats, Tower
from samples.hanoi_eye.traced import PATHS, SPOILT, WIDTHS, seen_by
from samples.hanoi_eye.traced_cover import covered_shares, mask_of
from samples.render.hand import pinch
from samples.render.hanoi_film import staged
from samples.render.hanoi_model import HanoiToy, disc_outline, hanoi_parts, stacks_of
from samples.render.hanoi_stills import Setting, random_setting
from samples.render.rings_draw import View as Camera
from samples.render.scene import Eye, Part, Point, eye_frame
from samples.render.sensor import calmed
from samples.render.trace import render
from samples.render.traced_camera import developed, eye_of, focused
from samples.render.traced_room import draw_skin, gripper_at, hand_at

# The seeds of rooms that are learned from; those below are for measuring.
ROOMS = 2**30, 2**31
# The seeds of toys' woods: few, since making these takes longer than anything else. No toy that is
# measured with has one of them.
WOODS = 1000, 1024
# The share of pictures that hands are in, of these the share in which they hold a disc, and how
# high above the board they are at most, in lengths of pegs.
HANDS, HELD, HIGHEST = 0.35, 0.7, 1.7
# The angle that a camera sees across, in degrees.
ACROSS = (26.0, 58.0)
# Rainbow toys are easily read: the share of these that stay as they are drawn.
COLOURED = 0.6


def roomed_scene(rng: np.random.Generator) -> Scene:
    """A toy in a room, all of it in the picture but what a hand hides.

    Raises MissingTracerError where mitsuba is not installed.
    """
    setting = random_setting(rng, int(rng.integers(*ROOMS)))
    toy, state = setting.toy, setting.state
    if toy.look == "rainbow" and rng.random() > COLOURED:
        toy = replace(toy, look="plain")
    camera = _camera(rng, setting)
    lifted: tuple[int, Point] | None = None
    hand: tuple[Part, ...] = ()
    if rng.random() < HANDS:
        lifted, hand = _hand(rng, toy, state)
    parts = hanoi_parts(toy, state, seed=int(rng.integers(*WOODS)), lifted=lifted)
    # A disc in the air is the last part.
    own, strangers = (parts, hand) if lifted is None else (parts[:-1], (*hand, parts[-1]))
    eye = focused(rng, eye_of(camera), np.array([0.0, 0.0, toy.peg_top / 2]))
    whole = staged(setting.place, eye, parts, hand)
    paths = int(np.exp(rng.uniform(*np.log(PATHS))))
    light = render(whole, camera.size, samples=paths, seed=int(rng.integers(2**31)), alike=True)
    image = developed(rng, calmed(light, rng.uniform(1.0, 1.6)), spoilt=SPOILT)
    held = None if lifted is None else lifted[0]
    # Towers stand on the board, toys on a table.
    down = (0.0, 0.0, -toy.base_height)
    seen = replace(camera, at=camera.at + np.array(down))
    own, strangers = (tuple(part.moved(down) for part in some) for some in (own, strangers))
    tower, discs = tower_of(toy, state, held), range(1, toy.discs + 1)
    return Scene(
        image=image,
        tower=tower,
        view=seen_by(seen, toy.pitch),
        covered=covered_shares(tower, toy.pitch, seen, own, strangers),
        outlines=tuple(outline_of(toy, disc) for disc in discs if disc != held),
        strange=mask_of(seen, own, strangers),
    )


def tower_of(toy: HanoiToy, state: str, lifted: int | None = None) -> Tower:
    """A toy as the painter describes towers: what lies on its pegs, in distances of pegs.

    A disc that is `lifted`, by number, belongs to no peg, and so not to the tower.
    """
    there = [disc for disc in range(1, toy.discs + 1) if disc != lifted]
    stacks = tuple(
        tuple(there.index(disc) for disc in stack if disc in there)
        for stack in stacks_of(state, toy.pegs)
    )
    return Tower(
        pegs=toy.pegs,
        radii=np.array([toy.radius(disc) for disc in there]) / toy.pitch,
        thick=np.full(len(there), toy.disc_height / toy.pitch),
        rod=toy.peg_radius / toy.pitch,
        length=(toy.peg_top - toy.base_height) / toy.pitch,
        stacks=stacks,
    )


def outline_of(toy: HanoiToy, disc: int) -> Floats:
    """Radii and heights (k, 2) round a disc's section in distances of pegs, from its lower face."""
    section: Floats = disc_outline(toy, disc) + np.array([0.0, toy.disc_height / 2])
    return section / toy.pitch


def _camera(rng: np.random.Generator, setting: Setting) -> Camera:
    """One with another lens, as much nearer or further away as leaves the toy its size."""
    eye = setting.eye
    across = float(rng.uniform(*ACROSS))
    at, towards = np.asarray(eye.at), np.asarray(eye.towards)
    half, usual = np.tan(np.radians(across) / 2), np.tan(np.radians(eye.field_of_view) / 2)
    at = towards + (at - towards) * usual / half
    width = int(rng.choice(WIDTHS))
    x, y, z = (float(v) for v in at)
    right, down, ahead = eye_frame(Eye((x, y, z), eye.towards, across, roll=eye.roll))
    return Camera(at, right, down, ahead, width / 2 / float(half), (width, width * 3 // 4))


def _hand(
    rng: np.random.Generator, toy: HanoiToy, state: str
) -> tuple[tuple[int, Point] | None, tuple[Part, ...]]:
    """The disc that is in the air and where, if one is; and a hand or a gripper, mostly at it."""
    stacks = [stack for stack in stacks_of(state, toy.pegs) if stack]
    disc = int(stacks[int(rng.integers(len(stacks)))][-1])
    full = toy.base_height + toy.discs * toy.disc_height
    held = rng.random() < HELD
    # Below that height a disc in the air would be in others.
    low = full if held else toy.base_height
    high = toy.base_height + HIGHEST * (toy.peg_top - toy.base_height)
    spot = (
        float(toy.peg_at(int(rng.integers(toy.pegs))) + rng.normal(0, 25)),
        float(rng.normal(-5, 25)),
        float(rng.uniform(low, high)),
    )
    lifted = (disc, spot) if held else None
    radius = toy.radius(disc)
    kind = rng.random()
    if lifted is not None and kind < 0.07:
        return lifted, ()
    if kind < 0.7:
        way = rng.uniform(-np.pi, 0.2) if rng.random() < 0.6 else -rng.uniform(0.7, 1.3)
        arm = (float(np.cos(way)), float(np.sin(way)), 0.0)
        grip = 2 * radius + float(rng.uniform(0, 8))
        return lifted, pinch(spot, grip=grip, arm=arm, skin=draw_skin(rng))
    rim = rng.uniform(0, 2 * np.pi)
    at = np.asarray(spot) + radius * np.array([np.cos(rim), np.sin(rim), 0.0])
    arm_way = rng.normal(0, 0.6, 3) - np.array([0.0, 0.5, 0.0])
    arm_way[2] = abs(arm_way[2]) + 0.3
    if kind < 0.85:
        return lifted, (hand_at(rng, at, arm_way),)
    return lifted, (gripper_at(rng, at, arm_way, float(rng.uniform(5, 40))),)
