"""When a state counts that is believed: how long, how still, and how plainly seen."""

import pytest

from companion.candidate import Candidate, Favourite
from solver import Estimate

# Seconds from look to look, and for how long a state has to be believed.
LOOK, WAITS = 0.05, (0.4, 0.2)


def _counts_at(
    looks: list[tuple[float, float | None, bool, bool]], *, beside: bool = False
) -> float | None:
    """When it counts, of looks (certainty, stirred, plain, seen) from nought seconds on."""
    candidate = Candidate("10", 0.0, WAITS, 0.0, beside=beside)
    for k, (certainty, stirred, plain, seen) in enumerate(looks):
        if candidate.counts(k * LOOK, certainty, stirred, plain=plain, seen=seen):
            return k * LOOK
    return None


def test_it_counts_sooner_where_no_doubt_is_left_and_the_toy_lies_still() -> None:
    assert _counts_at([(0.999, 0.0, True, True)] * 20) == pytest.approx(0.2)
    assert _counts_at([(0.95, 0.0, True, True)] * 20) == pytest.approx(0.4)
    assert _counts_at([(0.999, None, True, True)] * 20) == pytest.approx(0.4)


def test_one_look_that_is_not_plain_does_not_put_it_off_for_long() -> None:
    looks = [(0.999, 0.0, k != 1, True) for k in range(20)]
    assert _counts_at(looks) == pytest.approx(0.3)


def test_what_is_hardly_seen_waits_for_longer() -> None:
    assert _counts_at([(0.999, 0.0, False, False)] * 20) == pytest.approx(0.8)
    assert _counts_at([(0.999, 0.9, True, True)] * 20) == pytest.approx(0.8)


@pytest.mark.parametrize(("certainty", "at"), [(0.999, 0.4), (0.92, 0.8)])
def test_what_was_plain_to_see_may_be_less_plain_if_it_is_beyond_doubt(
    certainty: float, at: float
) -> None:
    """Behind fingers it is not beyond doubt."""
    looks = [(certainty, 0.0, True, True)] * 2 + [(certainty, 0.0, False, False)] * 18
    assert _counts_at(looks) == pytest.approx(at)


@pytest.mark.parametrize(("quiet", "at"), [(1, 0.8), (3, 0.4)])
def test_fingers_that_come_after_it_was_seen_at_a_still_toy_are_for_the_next_move(
    quiet: int, at: float
) -> None:
    looks = [(0.999, 0.0, True, True)] * quiet + [(0.999, 0.9, True, True)] * 18
    assert _counts_at(looks) == pytest.approx(at)


@pytest.mark.parametrize(("stirs", "at"), [(0.0, 0.2), (0.9, 0.8)])
def test_a_hand_that_goes_on_by_fits_and_starts_leaves_no_still_toy(
    stirs: float, at: float
) -> None:
    looks = [(0.999, stirs * (k % 2), k < 6, True) for k in range(1, 20)]
    assert _counts_at(looks) == pytest.approx(at)


@pytest.mark.parametrize(("other", "at"), [(1, 0.2), (0, 0.8)])
def test_a_cell_that_shows_something_else_for_long_makes_it_wait(other: int, at: float) -> None:
    """Each cell may be misread now and then."""
    candidate = Candidate("10", 0.0, WAITS, 0.0)
    for k in range(20):
        contrary = [cell == k % 2 * other for cell in (0, 1)]
        if candidate.counts(k * LOOK, 0.999, 0.0, plain=True, seen=True, contrary=contrary):
            break
    assert k * LOOK == pytest.approx(at)


@pytest.mark.parametrize(("plain", "at"), [(True, 0.4), (False, 0.8)])
def test_fingers_that_stirred_a_moment_ago_may_be_in_front_of_what_is_not_plain(
    plain: bool, at: float
) -> None:
    looks = [(0.95, 0.2 * (k % 2), plain, True) for k in range(20)]
    assert _counts_at(looks) == pytest.approx(at)


@pytest.mark.parametrize(("beside", "at"), [(False, 0.4), (True, 0.8)])
def test_what_is_not_planned_is_not_told_of_fingers_that_still_move(
    beside: bool, at: float
) -> None:
    """All is in plain sight meanwhile: fingers may be at the one ring that seems to be moved."""
    looks = [(0.999, 0.7 * (k % 2), True, True) for k in range(20)]
    assert _counts_at(looks, beside=beside) == pytest.approx(at)
    # Once they are gone it has waited long enough.
    still = looks[:6] + [(0.999, 0.0, True, True)] * 14
    assert _counts_at(still, beside=beside) == pytest.approx(0.4)


@pytest.mark.parametrize(("wait", "at"), [(0.4, 0.3), (0.9, 0.9)])
def test_what_was_likelier_for_a_while_counts_from_then_on_but_for_long_waits(
    wait: float, at: float
) -> None:
    candidate = Candidate("10", 0.0, (wait, wait), -0.1)
    looks = (k * LOOK for k in range(40))
    counts = (now for now in looks if candidate.counts(now, 0.95, 0.0, plain=True, seen=True))
    assert next(counts) == pytest.approx(at)


def test_the_favourite_is_likelier_than_all_others_together() -> None:
    favourite: Favourite[str] = Favourite()
    looks = [("10", 0.4), ("10", 0.6), ("10", 0.95), ("11", 0.6), ("11", 0.9)]
    begun = []
    for k, (state, certainty) in enumerate(looks):
        favourite.take(Estimate(state, certainty), float(k))
        begun.append((favourite.state, favourite.since))
    assert begun == [(None, 0.0), ("10", 1.0), ("10", 1.0), ("11", 3.0), ("11", 3.0)]
    favourite.take(None, 4.1)
    favourite.take(Estimate("11", 0.9), 4.2)
    assert favourite.since == 3.0
    favourite.take(None, 4.3)
    favourite.take(Estimate("11", 0.9), 5.0)
    assert favourite.since == 5.0
    favourite.take(Estimate("11", 0.9), 5.1, 0.05)
    assert favourite.since == 5.0
    favourite.take(Estimate("11", 0.9), 5.2, 0.5)
    assert favourite.since == 5.2
