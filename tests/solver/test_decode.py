"""The decoder on synthetic stickers: right, and honest about how sure it is."""

from dataclasses import replace

import numpy as np
import pytest

from solver.cube import SOLVED, Cube, decode, decode_table, schemes
from solver.cube.answer import ASTRAY, SURE, Decoded
from solver.cube.bounds import Guess, bounds_of
from solver.cube.colours import DEFAULT_SCHEME, JAPANESE_SCHEME, is_mirrored
from solver.cube.geometry import EDGE_FACELETS
from solver.cube.readings import Reading, log_sum
from solver.cube.scores import ROTATIONS, view_of
from solver.cube.turns import parse_turn
from tests.solver.synthetic import (
    SPREADS,
    Floats,
    boastful,
    faces,
    honest,
    random_cube,
    shuffled,
    turned_cube,
)


def looks(
    count: int, spread: float, *, turns: int | None = None, seed: int = 0
) -> list[tuple[Cube, Decoded]]:
    """Cubes, and what was decoded from honest readings of their faces."""
    rng = np.random.default_rng(seed)
    results = []
    for _ in range(count):
        cube = random_cube(rng) if turns is None else turned_cube(rng, turns)
        colours, _ = shuffled(cube, rng)
        cells = honest(colours.ravel(), spread, rng).reshape(6, 9, 6)
        results.append((cube, decode(cells)))
    return results


def test_clean_cubes_are_read_with_certainty() -> None:
    for cube, found in looks(60, SPREADS[0.0]):
        assert found.state == cube
        assert found.certainty > 0.99
        assert found.ways == 1
        assert found.problem is None


@pytest.mark.parametrize(("share", "right"), [(0.02, 0.95), (0.05, 0.82)])
def test_noisy_cubes_are_mostly_right_and_never_surely_wrong(share: float, right: float) -> None:
    results = looks(70, SPREADS[share], seed=3)
    assert sum(found.state == cube for cube, found in results) >= right * len(results)
    assert not [found for cube, found in results if found.state != cube and not found.problem]


def test_a_boastful_reader_at_two_percent() -> None:
    rng = np.random.default_rng(11)
    right = 0
    for _ in range(50):
        cube = random_cube(rng)
        colours, _ = shuffled(cube, rng)
        found = decode(boastful(colours.ravel(), 0.02, rng).reshape(6, 9, 6))
        right += found.state == cube
        assert found.state == cube or found.certainty < SURE
    assert right >= 45


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_cubes_of_few_turns_are_never_surely_wrong(turns: int) -> None:
    for cube, found in looks(25, SPREADS[0.0], turns=turns, seed=5):
        assert found.state == cube or found.certainty < SURE


def test_one_turn_can_be_read_in_two_ways() -> None:
    """R and L' show the same six faces, four of them turned by half."""
    colours = np.array(faces(parse_turn("R").cube))
    found = decode(np.eye(6)[colours])
    assert found.ways == 2
    assert found.certainty == pytest.approx(0.5, abs=0.02)
    assert {found.state, found.others[0][0]} == {parse_turn(t).cube for t in ("R", "L'")}
    assert found.problem == (
        "This cube can be read in 2 ways: show its faces again in order. Keep white on top and "
        "show green, red, blue and orange; then white with green below it, and yellow with green "
        "above it."
    )


def test_a_solved_cube_is_certain_in_every_rotation() -> None:
    found = decode(np.eye(6)[np.array(faces(SOLVED))])
    assert found.state == SOLVED
    assert found.certainty > 0.98


def test_cells_are_placed_on_facelets() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        cube = random_cube(rng)
        colours, facelets = shuffled(cube, rng)
        found = decode(honest(colours.ravel(), 0.2, rng).reshape(6, 9, 6))
        assert found.placed is not None
        # Another rotation of a face with equal colours fits as well.
        assert (view_of(cube)[list(found.placed)] == colours.ravel()).all()
        assert sorted(found.placed) == list(range(54))
        same = np.array(found.placed) == facelets
        assert same.mean() > 0.8


def upright_guess(cells: Floats) -> tuple[Floats, Guess]:
    """The tables of a cube, and the guess that its faces are U R F D L B in any rotation."""
    soft = (0.98 * cells + 0.02 / 6).reshape(6, 9, 6)
    return soft, Guess(DEFAULT_SCHEME, np.arange(6), 0.0, np.ones((6, 4), dtype=bool))


@pytest.mark.parametrize(
    ("share", "turns"), [(0.02, None), (0.05, None), (0.02, 2), (0.0, 1), (0.02, 0)]
)
def test_the_sum_agrees_with_all_rotations(share: float, turns: int | None) -> None:
    """The sum that stops early, against one over all rotations that matter, one by one."""
    rng = np.random.default_rng(4)
    cube = random_cube(rng) if turns is None else turned_cube(rng, turns)
    cells = honest(view_of(cube), SPREADS[share], rng)
    soft, guess = upright_guess(cells)
    reading = Reading.of(guess.faces(soft), 0.0)
    heavy = np.argsort(-bounds_of(soft, [guess])[0])[:1500]
    whole = float(log_sum(reading.log_totals(ROTATIONS[heavy])))
    found = decode(cells.reshape(6, 9, 6))
    assert found.state is not None
    log_p = float(log_sum(guess.fits(soft, view_of(found.state))).sum())
    no_cube = np.log(np.delete(soft, 4, axis=1).max(axis=2)).sum() - ASTRAY
    whole = np.logaddexp(whole, no_cube)
    assert found.certainty == pytest.approx(min(1, np.exp(log_p - whole)), abs=0.02)


