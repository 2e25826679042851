"""Following a toy from frame to frame: hands, shifts, turns, and what is learned on the way."""

import math
from dataclasses import replace
from unittest.mock import patch

import cv2
import numpy as np
import pytest

from calibration import default_profile
from samples.render.rings_game import Script
from tests.bench_rings_follow import Case, follow
from tests.sheets import Sheets
from tests.vision.rings.followed import (
    assert_marked,
    covered,
    following,
    seen_next,
    still_pictures,
)
from vision.frame import Learner
from vision.rings import RingsReader
from vision.rings import follow as follow_module
from vision.rings.counting import Census
from vision.rings.find import ToyFinder
from vision.rings.follow import AWAY, MOVES, RESTED_S
from vision.rings.net import SpotFinder
from vision.rings.row import row_of
from vision.rings.toy import Toy

# Where eyes are marked is measured at several toys: of one, two rings decide.
TOYS = (711_001, 711_002, 711_003)


def test_what_a_hand_covers_is_hidden_and_shifts_nothing() -> None:
    marked, true = [], []
    for toy in TOYS:
        image, eyes = still_pictures(toy)[5]
        seen = seen_next(following(toy), covered(image, eyes, 4, 40))
        assert seen.size == (9,)
        np.testing.assert_allclose(seen.cells[1:3], 0.5, atol=0.05)
        assert np.all(seen.cells[5:, 1] > 0.9)
        marked.append(seen.where[5:])
        true.append(eyes[5:])
    assert_marked(np.concatenate(marked), np.concatenate(true))


def test_a_toy_that_a_hand_covers_nearly_whole_stays_where_it_is() -> None:
    marked, true = [], []
    for toy in TOYS:
        reader = following(toy)
        image, eyes = still_pictures(toy)[5]
        hidden = covered(image, eyes, 6, 60)
        with patch.object(ToyFinder, "find", side_effect=AssertionError("looked for anew")):
            for _ in range(8):
                reader._tracker._reused = 99
                seen = seen_next(reader, hidden)
                np.testing.assert_allclose(seen.cells[:5], 0.5, atol=0.05)
            marked.append(seen_next(reader, image).where)
        true.append(eyes)
    assert_marked(np.concatenate(marked), np.concatenate(true))


@pytest.mark.parametrize("shift", [(25, 0), (-30, 12), (8, -20)])
def test_a_toy_that_is_pushed_keeps_its_numbers(shift: tuple[int, int]) -> None:
    reader = following()
    image, eyes = still_pictures()[6]
    for _ in range(2):
        seen = seen_next(reader, np.roll(image, shift, axis=(1, 0)))
    assert_marked(seen.where, eyes + shift)
    assert np.all(seen.cells[:, 1] > 0.9)


@pytest.mark.parametrize("slip", [-1, 1])
def test_a_row_that_slipped_by_one_is_put_right(slip: int) -> None:
    reader = following()
    tracker = reader._tracker
    row = tracker._row
    assert row is not None
    tracker._row = row.moved(1.0 + 0j, row.feet[0], row.feet[0] + slip * row.step)
    # What it shows keeps the row where it is: every eye but one is in its place.
    tracker._row = replace(tracker._row, eyes=np.roll(row.eyes, -slip, axis=0))
    tracker._toy = None
    for image, _ in still_pictures()[3:11]:
        tracker._reused = 99
        seen = seen_next(reader, image)
    # Every ring is in its own place again: a neighbour's is a pitch away.
    np.testing.assert_allclose(seen.where, still_pictures()[10][1], atol=row.pitch / 3)


@pytest.mark.parametrize("slip", [-3, 3])
def test_a_row_some_places_off_is_put_right_where_its_rods_look_otherwise(slip: int) -> None:
    reader = following()
    tracker = reader._tracker
    row = tracker._row
    assert row is not None
    eyes = np.full_like(row.eyes, np.nan)
    there = np.arange(9) + slip
    inside = (there >= 0) & (there < 9)
    eyes[inside] = row.eyes[there[inside]]
    tracker._row = replace(
        row.moved(1.0 + 0j, row.feet[0], row.feet[0] + slip * row.step), eyes=eyes
    )
    tracker._toy = None
    # A ring that was taken off leans otherwise: its rod is worth little where the row has its end.
    with patch("vision.rings.follow.BEYOND", 99.0):
        for image, _ in still_pictures()[3:11] * 2:
            tracker._reused = 99
            seen = seen_next(reader, image)
    assert_marked(seen.where, still_pictures()[10][1])


def test_a_toy_that_is_turned_round_is_found_anew() -> None:
    reader = following()
    image, eyes = still_pictures()[6]
    for _ in range(8):
        seen = seen_next(reader, image[:, ::-1])
    assert np.all(np.abs(seen.where[:, 0] - (image.shape[1] - 1 - eyes[:, 0])) < 6)


