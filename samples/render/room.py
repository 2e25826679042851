"""The place around a toy: table, wall, things standing about, lamps, and light from all sides."""

from dataclasses import dataclass

import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats, lathe, rounded_box, tube, turn_about
from samples.render.scene import Bytes, Lamp, Part, Rgb, Surface
from samples.render.texture import cloth, planks, plaster, room_light

TABLES = ("oak", "walnut", "linen", "felt", "stone", "white")


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """Parts, light and lamps around a toy that stands at the origin."""

    parts: tuple[Part, ...]
    sky: Floats
    lamps: tuple[Lamp, ...]


def room(
    seed: int, *, table: str = "oak", warm: float = 0.2, clutter: int = 4, paper: bool = False
) -> Room:
    """A room; `table` is one of TABLES, `clutter` the number of things standing behind the toy.

    `paper` adds a sheet and a pen beside the toy, for a camera that looks down.

    Raises SceneError for an unknown table.
    """
    if table not in TABLES:
        raise SceneError(f"table: expected one of {', '.join(TABLES)}, got {table!r}")
    rng = np.random.default_rng(seed)
    top = rounded_box((2600, 1500, 30), 4).moved((0, -150, -15), None)
    shade = tuple(float(v) for v in rng.uniform(130, 215, 3) * [1.0, 0.98, 0.93])
    wall = rounded_box((6000, 20, 3000), 4).moved((0, 1150, 300))
    paint = Surface("matte", texture=plaster(seed + 5, (shade[0], shade[1], shade[2])))
    parts = [Part(top, _table_surface(table, seed)), Part(wall, paint)]
    parts += [_thing(rng, k) for k in range(clutter)]
    parts += _desk(rng) if paper else []
    lamp = _lamp(rng, warm)
    return Room(tuple(parts), room_light(seed + 2, warm=warm, strength=0.7), (lamp,))


def _table_surface(table: str, seed: int) -> Surface:
    if table == "linen":
        return Surface("matte", texture=cloth(seed, (196, 186, 168)), texture_span=1.4)
    if table == "felt":
        return Surface("matte", texture=cloth(seed, (52, 84, 92), threads=220), texture_span=1.2)
    if table == "stone":
        spots = plaster(seed, (120, 122, 126), depth=0.22)
        return Surface("paint", texture=spots, rough=0.16, texture_span=3.1)
    if table == "white":
        return Surface("paint", texture=plaster(seed, (214, 212, 206), depth=0.02), rough=0.22)
    light, dark = {
        "oak": ((214.0, 176.0, 128.0), (163.0, 117.0, 72.0)),
        "walnut": ((132.0, 92.0, 62.0), (74.0, 47.0, 30.0)),
    }[table]
    boards: Bytes = planks(seed, light, dark)
    return Surface("paint", texture=boards, rough=0.2, texture_span=5.0)


def _thing(rng: np.random.Generator, place: int) -> Part:
    """A book, a box or a mug behind the toy, a little way from the middle."""
    side = 1 if place % 2 else -1
    at = side * rng.uniform(60, 420) + rng.normal(0, 40), rng.uniform(380, 800)
    hue = rng.uniform(0.15, 1.0, 3)
    colour: Rgb = tuple(float(v) for v in 50 + 140 * hue)  # type: ignore[assignment]
    if place % 3 == 2:
        r, h = rng.uniform(32, 44), rng.uniform(80, 120)
        cup = np.array([[0, 0], [r - 4, 0], [r, 4], [r, h], [r - 3, h], [r - 3, 6], [0, 6]])
        return Part(lathe(cup), Surface("paint", colour, 0.08)).moved((at[0], at[1], 0.0))
    size = rng.uniform((60, 30, 60), (220, 120, 260))
    turn = turn_about((0, 0, 1), rng.uniform(-35, 35))
    box = rounded_box(tuple(size), 3).moved((at[0], at[1], size[2] / 2), turn)
    return Part(box, Surface("paint", colour, 0.25))


def _desk(rng: np.random.Generator) -> list[Part]:
    """A sheet of paper and a pen that reach into the picture from the left."""
    turn = turn_about((0, 0, 1), rng.uniform(8, 25))
    sheet = Part(rounded_box((148, 210, 0.6), 0.2, steps=1), Surface("matte", (226, 224, 214)))
    along = np.linspace(-65, 65, 12)[:, None] * [0.45, 0.89, 0.0]
    pen = Part(tube(along, 4.2), Surface("paint", (36, 60, 120), 0.08))
    return [sheet.moved((-152.0, 20.0, 0.3), turn), pen.moved((-92.0, 12.0, 5.0))]


def _lamp(rng: np.random.Generator, warm: float) -> Lamp:
    """A shade above one shoulder of the player."""
    side = rng.choice([-1.0, 1.0])
    at = (side * rng.uniform(350, 600), -rng.uniform(250, 500), rng.uniform(700, 950))
    tint = np.array([1 + 0.25 * warm, 1.0, 1 - 0.35 * warm]) * rng.uniform(32.0, 48.0)
    light = (float(tint[0]), float(tint[1]), float(tint[2]))
    return Lamp(at, (0.0, 0.0, 0.0), (240.0, 240.0), light)
