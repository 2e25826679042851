"""Floors on real photographs, where they are at hand: a few of each set."""

import json
from pathlib import Path

import pytest

from tests import bench_cube
from tests.sheets import Sheets
from vision import load_picture
from vision.cube import find_faces

PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "photos"

pytestmark = pytest.mark.skipif(
    not (PHOTOS / "cube").is_dir(), reason=f"no photographs for measuring at {PHOTOS}"
)

SETS = sorted(path.parent.name for path in (PHOTOS / "cube").glob("*/truth.json"))
# Views of corners are harder than single faces.
CORNERS = 0.9


@pytest.mark.parametrize("name", SETS)
def test_single_photographs(name: str) -> None:
    stills, _ = bench_cube.truth(name, PHOTOS / "cube" / name)
    figures = bench_cube.summed(
        [bench_cube.measure_photo(still, Sheets(None)) for still in stills[::4]]
    )
    corner_views = figures["faces"] > len(stills[::4])
    assert figures["found"] >= (CORNERS if corner_views else 0.95) * figures["faces"]
    assert figures["extra"] <= 1
    assert figures["stickers_right"] >= 0.9 * figures["stickers"]


@pytest.mark.parametrize("name", SETS)
def test_whole_cubes(name: str) -> None:
    _, cubes = bench_cube.truth(name, PHOTOS / "cube" / name)
    rows = [bench_cube.measure_cube(cube) for cube in cubes[::2]]
    if not rows:
        pytest.skip("no whole cubes in this set")
    figures = bench_cube.summed(rows)
    assert figures["cubes_wrong_certain"] == 0
    assert figures["cubes_right"] >= 0.75 * figures["cubes"]


@pytest.mark.parametrize("toy", ["rings", "hanoi"])
def test_photographs_of_other_toys_show_no_cube(toy: str) -> None:
    stills = sorted(path for path in (PHOTOS / toy).rglob("*") if path.suffix in (".jpg", ".png"))
    found = {path.name for path in stills if find_faces(load_picture(str(path)))}
    assert stills
    assert not found


def test_truth_is_whole() -> None:
    cubes = [json.loads(p.read_text())["cubes"] for p in (PHOTOS / "cube").glob("*/truth.json")]
    assert sum(len(one) for one in cubes) == 21
