from random import Random

import numpy as np
import pytest

from solver import Belief, Scene, belief_for
from solver.belief import soften
from solver.cube import CubeBelief, CubePuzzle, random_cube
from solver.hanoi import Hanoi
from solver.rings import Rings


def test_the_umbrella_world() -> None:
    """Russell and Norvig, Artificial Intelligence, section 15.2: rain after one and two umbrellas.

    One ring stands for the weather: it changes with probability 0.3, and is seen with 0.9 to 0.2.
    """
    belief = Belief(Rings(1), doubt=0.0, moving=0.3, steady=True)
    umbrella = np.array([[0.2, 0.9]]) / 1.1
    first, second = belief.update(umbrella), belief.update(umbrella)
    assert (first.state, second.state) == (1, 1)
    assert first.certainty == pytest.approx(0.818, abs=5e-4)
    assert second.certainty == pytest.approx(0.883, abs=5e-4)


def table(puzzle: Rings | Hanoi, state: object, sure: float = 0.97) -> np.ndarray:
    """What a reader would say of a state."""
    rest = (1 - sure) / (len(puzzle.symbols) - 1)
    cells = np.full((puzzle.cells, len(puzzle.symbols)), rest)
    cells[np.arange(puzzle.cells), puzzle.view(state)] = sure  # type: ignore[arg-type]
    return cells


def test_legality_outvotes_a_misread_cell() -> None:
    hanoi = Hanoi(4)
    state = hanoi.parse("ABCA")
    cells = table(hanoi, state)
    cells[0] = cells[0][::-1]
    estimate = belief_for(hanoi).update(cells)
    assert estimate.state == state
    assert estimate.certainty > 0.9


def test_hidden_cells_leave_the_prior() -> None:
    belief = Belief(Rings(3))
    estimate = belief.update(np.full((3, 2), 0.5))
    assert estimate.certainty == pytest.approx(1 / 8)
    assert belief.probabilities == pytest.approx(np.full(8, 1 / 8))
    assert not belief.lost


def test_an_untouched_toy_needs_more_to_have_moved_than_one_in_a_hand() -> None:
    rings = Rings(5)
    after = rings.apply(rings.start, rings.parse_move("1 off"))
    certain = []
    for stirred in (0.0, None, 1.0):
        belief = Belief(rings)
        for _ in range(6):
            belief.update(table(rings, rings.start))
        scene = Scene(stirred=stirred)
        looks = (belief.update(table(rings, after, 0.9), scene) for _ in range(9))
        certain.append(next(k for k, seen in enumerate(looks) if seen.state == after))
    assert certain[0] > certain[1] >= certain[2]


def test_doubt_grows_with_what_contradicts_it_and_not_with_honest_doubt() -> None:
    rings, rng = Rings(9), np.random.default_rng(4)
    boasts, owns_up = Belief(rings), Belief(rings)
    for _ in range(200):
        flipped = rng.random(9) < 0.2
        for belief, sure in ((boasts, 0.99), (owns_up, 0.8)):
            cells = table(rings, rings.start, sure)
            cells[flipped] = cells[flipped, ::-1]
            belief.update(cells)
    assert boasts.doubt > 0.25
    assert owns_up.doubt < 0.15


def test_a_reader_that_errs_from_the_start_is_not_believed_too_early() -> None:
    """One ring in five is read wrongly and called certain: the belief has to find that out."""
    rings, rng = Rings(9), np.random.default_rng(8)
    told = wrong = known = 0
    for _ in range(100):
        belief, state = Belief(rings), int(rng.integers(512))
        for _ in range(30):
            cells = table(rings, state, 0.99)
            flipped = rng.random(9) < 0.2
            cells[flipped] = cells[flipped, ::-1]
            estimate = belief.update(cells, Scene(stirred=0.0))
            told += estimate.certainty > 0.9
            wrong += estimate.certainty > 0.9 and estimate.state != state
        known += estimate.certainty > 0.9 and estimate.state == state
    assert wrong < 0.025 * told
    assert known >= 95


