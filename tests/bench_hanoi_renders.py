"""Measures Hanoi's eye on renders kept aside: painted towers, and two kinds of path-traced ones.

Run: python -m tests.bench_hanoi_renders [--painted 150] [--traced 60] [--ordinary 60]
     [--cache FOLDER] [--overlay FOLDER]

Every picture is read by itself, with the number of discs given and without. It counts where every
disc is in sight and nothing is in the way; where something is, a state may be right or not told,
but not wrong. No seed from 990000 on is trained on. Painted and traced towers are as the networks
learn from mostly: as different as can be. Ordinary ones are traced, too, but made and shown as toys
are sold and held (samples/hanoi_eye/ordinary.py). Traced pictures in the cache are taken from
there, and the tracer is needed only for those that are missing.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import default_profile
from companion.follow import PHOTO_DOUBT
from samples.hanoi_eye.backdrop import backdrop, spoil
from samples.hanoi_eye.ink import circle, hull
from samples.hanoi_eye.ordinary import ordinary_tower, ordinary_view
from samples.hanoi_eye.paint import Painter
from samples.hanoi_eye.paint import Scene as Painted
from samples.hanoi_eye.scene import Floats, Tower, View, random_tower, random_view
from samples.hanoi_eye.traced import traced_scene
from samples.hanoi_eye.traced_toy import LOOKS as TRACED_LOOKS
from samples.render import MissingTracerError
from solver import PUZZLES
from solver.belief import Belief
from tests.sheets import Sheets
from vision.frame import Frame, Image
from vision.hanoi import HanoiReader

PAINTED, TRACED, ORDINARY = 150, 60, 60
FIRST_PAINTED, FIRST_TRACED, FIRST_ORDINARY = 990_000, 995_000, 997_000
CERTAIN = 0.9
# Fewer discs are never counted without being announced.
FEWEST = 3
LOOKS = ("plain", "alternating", "coloured")
# A picture of the tracer: pixels across, and paths a pixel; ordinary ones have less grain.
WIDTH, PATHS, DISTURBED, SMOOTH = 640, 8, 0.2, 24
# The variable that names the library with which the tracer is fast.
LLVM = "DRJIT_LIBLLVM_PATH"
# Two colours are one where they differ by less than this share of their brightness.
ALIKE = 0.16


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture with its true state; `free` where all discs are in sight and nothing is before."""

    picture: Image
    truth: str
    look: str
    view: str
    free: bool

    @property
    def discs(self) -> str:
        """The group that the number of discs belongs to."""
        return {3: "3 or 4 discs", 4: "3 or 4 discs", 5: "5 or 6 discs", 6: "5 or 6 discs"}.get(
            len(self.truth), "7 or 8 discs"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What was told about a case with the number of discs given and read; None where nothing."""

    case: Case
    given: str | None
    read: str | None
    ms: float


def painted(seed: int) -> Case:
    """A picture by the painter, that the networks' training pictures are by."""
    rng = np.random.default_rng(seed)
    tower = _tower(rng)
    view = random_view(rng, tower)
    canvas = backdrop(rng, view.width, view.height)
    painter = Painter(rng, tower, view)
    painter.board(canvas)
    painter.shadows(canvas)
    away = [np.linalg.norm(tower.foot(p) - view.position) for p in range(tower.pegs)]
    for peg in np.argsort(away)[::-1]:
        painter.peg(canvas, int(peg))
    hidden = painter.intruders(canvas)
    shares = np.array([painter.share(hidden, p) for p in range(tower.pegs)])
    scene = Painted(spoil(rng, canvas), tower, view, shares)
    return _case(scene, _look_of(painter.colours))


def traced(seed: int, cache: Path | None = None) -> Case:
    """A picture by the path tracer. Raises MissingTracerError where mitsuba is not installed."""
    look = LOOKS[seed % len(LOOKS)]

    def draw(rng: np.random.Generator) -> Painted:
        made = traced_scene(
            rng, tower=_tower(rng), look=look, width=WIDTH, paths=PATHS, disturbed=DISTURBED
        )
        return made[0]

    return _kept(seed, PATHS, cache, look, draw)


def ordinary(seed: int, cache: Path | None = None) -> Case:
    """A picture by the path tracer of an ordinary toy with nothing before it; as `traced`."""
    look = TRACED_LOOKS[seed % len(TRACED_LOOKS)]

    def draw(rng: np.random.Generator) -> Painted:
        tower = ordinary_tower(rng)
        view = ordinary_view(rng, tower)
        made = traced_scene(
            rng, tower=tower, view=view, look=look, width=WIDTH, paths=SMOOTH, disturbed=0.0
        )
        return made[0]

    return _kept(seed, SMOOTH, cache, look, draw)


def _kept(
    seed: int,
    paths: int,
    cache: Path | None,
    look: str,
    draw: Callable[[np.random.Generator], Painted],
) -> Case:
    """A case from the cache, or one that is drawn and kept there."""
    kept = None if cache is None else cache / f"hanoi-{seed}-{WIDTH}-{paths}"
    if kept is not None and kept.with_suffix(".png").exists():
        about = json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))
        picture = cv2.imread(str(kept.with_suffix(".png")))
        return Case(np.asarray(picture, dtype=np.uint8), **about)
    case = _case(draw(np.random.default_rng(seed)), look)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        about = {name: getattr(case, name) for name in ("truth", "look", "view", "free")}
        cv2.imwrite(str(kept.with_suffix(".png")), case.picture)
        kept.with_suffix(".json").write_text(json.dumps(about), encoding="utf-8")
    return case


