"""Places for cube films: a table seen from above, a room behind somebody who holds a cube."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from samples.render import SceneError
from samples.render.cube_light import Lighting, lit
from samples.render.cube_raster import view_of
from samples.render.cube_skin import Singles
from samples.render.mesh import Floats
from samples.render.rings_draw import View
from samples.render.scene import Bytes, Eye, Rgb
from samples.render.texture import cloth, clouds, planks, plaster, wood
from samples.render.trace import linear

LAMPS = ("day", "bulb", "tube", "dim")
TABLES = ("wood", "boards", "cloth", "carpet", "plain", "keys")
_DULL = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A camera, its light and what stands still: `ground` (h, w, 3), linear RGB.

    `table`: whether there is one, at z = 0, that takes shadows. `upright` (3, 3): the rotation of
    a cube that shows its front squarely to the camera. `elbows` (2, 3): where the right and the
    left forearm come from, as the camera sees it.
    """

    view: View
    light: Lighting
    ground: Singles
    table: bool
    upright: Floats
    elbows: Floats


def lighting(lamp: str, seed: int) -> Lighting:
    """The light of a room. Raises SceneError for an unknown lamp."""
    if lamp not in LAMPS:
        raise SceneError(f"lamp: expected one of {', '.join(LAMPS)}, got {lamp!r}")
    rng = np.random.default_rng(seed)
    tint = {
        "day": (0.95, 1.0, 1.06),
        "bulb": (1.28, 1.0, 0.62),
        "tube": (0.94, 1.05, 0.98),
        "dim": (1.18, 1.0, 0.74),
    }[lamp]
    share = {"day": 0.45, "bulb": 0.85, "tube": 0.7, "dim": 0.5}[lamp]
    level = 0.45 if lamp == "dim" else 1.0
    around = np.array([0.97, 1.0, 1.03]) if lamp == "bulb" else np.array(tint)
    side = float(rng.choice([-1.0, 1.0]))
    place = np.array([side * rng.uniform(150, 500), -rng.uniform(150, 500), rng.uniform(500, 900)])
    window = np.array([-side * rng.uniform(0.3, 0.9), -rng.uniform(0.4, 1), rng.uniform(0.2, 0.7)])
    return Lighting(
        place,
        level * share * np.array(tint),
        level * (0.95 - share) * 0.8 * around,
        level * (0.95 - share) * 0.35 * around,
        window / np.linalg.norm(window),
        glare=float(rng.uniform(1.5, 5.0)),
    )


def desk(seed: int, size: tuple[int, int], table: str, lamp: str, *, zoom: float = 1.0) -> Stage:
    """A camera that looks down on a table at about 45 degrees.

    Raises SceneError for an unknown table or lamp.
    """
    if table not in TABLES:
        raise SceneError(f"table: expected one of {', '.join(TABLES)}, got {table!r}")
    rng = np.random.default_rng(seed + 11)
    steep = np.radians(rng.uniform(38, 50))
    middle, far = np.array([0.0, 0.0, 40.0]), 360.0
    at = middle + far * np.array([rng.normal(0, 0.06), -np.cos(steep), np.sin(steep)])
    aim = middle + rng.normal(0, 0.03, 3) * far / zoom
    view = view_of(
        Eye(tuple(at), tuple(aim), _across(36, zoom), roll=float(rng.normal(0, 3))), size
    )
    light = lighting(lamp, seed)
    ground = _table_top(view, light, _picture(table, seed), rng)
    elbows = np.array([[330.0, -170.0, 70.0], [-330.0, -170.0, 60.0]])
    return Stage(view, light, ground, True, _facing(view), elbows)


def room_behind(
    seed: int, size: tuple[int, int], lamp: str, *, zoom: float = 1.0, skin: Rgb = (214, 164, 136)
) -> Stage:
    """A webcam that looks at somebody who holds a cube in front of a room."""
    rng, far = np.random.default_rng(seed + 12), 420.0
    at = np.array([rng.normal(0, 20), -far, rng.uniform(-20, 60)])
    aim = np.array([rng.normal(0, 0.04), 0.0, rng.normal(0, 0.02)]) * far / zoom
    view = view_of(
        Eye(tuple(at), tuple(aim), _across(44, zoom), roll=float(rng.normal(0, 2))), size
    )
    light = lighting(lamp, seed)
    elbows = np.array([[310.0, 140.0, -300.0], [-310.0, 140.0, -300.0]])
    return Stage(view, light, _room(rng, size, light, skin), False, _facing(view), elbows)


