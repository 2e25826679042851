"""The reader over real photographs and a real clip, where they are at hand."""

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.bench_hanoi import follow, stills

FOLDER = Path(__file__).parents[4] / "shared" / "photos" / "hanoi"
pytestmark = pytest.mark.skipif(
    not (FOLDER / "truth.json").exists(), reason="the real photographs are not at hand"
)
EVERY = 2


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


def test_no_still_is_called_wrongly(truth: dict[str, Any]) -> None:
    states = {name: entry["state"] for name, entry in truth["images"].items()}
    result = stills(FOLDER, states, count_given=True)
    assert not result["wrong"]
    assert result["right"] >= 4
