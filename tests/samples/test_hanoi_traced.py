"""Traced towers: camera, toys, what is covered, and lessons; mostly without the tracer."""

import importlib.util
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from samples.hanoi_eye.paint import Scene as Painted
from samples.hanoi_eye.pool import lesson
from samples.hanoi_eye.scene import MOST_DISCS, Tower, random_tower, random_variant, random_view
from samples.hanoi_eye.traced import aimed, seen_by
from samples.hanoi_eye.traced_cover import covered_shares, depths, mask_of
from samples.hanoi_eye.traced_toy import EDGES, LOOKS, RING, Toy, disc_part, draw_toy, toy_parts
from samples.render.film import UNKNOWN
from samples.render.hanoi_stills import random_still
from samples.render.mesh import ball
from samples.render.rings_draw import View as Camera
from samples.render.scene import Part, Scene, Surface, project
from samples.render.trace import render
from samples.render.traced_camera import eye_of
from samples.render.traced_look import draw_stripes, draw_wood
from samples.render.traced_room import draw_behind, gripper_at, hand_at
from tests import bench_hanoi_renders, hanoi_cases
from tests.bench_hanoi_renders import Reading, figures, groups
from tests.hanoi_cases import Case, ordinary, painted, roomed, traced

WHITE = Surface("matte", (240.0, 240.0, 240.0))


def drawn(seed: int) -> tuple[Toy, Camera]:
    rng = np.random.default_rng(seed)
    tower = random_tower(rng)
    toy = draw_toy(rng, tower)
    return toy, aimed(random_view(rng, tower), toy.pitch, 320)


def before(camera: Camera, toy: Toy, peg: int, share: float) -> np.ndarray:
    """A point on the line of sight to a peg's middle: nearer than it for a share below one."""
    middle = toy.pitch * (toy.tower.foot(peg) + toy.tower.tip(peg)) / 2
    place: np.ndarray = camera.at + share * (middle - camera.at)
    return place


