from typing import Any

import numpy as np
import pytest

from solver import Scene
from solver.cube import SOLVED, Cube, CubeBelief, Decoded, Turn, decode
from solver.cube import belief as belief_module
from solver.cube.scores import view_of
from solver.cube.turns import parse_turn
from tests.solver.cube_camera import ONE, THREE, CubeCamera, Mess, about
from tests.solver.synthetic import Floats, faces, honest, random_cube, shown, shuffled


def look(cube: Cube, seen: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """A table of some faces, in random rotation."""
    quarters = rng.integers(0, 4, len(seen))
    colours = [shown(faces(cube)[f], int(q)) for f, q in zip(seen, quarters, strict=True)]
    return honest(np.concatenate(colours), 0.25, rng)


def found(cube: Cube, rng: np.random.Generator) -> CubeBelief:
    """A belief that has seen all six faces."""
    belief = CubeBelief()
    estimate = belief.update(honest(shuffled(cube, rng)[0].ravel(), 0.2, rng))
    assert estimate.state == cube
    assert not belief.lost
    return belief


def test_it_is_lost_until_six_faces_were_seen() -> None:
    rng = np.random.default_rng(0)
    belief = CubeBelief()
    estimate = belief.update(look(random_cube(rng), (0, 1, 2), rng))
    assert belief.lost
    assert (estimate.state, estimate.certainty) == (None, 0.0)
    assert estimate.problem == "Show the faces with the yellow, orange and blue centres."


@pytest.mark.parametrize("pose", [THREE, about((1, 0, 0), 40), about((1, 1, 0), 180) @ THREE])
def test_turns_are_followed(pose: Floats) -> None:
    rng = np.random.default_rng(1)
    cube = random_cube(rng)
    belief = found(cube, rng)
    camera = CubeCamera(pose, Mess(dirt=0.0), rng)
    for text in ("R", "U'", "F2", "L", "D'", "R2", "U", "F'"):
        cube = cube * parse_turn(text).cube
        for _ in range(4):
            cells, outline = camera.look(cube)
            estimate = belief.update(cells, Scene(outline))
        assert estimate.state == cube
        assert estimate.certainty > 0.9


def test_a_turn_that_does_not_look_done_is_not_certain_for_a_moment() -> None:
    rng = np.random.default_rng(17)
    cube = random_cube(rng)
    belief = found(cube, rng)
    camera = CubeCamera(THREE, Mess(slips=0.0, dirt=0.0), rng)
    for _ in range(10):
        belief.update(*_told(camera, cube))
    turned = cube * parse_turn("U").cube
    belief.expect([parse_turn("U")])
    row = _moved(camera, cube, turned)[0]
    certainties = []
    for _ in range(12):
        cells, scene = _told(camera, turned)
        wrong = (int(cells[row].argmax()) + 1) % 6
        cells[row] = 0.97 * np.eye(6)[wrong] + 0.005
        estimate = belief.update(cells, scene)
        certainties.append(estimate.certainty if estimate.state == turned else 0.0)
    assert max(certainties[:3]) < 0.9
    assert certainties[-1] > 0.9


def _told(camera: CubeCamera, cube: Cube) -> tuple[Floats, Scene]:
    cells, outline = camera.look(cube)
    return cells, Scene(outline)


def _moved(camera: CubeCamera, before: Cube, after: Cube) -> list[int]:
    """The rows in sight that change their colour in a turn."""
    one, other = (camera.look(cube)[0].argmax(axis=1) for cube in (before, after))
    return [int(row) for row in np.flatnonzero(one != other)]


def test_rows_are_placed() -> None:
    rng = np.random.default_rng(2)
    cube = random_cube(rng)
    estimate = found(cube, rng).update(look(cube, (4, 1), rng))
    assert estimate.placed is not None
    placed = np.array(estimate.placed).reshape(2, 9)
    assert (placed // 9 == [[4], [1]]).all()
    assert sorted(placed[0]) == list(range(36, 45))


def test_an_empty_table_or_a_hand_changes_nothing() -> None:
    rng = np.random.default_rng(3)
    cube = random_cube(rng)
    belief = found(cube, rng)
    for cells in (np.empty((0, 6)), np.full((9, 6), 1 / 6), np.full((27, 6), 1 / 6)):
        for _ in range(40):
            estimate = belief.update(cells)
        assert estimate.state == cube
    assert belief.update(look(cube, (0, 1), rng)).certainty > 0.9


def test_turns_nobody_could_see_do_not_pile_up() -> None:
    rng = np.random.default_rng(4)
    cube = random_cube(rng)
    belief = found(cube, rng)
    certainties = [belief.update(look(cube, (2,), rng)).certainty for _ in range(60)]
    assert certainties[-1] > 0.9


def test_another_cube_makes_it_lost() -> None:
    rng = np.random.default_rng(5)
    belief = found(random_cube(rng), rng)
    other = random_cube(rng)
    estimates = []
    while not belief.lost:
        estimates.append(belief.update(look(other, (0, 1, 2), rng)))
        assert len(estimates) < 60
    assert estimates[-1].problem == "The cube is lost: show all six faces again."
    assert belief.update(look(other, (0, 1, 2, 3, 4, 5), rng)).state == other
    assert not belief.lost


@pytest.mark.parametrize("turns", ["", "R", "F' U"])
def test_a_lost_cube_that_shows_up_again_needs_no_scan(turns: str) -> None:
    rng = np.random.default_rng(15)
    cube = random_cube(rng)
    belief = found(cube, rng)
    while not belief.lost:
        belief.update(look(random_cube(rng), (0, 1, 2), rng))
    for turn in turns.split():
        cube = cube * parse_turn(turn).cube
    looks = 0
    while belief.lost:
        assert looks < 20
        estimate = belief.update(look(cube, (0, 1, 2), rng))
        looks += 1
    assert estimate.state == cube
    assert estimate.certainty > 0.9
    assert looks > 2


def test_faces_of_another_cube_do_not_bring_a_lost_one_back() -> None:
    rng = np.random.default_rng(16)
    belief = found(random_cube(rng), rng)
    other = random_cube(rng)
    for _ in range(80):
        belief.update(look(other, (0, 1, 2), rng))
    assert belief.lost


def test_two_ways_to_read_a_cube_are_both_kept() -> None:
    rng = np.random.default_rng(6)
    cube = parse_turn("R").cube
    belief = CubeBelief()
    looks = 0
    while belief.lost:
        estimate = belief.update(look(cube, (0, 1, 2, 3, 4, 5), rng))
        looks += 1
        assert looks < 20
    assert looks > 5
    assert estimate.certainty < 0.6
    assert estimate.problem is not None
    # A turn of another face tells R from L'.
    for turn in (Turn("U"), Turn("F")):
        cube = cube * turn.cube
        for _ in range(3):
            estimate = belief.update(look(cube, (0, 1, 2), rng))
    assert estimate.state == cube


def test_a_table_without_news_is_not_decoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def counted(groups: Floats, **options: Any) -> Decoded:
        nonlocal calls
        calls += 1
        return decode(groups, **options)

    monkeypatch.setattr(belief_module, "decode", counted)
    cells = look(parse_turn("R").cube, (0, 1, 2, 3, 4, 5), np.random.default_rng(7))
    belief = CubeBelief()
    while belief.lost:
        estimate = belief.update(cells)
    assert calls == 1
    assert estimate.certainty < 0.6


def test_groups_that_are_no_face_decide_nothing() -> None:
    rng = np.random.default_rng(8)
    cube = random_cube(rng)
    belief = found(cube, rng)
    right = 0
    for _ in range(30):
        for _ in range(3):
            belief.update(look(cube, (0, 1), rng))
        estimate = belief.update(np.eye(6)[rng.integers(0, 6, 9)] * 0.97 + 0.03 / 6)
        right += estimate.state == cube
        assert estimate.state == cube or estimate.certainty < 0.9
    assert right >= 25
    assert not belief.lost


def test_an_unreadable_cube_stays_lost() -> None:
    cells = np.full((54, 6), 1 / 6)
    cells[4::9] = 0.98 * np.eye(6) + 0.02 / 6
    belief = CubeBelief()
    estimate = belief.update(cells)
    assert belief.lost
    assert estimate.certainty < 0.1


@pytest.mark.parametrize("shape", [(8, 6), (9, 5), (54,)])
def test_tables_of_another_shape(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="table: expected 9 k x 6, got shape"):
        CubeBelief().update(np.full(shape, 1 / 6))


def test_view_is_in_the_order_of_facelets() -> None:
    assert view_of(SOLVED)[4::9].tolist() == [0, 2, 4, 1, 3, 5]


def test_what_was_refuted_does_not_come_back_when_a_turn_is_taken_back() -> None:
    rng = np.random.default_rng(4)
    cube = random_cube(rng)
    belief = found(cube, rng)
    camera = CubeCamera(ONE, Mess(dirt=0.0), rng)
    steps = ((), True), (("U",), True), (("F'",), False), (("U",), True), (("U'",), True)
    for texts, certain in steps:
        belief.expect([parse_turn(text) for text in texts if text != "F'"])
        for text in texts:
            cube = cube * parse_turn(text).cube
        for _ in range(25):
            cells, outline = camera.look(cube)
            estimate = belief.update(cells, Scene(outline))
        assert (estimate.certainty > 0.9) is certain
        assert estimate.state == cube or not certain
