"""The belief over all legal states: what is known of the toy after everything seen so far.

A hidden Markov model (Rabiner 1989, section III): the states are the legal states of the puzzle,
the transitions its legal moves, and an observation is a table of symbol probabilities for every
cell. `Belief` is the forward recursion; it never holds an illegal state, so a misread cell is
outvoted by the rules and by time. `Belief.trace` looks back over a whole clip.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.phrase import Phrase
from solver.puzzle import Puzzle, S
from solver.viterbi import most_probable_path

Floats = NDArray[np.float64]

# A table entry of exactly zero would forbid a state for ever.
TINY = 1e-12
# The prior probability that a move ends between two tables, where it is known that the toy lies
# untouched, and that something is done to it. What stirs less likely than the last lies untouched:
# in all the pictures of a toy that lies there, what is misread by chance must not add up to a move.
CALM, STIRRED, STIRS = 0.00001, 0.06, 0.1
# How much more than the least the doubt may be, and how likely each of these is beforehand: a
# reader is mostly as good as it was measured.
DOUBTS, UNUSUAL = (0.2, 0.4, 0.6), 0.05
# The share of that prior that is mixed in with every table: lamps and hands come and go.
FADES = 0.01
# Doubts are weighed state by state as long as no state has this probability: what was behind a hand
# may be read badly, and what is in sight again well, before it is known what it is. Else so many of
# the likeliest states judge them, which is much quicker.
KNOWN, JUDGES = 0.9, 32


@dataclass(frozen=True, slots=True)
class Against:
    """Something that was done against the rules: the move that takes it back, and the words."""

    back: Any
    words: str


@dataclass(frozen=True, slots=True)
class Estimate(Generic[S]):
    """The best state, and the probability that it is the true one.

    `state` is None as long as nothing is known at all. `placed` tells, for puzzles that may be
    turned as a whole, which cell of the puzzle each row of the last table showed (-1: none);
    None means that row i shows cell i. `problem` is a sentence for the user where something more
    has to be shown. `ways` is how many states show just what was seen, the best one among them,
    and are about as probable. `against` is what was done against the rules, where that is what is
    seen; the certainty is then that of it, and `state` is None.
    """

    state: S | None
    certainty: float
    placed: tuple[int, ...] | None = None
    problem: str | None = None
    ways: int = 1
    against: Against | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What a picture tells besides its table; None for what it does not tell.

    - `outline`: (k, 4, 2), pixels: where each of k equal groups of rows lies, its corners clockwise
      from where its rows start.
    - `stirred`: how likely it is that something is being done to the toy, in [0, 1].
    - `stays`: how likely it is that the rest of the toy stays while the one group goes round.
    - `joins`: pairs of rows that are known to touch on the toy.
    - `worth`: how much of a look it is, in (0, 1]: less where it shares its errors with others.
    """

    outline: Floats | None = None
    stirred: float | None = None
    stays: float | None = None
    joins: Sequence[tuple[int, int]] = ()
    worth: float = 1.0


# Nothing is told but the table.
BARE = Scene()


class StateBelief(Protocol[S]):
    """What follows a puzzle through tables of symbol probabilities."""

    @property
    def lost(self) -> bool:
        """Whether nothing is known, so that a table gathered over several looks is wanted."""

    def update(self, cells: Floats, scene: Scene = BARE) -> Estimate[S]:
        """Takes one table, (rows, symbols) and rows summing to one, and returns the estimate.

        What a belief has no use for in the scene it leaves alone.
        """


def moving_of(scene: Scene, otherwise: float) -> float:
    """The probability that a move ends before a look, where the scene tells how calm it is."""
    if scene.stirred is None:
        return otherwise
    return CALM + max(0.0, (scene.stirred - STIRS) / (1 - STIRS)) * (STIRRED - CALM)


def soften(cells: Floats, doubt: float) -> Floats:
    """Mixes every row of a table with the uniform row.

    `cells` is (rows, symbols), each row a distribution; `doubt` in [0, 1] is the share of
    readings that are believed to be arbitrary. Keeps one over-confident cell from deciding alone.
    """
    return np.asarray((1.0 - doubt) * cells + doubt / cells.shape[1], dtype=np.float64)


