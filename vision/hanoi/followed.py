"""A row of pegs that was read before, in the next picture of a film."""

from collections.abc import Callable

from vision.frame import Frame, Image
from vision.hanoi.memory import Memory
from vision.hanoi.row import Row
from vision.hanoi.sight import Looker, Sight
from vision.sentence import sentence

MOVING = sentence("Something moves at the tower.")
COVERED = sentence("Something is in front of the tower.")

# How sure it must be that nothing is in front of a row before it is gone on with at another place.
PLAIN = 0.8
# The same before a row is read beside which a hand rests.
CLEAR = 0.95


def followed(
    frame: Frame, looker: Looker, memory: Memory, closely: Callable[[Image, Sight], Sight]
) -> tuple[Row, Sight | str | None]:
    """Where a row is now, and the sight of it, looked at `closely`, or why it cannot be read.

    None instead where it has to be looked for in the whole picture.
    """
    seen = memory.watch(frame.image, frame.at, looker.patches)
    assert memory.row is not None
    if seen.moving or seen.strange:
        if memory.take_push():
            found = looker.find(frame.image, pegs=memory.row.pegs)
            if found is not None and float(found.stacks.clear.min()) > PLAIN:
                memory.elsewhere(found.moved)
        if not memory.beside:
            return memory.row, MOVING if seen.moving else COVERED
    sight = memory.unchanged()
    if sight is None:
        sight = closely(frame.image, looker.look(frame.image, memory.row, seen.patches))
    if seen.strange and float(sight.stacks.clear.min()) < CLEAR:
        return memory.row, COVERED
    memory.follow(sight)
    return memory.row, None if memory.lost else sight
