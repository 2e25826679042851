"""Poses of nine-rings toys in files: what `rings_settled` simulates once is drawn many times."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from samples.render.mesh import Floats
from samples.render.rings_model import (
    HANDLES,
    LOOKS,
    Placed,
    RingsScene,
    RingsToy,
    build,
    turned,
)

ARRAYS = tuple(field.name for field in fields(Placed))


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A toy as it hangs, or `lies` on a table with its front facing up, in its own frame."""

    toy: RingsToy
    placed: Placed
    lies: bool = True

    def scene(self, rng: np.random.Generator) -> RingsScene:
        """The toy in some look, z up, mirrored or not."""
        looks = [look for look in LOOKS if (look == "lacquer") == (self.toy.look == "lacquer")]
        handle = str(rng.choice(HANDLES))
        toy = replace(self.toy, look=str(rng.choice(looks)), handle=handle)
        scene = build(toy, self.placed)
        mirror = np.diag([float(rng.choice([-1.0, 1.0])), 1.0, 1.0])
        if not self.lies:
            return turned(scene, mirror)
        # Seen from right above, the rods' side is still below.
        upright = scene.up - scene.front * (scene.up @ scene.front)
        scene = replace(scene, up=upright / np.linalg.norm(upright))
        return turned(scene, mirror @ _level(scene.front), stands=True)


def save(path: Path, posed: Posed) -> None:
    """Writes a pose; never leaves half a file."""
    part = path.with_suffix(".part.npz")
    told: dict[str, Any] = {f"toy_{name}": value for name, value in asdict(posed.toy).items()}
    told |= {name: getattr(posed.placed, name) for name in ARRAYS}
    np.savez(part, lies=posed.lies, **told)
    part.rename(path)


def load(path: Path) -> Posed:
    """The pose in a file that `save` wrote."""
    with np.load(path) as data:
        toy = {field.name: data[f"toy_{field.name}"].tolist() for field in fields(RingsToy)}
        toy["plate_half"] = tuple(toy["plate_half"])
        arrays = {name: data[name] for name in ARRAYS}
        arrays["on"] = tuple(arrays["on"].tolist())
        # Files that were written before toys were held have only lying ones.
        lies = bool(data["lies"]) if "lies" in data else True
        return Posed(RingsToy(**toy), Placed(**arrays), lies=lies)


def load_all(folder: Path) -> list[Posed]:
    """All poses in a folder. Raises FileNotFoundError where there is none."""
    found = [load(path) for path in sorted(folder.glob("*[0-9].npz"))]
    if not found:
        raise FileNotFoundError(f"{folder}: expected poses that rings_settled wrote, got none")
    return found


def any_of(rng: np.random.Generator, poses: Sequence[Posed]) -> RingsScene:
    """One of some poses, in some look."""
    return poses[int(rng.integers(len(poses)))].scene(rng)


def _level(up: Floats) -> Floats:
    """The rotation (3, 3) that brings `up` upright and leaves x as it is where that can be."""
    x = np.array([1.0, 0, 0]) - up[0] * up
    x = x / np.linalg.norm(x)
    return np.stack([x, np.cross(up, x), up])
