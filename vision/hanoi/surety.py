"""How likely it is that the state is right which a tower's first picture shows.

It is right if the row is one of all the toy's pegs, nothing hides a disc, and the discs are counted
and ordered right. So the probability is a product with a factor for each kind of evidence, a
logistic function of how much speaks for it (a "noisy and"; Pearl, "Probabilistic Reasoning in
Intelligent Systems", 1988, section 4.3). The factors are fitted on painted and path-traced towers
(`samples.hanoi_eye.fit_surety`).
"""

import numpy as np

from vision.hanoi.depth import unevenness
from vision.hanoi.ground import OTHER
from vision.hanoi.places import Arrangements, Floats
from vision.hanoi.row import Support
from vision.hanoi.sight import Sight
from vision.hanoi.weighing import Weighed, least_vote

# The evidence, each the more the better: log-odds of the likeliest arrangement by the half widths
# at edges, of its counts whatever their order, of all discs being there, of the weakest peg, of
# nothing hiding a peg, and of the toy's number of discs; then how little rows of fewer and of more
# pegs promise, and what the network believes of it that believes in it least.
KINDS, CLEAR, NUMBER = 9, 4, 5
SHIFTS = np.array([-0.66, 0.34, 4.69, 3.91, 6.37, 0.46, 7.01, 0.10, 3.50])
SLOPES = np.array([0.91, 0.58, 0.49, 1.78, 0.26, 0.99, 0.59, 2.70, 0.45])
# The same where a second network was asked: fitted on what the first leaves in doubt, and both take
# to be the same.
SHIFTS_TWICE = np.array([0.37, 0.15, 4.09, 3.92, 6.44, 1.08, 6.91, -0.80, 4.65])
SLOPES_TWICE = np.array([0.76, 0.55, 0.53, 1.78, 0.20, 0.97, 0.64, 2.96, 0.38])
# Probabilities nearer to nought or one than this count no more.
SUREST = 1e-5
# What is added to the promise of rival rows before the logarithm.
HARDLY = 0.05
# A row of which a part promises so much more than all of it may have a peg that is none: of 58
# readings of such rows in painted pictures 26 were wrong. These are too few for the fit to learn.
CONTESTED = 1.4
# Ends of pegs that may be so far off, in units, may be those of anything: of 627 rendered towers
# that are all in sight three are so vague, and of rows that are found in photographs of other toys
# three of four.
VAGUE = 0.06
# Pegs of more than three that are so far from even places, in distances of pegs, may be those of
# two toys: of 24 drawn rows of four none was further off than 0.016, pegs of two toys side by side
# (two pictures) were 0.022 and 0.048 off.
UNEVEN = 0.02
# An end peg of more than three that nothing hides less likely than this may be something else that
# stands beside the toy, if nobody said how many pegs there are: a ball at the right distance was
# one for sure in two of 90 towers of another renderer, at 0.05 and 0.09. Of 427 renders this keeps
# no other from being told. (Below what it is surely none, `bystanders.py` says.)
END_SEEN = 0.3
# Below the first log-odds that no disc is missing, the arrangement must be likely by the second. By
# an eye before this one six of 1,337 readings that all factors together made sure were not, and one
# of these was wrong; by others nine of 1,403, and three.
MISCOUNTED, ORDERED = 4.0, 7.0
# Below this probability that nothing hides a peg, nothing is told. Of 182 rendered towers below it
# 54 would have been told, all of them right; but no hand is like another.
HIDDEN = 0.05


def evidence(
    sight: Sight, arrangements: Arrangements, weighed: Weighed, whole: float, number: float
) -> Floats:
    """What speaks for the likeliest of all `arrangements` of a sight, (KINDS,).

    `weighed` tells how likely they are, `whole` is the probability that no disc is missing, and
    `number` that the toy has so many discs: 1 where somebody said so.
    """
    both = weighed.both
    best = int(np.argmax(both))
    alike = (arrangements.counts == arrangements.counts[best]).all(axis=1)
    row, clear = sight.support or Support(sight.row.score), float(sight.stacks.clear.min())
    sharp = sight.vague is None or sight.vague < VAGUE
    pegs = sight.moved
    even = pegs.pegs == 3 or unevenness(pegs.feet, pegs.tips) < UNEVEN
    ends = sight.stacks.clear[[0, -1]]
    own_pegs = pegs.pegs == 3 or row.given or ends.min() > END_SEEN
    one_row = row.fewer < CONTESTED and row.ground < OTHER and even and own_pegs
    plain = row.plain if one_row and sharp else 0.0
    order, counts = weighed.by_edges[best], both[alike].sum()
    chances = np.array([order, counts, whole, plain, clear, number])
    chances = np.clip(chances, SUREST, 1 - SUREST)
    promises = np.array([row.fewer, row.more])
    vote = np.clip(least_vote(arrangements, sight, best), SUREST, 1 - SUREST)
    odds, vote = (np.log(p / (1 - p)) for p in (chances, vote))
    return np.concatenate([odds, -np.log(promises + HARDLY), [vote]])


def surety(told: Floats, *, given: bool = False, twice: bool = False) -> float:
    """The probability that the arrangement is right for which `told` (KINDS,) speaks.

    `given`: as if somebody had said how many discs there are. `twice`: two networks looked, and the
    arrangement was the likeliest by the first one, too.
    """
    if told[CLEAR] < np.log(HIDDEN / (1 - HIDDEN)):
        return 0.0
    if given:
        told = told.copy()
        told[NUMBER] = np.log((1 - SUREST) / SUREST)
    if twice:
        return float(1 / np.prod(1 + np.exp(-(SHIFTS_TWICE + SLOPES_TWICE * told))))
    if told[2] < MISCOUNTED and told[0] < ORDERED:
        return 0.0
    return float(1 / np.prod(1 + np.exp(-(SHIFTS + SLOPES * told))))
