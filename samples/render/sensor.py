"""What a cheap camera makes of the light: exposure, white balance, noise, sharpening, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np

from samples.render.mesh import Floats
from samples.render.scene import Bytes, Rgb


@dataclass(frozen=True, slots=True)
class Sensor:
    """A camera's habits.

    - `white`: gains of red, green and blue; what is left of the lamp's tint.
    - `exposure`: the middle grey aimed at, 0 to 1 before the tone curve.
    - `grain`: noise of a mid-grey pixel, in 1/255.
    - `vignette`: loss of light in the corners, 0 to 1.
    - `blur`: pixels (sigma) of the lens and of the motion that is never quite nil.
    - `sharpen`: strength of the built-in sharpening.
    - `quality`: JPEG quality, 1 to 100.
    - `shake`: pixels (sigma) that a hand-held camera moves from frame to frame.
    """

    white: Rgb = (1.03, 1.0, 0.96)
    exposure: float = 0.2
    grain: float = 1.8
    vignette: float = 0.18
    blur: float = 0.55
    sharpen: float = 0.35
    quality: int = 88
    shake: float = 0.0


def gain_of(light: Floats, sensor: Sensor) -> float:
    """The exposure that brings a picture's middle brightness to where the camera wants it."""
    return sensor.exposure / float(np.exp(np.log(light.mean(axis=2) + 1e-4).mean()))


def develop(light: Floats, sensor: Sensor, *, seed: int, gain: float | None = None) -> Bytes:
    """The picture (h, w, 3) in blue, green, red that the camera makes of linear RGB light."""
    rng = np.random.default_rng(seed)
    exposed = light * (gain_of(light, sensor) if gain is None else gain)
    exposed = _vignetted(exposed * np.asarray(sensor.white), sensor.vignette)
    exposed = _shaken(exposed, sensor.shake, rng)
    if sensor.blur > 0:
        exposed = np.asarray(cv2.GaussianBlur(exposed, (0, 0), sensor.blur), dtype=np.float64)
    picture = _curve(_noisy(exposed, sensor.grain, rng))
    soft = cv2.GaussianBlur(picture, (0, 0), 1.3)
    picture = np.clip(picture + sensor.sharpen * (picture - soft), 0, 1)
    bgr = np.ascontiguousarray((picture[..., ::-1] * 255 + 0.5).astype(np.uint8))
    _, packed = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
    decoded = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return np.asarray(decoded, dtype=np.uint8)


def calmed(light: Floats, strength: float = 1.0) -> Floats:
    """The picture with its grain evened out and its edges kept, as cameras do in poor light.

    A bilateral filter (Tomasi and Manduchi, 1998), twice, on the square root of the light.
    """
    middle = float(np.exp(np.log(light.mean(axis=2) + 1e-4).mean()))
    root = np.sqrt(light / middle).astype(np.float32)
    for _ in range(2):
        root = np.asarray(cv2.bilateralFilter(root, 5, 0.22 * strength, 1.2), dtype=np.float32)
    even: Floats = middle * root.astype(np.float64) ** 2
    return even


def _vignetted(light: Floats, loss: float) -> Floats:
    high, wide = light.shape[:2]
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    fall: Floats = 1 - loss * ((x**2 + y**2) / 2)
    return light * fall[..., None]


def _shaken(light: Floats, shake: float, rng: np.random.Generator) -> Floats:
    """The picture shifted and turned by a hair."""
    if shake <= 0:
        return light
    high, wide = light.shape[:2]
    angle = rng.normal(0, 0.06 * shake)
    turn: Floats = np.array(cv2.getRotationMatrix2D((wide / 2, high / 2), angle, 1.0))
    turn[:, 2] = turn[:, 2] + rng.normal(0, shake, 2)
    moved = cv2.warpAffine(
        light, turn, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(moved, dtype=np.float64)


def _noisy(light: Floats, grain: float, rng: np.random.Generator) -> Floats:
    """Shot and read noise, smeared a little as a colour filter array's demosaicing does."""
    sigma = grain / 255 * np.sqrt(0.12 + np.clip(light, 0, 1) * 0.9)
    rough = rng.normal(0, 1, light.shape)
    smeared = 0.6 * rough + 1.1 * cv2.GaussianBlur(rough, (0, 0), 0.9)
    return np.clip(light + 0.6 * sigma * smeared, 0, None)


def _curve(light: Floats) -> Floats:
    """Linear light to display values: a shoulder that keeps highlights, then the sRGB gamma."""
    knee = 0.75
    over = np.clip(light - knee, 0, None)
    rolled = np.where(light > knee, knee + (1 - knee) * (1 - np.exp(-over / (1 - knee))), light)
    curved: Floats = np.where(
        rolled <= 0.0031308, 12.92 * rolled, 1.055 * np.maximum(rolled, 1e-9) ** (1 / 2.4) - 0.055
    )
    return np.clip(curved, 0, 1)
