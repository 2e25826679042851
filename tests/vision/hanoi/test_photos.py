"""The reader over real photographs and a real clip, where they are at hand."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration import default_profile
from tests.bench_hanoi import follow, stills
from vision.frame import Frame
from vision.hanoi import HanoiReader
from vision.picture import load_picture

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"
FOLDER = PHOTOS / "hanoi"
pytestmark = pytest.mark.skipif(
    not (FOLDER / "truth.json").exists(), reason="the real photographs are not at hand"
)
EVERY = 2
# Of so many photographs of other toys one is looked at.
SOME = 3


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    """What the photographs show."""
    loaded: dict[str, Any] = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))
    return loaded


def test_the_clip_is_followed_in_order_and_nothing_is_invented(truth: dict[str, Any]) -> None:
    for name, clip in truth["clips"].items():
        source, frames = cv2.VideoCapture(str(FOLDER / name)), []
        while source.grab():
            if len(frames) % EVERY == 0:
                frames.append(source.retrieve()[1])
            else:
                frames.append(None)
        result = follow(frames, clip, first=0, step=EVERY, count=3)
        assert result["in_order"] == result["of"]
        assert not result["invented"]


@pytest.mark.parametrize("count_given", [True, False], ids=["count given", "count read"])
def test_no_still_is_called_wrongly(truth: dict[str, Any], count_given: bool) -> None:
    states = {name: entry["state"] for name, entry in truth["images"].items()}
    result = stills(FOLDER, states, count_given=count_given)
    assert not result["wrong"]
    assert result["right"] >= 5


def test_there_is_no_tower_in_photographs_of_other_toys() -> None:
    files = [path for toy in ("cube", "rings") for path in sorted((PHOTOS / toy).rglob("*.jpg"))]
    assert files
    for path in files[::SOME]:
        reader = HanoiReader(default_profile("hanoi"), count=3)
        told = reader.read(Frame(load_picture(path)))
        # Nothing is said about any place of a tower.
        assert np.ptp(told.cells, axis=1).max(initial=0.0) < 1e-9, path.name
