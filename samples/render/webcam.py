"""A cheap webcam in a hurry: what sensor.py does to still light, for hundreds of frames.

Exposure and white balance wander, the lens hunts for its focus, noise is fresh in every frame.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from samples.render.cube_skin import Singles
from samples.render.scene import Bytes, Rgb

_STEPS, _MOST = 4096, 2.0


@dataclass(frozen=True, slots=True)
class Webcam:
    """A camera's habits.

    - `size`: width and height; `fps`; `shutter`: the share of a frame's time that it is open.
    - `gain`: how much light makes white; `wander`: how far that strays, in stops.
    - `white`: gains of red, green and blue; `drift`: how far those of red and blue stray.
    - `grain`: noise of mid-grey in 1/255; `blur`: the lens's, in pixels at 640 wide; `hunting`:
      how much more it becomes now and then.
    - `quality`: of the JPEG that it sends, 1 to 100.
    """

    size: tuple[int, int] = (640, 480)
    fps: float = 15.0
    shutter: float = 0.5
    gain: float = 1.0
    wander: float = 0.12
    white: Rgb = (1.0, 1.0, 1.0)
    drift: float = 0.03
    grain: float = 3.0
    blur: float = 0.7
    hunting: float = 0.5
    vignette: float = 0.18
    sharpen: float = 0.5
    quality: int = 80


class Developer:
    """Turns light into the frames of one film, in the order of their times."""

    def __init__(self, webcam: Webcam, seed: int) -> None:
        self._webcam = webcam
        self._rng = np.random.default_rng(seed)
        wide, high = webcam.size
        rough = self._rng.normal(0, 1, (high + 64, wide + 64, 3)).astype(np.float32)
        soft = cv2.GaussianBlur(rough, (0, 0), 0.9)
        self._noise = np.asarray(0.35 * rough + 1.1 * soft, np.float32)
        y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
        fall = 1 - webcam.vignette * (x**2 + y**2) / 2
        self._fall = fall.astype(np.float32)[..., None]
        self._curve = _curve()
        self._waves = self._rng.uniform(0, 2 * np.pi, 8)

    def take(self, light: Singles, at: float) -> Bytes:
        """The frame (h, w, 3), blue, green, red, of linear RGB light at a moment in seconds."""
        webcam = self._webcam
        a, b, c, d = (self._wave(k, at) for k in range(4))
        gain = webcam.gain * 2 ** (webcam.wander * a)
        white = np.array(webcam.white) * [1 + webcam.drift * b, 1, 1 - webcam.drift * c]
        exposed = light * (self._fall * (gain * white).astype(np.float32))
        blur = (webcam.blur + webcam.hunting * max(0.0, d) ** 3) * webcam.size[0] / 640
        if blur > 0.2:
            exposed = np.asarray(cv2.GaussianBlur(exposed, (0, 0), blur), np.float32)
        picture = self._developed(exposed)
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, webcam.quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)

    def _developed(self, exposed: Singles) -> Bytes:
        webcam = self._webcam
        wide, high = webcam.size
        x, y = (int(v) for v in self._rng.integers(0, 64, 2))
        noise = self._noise[y : y + high, x : x + wide] * np.float32(self._rng.choice([-1, 1]))
        sigma = np.sqrt(0.1 + np.clip(exposed, 0, 1)) * np.float32(webcam.grain / 255)
        index = (exposed + noise * sigma) * np.float32(_STEPS / _MOST)
        picture = self._curve[np.clip(index, 0, _STEPS - 1).astype(np.uint16)]
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        sharp = cv2.addWeighted(picture, 1 + webcam.sharpen, soft, -webcam.sharpen, 0.5)
        bgr = cv2.cvtColor(np.clip(sharp, 0, 255).astype(np.uint8), cv2.COLOR_RGB2BGR)
        return np.asarray(bgr, dtype=np.uint8)

    def _wave(self, kind: int, at: float) -> float:
        """A slow unrest from about -1 to 1."""
        one, two = self._waves[2 * kind], self._waves[2 * kind + 1]
        return float(0.6 * np.sin(0.9 * at + one) + 0.4 * np.sin(2.3 * at + two))


def _curve() -> Singles:
    """Linear light to display values 0 to 255: a shoulder for highlights, then the sRGB gamma."""
    light = (np.arange(_STEPS) + 0.5) * _MOST / _STEPS
    knee = 0.75
    over = np.clip(light - knee, 0, None)
    rolled = np.where(light > knee, knee + (1 - knee) * (1 - np.exp(-over / (1 - knee))), light)
    low = 12.92 * rolled
    high = 1.055 * rolled ** (1 / 2.4) - 0.055
    return np.asarray(255 * np.where(rolled <= 0.0031308, low, high), np.float32)
