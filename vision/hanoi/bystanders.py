"""What stands in line with a toy's pegs, as far away as they are from each other, and is none.

A ball, a phone or the edge of a picture on the wall may be found as one more peg at an end of the
row. A closer look at all pegs then says of this one that something hides it; but what would hide a
peg is mostly a hand, and none is there. A peg behind something else, a box or a book, is taken for
such a thing, too: who has a toy of four pegs says so in the profile, or shows them all.
"""

from dataclasses import replace

from vision.frame import Image
from vision.hanoi.lengths import lengths
from vision.hanoi.row import Row
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.strangers import STRANGE

# An end peg that nothing hides less likely than the first is none where nothing is STRANGE; all
# others must be clearer than the second. In 452 renders 23 things at an end of three pegs were
# taken for one more where nothing strange was seen, 18 of them below 0.25; so were the ends of two
# rows of four, too, but something strange was sure there.
UNCLEAR, CLEAR = 0.25, 0.5
# Rivals that promise less than this share of a row are hardly a doubt: they are not looked at.
RIVAL = 0.03


def without_bystander(looker: Looker, image: Image, sight: Sight) -> Sight:
    """The sight of a toy's own pegs, where one of a row of four or more is none.

    Of a row's rivals those with such a peg are dropped. `sight` is one of a row that was looked
    for, seen together; where there is no such thing it is returned as it is.
    """
    if sight.support is None or sight.support.given:
        return sight
    if sight.row.pegs > 3:
        end = _bystander(looker, image, sight)
        if end is None:
            return sight
        sight = looker.part(image, sight, slice(1, None) if end == 0 else slice(None, -1))
    support = sight.support
    if support is None or support.more < RIVAL:
        return sight
    left = tuple(
        (share, row)
        for share, row in support.rivals
        if share < RIVAL or not _has_bystander(looker, image, row, sight)
    )
    return replace(sight, support=replace(support, rivals=left))


def _has_bystander(looker: Looker, image: Image, rival: Row, sight: Sight) -> bool:
    """Whether the one peg that a rival has and a sight has not is none."""
    more = looker.together(image, looker.settled(image, rival))
    apart = lengths(more.row.feet[:, None] - sight.row.feet).min(axis=1)
    other = int(apart.argmax())
    end = _bystander(looker, image, more)
    return end is not None and end % rival.pegs == other and apart[other] > sight.row.near


def _bystander(looker: Looker, image: Image, sight: Sight) -> int | None:
    """The end peg of a row (0 or -1) that is none, if there is one."""
    clear = sight.stacks.clear
    for end, others in ((0, clear[1:]), (-1, clear[:-1])):
        if clear[end] < UNCLEAR and others.min() > CLEAR:
            return end if looker.strange(image, sight).surest <= STRANGE else None
    return None
