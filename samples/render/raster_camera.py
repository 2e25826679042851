"""A cheap camera that films: its faults stay the same over a clip, and its exposure drifts."""

import cv2
import numpy as np

from samples.render.scene import Bytes

_TILE = 1024
# The largest noise, blur and drift, and how many frames are blurred.
NOISE, SOFT, DRIFT, BLURRED = 9.0, 1.0, 0.08, 0.1


class FilmCamera:
    """Spoils frame after frame: white balance, exposure, softness, noise, JPEG, and blur at times.

    `size` is width and height; `blurred` is the share of frames that are shaken or out of focus;
    `noise` the most that there may be, in grey levels.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        size: tuple[int, int],
        *,
        blurred: float = BLURRED,
        noise: float = NOISE,
    ) -> None:
        self._rng = rng
        self._blurred = blurred
        self._gain = rng.uniform(0.85, 1.15) * rng.uniform(0.88, 1.12, 3)
        self._gamma = rng.uniform(0.7, 1.4)
        self._lift = rng.uniform(0, 40) if rng.random() < 0.25 else 0.0
        self._soft = rng.uniform(0.3, SOFT) if rng.random() < 0.5 else 0.0
        self._quality = int(rng.integers(45, 96)) if rng.random() < 0.7 else None
        grain = rng.normal(0, rng.uniform(1, noise), (_TILE, _TILE, 3))
        self._noise = grain.astype(np.int16)
        self._size = size
        self._phase, self._period = rng.uniform(0, 2 * np.pi), rng.uniform(8, 40)

    def take(self, picture: Bytes, at: float) -> Bytes:
        """What the camera makes of a picture (h, w, 3) at a time in seconds."""
        rng = self._rng
        out = np.asarray(cv2.LUT(picture, self._tones(at)), dtype=np.uint8)
        if self._soft:
            out = np.asarray(cv2.GaussianBlur(out, (0, 0), self._soft), dtype=np.uint8)
        if rng.random() < self._blurred:
            out = _blurred(rng, out)
        x, y = (int(rng.integers(_TILE - side + 1)) for side in self._size)
        wide, high = self._size
        noise = self._noise[y : y + high, x : x + wide]
        out = np.asarray(cv2.add(out, noise, dtype=cv2.CV_8U), dtype=np.uint8)
        if self._quality is not None:
            _, packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
            out = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
        return out

    def _tones(self, at: float) -> Bytes:
        """A look-up table (1, 256, 3)."""
        drift = 1 + DRIFT * np.sin(2 * np.pi * at / self._period + self._phase)
        levels = np.arange(256)[:, None] * (self._gain * drift)
        bright = 255 * (np.clip(levels, 0, 255) / 255) ** self._gamma
        lifted = self._lift + bright * (1 - self._lift / 255)
        return np.asarray(np.round(lifted)[None], dtype=np.uint8)


def _blurred(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """Shaken along a line, or out of focus; more of it in larger pictures."""
    grow = picture.shape[1] / 640
    if rng.random() < 0.5:
        sigma = grow * rng.uniform(1.5, 4)
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8)
    size = max(3, round(grow * rng.uniform(5, 16)))
    kernel = np.zeros((size, size), np.float32)
    angle, middle = rng.uniform(0, np.pi), (size - 1) / 2
    way = middle * np.array([np.cos(angle), np.sin(angle)])
    a, b = np.round(middle - way).astype(int), np.round(middle + way).astype(int)
    cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), dtype=np.uint8)