def _tower(rng: np.random.Generator) -> Tower:
    """A toy whose discs can be counted."""
    while len((tower := random_tower(rng)).radii) < FEWEST:
        pass
    return tower


def _case(scene: Painted, look: str) -> Case:
    tower = scene.tower
    peg_of = {disc: peg for peg, stack in enumerate(tower.stacks) for disc in stack}
    truth = "".join("ABCD"[peg_of[disc]] for disc in reversed(range(len(tower.radii))))
    free = bool(scene.covered.max() == 0) and _in_sight(tower, scene.view)
    return Case(scene.image, truth, look, view_of(scene.view), free)


def view_of(view: View) -> str:
    """From where a camera looks: below 25 degrees, above 65, or between."""
    height = np.degrees(np.arcsin(-view.matrix[2, 2]))
    return "front" if height < 25 else "above" if height > 65 else "oblique"


def _look_of(colours: list[Floats]) -> str:
    """One colour, two, or more."""
    found: list[Floats] = []
    for colour in colours:
        if all(np.abs(colour - one).max() > ALIKE * max(one.max(), 60) for one in found):
            found.append(colour)
    return LOOKS[min(len(found), 3) - 1]


def _in_sight(tower: Tower, view: View) -> bool:
    """Whether each disc is in the picture and half of what shows it is behind no other stack."""
    piles = [_outline(tower, view, peg) for peg in range(tower.pegs)]
    away = [float(np.linalg.norm(tower.foot(p) - view.position)) for p in range(tower.pegs)]
    size = np.array([view.width, view.height])
    for peg, stack in enumerate(tower.stacks):
        top = np.cumsum(tower.thick[list(stack)])
        before = [piles[p] for p in range(tower.pegs) if away[p] < away[peg] and len(piles[p])]
        for disc, height in zip(stack, top, strict=True):
            middle = tower.foot(peg) + np.array([0, 0, height])
            rim = circle(middle, float(tower.radii[disc]))
            facing = (rim - middle) @ (view.position - middle) > 0
            seen = view.project(rim[facing])
            if ((seen < 0) | (seen > size - 1)).any():
                return False
            hidden = [any(_within(pile, point) for pile in before) for point in seen]
            if np.mean(hidden) > 0.5:
                return False
    return True


def _outline(tower: Tower, view: View, peg: int) -> Floats:
    """The corners of what a peg's stack covers, (k, 2); none for a bare peg."""
    low, rings = 0.0, []
    for disc in tower.stacks[peg]:
        for height in (low, low + float(tower.thick[disc])):
            middle = tower.foot(peg) + np.array([0, 0, height])
            rings.append(circle(middle, float(tower.radii[disc])))
        low += float(tower.thick[disc])
    return hull(view.project(np.concatenate(rings))) if rings else np.zeros((0, 2))


