"""The belief of a Tower of Hanoi: the legal states, and a disc that was put on a smaller one.

Beside the states of `Belief` there are a few more: those that a move against the rules leads to
from the last state that was beyond doubt. From there the disc can be put anywhere it may lie.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.belief import BARE, TINY, Against, Belief, Estimate, Scene, moving_of, posterior, soften
from solver.hanoi.moves import DiscMove, State
from solver.hanoi.puzzle import Hanoi
from solver.hanoi.words import slip_words

Floats = NDArray[np.float64]

# So certain has a state to be to look for slips from it.
BEYOND_DOUBT = 0.99
# The share of moves that are against the rules.
SLIPS = 0.05


class HanoiBelief(Belief[State]):
    """A probability for every legal state, and for every slip from the last certain one.

    Raises ValueError for more states than can be listed.
    """

    def __init__(self, puzzle: Hanoi, *, doubt: float = 0.1) -> None:
        super().__init__(puzzle, doubt=doubt)
        self._puzzle = puzzle
        self._slips: tuple[DiscMove, ...] = ()
        self._slip_p = np.zeros(0)
        self._views: NDArray[np.intp] = np.zeros((0, puzzle.cells), dtype=np.intp)
        self._from = -1
        # Where each slip can be mended to: legal states, by their numbers.
        self._mended: list[list[int]] = []

    def update(self, cells: Floats, scene: Scene = BARE) -> Estimate[State]:
        """Predicts one step along all moves, then multiplies the table in."""
        if not self._slips:
            estimate = super().update(cells, scene)
        else:
            estimate = self._update_all(cells, scene)
        if estimate.state is not None and estimate.certainty > BEYOND_DOUBT:
            self._start_from(estimate.state)
        return estimate

    def _update_all(self, cells: Floats, scene: Scene) -> Estimate[State]:
        self._check(cells)
        moving = scene.worth * moving_of(scene, self._moving)
        legal, slipped = self._predict_all(moving)
        self._learn_doubt(cells, legal, scene.worth)
        table = np.log(np.maximum(soften(cells, self._doubt), TINY))
        seen = table[np.arange(self._cells), self._views].sum(axis=1)
        told = np.concatenate([self._log_likelihood(cells, self._doubt), seen])
        p = posterior(np.concatenate([legal, slipped]), scene.worth * told)
        self._p, self._slip_p = p[: len(legal)], p[len(legal) :]
        best = int(np.argmax(p))
        if best < len(legal):
            return Estimate(self._states[best], float(p[best]))
        return Estimate(None, float(p[best]), against=self._against(best - len(legal)))

    def _predict_all(self, moving: float) -> tuple[Floats, Floats]:
        """What is believed after one more step, of the legal states and of the slips."""
        legal = self._predict(self._p, moving)
        away = SLIPS * moving * float(self._p[self._from])
        legal[self._from] -= away
        slipped = (1 - moving) * self._slip_p + away / len(self._slips)
        for p, states in zip(self._slip_p, self._mended, strict=True):
            legal[states] += moving * p / len(states)
        return legal, slipped

    def _start_from(self, state: State) -> None:
        """Takes a state that is beyond doubt for the one from which slips are made."""
        number = self._number(state)
        if number == self._from:
            return
        puzzle = self._puzzle
        self._from = number
        self._slips = tuple(puzzle.slips(state))
        self._slip_p = np.zeros(len(self._slips))
        shown = [_view(puzzle, state, slip) for slip in self._slips]
        self._views = np.array(shown, dtype=np.intp).reshape(-1, puzzle.cells)
        self._mended = [[number, *self._onward(state, slip)] for slip in self._slips]
        self._p = self._p / self._p.sum()

    def _onward(self, state: State, slip: DiscMove) -> list[int]:
        moves = (move for move in self._puzzle.moves(state) if move.disc == slip.disc)
        return [self._number(self._puzzle.apply(state, move)) for move in moves]

    def _number(self, state: State) -> int:
        number = 0
        for peg in state:
            number = number * self._puzzle.pegs + peg
        return number

    def _against(self, place: int) -> Against:
        slip = self._slips[place]
        state = self._states[self._from]
        smaller = min(
            disc for disc, peg in enumerate(reversed(state), start=1) if peg == slip.target
        )
        back = DiscMove(slip.disc, slip.target, slip.source)
        return Against(back, slip_words(slip.disc, smaller, self._puzzle.discs))


def _view(puzzle: Hanoi, state: State, slip: DiscMove) -> tuple[Any, ...]:
    """The symbol of every cell after a slip."""
    shown = list(puzzle.view(state))
    (source,), (target,) = puzzle.sweep(state, slip)
    shown[source], shown[target] = 0, slip.disc
    return tuple(shown)
