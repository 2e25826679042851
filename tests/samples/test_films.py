"""What happens in the bundled clips and photos, without rendering them."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from samples.render import SceneError
from samples.render.cube_film import write_corners, write_photos
from samples.render.film import UNKNOWN, Setup, Shot, truth_lines, write_photo
from samples.render.hanoi_film import THREE_DISCS, still_scene
from samples.render.rings_film import FIVE_RINGS, rings_shots
from samples.render.rings_film import still_scene as rings_still
from samples.render.rings_model import LOOKS, RingsScene, RingsToy
from samples.render.rings_parts import rings_parts
from samples.render.rings_pose import Pose, pose_rings
from samples.render.room import room
from samples.render.scene import Part, Scene, project
from samples.render.sensor import calmed
from samples.render.trace import without_sparks
from solver import PUZZLES


def corners_of(parts: tuple[Part, ...]) -> np.ndarray:
    return np.concatenate([part.mesh.vertices for part in parts])


def pose(state: str, look: str = "steel") -> RingsScene:
    toy = RingsToy(len(state), look=look)
    return pose_rings(toy, state, Pose(), np.random.default_rng(1))


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_has_surfaces(look: str) -> None:
    for part in rings_parts(pose("1111", look), (0.0, 0.0, 0.0)):
        assert part.mesh.faces.size


def test_a_ring_that_drops_takes_its_ball_down() -> None:
    on, off = (corners_of(rings_parts(pose(s), (0.0, 0.0, 200.0))) for s in ("1111", "0111"))
    assert off[:, 2].min() < on[:, 2].min() - 40


def test_a_mirrored_toy_is_not_inside_out() -> None:
    toy = RingsToy(3, look="lacquer", handle="block", post=True)
    mirrored = pose_rings(toy, "111", Pose(mirrored=True), np.random.default_rng(1))
    for part in rings_parts(mirrored, (0.0, 0.0, 0.0)):
        a, b, c = (part.mesh.vertices[part.mesh.faces[:, k]] for k in range(3))
        flat = np.cross(b - a, c - a)
        real = np.linalg.norm(flat, axis=1) > 1e-6
        agree = np.einsum("ij,ij->i", flat, part.mesh.normals[part.mesh.faces].mean(axis=1))
        assert (agree[real] > 0).mean() > 0.99


def test_a_game_of_rings_hides_its_states_between() -> None:
    shots = rings_shots(RingsToy(5, rod=96.0), FIVE_RINGS[:3], room(1, clutter=0), seed=1)
    states = [line.split(" ")[1] for line in truth_lines(shots, 12.0)]
    assert states == ["11111", "?", "11110", "?", "11010"]
    assert all(shot.hasty == (shot.state == UNKNOWN) for shot in shots)


def test_a_game_of_rings_moves_one_ring_at_a_time() -> None:
    with pytest.raises(SceneError, match="one ring to differ, got 11111 and 11100"):
        rings_shots(RingsToy(5, rod=96.0), ("11111", "11100"), room(1, clutter=0), seed=1)


@pytest.mark.parametrize(("name", "states"), [("rings", FIVE_RINGS), ("hanoi", THREE_DISCS)])
def test_the_bundled_games_are_legal(name: str, states: tuple[str, ...]) -> None:
    puzzle = PUZZLES[name](len(states[0]))
    for before, after in pairwise(puzzle.parse(state) for state in states):
        assert after in [puzzle.apply(before, move) for move in puzzle.moves(before)]


@pytest.mark.parametrize("seed", range(3))
def test_a_still_of_rings_holds_the_whole_toy(seed: int) -> None:
    scene = rings_still("110101101", "steel", "oak", seed)
    toy = corners_of(tuple(p for p in scene.parts if p.surface.finish == "metal"))
    pixels = project(scene.eye, toy, (640, 480))
    inside = ((pixels > 0) & (pixels < [640, 480])).all(axis=1)
    assert inside.all()


@pytest.mark.parametrize("above", [15.0, 45.0])
def test_a_still_of_hanoi_holds_the_whole_toy(above: float) -> None:
    scene = still_scene("AAABBCCC", "plain", "linen", above, seed=4)
    toy = corners_of(scene.parts[-10:])
    pixels = project(scene.eye, toy, (640, 480))
    assert ((pixels > 0) & (pixels < [640, 480])).all()


def test_photos_of_a_cube_show_it_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    taken: list[Scene] = []
    monkeypatch.setattr(
        "samples.render.cube_film.write_photo", lambda path, scene, setup: taken.append(scene)
    )
    write_photos(tmp_path, Setup())
    write_corners(tmp_path, Setup())
    assert len(taken) == 8
    for scene in taken:
        pixels = project(scene.eye, corners_of(scene.parts[-7:]), (640, 480))
        assert ((pixels > 0) & (pixels < [640, 480])).all()


def test_a_photo_is_a_jpeg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    light = np.full((48, 64, 3), 0.2)
    monkeypatch.setattr("samples.render.film.render", lambda *args, **more: light)
    write_photo(tmp_path / "new" / "a.jpg", still_scene("A", "plain", "oak", 20.0, 1), Setup())
    assert (tmp_path / "new" / "a.jpg").read_bytes()[:2] == b"\xff\xd8"


def test_truth_has_a_line_only_where_something_changes() -> None:
    scene = still_scene("A", "plain", "oak", 20.0, 1)
    shots = [Shot(scene, "A", 5), Shot(scene, "A", 5), Shot(scene, "?", 2), Shot(scene, "B", 3)]
    assert truth_lines(shots, 10.0) == ["0.000 A", "1.000 ?", "1.200 B"]


def test_sparks_are_dimmed_and_highlights_kept() -> None:
    light = np.full((9, 9, 3), 0.1)
    light[4, 4] = 50.0
    light[0:2, 0:3] = 5.0
    calm = without_sparks(light)
    assert calm[4, 4] == pytest.approx([0.1, 0.1, 0.1])
    assert calm[0, 0] == pytest.approx([5, 5, 5])


def test_calming_evens_grain_and_keeps_edges() -> None:
    light = np.full((40, 40, 3), 0.2)
    light[:, 20:] = 0.8
    noisy = light * np.random.default_rng(1).normal(1, 0.05, light.shape)
    calm = calmed(noisy)
    assert calm[:, :18].std() < 0.6 * noisy[:, :18].std()
    assert calm[:, 21].mean() - calm[:, 18].mean() > 0.5
