"""A second look, from nearer, at a toy that is followed."""

from dataclasses import replace
from unittest.mock import patch

import cv2
import numpy as np

from tests.vision.rings.conftest import Found
from vision.rings.finer import FinerLook
from vision.rings.net import CLOSE
from vision.rings.row import row_of
from vision.rings.second import LASTS, SecondLook, doubtful, together
from vision.rings.toy import Toy

RING = 1


def _doubted(toy: Toy) -> Toy:
    """The toy with a ring that seems to be where it is not, and was hardly seen."""
    on, seen = toy.on.copy(), toy.seen.copy()
    on[RING], seen[RING] = -0.3 * np.sign(on[RING]), 0.15
    return replace(toy, on=on, seen=seen)


def _told(second: SecondLook, found: Found, toy: Toy, *, stirs: bool = False) -> Toy:
    grey, close, whole, _ = found
    row = row_of(whole)
    assert row is not None
    return second.told(grey, close, CLOSE, row, toy, patch=grey, stirs=stirs)


def test_a_faint_eye_and_undecided_odds_are_doubtful(found: Found) -> None:
    toy = replace(found[2], on=np.full(found[2].rings, 5.0), seen=np.ones(found[2].rings))
    assert not doubtful(toy)
    assert doubtful(_doubted(toy))
    assert doubtful(replace(toy, on=np.where(np.arange(toy.rings) == RING, -1.0, 5.0)))


def test_two_looks_together_believe_whoever_saw_more(found: Found) -> None:
    toy = found[2]
    hidden = replace(toy, on=np.zeros(toy.rings), seen=np.zeros(toy.rings))
    assert np.allclose(together(toy, hidden).on, toy.on)
    against = replace(toy, on=-toy.on, seen=toy.seen)
    assert np.all(np.sign(together(toy, against).on) == -np.sign(toy.on))


def test_what_a_first_look_leaves_in_doubt_a_second_one_tells(found: Found) -> None:
    _, _, toy, truth = found
    known = _told(SecondLook(), found, _doubted(toy))
    assert "".join("1" if on > 0 else "0" for on in known.on[::-1]) == truth.state
    assert abs(known.on[RING]) > 2
    assert known.seen[RING] > 0.3


def test_it_is_taken_only_in_doubt_and_holds_until_something_moves(found: Found) -> None:
    toy = replace(found[2], on=5.0 * np.sign(found[2].on), seen=np.ones(found[2].rings))
    doubted, second = _doubted(toy), SecondLook()
    with patch.object(FinerLook, "look", autospec=True, side_effect=FinerLook.look) as look:
        assert _told(second, found, toy) is toy
        assert look.call_count == 0
        told = [_told(second, found, doubted).on[RING] for _ in range(10)]
        assert look.call_count == 1
        assert np.allclose(told, told[0])
        second.forget()
        for _ in range(3):
            _told(second, found, doubted)
        assert look.call_count == 2


def test_after_a_move_what_a_first_look_is_wrongly_sure_of_is_put_right(found: Found) -> None:
    toy = replace(found[2], on=5.0 * np.sign(found[2].on), seen=np.full(found[2].rings, 0.4))
    on, second = toy.on.copy(), SecondLook()
    on[RING] *= -1
    wrong = replace(toy, on=on)
    assert _told(second, found, wrong) is wrong
    second.forget()
    for _ in range(3):
        assert np.all(np.sign(_told(second, found, wrong).on) == np.sign(toy.on))


def test_what_is_in_doubt_is_looked_at_again_after_something_stirs(found: Found) -> None:
    """A ring may have been moved more gently than a hand is noticed to move."""
    doubted, second = _doubted(found[2]), SecondLook()
    with patch.object(FinerLook, "look", autospec=True, side_effect=FinerLook.look) as look:
        for _ in range(5):
            _told(second, found, doubted)
        assert look.call_count == 1
        _told(second, found, doubted, stirs=True)
        stirred = look.call_count
        _told(second, found, doubted)
        assert look.call_count == stirred + 1
        for _ in range(5):
            _told(second, found, doubted)
        assert look.call_count == stirred + 1


def test_what_was_seen_from_nearer_holds_for_a_while(found: Found) -> None:
    doubted, second = _doubted(found[2]), SecondLook()
    with patch.object(FinerLook, "look", autospec=True, side_effect=FinerLook.look) as look:
        for _ in range(1 + 2 * (LASTS + 1)):
            _told(second, found, doubted)
    assert look.call_count == 3


def test_looks_that_do_not_help_become_rarer(found: Found) -> None:
    doubted, second = _doubted(found[2]), SecondLook()
    with patch.object(FinerLook, "look", autospec=True, return_value=None) as look:
        for _ in range(60):
            assert _told(second, found, doubted) is doubted
    assert 2 < look.call_count < 8


def test_what_is_plainly_elsewhere_now_is_not_held(found: Found) -> None:
    toy = replace(found[2], on=5.0 * np.sign(found[2].on), seen=np.ones(found[2].rings))
    second = SecondLook()
    _told(second, found, _doubted(toy))
    turned = toy.on * np.where(np.arange(toy.rings) == RING + 1, -1, 1)
    with patch.object(FinerLook, "look", autospec=True, return_value=None):
        known = _told(second, found, _doubted(replace(toy, on=turned)))
    assert np.sign(known.on[RING + 1]) == np.sign(turned[RING + 1])


def test_a_first_look_that_contradicts_is_looked_at_again_at_once(found: Found) -> None:
    toy = replace(found[2], on=5.0 * np.sign(found[2].on), seen=np.ones(found[2].rings))
    second = SecondLook()
    before = _told(second, found, _doubted(toy)).on[RING]
    odd = np.where(np.arange(toy.rings) == RING, -1, 1)
    errs = replace(toy, on=toy.on * odd, seen=np.where(odd < 0, 0.32, 1.0))
    with patch.object(FinerLook, "look", autospec=True, side_effect=FinerLook.look) as look:
        told = [_told(second, found, errs).on[RING] for _ in range(12)]
    assert np.all(np.sign(told) == np.sign(before))
    # At once, and then more and more seldom.
    assert 2 <= look.call_count <= 4


def test_a_second_look_can_be_asked_for(found: Found) -> None:
    toy = replace(found[2], on=5.0 * np.sign(found[2].on), seen=np.ones(found[2].rings))
    grey, close, whole, _ = found
    row = row_of(whole)
    assert row is not None
    with patch.object(FinerLook, "look", autospec=True, side_effect=FinerLook.look) as look:
        SecondLook().told(grey, close, CLOSE, row, toy, patch=grey)
        assert look.call_count == 0
        SecondLook().told(grey, close, CLOSE, row, toy, patch=grey, wanted=True)
        assert look.call_count == 1


def test_what_was_in_doubt_in_a_blurred_picture_is_looked_at_again_in_a_sharp_one(
    found: Found,
) -> None:
    grey, close, whole, _ = found
    row = row_of(whole)
    assert row is not None
    doubted, second = _doubted(found[2]), SecondLook()
    blurred = np.asarray(cv2.GaussianBlur(grey, (0, 0), 6), dtype=np.uint8)
    told = [
        second.told(picture, close, CLOSE, row, doubted, patch=picture)
        for picture in (blurred, blurred, grey)
    ]
    assert doubtful(told[1])
    assert not doubtful(told[2])
