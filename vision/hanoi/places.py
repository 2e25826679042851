"""From what each peg seems to carry to a table of places: all arrangements, weighed and summed.

An arrangement says for every disc on which peg it lies; the order on a peg follows, the largest at
the bottom. Its weight is the probability of its counts times how well the half widths fit it:
mostly as those of a toy whose discs grow in about equal steps, a little as those of one of which no
more is known than that they grow. The table holds the sums of the weights for every place and
symbol.
"""

from functools import lru_cache
from math import exp, lgamma, log, pi

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# Arrangements whose counts are so much less likely than others, as a logarithm, are left out.
HOPELESS = 14.0
# Nearly all toys have discs that grow in equal steps: the share of those that have not, and how far
# a disc of the others is from where equal steps would have it, in steps.
UNEVEN, UNEQUAL = 0.03, 0.2
# How a row recedes is known about: how often, and by what share (sigma) what stands one peg further
# aside looks larger or smaller than it should. Apart from that errors are such a share of those
# told.
RECEDES, OWN = ((0.7, 0.004), (0.3, 0.03)), 0.75
# The range that half widths of a toy are in, in distances of pegs.
RANGE = 0.35
# The steps that toys have, in distances of pegs. Arrangements that the weaker rule makes so much
# less likely than others, as a logarithm, are not tried with each of them.
STEPS, OUTDONE = np.geomspace(0.008, 0.16, 24), 16.0


class Arrangements:
    """All ways to lay `discs` on `pegs`: pegs ** discs of them."""

    def __init__(self, discs: int, pegs: int) -> None:
        self.discs, self.pegs = discs, pegs
        total = pegs**discs
        digits = np.arange(total)[:, None] // pegs ** np.arange(discs)[None, :]
        # (arrangements, discs), smallest disc first.
        self.peg_of: Ints = (digits % pegs).astype(np.intp)
        on = self.peg_of[:, :, None] == np.arange(pegs)
        self.counts: Ints = on.sum(axis=1)
        larger = on.sum(axis=1, keepdims=True) - np.cumsum(on, axis=1)
        self.height_of: Ints = np.take_along_axis(larger, self.peg_of[:, :, None], 2)[:, :, 0]
        for shared in (self.peg_of, self.counts, self.height_of):
            shared.setflags(write=False)

    def symbols(self, arrangement: int) -> tuple[int, ...]:
        """The disc in every place of an arrangement, 0 for none, peg by peg from the bottom."""
        shown = np.zeros(self.pegs * self.discs, dtype=np.intp)
        shown[self.peg_of[arrangement] * self.discs + self.height_of[arrangement]] = (
            np.arange(self.discs) + 1
        )
        return tuple(int(symbol) for symbol in shown)

    def table(self, weights: Floats) -> Floats:
        """Sums weights, (arrangements,), into (pegs * discs, discs + 1) distributions."""
        n = self.discs
        cells = np.zeros((self.pegs * n, n + 1))
        some = np.flatnonzero(weights)
        place = self.peg_of[some] * n + self.height_of[some]
        for disc in range(n):
            cells[:, disc + 1] = np.bincount(place[:, disc], weights[some], minlength=self.pegs * n)
        total = float(weights.sum())
        cells[:, 0] = np.maximum(total - cells.sum(axis=1), 0.0)
        return np.asarray(cells / cells.sum(axis=1, keepdims=True), dtype=np.float64)

    def weigh(
        self, counts: Floats, radii: Floats, spreads: Floats, sizes: Floats | None = None
    ) -> Floats:
        """The weight of every arrangement; the largest is one.

        `counts` is (pegs, 9), `radii` and `spreads` (pegs, 8) in one common unit; `sizes`,
        (discs,), are the discs' half widths where they are known already.
        """
        logs = np.zeros(len(self.counts))
        for own, chances in zip(self.counts.T, np.log(np.maximum(counts, 1e-6)), strict=True):
            logs += chances[own]
        # With eight discs there are thousands, few of them with counts that are worth a look.
        likely = np.flatnonzero(logs > logs.max() - HOPELESS)
        weights, logs = np.zeros(len(logs)), logs[likely]
        place = self.peg_of[likely], self.height_of[likely]
        seen, error = radii[place], spreads[place]
        if sizes is not None:
            misfit = (seen - sizes) / np.hypot(error, 0.03 * sizes)
            logs = logs - 0.5 * np.minimum(misfit**2, 16.0).sum(axis=1)
        grown = logs + _growing(seen, error)
        weights[likely] = _shares(grown)
        if sizes is None:
            some = np.flatnonzero(grown > grown.max() - OUTDONE)
            even = logs[some] + _even(radii, spreads, (place[0][some], place[1][some]))
            uneven = _uneven(float(grown.max()), float(even.max()), self.discs)
            weights *= uneven
            weights[likely[some]] += (1 - uneven) * _shares(even)
        return np.asarray(weights / weights.max(), dtype=np.float64)