def _across(degrees: float, zoom: float) -> float:
    """The field of view, in degrees, when zoomed in."""
    return float(2 * np.degrees(np.arctan(np.tan(np.radians(degrees) / 2) / zoom)))


def _facing(view: View) -> Floats:
    """x to the picture's right, y away from the viewer, z up in the picture."""
    return np.stack([view.right, view.ahead, -view.down], axis=1)


def _picture(table: str, seed: int) -> Bytes:
    made: dict[str, Callable[[], Bytes]] = {
        "wood": lambda: wood(seed, (206, 164, 116), (150, 106, 64)),
        "boards": lambda: planks(seed, (132, 92, 62), (74, 47, 30)),
        "cloth": lambda: cloth(seed, (188, 180, 164)),
        "carpet": lambda: _carpet(seed),
        "plain": lambda: plaster(seed, (206, 204, 198), depth=0.03),
        "keys": lambda: _keys(seed),
    }
    return made[table]()


def _carpet(seed: int) -> Bytes:
    """Rows of small coloured lozenges on wool."""
    rng = np.random.default_rng(seed)
    picture = cloth(seed, (120, 40, 44), threads=260).astype(np.float64)
    y, x = np.mgrid[0:768, 0:768]
    u, v = x % 96 - 48, y % 96 - 48
    inks = rng.uniform(20, 220, (3, 3))
    for reach, ink in zip((40, 26, 12), inks, strict=True):
        picture[np.abs(u) + np.abs(v) < reach] = ink
    grain = 1 + 0.12 * clouds(seed, (768, 768), (96, 96), 3)
    return np.clip(picture * grain[..., None], 0, 255).astype(np.uint8)


def _keys(seed: int) -> Bytes:
    """A dark keyboard without end."""
    picture = np.full((768, 768, 3), 40, np.uint8)
    for row in range(8):
        for column in range(8):
            x, y = 96 * column + 24 * (row % 3), 96 * row
            shade = (62, 62, 66) if (row + column) % 7 else (150, 150, 150)
            cv2.rectangle(picture, (x + 6, y + 6), (x + 88, y + 88), shade, -1)
            letter = chr(65 + (row * 8 + column + seed) % 26)
            cv2.putText(picture, letter, (x + 24, y + 50), 0, 1.1, (200, 200, 200), 2)
    return picture


