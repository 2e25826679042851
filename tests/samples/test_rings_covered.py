"""Lessons on what lies over toys: it hides what it should, and strips show what is told of them."""

import numpy as np
import pytest

from samples.render import rings_covered as lessons
from samples.render.rings_bulk import shard
from vision.rings.covered import HIGH, MOST, WIDE

SHARD = tuple[np.ndarray, np.ndarray]


@pytest.fixture(scope="module")
def drawn() -> SHARD:
    """Some pictures and their key points."""
    return shard(7, 12)


@pytest.fixture(scope="module")
def covers() -> lessons.Covers:
    """Things to lay over them."""
    return lessons.Covers(np.random.default_rng(1))


def rows(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The eyes and feet (n, 2) of a picture."""
    told = points[:-1][np.isfinite(points[:-1, 6])].astype(np.float64)
    return told[:, 0:2], told[:, 2:4]


def test_lessons_are_strips_of_all_kinds(drawn: SHARD, covers: lessons.Covers) -> None:
    rng = np.random.default_rng(2)
    pairs = list(zip(*drawn, strict=True)) * 4
    made = [one for one in (lessons.entry(rng, covers, *pair) for pair in pairs) if one]
    assert len(made) > 24
    for one in made:
        assert one.strip.shape == (HIGH, WIDE)
        assert one.told.shape == (3, MOST)
        rods = np.isfinite(one.told[0])
        assert 3 <= rods.sum() <= MOST
        assert np.array_equal(rods, np.isfinite(one.told[1]))
    told = np.stack([one.told for one in made])
    for k, least in ((0, 0.03), (1, 0.03), (2, 0.02)):
        assert least < np.nanmean(told[:, k]) < 0.5


def test_what_is_laid_over_a_row_hides_the_rods_that_are_not_found(
    drawn: SHARD, covers: lessons.Covers
) -> None:
    rng, gone = np.random.default_rng(3), 0
    for grey, points in zip(*drawn, strict=True):
        eyes, feet = rows(points)
        for _ in range(3):
            found = lessons._covered(rng, covers, grey, eyes, feet)
            if found is None:
                continue
            shown, mask, first, last = found
            assert shown.shape == mask.shape == grey.shape
            unseen = [*range(first), *range(last + 1, len(feet))]
            middles = 0.5 * (eyes + feet)[unseen]
            assert lessons._over(mask, middles).mean() > 0.7 if unseen else True
            assert not lessons._over(mask, feet[[first, last]]).any()
            gone += len(unseen)
    assert gone


def test_things_behind_a_toy_leave_its_rods(drawn: SHARD, covers: lessons.Covers) -> None:
    changed = []
    for seed, (grey, points) in enumerate(zip(*drawn, strict=True)):
        eyes, feet = rows(points)
        pitch = float(np.linalg.norm(feet[-1] - feet[0])) / (len(feet) - 1)
        behind = covers.behind(np.random.default_rng(seed), grey, eyes, feet, pitch)
        assert behind.shape == grey.shape
        along = np.round(0.5 * (eyes + feet)).astype(int)
        x, y = np.clip(along, 0, np.array(grey.shape[::-1]) - 1).T
        assert np.median(np.abs(behind[y, x].astype(int) - grey[y, x])) < 20
        changed.append(float((behind != grey).mean()))
    assert np.median(changed) > 0.03


@pytest.mark.parametrize("kind", ["hand", "fingers", "card", "strap", "bar"])
def test_things_change_the_picture_where_they_are(kind: str, covers: lessons.Covers) -> None:
    grey = np.full((240, 320), 90, np.uint8)
    lay = covers.hand if kind == "hand" else getattr(lessons, kind)
    for seed in range(6):
        rng = np.random.default_rng(seed)
        shown, mask = lay(rng, grey, np.array([160.0, 120.0]), 14.0)
        assert mask.shape == grey.shape
        assert mask.any()
        assert np.mean(shown[mask] != 90) > 0.8


@pytest.mark.parametrize(("within", "whole"), [(-1.0, True), (1.1, False)])
def test_without_anything_over_it_a_row_ends_where_its_rods_do(
    drawn: SHARD,
    covers: lessons.Covers,
    monkeypatch: pytest.MonkeyPatch,
    within: float,
    whole: bool,
) -> None:
    monkeypatch.setattr(lessons, "BARE", 1.1)
    monkeypatch.setattr(lessons, "WITHIN", within)
    ends = []
    for seed, pair in enumerate(list(zip(*drawn, strict=True)) * 2):
        made = lessons.entry(np.random.default_rng(seed), covers, *pair)
        if made is not None:
            ends += [made.told[0, 0], np.nanmax(made.told[1])]
    assert len(ends) > 10
    assert all(ends) is whole


def test_an_eye_is_hidden_where_something_lies_over_it() -> None:
    mask = np.zeros((50, 50), bool)
    mask[20:40, 20:40] = True
    step = np.array([10.0, 0.0])
    assert lessons._hidden(mask, np.array([30.0, 30.0]), step) == 1
    assert lessons._hidden(mask, np.array([8.0, 8.0]), step) == 0
    assert np.isnan(lessons._hidden(mask, np.array([20.0, 30.0]), step))
