"""The bundled clips as JPEGs, for talking to the page's server as a browser does."""

from functools import cache
from pathlib import Path

import cv2

from vision import open_camera

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
CLIPS = {"rings": "rings/five-rings", "hanoi": "hanoi/three-discs", "cube": "cube/scan"}
HOME = "http://127.0.0.1:8765"


def jpeg(image, quality=92):
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert good
    return data.tobytes()


@cache
def clip(puzzle, most=40):
    """The first pictures of a puzzle's clip."""
    pictures = []
    with open_camera(str(SAMPLES / CLIPS[puzzle] / "clip.mp4")) as camera:
        for frame in camera.frames():
            pictures.append(jpeg(frame.image))
            if len(pictures) == most:
                break
    return pictures
