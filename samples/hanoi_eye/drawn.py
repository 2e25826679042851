"""Scenes that are drawn once, and cut into lessons of all kinds.

    python -m samples.hanoi_eye.drawn SCENES/painted --files 60
    python -m samples.hanoi_eye.drawn SCENES/traced --files 100 --traced --seed 1000
    python -m samples.hanoi_eye.drawn SCENES/near --files 24 --traced --kind near --seed 7000
    python -m samples.hanoi_eye.drawn SCENES/rings --files 12 --traced --kind rings --seed 9000
    python -m samples.hanoi_eye.drawn SCENES/feet --files 60 --traced --kind feet --seed 11000
    python -m samples.hanoi_eye.drawn SCENES/held --files 60 --traced --kind held --seed 12000
    python -m samples.hanoi_eye.drawn SCENES/rooms --files 40 --traced --kind rooms --seed 13000
    python -m samples.hanoi_eye.drawn SCENES/things --files 24 --kind things --seed 14000

A path-traced scene costs a second, a painted one a tenth of that, and cutting them into lessons
next to nothing: scenes are kept, in files that may be drawn while others are cut and learned from.
Half of them are ordinary towers, that is what is sold, the others as different as can be; of
the kind `near` all are ordinary, mostly with painted discs, right below the camera; `rings` are
stacking rings, half of them seen from there; `feet` stand mostly on round feet, and three of ten
are seen from there; before or above half of `held` ones are a hand, a gripper or a disc in the air;
around `things` stand lamps, plants, books, and traced ones are half held so, too; `rooms` are by
the renderer of the bundled samples.
"""

import argparse
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.hanoi_eye.ordinary import (
    near_view,
    ordinary_tower,
    ordinary_view,
    stacking_tower,
    thin_tower,
)
from samples.hanoi_eye.paint import Scene, paint, random_scene
from samples.hanoi_eye.roomed import roomed_scene
from samples.hanoi_eye.scene import ROUND_FEET
from samples.hanoi_eye.traced import traced_scene
from samples.hanoi_eye.traced_toy import RING

# How many scenes a file has; of traced ones, which cost more, it has fewer.
PAINTED, TRACED = 200, 50
ORDINARY = 0.5
# The kind whose toys are those of the bundled samples.
ROOMS = "rooms"
# The share of ordinary traced scenes with a hand, a gripper or a disc in the air, and how high
# these are at most, in lengths of pegs.
DISTURBED, HELD = 0.15, 0.5
HIGHEST, HELD_HIGHEST = 1.3, 1.8
# The toys of each kind, and the shares of painted discs among some.
TOWERS = {
    "any": ordinary_tower,
    "near": thin_tower,
    "rings": stacking_tower,
    "feet": ordinary_tower,
    "held": ordinary_tower,
    "things": ordinary_tower,
}
PAINTS = {"near": 0.6, "rings": 0.85}
# The shares of toys that are seen from near, and of those on round feet, of some kinds.
NEAR = {"near": 1.0, "rings": 0.5, "feet": 0.3}
FEET = {"feet": 0.7}


def draw(folder: Path, seeds: range, *, traced: bool = False, kind: str = "any") -> Iterator[Path]:
    """Files of scenes of one kind, as in TOWERS; those that are there already are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    # Rooms are never painted.
    traced = traced or kind == ROOMS
    for seed in seeds:
        path = folder / f"{seed:06d}.scenes"
        if path.exists():
            continue
        rng = np.random.default_rng(seed)
        scenes = [_scene(rng, kind, traced=traced) for _ in range(TRACED if traced else PAINTED)]
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps([(_packed(one.image), _bare(one)) for one in scenes]))
        part.rename(path)
        yield path


def kept(path: Path) -> list[Scene]:
    """The scenes of a file."""
    return [
        replace(
            bare,
            image=_unpacked(png, cv2.IMREAD_COLOR),
            strange=_unpacked(bare.strange, cv2.IMREAD_GRAYSCALE),
        )
        for png, bare in pickle.loads(path.read_bytes())
    ]


def uncut(
    scenes: Path, folder: Path, suffix: str = ".npz"
) -> Iterator[tuple[Path, np.random.Generator, list[Scene]]]:
    """For each file of scenes of which `folder` has no lessons yet their path, chance, and scenes.

    Raises FileNotFoundError where there are no scenes.
    """
    found = sorted(scenes.glob("*.scenes"))
    if not found:
        raise FileNotFoundError(f"{scenes}: expected NUMBER.scenes files, got none")
    folder.mkdir(parents=True, exist_ok=True)
    for path in found:
        lessons = folder / f"{path.stem}{suffix}"
        if not lessons.exists():
            yield lessons, np.random.default_rng(int(path.stem)), kept(path)


def _packed(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture or a mask, packed without loss."""
    packed = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1]
    return np.asarray(packed, dtype=np.uint8)


def _unpacked(png: NDArray[np.uint8], kind: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.imdecode(png, kind), dtype=np.uint8)


def _bare(scene: Scene) -> Scene:
    """A scene without its picture, its mask packed."""
    return replace(scene, image=scene.image[:0], strange=_packed(scene.strange))


def _scene(rng: np.random.Generator, kind: str, *, traced: bool) -> Scene:
    if kind == ROOMS:
        return roomed_scene(rng)
    if kind == "any" and rng.random() >= ORDINARY:
        return traced_scene(rng)[0] if traced else random_scene(rng)
    tower = TOWERS[kind](rng)
    aim = near_view if kind in NEAR and rng.random() < NEAR[kind] else ordinary_view
    feet = FEET.get(kind, ROUND_FEET)
    things = kind == "things"
    if not traced:
        return paint(rng, tower, aim(rng, tower), feet, things=things)
    look = "coloured" if kind in PAINTS and rng.random() < PAINTS[kind] else None
    edge = RING if kind == "rings" else None
    view = aim(rng, tower)
    held = kind in ("held", "things")
    made = traced_scene(
        rng,
        tower=tower,
        view=view,
        look=look,
        edge=edge,
        feet=feet,
        disturbed=HELD if held else DISTURBED,
        highest=HELD_HIGHEST if held else HIGHEST,
        things=things,
    )
    return made[0]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--traced", action="store_true", help="path traced; needs mitsuba")
    parser.add_argument(
        "--kind", choices=[*TOWERS, ROOMS], default="any", help="which toys, seen how"
    )
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = range(asked.seed, asked.seed + asked.files)
    for path in draw(asked.folder, seeds, traced=asked.traced, kind=asked.kind):
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