@lru_cache(maxsize=8)
def arrangements_of(discs: int, pegs: int) -> Arrangements:
    """All ways to lay `discs` on `pegs`, written down once."""
    return Arrangements(discs, pegs)


def total_probabilities(counts: Floats) -> Floats:
    """The probability of each total of independent counts, (pegs * 8 + 1,)."""
    total = np.ones(1)
    for row in counts:
        total = np.convolve(total, row)
    return np.asarray(total, dtype=np.float64)


def complete_probability(totals: Floats, count: int, away: float) -> float:
    """The probability that all of `count` discs are on the pegs.

    `totals` are the probabilities of what seems to be there (`total_probabilities`), `away` is how
    often one disc is elsewhere. More than there are can only be miscounted, but who miscounts so
    may be wrong in other ways: any other number speaks for a missing one.
    """
    return _none_away(float(totals[count]), away)


def none_missing(totals: Floats, count: int, away: float) -> float:
    """The same where more than there are speak for none missing: a foot is counted, or a print."""
    return _none_away(float(totals[count:].sum()), away)


def _none_away(seen: float, away: float) -> float:
    """The probability that no disc is elsewhere, by how likely it is that so many are seen."""
    return seen / (seen + away / (1 - away) * (1 - seen))


def uniform_table(discs: int, pegs: int) -> Floats:
    """The table of one who sees nothing."""
    return np.full((discs * pegs, discs + 1), 1 / (discs + 1))


def _shares(logs: Floats) -> Floats:
    """Logs of weights, (k,), as probabilities."""
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum(), dtype=np.float64)


def _growing(seen: Floats, error: Floats) -> Floats:
    """The log of how likely half widths (k, discs) grow from disc to disc.

    Each pair of neighbours in size is compared as two readings with normal errors.
    """
    doubt = np.sqrt(error[:, 1:] ** 2 + error[:, :-1] ** 2)
    likely = logistic_normal(np.diff(seen, axis=1) / doubt)
    return np.asarray(np.log(np.maximum(likely, 1e-4)).sum(axis=1), dtype=np.float64)


def _even(radii: Floats, spreads: Floats, place: tuple[Ints, Ints]) -> Floats:
    """The log of how likely half widths are if they grow in equal steps, (k,), up to a sum.

    `place` has the pegs and heights (k, discs) of arrangements of discs, whose half widths and
    errors `radii` and `spreads` (pegs, 8) have. A line through readings with normal errors, of
    which every height is as likely beforehand, by a share more for each peg further aside, which is
    normal (RECEDES), and every step in STEPS. Height and share are integrated over: they are
    normal, too.
    """
    pegs, most = radii.shape
    cells = place[0] * most + place[1]
    variance = (OWN * spreads[..., None]) ** 2 + (UNEQUAL * STEPS) ** 2
    trusted, aside = 1 / variance, np.arange(pegs)[:, None] - (pegs - 1) / 2
    tilt = (radii * aside)[..., None]
    # Sums of readings, of their squares, and of their growth aside, each weighed by its trust: what
    # each place adds that has a certain disc is the same in all arrangements.
    sums = np.zeros((len(cells), 7 * len(STEPS)))
    alike = [np.log(variance), trusted, trusted * tilt, trusted * tilt**2]
    for disc, cell in enumerate(cells.T):
        above = radii[..., None] - disc * STEPS
        adds = [*alike, trusted * above, trusted * above**2, trusted * above * tilt]
        sums += np.concatenate(adds, axis=2).reshape(pegs * most, -1)[cell]
    logs, trust, shift, across, first, second, along = np.split(sums, 7, axis=1)
    # What is left, of readings and of their growth aside, where the height is the likeliest one.
    middle = first / trust
    across, along = across - shift**2 / trust, along - middle * shift
    common = second - first * middle + logs + np.log(trust)
    each = []
    for share, sigma in RECEDES:
        held = across + sigma**-2
        each.append(np.log(share / sigma) - 0.5 * (common - along**2 / held + np.log(held)))
    return np.asarray(np.logaddexp.reduce(np.concatenate(each, axis=1), axis=1), dtype=np.float64)


def _uneven(growing: float, even: float, discs: int) -> float:
    """The probability that a toy's discs grow in steps of any size, at least UNEVEN.

    Both are logs of how likely the best arrangement is. Where half widths grow somehow they are
    spread over RANGE; where they grow evenly only the lowest is, and all have normal errors.
    """
    spread = growing + lgamma(discs + 1) - (discs - 1) * log(RANGE)
    normal = even - 0.5 * (discs - 1) * log(2 * pi) - log(len(STEPS))
    likelier = exp(min(max(normal - spread, -30.0), 30.0))
    return max(UNEVEN, UNEVEN / (UNEVEN + (1 - UNEVEN) * likelier))


def logistic_normal(x: Floats) -> Floats:
    """The normal distribution function, by its logistic approximation (error below 0.01)."""
    return np.asarray(1 / (1 + np.exp(-np.clip(1.702 * x, -30, 30))), dtype=np.float64)
