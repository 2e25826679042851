"""The drawn toy threads as a real one does, and its pictures agree with their truth."""

from dataclasses import replace

import numpy as np
import pytest

from samples.render import SceneError
from samples.render.raster import paint_scene, truth_of
from samples.render.rings_draw import (
    ASLANT,
    draw_flat,
    draw_pose,
    draw_scene,
    draw_toy,
    draw_view,
    lies_flat,
)
from samples.render.rings_model import RingsScene, RingsToy, Slab, Wire, crossings
from samples.render.rings_picture import draw_picture
from samples.render.rings_pose import Pose, pose_rings


def _rings(scene: RingsScene) -> list[Wire]:
    radius = scene.toy.ring_wire
    named = [p for p in scene.parts if isinstance(p, Wire) and p.closed and len(p.points) == 56]
    rings = [p for p in named if p.radius == radius]
    assert len(rings) == scene.toy.rings
    return rings


def _plane(ring: Wire) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """A ring's middle (3,), two unit vectors (3,) that span it, and its radius."""
    centre = ring.points.mean(axis=0)
    u = ring.points[0] - centre
    radius = float(np.linalg.norm(u))
    return centre, u / radius, (ring.points[14] - centre) / radius, radius


def _normal(ring: Wire) -> np.ndarray:
    _, u, v, _ = _plane(ring)
    return np.cross(u, v)


def _linked(path: np.ndarray, ring: Wire) -> int:
    return abs(crossings(path, *_plane(ring)))


@pytest.mark.parametrize("astray", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(12))
def test_every_ring_encloses_its_neighbours_rod_and_only_on_rings_the_loop(
    seed: int, astray: float
) -> None:
    scene = draw_scene(np.random.default_rng(seed), rings=7, careless=0.0, astray=astray)
    loop = scene.parts[0]
    assert isinstance(loop, Wire)
    half = len(loop.points) // 2
    for k, ring in enumerate(_rings(scene)):
        wires = [_linked(side, ring) for side in (loop.points[:half], loop.points[half:])]
        on = scene.state[::-1][k] == "1"
        assert wires == ([1, 1] if on else [0, 0]), f"ring {k + 1}"
        if k > 0:
            assert _linked(np.stack([scene.eyes[k - 1], scene.balls[k - 1]]), ring) == 1


def test_an_off_ring_drops_little_while_the_next_one_is_on() -> None:
    rng = np.random.default_rng(5)
    scene = pose_rings(RingsToy(rings=5), "10111", Pose(loose=0.0, jitter=0.0), rng)
    height = scene.eyes @ scene.up
    assert 5 < -height[3] < 40
    alone = pose_rings(RingsToy(rings=5), "01111", Pose(loose=0.0, jitter=0.0), rng)
    assert -(alone.eyes @ alone.up)[4] > 60


def test_rods_of_off_rings_lean_where_they_go_astray() -> None:
    def leaning(astray: float) -> float:
        degrees = []
        for seed in range(60):
            rng = np.random.default_rng(seed)
            scene = draw_scene(rng, state="1000010", careless=0.0, astray=astray)
            rods = scene.balls - scene.eyes
            rods /= np.linalg.norm(rods, axis=1)[:, None]
            off = [k for k, digit in enumerate(scene.state[::-1]) if digit == "0"]
            along = (scene.neck - scene.tip) / np.linalg.norm(scene.neck - scene.tip)
            degrees += list(np.degrees(np.arcsin(np.abs(rods[off] @ along))))
        return float(np.quantile(degrees, 0.9))

    assert leaning(0.0) < 12 < 20 < leaning(1.0)


def test_yaw_turns_on_rings_about_the_normal_of_the_loop() -> None:
    def turned_by(yaw: float) -> float:
        degrees = []
        for seed in range(20):
            pose = Pose(slope=20.0, lean=45.0, yaw=yaw)
            scene = pose_rings(RingsToy(rings=5), "11111", pose, np.random.default_rng(seed))
            for ring in _rings(scene):
                along, across, _ = _normal(ring)
                degrees.append(np.degrees(np.arctan(across / along)))
        return float(np.abs(np.median(degrees)))

    assert turned_by(0.0) < 1 < 8 < turned_by(16.0)