def test_bounds_are_above_the_sums() -> None:
    rng = np.random.default_rng(8)
    cells = honest(view_of(turned_cube(rng, 1)), 0.1, rng)
    soft, guess = upright_guess(cells)
    reading = Reading.of(guess.faces(soft), 0.0)
    some = np.arange(0, 4096, 64)
    totals = reading.log_totals(ROTATIONS[some])
    close = reading.bounds(ROTATIONS[some])
    assert (totals <= close + 1e-9).all()
    assert (totals <= bounds_of(soft, [guess])[0][some] + 1e-9).all()


def test_certainty_is_the_posterior_of_two_flips() -> None:
    """Four stickers of two edges are doubtful; legal is only to flip both edges or none."""
    p = 0.3
    cells = np.eye(6)[view_of(SOLVED)] * 0.9999 + 0.0001 / 6
    for first, second in (EDGE_FACELETS[0], EDGE_FACELETS[6]):
        for cell, other in ((first, second), (second, first)):
            cells[cell] = 0
            cells[cell, view_of(SOLVED)[cell]] = 1 - p
            cells[cell, view_of(SOLVED)[other]] = p
    found = decode_table(cells, doubt=1e-6)
    assert found.state == SOLVED
    assert found.certainty == pytest.approx((1 - p) ** 4 / ((1 - p) ** 4 + p**4), abs=1e-3)


def test_known_places_need_no_search() -> None:
    rng = np.random.default_rng(1)
    for _ in range(30):
        cube = random_cube(rng)
        found = decode_table(honest(view_of(cube), SPREADS[0.02], rng))
        assert found.state == cube
        assert found.placed == tuple(range(54))


def test_certainty_is_calibrated() -> None:
    """An honest reader of low quality: the mean certainty is the share of right answers."""
    results = looks(40, 0.345, seed=9)
    right = np.mean([found.state == cube for cube, found in results])
    sure = np.mean([found.certainty for _, found in results])
    assert sure == pytest.approx(right, abs=0.1)


def test_a_face_that_is_hard_to_read_is_named() -> None:
    rng = np.random.default_rng(15)
    cells = honest(view_of(random_cube(rng)), 0.15, rng).reshape(6, 9, 6)
    cells[2, [0, 1, 2, 3, 5, 6, 7, 8]] = 1 / 6
    cells[5, [1, 3, 5]] = 1 / 6
    found = decode(cells)
    assert found.certainty < SURE
    if found.ways == 1:
        assert found.problem == "Show the face with the green centre once more, and hold it still."


@pytest.mark.parametrize("shape", [(54, 6), (6, 8, 6), (6, 9, 5)])
def test_tables_of_another_shape(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="cube: expected tables of k x 9 x 6, got"):
        decode(np.full(shape, 1 / 6))
    with pytest.raises(ValueError, match="cube: expected a table of 54 x 6, got"):
        decode_table(np.full((6, 9, 6), 1 / 6))


@pytest.mark.parametrize("scheme", schemes())
def test_every_scheme_is_told_from_the_stickers(scheme: str) -> None:
    rng = np.random.default_rng(31)
    cube = replace(random_cube(rng), scheme=scheme)
    colours, _ = shuffled(cube, rng)
    tables = honest(colours.ravel(), 0.1, rng).reshape(6, 9, 6)
    found = decode(tables, unmirrored=True)
    assert found.state == cube
    assert found.state.scheme == scheme
    assert found.certainty > SURE
    assert found.placed is not None
    # What may as well be a usual cube in a mirror is not certain.
    assert (decode(tables).certainty > SURE) != is_mirrored(scheme)
    assert (view_of(found.state)[list(found.placed)] == colours.ravel()).all()


def test_misread_stickers_make_no_other_scheme() -> None:
    rng = np.random.default_rng(32)
    for _ in range(12):
        cube = random_cube(rng)
        cells = boastful(shuffled(cube, rng)[0].ravel(), 0.05, rng)
        found = decode(cells.reshape(6, 9, 6))
        assert found.state is not None
        assert found.state.scheme == DEFAULT_SCHEME or found.certainty < SURE


def test_a_cube_in_a_robot_may_be_held_in_any_way() -> None:
    rng = np.random.default_rng(33)
    for scheme in ("gwrbyo", "ybogrw", JAPANESE_SCHEME):
        cube = replace(random_cube(rng), scheme=scheme)
        found = decode_table(honest(view_of(cube), 0.1, rng))
        assert found.state == cube
        assert found.state.scheme == scheme
        assert found.certainty > SURE


def test_hints_fit_what_is_wrong() -> None:
    """Between white and yellow the lamp is at fault; a blurred face wants to be held still."""
    rng = np.random.default_rng(38)
    colours = view_of(random_cube(rng))
    pale = np.isin(colours, [0, 1])
    for rows, value, hint in ((pale, np.eye(6)[[0, 1]].mean(axis=0), "away from the lamp"),
                              (~pale, np.full(6, 1 / 6), "and hold it still")):  # fmt: skip
        cells = np.eye(6)[colours]
        cells[rows] = value
        cells[4::9] = np.eye(6)[colours[4::9]]
        found = decode(cells.reshape(6, 9, 6))
        assert found.certainty < SURE
        assert found.problem is not None
        assert found.problem.startswith("Show the face with the ")
        assert found.problem.endswith(f"{hint}.")
        assert min(np.array(found.stickers)[rows]) < 0.9


def test_a_reader_without_any_doubt() -> None:
    rng = np.random.default_rng(43)
    cube = random_cube(rng)
    cells = np.eye(6)[shuffled(cube, rng)[0]]
    assert decode(cells, doubt=0.0).state == cube
    assert decode(cells, doubt=0.0).certainty > SURE
    assert decode_table(np.eye(6)[view_of(cube)], doubt=0.0).state == cube
