"""Measures the rings' eye on path-traced renders kept aside, and how well the two renderers agree.

Run: python -m tests.bench_rings_traced [--renders 60] [--cache FOLDER] [--json FILE]
     [--size 640 480] [--seed 950000] [--overlay FOLDER]

Every scene is drawn twice from the same place: by the path tracer and by the fast renderer that
makes most of the training pictures. Materials, light, background and camera are each renderer's
own. No seed from 950000 on is trained on. Pictures in the cache are taken from there, and the
tracer is needed only for those that are missing.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.console import Console

from samples.render.raster import paint_scene, truth_of
from samples.render.raster_ground import draw_ground, spoil
from samples.render.rings_draw import View, draw_scene, draw_view
from samples.render.rings_model import RingsScene
from samples.render.rings_traced import draw_traced
from tests.bench import table
from tests.bench_rings import Case, Reading, figures, groups, reading, show, view_of
from tests.sheets import Sheets

RENDERS, FIRST_SEED, SIZE, PATHS = 60, 950_000, (640, 480), 24
FILL = (0.6, 0.95)
Pair = tuple[Case, Case]


def pairs(
    count: int, seed: int = FIRST_SEED, *, size: tuple[int, int] = SIZE, cache: Path | None = None
) -> Iterator[Pair]:
    """Pictures of the same scenes, traced and by the fast renderer, in which nothing is hidden."""
    made = 0
    while made < count:
        found = _pair(seed, size, cache)
        seed += 1
        if found is not None:
            made += 1
            yield found


def _pair(seed: int, size: tuple[int, int], cache: Path | None) -> Pair | None:
    """Both pictures of one seed; None where an eye lies outside of them."""
    rng = np.random.default_rng(seed)
    scene = draw_scene(rng)
    view = draw_view(rng, scene, size, rng.uniform(*FILL))
    truth = truth_of(scene, view)
    if truth.hidden.any():
        return None
    traced, raster = _pictures(scene, view, seed, cache)
    about = (truth.state, scene.toy.look, view_of(scene), truth.eyes)
    return Case(traced, *about), Case(raster, *about)


def _pictures(scene: RingsScene, view: View, seed: int, cache: Path | None) -> list[Any]:
    """The two pictures, from the cache or drawn and kept there."""
    wide, high = view.size
    paths = [(cache or Path()) / f"{seed}-{wide}x{high}-{how}.png" for how in ("traced", "raster")]
    if cache is not None and all(path.exists() for path in paths):
        return [cv2.imread(str(path)) for path in paths]
    pictures = [_traced(scene, view, seed), _raster(scene, view, seed)]
    if cache is not None:
        cache.mkdir(parents=True, exist_ok=True)
        for path, picture in zip(paths, pictures, strict=True):
            cv2.imwrite(str(path), picture)
    return pictures


def _traced(scene: RingsScene, view: View, seed: int) -> Any:
    rng = np.random.default_rng([seed, 1])
    return draw_traced(rng, view.size, hands=0.0, samples=PATHS, scene=scene, view=view)[0]


def _raster(scene: RingsScene, view: View, seed: int) -> Any:
    rng = np.random.default_rng([seed, 2])
    return spoil(rng, paint_scene(scene, view, draw_ground(rng, view.size), rng))


def measure(
    read: list[tuple[Reading, Reading]], sheets: Sheets | None = None
) -> dict[str, dict[str, Any]]:
    """The figures of the traced pictures by what they show, and of their twins."""
    traced, raster = [one for one, _ in read], [other for _, other in read]
    show(traced, sheets or Sheets(None))
    rows = {f"traced renders, {name}": figures(some) for name, some in groups(traced)}
    rows["raster renders of the same scenes"] = figures(raster)
    return rows


def agreements(read: list[tuple[Reading, Reading]]) -> dict[str, dict[str, Any]]:
    """How alike the two pictures of a scene are read: all scenes, and by view."""
    views = sorted({one.case.view for one, _ in read})
    parts = {name: [pair for pair in read if pair[0].case.view == name] for name in views}
    return {name: agreement(some) for name, some in {"all": read, **parts}.items()}


def agreement(read: list[tuple[Reading, Reading]]) -> dict[str, Any]:
    """How alike both pictures of a scene are read.

    `readings alike`: the same number of rings, each on or off in both. The rest is over the scenes
    counted right in both: how often a ring is read alike, and how far apart an eye is marked in
    the two pictures, and from where it is, in pitches.
    """
    both = [(a, b) for a, b in read if a.counted and b.counted]
    gaps = [_gaps(a, b) for a, b in both]
    apart, *off = (np.concatenate([g[k] for g in gaps]) if gaps else np.zeros(0) for k in range(3))
    return {
        "scenes": len(read),
        "counted right in both": len(both),
        "readings alike": sum(len(_told(a)) > 0 and _told(a) == _told(b) for a, b in read),
        "rings alike": _mean([x == y for a, b in both for x, y in _rings(a, b)]),
        "marks apart, pitches": _mean(apart),
        "traced marks off": _mean(off[0]),
        "raster marks off": _mean(off[1]),
        "rings right, traced": _share(read, 0),
        "rings right, raster": _share(read, 1),
    }


def _told(one: Reading) -> str:
    """The rings that are read as on and off, ring 1 first; nothing where no toy was found."""
    return "".join("1" if on > off else "0" for off, on in one.seen.cells)


def _rings(a: Reading, b: Reading) -> Iterator[tuple[str, str]]:
    return zip(_told(a), _told(b), strict=True)


def _gaps(a: Reading, b: Reading) -> tuple[Any, Any, Any]:
    """Per ring: from mark to mark, from either mark to the true eye, in pitches."""
    eyes = np.asarray(a.case.eyes)
    pitch = float(np.linalg.norm(eyes[-1] - eyes[0])) / (len(eyes) - 1)
    one, other = a.seen.where, b.seen.where
    seen = np.isfinite(one).all(axis=1) & np.isfinite(other).all(axis=1)
    ways = (one - other, one - eyes, other - eyes)
    apart, first, second = (np.linalg.norm(way[seen], axis=1) / pitch for way in ways)
    return apart, first, second


def _share(read: list[tuple[Reading, Reading]], which: int) -> float:
    right = sum(pair[which].rings_right for pair in read)
    return right / max(1, sum(pair[which].rings for pair in read))


def _mean(values: Any) -> float:
    return float(np.mean(values)) if len(values) else float("nan")


def main() -> None:
    """Prints the tables and writes the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renders", type=int, default=RENDERS)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--size", type=int, nargs=2, default=SIZE, metavar=("W", "H"))
    parser.add_argument("--cache", type=Path, help="where the pictures are kept")
    parser.add_argument("--json", type=Path, help="where the figures are written")
    parser.add_argument("--overlay", type=Path, help="where contact sheets of failures go")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    sheets, console = Sheets(asked.overlay), Console(width=200)
    wanted = pairs(asked.renders, asked.seed, size=tuple(asked.size), cache=asked.cache)
    read = [(reading(traced), reading(raster)) for traced, raster in wanted]
    rows, alike = measure(read, sheets), agreements(read)
    console.print(table("rings, path-traced renders kept aside", rows))
    console.print(table("rings, the same scenes from both renderers", alike))
    if asked.json:
        asked.json.write_text(json.dumps({"read": rows, "agreement": alike}, indent=1))
    for path in sheets.write():
        console.print(str(path))


if __name__ == "__main__":
    main()
