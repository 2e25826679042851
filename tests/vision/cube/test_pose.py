"""The pose of a solid from lines that were seen on it."""

import cv2
import numpy as np
import pytest

from vision.cube.pose import Lines, Pose, poses_of_plane, set_closer

CORNERS = np.array([[x, y, z] for x in (0.0, 3) for y in (0.0, 3) for z in (0.0, 3)])
IMAGE = np.zeros((480, 640, 3), np.uint8)


def posed(focal: float, turn: tuple[float, float, float], deep: float) -> Pose:
    rotation = np.asarray(cv2.Rodrigues(np.array(turn))[0], np.float64)
    return Pose(focal, np.array([320.0, 240.0]), rotation, np.array([-1.0, -1.2, deep]))


def lines(pose: Pose) -> Lines:
    """Every corner, seen across and down."""
    points, normals = np.repeat(CORNERS, 2, axis=0), np.tile(np.eye(2), (len(CORNERS), 1))
    return Lines(points, pose.seen(points), normals, np.full(len(points), 40.0))


@pytest.mark.parametrize("focal", [500.0, 900.0])
def test_a_pose_is_set_closer_with_its_focal_length(focal: float) -> None:
    true = posed(focal, (0.5, -0.6, 0.2), 9.0)
    pose, fits = posed(640.0, (0.45, -0.52, 0.25), 9.0 * 640 / focal), 0.0
    for _ in range(4):
        pose, fits = set_closer(pose, lines(true), 640.0, 1.5)
    assert np.abs(pose.seen(CORNERS) - true.seen(CORNERS)).max() < 1.0
    assert abs(np.log(pose.focal / focal)) < 0.1
    assert fits > 15.5


def test_a_line_that_is_far_off_does_not_count() -> None:
    true = posed(640.0, (0.5, -0.6, 0.2), 9.0)
    seen = lines(true)
    pixels = seen.pixels.copy()
    pixels[3] += 60.0
    pose, fits = set_closer(true, Lines(seen.points, pixels, seen.normals, seen.sides), 640.0, 0.5)
    assert np.abs(pose.seen(CORNERS) - true.seen(CORNERS)).max() < 0.5
    assert 14.0 < fits < 15.5


def test_a_plane_has_its_true_pose_among_two() -> None:
    true = posed(640.0, (0.7, -0.4, 0.1), 10.0)
    plane = np.array([[x, y, 0.0] for x in range(4) for y in range(4)])
    found = poses_of_plane(IMAGE, plane, true.seen(plane), 1.0)
    assert np.abs(found[0].seen(CORNERS) - true.seen(CORNERS)).max() < 1.0


def test_points_on_one_spot_have_no_pose() -> None:
    plane = np.array([[x, y, 0.0] for x in range(4) for y in range(4)])
    assert poses_of_plane(IMAGE, plane, np.full((16, 2), 300.0), 1.0) == []
