"""Towers that the picture cuts off, that change slowly, or that are not as somebody said."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from tests.vision.hanoi.test_reader import told
from vision.frame import Frame, Image
from vision.hanoi import HanoiReader
from vision.hanoi.memory import Memory
from vision.hanoi.patch import PATCH
from vision.hanoi.reader import CUT_BELOW, MORE_DISCS, NO_TOWER
from vision.hanoi.sight import Looker, Sight
from vision.picture import load_picture

PROFILE = Profile("hanoi")
STILLS = Path(__file__).resolve().parents[3] / "samples" / "hanoi" / "stills"


def test_after_a_picture_of_another_size_the_row_is_looked_for_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, find = [], Looker.find

    def watched(self: Looker, image: Image, **known: Any) -> Sight | None:
        asked.append((image.shape[:2], known["pegs"]))
        return find(self, image, **known)

    monkeypatch.setattr(Looker, "find", watched)
    reader, image = HanoiReader(PROFILE), load_picture(STILLS / "plain-four.jpg")
    states = [told(reader.read(Frame(image, at / 15))) for at in range(10)]
    half = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    states += [told(reader.read(Frame(half, (10 + at) / 15))) for at in range(2)]
    assert states == [states[0]] * 12
    assert states[0] is not None
    # A toy that was told once keeps its pegs.
    assert asked[:1] == [(image.shape[:2], None)]
    assert asked[-1] == (half.shape[:2], 3)


@pytest.mark.parametrize("name", ["plain-six", "rainbow-eight", "plain-four"])
def test_discs_that_the_picture_cuts_off_below_are_not_forgotten(name: str) -> None:
    image = load_picture(STILLS / f"{name}.jpg")
    states, reasons = [told(HanoiReader(PROFILE).read(Frame(image)))], []
    for share in (0.8, 0.7, 0.6, 0.5):
        part = image[: round(share * len(image))]
        seen = HanoiReader(PROFILE).read(Frame(np.ascontiguousarray(part)))
        states.append(told(seen))
        reasons.append(seen.problem)
    assert set(states) <= {states[0], None}
    assert CUT_BELOW in reasons


@pytest.mark.parametrize(("name", "discs"), [("plain-four", 4), ("rainbow-eight", 8)])
def test_fewer_discs_than_there_are_cannot_be_said(name: str, discs: int) -> None:
    image = load_picture(STILLS / f"{name}.jpg")
    assert told(HanoiReader(PROFILE, count=discs).read(Frame(image))) is not None
    seen = HanoiReader(PROFILE, count=discs - 1).read(Frame(image))
    assert (told(seen), seen.problem) == (None, MORE_DISCS)


def test_a_change_that_is_slow_is_seen_in_the_end(sight: Sight) -> None:
    memory, patches = Memory(), sight.patches.copy()
    nothing = np.zeros((240, 400, 3), np.uint8)

    def moves() -> bool:
        return memory.watch(nothing, 0.0, lambda image, row: patches).moving

    memory.start(sight)
    moves()
    memory.follow(sight)
    kept = []
    for level in range(6):
        patches[:, :, PATCH[0] // 2 :] = level
        assert not moves()
        again = memory.unchanged()
        kept.append(again is sight)
        memory.follow(sight)
    assert kept[:2] == [True, True]
    assert kept[-2:] == [False, False]


@pytest.mark.parametrize(("fps", "frames"), [(15, 8), (30, 16), (60, 32), (5, 5)])
def test_nothing_moves_for_as_long_with_any_camera(sight: Sight, fps: int, frames: int) -> None:
    memory, image = Memory(), np.zeros((240, 400, 3), np.uint8)
    memory.start(sight)
    still = []
    for number in range(frames + 2):
        memory.watch(image, number / fps, lambda image, row: sight.patches)
        still.append(memory.still)
    # The first frame has no frame before it, and counts as one.
    assert still.index(True) in range(frames - max(1, fps // 15), frames)


@pytest.mark.parametrize("shape", [(1, 4000, 3), (4000, 1, 3)])
def test_a_strip_of_a_picture_is_nothing(shape: tuple[int, int, int]) -> None:
    seen = HanoiReader(PROFILE, count=3).read(Frame(np.full(shape, 90, np.uint8)))
    assert not seen.found


@pytest.mark.parametrize("level", [0, 128, 255])
@pytest.mark.parametrize("count", [None, 3])
def test_the_dark_is_no_tower(level: int, count: int | None) -> None:
    noise = np.random.default_rng(1).integers(0, 3, (480, 640, 3))
    image = np.clip(level + noise - 1, 0, 255).astype(np.uint8)
    assert HanoiReader(PROFILE, count=count).read(Frame(image)).problem == NO_TOWER
