"""Cubes in other colours: thirty schemes, one rule for the letters, and words that fit."""

from dataclasses import replace

import numpy as np
import pytest

from solver.cube import (
    DEFAULT_SCHEME,
    FACE_TURNS,
    JAPANESE_SCHEME,
    SOLVED,
    CubeBelief,
    CubePuzzle,
    parse_turns,
    schemes,
)
from solver.cube.colours import held, is_mirrored, share_of, turned_faces
from tests.solver.synthetic import faces, honest, random_cube


def test_every_way_to_hold_a_cube_has_the_same_scheme() -> None:
    assert len(set(turned_faces())) == 24
    for scheme in schemes():
        ways = {"".join(scheme[face] for face in way) for way in turned_faces()}
        assert len(ways) == 24
        assert {held(way) for way in ways} == {scheme}


def test_mirrored_schemes_are_known() -> None:
    assert {one for one in schemes() if is_mirrored(one)} == {"wogyrb", "wogbry"}
    assert not is_mirrored("yogwrb")
    assert is_mirrored("yrgwob")


def test_the_schemes_are_all_there_and_share_everything() -> None:
    assert len(set(schemes())) == 30
    assert sum(share_of(scheme) for scheme in schemes()) == pytest.approx(1.0)
    assert share_of(DEFAULT_SCHEME) > 10 * share_of(JAPANESE_SCHEME) > 100 * share_of(schemes()[9])


def test_the_paint_is_carried_along_but_makes_no_other_state() -> None:
    cube = replace(SOLVED, scheme=JAPANESE_SCHEME)
    turn = FACE_TURNS[3].cube
    assert cube == SOLVED
    assert hash(cube) == hash(SOLVED)
    assert (cube * turn).scheme == cube.inverse().scheme == JAPANESE_SCHEME


def test_words_and_views_have_the_colours_of_this_cube() -> None:
    puzzle = CubePuzzle()
    (turn,) = parse_turns("D")
    japanese = replace(SOLVED, scheme=JAPANESE_SCHEME)
    assert "yellow centre" in puzzle.words(SOLVED, turn)
    assert "blue centre" in puzzle.words(japanese, turn)
    assert puzzle.view(japanese)[4::9] == (0, 2, 4, 5, 3, 1)


@pytest.mark.parametrize("method", ["beginner"])
def test_reasons_have_the_colours_of_this_cube(method: str) -> None:
    puzzle = CubePuzzle()
    cube = replace(SOLVED, scheme=JAPANESE_SCHEME) * parse_turns("R")[0].cube
    text = " ".join(puzzle.reasons(puzzle.plan(cube, SOLVED, method=method)))
    assert "blue" in text
    assert "the corner of yellow, green and red" not in text


@pytest.mark.parametrize("scheme", [JAPANESE_SCHEME, "wygrob"])
def test_a_cube_in_other_colours_is_followed(scheme: str) -> None:
    rng = np.random.default_rng(1)
    cube = replace(random_cube(rng), scheme=scheme)
    belief = CubeBelief()
    found = belief.update(honest(np.array(faces(cube)).ravel(), 0.1, rng))
    assert found.state == cube
    assert found.state.scheme == scheme
    turned = cube * FACE_TURNS[4].cube
    for _ in range(5):
        found = belief.update(honest(np.array(faces(turned))[:3].ravel(), 0.1, rng))
    assert found.state == turned
    assert found.state.scheme == scheme