def test_rods_go_through_the_slot_aside() -> None:
    toy = RingsToy(rings=5)
    for aside in (-0.7, 0.7):
        pose = Pose(slope=40.0, lean=50.0, aside=aside)
        scene = pose_rings(toy, "01010", pose, np.random.default_rng(3))
        share = scene.eyes[:, 2] / (scene.eyes[:, 2] - scene.balls[:, 2])
        at = scene.eyes + share[:, None] * (scene.balls - scene.eyes)
        assert np.all(np.sign(at[:, 1]) == np.sign(aside))


def test_a_ring_too_small_for_the_loop_is_refused() -> None:
    with pytest.raises(SceneError, match="cannot go round"):
        RingsToy(ring=15.0)


def test_state_and_toy_must_fit() -> None:
    with pytest.raises(SceneError, match="expected 9 digits"):
        pose_rings(RingsToy(), "101", Pose(), np.random.default_rng(0))


def test_toys_and_poses_vary() -> None:
    rng = np.random.default_rng(0)
    toys = [draw_toy(rng) for _ in range(40)]
    assert {toy.rings for toy in toys} >= {3, 9, 12}
    assert len({toy.look for toy in toys}) >= 5
    assert any(draw_pose(rng).mirrored for _ in range(10))


def test_the_picture_shows_the_toy_where_the_truth_says() -> None:
    rng = np.random.default_rng(3)
    scene = draw_scene(rng, rings=9, look="steel")
    view = draw_view(rng, scene, (320, 240), 0.8)
    ground = np.full((240, 320, 3), 128, np.uint8)
    picture = paint_scene(scene, view, ground, np.random.default_rng(1))
    truth = truth_of(scene, view)
    assert picture.shape == (240, 320, 3)
    for x, y in truth.eyes[~truth.hidden].astype(int):
        patch = picture[max(0, y - 4) : y + 5, max(0, x - 4) : x + 5]
        assert np.ptp(patch) > 20


def test_an_eye_behind_the_toys_own_wood_is_hidden() -> None:
    rng = np.random.default_rng(3)
    scene = draw_scene(rng, rings=9, look="steel")
    view = draw_view(rng, scene, (320, 240), 0.8)
    hidden = truth_of(scene, view).hidden
    ring = int(np.flatnonzero(~hidden)[0])

    def wood(share: float) -> RingsScene:
        middle = view.at + share * (scene.eyes[ring] - view.at)
        slab = Slab(middle, np.eye(3), np.full(3, 2.0), "black")
        return replace(scene, parts=(*scene.parts, slab))

    assert not hidden[ring]
    assert truth_of(wood(0.9), view).hidden[ring]
    assert np.array_equal(truth_of(wood(1.1), view).hidden, hidden)


def test_a_toy_that_lies_flat_is_seen_aslant_where_that_is_asked_for() -> None:
    def degrees(seed: int, *, aslant: bool) -> float:
        rng = np.random.default_rng(seed)
        scene = draw_flat(rng)
        assert lies_flat(scene)
        across = draw_view(rng, scene, (320, 240), 0.8, aslant=aslant).ahead
        # Away from right above, in the plane that goes through the loop and the plate.
        return float(np.degrees(np.arctan2(across @ scene.up, -across @ scene.front)))

    aslant, above = (
        np.array([degrees(k, aslant=side) for k in range(60)]) for side in (True, False)
    )
    assert ASLANT[0] - 1 < np.abs(aslant).min() < np.abs(aslant).max() < ASLANT[1] + 10
    assert 0.6 < np.mean(aslant > 0) < 0.95
    assert np.median(np.abs(above)) < ASLANT[0]


def test_pictures_repeat_with_the_seed() -> None:
    one, truth = draw_picture(np.random.default_rng(8), (160, 120))
    two, again = draw_picture(np.random.default_rng(8), (160, 120))
    assert truth.state == again.state
    np.testing.assert_array_equal(one, two)


def test_a_harsh_picture_shows_the_same_kind_of_truth_and_another_light() -> None:
    scene = draw_scene(np.random.default_rng(3), state="110")
    mild, harsh = (
        draw_picture(np.random.default_rng(8), (96, 64), hands=0.0, harsh=harsh, scene=scene)
        for harsh in (False, True)
    )
    assert mild[1].state == harsh[1].state == "110"
    assert np.mean(mild[0] != harsh[0]) > 0.2