@pytest.mark.parametrize("seed", range(8))
def test_the_camera_is_where_the_view_is_and_looks_at_its_middle(seed: int) -> None:
    rng = np.random.default_rng(seed)
    view = random_view(rng, random_tower(rng))
    camera = aimed(view, 80.0, 320)
    np.testing.assert_allclose(camera.at, 80 * view.position)
    frame = np.stack([camera.right, camera.down, camera.ahead])
    np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(frame) == pytest.approx(1)
    ahead = view.position + 3 * camera.ahead
    np.testing.assert_allclose(view.project(ahead), [view.width / 2, view.height / 2], atol=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_truth_and_tracer_see_the_same(seed: int) -> None:
    toy, camera = drawn(seed)
    points = np.array([toy.tower.tip(p) for p in range(toy.tower.pegs)])
    seen = seen_by(camera, toy.pitch).project(points)
    np.testing.assert_allclose(seen, camera.project(toy.pitch * points)[0], atol=1e-6)
    traced_at = project(eye_of(camera), toy.pitch * points, camera.size) - 0.5
    np.testing.assert_allclose(seen, traced_at, atol=0.4)


def test_pegs_stand_on_round_feet_as_often_as_is_said() -> None:
    def reach(seed: int, feet: float) -> float:
        """How far what the pegs stand on goes beyond the nearest peg; 0 where there is nothing."""
        rng = np.random.default_rng(seed)
        toy = draw_toy(rng, tower := random_tower(rng), feet=feet)
        pegs = np.array([tower.foot(p)[:2] for p in range(tower.pegs)])
        places = [part.mesh.vertices[:, None, :2] / toy.pitch - pegs for part in toy.board[:1]]
        return max(
            (float(np.linalg.norm(at, axis=2).min(axis=1).max()) for at in places), default=0
        )

    assert max(reach(seed, 0.94) for seed in range(12)) < 0.53
    assert sum(reach(seed, 0.0) > 0.53 for seed in range(12)) > 6


@pytest.mark.parametrize("edge", [*EDGES, RING])
def test_discs_are_as_wide_and_as_thick_as_the_tower_says(edge: str) -> None:
    rng = np.random.default_rng(1)
    toy = replace(draw_toy(rng, random_tower(rng)), edge=edge)
    for disc, (radius, thick) in enumerate(zip(toy.tower.radii, toy.tower.thick, strict=True)):
        vertices = disc_part(rng, toy, disc, np.zeros(3)).mesh.vertices / toy.pitch
        across = np.hypot(vertices[:, 0], vertices[:, 1])
        assert across.max() == pytest.approx(radius, rel=1e-3)
        assert across.min() == pytest.approx(toy.hole)
        assert vertices[:, 2].min() == pytest.approx(0, abs=0.005)
        assert vertices[:, 2].max() == pytest.approx(thick, abs=0.005)


def test_holes_are_wider_than_pegs_and_narrower_than_discs() -> None:
    for seed in range(60):
        toy, _ = drawn(seed)
        assert toy.tower.rod < toy.hole < toy.tower.radii[0]
        assert np.hypot(*toy.aside.T).max() <= toy.hole - toy.tower.rod + 1e-9


@pytest.mark.parametrize("look", LOOKS)
def test_a_toy_of_every_look_has_all_its_discs(look: str) -> None:
    rng = np.random.default_rng(4)
    toy = draw_toy(rng, random_tower(rng), look)
    assert len(toy.discs) == len(toy.tower.radii)
    assert len(toy_parts(rng, toy)) == len(toy.board) + 1 + len(toy.discs)


def test_equal_pieces_are_painted_by_their_colours() -> None:
    for seed in range(12):
        rng = np.random.default_rng(seed)
        tower = random_variant(rng)
        toy = draw_toy(rng, tower)
        paints = dict(zip(tower.paints, toy.discs, strict=True))
        assert all(paints[k] is d for k, d in zip(tower.paints, toy.discs, strict=True))
        top = max(part.mesh.vertices[:, 2].max() for part in toy_parts(rng, toy)) / toy.pitch
        assert top >= tower.length - 1e-6


@pytest.mark.parametrize("seed", range(4))
def test_what_stands_before_a_peg_covers_it_and_what_is_behind_does_not(seed: int) -> None:
    toy, camera = drawn(seed)
    parts = toy_parts(np.random.default_rng(0), toy)
    one = range(toy.tower.pegs)
    assert covered_shares(toy.tower, toy.pitch, camera, parts, ()).tolist() == [0.0 for _ in one]
    size = 0.25 * float(np.linalg.norm(before(camera, toy, 0, 1.0) - camera.at))
    near = (Part(ball(size).moved(before(camera, toy, 0, 0.4)), WHITE),)
    far = (Part(ball(size).moved(before(camera, toy, 0, 3.0)), WHITE),)
    assert covered_shares(toy.tower, toy.pitch, camera, parts, near)[0] > 0.9
    assert covered_shares(toy.tower, toy.pitch, camera, parts, far).max() < 0.02


@pytest.mark.skipif(importlib.util.find_spec("mitsuba") is None, reason="mitsuba is not installed")
def test_a_traced_disc_is_where_its_truth_is() -> None:
    toy, camera = drawn(5)
    small = Camera(camera.at, camera.right, camera.down, camera.ahead, camera.focal / 4, (80, 60))
    place = toy.tower.foot(1) + np.array([0.0, 0.0, 0.2])
    part = disc_part(np.random.default_rng(0), toy, len(toy.discs) - 1, place)
    sky = np.full((16, 32, 3), 0.05)
    lit = Scene((Part(part.mesh, WHITE),), eye_of(small), sky)
    light = render(lit, small.size, samples=16, alike=True).mean(axis=2)
    shown, expected = np.abs(light - 0.05) > 0.0005, np.isfinite(depths([part.mesh], small))
    middle = [np.argwhere(mask).mean(axis=0) for mask in (shown, expected)]
    assert expected.sum() > 60
    assert (shown & expected).sum() > 0.8 * (shown | expected).sum()
    np.testing.assert_allclose(middle[0], middle[1], atol=0.5)


def test_a_disc_off_its_peg_is_told_where_it_lies() -> None:
    rng = np.random.default_rng(3)
    stacks: tuple[tuple[int, ...], ...] = ((1, 0), (), ())
    tower = Tower(3, np.array([0.2, 0.4]), np.full(2, 0.1), 0.05, 0.6, stacks)
    view = random_view(rng, tower)
    image = np.full((view.height, view.width, 3), 90, np.uint8)
    section = np.array([[0.2, 0.0], [0.2, 0.1]])
    outlines = section, section * [2, 1]
    scene = Painted(image, tower, view, np.zeros(3), outlines)
    moved = np.array([[0.0, -0.05], [0.0, 0.0]])
    plain, none, off = (
        lesson(np.random.default_rng(1), scene, aside).rims[0]
        for aside in (None, np.zeros((2, 2)), moved)
    )
    np.testing.assert_array_equal(plain, none)
    rims = slice(-MOST_DISCS, None)
    changed = np.flatnonzero(np.nan_to_num(off[rims]) != np.nan_to_num(plain[rims]))
    assert changed.tolist() == [1]


@pytest.mark.parametrize(("share", "seen"), [(0.5, True), (1.0, False)])
def test_what_is_before_a_toy_is_marked_and_what_is_within_is_not(share: float, seen: bool) -> None:
    toy, camera = drawn(3)
    parts = toy_parts(np.random.default_rng(3), toy)
    full = [peg for peg in range(toy.tower.pegs) if toy.tower.stacks[peg]]
    speck = Part(ball(1.0).moved(before(camera, toy, full[0], share)), WHITE)
    assert mask_of(camera, parts, (speck,)).any() == seen
    assert not mask_of(camera, parts, ()).any()


def test_hands_and_grippers_are_at_what_they_hold() -> None:
    rng = np.random.default_rng(2)
    at, arm = np.array([30.0, -20, 60]), np.array([0.3, -0.4, 0.9])
    for part in (hand_at(rng, at, arm), gripper_at(rng, at, arm, 20.0)):
        gaps = np.linalg.norm(part.mesh.vertices - at, axis=1)
        assert gaps.min() < 40
        furthest = part.mesh.vertices[gaps.argmax()] - at
        assert furthest @ arm > 0


def test_wood_and_stripes_are_between_their_tones() -> None:
    light, dark = np.array([200.0, 150, 100]), np.array([100.0, 60, 30])
    for draw in (draw_wood, draw_stripes):
        texture = draw(np.random.default_rng(0), light, dark, 0.2).texture
        assert texture is not None
        assert (texture <= light).all()
        assert (texture >= dark - 1).all()


def test_figures_tell_right_from_null_from_wrong() -> None:
    case = Case(np.zeros((4, 4, 3), np.uint8), "AAA", "plain", "front", free=True, count=3)
    read = [
        Reading(case, "AAA", None, 1.0),
        Reading(replace(case, look="coloured"), "AAB", "AAA", 1.0),
        Reading(replace(case, free=False), None, "AAAA", 1.0),
        Reading(replace(case, free=False, truth=UNKNOWN), None, "AA", 1.0),
    ]
    found = {name: figures(some) for name, some in groups(read)}
    assert found["all in sight"]["count given: right"] == "50.0 %"
    assert found["all in sight"]["given: wrong and certain"] == 1
    assert found["all in sight"]["read: null"] == 1
    assert found["plain"]["given: wrong and certain"] == 0
    assert found["covered or cut off"]["read: wrong and certain"] == 1
    assert found["a disc in the air"]["given: null"] == 1
    assert found["a disc in the air"]["read: wrong and certain"] == 1


def test_painted_cases_differ_by_seed_and_tell_their_state() -> None:
    cases = [painted(bench_hanoi_renders.FIRST_PAINTED + k) for k in range(6)]
    assert all(set(case.truth) <= set("ABCD") and len(case.truth) >= 3 for case in cases)
    assert len({case.picture.tobytes() for case in cases}) == 6
    assert {case.view for case in cases} <= {"front", "oblique", "above"}


@pytest.mark.parametrize("case", [traced, ordinary])
def test_traced_cases_in_the_cache_are_not_traced_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Callable[[int, Path], Case]
) -> None:
    rng = np.random.default_rng(0)
    tower = Tower(3, np.array([0.2, 0.3, 0.4]), np.full(3, 0.1), 0.05, 0.6, ((2, 1, 0), (), ()))
    view = random_view(rng, tower)
    image = rng.integers(0, 255, (view.height, view.width, 3)).astype(np.uint8)
    scene = Painted(image, tower, view, np.zeros(3))
    monkeypatch.setattr(hanoi_cases, "traced_scene", lambda *_, **__: (scene, None))
    first = case(7, tmp_path)
    monkeypatch.delattr(hanoi_cases, "traced_scene")
    again = case(7, tmp_path)
    assert first.truth == again.truth == "AAA"
    assert np.array_equal(first.picture, again.picture)
    assert (first.look, first.view, first.free) == (again.look, again.view, again.free)


