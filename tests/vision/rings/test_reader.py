"""The rings' eye on drawn pictures with other seeds than the training's, and on photographs."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import Profile, default_profile
from samples.render.raster_ground import draw_ground
from tests.bench_rings import renders, score
from vision.frame import Frame, Observation
from vision.picture import load_picture
from vision.rings import RingsReader
from vision.rings.reader import HIDDEN, NO_COUNT, OTHER_COUNT, OTHER_SIZE

STILL = Path(__file__).resolve().parents[3] / "samples" / "rings" / "stills" / "chrome.jpg"
PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "photos" / "rings"


@cache
def _drawn() -> dict[str, float]:
    return score(renders(16, 910_000))


def _read(picture: np.ndarray, count: int | None = None) -> Observation:
    return RingsReader(default_profile("rings"), count=count).read(Frame(picture))


def test_most_rings_of_drawn_pictures_are_right() -> None:
    assert _drawn()["rings right"] > 0.95
    assert _drawn()["counted right"] >= 12


def test_a_wrong_state_is_not_called_certain() -> None:
    assert _drawn()["wrong and certain"] <= 1


def test_photographs_of_full_toys_show_no_ring_off() -> None:
    if not PHOTOS.is_dir():
        pytest.skip("the real photographs are not here")
    truth = json.loads((PHOTOS / "truth.json").read_text(encoding="utf-8"))["images"]
    for name, entry in truth.items():
        seen = _read(load_picture(PHOTOS / name))
        assert seen.size == (len(entry["state"]),)
        assert seen.cells[:, 1].min() > 0.9
        side = "left" if seen.where[0, 0] < seen.where[-1, 0] else "right"
        assert side == entry["free_end"]


@pytest.mark.parametrize("seed", range(6))
def test_a_table_without_a_toy_is_no_toy(seed: int) -> None:
    seen = _read(draw_ground(np.random.default_rng(seed), (320, 240)))
    assert not seen.found or np.allclose(seen.cells, 0.5)
    assert seen.problem


@pytest.mark.parametrize("size", [(1, 1), (1, 400), (500, 2), (40, 30)])
def test_tiny_and_odd_pictures_are_read_without_an_error(size: tuple[int, int]) -> None:
    assert not _read(np.full((*size, 3), 90, np.uint8)).found


def test_the_profile_says_where_the_free_end_is() -> None:
    picture = load_picture(STILL)
    plain = _read(picture)
    assert plain.size == (9,)
    is_left = plain.where[0, 0] < plain.where[-1, 0]
    other = "right" if is_left else "left"
    turned = RingsReader(Profile("rings", free_end=other)).read(Frame(picture))
    np.testing.assert_allclose(turned.cells, plain.cells[::-1])


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_picture_the_wrong_way_up_is_not_read_wrongly(turns: int) -> None:
    picture = load_picture(STILL)
    turned = _read(np.ascontiguousarray(np.rot90(picture, turns)))
    assert turned.size == (9,)
    np.testing.assert_array_equal(turned.cells > 0.5, _read(picture).cells > 0.5)


def test_a_known_count_that_does_not_fit_tells_nothing() -> None:
    case = next(case for case in renders(16, 910_000) if len(case.truth) <= 9)
    other = len(case.truth) + 3
    seen = _read(case.picture, count=other)
    assert (seen.size, seen.problem) == ((other,), OTHER_COUNT)
    np.testing.assert_allclose(seen.cells, 0.5)


@pytest.mark.parametrize("count", [2, 13])
def test_a_count_that_no_toy_has_is_refused_in_words(count: int) -> None:
    seen = _read(load_picture(STILL), count=count)
    assert (seen.found, seen.problem) == (False, OTHER_SIZE)


@pytest.mark.parametrize("still", sorted(STILL.parent.glob("*.jpg")), ids=lambda path: path.stem)
@pytest.mark.parametrize("share", [0.8, 0.7, 0.5])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_toy_that_the_picture_cuts_off_is_not_told(still: Path, share: float, side: str) -> None:
    whole = load_picture(still)
    rings = _read(whole).size
    wide = round(share * whole.shape[1])
    part = whole[:, :wide] if side == "left" else whole[:, -wide:]
    seen = _read(np.ascontiguousarray(part))
    assert seen.size in ((), rings)


def test_a_hand_that_comes_before_the_toy_is_followed_does_not_end_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, picture = RingsReader(default_profile("rings")), load_picture(STILL)
    monkeypatch.setattr(reader, "_ripe", lambda toy: False)
    rings = reader.read(Frame(picture, 0.0)).size
    assert reader.read(Frame(picture, 0.1)).size == rings
    # Now the rods cannot be counted, and what was told is kept for a while.
    monkeypatch.setattr(reader, "_counted", lambda toy, fresh: replace(toy, counted=0.5))
    covered = reader.read(Frame(picture, 0.3))
    assert covered.size == rings
    np.testing.assert_array_equal(covered.cells, 0.5)
    assert covered.problem == HIDDEN
    later = reader.read(Frame(picture, 4.0))
    assert not later.found
    assert later.problem == NO_COUNT


def test_the_outline_lies_along_the_row_and_holds_every_eye_and_foot() -> None:
    seen = _read(load_picture(STILL))
    assert seen.outline is not None
    assert seen.beside is not None
    left_top, right_top, right_foot, _ = corners = seen.outline[0]
    along = (seen.beside[-1] - seen.beside[0]) / np.linalg.norm(seen.beside[-1] - seen.beside[0])
    side, rise = right_top - left_top, right_top - right_foot
    assert abs(side @ rise) < 1e-6 * np.linalg.norm(side) * np.linalg.norm(rise)
    assert abs(along @ side) > 0.999 * np.linalg.norm(side)
    box = corners.astype(np.float32)
    for eye in seen.where:
        assert cv2.pointPolygonTest(box, eye.tolist(), True) > 3
    # Numbers stand beyond the feet, at the edge of the box or outside.
    for number in seen.beside:
        assert cv2.pointPolygonTest(box, number.tolist(), True) < 3
        assert number[1] > seen.where[:, 1].max()
