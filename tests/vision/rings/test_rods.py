"""Rods and rows from marked spots that are written down by hand."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.rings.chain import best_chain, link
from vision.rings.counting import chances, close_ends, weighed
from vision.rings.net import BALL, EYE, FOOT, NECK, TIP, Floats, Spots
from vision.rings.places import CLOSE_LOOK, lengths_of, runs
from vision.rings.rods import rods_of
from vision.rings.toy import Toy, fit_toy

PITCH, ROD = 17.0, np.array([4.0, -80.0])
CLEAR = 0.45


def _spots(rows: list[tuple[int, Floats, float, float]]) -> Spots:
    """Spots from kind, place, score and log-odds of on; eyes and feet point at each other.

    Clear feet tell which of them is the first and which the last; faint ones tell nothing.
    """
    kind = np.array([row[0] for row in rows], dtype=np.intp)
    way = np.where((kind == FOOT)[:, None], ROD, -ROD)
    step = np.tile([PITCH, 0.0], (len(rows), 1))
    at = np.array([row[1] for row in rows])
    score, on = (np.array([row[k] for row in rows]) for k in (2, 3))
    clear = (kind == FOOT) & (score >= CLEAR)
    ends = np.where(clear[:, None], -4.0, 0.0) * np.ones(2)
    if clear.any():
        ends[np.argmin(np.where(clear, at[:, 0], np.inf)), 0] = 4.0
        ends[np.argmax(np.where(clear, at[:, 0], -np.inf)), 1] = 4.0
    return Spots(at, score, kind, on, step, way, ends)


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


def test_a_weak_foot_beyond_the_row_is_no_ring_but_a_doubt() -> None:
    rows = _toy_spots("110111001")
    beyond = [(FOOT, np.array([60 + 9 * PITCH, 140.0]), 0.2, 5.0)]
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


def test_a_last_rod_that_is_hidden_does_not_end_the_row_early() -> None:
    rows, last = _toy_spots("110111001"), 60 + 8 * PITCH
    spots = _spots([row for row in rows if row[0] == NECK or row[1][0] < last])
    # Nothing in the picture tells which rod is the last one.
    toy = fit_toy(replace(spots, ends=np.zeros_like(spots.ends)), 9)
    assert toy is not None
    assert toy.rings == 9
    assert np.isnan([toy.feet[-1], toy.eyes[-1]]).all()
    # The neck is one and a half places behind the row, and not ten behind its first rod.
    assert toy.counted > 0.3


def test_leaning_rods_keep_their_own_eyes() -> None:
    lean = np.array([1.1 * PITCH, 0.0])
    rows = [
        (kind, at + lean if kind == EYE else at, score, on)
        for kind, at, score, on in _toy_spots("110100111")
    ]
    spots = _spots(rows)
    way = np.where((spots.kind == FOOT)[:, None], ROD + lean, -ROD - lean)
    toy = fit_toy(replace(spots, rod=way))
    assert toy is not None
    assert _read(toy) == "110100111"


def test_a_clear_eye_that_no_rod_has_is_spare() -> None:
    rows = _toy_spots("101101")
    assert _fit(rows).spare == 0
    # Too far from its rod for it, and told as on; then told as neither; then far from the row.
    for at, on, spare in (((105, 100), 8.0, 0.7), ((105, 100), 0.1, 0), ((300, 60), 8.0, 0)):
        toy = _fit([*rows, (EYE, np.array(at, dtype=float), 0.7, on)])
        assert (toy.rings, toy.spare) == (6, spare)


def test_a_told_number_decides_where_the_picture_does_not() -> None:
    rows = _toy_spots("11111")
    beyond = [(FOOT, np.array([60 + 5 * PITCH, 140.0]), 0.35, 5.0)]
    spots = _spots(rows + beyond)
    for count in (5, 6):
        toy = fit_toy(replace(spots, ends=np.zeros_like(spots.ends)), count)
        assert toy is not None
        assert toy.rings == count


def test_two_spots_are_no_toy() -> None:
    assert fit_toy(_spots(_toy_spots("1")[:2])) is None


def test_the_best_chain_passes_over_what_is_beside_its_places() -> None:
    x = np.array([0.0, 10.0, 14.0, 20.0, 50.0])
    gain = np.array([2.0, 2.0, 2.5, 2.0, 2.0])
    chain = best_chain(link(x, gain, np.zeros((5, 5)), 10.0, 0.1, 0.6))
    assert chain is not None
    assert chain.picked.tolist() == [0, 1, 3]
    assert chain.worth == pytest.approx(6.0)


def test_the_best_chain_leaves_places_where_nothing_was_seen() -> None:
    x, gain = np.array([40.0, 0.0, 10.0, 20.0]), np.full(4, 7.0)
    chain = best_chain(link(x, gain, np.zeros((4, 4)), 10.0, 0.1, 0.6))
    assert chain is not None
    assert chain.picked.tolist() == [1, 2, 3, 0]
    assert chain.place.tolist() == [0, 1, 2, 4]
    assert chain.length == 5


def test_runs_add_up_their_places_and_look_at_their_ends() -> None:
    found = np.zeros((6, 14))
    found[:, 0] = [-4.0, 3.0, 2.0, 3.0, -1.0, 2.0]
    found[:, 12], found[:, 13] = [0, 5, 0, 0, 0, 0], [0, 0, 0, 7, 0, 0]
    run, told = runs(found)
    worth = told[:, 0]
    best = int(np.argmax(worth))
    assert run[best].tolist() == [1, 5]
    assert worth[best] == pytest.approx(9.0)
    own = np.flatnonzero((run == [1, 3]).all(axis=1))[0]
    assert told[own, 12:].tolist() == [5.0, 7.0]
    lengths = lengths_of(run[:, 1], worth)
    assert lengths[:, 0].tolist() == [3, 4, 5, 6]
    assert lengths[-1, 1] == pytest.approx(5.0)


def test_a_rod_that_looks_like_the_last_one_ends_the_row() -> None:
    rows = _toy_spots("111111", 0.5)
    plain = _spots(rows)
    ends = np.full((len(rows), 2), -4.0)
    ends[0, 0] = ends[8, 1] = 4.0
    told = fit_toy(replace(plain, ends=ends))
    assert told is not None
    assert told.rings == 5
    assert _fit(rows).rings == 6


def test_a_row_whose_places_fit_badly_is_a_doubt() -> None:
    chance = np.array([0.02, 0.97, 0.01])
    good, bad = (weighed(chance, mean, CLOSE_LOOK.sureness) for mean in (4.0, -4.0))
    for one in (good, bad):
        assert one.sum() == pytest.approx(1.0)
    assert good[1] > 0.95
    assert bad[1] < 0.5


@pytest.mark.parametrize("shadow", [False, True])
def test_a_rod_that_looks_unlike_the_others_is_a_doubt(shadow: bool) -> None:
    rows = _toy_spots("111111", 0.6)
    patch = np.full((192, 256), 200, np.uint8)
    for k in range(6):
        dark = 150 if shadow and k == 5 else 20
        x = round(60 + PITCH * k)
        cv2.line(patch, (x, 140), (x + 4, 60), dark, 3)
        cv2.rectangle(patch, (x - 8, 136), (x + 8, 144), dark, -1)
    toy = fit_toy(_spots(rows), patch=patch)
    plain = fit_toy(_spots(rows))
    assert toy is not None
    assert plain is not None
    six = [float(one.lengths[one.lengths[:, 0] == 6, 1][0]) for one in (toy, plain)]
    assert (six[0] < six[1]) == shadow


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


@pytest.mark.parametrize("cut_off", [False, True])
def test_a_ball_that_hangs_below_what_is_looked_at_is_not_missed(cut_off: bool) -> None:
    """Ring 1 has dropped nearly to the plate, and its ball as far below those of the others."""
    rows = _toy_spots("111110")
    rows[1] = (EYE, rows[0][1] + np.array([2.0, -20.0]), 0.5, -8.0)
    balls = [(BALL, at + np.array([-1.0, 12.0]), 0.9, 0.0) for _, at, _, _ in rows[2:12:2]]
    without, hung = (
        rods_of(_spots(some), np.array([PITCH, 0.0]), cut_off=cut_off)
        for some in (rows, rows + balls)
    )
    gained = hung.gain - without.gain
    own = (hung.ends == 0).all(axis=1)
    beside = (hung.ends == 1).all(axis=1)
    assert gained[beside] > 2
    assert (gained[own] < -2) == (not cut_off)
