"""The belief and the path against textbook examples and against brute force."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from solver import AnyPuzzle, Belief, Hanoi, Rings
from solver.belief import soften
from solver.viterbi import most_probable_path

Floats = NDArray[np.float64]


def dense(first: list[float], steps: list[list[float]], seen: list[list[float]]):
    """The path for a table of transitions, row from and column to, with plain probabilities."""
    table = np.log(np.array(steps)).T
    sources = np.tile(np.arange(len(first)), (len(first), 1))
    return most_probable_path(np.log(first), sources, table, list(np.log(seen)))


def test_healthy_or_fever() -> None:
    """Wikipedia's example: normal, cold and dizzy are healthy, healthy and fever, with 0.01512."""
    normal, cold, dizzy = [0.5, 0.1], [0.4, 0.3], [0.1, 0.6]
    path = dense([0.6, 0.4], [[0.7, 0.3], [0.4, 0.6]], [normal, cold, dizzy])
    assert path.states == (0, 0, 1)
    assert np.exp(path.log_probability) == pytest.approx(0.01512, abs=1e-9)


def test_the_umbrella_path() -> None:
    """Russell and Norvig, section 15.2.3: umbrella on every day but the third of five."""
    took, left = [0.9, 0.2], [0.1, 0.8]
    path = dense([0.5, 0.5], [[0.7, 0.3], [0.3, 0.7]], [took, took, left, took, took])
    assert path.states == (0, 0, 1, 0, 0)


def test_a_path_needs_something_seen() -> None:
    with pytest.raises(ValueError, match="a path needs at least one observation, got none"):
        dense([0.5, 0.5], [[0.7, 0.3], [0.3, 0.7]], [])
    with pytest.raises(ValueError, match="a path needs at least one observation, got none"):
        Belief(Rings(2)).trace([])


def sequences(puzzle: AnyPuzzle, tables: list[Floats], doubt: float, moving: float):
    """Every sequence of states with its joint probability, straight from the definition."""
    states = list(puzzle.states() or ())
    steps = {}
    for state in states:
        after = [puzzle.apply(state, move) for move in puzzle.moves(state)]
        steps.update({(state, there): moving / len(after) for there in after})
        steps[state, state] = 1 - moving
    soft = [soften(table, doubt) for table in tables]
    cells = np.arange(puzzle.cells)
    shown = {state: [t[cells, puzzle.view(state)].prod() for t in soft] for state in states}
    for sequence in itertools.product(states, repeat=len(tables)):
        p = 1 / len(states)
        for before, after in itertools.pairwise(sequence):
            p *= steps.get((before, after), 0.0)
        yield sequence, p * np.prod([shown[state][t] for t, state in enumerate(sequence)])


@pytest.mark.parametrize("puzzle", [Rings(1), Rings(3), Rings(3, pair=True), Hanoi(2)], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_belief_and_path_are_those_of_brute_force(puzzle: AnyPuzzle, seed: int) -> None:
    rng = np.random.default_rng(seed)
    tables = list(rng.dirichlet(np.ones(len(puzzle.symbols)), (4, puzzle.cells)))
    every = dict(sequences(puzzle, tables, 0.05, 0.2))
    belief = Belief(puzzle, doubt=0.05, moving=0.2, steady=True)
    assert belief.trace(tables) == max(every, key=every.__getitem__)
    for table in tables:
        belief.update(table)
    last = np.array([sum(p for s, p in every.items() if s[-1] == state)
                     for state in puzzle.states() or ()])  # fmt: skip
    assert belief.probabilities == pytest.approx(last / last.sum(), abs=1e-6)


def test_looking_back_knows_more_than_looking_once() -> None:
    """A state that was hidden is known from what came before and after."""
    rings = Rings(5)
    states = [0b11111, 0b11110, 0b11010, 0b11011]
    tables = []
    for state in states:
        sure = np.full((5, 2), 1e-6)
        sure[np.arange(5), rings.view(state)] = 1 - 1e-6
        tables.append(sure)
    tables[1] = tables[2] = np.full((5, 2), 0.5)
    belief = Belief(rings, doubt=0.0)
    assert belief.trace(tables) == tuple(states)
    assert belief.probabilities == pytest.approx(np.full(32, 1 / 32))


def test_a_table_of_another_shape_in_a_clip() -> None:
    with pytest.raises(ValueError, match=r"table: expected 3 x 2, got shape \(2, 2\)"):
        Belief(Rings(3)).trace([np.full((2, 2), 0.5)])
