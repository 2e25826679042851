"""Measures how the cube's colours are read under other lamps, on the true places of the stickers.

Two kinds of cubes: the photographed ones of PHOTOS, their faces set straight from the corners that
truth names, and made-up ones of random pigments. Every face of a cube gets a light of its own from
tests/relight.py. `python -m tests.bench_cube_light [PHOTOS]` prints a line a light: whole cubes
(right and certain, right but unsure, wrong but unsure, wrong and certain), and faces alone.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from solver.cube import decode
from tests.bench_cube import CERTAIN, sets, truth
from tests.relight import RELIGHTINGS, made_up_face, pigments, relit
from tests.solver.synthetic import faces as upright
from tests.solver.synthetic import random_cube, shown
from vision import Image
from vision.cube import COLOURS, FaceView, read_colours
from vision.cube.face import MARGIN, SIDE, centres_of, map_of, straighten

SEEDS = 4
MADE_UP = 40


@dataclass(frozen=True, slots=True, eq=False)
class Cube:
    """The six faces of one cube and the letters of its 54 stickers, in the same order."""

    faces: tuple[FaceView, ...]
    letters: str


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """Cubes, and faces with their nine letters that are read alone."""

    cubes: list[Cube]
    faces: list[tuple[FaceView, str]]


def counted(bench: Bench, light: str, seeds: int = SEEDS) -> Counter[str]:
    """Counts for whole cubes and for faces by themselves under one light."""
    counts: Counter[str] = Counter()
    for seed in range(1 if light == "as it is" else seeds):
        for number, cube in enumerate(bench.cubes):
            rng = np.random.default_rng((seed, number))
            counts += whole([relit(face, light, rng) for face in cube.faces], cube.letters)
        for number, (face, letters) in enumerate(bench.faces):
            rng = np.random.default_rng((seed, number))
            counts += alone(relit(face, light, rng), letters)
    return counts


def whole(faces: Sequence[FaceView], letters: str) -> Counter[str]:
    """What the decoder makes of the six faces of one cube."""
    tables = read_colours(faces)
    decoded = decode(tables)
    read = "".join(COLOURS[i] for i in tables.reshape(-1, 6).argmax(axis=1))
    off = sum(a != b for a, b in zip(read, letters, strict=True))
    counts = Counter({"stickers together": 54, "stickers wrong together": off, "cubes": 1})
    if decoded.state is None or decoded.placed is None:
        return counts + Counter({"wrong": 1})
    names = dict(zip("URFDLB", "wrgyob", strict=True))
    state = decoded.state.facelets()
    right = "".join(names[state[i]] for i in decoded.placed) == letters
    certain = "certain" if decoded.certainty > CERTAIN else "unsure"
    return counts + Counter({f"{'right' if right else 'wrong'} {certain}": 1})


def alone(face: FaceView, letters: str) -> Counter[str]:
    """What is read of one face by itself."""
    table = read_colours([face])[0]
    off = sum(COLOURS[i] != b for i, b in zip(table.argmax(axis=1), letters, strict=True))
    sure = float(np.prod(table.max(axis=1))) > CERTAIN
    return Counter(
        {
            "stickers": 9,
            "stickers wrong": off,
            "faces": 1,
            "faces certain": int(sure),
            "faces wrong certain": int(sure and off > 0),
        }
    )


def photographed(photos: Path) -> dict[str, Bench]:
    """The photographed cubes, by `worked on` and `kept aside`."""
    parts: dict[bool, Bench] = {aside: Bench([], []) for aside in (False, True)}
    for name, folder in sets(photos):
        stills, cubes = truth(name, folder)
        views = {}
        for still in stills:
            image = cv2.imread(str(still.path))
            views[still.path] = [(view_of(image, f["corners"]), f["colours"]) for f in still.faces]
            parts[still.aside].faces.extend(views[still.path])
        for cube in cubes:
            seen = [views[photo.path][0] for photo in cube.photos]
            one = Cube(tuple(face for face, _ in seen), "".join(colours for _, colours in seen))
            if cube.ways == 1:
                parts[cube.aside].cubes.append(one)
    return {"worked on": parts[False], "kept aside": parts[True]}


def view_of(image: Image, corners: Sequence[Sequence[float]]) -> FaceView:
    """The face between true corners."""
    places = np.array(corners, dtype=np.float64)
    wide = straighten(image, map_of(places))
    inner = slice(MARGIN, MARGIN + SIDE)
    return FaceView(places, centres_of(map_of(places)), wide[inner, inner], 1.0)


def made_up(count: int = MADE_UP, seed: int = 3) -> Bench:
    """Cubes of random pigments, scrambled."""
    cubes = []
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        inks = pigments(rng)
        seen = [
            "".join(COLOURS[i] for i in shown(face, int(rng.integers(4))))
            for face in upright(random_cube(rng))
        ]
        views = [front_view(made_up_face(colours, inks, rng)) for colours in seen]
        cubes.append(Cube(tuple(views), "".join(seen)))
    faces = [
        (face, cube.letters[9 * i : 9 * i + 9])
        for cube in cubes
        for i, face in enumerate(cube.faces)
    ]
    return Bench(cubes, faces)


def front_view(straight: Image) -> FaceView:
    corners = np.array([[0.0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]])
    return FaceView(corners, centres_of(map_of(corners)), straight, 1.0)


def measure(photos: Path | None, seeds: int = 1) -> dict[str, dict[str, float]]:
    """A row for each part and light; the parts are photographed, or `made up`."""
    return {name: figures(counts) for name, counts in _by_light(photos, seeds)}


def _by_light(photos: Path | None, seeds: int) -> Iterator[tuple[str, Counter[str]]]:
    real = photographed(photos) if photos is not None and photos.is_dir() else {}
    for part, bench in {**real, "made up": made_up()}.items():
        for light in RELIGHTINGS:
            yield f"{part}, {light}", counted(bench, light, 1 if part == "made up" else seeds)


def figures(counts: Counter[str]) -> dict[str, float]:
    """The counts as a row; stickers are shares, read together with their cube's, and alone."""
    kinds = ("right certain", "right unsure", "wrong unsure", "wrong certain")
    together = 1 - counts["stickers wrong together"] / max(1, counts["stickers together"])
    by_itself = 1 - counts["stickers wrong"] / max(1, counts["stickers"])
    return {
        "cubes": counts["cubes"],
        **{kind: counts[kind] for kind in kinds},
        "null": counts["wrong"],
        "stickers": round(together, 4),
        "faces alone": counts["faces"],
        "stickers alone": round(by_itself, 4),
        "certain alone": counts["faces certain"],
        "wrong certain alone": counts["faces wrong certain"],
    }


def main(arguments: Sequence[str]) -> None:
    cv2.setNumThreads(1)
    default = Path(__file__).resolve().parents[2] / "shared" / "photos"
    for name, counts in _by_light(Path(arguments[0]) if arguments else default, SEEDS):
        row = "  ".join(f"{key} {value}" for key, value in figures(counts).items())
        print(f"{name}: {row}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
