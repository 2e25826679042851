"""How a cube is held, and which way its stickers go: against places worked out in space."""

from random import Random

import numpy as np
import pytest

from solver.cube import FACE_TURNS, SOLVED, CubePuzzle, Turn, random_cube
from solver.cube.facing import shows, whole_turn
from solver.cube.flow import flow, places
from solver.cube.geometry import FACES
from solver.cube.holding import BACK, HELD, JOINED, SHOWN, Holding
from solver.cube.scores import view_of
from tests.solver.cube_camera import ONE, THREE, CubeCamera, Mess, about

CLEAN = Mess(slips=0.0, dirt=0.0)


def test_ways_are_a_group() -> None:
    assert len({way.tobytes() for way in HELD}) == 24
    assert (JOINED[np.arange(24), BACK] == 0).all()


@pytest.mark.parametrize("seed", range(20))
def test_faces_that_touch_in_the_picture_are_one_way_of_holding(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pose = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    pose *= np.linalg.det(pose)
    cube = random_cube(Random(seed))
    cells, outlines = CubeCamera(pose, CLEAN, rng).look(cube)
    ways = Holding().look(outlines).ways
    colours = cells.argmax(axis=1).reshape(-1, 9)
    view = view_of(cube)
    fits = [
        all(
            (view[SHOWN[JOINED[held, way]]] == c).all()
            for way, c in zip(ways, colours, strict=True)
        )
        for held in range(24)
    ]
    assert sum(fits) == 1


def test_a_cube_that_is_turned_slowly_is_followed() -> None:
    rng = np.random.default_rng(1)
    camera = CubeCamera(THREE, CLEAN, rng)
    holding, cube = Holding(), random_cube(Random(2))
    view, held = view_of(cube), set()
    for degrees in range(0, 95, 6):
        pose = THREE @ about((0, 1, 0), degrees)
        cells, outlines = camera.look(cube, pose=pose)
        look = holding.look(outlines)
        colours = cells.argmax(axis=1).reshape(-1, 9)
        held |= {
            way
            for way in range(24)
            if all(
                (view[SHOWN[JOINED[way, w]]] == c).all()
                for w, c in zip(look.ways, colours, strict=True)
            )
        }
    assert len(held) == 1


@pytest.mark.parametrize("turn", FACE_TURNS, ids=str)
def test_stickers_set_out_towards_where_a_quarter_turn_takes_them(turn: Turn) -> None:
    quarter = Turn(turn.axis, 3 if turn.quarters == 3 else 1)
    goes = np.array(quarter.goes())
    step = places()[goes] - places()
    ways = flow(turn)
    moved = goes != np.arange(54)
    assert ((step * ways).sum(axis=1)[moved] > 0).all()
    assert (ways[~moved & (np.arange(54) % 9 != 4)] == 0).all()


def test_a_hidden_turn_asks_for_a_whole_turn_and_a_seen_one_does_not() -> None:
    cube = random_cube(Random(4))
    view, front = view_of(cube), tuple(range(18, 27))
    assert whole_turn(view, [Turn("R")], front) is None
    whole = whole_turn(view, [Turn("B"), Turn("L"), Turn("D")], front)
    assert whole is not None
    after = SHOWN[next(i for i in range(24) if (HELD[i] == np.argsort(whole.goes())).all())]
    assert shows(view, Turn("B"), after) >= 2
    words = CubePuzzle().whole_turn(cube, [Turn("B")], front)
    assert words is not None
    assert words[1].startswith("Turn the whole cube so that the ")
    assert whole_turn(view_of(SOLVED), [Turn("F")], ()) is None


def test_a_lone_face_is_not_turned_before_the_cube_was_turned_to_show_it_from_the_side() -> None:
    view, front = view_of(random_cube(Random(4))), tuple(range(18, 27))
    whole = whole_turn(view, [Turn("F"), Turn("U"), Turn("R")], front)
    assert whole is not None
    after = SHOWN[next(i for i in range(24) if (HELD[i] == np.argsort(whole.goes())).all())]
    # Of the faces beside it, those that leave the turn after it in sight as well.
    assert FACES[after[4] // 9] in "RL"
    assert whole_turn(view, [Turn("F")], (*front, *range(9, 18))) is None


def test_one_face_is_seen_from_the_front_and_three_at_a_corner() -> None:
    rng = np.random.default_rng(0)
    for pose, count in ((ONE, 1), (THREE, 3)):
        assert len(CubeCamera(pose, CLEAN, rng).look(SOLVED)[1]) == count
