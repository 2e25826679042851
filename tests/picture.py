"""Draws the README's picture from the bundled stills: `python -m tests.picture`.

Each part is what `companion read --overlay` writes for that photo, unchanged but for its size.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from companion.cli import main as companion
from vision import Image, load_picture

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
# What is read together, and which of its photos is shown.
READINGS = (
    ("rings", ("rings/stills/wire.jpg",)),
    ("hanoi", ("hanoi/stills/rainbow-five.jpg", "--count", "5")),
    ("cube", ("cube/corners/1.jpg", "cube/corners/2.jpg")),
)
WIDTH = 560


def main() -> int:
    """Writes samples/overlays.jpg; 1 where one of the photos was not read with certainty."""
    with TemporaryDirectory() as folder:
        statuses = []
        parts = []
        for puzzle, words in READINGS:
            place = Path(folder) / puzzle
            given = [str(SAMPLES / word) if word.endswith(".jpg") else word for word in words]
            statuses.append(companion(["read", puzzle, *given, "--overlay", str(place)]))
            parts.append(_scaled(load_picture(place / Path(words[0]).name)))
    cv2.imwrite(str(SAMPLES / "overlays.jpg"), np.hstack(parts), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return max(statuses)


def _scaled(picture: Image) -> Image:
    high, wide = picture.shape[:2]
    small = cv2.resize(picture, (WIDTH, WIDTH * high // wide), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


if __name__ == "__main__":
    sys.exit(main())