def test_two_moves_behind_a_hand_are_believed_as_soon_as_the_toy_is_plain_again() -> None:
    """A hand was misread, so that much is doubted; what is plain after it is not, for long."""
    rings, before = Rings(9), 0b110111000
    between = rings.apply(before, rings.moves(before)[0])
    after = next(s for s in (rings.apply(between, m) for m in rings.moves(between)) if s != before)
    belief, fingers = Belief(rings, doubt=0.02), table(rings, before, 0.99)
    fingers[2:7] = fingers[2:7, ::-1]
    for cells, stirred in ((table(rings, before), 0.0), (fingers, 1.0), (table(rings, after), 0.0)):
        told = [belief.update(cells, Scene(stirred=stirred)) for _ in range(5)]
    assert [estimate.state for estimate in told[2:]] == 3 * [after]
    assert told[3].certainty > 0.9
    assert belief.doubt < 0.05


def test_what_is_misread_by_chance_at_an_untouched_toy_is_no_move() -> None:
    rings, rng = Rings(9), np.random.default_rng(2)
    belief, told = Belief(rings), []
    for _ in range(3000):
        cells, flipped = table(rings, rings.start, 0.99), rng.random(9) < 0.2
        cells[flipped] = cells[flipped, ::-1]
        told.append(belief.update(cells, Scene(stirred=0.01)))
    assert {estimate.state for estimate in told[20:]} == {rings.start}
    assert sum(estimate.certainty < 0.9 for estimate in told[20:]) < 10


def test_a_move_is_followed() -> None:
    rings = Rings(9)
    belief = Belief(rings)
    for _ in range(5):
        assert belief.update(table(rings, rings.start)).state == rings.start
    after = rings.apply(rings.start, rings.parse_move("1 off"))
    looks = [belief.update(table(rings, after)).state for _ in range(4)]
    assert looks[-1] == after
    assert belief.probabilities.sum() == pytest.approx(1)


def test_a_table_of_another_shape() -> None:
    with pytest.raises(ValueError, match=r"table: expected 3 x 2, got shape \(4, 2\)"):
        Belief(Rings(3)).update(np.full((4, 2), 0.5))


def test_too_many_states() -> None:
    with pytest.raises(ValueError, match="cube: too many states"):
        Belief(CubePuzzle())


def test_each_puzzle_has_its_belief() -> None:
    assert isinstance(belief_for(Rings(3), 0.2), Belief)
    assert isinstance(belief_for(CubePuzzle(), 0.2), CubeBelief)


def test_soften_mixes_with_the_uniform_row() -> None:
    assert soften(np.array([[1.0, 0.0]]), 0.2) == pytest.approx(np.array([[0.9, 0.1]]))


@pytest.mark.parametrize("puzzle", [Rings(3), Hanoi(2), CubePuzzle()], ids=lambda p: p.name)
def test_every_belief_takes_the_whole_scene_of_a_picture(puzzle) -> None:
    # A cube needs a state that can be read in one way only.
    state = random_cube(Random(1)) if isinstance(puzzle, CubePuzzle) else puzzle.goal
    cells = table(puzzle, state)
    square = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], float)
    outline = np.array([square + 100 * k for k in range(max(1, len(cells) // 9))])
    belief = belief_for(puzzle)
    for _ in range(3):
        estimate = belief.update(cells, Scene(outline, stirred=0.5))
    assert estimate.state == state


@pytest.mark.parametrize("worth", [0.5, 0.2])
def test_looks_that_count_less_add_up_to_one_that_counts_whole(worth: float) -> None:
    puzzle = Rings(4)
    seen = table(puzzle, puzzle.parse("1010"), 0.8)
    whole, parts = (Belief(puzzle, steady=True, moving=0.0) for _ in range(2))
    for _ in range(3):
        whole.update(seen)
    for _ in range(round(3 / worth)):
        parts.update(seen, Scene(worth=worth))
    np.testing.assert_allclose(parts.probabilities, whole.probabilities, atol=1e-9)
