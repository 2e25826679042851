"""What the faces of a cube look like from near: stickers, plastic, bevels, wear; as flat pictures.

For the fast renderer: a face is a square of 3 x 3 cells of `fine` pixels each, and its bevels are
normals painted on it (bump mapping, Blinn 1978).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from samples.render import SceneError
from samples.render.cube_model import FACES, PITCH
from samples.render.scene import Rgb
from samples.render.trace import linear

Singles = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Finish:
    """A make of cube: sRGB colours of the faces U R F D L B and of the plastic, and its shapes.

    `sticker` is the side of a sticker in mm (of the coloured cap, where `cap`), `round_` the radius
    of its corners, `shine` the share of light that it mirrors, `dull` how wide a lamp's mirror
    image is spread, in radians; `logo` on the white centre.
    """

    colours: tuple[Rgb, ...]
    plastic: Rgb
    sticker: float = 16.0
    round_: float = 2.0
    shine: float = 0.05
    dull: float = 0.16
    cap: bool = False
    logo: bool = False


_CLASSIC: tuple[Rgb, ...] = (
    (236, 236, 232),
    (176, 22, 30),
    (8, 140, 66),
    (242, 208, 28),
    (240, 98, 18),
    (16, 62, 160),
)
_BRIGHT: tuple[Rgb, ...] = (
    (244, 244, 246),
    (206, 24, 44),
    (40, 190, 60),
    (248, 232, 40),
    (255, 128, 24),
    (20, 104, 214),
)
_WORN: tuple[Rgb, ...] = (
    (222, 218, 204),
    (168, 40, 40),
    (30, 120, 70),
    (220, 192, 60),
    (214, 104, 46),
    (40, 74, 140),
)

FINISHES = {
    "stickers": Finish(_CLASSIC, (22, 22, 24), logo=True),
    "worn": Finish(_WORN, (30, 29, 28), sticker=15.4, round_=1.2, shine=0.03, dull=0.3),
    "white": Finish(_CLASSIC, (226, 226, 222), sticker=15.6, round_=1.8, shine=0.05, dull=0.12),
    "stickerless": Finish(
        _BRIGHT, (60, 60, 64), sticker=18.4, round_=2.6, shine=0.04, dull=0.28, cap=True, logo=True
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """The shape of one cell and the wear of a face, at a size of `fine` pixels a cell.

    `cover` and `solid` (fine, fine): where the sticker is, and where any plastic is; `tilt`
    (fine, fine, 2): the normal's share to the right and down; `wear` (6, 3 fine, 3 fine).
    """

    finish: Finish
    fine: int
    cover: Singles
    solid: Singles
    tilt: Singles
    wear: Singles
    mark: Singles


@lru_cache(maxsize=24)
def skin_of(look: str, fine: int) -> Skin:
    """The skin of a make. Raises SceneError for an unknown one."""
    if look not in FINISHES:
        raise SceneError(f"look: expected one of {', '.join(FINISHES)}, got {look!r}")
    finish = FINISHES[look]
    scale = fine / PITCH
    at = (np.arange(fine) + 0.5) / fine * PITCH - PITCH / 2
    x, y = np.meshgrid(at, at)
    side, curve = (9.4, 2.4) if not finish.cap else (finish.sticker / 2 + 0.15, finish.round_)
    outer, ways = _rounded(x, y, side, curve)
    inner, inner_ways = _rounded(x, y, finish.sticker / 2, finish.round_)
    solid = np.clip(0.5 - outer * scale, 0, 1)
    cover = np.clip(0.5 - inner * scale, 0, 1)
    bevel = 1.7 if finish.cap else 1.2
    lean = 0.95 * _ramp((outer + bevel) / bevel)
    tilt = ways * lean[..., None]
    if not finish.cap:
        lip = 0.16 * np.exp(-((inner / 0.35) ** 2))
        tilt = tilt + inner_ways * lip[..., None]
    return Skin(
        finish,
        fine,
        _single(cover),
        _single(solid),
        _single(tilt),
        _wear(look, fine),
        _logo(fine),
    )


def albedo(skin: Skin, letters: str) -> Singles:
    """The base colours (3 fine, 3 fine, 3), linear RGB, of a face of nine letters."""
    n = skin.fine
    paints = _paints(skin.finish)
    table = paints[[FACES.index(letter) for letter in letters]].reshape(3, 1, 3, 1, 3)
    cover = skin.cover.reshape(1, n, 1, n, 1)
    flat = table * cover + paints[6] * (1 - cover)
    picture: Singles = flat.reshape(3 * n, 3 * n, 3)
    if skin.finish.logo and letters[4] == "U":
        middle = picture[n : 2 * n, n : 2 * n]
        middle *= 1 - skin.mark[..., None] * np.array([0.9, 0.75, 0.4], np.float32)
    return picture


@lru_cache(maxsize=8)
def _paints(finish: Finish) -> Singles:
    """The colours of the six faces and of the plastic, linear RGB."""
    return _single(np.array([linear(colour) for colour in (*finish.colours, finish.plastic)]))


def _rounded(
    x: NDArray[np.float64], y: NDArray[np.float64], half: float, curve: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far a place lies outside of a rounded square, and the way out (..., 2)."""
    a, b = np.abs(x) - half + curve, np.abs(y) - half + curve
    out_a, out_b = np.maximum(a, 0), np.maximum(b, 0)
    distance = np.hypot(out_a, out_b) + np.minimum(np.maximum(a, b), 0) - curve
    way_a = np.where((a > 0) | (b > 0), out_a, a >= b)
    way_b = np.where((a > 0) | (b > 0), out_b, a < b)
    ways = np.stack([way_a * np.sign(x), way_b * np.sign(y)], -1)
    return distance, ways / np.maximum(np.linalg.norm(ways, axis=-1, keepdims=True), 1e-9)