def test_cases_in_rooms_in_the_cache_are_not_traced_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = np.random.default_rng(0).integers(0, 255, (48, 64, 3)).astype(np.uint8)
    monkeypatch.setattr(
        hanoi_cases, "write_photo", lambda path, *_: cv2.imwrite(str(path), picture)
    )
    first = roomed(7, tmp_path)
    monkeypatch.delattr(hanoi_cases, "write_photo")
    again = roomed(7, tmp_path)
    assert np.array_equal(first.picture, again.picture)
    assert (first.truth, first.count, first.free) == (again.truth, again.count, again.free)


def test_towers_in_rooms_are_of_every_kind() -> None:
    """One in five has a hand before it, and half of the hands hold a disc."""
    stills = [random_still(seed) for seed in range(60)]
    assert {still.count for still in stills} == set(range(3, 9))
    assert {still.look for still in stills} == {"rainbow", "plain"}
    assert all(10 <= still.above <= 86 for still in stills)
    assert 4 <= sum(not still.free for still in stills) <= 22
    held = [still for still in stills if still.state == UNKNOWN]
    assert held
    assert not any(still.free for still in held)
    assert all(len(still.state) == still.count for still in stills if still not in held)


@pytest.mark.parametrize("seed", range(8))
def test_things_behind_a_toy_stand_on_its_table_and_hide_nothing_of_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    toy, _ = drawn(seed)
    points = np.concatenate([part.mesh.vertices for part in toy_parts(rng, toy)])
    away = np.array([0.0, 1.0, 0.0])
    camera = Camera(-500 * away, np.array([1.0, 0, 0]), np.array([0, 0, -1.0]), away, 300, (9, 9))
    things = draw_behind(rng, points, camera, -30.0, toy.pitch)
    assert 1 <= len(things) <= 5
    for thing in things:
        assert thing.mesh.vertices[:, 2].min() == pytest.approx(-30)
        assert thing.mesh.vertices[:, 1].min() > points[:, 1].max()


def test_round_feet_stand_alike_under_every_peg() -> None:
    """As many as one toy in four has; what joins them is no higher than they are."""
    toys = [drawn(seed)[0] for seed in range(200)]
    bars = 0
    for toy in toys:
        feet = [part.mesh.vertices for part in toy.board]
        wide = toy.pitch * (toy.tower.pegs - 1) / 2
        if len(feet) == 2:
            bars += 1
            assert feet[1][:, 2].max() < 1e-6
            assert np.abs(feet[1][:, 0]).max() == pytest.approx(wide)
            assert feet[0][:, 2].min() == pytest.approx(toy.floor * toy.pitch)
    assert 10 <= bars <= 45
