"""The geometry of the rendered toys, without the path tracer."""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from samples.render import SceneError
from samples.render.cube_film import SCAN_ORDER, scan_poses, scrambled, turned_facelets
from samples.render.cube_model import between, cube_parts, face_axes, resting_height, showing
from samples.render.film import Shot, truth_lines
from samples.render.hand import pinch
from samples.render.hanoi_film import THREE_DISCS, hanoi_shots
from samples.render.hanoi_model import HanoiToy, hanoi_parts, stacks_of
from samples.render.mesh import Mesh, ball, merged, rounded_box, tile, torus, tube, turn_about
from samples.render.room import room
from samples.render.scene import Eye, project
from samples.render.sensor import Sensor, develop
from samples.render.texture import room_light, wood
from solver.cube import FACE_TURNS

WIRE = np.array([[0.0, 0, 0], [0, 0, 50], [0, 0, 100]])
SOLIDS = {
    "ball": (ball(10), 4 / 3 * np.pi * 1000),
    "torus": (torus(20, 2), 2 * np.pi**2 * 20 * 4),
    "box": (rounded_box((10, 20, 30), 1), 5915.0),
    "tube": (tube(WIRE, 3), 900 * np.pi + 36 * np.pi),
}


def volume(mesh: Mesh) -> float:
    """By the divergence theorem: right only where every triangle faces outwards."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def facing(mesh: Mesh) -> float:
    """The share of triangles whose normals agree with their winding."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    flat = np.cross(b - a, c - a)
    real = np.linalg.norm(flat, axis=1) > 1e-9
    mean = mesh.normals[mesh.faces].mean(axis=1)
    return float((np.einsum("ij,ij->i", flat, mean)[real] > 0).mean())


@pytest.mark.parametrize("name", SOLIDS)
def test_solids_have_their_volume(name: str) -> None:
    mesh, expected = SOLIDS[name]
    assert volume(mesh) == pytest.approx(expected, rel=0.04)
    assert facing(mesh) == 1.0


def test_a_tile_faces_outwards() -> None:
    assert facing(tile(16, 2, 1, 0.3)) == 1.0


def test_moving_and_merging_keep_volumes() -> None:
    mesh = rounded_box((4, 5, 6), 0.5)
    moved = mesh.moved((100, 0, 0), turn_about((1, 2, 3), 40))
    assert volume(moved) == pytest.approx(volume(mesh))
    assert volume(merged([mesh, moved])) == pytest.approx(2 * volume(mesh))


