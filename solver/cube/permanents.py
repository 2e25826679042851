"""Sums over all arrangements of one kind of piece, by permanents.

The sum over all permutations of products is the permanent of the weights; with odd permutations
counted negative it is the determinant; the turns, which add up modulo 2 or 3, are sorted by a
discrete Fourier transform. Permanents are found by Glynn's formula (2010), over signs instead of
sets. Sums that are smaller than the largest of their kind by sixteen digits are lost.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

# Rounds of scaling (Sinkhorn 1967): rows and columns that sum to about one keep the digits.
_ROUNDS = 5
_TINY = 1e-200


class Permanents:
    """The arrangements of `count` pieces in as many places, each with one of `turns` turns."""

    def __init__(self, count: int, turns: int) -> None:
        self.turns = turns
        bits = np.arange(1 << count - 1)[:, None] >> np.arange(count) & 1
        # The last sign is always plus.
        self._signs = (1 - 2 * bits).astype(np.float64)
        self._parts = self._signs.prod(axis=1) / len(bits)

    def total(self, weights: Floats) -> Floats:
        """The sums of products, (batch, turns, 2): by the sum of turns and the parity.

        `weights` is (batch, places, pieces, turns), not negative.
        """
        scale = _scaling(weights.sum(axis=3))
        waves = np.fft.fft(weights * scale[0][:, :, None, None] * scale[1][:, None, :, None])
        # Of real weights the last waves mirror the first ones.
        first = self.turns // 2 + 1
        every = np.moveaxis(waves[..., :first], 3, 1)
        even = every.real if self.turns == 2 else every
        sums = np.stack([self._permanents(even), np.linalg.det(even)])
        full = np.concatenate([sums, sums[:, :, 1 : self.turns - first + 1].conj()[:, :, ::-1]], 2)
        plain, signed = np.fft.ifft(full).real
        both = np.stack([plain + signed, plain - signed], axis=2) / 2
        undo = scale[0].prod(axis=1) * scale[1].prod(axis=1)
        return np.asarray(np.maximum(both, 0.0) / undo[:, None, None], dtype=np.float64)

    def _permanents(self, matrices: Floats | Complexes) -> Floats | Complexes:
        """The permanents of square matrices, (..., places, pieces)."""
        found: Floats | Complexes = np.prod(self._signs @ matrices, axis=-1) @ self._parts
        return found


def _scaling(weights: Floats) -> tuple[Floats, Floats]:
    """Factors for the places and for the pieces, (batch, n) each."""
    columns = np.ones((len(weights), weights.shape[2]))
    for _ in range(_ROUNDS):
        rows = 1 / np.maximum((weights * columns[:, None]).sum(axis=2), _TINY)
        columns = 1 / np.maximum((weights * rows[:, :, None]).sum(axis=1), _TINY)
    return rows, columns