def test_a_toy_that_leaves_is_not_seen_and_comes_back() -> None:
    reader = following()
    image, eyes = still_pictures()[6]
    away = [seen_next(reader, np.full_like(image, 90)) for _ in range(8)]
    assert all(not seen.found or np.allclose(seen.cells, 0.5) for seen in away)
    for _ in range(4):
        seen = seen_next(reader, image)
    assert_marked(seen.where, eyes)


def test_an_unchanged_picture_is_not_read_again_and_a_changed_one_is() -> None:
    reader = following()
    image, _ = still_pictures()[7]
    # The row settles in the first one, and the patch of it is cut anew for that.
    for _ in range(2):
        seen_next(reader, image)
    with patch.object(SpotFinder, "maps", side_effect=AssertionError("was read")):
        for _ in range(3):
            assert seen_next(reader, image).stirred == pytest.approx(0.0, abs=0.05)
    changed = image.copy()
    changed[::3] = 255 - changed[::3]
    changed[: len(changed) // 2] = 60
    assert seen_next(reader, changed).stirred > 0.9


def test_the_number_of_rings_is_surer_after_many_scenes_than_after_many_frames() -> None:
    still, moved = Census(), Census()
    look = np.array([[8, 0.25], [9, 0.75]])
    for frame in range(72):
        still.take(look)
        moved.take(look, fresh=frame % 6 == 0)
    assert still.chance(9) == pytest.approx(0.75, abs=0.01)
    assert moved.chance(9) > 0.97
    assert moved.chance(7) == 0.0


def test_scenes_that_disagree_are_outvoted() -> None:
    census = Census()
    for chance in (0.02, 0.95, 0.9, 0.95, 0.97):
        for frame in range(8):
            census.take(np.array([[9, chance], [10, 1 - chance]]), fresh=frame == 0)
    assert census.chance(9) > 0.95


def test_an_unsure_count_tells_nothing_in_a_film() -> None:
    reader = RingsReader(default_profile("rings"))
    image, _ = still_pictures()[0]
    unsure = np.array([[8, 0.3], [9, 0.7]])
    found = ToyFinder.find

    def doubted(finder: ToyFinder, grey: np.ndarray, count: int | None = None) -> Toy | None:
        toy = found(finder, grey, count)
        return None if toy is None else replace(toy, lengths=unsure, counted=0.7)

    with patch.object(ToyFinder, "find", doubted):
        assert [seen_next(reader, image).found for _ in range(4)] == [True, False, False, False]


def test_a_reader_of_rings_learns() -> None:
    assert isinstance(RingsReader(default_profile("rings")), Learner)


def test_a_short_game_is_followed_move_by_move() -> None:
    script = Script(5, moves=5, slips=0.3, leaves=0.15, size=(480, 360))
    result = follow(Case("a short game", 711_005, script), Sheets(None)).line
    assert result["noticed"] == result["moves"] == 5
    assert result["invented"] == result["lost"] == result["late"] == 0


def _drifted(image: np.ndarray, x: float, y: float) -> np.ndarray:
    shape = (image.shape[1], image.shape[0])
    way = np.array([[1.0, 0, x], [0, 1, y]])
    return cv2.warpAffine(image, way, shape, borderMode=cv2.BORDER_REPLICATE)


def test_a_known_toy_that_drifts_is_followed_without_being_read() -> None:
    reader = following()
    image, _ = still_pictures()[7]
    for _ in range(2):
        reader._tracker._reused = 99
        before = seen_next(reader, image)
    reader.learn((1,) * 9)
    with patch.object(SpotFinder, "maps", side_effect=AssertionError("was read")):
        for k in range(1, 4):
            seen = seen_next(reader, _drifted(image, 1.3 * k, -0.8 * k))
            far = k * np.array([1.3, -0.8])
            np.testing.assert_allclose(seen.where, before.where + far, atol=0.4)
            assert np.all(seen.cells[:, 1] > 0.9)


def test_a_toy_that_drifts_is_read_while_its_state_is_not_known() -> None:
    reader = following()
    image, _ = still_pictures()[7]
    for _ in range(2):
        reader._tracker._reused = 99
        seen_next(reader, image)
    with patch.object(SpotFinder, "maps", autospec=True, side_effect=SpotFinder.maps) as maps:
        seen_next(reader, _drifted(image, 1.3, -0.8))
    assert maps.call_count


@pytest.mark.parametrize(("first", "read"), [(1, False), (0, True)])
def test_what_contradicts_the_known_state_is_not_said_again_unread(first: int, read: bool) -> None:
    reader = following()
    image, _ = still_pictures()[7]
    for _ in range(2):
        reader._tracker._reused = 99
        seen_next(reader, image)
    reader.learn((first, *(1,) * 8))
    with patch.object(SpotFinder, "maps", autospec=True, side_effect=SpotFinder.maps) as maps:
        seen_next(reader, image)
    assert bool(maps.call_count) == read


def test_pictures_are_read_for_a_while_after_something_stirred() -> None:
    reader = following()
    image, _ = still_pictures()[7]
    for _ in range(3):
        seen_next(reader, image)
    bright = cv2.convertScaleAbs(image, alpha=0.6, beta=90)
    half = np.arange(image.shape[1]) < image.shape[1] // 2
    stirred = np.where(half[:, None], bright, image)
    reads = []
    rested = math.ceil(15 * RESTED_S)
    for _ in range(rested + 3):
        with patch.object(SpotFinder, "maps", autospec=True, side_effect=SpotFinder.maps) as maps:
            seen = seen_next(reader, stirred)
        reads.append(maps.call_count > 0)
        assert seen.stirred is not None
        assert (seen.stirred > MOVES) == (len(reads) == 1)
    assert reads == [True] * rested + [False] * 3


def test_a_row_that_became_uneven_finds_its_feet_where_the_toy_is_not_found_anew() -> None:
    reader = following()
    tracker = reader._tracker
    row = tracker._row
    assert row is not None
    # A foot far from its place on either side of a gap.
    aside = np.zeros((9, 1))
    aside[3:5, 0] = -0.5, 0.5
    uneven = replace(row, feet=row.feet + aside * row.step)
    assert not uneven.even
    assert uneven.evened().even
    assert tracker._anchors is not None
    tracker._row, tracker._anchors = uneven, replace(tracker._anchors, row=uneven)
    tracker._toy = None
    with patch.object(ToyFinder, "find", return_value=None):
        for image, _ in still_pictures()[3:12]:
            tracker._reused = 99
            seen = seen_next(reader, image)
    assert_marked(seen.where, still_pictures()[11][1])


def test_a_toy_that_comes_back_is_known_to_be_as_tall_as_it_was() -> None:
    """Where only its plate was seen well, the eyes of rings on the bar would not be looked for."""
    tracker = following()._tracker
    row, toy = tracker._row, tracker._toy
    assert row is not None
    assert toy is not None
    low = replace(
        toy, eyes=toy.feet + 0.2 * (toy.eyes - toy.feet), ends=np.full_like(toy.ends, np.nan)
    )
    fresh = row_of(low)
    assert fresh is not None
    assert np.linalg.norm(fresh.up) < 0.9 * np.linalg.norm(row.up)
    assert tracker.start(low)
    assert tracker._row is not None
    assert np.linalg.norm(tracker._row.up) / tracker._row.pitch == pytest.approx(
        np.linalg.norm(row.up) / row.pitch
    )
    np.testing.assert_array_equal(row.as_tall_as(fresh).up, row.up)


def test_a_doubt_about_the_numbering_that_comes_and_goes_adds_up() -> None:
    reader = following()
    doubts = iter([True, False] * 9)
    with (
        patch.object(follow_module, "_left_over", lambda *_: next(doubts)),
        patch.object(follow_module.Tracker, "drop", autospec=True) as dropped,
    ):
        for image, _ in still_pictures()[3:12]:
            assert not dropped.called
            reader._tracker._reused = 99
            seen_next(reader, image)
    assert dropped.called


def test_a_row_that_took_its_neighbours_feet_is_looked_for_anew() -> None:
    reader = following()
    tracker = reader._tracker
    row = tracker._row
    assert row is not None
    place = np.arange(9)
    # The last places are one further out, as behind a hand; the toy has none there.
    shift = np.where(place < 5, -1.0, 0.0)[:, None] * row.step
    tracker._row = replace(row, feet=row.feet + shift, eyes=np.full_like(row.eyes, np.nan))
    tracker._toy = None
    for image, _ in still_pictures()[3:12]:
        tracker._reused = 99
        seen = seen_next(reader, image)
    assert_marked(seen.where, still_pictures()[11][1])


def test_rods_that_are_given_to_their_neighbours_are_noticed() -> None:
    reader = following()
    image, eyes = still_pictures()[7]
    tracker = reader._tracker
    row = tracker._row
    assert row is not None
    # From the third place on the feet are right; the first two are their neighbours'.
    feet = row.feet + np.where(np.arange(9) < 2, 1.0, 0.0)[:, None] * row.step
    tracker._row = replace(row, feet=feet)
    for _ in range(8):
        tracker._reused = 99
        seen = seen_next(reader, image)
    assert_marked(seen.where, eyes)


def test_what_is_found_elsewhere_right_after_the_toy_was_seen_is_not_it() -> None:
    tracker = following()._tracker
    toy, row = tracker._toy, tracker._row
    assert toy is not None
    assert row is not None
    shadow = toy.moved(np.column_stack([np.eye(2), [0.0, -4.0 * row.pitch]]))
    tracker.drop()
    assert not tracker.start(shadow)
    assert tracker.start(toy)
    tracker._bad = AWAY + 1.0
    assert tracker.start(shadow)


def test_a_toy_that_came_into_the_picture_may_be_found_further_on() -> None:
    tracker = following()._tracker
    toy, row = tracker._toy, tracker._row
    assert toy is not None
    assert row is not None
    further = toy.moved(np.column_stack([np.eye(2), [0.0, 4.0 * row.pitch]]))
    assert tracker.start(toy)
    tracker.drop()
    assert tracker.start(further)
