"""The judgement on squares with what is around them."""

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from samples.cube_verdict.grids import draw_grid
from samples.cube_verdict.scenes import SIZE, beside, squares_of_cube, squares_of_grid
from tests.vision.cube.painted import SCRAMBLED, lamp, photograph
from vision.cube.context import SEEN_SIDE, evened, odds_in_context, surroundings
from vision.cube.face import map_of
from vision.cube.search import LEAST_IN_CONTEXT
from vision.frame import Image

# Three by three of the tiles that `mosaic` draws.
MIDDLE = np.array([[120, 120], [300, 120], [300, 300], [120, 300.0]])


def mosaic(rng: np.random.Generator, *, gap: int = 5) -> Image:
    """Eight by eight tiles of 60 pixels in strong inks."""
    inks = rng.choice([20, 120, 230], (8, 8, 3))
    sheet = np.kron(inks.transpose(2, 0, 1), np.ones((60, 60))).transpose(1, 2, 0)
    lines = (np.arange(480) + gap // 2) % 60 < gap
    sheet[lines], sheet[:, lines] = 30, 30
    return sheet.astype(np.uint8)


@pytest.mark.parametrize("colours", [*SCRAMBLED, "wwwwwwwww", "ooooooooo"])
def test_a_face_on_a_table_is_one(colours: str) -> None:
    image, corners = photograph(colours)
    assert odds_in_context(image, map_of(corners.astype(np.float64))) > LEAST_IN_CONTEXT


@pytest.mark.parametrize("stops", [-1.5, 0.7])
def test_the_lamp_hardly_matters(stops: float) -> None:
    image, corners = photograph(SCRAMBLED[0])
    lit = lamp(image, stops=stops, warm=0.1)
    assert odds_in_context(lit, map_of(corners.astype(np.float64))) > LEAST_IN_CONTEXT


@pytest.mark.parametrize("seed", range(4))
def test_a_part_of_a_mosaic_is_none(seed: int) -> None:
    sheet = cv2.GaussianBlur(mosaic(np.random.default_rng(seed)), (0, 0), 1.5)
    assert odds_in_context(np.asarray(sheet, np.uint8), map_of(MIDDLE)) < LEAST_IN_CONTEXT


def test_a_square_a_sticker_off_is_less_than_the_face() -> None:
    image, corners = photograph(SCRAMBLED[1])
    place = map_of(corners.astype(np.float64))
    aside = place @ np.array([[1, 0, 1], [0, 1, 0], [0, 0, 1.0]])
    assert odds_in_context(image, aside) < odds_in_context(image, place) - 2.0


def test_any_place_can_be_asked_about() -> None:
    image, _ = photograph(SCRAMBLED[0])
    far = map_of(np.array([[-900, -900], [-600, -900], [-600, -600], [-900, -600.0]]))
    assert np.isfinite(odds_in_context(image, far))
    assert surroundings(image, far).shape == (SEEN_SIDE, SEEN_SIDE, 3)


def test_light_is_in_shares_of_the_face_s_own() -> None:
    seen = np.full((2, SEEN_SIDE, SEEN_SIDE, 3), 100, np.uint8)
    seen[1] //= 2
    shown = evened(seen)
    assert shown.shape == (2, 3, SEEN_SIDE, SEEN_SIDE)
    assert np.abs(shown).max() < 0.3


def test_threads_do_not_disturb_one_another() -> None:
    image, corners = photograph(SCRAMBLED[2])
    place = map_of(corners.astype(np.float64))
    with ThreadPoolExecutor(3) as pool:
        said = list(pool.map(lambda _: odds_in_context(image, place), range(24)))
    assert np.ptp(said) < 1e-4


def test_drawn_squares_have_both_kinds() -> None:
    rng = np.random.default_rng(3)
    cubes = [one for _ in range(12) for one in squares_of_cube(rng, [])]
    grids = [one for _ in range(6) for one in squares_of_grid(rng, [])]
    assert sum(face for _, face in cubes) * 2 == len(cubes) > 0
    assert grids
    assert not any(face for _, face in grids)
    assert {seen.shape for seen, _ in [*cubes, *grids]} == {(SEEN_SIDE, SEEN_SIDE, 3)}


def test_a_square_beside_a_face_is_at_least_half_a_sticker_off() -> None:
    rng, corners = np.random.default_rng(0), MIDDLE * 1.0
    for _ in range(50):
        off = np.abs(beside(corners, rng) - corners).max()
        assert off >= 20.0


def test_a_grid_knows_where_its_cells_are() -> None:
    for seed in range(8):
        grid = draw_grid(np.random.default_rng(seed))
        last = grid.square(grid.cells[0] - 3, grid.cells[1] - 3)
        high, wide = grid.picture.shape[:2]
        assert (last >= 0).all()
        assert (last <= (wide + 1, high + 1)).all()
    assert SIZE == (320, 240)
