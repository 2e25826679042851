"""The decoder and the faces it gets: touching, upright, missing, twice, or of no cube at all."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube import SOLVED, apply_turns, decode, parse_turns
from solver.cube.answer import SURE
from solver.cube.colours import DEFAULT_SCHEME, JAPANESE_SCHEME
from solver.cube.geometry import EDGE_FACELETS
from solver.cube.scores import view_of
from solver.cube.turns import parse_turn
from tests.solver.synthetic import (
    SPREADS,
    Floats,
    faces,
    honest,
    random_cube,
    shown,
    shuffled,
    turned_cube,
)


def corner_views(facelets: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Joins of two photos of opposite corners, for cells that show these facelets."""
    row_of = {int(facelet): row for row, facelet in enumerate(facelets)}
    views = ({0, 1, 2}, {3, 4, 5})
    return [
        (row_of[a], row_of[b])
        for a, b in EDGE_FACELETS
        if any({a // 9, b // 9} <= v for v in views)
    ]


def test_faces_that_touch_in_the_picture_tell_more() -> None:
    """A cube of one turn can be read in two ways face by face, but not corner by corner."""
    rng = np.random.default_rng(21)
    for turns in (1, 2, 3):
        cube = turned_cube(rng, turns)
        colours, facelets = shuffled(cube, rng)
        cells = honest(colours.ravel(), SPREADS[0.05], rng).reshape(6, 9, 6)
        found = decode(cells, joins=corner_views(facelets))
        assert found.state == cube
        assert found.certainty > SURE
        assert found.placed == tuple(facelets)


def test_white_beside_yellow_is_another_scheme() -> None:
    found = decode(np.eye(6)[np.array(faces(SOLVED))], joins=[(1, 27 + 1)])
    assert found.state == SOLVED
    assert found.state.scheme == JAPANESE_SCHEME


def test_joins_that_no_cube_has_are_passed_over() -> None:
    """Faces may seem to touch in a picture and do not; the stickers know better."""
    rng = np.random.default_rng(22)
    cube = random_cube(rng)
    colours, facelets = shuffled(cube, rng)
    cells = np.eye(6)[colours]
    row_of = {int(facelet): row for row, facelet in enumerate(facelets)}
    # Top and front touch, and their far sides too; then one edge of another cube.
    for pairs in ([(7, 19), (1, 25)], [(7, 10)], [(7, 28)]):
        found = decode(cells, joins=[(row_of[a], row_of[b]) for a, b in pairs])
        assert found.state == cube
        assert found.state.scheme == DEFAULT_SCHEME


def test_red_and_orange_centres_that_look_alike() -> None:
    rng = np.random.default_rng(6)
    for _ in range(10):
        cube = random_cube(rng)
        colours, _ = shuffled(cube, rng)
        cells = honest(colours.ravel(), 0.15, rng).reshape(6, 9, 6)
        for group in np.flatnonzero((colours[:, 4] == 2) | (colours[:, 4] == 3)):
            cells[group, 4] = [0.01, 0.01, 0.5, 0.46, 0.01, 0.01]
        found = decode(cells)
        assert found.state == cube
        assert found.certainty > SURE


def test_missing_faces_are_named() -> None:
    upright = np.eye(6)[np.array(faces(SOLVED))]
    assert decode(upright[:5]).problem == "Show the face with the blue centre."
    assert decode(upright[1:5]).problem == "Show the faces with the white and blue centres."
    assert decode(upright[:2]).problem == (
        "Show the faces with the green, yellow, orange and blue centres."
    )
    nothing = decode(np.empty((0, 9, 6)))
    assert (nothing.state, nothing.certainty, nothing.placed) == (None, 0.0, None)
    assert nothing.problem == "Show all six faces of the cube."


def test_a_face_seen_twice_counts_once() -> None:
    rng = np.random.default_rng(13)
    cube = random_cube(rng)
    colours, _ = shuffled(cube, rng)
    again = np.array([shown(colours[i], q) for i, q in ((0, 1), (0, 3), (4, 2))])
    groups = np.concatenate([colours, again])
    cells = honest(groups.ravel(), SPREADS[0.02], rng).reshape(-1, 9, 6)
    found = decode(cells)
    assert found.state == cube
    assert found.placed is not None
    assert (view_of(cube)[list(found.placed)] == groups.ravel()).mean() == 1.0
    twice = decode(cells[[0, 1, 2, 3, 4, 6]])
    assert twice.state is None
    assert twice.problem is not None
    assert twice.problem.startswith("Show the face with the ")


def test_a_face_that_is_none_is_left_out() -> None:
    """Something in the room was taken for a face, or a face seen aslant was read badly."""
    rng = np.random.default_rng(41)
    for strange in (1, 1, 2):
        cube = random_cube(rng)
        colours, facelets = shuffled(cube, rng)
        wrong = [rng.integers(0, 6, 9) for _ in range(strange)]
        cells = honest(np.array([*wrong, *colours]).ravel(), 0.1, rng).reshape(-1, 9, 6)
        found = decode(cells)
        assert found.state == cube
        assert found.certainty > SURE
        assert found.placed == (-1,) * 9 * strange + tuple(facelets)


def test_a_face_that_is_missing_is_not_made_of_others() -> None:
    rng = np.random.default_rng(42)
    colours, _ = shuffled(random_cube(rng), rng)
    wrong = rng.integers(0, 6, (2, 9))
    wrong[:, 4] = colours[0, 4]
    found = decode(honest(np.array([*wrong, *colours[1:]]).ravel(), 0.1, rng).reshape(-1, 9, 6))
    assert found.certainty < SURE
    assert found.problem is not None


def test_faces_of_two_cubes() -> None:
    rng = np.random.default_rng(14)
    groups = np.concatenate([shuffled(random_cube(rng), rng)[0] for _ in range(2)])
    found = decode(np.eye(6)[groups])
    assert found.state is None
    assert found.problem == (
        "More than six different faces were seen: show every face of one cube once."
    )


def test_upright_faces_tell_patterns_apart() -> None:
    """Each of these can be read in several ways from faces in any rotation."""
    rng = np.random.default_rng(34)
    for name in ("R", "R2 L2", "U D"):
        cube = apply_turns(SOLVED, parse_turns(name))
        order = rng.permutation(6)
        cells = np.eye(6)[np.array(faces(cube))[order]]
        assert decode(cells).certainty < SURE
        assert decode(cells).ways > 1
        found = decode(cells, upright=True)
        assert found.state == cube
        assert found.certainty > SURE
        assert found.placed == tuple(9 * face + cell for face in order for cell in range(9))


def test_faces_that_are_not_upright_are_not_taken_for_it() -> None:
    rng = np.random.default_rng(35)
    for _ in range(5):
        cube = random_cube(rng)
        colours = np.array([shown(face, 1) for face in faces(cube)])
        found = decode(np.eye(6)[colours], upright=True)
        assert found.certainty < SURE
        assert found.problem is not None


def test_a_face_of_another_cube_is_never_certain() -> None:
    rng = np.random.default_rng(36)
    for _ in range(6):
        colours, others = (np.array(faces(random_cube(rng))) for _ in range(2))
        colours[2] = others[2]
        found = decode(np.eye(6)[colours])
        assert found.certainty < SURE
        assert found.problem is not None
        assert found.problem.startswith(("Show the face with the ", "These faces do not make one"))


def test_sides_turned_between_two_looks_are_not_certain() -> None:
    """The front and the right were seen before a turn of the top, the back and the left after."""
    rng = np.random.default_rng(37)
    for _ in range(6):
        cube = random_cube(rng)
        colours = np.array(faces(cube))
        turned = np.array(faces(cube * parse_turn("U").cube))
        colours[[0, 4, 5]] = turned[[0, 4, 5]]
        assert decode(np.eye(6)[colours]).certainty < SURE


@dataclass(frozen=True)
class Seen:
    """A face of a picture, and which of its cells touch those of other faces."""

    table: Floats
    facelets: tuple[int, ...]

    def touching(self, other: "Seen") -> tuple[int, int] | None:
        for edge in EDGE_FACELETS:
            for one, two in (edge, edge[::-1]):
                if one in self.facelets and two in other.facelets:
                    return self.facelets.index(one), other.facelets.index(two)
        return None


def test_faces_tell_themselves_which_of_them_touch() -> None:
    rng = np.random.default_rng(39)
    cube = turned_cube(rng, 1)
    colours, facelets = shuffled(cube, rng)
    cells = np.eye(6)[colours]
    seen = [Seen(t, tuple(f)) for t, f in zip(cells, facelets.reshape(6, 9).tolist(), strict=True)]
    assert decode(cells).certainty < SURE
    found = decode(seen)
    assert found.state == cube
    assert found.certainty > SURE
