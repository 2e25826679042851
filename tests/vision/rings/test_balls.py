"""What the balls at the rods' lower ends tell of the rings."""

import numpy as np
import pytest

from vision.rings.balls import AS_SEEN, TELLS, Balls, ball_odds, balls_of, with_balls
from vision.rings.net import BALL, Floats, Spots

PITCH, TALL, HANGS = 20.0, 4.0, 0.5
STEP = np.array([PITCH, 0.0])
SURE = 8.0


def rods(drops: list[float]) -> tuple[Floats, Floats, Floats]:
    """Eyes, holes and balls (n, 2) of equally long rods that slid down by so many pitches."""
    x = PITCH * np.arange(len(drops))
    low = PITCH * np.array(drops)
    feet = np.stack([x, np.full_like(x, 100.0)], axis=1)
    eyes = feet + np.stack([0 * x, low - TALL * PITCH], axis=1)
    return eyes, feet, feet + np.stack([0 * x, low + HANGS * PITCH], axis=1)


def balls(at: Floats, score: float = 0.9) -> Spots:
    """Spots that are balls."""
    n, way = len(at), np.zeros((len(at), 2))
    return Spots(at, np.full(n, score), np.full(n, BALL), np.zeros(n), way, way, way)


def seen(drops: list[float], hidden: int | None = None) -> tuple[Balls, Floats]:
    """The balls of rods, and their eyes, of which one may be hidden."""
    eyes, feet, at = rods(drops)
    if hidden is not None:
        eyes[hidden] = np.nan
    return balls_of(balls(at), eyes, feet, STEP), eyes


def test_balls_are_found_below_their_rods() -> None:
    found, _ = seen([0, 0, 1.5, 0])
    np.testing.assert_allclose(found.drops, [0.5, 0.5, 2.0, 0.5], atol=1e-6)


def test_a_slanting_rod_has_the_ball_on_its_line() -> None:
    eyes, feet, at = rods([0, 0, 1.0, 0])
    eyes[2] += [-0.75 * PITCH, 0]
    at[2] += [0.375 * PITCH, 0]
    found = balls_of(balls(at), eyes, feet, STEP)
    assert found.drops[2] == pytest.approx(np.linalg.norm(at[2] - feet[2]) / PITCH)


def test_no_ball_is_that_of_two_rods() -> None:
    eyes, feet, at = rods([0, 0, 0])
    found = balls_of(balls(at[:2]), eyes, feet, STEP)
    assert np.isfinite(found.drops).tolist() == [True, True, False]


def test_without_balls_nothing_is_told() -> None:
    eyes, feet, _ = rods([0, 0, 0])
    found = balls_of(balls(np.zeros((0, 2))), eyes, feet, STEP)
    assert not ball_odds(found, np.full(3, SURE)).any()


def test_without_eyes_nothing_is_told() -> None:
    eyes, feet, at = rods([0, 0, 0])
    found = balls_of(balls(at), np.full_like(eyes, np.nan), feet, STEP)
    assert not ball_odds(found, np.zeros(3)).any()


def test_a_single_ball_tells_nothing() -> None:
    eyes, feet, at = rods([0, 0, 0])
    found = balls_of(balls(at[:1]), eyes, feet, STEP)
    assert not ball_odds(found, np.full(3, SURE)).any()


def test_a_ball_that_hangs_lower_tells_of_a_ring_whose_eye_is_hidden() -> None:
    found, eyes = seen([0, 0, 1.5, 0], hidden=2)
    on, clear = np.array([SURE, SURE, 0.0, SURE]), np.array([0.8, 0.8, 0.0, 0.8])
    eyes, on, clear = with_balls(found, eyes, on, clear)
    assert on[2] < -TELLS
    assert clear[2] == AS_SEEN
    np.testing.assert_allclose(eyes[2], rods([0, 0, 1.5, 0])[0][2])


def test_a_ball_that_hangs_as_others_do_tells_little_where_none_is_known_to_drop() -> None:
    found, _ = seen([0, 0, 0, 0], hidden=2)
    assert abs(ball_odds(found, np.array([SURE, SURE, 0.0, SURE]))[2]) < TELLS


def test_it_tells_nothing_where_rings_that_are_off_hang_alike() -> None:
    # As in sets that stand on a base.
    found, _ = seen([0, 0, 0, 0, 0], hidden=2)
    told = ball_odds(found, np.array([SURE, -SURE, 0.0, -SURE, SURE]))[2]
    assert abs(told) < 0.5


def test_it_tells_of_on_where_those_that_are_off_hang_lower() -> None:
    found, _ = seen([0, 1.5, 0, 0])
    all_alike, _ = seen([0, 0, 0, 0])
    on = np.array([SURE, -SURE, 0.0, SURE])
    assert ball_odds(found, on)[2] > max(0.5, ball_odds(all_alike, on)[2])


@pytest.mark.parametrize("hang", [0.3, 0.9, 1.5])
def test_where_no_eye_is_clear_balls_of_two_heights_tell_which_rings_are_on(hang: float) -> None:
    found, _ = seen([hang, hang + 1.2, hang + 1.1, hang, hang + 1.3])
    odds = ball_odds(found, np.zeros(5))
    assert (odds > 0).tolist() == [True, False, False, True, False]


def test_an_eye_that_its_ball_contradicts_is_less_sure_and_less_clear() -> None:
    eyes, feet, at = rods([0, 0, 1.5, 0])
    shadow = eyes.copy()
    shadow[2] = rods([0, 0, 0, 0])[0][2]
    found = balls_of(balls(at), shadow, feet, STEP)
    _, on, clear = with_balls(found, shadow, np.full(4, SURE), np.full(4, 0.8))
    assert on[2] < SURE - TELLS
    assert clear[2] == AS_SEEN
    assert on[3] > SURE - 0.5


def test_faint_balls_tell_less() -> None:
    eyes, feet, at = rods([0, 0, 1.5, 0])
    on = np.array([SURE, SURE, -1.0, SURE])
    faint, plain = (ball_odds(balls_of(balls(at, s), eyes, feet, STEP), on)[2] for s in (0.2, 0.9))
    assert plain < faint < 0