def _table_top(view: View, light: Lighting, picture: Bytes, rng: np.random.Generator) -> Singles:
    """The lit table (h, w, 3), with a wall where it ends."""
    wide, high = view.size
    x = (np.arange(wide) + 0.5 - wide / 2)[None, :, None] / view.focal
    y = (np.arange(high) + 0.5 - high / 2)[:, None, None] / view.focal
    rays = view.ahead + x * view.right + y * view.down
    down = np.minimum(rays[..., 2], -1e-3)
    places = view.at + rays * (-view.at[2] / down)[..., None]
    scale = picture.shape[0] / 190.0
    turn = rng.uniform(0, 2 * np.pi)
    u = np.cos(turn) * places[..., 0] - np.sin(turn) * places[..., 1]
    v = np.sin(turn) * places[..., 0] + np.cos(turn) * places[..., 1]
    tall = picture.shape[0]
    flat = [np.asarray(np.mod(c * scale, tall), np.float32) for c in (u, v)]
    seen = cv2.remap(picture, flat[0], flat[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    base = _linear(np.asarray(seen, dtype=np.uint8))
    _things(base, view, rng)
    up = np.broadcast_to(np.array([0, 0, 1], np.float32), places.shape)
    scattered, mirrored = lit(light, places.astype(np.float32), up, view.at, _DULL)
    lit_ = base * scattered + 0.6 * mirrored
    lit_[places[..., 1] > 900] = 0.3 * light.sky.astype(np.float32)
    return np.ascontiguousarray(lit_, dtype=np.float32)


def _things(base: Singles, view: View, rng: np.random.Generator) -> None:
    """Papers, a book and pens that lie about; flat, but they catch the eye."""
    for _ in range(int(rng.integers(2, 6))):
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(90, 260)
        middle = away * np.array([np.cos(angle), np.sin(angle)])
        half = np.array([(74, 105), (55, 80), (4, 70), (30, 30)][int(rng.integers(4))])
        turn = rng.uniform(0, 2 * np.pi)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        flat = middle + (np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half) @ spin.T
        corners = np.column_stack([flat, np.zeros(4)])
        pixels, depth = view.project(corners)
        if np.any(depth < 20):
            continue
        shape = np.round(np.clip(pixels, -4000, 4000) * 16).astype(np.int32)
        ink = rng.uniform(0.02, 0.8, 3) if rng.random() < 0.6 else np.full(3, 0.75)
        cv2.fillConvexPoly(base, shape, (*ink.tolist(), 0.0), cv2.LINE_AA, 4)


def _room(rng: np.random.Generator, size: tuple[int, int], light: Lighting, skin: Rgb) -> Singles:
    """A wall, a window, shelves and somebody who sits there, all out of focus (h, w, 3)."""
    wide, high = 320, 240
    wall = rng.uniform(0.2, 0.6) * rng.uniform(0.88, 1.08, 3)
    room = np.full((high, wide, 3), wall, np.float32)
    room *= (1 + 0.2 * clouds(int(rng.integers(99)), (high, wide), (3, 4)))[..., None]
    x = int(rng.integers(0, wide - 90))
    cv2.rectangle(room, (x, -1), (x + 80, 90), (1.0, 1.1, 1.25), -1)
    for bar in (-2, 38, 80):
        cv2.rectangle(room, (x + bar, -1), (x + bar + 4, 92), (0.45, 0.45, 0.45), -1)
    for shelf in range(3):
        left, y = int(rng.integers(-40, wide)), 44 + 56 * shelf
        for book in range(12):
            tall, grey = int(rng.integers(24, 42)), rng.uniform(0.03, 0.4)
            ink = tuple(float(c) for c in grey * rng.uniform(0.55, 1.3, 3))
            cv2.rectangle(room, (left + 9 * book, y - tall), (left + 9 * book + 7, y), ink, -1)
        cv2.rectangle(room, (left - 6, y), (left + 116, y + 4), (0.2, 0.13, 0.08), -1)
    _person(room, rng, np.array(linear(skin)))
    shade = 1 + 0.35 * np.sign(light.lamp[0]) * np.linspace(-1, 1, wide)
    room *= shade.astype(np.float32)[None, :, None]
    soft = cv2.GaussianBlur(room, (0, 0), float(rng.uniform(2.5, 4.5)))
    large = cv2.resize(soft, size, interpolation=cv2.INTER_CUBIC)
    tint = np.asarray(light.power + 0.7 * light.sky + light.floor, np.float32)
    return np.ascontiguousarray(np.maximum(large, 0) * tint * 0.75, dtype=np.float32)


def _person(room: Singles, rng: np.random.Generator, skin: Floats) -> None:
    """Head and shoulders, cut off by the picture's upper edge now and then."""
    wide = room.shape[1]
    grey = rng.uniform(0.03, 0.35)
    shirt = tuple(float(c) for c in grey * rng.uniform(0.5, 1.4, 3))
    pale, plain, shade = (tuple((share * skin).tolist()) for share in (1.0, 0.88, 0.62))
    hair = (0.035, 0.025, 0.02)
    x, y = int(wide / 2 + rng.normal(0, 16)), int(rng.integers(5, 45))
    shoulders = [(-135, 260), (-118, 150), (-70, 122), (-24, 104), (24, 104), (70, 122)]
    outline = np.add([*shoulders, (118, 150), (135, 260)], (x, y))
    cv2.ellipse(room, (x, y - 6), (46, 56), 0, 0, 360, hair, -1)
    cv2.rectangle(room, (x - 19, y + 30), (x + 19, y + 112), shade, -1)
    cv2.fillPoly(room, [outline.astype(np.int32)], shirt)
    cv2.ellipse(room, (x, y + 8), (38, 50), 0, 0, 360, plain, -1)
    cv2.ellipse(room, (x + 12, y + 12), (24, 44), 0, 0, 360, pale, -1)
    for side in (-1, 1):
        cv2.ellipse(room, (x + 16 * side, y), (7, 3), 0, 0, 360, hair, -1)
    cv2.ellipse(room, (x, y + 34), (12, 3), 0, 0, 360, (0.3, 0.1, 0.09), -1)


def _linear(picture: Bytes) -> Singles:
    table = (np.arange(256) / 255.0) ** 2.2
    return np.asarray(table.astype(np.float32)[picture], np.float32)
