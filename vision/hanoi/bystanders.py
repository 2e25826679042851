"""What stands in line with a toy's pegs, as far away as they are from each other, and is none.

A ball, a phone or the edge of a picture on the wall may be found as one more peg at an end of the
row. A closer look at all of them says that this one is hidden, and of a peg that would be so; but
then a hand, or the like, is there.
"""

from dataclasses import replace

import numpy as np

from vision.frame import Image
from vision.hanoi.lengths import lengths
from vision.hanoi.row import SAME_FOOT, Row, Support
from vision.hanoi.sight import Looker, Sight

# An end peg that nothing hides less likely than this is none where nothing strange is likelier than
# the second number; all others must be clearer than the third. In 452 renders 23 things at an end
# of three pegs were taken for one more where nothing strange was seen, 18 of them below 0.25; so
# were the ends of two rows of four, too, but something strange was sure there.
UNCLEAR, NOTHING, CLEAR = 0.25, 0.5, 0.5
# Rivals that promise less than this share of a row are no doubt.
RIVAL = 0.03


def without_bystander(looker: Looker, image: Image, sight: Sight) -> Sight:
    """The sight of a toy's own pegs, where one of a row of four is none.

    Or the same sight, and no rival of a row of three where it is the rival that has such a peg.
    `sight` is one of a row that was looked for, seen together.
    """
    support = sight.support
    if support is None:
        return sight
    if sight.row.pegs > 3:
        end = _unclear_end(sight)
        if end is None or _strange(looker, image, sight):
            return sight
        row, rest = sight.moved, slice(1, None) if end == 0 else slice(None, -1)
        three = looker.settled(image, Row(row.feet[rest], row.tips[rest], row.score))
        plain = Support(min(support.each[rest], default=support.plain))
        return looker.together(image, replace(three, support=plain))
    if support.rival is None or support.more < RIVAL:
        return sight
    four = looker.together(image, looker.settled(image, support.rival))
    end = _unclear_end(four)
    if end is None or not _one_more(four, sight, end) or _strange(looker, image, four):
        return sight
    return replace(sight, support=replace(support, more=0.0, rival=None))


def _unclear_end(sight: Sight) -> int | None:
    """The end peg of a row (0 or -1) that is not clear while all others are."""
    clear = sight.stacks.clear
    for end, others in ((0, clear[1:]), (-1, clear[:-1])):
        if clear[end] < UNCLEAR and others.min() > CLEAR:
            return end
    return None


def _one_more(four: Sight, three: Sight, end: int) -> bool:
    """Whether the peg at an end is the one that a row has and a smaller one has not."""
    apart = lengths(four.row.feet[:, None] - three.row.feet).min(axis=1)
    return bool(np.argmax(apart) == end % four.row.pegs and apart[end] > _near(three))


def _near(sight: Sight) -> float:
    return SAME_FOOT * float(sight.row.units.mean())


def _strange(looker: Looker, image: Image, sight: Sight) -> bool:
    return looker.strange(image, sight).surest > NOTHING