def test_the_hand_is_a_closed_body_around_its_grip() -> None:
    mesh = pinch((10.0, 20.0, 30.0), grip=50)[0].mesh
    assert facing(mesh) > 0.99
    sides = np.sort(mesh.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    # Two triangles a side; four where two fingers touch in one cell of the grid.
    assert set(Counter(map(tuple, sides.tolist())).values()) <= {2, 4}
    near = np.linalg.norm(mesh.vertices - [10, 20, 30], axis=1).min()
    assert 15 < near < 40  # there is room for the disc, and not much more


def test_a_point_ahead_is_in_the_middle_of_the_picture() -> None:
    eye = Eye((0, -500, 300), (0, 0, 40), 40)
    middle, right, upper = project(
        eye, np.array([[0, 0, 40.0], [50, 0, 40], [0, 0, 90]]), (640, 480)
    )
    assert middle == pytest.approx([320, 240])
    assert right[0] > 330
    assert right[1] == pytest.approx(240)
    assert upper[1] < 230


def test_hanoi_state_letters_are_pegs_largest_first() -> None:
    assert stacks_of("CBA", 3) == [[1], [2], [3]]
    assert stacks_of("AAA", 3) == [[3, 2, 1], [], []]
    with pytest.raises(SceneError, match="expected letters A to C, got 'AD'"):
        stacks_of("AD", 3)


def test_hanoi_discs_lie_on_their_pegs() -> None:
    toy = HanoiToy(3)
    board, pegs, *discs = hanoi_parts(toy, "CBB")
    middles = [part.mesh.vertices.mean(axis=0) for part in discs]
    # Peg by peg, bottom first: the middle one, the small one, then the large one.
    for middle, peg, height in zip(middles, (1, 1, 2), (0, 1, 0), strict=True):
        assert middle == pytest.approx(toy.place(peg, height), abs=2.0)
    assert board.mesh.vertices[:, 2].min() >= 0
    assert pegs.mesh.vertices[:, 2].max() > max(d.mesh.vertices[:, 2].max() for d in discs)


def test_a_game_of_hanoi_hides_its_states_between() -> None:
    place = room(1, clutter=0)
    shots = hanoi_shots(HanoiToy(3), THREE_DISCS[:3], place, Eye((0, -500, 300), (0, 0, 40)))
    lines = truth_lines(shots, fps=10.0)
    assert [line.split(" ")[1] for line in lines] == ["AAA", "?", "AAC", "?", "ABC"]
    assert lines[0] == "0.000 AAA"


@pytest.mark.parametrize("seed", range(3))
def test_layers_turn_as_the_rules_say(seed: int) -> None:
    cube = scrambled(seed)
    for turn in FACE_TURNS:
        expected = (cube * turn.cube).facelets()
        assert turned_facelets(cube.facelets(), turn.axis, turn.quarters) == expected


def test_a_scan_shows_face_after_face_to_the_sky() -> None:
    poses = scan_poses()
    for pose, face in zip(poses, SCAN_ORDER, strict=True):
        assert pose @ face_axes(face)[2] == pytest.approx([0, 0, 1], abs=1e-9)
        assert np.linalg.det(pose) == pytest.approx(1)
        assert resting_height(pose) == pytest.approx(28.5)


def test_an_upright_face_has_its_right_to_the_right() -> None:
    for face in "URFDLB":
        pose = showing(face, 0)
        assert pose @ face_axes(face)[0] == pytest.approx([1, 0, 0])
        assert pose @ face_axes(face)[1] == pytest.approx([0, -1, 0])


def test_between_two_poses_lies_half_the_turn() -> None:
    half = between(np.eye(3), turn_about((0, 0, 1), 90), 0.5)
    assert half == pytest.approx(turn_about((0, 0, 1), 45))


def test_every_sticker_of_a_cube_is_there() -> None:
    for look, rise in (("stickers", 0.22), ("stickerless", 0.1)):
        parts = cube_parts("URFDLB" * 9, pose=np.eye(3), look=look)
        assert len(parts) == 7
        outside = max(part.mesh.vertices[:, 2].max() for part in parts)
        assert outside == pytest.approx(57 + rise, abs=0.1)
    with pytest.raises(SceneError, match="expected 54 letters"):
        cube_parts("URF", pose=np.eye(3))


def test_a_turning_layer_leaves_the_others_alone() -> None:
    still = cube_parts("U" * 54, pose=np.eye(3))
    turning = cube_parts("U" * 54, pose=np.eye(3), turning=("U", 45.0))
    for before, after in zip(still, turning, strict=True):
        low = before.mesh.vertices[:, 2] < 37.5
        assert np.array_equal(before.mesh.vertices[low], after.mesh.vertices[low])
        assert not np.allclose(before.mesh.vertices, after.mesh.vertices)


def test_shots_of_no_frames_and_unknown_tables_are_refused() -> None:
    with pytest.raises(SceneError, match="1 frame or more, got 0"):
        Shot(hanoi_shots(HanoiToy(1), ["A"], room(1), Eye((0, -9, 9), (0, 0, 0)))[0].scene, "A", 0)
    with pytest.raises(SceneError, match="table: expected one of"):
        room(1, table="ice")


def test_pictures_come_from_their_seeds() -> None:
    light, dark = (220.0, 180.0, 130.0), (160.0, 110.0, 70.0)
    assert np.array_equal(wood(4, light, dark, size=96), wood(4, light, dark, size=96))
    assert not np.array_equal(wood(4, light, dark, size=96), wood(5, light, dark, size=96))
    assert room_light(1).min() > 0


def test_the_sensor_exposes_and_adds_grain() -> None:
    flat = np.full((60, 80, 3), 0.01)
    first = develop(flat, Sensor(), seed=1)
    assert first.shape == (60, 80, 3)
    assert 90 < first.mean() < 160
    assert 0.3 < first[20:40, 30:50].std() < 8
    assert np.array_equal(first, develop(flat, Sensor(), seed=1))
    assert not np.array_equal(first, develop(flat, Sensor(), seed=2))


def test_without_the_path_tracer_one_line_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['mitsuba'] = None\n"
        "from samples.render.__main__ import main\n"
        "sys.exit(main(['cube/corners', '--out', '/nonexistent/never-made']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'puzzle-companion[render]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
