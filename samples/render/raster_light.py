"""Light and materials for the fast renderer: a room as a function of direction, and shading."""

from dataclasses import dataclass, field

import numpy as np

from samples.render.mesh import Floats

# Base colour in blue, green, red (0 to 1), and how much of the light is mirrored, 0 to 1.
MATERIALS: dict[str, tuple[tuple[float, float, float], float]] = {
    "chrome": ((0.97, 0.97, 0.96), 1.0),
    "nickel": ((0.80, 0.84, 0.88), 0.95),
    "steel": ((0.70, 0.72, 0.74), 0.9),
    "silver": ((0.78, 0.84, 0.88), 0.8),
    "brass": ((0.35, 0.68, 0.85), 0.85),
    "jade": ((0.66, 0.78, 0.70), 0.22),
    "black": ((0.06, 0.06, 0.06), 0.12),
    "brown": ((0.10, 0.20, 0.36), 0.12),
    "red": ((0.12, 0.12, 0.62), 0.15),
    "lacquer": ((0.10, 0.08, 0.40), 0.2),
    "wood": ((0.30, 0.50, 0.68), 0.05),
    "paint": ((0.55, 0.45, 0.35), 0.12),
}


# How abruptly a panel ends.
_EDGE = 40.0


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """A room: brightness of floor and sky along `up`, and soft lamps (m, 3) of some sharpness.

    `panels` (k, 5) are round and sharp-edged: a direction, the cosine of the radius, the power,
    which is negative for dark things. They are only mirrored, and light nothing.
    """

    up: Floats
    floor: float
    sky: float
    horizon: float
    lamps: Floats
    power: Floats
    sharp: Floats
    panels: Floats = field(default_factory=lambda: np.zeros((0, 5)))

    def mirrored(self, directions: Floats) -> Floats:
        """What a mirror shows that looks along `directions` (..., 3): brightness (...)."""
        height = directions @ self.up
        seen = self.floor + (self.sky - self.floor) * (0.5 + 0.5 * np.tanh(3 * height))
        seen = seen - self.horizon * np.exp(-((height / 0.18) ** 2))
        for lamp, power, sharp in zip(self.lamps, self.power, self.sharp, strict=True):
            seen = seen + power * np.exp(sharp * (directions @ lamp - 1))
        for *panel, edge, power in self.panels:
            seen = seen + power * (0.5 + 0.5 * np.tanh(_EDGE * (directions @ panel - edge)))
        out: Floats = np.maximum(seen, 0.02)
        return out

    def spread(self, normals: Floats) -> Floats:
        """How bright a white matte surface is: brightness (...)."""
        height = normals @ self.up
        seen = 0.6 * (self.floor + (self.sky - self.floor) * (0.5 + 0.5 * height))
        for lamp, power in zip(self.lamps, self.power, strict=True):
            seen = seen + 0.35 * power * np.clip(normals @ lamp, 0, 1)
        out: Floats = seen
        return out


def draw_light(rng: np.random.Generator, up: Floats, towards: Floats) -> Light:
    """A random room; at least one lamp is on the viewer's side."""
    count = int(rng.integers(1, 5))
    lamps = rng.normal(0, 1, (count, 3)) + 0.8 * up
    lamps[0] += towards
    lamps /= np.linalg.norm(lamps, axis=1, keepdims=True)
    return Light(
        up,
        rng.uniform(0.05, 0.8),
        rng.uniform(0.25, 1.0),
        rng.uniform(0.0, 0.5),
        lamps,
        rng.uniform(0.3, 1.4, count),
        np.exp(rng.uniform(np.log(3), np.log(60), count)),
    )


def paints(rng: np.random.Generator) -> dict[str, tuple[Floats, float]]:
    """Every material's colour and mirroring in this picture, a little different every time."""
    found = {}
    for name, (colour, mirror) in MATERIALS.items():
        base = np.array(colour) * rng.uniform(0.8, 1.2) * rng.uniform(0.92, 1.08, 3)
        if name == "paint":
            base = rng.uniform(0.03, 0.95, 3)
        found[name] = (np.clip(base, 0.02, 1), float(np.clip(mirror * rng.uniform(0.6, 1.1), 0, 1)))
    return found


def shade(light: Light, normals: Floats, views: Floats, paint: tuple[Floats, float]) -> Floats:
    """Colours (..., 3), 0 to 255, of a surface with `normals` seen from `views` (both (..., 3))."""
    colour, mirror = paint
    facing = np.sum(normals * views, axis=-1, keepdims=True)
    seen = light.mirrored(2 * facing * normals - views)
    edge = (1 - np.clip(facing[..., 0], 0, 1)) ** 5
    gloss = mirror + (1 - mirror) * (0.04 + 0.5 * edge)
    matte = (1 - mirror) * light.spread(normals)
    tint = colour if mirror > 0.5 else np.ones(3)
    out: Floats = 255 * (matte[..., None] * colour + (gloss * seen)[..., None] * tint)
    return np.clip(out, 0, 255)