class Belief(Generic[S]):
    """A probability for every legal state, moved along legal moves and multiplied with tables.

    `doubt` is the share of cells that the reader gets wrong for no reason it could know of: the
    least, for where cells contradict what is believed more often, the doubt grows, unless it is
    `steady`: a few doubts are filtered as the states are, and at first together with them.
    `moving` is the prior probability that a move ends between two tables: low, and weak evidence
    adds up while nothing is seen; high, and honest noise passes for moves. The first table is taken
    with a uniform prior. Raises ValueError where the puzzle's states cannot be listed.
    """

    def __init__(
        self,
        puzzle: Puzzle[S, Any],
        *,
        doubt: float = 0.1,
        moving: float = 0.03,
        steady: bool = False,
    ) -> None:
        states = puzzle.states()
        if states is None:
            raise ValueError(
                Phrase(
                    "{puzzle}: too many states to hold a belief over all of them",
                    puzzle=puzzle.name,
                )
            )
        self._states: Sequence[S] = states
        self._cells = puzzle.cells
        self._symbols = len(puzzle.symbols)
        views = np.array([puzzle.view(state) for state in states], dtype=np.intp)
        # Column of the flattened table that each state expects in each cell: (states, cells).
        self._expected = views + self._symbols * np.arange(self._cells)
        self._rules = puzzle
        self._doubt = doubt
        more = () if steady else (one for one in DOUBTS if one > doubt)
        self._doubts = np.array([doubt, *more])
        usual = np.full(len(self._doubts), UNUSUAL)
        usual[0] += 1.0 - usual.sum()
        self._usual = self._weights = usual
        self._moving = moving
        self._p = np.full(len(states), 1.0 / len(states))
        # The same with each doubt, (doubts, states), where they are weighed state by state.
        self._joint: Floats | None = self._weights[:, None] * self._p
        self._seen = False

    @cached_property
    def _ways(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The neighbours of each state, and their number: a first table needs none."""
        return _neighbours(self._rules, self._states)

    @property
    def lost(self) -> bool:
        """Never: the uniform prior is a state of knowledge like any other."""
        return False

    @property
    def doubt(self) -> float:
        """The share of cells that is taken for arbitrary at present."""
        return self._doubt

    @property
    def probabilities(self) -> Floats:
        """The probability of every state, in the order of `puzzle.states()`."""
        return self._p.copy()

    def update(self, cells: Floats, scene: Scene = BARE) -> Estimate[S]:
        """Predicts one step along the legal moves, then multiplies the table in.

        `cells` is (cells, symbols), each row a distribution; of the scene only `stirred` and
        `worth` count. Raises ValueError for another shape.
        """
        self._check(cells)
        worth = scene.worth
        moving = worth * moving_of(scene, self._moving)
        if self._joint is not None:
            return self._weigh(self._joint, cells, moving, worth)
        prior = self._predict(self._p, moving)
        self._learn_doubt(cells, prior, worth)
        self._p = posterior(prior, worth * self._log_likelihood(cells, self._doubt))
        if self._p.max() <= KNOWN:
            self._joint = self._weights[:, None] * self._p
        return self._estimate(self._p)

    def _weigh(self, joint: Floats, cells: Floats, moving: float, worth: float) -> Estimate[S]:
        """An update in which each doubt has a belief of its own."""
        if self._seen:
            joint = np.array([self._predict(row, moving) for row in joint])
            fades = worth * FADES
            joint = (1 - fades) * joint + fades * np.outer(self._usual, joint.sum(axis=0))
        told = np.array([self._log_likelihood(cells, doubt) for doubt in self._doubts])
        joint = posterior(joint, worth * told)
        self._p, self._weights = joint.sum(axis=0), joint.sum(axis=1)
        self._doubt = float(self._weights @ self._doubts)
        # A first table has nothing to contradict yet: it is taken as the reader was measured.
        shown = self._p if self._seen else joint[0] / joint[0].sum()
        self._seen = True
        self._joint = None if self._p.max() > KNOWN else joint
        return self._estimate(shown)

    def _estimate(self, p: Floats) -> Estimate[S]:
        best = int(np.argmax(p))
        return Estimate(self._states[best], float(p[best]))

    def trace(self, tables: Sequence[Floats]) -> tuple[S, ...]:
        """The most probable states behind some tables, a state a table, all seen together.

        What comes later tells about what was before: this is for looking back at a clip. The
        belief itself stays as it is. Raises ValueError for no table, or one of another shape.
        """
        for cells in tables:
            self._check(cells)
        # Each state is reached from itself and from its neighbours; beyond those lies nothing.
        own = np.arange(len(self._states))
        neighbours, degree = self._ways
        arriving = np.append(np.log(self._moving / degree), -np.inf)[neighbours]
        staying = np.full(len(own), np.log(1.0 - self._moving))
        sources = np.column_stack([own, np.minimum(neighbours, len(own) - 1)])
        path = most_probable_path(
            np.full(len(own), -np.log(len(own))),
            sources,
            np.column_stack([staying, arriving]),
            (self._log_likelihood(cells, self._doubt) for cells in tables),
        )
        return tuple(self._states[place] for place in path.states)

    def _check(self, cells: Floats) -> None:
        if cells.shape != (self._cells, self._symbols):
            raise ValueError(
                f"table: expected {self._cells} x {self._symbols}, got shape {cells.shape}"
            )

    def _log_likelihood(self, cells: Floats, doubt: float) -> Floats:
        """The log-probability of a table in every state, (states,)."""
        log_table = np.log(np.maximum(soften(cells, doubt), TINY)).ravel()
        return np.asarray(log_table[self._expected].sum(axis=1), dtype=np.float64)

    def _predict(self, p: Floats, moving: float) -> Floats:
        """Spreads a belief: a share `moving` of each state goes to its neighbours equally."""
        neighbours, degree = self._ways
        arrived = np.append(moving * p / degree, 0.0)[neighbours].sum(axis=1)
        return np.asarray((1.0 - moving) * p + arrived, dtype=np.float64)

    def _learn_doubt(self, cells: Floats, prior: Floats, worth: float) -> None:
        """Follows how often cells contradict what was expected of a table.

        What the reader itself owns up to counts little: unsure cells are as likely with any doubt.
        """
        if len(self._doubts) == 1:
            return
        judges = np.argpartition(prior, -min(JUDGES, len(prior)))[-JUDGES:]
        tables = np.stack([soften(cells, doubt) for doubt in self._doubts])
        told = np.log(np.maximum(tables, TINY)).reshape(len(tables), -1)
        logs = worth * told[:, self._expected[judges]].sum(axis=2)
        seen = np.exp(logs - logs.max()) @ prior[judges]
        weights = self._weights * seen
        fades = worth * FADES
        self._weights = (1 - fades) * weights / weights.sum() + fades * self._usual
        self._doubt = float(self._weights @ self._doubts)


def posterior(prior: Floats, log_likelihood: Floats) -> Floats:
    """Bayes' rule for arrays of any shape; the result sums to one."""
    logs = np.log(np.maximum(prior, TINY)) + log_likelihood
    p = np.exp(logs - logs.max())
    return np.asarray(p / p.sum(), dtype=np.float64)


def _neighbours(
    puzzle: Puzzle[S, Any], states: Sequence[S]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The neighbours of each state, padded with len(states), and their number; moves reverse."""
    index = {state: i for i, state in enumerate(states)}
    lists = [[index[puzzle.apply(s, m)] for m in puzzle.moves(s)] for s in states]
    width = max((len(row) for row in lists), default=1)
    table = np.full((len(states), width), len(states), dtype=np.intp)
    for row, found in zip(table, lists, strict=True):
        row[: len(found)] = found
    return table, np.maximum(1, np.array([len(row) for row in lists], dtype=np.intp))
