"""Measures the cube's eye on photographs with truth: faces found, stickers, whole cubes, time.

`python -m tests.bench_cube [PHOTOS] [--overlay DIR]` prints the figures by set; PHOTOS holds
`cube/<set>/img/*` and `cube/<set>/truth.json`. Part of the photographs was never looked at while
the reader was written: their figures are counted apart, as `kept aside`, and no contact sheet
shows them. Times are of the pictures scaled to a longer side of 640 pixels, on one thread.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.cube import Decoded, decode
from tests.sheets import FOUND, TRUE, Sheets
from vision import Image, load_picture
from vision.cube import FaceRead, FaceView, find_faces, read_colours, read_photos
from vision.cube.face import centres_of

CERTAIN = 0.9
# The longer side of the pictures whose time is taken, in pixels.
WORKED_ON = 640
# Sets, and single cubes of other sets, that were kept aside; of clips every other picture.
ASIDE_SETS = ("brian-quiroz",)
ASIDE_CUBES = (("srivenkat-rcube", "test-5"),)
ASIDE_HALVES = ("cjurjiu-video",)


@dataclass(frozen=True, slots=True)
class Photo:
    """One photograph: its file, the faces that truth names, and whether it was kept aside."""

    path: Path
    faces: tuple[dict[str, Any], ...]
    aside: bool


@dataclass(frozen=True, slots=True)
class Whole:
    """One cube: its photographs, its state, and how many ways there are to read it."""

    photos: tuple[Photo, ...]
    state: str
    ways: int
    aside: bool


def measure(photos: Path, sheets: Sheets | None = None) -> dict[str, dict[str, Any]]:
    """Figures by set, and for `worked on` and `kept aside` together."""
    sheets = sheets or Sheets(None)
    figures: dict[str, list[dict[str, Any]]] = {}
    for name, folder in sets(photos):
        stills, cubes = truth(name, folder)
        for still in stills:
            _file(figures, name, still.aside, measure_photo(still, sheets))
        for cube in cubes:
            _file(figures, name, cube.aside, measure_cube(cube))
    together = ("worked on", "kept aside")
    order = [name for name in figures if name not in together]
    return {name: summed(figures[name]) for name in [*order, *together] if name in figures}


def measure_photo(photo: Photo, sheets: Sheets) -> dict[str, Any]:
    """Faces found and stickers read in one photograph by itself."""
    image = load_picture(photo.path)
    views = find_faces(image)
    table = read_colours(views)
    right = stickers = hits = sure_wrong = 0
    missed = False
    for face in photo.faces:
        hit = next((i for i, v in enumerate(views) if turned_to(v, face) is not None), None)
        if hit is None:
            missed = True
            continue
        wrong = wrong_stickers(table[hit], views[hit], face)
        hits, stickers, right = hits + 1, stickers + 9, right + 9 - wrong
        sure_wrong += bool(wrong and np.prod(table[hit].max(axis=1)) > CERTAIN)
        if wrong and sheets.wanted and not photo.aside:
            words = f"{true_colours(views[hit], face)} read {_letters(table[hit])}"
            sheets.add("stickers-wrong", views[hit].straight, f"{words} {photo.path.stem}")
    extra = len(views) - hits
    if (missed or extra) and sheets.wanted and not photo.aside:
        sheets.add("faces-missed", _outlined(image, photo, views), photo.path.stem)
    return {
        "faces": len(photo.faces),
        "found": hits,
        "extra": extra,
        "all_faces": int(hits == len(photo.faces)),
        "pictures": 1,
        "stickers": stickers,
        "stickers_right": right,
        "faces_wrong_certain": sure_wrong,
        **_times(image),
    }


def _times(image: Image) -> dict[str, float]:
    """Milliseconds of finding and of reading one picture scaled to 640 pixels, one thread."""
    scale = WORKED_ON / max(image.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    begun = time.process_time()
    views = find_faces(small)
    found_at = time.process_time()
    read_colours(views)
    done = time.process_time()
    return {
        "find_ms": 1e3 * (found_at - begun),
        "read_ms": 1e3 * (done - found_at),
        "worst_ms": 1e3 * (done - begun),
    }


def _outlined(image: Image, photo: Photo, views: Sequence[FaceView]) -> Image:
    """The picture with the true faces and the found ones."""
    drawn = image.copy()
    width = max(2, round(max(image.shape[:2]) / 200))
    both = [*((TRUE, f["corners"]) for f in photo.faces), *((FOUND, v.corners) for v in views)]
    for colour, corners in both:
        cv2.polylines(drawn, [np.array(corners, dtype=np.int32)], True, colour, width)
    return drawn


def measure_cube(cube: Whole) -> dict[str, Any]:
    """Whether a whole cube is read right from its photographs."""
    faces = read_photos([load_picture(photo.path) for photo in cube.photos])
    decoded = decode(faces)
    right = is_right(decoded, cube, faces)
    certain = decoded.state is not None and decoded.certainty > CERTAIN
    return {
        "cubes": 1,
        "cubes_right": int(certain and right),
        "cubes_null": int(not certain),
        "cubes_wrong_certain": int(certain and not right),
        "cubes_right_unsure": int(right and not certain),
    }


def is_right(decoded: Decoded, cube: Whole, faces: Sequence[FaceRead]) -> bool:
    """Whether the state is the true one; of several true ones, one that every photo shows."""
    if decoded.state is None or decoded.placed is None:
        return False
    state = decoded.state.facelets()
    if cube.ways == 1:
        return state == cube.state
    letters = dict(zip("URFDLB", "wrgyob", strict=True))
    seen = "".join(letters[state[i]] for i in decoded.placed)
    return all(
        turned_to(face.view, cube.photos[face.photo].faces[0]) is not None
        and seen[9 * i : 9 * i + 9] == true_colours(face.view, cube.photos[face.photo].faces[0])
        for i, face in enumerate(faces)
    )


def turned_to(view: FaceView, face: dict[str, Any]) -> int | None:
    """The quarter turns from a true face to a found one; None where a place is off.

    A place is right within a third of a sticker of the true one.
    """
    corners = np.array(face["corners"], dtype=np.float32)
    unit = np.array([[0, 0], [3, 0], [3, 3], [0, 3]], dtype=np.float32)
    homography = np.asarray(cv2.getPerspectiveTransform(unit, corners), dtype=np.float64)
    places = centres_of(homography).reshape(3, 3, 2)
    across = np.linalg.norm(places[0, 0] - places[0, 2]) / 2
    down = np.linalg.norm(places[0, 0] - places[2, 0]) / 2
    for turns in range(4):
        off = view.centres - np.rot90(places, turns).reshape(9, 2)
        if np.linalg.norm(off, axis=1).max() < min(across, down) / 3:
            return turns
    return None


def true_colours(view: FaceView, face: dict[str, Any]) -> str:
    """The true colours in the order in which a found face is read."""
    grid = np.array(list(face["colours"])).reshape(3, 3)
    return "".join(np.rot90(grid, turned_to(view, face) or 0).ravel())


def wrong_stickers(table: NDArray[np.float64], view: FaceView, face: dict[str, Any]) -> int:
    """How many of nine stickers are read wrongly."""
    read = _letters(table)
    return sum(a != b for a, b in zip(read, true_colours(view, face), strict=True))


def _letters(table: NDArray[np.float64]) -> str:
    return "".join("wyrogb"[i] for i in table.argmax(axis=1))


def sets(photos: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(photos.glob("cube/*/truth.json")):
        yield file.parent.name, file.parent


def truth(name: str, folder: Path) -> tuple[list[Photo], list[Whole]]:
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    aside_cubes = {
        photo for s, c in ASIDE_CUBES if s == name for photo in truth["cubes"][c]["photos"]
    }
    photos = {}
    for number, (file, entry) in enumerate(sorted(truth["images"].items())):
        aside = name in ASIDE_SETS or file in aside_cubes or (name in ASIDE_HALVES and number % 2)
        photos[file] = Photo(folder / "img" / file, tuple(entry["faces"]), bool(aside))
    cubes = [
        Whole(
            tuple(photos[file] for file in cube["photos"]),
            cube["state"],
            cube["n_legal_orientations"],
            all(photos[file].aside for file in cube["photos"]),
        )
        for cube in truth["cubes"].values()
    ]
    return list(photos.values()), cubes


def _file(figures: dict[str, list[dict[str, Any]]], name: str, aside: bool, row: Any) -> None:
    for key in (name, "kept aside" if aside else "worked on"):
        figures.setdefault(key, []).append(row)


def summed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Counts are added up; of times the median is taken, and of worst times the worst."""
    result: dict[str, Any] = {}
    for key in dict.fromkeys(key for row in rows for key in row):
        values = [row[key] for row in rows if key in row]
        if key.endswith("ms"):
            most = max(values) if key.startswith("worst") else np.median(values)
            result[key] = round(float(most), 1)
        else:
            result[key] = sum(values)
    return result


def main(arguments: Sequence[str]) -> None:
    """Prints one line a set."""
    cv2.setNumThreads(1)
    default = Path(__file__).resolve().parents[2] / "shared" / "photos"
    parser = argparse.ArgumentParser(prog="tests.bench_cube", description=__doc__)
    parser.add_argument("photos", type=Path, nargs="?", default=default)
    parser.add_argument("--overlay", type=Path, help="where contact sheets of failures go")
    chosen = parser.parse_args(arguments)
    sheets = Sheets(chosen.overlay)
    for name, figures in measure(chosen.photos, sheets).items():
        print(f"{name}: " + "  ".join(f"{key} {value}" for key, value in figures.items()))
    for path in sheets.write():
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