def _within(pile: Floats, point: Floats) -> bool:
    corners = pile.astype(np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(corners, (float(point[0]), float(point[1])), False) > 0


def reading(case: Case) -> Reading:
    """Reads one case twice."""
    began = time.process_time()
    given = told(case.picture, len(case.truth))
    spent = (time.process_time() - began) * 1000
    return Reading(case, given, told(case.picture, None), spent)


def told(picture: Image, count: int | None) -> str | None:
    """The state that one picture makes certain, as the photo command has it."""
    seen = HanoiReader(default_profile("hanoi"), count=count).read(Frame(picture))
    if not seen.found:
        return None
    puzzle = PUZZLES["hanoi"](*seen.size)
    estimate = Belief(puzzle, doubt=PHOTO_DOUBT).update(seen.cells)
    return puzzle.format(estimate.state) if estimate.certainty > CERTAIN else None


def figures(read: list[Reading]) -> dict[str, Any]:
    """Right, not told, wrong and certain; with the number of discs given, and read."""
    made: dict[str, Any] = {"pictures": len(read)}
    for how in ("given", "read"):
        states = [(getattr(one, how), one.case.truth) for one in read]
        right = sum(state == truth for state, truth in states)
        null = sum(state is None for state, _ in states)
        made[f"count {how}: right"] = f"{100 * right / len(read):.1f} %" if read else None
        made[f"{how}: null"] = null
        made[f"{how}: wrong and certain"] = len(read) - right - null
    return made


def groups(read: list[Reading]) -> Iterator[tuple[str, list[Reading]]]:
    """All that count, by look, by view, by number of discs; and those that do not count."""
    free = [one for one in read if one.case.free]
    yield "all in sight", free
    traits: tuple[Callable[[Case], str], ...] = (
        lambda case: case.look,
        lambda case: case.view,
        lambda case: case.discs,
    )
    for trait in traits:
        for name in sorted({trait(one.case) for one in free}):
            yield name, [one for one in free if trait(one.case) == name]
    yield "covered or cut off", [one for one in read if not one.case.free]


def show(title: str, read: list[Reading], sheets: Sheets) -> None:
    """Puts the failures on sheets: what was wrong, and what was not told although it was free."""
    for one in read:
        for how in ("given", "read"):
            state = getattr(one, how)
            words = f"{how}: {one.case.truth} {state or '-'} {one.case.look}"
            if state not in (None, one.case.truth):
                sheets.add(f"hanoi-{title}-wrong", one.case.picture, words)
            elif state is None and one.case.free:
                sheets.add(f"hanoi-{title}-null-{how}", one.case.picture, words)


def measure(
    sheets: Sheets | None = None,
    *,
    paint: int = PAINTED,
    trace: int | None = None,
    usual: int | None = None,
    cache: Path | None = None,
) -> dict[str, dict[str, Any]]:
    """The rows of each kind of render; a line of words where the tracer is missing.

    How many are traced if nobody says, and how many ordinary towers are: TRACED and ORDINARY with
    LLVM, none without, which takes minutes more.
    """
    rows: dict[str, dict[str, Any]] = {}
    fast = LLVM in os.environ
    if not fast and (trace is None or usual is None):
        rows[f"traced: none, {LLVM} does not name a library"] = {}
    trace = trace if trace is not None else TRACED if fast else 0
    usual = usual if usual is not None else ORDINARY if fast else 0
    makers = {
        "painted": [lambda k=k: painted(FIRST_PAINTED + k) for k in range(paint)],
        "traced": [lambda k=k: traced(FIRST_TRACED + k, cache) for k in range(trace)],
        "ordinary": [lambda k=k: ordinary(FIRST_ORDINARY + k, cache) for k in range(usual)],
    }
    for title, cases in makers.items():
        try:
            read = [reading(case()) for case in cases]
        except MissingTracerError as error:
            rows[f"{title}: {error}"] = {}
            continue
        if read:
            show(title, read, sheets or Sheets(None))
            rows |= {f"{title}, {name}": figures(some) for name, some in groups(read)}
            rows[f"{title}, all in sight"]["ms"] = float(np.median([one.ms for one in read]))
    return rows


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--painted", type=int, default=PAINTED)
    parser.add_argument("--traced", type=int, default=TRACED)
    parser.add_argument("--ordinary", type=int, default=ORDINARY)
    parser.add_argument("--cache", type=Path, help="where traced pictures are kept")
    parser.add_argument("--overlay", type=Path, help="where contact sheets of failures go")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    sheets = Sheets(asked.overlay)
    rows = measure(
        sheets, paint=asked.painted, trace=asked.traced, usual=asked.ordinary, cache=asked.cache
    )
    print(json.dumps(rows, indent=1))
    for path in sheets.write():
        print(path)


if __name__ == "__main__":
    main()
