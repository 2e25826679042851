"""Traced pictures of the nine rings: camera, rooms, hands and light; mostly without the tracer."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from samples.render.mesh import Mesh, ball
from samples.render.rings_draw import View, draw_scene, draw_view
from samples.render.rings_model import RingsScene
from samples.render.rings_parts import materials, rings_parts
from samples.render.scene import Part, Scene, Surface, project
from samples.render.trace import render
from samples.render.traced_camera import eye_of
from samples.render.traced_light import draw_sky
from samples.render.traced_look import GROUNDS, METALS, draw_ground_surface, draw_surfaces
from samples.render.traced_room import covered, draw_hand, draw_room, outline
from tests import bench_rings_traced
from tests.bench_rings import Case, Reading
from tests.bench_rings_traced import agreement, agreements, pairs
from vision.frame import Observation

SIZE = (320, 240)
UP = np.array([0.0, 0, 1])


def drawn(seed: int) -> tuple[RingsScene, View]:
    rng = np.random.default_rng(seed)
    scene = draw_scene(rng)
    return scene, draw_view(rng, scene, SIZE, 0.8)


@pytest.mark.parametrize("seed", range(12))
def test_the_tracers_camera_sees_what_the_view_does(seed: int) -> None:
    scene, view = drawn(seed)
    points = np.concatenate([scene.eyes, scene.feet, [scene.tip, scene.neck]])
    expected = view.project(points)[0] + 0.5
    # Turned rather than shifted by half a pixel: exact in the middle, a little off in the corners.
    np.testing.assert_allclose(project(eye_of(view), points, SIZE), expected, atol=0.2)
    middle = (view.at + 500 * view.ahead)[None]
    np.testing.assert_allclose(project(eye_of(view), middle, SIZE), [[160.5, 120.5]], atol=1e-3)


@pytest.mark.skipif(importlib.util.find_spec("mitsuba") is None, reason="mitsuba is not installed")
def test_a_traced_ball_is_where_the_view_has_it() -> None:
    _, view = drawn(3)
    size = (64, 48)
    small = View(view.at, view.right, view.down, view.ahead, view.focal / 5, size)
    place = view.at + 400 * view.ahead + 60 * view.right - 30 * view.down
    white = Part(ball(14).moved(place), Surface("matte", (240.0, 240.0, 240.0)))
    sky = np.full((16, 32, 3), 0.05)
    light = render(Scene((white,), eye_of(small), sky), size, samples=8, alike=True).mean(axis=2)
    assert light.shape == (48, 64)
    y, x = np.nonzero(np.abs(light - sky[0, 0, 0]) > 0.001)
    assert 20 < len(x) < 800
    expected = small.project(place[None])[0][0]
    np.testing.assert_allclose([x.mean(), y.mean()], expected, atol=0.25)


@pytest.mark.parametrize("seed", range(24))
def test_nothing_in_a_room_hides_an_eye(seed: int) -> None:
    scene, view = drawn(seed)
    room = draw_room(np.random.default_rng(seed), scene, view)
    rods = np.concatenate([scene.eyes, [scene.tip]])
    assert not covered(rods, view, [part.mesh for part in room]).any()


def test_a_lying_toy_has_a_table_under_it() -> None:
    flat = [scene for scene, _ in map(drawn, range(16)) if scene.front[2] > 0.9]
    assert flat
    for seed, scene in enumerate(flat):
        view = draw_view(np.random.default_rng(seed), scene, SIZE, 0.8)
        table = draw_room(np.random.default_rng(seed), scene, view)[0].mesh
        assert scene.table is not None
        assert np.allclose(table.vertices[:, 2], scene.table, atol=0.1)
        assert np.allclose(table.normals, UP)


def test_what_is_before_a_point_covers_it() -> None:
    scene, view = drawn(1)
    half = view.at + 0.5 * (scene.eyes[0] - view.at)
    beyond = view.at + 1.5 * (scene.eyes[0] - view.at)
    assert covered(scene.eyes[:1], view, [ball(5).moved(half)]).tolist() == [True]
    assert covered(scene.eyes[:1], view, [ball(5).moved(beyond)]).tolist() == [False]
    assert covered(scene.eyes[:1], view, []).tolist() == [False]


def test_a_playing_hand_is_at_the_toy_and_faces_outwards() -> None:
    scene, view = drawn(5)
    for holds in (False, True):
        mesh = draw_hand(np.random.default_rng(1), scene, view, holds=holds).mesh
        assert _facing(mesh) > 0.98
        spots = np.concatenate([outline(scene), scene.centres, [scene.neck]])
        gaps = np.linalg.norm(mesh.vertices[::50, None] - spots[None], axis=2)
        assert gaps.min() < 40


def _facing(mesh: Mesh) -> float:
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    flat, mean = np.cross(b - a, c - a), mesh.normals[mesh.faces].mean(axis=1)
    return float((np.einsum("ij,ij->i", flat, mean) > 0).mean())


def test_the_light_is_brighter_on_the_viewers_side() -> None:
    towards = np.array([0.0, -1, 0])
    skies = [draw_sky(np.random.default_rng(k), UP, towards) for k in range(24)]
    assert all(sky.shape == (128, 256, 3) and sky.min() > 0 for sky in skies)
    front, back = np.r_[-64:64], np.r_[64:192]
    share = np.mean([sky[:, front].mean() > sky[:, back].mean() for sky in skies])
    assert share > 0.6


def test_every_material_gets_a_surface_and_metals_are_metal() -> None:
    scene, _ = drawn(2)
    names = materials(scene)
    found = draw_surfaces(np.random.default_rng(0), names)
    assert set(found) == set(names)
    assert all(found[name].finish == "metal" for name in names if name in METALS)
    parts = rings_parts(scene, (0, 0, 0), surfaces=found)
    assert [part.surface for part in parts] == [found[name] for name in names]


def test_grounds_of_all_kinds_have_patterns() -> None:
    rng = np.random.default_rng(7)
    found = [draw_ground_surface(rng) for _ in range(4 * len(GROUNDS))]
    textures = [one.texture for one in found if one.texture is not None]
    assert {t.shape for t in textures} == {(512, 512, 3)}
    assert np.mean([t.std() > 1 for t in textures]) > 0.9
    assert any(one.texture is None for one in found)


def _read(told: str, truth: str, shift: float) -> Reading:
    """A reading of four eyes ten pixels apart, whose marks lie `shift` pixels beside them."""
    eyes = np.stack([np.arange(4) * 10.0, np.zeros(4)], axis=1)
    cells = np.array([[0.1, 0.9] if digit == "1" else [0.9, 0.1] for digit in told])
    seen = Observation(cells, eyes[: len(told)] + np.array([0, shift]), 0.0, size=(len(told),))
    counted = len(told) == 4
    right = sum(a == b for a, b in zip(told, truth, strict=True)) if counted else 0
    case = Case(np.zeros((4, 4, 3), np.uint8), truth[::-1], eyes=eyes)
    return Reading(case, seen, counted, told == truth, True, 4 * counted, right, 1.0)


def test_agreement_is_over_the_toys_counted_right_twice() -> None:
    same = (_read("1101", "1101", 1.0), _read("1101", "1101", -1.0))
    one_off = (_read("1101", "1101", 0.0), _read("1001", "1101", 0.0))
    miscounted = (_read("1101", "1101", 0.0), _read("101", "1101", 0.0))
    found = agreement([same, one_off, miscounted])
    assert (found["scenes"], found["counted right in both"], found["readings alike"]) == (3, 2, 1)
    assert found["rings alike"] == pytest.approx(7 / 8)
    assert found["marks apart, pitches"] == pytest.approx(0.1)
    assert found["traced marks off"] == found["raster marks off"] == pytest.approx(0.05)
    assert found["rings right, traced"] == 1
    assert found["rings right, raster"] == pytest.approx(7 / 8)
    assert agreements([same, one_off])[""] == agreements([same, one_off])["all"]


def test_pictures_in_the_cache_are_not_traced_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grey = np.full((48, 64, 3), 77, np.uint8)
    monkeypatch.setattr(bench_rings_traced, "_traced", lambda *_: grey)
    ((first, twin),) = pairs(1, size=(64, 48), cache=tmp_path)
    monkeypatch.delattr(bench_rings_traced, "_traced")
    ((again, other),) = pairs(1, size=(64, 48), cache=tmp_path)
    assert np.array_equal(again.picture, grey)
    assert np.array_equal(first.picture, grey)
    assert np.array_equal(other.picture, twin.picture)
    assert first.truth == again.truth == other.truth
    assert np.array_equal(first.eyes, other.eyes)