def _ramp(share: NDArray[np.float64]) -> NDArray[np.float64]:
    inside = np.clip(share, 0, 1)
    return np.asarray(inside**2)


def _wear(look: str, fine: int) -> Singles:
    """How much of its colour every face has kept: smudges, scratches, rubbed edges."""
    rng = np.random.default_rng(len(look))
    deep = 0.16 if look == "worn" else 0.05
    side = 3 * fine
    faces = []
    for _ in range(6):
        smudge = sum(_spread(rng, cells, side) * weight for cells, weight in ((5, 1.0), (17, 0.6)))
        faces.append(1 + deep * np.asarray(smudge))
    return _single(np.clip(np.array(faces), 0.4, 1.15))


def _spread(rng: np.random.Generator, cells: int, side: int) -> NDArray[np.float64]:
    """Smooth noise (side, side), the same at any size."""
    rough = rng.normal(0, 1, (cells, cells))
    at = np.linspace(0, cells - 1, side)
    first = np.minimum(at.astype(int), cells - 2)
    share = (at - first) ** 2 * (3 - 2 * (at - first))
    rows = rough[first] * (1 - share)[:, None] + rough[first + 1] * share[:, None]
    return np.asarray(rows[:, first] * (1 - share) + rows[:, first + 1] * share)


def _logo(fine: int) -> Singles:
    """A brand's mark: a ring with a leaf in it and a bar below."""
    at = (np.arange(fine) + 0.5) / fine - 0.5
    x, y = np.meshgrid(at, at)
    ring = np.abs(np.hypot(x, y + 0.05) - 0.19) < 0.035
    leaf = (np.abs(x) < 0.05) & (np.abs(y + 0.05) < 0.1)
    bar = (np.abs(x) < 0.24) & (np.abs(y - 0.24) < 0.035)
    return _single(ring | leaf | bar)


def _single(array: NDArray[np.generic]) -> Singles:
    return np.ascontiguousarray(array, dtype=np.float32)
