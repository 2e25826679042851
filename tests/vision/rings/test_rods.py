"""Rods and rows from marked spots that are written down by hand."""

import numpy as np
import pytest

from vision.rings.chain import best_chains, link, shares
from vision.rings.counting import chances, close_ends
from vision.rings.net import EYE, FOOT, NECK, TIP, Floats, Spots
from vision.rings.toy import Toy, fit_toy

PITCH, ROD = 17.0, np.array([4.0, -80.0])


def _spots(rows: list[tuple[int, Floats, float, float]]) -> Spots:
    """Spots from kind, place, score and log-odds of on; eyes and feet point at each other."""
    kind = np.array([row[0] for row in rows], dtype=np.intp)
    way = np.where((kind == FOOT)[:, None], ROD, -ROD)
    step = np.tile([PITCH, 0.0], (len(rows), 1))
    at = np.array([row[1] for row in rows])
    score, on = (np.array([row[k] for row in rows]) for k in (2, 3))
    return Spots(at, score, kind, on, step, way)


def _toy_spots(state: str, score: float = 0.85) -> list[tuple[int, Floats, float, float]]:
    """A toy with its free end on the left; a ring that is off has dropped 15 pixels."""
    rows: list[tuple[int, Floats, float, float]] = []
    for k, digit in enumerate(state[::-1]):
        foot = np.array([60 + PITCH * k, 140.0])
        drop = np.array([0.0, 0.0 if digit == "1" else 15.0])
        rows.append((FOOT, foot, score, 0.0))
        rows.append((EYE, foot + ROD + drop, score, 8.0 if digit == "1" else -8.0))
    last = 60 + PITCH * (len(state) - 1)
    ends = [(TIP, np.array([35.0, 65.0]), 0.8, 0.0), (NECK, np.array([last + 30, 65]), 0.8, 0.0)]
    return rows + ends


def _fit(rows: list[tuple[int, Floats, float, float]], count: int | None = None) -> Toy:
    toy = fit_toy(_spots(rows), count)
    assert toy is not None
    return toy


def _read(toy: Toy) -> str:
    return "".join("1" if on > 0 else "0" for on in toy.on[::-1])


@pytest.mark.parametrize("state", ["111", "0101", "110111001", "010010011101"])
def test_a_clear_toy_is_counted_and_read(state: str) -> None:
    toy = _fit(_toy_spots(state))
    assert _read(toy) == state
    assert toy.counted > 0.9
    assert toy.headed > 0.9
    assert not np.isnan(toy.eyes).any()


def test_a_weak_eye_beyond_the_row_is_no_ring_but_a_doubt() -> None:
    rows = _toy_spots("110111001")
    beyond = [(EYE, np.array([60 + 9 * PITCH, 60.0]), 0.4, 5.0)]
    toy = _fit(rows + beyond)
    assert _read(toy) == "110111001"
    assert toy.counted < _fit(rows).counted


def test_a_hidden_eye_leaves_a_ring_that_is_not_seen() -> None:
    rows = [row for k, row in enumerate(_toy_spots("11111")) if k != 5]
    toy = _fit(rows)
    assert toy.rings == 5
    assert np.isnan(toy.eyes[2]).all()
    assert toy.on[2] == 0
    assert toy.seen[2] == 0


def test_a_rod_of_which_nothing_is_seen_leaves_a_place() -> None:
    rows = [row for k, row in enumerate(_toy_spots("1111111")) if k not in (6, 7)]
    toy = _fit(rows)
    assert toy.rings == 7
    assert np.isnan(toy.feet[3]).all()


def test_leaning_rods_keep_their_own_eyes() -> None:
    lean = np.array([1.1 * PITCH, 0.0])
    rows = [
        (kind, at + lean if kind == EYE else at, score, on)
        for kind, at, score, on in _toy_spots("110100111")
    ]
    spots = _spots(rows)
    way = np.where((spots.kind == FOOT)[:, None], ROD + lean, -ROD - lean)
    toy = fit_toy(Spots(spots.at, spots.score, spots.kind, spots.on, spots.step, way))
    assert toy is not None
    assert _read(toy) == "110100111"


def test_a_told_number_decides_where_the_picture_does_not() -> None:
    rows = _toy_spots("11111")
    beyond = [(EYE, np.array([60 + 5 * PITCH, 60.0]), 0.6, 5.0)]
    assert _fit(rows + beyond, 5).rings == 5
    assert _fit(rows + beyond, 6).rings == 6


def test_two_spots_are_no_toy() -> None:
    assert fit_toy(_spots(_toy_spots("1")[:2])) is None


def test_chains_of_every_length_are_the_best_of_their_length() -> None:
    x = np.array([0.0, 10.0, 14.0, 20.0, 40.0])
    gain = np.array([2.0, 2.0, 2.5, 2.0, 2.0])
    chains = best_chains(link(x, gain, np.zeros((5, 5)), 10.0, 0.1, 0.6), 6)
    by_length = {chain.length: chain for chain in chains}
    assert by_length[3].picked.tolist() == [0, 1, 3]
    assert by_length[3].worth == pytest.approx(6.0)
    assert by_length[5].place.tolist() == [0, 1, 2, 4]
    assert 6 not in by_length


def test_shares_split_a_place_between_two_spots_that_may_be_it() -> None:
    x, gain = np.array([0.0, 10.0, 10.1, 20.0]), np.array([2.0, 2.0, 2.0, 2.0])
    share = shares(link(x, gain, np.zeros((4, 4)), 10.0, 0.2, 0.6), 3)
    np.testing.assert_allclose(share.sum(axis=0), 1.0, atol=1e-3)
    np.testing.assert_allclose(share[1:3, 1], 0.5, atol=0.01)


def test_chances_sum_to_one_and_follow_the_worth() -> None:
    chance = chances(np.array([(8, 20.0), (9, 26.0), (10, 22.0)]))
    assert chance.sum() == pytest.approx(1.0)
    assert np.argsort(chance).tolist() == [0, 2, 1]
    assert chances(np.array([(8, 25.0), (9, 26.0)]), count=8)[0] > 0.5


def test_a_loop_that_ends_far_from_the_row_is_a_doubt() -> None:
    step = np.array([10.0, 0.0])
    near = np.array([[-20.0, 0.0], [60.0, 0.0]])
    far = np.array([[-20.0, 0.0], [120.0, 0.0]])
    unseen = np.full((2, 2), np.nan)
    assert close_ends((0.0, 3.0), near, step) == 1.0
    assert close_ends((0.0, 3.0), far, step) == 0.0
    assert close_ends((0.0, 3.0), unseen, step) == 1.0
