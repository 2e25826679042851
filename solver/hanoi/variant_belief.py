"""The belief of the toys with other pieces: they have too many states to hold all of them.

The states that are held are those that moves lead to from what was believed before, moves against
the rules included, and the one that a table shows by itself. All others together are one more
hypothesis, under which a table is as likely as a guess.
"""

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.belief import BARE, TINY, Against, Estimate, Scene, moving_of, soften
from solver.hanoi.pieces import Pegs, PieceMove, moved
from solver.hanoi.rules import PEGS
from solver.hanoi.variant import Variant

Floats = NDArray[np.float64]
_Odds = dict[Pegs, float]

# The share of moves that are against the rules.
SLIPS = 0.05
# What of a belief is given up in every look: several moves may be made unseen; and the share of
# all other states that the one that a table shows may have.
STRAYED, SHOWN = 1e-4, 0.05
# States that are less probable are not held any longer.
FORGOTTEN = 1e-7
# So certain has a state to be to look for slips from it.
BEYOND_DOUBT = 0.99


class VariantBelief:
    """Probabilities for the states about the last known one.

    `doubt` and `moving` are those of `Belief`.
    """

    def __init__(self, puzzle: Variant, *, doubt: float = 0.1, moving: float = 0.03) -> None:
        self._puzzle = puzzle
        self._doubt, self._moving = doubt, moving
        self._p: _Odds = {}
        self._known: Pegs | None = None

    @property
    def lost(self) -> bool:
        """Never: one table is enough to begin with."""
        return False

    def update(self, cells: Floats, scene: Scene = BARE) -> Estimate[Pegs]:
        """Predicts one step along all moves, then multiplies the table in.

        `cells` is (cells, symbols), each row a distribution; of the scene only `stirred` counts.
        Raises ValueError for another shape.
        """
        shape = self._puzzle.cells, len(self._puzzle.symbols)
        if cells.shape != shape:
            raise ValueError(f"table: expected {shape[0]} x {shape[1]}, got shape {cells.shape}")
        shown = self._shown(cells)
        if not self._p:
            return self._begin(cells, shown)
        odds, others = self._predict(moving_of(scene, self._moving), shown)
        told = np.log(np.maximum(soften(cells, self._doubt) * shape[1], TINY))
        logs = np.log(list(odds.values())) + [self._sum(told, state) for state in odds]
        most = max(float(logs.max()), np.log(others))
        p = np.exp(logs - most)
        total = float(p.sum() + others * np.exp(-most))
        pairs = zip(odds, (p / total).tolist(), strict=True)
        self._p = {state: share for state, share in pairs if share > FORGOTTEN}
        return self._estimate()

    def _begin(self, cells: Floats, shown: Pegs | None) -> Estimate[Pegs]:
        """Takes what one table shows by itself, as certain as its least certain place."""
        if shown is None:
            return Estimate(None, 0.0)
        certainty = float(cells[np.arange(len(cells)), self._puzzle.view(shown)].min())
        self._p = {shown: certainty}
        return self._estimate()

    def _estimate(self) -> Estimate[Pegs]:
        if not self._p:
            return Estimate(None, 0.0)
        best = max(self._p, key=self._p.__getitem__)
        certainty = min(self._p[best], 1.0)
        if not self._puzzle.is_legal(best):
            back = self._back(best)
            if back is None:
                return Estimate(None, 1 - certainty)
            words = self._puzzle.slip_words(best, back)
            return Estimate(None, certainty, against=Against(back, words))
        if certainty > BEYOND_DOUBT:
            self._known = best
        return Estimate(best, certainty)

    def _predict(self, moving: float, shown: Pegs | None) -> tuple[_Odds, float]:
        """What is believed after one more step: of the states that are held, and of all others."""
        odds: _Odds = {}
        others = max(0.0, 1 - sum(self._p.values()))
        for state, p in self._p.items():
            others += STRAYED * p
            odds[state] = odds.get(state, 0.0) + (1 - moving - STRAYED) * p
            for after, share in self._onward(state):
                odds[after] = odds.get(after, 0.0) + moving * share * p
        if shown is not None:
            odds[shown] = odds.get(shown, 0.0) + SHOWN * others
            others *= 1 - SHOWN
        return odds, max(others, TINY)

    def _onward(self, state: Pegs) -> Iterator[tuple[Pegs, float]]:
        """The states that moves lead to, and their shares; slips are made from a known state."""
        legal: list[Pegs] = []
        slips: list[Pegs] = []
        for source, target in itertools.permutations(range(PEGS), 2):
            if state[source]:
                after = moved(state, PieceMove(state[source][-1], source, target))
                (legal if self._puzzle.is_legal(after) else slips).append(after)
        wrong = SLIPS if state == self._known else 0.0
        yield from ((after, (1 - wrong) / len(legal)) for after in legal)
        if wrong:
            yield from ((after, wrong / len(slips)) for after in slips)

    def _shown(self, cells: Floats) -> Pegs | None:
        """The state whose pieces are the likeliest ones of all places, if it is one."""
        places = cells.argmax(axis=1).reshape(PEGS, -1)
        pieces = self._puzzle.pieces
        piles = [[int(symbol) for symbol in peg if symbol] for peg in places]
        if sorted(itertools.chain(*piles)) != list(range(1, len(pieces) + 1)):
            return None
        state = tuple(tuple(pieces[symbol - 1] for symbol in pile) for pile in piles)
        return state if self._puzzle.is_legal(state) else None

    def _sum(self, told: Floats, state: Pegs) -> float:
        """How much likelier a table is in a state than as a guess, a logarithm."""
        return float(told[np.arange(len(told)), self._puzzle.view(state)].sum())

    def _back(self, state: Pegs) -> PieceMove | None:
        """The move that takes a slip back."""
        if self._known is None:
            return None
        for source, target in itertools.permutations(range(PEGS), 2):
            if state[source]:
                move = PieceMove(state[source][-1], source, target)
                if moved(state, move) == self._known:
                    return move
        return None
